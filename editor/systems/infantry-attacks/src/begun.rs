//! Games on the test scenarios, for tests that look inside.

#![allow(clippy::unwrap_used, reason = "a test that fails panics")]

use salient_rules::System;
use salient_rules::base::Context;
use salient_rules::dice::Dice;
use salient_rules::host::Playable;
use salient_rules::log::Log;
use salient_rules::play::{Compiled, Position, place_all};

use crate::Rulebook;
use crate::game::InfantryAttacks;
use crate::rules::Rules;

pub type Here = Position<InfantryAttacks>;

/// A game of a scenario as it begins.
pub fn begun(scenario: &str, dice: &mut Dice) -> (Rules, Here) {
    let bundle = Rulebook.published().bundle(Some(scenario)).unwrap();
    let rules = Rules::compile(&bundle, Compiled::new(&bundle).unwrap()).unwrap();
    let mut position = Here::new(&rules);
    assert!(place_all(&rules, &mut position, &bundle).is_empty());
    position.begin(&mut Context { rules: &rules, dice, log: &mut Log::quiet() });
    (rules, position)
}
