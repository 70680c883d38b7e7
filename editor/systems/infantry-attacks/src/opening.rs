//! IA 3.0: what the scenario says of its units, put into force before the first turn.

use std::collections::BTreeMap;

use salient_rules::Violation;
use salient_rules::case::Start;
use salient_rules::play::{PlayContext, Position, Unit};
use salient_schema::scenario::Mission;
use serde::Deserialize;

use crate::rules::{InfantryAttacks, Rules};
use crate::state::{DRAWN, Fired, MOUNTED, NOBODY, of, rating};
use crate::tasks::Task;
use crate::{control, hidden, leaders, missions, works};

/// Marks units as the scenario has them, takes loads on board and settles who controls what.
pub fn begin(cx: &mut PlayContext<'_, InfantryAttacks>) {
    let rules = cx.rules;
    // A rule case that begins with the plan comes here twice; leaders are drawn once.
    let again = cx.position.own.control.iter().any(|&side| side != NOBODY);
    for (unit, &(flags, carrier)) in rules.compiled.all_units().zip(&rules.start) {
        if cx.position.state(unit).hex.is_none() {
            continue;
        }
        *cx.position.flags_mut(unit) |= if again { flags & !DRAWN } else { flags };
        if let Some(carrier) = carrier {
            cx.embark(unit, carrier);
        }
    }
    leaders::draw(cx);
    for unit in rules.compiled.all_units().filter(|&unit| rules.piece(unit).kind.is_leader()) {
        let rank = rating(rules, cx.position, unit, of::RANK);
        if is_listed(rules, cx.position, unit) {
            let highest = &mut cx.position.own.highest[rules.side_of(unit)];
            *highest = rank.max(*highest);
        }
    }
    for hex in rules.compiled.map.grid().hexes() {
        works::occupy(cx, hex);
    }
    (0..2).for_each(|side| works::share(cx, side));
    for unit in rules.compiled.all_units() {
        *cx.position.flags_mut(unit) &= !MOUNTED;
    }
    cx.position.own.control = control::at_start(rules, cx.position);
    control::resume(cx);
    hidden::look(cx);
    if cx.position.own.plans.truth(0).is_none() {
        write_down(cx, &rules.missions);
    }
}

/// IA 6.72: whether a leader is among those of whom one is the highest: all whom the scenario lists,
/// whenever they come.
pub fn is_listed(rules: &Rules, position: &Position<InfantryAttacks>, unit: Unit) -> bool {
    position.hex(unit).is_some() || rules.arriving[unit.index()].is_some()
}

/// IA 9.1: what is written down of the artillery, and who fires from off the map.
fn write_down(cx: &mut PlayContext<'_, InfantryAttacks>, missions: &[(Unit, Option<Task>)]) {
    for side in 0..2 {
        let own = missions.iter().filter(|(unit, _)| cx.rules.side_of(*unit) == side);
        let tasks: Vec<(Unit, Task)> =
            own.filter_map(|(unit, task)| Some((*unit, task.clone()?))).collect();
        missions::rewrite(cx, side, |plan| {
            tasks.into_iter().for_each(|(unit, task)| plan.give(unit, task));
        });
    }
    let off = missions.iter().map(|(unit, _)| *unit);
    let batteries = &mut cx.position.own.batteries;
    batteries.extend(off.filter(|&unit| cx.rules.piece(unit).off_board));
    batteries.sort_unstable();
    batteries.dedup();
}

/// What a rule case says of the artillery.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct CaseStart {
    /// As in a scenario.
    pub missions: Vec<Mission>,
    /// Where guns have fired in the turn before.
    pub fired: BTreeMap<String, String>,
    /// Those among them that have fired smoke.
    pub fired_smoke: Vec<String>,
    /// Hexes with smoke, of the first side.
    pub smoke: Vec<String>,
    /// Guns with a drumfire marker, by hex.
    pub drumfire: BTreeMap<String, Vec<String>>,
}

/// Lays down what a case says of the artillery. A gun that it does not speak of has open sights,
/// unless the case begins with the plan.
pub fn artillery(cx: &mut PlayContext<'_, InfantryAttacks>, start: &Start) -> Result<(), String> {
    let rules = cx.rules;
    let case: CaseStart = start.own()?;
    let unit = |name: &str| rules.compiled.read_unit(name);
    let hex = |label: &str| rules.compiled.read_hex(label);
    let mut missions: Vec<(Unit, Option<Task>)> = Vec::new();
    for mission in &case.missions {
        let task = missions::read(rules, mission);
        let words = |faults: Vec<(String, Violation)>| {
            faults.first().map(|(_, wrong)| wrong.message.clone()).unwrap_or_default()
        };
        missions.push((unit(&mission.counter)?, task.map_err(words)?));
    }
    write_down(cx, &missions);
    if start.phase.as_ref() != Some(&rules.steps[0]) {
        for side in 0..2 {
            let rest: Vec<Unit> = missions::unassigned(rules, cx.position, side).collect();
            missions::rewrite(cx, side, |plan| {
                let rest = rest.into_iter().filter(|&unit| !rules.piece(unit).off_board);
                rest.for_each(|unit| plan.give(unit, Task::OpenSights));
            });
        }
    }
    let turn = cx.position.turn_place;
    for (name, label) in &case.fired {
        let smoke = case.fired_smoke.contains(name);
        let fired = Fired { turn: turn.saturating_sub(1), hex: hex(label)?, smoke };
        cx.position.own.last_fire[unit(name)?.index()] = Some(fired);
    }
    for label in &case.smoke {
        cx.position.own.smoke.push((hex(label)?, 0));
    }
    for (label, guns) in &case.drumfire {
        for gun in guns {
            cx.position.own.drumfire.push((hex(label)?, unit(gun)?));
        }
    }
    cx.position.own.smoke.sort_unstable();
    cx.position.own.drumfire.sort_unstable();
    Ok(())
}
