//! Whether the conditions of free placement are kept.

use salient_schema::scenario::{FreePlacement, PlacementCondition};
use salient_schema::{Bundle, Code, Diagnostic, HexLabel};

use super::place::unplaceable;
use super::zone::{ZoneHexes, roll, zone_name};
use crate::check::Lookup;

/// How a condition stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    /// It is kept.
    Kept,
    /// It is not, but there are counters to come that may see to it.
    NotYet,
    /// It is not, and nobody is to come who could see to it.
    Broken,
}

/// How a condition of a group stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConditionState {
    /// How it stands.
    pub kept: Kept,
    /// The hexes that it is not kept in, where it is about hexes.
    pub hexes: Vec<HexLabel>,
    /// How much of it is kept: hexes held, counters there.
    pub done: usize,
    /// How much is asked.
    pub asked: usize,
}

/// How the conditions of a group stand, in its order.
pub fn states(bundle: &Bundle, lookup: &Lookup<'_>, free: &FreePlacement) -> Vec<ConditionState> {
    let ground = ZoneHexes::new(bundle, lookup, free);
    free.conditions
        .iter()
        .map(|condition| state(bundle, lookup, free, &ground, condition))
        .collect()
}

fn state(
    bundle: &Bundle,
    lookup: &Lookup<'_>,
    free: &FreePlacement,
    ground: &ZoneHexes<'_>,
    condition: &PlacementCondition,
) -> ConditionState {
    let unkept = |all: Vec<salient_hex::Hex>, is_kept: &dyn Fn(salient_hex::Hex) -> bool| {
        let open: Vec<_> = all.iter().copied().filter(|&hex| !is_kept(hex)).collect();
        let kept = match open.is_empty() {
            true => Kept::Kept,
            false if free.counters.is_empty() => Kept::Broken,
            false => Kept::NotYet,
        };
        ConditionState {
            kept,
            done: all.len() - open.len(),
            asked: all.len(),
            hexes: open.into_iter().map(|hex| lookup.grid.label(hex)).collect(),
        }
    };
    match condition {
        PlacementCondition::EveryHexHoldsUnit { feature } => {
            let all = ground.with_feature(lookup, feature.as_deref());
            unkept(all, &|hex| ground.held(lookup, hex))
        }
        PlacementCondition::EveryHexHoldsUnitOrZoc { feature } => {
            let all = ground.with_feature(lookup, feature.as_deref());
            unkept(all, &|hex| ground.held(lookup, hex) || ground.zoc.contains(&hex))
        }
        PlacementCondition::AtLeast { unit_type, count } => {
            let asked = usize::from(*count);
            let there = ground.hexes.iter().filter_map(|hex| ground.own.get(hex)).flatten();
            let done = there.filter(|counter| counter.unit_type == *unit_type).count();
            let roll = roll(bundle);
            let to_come = free.counters.iter().filter_map(|id| roll.get(id.as_str()));
            let to_come = to_come.filter(|counter| counter.unit_type == *unit_type).count();
            let kept = match () {
                () if done >= asked => Kept::Kept,
                () if done + to_come >= asked => Kept::NotYet,
                () => Kept::Broken,
            };
            ConditionState { kept, hexes: Vec::new(), done: done.min(asked), asked }
        }
        PlacementCondition::AtMostPerHex { count } => {
            let most = usize::from(*count);
            let over = ground.hexes.iter().copied().filter(|hex| ground.counters_in(*hex) > most);
            let hexes: Vec<_> = over.map(|hex| lookup.grid.label(hex)).collect();
            let kept = if hexes.is_empty() { Kept::Kept } else { Kept::Broken };
            let asked = ground.hexes.len();
            ConditionState { kept, done: asked - hexes.len(), asked, hexes }
        }
    }
}

/// What is wrong with the free placement of a scenario: conditions that are broken, and groups
/// that cannot be placed.
pub fn check(bundle: &Bundle, lookup: &Lookup<'_>) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for (at, free) in bundle.scenario.setup.free.iter().enumerate() {
        let pointer = format!("/scenario/setup/free/{at}");
        let states = states(bundle, lookup, free);
        for ((number, state), condition) in states.iter().enumerate().zip(&free.conditions) {
            if state.kept != Kept::Broken {
                continue;
            }
            let zone = zone_name(bundle, &free.zone);
            let message = format!("in {zone}, {}", broken(condition, state));
            let mut problem = Diagnostic::error(Code::Rule, message)
                .pointer(format!("{pointer}/conditions/{number}"));
            if let Some((first, rest)) = state.hexes.split_first() {
                problem = problem.hex(first);
                if !rest.is_empty() {
                    problem = problem.help(format!("also: {}", rest.join(", ")));
                }
            }
            if let Some(rule) = &free.rule {
                problem = problem.rule(rule);
            }
            found.push(problem);
        }
        if states.iter().any(|state| state.kept == Kept::Broken) || free.counters.is_empty() {
            continue;
        }
        if let Some(unplaceable) = unplaceable(bundle, lookup, at) {
            let mut problem =
                Diagnostic::warning(Code::Rule, unplaceable.to_string()).pointer(&pointer);
            if let Some(hex) = &unplaceable.hex {
                problem = problem.hex(hex);
            }
            if let Some(rule) = &free.rule {
                problem = problem.rule(rule);
            }
            found.push(problem);
        }
    }
    found
}

fn broken(condition: &PlacementCondition, state: &ConditionState) -> String {
    let hexes = match state.hexes.as_slice() {
        [hex] => format!("{hex} is"),
        [hex, rest @ ..] => format!("{hex} and {} more hexes are", rest.len()),
        [] => "a hex is".to_owned(),
    };
    match condition {
        PlacementCondition::EveryHexHoldsUnit { .. } => format!("{hexes} held by nobody"),
        PlacementCondition::EveryHexHoldsUnitOrZoc { .. } => {
            format!("{hexes} neither held nor in a friendly zone of control")
        }
        PlacementCondition::AtLeast { unit_type, count } => {
            format!("there must be {count} of the type {unit_type}; there are {}", state.done)
        }
        PlacementCondition::AtMostPerHex { count } => {
            format!("{hexes} stacked too high: {count} counters a hex at most")
        }
    }
}
