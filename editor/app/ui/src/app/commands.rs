//! How things stand with a command: whether it can be carried out, and why not.

use salient_document::layers::LayerId;

use super::App;
use crate::request::command::{ToolKind, UiCommand};
use crate::request::views::View;
use crate::test_run::Against;
use crate::tools::memory::kind_of;

impl App {
    /// Whether a command can be carried out now.
    pub fn enabled(&self, command: UiCommand) -> bool {
        self.settings.enabled(command) && self.documents.enabled(command)
    }

    /// What a command is called now: undo says what it takes back.
    pub fn label(&self, command: UiCommand) -> String {
        self.documents.front.label(command)
    }

    /// Whether a command that is a switch is on; `None` for one that is none.
    pub(super) fn is_on(&self, command: UiCommand) -> Option<bool> {
        let front = &self.documents.front;
        Some(match command {
            UiCommand::ToggleNumbers => front.shows_layer(LayerId::Numbers),
            UiCommand::ToggleCounters => front.shows_layer(LayerId::Counters),
            UiCommand::ToggleToolNames => self.settings.kept.tool_names,
            UiCommand::Tool(kind) => kind_of(front.tools.tool()) == kind,
            UiCommand::Show(tab) => front.inspector.tab == tab,
            UiCommand::Look(look) => self.settings.kept.look == look,
            UiCommand::ToggleHappened => front.test_run.shows_happened,
            UiCommand::ToggleLab => front.lab.open,
            UiCommand::ToggleReach => front.reach.shown,
            UiCommand::ToggleProbe => front.probe.shown,
            UiCommand::View(view) => front.panes.focused().view == view,
            UiCommand::SplitView => front.panes.is_split(),
            UiCommand::ToggleInspector => self.inspector_shows(),
            UiCommand::PlayFront => front.lab.is_playing(),
            UiCommand::CompareBefore => *front.test_run.results().against() == Against::Before,
            _ => return None,
        })
    }

    /// Whether the inspector shows. Beside a page in a small window it does so only when it was
    /// asked for there.
    pub(super) fn inspector_shows(&self) -> bool {
        self.panels.inspector_shows(self.documents.front.panes.shows(View::Map))
    }

    /// Why a command is shut off, in a sentence; `None` if it is not.
    pub fn why_not(&self, command: UiCommand) -> Option<&'static str> {
        if self.enabled(command) {
            return None;
        }
        let front = &self.documents.front;
        match command {
            UiCommand::Tool(kind) if front.is_editing() => Some(lacks(kind)),
            command => Some(self.why_not_now(command)),
        }
    }

    /// Why a command that is shut off is so.
    fn why_not_now(&self, command: UiCommand) -> &'static str {
        let front = &self.documents.front;
        let game = !front.is_editing();
        let run = front.test_run.is_running();
        match command {
            UiCommand::Save => "Nothing has changed since the file was saved.",
            UiCommand::StopRun => "No test-run is under way.",
            UiCommand::EndGame => "No game is shown.",
            UiCommand::DoDecision => "Nothing is put together that the rules allow.",
            UiCommand::GamesFromHere => "No game is shown, or it is not waiting.",
            UiCommand::ChooseHex
            | UiCommand::NextUnit
            | UiCommand::PreviousUnit
            | UiCommand::NextKind
            | UiCommand::EndStep
            | UiCommand::LetBotDecide => "Nobody waits for such a decision of yours.",
            UiCommand::Step | UiCommand::PlayGame | UiCommand::RunGames | UiCommand::PlayLadder
                if !front.has_rules() =>
            {
                "Salient has no rules for this system. Open the sandbox to play by hand."
            }
            UiCommand::SandboxTurn
            | UiCommand::SandboxTurnOver
            | UiCommand::SandboxEliminate
            | UiCommand::SandboxSetAside
            | UiCommand::SandboxPickUp
            | UiCommand::SandboxPutDown
            | UiCommand::SandboxRoll
            | UiCommand::SaveSandbox
                if front.test_run.sandbox().is_none() =>
            {
                "The sandbox is not open."
            }
            UiCommand::SandboxTurn => "This is the last game-turn.",
            UiCommand::SandboxPutDown => "Pick counters up first.",
            UiCommand::SaveSandbox => "Nothing has been done in the sandbox.",
            UiCommand::SandboxTurnOver
            | UiCommand::SandboxEliminate
            | UiCommand::SandboxSetAside
            | UiCommand::SandboxPickUp => "Choose counters on the map first.",
            UiCommand::Step | UiCommand::PlayGame | UiCommand::RunGames | UiCommand::PlayLadder
                if run =>
            {
                "A test-run is under way; stop it first."
            }
            UiCommand::PlayFront | UiCommand::SaveReport => "Run some games first.",
            UiCommand::SaveLadder => "Play the skill ladder first.",
            UiCommand::SaveGame | UiCommand::KeepPosition => "No game is shown.",
            UiCommand::RecordCase if front.test_run.game().is_none() => "No game is shown.",
            UiCommand::RecordCase if !front.states_its_rules() => {
                "The rules of this game stand in no ruleset."
            }
            UiCommand::RecordCase => "Nothing was decided yet.",
            UiCommand::ToggleProbe => "Salient has no rules for this system.",
            UiCommand::ChangesSinceSaved | UiCommand::ChangesSinceCommit => {
                "The scenario has no file yet."
            }
            UiCommand::Generate => "No system that Salient knows makes set-ups.",
            UiCommand::MergeVersion => "Compare with a file or a commit first.",
            UiCommand::RunVersion if !run => "Compare with another version first.",
            UiCommand::CompareFile | UiCommand::RunVersion if run => {
                "A test-run is under way; stop it first."
            }
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
            UiCommand::HereMenu => "Select a hex on the map first.",
            UiCommand::MoveSelected => "Select a counter on the map first.",
            UiCommand::FixProblem | UiCommand::FixAll => "Choose a problem in the list first.",
            UiCommand::RenameZone
            | UiCommand::RemoveZone
            | UiCommand::ShowZoneAlone
            | UiCommand::ZoneColour => "Take a zone into the hand first, with the tool for zones.",
            _ => "There is nothing that it could be done with.",
        }
    }
}

