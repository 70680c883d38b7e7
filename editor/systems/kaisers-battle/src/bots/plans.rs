//! What a searcher weighs: ways in which the planner can play a side.

use std::borrow::Cow;

use salient_rules::search::Plan;
use salient_rules::weights::{Weighing, WeightDef};

use crate::bots::Weights;
use crate::bots::planner::weights::TUNED;
use crate::position::{Decision, Position};
use crate::rules::{GERMAN, Rules};

/// What winning is worth beside the points, in hundredths of a point: the levels of victory are
/// what is played for.
const WON: i64 = 1_500;

impl Weighing for Weights {
    fn usual(side: usize) -> Self {
        TUNED[side.min(1)]
    }

    fn defs(side: usize) -> Vec<WeightDef> {
        let usual = Self::usual(side).values();
        Self::DEFS.iter().zip(usual).map(|(def, usual)| WeightDef { usual, ..*def }).collect()
    }

    fn values(&self) -> Vec<i32> {
        self.values()
    }

    fn take(&mut self, values: &[i32]) {
        for (place, &value) in values.iter().enumerate() {
            self.set(place, value);
        }
    }
}

/// Where a main effort may be made: its name, and the row in hundredths from north to south.
const EFFORTS: [(&str, i32); 3] = [
    ("main effort in the north", 15),
    ("main effort in the centre", 50),
    ("main effort in the south", 85),
];
/// Movement points that each row off a main effort counts as.
const EFFORT: i32 = 2;

/// The ways of a side, the usual one first.
pub fn plans(_position: &Position, side: usize, usual: &Weights) -> Vec<Plan<Weights>> {
    let w = *usual;
    let plan = |name, weights| Plan { name: Cow::Borrowed(name), weights };
    let mut plans = vec![plan("as usual", w)];
    if side == GERMAN {
        for (name, row) in EFFORTS {
            plans.push(plan(name, Weights { effort: EFFORT, effort_row: row, ..w }));
        }
        plans.extend([
            plan(
                "west at any price",
                Weights {
                    west: w.west * 2,
                    run: w.run * 2,
                    allied_step: w.allied_step / 2,
                    allied_strength: w.allied_strength / 2,
                    ..w
                },
            ),
            plan(
                "destroy the enemy first",
                Weights {
                    allied_step: w.allied_step * 2,
                    allied_strength: w.allied_strength * 2,
                    german_step: w.german_step * 2 / 3,
                    ..w
                },
            ),
            plan(
                "spare the divisions",
                Weights {
                    german_step: w.german_step * 2,
                    division_lost: w.division_lost * 2,
                    engaged: w.engaged * 3,
                    ..w
                },
            ),
            plan(
                "divisions leave whole",
                Weights { left_alone: 99, undisturbed: 99, at_the_edge: 0, ..w },
            ),
        ]);
    } else {
        plans.extend([
            plan("hold far forward", Weights { ground_given: w.ground_given * 3, ..w }),
            plan("give ground", Weights { ground_given: 0, threat: w.threat * 3, ..w }),
            plan(
                "hold towns and trenches",
                Weights {
                    shelter: w.shelter * 3,
                    post_trench: w.post_trench * 3,
                    town_given: w.town_given * 3,
                    ..w
                },
            ),
            plan(
                "no gap at any price",
                Weights { loose: w.loose * 4, leaked: w.leaked * 2, held: w.held / 2, ..w },
            ),
            plan("few posts, strong ones", Weights { held: w.held * 2, post: w.post * 2, ..w }),
            plan(
                "attack whoever can be beaten",
                Weights { counter: 200, counter_least: 0, engaged: 0, ..w },
            ),
            plan("attack nobody", Weights { counter: 0, ..w }),
        ]);
    }
    plans
}

/// A searcher thinks at the beginning of each of its movement segments.
pub fn thinks(position: &Position, rules: &Rules) -> Option<u64> {
    let Decision::Move { side } = position.decision else { return None };
    let (segment_side, second) = position.segment(rules)?;
    let own = segment_side == side;
    let segment = u64::from(second) * 2 + u64::from(own);
    Some(u64::from(position.turn) * 8 + segment * 2 + side as u64)
}

/// What a position is worth to a side, in hundredths of a point.
pub fn value(position: &Position, rules: &Rules, side: usize) -> i64 {
    let points = i64::from(position.points(rules)) * 100;
    if side == GERMAN { points } else { -points }
}

/// What it is worth to a side how the game has ended: without a German victory it is lost.
pub fn won(position: &Position, rules: &Rules, side: usize) -> i64 {
    position.outcome.as_ref().map_or(0, |outcome| {
        let german = rules.sides.get(GERMAN) == Some(&outcome.side);
        if german == (side == GERMAN) { WON } else { -WON }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Table;

    #[test]
    fn the_plans_of_a_side_are_few_and_differ() {
        let position = Table::new(1).position;
        for side in 0..2 {
            let plans = plans(&position, side, &Weights::usual(side));
            assert!((2..=8).contains(&plans.len()), "{} plans", plans.len());
            for (i, plan) in plans.iter().enumerate() {
                let other = plans[..i].iter().find(|other| {
                    other.name == plan.name || other.weights.values() == plan.weights.values()
                });
                assert!(other.is_none(), "{} is {:?}", plan.name, other.map(|plan| &plan.name));
            }
        }
    }
}
