//! What screens propose. They read the document and change nothing themselves.
//!
//! The commands of menus, keys and palette are one table ([`command`]); every other wish is a
//! variant of [`Request`].

pub mod command;
pub mod keymap;
pub mod lab;
pub mod map;
pub mod order_of_battle;
pub mod play;
pub mod sandbox;
pub mod shell;
pub mod tabs;
pub mod test_run;
pub mod tools;
pub mod versions;
pub mod views;

use std::path::PathBuf;

use salient_document::layers::{LayerId, LayerState};
use salient_document::{Edit, ProblemId, Selection, Tool, ToolEvent};
use salient_hex::grid::Hex;
use salient_schema::CounterId;

use crate::request::command::UiCommand;
use crate::request::lab::LabSetting;
use crate::request::map::MapRequest;
use crate::request::order_of_battle::OobRequest;
use crate::request::play::PlayRequest;
use crate::request::sandbox::SandboxRequest;
use crate::request::shell::ShellRequest;
use crate::request::tabs::TabRequest;
use crate::request::test_run::{KeptRun, TestRunSetting};
use crate::request::tools::ToolsRequest;
use crate::request::versions::VersionsRequest;
use crate::request::views::{Part, Tab, View};

/// Something that a screen asks for.
#[derive(Clone, Debug, PartialEq)]
pub enum Request {
    /// A command of menu, palette or key.
    Command(UiCommand),
    /// What the pointer did over the map.
    Tool(ToolEvent),
    /// Another tool, or the same one with other settings.
    Choose(Tool),
    /// Edits that are one step of undo.
    Edit {
        /// What the undo list calls them; as the document calls the first where it is left out.
        name: Option<String>,
        /// The edits.
        edits: Vec<Edit>,
    },
    /// Mend all problems of a kind as one step of undo, each by what is the `nth` way out of this one.
    FixAll {
        /// One of them.
        problem: ProblemId,
        /// The way out, by its place among those of this problem.
        nth: usize,
    },
    /// What the settings of a tool ask for.
    Tools(ToolsRequest),
    /// Select something.
    Select(Selection),
    /// Bring a hex into view, select it and point it out.
    GoTo(Hex),
    /// Move the selected counters, the first of them to this hex and the others beside it as they are.
    MoveSelected(Hex),
    /// Show a counter on the page of the order of battle.
    ShowCounter(CounterId),
    /// Show a problem and the place that it is about.
    ShowProblem(ProblemId),
    /// Show what a rule asks, by its number as it is cited: `KB 7.21`.
    ShowRule(String),
    /// Show a tab of the inspector.
    Show(Tab),
    /// Show a view: in the pane that shows it already, or in the one with the focus.
    View(View),
    /// Show a view with a part of it in hand.
    ShowPart(View, Part),
    /// Show a view in a pane, by its place from the left.
    ShowIn(usize, View),
    /// Give a pane the focus, by its place from the left.
    FocusPane(usize),
    /// Show, hide, lock or fade a layer of the map.
    Layer(LayerId, LayerState),
    /// Settings of the test-run.
    TestRun(TestRunSetting),
    /// Keep runs by name, and hold the last one against them.
    KeptRun(KeptRun),
    /// What is done in a game that is played by hand.
    Play(PlayRequest),
    /// What is done in a game without rules.
    Sandbox(SandboxRequest),
    /// What the lab shows.
    Lab(LabSetting),
    /// Play a game of the last run again on the map, by its place in the report.
    Watch(usize),
    /// Run the same games with this scenario file and show the difference.
    CompareWith(PathBuf),
    /// What is done with the tabs of documents.
    Tab(TabRequest),
    /// What the shell of the editor is asked for: themes, keys, files, help.
    Shell(ShellRequest),
    /// A change of the schedule.
    Schedule(salient_document::schedule::Op),
    /// What the page of the order of battle asks for.
    Oob(OobRequest),
    /// A change of the set-up sheet.
    SetUp(salient_document::set_up::Op),
    /// A change of the charts.
    Charts(salient_document::charts::ChartOp),
    /// Maps begun, resized, numbered and scanned; files in which something is replaced.
    Map(MapRequest),
    /// What is asked about other versions.
    Versions(VersionsRequest),
    /// Write the report of the games here: a web page, JSON or CSV, by the name's ending.
    WriteReport(PathBuf),
}

impl Request {
    /// One edit as a step of its own.
    pub fn edit(edit: Edit) -> Self {
        Self::Edit { name: None, edits: vec![edit] }
    }
}
