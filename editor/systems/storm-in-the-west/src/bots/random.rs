//! Any legal action.

use crate::acts::Act;
use crate::position::{Decision, Position};
use crate::rules::{Rules, Unit};
use salient_hex::path::Reach;
use salient_rules::dice::SplitMix64;

/// Draws a legal action; where units move, first the unit and then its way, since a list of all
/// ways of all units at every step would cost more than the game.
pub fn choose(position: &Position, rules: &Rules, chance: &mut SplitMix64) -> Act {
    let drawn = match position.decision {
        Decision::Move { side } | Decision::Rail { side } => {
            let units: Vec<Unit> = position.on_map(rules, side).collect();
            let mut reach = Reach::default();
            let moved = (0..units.len()).find_map(|_| {
                let unit = units.get(chance.below(units.len() as u32) as usize)?;
                draw(position.legal_ways(rules, *unit, &mut reach), chance)
            });
            let may_end = || position.check_movement_done(rules, side).is_ok().then_some(Act::Done);
            moved.or_else(may_end)
        }
        _ => None,
    };
    drawn.or_else(|| draw(position.legal(rules), chance)).unwrap_or(Act::Done)
}

fn draw(acts: Vec<Act>, chance: &mut SplitMix64) -> Option<Act> {
    let place = chance.below((acts.len() as u32).max(1)) as usize;
    acts.into_iter().nth(place)
}
