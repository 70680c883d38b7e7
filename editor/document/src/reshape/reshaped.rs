//! What a map is reshaped to, and why it cannot be.

use salient_schema::map::{Grid, Map};
use salient_schema::{Id, Scenario};

use crate::edit::Edit;
use crate::reshape::lost::Lost;

/// The most columns or rows of a map.
pub const MOST: u16 = 4096;

/// Rows and columns added at each edge of a map; below 0, cut off.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Margins {
    /// At the left edge.
    pub west: i32,
    /// At the right edge.
    pub east: i32,
    /// At the top edge.
    pub north: i32,
    /// At the bottom edge.
    pub south: i32,
}

impl Margins {
    /// The margins that leave a rectangle of a map: columns and rows from 0, ends counted.
    pub fn to_keep(grid: &Grid, columns: [u16; 2], rows: [u16; 2]) -> Self {
        Self {
            west: -i32::from(columns[0]),
            east: i32::from(columns[1]) + 1 - i32::from(grid.columns),
            north: -i32::from(rows[0]),
            south: i32::from(rows[1]) + 1 - i32::from(grid.rows),
        }
    }
}

/// The numbers of a map that is given another size.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum KeepNumbers {
    /// Every hex that stays keeps its number; the first column and row get others.
    #[default]
    Yes,
    /// The first column and row have the numbers that they had, and every hex its new one.
    No,
}

/// A map and a scenario of another shape, and what found no place on it.
#[derive(Clone, Debug, PartialEq)]
pub struct Reshaped {
    /// The map.
    pub map: Map,
    /// The scenario, its places by their new numbers.
    pub scenario: Scenario,
    /// What is lost, in the order of the map's and the scenario's parts.
    pub lost: Vec<Lost>,
}

impl Reshaped {
    /// The change as an edit.
    pub fn into_edit(self) -> Edit {
        Edit::ReplaceMap { map: Box::new(self.map), scenario: Box::new(self.scenario) }
    }
}

/// Why a map cannot have a shape.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReshapeError {
    /// Too many or too few columns or rows.
    #[error(
        "the map would have {columns} columns and {rows} rows; it can have 1 to {MOST} of each"
    )]
    Size {
        /// Columns.
        columns: i64,
        /// Rows.
        rows: i64,
    },
    /// Nothing of the old map is on the new one.
    #[error("nothing of the map would be left; cut less off")]
    NothingLeft,
    /// Numbers cannot run below 0.
    #[error(
        "the first {what} would have number {number}, and numbers begin at 0; number the map anew, \
         or add fewer"
    )]
    NumberOutOfRange {
        /// `column` or `row`.
        what: &'static str,
        /// The number.
        number: i64,
    },
    /// A numbering that cannot be read back.
    #[error("{reason}")]
    Numbering {
        /// Why.
        reason: String,
    },
    /// The distance between hexes.
    #[error("a hex can measure 0.1 to 1,000,000 metres, not {metres}")]
    MetresPerHex {
        /// What was given.
        metres: String,
    },
    /// A calendar that begins on no day.
    #[error("{text:?} is no day; write year, month and day: 1915-04-25")]
    NoDay {
        /// What was given.
        text: String,
    },
    /// A ruleset that no map can be made for.
    #[error("the ruleset has no terrain kind {kind:?}; it has {}", .known.join(", "))]
    UnknownTerrain {
        /// What was given.
        kind: Id,
        /// What there is.
        known: Vec<Id>,
    },
}
