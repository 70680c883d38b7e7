//! The siege train: where guns go, deploy and bombard, and who stays with them.

use std::cmp::Reverse;
use std::collections::VecDeque;

use salient_hex::Hex;
use salient_hex::path::Reach;
use salient_rules::play::{Position, Unit};

use crate::acts::Act;
use crate::decision::battle::Occupy;
use crate::fortress;
use crate::march::{allowance, deploy, ways};
use crate::rules::{Offensive, Rules};
use crate::siege::{barrage, bombard, destroy};
use crate::siege_guns as guns;
use crate::units::Kind;

use super::besieged::is_of_use;
use super::field::{Field, weight};

/// Fortresses farther than this are nothing to the train.
const FARTHEST: u32 = 15;
/// How many times the strength of its guard the train risks to be attacked with, in tenths.
const SAFE: i32 = 16;

/// The enemy's fortresses that stand, each with its hex.
fn targets(rules: &Rules, position: &Position<Offensive>, side: usize) -> Vec<(Unit, Hex)> {
    let all = fortress::fortresses(rules, rules.enemy(side));
    all.filter_map(|unit| Some((unit, position.hex(unit)?))).collect()
}

/// Siege guns and headquarters that have a fortress before them, the headquarters first, and markers
/// in reserve last: all go and stand by themselves.
pub fn train(rules: &Rules, position: &Position<Offensive>, side: usize) -> VecDeque<Unit> {
    let targets = targets(rules, position, side);
    if targets.is_empty() {
        return VecDeque::new();
    }
    let grid = rules.map().grid();
    let near = |hex: Hex| targets.iter().any(|&(_, at)| grid.distance(hex, at) <= FARTHEST);
    let all = rules.siege_units(side).filter(|&unit| match position.hex(unit) {
        Some(hex) => {
            near(hex) && is_of_use(rules, position, unit)
                || guns::is_immobile(rules, position, unit)
        }
        None => rules.piece(unit).marker && is_of_use(rules, position, unit),
    });
    let mut all: Vec<Unit> = all.collect();
    let rank = |unit: &Unit| {
        let lead = rules.piece(*unit).kind == Kind::Headquarters;
        (position.hex(*unit).is_none(), !lead, *unit)
    };
    all.sort_by_key(rank);
    all.into()
}

/// What the next of the train does in a movement phase.
pub fn choose(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    (train, field, reach): (&mut VecDeque<Unit>, &mut Field, &mut Reach),
) -> Option<Act> {
    let targets = targets(rules, position, side);
    while let Some(unit) = train.pop_front() {
        let Some(at) = position.hex(unit) else {
            if marker_is_wanted(rules, position, side, unit, &targets) {
                return Some(Act::Deploy { unit });
            }
            continue;
        };
        let close = targets.iter().any(|&(_, hex)| guns::is_near(rules, at, hex));
        if guns::is_deployed(rules, position, unit) {
            let done = !close || !is_of_use(rules, position, unit);
            if done && deploy::check_pack(rules, position, side, unit).is_ok() {
                // It goes on as soon as it is packed up.
                train.push_front(unit);
                return Some(Act::PackUp { unit });
            }
            continue;
        }
        if close {
            let is_hq = rules.piece(unit).kind == Kind::Headquarters;
            if is_hq && wants_to_prepare(rules, position, side, unit) {
                return Some(Act::PrepareFire { unit });
            }
            if !is_hq && deploy::check(rules, position, side, unit).is_ok() {
                return Some(Act::Deploy { unit });
            }
            continue;
        }
        if let Some(act) = approach(rules, position, (side, unit, at), &targets, (field, reach)) {
            return Some(act);
        }
    }
    None
}

/// Whether a marker is to be deployed: its headquarters stands before a fortress.
fn marker_is_wanted(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    marker: Unit,
    targets: &[(Unit, Hex)],
) -> bool {
    let hq = position.own.assigned.iter().find(|(own, _)| *own == marker);
    let at = hq.and_then(|(_, hq)| position.hex(*hq));
    let close = at.is_some_and(|at| targets.iter().any(|(_, hex)| guns::is_near(rules, at, *hex)));
    close && deploy::check(rules, position, side, marker).is_ok()
}

/// Whether a headquarters has the guns for a preparatory bombardment.
fn wants_to_prepare(rules: &Rules, position: &Position<Offensive>, side: usize, hq: Unit) -> bool {
    let there = position.hex(hq).into_iter().flat_map(|hex| position.stack(hex));
    let light = there.filter(|&gun| {
        guns::is_deployed(rules, position, gun)
            && rules.side_of(gun) == side
            && !guns::is_heavy(rules, gun)
    });
    light.map(|gun| guns::dice(rules, gun)).sum::<i32>() >= rules.numbers.preparation_guns
        && guns::is_in_reach(rules, position, hq)
        && deploy::check_preparation(rules, position, side, hq).is_ok()
}

/// Whether guns that a guard stands with are not lost with the hex (1914 8.8.1).
pub fn is_safe(field: &Field, hex: Hex, guard: i32) -> bool {
    guard > 0 && 10 * field.threat[hex.index()] <= SAFE * guard
}

