//! The editor: what is open, and what is done with it.

use std::collections::BTreeSet;
use std::path::PathBuf;

use egui::{Align2, Area, CentralPanel, Frame, Id, Margin, Order, Panel, RichText, Ui, vec2};
use salient_document::tools::Key;
use salient_document::{Action, Document, Selection, Tool, ToolBox, ToolEvent, ToolOutput};
use salient_engine::grid::Hex;

use super::command::{ToolKind, UiCommand};
use super::command_palette::CommandPalette;
use super::dialogs::{Dialogs, NativeDialogs};
use super::files::Files;
use super::inspector::{Inspector, InspectorInput, Tab};
use super::map::stacks::{Counters, Positions};
use super::map::{MapInput, MapView};
use super::menu::{self, MenuInput};
use super::notices::Notices;
use super::questions::{self, Question};
use super::request::Request;
use super::status::{self, StatusInput};
use super::swatches::Swatches;
use super::test_run::{Game, TestRun};
use super::tool_palette::{self, ToolMemory, kind_of};
use super::widgets::{icon_button, text_button};
use super::{icons, theme};

/// How the editor begins.
pub struct Options {
    /// The file to open; the embedded scenario if left out.
    pub file: Option<PathBuf>,
    /// Who is asked for files.
    pub dialogs: Box<dyn Dialogs>,
    /// Where the journal of the embedded scenario is kept; nowhere if left out.
    pub journal_folder: Option<PathBuf>,
}

impl Default for Options {
    fn default() -> Self {
        Self { file: None, dialogs: Box::new(NativeDialogs), journal_folder: None }
    }
}

/// The editor.
pub struct App {
    pub(super) document: Document,
    tools: ToolBox,
    output: ToolOutput,
    memory: ToolMemory,
    pub(super) map: MapView,
    inspector: Inspector,
    counters: Counters,
    swatches: Swatches,
    test_run: TestRun,
    palette: Option<CommandPalette>,
    pub(super) question: Option<Question>,
    pub(super) notices: Notices,
    pub(super) files: Files,
    /// Counters whose print changed are drawn again.
    counters_of: u64,
    window_title: String,
    installed: bool,
}

impl App {
    /// The editor with a file, or the embedded scenario, open.
    pub fn new(options: Options) -> Self {
        let mut files = Files::new(options.dialogs, options.journal_folder);
        let (document, question) = files.first_document(options.file);
        Self {
            tools: ToolBox::default(),
            output: ToolOutput::default(),
            memory: ToolMemory::default(),
            map: MapView::default(),
            inspector: Inspector::default(),
            counters: Counters::new(&document),
            counters_of: document.revision(),
            swatches: Swatches::default(),
            test_run: TestRun::new(&document),
            palette: None,
            question,
            notices: Notices::default(),
            files,
            window_title: String::new(),
            installed: false,
            document,
        }
    }

    /// What is open.
    pub fn document(&self) -> &Document {
        &self.document
    }

    /// The tool in hand.
    pub fn tool(&self) -> &Tool {
        self.tools.tool()
    }

    /// The tab that shows.
    pub fn tab(&self) -> Tab {
        self.inspector.tab
    }

    /// The test-run.
    pub fn test_run(&self) -> &TestRun {
        &self.test_run
    }

    /// Where the middle of a hex is on the screen, once the map has been shown.
    pub fn screen_position(&self, hex: &str) -> Option<egui::Pos2> {
        let grid = self.document.grid();
        grid.parse(hex).map(|hex| self.map.screen_position(grid, hex))
    }

    /// Opens another document in place of this one.
    pub(super) fn replace(&mut self, document: Document) {
        let old = std::mem::replace(&mut self.document, document);
        // Whoever got here has agreed to give up what was not saved.
        old.close();
        self.tools = ToolBox::default();
        self.output = ToolOutput::default();
        self.memory = ToolMemory::default();
        self.map.reset();
        self.inspector.reset();
        self.counters = Counters::new(&self.document);
        self.counters_of = self.document.revision();
        self.swatches = Swatches::default();
        self.test_run = TestRun::new(&self.document);
        self.output = self.tools.handle(&ToolEvent::Leave, &self.document);
    }

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

