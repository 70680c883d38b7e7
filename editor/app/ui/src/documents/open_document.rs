//! All that belongs to one open document: a tab of the window.

use std::path::PathBuf;
use std::time::Instant;

use salient_document::totals::Totals;
use salient_document::{Document, Origin, ToolBox, ToolEvent, ToolOutput};
use salient_schema::scenario::Scenario;

use crate::inspector::Inspector;
use crate::lab::Lab;
use crate::look::swatches::Swatches;
use crate::map::panes::Panes;
use crate::map::picture::MapPicture;
use crate::map::reach::Reach;
use crate::map::stacks::Counters;
use crate::pages::Pages;
use crate::probe::ProbeWindow;
use crate::sandbox::SandboxGame;
use crate::test_run::{Game, TestRun};
use crate::tools::LabelEntry;
use crate::tools::memory::ToolMemory;
use crate::versions::Versions;

/// How much is checked in a frame, in hexes: what an edit touches many times over, and not more
/// than a millisecond or two.
const CHECKED_A_FRAME: usize = 2_000;

/// An open document with its tools and views.
pub struct OpenDocument {
    /// By which the window knows it, whatever the order of the tabs.
    pub number: u64,
    /// Whether it began as the built-in scenario.
    pub is_example: bool,
    /// Whether it is a copy that nobody minds losing.
    pub scratch: bool,
    /// Whether it was agreed that saving changes files for other scenarios, too.
    pub shares: bool,
    /// The copy of what a new document began with, until it is saved.
    pub start: Option<PathBuf>,
    pub document: Document,
    pub tools: ToolBox,
    pub output: ToolOutput,
    pub memory: ToolMemory,
    /// The label that is being written.
    pub label_entry: Option<LabelEntry>,
    pub panes: Panes,
    pub pages: Pages,
    /// Whom leaders direct.
    pub reach: Reach,
    /// What the rules say of units and hexes.
    pub probe: ProbeWindow,
    pub inspector: Inspector,
    pub counters: Counters,
    pub picture: MapPicture,
    pub swatches: Swatches,
    pub test_run: TestRun,
    /// A scenario on the same map that is begun, until it is known where it is saved.
    pub scenario_beside: Option<Scenario>,
    pub lab: Lab,
    /// What the document is compared with.
    pub versions: Versions,
    /// What each side holds, at the revision beside it.
    totals: (u64, Totals),
    /// What each side has on the map of the game that is on, at the version beside it.
    game_totals: Option<(u64, Totals)>,
    /// Counters whose print changed are drawn again.
    counters_of: u64,
}

impl OpenDocument {
    /// A document as it looks at first.
    pub fn new(document: Document) -> Self {
        let mut open = Self {
            number: 0,
            is_example: false,
            start: None,
            shares: false,
            scratch: false,
            tools: ToolBox::default(),
            output: ToolOutput::default(),
            memory: ToolMemory::default(),
            label_entry: None,
            panes: Panes::default(),
            pages: Pages::default(),
            reach: Reach::default(),
            probe: ProbeWindow::default(),
            inspector: Inspector::default(),
            counters: Counters::new(&document),
            picture: MapPicture::default(),
            counters_of: document.revision(),
            swatches: Swatches::default(),
            test_run: TestRun::new(&document),
            scenario_beside: None,
            lab: Lab::default(),
            versions: Versions::default(),
            totals: (document.revision(), Totals::of(&document)),
            game_totals: None,
            document,
        };
        open.output = open.tools.handle(&ToolEvent::Leave, &open.document);
        open
    }

    /// Whether the document has a file to be saved to.
    pub fn has_file(&self) -> bool {
        matches!(self.document.origin(), Origin::File(_))
    }

    /// What the document's file is called.
    pub fn file_name(&self) -> String {
        match self.document.origin() {
            Origin::Embedded => "built in".to_owned(),
            Origin::File(path) => path
                .file_name()
                .map_or_else(|| path.display().to_string(), |n| n.to_string_lossy().into_owned()),
        }
    }

    /// Whether there is anything in it that closing it would lose.
    pub fn unsaved(&self) -> bool {
        !self.scratch && self.document.dirty()
    }

    /// Whether closing it would lose what was done in its sandbox.
    pub fn loses_sandbox(&self) -> bool {
        self.test_run.sandbox().is_some_and(SandboxGame::is_unsaved)
    }

    /// Whether the document can be changed: not while a game is shown.
    pub fn is_editing(&self) -> bool {
        self.test_run.lets_edit()
    }

    /// Whether Salient has rules for the document's system.
    pub fn has_rules(&self) -> bool {
        self.document.system().is_some()
    }

    /// What each side holds: in the game that is on, else as play begins.
    pub fn totals(&self) -> &Totals {
        self.game_totals.as_ref().map_or(&self.totals.1, |(_, totals)| totals)
    }

    /// Catches up with the document and with the clock; whether to look again at once.
    pub fn tick(&mut self, seconds: f64) -> bool {
        self.document.autosave_tick(Instant::now());
        self.test_run.follow(self.document.revision());
        let mut again = self.test_run.tick(seconds);
        again |= self.lab.tick(seconds, self.test_run.results());
        // A large map is looked at for the first time frame by frame.
        if self.document.problems_stale() && !self.document.in_transaction() {
            again |= !self.document.check_some(CHECKED_A_FRAME);
        }
        if self.totals.0 != self.document.revision() {
            self.totals = (self.document.revision(), Totals::of(&self.document));
        }
        let game = self.test_run.game();
        if game.map(Game::version) != self.game_totals.as_ref().map(|(version, _)| *version) {
            self.game_totals = game.map(|game| (game.version(), game.totals(&self.document)));
        }
        let changes = self.document.changes_since(self.counters_of);
        if changes.everything || changes.counters {
            self.counters = Counters::new(&self.document);
        }
        self.counters_of = self.document.revision();
        again
    }
}
