//! A scan of a printed map, as underlay: read, fitted to the grid, and its colours read off.
//!
//! ```text
//!  bytes ──decode──▶ Picture ──▶ Pyramid ──────────────┐
//!                                                      ├──read_off──▶ terrain, hex by hex
//!  pixel ↔ hex number ──fit_scan──▶ ScanFit ───────────┘
//! ```
//!
//! Nothing here opens a file or a window: bytes come in, values go out, and the same bytes and
//! points give the same values on every machine.

mod colour;
mod fit;
mod format;
mod picture;
mod pyramid;
mod read;

pub use crate::progress::Progress;
pub use colour::{Oklab, oklab};
pub use fit::{FitError, PointFit, ScanFit, fit_scan};
pub use format::{Format, sniff};
pub use picture::{Limits, Picture, ScanError, decode, probe};
pub use pyramid::{Level, Pyramid};
pub use read::{ColourSample, Proposal, ReadError, Reading, Refined, read_off};
pub use salient_schema::map::ScanPoint;
