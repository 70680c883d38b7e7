//! All commands by name, and whatever else can be gone to: documents, hexes, counters, problems.

use egui::{
    Align2, Color32, FontId, Id, Key, Modal, Modifiers, Response, ScrollArea, TextEdit, Ui, vec2,
};
use salient_document::{Document, ProblemId, Selection};
use salient_hex::grid::Hex;

use super::App;
use crate::look::icons::{self, Icon};
use crate::look::theme::{self, palette};
use crate::look::widgets::{choice_row, name_input, quiet};
use crate::request::Request;
use crate::request::command::UiCommand;
use crate::request::tabs::{TabNumber, TabRequest};
use crate::request::views::Tab;

/// The most lines that name things of the document, of each kind.
const MOST_OF_A_KIND: usize = 8;

/// The palette while it is open.
#[derive(Clone, Debug, Default)]
pub struct CommandPalette {
    text: String,
    chosen: usize,
}

/// A line of the palette.
#[derive(Clone, Debug, PartialEq)]
struct Entry {
    what: What,
    name: String,
    /// Something short at the right: keys, or what kind of thing it is.
    right: String,
    /// Why it cannot be chosen.
    reason: Option<&'static str>,
}

#[derive(Clone, Debug, PartialEq)]
enum What {
    Command(UiCommand),
    Document(TabNumber),
    Hex(Hex),
    Counter { counter: String, hex: Option<Hex> },
    Problem { id: ProblemId, error: bool },
}

impl What {
    fn icon(&self) -> Icon {
        match self {
            Self::Command(command) => command.icon().unwrap_or(Icon::Note),
            Self::Document(_) => Icon::Open,
            Self::Hex(_) => Icon::Hex,
            Self::Counter { .. } => Icon::Counter,
            Self::Problem { error: true, .. } => Icon::Error,
            Self::Problem { error: false, .. } => Icon::Warning,
        }
    }

    fn requests(&self) -> Vec<Request> {
        match self {
            Self::Command(command) => vec![Request::Command(*command)],
            Self::Document(number) => vec![Request::Tab(TabRequest::Show(*number))],
            Self::Hex(hex) => vec![Request::GoTo(*hex)],
            Self::Counter { counter, hex: Some(hex) } => vec![
                Request::GoTo(*hex),
                Request::Select(Selection::of_counter(counter.as_str(), *hex)),
            ],
            Self::Counter { hex: None, .. } => vec![Request::Show(Tab::Units)],
            Self::Problem { id, .. } => {
                vec![Request::Show(Tab::Problems), Request::ShowProblem(*id)]
            }
        }
    }
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
                        input.consume_key(Modifiers::NONE, Key::ArrowUp),
                        input.consume_key(Modifiers::NONE, Key::ArrowDown),
                        input.consume_key(Modifiers::NONE, Key::Enter),
                    )
                });
                let field = TextEdit::singleline(&mut self.text)
                    .hint_text("A command, a hex number, a counter, a document, a problem")
                    .desired_width(f32::INFINITY)
                    .font(FontId::proportional(17.0));
                let response = ui.add(field);
                name_input(&response, "Find a command");
                if response.changed() {
                    self.chosen = 0;
                }
                response.request_focus();
                let last = entries.len().saturating_sub(1);
                if down {
                    self.chosen = (self.chosen + 1).min(last);
                }
                if up {
                    self.chosen = self.chosen.saturating_sub(1);
                }
                self.chosen = self.chosen.min(last);
                ui.add_space(4.0);
                let most = (room.y - 200.0).clamp(80.0, 400.0);
                let clicked = self.list(ui, &entries, up || down, most);
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

    fn entries(&self, ctx: &egui::Context, app: &App) -> Vec<Entry> {
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
            counters(&typed, document, &mut entries);
            problems(&typed, document, &mut entries);
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

fn counters(typed: &str, document: &Document, entries: &mut Vec<(i32, Entry)>) {
    let all = document.bundle().orders_of_battle.iter().flat_map(|oob| &oob.counters);
    let found = all.filter_map(|counter| {
        let fit = fit(typed, &counter.designation).filter(|fit| *fit < 3);
        let fit = fit.or_else(|| (counter.id == typed).then_some(0))?;
        let hex = document.hex_of(&counter.id);
        let right = hex.map_or("counter".to_owned(), |hex| document.grid().label(hex));
        let entry = Entry {
            what: What::Counter { counter: counter.id.clone(), hex },
            // Some counters print no name.
            name: match counter.designation.as_str() {
                "" => counter.id.clone(),
                designation => designation.to_owned(),
            },
            right,
            reason: None,
        };
        Some((fit * 100 + 40, entry))
    });
    entries.extend(found.take(MOST_OF_A_KIND));
}

fn problems(typed: &str, document: &Document, entries: &mut Vec<(i32, Entry)>) {
    let found = document.problems().iter().filter_map(|(id, problem)| {
        let name = problem.message.clone();
        let fit = fit(typed, &name).filter(|fit| *fit < 3)?;
        let what = What::Problem { id, error: problem.is_error() };
        Some((fit * 100 + 60, Entry { what, name, right: "problem".to_owned(), reason: None }))
    });
    entries.extend(found.take(MOST_OF_A_KIND));
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

/// How well a name fits what was typed, 0 the best; `None` if its letters are not all there in
/// order.
fn fit(typed: &str, name: &str) -> Option<i32> {
    let name = name.to_lowercase();
    let typed = typed.trim().to_lowercase();
    if name.starts_with(&typed) {
        return Some(0);
    }
    if name.split_whitespace().any(|word| word.starts_with(&typed)) {
        return Some(1);
    }
    if name.contains(&typed) {
        return Some(2);
    }
    let mut letters = name.chars();
    typed.chars().all(|wanted| letters.any(|letter| letter == wanted)).then_some(3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn beginnings_fit_better_than_scattered_letters() {
        assert_eq!(fit("", "Save"), Some(0));
        assert_eq!(fit("sav", "Save as…"), Some(0));
        assert_eq!(fit("whole", "Show whole map"), Some(1));
        assert_eq!(fit("swm", "Show whole map"), Some(3));
        assert_eq!(fit("xyz", "Show whole map"), None);
    }
}
