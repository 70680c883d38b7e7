//! Any legal action.

use crate::dice::SplitMix64;
use crate::systems::storm_in_the_west::actions::Act;
use crate::systems::storm_in_the_west::position::Position;
use crate::systems::storm_in_the_west::rules::Rules;

pub fn choose(position: &Position, rules: &Rules, whim: &mut SplitMix64) -> Act {
    let acts = position.legal(rules);
    let place = whim.below(acts.len() as u32) as usize;
    acts.into_iter().nth(place).unwrap_or(Act::Done)
}
