//! One self-contained file of all that a scenario needs, for another client to read.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Map, OrderOfBattle, Ruleset, Scenario};

/// A bundle file. The paths inside its parts name the other parts by their `id`s.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Bundle {
    /// Where the JSON Schema is; its last part is `bundle.schema.json`.
    #[serde(rename = "$schema")]
    pub schema: String,
    /// The version of the data contract, 1.
    #[schemars(range(min = 1))]
    pub format_version: u32,
    /// The rules as data.
    pub ruleset: Ruleset,
    /// The map.
    pub map: Map,
    /// The orders of battle, in the scenario's order.
    pub orders_of_battle: Vec<OrderOfBattle>,
    /// The scenario.
    pub scenario: Scenario,
}
