//! What events of several systems are made of.

use serde::{Deserialize, Serialize};

use crate::common::HexLabel;
use crate::event::UnitId;

/// A step of a move from one hex to the next.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct MoveStep {
    /// The hex entered.
    pub hex: HexLabel,
    /// Movement points for the hex.
    #[cfg_attr(feature = "json-schema", schemars(range(min = 0, max = 1000)))]
    pub terrain: i32,
    /// Movement points for the hexside crossed.
    #[serde(default, skip_serializing_if = "crate::common::is_zero")]
    #[cfg_attr(feature = "json-schema", schemars(range(min = 0, max = 1000)))]
    pub hexside: i32,
    /// Movement points for leaving an enemy zone of control.
    #[serde(default, skip_serializing_if = "crate::common::is_zero")]
    #[cfg_attr(feature = "json-schema", schemars(range(min = 0, max = 1000)))]
    pub zoc: i32,
    /// Movement points that gas adds to the hex.
    #[serde(default, skip_serializing_if = "crate::common::is_zero")]
    #[cfg_attr(feature = "json-schema", schemars(range(min = 0, max = 1_000_000)))]
    pub gas: i32,
    /// Movement points for the step.
    #[cfg_attr(feature = "json-schema", schemars(range(min = 0, max = 2_000_000)))]
    pub cost: i32,
    /// Whether the hex entered is in an enemy zone of control.
    #[serde(default, skip_serializing_if = "crate::common::is_false")]
    pub controlled: bool,
}

/// How well an attacking unit is supplied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum SupplyState {
    /// In supply.
    InSupply,
    /// Out of communications.
    OutOfCommunications,
    /// Out of supply.
    OutOfSupply,
    /// Isolated.
    Isolated,
    /// Supplied from an ally's source, with some loss of efficiency.
    AlliedSupply,
    /// Living on the stores of a fortress.
    FortressSupply,
}

/// What a loss leaves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum LossOutcome {
    /// The unit shows another face.
    Reduced {
        /// The face.
        face: u8,
        /// The strength on it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "json-schema", schemars(range(min = 0, max = 1000)))]
        strength: Option<i32>,
    },
    /// Another unit stands in for it.
    Replaced {
        /// The unit that is placed.
        by: UnitId,
        /// Its strength.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "json-schema", schemars(range(min = 0, max = 1000)))]
        strength: Option<i32>,
    },
    /// Nothing.
    Eliminated,
}
