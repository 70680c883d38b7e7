//! What the screens and the command line both write and read: other clients' formats, pictures, a
//! test-run's report, and the few words that go with them.
//!
//! Both write the same file for the same wish, so what a name's ending means, how a file is put in
//! its place and what is said where it cannot be stands here once.

pub mod book;
pub mod cases;
pub mod export;
mod file;
pub mod import;
mod picture;
pub mod preview;
pub mod report;
mod scan;
pub mod set_up;

use std::io;
use std::path::PathBuf;

use salient_art::png::RenderError;
use salient_exchange::ExportError;
use salient_exchange::report_page::PageError;

pub use file::write_whole;
pub use picture::{
    PIXELS_PER_HEX, PictureKind, Position, draw_map, draw_position, draw_sheet, write_picture,
};
pub use scan::lay_scan;

/// Why a file was not written.
#[derive(Debug, thiserror::Error)]
pub enum OutputError {
    /// Its name does not tell what it is to be.
    #[error("{}: {reason}", .path.display())]
    Name {
        /// The file.
        path: PathBuf,
        /// What the name must be.
        reason: &'static str,
    },
    /// A page of HTML without the scenario.
    #[error("a page of HTML needs the scenario, to draw its map")]
    NoScenario,
    /// Its folder cannot be made.
    #[error("cannot make {}: {reason}", .path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// What the system says.
        reason: io::Error,
    },
    /// It cannot be written.
    #[error("cannot write {}: {reason}", .path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system says.
        reason: io::Error,
    },
    /// A file is in the way that must not be written over.
    #[error("{} is there already; name another folder", .path.display())]
    Exists {
        /// The file.
        path: PathBuf,
    },
    /// A number that JSON cannot hold.
    #[error(transparent)]
    Write(#[from] salient_schema::WriteError),
    /// A folder of files cannot be written.
    #[error(transparent)]
    Files(#[from] salient_files::WriteError),
    /// A format cannot hold the scenario.
    #[error(transparent)]
    Export(#[from] ExportError),
    /// The page cannot be made.
    #[error(transparent)]
    Page(#[from] PageError),
    /// There is no picture.
    #[error(transparent)]
    Picture(#[from] salient_art::PictureError),
    /// The picture cannot be painted or packed.
    #[error(transparent)]
    Png(#[from] salient_art::WritePngError),
    /// The picture cannot be painted.
    #[error(transparent)]
    Render(#[from] RenderError),
    /// The picture cannot be packed.
    #[error(transparent)]
    Image(#[from] salient_codecs::ImageError),
    /// The report has no JSON form, which does not happen.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
}

pub use salient_schema::words::plural;
