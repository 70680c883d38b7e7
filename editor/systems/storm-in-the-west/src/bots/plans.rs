//! What a searcher weighs: ways in which the planner can play a side.

use std::borrow::Cow;

use salient_rules::search::Plan;

use crate::bots::weights::{ByTime, Weights};
use crate::position::{Decision, Position};
use crate::rules::{Rules, enemy_of};

/// A morale point, in the unit of [`value`].
const POINT: i64 = 100;
/// A step on the map.
const STEP: i64 = 6;
/// A game won.
pub const WON: i64 = 6_000;

/// The ways of a side, the usual one first.
pub fn plans(usual: &ByTime) -> Vec<Plan<ByTime>> {
    let with = |change: &dyn Fn(&mut Weights)| {
        let mut by_time = *usual;
        by_time.0.iter_mut().for_each(change);
        by_time
    };
    let plan = |name, weights| Plan { name: Cow::Borrowed(name), weights };
    // Steps that are never spent win nothing.
    let attack = |w: &mut Weights| {
        (w.offensive, w.least) = (1, 0);
        (w.own_step, w.own_step_rich) = (6, 5);
        (w.point, w.pull) = (w.point.max(45), w.pull.max(12));
        (w.attack, w.aim, w.aims) = (w.attack.max(30), w.aim.max(60), w.aims.max(1));
        w.hoard = w.hoard.max(4);
    };
    let effort = |sector: i32| {
        move |w: &mut Weights| {
            attack(w);
            (w.aim, w.focus, w.sector) = (w.aim.max(150), (w.focus * 2).max(20), sector);
        }
    };
    let first = plan("as usual", *usual);
    let rest = [
        plan("attack along the whole front", with(&attack)),
        plan("main effort in the north", with(&effort(1))),
        plan("main effort in the centre", with(&effort(2))),
        plan("main effort in the south", with(&effort(3))),
        plan(
            "only what is all but certain",
            with(&|w| {
                (w.own_step, w.own_step_rich) = (14, 14);
                w.least += 20;
            }),
        ),
        plan(
            "hold and save steps",
            with(&|w| (w.offensive, w.own_step, w.own_step_rich, w.hoard) = (0, 16, 16, 0)),
        ),
        plan(
            "hold towns in strength",
            with(&|w| {
                w.keep_point *= 2;
                w.defence = (w.defence * 3).max(60);
            }),
        ),
    ];
    std::iter::once(first).chain(rest).collect()
}

/// A searcher thinks when its player-turn begins.
pub fn thinks(position: &Position) -> Option<u64> {
    let (Decision::Replace { side } | Decision::Rail { side } | Decision::Move { side }) =
        position.decision
    else {
        return None;
    };
    Some(position.turn_place as u64 * 2 + side as u64)
}

/// What a position is worth to a side: morale points and steps on the map.
pub fn value(position: &Position, rules: &Rules, side: usize) -> i64 {
    let steps = |side: usize| -> i64 {
        position.on_map(rules, side).map(|unit| i64::from(position.steps(rules, unit))).sum()
    };
    let morale = |side: usize| i64::from(position.morale[side]);
    let enemy = enemy_of(side);
    POINT * (morale(side) - morale(enemy)) + STEP * (steps(side) - steps(enemy))
}

#[cfg(test)]
mod tests {
    use super::*;
    use salient_rules::weights::Weighing;

    #[test]
    fn plans_are_few_and_no_two_alike() {
        for side in [0, 1] {
            let usual = ByTime::usual(side);
            let plans = plans(&usual);
            assert!(plans.len() <= 8);
            assert_eq!(plans[0].weights, usual);
            for (place, plan) in plans.iter().enumerate() {
                let before = &plans[..place];
                assert!(before.iter().all(|other| other.name != plan.name));
                assert!(before.iter().all(|other| other.weights != plan.weights));
            }
        }
    }
}
