//! What a side may do in 1918: Storm in the West, in the words of its map and counters.

use salient_schema::common::HexLabel;
use salient_schema::event::UnitId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One decision of one side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
pub enum Order {
    /// Move a unit along hexes, each adjacent to the one before.
    Move {
        /// The unit.
        unit: UnitId,
        /// The hexes that it enters, in order.
        #[serde(default)]
        path: Vec<HexLabel>,
    },
    /// Move units together as a stack.
    MoveStack {
        /// The units, which stand in one hex.
        units: Vec<UnitId>,
        /// The hexes that they enter, in order.
        path: Vec<HexLabel>,
    },
    /// Move a unit by strategic movement: any distance, by rail.
    Rail {
        /// The unit.
        unit: UnitId,
        /// Where to.
        hex: HexLabel,
    },
    /// Bring a reduced unit back to a fuller face with replacements.
    Replenish {
        /// The unit.
        unit: UnitId,
    },
    /// Bring an eliminated unit back with replacements.
    Rebuild {
        /// The unit.
        unit: UnitId,
        /// The face it shows.
        #[serde(default)]
        face: u8,
        /// Where.
        hex: HexLabel,
    },
    /// Take a unit off by sea.
    Evacuate {
        /// The unit.
        unit: UnitId,
    },
    /// Commit an air unit to what is being resolved.
    Support {
        /// The unit.
        unit: UnitId,
    },
    /// Bomb a stack, or the enemy's homeland.
    Bomb {
        /// The stack's hex; the homeland if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        hex: Option<HexLabel>,
    },
    /// Resolve an attack.
    Attack {
        /// The attacking units.
        units: Vec<UnitId>,
        /// The attacked hexes.
        hexes: Vec<HexLabel>,
    },
    /// Let a unit take a loss that its side owes: a step, or the whole unit where a stack is too
    /// high.
    Lose {
        /// The unit.
        unit: UnitId,
    },
    /// Retreat the stack whose turn it is.
    Retreat {
        /// Where to.
        hex: HexLabel,
    },
    /// Advance a victorious unit.
    Advance {
        /// The unit.
        unit: UnitId,
        /// The hexes that it enters, in order.
        path: Vec<HexLabel>,
    },
    /// Place an arriving unit.
    Place {
        /// The unit.
        unit: UnitId,
        /// Where.
        hex: HexLabel,
    },
    /// Do nothing more in this step of the sequence of play.
    // As a struct: of a unit variant serde lets unknown fields pass.
    Done {},
}
