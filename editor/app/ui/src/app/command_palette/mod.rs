//! All commands by name, and whatever else can be gone to: documents, hexes, and what a document has
//! on its pages ([`places`]), by its name or the hobby's word for it ([`words`]).

mod entry;
mod places;
mod words;

use egui::{
    Align2, Color32, FontId, Id, Key, Modal, Modifiers, Response, ScrollArea, TextEdit, Ui, vec2,
};
use salient_rules::rule_table::{Row, rows};

use self::entry::{Entry, What, fit};
use super::App;
use crate::look::icons;
use crate::look::theme::{self, palette};
use crate::look::widgets::{choice_row, name_input, quiet};
use crate::request::Request;
use crate::request::command::UiCommand;

/// The palette while it is open.
#[derive(Clone, Debug, Default)]
pub struct CommandPalette {
    text: String,
    chosen: usize,
    /// What the rules of the document's system ask; read once something is looked for.
    rules: Option<Vec<Row>>,
}

impl CommandPalette {
    /// Shows it. Gives whether it stays open.
    pub fn show(&mut self, ctx: &egui::Context, app: &App, requests: &mut Vec<Request>) -> bool {
        let entries = self.entries(ctx, app);
        let mut done = false;
        let room = ctx.content_rect().size();
        let area = Modal::default_area(Id::unique("command palette"))
            .anchor(Align2::CENTER_TOP, vec2(0.0, (room.y * 0.11).min(90.0)));
        let modal = Modal::new(Id::unique("command palette"))
            .area(area)
            .backdrop_color(Color32::from_black_alpha(50))
            .show(ctx, |ui| {
                ui.set_width((room.x - 60.0).min(500.0));
                let (up, down, enter) = ui.input_mut(|input| {
                    (
                        input.count_and_consume_key(Modifiers::NONE, Key::ArrowUp),
                        input.count_and_consume_key(Modifiers::NONE, Key::ArrowDown),
                        input.consume_key(Modifiers::NONE, Key::Enter),
                    )
                });
                let field = TextEdit::singleline(&mut self.text)
                    .hint_text("A command, a page, a hex, a counter, a chart, a rule, a word")
                    .desired_width(f32::INFINITY)
                    .font(FontId::proportional(17.0));
                let response = ui.add(field);
                name_input(&response, "Find a command");
                if response.changed() {
                    self.chosen = 0;
                }
                response.request_focus();
                let last = entries.len().saturating_sub(1);
                self.chosen = (self.chosen + down).min(last).saturating_sub(up);
                ui.add_space(4.0);
                let most = (room.y - 200.0).clamp(80.0, 400.0);
                let clicked = self.list(ui, &entries, up + down > 0, most);
                let picked = clicked.or(enter.then_some(self.chosen));
                if let Some(entry) = picked.and_then(|at| entries.get(at))
                    && entry.reason.is_none()
                {
                    done = true;
                    requests.extend(entry.what.requests());
                    if let What::Command(command) = entry.what {
                        let used = crate::request::shell::ShellRequest::Used(command);
                        requests.push(Request::Shell(used));
                    }
                }
            });
        !done && !modal.should_close()
    }

    fn list(&self, ui: &mut Ui, entries: &[Entry], follow: bool, most: f32) -> Option<usize> {
        let mut clicked = None;
        ui.spacing_mut().item_spacing.y = 1.0;
        ScrollArea::vertical().max_height(most).show(ui, |ui| {
            for (at, entry) in entries.iter().enumerate() {
                let row = line(ui, entry, at == self.chosen);
                if at == self.chosen && follow {
                    row.scroll_to_me(None);
                }
                if row.clicked() {
                    clicked = Some(at);
                }
            }
            if entries.is_empty() {
                quiet(ui, "Nothing here is called that.");
                ui.add_space(theme::GAP);
            }
        });
        clicked
    }

    fn entries(&mut self, ctx: &egui::Context, app: &App) -> Vec<Entry> {
        let typed = self.text.trim().to_lowercase();
        let mut entries: Vec<(i32, Entry)> = Vec::new();
        let used = &app.settings.kept.used;
        for command in UiCommand::all().filter(|command| *command != UiCommand::Palette) {
            let name = app.label(command);
            let Some(fit) = fit(&typed, &name) else { continue };
            let recent = used.iter().position(|id| id == command.row().id);
            let reason = app.why_not(command);
            let rank = if typed.is_empty() {
                // What was asked for lately comes first, what cannot be done last.
                recent.map_or(100, |at| at as i32) + if reason.is_some() { 1000 } else { 0 }
            } else {
                let late = if reason.is_some() { 50 } else { 0 };
                fit * 100 + late + recent.map_or(20, |at| at as i32)
            };
            let right = crate::request::keymap::shown(ctx, command).unwrap_or_default();
            entries.push((rank, Entry { what: What::Command(command), name, right, reason }));
        }
        let document = app.document();
        if !typed.is_empty() {
            documents(&typed, app, &mut entries);
            let system = document.ruleset().system();
            let rules = self.rules.get_or_insert_with(|| rows(document.systems(), system));
            let places = places::places(&typed, document, rules).into_iter();
            entries.extend(places.map(|(rank, entry)| match entry.what {
                What::Command(command) => (rank, Entry { reason: app.why_not(command), ..entry }),
                _ => (rank, entry),
            }));
        }
        entries.sort_by_key(|(rank, _)| *rank);
        let grid = document.grid();
        let hex = grid.parse(self.text.trim()).map(|hex| Entry {
            what: What::Hex(hex),
            name: format!("Go to hex {}", grid.label(hex)),
            right: "hex".to_owned(),
            reason: None,
        });
        hex.into_iter().chain(entries.into_iter().map(|(_, entry)| entry)).collect()
    }
}

fn documents(typed: &str, app: &App, entries: &mut Vec<(i32, Entry)>) {
    for (place, open) in app.documents.all().enumerate() {
        let title = open.document.title();
        if place == app.tab_in_front() {
            continue;
        }
        if let Some(fit) = fit(typed, title) {
            entries.push((
                fit * 100 + 30,
                Entry {
                    what: What::Document(open.number),
                    name: title.to_owned(),
                    right: "document".to_owned(),
                    reason: None,
                },
            ));
        }
    }
}

fn line(ui: &mut Ui, entry: &Entry, chosen: bool) -> Response {
    let icon = entry.what.icon();
    let right = entry.reason.unwrap_or(&entry.right);
    let shut = entry.reason.is_some();
    let faded = palette(ui).quiet;
    ui.scope(|ui| {
        if shut && !chosen {
            ui.visuals_mut().override_text_color = Some(faded);
        }
        choice_row(ui, chosen, 32.0, &entry.name, right, |ui, rect, ink| {
            let ink = if shut && !chosen { faded } else { ink };
            icons::paint(ui.painter(), rect.shrink(2.0), icon, ink);
        })
    })
    .inner
}

#[cfg(test)]
mod tests;
