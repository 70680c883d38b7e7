//! IA 1.0, 2.3: points, and who has won.

use salient_rules::game::UnitStatus;
use salient_rules::play::{PlayContext, Position, Unit};

use crate::rules::{InfantryAttacks, Rules};
use crate::{entry, missions};

/// A side's points: those it began with, for the objectives that it controls, for steps that the
/// others lost, and for its own that have left the map where the scenario lets them.
pub fn points(rules: &Rules, position: &Position<InfantryAttacks>, side: usize) -> i32 {
    let held = rules.objectives.iter();
    let held = held.filter(|hex| usize::from(position.own.control[hex.index()]) == side).count();
    let lost: i32 = position.own.lost.iter().sum::<i32>() - position.own.lost[side];
    rules.points[side]
        + held as i32 * rules.objective_points
        + lost * rules.step_points
        + exited(rules, position, side) * rules.exit_points
}

/// A side's points that a position does not tell by itself: those it began with, and for what has
/// been lost and has left. In a scenario that begins so, whoever has left does so with all steps.
pub fn points_apart(rules: &Rules, position: &Position<InfantryAttacks>, side: usize) -> i32 {
    let held = rules.objectives.iter();
    let held = held.filter(|hex| usize::from(position.own.control[hex.index()]) == side).count();
    let gone = rules.compiled.all_units().filter(|&unit| {
        rules.side_of(unit) == side
            && position.state(unit).status == UnitStatus::Exited
            && exit_steps(rules, position, unit) > 0
    });
    let whole: i32 = gone.map(|unit| i32::from(rules.unit(unit).steps)).sum();
    points(rules, position, side) - held as i32 * rules.objective_points - whole * rules.exit_points
}

/// Steps of a unit that its side is paid for where it leaves the map; none for guns, which may leave
/// without the scenario's leave once their missions are ended (IA 16.42).
pub fn exit_steps(rules: &Rules, position: &Position<InfantryAttacks>, unit: Unit) -> i32 {
    match rules.piece(unit).kind.is_combat() && !missions::is_gun(rules, unit) {
        true => i32::from(rules.unit(unit).steps.saturating_sub(position.state(unit).face)),
        false => 0,
    }
}

/// Steps of a side that have left the map.
fn exited(rules: &Rules, position: &Position<InfantryAttacks>, side: usize) -> i32 {
    if rules.exit_points == 0 {
        return 0;
    }
    let gone = rules.compiled.all_units().filter(|&unit| {
        rules.side_of(unit) == side && position.state(unit).status == UnitStatus::Exited
    });
    gone.map(|unit| exit_steps(rules, position, unit)).sum()
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
