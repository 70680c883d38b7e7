//! 1914 13.1.1, 13.2.4, 13.2.5, 13.3.1: what siege guns and headquarters do in a movement phase in
//! which they stay where they are.

use salient_rules::Violation;
use salient_rules::play::{PlayContext, Position, Unit};

use super::allowance::{allowance, is_counter, may_act, spend, spent};
use super::walks::take_up;
use crate::acts::Act;
use crate::rules::{Offensive, Rules};
use crate::siege_guns as guns;
use crate::siege_train as train;
use crate::state::{BUSY, DEPLOYED, HALTED};
use crate::units::Kind;
use crate::{marks, rails};

fn wrong(
    rules: &Rules,
    unit: Unit,
    rule: &'static str,
    what: &'static str,
) -> Result<(), Violation> {
    Err(Violation::new(rule, format!("'{}' {what}", rules.unit(unit).name)))
}

/// Whether a unit can stay in its hex for the whole phase: it has done nothing in it so far.
fn stays(
    rules: &Rules,
    position: &Position<Offensive>,
    (side, unit): (usize, Unit),
    rule: &'static str,
) -> Result<(), Violation> {
    may_act(rules, position, side, unit)?;
    let began = position.own.began[unit.index()];
    let halted = position.state(unit).flags & HALTED != 0;
    if began != position.hex(unit) || spent(position, unit) > 0 || halted {
        return wrong(rules, unit, rule, "has not stayed in its hex for the whole phase");
    }
    Ok(())
}

/// Has a unit stay in its hex for the rest of the phase.
fn stay(cx: &mut PlayContext<'_, Offensive>, unit: Unit) {
    if !cx.position.own.moving.contains(&unit) {
        take_up(cx, &[unit]);
    }
    let all = allowance(cx.rules, cx.position);
    spend(cx.position, unit, all);
    *cx.position.flags_mut(unit) |= BUSY;
}

/// 1914 13.1.1, 13.2.5: whether a gun on the map may be deployed, or a marker out of the reserve of its
/// headquarters.
///
/// # Errors
/// The rule that forbids it, and how.
pub fn check(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    unit: Unit,
) -> Result<(), Violation> {
    let piece = rules.piece(unit);
    if piece.kind != Kind::SiegeArtillery || rules.side_of(unit) != side {
        return wrong(rules, unit, "1914 13.1", "is no siege artillery of yours");
    }
    if position.hex(unit).is_none() && piece.marker {
        return check_marker(rules, position, side, unit);
    }
    stays(rules, position, (side, unit), "1914 13.1.1")?;
    if position.state(unit).face > 0 {
        return wrong(rules, unit, "1914 13.1.1", "is deployed");
    }
    if guns::is_unwieldy(rules, unit) && is_counter(rules, position) {
        return wrong(rules, unit, "1914 13.1.1", "is deployed by one's own movement phase alone");
    }
    Ok(())
}

/// 1914 13.2.5: whether a marker may be deployed: its headquarters stays by a railway, or is deploying
/// another since this phase.
fn check_marker(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    marker: Unit,
) -> Result<(), Violation> {
    const RULE: &str = "1914 13.2.5";
    if !train::is_in_reserve(position, marker) {
        return wrong(rules, marker, RULE, "is in no headquarters' reserve");
    }
    if position.state(marker).flags & DEPLOYED != 0 {
        return wrong(rules, marker, RULE, "is deployed only once in a game");
    }
    if is_counter(rules, position) {
        return wrong(rules, marker, RULE, "is deployed by one's own movement phase alone");
    }
    let hq = train::headquarters(position, marker);
    let Some((hq, hex)) = hq.and_then(|hq| Some((hq, position.hex(hq)?))) else {
        return wrong(rules, marker, RULE, "has no headquarters on the map");
    };
    let state = position.state(hq);
    let deploying = state.face > 0;
    if !(deploying && state.flags & BUSY != 0) {
        stays(rules, position, (side, hq), RULE)?;
        if deploying {
            return wrong(rules, hq, RULE, "is deploying another since an earlier phase");
        }
    }
    let by_rails = rails::is_operational(position, side, hex)
        || rules.map().neighbours(hex).any(|(_, near)| rails::is_operational(position, side, near));
    if !by_rails {
        return wrong(rules, hq, RULE, "is neither on nor next to a friendly operational railway");
    }
    Ok(())
}

