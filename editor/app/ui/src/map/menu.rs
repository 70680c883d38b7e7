//! The menu of a hex and of the counters in it: what can be done there, for the right button and for
//! the keyboard.

use egui::{Popup, PopupAnchor, PopupKind, Pos2, RichText, ScrollArea, SetOpenCommand, Ui};
use salient_document::oob::in_words;
use salient_document::tools::plain_feature;
use salient_document::{Document, Edit, PlacedCounter, Selection};
use salient_hex::grid::Hex;

use super::{MapInput, MapView, begins, leaves_right_button, other_hex};
use crate::look::theme;
use crate::request::Request;
use crate::request::command::{ToolKind, UiCommand};

/// So many counters of a stack are listed.
const LISTED: usize = 12;

/// The menu while it is open, and where.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Menu {
    /// The hex that it is about, and the place that it hangs from.
    open: Option<(Hex, Pos2)>,
    /// Whether the keyboard asked for it.
    asked: bool,
    /// Where the pointer asked for it.
    clicked: Option<Pos2>,
}

impl Menu {
    /// Opens it where the pointer is.
    pub(super) fn open_at(&mut self, at: Pos2) {
        self.clicked = Some(at);
    }
}

impl MapView {
    /// Shows what can be done in the selected hex, in the next frame.
    pub fn ask_menu(&mut self) {
        self.menu.asked = true;
    }

    /// Opens the menu where the right button clicked, or at the selected hex, and shows it.
    pub(super) fn show_menu(
        &mut self,
        ui: &Ui,
        response: &egui::Response,
        input: &MapInput<'_>,
        requests: &mut Vec<Request>,
    ) {
        let grid = input.document.grid();
        let asked = std::mem::take(&mut self.menu.asked);
        let clicked = self.menu.clicked.take().filter(|_| leaves_right_button(input.tool));
        if input.game.is_some() {
            return;
        }
        let by_pointer = clicked.and_then(|at| {
            let hex = grid.hex_at(self.camera.plane_from_screen(self.view, at))?;
            Some((hex, at))
        });
        let selected = input.document.selection().hex.filter(|_| asked);
        let by_key = selected.map(|hex| (hex, self.screen_position(grid, hex)));
        let opens = by_pointer.or(by_key);
        if let Some((hex, _)) = opens {
            self.menu.open = opens;
            let selection = input.document.selection();
            let here = selection.counters.iter().any(|placed| placed.hex == hex);
            if !here && !selection.has_hex(hex) {
                requests.push(Request::Select(Selection::of_hex(hex)));
            }
        }
        let Some((hex, at)) = self.menu.open else { return };
        let set = opens.map(|_| SetOpenCommand::Bool(true));
        let anchor = PopupAnchor::Position(at);
        let id = response.id.with("menu");
        let shown = Popup::new(id, ui.ctx().clone(), anchor, response.layer_id)
            .kind(PopupKind::Menu)
            .layout(egui::Layout::top_down_justified(egui::Align::Min))
            .style(egui::containers::menu::menu_style)
            .accessible_name("What can be done here")
            .gap(0.0)
            .open_memory(set)
            .show(|ui| contents(ui, input.document, hex, requests));
        if shown.is_none() && opens.is_none() {
            self.menu.open = None;
        }
    }
}

fn contents(ui: &mut Ui, document: &Document, hex: Hex, requests: &mut Vec<Request>) {
    ui.set_min_width(190.0);
    let label = document.grid().label(hex);
    let stack = document.stack_at(hex);
    match stack.as_slice() {
        [] => {}
        [only] => counter(ui, document, (hex, &label), 0, only.counter, requests),
        several => {
            for (place, entry) in several.iter().take(LISTED).enumerate() {
                let name = name_of(document, entry.counter).to_owned();
                ui.menu_button(name, |ui| {
                    counter(ui, document, (hex, &label), place, entry.counter, requests);
                });
            }
            if ui.button("Select the whole stack").clicked() {
                let placed = several
                    .iter()
                    .map(|entry| PlacedCounter { counter: entry.counter.clone(), hex });
                let counters = placed.collect();
                let selection = Selection { hex: Some(hex), counters, ..Selection::default() };
                requests.push(Request::Select(selection));
            }
            let all = several.iter().map(|entry| entry.counter.clone());
            let all: Vec<_> = all.map(|counter| PlacedCounter { counter, hex }).collect();
            begins::button(ui, "All of them begin as", document, &all, requests);
        }
    }
    if !stack.is_empty() {
        ui.separator();
    }
    heading(ui, &format!("Hex {label}"));
    if ui.button("Place a counter").clicked() {
        requests.push(Request::Command(UiCommand::Tool(ToolKind::Counter)));
    }
    ground(ui, document, hex, &label, requests);
    if ui.button("Copy").clicked() {
        requests.push(Request::Command(UiCommand::Copy));
    }
}

