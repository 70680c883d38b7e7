//! Aircraft.

use serde::{Deserialize, Serialize};

use salient_schema::common::{HexLabel, Id};

/// A side's air points of the game-turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct AirPoints {
    /// The side.
    pub side: Id,
    /// What the side has in clear weather.
    pub full: u16,
    /// The weather.
    pub weather: Id,
    /// What the weather leaves.
    pub points: u16,
    /// The rule.
    pub rule: String,
}

/// What a side's aircraft are to do, shown once both sides have chosen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct AirAllocation {
    /// The side.
    pub side: Id,
    /// Air points that observe.
    pub observation: u16,
    /// The most that may.
    pub observation_limit: u16,
    /// Air points that attack on the ground.
    pub ground_attack: u16,
    /// Air points that intercept.
    pub interception: u16,
    /// The rule.
    pub rule: String,
}

/// A side's aircraft cut the enemy's missions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Interception {
    /// Who intercepts.
    pub side: Id,
    /// Air points that intercept.
    pub points: u16,
    /// What they are divided by, fractions dropped.
    pub divisor: u16,
    /// By how much the enemy's missions may be cut.
    pub limit: u16,
    /// Cut off the enemy's observation.
    pub observation: u16,
    /// Cut off the enemy's ground attack.
    pub ground_attack: u16,
    /// What the enemy has left to observe.
    pub observation_left: u16,
    /// What the enemy has left to attack on the ground.
    pub ground_attack_left: u16,
    /// The rule.
    pub rule: String,
}

/// A stack is observed from the air for a combat phase.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct AirObservation {
    /// Who observes.
    pub side: Id,
    /// The stack's hex.
    pub hex: HexLabel,
    /// Markers that the side has left.
    pub left: u16,
    /// The rule.
    pub rule: String,
}
