//! No rules: who fires at whom, and when fire at who moves pays.

use salient_hex::Hex;
use salient_rules::play::Unit;

use super::odds;
use super::outlook::Outlook;
use crate::direct_fire::{self, Shot};
use crate::game::Act;
use crate::legal;
use crate::opportunity::{self, React};
use crate::state::{has, of, rating};
use crate::{bombardment, state};

/// What a fire of active units with leaders is worth.
pub fn worth(outlook: &Outlook<'_>, units: &[Unit], leaders: &[Unit], target: Hex) -> i32 {
    let (rules, view) = (outlook.rules, outlook.view);
    let Some(mark) = outlook.mark(target) else { return 0 };
    if let [gun] = units
        && outlook.is_gun(*gun)
    {
        let strength = bombardment::strength(rules, view, *gun);
        return outlook.shells(mark, strength, true) - own_risk(outlook, target, strength);
    }
    let sum: i32 = units.iter().map(|&unit| outlook.strength(unit)).sum();
    let added = direct_fire::enhancement(rules, view, units, leaders);
    let grid = rules.compiled.map.grid();
    let from = units.iter().filter_map(|&unit| view.hex(unit));
    let far = from.map(|hex| grid.distance(hex, target) as i32).max().unwrap_or(0);
    outlook.at_mark(mark, sum + added, far)
}

/// What shells on a hex cost one's own there and next to it (IA 9.8).
pub fn own_risk(outlook: &Outlook<'_>, target: Hex, strength: i32) -> i32 {
    let (rules, view) = (outlook.rules, outlook.view);
    let cost = |hex: Hex| -> i32 {
        let own = view.stack(hex).filter(|&unit| rules.side_of(unit) == outlook.side);
        let hit: Vec<_> = own
            .map(|unit| (outlook.targets[unit.index()], rules.bombardment.column(strength, 0)))
            .collect();
        odds::fire(rules, &rules.bombardment, &hit)
    };
    let near = rules.compiled.map.neighbours(target).map(|(_, hex)| cost(hex)).sum::<i32>();
    cost(target) + near * rules.numbers.friendly_fire_roll / 6
}

/// The best fire of each of some units, by itself; nothing for who cannot fire.
pub fn best_alone(outlook: &Outlook<'_>, unit: Unit) -> i32 {
    let targets = legal::targets(outlook.rules, outlook.view, unit);
    targets.into_iter().map(|hex| worth(outlook, &[unit], &[], hex)).max().unwrap_or(0).max(0)
}

/// What fire at who moves is worth.
fn at_movers(outlook: &Outlook<'_>, react: &React, units: &[Unit]) -> i32 {
    let (rules, view) = (outlook.rules, outlook.view);
    let targets: Vec<Unit> =
        react.movers.iter().copied().filter(|&unit| view.hex(unit).is_some()).collect();
    let Some(hex) = targets.first().and_then(|&unit| view.hex(unit)) else { return 0 };
    let total: i32 = units.iter().map(|&unit| outlook.strength(unit)).sum();
    let shot = Shot { units, leaders: &[], targets: targets.clone(), opportunity: true };
    let common = shot.shift(rules, view, hex);
    let hit: Vec<_> = targets
        .iter()
        .map(|&unit| {
            let own = direct_fire::own_shift(rules, view, unit);
            (outlook.targets[unit.index()], rules.direct_fire.column(total, common + own))
        })
        .collect();
    odds::fire(rules, &rules.direct_fire, &hit)
}

/// Fires at who moves where that is worth about as much as what the unit would do otherwise, and
/// with as few as that takes.
pub fn react(outlook: &Outlook<'_>, react: &React) -> Act {
    let weights = outlook.weights;
    let acts = opportunity::legal(outlook.rules, outlook.view, outlook.side, react);
    let mut best = (0, Act::Pass);
    for act in acts {
        let Act::Fire { units, .. } = &act else { continue };
        let worth = at_movers(outlook, react, units);
        // Machine guns that have fired once may only do so again.
        let instead: i32 = units
            .iter()
            .filter(|&&unit| !has(outlook.view, unit, state::FIRED_ONCE))
            .map(|&unit| best_alone(outlook, unit))
            .sum();
        let least = weights.react * units.len() as i32;
        if worth < least || worth * 100 < instead * weights.react_share {
            continue;
        }
        let gain = worth - least / 2 - instead / 2;
        if gain > best.0 {
            best = (gain, act);
        }
    }
    best.1
}

/// What a gun could do from a hex, in its own segment.
pub fn shell_potential(outlook: &Outlook<'_>, unit: Unit, from: Hex) -> i32 {
    let strength = bombardment::strength(outlook.rules, outlook.view, unit);
    let range = rating(outlook.rules, outlook.view, unit, of::RANGE);
    let grid = outlook.rules.compiled.map.grid();
    let reached = outlook.marks.iter().filter(|mark| {
        let distance = grid.distance(from, mark.hex) as i32;
        distance > 0 && distance <= range && outlook.sees(from, mark.hex, false)
    });
    reached.map(|mark| outlook.shells(mark, strength, true)).max().unwrap_or(0)
}
