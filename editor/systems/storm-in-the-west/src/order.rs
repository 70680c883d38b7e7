//! What a side may do in 1918: Storm in the West, in the words of its map and counters.

use salient_schema::action::Name;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One decision of one side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[schemars(tag = "do")]
pub enum Order {
    /// Move a unit along hexes, each adjacent to the one before.
    Move {
        /// The unit.
        unit: Name,
        /// The hexes that it enters, in order.
        #[serde(default)]
        path: Vec<Name>,
    },
    /// Move units together as a stack.
    MoveStack {
        /// The units, which stand in one hex.
        units: Vec<Name>,
        /// The hexes that they enter, in order.
        path: Vec<Name>,
    },
    /// Move a unit by strategic movement: any distance, by rail.
    Rail {
        /// The unit.
        unit: Name,
        /// Where to.
        hex: Name,
    },
    /// Bring a reduced unit back to a fuller face with replacements.
    Replenish {
        /// The unit.
        unit: Name,
    },
    /// Bring an eliminated unit back with replacements.
    Rebuild {
        /// The unit.
        unit: Name,
        /// The face it shows.
        #[serde(default)]
        face: u8,
        /// Where.
        hex: Name,
    },
    /// Take a unit off by sea.
    Evacuate {
        /// The unit.
        unit: Name,
    },
    /// Commit an air unit to what is being resolved.
    Support {
        /// The unit.
        unit: Name,
    },
    /// Bomb a stack, or the enemy's homeland.
    Bomb {
        /// The stack's hex; the homeland if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        hex: Option<Name>,
    },
    /// Resolve an attack.
    Attack {
        /// The attacking units.
        units: Vec<Name>,
        /// The attacked hexes.
        hexes: Vec<Name>,
    },
    /// Let a unit take a loss that its side owes: a step, or the whole unit where a stack is too
    /// high.
    Lose {
        /// The unit.
        unit: Name,
    },
    /// Retreat the stack whose turn it is.
    Retreat {
        /// Where to.
        hex: Name,
    },
    /// Advance a victorious unit.
    Advance {
        /// The unit.
        unit: Name,
        /// The hexes that it enters, in order.
        path: Vec<Name>,
    },
    /// Place an arriving unit.
    Place {
        /// The unit.
        unit: Name,
        /// Where.
        hex: Name,
    },
    /// Do nothing more in this step of the sequence of play.
    // As a struct: of a unit variant serde lets unknown fields pass.
    Done {},
}
