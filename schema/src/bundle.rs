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

impl Bundle {
    /// Makes the parts name each other by their ids, as a bundle file has it, instead of by the
    /// paths of the files that they came from.
    pub fn name_parts_by_id(&mut self) {
        self.map.ruleset.clone_from(&self.ruleset.id);
        for oob in &mut self.orders_of_battle {
            oob.ruleset.clone_from(&self.ruleset.id);
        }
        self.scenario.ruleset.clone_from(&self.ruleset.id);
        self.scenario.map.clone_from(&self.map.id);
        self.scenario.orders_of_battle =
            self.orders_of_battle.iter().map(|oob| oob.id.clone()).collect();
    }
}
