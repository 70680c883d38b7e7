//! Arrivals who cannot come in where the schedule has them come in. Hexes that are not on the map at
//! all are told with all else that names what is not there.

use std::collections::BTreeMap;

use salient_hex::grid::Hex;
use salient_schema::order_of_battle::Counter;
use salient_schema::ruleset::SetUpCheck;
use salient_schema::scenario::{Entry, Reinforcement};
use salient_schema::words::name_in_a_sentence;
use salient_schema::{Diagnostic, HexLabel};

use super::finding::{finding, with_rule};
use super::units::{Units, name};
use crate::entries::Entries;
use crate::stacking::{Stands, stands};

const CHECK: SetUpCheck = SetUpCheck::Entry;

pub(super) fn check(units: &Units<'_>) -> Vec<Diagnostic> {
    let scenario = &units.bundle.scenario;
    if scenario.reinforcements.is_empty() {
        return Vec::new();
    }
    let entries = Entries::of(units.bundle);
    let held = held(units);
    let ruleset = &units.bundle.ruleset;
    let meets = |unit: &Counter, hex: &Hex| {
        let mut sides = held.get(hex).into_iter().flatten();
        sides.any(|side| ruleset.are_enemies(side, &unit.side))
    };
    let first_turn = scenario.turns.first().map(|turn| turn.turn);
    let mut found = Vec::new();
    for (at, group) in scenario.reinforcements.iter().enumerate() {
        let all = entries.hexes(&group.entry);
        let hexes: Vec<(usize, &HexLabel, Hex)> = (0..)
            .zip(all)
            .filter_map(|(place, label)| Some((place, label, units.lookup.grid.parse(label)?)))
            .collect();
        let on_foot: Vec<(usize, &Counter)> = (0..)
            .zip(&group.counters)
            .filter_map(|(place, id)| Some((place, units.counter(id)?)))
            .filter(|(_, counter)| stands(units.bundle, counter, 0) != Stands::Not)
            .collect();
        if hexes.is_empty() || on_foot.is_empty() {
            continue;
        }
        let pointer = format!("/scenario/reinforcements/{at}");
        found.extend(impassable(units, group, &hexes, &pointer));
        let open = hexes.into_iter().filter(|(_, _, hex)| units.lookup.enterable(*hex));
        let open: Vec<(usize, &HexLabel, Hex)> = open.collect();
        let Some(&(_, first, _)) = open.first() else { continue };
        let labels: Vec<&str> = open.iter().map(|(_, label, _)| label.as_str()).collect();
        let by = in_words(&labels);
        for (place, unit) in on_foot {
            let barred = |&(_, _, hex): &(usize, &HexLabel, Hex)| units.barred(hex, unit, 0);
            let may = || open.iter().filter(|one| barred(one).is_none());
            let who = name(unit);
            let (message, rule) = if may().next().is_none() {
                let Some(barred) = open.iter().find_map(barred) else { continue };
                let what = name_in_a_sentence(&barred.kind.name);
                (
                    format!("{who} cannot come in by {by}, where {what} is prohibited to it"),
                    barred.rule,
                )
            } else if first_turn == Some(group.turn) && may().all(|(_, _, hex)| meets(unit, hex)) {
                (format!("{who} cannot come in by {by}, where enemies are set up"), None)
            } else {
                continue;
            };
            let to_do = "let it arrive by another hex";
            let one = finding(CHECK, message, to_do)
                .pointer(format!("{pointer}/counters/{place}"))
                .hex(first)
                .counter(&unit.id);
            found.push(with_rule(one, rule));
        }
    }
    found
}

/// Hexes that no unit may enter: each that is named by itself; of a zone or a letter all together,
/// since some of them may well be impassable.
fn impassable(
    units: &Units<'_>,
    group: &Reinforcement,
    hexes: &[(usize, &HexLabel, Hex)],
    pointer: &str,
) -> Vec<Diagnostic> {
    let to_do = "let them arrive by another hex, or change the terrain";
    let barred = || hexes.iter().filter(|(_, _, hex)| !units.lookup.enterable(*hex));
    let tell = |labels: &[&str], pointer: String| {
        let by = in_words(labels);
        let message = format!("nobody can enter {by}, where reinforcements come in");
        let found = finding(CHECK, message, to_do).pointer(pointer);
        match labels.first() {
            Some(hex) => found.hex(*hex),
            None => found,
        }
    };
    match group.entry {
        Entry::Hexes(_) => barred()
            .map(|(place, label, _)| {
                tell(&[label.as_str()], format!("{pointer}/entry/hexes/{place}"))
            })
            .collect(),
        Entry::Letter(_) | Entry::Zone(_) if barred().count() == hexes.len() => {
            let labels: Vec<&str> = hexes.iter().map(|(_, label, _)| label.as_str()).collect();
            vec![tell(&labels, format!("{pointer}/entry"))]
        }
        Entry::Letter(_) | Entry::Zone(_) => Vec::new(),
    }
}

/// Hexes in words; a zone may have hundreds.
fn in_words(labels: &[&str]) -> String {
    match labels.len() {
        0..=6 => labels.join(", "),
        many => format!("any of {many} hexes"),
    }
}

/// Whose units are set up in which hexes; nobody's where enemies may share them.
fn held<'a>(units: &Units<'a>) -> BTreeMap<Hex, Vec<&'a str>> {
    let mut held: BTreeMap<Hex, Vec<&str>> = BTreeMap::new();
    if units.bundle.ruleset.unchecked.contains(&SetUpCheck::MixedHex) {
        return held;
    }
    for one in units.standing.iter().filter(|one| one.is_unit) {
        held.entry(one.hex).or_default().push(&one.counter.side);
    }
    held
}
