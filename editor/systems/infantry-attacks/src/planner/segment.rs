//! No rules: whom the planner activates, and to what: each as it can do most, a leader with all
//! whom he directs.

use std::cmp::Reverse;

use salient_hex::Hex;
use salient_rules::play::{Position, Procedures, Unit};

use super::outlook::Outlook;
use super::{advance, assault, fire, odds, wagons};
use crate::activation::{self, Calls};
use crate::acts::Act;
use crate::decision::By;
use crate::leaders::Led;
use crate::rules::InfantryAttacks;
use crate::stacking::barred_to;
use crate::state::{
    ACTIVE, DEMORALIZED, DISRUPTED, IN_SEGMENT, LED, TO_FIRE, good_order, has, is_aboard, of,
    rating,
};
use crate::units::Kind;
use crate::{direct_fire, entry, morale, saved_segment, sequence, works};

/// What a unit would do best.
#[derive(Clone, Copy, Debug, Default)]
struct Use {
    fire: i32,
    /// Going somewhere, or what is done where it stands, directed by a leader and alone.
    led: i32,
    alone: i32,
    /// What it might do to whoever moves, if it is left where it is.
    wait: i32,
}

/// A position in which some are marked as active.
fn marked(outlook: &Outlook<'_>, able: &[Unit], marks: u32) -> Position<InfantryAttacks> {
    let mut position = outlook.view.clone();
    for &unit in able {
        *position.flags_mut(unit) |= marks;
    }
    position
}

/// What a try to recover is worth, with a leader's help or without (IA 14.41).
pub fn recovery(outlook: &Outlook<'_>, unit: Unit) -> i32 {
    let (rules, view) = (outlook.rules, outlook.view);
    let target = &outlook.targets[unit.index()];
    let [disrupted, demoralized] = target.shaken;
    let shelter =
        if morale::is_sheltered(rules, view, unit) { rules.numbers.recovery_terrain } else { 0 };
    let worth = if target.demoralized { demoralized - disrupted } else { disrupted };
    let succeeds = 36 - odds::above(target.morale + shelter - 1);
    // Whoever must try does so sooner rather than later.
    worth * succeeds / 36 + 2
}

/// What a unit might do to whoever comes before it.
fn waits(outlook: &Outlook<'_>, unit: Unit) -> i32 {
    let (rules, view) = (outlook.rules, outlook.view);
    let Some(hex) = view.hex(unit).filter(|_| direct_fire::can_fire(rules, view, unit)) else {
        return 0;
    };
    if outlook.enemy_has_passed() || !good_order(view, unit) {
        return 0;
    }
    let grid = rules.compiled.map.grid();
    let range = rating(rules, view, unit, of::RANGE) + 3;
    let comes = |unit: &Unit| {
        rules.piece(*unit).company
            && good_order(view, *unit)
            && activation::may_activate(rules, view, 1 - outlook.side, *unit).is_ok()
    };
    let near = outlook.marks.iter().filter(|mark| {
        grid.distance(hex, mark.hex) as i32 <= range && mark.units.iter().any(comes)
    });
    let strength = outlook.strength(unit) * 2;
    let best = near.map(|mark| outlook.at_mark(mark, strength, 1)).max().unwrap_or(0);
    best * outlook.weights.wait / 100
}

struct Uses<'a> {
    outlook: &'a Outlook<'a>,
    uses: Vec<Use>,
    /// Guns that are to be taken on board, with their wagons and what that is worth.
    loads: Vec<(Unit, Unit, i32)>,
}

impl<'a> Uses<'a> {
    fn new(outlook: &'a Outlook<'a>, able: &[Unit]) -> Self {
        let (rules, view) = (outlook.rules, outlook.view);
        let led = marked(outlook, able, ACTIVE | IN_SEGMENT | LED);
        let alone = marked(outlook, able, ACTIVE | IN_SEGMENT);
        let mut uses = vec![Use::default(); rules.compiled.units.len()];
        for &unit in able {
            let mut now = Use { wait: waits(outlook, unit), ..Use::default() };
            let assaulted =
                view.state(unit).hex.is_some_and(|hex| barred_to(rules, view, outlook.side, hex));
            if !has(view, unit, DEMORALIZED) && !assaulted {
                now.fire = fire::best_alone(outlook, unit);
            }
            if has(view, unit, DISRUPTED | DEMORALIZED) {
                let worth = recovery(outlook, unit);
                (now.led, now.alone) = (worth, worth);
            } else if is_aboard(view, unit) {
                let worth = wagons::unloading(outlook, unit);
                (now.led, now.alone) = (worth, worth);
            } else {
                now.led = advance::best(outlook, &led, unit);
                now.alone = advance::best(outlook, &alone, unit);
                let digs = works::check(rules, &alone, outlook.side, unit).is_ok();
                let seen = view.hex(unit).is_some_and(|hex| outlook.threat()[hex.index()] > 0);
                if digs && seen && rules.piece(unit).kind.is_combat() {
                    let dig = outlook.weights.dig;
                    (now.led, now.alone) = (now.led.max(dig), now.alone.max(dig));
                }
            }
            uses[unit.index()] = now;
        }
        let wagons = able.iter().filter(|&&unit| rules.piece(unit).kind == Kind::Transport);
        let pairs = wagons.flat_map(|&wagon| able.iter().map(move |&gun| (gun, wagon)));
        let loads = pairs.map(|(gun, wagon)| (gun, wagon, wagons::loading(outlook, gun, wagon)));
        let loads = loads.filter(|(.., worth)| *worth > 0).collect();
        Self { outlook, uses, loads }
    }