/// What can be done to a counter.
fn counter(
    ui: &mut Ui,
    document: &Document,
    (hex, label): (Hex, &str),
    place: usize,
    id: &str,
    requests: &mut Vec<Request>,
) {
    heading(ui, name_of(document, id));
    let faces = document.counter(id).map_or(1, |counter| counter.faces.len());
    let stack = document.stack_at(hex);
    let face = stack.get(place).map_or(0, |entry| entry.face);
    if ui.button("Select it").clicked() {
        requests.push(Request::Select(Selection::of_counter(id.to_owned(), hex)));
    }
    if ui.button("Move to hex…").clicked() {
        requests.push(Request::Select(Selection::of_counter(id.to_owned(), hex)));
        requests.push(Request::Command(UiCommand::MoveSelected));
    }
    if place > 0 && ui.button("To the top of the stack").clicked() {
        requests.push(Request::edit(Edit::MoveCounter {
            counter: id.to_owned(),
            from: label.to_owned(),
            to: label.to_owned(),
            index: Some(0),
        }));
    }
    if faces > 1 && ui.button("Turn over").clicked() {
        requests.push(Request::edit(Edit::TurnCounter {
            counter: id.to_owned(),
            hex: label.to_owned(),
            face: (face + 1) % (faces.min(255) as u8),
        }));
    }
    let placed = [PlacedCounter { counter: id.to_owned(), hex }];
    begins::button(ui, "Begins as", document, &placed, requests);
    other_hex::button(ui, document, (id, hex), requests);
    if ui.button("Take off the map").clicked() {
        let (counter, hex) = (id.to_owned(), label.to_owned());
        requests.push(Request::edit(Edit::RemoveCounter { counter, hex }));
    }
    if ui.button("Show in the order of battle").clicked() {
        requests.push(Request::ShowCounter(id.to_owned()));
    }
}

/// What can be done to a hex and what lies in it.
fn ground(ui: &mut Ui, document: &Document, hex: Hex, label: &str, requests: &mut Vec<Request>) {
    let ruleset = document.ruleset();
    ui.menu_button("Terrain", |ui| {
        let now = document.terrain_at(hex);
        scrolled(ui, |ui| {
            for kind in &ruleset.terrain {
                let on = now == Some(&kind.id);
                if ui.selectable_label(on, &kind.name).clicked() && !on {
                    let (hex, kind) = (label.to_owned(), kind.id.clone());
                    requests.push(Request::edit(Edit::SetTerrain { hex, kind }));
                }
            }
        });
    });
    ui.menu_button("Features", |ui| {
        scrolled(ui, |ui| {
            for kind in &ruleset.features {
                let there = document.feature_at(hex, &kind.id).is_some();
                if !ui.selectable_label(there, &kind.name).clicked() {
                    continue;
                }
                let edit = match there {
                    true => Edit::remove_feature(label.to_owned(), kind.id.clone()),
                    false => {
                        Edit::add_feature(plain_feature(label.to_owned(), &kind.id, None), None)
                    }
                };
                requests.push(Request::edit(edit));
            }
        });
    });
    let zones = &document.map().zones.items;
    ui.add_enabled_ui(!zones.is_empty(), |ui| {
        ui.menu_button("Zones", |ui| {
            scrolled(ui, |ui| {
                for zone in zones {
                    let inside =
                        zone.hexes.iter().any(|other| document.grid().parse(other) == Some(hex));
                    if !ui.selectable_label(inside, &zone.name).clicked() {
                        continue;
                    }
                    let (id, hex) = (zone.id.clone(), label.to_owned());
                    requests.push(Request::edit(match inside {
                        true => Edit::remove_zone_hex(id, hex),
                        false => Edit::add_zone_hex(id, hex, None),
                    }));
                }
            });
        });
    });
}

fn scrolled(ui: &mut Ui, add: impl FnOnce(&mut Ui)) {
    ScrollArea::vertical().max_height(320.0).show(ui, add);
}

fn heading(ui: &mut Ui, text: &str) {
    ui.label(RichText::new(text).font(theme::strong(14.0)).color(theme::palette(ui).quiet));
}

fn name_of<'d>(document: &'d Document, id: &'d str) -> &'d str {
    let printed = document.counter(id);
    printed.map_or(id, |printed| in_words(document.ruleset(), printed))
}
