//! The bar at the top: menus, the document's name, undo and redo.

use std::path::PathBuf;

use egui::{
    Align, Atom, AtomExt as _, Atoms, Button, Layout, MenuBar, Rect, RichText, Role, ScrollArea,
    Ui, Vec2, WidgetInfo, vec2,
};

use crate::look::icons::{self, Icon};
use crate::look::theme::{self, palette};
use crate::look::widgets::icon_button;
use crate::request::command::{COMMANDS, Menu, UiCommand};
use crate::request::shell::ShellRequest;
use crate::request::{Request, keymap};

/// What the bar reads.
pub struct MenuInput<'a> {
    /// The scenario's title; empty where a tab has it.
    pub title: &'a str,
    /// Files that were open lately, the last one first.
    pub recent: &'a [PathBuf],
    /// The file's name, or what stands for it.
    pub file: &'a str,
    /// Whether there is anything to save.
    pub dirty: bool,
    /// What a command is called at the moment.
    pub label: &'a dyn Fn(UiCommand) -> String,
    /// Why a command cannot be carried out at the moment; `None` if it can.
    pub why_not: &'a dyn Fn(UiCommand) -> Option<&'static str>,
    /// Whether a command that is a switch is on; `None` for others.
    pub on: &'a dyn Fn(UiCommand) -> Option<bool>,
}

/// Shows the bar.
pub fn show(ui: &mut Ui, input: &MenuInput<'_>, requests: &mut Vec<Request>) {
    let bar = ui.max_rect();
    MenuBar::new().ui(ui, |ui| {
        if bar.width() > 700.0 {
            ui.label(RichText::new("Salient").font(theme::strong(17.0)).color(palette(ui).accent));
            ui.add_space(8.0);
        }
        for of in Menu::ALL {
            menu(ui, of, input, requests);
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            for command in [UiCommand::ToggleTheme, UiCommand::Palette] {
                icon(ui, command, input, requests);
            }
            ui.add_space(6.0);
            for command in [UiCommand::Save, UiCommand::Redo, UiCommand::Undo] {
                icon(ui, command, input, requests);
            }
        });
    });
    if !input.title.is_empty() {
        title(ui, bar, input);
    }
}

/// The name of what is open, in the middle of the bar.
fn title(ui: &Ui, bar: egui::Rect, input: &MenuInput<'_>) {
    let colours = palette(ui);
    let painter = ui.painter();
    let name = painter.layout_no_wrap(
        input.title.to_owned(),
        theme::strong(15.0),
        ui.visuals().text_color(),
    );
    let file = painter.layout_no_wrap(
        input.file.to_owned(),
        egui::FontId::proportional(14.0),
        colours.quiet,
    );
    let dot = if input.dirty { 14.0 } else { 0.0 };
    let width = name.size().x + 10.0 + file.size().x + dot;
    if width > bar.width() - 760.0 {
        return;
    }
    let mut at = bar.center() - vec2(width / 2.0, 0.0);
    if input.dirty {
        painter.circle_filled(at + vec2(3.5, 0.0), 3.5, colours.warning);
        at.x += dot;
    }
    let room = name.size();
    painter.galley(at - vec2(0.0, room.y / 2.0), name, colours.quiet);
    at.x += room.x + 10.0;
    let height = file.size().y;
    painter.galley(at - vec2(0.0, height / 2.0), file, colours.quiet);
}

fn icon(ui: &mut Ui, command: UiCommand, input: &MenuInput<'_>, requests: &mut Vec<Request>) {
    let shape = command.icon().unwrap_or(Icon::Note);
    let key = keymap::shown(ui.ctx(), command);
    let name = match key {
        Some(key) => format!("{} ({key})", (input.label)(command)),
        None => (input.label)(command),
    };
    if icon_button(ui, shape, &name, (input.why_not)(command).is_none()).clicked() {
        requests.push(Request::Command(command));
    }
}

/// How wide the mark of a switch that is on is, in points.
const MARK: f32 = 14.0;