    /// The act of a group, and what it is worth.
    fn plan(&self, by: By, group: &[(Unit, Led)], able: &[Unit]) -> Option<(i32, Act)> {
        let outlook = self.outlook;
        let (rules, view) = (outlook.rules, outlook.view);
        let is_leader = |unit: Unit| rules.piece(unit).kind.is_leader();
        let (mut total, mut moving, mut firing) = (0, Vec::new(), Vec::new());
        let (mut party, mut storm) = (Vec::new(), 0);
        let together: Vec<Unit> = group.iter().map(|(unit, _)| *unit).collect();
        // Leaders call others in to where they are themselves (IA 12.81).
        let called_to = match by {
            By::Unit(unit) | By::Leader(unit) => view.hex(unit),
            By::Stack(hex) => Some(hex),
        };
        let goes_in = |unit: Unit, hex: Hex| {
            let led = group.iter().find(|(other, _)| *other == unit).map(|(_, led)| *led);
            led == Some(Led::Fully) || led == Some(Led::Called) && called_to == Some(hex)
        };
        for (value, units) in self.assaults(&together, &goes_in) {
            if value > storm {
                (storm, party) = (value, units);
            }
        }
        total += storm;
        for &(unit, led) in group.iter().filter(|(unit, _)| able.contains(unit)) {
            let it = &self.uses[unit.index()];
            let going = if led == Led::Fully { it.led } else { it.alone };
            if party.contains(&unit) {
                firing.push(unit);
            } else if is_leader(unit) || led == Led::Called {
                continue;
            } else if it.fire > 0 && it.fire >= going {
                total += it.fire;
                firing.push(unit);
            } else if going > it.wait {
                total += going - it.wait / 2;
                moving.push(unit);
            }
        }
        // A gun and its wagon are loaded by both.
        for &(gun, wagon, worth) in &self.loads {
            let is_free = |unit: Unit| {
                let named = group.iter().any(|(other, led)| *other == unit && *led != Led::Called);
                named && !firing.contains(&unit) && !party.contains(&unit)
            };
            if is_free(gun) && is_free(wagon) && worth > self.uses[gun.index()].wait {
                total += worth;
                moving.extend([gun, wagon]);
            }
        }
        // Leaders go with whoever moves, help who fires with them, and lead all.
        for &(unit, led) in group.iter().filter(|(unit, _)| is_leader(*unit)) {
            if party.contains(&unit) || !able.contains(&unit) || led == Led::Called {
                continue;
            }
            let it = &self.uses[unit.index()];
            let own = if led == Led::Fully { it.led } else { it.alone };
            let with = firing.iter().any(|&other| view.hex(other) == view.hex(unit));
            let adds = with && good_order(view, unit) && rating(rules, view, unit, of::COMBAT) > 0;
            if adds && (moving.is_empty() || own <= 0) {
                total += 6;
                firing.push(unit);
            } else if !moving.is_empty() || own > 0 || by == By::Leader(unit) {
                total += own / if good_order(view, unit) { 2 } else { 1 };
                moving.push(unit);
            } else if with && group.len() > 1 {
                moving.push(unit);
            }
        }
        if let By::Unit(unit) = by {
            let named = moving.contains(&unit) || firing.contains(&unit);
            if !named {
                return None;
            }
        }
        moving.sort_unstable();
        moving.dedup();
        firing.sort_unstable();
        if moving.is_empty() && firing.is_empty() {
            return None;
        }
        Some((total, Act::activate(by, moving, firing)))
    }

