//! The weather.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use salient_schema::common::Id;
use salient_schema::event::Modifier;

/// The weather of the game-turn is settled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Weather {
    /// The weather.
    pub weather: Id,
    /// The die, if one is rolled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub die: Option<u8>,
    /// What is added to it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub modifiers: Vec<Modifier>,
    /// The row of the weather table that is read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = -100, max = 100))]
    pub row: Option<i32>,
    /// The rule.
    pub rule: String,
}
