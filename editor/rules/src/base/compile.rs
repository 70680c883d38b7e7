//! From a bundle to the parts of [`BaseRules`](super::BaseRules), with what the data lacks.

use std::fmt;

use ahash::AHashMap;
use salient_hex::Hex;
use salient_hex::map::CompiledMap;
use salient_schema::order_of_battle::Counter;
use salient_schema::ruleset::SequenceStep;
use salient_schema::scenario::Entry;
use salient_schema::{Bundle, Code, Diagnostic, Id};

use super::{Arrival, Level, Phase, Unit, UnitDef};
use crate::roles::Roles;

/// The ids of the sides.
pub fn sides(bundle: &Bundle) -> Vec<Id> {
    bundle.ruleset.sides.iter().map(|side| side.id.clone()).collect()
}

/// The ids of the sides, where they are those that play these roles, in order; else what is
/// wrong with them, by a rule.
pub fn in_order(
    bundle: &Bundle,
    roles: &Roles<'_>,
    order: [&str; 2],
    rule: &str,
    found: &mut Vec<Diagnostic>,
) -> Option<Vec<Id>> {
    let sides = sides(bundle);
    let order = order.map(|role| roles.one(role).unwrap_or_default());
    if sides == order {
        return Some(sides);
    }
    let [first, second] = order;
    let text = format!("the sides must be '{first}' and '{second}', in order");
    found.push(Diagnostic::error(Code::Rule, text).pointer("/ruleset/sides").rule(rule));
    None
}

/// A counter's place in a bundle; it is printed as the JSON pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CounterAt {
    /// The place of its order of battle.
    pub book: usize,
    /// Its place among the counters there.
    pub counter: usize,
}

impl fmt::Display for CounterAt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "/orders_of_battle/{}/counters/{}", self.book, self.counter)
    }
}

/// All units, in the order of the orders of battle. What a system knows of a counter of a side
/// `own` says, or finds why it cannot be used; such a counter is left out, like one of a side that
/// the ruleset has not.
pub fn units<'a, U: Clone>(
    bundle: &'a Bundle,
    sides: &[Id],
    found: &mut Vec<Diagnostic>,
    mut own: impl FnMut(&'a Counter, usize, CounterAt, &mut Vec<Diagnostic>) -> Option<U>,
) -> Vec<UnitDef<U>> {
    let mut units = Vec::new();
    for (book, counters) in bundle.orders_of_battle.iter().enumerate() {
        for (counter, this) in counters.counters.iter().enumerate() {
            let at = CounterAt { book, counter };
            let Some(side) = sides.iter().position(|side| *side == this.side) else {
                let text = format!("the ruleset has no side '{}'", this.side);
                let wrong = Diagnostic::error(Code::DanglingReference, text);
                found.push(wrong.pointer(format!("{at}/side")).counter(&this.id));
                continue;
            };
            let Some(own) = own(this, side, at, found) else { continue };
            for number in 1..=this.count {
                if units.len() + 1 >= usize::from(u16::MAX) {
                    let text = "more units than the engine can hold";
                    found.push(Diagnostic::error(Code::Rule, text).pointer("/orders_of_battle"));
                    return units;
                }
                let name = match this.count {
                    1 => this.id.clone(),
                    _ => format!("{}#{number}", this.id),
                };
                units.push(UnitDef { name, counter: this.id.clone(), side, own: own.clone() });
            }
        }
    }
    units
}

/// The ruleset's sequence of play, flattened. A step without a rule of its own has `rule`; what
/// is done in it says `procedure`.
pub fn phases<P>(
    bundle: &Bundle,
    sides: &[Id],
    rule: &str,
    procedure: impl Fn(&SequenceStep) -> P,
    found: &mut Vec<Diagnostic>,
) -> Vec<Phase<P>> {
    let mut phases = Vec::new();
    let mut todo: Vec<(&SequenceStep, Option<usize>)> =
        bundle.ruleset.sequence.iter().rev().map(|stage| (stage, None)).collect();
    while let Some((stage, above)) = todo.pop() {
        let own = stage.side.as_ref().map(|id| (id, sides.iter().position(|side| side == id)));
        if let Some((id, None)) = own {
            let text = format!("the ruleset has no side '{id}'");
            let wrong = Diagnostic::error(Code::DanglingReference, text);
            found.push(wrong.pointer("/ruleset/sequence"));
        }
        let side = own.map_or(above, |(_, side)| side);
        phases.push(Phase {
            id: stage.id.clone(),
            name: stage.name.clone(),
            side,
            before: (stage.from_turn, stage.to_turn) == (Some(0), Some(0)),
            from_turn: stage.from_turn.unwrap_or(0),
            to_turn: stage.to_turn.unwrap_or(u16::MAX),
            rule: stage.rule.clone().unwrap_or_else(|| rule.to_owned()),
            procedure: procedure(stage),
        });
        todo.extend(stage.steps.iter().rev().map(|step| (step, side)));
    }
    phases
}

/// Who comes in by schedule, and what of it the map and the orders of battle lack, by a rule if
/// one is named.
pub fn arrivals<U>(
    bundle: &Bundle,
    map: &CompiledMap,
    units: &[UnitDef<U>],
    rule: &str,
    found: &mut Vec<Diagnostic>,
) -> Vec<Arrival> {
    let by_name: AHashMap<&str, Unit> =
        units.iter().zip(0..).map(|(def, place)| (def.name.as_str(), Unit(place))).collect();
    let mut arrivals = Vec::new();
    for (i, group) in bundle.scenario.reinforcements.iter().enumerate() {
        let labels = crate::schedule::entry_hexes(bundle, &group.entry);
        let entries: Vec<Hex> = labels.iter().filter_map(|label| map.grid().parse(label)).collect();
        let pointer = format!("/scenario/reinforcements/{i}");
        let printed = match &group.entry {
            Entry::Letter(text) | Entry::Zone(text) => text.clone(),
            Entry::Hexes(hexes) => hexes.join(", "),
        };
        if entries.is_empty() {
            let text = format!("the map has no entry hex '{printed}'");
            let wrong = Diagnostic::error(Code::DanglingReference, text);
            let wrong = wrong.pointer(format!("{pointer}/entry"));
            found.push(if rule.is_empty() { wrong } else { wrong.rule(rule) });
        }
        for (j, counter) in group.counters.iter().enumerate() {
            match by_name.get(counter.as_str()) {
                Some(&unit) => arrivals.push(Arrival {
                    turn: group.turn,
                    unit,
                    entries: entries.clone(),
                    printed: printed.clone(),
                }),
                None => found.push(no_counter(counter, format!("{pointer}/counters/{j}"))),
            }
        }
    }
    arrivals
}

/// What is said of a counter that no order of battle has.
pub(crate) fn no_counter(counter: &str, pointer: String) -> Diagnostic {
    let text = format!("no order of battle has the counter '{counter}'");
    Diagnostic::error(Code::DanglingReference, text).pointer(pointer).counter(counter)
}

/// The levels of victory, best first.
pub fn levels(bundle: &Bundle) -> Vec<Level> {
    let levels = bundle.scenario.victory.levels.iter();
    let level = |level: &salient_schema::scenario::VictoryLevel| Level {
        name: level.name.clone(),
        side: level.side.clone(),
        min: level.min,
        max: level.max,
    };
    levels.map(level).collect()
}
