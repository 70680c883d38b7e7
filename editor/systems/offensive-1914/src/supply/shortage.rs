//! 1914 15.8: armies that run short of ammunition.

use salient_rules::Violation;
use salient_rules::play::{Formation, PlayContext, Position, Unit};

use crate::acts::Act;
use crate::bases;
use crate::decision::Decision;
use crate::event::Detail;
use crate::event::rails::{RailsDetail, Short};
use crate::rules::{Offensive, Rules};
use crate::units::Kind;

/// 1914 15.8.1: the limits of the markers that each side has by now, the strictest first: one of each
/// inter-phase that is over.
fn markers(rules: &Rules, position: &Position<Offensive>) -> Vec<u8> {
    let over = i32::from(position.turn.saturating_sub(1)) / rules.numbers.inter_phase_turns.max(1);
    let come = rules.schedule.shortages.iter().filter(|(number, _)| *number <= over);
    let mut limits: Vec<u8> = come.map(|(_, limit)| *limit).collect();
    limits.sort_unstable();
    limits
}

/// The limit of the marker that is placed next, if one is left.
pub fn next(rules: &Rules, position: &Position<Offensive>, side: usize) -> Option<u8> {
    let mut left = markers(rules, position);
    for &unit in rules.units_of(side) {
        let Some(placed) = position.own.shortages[unit.index()] else { continue };
        if let Some(place) = left.iter().position(|limit| *limit == placed) {
            left.remove(place);
        }
    }
    left.first().copied()
}

/// 1914 15.8.2: whether a depot may bear a marker: it stands on the map or is under relocation, is of
/// no army that takes none, and has none yet.
pub fn check(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    unit: Unit,
) -> Result<(), Violation> {
    const RULE: &str = "1914 15.8.2";
    let name = &rules.unit(unit).name;
    let wrong = |what: &str| Err(Violation::new(RULE, format!("'{name}' {what}")));
    let piece = rules.piece(unit);
    let there = position.hex(unit).is_some() || super::is_relocated(position, unit);
    if rules.side_of(unit) != side || piece.kind != Kind::Depot || piece.secondary || !there {
        return wrong("is no army's depot of this side in play");
    }
    if piece.plentiful {
        return wrong("takes no shortage marker");
    }
    if position.own.shortages[unit.index()].is_some() {
        return wrong("has a shortage marker already");
    }
    Ok(())
}

/// The depots that may bear the next.
pub fn open(rules: &Rules, position: &Position<Offensive>, side: usize) -> Vec<Unit> {
    let units = rules.units_of(side).iter().copied();
    units.filter(|&unit| check(rules, position, side, unit).is_ok()).collect()
}

/// 1914 15.8.2: asks where the next marker is placed; false where none is left, or no depot for it. The
/// only one that is left gets it unasked.
pub fn ask(cx: &mut PlayContext<'_, Offensive>, side: usize) -> bool {
    while next(cx.rules, cx.position, side).is_some() {
        match open(cx.rules, cx.position, side)[..] {
            [] => return false,
            [only] => place(cx, side, only),
            _ => {
                cx.ask(side, Decision::Shortage);
                return true;
            }
        }
    }
    false
}

/// Places the next marker on a depot.
pub fn place(cx: &mut PlayContext<'_, Offensive>, side: usize, unit: Unit) {
    let Some(limit) = next(cx.rules, cx.position, side) else { return };
    cx.position.own.shortages[unit.index()] = Some(limit);
    cx.emit(|rules| {
        Detail::Rails(RailsDetail::Short(Short {
            side: rules.sides[side].clone(),
            unit: rules.compiled.unit(unit).name.as_str().into(),
            limit,
        }))
    });
}

/// What a side may do.
pub fn legal(rules: &Rules, position: &Position<Offensive>, side: usize) -> Vec<Act> {
    open(rules, position, side).into_iter().map(|army| Act::Shortage { army }).collect()
}

/// 1914 15.8.3: the depot of an army that runs short, by which all that it is provided with is
/// counted, and its limit.
pub fn of(
    rules: &Rules,
    position: &Position<Offensive>,
    army: Option<Formation>,
) -> Option<(Unit, i32)> {
    let depot = rules.body(army?).counter?;
    Some((depot, limit(rules, position, depot)?))
}

/// The least limit of a depot whose army runs short: its marker's, and that of the transfer of a base
/// (1914 23.1.2, 24.3.1a, 24.3.2a).
pub fn limit(rules: &Rules, position: &Position<Offensive>, depot: Unit) -> Option<i32> {
    let marker = position.own.shortages.get(depot.index()).copied().flatten();
    marker.map(i32::from).into_iter().chain(bases::limit(rules, position, depot)).min()
}
