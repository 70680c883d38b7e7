//! What a command is: its name, its row in the list, the menu that it stands in.

use egui::{Key, KeyboardShortcut, Modifiers};
use salient_document::Document;

use crate::look::icons::Icon;
use crate::look::theme::Look;
use crate::request::views::{Tab, View};

/// A menu of the bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Menu {
    /// Opening, saving, exporting.
    File,
    /// Changing what is open.
    Edit,
    /// What the window shows.
    View,
    /// Tools of the map.
    Map,
    /// Games between bots.
    TestRun,
    /// How Salient works.
    Help,
}

impl Menu {
    /// All, from the left.
    pub const ALL: [Self; 6] =
        [Self::File, Self::Edit, Self::View, Self::Map, Self::TestRun, Self::Help];

    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Self::File => "File",
            Self::Edit => "Edit",
            Self::View => "View",
            Self::Map => "Map",
            Self::TestRun => "Test-run",
            Self::Help => "Help",
        }
    }
}

/// A row of the list of commands.
#[derive(Clone, Copy, Debug)]
pub struct Command {
    /// What is asked for.
    pub command: UiCommand,
    /// Its name in the settings, which never changes.
    pub id: &'static str,
    /// What it is called.
    pub text: &'static str,
    /// What it does, in a sentence.
    pub tooltip: &'static str,
    /// The keys that ask for it unless the settings say otherwise; the first is shown.
    pub keys: &'static [KeyboardShortcut],
    /// Its icon, if it has one.
    pub icon: Option<Icon>,
    /// The menu that it stands in, and its group there; none for what is only in the palette.
    pub menu: Option<(Menu, u8)>,
}

impl Command {
    pub(super) const fn keys(self, keys: &'static [KeyboardShortcut]) -> Self {
        Self { keys, ..self }
    }

    pub(super) const fn icon(self, icon: Icon) -> Self {
        Self { icon: Some(icon), ..self }
    }

    pub(super) const fn menu(self, menu: Menu, group: u8) -> Self {
        Self { menu: Some((menu, group)), ..self }
    }
}

pub(super) const fn row(
    command: UiCommand,
    id: &'static str,
    text: &'static str,
    tooltip: &'static str,
) -> Command {
    Command { command, id, text, tooltip, keys: &[], icon: None, menu: None }
}

pub(super) const fn key(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::NONE, key)
}

pub(super) const fn ctrl(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::COMMAND, key)
}

pub(super) const fn ctrl_shift(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::COMMAND.plus(Modifiers::SHIFT), key)
}

pub(super) const fn shift(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::SHIFT, key)
}

pub(super) const fn alt(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::ALT, key)
}

