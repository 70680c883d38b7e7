//! Carrying out what the screens propose: the one place that changes anything.

use salient_document::layers::LayerId;
use salient_document::tools::{Key, area};
use salient_document::{Action, ProblemId, Scope, Selection, Tool, ToolEvent};
use salient_hex::grid::Hex;
use salient_schema::Diagnostic;

use super::app::{App, sentence};
use super::command::{ToolKind, UiCommand};
use super::command_palette::CommandPalette;
use super::inspector::Tab;
use super::lab::{Against, Page};
use super::pane::View;
use super::questions::Question;
use super::request::Request;
use super::shell::Scale;
use super::shortcuts::Shortcuts;
use super::tools::LabelEntry;
use super::tools::memory::kind_of;

impl App {
    /// Whether a command can be carried out now.
    pub fn enabled(&self, command: UiCommand) -> bool {
        let editing = self.sheet.test_run.game().is_none();
        match command {
            UiCommand::Save => {
                self.sheet.document.dirty() || !self.files.has_file(&self.sheet.document)
            }
            UiCommand::Undo => editing && self.sheet.document.undo_name().is_some(),
            UiCommand::Redo => editing && self.sheet.document.redo_name().is_some(),
            UiCommand::RemoveSelected => {
                let selection = self.sheet.document.selection();
                let on_map = !(selection.counters.is_empty() && selection.hexes.is_empty());
                editing && (on_map || self.oob_can_delete())
            }
            UiCommand::Copy
            | UiCommand::Paste
            | UiCommand::SelectAll
            | UiCommand::WiderBrush
            | UiCommand::NarrowerBrush
            | UiCommand::TurnStamp
            | UiCommand::TurnStampBack
            | UiCommand::MirrorStamp => self.tools_enabled(command),
            UiCommand::Tool(kind) => {
                editing
                    && (kind == ToolKind::Counter
                        || self.sheet.memory.recall(kind, &self.sheet.document).is_some())
            }
            UiCommand::ResizeMap | UiCommand::RenumberMap => editing,
            UiCommand::NextTab | UiCommand::PreviousTab => !self.parked.is_empty(),
            UiCommand::LargerScale | UiCommand::SmallerScale => {
                let scale = self.settings.kept.scale;
                scale.step(command == UiCommand::LargerScale) != scale
            }
            UiCommand::NormalScale => self.settings.kept.scale != Scale::NORMAL,
            UiCommand::NextProblem | UiCommand::PreviousProblem => {
                !self.sheet.document.problems().is_empty()
            }
            UiCommand::Step => self.sheet.test_run.progress().is_none(),
            UiCommand::PlayGame => self.sheet.test_run.progress().is_none(),
            UiCommand::RunGames => !self.sheet.test_run.is_running(),
            UiCommand::StopRun => self.sheet.test_run.is_running(),
            UiCommand::EndGame => !editing,
            UiCommand::ToggleLab => editing,
            UiCommand::PlayFront => self.sheet.test_run.results().now().is_some(),
            UiCommand::SaveReport => self.sheet.test_run.results().now().is_some(),
            UiCommand::CompareFile => !self.sheet.test_run.is_running(),
            UiCommand::CompareBefore => self.sheet.test_run.results().has_before(),
            UiCommand::StopComparing => self.sheet.test_run.results().against() != Against::Nothing,
            _ => true,
        }
    }

    /// What a command is called now: undo says what it takes back.
    pub fn label(&self, command: UiCommand) -> String {
        let with = |name: Option<&str>| match name {
            Some(name) => format!("{} “{name}”", command.text()),
            None => command.text().to_owned(),
        };
        match command {
            UiCommand::Undo => with(self.sheet.document.undo_name()),
            UiCommand::Redo => with(self.sheet.document.redo_name()),
            _ => command.text().to_owned(),
        }
    }

    pub(super) fn is_on(&self, command: UiCommand) -> bool {
        match command {
            UiCommand::ToggleNumbers => self.shows_layer(LayerId::Numbers),
            UiCommand::ToggleCounters => self.shows_layer(LayerId::Counters),
            UiCommand::Tool(kind) => kind_of(self.sheet.tools.tool()) == kind,
            UiCommand::Show(tab) => self.sheet.inspector.tab == tab,
            UiCommand::Look(look) => self.settings.kept.look == look,
            UiCommand::ToggleLab => self.sheet.lab.open,
            UiCommand::View(view) => self.sheet.panes.focused().view == view,
            UiCommand::SplitView => self.sheet.panes.is_split(),
            UiCommand::ToggleInspector => self.inspector_shows(),
            UiCommand::PlayFront => self.sheet.lab.is_playing(),
            UiCommand::CompareBefore => self.sheet.test_run.results().against() == Against::Before,
            _ => false,
        }
    }

