//! No rules: who fires at whom, and when fire at who moves pays.

use salient_hex::Hex;
use salient_rules::play::Unit;

use super::odds;
use super::outlook::Outlook;
use crate::acts::Act;
use crate::decision::React;
use crate::direct_fire::{self, Shot};
use crate::state::{self, has, of, rating};
use crate::{legal, opportunity, shells};

/// What a fire of active units with leaders is worth.
pub fn worth(outlook: &Outlook<'_>, units: &[Unit], leaders: &[Unit], target: Hex) -> i32 {
    let (rules, view) = (outlook.rules, outlook.view);
    let Some(mark) = outlook.mark(target) else { return 0 };
    if let [gun] = units
        && outlook.is_gun(*gun)
    {
        let strength = shells::strength(rules, view, *gun);
        return outlook.shells(mark, strength, true) - own_risk(outlook, target, strength, true);
    }
    let sum: i32 = units.iter().map(|&unit| outlook.strength(unit)).sum();
    let added = direct_fire::enhancement(rules, view, units, leaders);
    let grid = rules.compiled.map.grid();
    let from = units.iter().filter_map(|&unit| view.hex(unit));
    let far = from.map(|hex| grid.distance(hex, target) as i32).max().unwrap_or(0);
    outlook.at_mark(mark, sum + added, far)
}

/// What shells on a hex cost one's own there, as they would the enemy, and next to it by the column
/// that a die finds, whatever is fired (IA 9.8).
pub fn own_risk(outlook: &Outlook<'_>, target: Hex, strength: i32, open_sights: bool) -> i32 {
    let (rules, view, side) = (outlook.rules, outlook.view, outlook.side);
    let numbers = &rules.numbers;
    let own = |hex: Hex| view.stack(hex).filter(move |&unit| rules.side_of(unit) == side);
    let common = direct_fire::companies_shift(rules, view, side, target)
        + i32::from(rules.fire_shift[target.index()])
        + if open_sights { numbers.open_sights_modifier } else { 0 };
    let cost = |hex: Hex, column: &dyn Fn(Unit) -> usize| -> i32 {
        let hit: Vec<_> =
            own(hex).map(|unit| (outlook.targets[unit.index()], column(unit))).collect();
        if hit.is_empty() { 0 } else { odds::fire(rules, &rules.bombardment, &hit) }
    };
    let there = cost(target, &|unit| {
        let works = direct_fire::works_shift(rules, view, unit);
        rules.bombardment.column(strength, common + works)
    });
    let weak = strength < numbers.friendly_fire_strength;
    let more = if weak { numbers.friendly_fire_modifier } else { 0 };
    let near: i32 = rules
        .compiled
        .map
        .neighbours(target)
        .filter(|(_, hex)| own(*hex).next().is_some())
        .map(|(_, hex)| {
            let faces = (1..=6).map(|die| cost(hex, &|_| rules.friendly_fire.read(die + more, 0)));
            faces.sum::<i32>()
        })
        .sum();
    there + near * numbers.friendly_fire_roll / 36
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
    let strength = shells::strength(outlook.rules, outlook.view, unit);
    let range = rating(outlook.rules, outlook.view, unit, of::RANGE);
    let reached = outlook.in_sight(from, range, true);
    reached.map(|(mark, _)| outlook.shells(mark, strength, true)).max().unwrap_or(0)
}
