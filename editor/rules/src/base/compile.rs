//! From a bundle to the parts of [`BaseRules`](super::BaseRules), with what the data lacks.

use std::fmt;

use ahash::AHashMap;
use salient_hex::Hex;
use salient_hex::map::CompiledMap;
use salient_schema::order_of_battle::Counter;
use salient_schema::ruleset::SequenceStep;
use salient_schema::scenario::Entry;
use salient_schema::{Bundle, Code, Diagnostic, Id};

use super::{Arrival, Phase, Rhythm, Unit, UnitDef};
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

/// The ruleset's sequence of play, flattened: a step comes only when those come that it is part of.
/// A step without a rule of its own has `rule`; what is done in it says `procedure`.
pub fn phases<P>(
    bundle: &Bundle,
    sides: &[Id],
    rule: &str,
    procedure: impl Fn(&SequenceStep) -> P,
    found: &mut Vec<Diagnostic>,
) -> Vec<Phase<P>> {
    let mut phases: Vec<Phase<P>> = Vec::new();
    // Each with the place of the step that it is part of.
    let mut todo: Vec<(&SequenceStep, Option<usize>)> =
        bundle.ruleset.sequence.iter().rev().map(|stage| (stage, None)).collect();
    while let Some((stage, part_of)) = todo.pop() {
        let above = part_of.and_then(|place| phases.get(place));
        let own = stage.side.as_ref().map(|id| (id, sides.iter().position(|side| side == id)));
        if let Some((id, None)) = own {
            let text = format!("the ruleset has no side '{id}'");
            let wrong = Diagnostic::error(Code::DanglingReference, text);
            found.push(wrong.pointer("/ruleset/sequence"));
        }
        let side = own.map_or(above.and_then(|above| above.side), |(_, side)| side);
        let is_before = (stage.from_turn, stage.to_turn) == (Some(0), Some(0));
        let (from, to) = (stage.first_turn().unwrap_or(0), stage.to_turn.unwrap_or(u16::MAX));
        let rhythm = stage.every.map(|every| Rhythm { first: from, every });
        let mut rhythms = above.map_or_else(Vec::new, |above| above.rhythms.clone());
        let mut holds = above.map_or_else(Vec::new, |above| above.holds.clone());
        rhythms.extend(rhythm);
        holds.extend(stage.holds.clone());
        let phase = Phase {
            id: stage.id.clone(),
            name: stage.name.clone(),
            side,
            before: is_before || above.is_some_and(|above| above.before),
            from_turn: above.map_or(from, |above| from.max(above.from_turn)),
            to_turn: above.map_or(to, |above| to.min(above.to_turn)),
            rhythms,
            holds,
            rule: stage.rule.clone().unwrap_or_else(|| rule.to_owned()),
            procedure: procedure(stage),
        };
        let place = phases.len();
        phases.push(phase);
        todo.extend(stage.steps.iter().rev().map(|step| (step, Some(place))));
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
        let labels = crate::entries::entry_hexes(bundle, &group.entry);
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
