//! The editor: what is open, and what is done with it.

use std::collections::BTreeSet;
use std::path::PathBuf;

use egui::Ui;
use salient_document::{Document, Tool, ToolBox, ToolEvent, ToolOutput};

use super::command::UiCommand;
use super::command_palette::CommandPalette;
use super::dialogs::{Dialogs, NativeDialogs};
use super::files::Files;
use super::inspector::{Inspector, Tab};
use super::lab::Lab;
use super::map::MapView;
use super::map::stacks::Counters;
use super::notices::Notices;
use super::questions::Question;
use super::request::Request;
use super::swatches::Swatches;
use super::test_run::TestRun;
use super::theme;
use super::tool_palette::ToolMemory;

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
    pub(super) tools: ToolBox,
    pub(super) output: ToolOutput,
    pub(super) memory: ToolMemory,
    pub(super) map: MapView,
    pub(super) inspector: Inspector,
    pub(super) counters: Counters,
    pub(super) swatches: Swatches,
    pub(super) test_run: TestRun,
    pub(super) lab: Lab,
    pub(super) palette: Option<CommandPalette>,
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
            lab: Lab::default(),
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

    /// What the lab shows.
    pub fn lab(&self) -> &Lab {
        &self.lab
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
        self.lab.reset();
        self.output = self.tools.handle(&ToolEvent::Leave, &self.document);
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
        if self.lab.tick(seconds, self.test_run.results()) {
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