/// Something that the editor can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum UiCommand {
    /// Show what changed since the document was saved.
    ChangesSinceSaved,
    /// Show what changed from another file.
    ChangesFromFile,
    /// Show what changed since a commit.
    ChangesSinceCommit,
    /// Put the version that is compared with together with the document.
    MergeVersion,
    /// Run the games of the version that is compared with beside the document's.
    RunVersion,
    /// Begin a game of one's own.
    NewGame,
    /// Begin a map.
    NewMap,
    /// Begin a scenario on the same map.
    NewScenario,
    /// Ask for a set-up that a system's rules make.
    Generate,
    /// Give the map another size.
    ResizeMap,
    /// Number the map anew.
    RenumberMap,
    /// Join boards into one map.
    JoinBoards,
    /// Go to a hex by its number.
    GoToHex,
    /// Move the selected counters to a hex by its number.
    MoveSelected,
    /// Show what can be done in the selected hex.
    HereMenu,
    /// Open a file.
    Open,
    /// Open the embedded scenario.
    OpenExample,
    /// Save.
    Save,
    /// Save under another name.
    SaveAs,
    /// Give the document a ruleset of its own.
    CopyRuleset,
    /// Export a picture.
    ExportPicture,
    /// Write the scenario in another client's format.
    Export,
    /// Read another client's file.
    Import,
    /// Read a folder of tables.
    ImportTables,
    /// Close the document in front.
    Close,
    /// Close the window.
    Quit,
    /// Undo.
    Undo,
    /// Redo.
    Redo,
    /// Remove what is selected.
    RemoveSelected,
    /// Copy the selected hexes.
    Copy,
    /// Take what was copied as a stamp.
    Paste,
    /// Select every hex.
    SelectAll,
    /// A wider brush.
    WiderBrush,
    /// A narrower brush.
    NarrowerBrush,
    /// Turn the stamp.
    TurnStamp,
    /// Turn the stamp the other way.
    TurnStampBack,
    /// Mirror the stamp.
    MirrorStamp,
    /// Give up what is under way, or select nothing.
    Cancel,
    /// Show the command palette.
    Palette,
    /// Zoom in.
    ZoomIn,
    /// Zoom out.
    ZoomOut,
    /// Show the whole map.
    ZoomToFit,
    /// Show or hide hex numbers.
    ToggleNumbers,
    /// Show or hide counters.
    ToggleCounters,
    /// Show or hide what came of the last decisions of a game.
    ToggleHappened,
    /// Light or dark.
    ToggleTheme,
    /// A look for the whole editor.
    Look(Look),
    /// Draw everything larger.
    LargerScale,
    /// Draw everything smaller.
    SmallerScale,
    /// Draw everything at the usual size.
    NormalScale,
    /// Show the document of the next tab.
    NextTab,
    /// Show the document of the previous tab.
    PreviousTab,
    /// Show another view in the pane that has the focus.
    View(View),
    /// One pane or two.
    SplitView,
    /// Show or hide the panel at the right.
    ToggleInspector,
    /// Show or hide the names of the tools.
    ToggleToolNames,
    /// Take a tool.
    Tool(ToolKind),
    /// Show a tab of the inspector.
    Show(Tab),
    /// Go to the next problem.
    NextProblem,
    /// Go to the problem before.
    PreviousProblem,
    /// Mend the problem that is shown.
    FixProblem,
    /// Mend all problems like it.
    FixAll,
    /// Give the zone in hand another name.
    RenameZone,
    /// Give the zone in hand a colour.
    ZoneColour,
    /// Show the zone in hand and no other, or all again.
    ShowZoneAlone,
    /// Delete the zone in hand.
    RemoveZone,
    /// One decision of a test-run.
    Step,
    /// Play one game, or pause it.
    PlayGame,
    /// Pick the next unit that may act.
    NextUnit,
    /// Pick the unit before that may act.
    PreviousUnit,
    /// Mean the selected hex, as a click does.
    ChooseHex,
    /// Begin the next kind of action.
    NextKind,
    /// Make the decision that is put together.
    DoDecision,
    /// Do nothing more in this step.
    EndStep,
    /// Let a bot make this decision.
    LetBotDecide,
    /// Play games on from here.
    GamesFromHere,
    /// Run many games.
    RunGames,
    /// Play a ladder of bots.
    PlayLadder,
    /// Save what the ladder of bots told.
    SaveLadder,
    /// Stop the test-run.
    StopRun,
    /// Leave the game and edit on.
    EndGame,
    /// Show or hide the test-run lab.
    ToggleLab,
    /// Show whom leaders direct.
    ToggleReach,
    /// Let the front line move turn by turn, or halt it.
    PlayFront,
    /// Save the report of the games.
    SaveReport,
    /// Save the log of the game that is shown.
    SaveGame,
    /// Make a scenario of the position that is shown.
    KeepPosition,
    /// Make a rule case of what was decided last.
    RecordCase,
    /// Ask the rules about units and hexes.
    ToggleProbe,
    /// Play without rules.
    OpenSandbox,
    /// Go to the sandbox's next game-turn.
    SandboxTurn,
    /// Turn the chosen counters over.
    SandboxTurnOver,
    /// Eliminate the chosen counters.
    SandboxEliminate,
    /// Take the chosen counters off the map.
    SandboxSetAside,
    /// Take the chosen counters in hand.
    SandboxPickUp,
    /// Put the counters in hand down.
    SandboxPutDown,
    /// Roll dice in the sandbox.
    SandboxRoll,
    /// Save the sandbox.
    SaveSandbox,
    /// Go on with a saved sandbox.
    OpenSandboxFile,
    /// Run another file's games beside this one's.
    CompareFile,
    /// Put the games beside those before the last edits.
    CompareBefore,
    /// Look at one run alone.
    StopComparing,
    /// Help on what is in hand.
    HelpHere,
    /// Take the tour.
    Tour,
    /// What Salient is.
    About,
    /// The keys.
    Keys,
}

