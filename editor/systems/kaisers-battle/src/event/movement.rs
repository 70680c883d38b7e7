//! Units that come, move and leave.

use serde::{Deserialize, Serialize};

use salient_schema::common::{HexLabel, Id};
use salient_schema::event::{SupplyState, UnitId};

/// A unit leaves the map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Exit {
    /// The unit.
    pub unit: UnitId,
    /// Its side.
    pub side: Id,
    /// The mapedge hex that it leaves from.
    pub from: HexLabel,
    /// Movement points for leaving.
    #[cfg_attr(feature = "json-schema", schemars(range(min = 0, max = 1000)))]
    pub cost: i32,
    /// Movement points spent in the whole move.
    #[cfg_attr(feature = "json-schema", schemars(range(min = 0, max = 10_000)))]
    pub spent: i32,
    /// Movement points that it may spend.
    #[cfg_attr(feature = "json-schema", schemars(range(min = 0, max = 10_000)))]
    pub allowance: i32,
    /// Its supply as it leaves.
    pub supply: SupplyState,
    /// The length of its supply line in hexes, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub supply_distance: Option<u32>,
    /// Whether it counts for victory.
    pub scores: bool,
    /// The rule.
    pub rule: String,
}

/// The units that may move are limited.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct MovementLimit {
    /// Whose units.
    pub side: Id,
    /// The formation whose units are meant; all of the side's if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub formation: Option<Id>,
    /// The die, if one is rolled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub die: Option<u8>,
    /// What is added to it.
    #[cfg_attr(feature = "json-schema", schemars(range(min = -100, max = 100)))]
    pub plus: i32,
    /// How many units may move besides those that are free to.
    pub units: u16,
    /// The units that are free to move, if the limit names such.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub free: Vec<UnitId>,
    /// The rule.
    pub rule: String,
}

/// A unit is broken down into smaller ones.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Breakdown {
    /// The unit.
    pub unit: UnitId,
    /// Its side.
    pub side: Id,
    /// Where it stands.
    pub hex: HexLabel,
    /// The face it showed.
    pub face: u8,
    /// The units that are placed instead.
    pub into: Vec<UnitId>,
    /// Units left in the pool that they came from.
    pub pool: u16,
    /// The rule.
    pub rule: String,
}
