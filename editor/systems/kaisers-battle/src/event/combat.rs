//! Attacks and what comes of them.

use serde::{Deserialize, Serialize};

use salient_rules::detail;
use salient_schema::common::{HexLabel, Id};
use salient_schema::event::{Modifier, MoveStep, SupplyState, UnitId};

use super::Barrage;

/// An attack is resolved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Combat {
    /// Its number in the game, from 1.
    pub combat: u32,
    /// The attacked hexes.
    pub hexes: Vec<HexLabel>,
    /// The phasing side.
    pub attacker: CombatSide,
    /// The other.
    pub defender: CombatSide,
    /// The attacker's product divided by the defender's, fractions dropped.
    #[cfg_attr(feature = "json-schema", schemars(range(min = 0, max = 1_000_000)))]
    pub quotient: i32,
    /// The morale value it is compared to: the highest among the defending units.
    #[cfg_attr(feature = "json-schema", schemars(range(min = 0, max = 1000)))]
    pub morale: i32,
    /// The outcome.
    pub result: CombatResult,
    /// Steps that each attacking stack loses at first.
    #[cfg_attr(feature = "json-schema", schemars(range(min = 0, max = 1000)))]
    pub attacker_steps: i32,
    /// Steps that the defender is to lose.
    #[cfg_attr(feature = "json-schema", schemars(range(min = 0, max = 1_000_000)))]
    pub defender_steps: i32,
    /// The rule.
    pub rule: String,
}

/// One side of a combat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CombatSide {
    /// The side.
    pub side: Id,
    /// Its units.
    pub units: Vec<Combatant>,
    /// Their combat strength in all.
    #[cfg_attr(feature = "json-schema", schemars(range(min = 0, max = 100_000)))]
    pub strength: i32,
    /// The barrage in its support, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub barrage: Option<Barrage>,
    /// The die.
    #[cfg_attr(feature = "json-schema", schemars(range(min = 1, max = 6)))]
    pub die: u8,
    /// What is added to it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub modifiers: Vec<Modifier>,
    /// The die with all that is added.
    #[cfg_attr(feature = "json-schema", schemars(range(min = -100, max = 100)))]
    pub modified_die: i32,
    /// Strength times modified die.
    #[cfg_attr(feature = "json-schema", schemars(range(min = -1_000_000, max = 1_000_000)))]
    pub product: i32,
}

/// A unit in a combat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Combatant {
    /// The unit.
    pub unit: UnitId,
    /// Where it stands.
    pub hex: HexLabel,
    /// The face it shows.
    pub face: u8,
    /// Its combat strength.
    #[cfg_attr(feature = "json-schema", schemars(range(min = 0, max = 1000)))]
    pub strength: i32,
    /// Its morale value.
    #[cfg_attr(feature = "json-schema", schemars(range(min = 0, max = 1000)))]
    pub morale: i32,
    /// The formation that counts for mixed attacks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub corps: Option<Id>,
    /// Its supply, if it attacks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub supply: Option<SupplyState>,
    /// The length of its supply line in hexes, if it attacks and has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub supply_distance: Option<u32>,
}

/// The outcome of an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum CombatResult {
    /// Every attacking unit is eliminated.
    AttackerEliminated,
    /// The attack fails: each attacking stack loses a step and retreats.
    Unsuccessful,
    /// The attack succeeds: the defender loses steps.
    Successful,
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
    /// For want of a way to retreat.
    NoRetreat,
    /// For standing in a stack that is too high.
    Stacking,
    /// From drumfire or a ground attack.
    Bombardment,
    /// For ending a movement phase under gas.
    Gas,
}

impl detail::LossCause for LossCause {
    fn id(self) -> &'static str {
        match self {
            Self::Combat => "combat",
            Self::NoRetreat => "no_retreat",
            Self::Stacking => "stacking",
            Self::Bombardment => "bombardment",
            Self::Gas => "gas",
        }
    }

    fn words(self) -> &'static str {
        match self {
            Self::Combat => "",
            Self::NoRetreat => ", with no way to retreat",
            Self::Stacking => ", as too many were stacked",
            Self::Bombardment => ", under bombardment",
            Self::Gas => ", under gas",
        }
    }
}

/// A stack has nowhere to retreat to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct NoRetreat {
    /// The combat's number.
    pub combat: u32,
    /// Its side.
    pub side: Id,
    /// The units.
    pub units: Vec<UnitId>,
    /// Where they stand.
    pub hex: HexLabel,
    /// The rule.
    pub rule: String,
}

/// A unit advances after combat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Advance {
    /// The combat's number.
    pub combat: u32,
    /// The unit.
    pub unit: UnitId,
    /// Its side.
    pub side: Id,
    /// Where it starts.
    pub from: HexLabel,
    /// Each hex entered.
    pub steps: Vec<MoveStep>,
    /// The die of the combat's advance.
    #[cfg_attr(feature = "json-schema", schemars(range(min = 1, max = 6)))]
    pub die: u8,
    /// What the die is multiplied by.
    #[cfg_attr(feature = "json-schema", schemars(range(min = 1, max = 100)))]
    pub multiplier: i32,
    /// What it is then divided by, fractions dropped.
    #[cfg_attr(feature = "json-schema", schemars(range(min = 1, max = 100)))]
    pub divisor: i32,
    /// Movement points that it may spend.
    #[cfg_attr(feature = "json-schema", schemars(range(min = 0, max = 10_000)))]
    pub allowance: i32,
    /// Movement points spent.
    #[cfg_attr(feature = "json-schema", schemars(range(min = 0, max = 10_000)))]
    pub spent: i32,
    /// The rule.
    pub rule: String,
}
