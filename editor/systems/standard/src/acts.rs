//! What a side may do.

use salient_hex::Hex;
use salient_rules::play::Unit;
use salient_schema::Id;
use serde::{Deserialize, Serialize};

/// One decision of one side.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(feature = "json-schema", schemars(tag = "do"))]
pub enum Act {
    /// Set a unit up.
    Place {
        /// The unit.
        unit: Unit,
        /// Where.
        hex: Hex,
    },
    /// Bring a unit onto the map.
    Enter {
        /// The unit.
        unit: Unit,
        /// Where.
        hex: Hex,
    },
    /// Move units together.
    Move {
        /// The units.
        units: Vec<Unit>,
        /// The hexes that they enter, in order.
        path: Vec<Hex>,
    },
    /// Overrun the enemies in the next hex in the midst of a move.
    Overrun {
        /// The units.
        units: Vec<Unit>,
        /// Where the enemies stand.
        hex: Hex,
    },
    /// Take a unit off the map by its edge.
    Exit {
        /// The unit.
        unit: Unit,
    },
    /// Take a state of one's own will: dig in.
    Take {
        /// The unit.
        unit: Unit,
        /// The state.
        state: Id,
    },
    /// Attack enemies in adjacent hexes.
    Attack {
        /// The attackers.
        units: Vec<Unit>,
        /// The hexes attacked.
        hexes: Vec<Hex>,
        /// Units that support the attack from a distance.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        support: Vec<Unit>,
        /// Points spent on it, by the places of their kinds in the rules.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        points: Vec<u16>,
    },
    /// Support the defence.
    Support {
        /// Units that do, from a distance.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        support: Vec<Unit>,
        /// Points spent on it.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        points: Vec<u16>,
    },
    /// Fire at enemies in a hex.
    Fire {
        /// Those who fire.
        units: Vec<Unit>,
        /// Where the enemies stand.
        hex: Hex,
    },
    /// Let a unit lose a step.
    Lose {
        /// The unit.
        unit: Unit,
    },
    /// Retreat in place of losing steps.
    GiveWay {
        /// So many hexes.
        hexes: u8,
    },
    /// Retreat a unit.
    Retreat {
        /// The unit.
        unit: Unit,
        /// The hex that it enters next.
        hex: Hex,
    },
    /// Advance after combat.
    Advance {
        /// The unit.
        unit: Unit,
        /// The hexes that it enters, in order.
        path: Vec<Hex>,
    },
    /// Spend replacement points on a unit: it gets a step back, or comes back.
    Replace {
        /// The unit.
        unit: Unit,
        /// Where an eliminated one comes back.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        hex: Option<Hex>,
    },
    /// Let a unit try to recover from the state that the step is about.
    Recover {
        /// The unit.
        unit: Unit,
    },
    /// Activate a unit, the units of a stack or those of a formation.
    Activate {
        /// One of them.
        unit: Unit,
    },
    /// Nothing more.
    Done,
}
