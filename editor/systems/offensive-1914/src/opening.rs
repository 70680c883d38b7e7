//! 1914 1.1, 3.3, 18.1: what a scenario says of its start, and a rule case.

use std::collections::BTreeMap;

use salient_hex::Hex;
use salient_rules::Violation;
use salient_rules::case::Start;
use salient_rules::play::{PlayContext, Site, Unit};
use serde::Deserialize;

use crate::effectiveness::LAST;
use crate::marks::{self, BLOWN};
use crate::rules::{Offensive, of};
use crate::state::{Boundary, ENTRAINED, INACTIVE, PlanState, Task};
use crate::{armies, arrivals, plans, victory};

/// What a case says of the start beyond what all systems know.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct CaseStart {
    /// By counter: how far down the effectiveness track its formation is, 0 to 6 (1914 6.1.4).
    pub status: BTreeMap<String, u8>,
    /// By counter: the hex at which its prepared attack points (1914 7.3).
    pub prepared: BTreeMap<String, String>,
    /// By hex: the level of its improved position (1914 14).
    pub positions: BTreeMap<String, u8>,
    /// By side: hexes that it controls besides the scenario's (1914 3.3).
    pub control: BTreeMap<String, Vec<String>>,
    /// By side: hexes whose railways are not operational for it (1914 18.1.1).
    pub cut: BTreeMap<String, Vec<String>>,
    /// By counter: movement points spent in reaction (1914 8.2.4).
    pub reaction: BTreeMap<String, u8>,
    /// By counter: the face that lies up.
    pub faces: BTreeMap<String, u8>,
    /// By counter: points spent on recovery (1914 7.5).
    pub recovering: BTreeMap<String, u8>,
    /// By counter: points spent on an improved position (1914 14.3).
    pub entrenching: BTreeMap<String, u8>,
    /// By counter: ammunition that a supply unit has provided in this game-turn (1914 9.4.2).
    pub provided: BTreeMap<String, u8>,
    /// By counter: reduction markers of a division (1914 9.10.3).
    pub markers: BTreeMap<String, u8>,
    /// Inactive counters (1914 1.1).
    pub inactive: Vec<String>,
    /// By side: improved positions that it may still build (1914 14.3.4).
    pub quota: BTreeMap<String, i16>,
    /// By army: how its plan stands, `idle`, `bound` or `abandoned` (1914 26).
    pub plans: BTreeMap<String, String>,
    /// By side: victory points (1914 27.0).
    pub points: BTreeMap<String, i32>,
    /// Where the areas of armies meet, along the front of a side (1914 5.1.1).
    pub boundaries: Vec<CaseBoundary>,
    /// Armies whose lines of communications their owners have put before others, the first first
    /// (1914 15.0).
    pub lines_first: Vec<String>,
    /// By formation: the one that it is attached to (1914 5.2).
    pub attached: BTreeMap<String, String>,
    /// By nation: replacements in store (1914 16.6.2).
    pub replacements: BTreeMap<String, i16>,
    /// Blown roadway bridges, as hexsides: `0507:ne` (1914 7.1.4a).
    pub blown: Vec<String>,
    /// Primary objectives that infantry has passed (1914 26.1.1).
    pub passed: Vec<String>,
    /// Supply units that come back in a game-turn (1914 16.7).
    pub returning: BTreeMap<String, u16>,
    /// Counters in rail mode (1914 7.7.4).
    pub entrained: Vec<String>,
    /// By fortress: steps that it has lost (1914 2.7.6).
    pub steps_lost: BTreeMap<String, u8>,
}

/// Where the areas of two armies meet.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CaseBoundary {
    /// Both formations; what the line runs through belongs to the first.
    pub armies: [String; 2],
    /// The hexes that it runs through, straight from each to the next: two at least.
    pub hexes: Vec<String>,
}

