//! The published scenarios, for tests.

use salient_rules::{System, Systems};
use salient_schema::Bundle;
use salient_schema::event::Event;
use salient_storm_in_the_west::Rulebook;
use salient_storm_in_the_west::event::Detail;

/// This system alone.
pub const SYSTEMS: Systems = Systems::new(&[&Rulebook]);

/// What the system tells of an event of a game in progress.
pub fn told(event: &Event) -> Option<&Detail> {
    event.detail.as_ref()?.typed()
}

/// The published scenarios by their files' names.
pub const SCENARIOS: [&str; 4] =
    ["campaign", "the-storm-elsewhere", "the-allied-offensive", "plan-1919"];

/// A published scenario on its map.
pub fn storm_in_the_west(scenario: &str) -> Bundle {
    Rulebook.published().bundle(Some(scenario)).unwrap()
}