    /// Carries out what a screen proposes. This is the one place that changes anything.
    pub fn carry_out(&mut self, ctx: &egui::Context, request: Request) {
        match request {
            Request::Command(command) => {
                self.finish_typing();
                if self.enabled(command) {
                    self.command(ctx, command);
                }
            }
            Request::Tool(event) => self.tool_event(&event),
            Request::Choose(tool) => self.choose(tool),
            Request::Edit { name, edits } => self.edit(name, edits),
            Request::Tools(request) => self.tools_request(request),
            Request::Select(selection) => {
                if selection.hex.is_some() && self.sheet.inspector.tab == Tab::Problems {
                    self.sheet.inspector.tab = Tab::Inspect;
                }
                self.sheet.document.select(selection);
            }
            Request::GoTo(hex) => {
                self.sheet.document.select(Selection::of_hex(hex));
                self.show_on_map(hex);
            }
            Request::ShowProblem(id) => self.show_problem(id),
            Request::ShowRule(rule) => {
                self.sheet.inspector.tab = Tab::Rules;
                self.sheet.inspector.rules.open(&rule);
            }
            Request::Show(tab) => self.show_tab(tab),
            Request::View(view) => self.sheet.panes.show(view),
            Request::ShowIn(place, view) => {
                if let Some(pane) = self.sheet.panes.get_mut(place) {
                    pane.view = view;
                }
            }
            Request::FocusPane(place) => self.sheet.panes.set_focus(place),
            Request::Layer(layer, state) => self.sheet.document.set_layer(layer, state),
            Request::TestRun(setting) => self.sheet.test_run.set(setting),
            Request::Lab(setting) => self.sheet.lab.set(setting),
            Request::Tab(request) => self.tab_request(ctx, request),
            Request::Ground(request) => self.ground_request(ctx, request),
            Request::Shell(request) => self.shell_request(ctx, request),
            Request::Watch(game) => self.watch(game),
            Request::CompareWith(path) => self.compare_with(ctx, &path),
            Request::SetUp(op) => self.set_up_op(&op),
            Request::Schedule(op) => self.schedule_op(&op),
            Request::Oob(request) => self.oob_request(ctx, request),
            Request::Charts(op) => self.chart_op(&op),
            Request::WriteReport(path) => self.write_report(ctx, path),
        }
    }

    /// Brings a hex into view, on a map that shows or in place of another view.
    fn show_on_map(&mut self, hex: Hex) {
        self.sheet.panes.show(View::Map);
        self.sheet.panes.map_mut().go_to(hex);
    }

    fn show_tab(&mut self, tab: Tab) {
        self.sheet.inspector.tab = tab;
        self.open_inspector();
    }

    pub(super) fn tool_event(&mut self, event: &ToolEvent) {
        if self.scan_takes(event) {
            return;
        }
        let mut output = self.sheet.tools.handle(event, &self.sheet.document);
        let actions = std::mem::take(&mut output.actions);
        self.sheet.output = output;
        for action in &actions {
            match action {
                Action::Choose(tool) => self.sheet.memory.remember(tool),
                Action::AskText { hex, kind, text } => {
                    let (hex, kind, text) = (*hex, kind.clone(), text.clone());
                    self.sheet.label_entry = Some(LabelEntry { hex, kind, text });
                }
                Action::Select(selection)
                    if selection.hex.is_some() && self.sheet.inspector.tab == Tab::Problems =>
                {
                    self.sheet.inspector.tab = Tab::Inspect;
                }
                _ => {}
            }
        }
        if let Err(error) = self.sheet.document.perform(actions) {
            self.notices.bad(sentence(&error.to_string()));
        }
        // The last of a counter is placed: there is nothing left in the hand.
        if let Tool::PlaceCounter { counter, .. } = self.sheet.tools.tool()
            && matches!(event, ToolEvent::Release { .. } | ToolEvent::Press { .. })
            && !self.sheet.document.in_transaction()
            && !self.sheet.document.unplaced_counters().any(|(left, _)| left.id == *counter)
        {
            self.choose(Tool::Select);
        }
    }

    pub(super) fn choose(&mut self, tool: Tool) {
        self.sheet.memory.remember(&tool);
        let actions = self.sheet.tools.choose(tool);
        if let Err(error) = self.sheet.document.perform(actions) {
            self.notices.bad(sentence(&error.to_string()));
        }
        self.sheet.output = self.sheet.tools.handle(&ToolEvent::Leave, &self.sheet.document);
    }

