//! No rules: how good a position is, and the scout, who plays a test-run.

use salient_rules::play::{Position, Procedures};

use crate::acts::Act;
use crate::game::Skirmish;
use crate::rules::Rules;

/// How good a position is for a side: its points, its steps, and how near it is to what it is
/// after. What the others are after it does not know.
pub fn value(rules: &Rules, position: &Position<Skirmish>, side: usize) -> i32 {
    let grid = rules.compiled.map.grid();
    let goal = position.own.plan.seen_by(side, side).copied();
    let steps: i32 = position
        .on_map(rules, side)
        .map(|unit| {
            let steps = rules.compiled.unit(unit).steps - position.state(unit).face;
            let near = match (goal, position.hex(unit)) {
                (Some(goal), Some(hex)) => 12 - grid.distance(goal, hex).min(12) as i32,
                _ => 0,
            };
            10 * i32::from(steps) + near
        })
        .sum();
    let taken = position.own.points.get(side).copied().unwrap_or(0);
    20 * taken + steps
}

/// Fires at whoever can be hit, else goes for the objective, else passes.
pub fn scout(rules: &Rules, view: &Position<Skirmish>, side: usize) -> Option<Act> {
    let grid = rules.compiled.map.grid();
    let goal = view.own.plan.seen_by(side, side).copied();
    let nearest = |hex| goal.map_or(0, |goal| grid.distance(goal, hex));
    let start = view.on_map(rules, side).filter_map(|unit| view.hex(unit)).next();
    let rank = |act: &Act| match act {
        Act::Plan { hex } => (0, start.map_or(0, |start| grid.distance(start, *hex))),
        Act::Fire { .. } => (0, 0),
        Act::Place { hex, .. } => (1, nearest(*hex)),
        Act::Move { unit, path } => {
            let (from, to) = (view.hex(*unit), path.last());
            match (from.map(nearest), to.map(|&to| nearest(to))) {
                (Some(from), Some(to)) if to < from => (1, to),
                _ => (3, 0),
            }
        }
        Act::Pass => (2, 0),
    };
    Skirmish::legal(rules, view, side).into_iter().min_by_key(|act| (rank(act), act.clone()))
}
