//! Whose doing it is that a stack is too high.

use salient_schema::event::{Moved, Placed};
use serde::{Deserialize, Serialize};

use crate::tally::Tally;

/// What last brought a unit into a hex, before units in it are removed for stacking.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Came {
    /// Nothing: it stands as the scenario has it.
    Scenario,
    /// Its player set it up there.
    SetUp,
    /// A move of its own.
    Moved,
    /// A retreat.
    Retreated,
    /// An advance after combat.
    Advanced,
    /// It came in as a reinforcement, or was rebuilt there.
    Arrived,
    /// It was broken down into several.
    BrokenDown,
}

impl Came {
    /// By what a unit is placed.
    pub(super) fn of_placing(placed: &Placed, turn: usize) -> Self {
        if turn == 0 && placed.by != "reinforcement" { Self::SetUp } else { Self::Arrived }
    }

    /// By what units move.
    pub(super) fn of_move(moved: &Moved) -> Self {
        match (moved.by.as_str(), moved.attack) {
            ("retreat", _) => Self::Retreated,
            (_, Some(_)) => Self::Advanced,
            (_, None) => Self::Moved,
        }
    }
}

impl Tally<'_> {
    /// A unit of a side comes into a hex.
    pub(super) fn came(&mut self, hex: &str, side: &str, by: Came) {
        if let (Some(hex), Some(side)) = (self.index.hex(hex), self.index.side(side)) {
            self.came.insert(hex, (side, by));
        }
    }

    /// What last brought a side's unit into a hex.
    pub(super) fn what_brought(&self, hex: usize, side: Option<usize>) -> Came {
        match self.came.get(&hex) {
            Some(&(whose, by)) if side == Some(whose) => by,
            _ => Came::Scenario,
        }
    }
}
