//! No rules: where the planner would stand: near what is fought for, where its fire tells and the
//! enemy's does not, with leaders among their companies.

use salient_hex::Hex;
use salient_rules::play::{Position, Unit};

use super::outlook::{Outlook, Presence, presence, printed};
use super::{fire, wagons};
use crate::rules::InfantryAttacks;
use crate::state::{self, allowance, good_order, of};
use crate::units::Kind;
use crate::{exits, movement, stacking, victory};

/// What whoever is not on the map stands at.
const OFF_MAP: i32 = -600;

/// How good it is for a unit to stand in a hex, with a unit that has gone along.
pub fn stand(outlook: &Outlook<'_>, unit: Unit, hex: Option<Hex>, with: Option<Unit>) -> i32 {
    let Some(hex) = hex else { return OFF_MAP };
    let rules = outlook.rules;
    let weights = outlook.weights;
    let at = hex.index();
    let piece = rules.piece(unit);
    let threat = outlook.threat()[at] * weights.exposed / 100;
    if piece.kind.is_leader() {
        return lead(outlook, unit, hex, with);
    }
    if piece.kind == Kind::Transport {
        return wagons::stand(outlook, unit, hex) - threat;
    }
    if outlook.is_gun(unit) {
        let shells = fire::shell_potential(outlook, unit, hex);
        let near = outlook.pull()[at] / 4 + wagons::nearness(outlook, unit, hex);
        return shells * weights.shoot / 100 - threat + near;
    }
    let (strength, range) = (printed(outlook, unit, of::FIRE), printed(outlook, unit, of::RANGE));
    let potential = outlook.potential(hex, strength, range);
    let own = outlook.view.stack(hex);
    let others = own.filter(|&other| {
        other != unit && rules.side_of(other) == outlook.side && rules.piece(other).kind.is_combat()
    });
    let others = others.count() as i32;
    let companies = if piece.company { 100 } else { 70 } + 12 * others;
    let mut worth = outlook.pull()[at] + potential * weights.shoot / 100 - threat * companies / 100;
    if rules.objectives.binary_search(&hex).is_ok() {
        worth += match outlook.is_own(hex) {
            false => weights.goal,
            true if others == 0 => guard(outlook, hex),
            true => guard(outlook, hex) / 3,
        };
    }
    worth + if rules.shelter[at] || rules.works[at] { 4 } else { 0 }
}

/// What it is worth to keep an objective: the nearer the enemy the more.
fn guard(outlook: &Outlook<'_>, hex: Hex) -> i32 {
    let grid = outlook.rules.compiled.map.grid();
    let nearest = outlook.marks.iter().map(|mark| grid.distance(mark.hex, hex)).min();
    let near = 8 - nearest.unwrap_or(8).min(8) as i32;
    outlook.weights.hold * near / 5
}

/// A leader stands among as many companies as he can, and never alone before the enemy.
fn lead(outlook: &Outlook<'_>, leader: Unit, hex: Hex, with: Option<Unit>) -> i32 {
    let (rules, view, weights) = (outlook.rules, outlook.view, outlook.weights);
    let cavalry = rules.piece(leader).kind.is_cavalry();
    let company = outlook.company(cavalry);
    let Presence { mut here, mut worth } = company[hex.index()];
    // Neither he himself nor whoever goes along keeps him company.
    for unit in [Some(leader), with].into_iter().flatten() {
        let Some(at) = view.hex(unit) else { continue };
        let own = presence(outlook, unit, cavalry, rules.compiled.map.grid().distance(at, hex));
        here -= own.here;
        worth -= own.worth;
    }
    if with.is_some() {
        here += 2;
        worth += weights.led;
    }
    if here == 0 {
        worth -= weights.alone + outlook.threat()[hex.index()] * weights.exposed / 100;
    }
    worth + outlook.pull()[hex.index()] / 4
}

/// What it is worth that a unit leaves the map where that scores.
pub fn leaves(outlook: &Outlook<'_>, unit: Unit) -> i32 {
    let rules = outlook.rules;
    100 * rules.exit_points * victory::exit_steps(rules, outlook.view, unit)
}

/// What the way costs under the enemy's eyes.
fn way(outlook: &Outlook<'_>, path: &[Hex]) -> i32 {
    let dangers = path.iter().map(|hex| {
        let drum = if state::has_drumfire(outlook.view, *hex) { 120 } else { 0 };
        outlook.reaction()[hex.index()] + drum
    });
    let (worst, all) = dangers.fold((0, 0), |(worst, all), one| (one.max(worst), all + one));
    (worst + (all - worst) / 4) * outlook.weights.on_the_way / 100
}

/// How good it is for a unit to stay where it stands.
fn standing(outlook: &Outlook<'_>, unit: Unit) -> i32 {
    let known = &outlook.standing[unit.index()];
    known.get().unwrap_or_else(|| {
        let worth = stand(outlook, unit, outlook.view.hex(unit), None);
        known.set(Some(worth));
        worth
    })
}

/// What it is worth that some go a way together.
pub fn gain(outlook: &Outlook<'_>, units: &[Unit], path: &[Hex]) -> i32 {
    let (Some(&first), to) = (units.first(), path.last().copied()) else { return 0 };
    let mut gain = stand(outlook, first, to, None) - standing(outlook, first);
    for &leader in &units[1..] {
        gain += stand(outlook, leader, to, Some(first)) - standing(outlook, leader);
    }
    let leads = outlook.rules.piece(first).kind.is_leader();
    let costs = way(outlook, path) * if leads { 50 } else { 100 } / 100;
    gain - costs
}

/// The best that a unit gains by going somewhere, as a position marks it.
pub fn best(outlook: &Outlook<'_>, marked: &Position<InfantryAttacks>, unit: Unit) -> i32 {
    if allowance(outlook.rules, marked, unit) < 1 || !good_order(marked, unit) {
        return 0;
    }
    if marked
        .state(unit)
        .hex
        .is_some_and(|hex| stacking::barred_to(outlook.rules, marked, outlook.side, hex))
    {
        return 0;
    }
    let goes = leaves(outlook, unit);
    if goes > 0 && !exits::ways(outlook.rules, marked, unit).is_empty() {
        return goes;
    }
    let ways = movement::ways(outlook.rules, marked, unit);
    ways.iter().map(|path| gain(outlook, &[unit], path)).max().unwrap_or(0).max(0)
}
