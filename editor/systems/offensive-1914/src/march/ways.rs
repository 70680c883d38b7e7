//! Where units may go, by the costs that the rules themselves go by.

use salient_hex::Hex;
use salient_hex::path::{Reach, Step};
use salient_rules::game::Spending;
use salient_rules::play::{Position, Unit};

use crate::abreast;
use crate::acts::Act;
use crate::force;
use crate::rules::{Offensive, Rules};
use crate::stacking;

use super::allowance::{left as own_left, may_go};
use super::cost::Mover;
use super::{moves, prepare};

/// Finds where units that stand together may go, and gives the points that they may spend, forced
/// marches counted: hexes that cost up to `beyond` more are found as well. None where they do not
/// move.
pub fn ways(
    rules: &Rules,
    position: &Position<Offensive>,
    units: &[Unit],
    beyond: u32,
    reach: &mut Reach,
) -> Option<Spending> {
    let from = moves::together(rules, position, units).ok()?;
    let side = rules.side_of(*units.first()?);
    let able = |unit: &Unit| {
        may_go(rules, position, side, *unit).is_ok() && !abreast::is_two(position, *unit)
    };
    if !units.iter().all(able) || prepare::may_leave(rules, position, units).is_err() {
        return None;
    }
    let points = moves::left(rules, position, units).max(0);
    search(rules, position, (units, from), points.unsigned_abs() + beyond, reach);
    Some(Spending::movement(points))
}

/// Finds where units that stand in a hex may go with so many points.
pub fn search(
    rules: &Rules,
    position: &Position<Offensive>,
    (units, from): (&[Unit], Hex),
    budget: u32,
    reach: &mut Reach,
) {
    let mover = Mover::new(rules, position, units, from);
    reach.search(rules.map(), from, budget, |from, direction, to| {
        match mover.step(from, direction, to) {
            Ok(cost) => Step::Through(cost.unsigned_abs()),
            Err(_) => Step::Barred,
        }
    });
}

/// The plain moves: each force as it stands, and each supply unit, to where its own points take it;
/// the force that is on the move as far as a forced march does.
pub fn legal(rules: &Rules, position: &Position<Offensive>, side: usize, acts: &mut Vec<Act>) {
    let mut reach = Reach::default();
    for units in groups(rules, position, side) {
        let Some(from) = units.first().and_then(|&unit| position.hex(unit)) else { continue };
        // Who takes up two hexes goes step by step (1914 19.2).
        let two = units.iter().any(|&unit| abreast::is_two(position, unit));
        if two || prepare::may_leave(rules, position, &units).is_err() {
            continue;
        }
        let goes_on = units.iter().all(|unit| position.own.moving.contains(unit));
        let points = if goes_on {
            moves::left(rules, position, &units)
        } else {
            units.iter().map(|&unit| own_left(rules, position, unit)).min().unwrap_or_default()
        };
        if points <= 0 {
            continue;
        }
        search(rules, position, (&units, from), points.unsigned_abs(), &mut reach);
        for &to in reach.reached().iter().filter(|&&to| to != from) {
            let coming = units.iter().map(|&unit| (unit, stacking::room(rules, position, unit)));
            let there = stacking::size_with(rules, position, (side, to), coming);
            let fits = there <= rules.numbers.stacking_limit;
            if fits && moves::nears(rules, position, &units, &[to]).is_ok() {
                let path = reach.path(rules.map(), to);
                debug_assert_eq!(moves::check(rules, position, side, &units, &path), Ok(()));
                acts.push(Act::Move { units: units.clone(), path });
            }
        }
    }
}

/// The groups that may move now, as they stand: the force that is on the move, each formation with
/// the assets that go where it goes, every other unit by itself.
pub fn groups(rules: &Rules, position: &Position<Offensive>, side: usize) -> Vec<Vec<Unit>> {
    let goes = |unit: &Unit| may_go(rules, position, side, *unit).is_ok();
    let able: Vec<Unit> = position.on_map(rules, side).filter(goes).collect();
    let moving = &position.own.moving;
    let mut groups: Vec<Vec<Unit>> = Vec::new();
    let on: Vec<Unit> = able.iter().copied().filter(|unit| moving.contains(unit)).collect();
    if !on.is_empty() {
        groups.push(on);
    }
    let mut by_hex: Vec<(Hex, Unit)> = able
        .iter()
        .filter(|unit| !moving.contains(unit))
        .filter_map(|&unit| Some((position.hex(unit)?, unit)))
        .collect();
    by_hex.sort_unstable();
    for stack in by_hex.chunk_by(|one, next| one.0 == next.0) {
        let bound = |unit: Unit| {
            let piece = rules.piece(unit);
            piece.garrison || piece.loc || piece.kind.is_supply()
        };
        let units = || stack.iter().map(|(_, unit)| *unit);
        let forces = force::group(rules, position, units().filter(|&unit| !bound(unit)));
        groups.extend(forces.iter().map(force::Force::units));
        groups.extend(units().filter(|&unit| bound(unit)).map(|unit| vec![unit]));
    }
    groups
}
