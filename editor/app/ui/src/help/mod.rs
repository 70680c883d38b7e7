//! Help in place: what a tool does, what a page or a panel is for. The words are data.

mod steps;
mod tour;

use std::collections::BTreeMap;
use std::sync::LazyLock;

use egui::{Id, RichText, ScrollArea, Ui, Window, vec2};
use serde::Deserialize;

use crate::documents::OpenDocument;
use crate::look::theme::{self, palette};
use crate::look::widgets::{choice_row, heading, quiet};
use crate::request::command::{COMMANDS, UiCommand};
use crate::request::keymap;
use crate::request::views::{Tab, View};
use crate::tools::memory::kind_of;
pub use tour::Tour;

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

/// The commands that help speaks of: tools, pages, panels, the lab and the sandbox.
pub fn commands() -> impl Iterator<Item = UiCommand> {
    COMMANDS.iter().map(|row| row.command).filter(|command| {
        matches!(
            command,
            UiCommand::Tool(_)
                | UiCommand::View(_)
                | UiCommand::Show(_)
                | UiCommand::ToggleLab
                | UiCommand::OpenSandbox
                | UiCommand::Palette
                | UiCommand::Keys
        )
    })
}

/// Where things lie in the window, so that F1 knows what is meant.
#[derive(Clone, Copy, Debug)]
pub struct Regions {
    /// The inspector.
    pub inspector: egui::Rect,
    /// The lab.
    pub lab: egui::Rect,
    /// The panes, from the left.
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

/// What helps: the window and the tour, and where things lie that they speak of.
#[derive(Debug, Default)]
pub struct Help {
    window: Option<HelpWindow>,
    tour: Option<Tour>,
    /// Where things lie in the window, as they were drawn last.
    pub regions: Regions,
}

impl Help {
    /// Shows help on what is under the pointer, or else in hand.
    pub fn here(&mut self, ctx: &egui::Context, front: &OpenDocument, inspector_shows: bool) {
        let about = self.meant(ctx.pointer_latest_pos(), front, inspector_shows);
        self.window = match self.window {
            Some(window) if window.about == about => None,
            _ => Some(HelpWindow { about, shown: None }),
        };
    }

    /// Closes the window. Gives whether it was open.
    pub fn close_window(&mut self) -> bool {
        self.window.take().is_some()
    }

    fn meant(
        &self,
        pointer: Option<egui::Pos2>,
        front: &OpenDocument,
        inspector_shows: bool,
    ) -> UiCommand {
        let over = |rect: egui::Rect| pointer.is_some_and(|at| rect.contains(at));
        let tool = UiCommand::Tool(kind_of(front.tools.tool()));
        let of = |view: View| if view == View::Map { tool } else { UiCommand::View(view) };
        if inspector_shows && over(self.regions.inspector) {
            if front.inspector.tab == Tab::TestRun && front.test_run.sandbox().is_some() {
                return UiCommand::OpenSandbox;
            }
            return UiCommand::Show(front.inspector.tab);
        }
        if front.lab.open && over(self.regions.lab) {
            return UiCommand::ToggleLab;
        }
        let panes = front.panes.all().zip(self.regions.panes);
        let under = panes.filter(|(_, rect)| over(*rect)).map(|(pane, _)| pane.view).next();
        of(under.unwrap_or(front.panes.focused().view))
    }

    /// Shows the window, if it is open.
    pub fn show_window(&mut self, ctx: &egui::Context) {
        let Some(mut window) = self.window else { return };
        let mut open = true;
        let room = ctx.content_rect();
        Window::new("Help")
            .id(Id::unique("help"))
            .open(&mut open)
            .default_size(vec2((room.width() - 80.0).min(560.0), (room.height() * 0.6).min(430.0)))
            .default_pos(room.center() - vec2(room.width().min(560.0) / 2.0, 200.0))
            .collapsible(false)
            .show(ctx, |ui| window.show(ui));
        self.window = open.then_some(window);
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
                                    crate::look::icons::paint(ui.painter(), at, icon, ink);
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
        UiCommand::OpenSandbox => "Sandbox",
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
