//! Units that come, move and leave.

use serde::{Deserialize, Serialize};

use salient_schema::common::{HexLabel, Id};
use salient_schema::event::{SupplyState, UnitId};

/// A unit is set up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct SetUp {
    /// The unit.
    pub unit: UnitId,
    /// Its side.
    pub side: Id,
    /// Where.
    pub hex: HexLabel,
    /// The face it shows.
    pub face: u8,
    /// The rule.
    pub rule: String,
}

/// A unit moves by strategic movement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct StrategicMove {
    /// The unit.
    pub unit: UnitId,
    /// Its side.
    pub side: Id,
    /// Where it starts.
    pub from: HexLabel,
    /// Where it ends.
    pub to: HexLabel,
    /// The hexes on the way, the last one included; off the map between two that do not touch.
    pub path: Vec<HexLabel>,
    /// Its number among the strategic moves of the player-turn, from 1.
    #[cfg_attr(feature = "json-schema", schemars(range(min = 1, max = 1000)))]
    pub number: u16,
    /// How many the side may make.
    pub limit: u16,
    /// The rule.
    pub rule: String,
}

/// A marker is put elsewhere.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Redeployed {
    /// The marker.
    pub unit: UnitId,
    /// Its side.
    pub side: Id,
    /// From here.
    pub from: HexLabel,
    /// To here.
    pub to: HexLabel,
    /// The rule.
    pub rule: String,
}

/// A unit is taken off the map by its side's wish or the rules'.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Withdrawn {
    /// The unit.
    pub unit: UnitId,
    /// Its side.
    pub side: Id,
    /// Where it stood, if it was on the map.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<HexLabel>,
    /// Whether it may come back.
    pub returns: bool,
    /// The rule.
    pub rule: String,
}

/// A unit takes the place of another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Substituted {
    /// The unit that goes.
    pub unit: UnitId,
    /// The one that comes.
    pub by: UnitId,
    /// Its side.
    pub side: Id,
    /// Where, if on the map.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hex: Option<HexLabel>,
    /// The face it shows.
    pub face: u8,
    /// The rule.
    pub rule: String,
}

/// A unit's supply is found wanting, or mended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct SupplyCheck {
    /// The unit.
    pub unit: UnitId,
    /// Its side.
    pub side: Id,
    /// Where it stands.
    pub hex: HexLabel,
    /// Its supply.
    pub state: SupplyState,
    /// The rule.
    pub rule: String,
}
