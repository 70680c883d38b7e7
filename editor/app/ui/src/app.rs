//! The editor: what is open, and what is done with it.

use salient_rules::Systems;
use std::collections::{BTreeSet, VecDeque};
use std::path::PathBuf;
use std::sync::Arc;

use egui::Ui;
use salient_document::tools::Stamp;
use salient_document::{Document, Origin, Tool};

use super::camera::Camera;
use super::command_palette::CommandPalette;
use super::dialogs::{Dialogs, NativeDialogs};
use super::files::Files;
use super::ground;
use super::help::{HelpWindow, Regions, Tour};
use super::inspector::Tab;
use super::keymap::Keymap;
use super::lab::Lab;
use super::map;
use super::merge::MergeDialog;
use super::notices::Notices;
use super::pane::Panes;
use super::questions::Question;
use super::request::Request;
use super::settings::Settings;
use super::sheet::Sheet;
use super::shortcuts::Shortcuts;
use super::test_run::TestRun;
use super::theme;
use super::watch::Watch;

/// How the editor begins.
pub struct Options {
    /// The file to open; the embedded scenario if left out.
    pub file: Option<PathBuf>,
    /// Who is asked for files.
    pub dialogs: Box<dyn Dialogs>,
    /// Where the journal of the embedded scenario is kept; nowhere if left out.
    pub journal_folder: Option<PathBuf>,
    /// Where the settings are kept; nowhere if left out.
    pub settings_file: Option<PathBuf>,
    /// Whether other threads draw the map, so that no frame waits for it. Without that every
    /// frame is whole.
    pub background: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            file: None,
            dialogs: Box::new(NativeDialogs),
            journal_folder: None,
            settings_file: None,
            background: false,
        }
    }
}

/// The editor.
pub struct App {
    /// The document whose tab shows.
    pub(super) sheet: Sheet,
    /// The other open documents, in the order of their tabs.
    pub(super) parked: Vec<Sheet>,
    /// Where the tab that shows stands among the others.
    pub(super) place: usize,
    /// The number of the next document that is opened.
    pub(super) next_number: u64,
    pub(super) shows_inspector: bool,
    /// Whether it shows beside a page also where there is little room.
    pub(super) wants_inspector: bool,
    /// Whether the window is small, or its scale large.
    pub(super) narrow: bool,
    /// The piece of map that was copied last, for all tabs.
    pub(super) clipboard: Option<Arc<Stamp>>,
    pub(super) palette: Option<CommandPalette>,
    pub(super) shortcuts: Option<Shortcuts>,
    /// A dialog about the ground: a new map, another size, other numbers, going to a hex.
    pub(super) ground: Option<ground::Dialog>,
    /// A merge whose conflicts are shown.
    pub(super) merging: Option<MergeDialog>,
    pub(super) watch: Watch,
    pub(super) help: Option<HelpWindow>,
    pub(super) tour: Option<Tour>,
    pub(super) regions: Regions,
    /// Whether the keyboard goes from widget to widget at the moment.
    pub(super) by_keyboard: bool,
    /// Whether a text field had the keyboard's attention when the last frame ended.
    pub(super) typing: bool,
    /// How many pictures were exported since the start.
    pub(super) pictures_drawn: usize,
    pub(super) question: Option<Question>,
    /// Questions that wait for the one that shows.
    pub(super) waiting: VecDeque<Question>,
    pub(super) notices: Notices,
    pub(super) files: Files,
    pub(super) settings: Settings,
    pub(super) background: bool,
    window_title: String,
    installed: bool,
}

impl App {
    /// The editor with a file, or the embedded scenario, open.
    pub fn new(systems: Systems, options: Options) -> Self {
        let first_start = options.file.is_none();
        let settings = Settings::read(options.settings_file);
        let mut files = Files::new(systems, options.dialogs, options.journal_folder);
        let (document, trouble) = files.first_document(options.file);
        let mut app = Self {
            sheet: Sheet::new(document),
            parked: Vec::new(),
            place: 0,
            next_number: 1,
            shows_inspector: true,
            wants_inspector: false,
            narrow: false,
            clipboard: None,
            palette: None,
            ground: None,
            shortcuts: None,
            merging: None,
            watch: Watch::default(),
            help: None,
            tour: None,
            regions: Regions::default(),
            by_keyboard: false,
            typing: false,
            pictures_drawn: 0,
            question: trouble,
            waiting: VecDeque::new(),
            notices: Notices::default(),
            files,
            settings,
            background: options.background,
            window_title: String::new(),
            installed: false,
        };
        app.sheet.is_example = app.sheet.document.origin() == &Origin::Embedded;
        app.remember_file();
        app.ask_to_recover();
        app.find_unfinished_work();
        if first_start && app.settings.are_new() && app.question.is_none() {
            app.ask(Question::Tour);
        }
        app
    }

