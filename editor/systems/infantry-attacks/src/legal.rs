//! The plain acts among all that the check accepts.

use salient_hex::Hex;
use salient_rules::play::{Position, Unit};

use crate::activation::{self, Calls};
use crate::acts::Act;
use crate::decision::By;
use crate::leaders::Led;
use crate::rules::{InfantryAttacks, Rules};
use crate::state::{self, ACTIVE, CALLED, DEMORALIZED, LED, TO_FIRE, good_order, has, of, rating};
use crate::{
    assault, assault_move, bombardment, cavalry, consolidation, direct_fire, entry, exits, limber,
    missions, morale, movement, open_sights, saved_segment, sequence, stacking, transport, works,
};

/// Hexes that a unit could fire at now, by rising number.
pub fn targets(rules: &Rules, position: &Position<InfantryAttacks>, unit: Unit) -> Vec<Hex> {
    let mut hexes: Vec<Hex> = Vec::new();
    let is_gun = missions::is_gun(rules, unit);
    if !is_gun && !direct_fire::can_fire(rules, position, unit) {
        return hexes;
    }
    let reaches = if is_gun { open_sights::reaches } else { direct_fire::reaches };
    let Some(from) = position.hex(unit) else { return hexes };
    let (side, grid) = (rules.side_of(unit), rules.compiled.map.grid());
    let range = rating(rules, position, unit, of::RANGE);
    for other in rules.compiled.all_units().filter(|&other| rules.side_of(other) != side) {
        if let Some(hex) = position.state(other).hex
            && grid.distance(from, hex) as i32 <= range
            && !hexes.contains(&hex)
            && reaches(rules, position, unit, hex).is_ok()
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
    if saved_segment::check(position, side).is_ok() {
        acts.push(Act::UseSaved);
    }
    let ready = activation::ready(rules, position, side);
    let able = ready.iter().copied();
    let able: Vec<Unit> = able.filter(|&unit| activation::has_use(rules, position, unit)).collect();
    let shoots = |unit: Unit| !targets(rules, position, unit).is_empty();
    let fires: Vec<bool> =
        able.iter().map(|&unit| shoots(unit) || fights(rules, position, unit)).collect();
    let can_fire =
        |unit: Unit| able.iter().position(|&other| other == unit).is_some_and(|at| fires[at]);
    for (&unit, &fires) in able.iter().zip(&fires) {
        acts.push(Act::activate(By::Unit(unit), vec![unit], Vec::new()));
        if fires {
            acts.push(Act::activate(By::Unit(unit), Vec::new(), vec![unit]));
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
        let directed = |calls: Calls| -> Vec<(Unit, Led)> {
            let all = activation::directed(rules, position, &ready, (by, calls), |_| true);
            let any_use = |unit: Unit| activation::has_use(rules, position, unit);
            all.into_iter().filter(|(unit, _)| any_use(*unit)).collect()
        };
        let together = directed(Calls::In);
        if together.len() < 2 {
            continue;
        }
        let is_called = |(_, led): &(Unit, Led)| *led == Led::Called;
        let units = |some: Vec<(Unit, Led)>| some.into_iter().map(|(unit, _)| unit).collect();
        let (firing, moving): (Vec<_>, Vec<_>) = together.iter().copied().partition(|one| {
            is_called(one) || can_fire(one.0) || closes_in(rules, position, one.0)
        });
        let (mut firing, mut moving): (Vec<Unit>, Vec<Unit>) = (units(firing), units(moving));
        if !firing.is_empty() {
            // Leaders who add something to the fire, or go among the enemy, take part in it.
            let takes_part = |leader: &Unit| {
                rules.piece(*leader).kind.is_leader()
                    && good_order(position, *leader)
                    && rating(rules, position, *leader, of::COMBAT) > 0
                    && firing.iter().any(|&unit| position.hex(unit) == position.hex(*leader))
            };
            let leaders: Vec<Unit> = moving.iter().copied().filter(takes_part).collect();
            moving.retain(|unit| !leaders.contains(unit));
            firing.extend(leaders);
            firing.sort_unstable();
            acts.push(Act::activate(by, moving, firing));
        }
        // Whoever is called into an assault does nothing else (IA 12.81).
        let moving: Vec<Unit> = match together.iter().any(is_called) {
            true => units(directed(Calls::Nobody)),
            false => units(together),
        };
        if moving.len() > 1 {
            acts.push(Act::activate(by, moving, Vec::new()));
        }
    }
    acts
}

/// IA 9.2, 9.63: which guns may fire next, alone or with all that they may go with, and who may
/// recover.
pub fn bombardments(rules: &Rules, position: &Position<InfantryAttacks>, side: usize) -> Vec<Act> {
    let due = bombardment::due(rules, position, side);
    let groups = bombardment::groups(rules, position, &due);
    let mut acts: Vec<Act> = groups.into_iter().map(|units| Act::Bombard { units }).collect();
    acts.extend(
        bombardment::shaken(rules, position, side).into_iter().map(|unit| Act::Recover { unit }),
    );
    if due.is_empty() {
        acts.push(Act::Done);
    }
    acts
}

/// Whether a unit stands among the enemy and can attack there.
fn fights(rules: &Rules, position: &Position<InfantryAttacks>, unit: Unit) -> bool {
    direct_fire::can_fire(rules, position, unit)
        && position
            .state(unit)
            .hex
            .is_some_and(|hex| stacking::barred_to(rules, position, rules.side_of(unit), hex))
}

/// Whether a company in good order stands next to the enemy, and might go in with a leader.
fn closes_in(rules: &Rules, position: &Position<InfantryAttacks>, unit: Unit) -> bool {
    let side = rules.side_of(unit);
    let Some(hex) = position.state(unit).hex else { return false };
    let mut near = rules.compiled.map.neighbours(hex);
    rules.piece(unit).company
        && good_order(position, unit)
        && near.any(|(_, to)| stacking::barred_to(rules, position, side, to))
}

/// Whether somebody who is active was designated to fire, and not only to come into an assault.
pub fn fires_now(position: &Position<InfantryAttacks>, unit: Unit) -> bool {
    has(position, unit, ACTIVE) && has(position, unit, TO_FIRE) && !has(position, unit, CALLED)
}

/// What those who are active may do.
pub fn acts(rules: &Rules, position: &Position<InfantryAttacks>, side: usize) -> Vec<Act> {
    let mut acts = Vec::new();
    if sequence::check_done(rules, position, side).is_ok() {
        acts.push(Act::Done);
    }
    for (hex, units, cold_steel) in assault::legal(rules, position, side) {
        acts.push(Act::Assault { hex, units, cold_steel });
    }
    for unit in activation::still_to_act(rules, position, side) {
        if has(position, unit, TO_FIRE) {
            for path in assault_move::ways(rules, position, unit) {
                acts.push(Act::Move { units: vec![unit], path });
            }
            if has(position, unit, CALLED) {
                continue;
            }
            for target in targets(rules, position, unit) {
                acts.push(Act::Fire { units: vec![unit], leaders: Vec::new(), target });
                // All who stand with it and can, as one (IA 7.32).
                let with: Vec<Unit> = position
                    .stack(position.hex(unit).unwrap_or(target))
                    .filter(|&other| {
                        fires_now(position, other)
                            && direct_fire::can_fire(rules, position, other)
                            && direct_fire::reaches(rules, position, other, target).is_ok()
                    })
                    .collect();
                if with.first() == Some(&unit) {
                    let leaders = helpers(rules, position, &with);
                    let act = Act::Fire { units: with, leaders, target };
                    let plain = matches!(&act, Act::Fire { units, leaders, .. }
                        if units.len() == 1 && leaders.is_empty());
                    if !plain {
                        acts.push(act);
                    }
                }
                acts.extend(combined(rules, position, side, unit, target));
            }
            continue;
        }
        if morale::check_recover(rules, position, side, unit).is_ok() {
            acts.push(Act::Recover { unit });
        }
        loads(rules, position, side, unit, &mut acts);
        if state::is_aboard(position, unit) {
            continue;
        }
        if has(position, unit, DEMORALIZED) {
            continue;
        }
        if works::check(rules, position, side, unit).is_ok() {
            acts.push(Act::Dig { unit });
        }
        for limbers in [false, true] {
            if limber::check(rules, position, side, unit, limbers).is_ok() {
                acts.push(Act::limber(unit, limbers));
            }
        }
        for mounts in [false, true] {
            if cavalry::check(rules, position, side, unit, mounts).is_ok() {
                acts.push(Act::mount(unit, mounts));
            }
        }
        for with in activation::still_to_act(rules, position, side) {
            if consolidation::check(rules, position, side, unit, with).is_ok() {
                acts.push(Act::Combine { unit, with });
            }
        }
        for path in exits::ways(rules, position, unit) {
            acts.push(Act::Exit { units: vec![unit], path });
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

/// What an active unit does with a wagon, or a wagon with what it carries (IA 5.62, 5.63): it sets
/// its load down where it stands, or at the end of a way.
fn loads(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    side: usize,
    unit: Unit,
    acts: &mut Vec<Act>,
) {
    for transport in activation::still_to_act(rules, position, side) {
        if transport::check_load(rules, position, side, unit, transport).is_ok() {
            acts.push(Act::Load { unit, transport });
        }
    }
    let load = state::load_of(position, unit);
    let due = load.filter(|&load| !has(position, load, ACTIVE)).unwrap_or(unit);
    if transport::check_unload(rules, position, side, due).is_ok() {
        acts.push(Act::Unload { unit: due });
    }
    if load.is_none() {
        return;
    }
    for path in movement::ways(rules, position, unit) {
        let Some(&at) = path.last() else { continue };
        if transport::check_set_down(rules, position, side, unit, &path, at).is_ok() {
            acts.push(Act::SetDown { transport: unit, path, at });
        }
    }
}

/// Leaders who add to the fire of units that stand together (IA 6.52).
fn helpers(rules: &Rules, position: &Position<InfantryAttacks>, units: &[Unit]) -> Vec<Unit> {
    let hex = units.first().and_then(|&unit| position.hex(unit));
    let there = hex.into_iter().flat_map(|hex| position.stack(hex));
    there
        .filter(|&leader| {
            fires_now(position, leader)
                && rules.piece(leader).kind.is_leader()
                && direct_fire::enhancement(rules, position, units, &[leader]) > 0
        })
        .collect()
}

/// The fire of a unit's hex and of the next, where a leader combines them (IA 6.51).
fn combined(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    side: usize,
    unit: Unit,
    target: Hex,
) -> Vec<Act> {
    let fires = |unit: Unit| {
        fires_now(position, unit)
            && direct_fire::can_fire(rules, position, unit)
            && direct_fire::reaches(rules, position, unit, target).is_ok()
    };
    let Some(hex) = position.hex(unit) else { return Vec::new() };
    let here: Vec<Unit> = position.stack(hex).filter(|&other| fires(other)).collect();
    if here.first() != Some(&unit) {
        return Vec::new();
    }
    let leaders = position
        .stack(hex)
        .filter(|&leader| fires_now(position, leader) && rules.piece(leader).kind.is_leader());
    let leaders: Vec<Unit> = leaders.collect();
    let mut acts = Vec::new();
    for (_, near) in rules.compiled.map.neighbours(hex) {
        let there = position.stack(near).filter(|&other| fires(other));
        let mut units: Vec<Unit> = here.iter().copied().chain(there).collect();
        if units.len() == here.len() {
            continue;
        }
        units.sort_unstable();
        for &leader in &leaders {
            let (by, with) = (units.clone(), vec![leader]);
            if direct_fire::check_fire(rules, position, side, (&by, &with), target).is_ok() {
                acts.push(Act::Fire { units: by, leaders: with, target });
            }
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
    let here = position.hex(unit);
    let could = activation::still_to_act(rules, position, rules.side_of(unit)).filter(|&other| {
        let leader = rules.piece(other).kind;
        let with = match here {
            Some(_) => position.hex(other) == here,
            None => entry::are_together(rules, position, unit, other),
        };
        with && leader.is_leader()
            && leader.is_cavalry() == kind.is_cavalry()
            && has(position, other, ACTIVE)
            && !has(position, other, TO_FIRE)
            && good_order(position, other)
    });
    could.min_by_key(|&leader| rating(rules, position, leader, of::RANK))
}
