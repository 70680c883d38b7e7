//! Changing what is open.

use egui::Key;

use super::kinds::{Command, Menu, UiCommand, ctrl, ctrl_shift, key, row, shift};
use crate::look::icons::Icon;

/// In the order of menus and palette.
pub(super) const COMMANDS: &[Command] = &[
    row(UiCommand::Undo, "edit.undo", "Undo", "Take the last change back")
        .keys(&[ctrl(Key::Z)])
        .icon(Icon::Undo)
        .menu(Menu::Edit, 0),
    row(UiCommand::Redo, "edit.redo", "Redo", "Make the change again that was taken back")
        .keys(&[ctrl_shift(Key::Z), ctrl(Key::Y)])
        .icon(Icon::Redo)
        .menu(Menu::Edit, 0),
    row(
        UiCommand::RemoveSelected,
        "edit.remove",
        "Remove selected",
        "Take the selected counters off the map, or clear the selected hexes",
    )
    .keys(&[key(Key::Delete), key(Key::Backspace)])
    .icon(Icon::Remove)
    .menu(Menu::Edit, 1),
    row(
        UiCommand::MoveSelected,
        "edit.move",
        "Move selected to hex…",
        "Type a hex number; the selected counters go there and keep their places to each other",
    )
    .icon(Icon::Counter)
    .menu(Menu::Edit, 1),
    row(
        UiCommand::HereMenu,
        "edit.here",
        "What can be done here",
        "Show the menu of the selected hex and its counters, as the right button does",
    )
    .keys(&[shift(Key::F10)])
    .icon(Icon::List)
    .menu(Menu::Edit, 1),
    row(
        UiCommand::Copy,
        "edit.copy",
        "Copy hexes",
        "Copy what lies in the selected hexes, to be laid down elsewhere",
    )
    .keys(&[ctrl(Key::C)])
    .icon(Icon::Copy)
    .menu(Menu::Edit, 1),
    row(UiCommand::Paste, "edit.paste", "Paste hexes", "Take what was copied as a stamp")
        .keys(&[ctrl(Key::V)])
        .icon(Icon::Stamp)
        .menu(Menu::Edit, 1),
    row(UiCommand::SelectAll, "edit.select-all", "Select all hexes", "Select every hex of the map")
        .keys(&[ctrl(Key::A)])
        .icon(Icon::SelectAll)
        .menu(Menu::Edit, 1),
    row(UiCommand::Cancel, "edit.cancel", "Cancel", "Give up what is under way")
        .keys(&[key(Key::Escape)])
        .icon(Icon::Close),
];
