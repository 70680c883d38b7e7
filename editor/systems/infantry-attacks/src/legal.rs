//! The plain acts among all that the check accepts.

use salient_hex::Hex;
use salient_rules::play::{Position, Unit};

use crate::activation::{self, By};
use crate::game::{Act, InfantryAttacks};
use crate::rules::Rules;
use crate::state::{ACTIVE, DEMORALIZED, LED, TO_FIRE, good_order, has, of, rating};
use crate::{direct_fire, morale, movement, sequence};

/// Hexes that a unit could fire at now, by rising number.
pub fn targets(rules: &Rules, position: &Position<InfantryAttacks>, unit: Unit) -> Vec<Hex> {
    let mut hexes: Vec<Hex> = Vec::new();
    if !direct_fire::can_fire(rules, position, unit) {
        return hexes;
    }
    let side = rules.side_of(unit);
    for other in rules.compiled.all_units().filter(|&other| rules.side_of(other) != side) {
        if let Some(hex) = position.state(other).hex
            && !hexes.contains(&hex)
            && direct_fire::reaches(rules, position, unit, hex).is_ok()
        {
            hexes.push(hex);
        }
    }
    hexes.sort_unstable();
    hexes
}

/// IA 3.1: whom a side may activate: single units, stacks, and leaders with all whom they direct;
/// all to move, and those who can to fire.
pub fn segments(rules: &Rules, position: &Position<InfantryAttacks>, side: usize) -> Vec<Act> {
    let mut acts = Vec::new();
    if sequence::check_pass(rules, position, side).is_ok() {
        acts.push(Act::Pass);
    }
    let able: Vec<Unit> = position
        .on_map(rules, side)
        .filter(|&unit| {
            activation::may_activate(rules, position, side, unit).is_ok()
                && activation::has_use(rules, position, unit)
        })
        .collect();
    let fires: Vec<bool> =
        able.iter().map(|&unit| !targets(rules, position, unit).is_empty()).collect();
    let can_fire =
        |unit: Unit| able.iter().position(|&other| other == unit).is_some_and(|at| fires[at]);
    for (&unit, &fires) in able.iter().zip(&fires) {
        acts.push(Act::Activate { by: By::Unit(unit), moving: vec![unit], firing: Vec::new() });
        if fires {
            acts.push(Act::Activate { by: By::Unit(unit), moving: Vec::new(), firing: vec![unit] });
        }
    }
    let mut hexes: Vec<Hex> = able.iter().filter_map(|&unit| position.hex(unit)).collect();
    hexes.sort_unstable();
    hexes.dedup();
    let leaders = able
        .iter()
        .filter(|&&unit| rules.piece(unit).kind.is_leader() && !has(position, unit, DEMORALIZED));
    let all = hexes.into_iter().map(By::Stack).chain(leaders.map(|&unit| By::Leader(unit)));
    for by in all {
        let together = activation::directed(rules, position, side, by, |_| true);
        let together: Vec<Unit> = together
            .into_iter()
            .map(|(unit, _)| unit)
            .filter(|&unit| activation::has_use(rules, position, unit))
            .collect();
        if together.len() < 2 {
            continue;
        }
        let (firing, moving): (Vec<Unit>, Vec<Unit>) =
            together.iter().copied().partition(|&unit| can_fire(unit));
        if !firing.is_empty() {
            acts.push(Act::Activate { by, moving, firing });
        }
        acts.push(Act::Activate { by, moving: together, firing: Vec::new() });
    }
    acts
}

/// What those who are active may do.
pub fn acts(rules: &Rules, position: &Position<InfantryAttacks>, side: usize) -> Vec<Act> {
    let mut acts = Vec::new();
    if sequence::check_done(rules, position, side).is_ok() {
        acts.push(Act::Done);
    }
    for unit in activation::still_to_act(rules, position, side) {
        if has(position, unit, TO_FIRE) {
            for target in targets(rules, position, unit) {
                acts.push(Act::Fire { units: vec![unit], target });
                // All who stand with it and can, as one (IA 7.32).
                let with: Vec<Unit> = position
                    .stack(position.hex(unit).unwrap_or(target))
                    .filter(|&other| {
                        has(position, other, ACTIVE)
                            && has(position, other, TO_FIRE)
                            && direct_fire::can_fire(rules, position, other)
                            && direct_fire::reaches(rules, position, other, target).is_ok()
                    })
                    .collect();
                if with.len() > 1 && with.first() == Some(&unit) {
                    acts.push(Act::Fire { units: with, target });
                }
            }
            continue;
        }
        if morale::check_recover(rules, position, side, unit).is_ok() {
            acts.push(Act::Recover(unit));
        }
        if has(position, unit, DEMORALIZED) {
            continue;
        }
        let companion = companion(rules, position, unit);
        for path in movement::ways(rules, position, unit) {
            if let Some(leader) = companion {
                let units = vec![unit, leader];
                if movement::check_move(rules, position, side, &units, &path).is_ok() {
                    acts.push(Act::Move { units, path: path.clone() });
                }
            }
            acts.push(Act::Move { units: vec![unit], path });
        }
    }
    acts
}

/// The leader who might go along with a unit (IA 6.4): of those who could the lowest.
fn companion(rules: &Rules, position: &Position<InfantryAttacks>, unit: Unit) -> Option<Unit> {
    let kind = rules.piece(unit).kind;
    if kind.is_leader() || !has(position, unit, LED) {
        return None;
    }
    let there = position.stack(position.hex(unit)?);
    let could = there.filter(|&other| {
        let leader = rules.piece(other).kind;
        leader.is_leader()
            && leader.is_cavalry() == kind.is_cavalry()
            && has(position, other, ACTIVE)
            && !has(position, other, TO_FIRE)
            && good_order(position, other)
    });
    could.min_by_key(|&leader| rating(rules, position, leader, of::RANK))
}
