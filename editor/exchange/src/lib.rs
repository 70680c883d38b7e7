//! Other clients' formats, out and in.
//!
//! ```text
//!            write(bundle, wishes)                    read(file, wishes)
//! Bundle ───────────────────────────▶ Exported    File ─────────────────────▶ Imported
//!                                     ├ files                               ├ the parts of a bundle
//!                                     └ LossReport                          └ LossReport
//! ```
//!
//! Every way out and in ends with a [`LossReport`]: what the other format cannot hold, or what was
//! found there that Salient does not know, item by item. On the way in it also has [`Counts`]: an
//! import of which the things seen are not the things placed and told of is an error.
//!
//! What is read may be anything: each reader keeps to [`limits`], never panics, and refuses with an
//! [`ImportError`] that says where.

pub mod book;
mod chains;
mod charts;
mod counts;
mod displays;
mod draft;
mod errors;
mod extend;
pub mod geo;
mod imported;
mod lettering;
mod loss;
mod markup;
pub mod megamek;
mod parts;
mod pictures;
pub mod print;
pub mod report_page;
pub mod sniff;
pub mod tables;
pub mod tabletop;
mod tally;
mod terrain;
pub mod tiled;
mod unpack;
pub mod vassal;
pub mod web;
pub mod wesnoth;
pub mod worldographer;

pub use draft::ruleset as drafted_ruleset;
pub use salient_files::limits;
use salient_schema::{Bundle, to_canonical_json};

pub use counts::{Count, Counts};
pub use errors::{ExportError, ImportError};
pub use imported::{BoardChoice, Exported, Imported, NamedFile};
pub use loss::{Fate, Loss, LossReport, Losses};

impl From<ExportError> for std::io::Error {
    fn from(error: ExportError) -> Self {
        match error {
            ExportError::Output(error) => error,
            error => Self::other(error),
        }
    }
}

/// Writes a scenario with all that it needs as one bundle file. Nothing is lost; pictures are named,
/// and stay files of their own.
///
/// # Errors
/// A number in it that JSON cannot hold.
pub fn bundle(bundle: &Bundle) -> Result<Exported, ExportError> {
    let mut bundle = bundle.clone();
    bundle.name_parts_by_id();
    let name = format!("{}.bundle.json", bundle.scenario.id);
    let bytes = to_canonical_json(&bundle)?.into_bytes();
    let mut losses = LossReport::new("bundle");
    pictures::named_only(&bundle.orders_of_battle, &mut losses);
    Ok(Exported { files: vec![NamedFile { name, bytes }], losses })
}