/// Goes nearer to the nearest fortress, to where friends stand and others of the train.
fn approach(
    rules: &Rules,
    position: &Position<Offensive>,
    (side, unit, at): (usize, Unit, Hex),
    targets: &[(Unit, Hex)],
    (field, reach): (&mut Field, &mut Reach),
) -> Option<Act> {
    if allowance::may_go(rules, position, side, unit).is_err() {
        return None;
    }
    let left = allowance::left(rules, position, unit);
    if left <= 0 {
        return None;
    }
    let units = [unit];
    ways::search(rules, position, (&units, at), left.unsigned_abs(), reach);
    let grid = rules.map().grid();
    let worth = |hex: Hex| -> i32 {
        let far = targets.iter().map(|&(_, target)| grid.distance(target, hex)).min();
        let far = far.and_then(|far| i32::try_from(far).ok()).unwrap_or(99).max(1);
        let friends = position.stack(hex).filter(|&other| rules.side_of(other) == side);
        let (mut defence, mut company) = (0, 0);
        for other in friends.filter(|&other| other != unit) {
            defence += weight(rules, position, other).defence;
            let kind = rules.piece(other).kind;
            company += i32::from(matches!(kind, Kind::SiegeArtillery | Kind::Headquarters));
        }
        let alone = field.near[hex.index()] <= 2 && !is_safe(field, hex, defence);
        -20 * far + defence.min(15) + 2 * company.min(4) - if alone { 100 } else { 0 }
    };
    let best = reach.reached().iter().map(|&hex| (worth(hex), Reverse(hex))).max()?;
    let to = best.1.0;
    (to != at && best.0 > worth(at))
        .then(|| Act::Move { units: vec![unit], path: reach.path(rules.map(), to) })
}

/// The hexes of deployed guns that will have destroyed a fortress next to them before the attacks of the
/// phase, on the mean: who stands with them can storm it. Sorted.
pub fn batteries(rules: &Rules, position: &Position<Offensive>, side: usize) -> Vec<Hex> {
    let deployed = rules.siege_units(side).filter(|&unit| {
        guns::is_deployed(rules, position, unit) && is_of_use(rules, position, unit)
    });
    let armed: Vec<(Unit, Hex)> =
        deployed.filter_map(|unit| Some((unit, position.hex(unit)?))).collect();
    let mut hexes = Vec::new();
    for (target, at) in targets(rules, position, side) {
        let near = || armed.iter().filter(|(_, hex)| guns::is_near(rules, *hex, at));
        let hopes: i32 =
            near().map(|&(gun, _)| bombard::hopes(rules, position, (gun, target, false))).sum();
        if hopes >= 36 * fortress::steps_left(rules, position, target) {
            hexes.extend(near().map(|(_, hex)| *hex));
        }
    }
    hexes.sort_unstable();
    hexes.dedup();
    hexes
}

/// The next bombardment: of the fortress with most of one's own around it, and of these the one that
/// has fewest steps left, by who does most.
pub fn bombard(rules: &Rules, position: &Position<Offensive>, side: usize, field: &Field) -> Act {
    let acts = bombard::legal(rules, position, side).into_iter();
    let worth = |act: &Act| match *act {
        Act::Bombard { unit, fortress, pioneers } => {
            let support = position.hex(fortress).map_or(0, |hex| field.support[hex.index()]);
            let hopes = bombard::hopes(rules, position, (unit, fortress, pioneers));
            (hopes > 0, support, Reverse(fortress::steps_left(rules, position, fortress)), hopes)
        }
        _ => (false, i32::MIN, Reverse(i32::MAX), 1),
    };
    let best = acts.max_by_key(|act| (worth(act), Reverse(act.clone())));
    best.filter(|act| worth(act).0).unwrap_or(Act::Done)
}

/// Who takes the hex of a fortress: the strongest whom the guns can spare.
pub fn occupy(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    occupy: Occupy,
) -> Option<Act> {
    let acts = destroy::legal(rules, position, side, occupy).into_iter();
    acts.max_by_key(|act| match act {
        Act::Advance { units } if !forsakes(rules, position, side, units) => {
            units.iter().map(|&unit| weight(rules, position, unit).defence).sum()
        }
        Act::Advance { .. } => -1,
        _ => 0,
    })
}

/// Whether siege guns would be left alone where units come from.
pub fn forsakes(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    units: &[Unit],
) -> bool {
    units.iter().filter_map(|&unit| position.hex(unit)).any(|hex| {
        let mut guns = false;
        let mut guard = false;
        for unit in position.stack(hex).filter(|unit| rules.side_of(*unit) == side) {
            let kind = rules.kind(position, unit);
            guns |= matches!(kind, Kind::SiegeArtillery | Kind::Headquarters);
            guard |= kind.is_combat() && !units.contains(&unit);
        }
        guns && !guard
    })
}

/// A preparatory bombardment wherever one can be made.
pub fn prepare(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    hex: Hex,
) -> Option<Act> {
    let acts = barrage::legal(rules, position, side, hex);
    acts.into_iter().max_by_key(|act| match act {
        Act::Barrage { units, .. } => units.len(),
        _ => 0,
    })
}
