//! 1914 16.3, 16.4, 22.3.3, 25.5: units that are together become one at the end of a movement phase of their
//! side, and one may be taken apart again.
//!
//! The order of battle says who becomes what: counters with the same substitute do so together.

use salient_hex::{Footprint, Hex};
use salient_rules::Violation;
use salient_rules::game::UnitStatus;
use salient_rules::play::{PlayContext, Position, Unit};

use crate::acts::Act;
use crate::decision::{Decision, Step};
use crate::rules::{Offensive, Rules};
use crate::state::INACTIVE;
use crate::units::Kind;
use crate::{abreast, effectiveness, group};

/// Has a side's units combined after its movement, if the scenario knows any that can.
pub fn begin(cx: &mut PlayContext<'_, Offensive>, side: usize) {
    let schedule = &cx.rules.schedule;
    let mut all = schedule.combinations().chain(schedule.detachments.iter().map(|(own, _)| *own));
    if all.any(|unit| cx.rules.side_of(unit) == side) {
        cx.then(Step::Combine(side));
    }
}

/// Forms the cavalry corps whose divisions are together (1914 16.4), and asks for the others.
pub fn run(cx: &mut PlayContext<'_, Offensive>, side: usize) {
    let rules = cx.rules;
    let corps =
        |new: &Unit| is_cavalry(rules, *new) && place(rules, cx.position, side, *new).is_some();
    let due: Vec<Unit> = rules.schedule.combinations().filter(corps).collect();
    for new in due {
        form(cx, side, new);
    }
    if legal(rules, cx.position, side).len() > 1 {
        cx.ask(side, Decision::Combine);
    }
}

fn is_cavalry(rules: &Rules, new: Unit) -> bool {
    rules.piece(new).kind == Kind::Cavalry
}

/// Whether a unit has been eliminated.
fn is_lost(position: &Position<Offensive>, unit: Unit) -> bool {
    position.state(unit).status == UnitStatus::Eliminated
}

/// Whether a unit would be formed now in a single hex.
pub fn is_in_one_hex(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    new: Unit,
) -> bool {
    matches!(place(rules, position, side, new), Some(Footprint::One(_)))
}

/// Where a unit would be formed now: in the hex of all those of whom it is made who are left, or in
/// both of two that touch (1914 16.3, 16.4.1). Of one alone it is not: he is substituted.
fn place(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    new: Unit,
) -> Option<Footprint> {
    if rules.side_of(new) != side || position.hex(new).is_some() || is_lost(position, new) {
        return None;
    }
    let mut arrivals = rules.compiled.arrivals.iter().filter(|arrival| arrival.unit == new);
    if arrivals.any(|arrival| arrival.turn > position.turn) {
        return None;
    }
    let parts = parts(rules, position, new);
    let able =
        |unit: &Unit| position.hex(*unit).is_some() && position.state(*unit).flags & INACTIVE == 0;
    if parts.len() < 2 || !parts.iter().all(able) {
        return None;
    }
    let mut hexes: Vec<Hex> = parts.iter().flat_map(|&unit| position.hexes(unit)).collect();
    hexes.sort_unstable();
    hexes.dedup();
    match *hexes.as_slice() {
        [hex] => Some(Footprint::One(hex)),
        [hex, other] => {
            // 1914 19.1.2.
            let others = |&unit: &Unit| {
                rules.side_of(unit) == side
                    && abreast::is_two(position, unit)
                    && !parts.contains(&unit)
            };
            let mut there = position.stack(hex).chain(position.stack(other));
            let free = !there.any(|unit| others(&unit));
            Footprint::new(rules.map().grid(), hex, Some(other)).filter(|_| free)
        }
        _ => None,
    }
}

/// Those of whom a unit is made who are left.
fn parts(rules: &Rules, position: &Position<Offensive>, new: Unit) -> Vec<Unit> {
    rules.schedule.parts(new).filter(|&unit| !is_lost(position, unit)).collect()
}

/// Whether a unit may be taken apart (1914 25.5).
fn is_divisible(rules: &Rules, position: &Position<Offensive>, side: usize, unit: Unit) -> bool {
    rules.side_of(unit) == side
        && rules.piece(unit).divisible
        && position.hex(unit).is_some()
        && position.state(unit).flags & INACTIVE == 0
        && rules.schedule.parts(unit).next().is_some()
        && rules
            .schedule
            .parts(unit)
            .all(|part| position.state(part).status == UnitStatus::BrokenDown)
}

/// Whether a side may do something that it is asked.
///
/// # Errors
/// The rule that forbids it, and how.
pub fn check(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    act: &Act,
) -> Result<(), Violation> {
    match act {
        Act::Done => Ok(()),
        Act::Combine { unit } if place(rules, position, side, *unit).is_some() => Ok(()),
        Act::Combine { unit } => {
            let name = &rules.unit(*unit).name;
            let text = format!("those of whom '{name}' is made are not together");
            Err(Violation::new("1914 16.3", text))
        }
        Act::Divide { unit } if is_divisible(rules, position, side, *unit) => Ok(()),
        Act::Divide { unit } => {
            let name = &rules.unit(*unit).name;
            Err(Violation::new("1914 25.5", format!("'{name}' is not taken apart")))
        }
        Act::Integrate { unit } => group::may_integrate(rules, position, side, *unit),
        _ => Err(Violation::new("1914 16.3", "combine units, or be done")),
    }
}

