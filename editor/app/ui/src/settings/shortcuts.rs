//! The keys of all commands, and changing them.

use egui::{Id, Key, KeyboardShortcut, Modal, RichText, ScrollArea, TextEdit, Ui, vec2};

use crate::look::icons::{self, Icon};
use crate::look::theme::{self, palette};
use crate::look::widgets::{
    dialog_frame, heading, icon_button, name_input, primary_button, quiet, text_button,
};
use crate::request::Request;
use crate::request::command::{COMMANDS, UiCommand};
use crate::request::keymap::{self, Keymap};
use crate::request::shell::ShellRequest;

/// What keys and pointer do on the map, whatever the commands' keys are.
const FIXED: [(&str, &str); 5] = [
    ("Move the map", "Space and drag, or the middle button"),
    ("Zoom", "Wheel, or pinch"),
    ("Move the selection", "Arrow keys"),
    ("Use the tool there", "Enter"),
    ("Help on what is in hand", "F1"),
];

/// The dialog while it is open.
#[derive(Clone, Debug, Default)]
pub struct Shortcuts {
    search: String,
    /// The command whose new keys are awaited, and whether they come beside the old ones.
    awaited: Option<(UiCommand, bool)>,
    /// New keys that other commands have already.
    conflict: Option<Conflict>,
}

#[derive(Clone, Debug)]
struct Conflict {
    command: UiCommand,
    beside: bool,
    key: KeyboardShortcut,
    others: Vec<UiCommand>,
}

