//! 1914 10.1: what guns of both sides weigh in a combat.

use salient_hex::Hex;
use salient_rules::play::{Position, Unit};

use super::odds::{Clash, attacking_forces};
use crate::abreast;
use crate::armies;
use crate::decision::battle::Guns;
use crate::force::{self, Force};
use crate::rules::{Offensive, Rules, of};
use crate::state::{FIRED, RETREATED};
use crate::supply::Supply;
use crate::units::Kind;

impl Guns {
    fn add(&mut self, units: Vec<Unit>, value: i32) {
        self.sum += value;
        if value > 0 {
            self.forces.push((units, value));
        }
    }
}

/// The attacker's (1914 10.1.1).
pub fn attacking(rules: &Rules, position: &Position<Offensive>, clash: &Clash) -> Guns {
    let mut guns = Guns::default();
    let Some(hex) = clash.hex else { return guns };
    for (force, from) in attacking_forces(rules, position, clash) {
        let uphill = fires_up(rules, from, [hex]);
        let units = force.units();
        let value = value(rules, position, &units, &clash.without);
        guns.add(units, limited(rules, hex, value, uphill));
    }
    guns
}

/// The defender's own, a fortress's included, without his neighbours' (1914 10.1.1).
pub fn defending(rules: &Rules, position: &Position<Offensive>, clash: &Clash) -> Guns {
    let mut guns = Guns::default();
    let Some(hex) = clash.hex else { return guns };
    for units in parts(rules, position, clash.defenders.iter().copied()) {
        let value = value(rules, position, &units, &clash.without);
        let uphill = fires_up(rules, hex, clash.attackers.iter().map(|(_, from)| *from));
        guns.add(units, limited(rules, hex, value, uphill));
    }
    guns
}

/// 1914 10.1.1: those who lend the defender their artillery: in hexes that are not attacked in this
/// phase, next to his and to one with an attacker, of his army, whose guns were not used yet; one
/// force or fortress a hex, two where it is higher than such an attacker's. The strongest are taken.
pub fn neighbours(rules: &Rules, position: &Position<Offensive>, clash: &Clash) -> Guns {
    let mut guns = Guns::default();
    let (Some(hex), Some(&first)) = (clash.hex, clash.defenders.first()) else { return guns };
    let side = rules.side_of(first);
    let army = clash.defenders.iter().find_map(|&unit| armies::army(rules, position, unit));
    let own = &position.own;
    for (_, other) in rules.map().neighbours(hex) {
        let is_attacked = own.attacked.binary_search(&other).is_ok()
            || own.attacks.iter().any(|attack| attack.hex == other);
        if is_attacked || !position.board().holds(other, side) {
            continue;
        }
        let beside: Vec<Hex> = clash
            .attackers
            .iter()
            .map(|(_, from)| *from)
            .filter(|from| rules.direction(other, *from).is_some())
            .collect();
        if beside.is_empty() {
            continue;
        }
        let uphill = fires_up(rules, other, beside.iter().copied());
        let higher = beside.iter().any(|&from| rules.map().slope_between(from, other).is_up());
        let may = |unit: Unit| {
            rules.side_of(unit) == side
                && position.state(unit).flags & (FIRED | RETREATED) == 0
                // The other half of who stands in the hex is no neighbour: its guns are divided (1914
                // 19.4).
                && !abreast::is_in(position, unit, hex)
                && (army.is_none() || armies::army(rules, position, unit) == army)
        };
        let there = position.stack(other).filter(|&unit| may(unit));
        let mut lenders: Vec<(i32, Vec<Unit>)> = parts(rules, position, there)
            .into_iter()
            .filter(|units| units.iter().any(|&unit| leads(rules, position, unit)))
            .map(|units| {
                let without = without(rules, position, &units);
                let value = value(rules, position, &units, &without);
                (limited(rules, hex, value, uphill), units)
            })
            .filter(|(value, _)| *value > 0)
            .collect();
        lenders.sort_by(|(one, units), (other, others)| (other, units).cmp(&(one, others)));
        for (value, units) in lenders.into_iter().take(if higher { 2 } else { 1 }) {
            guns.neighbours.extend(&units);
            guns.add(units, value);
        }
    }
    guns.neighbours.sort_unstable();
    guns
}

/// The forces and fortresses that some units of a hex are.
fn parts(
    rules: &Rules,
    position: &Position<Offensive>,
    units: impl Iterator<Item = Unit>,
) -> Vec<Vec<Unit>> {
    let (fortresses, others): (Vec<Unit>, Vec<Unit>) =
        units.partition(|&unit| rules.piece(unit).kind == Kind::Fortress);
    let forces = force::group(rules, position, others);
    let forces = forces.iter().map(Force::units);
    forces.chain(fortresses.into_iter().map(|unit| vec![unit])).collect()
}

/// Whether a unit has others' artillery fire beside it (1914 8.8.1): guns alone do nothing.
fn leads(rules: &Rules, position: &Position<Offensive>, unit: Unit) -> bool {
    !rules.kind(position, unit).is_artillery()
}

/// Those of a neighbour's units whom nobody supplies without a record: the ammunition of a combat is
/// provided to those who are in it (1914 9.4).
fn without(rules: &Rules, position: &Position<Offensive>, units: &[Unit]) -> Vec<Unit> {
    let Some(&first) = units.first() else { return Vec::new() };
    let supply = Supply::new(rules, position, rules.side_of(first));
    let needs =
        units.iter().copied().filter(|&unit| super::ammunition::needs(rules, position, unit));
    let lacks = |unit: &Unit| supply.ammunition(*unit, 1).is_none_or(|given| !given.by.is_empty());
    needs.filter(lacks).collect()
}

/// The artillery value of some units of a hex, halved and rounded up of each without ammunition (1914
/// 9.4), and that of a force in two hexes again (19.4).
fn value(rules: &Rules, position: &Position<Offensive>, units: &[Unit], without: &[Unit]) -> i32 {
    let of_unit = |&unit: &Unit| {
        let whole = rules.rating(position, unit, of::ARTILLERY);
        (unit, if without.contains(&unit) { abreast::half(whole) } else { whole })
    };
    abreast::sum(position, units.iter().map(of_unit))
}

/// 1914 10.1.1a: whether all that guns of a hex fire at lies up an escarpment from it.
fn fires_up(rules: &Rules, from: Hex, at: impl IntoIterator<Item = Hex>) -> bool {
    at.into_iter().all(|at| {
        rules.direction(from, at).is_some_and(|direction| {
            rules.terrain.side(from, direction).escarpment
                && rules.map().slope(from, direction).is_up()
        })
    })
}

/// 1914 10.1.1a: what counts of it: half, rounded up, up an escarpment, and so much at most of a
/// force in defence of or attack into mountains.
fn limited(rules: &Rules, hex: Hex, value: i32, uphill: bool) -> i32 {
    let value = if uphill { abreast::half(value) } else { value };
    let most = rules.numbers.mountain_artillery;
    if rules.terrain.hex(hex).mountainous { value.min(most) } else { value }
}