    /// Assaults that a group might make: into the next hex, or on where it stands.
    fn assaults(
        &self,
        group: &[Unit],
        goes_in: &dyn Fn(Unit, Hex) -> bool,
    ) -> Vec<(i32, Vec<Unit>)> {
        let outlook = self.outlook;
        let (rules, view, side) = (outlook.rules, outlook.view, outlook.side);
        let mut found = Vec::new();
        let leader_of = |companies: &[Unit]| -> Vec<Unit> {
            let fit = group.iter().copied().filter(|&unit| {
                rules.piece(unit).kind.is_leader()
                    && good_order(view, unit)
                    && companies.iter().any(|&other| view.hex(other) == view.hex(unit))
            });
            fit.collect()
        };
        for mark in &outlook.marks {
            let hex: Hex = mark.hex;
            let inside: Vec<Unit> = group
                .iter()
                .copied()
                .filter(|&unit| view.hex(unit) == Some(hex) && !has(view, unit, DEMORALIZED))
                .collect();
            if !inside.is_empty() {
                let value = assault::worth(outlook, &inside, hex, false);
                found.push((value.max(1), inside.clone()));
            }
            let entering: Vec<Unit> = group
                .iter()
                .copied()
                .filter(|&unit| goes_in(unit, hex) && good_order(view, unit))
                .collect();
            let mut party = assault::party(outlook, &entering, hex);
            if party.is_empty() || !barred_to(rules, view, side, hex) {
                continue;
            }
            party.extend(leader_of(&party));
            party.extend(inside);
            party.sort_unstable();
            party.dedup();
            let value = assault::worth(outlook, &party, hex, false);
            let instead: i32 = party
                .iter()
                .map(|unit| {
                    let it = &self.uses[unit.index()];
                    it.fire.max(it.led)
                })
                .sum();
            if value > outlook.weights.assault && value > instead {
                found.push((value, party));
            }
        }
        found
    }
}

/// The activation that is worth the most; or none, if nothing is worth its while.
pub fn choose(outlook: &Outlook<'_>) -> Option<Act> {
    let (rules, view, side) = (outlook.rules, outlook.view, outlook.side);
    let able = able(outlook);
    let fits = |act: &Act| InfantryAttacks::check(rules, view, side, act).is_ok();
    if let Some((_, act)) = plans(outlook, &able).into_iter().find(|(_, act)| fits(act)) {
        return Some(act);
    }
    if saved_segment::check(view, side).is_ok() {
        return Some(Act::UseSaved);
    }
    if sequence::check_pass(rules, view, side).is_ok() {
        return Some(Act::Pass);
    }
    // The demoralized have to try (IA 14.42).
    let shaken = able.into_iter().find(|&unit| has(view, unit, DEMORALIZED))?;
    Some(Act::activate(By::Unit(shaken), vec![shaken], Vec::new()))
}

/// All activations that are worth anything and allowed, the best first.
pub fn weighed(outlook: &Outlook<'_>) -> Vec<(i32, Act)> {
    let (rules, view, side) = (outlook.rules, outlook.view, outlook.side);
    let mut plans = plans(outlook, &able(outlook));
    plans.retain(|(_, act)| InfantryAttacks::check(rules, view, side, act).is_ok());
    plans
}

/// Who may be activated and has any use of it.
fn able(outlook: &Outlook<'_>) -> Vec<Unit> {
    let (rules, view, side) = (outlook.rules, outlook.view, outlook.side);
    let there = view.on_map(rules, side).chain(entry::due(rules, view, side));
    let able = there.filter(|&unit| {
        activation::may_activate(rules, view, side, unit).is_ok()
            && activation::has_use(rules, view, unit)
    });
    able.collect()
}

fn plans(outlook: &Outlook<'_>, able: &[Unit]) -> Vec<(i32, Act)> {
    let (rules, view, side) = (outlook.rules, outlook.view, outlook.side);
    let uses = Uses::new(outlook, able);
    let mut ways: Vec<By> = able.iter().copied().map(By::Unit).collect();
    let mut hexes: Vec<Hex> = able.iter().filter_map(|&unit| view.hex(unit)).collect();
    hexes.sort_unstable();
    hexes.dedup();
    ways.extend(hexes.into_iter().map(By::Stack));
    let leads = |unit: &Unit| rules.piece(*unit).kind.is_leader() && !has(view, *unit, DEMORALIZED);
    ways.extend(able.iter().copied().filter(leads).map(By::Leader));
    let ready = activation::ready(rules, view, side);
    let mut plans: Vec<(i32, Act)> = ways
        .into_iter()
        .filter_map(|by| {
            let group = activation::directed(rules, view, &ready, (by, Calls::In), |_| true);
            uses.plan(by, &group, able)
        })
        .filter(|(worth, _)| *worth > 0)
        .collect();
    plans.sort_by_key(|(worth, _)| Reverse(*worth));
    plans
}

/// Whether a unit is to fire in this segment.
pub fn is_to_fire(outlook: &Outlook<'_>, unit: Unit) -> bool {
    has(outlook.view, unit, ACTIVE) && has(outlook.view, unit, TO_FIRE)
}
