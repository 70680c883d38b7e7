//! Units that are set up, supplied, rebuilt and taken away.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::common::{HexLabel, Id};
use crate::event::{Modifier, SupplyState, UnitId};

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

/// A side receives replacements.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Replacements {
    /// The side.
    pub side: Id,
    /// The nation whose units they rebuild; any if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nation: Option<Id>,
    /// The kind, where there are several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pool: Option<Id>,
    /// Steps received; below 0 where they lapse.
    #[schemars(range(min = -10_000, max = 10_000))]
    pub received: i32,
    /// Steps at hand now.
    #[schemars(range(min = 0, max = 100_000))]
    pub left: i32,
    /// The rule.
    pub rule: String,
}

/// A unit is brought back to strength, or back into play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Rebuilt {
    /// The unit.
    pub unit: UnitId,
    /// Its side.
    pub side: Id,
    /// Where it stands, or is placed.
    pub hex: HexLabel,
    /// The face it shows now.
    pub face: u8,
    /// Whether it comes from among the eliminated.
    #[serde(default, skip_serializing_if = "crate::common::is_false")]
    pub from_deadpile: bool,
    /// The nation whose replacements are spent.
    pub nation: Id,
    /// The kind of replacements, where there are several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pool: Option<Id>,
    /// Steps spent.
    #[schemars(range(min = 1, max = 100))]
    pub steps: i32,
    /// Steps that the nation has left.
    #[schemars(range(min = 0, max = 100_000))]
    pub left: i32,
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

/// Aircraft bomb.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Bombing {
    /// The bombers.
    pub unit: UnitId,
    /// Their side.
    pub side: Id,
    /// The stack's hex; the homeland if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hex: Option<HexLabel>,
    /// Whether the enemy's aircraft keep them off.
    pub intercepted: bool,
    /// The die, if one is rolled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 6))]
    pub die: Option<u8>,
    /// What is added to it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub modifiers: Vec<Modifier>,
    /// Steps that the stack loses, or replacement steps that the enemy does not receive.
    #[schemars(range(min = 0, max = 100))]
    pub steps: i32,
    /// The rule.
    pub rule: String,
}
