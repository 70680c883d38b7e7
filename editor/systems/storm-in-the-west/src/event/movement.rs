//! Units that come, move and leave.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use salient_schema::common::{HexLabel, Id};
use salient_schema::event::{MoveStep, SupplyState, UnitId};

/// A unit moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Move {
    /// The unit.
    pub unit: UnitId,
    /// Its side.
    pub side: Id,
    /// Where it starts.
    pub from: HexLabel,
    /// Each hex entered.
    pub steps: Vec<MoveStep>,
    /// The movement allowance on its counter.
    #[schemars(range(min = 0, max = 1000))]
    pub printed_allowance: i32,
    /// What the segment multiplies it by.
    #[schemars(range(min = 1, max = 100))]
    pub multiplier: i32,
    /// Movement points that it may spend.
    #[schemars(range(min = 0, max = 10_000))]
    pub allowance: i32,
    /// Movement points spent.
    #[schemars(range(min = 0, max = 10_000))]
    pub spent: i32,
    /// Whether it may move this one hex although it cannot pay for it.
    #[serde(default, skip_serializing_if = "salient_schema::common::is_false")]
    pub one_hex_minimum: bool,
    /// Whether it leaves the map after the last step; an exit event follows.
    #[serde(default, skip_serializing_if = "salient_schema::common::is_false")]
    pub exits: bool,
    /// The rule.
    pub rule: String,
}

/// A unit comes onto the map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Reinforcement {
    /// The unit.
    pub unit: UnitId,
    /// Its side.
    pub side: Id,
    /// Where it is placed.
    pub hex: HexLabel,
    /// Where the schedule sends it: the letter or hex.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entry: Option<String>,
    /// How far from there it is placed, in hexes, because the entry hex is barred.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub displaced: Option<u32>,
    /// The face it shows.
    pub face: u8,
    /// The rule.
    pub rule: String,
}

/// A unit is set up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
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
    #[schemars(range(min = 1, max = 1000))]
    pub number: u16,
    /// How many the side may make.
    pub limit: u16,
    /// The rule.
    pub rule: String,
}

/// A marker is put elsewhere.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
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