fn menu(ui: &mut Ui, of: Menu, input: &MenuInput<'_>, requests: &mut Vec<Request>) {
    let mut rows: Vec<(u8, UiCommand)> = COMMANDS
        .iter()
        .filter_map(|row| row.menu.filter(|(menu, _)| *menu == of).map(|at| (at.1, row.command)))
        .collect();
    rows.sort_by_key(|(group, _)| *group);
    let plain: Vec<_> =
        rows.iter().copied().filter(|(group, _)| submenu(of, *group).is_none()).collect();
    let marks = has_switch(&plain, input);
    let button = ui.menu_button(of.name(), |ui| {
        ui.set_width(250.0);
        let most = (ui.ctx().content_rect().height() - 60.0).max(120.0);
        // A menu that is new has less room at first, and would grow to it.
        ui.set_max_height(most);
        ScrollArea::vertical().max_height(most).show(ui, |ui| {
            for (place, group) in rows.chunk_by(|one, other| one.0 == other.0).enumerate() {
                if place > 0 && submenu(of, group[0].0).is_none() {
                    ui.separator();
                }
                match submenu(of, group[0].0) {
                    Some(name) => {
                        ui.menu_button(with_room(marks, name), |ui| {
                            ui.set_width(250.0);
                            let marks = has_switch(group, input);
                            group.iter().for_each(|&(_, command)| {
                                entry(ui, command, marks, input, requests);
                            });
                        });
                    }
                    None => {
                        group
                            .iter()
                            .for_each(|&(_, command)| entry(ui, command, marks, input, requests));
                    }
                }
                if of == Menu::File && place == 0 && !input.recent.is_empty() {
                    recent(ui, input.recent, requests);
                }
            }
        });
    });
    crate::look::marks::note(ui, of.name(), button.response.rect);
}

/// The name of a group that is a menu of its own.
fn submenu(of: Menu, group: u8) -> Option<&'static str> {
    match (of, group) {
        (Menu::View, 3) => Some("Panels"),
        (Menu::View, 5) => Some("Look"),
        (Menu::View, 6) => Some("Size"),
        _ => None,
    }
}

/// Whether some of a menu's commands are switches: then all of its words leave room for a mark.
fn has_switch(rows: &[(u8, UiCommand)], input: &MenuInput<'_>) -> bool {
    rows.iter().any(|&(_, command)| (input.on)(command).is_some())
}

/// The words of a row, with room for a mark before them if others of the menu have one.
fn with_room(marks: bool, words: &str) -> Atoms<'_> {
    let mut atoms = Atoms::new(words);
    if marks {
        atoms.push_left(Atom::default().atom_size(vec2(MARK, 1.0)));
    }
    atoms
}

/// A command; `marks`: whether there is room before it for a mark.
fn entry(
    ui: &mut Ui,
    command: UiCommand,
    marks: bool,
    input: &MenuInput<'_>,
    requests: &mut Vec<Request>,
) {
    let label = (input.label)(command);
    let mut button = Button::new(with_room(marks, &label));
    if let Some(key) = keymap::shown(ui.ctx(), command) {
        button = button.shortcut_text(key);
    }
    let reason = (input.why_not)(command);
    let response = ui.add_enabled(reason.is_none(), button).on_hover_text(command.tooltip());
    if let Some(on) = (input.on)(command) {
        response.widget_info(|| WidgetInfo::selected(Role::Button, reason.is_none(), on, &label));
        if on {
            let left = response.rect.left() + ui.spacing().button_padding.x;
            let middle = egui::pos2(left + MARK / 2.0, response.rect.center().y);
            let ink = ui.style().interact(&response).text_color();
            let place = Rect::from_center_size(middle, Vec2::splat(MARK));
            icons::paint(ui.painter(), place, Icon::Tick, ink);
        }
    }
    if response.on_disabled_hover_text(reason.unwrap_or_default()).clicked() {
        requests.push(Request::Command(command));
        ui.close();
    }
}

/// The files that were open lately.
fn recent(ui: &mut Ui, files: &[PathBuf], requests: &mut Vec<Request>) {
    ui.menu_button("Open recent", |ui| {
        ui.set_width(300.0);
        for file in files {
            let name = file.file_name().unwrap_or(file.as_os_str()).to_string_lossy();
            let folder = file.parent().and_then(|folder| folder.file_name());
            let folder = folder.map(|folder| folder.to_string_lossy().into_owned());
            let button = Button::new(name).shortcut_text(folder.unwrap_or_default()).truncate();
            if ui.add(button).on_hover_text(file.display().to_string()).clicked() {
                requests.push(Request::Shell(ShellRequest::OpenFile(file.clone())));
                ui.close();
            }
        }
        ui.separator();
        if ui.button("Forget these").clicked() {
            requests.push(Request::Shell(ShellRequest::ForgetFiles));
            ui.close();
        }
    });
}
