//! The open documents: one shows, the others wait behind their tabs.

use std::path::{Path, PathBuf};

use egui::{Align, Color32, Frame, Layout, Margin, Panel, Role, ScrollArea, Sense, Ui, WidgetInfo};
use salient_document::{Document, Origin};

use super::app::App;
use super::icons::{self, Icon};
use super::request::Request;
use super::sheet::Sheet;
use super::theme::{self, palette};
use super::widgets::icon_button;

/// Which open document is meant, however the tabs are ordered.
pub type SheetNumber = u64;

/// What is asked of the tabs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TabRequest {
    /// Show a document.
    Show(SheetNumber),
    /// Close a document, with a question if it is not saved.
    Close(SheetNumber),
    /// Put a document's tab at another place from the left.
    Move(SheetNumber, usize),
}

/// The longest name on a tab, in letters.
const NAME_LENGTH: usize = 34;

impl App {
    /// All open documents, in the order of their tabs.
    pub(super) fn sheets(&self) -> impl Iterator<Item = &Sheet> {
        let (before, after) = self.parked.split_at(self.place.min(self.parked.len()));
        before.iter().chain(std::iter::once(&self.sheet)).chain(after)
    }

    /// All open documents, in the order of their tabs.
    pub(super) fn sheets_mut(&mut self) -> impl Iterator<Item = &mut Sheet> {
        let place = self.place.min(self.parked.len());
        let (before, after) = self.parked.split_at_mut(place);
        before.iter_mut().chain(std::iter::once(&mut self.sheet)).chain(after)
    }

    /// The titles of the open documents, in the order of their tabs.
    pub fn tab_titles(&self) -> Vec<&str> {
        self.sheets().map(|sheet| sheet.document.title()).collect()
    }

    /// Which tab shows, from the left.
    pub fn tab_in_front(&self) -> usize {
        self.place
    }

    /// Opens a document in a tab of its own, in front of the others.
    pub(super) fn open_document(&mut self, document: Document) -> SheetNumber {
        let number = self.next_number;
        self.next_number += 1;
        let mut sheet = Sheet::new(document);
        sheet.number = number;
        sheet.inspector.tab = self.sheet.inspector.tab;
        let place = self.place + 1;
        let old = std::mem::replace(&mut self.sheet, sheet);
        self.parked.insert(place - 1, old);
        self.place = place;
        number
    }

    /// Brings a document to the front, if it is still open.
    pub(super) fn show_sheet(&mut self, number: SheetNumber) {
        let Some(place) = self.sheets().position(|sheet| sheet.number == number) else { return };
        self.show_place(place);
    }

    fn show_place(&mut self, place: usize) {
        if place == self.place || place > self.parked.len() {
            return;
        }
        self.give_up_drag();
        // Without the one in front, those behind it stand one place further left.
        let at = if place > self.place { place - 1 } else { place };
        let sheet = self.parked.remove(at);
        let old = std::mem::replace(&mut self.sheet, sheet);
        let back = if place > self.place { self.place } else { self.place - 1 };
        self.parked.insert(back, old);
        self.place = place;
    }

    /// Brings the next or the previous document to the front, around the ends.
    pub(super) fn step_tab(&mut self, steps: isize) {
        let count = self.parked.len() + 1;
        let place = self.place as isize + steps;
        self.show_place(place.rem_euclid(count as isize) as usize);
    }

    /// Takes a document away for good. The last one makes room for the built-in scenario.
    pub(super) fn drop_sheet(&mut self, number: SheetNumber) {
        if self.parked.is_empty() {
            if self.sheet.number != number {
                return;
            }
            let example = self.files.example();
            self.open_document(example);
        }
        let Some(place) = self.sheets().position(|sheet| sheet.number == number) else { return };
        if place == self.place {
            let count = self.parked.len();
            self.show_place(if place == count { place - 1 } else { place + 1 });
        }
        let Some(at) = self.parked.iter().position(|sheet| sheet.number == number) else { return };
        let mut sheet = self.parked.remove(at);
        if at < self.place {
            self.place -= 1;
        }
        sheet.test_run.stop();
        sheet.document.close();
        super::recovery::forget_start(&mut sheet.start);
    }

    fn move_tab(&mut self, number: SheetNumber, place: usize) {
        let front = self.sheet.number;
        self.show_sheet(number);
        // What shows stands at `place` among the others.
        self.place = place.min(self.parked.len());
        self.show_sheet(front);
    }

    /// The open document that came from a file.
    pub(super) fn sheet_of_file(&self, path: &Path) -> Option<SheetNumber> {
        let wanted = same_file(path);
        let found = self.sheets().find(|sheet| match sheet.document.origin() {
            Origin::File(file) => same_file(file) == wanted,
            Origin::Embedded => false,
        });
        found.map(|sheet| sheet.number)
    }

