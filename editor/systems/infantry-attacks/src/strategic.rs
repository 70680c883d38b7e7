//! IA 17.3, an optional rule: out of the enemy's sight units move at twice their rate. The hidden may
//! be there all the same, and fire at them the better.

use salient_hex::Hex;
use salient_rules::play::{Position, Unit};

use crate::paths;
use crate::rules::{InfantryAttacks, Rules};
use crate::state::{HIDDEN, allowance, has};

/// Whether anybody of the enemy who is known has a line of sight to a hex, however far away.
fn is_in_sight(rules: &Rules, position: &Position<InfantryAttacks>, side: usize, hex: Hex) -> bool {
    let map = &rules.compiled.map;
    position
        .on_map(rules, 1 - side)
        .filter(|&enemy| !has(position, enemy, HIDDEN))
        .filter_map(|enemy| position.state(enemy).hex)
        .any(|from| map.grid().distance(from, hex) <= 1 || rules.sights.clear(map, from, hex))
}

/// A unit's movement points at twice its rate, if it may move so from where it is.
fn points(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    unit: Unit,
    start: Option<Hex>,
) -> Option<i32> {
    if !rules.options.strategic_movement {
        return None;
    }
    let side = rules.side_of(unit);
    let unseen = start.is_none_or(|hex| !is_in_sight(rules, position, side, hex));
    unseen.then(|| allowance(rules, position, unit) * rules.numbers.strategic_factor)
}

/// Whether it reaches the end of a way of so many movement points so: all of it out of sight.
pub fn reaches(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    unit: Unit,
    start: Option<Hex>,
    path: &[Hex],
    spent: i32,
) -> bool {
    let side = rules.side_of(unit);
    points(rules, position, unit, start).is_some_and(|points| spent <= points)
        && path.iter().all(|&hex| !is_in_sight(rules, position, side, hex))
}

/// Whether a way is farther than a unit goes at its own rate.
pub fn needs(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    unit: Unit,
    start: Option<Hex>,
    path: &[Hex],
) -> bool {
    if !rules.options.strategic_movement || path.len() < 2 {
        return false;
    }
    let spent = paths::spent(rules, position, unit, start, path);
    spent.is_some_and(|spent| spent as i32 > allowance(rules, position, unit))
}

/// The ways of a unit at twice its rate.
pub fn ways(rules: &Rules, position: &Position<InfantryAttacks>, unit: Unit) -> Vec<Vec<Hex>> {
    let start = position.state(unit).hex;
    let side = rules.side_of(unit);
    let Some(points) = points(rules, position, unit, start) else { return Vec::new() };
    let open = |hex: Hex| !is_in_sight(rules, position, side, hex);
    paths::ways_on(rules, position, unit, start, points.max(0).unsigned_abs(), &open)
}
