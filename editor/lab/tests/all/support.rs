//! The published games, for the tests, benchmarks and examples of the lab.

use salient_rules::{System, Systems};
use salient_schema::Bundle;

/// The systems that are played.
pub const SYSTEMS: Systems = Systems::new(&[
    &salient_kaisers_battle::Rulebook,
    &salient_storm_in_the_west::Rulebook,
    &salient_infantry_attacks::Rulebook,
    &salient_offensive_1914::Rulebook,
    &salient_standard::Rulebook,
]);

/// The published set-up of The Kaiser's Battle on its map.
#[allow(dead_code, reason = "not every program that shares this file plays it")]
pub fn kaisers_battle() -> Bundle {
    salient_kaisers_battle::Rulebook.published().bundle(None).unwrap()
}

/// A published scenario of 1918: Storm in the West on its map.
#[allow(dead_code, reason = "not every program that shares this file plays it")]
pub fn storm_in_the_west(scenario: &str) -> Bundle {
    salient_storm_in_the_west::Rulebook.published().bundle(Some(scenario)).unwrap()
}

/// The Battle for Lorraine of 1914, Offensive à outrance on its map.
#[allow(dead_code, reason = "not every program that shares this file plays it")]
pub fn lorraine() -> Bundle {
    salient_offensive_1914::Rulebook.published().bundle(Some("lorraine")).unwrap()
}

/// A published scenario of Infantry Attacks on its map.
#[allow(dead_code, reason = "not every program that shares this file plays it")]
pub fn infantry_attacks(scenario: &str) -> Bundle {
    salient_infantry_attacks::Rulebook.published().bundle(Some(scenario)).unwrap()
}

/// A game of rules as data on its map.
#[allow(dead_code, reason = "not every program that shares this file plays it")]
pub fn by_data(scenario: &str) -> Bundle {
    salient_standard::Rulebook.published().bundle(Some(scenario)).unwrap()
}
