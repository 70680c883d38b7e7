//! Games on the test scenarios, for tests that look inside.

#![allow(clippy::unwrap_used, reason = "a test that fails panics")]

use salient_rules::base::Context;
use salient_rules::dice::{Dice, SplitMix64};
use salient_rules::log::Log;
use salient_rules::play::{self, Compiled, PlayContext, Position, place_all};
use salient_rules::{Bot, System};

use crate::Rulebook;
use crate::acts::Act;
use crate::planner::Weights;
use crate::rules::{InfantryAttacks, Rules};

pub type Here = Position<InfantryAttacks>;

/// A game of a scenario as it begins.
pub fn begun(scenario: &str, dice: &mut Dice) -> (Rules, Here) {
    let bundle = Rulebook.published().bundle(Some(scenario)).unwrap();
    let rules = Rules::compile(&bundle, Compiled::new(&bundle).unwrap()).unwrap();
    let mut position = Here::new(&rules);
    assert!(place_all(&rules, &mut position, &bundle).is_empty());
    let cx = &mut Context { rules: &rules, dice, log: &mut Log::quiet() };
    PlayContext::<InfantryAttacks>::new(&mut position, cx).begin();
    (rules, position)
}

/// Does an act in it.
pub fn act(rules: &Rules, position: &mut Here, dice: &mut Dice, act: &Act) {
    let cx = &mut Context { rules, dice, log: &mut Log::quiet() };
    PlayContext::<InfantryAttacks>::new(position, cx).act(act).unwrap();
}

/// What a bot does.
pub fn choose(rules: &Rules, position: &Here, bot: Bot, chance: &mut SplitMix64) -> Option<Act> {
    play::choose::<InfantryAttacks>(rules, position, bot, &Weights::USUAL, chance, &mut ())
}
