//! IA 3.1, 3.2, 6.3, 12.81: who is activated, by whom and to do what.

use salient_rules::Violation;
use salient_rules::game::Directed;
use salient_rules::play::{PlayContext, Position, Unit};

use crate::decision::By;
use crate::leaders::{self, Led, directs};
use crate::moves::of_one;
use crate::rules::{InfantryAttacks, Rules};
use crate::state::{
    self, ACTIVE, CALLED, DEMORALIZED, DISRUPTED, DONE, FIRED_ONCE, IN_SEGMENT, LED, TO_FIRE, has,
};
use crate::tasks::Task;
use crate::{entry, missions, morale_check, open_sights, transport};

/// Whether leaders in assault hexes call others in (IA 12.81).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Calls {
    /// They do.
    In,
    /// They activate those with them alone.
    Nobody,
}

/// IA 3.3, 3.14, 6.3: a side's own unit on the map that has not been activated in this turn.
pub fn may_activate(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    side: usize,
    unit: Unit,
) -> Result<(), Violation> {
    let there = position.hex(unit).is_some() || entry::is_due(rules, position, unit);
    if rules.side_of(unit) != side || !there {
        return Err(Violation::new("IA 3.1", "a side activates its own units on the map"));
    }
    if matches!(missions::task(rules, position, unit), Some(Task::Planned(_))) {
        return Err(Violation::new("IA 9.15", "it fires by plan, and in no segment"));
    }
    if has(position, unit, FIRED_ONCE) {
        let text = "the machine guns have fired at what moved, and are not activated";
        return Err(Violation::new("IA 3.14", text));
    }
    if has(position, unit, DONE) {
        let rule = if rules.piece(unit).kind.is_leader() { "IA 6.3" } else { "IA 3.3" };
        return Err(Violation::new(rule, "it has been activated in this turn"));
    }
    Ok(())
}

/// Those of a side that may be activated at all: on the map, then before its edge.
pub fn ready(rules: &Rules, position: &Position<InfantryAttacks>, side: usize) -> Vec<Unit> {
    let all = position.on_map(rules, side).chain(entry::due(rules, position, side));
    all.filter(|&unit| may_activate(rules, position, side, unit).is_ok()).collect()
}

/// Those of the [`ready`] that may be activated together, each with what leaders of its own type
/// let it do. Of the leaders only those that `takes_part` pass it on (IA 3.2).
pub fn directed(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    ready: &[Unit],
    (by, calls): (By, Calls),
    takes_part: impl Fn(Unit) -> bool,
) -> Vec<(Unit, Led)> {
    let leads = |unit: Unit| rules.piece(unit).kind.is_leader();
    let himself = |unit: Unit| if leads(unit) { Led::Fully } else { Led::Not };
    let named = |unit: Unit| match by {
        By::Unit(named) | By::Leader(named) => unit == named,
        // What is on board stands there as well.
        By::Stack(hex) => position.hex(unit) == Some(hex),
    };
    let all = ready.iter().copied();
    let mut found: Vec<(Unit, Led)> =
        all.filter(|&unit| named(unit)).map(|unit| (unit, himself(unit))).collect();
    if matches!(by, By::Unit(_)) {
        return found;
    }
    let mut next = 0;
    while let Some(&(leader, _)) = found.get(next) {
        next += 1;
        if !leads(leader) || !takes_part(leader) {
            continue;
        }
        for &unit in ready {
            let led = directs(rules, position, leader, unit);
            if led == Led::Not || led == Led::Called && calls == Calls::Nobody {
                continue;
            }
            match found.iter().position(|(other, _)| *other == unit) {
                Some(place) => found[place].1 = led.max(found[place].1),
                None => found.push((unit, led)),
            }
        }
    }
    found.sort_unstable();
    found
}

/// IA 3.12, 3.2: whom each leader on the map directs, as if he were activated now.
pub fn reaches(rules: &Rules, position: &Position<InfantryAttacks>) -> Vec<Directed> {
    let name = |unit: Unit| rules.unit(unit).counter.to_string();
    let ready = [0, 1].map(|side| ready(rules, position, side));
    let leaders = rules.compiled.all_units().filter(|&unit| rules.piece(unit).kind.is_leader());
    let reaches = leaders.filter_map(|leader| {
        let (hex, side) = (position.hex(leader)?, rules.side_of(leader));
        let of = |takes_part: &dyn Fn(Unit) -> bool| {
            let by = (By::Leader(leader), Calls::In);
            directed(rules, position, &ready[side], by, takes_part)
        };
        let himself = of(&|unit| unit == leader);
        let units = of(&|_| true).into_iter().map(|(unit, _)| unit).filter(|&it| it != leader);
        let units = units.filter_map(|unit| {
            let direct = himself.binary_search_by_key(&unit, |(other, _)| *other).is_ok();
            Some((name(unit), position.hex(unit)?, direct))
        });
        Some(Directed { leader: name(leader), side, hex, units: units.collect() })
    });
    reaches.collect()
}

