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

mod chains;
mod charts;
mod counts;
mod draft;
mod extend;
pub mod geo;
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
mod terrain_chart;
pub mod tiled;
mod unpack;
pub mod vassal;
pub mod web;
pub mod wesnoth;
pub mod worldographer;

pub use draft::ruleset as drafted_ruleset;
pub use salient_files::limits;
use salient_schema::{Bundle, Map, OrderOfBattle, Ruleset, Scenario, to_canonical_json};
use thiserror::Error;

pub use counts::{Count, Counts};
pub use loss::{Fate, Loss, LossReport, Losses};

/// What an exporter makes: files, the most important first, and what they could not hold.
#[derive(Clone, Debug, PartialEq)]
pub struct Exported {
    /// The files. Their names are relative, with `/`, and never climb out.
    pub files: Vec<NamedFile>,
    /// What the format could not hold.
    pub losses: LossReport,
}

/// A file in memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedFile {
    /// Its name, relative, with `/`.
    pub name: String,
    /// What is in it.
    pub bytes: Vec<u8>,
}

/// What an importer found, as parts of a bundle that name each other by id.
#[derive(Clone, Debug, PartialEq)]
pub struct Imported {
    /// The ruleset that was given, or one drafted from what the file names.
    pub ruleset: Ruleset,
    /// Whether the ruleset was drafted, and wants to be kept with the rest.
    pub ruleset_is_drafted: bool,
    /// The map.
    pub map: Map,
    /// Counters, where the file has any.
    pub orders_of_battle: Vec<OrderOfBattle>,
    /// Set-ups, where the file has any.
    pub scenarios: Vec<Scenario>,
    /// Pictures that the map or the counters refer to.
    pub pictures: Vec<NamedFile>,
    /// Which of the file's boards the map is made of, where it has several to choose from.
    pub boards: Option<BoardChoice>,
    /// What was in the file and is not in the parts.
    pub losses: LossReport,
}

/// Which boards of a file a map is made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardChoice {
    /// Those that it is made of, as they are asked for: `North, South:turned; -, West`.
    pub laid_out: String,
    /// What else it could be made of, as it is asked for.
    pub others: Vec<String>,
}

/// Why nothing was written.
#[derive(Debug, Error)]
pub enum ExportError {
    /// A picture could not be drawn.
    #[error(transparent)]
    Picture(#[from] salient_art::PictureError),
    /// A number that is none.
    #[error(transparent)]
    Write(#[from] salient_schema::WriteError),
    /// Where it was to go, nothing more could be written.
    #[error(transparent)]
    Output(#[from] std::io::Error),
    /// The target cannot hold the scenario at all.
    #[error("{what}; {help}")]
    Cannot {
        /// What is in the way, with its place.
        what: String,
        /// What to do about it.
        help: String,
    },
}

impl From<ExportError> for std::io::Error {
    fn from(error: ExportError) -> Self {
        match error {
            ExportError::Output(error) => error,
            error => Self::other(error),
        }
    }
}

/// Why a file was refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{place}: {what}; {help}")]
pub struct ImportError {
    /// Where: the file, and as much as is known within it (`board.tmx:12:4`, `a.vmod/buildFile.xml`).
    pub place: String,
    /// What is wrong.
    pub what: String,
    /// What to do about it.
    pub help: String,
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
