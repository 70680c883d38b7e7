//! IA 5.4, 12.2, 12.73: into a hex of the enemy's.

use salient_hex::Hex;
use salient_rules::Violation;
use salient_rules::play::{Position, Unit};

use crate::rivers;
use crate::rules::{InfantryAttacks, Rules};
use crate::stacking::{Stack, barred_to};
use crate::state::{
    CALLED, DISMOUNTED, ENTERED, IN_SEGMENT, LED, STRUCK, TO_FIRE, allowance, class, good_order,
    has, of, rating,
};
use crate::units::Kind;

/// IA 3.13: a way that ends among the enemy, of those who were designated to fire.
pub fn is_one(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    side: usize,
    units: &[Unit],
    path: &[Hex],
) -> bool {
    path.last().is_some_and(|&to| barred_to(rules, position, side, to))
        && units.iter().all(|&unit| has(position, unit, TO_FIRE))
}

/// Whether a unit is mounted cavalry, or leads it.
fn rides(rules: &Rules, position: &Position<InfantryAttacks>, unit: Unit) -> bool {
    rules.piece(unit).kind.is_cavalry() && !has(position, unit, DISMOUNTED)
}

/// IA 5.41, 5.43, 12.24: who may enter at all.
pub fn may_enter(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    unit: Unit,
) -> Result<(), Violation> {
    is_fit(rules, position, unit)?;
    if !rules.piece(unit).kind.is_leader() && !has(position, unit, LED) {
        let name = &rules.unit(unit).name;
        let text = format!("only a leader of its type lets '{name}' assault, and none directs it");
        return Err(Violation::new("IA 5.5", text));
    }
    Ok(())
}

/// IA 12.81: whether a leader in an assault hex may bring a unit or leader in from the next hex.
pub fn may_be_called(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    unit: Unit,
    to: Hex,
) -> bool {
    let start = position.state(unit).hex;
    is_fit(rules, position, unit).is_ok()
        && start.is_some_and(|start| check_way(rules, position, unit, start, &[to]).is_ok())
}

/// IA 12.81: whether a leader who was activated in the assault hex itself calls a unit into it.
fn calls(rules: &Rules, position: &Position<InfantryAttacks>, unit: Unit, to: Hex) -> bool {
    let (own, side) = (rules.piece(unit).kind, rules.side_of(unit));
    let rank = |unit: Unit| rating(rules, position, unit, of::RANK);
    position.stack(to).any(|leader| {
        let kind = rules.piece(leader).kind;
        rules.side_of(leader) == side
            && kind.is_leader()
            && kind.is_cavalry() == own.is_cavalry()
            && has(position, leader, IN_SEGMENT)
            && !has(position, leader, ENTERED)
            && (!own.is_leader() || rank(leader) > rank(unit))
    })
}

/// Companies and leaders in good order.
fn is_fit(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    unit: Unit,
) -> Result<(), Violation> {
    let piece = rules.piece(unit);
    let name = &rules.unit(unit).name;
    if !good_order(position, unit) {
        return Err(Violation::new("IA 5.43", format!("'{name}' is not in good order")));
    }
    let on_foot_or_horse = matches!(piece.kind, Kind::Infantry | Kind::Cavalry) && piece.company;
    if !piece.kind.is_leader() && !on_foot_or_horse {
        return Err(Violation::new("IA 5.43", "only companies and leaders enter among the enemy"));
    }
    Ok(())
}

/// IA 12.2, 12.21, 12.22, 12.4, 12.73, 12.81: whether a unit or leader may go so into a hex of the
/// enemy's, he with a unit or by himself.
pub fn check(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    unit: Unit,
    with_units: bool,
    (start, path): (Hex, &[Hex]),
) -> Result<(), Violation> {
    may_enter(rules, position, unit)?;
    let Some(&to) = path.last() else {
        return Err(Violation::new("IA 5.2", "a move has at least one hex"));
    };
    let side = rules.side_of(unit);
    if has(position, unit, CALLED) && (path.len() > 1 || !calls(rules, position, unit, to)) {
        let text =
            "its leader has called it into the assault hex in which he is, and into no other";
        return Err(Violation::new("IA 12.81", text));
    }
    if position.stack(to).any(|enemy| has(position, enemy, STRUCK)) {
        let text = "those who entered before it have attacked there, and all who enter in a segment \
                    attack as one";
        return Err(Violation::new("IA 12.4", text));
    }
    let friends = |unit: Unit| rules.side_of(unit) == side && rules.piece(unit).kind.is_combat();
    if rules.piece(unit).kind.is_leader() && !with_units && !position.stack(to).any(friends) {
        let text = "a leader alone attacks nobody: he comes with a unit, or where one is";
        return Err(Violation::new("IA 12.2", text));
    }
    check_way(rules, position, unit, start, path)
}