    fn command(&mut self, ctx: &egui::Context, command: UiCommand) {
        match command {
            UiCommand::Open
            | UiCommand::OpenExample
            | UiCommand::Save
            | UiCommand::SaveAs
            | UiCommand::ExportPicture
            | UiCommand::SaveReport
            | UiCommand::CompareFile
            | UiCommand::Close
            | UiCommand::Quit => self.file_command(ctx, command),
            UiCommand::Undo => {
                self.sheet.document.undo();
            }
            UiCommand::Redo => {
                self.sheet.document.redo();
            }
            UiCommand::RemoveSelected if self.oob_can_delete() => self.oob_delete_selected(ctx),
            UiCommand::RemoveSelected => self.remove_selected(),
            UiCommand::Copy
            | UiCommand::Paste
            | UiCommand::SelectAll
            | UiCommand::WiderBrush
            | UiCommand::NarrowerBrush
            | UiCommand::TurnStamp
            | UiCommand::TurnStampBack
            | UiCommand::MirrorStamp => self.tools_command(ctx, command),
            UiCommand::NewMap
            | UiCommand::ResizeMap
            | UiCommand::RenumberMap
            | UiCommand::GoToHex => self.ground_command(command),
            UiCommand::Cancel => self.cancel(),
            UiCommand::Palette => self.palette = Some(CommandPalette::default()),
            UiCommand::ZoomIn => self.sheet.panes.map_mut().zoom_by_steps(1),
            UiCommand::ZoomOut => self.sheet.panes.map_mut().zoom_by_steps(-1),
            UiCommand::ZoomToFit => self.sheet.panes.map_mut().zoom_to_fit(),
            UiCommand::ToggleNumbers => self.toggle_layer(LayerId::Numbers),
            UiCommand::ToggleCounters => self.toggle_layer(LayerId::Counters),
            UiCommand::ToggleTheme
            | UiCommand::Look(_)
            | UiCommand::LargerScale
            | UiCommand::SmallerScale
            | UiCommand::NormalScale
            | UiCommand::HelpHere
            | UiCommand::Tour
            | UiCommand::NextTab
            | UiCommand::PreviousTab => self.shell_command(ctx, command),
            UiCommand::Tool(kind) => {
                if kind == ToolKind::Counter {
                    self.sheet.inspector.tab = Tab::Units;
                }
                match self.sheet.memory.recall(kind, &self.sheet.document) {
                    Some(tool) => self.choose(tool),
                    None => self.notices.bad("Every counter is placed or scheduled."),
                }
            }
            UiCommand::Show(tab) => self.show_tab(tab),
            UiCommand::View(view) => self.sheet.panes.show(view),
            UiCommand::SplitView => self.sheet.panes.split(),
            UiCommand::ToggleInspector => match self.inspector_shows() {
                true => self.shows_inspector = false,
                false => self.open_inspector(),
            },
            UiCommand::NextProblem => self.step_problem(true),
            UiCommand::PreviousProblem => self.step_problem(false),
            UiCommand::Step => {
                self.sheet.inspector.tab = Tab::TestRun;
                self.give_up_drag();
                self.sheet.test_run.step(&self.sheet.document);
            }
            UiCommand::PlayGame => {
                self.sheet.inspector.tab = Tab::TestRun;
                self.give_up_drag();
                self.sheet.test_run.play_or_pause(&self.sheet.document);
            }
            UiCommand::RunGames => {
                self.sheet.inspector.tab = Tab::TestRun;
                self.sheet.lab.open = true;
                let ctx = ctx.clone();
                self.sheet.test_run.run_games(&self.sheet.document, move || ctx.request_repaint());
            }
            UiCommand::StopRun => self.sheet.test_run.stop(),
            UiCommand::EndGame => self.sheet.test_run.end_game(),
            UiCommand::ToggleLab => self.sheet.lab.open = !self.sheet.lab.open,
            UiCommand::PlayFront => self.sheet.lab.play_or_pause(self.sheet.test_run.results()),
            UiCommand::CompareBefore => self.compare(Against::Before),
            UiCommand::StopComparing => self.compare(Against::Nothing),
            UiCommand::About => self.question = Some(Question::About),
            UiCommand::Keys => self.shortcuts = Some(Shortcuts::default()),
        }
    }

    /// Plays a game of the last run again, if the scenario is still the one that was played.
    fn watch(&mut self, game: usize) {
        let Some(record) = self.sheet.test_run.fresh(&self.sheet.document) else {
            self.notices.bad("The scenario was changed since these games. Run them again first.");
            return;
        };
        if let Some(game) = record.report.games.get(game) {
            let seed = game.seed;
            self.sheet.inspector.tab = Tab::TestRun;
            self.give_up_drag();
            self.sheet.test_run.watch(&self.sheet.document, seed);
        }
    }