/// A tool of the palette, whatever it is set to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ToolKind {
    /// Select and drag.
    Select,
    /// Select a rectangle.
    Rectangle,
    /// Select a loop.
    Lasso,
    /// Select what is alike.
    Wand,
    /// Paint terrain.
    Terrain,
    /// Fill with terrain.
    Fill,
    /// Paint a straight line.
    Straight,
    /// Paint heights.
    Elevation,
    /// Place trenches, towns.
    Feature,
    /// Draw trenches along hexsides.
    Trench,
    /// Write labels.
    Label,
    /// Place a counter.
    Counter,
    /// Draw along hexsides.
    Hexside,
    /// Draw border lines.
    Line,
    /// Draw roads and railways.
    Path,
    /// Paint zones.
    Zone,
    /// Lay a copy down.
    Stamp,
    /// Pick.
    Eyedropper,
    /// Erase.
    Erase,
    /// Measure.
    Measure,
    /// Look along lines of sight.
    Sight,
    /// Write the artillery plan.
    Plan,
}

impl ToolKind {
    /// All, in the rows of the palette.
    pub const ALL: [Self; 22] = [
        Self::Select,
        Self::Rectangle,
        Self::Lasso,
        Self::Wand,
        Self::Terrain,
        Self::Fill,
        Self::Straight,
        Self::Elevation,
        Self::Feature,
        Self::Trench,
        Self::Label,
        Self::Counter,
        Self::Hexside,
        Self::Line,
        Self::Path,
        Self::Zone,
        Self::Stamp,
        Self::Eyedropper,
        Self::Erase,
        Self::Measure,
        Self::Sight,
        Self::Plan,
    ];

    /// Whether it is of use with the rules of a document; one that is not is left out of the
    /// palette, and tells why if it is taken all the same.
    pub fn is_offered(self, document: &Document) -> bool {
        let system = || document.system();
        match self {
            Self::Sight => system().is_some_and(|system| system.sights().is_some()),
            Self::Plan => system().is_some_and(|system| system.missions().is_some()),
            _ => true,
        }
    }
}

impl UiCommand {
    /// Whether it is about a decision that is made by hand.
    pub fn is_of_play(self) -> bool {
        matches!(
            self,
            Self::NextUnit
                | Self::PreviousUnit
                | Self::ChooseHex
                | Self::NextKind
                | Self::DoDecision
                | Self::EndStep
                | Self::LetBotDecide
        )
    }

    /// Whether it is about the tool in hand and what was copied.
    pub fn is_of_tools(self) -> bool {
        matches!(
            self,
            Self::Copy
                | Self::Paste
                | Self::SelectAll
                | Self::WiderBrush
                | Self::NarrowerBrush
                | Self::TurnStamp
                | Self::TurnStampBack
                | Self::MirrorStamp
        )
    }

    /// Whether it is about what the map shows: on a page its keys would change what nobody sees.
    pub fn is_of_map(self) -> bool {
        self.is_of_tools()
            || matches!(
                self,
                Self::Tool(_)
                    | Self::RemoveSelected
                    | Self::ZoomIn
                    | Self::ZoomOut
                    | Self::ZoomToFit
                    | Self::ToggleNumbers
                    | Self::ToggleCounters
            )
    }
}
