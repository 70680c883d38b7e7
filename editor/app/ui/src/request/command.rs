//! Everything that can be asked for by menu, palette or key: one table that all three read, cut into
//! rooms by what a command is about.
//!
//! To add a command: a variant of [`UiCommand`] in `kinds.rs`, a row in its room, and what it does in
//! `carry_out.rs`.

mod edit;
mod file;
mod help;
mod kinds;
mod map;
mod run;
mod view;

use self::kinds::row;
pub use self::kinds::{Command, Menu, ToolKind, UiCommand};
use crate::look::icons::Icon;

/// All commands, in the order of menus and palette.
pub const COMMANDS: &[Command] = &joined::<{ count(ROOMS) }>(ROOMS);

/// The commands by what they are about.
const ROOMS: &[&[Command]] =
    &[file::COMMANDS, edit::COMMANDS, view::COMMANDS, map::COMMANDS, run::COMMANDS, help::COMMANDS];

const fn count(rooms: &[&[Command]]) -> usize {
    let (mut room, mut all) = (0, 0);
    while room < rooms.len() {
        all += rooms[room].len();
        room += 1;
    }
    all
}

const fn joined<const COUNT: usize>(rooms: &[&[Command]]) -> [Command; COUNT] {
    let mut all = [row(UiCommand::Cancel, "", "", ""); COUNT];
    let (mut room, mut at) = (0, 0);
    while room < rooms.len() {
        let mut place = 0;
        while place < rooms[room].len() {
            all[at] = rooms[room][place];
            (at, place) = (at + 1, place + 1);
        }
        room += 1;
    }
    all
}

impl UiCommand {
    /// All commands, in the order of menus and palette.
    pub fn all() -> impl Iterator<Item = Self> {
        COMMANDS.iter().map(|row| row.command)
    }

    /// Its row in the list.
    pub fn row(self) -> &'static Command {
        const MISSING: Command = row(UiCommand::Cancel, "", "", "");
        // A test sees to it that every command has a row.
        COMMANDS.iter().find(|row| row.command == self).unwrap_or(&MISSING)
    }

    /// What it is called.
    pub fn text(self) -> &'static str {
        self.row().text
    }

    /// What it does, in a sentence.
    pub fn tooltip(self) -> &'static str {
        self.row().tooltip
    }

    /// Its icon, if it has one.
    pub fn icon(self) -> Option<Icon> {
        self.row().icon
    }
}

#[cfg(test)]
mod tests {
    use egui::KeyboardShortcut;

    use super::*;
    use crate::look::theme::Look;
    use crate::request::views::{Tab, View};

    #[test]
    fn no_two_commands_share_a_key() {
        let mut seen: Vec<(KeyboardShortcut, UiCommand)> = Vec::new();
        for row in COMMANDS {
            for key in row.keys {
                let other = seen.iter().find(|(other, _)| other == key);
                assert!(other.is_none(), "{key:?} is {row:?} and {other:?}");
                seen.push((*key, row.command));
            }
        }
    }

    #[test]
    fn every_command_is_listed_and_named_once() {
        for of in [|row: &Command| row.id, |row: &Command| row.text] {
            let mut names: Vec<_> = COMMANDS.iter().map(of).collect();
            names.sort_unstable();
            names.dedup();
            assert_eq!(names.len(), COMMANDS.len());
        }
        let nested = Tab::ALL.map(UiCommand::Show).into_iter();
        let nested = nested.chain(ToolKind::ALL.map(UiCommand::Tool));
        let nested = nested.chain(Look::ALL.map(UiCommand::Look));
        for command in nested.chain(View::ALL.map(UiCommand::View)) {
            assert_eq!(command.row().command, command, "{command:?} has no row");
        }
    }

    #[test]
    fn every_command_has_an_icon_and_says_what_it_does() {
        for row in COMMANDS {
            assert!(row.icon.is_some(), "{} has no icon", row.text);
            assert!(row.tooltip.len() > 8, "{} does not say what it does", row.text);
        }
    }
}
