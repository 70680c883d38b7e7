//! The editor's screens, and the one place that carries out what they propose.
//!
//! ```text
//!  screens ── Request ──▶ App::carry_out ──▶ Sheet: Document, ToolBox, Panes, TestRun, Lab
//!     ▲                                         │
//!     └───────────── read again, next frame ────┘
//! ```

mod app;
pub mod camera;
mod carry_out;
pub mod command;
mod command_palette;
mod dialogs;
mod files;
mod ground;
mod help;
mod icons;
mod inspector;
mod keymap;
mod lab;
mod layout;
mod leaving;
mod map;
mod menu;
mod merge;
mod notices;
mod pages;
mod pane;
mod questions;
mod reasons;
mod recovery;
mod request;
mod settings;
mod shapes;
mod sheet;
mod shell;
mod shortcuts;
mod status;
mod swatches;
mod tabs;
mod test_run;
mod theme;
mod tool_palette;
mod tools;
mod totals;
mod watch;
mod widgets;

use salient_rules::Systems;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

pub use app::{App, Options};
pub use dialogs::{Answer, Chosen, Dialogs, FileQuestion, NativeDialogs, ScriptedDialogs};
pub use help::{Tour, TourRequest};
pub use inspector::Tab;
pub use lab::side_colour;
pub use lab::{
    Against, GameColumn, Lab, LabSetting, Overlay, Page, PlaceColumn, Record, Results, UnitColumn,
};
pub use map::MapView;
pub use map::gpu::ask_little;
pub use pane::{Pane, Panes, View};
pub use request::{Request, TestRunSetting};
pub use shell::{Scale, ShellRequest};
pub use tabs::TabRequest;
pub use test_run::{Ending, Game, Speed, TestRun};
pub use theme::{Look, Palette};
pub use tools::ToolsRequest;

/// Opens the editor's window and stays until it is closed.
///
/// # Errors
/// What keeps a window from being opened.
pub fn open_window(systems: Systems, file: Option<&Path>) -> Result<(), String> {
    let mut options = eframe::NativeOptions {
        viewport: egui::ViewportBuilder::default()
            .with_title("Salient")
            .with_app_id("salient")
            .with_inner_size([1480.0, 920.0])
            .with_min_inner_size([960.0, 600.0])
            .with_drag_and_drop(true),
        // Words must look alike everywhere, and the fonts that come along are enough.
        system_font_fallback: false,
        ..eframe::NativeOptions::default()
    };
    map::gpu::ask_little(&mut options.wgpu_options.wgpu_setup);
    let file = file.map(Path::to_path_buf);
    let opened = Arc::new(AtomicBool::new(false));
    let is_open = opened.clone();
    let run = move || {
        eframe::run_native(
            "Salient",
            options,
            Box::new(move |creation| {
                is_open.store(true, Ordering::Relaxed);
                theme::install(&creation.egui_ctx);
                let options = Options {
                    file,
                    settings_file: state_folder().map(|folder| folder.join("settings.json")),
                    journal_folder: state_folder(),
                    background: true,
                    ..Options::default()
                };
                Ok(Box::new(App::new(systems, options)))
            }),
        )
    };
    // Where a desktop's libraries are missing, the window's makers panic instead of saying so.
    match std::panic::catch_unwind(std::panic::AssertUnwindSafe(run)) {
        Ok(Ok(())) => Ok(()),
        Ok(Err(error)) => Err(in_words(&error)),
        Err(panic) if opened.load(Ordering::Relaxed) => std::panic::resume_unwind(panic),
        Err(_) => Err("the desktop's libraries are missing".to_owned()),
    }
}

/// Why there is no window, without the innards of the libraries.
fn in_words(error: &eframe::Error) -> String {
    match error {
        eframe::Error::WinitEventLoop(_) => "the display does not answer".to_owned(),
        eframe::Error::Wgpu(_) => "no graphics driver can draw in one".to_owned(),
        other => other.to_string(),
    }
}

/// Where a program keeps what is no file of the user's.
fn state_folder() -> Option<PathBuf> {
    let from =
        |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let folder = if cfg!(windows) {
        from("LOCALAPPDATA")
    } else if cfg!(target_os = "macos") {
        from("HOME").map(|home| home.join("Library/Application Support"))
    } else {
        from("XDG_STATE_HOME").or_else(|| from("HOME").map(|home| home.join(".local/state")))
    };
    folder.map(|folder| folder.join("salient"))
}
