//! The tools of the map: what each was set to last, and its settings.

pub mod label_entry;
pub mod memory;
pub mod options;
pub mod palette;
pub mod zones;

use salient_hex::grid::Hex;
use salient_schema::Id;

/// A label that is being written.
#[derive(Clone, Debug, PartialEq)]
pub struct LabelEntry {
    /// The hex.
    pub hex: Hex,
    /// The feature kind.
    pub kind: Id,
    /// What it said before.
    pub text: String,
}
