//! IA 5.1–5.3, 5.5, 5.7–5.82, 5.9, 17.3: movement.

use std::collections::BTreeSet;

use salient_hex::Hex;
use salient_hex::path::Reach;
use salient_rules::Violation;
use salient_rules::game::UnitStatus;
use salient_rules::play::{PlayContext, Position, Unit};

use crate::decision::{React, Step as Later};
use crate::moves::{self, check_together, is_active, may_move, of_one, walk};
use crate::paths::{Mover, add_up, find_ways, ways_on};
use crate::rules::{InfantryAttacks, Rules};
use crate::state::{
    self, ASSAULTS, CHARGED, DEMORALIZED, DONE, ENTERED, IN_SEGMENT, LIMBERED, STRATEGIC,
    allowance, has,
};
use crate::{
    assault_move, casualties, control, entry, hidden, missions, rivers, spotting, stacking,
    strategic, works,
};

/// IA 5.2, 6.4: a unit, or a unit with a leader who goes along, moves from hex to hex.
pub fn check_move(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    side: usize,
    units: &[Unit],
    path: &[Hex],
) -> Result<(), Violation> {
    check_together(rules, position, units)?;
    let each = |check: &dyn Fn(Unit) -> Result<(), Violation>| {
        units.iter().try_for_each(|&unit| check(unit).map_err(of_one(rules, unit, units)))
    };
    // An assault is fire, though one moves for it (IA 3.13).
    let assaults = assault_move::is_one(rules, position, side, units, path);
    each(&|unit| {
        if assaults {
            is_active(rules, position, side, unit)?;
        } else {
            may_move(rules, position, side, unit)?;
        }
        if has(position, unit, DEMORALIZED) {
            return Err(Violation::new("IA 14.3", "the demoralized only try to recover"));
        }
        missions::may_go(rules, position, unit)?;
        // Whoever is towed goes by its own mission (IA 9.13).
        position.carried_by(unit).try_for_each(|load| missions::may_go(rules, position, load))
    })?;
    let start = units.first().and_then(|&unit| position.hex(unit));
    if units.iter().any(|&unit| position.hex(unit) != start) {
        return Err(Violation::new("IA 6.4", "the leader stands elsewhere"));
    }
    if let (None, Some(&first)) = (start, units.first().filter(|_| !path.is_empty())) {
        if units.iter().any(|&unit| !entry::are_together(rules, position, first, unit)) {
            return Err(Violation::new("IA 6.4", "the leader comes in elsewhere"));
        }
        return each(&|unit| check_way(rules, position, unit, None, path));
    }
    let (Some(start), false) = (start, path.is_empty()) else {
        return Err(Violation::new("IA 5.2", "a move has at least one hex"));
    };
    each(&|unit| match assaults {
        true => assault_move::check(rules, position, unit, units.len() > 1, (start, path)),
        false => check_path(rules, position, unit, start, path),
    })
}

fn check_path(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    unit: Unit,
    start: Hex,
    path: &[Hex],
) -> Result<(), Violation> {
    if path.len() > 1 && stacking::barred_to(rules, position, rules.side_of(unit), start) {
        return Err(Violation::new("IA 5.42", "out of an assault hex one goes a single hex"));
    }
    check_way(rules, position, unit, Some(start), path)
}

fn check_way(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    unit: Unit,
    start: Option<Hex>,
    path: &[Hex],
) -> Result<(), Violation> {
    let way = add_up(rules, position, unit, start, path)?;
    let points = allowance(rules, position, unit);
    let spent = way.spent as i32;
    // One hex is always within reach of whoever moves at all (IA 5.2), but not a major river
    // (IA 5.82).
    let enough = spent <= points || path.len() == 1 && points >= 1 && !way.must_pay;
    if enough || strategic::reaches(rules, position, unit, start, path, spent) {
        return Ok(());
    }
    let text = format!("the way costs {spent} movement points, there are {points}");
    let rule = if way.must_pay { "IA 5.82" } else { "IA 5.2" };
    Err(Violation::new(rule, text))
}

