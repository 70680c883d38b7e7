//! Attacks by odds and what comes of them.

use serde::{Deserialize, Serialize};

use salient_rules::detail;
use salient_schema::common::{HexLabel, Id};
use salient_schema::event::{Modifier, SupplyState, UnitId};

/// An attack is resolved by odds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct OddsCombat {
    /// Its number in the game, from 1.
    pub combat: u32,
    /// The attacked hex.
    pub hex: HexLabel,
    /// The phasing side.
    pub attacker: OddsSide,
    /// The other.
    pub defender: OddsSide,
    /// The odds, `3:1`.
    pub odds: String,
    /// The column of the combat results table; left out where the odds are too poor for one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub column: Option<String>,
    /// What is added to the die, each with its rule.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub modifiers: Vec<Modifier>,
    /// The die; left out where none is rolled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "json-schema", schemars(range(min = 1, max = 6)))]
    pub die: Option<u8>,
    /// The die with all that is added.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "json-schema", schemars(range(min = -100, max = 100)))]
    pub modified_die: Option<i32>,
    /// The row that is read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "json-schema", schemars(range(min = -100, max = 100)))]
    pub row: Option<i32>,
    /// What the table reads, `2/3`.
    pub result: String,
    /// What a fortress adds to the loss points.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub increments: Vec<LossIncrement>,
    /// Loss points of the attacker in all.
    #[cfg_attr(feature = "json-schema", schemars(range(min = 0, max = 1000)))]
    pub attacker_losses: i32,
    /// Loss points of the defender in all.
    #[cfg_attr(feature = "json-schema", schemars(range(min = 0, max = 1000)))]
    pub defender_losses: i32,
    /// The rule.
    pub rule: String,
}

/// One side of an attack by odds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct OddsSide {
    /// The side.
    pub side: Id,
    /// Its units on the ground.
    pub units: Vec<OddsUnit>,
    /// Factors that count in full, added.
    #[cfg_attr(feature = "json-schema", schemars(range(min = 0, max = 100_000)))]
    pub full: i32,
    /// Factors that are halved, added, before they are halved.
    #[serde(default, skip_serializing_if = "salient_schema::common::is_zero")]
    #[cfg_attr(feature = "json-schema", schemars(range(min = 0, max = 100_000)))]
    pub to_be_halved: i32,
    /// Factors of guns in support, as many as count.
    #[serde(default, skip_serializing_if = "salient_schema::common::is_zero")]
    #[cfg_attr(feature = "json-schema", schemars(range(min = 0, max = 1000)))]
    pub support: i32,
    /// All factors together.
    #[cfg_attr(feature = "json-schema", schemars(range(min = 0, max = 100_000)))]
    pub strength: i32,
    /// Air units and guns in support.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub supported_by: Vec<UnitId>,
}

/// A unit in an attack by odds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct OddsUnit {
    /// The unit.
    pub unit: UnitId,
    /// Where it stands.
    pub hex: HexLabel,
    /// The face it shows.
    pub face: u8,
    /// Its printed factor: attack or defence.
    #[cfg_attr(feature = "json-schema", schemars(range(min = 0, max = 1000)))]
    pub factor: i32,
    /// Its supply, where it is not in supply.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub supply: Option<SupplyState>,
    /// Whether it only stands there and does not count: it retreated into the hex before.
    #[serde(default, skip_serializing_if = "salient_schema::common::is_false")]
    pub idle: bool,
}

/// Loss points beyond those of the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct LossIncrement {
    /// Whose loss points.
    pub side: Id,
    /// How many.
    #[cfg_attr(feature = "json-schema", schemars(range(min = 0, max = 100)))]
    pub points: i32,
    /// Why: `fortress`.
    pub reason: Id,
    /// The rule.
    pub rule: String,
}

/// A unit loses a step or is removed.
pub type Loss = detail::Loss<LossCause>;

/// Why steps are lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum LossCause {
    /// As a combat result.
    Combat,
    /// For standing in a stack that is too high.
    Stacking,
    /// For retreating into an enemy zone of control.
    RetreatIntoZoc,
    /// For standing in a hex that retreating units crowded, when it was attacked.
    RetreatedInto,
    /// For want of supply.
    Supply,
    /// From bombers.
    Bombing,
}

impl detail::LossCause for LossCause {
    fn id(self) -> &'static str {
        match self {
            Self::Combat => "combat",
            Self::Stacking => "stacking",
            Self::RetreatIntoZoc => "retreat_into_zoc",
            Self::RetreatedInto => "retreated_into",
            Self::Supply => "supply",
            Self::Bombing => "bombing",
        }
    }

    fn words(self) -> &'static str {
        match self {
            Self::Combat => "",
            Self::Stacking => ", the stack being too high",
            Self::RetreatIntoZoc => ", retreating into an enemy zone of control",
            Self::RetreatedInto => ", with the stack that it retreated to",
            Self::Supply => ", out of supply",
            Self::Bombing => ", bombed",
        }
    }
}

/// A victorious unit enters the hex that it cleared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Occupy {
    /// The combat's number.
    pub combat: u32,
    /// The unit.
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

/// A side's aircraft of the game-turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct AirReady {
    /// The side.
    pub side: Id,
    /// Air units that lie ready, each to be used once.
    pub number: u16,
    /// The rule.
    pub rule: String,
}

/// Aircraft bomb.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
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
    #[cfg_attr(feature = "json-schema", schemars(range(min = 1, max = 6)))]
    pub die: Option<u8>,
    /// What is added to it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub modifiers: Vec<Modifier>,
    /// Steps that the stack loses, or replacement steps that the enemy does not receive.
    #[cfg_attr(feature = "json-schema", schemars(range(min = 0, max = 100)))]
    pub steps: i32,
    /// The rule.
    pub rule: String,
}
