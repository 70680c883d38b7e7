//! Carrying out what the screens propose: the one place that changes anything.

use salient_document::tools::Key;
use salient_document::{Action, Selection, Tool, ToolEvent};
use salient_engine::grid::Hex;

use super::app::{App, sentence};
use super::command::{ToolKind, UiCommand};
use super::command_palette::CommandPalette;
use super::inspector::Tab;
use super::lab::{Against, Page};
use super::questions::Question;
use super::request::Request;
use super::tool_palette::kind_of;

impl App {
    /// Whether a command can be carried out now.
    pub fn enabled(&self, command: UiCommand) -> bool {
        let editing = self.test_run.game().is_none();
        match command {
            UiCommand::Save => self.document.dirty() || !self.files.has_file(&self.document),
            UiCommand::Undo => editing && self.document.undo_name().is_some(),
            UiCommand::Redo => editing && self.document.redo_name().is_some(),
            UiCommand::RemoveSelected => editing && !self.document.selection().counters.is_empty(),
            UiCommand::Tool(kind) => {
                editing
                    && (kind == ToolKind::Counter
                        || self.memory.recall(kind, &self.document).is_some())
            }
            UiCommand::NextProblem => !self.document.problems().is_empty(),
            UiCommand::Step => self.test_run.progress().is_none(),
            UiCommand::PlayGame => self.test_run.progress().is_none(),
            UiCommand::RunGames => !self.test_run.is_running(),
            UiCommand::StopRun => self.test_run.is_running(),
            UiCommand::EndGame => !editing,
            UiCommand::ToggleLab => editing,
            UiCommand::PlayFront => self.test_run.results().now().is_some(),
            UiCommand::SaveReport => self.test_run.results().now().is_some(),
            UiCommand::CompareFile => !self.test_run.is_running(),
            UiCommand::CompareBefore => self.test_run.results().has_before(),
            UiCommand::StopComparing => self.test_run.results().against() != Against::Nothing,
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
            UiCommand::Undo => with(self.document.undo_name()),
            UiCommand::Redo => with(self.document.redo_name()),
            _ => command.text().to_owned(),
        }
    }

    pub(super) fn is_on(&self, command: UiCommand) -> bool {
        match command {
            UiCommand::ToggleNumbers => self.map.shows_numbers,
            UiCommand::ToggleCounters => self.map.shows_counters,
            UiCommand::Tool(kind) => kind_of(self.tools.tool()) == kind,
            UiCommand::Show(tab) => self.inspector.tab == tab,
            UiCommand::ToggleLab => self.lab.open,
            UiCommand::PlayFront => self.lab.is_playing(),
            UiCommand::CompareBefore => self.test_run.results().against() == Against::Before,
            _ => false,
        }
    }

    /// Carries out what a screen proposes. This is the one place that changes anything.
    pub fn carry_out(&mut self, ctx: &egui::Context, request: Request) {
        match request {
            Request::Command(command) => {
                if self.enabled(command) {
                    self.command(ctx, command);
                }
            }
            Request::Tool(event) => self.tool_event(&event),
            Request::Choose(tool) => self.choose(tool),
            Request::Edit { name, edits } => {
                if self.test_run.game().is_some() {
                    return;
                }
                self.document.begin(name);
                for edit in edits {
                    if let Err(error) = self.document.apply(edit) {
                        self.notices.bad(sentence(&error.to_string()));
                        self.document.cancel();
                        return;
                    }
                }
                self.document.commit();
            }
            Request::Select(selection) => {
                if selection.hex.is_some() && self.inspector.tab == Tab::Problems {
                    self.inspector.tab = Tab::Inspect;
                }
                self.document.select(selection);
            }
            Request::GoTo(hex) => {
                self.document.select(Selection::of_hex(hex));
                self.map.go_to(hex);
            }
            Request::ShowProblem(place) => self.show_problem(place),
            Request::Show(tab) => self.inspector.tab = tab,
            Request::TestRun(setting) => self.test_run.set(setting),
            Request::Lab(setting) => self.lab.set(setting),
            Request::Watch(game) => self.watch(game),
            Request::CompareWith(path) => self.compare_with(ctx, &path),
            Request::WriteReport(path) => self.write_report(ctx, path),
        }
    }

    fn tool_event(&mut self, event: &ToolEvent) {
        let mut output = self.tools.handle(event, &self.document);
        let actions = std::mem::take(&mut output.actions);
        self.output = output;
        for action in &actions {
            match action {
                Action::Choose(tool) => self.memory.remember(tool),
                Action::Select(selection)
                    if selection.hex.is_some() && self.inspector.tab == Tab::Problems =>
                {
                    self.inspector.tab = Tab::Inspect;
                }
                _ => {}
            }
        }
        if let Err(error) = self.document.perform(actions) {
            self.notices.bad(sentence(&error.to_string()));
        }
        // The last of a counter is placed: there is nothing left in the hand.
        if let Tool::PlaceCounter { counter, .. } = self.tools.tool()
            && matches!(event, ToolEvent::Release { .. } | ToolEvent::Press { .. })
            && !self.document.in_transaction()
            && !self.document.unplaced_counters().any(|(left, _)| left.id == *counter)
        {
            self.choose(Tool::Select);
        }
    }

