//! No rules: what those who are active do, one after the other: fire first, as the assault comes
//! after it; then assaults; then whoever is shaken recovers, and the rest moves.

use salient_hex::Hex;
use salient_rules::play::Unit;

use super::outlook::{Outlook, printed};
use super::{advance, assault, fire, segment, wagons};
use crate::acts::Act;
use crate::legal;
use crate::stacking::barred_to;
use crate::state::{ASSAULTS, LIMBERED, has, of};

/// What goes before what: a tier's acts are all done before the next.
const TIER: i32 = 100_000;
const FIRE: i32 = 6 * TIER;
const JOIN: i32 = 5 * TIER;
const ASSAULT: i32 = 4 * TIER;
const RECOVER: i32 = 3 * TIER;
const EXIT: i32 = 2 * TIER + TIER / 2;
const MOVE: i32 = 2 * TIER;
const LEADER: i32 = TIER;

/// The best of what may be done.
pub fn choose(outlook: &Outlook<'_>) -> Option<Act> {
    let acts = legal::acts(outlook.rules, outlook.view, outlook.side);
    let storms: Vec<(Unit, Hex, i32)> = acts
        .iter()
        .filter_map(|act| match act {
            Act::Move { units, path } => {
                let (&unit, &to) = (units.first()?, path.last()?);
                segment::is_to_fire(outlook, unit).then_some((unit, to))
            }
            _ => None,
        })
        .map(|(unit, to)| (unit, to, storm(outlook, to)))
        .collect();
    let alone: Vec<i32> = singles(outlook, &acts);
    let mut best: Option<(i32, &Act)> = None;
    for act in &acts {
        let score = score(outlook, act, &storms, &alone);
        if best.is_none_or(|(most, _)| score > most) {
            best = Some((score, act));
        }
    }
    best.map(|(_, act)| act.clone())
}

/// What each unit's best fire by itself is worth.
fn singles(outlook: &Outlook<'_>, acts: &[Act]) -> Vec<i32> {
    let mut alone = vec![0; outlook.rules.compiled.units.len()];
    for act in acts {
        if let Act::Fire { units, leaders, target } = act
            && let [unit] = units.as_slice()
            && leaders.is_empty()
        {
            let worth = fire::worth(outlook, units, leaders, *target);
            alone[unit.index()] = worth.max(alone[unit.index()]);
        }
    }
    alone
}

/// What an assault on a hex would be worth with all who are active for it and near.
fn storm(outlook: &Outlook<'_>, hex: Hex) -> i32 {
    let (rules, view) = (outlook.rules, outlook.view);
    let own = view.on_map(rules, outlook.side);
    let fit: Vec<Unit> = own
        .filter(|&unit| segment::is_to_fire(outlook, unit) && assault::may_enter(outlook, unit))
        .collect();
    let companies = assault::party(outlook, &fit, hex);
    let inside = view
        .stack(hex)
        .filter(|&unit| rules.side_of(unit) == outlook.side && has(view, unit, ASSAULTS));
    let mut party: Vec<Unit> = companies.iter().copied().chain(inside).collect();
    let leaders = fit.into_iter().filter(|&leader| {
        rules.piece(leader).kind.is_leader()
            && companies.iter().any(|&unit| view.hex(unit) == view.hex(leader))
    });
    party.extend(leaders);
    party.sort_unstable();
    party.dedup();
    assault::worth(outlook, &party, hex, false)
}

fn score(outlook: &Outlook<'_>, act: &Act, storms: &[(Unit, Hex, i32)], alone: &[i32]) -> i32 {
    let (rules, view, weights) = (outlook.rules, outlook.view, outlook.weights);
    let is_leader = |unit: &Unit| rules.piece(*unit).kind.is_leader();
    match act {
        Act::Fire { units, leaders, target } => {
            let worth = fire::worth(outlook, units, leaders, *target);
            if worth <= 0 {
                return -1;
            }
            // Whoever would rather go in keeps his fire, as long as others go with him.
            let stormer = |unit: &Unit| {
                storms.iter().any(|(other, _, value)| {
                    other == unit && *value > weights.assault && *value > alone[unit.index()]
                })
            };
            if units.iter().any(stormer) {
                return -1;
            }
            let apart: i32 = units.iter().map(|unit| alone[unit.index()]).sum();
            let leaders = leaders.len() as i32;
            FIRE + 10 * (worth - apart - leaders).clamp(-2000, 2000) + worth.min(5000)
        }
        Act::Assault { hex, units, cold_steel } => {
            ASSAULT + assault::worth(outlook, units, *hex, *cold_steel).clamp(-5000, 5000)
        }
        Act::Move { units, path } => {
            let (Some(first), Some(&to)) = (units.first(), path.last()) else { return -1 };
            if barred_to(rules, view, outlook.side, to) {
                let value = storms
                    .iter()
                    .find(|(unit, hex, _)| unit == first && *hex == to)
                    .map_or(-1, |(_, _, value)| *value);
                let pays = value > weights.assault && value > alone[first.index()];
                // Companies go in before their leaders.
                let inside = view
                    .stack(to)
                    .any(|unit| rules.side_of(unit) == outlook.side && rules.piece(unit).company);
                return match pays && (inside || !is_leader(first)) {
                    true => JOIN + value.min(5000) + if is_leader(first) { -100 } else { 0 },
                    false => -1,
                };
            }
            let gain = advance::gain(outlook, units, path);
            match () {
                () if gain <= 0 => -1,
                () if is_leader(first) => LEADER + gain,
                () => MOVE + gain,
            }
        }
        Act::Recover { unit } => RECOVER + segment::recovery(outlook, *unit),
        Act::Dig { unit } => {
            let seen = view.hex(*unit).is_some_and(|hex| outlook.threat()[hex.index()] > 0);
            let digs = seen && rules.piece(*unit).kind.is_combat();
            if digs { MOVE + weights.dig } else { -1 }
        }
        Act::Unlimber { unit } => {
            let Some(hex) = view.hex(*unit) else { return -1 };
            let (strength, range) =
                (printed(outlook, *unit, of::FIRE), printed(outlook, *unit, of::RANGE));
            let potential = match outlook.is_gun(*unit) {
                true => 1,
                false => outlook.potential(hex, strength, range),
            };
            let near = potential > 0 || outlook.threat()[hex.index()] > 0;
            if near && has(view, *unit, LIMBERED) { MOVE + 20 + potential } else { -1 }
        }
        Act::Load { unit, transport } => pays(wagons::loading(outlook, *unit, *transport)),
        Act::Unload { unit } => pays(wagons::unloading(outlook, *unit)),
        Act::Combine { .. } => MOVE + 30,
        Act::Exit { units, .. } => {
            let gain: i32 = units.iter().map(|&unit| advance::leaves(outlook, unit)).sum();
            if gain > 0 { EXIT + gain } else { -1 }
        }
        Act::Done => 0,
        _ => -1,
    }
}

/// The score of what is worth so much as a move is; of what is worth nothing, that it is left.
fn pays(worth: i32) -> i32 {
    if worth > 0 { MOVE + worth } else { -1 }
}