/// What a tool has nothing of to work with, and where there would be some.
fn lacks(kind: ToolKind) -> &'static str {
    match kind {
        ToolKind::Terrain | ToolKind::Fill | ToolKind::Straight => {
            "The ruleset has no kinds of terrain. Add one: Ruleset › Terrain › Add."
        }
        ToolKind::Feature => {
            "The ruleset has no kinds of features. Add one: Ruleset › In hexes › Add."
        }
        ToolKind::Trench => {
            "The ruleset has no feature that faces hexsides, such as a trench. Add one: Ruleset › \
             In hexes › Add; name it “Trench”, or choose such a look. What only runs along \
             hexsides, as a river does, is drawn with the tool for hexsides."
        }
        ToolKind::Label => {
            "The ruleset has no kind of feature for names. Add one: Ruleset › In hexes › Add; name \
             it “Label”, or choose the look “Label, words only”."
        }
        ToolKind::Hexside => {
            "The ruleset has no kinds of hexsides. Add one: Ruleset › Along hexsides › Add."
        }
        ToolKind::Line => {
            "The ruleset has no kinds of border lines. Add one: Ruleset › Lines › Add."
        }
        ToolKind::Path => {
            "The ruleset has no kinds of roads or railways. Add one: Ruleset › Paths › Add."
        }
        ToolKind::Sight => "The rules of this system have no lines of sight.",
        ToolKind::Plan => "The rules of this system plan no artillery fire before play.",
        ToolKind::Counter => "Every counter is placed or scheduled.",
        _ => "There is nothing that this tool could work with.",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pages::ruleset::LISTS;
    use salient_schema::Defined;

    #[test]
    fn a_tool_without_kinds_says_where_they_are_added() {
        for (kind, of) in [
            (ToolKind::Terrain, Defined::Terrain),
            (ToolKind::Fill, Defined::Terrain),
            (ToolKind::Straight, Defined::Terrain),
            (ToolKind::Feature, Defined::Feature),
            (ToolKind::Trench, Defined::Feature),
            (ToolKind::Label, Defined::Feature),
            (ToolKind::Hexside, Defined::Hexside),
            (ToolKind::Line, Defined::Line),
            (ToolKind::Path, Defined::Path),
        ] {
            let (_, section) = LISTS.iter().find(|(list, _)| *list == of).expect("a list");
            let way = format!("Ruleset › {section} › Add");
            assert!(lacks(kind).contains(&way), "{kind:?}: {}", lacks(kind));
        }
    }
}