/// The system's part of a case's start.
///
/// # Errors
/// In words, what of it makes no sense.
pub fn start_case(cx: &mut PlayContext<'_, Offensive>, start: &Start) -> Result<(), String> {
    let own: CaseStart = start.own()?;
    begin(cx);
    let rules = cx.rules;
    let unit = |name: &str| -> Result<Unit, String> { Ok(rules.compiled.read_unit(name)?) };
    let side = |id: &str| -> Result<usize, String> { Ok(rules.compiled.read_side(id)?) };
    for (name, face) in &own.faces {
        cx.turn_over(unit(name)?, *face, "");
    }
    for (name, status) in &own.status {
        if *status > LAST {
            return Err(format!("the effectiveness track ends at {LAST}, not {status}"));
        }
        crate::effectiveness::set(cx, unit(name)?, *status, "");
    }
    for (name, label) in &own.prepared {
        let hex = rules.compiled.read_hex(label)?;
        marks::prepare(cx, unit(name)?, hex, "");
    }
    for (label, level) in &own.positions {
        let hex = rules.compiled.read_hex(label)?;
        marks::improve(cx, hex, *level, "");
    }
    for (id, labels) in &own.control {
        let by = side(id)?;
        for label in labels {
            let hex = rules.compiled.read_hex(label)?;
            cx.position.own.control[hex.index()] = by as u8;
        }
    }
    for (id, labels) in &own.cut {
        let by = side(id)?;
        for label in labels {
            let hex = rules.compiled.read_hex(label)?;
            cx.position.own.rails[hex.index()] &= !(1 << by);
        }
    }
    for (name, points) in &own.reaction {
        cx.position.own.reaction[unit(name)?.index()] = *points;
    }
    for (name, points) in &own.recovering {
        cx.position.own.tasks[unit(name)?.index()] = Some((Task::Recovery, *points));
    }
    for (name, points) in &own.entrenching {
        cx.position.own.tasks[unit(name)?.index()] = Some((Task::Position, *points));
    }
    for (name, increments) in &own.provided {
        cx.position.own.provided[unit(name)?.index()] = *increments;
    }
    for (name, markers) in &own.markers {
        cx.position.own.markers[unit(name)?.index()] = *markers;
    }
    for name in &own.inactive {
        *cx.position.flags_mut(unit(name)?) |= INACTIVE;
    }
    for (id, quota) in &own.quota {
        let by = side(id)?;
        if let Some(own) = cx.position.own.quota.get_mut(by) {
            *own = *quota;
        }
    }
    let formation = |id: &str| {
        let found = rules.compiled.formation_of(id);
        found.ok_or_else(|| format!("there is no formation '{id}'"))
    };
    for (id, state) in &own.plans {
        let army = formation(id)?;
        cx.position.own.plans[usize::from(army.0)] = match state.as_str() {
            "idle" => PlanState::Idle,
            "bound" => PlanState::Bound,
            "abandoned" => PlanState::Abandoned,
            _ => return Err(format!("a plan is idle, bound or abandoned, not '{state}'")),
        };
    }
    for (id, points) in &own.points {
        let by = side(id)?;
        if let Some(own) = cx.position.own.points.get_mut(by) {
            *own = *points;
        }
    }
    for id in &own.lines_first {
        cx.position.own.lines_first.push(formation(id)?);
    }
    for (id, to) in &own.attached {
        cx.subordinate(formation(id)?, Some(formation(to)?), "");
    }
    for by in [rules.allied, rules.german] {
        let mut lines = Vec::new();
        for line in &own.boundaries {
            let [near, far] = [formation(&line.armies[0])?, formation(&line.armies[1])?];
            if rules.body(near).side == by {
                let hexes = line.hexes.iter().map(|label| rules.compiled.read_hex(label));
                let hexes: Vec<Hex> = hexes.collect::<Result<_, Violation>>()?;
                lines.push(Boundary::new(rules, (near, far), &hexes)?);
            }
        }
        if !lines.is_empty() {
            armies::draw(rules, cx.position, by, lines);
        }
    }
    for (id, stored) in &own.replacements {
        let nation = rules.schedule.nations.iter().position(|nation| nation == id);
        let nation = nation.ok_or_else(|| format!("there is no nation '{id}'"))?;
        cx.position.own.replacements[nation] = *stored;
    }
    for label in &own.blown {
        let grid = rules.map().grid();
        let side = grid.parse_side(label).ok_or_else(|| format!("'{label}' is no hexside"))?;
        cx.set_mark(BLOWN, Site::Hexside(side.hex(), side.direction()), 1, None, "");
    }
    for label in &own.passed {
        cx.position.own.passed.push(rules.compiled.read_hex(label)?);
    }
    cx.position.own.passed.sort_unstable();
    for (name, turn) in &own.returning {
        cx.position.own.returning.push((*turn, unit(name)?));
    }
    cx.position.own.returning.sort_unstable();
    for name in &own.entrained {
        cx.set_presence(unit(name)?, ENTRAINED, "");
    }
    for (name, lost) in &own.steps_lost {
        let fortress = unit(name)?;
        let steps = rules.rating(cx.position, fortress, of::STEPS);
        if i32::from(*lost) > steps {
            return Err(format!("'{name}' has {steps} steps, and cannot have lost {lost}"));
        }
        cx.position.own.steps_lost[fortress.index()] = *lost;
    }
    Ok(())
}

/// Puts what the scenario says of the start into force, once: control by zones (1914 3.3), and
/// railways that are operational for their side (1914 18.1.1).
pub fn begin(cx: &mut PlayContext<'_, Offensive>) {
    let rules = cx.rules;
    for &(side, hex) in rules.controlled.iter().chain(&rules.held) {
        cx.position.own.control[hex.index()] = side as u8;
    }
    for side in [rules.allied, rules.german] {
        crate::rails::at_start(rules, cx.position, side);
    }
    for &unit in rules.schedule.inactive.iter().flatten() {
        *cx.position.flags_mut(unit) |= INACTIVE;
    }
    marks::at_start(cx);
    armies::at_start(cx);
    plans::at_start(cx);
    arrivals::at_start(cx);
    victory::at_start(cx);
}
