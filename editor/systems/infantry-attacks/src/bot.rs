//! No rules: how good a position is, and the rules of thumb that play a test-run.

use salient_hex::Hex;
use salient_rules::play::{Position, Procedures, Unit};

use crate::acts::Act;
use crate::decision::{By, Decision};
use crate::marches::{goals, keeps, nearest};
use crate::rules::{InfantryAttacks, Rules};
use crate::stacking::{barred_to, combat_units};
use crate::state::{self, DEMORALIZED, DISRUPTED, has};
use crate::tasks::{Assignment, Task};
use crate::{barrages, direct_fire, missions, shells, victory};

/// How good a position is for a side: its points, its steps and order, less the other's.
pub fn value(rules: &Rules, position: &Position<InfantryAttacks>, side: usize) -> i32 {
    let of = |side: usize| -> i32 {
        let units = position.on_map(rules, side).map(|unit| {
            let steps = rules.unit(unit).steps.saturating_sub(position.state(unit).face);
            let order = match () {
                () if has(position, unit, DEMORALIZED) => 4,
                () if has(position, unit, DISRUPTED) => 2,
                () => 0,
            };
            8 * i32::from(steps) - order
        });
        units.sum::<i32>() + 10 * victory::points(rules, position, side)
    };
    of(side) - of(1 - side)
}

/// Fires where it can, with all who can; brings leaders and those around them nearer the
/// objectives; lets the shaken recover; passes when nothing is left.
pub fn rules_of_thumb(rules: &Rules, view: &Position<InfantryAttacks>, side: usize) -> Option<Act> {
    if view.asked().is_some_and(|ask| ask.what == Decision::Plan) {
        let unit = missions::unassigned(rules, view, side).next()?;
        let task = barrages::thumb(rules, view, side, unit);
        return Some(Act::Plan(Assignment::of(rules, unit, &task)));
    }
    let acts = InfantryAttacks::legal(rules, view, side);
    let stays = match view.asked().map(|ask| &ask.what) {
        // A unit goes on alone; a leader stays with who was stopped.
        Some(Decision::GoOn(it)) => Some(rules.piece(it.unit).kind.is_leader()),
        // Whoever would be left alone among the enemy goes along (IA 6.71); others stay.
        Some(Decision::Accompany(flight)) => view.hex(flight.unit).map(|hex| {
            let mut others = combat_units(rules, view, side, hex);
            !barred_to(rules, view, side, hex) || others.any(|other| other != flight.unit)
        }),
        _ => None,
    };
    if let Some(stays) = stays {
        return acts.into_iter().find(|act| (*act == Act::Done) == stays);
    }
    let goals: Vec<Hex> = goals(rules, view, side).collect();
    acts.into_iter().min_by_key(|act| rank(rules, view, (side, &goals), act))
}

