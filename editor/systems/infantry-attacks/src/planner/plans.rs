//! No rules: the ways to play a side that a searcher plays out against each other.

use std::borrow::Cow;

use salient_rules::play::Position;
use salient_rules::search::Plan;

use super::weights::Weights;
use crate::decision::Decision;
use crate::rules::InfantryAttacks;

/// The ways of a side, the usual one first.
pub fn plans(usual: &Weights) -> Vec<Plan<Weights>> {
    let w = *usual;
    let plan = |name, weights| Plan { name: Cow::Borrowed(name), weights };
    vec![
        plan("as usual", w),
        plan(
            "forward, whatever it costs",
            Weights { pull: w.pull * 2, exposed: w.exposed / 2, on_the_way: w.on_the_way / 2, ..w },
        ),
        plan(
            "storm",
            Weights {
                assault: w.assault - 60,
                assault_loss: w.assault_loss / 2,
                pull: w.pull * 3 / 2,
                ..w
            },
        ),
        plan(
            "fire first",
            Weights { shoot: w.shoot * 2, assault: w.assault + 100, pull: w.pull / 2, ..w },
        ),
        plan(
            "stand and hold",
            Weights { pull: w.pull / 5, hold: w.hold * 3, wait: w.wait * 2, dig: w.dig * 3, ..w },
        ),
        plan(
            "spare the troops",
            Weights {
                exposed: w.exposed * 2,
                on_the_way: w.on_the_way * 2,
                assault: w.assault + 200,
                ..w
            },
        ),
    ]
}

/// A searcher thinks when its side is first asked in a turn whom to activate.
pub fn thinks(view: &Position<InfantryAttacks>, side: usize) -> Option<u64> {
    let asked = view.asked().is_some_and(|ask| ask.what == Decision::Segment);
    asked.then(|| u64::from(view.turn) * 2 + side as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ways_to_play_differ_in_name_and_weights() {
        let plans = plans(&Weights::USUAL);
        for (i, plan) in plans.iter().enumerate() {
            let same = plans[..i].iter().find(|other| {
                other.name == plan.name || other.weights.values() == plan.weights.values()
            });
            assert!(same.is_none(), "{}", plan.name);
        }
    }
}
