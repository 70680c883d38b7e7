//! No rules: how good a position is, and who plays a test-run.

use salient_rules::Bot;
use salient_rules::dice::SplitMix64;
use salient_rules::play::Position;

use crate::acts::Act;
use crate::game::Standard;
use crate::rules::Rules;
use crate::victory;

/// How good a position is for a side: its points, the steps that it has beyond the enemy's, and how
/// near it is to what scores.
pub fn value(rules: &Rules, position: &Position<Standard>, side: usize) -> i64 {
    let enemies = rules.enemies_of(side);
    let mut value = 0_i64;
    for other in 0..rules.compiled.sides.len() {
        let sign = if enemies >> other & 1 == 1 { -1 } else { 1 };
        let points = i64::from(victory::points(rules, position, other));
        let steps: i64 = position
            .on_map(rules, other)
            .map(|unit| i64::from(rules.compiled.unit(unit).steps - position.state(unit).face))
            .sum();
        value += sign * (1000 * points + 100 * steps);
    }
    let grid = rules.compiled.map.grid();
    let holders = position.own.holders.iter().zip(&rules.scoring.hexes);
    for (_, (goal, _)) in holders.filter(|(holder, _)| **holder != Some(side as u8)) {
        let near = position.on_map(rules, side).filter_map(|unit| position.hex(unit));
        let nearest = near.map(|hex| grid.distance(*goal, hex)).min();
        value -= i64::from(nearest.unwrap_or(100).min(100));
    }
    value
}

/// What a bot of the system's own does; none for the kernel's.
pub fn choose(
    _bot: Bot,
    _rules: &Rules,
    _view: &Position<Standard>,
    _side: usize,
    _chance: &mut SplitMix64,
) -> Option<Act> {
    None
}