    fn is_on(&self, command: UiCommand) -> bool {
        match command {
            UiCommand::ToggleNumbers => self.map.shows_numbers,
            UiCommand::ToggleCounters => self.map.shows_counters,
            UiCommand::Tool(kind) => kind_of(self.tools.tool()) == kind,
            UiCommand::Show(tab) => self.inspector.tab == tab,
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
                let ctx = ctx.clone();
                self.test_run.run_games(&self.document, move || ctx.request_repaint());
            }
            UiCommand::StopRun => self.test_run.stop(),
            UiCommand::EndGame => self.test_run.end_game(),
            UiCommand::About => self.question = Some(Question::About),
            UiCommand::Keys => self.question = Some(Question::Keys),
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

    fn prepare(&mut self, ui: &Ui) {
        let ctx = ui.ctx();
        let dropped: Vec<PathBuf> = ctx.input(|input| {
            input.raw.dropped_files.iter().map(|file| file.path().to_path_buf()).collect()
        });
        if let Some(path) = dropped.into_iter().next() {
            self.open_dropped(ctx, path);
        }
        self.hear_answers(ctx);
        self.guard_closing(ctx);

        let seconds = ctx.input(|input| f64::from(input.stable_dt));
        if self.test_run.tick(seconds) {
            ctx.request_repaint();
        }
        if self.test_run.progress().is_some() {
            ctx.request_repaint_after_secs(0.1);
        }
        if self.document.problems_stale() && !self.document.in_transaction() {
            self.document.refresh_problems();
        }
        let changes = self.document.changes_since(self.counters_of);
        if changes.everything || changes.counters {
            self.counters = Counters::new(&self.document);
        }
        self.counters_of = self.document.revision();

        let dot = if self.document.dirty() { "• " } else { "" };
        let name = match self.files.has_file(&self.document) {
            true => self.files.name(&self.document),
            false => self.document.title().to_owned(),
        };
        let title = format!("{dot}{name} – Salient");
        if title != self.window_title {
            ctx.send_viewport_cmd(egui::ViewportCommand::Title(title.clone()));
            self.window_title = title;
        }
    }

    fn screens(&mut self, ui: &mut Ui) -> Vec<Request> {
        let mut requests = Vec::new();
        let bar = |ui: &Ui, margin: Margin| {
            Frame::new().fill(ui.visuals().panel_fill).inner_margin(margin)
        };
        Panel::top("menu").frame(bar(ui, Margin::symmetric(10, 5))).show(ui, |ui| {
            let input = MenuInput {
                title: self.document.title(),
                file: &self.files.name(&self.document),
                dirty: self.document.dirty(),
                label: &|command| self.label(command),
                enabled: &|command| self.enabled(command),
                on: &|command| self.is_on(command),
            };
            menu::show(ui, &input, &mut requests);
        });
        let positions = match self.test_run.game() {
            Some(game) => Positions::of_game(game.play()),
            None => Positions::of_set_up(&self.document),
        };
        Panel::bottom("status").exact_size(30.0).frame(bar(ui, Margin::symmetric(12, 2))).show(
            ui,
            |ui| {
                let hint = match self.test_run.game() {
                    Some(_) => "A test-run is shown. Click a hex to look into it.",
                    None => self.output.hint.as_str(),
                };
                let input = StatusInput {
                    document: &self.document,
                    hint,
                    hovered: self.map.hovered(),
                    positions: &positions,
                    scale: self.map.camera.scale,
                    has_file: self.files.has_file(&self.document),
                };
                status::show(ui, &input, &mut requests);
            },
        );
        Panel::left("tools").exact_size(196.0).frame(bar(ui, Margin::same(8))).show(ui, |ui| {
            if self.test_run.game().is_some() {
                ui.disable();
            }
            tool_palette::show(
                ui,
                &self.document,
                self.tools.tool(),
                &mut self.swatches,
                &mut self.counters,
                &mut requests,
            );
        });
        Panel::right("inspector")
            .default_size(352.0)
            .size_range(320.0..=560.0)
            .frame(bar(ui, Margin::same(10)))
            .show(ui, |ui| {
                let input = InspectorInput {
                    document: &self.document,
                    tool: self.tools.tool(),
                    test_run: &self.test_run,
                };
                self.inspector.show(ui, &input, &mut self.counters, &mut requests);
            });
        CentralPanel::no_frame().show(ui, |ui| {
            let rect = ui.max_rect();
            let input = MapInput {
                document: &self.document,
                tool: self.tools.tool(),
                output: &self.output,
                game: self.test_run.game(),
            };
            self.map.show(ui, &input, &mut self.counters, &mut requests);
            if let Some(game) = self.test_run.game() {
                banner(ui, rect, game, &mut requests);
            }
            zoom_buttons(ui, rect, &mut requests);
            self.notices.show(ui.ctx(), rect);
        });
        requests
    }

    fn over_screens(&mut self, ctx: &egui::Context, requests: &mut Vec<Request>) {
        if let Some(mut palette) = self.palette.take() {
            let stays = palette.show(
                ctx,
                self.document.grid(),
                |command| self.label(command),
                |command| self.enabled(command),
                requests,
            );
            if stays {
                self.palette = Some(palette);
            }
        }
        if let Some(question) = self.question.clone()
            && let Some(reply) =
                questions::show(ctx, &question, self.document.title(), &mut self.files.typed)
        {
            self.question = None;
            self.answered(ctx, question, reply);
        }
    }
}

impl eframe::App for App {
    fn ui(&mut self, ui: &mut Ui, _frame: &mut eframe::Frame) {
        if !self.installed {
            self.installed = true;
            self.output = self.tools.handle(&ToolEvent::Leave, &self.document);
            // In tests nobody has done so; fonts are there from the next frame on.
            let families: BTreeSet<_> =
                ui.ctx().fonts(|fonts| fonts.families().into_iter().collect());
            if !families.contains(&theme::family(salient_export::fonts::Typeface::Bold)) {
                theme::install(ui.ctx());
                ui.ctx().request_repaint();
                return;
            }
        }
        self.prepare(ui);
        let mut requests = Vec::new();
        if self.question.is_none() && self.palette.is_none() {
            requests.extend(UiCommand::pressed(ui.ctx()).into_iter().map(Request::Command));
        }
        requests.extend(self.screens(ui));
        self.over_screens(ui.ctx(), &mut requests);
        if !requests.is_empty() {
            // The screens have read the document as it was.
            ui.ctx().request_repaint();
        }
        for request in requests {
            self.carry_out(ui.ctx(), request);
        }
    }