    /// What is open.
    pub fn document(&self) -> &Document {
        &self.sheet.document
    }

    /// The tool in hand.
    pub fn tool(&self) -> &Tool {
        self.sheet.tools.tool()
    }

    /// The tab that shows.
    pub fn tab(&self) -> Tab {
        self.sheet.inspector.tab
    }

    /// The test-run.
    pub fn test_run(&self) -> &TestRun {
        &self.sheet.test_run
    }

    /// What the lab shows.
    pub fn lab(&self) -> &Lab {
        &self.sheet.lab
    }

    /// The views that show.
    pub fn panes(&self) -> &Panes {
        &self.sheet.panes
    }

    /// Where the middle of a hex is on the screen, once the map has been shown.
    pub fn screen_position(&self, hex: &str) -> Option<egui::Pos2> {
        let grid = self.sheet.document.grid();
        grid.parse(hex).map(|hex| self.sheet.panes.map().screen_position(grid, hex))
    }

    /// Shows a point of the plane in the middle of the map, with so many points a hex.
    pub fn look_at(&mut self, [x, y]: [f32; 2], scale: f32) {
        self.sheet.panes.map_mut().camera = Camera { centre: egui::vec2(x, y), scale };
    }

    /// Whether other threads are still drawing what the map shows.
    pub fn is_drawing(&self) -> bool {
        self.sheet.picture.is_busy()
    }

    fn prepare(&mut self, ui: &Ui) {
        let ctx = ui.ctx();
        let dropped: Vec<PathBuf> = ctx.input(|input| {
            input.raw.dropped_files.iter().map(|file| file.path().to_path_buf()).collect()
        });
        for path in dropped {
            self.open_file(&path);
        }
        self.hear_answers(ctx);
        self.guard_closing(ctx);
        self.follow_tour(ctx);
        self.tend_scan(ctx);
        self.watch_files(ctx);
        self.next_question();

        let seconds = ctx.input(|input| f64::from(input.stable_dt));
        if self.sheet.tick(seconds) {
            ctx.request_repaint();
        }
        if self.sheet.document.in_transaction() {
            // A pointer that rests in the middle of a drag must not keep work from the journal.
            ctx.request_repaint_after_secs(0.5);
        }
        for sheet in &mut self.parked {
            // What waits behind its tab takes note of what its threads bring, no more.
            sheet.tick(0.0);
        }
        if self.sheets().any(|sheet| sheet.test_run.progress().is_some()) {
            ctx.request_repaint_after_secs(0.1);
        }

        let dot = if self.sheet.document.dirty() { "• " } else { "" };
        let name = match self.files.has_file(&self.sheet.document) {
            true => self.files.name(&self.sheet.document),
            false => self.sheet.document.title().to_owned(),
        };
        let title = format!("{dot}{name} – Salient");
        if title != self.window_title {
            ctx.send_viewport_cmd(egui::ViewportCommand::Title(title.clone()));
            self.window_title = title;
        }
    }
}

impl eframe::App for App {
    fn ui(&mut self, ui: &mut Ui, frame: &mut eframe::Frame) {
        if !self.installed {
            self.installed = true;
            if let Some(state) = frame.wgpu_render_state() {
                map::gpu::install(state);
            }
            self.settle(ui.ctx());
            // In tests nobody has done so; fonts are there from the next frame on.
            let families: BTreeSet<_> =
                ui.ctx().fonts(|fonts| fonts.families().into_iter().collect());
            if !families.contains(&theme::family(salient_art::fonts::Typeface::Bold)) {
                theme::install(ui.ctx());
                self.settle(ui.ctx());
                ui.ctx().request_repaint();
                return;
            }
        }
        self.prepare(ui);
        let mut requests = Vec::new();
        let modal = ui.memory(|memory| memory.top_modal_layer().is_some());
        if !modal && self.question.is_none() && self.palette.is_none() && self.shortcuts.is_none() {
            requests.extend(Keymap::pressed(ui.ctx()).into_iter().map(Request::Command));
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
        self.leave_order_of_battle();
        self.typing = ui.ctx().text_edit_focused();
    }

    fn on_exit(&mut self) {
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
