//! How a game ends, and what losses are worth: what a scenario says of victory for the engine.

use serde::{Deserialize, Serialize};

use crate::common::{HexLabel, Id};
use crate::symbol::named;

/// A game that is over at once.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SuddenEnd {
    /// Who wins.
    pub side: Id,
    /// He holds all of these hexes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub holds: Vec<HexLabel>,
    /// He has so many points or more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<i32>,
    /// His enemies have no unit on the map any more.
    #[serde(default, skip_serializing_if = "crate::common::is_false")]
    pub alone: bool,
    /// From this game-turn on; the first if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from_turn: Option<u16>,
    /// Up to this game-turn; the last if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to_turn: Option<u16>,
    /// The rule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
}

named! {
    /// What of the enemy's losses scores.
    LossCount {
        /// Each step.
        Steps = "Each step that an enemy unit loses",
        /// Each unit.
        Units = "Each enemy unit that is eliminated",
    }
}
