//! The published game, for tests.

use salient_kaisers_battle::Rulebook;
use salient_rules::{System, Systems};
use salient_schema::Bundle;

/// This system alone.
pub const SYSTEMS: Systems = Systems::new(&[&Rulebook]);

/// The published set-up on its map.
pub fn kaisers_battle() -> Bundle {
    Rulebook.published().bundle(None).unwrap()
}