    pub(super) fn tab_request(&mut self, ctx: &egui::Context, request: TabRequest) {
        match request {
            TabRequest::Show(number) => self.show_sheet(number),
            TabRequest::Close(number) => self.close_sheet(ctx, number),
            TabRequest::Move(number, place) => self.move_tab(number, place),
        }
    }

    /// The strip of tabs; with one document alone there is none.
    pub(super) fn tab_strip(&self, ui: &mut Ui, requests: &mut Vec<Request>) {
        if self.parked.is_empty() {
            return;
        }
        let margin = Margin { left: 8, right: 8, top: 0, bottom: 0 };
        let frame = Frame::new().fill(ui.visuals().faint_bg_color).inner_margin(margin);
        Panel::top("documents").exact_size(30.0).frame(frame).show(ui, |ui| {
            ScrollArea::horizontal().id_salt("documents").show(ui, |ui| {
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    ui.spacing_mut().item_spacing.x = 2.0;
                    for (place, sheet) in self.sheets().enumerate() {
                        self.tab_of(ui, place, sheet, requests);
                    }
                });
            });
        });
    }

    fn tab_of(&self, ui: &mut Ui, place: usize, sheet: &Sheet, requests: &mut Vec<Request>) {
        let colours = palette(ui);
        let front = place == self.place;
        let title = sheet.document.title();
        let mut name: String = title.chars().take(NAME_LENGTH).collect();
        if name.len() < title.len() {
            name.push('…');
        }
        let ink = if front { ui.visuals().text_color() } else { colours.quiet };
        let font = if front { theme::strong(14.0) } else { egui::FontId::proportional(14.0) };
        let galley = ui.painter().layout_no_wrap(name, font, Color32::PLACEHOLDER);
        let close = 22.0;
        let size = egui::vec2(galley.size().x + 30.0 + close, 30.0);
        // A drag stays with its document while the tabs change places.
        let (_, rect) = ui.allocate_space(size);
        let id = egui::Id::unique(("tab", sheet.number));
        let response = ui.interact(rect, id, Sense::click_and_drag());
        let dirty = sheet.document.dirty();
        let spoken = if dirty { format!("{title}, not saved") } else { title.to_owned() };
        response.widget_info(|| WidgetInfo::selected(Role::Tab, true, front, &spoken));
        let painter = ui.painter();
        if front {
            painter.rect_filled(rect, 0.0, ui.visuals().panel_fill);
            let line = egui::Rect::from_min_size(rect.min, egui::vec2(rect.width(), 2.5));
            painter.rect_filled(line, 0.0, colours.accent);
        } else if response.hovered() {
            painter.rect_filled(rect, 0.0, ui.visuals().widgets.hovered.bg_fill);
        }
        if dirty {
            painter.circle_filled(rect.left_center() + egui::vec2(10.0, 0.0), 3.5, colours.warning);
        } else {
            let icon = egui::Rect::from_center_size(
                rect.left_center() + egui::vec2(10.0, 0.0),
                egui::Vec2::splat(12.0),
            );
            icons::paint(painter, icon, Icon::Hex, ink);
        }
        let left = rect.left() + 22.0;
        let top = rect.center().y - galley.size().y / 2.0;
        painter.galley(egui::pos2(left, top), galley, ink);
        let number = sheet.number;
        let corner = egui::Rect::from_center_size(
            rect.right_center() - egui::vec2(14.0, 0.0),
            egui::Vec2::splat(20.0),
        );
        let mut button = ui.new_child(egui::UiBuilder::new().max_rect(corner));
        button.spacing_mut().interact_size.y = 20.0;
        let close = icon_button(&mut button, Icon::Close, &format!("Close {title}"), true);
        if close.clicked() || response.middle_clicked() {
            requests.push(Request::Tab(TabRequest::Close(number)));
        } else if response.clicked() || response.drag_started() {
            requests.push(Request::Tab(TabRequest::Show(number)));
        }
        if response.dragged()
            && let Some(at) = response.interact_pointer_pos()
        {
            // Dragged past its neighbour's middle, which is about as wide.
            let width = rect.width();
            let to = match at.x {
                x if x < rect.left() - width * 0.4 && place > 0 => Some(place - 1),
                x if x > rect.right() + width * 0.4 => Some(place + 1),
                _ => None,
            };
            if let Some(to) = to.filter(|to| *to <= self.parked.len()) {
                requests.push(Request::Tab(TabRequest::Move(number, to)));
            }
        }
        let file = match sheet.document.origin() {
            Origin::File(path) => path.display().to_string(),
            Origin::Embedded => "It has no file yet.".to_owned(),
        };
        response.on_hover_text(format!("{title}\n{file}"));
    }
}

/// A path by which the same file is recognised, whatever way leads to it.
fn same_file(path: &Path) -> PathBuf {
    std::fs::canonicalize(path)
        .or_else(|_| std::path::absolute(path))
        .unwrap_or_else(|_| path.to_owned())
}
