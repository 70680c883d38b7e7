//! No rules: fire by plan, each gun where it adds most to what the others do there, ahead of its
//! own advance and never onto it.

use salient_hex::Hex;
use salient_rules::play::Unit;

use super::outlook::{Mark, Outlook};
use super::{fire, wagons};
use crate::acts::Act;
use crate::marches::{keeps, to_go};
use crate::state::{of, rating};
use crate::tasks::{Shot, Task};
use crate::units::Kind;
use crate::{barrages, missions, shells};

/// What is left, in percent, with every turn, of fire at those who need not stay.
const STALE: i32 = 55;
/// What is left, in percent, with every turn, of fire at those who stay: they may be gone too.
const STAYS: i32 = 92;
/// How much more fire on one's own must cost than it does to the enemy before a mission is ended.
const FOR_GOOD: i32 = 10;
/// The least that a turn's fire is worth.
const LEAST: i32 = 3;

/// The mission of a gun: what the rules of thumb give it, but with better marks where it fires by
/// plan.
pub fn task(outlook: &Outlook<'_>, unit: Unit) -> Task {
    let (rules, view, side) = (outlook.rules, outlook.view, outlook.side);
    let usual = barrages::thumb(rules, view, side, unit);
    if matches!(usual, Task::OpenSights | Task::Move(_))
        && let Some(to) = wagons::better_place(outlook, unit)
        && missions::check(rules, view, side, unit, &Task::Move(to)).is_ok()
    {
        return Task::Move(to);
    }
    if !matches!(usual, Task::Planned(_)) {
        return usual;
    }
    let planned = Task::Planned(shots(outlook, unit));
    let empty = matches!(&planned, Task::Planned(shots) if shots.is_empty());
    let fits = missions::check(rules, view, side, unit, &planned).is_ok();
    if fits && !empty { planned } else { usual }
}

/// Ends the mission of a gun whose fire in this turn would cost one's own more than the enemy: it is
/// for good, and so not for a little.
pub fn abort(outlook: &Outlook<'_>) -> Act {
    let (rules, view, side) = (outlook.rules, outlook.view, outlook.side);
    let costs = |&unit: &Unit| {
        let Some(Task::Planned(shots)) = missions::task(rules, view, unit) else { return false };
        let strength = shells::strength(rules, view, unit);
        let mut now = shots.iter().filter(|shot| shot.turn == view.turn_place && !shot.smoke);
        now.any(|shot| {
            let done =
                outlook.mark(shot.hex).map_or(0, |mark| outlook.shells(mark, strength, false));
            fire::own_risk(outlook, shot.hex, strength, false) > done + FOR_GOOD
        })
    };
    let units = missions::abortable(rules, view, side);
    units.into_iter().find(costs).map_or(Act::Done, |unit| Act::Abort { unit })
}

fn shots(outlook: &Outlook<'_>, unit: Unit) -> Vec<Shot> {
    let (rules, view, side) = (outlook.rules, outlook.view, outlook.side);
    let grid = rules.compiled.map.grid();
    let turns = rules.compiled.turns.len();
    let most = rules.ammunition[side].map_or(turns, |most| most.max(0) as usize);
    let strength = rating(rules, view, unit, of::BOMBARDMENT);
    let range = rating(rules, view, unit, of::RANGE);
    let from = view.hex(unit).filter(|_| !rules.piece(unit).off_board);
    let reached: Vec<&Mark> = outlook
        .marks
        .iter()
        .filter(|mark| from.is_none_or(|it| grid.distance(it, mark.hex) as i32 <= range))
        .collect();
    let mut shots: Vec<Shot> = Vec::new();
    for turn in 0..turns {
        if shots.len() >= most {
            break;
        }
        let best = reached
            .iter()
            .filter(|mark| is_clear(outlook, mark.hex, turn))
            .map(|mark| (adds(outlook, mark, strength, turn), mark.hex))
            .max_by_key(|&(worth, hex)| (worth, std::cmp::Reverse(hex)));
        if let Some((_, hex)) = best.filter(|(worth, _)| *worth >= LEAST) {
            shots.push(Shot { turn, hex, smoke: false });
        }
    }
    shots
}

/// Whether nobody of one's own can have come next to a hex by a turn.
fn is_clear(outlook: &Outlook<'_>, hex: Hex, turn: usize) -> bool {
    let (rules, view, side) = (outlook.rules, outlook.view, outlook.side);
    let grid = rules.compiled.map.grid();
    view.on_map(rules, side).all(|own| {
        let Some(at) = view.hex(own) else { return true };
        let goes = !missions::is_gun(rules, own)
            && !keeps(rules, view, side, at)
            && to_go(rules, view, side, at) > 0;
        let way = if goes || turn > 0 && rules.piece(own).company {
            let points = rating(rules, view, own, of::MOVEMENT).max(0).unsigned_abs();
            barrages::PACE.max(points) * turn as u32
        } else {
            0
        };
        grid.distance(at, hex) > way + 1
    })
}

/// What a gun adds to those that fire at a mark in a turn already.
fn adds(outlook: &Outlook<'_>, mark: &Mark, strength: i32, turn: usize) -> i32 {
    let (rules, view, side) = (outlook.rules, outlook.view, outlook.side);
    let shot = Shot { turn, hex: mark.hex, smoke: false };
    let fires = |unit: &Unit| {
        let task = view.own.plans.truth(side).and_then(|plan| plan.task(*unit));
        matches!(task, Some(Task::Planned(shots)) if shots.contains(&shot))
    };
    let others = rules.compiled.all_units().filter(fires);
    let others: i32 = others.map(|unit| rating(rules, view, unit, of::BOMBARDMENT)).sum();
    let before = if others > 0 { outlook.shells(mark, others, false) } else { 0 };
    let more = outlook.shells(mark, others + strength, false) - before;
    let stays = keeps(rules, view, 1 - side, mark.hex)
        || mark
            .units
            .iter()
            .any(|&unit| matches!(rules.piece(unit).kind, Kind::Artillery | Kind::Mortar));
    let left = if stays { STAYS } else { STALE };
    (0..turn).fold(100 * more, |worth, _| worth * left / 100) / 100
}
