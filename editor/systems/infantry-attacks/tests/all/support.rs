//! The published scenarios, for tests.

use salient_infantry_attacks::Rulebook;
use salient_rules::{System, Systems};
use salient_schema::Bundle;

/// This system alone.
pub const SYSTEMS: Systems = Systems::new(&[&Rulebook]);

/// One of the test scenarios.
pub fn bundle() -> Bundle {
    Rulebook.published().bundle(Some("two-villages")).unwrap()
}

/// All test scenarios: two villages on a hill, and a ford, with whatever else the rules know.
pub fn bundles() -> [Bundle; 2] {
    ["two-villages", "the-ford"].map(|name| Rulebook.published().bundle(Some(name)).unwrap())
}

/// All scenarios, those for tests last.
pub fn all_bundles() -> Vec<Bundle> {
    let paths = Rulebook.published().scenarios.iter();
    let names = paths.filter_map(|path| path.rsplit('/').next()?.strip_suffix(".json"));
    names.map(|name| Rulebook.published().bundle(Some(name)).unwrap()).collect()
}

/// Those of the game.
pub fn game_bundles() -> Vec<Bundle> {
    let mut games = all_bundles();
    games.truncate(games.len() - bundles().len());
    assert!(games.len() >= 6);
    games
}