    fn on_exit(&mut self) {
        self.test_run.stop();
        self.leave_for_good();
    }
}

/// Says that what the map shows is a game.
fn banner(ui: &Ui, over: egui::Rect, game: &Game, requests: &mut Vec<Request>) {
    Area::new(Id::unique("game banner"))
        .order(Order::Middle)
        .pivot(Align2::CENTER_TOP)
        .fixed_pos(over.center_top() + vec2(0.0, 12.0))
        .show(ui.ctx(), |ui| {
            let colours = theme::palette(ui);
            let frame = Frame::popup(ui.style()).inner_margin(Margin::symmetric(14, 8));
            frame.stroke(egui::Stroke::new(1.5, colours.accent)).show(ui, |ui| {
                ui.horizontal(|ui| {
                    let (rect, _) = ui.allocate_exact_size(vec2(16.0, 16.0), egui::Sense::hover());
                    icons::paint(ui.painter(), rect, icons::Icon::Play, colours.accent);
                    let text = format!("Test-run, game-turn {}", game.play().turn());
                    ui.label(RichText::new(text).font(theme::strong(15.0)));
                    ui.label(RichText::new("The document is not changed.").color(colours.quiet));
                    if text_button(ui, None, UiCommand::EndGame.text(), true).clicked() {
                        requests.push(Request::Command(UiCommand::EndGame));
                    }
                });
            });
        });
}

fn zoom_buttons(ui: &Ui, over: egui::Rect, requests: &mut Vec<Request>) {
    Area::new(Id::unique("zoom buttons"))
        .order(Order::Middle)
        .pivot(Align2::RIGHT_BOTTOM)
        .fixed_pos(over.right_bottom() - vec2(12.0, 12.0))
        .show(ui.ctx(), |ui| {
            Frame::popup(ui.style()).inner_margin(3).show(ui, |ui| {
                ui.spacing_mut().item_spacing.y = 2.0;
                for command in [UiCommand::ZoomIn, UiCommand::ZoomOut, UiCommand::ZoomToFit] {
                    let icon = command.icon().unwrap_or(icons::Icon::Fit);
                    if icon_button(ui, icon, command.text(), true).clicked() {
                        requests.push(Request::Command(command));
                    }
                }
            });
        });
}

/// A message as a sentence.
pub(super) fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let mut sentence: String = match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    };
    if !sentence.ends_with(['.', '!', '?']) {
        sentence.push('.');
    }
    sentence
}