    fn choose(&mut self, tool: Tool) {
        self.memory.remember(&tool);
        let actions = self.tools.choose(tool);
        if let Err(error) = self.document.perform(actions) {
            self.notices.bad(sentence(&error.to_string()));
        }
        self.output = self.tools.handle(&ToolEvent::Leave, &self.document);
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
            | UiCommand::Quit => self.file_command(ctx, command),
            UiCommand::Undo => {
                self.document.undo();
            }
            UiCommand::Redo => {
                self.document.redo();
            }
            UiCommand::RemoveSelected => self.remove_selected(),
            UiCommand::Cancel => self.cancel(),
            UiCommand::Palette => self.palette = Some(CommandPalette::default()),
            UiCommand::ZoomIn => self.map.zoom_by_steps(1),
            UiCommand::ZoomOut => self.map.zoom_by_steps(-1),
            UiCommand::ZoomToFit => self.map.zoom_to_fit(),
            UiCommand::ToggleNumbers => self.map.shows_numbers = !self.map.shows_numbers,
            UiCommand::ToggleCounters => self.map.shows_counters = !self.map.shows_counters,
            UiCommand::ToggleTheme => {
                let other = match ctx.theme() {
                    egui::Theme::Dark => egui::Theme::Light,
                    egui::Theme::Light => egui::Theme::Dark,
                };
                ctx.set_theme(other);
            }
            UiCommand::Tool(kind) => {
                if kind == ToolKind::Counter {
                    self.inspector.tab = Tab::Units;
                }
                match self.memory.recall(kind, &self.document) {
                    Some(tool) => self.choose(tool),
                    None => self.notices.bad("Every counter is placed or scheduled."),
                }
            }
            UiCommand::Show(tab) => self.inspector.tab = tab,
            UiCommand::NextProblem => self.next_problem(),
            UiCommand::Step => {
                self.inspector.tab = Tab::TestRun;
                self.give_up_drag();
                self.test_run.step(&self.document);
            }
            UiCommand::PlayGame => {
                self.inspector.tab = Tab::TestRun;
                self.give_up_drag();
                self.test_run.play_or_pause(&self.document);
            }
            UiCommand::RunGames => {
                self.inspector.tab = Tab::TestRun;
                self.lab.open = true;
                let ctx = ctx.clone();
                self.test_run.run_games(&self.document, move || ctx.request_repaint());
            }
            UiCommand::StopRun => self.test_run.stop(),
            UiCommand::EndGame => self.test_run.end_game(),
            UiCommand::ToggleLab => self.lab.open = !self.lab.open,
            UiCommand::PlayFront => self.lab.play_or_pause(self.test_run.results()),
            UiCommand::CompareBefore => self.compare(Against::Before),
            UiCommand::StopComparing => self.compare(Against::Nothing),
            UiCommand::About => self.question = Some(Question::About),
            UiCommand::Keys => self.question = Some(Question::Keys),
        }
    }

    /// Plays a game of the last run again, if the scenario is still the one that was played.
    fn watch(&mut self, game: usize) {
        let Some(record) = self.test_run.fresh(&self.document) else {
            self.notices.bad("The scenario was changed since these games. Run them again first.");
            return;
        };
        if let Some(game) = record.report.games.get(game) {
            let seed = game.seed;
            self.inspector.tab = Tab::TestRun;
            self.give_up_drag();
            self.test_run.watch(&self.document, seed);
        }
    }

    fn compare(&mut self, against: Against) {
        self.test_run.hold_against(against);
        if against != Against::Nothing {
            self.lab.open = true;
            self.lab.page = Page::Compare;
        }
    }

    /// A drag that is under way when a game begins is taken back.
    fn give_up_drag(&mut self) {
        if self.tools.is_busy() {
            self.tool_event(&ToolEvent::Key(Key::Escape));
        }
    }

    fn cancel(&mut self) {
        if self.palette.take().is_some() {
            return;
        }
        let busy = self.tools.is_busy();
        if self.test_run.game().is_some() {
            self.document.select(Selection::default());
        } else if busy || *self.tools.tool() == Tool::Select {
            self.tool_event(&ToolEvent::Key(Key::Escape));
        } else {
            self.choose(Tool::Select);
        }
    }

    fn remove_selected(&mut self) {
        let grid = self.document.grid();
        let edits: Vec<_> = self
            .document
            .selection()
            .counters
            .iter()
            .map(|placed| salient_document::Edit::RemoveCounter {
                counter: placed.counter.clone(),
                hex: grid.label(placed.hex),
            })
            .collect();
        self.document.begin("Remove counters");
        for edit in edits {
            if let Err(error) = self.document.apply(edit) {
                self.notices.bad(sentence(&error.to_string()));
            }
        }
        self.document.commit();
    }

    fn show_problem(&mut self, place: usize) {
        let Some(problem) = self.document.problems().get(place).cloned() else { return };
        let hex = self.hex_of_problem(&problem);
        let mut selection = hex.map(Selection::of_hex).unwrap_or_default();
        selection.problem = Some(problem);
        self.document.select(selection);
        if let Some(hex) = hex {
            self.map.go_to(hex);
        }
    }

    fn hex_of_problem(&self, problem: &salient_schema::Diagnostic) -> Option<Hex> {
        let place = &problem.place;
        let hex = place.hex.as_ref().and_then(|hex| self.document.grid().parse(hex));
        hex.or_else(|| place.counter.as_ref().and_then(|id| self.document.hex_of(id)))
    }

    fn next_problem(&mut self) {
        self.inspector.tab = Tab::Problems;
        let problems = self.document.problems();
        let now = self.document.selection().problem.as_ref();
        let at = now.and_then(|now| problems.iter().position(|problem| problem == now));
        let next = at.map_or(0, |at| (at + 1) % problems.len().max(1));
        self.show_problem(next);
    }
}
