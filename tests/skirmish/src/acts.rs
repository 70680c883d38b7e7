//! What a side may do.

use salient_hex::Hex;
use salient_rules::play::Unit;
use serde::{Deserialize, Serialize};

/// One decision of one side.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(feature = "json-schema", schemars(tag = "do"))]
pub enum Act {
    /// Choose in secret which farm the side is after.
    Plan {
        /// The farm.
        hex: Hex,
    },
    /// Set a unit up.
    Place {
        /// The unit.
        unit: Unit,
        /// Where.
        hex: Hex,
    },
    /// Move a unit.
    Move {
        /// The unit.
        unit: Unit,
        /// The hexes that it enters, in order.
        path: Vec<Hex>,
    },
    /// Fire at an enemy.
    Fire {
        /// The unit.
        unit: Unit,
        /// The enemy.
        target: Unit,
    },
    /// Do nothing.
    Pass,
}
