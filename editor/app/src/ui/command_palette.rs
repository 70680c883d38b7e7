//! All commands by name, and hexes by number.

use egui::{Align2, Color32, FontId, Id, Key, Modal, Modifiers, ScrollArea, TextEdit, Ui, vec2};
use salient_engine::grid::{Hex, HexGrid};

use super::command::UiCommand;
use super::icons;
use super::request::Request;
use super::theme;
use super::widgets::{choice_row, quiet};

/// The palette while it is open.
#[derive(Clone, Debug, Default)]
pub struct CommandPalette {
    text: String,
    chosen: usize,
}

/// A line of the palette.
#[derive(Clone, Debug, PartialEq)]
enum Entry {
    Command { command: UiCommand, label: String },
    Hex(Hex, String),
}

impl CommandPalette {
    /// Shows it. Gives whether it stays open.
    pub fn show(
        &mut self,
        ctx: &egui::Context,
        grid: &HexGrid,
        label: impl Fn(UiCommand) -> String,
        enabled: impl Fn(UiCommand) -> bool,
        requests: &mut Vec<Request>,
    ) -> bool {
        let entries = self.entries(grid, label, enabled);
        let mut done = false;
        let area = Modal::default_area(Id::unique("command palette"))
            .anchor(Align2::CENTER_TOP, vec2(0.0, 90.0));
        let modal = Modal::new(Id::unique("command palette"))
            .area(area)
            .backdrop_color(Color32::from_black_alpha(50))
            .show(ctx, |ui| {
                ui.set_width(460.0);
                let (up, down, enter) = ui.input_mut(|input| {
                    (
                        input.consume_key(Modifiers::NONE, Key::ArrowUp),
                        input.consume_key(Modifiers::NONE, Key::ArrowDown),
                        input.consume_key(Modifiers::NONE, Key::Enter),
                    )
                });
                let field = TextEdit::singleline(&mut self.text)
                    .hint_text("Type a command, or the number of a hex")
                    .desired_width(f32::INFINITY)
                    .font(FontId::proportional(17.0));
                let response = ui.name_inputs("Find a command", |ui| ui.add(field));
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
                let clicked = self.list(ui, &entries, up || down);
                let picked = clicked.or(enter.then_some(self.chosen));
                if let Some(entry) = picked.and_then(|at| entries.get(at)) {
                    done = true;
                    requests.push(match entry {
                        Entry::Command { command, .. } => Request::Command(*command),
                        Entry::Hex(hex, _) => Request::GoTo(*hex),
                    });
                }
            });
        !done && !modal.should_close()
    }

    fn list(&self, ui: &mut Ui, entries: &[Entry], follow: bool) -> Option<usize> {
        let mut clicked = None;
        ui.spacing_mut().item_spacing.y = 1.0;
        ScrollArea::vertical().max_height(380.0).show(ui, |ui| {
            for (at, entry) in entries.iter().enumerate() {
                let (name, key, icon) = match entry {
                    Entry::Command { command, label } => {
                        let key = super::keymap::shown(ui.ctx(), *command);
                        (label.as_str(), key.unwrap_or_default(), command.icon())
                    }
                    Entry::Hex(_, name) => (name.as_str(), String::new(), Some(icons::Icon::Hex)),
                };
                let row = choice_row(ui, at == self.chosen, 32.0, name, &key, |ui, rect, ink| {
                    if let Some(icon) = icon {
                        icons::paint(ui.painter(), rect.shrink(2.0), icon, ink);
                    }
                });
                if at == self.chosen && follow {
                    row.scroll_to_me(None);
                }
                if row.clicked() {
                    clicked = Some(at);
                }
            }
            if entries.is_empty() {
                quiet(ui, "No command is called that.");
                ui.add_space(theme::GAP);
            }
        });
        clicked
    }

    fn entries(
        &self,
        grid: &HexGrid,
        label: impl Fn(UiCommand) -> String,
        enabled: impl Fn(UiCommand) -> bool,
    ) -> Vec<Entry> {
        let hex = grid
            .parse(self.text.trim())
            .map(|hex| Entry::Hex(hex, format!("Go to hex {}", grid.label(hex))));
        let mut commands: Vec<(i32, Entry)> = UiCommand::all()
            .filter(|&command| command != UiCommand::Palette && enabled(command))
            .filter_map(|command| {
                let label = label(command);
                let score = fit(&self.text, &label)?;
                Some((score, Entry::Command { command, label }))
            })
            .collect();
        commands.sort_by_key(|(score, _)| *score);
        hex.into_iter().chain(commands.into_iter().map(|(_, entry)| entry)).collect()
    }
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