/// IA 5.2, 12.21, 12.22, 12.73: whether such a way may be gone.
fn check_way(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    unit: Unit,
    start: Hex,
    path: &[Hex],
) -> Result<(), Violation> {
    let side = rules.side_of(unit);
    let grid = rules.compiled.map.grid();
    let Some(&to) = path.last() else {
        return Err(Violation::new("IA 5.2", "a move has at least one hex"));
    };
    if barred_to(rules, position, side, start) {
        return Err(Violation::new("IA 12.22", "nobody goes from one assault into another"));
    }
    let class = class(rules, position, unit);
    let step = |from: Hex, to: Hex| {
        let direction = grid.direction_to(from, to);
        let apart = || Violation::new("IA 5.2", "the hexes do not touch");
        let direction = direction.ok_or_else(apart)?;
        let barred = || Violation::new("IA 5.84", "no unit enters there");
        let banks = if from == start { rivers::banks(position, unit) } else { 0 };
        let beyond = |_| {
            let text = "the enemy stands beyond the river";
            if rules.rivers.any() { Violation::new("IA 5.82", text) } else { barred() }
        };
        let went = rivers::step(rules, class, banks, (from, direction, to)).map_err(beyond)?;
        let short = went.cost as i32 > allowance(rules, position, unit);
        if short && rivers::must_pay(rules, from, direction, to) {
            return Err(Violation::new("IA 5.82", "the river costs more than there is"));
        }
        Ok(went.cost)
    };
    match path {
        [_] => {
            step(start, to)?;
        }
        [between, _] if rides(rules, position, unit) => {
            let cost = step(start, *between)? + step(*between, to)?;
            if cost as i32 > allowance(rules, position, unit) {
                return Err(Violation::new("IA 5.2", "the charge costs more than there is"));
            }
            let stands = |other: Unit| !rules.piece(other).kind.is_leader();
            let empty = !position.stack(*between).any(stands);
            if grid.distance(start, to) != 2 || !empty || !rules.open[between.index()] {
                let text = "a charge goes over an open hex without units, from two hexes away";
                return Err(Violation::new("IA 12.73", text));
            }
        }
        _ => {
            let text = "an assault is begun from the next hex, or from two by mounted cavalry";
            return Err(Violation::new("IA 12.21", text));
        }
    }
    let is_leader = rules.piece(unit).kind.is_leader();
    if !is_leader && !Stack::of(rules, position, side, to, &[unit]).fits(rules) {
        return Err(Violation::new("IA 4.3", "the hex holds no more units"));
    }
    Ok(())
}

/// The ways of a unit into hexes of the enemy's.
pub fn ways(rules: &Rules, position: &Position<InfantryAttacks>, unit: Unit) -> Vec<Vec<Hex>> {
    let mut ways = Vec::new();
    if may_enter(rules, position, unit).is_err() {
        return ways;
    }
    let Some(start) = position.state(unit).hex else { return ways };
    let map = &rules.compiled.map;
    let side = rules.side_of(unit);
    let mut add = |path: Vec<Hex>| {
        let last = path.last().copied().unwrap_or(start);
        if barred_to(rules, position, side, last)
            && check(rules, position, unit, false, (start, &path)).is_ok()
        {
            ways.push(path);
        }
    };
    for (_, near) in map.neighbours(start) {
        add(vec![near]);
        if rides(rules, position, unit) {
            map.neighbours(near).for_each(|(_, far)| add(vec![near, far]));
        }
    }
    ways
}
