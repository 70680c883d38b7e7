//! Help in place: what a tool does, what a page or a panel is for. The words are data.

mod marks;
mod steps;
mod tour;

use std::collections::BTreeMap;
use std::sync::LazyLock;

use egui::{Id, RichText, ScrollArea, Ui, Window, vec2};
use serde::Deserialize;

use super::app::App;
use super::command::{COMMANDS, UiCommand};
use super::keymap;
use super::pane::View;
use super::theme::{self, palette};
use super::tools::memory::kind_of;
use super::widgets::{choice_row, heading, quiet};
pub use marks::note;
pub use tour::{Tour, TourRequest};

/// What is said about one thing.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Topic {
    /// What it is for, and how it is used: a paragraph each.
    pub text: Vec<String>,
    /// What keys and buttons do in it: `Shift` does that.
    #[serde(default)]
    pub keys: Vec<(String, String)>,
}

static TOPICS: LazyLock<BTreeMap<String, Topic>> = LazyLock::new(|| {
    // A test reads the same file, and every topic in it.
    toml::from_str(include_str!("topics.toml")).unwrap_or_default()
});

/// What is said about a command's tool, page or panel, if anything is.
pub fn topic(command: UiCommand) -> Option<&'static Topic> {
    TOPICS.get(command.row().id)
}

/// The commands that help speaks of: tools, pages, panels and the lab.
pub fn commands() -> impl Iterator<Item = UiCommand> {
    COMMANDS.iter().map(|row| row.command).filter(|command| {
        matches!(
            command,
            UiCommand::Tool(_)
                | UiCommand::View(_)
                | UiCommand::Show(_)
                | UiCommand::ToggleLab
                | UiCommand::Palette
                | UiCommand::Keys
        )
    })
}

/// Where things lie in the window, so that F1 knows what is meant.
#[derive(Clone, Copy, Debug)]
pub struct Regions {
    pub inspector: egui::Rect,
    pub lab: egui::Rect,
    pub panes: [egui::Rect; 2],
}

impl Default for Regions {
    fn default() -> Self {
        let nowhere = egui::Rect::NOTHING;
        Self { inspector: nowhere, lab: nowhere, panes: [nowhere; 2] }
    }
}

/// The window of help, while it is open.
#[derive(Clone, Copy, Debug)]
pub struct HelpWindow {
    about: UiCommand,
    /// What was scrolled to in the list.
    shown: Option<UiCommand>,
}

impl App {
    /// Shows help on what is under the pointer, or else in hand.
    pub(super) fn help_here(&mut self, ctx: &egui::Context) {
        let about = self.meant(ctx.pointer_latest_pos());
        self.help = match self.help {
            Some(window) if window.about == about => None,
            _ => Some(HelpWindow { about, shown: None }),
        };
    }

    fn meant(&self, pointer: Option<egui::Pos2>) -> UiCommand {
        let over = |rect: egui::Rect| pointer.is_some_and(|at| rect.contains(at));
        let tool = UiCommand::Tool(kind_of(self.sheet.tools.tool()));
        let of = |view: View| if view == View::Map { tool } else { UiCommand::View(view) };
        if self.inspector_shows() && over(self.regions.inspector) {
            return UiCommand::Show(self.sheet.inspector.tab);
        }
        if self.sheet.lab.open && over(self.regions.lab) {
            return UiCommand::ToggleLab;
        }
        let panes = self.sheet.panes.all().zip(self.regions.panes);
        let under = panes.filter(|(_, rect)| over(*rect)).map(|(pane, _)| pane.view).next();
        of(under.unwrap_or(self.sheet.panes.focused().view))
    }

    pub(super) fn help_window(&mut self, ctx: &egui::Context) {
        let Some(mut window) = self.help else { return };
        let mut open = true;
        let room = ctx.content_rect();
        Window::new("Help")
            .id(Id::unique("help"))
            .open(&mut open)
            .default_size(vec2((room.width() - 80.0).min(560.0), (room.height() * 0.6).min(430.0)))
            .default_pos(room.center() - vec2(room.width().min(560.0) / 2.0, 200.0))
            .collapsible(false)
            .show(ctx, |ui| window.show(ui));
        self.help = open.then_some(window);
    }
}

impl HelpWindow {
    fn show(&mut self, ui: &mut Ui) {
        let height = ui.available_height();
        ui.horizontal_top(|ui| {
            let wide = (ui.available_width() * 0.34).clamp(120.0, 180.0);
            let list = egui::Layout::top_down(egui::Align::Min);
            ui.allocate_ui_with_layout(vec2(wide, height), list, |ui| {
                ui.set_width(wide);
                let list = ScrollArea::vertical().id_salt("topics").auto_shrink(false);
                list.show(ui, |ui| {
                    ui.spacing_mut().item_spacing.y = 1.0;
                    for command in commands() {
                        let chosen = command == self.about;
                        let row =
                            choice_row(ui, chosen, 26.0, name_of(command), "", |ui, at, ink| {
                                if let Some(icon) = command.icon() {
                                    super::icons::paint(ui.painter(), at, icon, ink);
                                }
                            });
                        if chosen && self.shown != Some(command) {
                            self.shown = Some(command);
                            row.scroll_to_me(Some(egui::Align::Center));
                        }
                        if row.clicked() {
                            self.about = command;
                        }
                    }
                });
            });
            ui.separator();
            ui.vertical(|ui| {
                let topic = ScrollArea::vertical().id_salt("topic").auto_shrink(false);
                topic.show(ui, |ui| page(ui, self.about));
            });
        });
    }
}

/// What a tool, page or panel is called.
fn name_of(command: UiCommand) -> &'static str {
    match command {
        UiCommand::Show(tab) => tab.name(),
        command => command.text(),
    }
}

fn page(ui: &mut Ui, about: UiCommand) {
    ui.set_width(ui.available_width());
    ui.horizontal(|ui| {
        ui.heading(name_of(about));
        if let Some(key) = keymap::shown(ui.ctx(), about) {
            ui.label(RichText::new(key).color(palette(ui).quiet));
        }
    });
    ui.add_space(theme::GAP);
    let Some(topic) = topic(about) else {
        quiet(ui, about.tooltip());
        return;
    };
    for text in &topic.text {
        ui.add(egui::Label::new(text.as_str()).wrap());
        ui.add_space(theme::GAP);
    }
    if !topic.keys.is_empty() {
        heading(ui, "Keys and buttons");
        for (key, does) in &topic.keys {
            ui.horizontal_wrapped(|ui| {
                ui.label(RichText::new(key).font(theme::strong(14.0)));
                ui.label(RichText::new(does).color(palette(ui).quiet));
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_has_its_help_and_nothing_else_has() {
        let topics: BTreeMap<String, Topic> = toml::from_str(include_str!("topics.toml")).unwrap();
        for command in commands() {
            let topic = topics.get(command.row().id);
            assert!(topic.is_some(), "no help on “{}” ({})", command.text(), command.row().id);
        }
        for (id, topic) in &topics {
            assert!(commands().any(|command| command.row().id == id), "{id} is nothing");
            assert!(!topic.text.is_empty(), "{id} says nothing");
            for text in &topic.text {
                assert!(text.len() > 30 && text.ends_with('.'), "{id}: {text}");
            }
        }
    }
}
