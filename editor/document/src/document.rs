//! The open document.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Instant;

use salient_files::{SettleError, Settled as SettledSave};
use salient_hex::grid::{Hex, HexGrid, Side};
use salient_rules::roles::CommonRoles;
use salient_rules::stacking::has_no_hex;
use salient_rules::{SystemRef, Systems};
use salient_schema::common::Id;
use salient_schema::map::{Feature, Hexside, Map};
use salient_schema::order_of_battle::Counter;
use salient_schema::project::{Project, ProjectPaths};
use salient_schema::{Bundle, Code, CounterId, Diagnostic, Ruleset, Scenario};

use crate::apply::{Companion, State};
use crate::changes::{ChangeLog, Changes, Touched};
use crate::cut_off;
use crate::edit::{Edit, EditError};
use crate::history::{History, HistoryEntry, Step};
use crate::index::{CounterUse, StackEntry};
use crate::journal::{Entry, Journal};
use crate::layers::{LayerId, LayerState, Layers};
use crate::problems::{ProblemId, Problems};
use crate::save::Files;
use crate::selection::Selection;
use crate::transaction::{OpenTransaction, Settled};

/// Where a document came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Built into the program; it is saved with [`Document::save_as`].
    Embedded,
    /// The scenario file (or bundle file) on the disk.
    File(PathBuf),
}

/// A scenario that is open for editing, with its map, ruleset and orders of battle.
#[derive(Debug)]
pub struct Document {
    pub(crate) state: State,
    pub(crate) history: History,
    open: Option<OpenTransaction>,
    log: ChangeLog,
    selection: Selection,
    layers: Layers,
    problems: Problems,
    pub(crate) files: Files,
    pub(crate) journal: Journal,
    pub(crate) cut_off_save: Option<Result<SettledSave, SettleError>>,
}

impl Document {
    /// A document of parts that have been read. Edits of a file are kept in a journal beside it
    /// from the first one on. Its rules are those of `systems`.
    pub fn new(systems: Systems, project: Project, origin: Origin) -> Self {
        let Project { bundle, paths, texts } = project;
        let files = Files::new(origin, paths, texts);
        let journal = Journal::beside(&files);
        Self {
            state: State::new(systems, bundle),
            history: History::default(),
            open: None,
            log: ChangeLog::default(),
            selection: Selection::default(),
            layers: Layers::default(),
            problems: Problems::default(),
            files,
            journal,
            cut_off_save: None,
        }
    }

    /// Opens a scenario file with all that it refers to, or a bundle file.
    ///
    /// There is a document as soon as every part can be read as data, whatever else is wrong
    /// with it. Then ask [`unfinished_work`](Self::unfinished_work).
    ///
    /// A save that was cut off is carried out first, that of another scenario, too, that shares a
    /// file with this one; [`cut_off_save`](Self::cut_off_save) tells how that ended.
    pub fn open(systems: Systems, path: impl AsRef<Path>) -> (Option<Self>, Vec<Diagnostic>) {
        let path = path.as_ref();
        let Some(name) = path.to_str() else {
            let problem = Diagnostic::error(Code::Unreadable, "the path is not readable as text")
                .file(path.to_string_lossy())
                .help("rename the file or its folder");
            return (None, vec![problem]);
        };
        let (project, diagnostics, cut_off_save) = cut_off::open_ended(path, name);
        let document = project.map(|project| {
            let document = Self::new(systems, project, Origin::File(path.to_owned()));
            Self { cut_off_save, ..document }
        });
        (document, diagnostics)
    }

    /// How a save ended that had been cut off, by a kill or by the power, and that
    /// [`open`](Self::open) came upon, or whatever read the files again last.
    pub fn cut_off_save(&self) -> Option<&Result<SettledSave, SettleError>> {
        self.cut_off_save.as_ref()
    }

    /// The systems whose rules the document knows.
    pub fn systems(&self) -> Systems {
        self.state.systems
    }

    /// The system whose rules the document goes by, if it is known.
    pub fn system(&self) -> Option<SystemRef> {
        self.systems().of(self.bundle())
    }

    /// All parts.
    pub fn bundle(&self) -> &Bundle {
        &self.state.bundle
    }

    /// The map.
    pub fn map(&self) -> &Map {
        &self.state.bundle.map
    }

    /// The ruleset.
    pub fn ruleset(&self) -> &Ruleset {
        &self.state.bundle.ruleset
    }

    /// The scenario.
    pub fn scenario(&self) -> &Scenario {
        &self.state.bundle.scenario
    }

    /// The map's hexgrid.
    pub fn grid(&self) -> &HexGrid {
        &self.state.grid
    }

    /// Where the document came from, or was saved to since.
    pub fn origin(&self) -> &Origin {
        self.files.origin()
    }