/// What a side may do.
pub fn legal(rules: &Rules, position: &Position<Offensive>, side: usize) -> Vec<Act> {
    let mut acts = vec![Act::Done];
    for unit in rules.schedule.combinations() {
        acts.extend([Act::Combine { unit }, Act::Divide { unit }]);
    }
    let detachments = rules.schedule.detachments.iter();
    acts.extend(detachments.map(|&(unit, _)| Act::Integrate { unit }));
    acts.retain(|act| check(rules, position, side, act).is_ok());
    acts.sort();
    acts
}

/// Does what [`check`] has allowed, and asks for more.
pub fn apply(cx: &mut PlayContext<'_, Offensive>, side: usize, act: &Act) {
    cx.answered(side);
    match act {
        Act::Combine { unit } => {
            cx.then(Step::Combine(side));
            form(cx, side, *unit);
        }
        Act::Integrate { unit } => {
            cx.then(Step::Combine(side));
            group::integrate(cx, *unit);
        }
        Act::Divide { unit } => {
            cx.then(Step::Combine(side));
            divide(cx, *unit);
        }
        _ => {}
    }
}

/// Strength reductions of a unit, by face and by markers (1914 9.10.3).
fn reductions(position: &Position<Offensive>, unit: Unit) -> u8 {
    position.state(unit).face + position.own.markers[unit.index()]
}

/// Lets a unit bear so many strength reductions: what its faces do not show is by markers, where the
/// option has them, and else it is spared.
fn reduce(cx: &mut PlayContext<'_, Offensive>, unit: Unit, reductions: u8, rule: &'static str) {
    let rules = cx.rules;
    let face = reductions.min(rules.unit(unit).steps.saturating_sub(1));
    cx.turn_over(unit, face, rule);
    let most = u8::try_from(rules.numbers.marker_count).unwrap_or_default();
    let markers = if rules.reduction_markers { (reductions - face).min(most) } else { 0 };
    cx.position.own.markers[unit.index()] = markers;
}

/// 1914 16.3.1, 16.4.1: a unit takes the place of those of whom it is made, with their strength
/// reductions; its status is their average, rounded to the worse.
fn form(cx: &mut PlayContext<'_, Offensive>, side: usize, new: Unit) {
    let rules = cx.rules;
    let Some(to) = place(rules, cx.position, side, new) else { return };
    let rule = if is_cavalry(rules, new) { "1914 16.4.1" } else { "1914 16.3.1" };
    let parts = parts(rules, cx.position, new);
    let Some((&last, others)) = parts.split_last() else { return };
    let taken: u8 = parts.iter().map(|&unit| reductions(cx.position, unit)).sum();
    let lost =
        parts.iter().map(|&unit| usize::from(effectiveness::status(rules, cx.position, unit)));
    let status = u8::try_from(lost.sum::<usize>().div_ceil(parts.len())).unwrap_or_default();
    let parent = rules.piece(last).own.and_then(|own| cx.position.parent(own));
    for &unit in &parts {
        super::leave::forget(cx, unit);
        effectiveness::set(cx, unit, 0, rule);
    }
    for &unit in others {
        cx.remove(unit, UnitStatus::BrokenDown, "combined", rule);
    }
    cx.exchange(last, &[new], rule);
    if cx.position.footprint(rules.map().grid(), new) != Some(to) {
        cx.shift_to(&[new], to, "combined", None, rule);
    }
    reduce(cx, new, taken, rule);
    effectiveness::set(cx, new, status, rule);
    if let Some(own) = rules.piece(new).own {
        cx.subordinate(own, parent, rule);
    }
}

/// 1914 25.5: a unit is taken apart into those of whom it was made: they share its strength
/// reductions, the first more of an odd number, and each has its status.
fn divide(cx: &mut PlayContext<'_, Offensive>, unit: Unit) {
    const RULE: &str = "1914 25.5";
    let rules = cx.rules;
    let parts: Vec<Unit> = rules.schedule.parts(unit).collect();
    let mut left = reductions(cx.position, unit);
    let status = effectiveness::status(rules, cx.position, unit);
    let other = cx.position.state(unit).other;
    let parent = rules.piece(unit).own.and_then(|own| cx.position.parent(own));
    super::leave::forget(cx, unit);
    effectiveness::set(cx, unit, 0, RULE);
    cx.exchange(unit, &parts, RULE);
    for (place, &part) in parts.iter().enumerate() {
        let share = usize::from(left).div_ceil(parts.len() - place);
        let share = u8::try_from(share).unwrap_or_default();
        left -= share;
        // In two hexes the first stays in the one, the others in the other.
        if let Some(other) = other.filter(|_| place > 0) {
            cx.shift_to(&[part], Footprint::One(other), "combined", None, RULE);
        }
        reduce(cx, part, share, RULE);
        effectiveness::set(cx, part, status, RULE);
        if let Some(own) = rules.piece(part).own {
            cx.subordinate(own, parent, RULE);
        }
    }
}
