//! The published game, for tests.

use salient_kaisers_battle::Rulebook;
use salient_kaisers_battle::event::Detail;
use salient_rules::{System, Systems};
use salient_schema::Bundle;
use salient_schema::event::Event;

/// This system alone.
pub const SYSTEMS: Systems = Systems::new(&[&Rulebook]);

/// What the system tells of an event of a game in progress.
pub fn told(event: &Event) -> Option<&Detail> {
    event.detail.as_ref()?.typed()
}

/// The published set-up on its map.
pub fn kaisers_battle() -> Bundle {
    Rulebook.published().bundle(None).unwrap()
}
