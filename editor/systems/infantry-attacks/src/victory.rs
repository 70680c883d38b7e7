//! IA 1.0, 2.3: points, and who has won.

use salient_rules::play::{PlayContext, Position};

use crate::entry;
use crate::game::InfantryAttacks;
use crate::rules::Rules;

/// A side's points: for the objectives that it controls, and for steps that the others lost.
pub fn points(rules: &Rules, position: &Position<InfantryAttacks>, side: usize) -> i32 {
    let held = rules.objectives.iter();
    let held = held.filter(|hex| usize::from(position.own.control[hex.index()]) == side).count();
    let lost: i32 = position.own.lost.iter().sum::<i32>() - position.own.lost[side];
    held as i32 * rules.objective_points + lost * rules.step_points
}

/// The game ends with the last turn, or when a side has no combat unit left; the most points win.
pub fn end_turn(cx: &mut PlayContext<'_, InfantryAttacks>, last: bool) {
    let rules = cx.rules;
    let left = |side: usize| {
        cx.position.on_map(rules, side).any(|unit| rules.piece(unit).kind.is_combat())
            || entry::is_expected(rules, cx.position, side)
    };
    let both = left(0) && left(1);
    if !last && both {
        return;
    }
    let points = [0, 1].map(|side| points(rules, cx.position, side));
    let winner = match points[0].cmp(&points[1]) {
        std::cmp::Ordering::Greater => Some(0),
        std::cmp::Ordering::Less => Some(1),
        std::cmp::Ordering::Equal => None,
    };
    cx.end(winner, if both { "last-turn" } else { "alone" }, "Draw", "IA 3.0");
}
