//! Why no page is made.

use salient_art::png::RenderError;
use thiserror::Error;

/// Why there is no page.
#[derive(Debug, Error)]
pub enum PageError {
    /// The map could not be painted.
    #[error("the map cannot be painted: {0}")]
    Render(#[from] RenderError),
    /// The map's picture could not be written.
    #[error("the map's picture cannot be written: {0}")]
    Picture(#[from] png::EncodingError),
    /// The report is about another map.
    #[error(
        "the report has {report} hexes and the scenario's map {map}: it is of another scenario"
    )]
    Foreign {
        /// Hexes of the report.
        report: usize,
        /// Hexes of the map.
        map: usize,
    },
}