/// 1914 13.1.1, 13.2.5: whether a gun may be packed up: a marker goes back into reserve.
///
/// # Errors
/// The rule that forbids it, and how.
pub fn check_pack(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    unit: Unit,
) -> Result<(), Violation> {
    may_act(rules, position, side, unit)?;
    if !guns::is_deployed(rules, position, unit) {
        return wrong(rules, unit, "1914 13.1.1", "is no deployed siege artillery");
    }
    let marker = rules.piece(unit).marker;
    if marker && train::headquarters(position, unit).is_none_or(|hq| position.hex(hq).is_none()) {
        return wrong(rules, unit, "1914 13.2.5", "has no headquarters to go back to");
    }
    Ok(())
}

/// 1914 13.3.1: whether a headquarters may place its prep marker.
///
/// # Errors
/// The rule that forbids it, and how.
pub fn check_preparation(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    unit: Unit,
) -> Result<(), Violation> {
    const RULE: &str = "1914 13.3.1";
    if rules.piece(unit).kind != Kind::Headquarters || position.state(unit).face > 0 {
        return wrong(rules, unit, RULE, "is no headquarters that is free to");
    }
    stays(rules, position, (side, unit), RULE)?;
    if is_counter(rules, position) {
        return wrong(rules, unit, RULE, "prepares fire in one's own movement phase alone");
    }
    if marks::plans_fire(position, unit) {
        return wrong(rules, unit, RULE, "has its prep marker");
    }
    Ok(())
}

/// All that guns and headquarters of a side may do: nothing is to be prepared where nothing is left
/// (1914 13.4), and only next to a hex that it may be against.
pub fn legal(rules: &Rules, position: &Position<Offensive>, side: usize, acts: &mut Vec<Act>) {
    for unit in rules.siege_units(side) {
        if rules.piece(unit).kind == Kind::Headquarters {
            if guns::is_in_reach(rules, position, unit)
                && check_preparation(rules, position, side, unit).is_ok()
            {
                acts.push(Act::PrepareFire { unit });
            }
            continue;
        }
        if check(rules, position, side, unit).is_ok() {
            acts.push(Act::Deploy { unit });
        }
        if check_pack(rules, position, side, unit).is_ok() {
            acts.push(Act::PackUp { unit });
        }
    }
}

/// A gun is deployed, or its headquarters begins to deploy a marker.
pub fn apply(cx: &mut PlayContext<'_, Offensive>, unit: Unit) {
    if cx.position.hex(unit).is_none() {
        let Some(hq) = train::headquarters(cx.position, unit) else { return };
        if cx.position.state(hq).face == 0 {
            stay(cx, hq);
            let last = cx.rules.unit(hq).faces.len().saturating_sub(1);
            cx.turn_over(hq, u8::try_from(last).unwrap_or_default(), "1914 13.2.5");
        }
        return train::put_on_track(cx, unit);
    }
    stay(cx, unit);
    cx.turn_over(unit, 1, "1914 13.1.1");
}

/// A gun is packed up.
pub fn pack(cx: &mut PlayContext<'_, Offensive>, unit: Unit) {
    if cx.rules.piece(unit).marker {
        return train::take_back(cx, unit);
    }
    cx.turn_over(unit, 0, "1914 13.1.1");
}

/// A headquarters places its prep marker.
pub fn prepare(cx: &mut PlayContext<'_, Offensive>, unit: Unit) {
    stay(cx, unit);
    marks::plan_fire(cx, unit, true, "1914 13.3.1");
}