/// The lower the better.
fn rank(
    rules: &Rules,
    view: &Position<InfantryAttacks>,
    (side, goals): (usize, &[Hex]),
    act: &Act,
) -> (u8, i32) {
    let to_go = |hex: Hex| nearest(rules, goals.iter().copied(), hex) as i32;
    let shaken = |unit: &&Unit| has(view, **unit, DEMORALIZED | DISRUPTED);
    match act {
        Act::Activate { .. } | Act::ActivateStack { .. } | Act::ActivateLeader { .. } => {
            let Some((by, moving, firing)) = act.activates() else { return (7, 0) };
            let power: i32 = firing.iter().map(|&unit| power(rules, view, unit)).sum();
            let shaken = moving.iter().filter(shaken).count() as i32;
            let staying = moving
                .iter()
                .filter(|&&unit| view.hex(unit).is_some_and(|hex| keeps(rules, view, side, hex)));
            let going = moving.len() as i32 - staying.count() as i32;
            match by {
                _ if power > 0 => (0, -power),
                By::Leader(_) if going > 1 => (1, -going - shaken),
                By::Stack(_) if shaken > 0 => (2, -shaken),
                By::Unit(_) if shaken > 0 => (3, 0),
                By::Leader(_) if shaken > 0 => (4, 0),
                By::Unit(_) if going > 0 => (8, 0),
                _ => (7, 0),
            }
        }
        Act::Pass => (6, 0),
        Act::Fire { units, leaders, target } => {
            let power: i32 = units.iter().map(|&unit| power(rules, view, unit)).sum::<i32>()
                + leaders.len() as i32;
            // Shells fall on one's own too.
            if units.iter().any(|&unit| missions::is_gun(rules, unit))
                && endangers(rules, view, side, *target)
            {
                return (9, 0);
            }
            let companies = direct_fire::companies_shift(rules, view, 1 - side, *target);
            (0, -power - 3 * companies)
        }
        Act::Recover { .. } => (1, 0),
        Act::Assault { units, .. } => {
            let power: i32 =
                units.iter().map(|&unit| direct_fire::strength(rules, view, unit)).sum();
            (1, -power)
        }
        Act::FirstFire { works_only } => (u8::from(!works_only), 0),
        Act::Unlimber { .. } => (4, 0),
        Act::Mount { .. } | Act::Dismount { .. } | Act::Limber { .. } => (9, 0),
        Act::Dig { unit } => {
            let stays = view.hex(*unit).is_some_and(|hex| keeps(rules, view, side, hex));
            (if stays { 4 } else { 9 }, 0)
        }
        Act::Load { .. } | Act::Unload { .. } | Act::SetDown { .. } | Act::Exit { .. } => (9, 0),
        Act::Combine { .. } => (1, 0),
        Act::Save { saves } => (u8::from(!saves), 0),
        Act::UseSaved => (1, -100),
        Act::Go { hex } => (0, to_go(*hex)),
        Act::Accompany { .. } => (9, 0),
        Act::Move { units, path } => {
            let (from, to) = (units.first().and_then(|&unit| view.hex(unit)), path.last());
            let Some(&to) = to else { return (9, 0) };
            // Whoever is not on the map yet comes in.
            let Some(from) = from else {
                return (2, to_go(to) - units.len() as i32);
            };
            if barred_to(rules, view, side, to) {
                return storms(rules, view, side, units, to);
            }
            // Nobody walks into drumfire.
            if path.iter().any(|&hex| state::has_drumfire(view, hex)) {
                return (9, 1);
            }
            let after = to_go(to);
            if keeps(rules, view, side, from) || after >= to_go(from) {
                return (9, 0);
            }
            // A leader goes with a unit rather than ahead of all.
            let leads = units.first().is_some_and(|&unit| rules.piece(unit).kind.is_leader());
            (if leads { 3 } else { 2 }, after - units.len() as i32)
        }
        Act::Done => (5, 0),
        Act::Plan(_) => (0, 0),
        // A mission is for good: it ends only where its fire would fall on one's own.
        Act::Abort { unit } => {
            let falls = match missions::task(rules, view, *unit) {
                Some(Task::Planned(shots)) => shots
                    .iter()
                    .filter(|shot| shot.turn == view.turn_place && !shot.smoke)
                    .any(|shot| view.board().holds(shot.hex, side)),
                _ => false,
            };
            (if falls { 4 } else { 9 }, 0)
        }
        Act::Bombard { units: guns } => (2, -(guns.len() as i32)),
        // The weakest goes first.
        Act::Lose { unit } => (0, direct_fire::strength(rules, view, *unit)),
    }
}

/// What a unit fires with, in either way.
fn power(rules: &Rules, view: &Position<InfantryAttacks>, unit: Unit) -> i32 {
    match missions::is_gun(rules, unit) {
        true => shells::strength(rules, view, unit),
        false => direct_fire::strength(rules, view, unit),
    }
}

/// Whether one's own stand in a hex, or next to it.
fn endangers(rules: &Rules, view: &Position<InfantryAttacks>, side: usize, hex: Hex) -> bool {
    let near = rules.compiled.map.neighbours(hex).map(|(_, near)| near);
    near.chain([hex]).any(|hex| view.board().holds(hex, side))
}

/// Goes among the enemy where those who stand ready are clearly stronger.
fn storms(
    rules: &Rules,
    view: &Position<InfantryAttacks>,
    side: usize,
    units: &[Unit],
    to: Hex,
) -> (u8, i32) {
    let power = |units: &mut dyn Iterator<Item = Unit>| -> i32 {
        units.map(|unit| direct_fire::strength(rules, view, unit)).sum()
    };
    let grid = rules.compiled.map.grid();
    let near = |unit: &Unit| view.state(*unit).hex.is_some_and(|hex| grid.distance(hex, to) <= 1);
    let own = power(&mut view.on_map(rules, side).filter(|unit| near(unit)));
    let enemy = power(&mut view.stack(to).filter(|&unit| rules.side_of(unit) != side));
    let leads = units.first().is_some_and(|&unit| rules.piece(unit).kind.is_leader());
    if !leads && own >= 2 * enemy { (0, -100 - own) } else { (9, 0) }
}
