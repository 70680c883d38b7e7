//! SK 7: points and the winner.

use salient_rules::play::{PlayContext, Position};

use crate::game::Skirmish;
use crate::rules::Rules;

/// SK 7.1: a point for each step taken, and points for standing on one's objective.
pub fn points(rules: &Rules, position: &Position<Skirmish>, side: usize) -> i32 {
    let taken = position.own.points.get(side).copied().unwrap_or(0);
    let stands =
        position.own.plan.truth(side).is_some_and(|&hex| position.board().holds(hex, side));
    taken + if stands { rules.constants.objective_points } else { 0 }
}

/// SK 7.2: it ends with the last game-turn, or when one side alone is left; the most points win,
/// and equal points are a draw.
pub fn end_turn(cx: &mut PlayContext<'_, Skirmish>, last: bool) {
    let rules = cx.rules;
    let sides = 0..rules.compiled.sides.len();
    let left: Vec<usize> =
        sides.clone().filter(|&side| cx.position.on_map(rules, side).next().is_some()).collect();
    if !last && left.len() > 1 {
        return;
    }
    cx.position.own.plan.show();
    let points: Vec<i32> = sides.map(|side| points(rules, cx.position, side)).collect();
    let most = points.iter().copied().max().unwrap_or(0);
    let mut best = (0..points.len()).filter(|&side| points[side] == most);
    let winner = best.next().filter(|_| best.next().is_none());
    let reason = if last { "last-turn" } else { "alone" };
    cx.end(winner, reason, "Draw", "SK 7.2");
}