impl Shortcuts {
    /// Shows it. Gives whether it stays open.
    pub fn show(&mut self, ctx: &egui::Context, requests: &mut Vec<Request>) -> bool {
        let map = keymap::of(ctx);
        self.take_keys(ctx, &map, requests);
        let mut done = false;
        let room = ctx.content_rect().size();
        let modal = Modal::new(Id::unique("shortcuts")).frame(dialog_frame(ctx)).show(ctx, |ui| {
            ui.set_width((room.x - 60.0).min(620.0));
            ui.horizontal(|ui| {
                ui.heading("Keyboard shortcuts");
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                    if icon_button(ui, Icon::Close, "Close", true).clicked() {
                        done = true;
                    }
                    let changed = !map.changed.is_empty();
                    if text_button(ui, None, "Usual keys for all", changed).clicked() {
                        requests.push(Request::Shell(ShellRequest::ResetKeys(None)));
                    }
                });
            });
            let field = TextEdit::singleline(&mut self.search)
                .hint_text("Search by name, or by key: Ctrl+S")
                .desired_width(f32::INFINITY);
            let field = ui.add(field);
            name_input(&field, "Search shortcuts");
            if self.awaited.is_none()
                && self.conflict.is_none()
                && ui.memory(|m| m.focused()).is_none()
            {
                field.request_focus();
            }
            ui.add_space(theme::GAP);
            self.conflict(ui, requests);
            let height = (room.y - 230.0).clamp(80.0, 460.0);
            ScrollArea::vertical().max_height(height).auto_shrink([false, true]).show(ui, |ui| {
                let mut none = true;
                for row in COMMANDS {
                    if self.finds(ui.ctx(), &map, row.command) {
                        none = false;
                        self.row(ui, &map, row.command, requests);
                    }
                }
                if none {
                    quiet(ui, "No command is called that, or has that key.");
                }
                if self.search.trim().is_empty() {
                    fixed(ui);
                }
            });
        });
        !done && (!modal.should_close() || self.awaited.is_some())
    }

    fn finds(&self, ctx: &egui::Context, map: &Keymap, command: UiCommand) -> bool {
        let wanted = self.search.trim().to_lowercase();
        let of = |text: &str| text.to_lowercase().contains(&wanted);
        wanted.is_empty()
            || of(command.text())
            || map.keys(command).iter().any(|key| of(&keymap::as_printed(ctx, key)))
    }

    /// The keys that a command is waiting for.
    fn take_keys(&mut self, ctx: &egui::Context, map: &Keymap, requests: &mut Vec<Request>) {
        let Some((command, beside)) = self.awaited else { return };
        let Some(key) = keymap::take_next(ctx) else { return };
        self.awaited = None;
        if key.logical_key == Key::Escape && command != UiCommand::Cancel {
            return;
        }
        let others = map.others(key, command);
        if others.is_empty() {
            set(map, command, beside, key, requests);
        } else {
            self.conflict = Some(Conflict { command, beside, key, others });
        }
    }

    fn conflict(&mut self, ui: &mut Ui, requests: &mut Vec<Request>) {
        let Some(conflict) = self.conflict.clone() else { return };
        let map = keymap::of(ui.ctx());
        let key = keymap::as_printed(ui.ctx(), &conflict.key);
        let names: Vec<&str> = conflict.others.iter().map(|other| other.text()).collect();
        let text = format!("{key} already asks for “{}”.", names.join("”, “"));
        crate::look::widgets::card(ui, |ui| {
            ui.horizontal_wrapped(|ui| {
                let (rect, _) = ui.allocate_exact_size(vec2(16.0, 16.0), egui::Sense::hover());
                icons::paint(ui.painter(), rect, Icon::Warning, palette(ui).warning);
                ui.label(text);
            });
            ui.horizontal(|ui| {
                let take = format!("Use it for “{}”", conflict.command.text());
                if primary_button(ui, None, &take, true).clicked() {
                    for &other in &conflict.others {
                        let mut keys = map.keys(other).to_vec();
                        keys.retain(|key| *key != conflict.key);
                        requests.push(Request::Shell(ShellRequest::SetKeys(other, keys)));
                    }
                    set(&map, conflict.command, conflict.beside, conflict.key, requests);
                    self.conflict = None;
                }
                if text_button(ui, None, "Leave it as it is", true).clicked() {
                    self.conflict = None;
                }
            });
        });
        ui.add_space(theme::GAP);
    }

    fn row(&mut self, ui: &mut Ui, map: &Keymap, command: UiCommand, requests: &mut Vec<Request>) {
        let colours = palette(ui);
        let name = command.text();
        let changed = map.changed.contains_key(command.row().id);
        ui.horizontal(|ui| {
            let (rect, _) = ui.allocate_exact_size(vec2(16.0, 16.0), egui::Sense::hover());
            if let Some(icon) = command.icon() {
                icons::paint(ui.painter(), rect, icon, colours.quiet);
            }
            ui.label(name).on_hover_text(command.tooltip());
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                let usual = format!("Usual keys for {name}");
                if icon_button(ui, Icon::Undo, &usual, changed).clicked() {
                    let reset = ShellRequest::ResetKeys(Some(command));
                    requests.push(Request::Shell(reset));
                }
                let has = !map.keys(command).is_empty();
                if icon_button(ui, Icon::Remove, &format!("No key for {name}"), has).clicked() {
                    let none = ShellRequest::SetKeys(command, Vec::new());
                    requests.push(Request::Shell(none));
                }
                if icon_button(ui, Icon::Plus, &format!("One more key for {name}"), has).clicked() {
                    self.awaited = Some((command, true));
                    self.conflict = None;
                }
                let keys: Vec<String> =
                    map.keys(command).iter().map(|key| keymap::as_printed(ui.ctx(), key)).collect();
                let waits = self.awaited.is_some_and(|(other, _)| other == command);
                let words = match (waits, keys.is_empty()) {
                    (true, _) => "Press the new keys…".to_owned(),
                    (false, true) => "none".to_owned(),
                    (false, false) => keys.join(", "),
                };
                let ink = match (waits, changed, keys.is_empty()) {
                    (true, ..) => colours.on_accent,
                    (_, true, _) => colours.accent,
                    (_, _, true) => colours.quiet,
                    _ => colours.ink,
                };
                let button = egui::Button::new(RichText::new(&words).color(ink)).selected(waits);
                let response = ui.add(button).on_hover_text("Click, then press the new keys");
                let spoken = format!("Change the keys of {name}: {words}");
                response
                    .widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &spoken));
                if response.clicked() {
                    self.awaited = if waits { None } else { Some((command, false)) };
                    self.conflict = None;
                    // Or else Tab and Enter would mean the field and the button.
                    response.surrender_focus();
                }
            });
        });
    }
}

fn set(
    map: &Keymap,
    command: UiCommand,
    beside: bool,
    key: KeyboardShortcut,
    requests: &mut Vec<Request>,
) {
    let mut keys = if beside { map.keys(command).to_vec() } else { Vec::new() };
    if !keys.contains(&key) {
        keys.push(key);
    }
    requests.push(Request::Shell(ShellRequest::SetKeys(command, keys)));
}

fn fixed(ui: &mut Ui) {
    heading(ui, "Always, on the map");
    for (what, key) in FIXED {
        ui.horizontal(|ui| {
            ui.add_space(24.0);
            ui.label(what);
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                ui.label(RichText::new(key).color(palette(ui).quiet));
            });
        });
    }
}