/// IA 3.1–3.3, 3.13: an activation, with who moves and who fires.
pub fn check(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    side: usize,
    by: By,
    moving: &[Unit],
    firing: &[Unit],
) -> Result<(), Violation> {
    let named = || moving.iter().chain(firing).copied();
    let ready = ready(rules, position, side);
    if let By::Stack(hex) = by
        && !ready.iter().any(|&unit| position.hex(unit) == Some(hex))
    {
        let label = rules.compiled.label(hex);
        let text = format!("nobody stands in {label} who may still be activated");
        return Err(Violation::new("IA 3.11", text));
    }
    if let By::Unit(unit) | By::Leader(unit) = by {
        may_activate(rules, position, side, unit)?;
        if !named().any(|other| other == unit) {
            return Err(Violation::new("IA 3.13", "whoever is activated moves or fires"));
        }
    }
    if let By::Leader(unit) = by
        && !rules.piece(unit).kind.is_leader()
    {
        return Err(Violation::new("IA 3.12", "only leaders activate others"));
    }
    let mut once: Vec<Unit> = named().collect();
    once.sort_unstable();
    let count = once.len();
    once.dedup();
    if count == 0 || once.len() < count {
        let text = "each of those that are activated either moves or fires";
        return Err(Violation::new("IA 3.13", text));
    }
    let takes_part = |unit: Unit| once.binary_search(&unit).is_ok();
    let found = directed(rules, position, &ready, (by, Calls::In), takes_part);
    for &unit in &once {
        may_activate(rules, position, side, unit).map_err(of_one(rules, unit, &once))?;
        let name = &rules.unit(unit).name;
        let Ok(place) = found.binary_search_by_key(&unit, |(other, _)| *other) else {
            let text = format!("'{name}' is not among those who are directed");
            return Err(Violation::new("IA 3.12", text));
        };
        if found[place].1 == Led::Called && !firing.contains(&unit) {
            let text = format!(
                "the leader is in an assault hex: he activates '{name}' only to bring it in there"
            );
            return Err(Violation::new("IA 12.81", text));
        }
    }
    // What is on board fires not at all (IA 5.66), and from off the map nobody does.
    firing
        .iter()
        .try_for_each(|&unit| may_fire(rules, position, unit).map_err(of_one(rules, unit, &once)))
}

/// Whether a unit may be activated to fire.
fn may_fire(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    unit: Unit,
) -> Result<(), Violation> {
    if position.state(unit).hex.is_none() {
        let rule = if state::is_aboard(position, unit) { "IA 5.66" } else { "IA 16.41" };
        return Err(Violation::new(rule, "it does not fire from there"));
    }
    if has(position, unit, DEMORALIZED) {
        return Err(Violation::new("IA 14.3", "the demoralized do not fire"));
    }
    match missions::is_gun(rules, unit) {
        true => open_sights::may_fire(rules, position, unit),
        false => Ok(()),
    }
}

/// Activates them.
pub fn activate(
    cx: &mut PlayContext<'_, InfantryAttacks>,
    side: usize,
    by: By,
    moving: &[Unit],
    firing: &[Unit],
) {
    let takes_part = |unit: Unit| moving.contains(&unit) || firing.contains(&unit);
    let mut tested: Vec<Unit> = Vec::new();
    // IA 6.72: whoever fails directs nobody, and that is his act.
    let found = loop {
        let ready = ready(cx.rules, cx.position, side);
        let found = directed(cx.rules, cx.position, &ready, (by, Calls::In), takes_part);
        let mut due: Vec<Unit> = found
            .iter()
            .map(|(unit, _)| *unit)
            .filter(|&unit| {
                takes_part(unit)
                    && !tested.contains(&unit)
                    && leaders::is_shocked(cx.rules, cx.position, unit)
            })
            .collect();
        due.sort_by_key(|&unit| morale_check::order(cx.rules, cx.position, unit));
        let Some(&leader) = due.first() else { break found };
        tested.push(leader);
        if morale_check::check(cx, leader, 0, None) {
            *cx.position.flags_mut(leader) |= DONE;
        }
    };
    for (unit, led) in found.into_iter().filter(|(unit, _)| takes_part(*unit)) {
        mark(cx.position, unit, led, firing.contains(&unit));
    }
}

fn mark(position: &mut Position<InfantryAttacks>, unit: Unit, led: Led, fires: bool) {
    let flags = position.flags_mut(unit);
    *flags |= ACTIVE | IN_SEGMENT;
    *flags |= match led {
        Led::Not => 0,
        Led::Called => LED | CALLED,
        Led::Fully => LED,
    };
    if fires {
        *flags |= TO_FIRE;
    }
}

/// The position with those activated, as if no leader had to check his morale for it.
pub fn supposed(
    rules: &Rules,
    view: &Position<InfantryAttacks>,
    side: usize,
    by: By,
    moving: &[Unit],
    firing: &[Unit],
) -> Position<InfantryAttacks> {
    let takes_part = |unit: Unit| moving.contains(&unit) || firing.contains(&unit);
    let ready = ready(rules, view, side);
    let mut supposed = view.clone();
    for (unit, led) in directed(rules, view, &ready, (by, Calls::In), takes_part) {
        if takes_part(unit) {
            mark(&mut supposed, unit, led, firing.contains(&unit));
        }
    }
    supposed
}

/// Those of a side that have still to act in this segment.
pub fn still_to_act<'a>(
    rules: &'a Rules,
    position: &'a Position<InfantryAttacks>,
    side: usize,
) -> impl Iterator<Item = Unit> + 'a {
    let all = position.on_map(rules, side).chain(entry::due(rules, position, side));
    all.filter(|&unit| has(position, unit, ACTIVE))
}

/// Whether a unit can be activated to any end: artillery without a mission has nothing to do, nor
/// has that which can neither go nor fire.
pub fn has_use(rules: &Rules, position: &Position<InfantryAttacks>, unit: Unit) -> bool {
    !missions::is_gun(rules, unit)
        || has(position, unit, DISRUPTED | DEMORALIZED)
        || missions::task(rules, position, unit).is_some()
        || transport::has_use(rules, position, unit)
}
