//! Other clients' files, out and in: two dialogs that show what comes of it, and what is lost,
//! before anything is written or opened.
//!
//! ```text
//!  ExportDialog   format, settings ── thread ──▶ losses, pieces ── thread ──▶ a look at one
//!  ImportDialog   file, ruleset    ── thread ──▶ parts, losses, a picture
//! ```

mod export_dialog;
mod import_dialog;
mod losses;

pub use export_dialog::{ExportDialog, Wanted};
pub use import_dialog::{ImportDialog, Taken};

/// How wide and high the dialogs are at the most, in points.
const SIZE: [f32; 2] = [1080.0, 700.0];
/// The longer side of a picture to look at, in pixels.
const SIDE: u32 = 900;
