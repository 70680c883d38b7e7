//! Why something is not written or not read.

use thiserror::Error;

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
