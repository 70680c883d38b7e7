//! The repository's own data, for tests.

#![allow(clippy::unwrap_used)]

use std::path::{Path, PathBuf};

use salient_schema::Bundle;
use serde::de::DeserializeOwned;

fn read<T: DeserializeOwned>(path: &Path) -> T {
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

/// The published set-up of The Kaiser's Battle on its map.
#[allow(dead_code, reason = "not every test plays it")]
pub fn kaisers_battle() -> Bundle {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    let scenarios = root.join("scenarios/kaisers-battle");
    Bundle {
        schema: "bundle.schema.json".to_owned(),
        format_version: 1,
        ruleset: read(&scenarios.join("ruleset.json")),
        map: read(&root.join("maps/picardy-1918/map.json")),
        orders_of_battle: vec![read(&scenarios.join("order-of-battle.json"))],
        scenario: read(&scenarios.join("kaisers-battle.json")),
    }
}

/// A published scenario of 1918: Storm in the West on its map.
#[allow(dead_code, reason = "not every test plays it")]
pub fn storm_in_the_west(scenario: &str) -> Bundle {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    let scenarios = root.join("scenarios/storm-in-the-west");
    let file = scenarios.join(format!("{scenario}.json"));
    let scenario: salient_schema::Scenario = read(&file);
    let map = read(&scenarios.join(&scenario.map));
    Bundle {
        schema: "bundle.schema.json".to_owned(),
        format_version: 1,
        ruleset: read(&scenarios.join("ruleset.json")),
        map,
        orders_of_battle: vec![read(&scenarios.join("order-of-battle.json"))],
        scenario,
    }
}

/// Both systems.
#[allow(dead_code, reason = "not every test plays")]
pub const SYSTEMS: salient_rules::Systems = salient_rules::Systems::new(&[&salient_kaisers_battle::Rulebook, &salient_storm_in_the_west::Rulebook]);