    /// The files of the parts.
    pub fn paths(&self) -> &ProjectPaths {
        self.files.paths()
    }

    /// What a window calls it: the scenario's title.
    pub fn title(&self) -> &str {
        &self.state.bundle.scenario.title
    }

    /// Goes up with every change, undo and redo included.
    pub fn revision(&self) -> u64 {
        self.log.revision()
    }

    /// Every thing that edits touched since a revision, each once and in order; none if that is
    /// too long ago to tell.
    pub fn touched_since(&self, revision: u64) -> Option<Vec<Touched>> {
        self.log.touched_since(revision)
    }

    /// What changed since a revision.
    pub fn changes_since(&self, revision: u64) -> Changes {
        self.log.since(revision)
    }

    /// Whether there is anything to save. Undoing back to what was saved makes it clean again.
    pub fn dirty(&self) -> bool {
        let working = self.open.as_ref().is_some_and(|open| !open.is_empty());
        let beside = self.state.companion.as_ref().is_some_and(Companion::is_unsaved);
        working || beside || !self.files.dirty_parts(&self.history.versions()).is_empty()
    }

    /// Applies an edit: to the open transaction, or as a transaction of its own.
    ///
    /// # Errors
    /// The document is as it was before.
    pub fn apply(&mut self, edit: Edit) -> Result<(), EditError> {
        if self.open.is_some() {
            return self.apply_to_open(edit);
        }
        self.begin(edit.name_in(Some(self.bundle())));
        let result = self.apply_to_open(edit);
        if result.is_ok() {
            self.commit();
        } else {
            self.cancel();
        }
        result
    }

    fn apply_to_open(&mut self, edit: Edit) -> Result<(), EditError> {
        let Self { state, open: Some(open), log, selection, .. } = self else { return Ok(()) };
        let steps = state.perform(edit)?;
        if steps.is_empty() {
            return Ok(());
        }
        let touched = steps.iter().flat_map(|step| step.touched.iter().copied());
        log.record(touched);
        for step in steps {
            open.push(step);
        }
        selection.prune(&state.index, state.grid.len());
        Ok(())
    }

    /// Begins a transaction: what follows until [`commit`](Self::commit) is one step of undo. A
    /// transaction that is still open is committed first.
    pub fn begin(&mut self, name: impl Into<String>) {
        self.commit();
        self.open = Some(OpenTransaction::new(name));
    }

    /// Whether a transaction is open.
    pub fn in_transaction(&self) -> bool {
        self.open.is_some()
    }

    /// Ends a transaction. Gives whether anything is different now; if not, it leaves no trace.
    pub fn commit(&mut self) -> bool {
        let Some(open) = self.open.take() else { return false };
        let partly_written = open.partly_written();
        let Settled { name, steps, parts, nothing } = open.settle(&mut self.state);
        if nothing {
            self.give_up(&steps, partly_written);
            return false;
        }
        self.journal.write(|| Entry::done(&name, &steps));
        self.history.push(name, steps, parts);
        true
    }

    /// Takes back all that was done since [`begin`](Self::begin).
    pub fn cancel(&mut self) {
        let Some(open) = self.open.take() else { return };
        self.give_up(open.steps(), open.partly_written());
    }

    fn give_up(&mut self, steps: &[Step], partly_written: bool) {
        if partly_written {
            self.journal.write(|| Entry::Cancel);
        }
        if !steps.is_empty() {
            self.state.take_back(steps);
            self.changed(steps);
        }
    }

    /// Writes what an open transaction has done so far into the journal, if it has waited for a
    /// second. Call it every second or oftener: then a killed process loses nothing that is two
    /// seconds old. What is committed is written at once anyway.
    pub fn autosave_tick(&mut self, now: Instant) {
        if let Some(open) = &mut self.open {
            let name = open.name.clone();
            if let Some(steps) = open.due(now) {
                self.journal.write(|| Entry::part(&name, steps));
            }
        }
    }

    /// Undoes the last transaction and gives its name.
    pub fn undo(&mut self) -> Option<String> {
        self.commit();
        let transaction = self.history.take_done()?;
        self.journal.write(|| Entry::undone(&transaction.steps));
        self.state.take_back(&transaction.steps);
        self.changed(&transaction.steps);
        let name = transaction.name.clone();
        self.history.undone(transaction);
        Some(name)
    }

    /// Brings the last undone transaction back and gives its name.
    pub fn redo(&mut self) -> Option<String> {
        self.commit();
        let transaction = self.history.take_undone()?;
        self.journal.write(|| Entry::redone(&transaction.steps));
        self.state.do_again(&transaction.steps);
        self.changed(&transaction.steps);
        let name = transaction.name.clone();
        self.history.redone(transaction);
        Some(name)
    }

