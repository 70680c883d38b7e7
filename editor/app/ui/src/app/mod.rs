//! The editor: what it is made of, and what happens in a frame.
//!
//! ```text
//!  App ─ Documents   the open documents, their files, what is done with them
//!      ─ Settings    looks, scale, keys, files that were open
//!      ─ Questions, Notices   what is asked, what is told
//!      ─ Help        the window of help, the tour
//!      ─ MapDialogs, CommandPalette, Shortcuts   what lies over the screens
//!      ─ Panels      what shows beside the panes, where the keyboard is
//! ```

mod carry_out;
mod command_palette;
mod commands;
mod layout;
mod menu;
mod panels;
mod status;
mod tab_strip;
#[cfg(test)]
mod tests;
mod window;

use std::collections::BTreeSet;
use std::path::PathBuf;

use command_palette::CommandPalette;
use egui::Ui;
use panels::Panels;
use salient_document::{Document, Tool};
use salient_rules::Systems;

use crate::documents::{Desk, Documents};
use crate::files::dialogs::{Dialogs, NativeDialogs};
use crate::files::questions::{Question, Questions};
use crate::help::{Help, Tour};
use crate::lab::Lab;
use crate::look::notices::Notices;
use crate::look::theme;
use crate::map::camera::Camera;
use crate::map::gpu;
use crate::map::panes::Panes;
use crate::map_dialogs::MapDialogs;
use crate::request::Request;
use crate::request::command::UiCommand;
use crate::request::keymap::{HeldAtClicks, Keymap, TypedAfterClicks};
use crate::request::views::{Tab, View};
use crate::settings::Settings;
use crate::settings::shortcuts::Shortcuts;
use crate::test_run::TestRun;
pub use window::open_window;

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
    documents: Documents,
    settings: Settings,
    questions: Questions,
    notices: Notices,
    help: Help,
    map_dialogs: MapDialogs,
    palette: Option<CommandPalette>,
    shortcuts: Option<Shortcuts>,
    panels: Panels,
    /// Whether other threads draw the map.
    background: bool,
    window_title: String,
    /// What was held at clicks.
    held_at_clicks: HeldAtClicks,
    /// What was typed right after them.
    typed_after_clicks: TypedAfterClicks,
    installed: bool,
}

impl App {
    /// The editor with a file, or the built-in scenario, open.
    pub fn new(systems: Systems, options: Options) -> Self {
        let first_start = options.file.is_none();
        let mut settings = Settings::read(options.settings_file);
        let mut questions = Questions::default();
        let mut notices = Notices::default();
        let mut desk =
            Desk { questions: &mut questions, notices: &mut notices, settings: &mut settings };
        let Options { dialogs, journal_folder, file, .. } = options;
        let mut documents = Documents::new(systems, dialogs, journal_folder, file, &mut desk);
        if first_start && desk.settings.are_new() && desk.questions.shown.is_none() {
            documents.ask(Question::Tour, &mut desk);
        }
        Self {
            documents,
            settings,
            questions,
            notices,
            help: Help::default(),
            map_dialogs: MapDialogs::default(),
            palette: None,
            shortcuts: None,
            panels: Panels::default(),
            background: options.background,
            window_title: String::new(),
            held_at_clicks: HeldAtClicks::default(),
            typed_after_clicks: TypedAfterClicks::default(),
            installed: false,
        }
    }

    /// The documents, and what is told of what is done with them.
    fn desk(&mut self) -> (&mut Documents, Desk<'_>) {
        let desk = Desk {
            questions: &mut self.questions,
            notices: &mut self.notices,
            settings: &mut self.settings,
        };
        (&mut self.documents, desk)
    }

    /// What is open.
    pub fn document(&self) -> &Document {
        &self.documents.front.document
    }

    /// The tool in hand.
    pub fn tool(&self) -> &Tool {
        self.documents.front.tools.tool()
    }

    /// The tab that shows.
    pub fn tab(&self) -> Tab {
        self.documents.front.inspector.tab
    }

    /// The test-run.
    pub fn test_run(&self) -> &TestRun {
        &self.documents.front.test_run
    }

    /// What the lab shows.
    pub fn lab(&self) -> &Lab {
        &self.documents.front.lab
    }

    /// The views that show.
    pub fn panes(&self) -> &Panes {
        &self.documents.front.panes
    }

    /// Whom leaders direct, as the map shows it; nobody while it does not.
    pub fn leaders_reach(&self) -> &[salient_rules::game::Directed] {
        self.documents.front.reach.leaders()
    }

    /// Where the middle of a hex is on the screen, once the map has been shown.
    pub fn screen_position(&self, hex: &str) -> Option<egui::Pos2> {
        let grid = self.documents.front.document.grid();
        grid.parse(hex).map(|hex| self.documents.front.panes.map().screen_position(grid, hex))
    }