    fn compare(&mut self, against: Against) {
        self.sheet.test_run.hold_against(against);
        if against != Against::Nothing {
            self.sheet.lab.open = true;
            self.sheet.lab.page = Page::Compare;
        }
    }

    /// A drag that is under way when a game begins is taken back.
    pub(super) fn give_up_drag(&mut self) {
        if self.sheet.tools.is_busy() {
            self.tool_event(&ToolEvent::Key(Key::Escape));
        }
    }

    fn cancel(&mut self) {
        if self.palette.take().is_some() || self.sheet.label_entry.take().is_some() {
            return;
        }
        // Escape gives up what is written in a field, and nothing else with it.
        if self.typing {
            return;
        }
        let busy = self.sheet.tools.is_busy();
        if !busy && self.help.take().is_some() {
            return;
        }
        if self.sheet.test_run.game().is_some() {
            self.sheet.document.select(Selection::default());
        } else if busy || *self.sheet.tools.tool() == Tool::Select {
            self.tool_event(&ToolEvent::Key(Key::Escape));
        } else if !self.sheet.document.selection().hexes.is_empty() {
            self.sheet.document.select(Selection::default());
        } else {
            self.choose(Tool::Select);
        }
    }

    fn remove_selected(&mut self) {
        let document = &self.sheet.document;
        let grid = document.grid();
        let selection = document.selection();
        let (name, edits): (_, Vec<_>) = if selection.counters.is_empty() {
            ("Clear hexes", area::clear(document, &selection.hexes))
        } else {
            let remove = |placed: &salient_document::PlacedCounter| {
                let counter = placed.counter.clone();
                salient_document::Edit::RemoveCounter { counter, hex: grid.label(placed.hex) }
            };
            ("Remove counters", selection.counters.iter().map(remove).collect())
        };
        self.edit(name.to_owned(), edits);
    }

    fn show_problem(&mut self, id: ProblemId) {
        let Some(problem) = self.sheet.document.problem(id) else { return };
        let hex = self.hex_of_problem(&problem);
        let page = page_of_problem(id.scope, &problem);
        let counter = problem.place.counter.clone();
        let mut selection = hex.map(Selection::of_hex).unwrap_or_default();
        selection.problem = Some(problem);
        self.sheet.document.select(selection);
        self.sheet.inspector.problems.shown = Some(id);
        match (hex, page) {
            (Some(hex), _) => self.show_on_map(hex),
            (None, Some(View::OrderOfBattle)) => {
                self.sheet.panes.show(View::OrderOfBattle);
                if let Some(counter) = counter {
                    let key = salient_document::oob::Key::Counter(counter);
                    self.sheet.pages.order_of_battle.select_after(vec![key]);
                }
            }
            (None, Some(view)) => self.sheet.panes.show(view),
            (None, None) => {}
        }
    }

    fn hex_of_problem(&self, problem: &salient_schema::Diagnostic) -> Option<Hex> {
        let place = &problem.place;
        let hex = place.hex.as_ref().and_then(|hex| self.sheet.document.grid().parse(hex));
        hex.or_else(|| place.counter.as_ref().and_then(|id| self.sheet.document.hex_of(id)))
    }

    /// The next problem of the list as it is sorted and filtered, or the one before.
    fn step_problem(&mut self, forwards: bool) {
        self.sheet.inspector.tab = Tab::Problems;
        let super::sheet::Sheet { inspector, document, .. } = &mut self.sheet;
        if let Some(next) = inspector.problems.step(document, forwards) {
            self.show_problem(next);
        }
    }
}

/// The page where a problem that has no hex can be mended.
fn page_of_problem(scope: Scope, problem: &Diagnostic) -> Option<View> {
    let pointer = problem.place.pointer.as_deref().unwrap_or_default();
    match scope {
        Scope::OrderOfBattle(_) | Scope::Counter(..) => Some(View::OrderOfBattle),
        Scope::Ruleset => Some(View::Charts),
        // What the scenario says, whoever found fault with it.
        Scope::Scenario | Scope::Rules(_) => pointer.split('/').find_map(|part| match part {
            "setup" => Some(View::SetUp),
            "counters" | "formations" => Some(View::OrderOfBattle),
            "reinforcements" | "withdrawals" | "replacements" | "turns" | "tracks" => {
                Some(View::Schedule)
            }
            "tables" | "constants" | "overrides" => Some(View::Charts),
            _ => None,
        }),
        _ => None,
    }
}
