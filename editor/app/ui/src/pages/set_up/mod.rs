//! The page of the set-up as a list: what is to be placed first, the zones with their
//! conditions, then formation by formation as a rule book prints it.
//!
//! Only what is in view is drawn: a list of rows whose heights are known beforehand.

mod cells;
mod control;
mod group;
mod wants;

use egui::{RichText, ScrollArea, TextEdit, Ui, UiBuilder, pos2, vec2};
use salient_art::counter_art::Shown;
use salient_document::set_up::{Section, SectionOf, SetUpSheet, SideSheet};
use salient_rules::set_up::ConditionState;

use super::PageInput;
use crate::look::theme::{self, palette};
use crate::look::widgets::{button_height, named_text, quiet, text_button};
use crate::map::CarriedCounter;
use crate::map::stacks::Counters;
use crate::request::Request;
use wants::{group_at, wants};

/// How wide a counter's cell is at least, in points.
const CELL: f32 = 176.0;

/// The page and what is kept of it between frames.
#[derive(Debug, Default)]
pub struct SetUpPage {
    search: String,
    sheet: SetUpSheet,
    /// How the conditions of each group stand.
    conditions: Vec<Vec<ConditionState>>,
    /// What they were made for.
    made_for: Option<(u64, String)>,
    /// Which of the ways to place a group comes next.
    pub(crate) seed: u64,
    /// Whether the list was copied as it is now.
    copied: bool,
}

