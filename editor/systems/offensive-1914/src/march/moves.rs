//! 1914 7.1.2, 7.2.1, 7.3.3, 26.2.1: who moves together, how far, and where it may end.

use salient_hex::Hex;
use salient_rules::Violation;
use salient_rules::play::{Position, Unit};

use crate::abreast;
use crate::force::Force;
use crate::plans;
use crate::rules::{Offensive, Rules};

use super::allowance::{limit, may_go, spent};
use super::cost::Mover;
use super::prepare;

/// Whether a side may move units along hexes.
///
/// # Errors
/// The rule that forbids it, and how.
pub fn check(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    units: &[Unit],
    path: &[Hex],
) -> Result<(), Violation> {
    for &unit in units {
        may_go(rules, position, side, unit)?;
    }
    let from = together(rules, position, units)?;
    if units.iter().any(|&unit| abreast::is_two(position, unit)) {
        let text = "a force in two hexes goes on with both or closes up, step by step";
        return Err(Violation::new("1914 19.1.1", text));
    }
    prepare::may_leave(rules, position, units)?;
    let Some(&end) = path.last() else {
        return Err(Violation::new("1914 7.1", "a move enters at least one hex"));
    };
    let cost = cost_of(rules, position, units, from, path)?;
    for &unit in units {
        let (has, before) = (limit(rules, position, unit), before(position, units, unit));
        if before + cost > has {
            let name = &rules.compiled.unit(unit).name;
            let text = format!("'{name}' has {} movement points left, not {cost}", has - before);
            return Err(Violation::new("1914 7.2.1", text));
        }
    }
    nears(rules, position, units, &[end])
}

/// The one hex of units that may move together.
///
/// # Errors
/// The rule that they break.
pub fn together(
    rules: &Rules,
    position: &Position<Offensive>,
    units: &[Unit],
) -> Result<Hex, Violation> {
    let mut sorted = units.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    let at = units.first().and_then(|&unit| position.hex(unit));
    let Some(at) = at.filter(|_| sorted.len() == units.len()) else {
        return Err(Violation::new("1914 7.1.2", "units that stand on the map move, each once"));
    };
    if !abreast::together(position, units) {
        return Err(Violation::new("1914 7.1.2", "units that move together begin in one hex"));
    }
    let alone = matches!(units, [unit] if rules.piece(*unit).kind.is_supply());
    if !alone && Force::of(rules, units).is_none() {
        let text = "a stack moves as one force: a formation and two assets at most";
        return Err(Violation::new("1914 7.1.2", text));
    }
    Ok(at)
}

/// What it costs units to go along hexes, all together.
///
/// # Errors
/// What bars a step.
pub fn cost_of(
    rules: &Rules,
    position: &Position<Offensive>,
    units: &[Unit],
    from: Hex,
    path: &[Hex],
) -> Result<i32, Violation> {
    let mover = Mover::new(rules, position, units, from);
    let (mut cost, mut at) = (0, from);
    for &to in path {
        let Some(direction) = rules.direction(at, to) else {
            let labels = [at, to].map(|hex| rules.compiled.label(hex));
            let text = format!("{} and {} are not adjacent", labels[0], labels[1]);
            return Err(Violation::new("1914 7.1", text));
        };
        cost += mover.step(at, direction, to).map_err(|bar| bar.violation(rules, to))?;
        at = to;
    }
    Ok(cost)
}

/// 1914 7.1.2: what a unit of a stack has spent before it goes on: who is picked up counts as
/// having spent what the others have.
pub fn before(position: &Position<Offensive>, units: &[Unit], unit: Unit) -> i32 {
    let moving = units.iter().filter(|unit| position.own.moving.contains(unit));
    let others = moving.map(|&unit| spent(position, unit)).max();
    spent(position, unit).max(others.unwrap_or_default())
}

/// The points that units still have together, those of forced marches counted.
pub fn left(rules: &Rules, position: &Position<Offensive>, units: &[Unit]) -> i32 {
    let each =
        units.iter().map(|&unit| limit(rules, position, unit) - before(position, units, unit));
    each.min().unwrap_or_default()
}

/// 1914 26.2.1: whether those of whom a plan binds the army end nearer to an objective than they
/// were when the phase began.
pub fn nears(
    rules: &Rules,
    position: &Position<Offensive>,
    units: &[Unit],
    ends: &[Hex],
) -> Result<(), Violation> {
    for &unit in units.iter().filter(|&&unit| plans::is_bound(rules, position, unit)) {
        let own = &position.own;
        let began = match own.began[unit.index()] {
            Some(hex) => [Some(hex), own.began_beside[unit.index()]],
            None => [position.hex(unit), position.state(unit).other],
        };
        let began: Vec<Hex> = began.into_iter().flatten().collect();
        // The nearer half counts (1914 19.0).
        let far = |hexes: &[Hex]| {
            let each = hexes.iter().filter_map(|&hex| plans::distance(rules, position, unit, hex));
            each.reduce(|one, other| {
                one.iter().zip(&other).map(|(one, other)| *one.min(other)).collect()
            })
        };
        let (Some(now), Some(then)) = (far(&began), far(ends)) else { continue };
        if !now.iter().zip(&then).any(|(now, then)| then < now) {
            let name = &rules.compiled.unit(unit).name;
            let text = format!("by its army's plan '{name}' ends its movement nearer an objective");
            return Err(Violation::new("1914 26.2.1", text));
        }
    }
    Ok(())
}
