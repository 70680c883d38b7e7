//! The commands of the game without rules, and its file.

use std::path::Path;

use salient_play::sandbox::Act;

use super::files::with_ending;
use super::{Desk, Documents, OpenDocument};
use crate::look::notices::Notices;
use crate::look::sentence;
use crate::request::command::UiCommand;
use crate::request::views::Tab;
use crate::sandbox::SandboxGame;

impl OpenDocument {
    /// Carries out a command of the sandbox that is shown; whether it is one.
    pub(super) fn sandbox_command(&mut self, command: UiCommand, news: &mut Notices) -> bool {
        let hex = self.document.selection().hex;
        let Some(sandbox) = self.test_run.sandbox_mut() else { return false };
        match command {
            UiCommand::Undo => drop(sandbox.sandbox_mut().undo()),
            UiCommand::Redo => drop(sandbox.sandbox_mut().redo()),
            UiCommand::Cancel => sandbox.choose_nothing(),
            UiCommand::SandboxTurn => sandbox.do_it(Act::NextTurn {}, news),
            UiCommand::SandboxTurnOver => sandbox.turn_over(news),
            UiCommand::SandboxEliminate | UiCommand::RemoveSelected => {
                let counters = sandbox.names();
                sandbox.do_it(Act::Remove { counters }, news);
            }
            UiCommand::SandboxSetAside => {
                let counters = sandbox.names();
                sandbox.do_it(Act::SetAside { counters }, news);
            }
            UiCommand::SandboxPickUp => sandbox.take_in_hand(true),
            UiCommand::SandboxPutDown => match hex {
                Some(hex) => sandbox.move_to(hex, news),
                None => news.bad("Select a hex first."),
            },
            UiCommand::SandboxRoll => sandbox.roll(&self.document, news),
            _ => return false,
        }
        sandbox.put_into_words(&self.document);
        true
    }

    /// Whether a command can be carried out in the sandbox that is shown, where that says.
    pub(super) fn sandbox_enabled(&self, command: UiCommand) -> Option<bool> {
        let sandbox = self.test_run.sandbox();
        let with = |is: &dyn Fn(&SandboxGame) -> bool| Some(sandbox.is_some_and(is));
        let chosen = &|game: &SandboxGame| game.chosen().next().is_some();
        match command {
            UiCommand::OpenSandbox => {
                Some(self.test_run.lets_edit() && !self.test_run.is_running())
            }
            UiCommand::SandboxTurn => with(&|game| {
                let (turn, turns) = game.sandbox().turn_place();
                turn + 1 < turns
            }),
            UiCommand::SandboxTurnOver
            | UiCommand::SandboxEliminate
            | UiCommand::SandboxSetAside
            | UiCommand::SandboxPickUp => with(chosen),
            UiCommand::SandboxPutDown => with(&SandboxGame::in_hand),
            UiCommand::SandboxRoll => Some(sandbox.is_some()),
            UiCommand::SaveSandbox => with(&|game| game.sandbox().can_undo()),
            UiCommand::OpenSandboxFile => Some(!self.test_run.is_running()),
            _ if sandbox.is_none() => None,
            UiCommand::Undo => with(&|game| game.sandbox().can_undo()),
            UiCommand::Redo => with(&|game| game.sandbox().can_redo()),
            UiCommand::RemoveSelected => with(chosen),
            UiCommand::Step | UiCommand::PlayGame | UiCommand::RunGames | UiCommand::PlayLadder => {
                Some(false)
            }
            _ => None,
        }
    }
}

impl Documents {
    /// Writes the sandbox of the document in front.
    pub(super) fn write_sandbox(&mut self, path: &Path, desk: &mut Desk<'_>) {
        let Some(sandbox) = self.front.test_run.sandbox_mut() else { return };
        let path = with_ending(path.to_owned(), "jsonl");
        let text = sandbox.sandbox().to_text().map_err(|error| error.to_string());
        let written = text.and_then(|text| {
            salient_output::write_whole(&path, text.as_bytes()).map_err(|e| format!("{e:#}"))
        });
        match written {
            Ok(()) => {
                sandbox.is_saved();
                desk.notices.good(format!("{} is written.", path.display()));
            }
            Err(reason) => self.trouble("The sandbox was not written", reason, desk),
        }
    }

    /// Goes on with a sandbox that was written.
    pub(super) fn read_sandbox(&mut self, path: &Path, desk: &mut Desk<'_>) {
        let text = salient_files::read_text(path).map_err(|error| error.to_string());
        let sandbox = text.and_then(|text| SandboxGame::of_text(&self.front.document, &text));
        match sandbox {
            Ok(sandbox) => {
                let open = &mut self.front;
                open.give_up_drag(desk.notices);
                open.test_run.end_game();
                open.test_run.take_sandbox(sandbox, &open.document);
                open.inspector.tab = Tab::TestRun;
            }
            Err(reason) => {
                self.trouble("The sandbox cannot be gone on with", sentence(&reason), desk)
            }
        }
    }
}
