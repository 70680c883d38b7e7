//! The editor's screens, and the one place that carries out what they propose.
//!
//! ```text
//!  screens ── Request ──▶ App::carry_out ──▶ Document, ToolBox, TestRun, MapView
//!     ▲                                         │
//!     └───────────── read again, next frame ────┘
//! ```

mod app;
pub mod camera;
pub mod command;
mod command_palette;
mod dialogs;
mod event_words;
mod files;
mod icons;
mod inspector;
mod map;
mod menu;
mod notices;
mod questions;
mod request;
mod shapes;
mod status;
mod swatches;
mod test_run;
mod theme;
mod tool_palette;
mod widgets;

use std::path::{Path, PathBuf};

pub use app::{App, Options};
pub use dialogs::{Answer, Chosen, Dialogs, FileQuestion, NativeDialogs, ScriptedDialogs};
pub use inspector::Tab;
pub use map::MapView;
pub use request::{Request, TestRunSetting};
pub use test_run::{Game, Speed, TestRun};

/// Opens the editor's window and stays until it is closed.
///
/// # Errors
/// What keeps a window from being opened.
pub fn open_window(file: Option<&Path>) -> Result<(), String> {
    let options = eframe::NativeOptions {
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
    let file = file.map(Path::to_path_buf);
    eframe::run_native(
        "Salient",
        options,
        Box::new(move |creation| {
            theme::install(&creation.egui_ctx);
            let options = Options { file, journal_folder: state_folder(), ..Options::default() };
            Ok(Box::new(App::new(options)))
        }),
    )
    .map_err(|error| error.to_string())
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