/// A line of the page.
enum Row<'s> {
    Control(usize),
    Side(&'s SideSheet),
    Heading(&'s Section, &'s str),
    Group(&'s Section, usize),
    Cells(&'s [salient_document::set_up::Entry]),
}

impl SetUpPage {
    /// Shows the page in all the room there is.
    pub fn show(
        &mut self,
        ui: &mut Ui,
        input: &PageInput<'_>,
        counters: &mut Counters,
        requests: &mut Vec<Request>,
    ) {
        self.refresh(input);
        self.toolbar(ui, input, requests);
        ui.add_space(4.0);
        if self.sheet.sides.is_empty() {
            ui.add_space(24.0);
            quiet(
                ui,
                match self.search.trim() {
                    "" => "No counter is set up yet. Add counters to the order of battle first.",
                    _ => "No counter, formation or hex is like that.",
                },
            );
            return;
        }
        let whole = ui.available_rect_before_wrap();
        let width = ui.available_width() - 14.0;
        let columns = ((width / CELL) as usize).max(1);
        let rows = self.rows(columns, input);
        let heights: Vec<f32> = rows.iter().map(|row| self.height(row)).collect();
        ScrollArea::vertical().auto_shrink(false).id_salt("set-up sheet").show_viewport(
            ui,
            |ui, view| {
                ui.set_width(width);
                ui.set_height(heights.iter().sum());
                let corner = ui.max_rect().min;
                let mut top = 0.0;
                for (number, (row, height)) in rows.iter().zip(&heights).enumerate() {
                    let (from, to) = (top, top + height);
                    top = to;
                    if to < view.min.y || from > view.max.y {
                        continue;
                    }
                    let rect = egui::Rect::from_min_size(
                        pos2(corner.x, corner.y + from),
                        vec2(width, *height),
                    );
                    // A child of its own: a row that is too wide is cut, not the page widened.
                    let builder = UiBuilder::new().max_rect(rect).id_salt(("row", number));
                    let mut child = ui.new_child(builder);
                    child.set_clip_rect(rect.intersect(ui.clip_rect()));
                    self.row(&mut child, row, columns, input, counters, requests);
                }
            },
        );
        self.carried(ui, whole, counters);
    }

    fn refresh(&mut self, input: &PageInput<'_>) {
        let document = input.document;
        let key = (document.revision(), self.search.clone());
        if self.made_for.as_ref() == Some(&key) {
            return;
        }
        self.sheet = SetUpSheet::new(document, &self.search);
        let groups = document.scenario().setup.free.len();
        self.conditions = (0..groups).map(|group| document.condition_states(group)).collect();
        if self.made_for.as_ref().is_none_or(|made| made.0 != key.0) {
            self.copied = false;
        }
        self.made_for = Some(key);
    }

    fn toolbar(&mut self, ui: &mut Ui, input: &PageInput<'_>, requests: &mut Vec<Request>) {
        ui.horizontal_wrapped(|ui| {
            let search = TextEdit::singleline(&mut self.search)
                .hint_text("Find: name, formation, hex")
                .min_size(vec2(0.0, button_height(ui)))
                .align(egui::Align2::LEFT_CENTER)
                .desired_width(220.0);
            named_text(ui, "Find on the set-up sheet", search);
            let words = if self.copied { "Copied" } else { "Copy as text" };
            let copy = text_button(ui, None, words, !self.sheet.sides.is_empty());
            if copy
                .on_hover_text("The list as a rule book prints it, for any other program.")
                .clicked()
            {
                ui.ctx().copy_text(self.sheet.text(input.document));
                self.copied = true;
            }
            group::add(ui, input, requests);
            control::add(ui, input, requests);
            let (placed, to_place) = self
                .sheet
                .sides
                .iter()
                .fold((0, 0), |sum, side| (sum.0 + side.placed, sum.1 + side.unplaced));
            let words = match (self.search.trim(), to_place) {
                ("", 0) if placed == 0 => String::new(),
                ("", 0) => format!("All {placed} counters stand on the map."),
                ("", _) => format!("{placed} on the map, {to_place} to be placed."),
                _ => String::new(),
            };
            ui.add(egui::Label::new(RichText::new(words).color(palette(ui).quiet)).extend());
        });
    }

    fn rows(&self, columns: usize, input: &PageInput<'_>) -> Vec<Row<'_>> {
        let mut rows = Vec::new();
        let controlled = input.document.scenario().setup.control.len();
        if controlled > 0 && self.search.trim().is_empty() {
            rows.push(Row::Control(controlled));
        }
        for side in &self.sheet.sides {
            rows.push(Row::Side(side));
            for section in &side.sections {
                rows.push(match section.of {
                    SectionOf::Group(at) => Row::Group(section, at),
                    _ => Row::Heading(section, &side.side),
                });
                rows.extend(section.entries.chunks(columns).map(Row::Cells));
            }
        }
        rows
    }

    fn height(&self, row: &Row<'_>) -> f32 {
        match row {
            Row::Control(zones) => control::height(*zones),
            Row::Side(_) => 46.0,
            Row::Heading(..) => 36.0,
            Row::Group(_, at) => group::height(self.conditions.get(*at).map_or(0, Vec::len)),
            Row::Cells(_) => cells::HEIGHT,
        }
    }

    fn row(
        &self,
        ui: &mut Ui,
        row: &Row<'_>,
        columns: usize,
        input: &PageInput<'_>,
        counters: &mut Counters,
        requests: &mut Vec<Request>,
    ) {
        match row {
            Row::Control(_) => control::show(ui, input, requests),
            Row::Side(side) => {
                ui.add_space(12.0);
                ui.horizontal(|ui| {
                    ui.label(RichText::new(&side.name).font(theme::strong(19.0)));
                    let words = match side.unplaced {
                        0 => format!("{} on the map", side.placed),
                        unplaced => format!("{} on the map, {unplaced} to place", side.placed),
                    };
                    ui.label(RichText::new(words).color(palette(ui).quiet));
                });
            }
            Row::Heading(section, side) => {
                ui.add_space(8.0);
                ui.horizontal(|ui| {
                    let mut title = RichText::new(&section.title).font(theme::strong(15.0));
                    if section.of == SectionOf::Unplaced {
                        title = title.color(palette(ui).warning);
                    }
                    ui.label(title);
                    if let Some(note) = &section.note {
                        ui.label(RichText::new(note).color(palette(ui).quiet));
                    }
                    if section.of == SectionOf::Unplaced {
                        group::place_unplaced(ui, side, self.seed, input, requests);
                    }
                });
            }
            Row::Group(section, at) => {
                let states = self.conditions.get(*at).map(Vec::as_slice).unwrap_or_default();
                group::show(ui, section, *at, states, self.seed, input, requests);
            }
            Row::Cells(entries) => {
                let width = ui.available_width() / columns as f32;
                ui.spacing_mut().item_spacing = vec2(0.0, 0.0);
                ui.horizontal(|ui| {
                    for (number, entry) in entries.iter().enumerate() {
                        ui.push_id(number, |ui| {
                            cells::show(ui, entry, width, input, counters, requests);
                        });
                    }
                });
            }
        }
    }

    /// The counter that is dragged, while it is over the page.
    fn carried(&self, ui: &Ui, whole: egui::Rect, counters: &mut Counters) {
        let Some(carried) = egui::DragAndDrop::payload::<CarriedCounter>(ui.ctx()) else { return };
        let at = ui.input(|input| input.pointer.latest_pos());
        if let Some(at) = at.filter(|at| whole.contains(*at)) {
            let layer = egui::LayerId::new(egui::Order::Tooltip, ui.scope_id().with("carried"));
            let painter = egui::Painter::new(ui.ctx().clone(), layer, ui.ctx().content_rect());
            counters.paint_one(
                &painter,
                Shown::new(&carried.0, 0),
                at,
                40.0,
                ui.pixels_per_point(),
            );
        }
    }
}
