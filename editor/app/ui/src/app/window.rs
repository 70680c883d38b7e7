//! The window that the editor opens in.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use salient_rules::Systems;

use super::{App, Options};
use crate::look::theme;
use crate::map::gpu;

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
    gpu::ask_little(&mut options.wgpu_options.wgpu_setup);
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
