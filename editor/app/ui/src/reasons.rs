//! Why a command cannot be carried out at the moment.

use super::app::App;
use super::command::UiCommand;

impl App {
    /// Why a command is shut off, in a sentence; `None` if it is not.
    pub fn why_not(&self, command: UiCommand) -> Option<&'static str> {
        if self.enabled(command) {
            return None;
        }
        let game = !self.sheet.is_editing();
        let run = self.sheet.test_run.is_running();
        Some(match command {
            UiCommand::Save => "Nothing has changed since the file was saved.",
            UiCommand::StopRun => "No test-run is under way.",
            UiCommand::EndGame => "No game is shown.",
            UiCommand::Step | UiCommand::PlayGame | UiCommand::RunGames if run => {
                "A test-run is under way; stop it first."
            }
            UiCommand::PlayFront | UiCommand::SaveReport => "Run some games first.",
            UiCommand::CompareFile if run => "A test-run is under way; stop it first.",
            UiCommand::CompareBefore => "Run games before and after an edit first.",
            UiCommand::StopComparing => "Nothing is being compared.",
            UiCommand::NextProblem => "There are no problems.",
            UiCommand::NextTab | UiCommand::PreviousTab => "Only one document is open.",
            UiCommand::LargerScale => "Everything is as large as it gets.",
            UiCommand::SmallerScale => "Everything is as small as it gets.",
            UiCommand::NormalScale => "Everything has its usual size.",
            _ if game => "A test-run is shown; go back to editing first.",
            UiCommand::Undo => "Nothing was changed yet.",
            UiCommand::Redo => "Nothing was undone.",
            UiCommand::RemoveSelected => "Select a counter on the map first.",
            UiCommand::Tool(_) => "The rules of this scenario have nothing for this tool.",
            _ => "There is nothing that it could be done with.",
        })
    }
}