/// The ways of a unit, the cheapest to each hex that it can reach; at twice its rate only to those
/// that it cannot reach otherwise (IA 17.3).
pub fn ways(rules: &Rules, position: &Position<InfantryAttacks>, unit: Unit) -> Vec<Vec<Hex>> {
    let start = position.state(unit).hex;
    if state::is_aboard(position, unit) || start.is_none() && !entry::is_due(rules, position, unit)
    {
        return Vec::new();
    }
    let mut all = position.carried_by(unit).chain([unit]);
    if all.any(|unit| missions::may_go(rules, position, unit).is_err()) {
        return Vec::new();
    }
    let most = allowance(rules, position, unit).max(0).unsigned_abs();
    let mut ways = if start.is_some() && !rules.rivers.any() {
        let mut reach = Reach::default();
        if find_ways(rules, position, unit, 0, &mut reach).is_none() {
            return Vec::new();
        }
        let ends = reach.reached().iter().skip(1);
        ends.map(|&to| reach.path(&rules.compiled.map, to)).collect()
    } else {
        ways_on(rules, position, unit, start, most, &|_| true)
    };
    let reached: BTreeSet<Hex> = ways.iter().filter_map(|path| path.last().copied()).collect();
    let farther = strategic::ways(rules, position, unit);
    ways.extend(farther.into_iter().filter(|path| {
        let end = path.last();
        end.is_some_and(|end| !reached.contains(end))
            && check_way(rules, position, unit, start, path).is_ok()
    }));
    ways
}

/// Whoever goes has acted; into an assault hex he comes to attack, out of one he may be shot at.
pub fn go(cx: &mut PlayContext<'_, InfantryAttacks>, side: usize, units: &[Unit], path: &[Hex]) {
    let assaults = assault_move::is_one(cx.rules, cx.position, side, units, path);
    let charge = if path.len() > 1 { CHARGED } else { 0 };
    let start = units.first().and_then(|&unit| cx.position.state(unit).hex);
    for &unit in units {
        hidden::show(cx, unit);
        state::acted(cx.position, unit);
        moves::carried_along(cx, unit);
        if assaults {
            *cx.position.flags_mut(unit) |= ASSAULTS | ENTERED | charge;
        } else if strategic::needs(cx.rules, cx.position, unit, start, path) {
            *cx.position.flags_mut(unit) |= STRATEGIC;
        }
    }
    let Some(hex) = start else {
        return enter(cx, units, path);
    };
    if stacking::barred_to(cx.rules, cx.position, side, hex) {
        moves::leave(cx, units, hex);
    }
    walk(cx, units.to_vec(), path.to_vec(), if assaults { "IA 5.41" } else { "IA 5.2" });
}

/// Units have entered a hex on their way, and go on by the rest of it if there is any.
pub fn arrive(
    cx: &mut PlayContext<'_, InfantryAttacks>,
    units: &[Unit],
    hex: Hex,
    mut rest: Vec<Hex>,
) {
    let from = cx.position.own.from.replace(hex);
    for &unit in units {
        rivers::moved(cx, unit, from, hex);
        control::stands(cx, unit);
        spotting::hides(cx, unit);
        works::moved(cx, unit);
    }
    let next = rest.first().copied();
    if hidden::look(cx) && !goes_on_as_before(cx, units, hex, next) {
        cx.cut_walk();
        rest.clear();
    }
    // Opportunity fire comes last: they have entered first.
    cx.then(Later::React(React { movers: units.to_vec(), fired: Vec::new(), rest }));
    moves::meets_drumfire(cx, units, hex, true);
    casualties::overrun(cx, hex);
    // Who is left behind strikes before anybody else fires (IA 12.23).
    if let Some(&first) = units.first() {
        moves::has_left(cx, first);
    }
}

/// IA 16.5: whoever finds the enemy on his way goes on only where he still may.
fn goes_on_as_before(
    cx: &PlayContext<'_, InfantryAttacks>,
    units: &[Unit],
    hex: Hex,
    next: Option<Hex>,
) -> bool {
    let rules = cx.rules;
    let Some(next) = next else { return true };
    let Some(direction) = rules.compiled.map.grid().direction_to(hex, next) else { return true };
    let barred = |&unit: &Unit| {
        let mover = Mover::new(rules, cx.position, unit);
        let banks = rivers::banks(cx.position, unit);
        let step = (hex, direction, next);
        !has(cx.position, unit, ASSAULTS) && mover.step(rules, cx.position, banks, step).is_err()
    };
    !units.iter().any(barred)
}

/// IA 16.41: whoever waits comes in with what he carries, and goes on.
pub fn enter(cx: &mut PlayContext<'_, InfantryAttacks>, units: &[Unit], path: &[Hex]) {
    let Some((&first, rest)) = path.split_first() else { return };
    let rules = cx.rules;
    for &unit in units {
        cx.place(unit, first, "entry", "IA 16.41");
        for load in rules.compiled.all_units() {
            let comes = rules.arriving[load.index()].as_ref().is_some_and(|it| {
                it.aboard == Some(unit) && cx.position.state(load).status == UnitStatus::Expected
            });
            if comes {
                cx.embark(load, unit);
                *cx.position.flags_mut(load) |= LIMBERED | DONE | IN_SEGMENT;
            }
        }
    }
    cx.position.own.from = None;
    if !rest.is_empty() {
        cx.walk(units.to_vec(), rest.to_vec(), "IA 5.2");
    }
    arrive(cx, units, first, rest.to_vec());
}
