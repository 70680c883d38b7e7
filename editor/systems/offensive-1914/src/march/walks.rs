//! 1914 7.1.2, 24.6: one force moves after the other, hex by hex: units are dropped and picked up, and
//! what comes in between may cut a move short.

use salient_hex::{Footprint, Hex};
use salient_rules::play::{Entered, PlayContext, Position, Unit, Walk};

use crate::abreast::steps;
use crate::decision::march::Onward;
use crate::rules::{Offensive, Rules};
use crate::state::{HALTED, MOVED};

use super::allowance::{limit, over, spend, spent};
use super::cost::Mover;
use super::{Step, moves, reaction, then};

/// Lets units set out; whoever was on the move before is done, or dropped.
pub fn set_out(cx: &mut PlayContext<'_, Offensive>, units: &[Unit], path: &[Hex]) {
    let Some(from) = units.first().and_then(|&unit| cx.position.hex(unit)) else { return };
    let before: Vec<i32> =
        units.iter().map(|&unit| moves::before(cx.position, units, unit)).collect();
    cx.walk(units.to_vec(), path.to_vec(), "1914 7.1.2");
    // Above the walk, so that the checks of those who are done come first.
    take_up(cx, units);
    for (&unit, points) in units.iter().zip(before) {
        cx.position.own.spent[unit.index()] = u8::try_from(points).unwrap_or(u8::MAX);
    }
    price(cx, units, from, path.first().copied());
}

/// Lets units take a step from a footprint to another; whoever was on the move before is done, or
/// dropped (1914 19.2).
pub fn set_out_on_two(
    cx: &mut PlayContext<'_, Offensive>,
    units: &[Unit],
    (from, to): (Footprint, Footprint),
    cost: i32,
) {
    let before: Vec<i32> =
        units.iter().map(|&unit| moves::before(cx.position, units, unit)).collect();
    cx.walk_on_two(units.to_vec(), &[to], "1914 19.2");
    take_up(cx, units);
    let own = &mut cx.position.own;
    for (&unit, points) in units.iter().zip(before) {
        own.spent[unit.index()] = u8::try_from(points).unwrap_or(u8::MAX);
    }
    (own.entered, own.entered_beside) = (Some(from.hex()), from.other());
    own.step = u8::try_from(cost).unwrap_or(u8::MAX);
}

/// Looks up what the next step of units costs, before anything that it brings.
pub fn price(cx: &mut PlayContext<'_, Offensive>, units: &[Unit], from: Hex, to: Option<Hex>) {
    let rules = cx.rules;
    let cost = to.and_then(|to| Some((rules.direction(from, to)?, to))).map(|(direction, to)| {
        Mover::new(rules, cx.position, units, from).step(from, direction, to).unwrap_or_default()
    });
    cx.position.own.entered = Some(from);
    cx.position.own.entered_beside = None;
    cx.position.own.step = cost.and_then(|cost| u8::try_from(cost).ok()).unwrap_or_default();
}

/// Makes units the force that is on the move: another is done with its movement, and those of the
/// same who stay behind are dropped (1914 7.1.2).
pub fn take_up(cx: &mut PlayContext<'_, Offensive>, units: &[Unit]) {
    let moving = std::mem::take(&mut cx.position.own.moving);
    if moving.iter().any(|unit| units.contains(unit)) {
        let dropped: Vec<Unit> = moving.into_iter().filter(|unit| !units.contains(unit)).collect();
        for &unit in &dropped {
            *cx.position.flags_mut(unit) |= HALTED;
        }
        if dropped.iter().any(|&unit| over(cx.rules, cx.position, unit) > 0) {
            done(cx, dropped);
        }
    } else {
        done(cx, moving);
    }
    let mut moving = units.to_vec();
    moving.sort_unstable();
    cx.position.own.moving = moving;
}

/// 1914 7.2.3: units have done with their movement, and make their check if they have forced their
/// march.
pub fn done(cx: &mut PlayContext<'_, Offensive>, units: Vec<Unit>) {
    for &unit in &units {
        *cx.position.flags_mut(unit) |= MOVED;
    }
    if units.iter().any(|&unit| over(cx.rules, cx.position, unit) > 0) {
        then(cx, Step::Forced(units));
    }
}

/// A walk has entered a hex: its cost is paid, and the enemy's cavalry may react.
pub fn entered(cx: &mut PlayContext<'_, Offensive>, walk: &Walk) -> Entered {
    let ours = walk.units.iter().all(|unit| cx.position.own.moving.contains(unit));
    let (Some(from), Some(at), true) = (cx.position.own.entered, walk.at(), ours) else {
        return Entered::GoOn;
    };
    let cost = i32::from(std::mem::take(&mut cx.position.own.step));
    for &unit in &walk.units {
        spend(cx.position, unit, cost);
    }
    let beside = walk.beside(walk.done);
    let before = cx.position.own.entered_beside;
    (cx.position.own.entered, cx.position.own.entered_beside) = (Some(at), beside);
    let grid = cx.rules.map().grid();
    let halves = match (before, beside) {
        (None, None) => vec![(from, at)],
        _ => match (Footprint::new(grid, from, before), Footprint::new(grid, at, beside)) {
            (Some(from), Some(to)) => steps::halves(cx.rules, from, to),
            _ => Vec::new(),
        },
    };
    cross_pontoon(cx, &walk.units, &halves);
    let rest = walk.path.get(walk.done..).unwrap_or_default();
    if !rest.is_empty() {
        let (units, rest) = (walk.units.clone(), rest.to_vec());
        // Whoever falls back before them has done so before they pay for their next step.
        cx.before_next_hex(crate::decision::Step::March(Step::Onward(Box::new(Onward {
            units,
            rest,
        }))));
    }
    reaction::look(cx, &walk.units, &halves);
    Entered::GoOn
}

/// 1914 24.6: remembers the formation that has crossed the pontoon bridge.
fn cross_pontoon(cx: &mut PlayContext<'_, Offensive>, units: &[Unit], steps: &[(Hex, Hex)]) {
    let rules = cx.rules;
    let over = |&(from, to): &(Hex, Hex)| {
        let direction = rules.direction(from, to);
        direction.is_some_and(|direction| rules.terrain.side(from, direction).pontoon)
    };
    if steps.iter().any(over) {
        let formation = units.iter().find_map(|&unit| rules.piece(unit).own);
        let crossed = &mut cx.position.own.pontoon;
        *crossed = crossed.or(formation);
    }
}

/// After all that a step has brought: a force goes on if the rest of its way is still open to it,
/// and else it ends its move here. It may set out again.
pub fn go_on(cx: &mut PlayContext<'_, Offensive>, onward: &Onward) {
    if !is_open(cx.rules, cx.position, onward) {
        cx.cut_walk();
    } else if let Some(at) = cx.position.own.entered {
        let there = onward.units.iter().copied();
        let units: Vec<Unit> = there.filter(|&unit| cx.position.hex(unit).is_some()).collect();
        price(cx, &units, at, onward.rest.first().copied());
    }
}

fn is_open(rules: &Rules, position: &Position<Offensive>, onward: &Onward) -> bool {
    let there = onward.units.iter().copied();
    let units: Vec<Unit> = there.filter(|&unit| position.hex(unit).is_some()).collect();
    let Some(at) = units.first().and_then(|&unit| position.hex(unit)) else { return false };
    let Ok(cost) = moves::cost_of(rules, position, &units, at, &onward.rest) else { return false };
    units.iter().all(|&unit| spent(position, unit) + cost <= limit(rules, position, unit))
}
