//! How Salient works.

use egui::Key;

use super::kinds::{Command, Menu, UiCommand, ctrl, ctrl_shift, key, row};
use crate::look::icons::Icon;

/// In the order of menus and palette.
pub(super) const COMMANDS: &[Command] = &[
    row(
        UiCommand::Palette,
        "help.palette",
        "All commands…",
        "Find any command by its name, or go to a hex by its number",
    )
    .keys(&[ctrl(Key::P), ctrl_shift(Key::P)])
    .icon(Icon::Search)
    .menu(Menu::Help, 0),
    row(
        UiCommand::HelpHere,
        "help.here",
        "Help on this",
        "What the tool in hand, or the page or panel under the pointer, is for",
    )
    .keys(&[key(Key::F1)])
    .icon(Icon::Help)
    .menu(Menu::Help, 0),
    row(
        UiCommand::Tour,
        "help.tour",
        "Take the tour",
        "Four minutes on a copy of The Kaiser's Battle, with something to do at every step",
    )
    .icon(Icon::Tour)
    .menu(Menu::Help, 0),
    row(
        UiCommand::Keys,
        "help.keys",
        "Keyboard shortcuts…",
        "See the keys of all commands, and change them",
    )
    .keys(&[ctrl(Key::K)])
    .icon(Icon::Keys)
    .menu(Menu::Help, 0),
    row(UiCommand::About, "help.about", "About Salient", "What Salient is, and its version")
        .icon(Icon::Note)
        .menu(Menu::Help, 1),
];