    fn changed(&mut self, steps: &[Step]) {
        self.log.record(steps.iter().flat_map(|step| step.touched.iter().copied()));
        self.selection.prune(&self.state.index, self.state.grid.len());
    }

    /// Applies exact edits as a transaction that is committed whatever it comes to: replaying.
    pub(crate) fn replay(&mut self, name: &str, edits: &[Edit]) -> Result<(), EditError> {
        let mut steps = Vec::with_capacity(edits.len());
        for edit in edits {
            match self.state.step(edit.clone()) {
                Ok(step) => steps.push(step),
                Err(error) => {
                    self.state.take_back(&steps);
                    return Err(error);
                }
            }
        }
        let touched = steps.iter().flat_map(|step| &step.touched);
        let parts = touched.map(|thing| thing.part()).collect();
        self.changed(&steps);
        self.history.push(name.to_owned(), steps, parts);
        Ok(())
    }

    /// What undo would take back.
    pub fn undo_name(&self) -> Option<&str> {
        self.history.last_done().map(|transaction| transaction.name.as_str())
    }

    /// What redo would bring back.
    pub fn redo_name(&self) -> Option<&str> {
        self.history.next_undone().map(|transaction| transaction.name.as_str())
    }

    /// The undo list, oldest first.
    pub fn history(&self) -> impl Iterator<Item = HistoryEntry<'_>> {
        self.history.entries()
    }

    /// How many steps of the undo list are done in the state that was saved last (or opened);
    /// `None` once that state cannot be gone back to.
    pub fn saved_state(&self) -> Option<usize> {
        self.files.saved_place(&self.history)
    }

    /// What is selected.
    pub fn selection(&self) -> &Selection {
        &self.selection
    }

    /// Selects something else.
    pub fn select(&mut self, selection: Selection) {
        self.selection = selection;
        self.selection.prune(&self.state.index, self.state.grid.len());
    }

    /// Which layers are shown, locked and faded.
    pub fn layers(&self) -> &Layers {
        &self.layers
    }

    /// Shows, hides, locks or fades a layer. It is a setting of the view: not undone, not saved.
    pub fn set_layer(&mut self, layer: LayerId, state: LayerState) {
        self.layers.set(layer, state);
    }

    /// The terrain kind of a hex; `None` where rows or palette are broken.
    pub fn terrain_at(&self, hex: Hex) -> Option<&Id> {
        let glyph = self.glyph_at(hex)?;
        self.map().terrain.palette.get(&*glyph.encode_utf8(&mut [0; 4]))
    }

    /// The palette glyph of a hex; `None` where the rows do not reach.
    pub fn glyph_at(&self, hex: Hex) -> Option<char> {
        self.state.index.glyphs.get(hex.index()).copied().flatten()
    }

    /// The features of a hex, in the file's order.
    pub fn features_at(&self, hex: Hex) -> impl Iterator<Item = &Feature> {
        let items = &self.map().features.items;
        self.state.index.features.at(hex).map(|at| &items[at])
    }

    /// The feature of a kind in a hex.
    pub fn feature_at(&self, hex: Hex, kind: &str) -> Option<&Feature> {
        self.features_at(hex).find(|feature| feature.kind == kind)
    }

    /// What runs along a hexside, in the file's order.
    pub fn hexsides_at(&self, side: Side) -> impl Iterator<Item = &Hexside> {
        let items = &self.map().hexsides.items;
        self.state.index.hexsides.at(side).map(|at| &items[at])
    }

    /// The first thing that runs along a hexside.
    pub fn hexside_at(&self, side: Side) -> Option<&Hexside> {
        self.hexsides_at(side).next()
    }

    /// The border lines that run along a hexside, by their place in the map's list.
    pub fn lines_at(&self, side: Side) -> impl Iterator<Item = usize> {
        let runs = move |label: &String| self.grid().parse_side(label) == Some(side);
        let lines = self.map().lines.items.iter().enumerate();
        lines.filter(move |(_, line)| line.sides.iter().any(runs)).map(|(at, _)| at)
    }

    /// The counters set up in a hex, from the top of the stack.
    pub fn stack_at(&self, hex: Hex) -> Vec<StackEntry<'_>> {
        let placements = &self.scenario().setup.placements;
        let mut stack = Vec::new();
        for at in self.state.index.placements.at(hex) {
            let placement = &placements[at];
            let face = placement.face.unwrap_or(0);
            stack.extend(placement.counters.iter().map(|counter| StackEntry {
                counter,
                face,
                placement,
            }));
        }
        stack
    }

    /// The hexes with counters, in order.
    pub fn occupied(&self) -> Vec<Hex> {
        let mut hexes = self.state.index.placements.keys();
        hexes.retain(|&hex| !self.stack_at(hex).is_empty());
        hexes
    }

    /// A counter, as its order of battle prints it.
    pub fn counter(&self, id: &str) -> Option<&Counter> {
        self.state.counter(id).ok()
    }

    /// Where a counter (each one of a pool) is used: on the map, in a zone, on the schedule.
    pub fn counter_uses(&self, id: &str) -> &[CounterUse] {
        self.state.index.uses(id)
    }

    /// The counters that are neither set up nor scheduled, in the order of the orders of battle,
    /// each with how many of it are left.
    pub fn unplaced_counters(&self) -> impl Iterator<Item = (&Counter, usize)> {
        let counters = self.bundle().orders_of_battle.iter().flat_map(|oob| &oob.counters);
        counters.filter_map(|counter| {
            let used = self.counter_uses(&counter.id).len();
            let left = usize::from(counter.count).saturating_sub(used);
            (left > 0).then_some((counter, left))
        })
    }

    /// Counters that are neither set up nor scheduled, and need not be: substitutes, which take the
    /// place of others when the rules say so, what is for other scenarios (the role `variant`), and
    /// what has no hex of the map at all: aircraft and off-board artillery. A ruleset that states no
    /// such role, and whose counters have no trait of its name, sets nothing aside by it.
    pub fn set_aside(&self) -> BTreeSet<&CounterId> {
        let counters = || self.bundle().orders_of_battle.iter().flat_map(|oob| &oob.counters);
        let common = CommonRoles::of(self.ruleset());
        let needs_none = |counter: &&Counter| {
            common.fills("variant", &counter.traits) || has_no_hex(self.bundle(), counter, 0)
        };
        let without = counters().filter(needs_none).map(|counter| &counter.id);
        let substitutes = counters().filter_map(|counter| counter.substitute.as_ref());
        without.chain(substitutes).filter(|id| self.counter_uses(id).is_empty()).collect()
    }

    /// The first hex where a counter is set up.
    pub fn hex_of(&self, counter: &CounterId) -> Option<Hex> {
        self.counter_uses(counter).iter().find_map(|usage| match usage {
            CounterUse::Hex(hex) => *hex,
            _ => None,
        })
    }

    /// What was found wrong when the document was last looked at.
    pub fn problems(&self) -> &Problems {
        &self.problems
    }

    /// A problem with everything that is known of its place: file, pointer, hex, counter.
    pub fn problem(&self, id: ProblemId) -> Option<Diagnostic> {
        self.problems.whole(id, &self.state, self.files.paths())
    }

    /// A problem with a pointer into the bundle, whatever file the part lies in.
    pub fn problem_in_bundle(&self, id: ProblemId) -> Option<Diagnostic> {
        self.problems.in_bundle(id, &self.state)
    }

    /// All problems with everything that is known of their places, sorted by it.
    pub fn all_problems(&self) -> Vec<Diagnostic> {
        self.problems.all(&self.state, self.files.paths())
    }

    /// Whether something has changed that was not looked at since.
    pub fn problems_stale(&self) -> bool {
        !self.problems.is_up_to_date(self.log.revision())
    }

    /// Looks at what changed since the last time, and at nothing else, until all of it has been
    /// looked at.
    pub fn refresh_problems(&mut self) -> &Problems {
        while !self.check_some(usize::MAX) {}
        &self.problems
    }

    /// Looks at some of what changed since the last time: about `effort` hexes' worth, of which
    /// a thousand take a millisecond or two. Gives whether nothing is left to look at.
    ///
    /// The first look at a large map takes many calls, so that no frame waits for it.
    pub fn check_some(&mut self, effort: usize) -> bool {
        self.problems.follow(&self.state, &self.log);
        self.problems.work(&self.state, effort)
    }

    /// Puts other parts in place of references that saving elsewhere changed.
    pub(crate) fn bundle_mut(&mut self) -> &mut Bundle {
        &mut self.state.bundle
    }
}

impl Edit {
    /// Painting hexes, as the runs of glyphs that it comes to: the quick way to paint many. Empty
    /// if nothing would change.
    ///
    /// # Errors
    /// The kind is unknown, or a row of the map does not reach one of the hexes.
    pub fn paint(document: &Document, hexes: &[Hex], kind: &str) -> Result<Self, EditError> {
        document.state.paint(hexes, kind).map(|edits| Self::All { edits })
    }

    /// Giving hexes a height, as the runs of glyphs that it comes to: the quick way for many.
    ///
    /// # Errors
    /// A row of the map's heights does not reach one of the hexes.
    pub fn elevate(document: &Document, hexes: &[Hex], level: i16) -> Result<Self, EditError> {
        document.state.elevate(hexes, level).map(|edits| Self::All { edits })
    }
}