    /// Shows a point of the plane in the middle of the map, with so many points a hex.
    pub fn look_at(&mut self, [x, y]: [f32; 2], scale: f32) {
        self.documents.front.panes.map_mut().camera = Camera { centre: egui::vec2(x, y), scale };
    }

    /// Whether other threads are still drawing what the map shows.
    pub fn is_drawing(&self) -> bool {
        self.documents.front.picture.is_busy()
    }

    /// Where a pixel of the scan is on the screen, once the map has been shown.
    pub fn scan_position(&mut self, pixel: [f64; 2]) -> Option<egui::Pos2> {
        self.documents.front.scan_position(pixel)
    }

    /// The titles of the open documents, in the order of their tabs.
    pub fn tab_titles(&self) -> Vec<&str> {
        self.documents.all().map(|open| open.document.title()).collect()
    }

    /// Which tab shows, from the left.
    pub fn tab_in_front(&self) -> usize {
        self.documents.place()
    }

    /// The tour, if there is one under way.
    pub fn tour(&self) -> Option<&Tour> {
        self.help.tour()
    }

    /// The number of the hex that the tour points at, if it points at one.
    pub fn tour_hex(&self) -> Option<String> {
        self.help.tour_hex(&self.documents)
    }

    /// Takes note of what happened since the last frame.
    fn prepare(&mut self, ui: &Ui) {
        let ctx = ui.ctx();
        let dropped: Vec<PathBuf> = ctx.input(|input| {
            input.raw.dropped_files.iter().map(|file| file.path().to_path_buf()).collect()
        });
        let (documents, mut desk) = self.desk();
        for path in dropped {
            documents.open_file(&path, &mut desk);
        }
        documents.hear_answers(ctx, &mut desk);
        documents.guard_closing(ctx, &mut desk);
        self.help.follow(ctx, &self.documents);
        let (documents, mut desk) = self.desk();
        documents.front.versions.tend(ctx, &documents.front.document);
        documents.front.tend_scan(ctx, desk.notices);
        documents.front.tend_recipe(desk.notices);
        documents.watch_files(ctx, &mut desk);
        documents.next_question(&mut desk);

        let seconds = ctx.input(|input| f64::from(input.stable_dt));
        if documents.tick(seconds) {
            ctx.request_repaint();
        }
        if documents.front.document.in_transaction() {
            // A pointer that rests in the middle of a drag must not keep work from the journal.
            ctx.request_repaint_after_secs(0.5);
        }
        if documents.all().any(|open| open.test_run.plays_elsewhere()) {
            ctx.request_repaint_after_secs(0.1);
        }

        let front = &self.documents.front;
        let dot = if front.document.dirty() { "• " } else { "" };
        let name = match front.has_file() {
            true => front.file_name(),
            false => front.document.title().to_owned(),
        };
        let title = format!("{dot}{name} – Salient");
        if title != self.window_title {
            ctx.send_viewport_cmd(egui::ViewportCommand::Title(title.clone()));
            self.window_title = title;
        }
    }
}

impl eframe::App for App {
    fn raw_input_hook(&mut self, ctx: &egui::Context, input: &mut egui::RawInput) {
        let waits = self.typed_after_clicks.settle(input);
        if self.held_at_clicks.settle(input) || waits {
            ctx.request_repaint();
        }
    }

    fn ui(&mut self, ui: &mut Ui, frame: &mut eframe::Frame) {
        if !self.installed {
            self.installed = true;
            if let Some(state) = frame.wgpu_render_state() {
                gpu::install(state);
            }
            self.settings.settle(ui.ctx());
            // In tests nobody has done so; fonts are there from the next frame on.
            let families: BTreeSet<_> =
                ui.ctx().fonts(|fonts| fonts.families().into_iter().collect());
            if !families.contains(&theme::family(salient_art::fonts::Typeface::Bold)) {
                theme::install(ui.ctx());
                self.settings.settle(ui.ctx());
                ui.ctx().request_repaint();
                return;
            }
        }
        self.prepare(ui);
        let mut requests = Vec::new();
        let modal = ui.memory(|memory| memory.top_modal_layer().is_some());
        let over =
            self.questions.shown.is_some() || self.palette.is_some() || self.shortcuts.is_some();
        if !modal && !over {
            let front = &self.documents.front;
            let map = front.panes.shows(View::Map);
            let removes = |command| command == UiCommand::RemoveSelected && front.oob_can_delete();
            let reaches = |command: UiCommand| map || !command.is_of_map() || removes(command);
            let pressed = Keymap::pressed(ui.ctx(), reaches);
            requests.extend(pressed.into_iter().map(Request::Command));
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
        self.documents.front.leave_order_of_battle(&mut self.notices);
        self.panels.typing = ui.ctx().text_edit_focused();
    }

    fn on_exit(&mut self) {
        self.documents.leave_for_good();
    }
}
