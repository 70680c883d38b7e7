//! Set-up, arrivals and departures: each counter is followed by itself, whatever entry of the
//! list it stands in.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use super::lists;
use super::three_way::{Merger, Versions};

/// Where each counter stands, or when it comes, and what is said of it besides.
pub type Placed = BTreeMap<String, Value>;

/// Merges lists of entries that name counters; `None` if an entry is not as it should be.
pub fn merge(merger: &mut Merger<'_>, [base, ours, theirs]: [&[Value]; 3]) -> Option<Value> {
    let (was, mine, others) = (counters(base)?, counters(ours)?, counters(theirs)?);
    let mut all: Vec<&String> = was.keys().chain(mine.keys()).chain(others.keys()).collect();
    all.sort_unstable();
    all.dedup();
    let mut merged = Placed::new();
    for counter in all {
        let versions = Versions {
            base: was.get(counter),
            ours: mine.get(counter),
            theirs: others.get(counter),
        };
        // Where it stands and how it stands there is one thing.
        let Versions { base, ours, theirs } = versions;
        let value = if ours == theirs || base == ours {
            theirs.cloned()
        } else if base == theirs {
            ours.cloned()
        } else {
            merger.path.push(counter.clone());
            let value = merger.clash(versions);
            merger.path.pop();
            value
        };
        merged.extend(value.map(|value| (counter.clone(), value)));
    }
    Some(Value::Array(rebuild(&merged, [base, ours, theirs])))
}

/// Every counter that is named, with the rest of its entry. The second counter of an id has a
/// number behind it.
pub fn counters(list: &[Value]) -> Option<Placed> {
    let mut placed = Placed::new();
    for entry in list {
        let fields = entry.as_object()?;
        let mut state = fields.clone();
        state.remove("counters");
        for counter in fields.get("counters")?.as_array()? {
            let id = counter.as_str()?;
            let mut name = id.to_owned();
            let mut number = 1;
            while placed.contains_key(&name) {
                number += 1;
                name = format!("{id} ({number})");
            }
            placed.insert(name, Value::Object(state.clone()));
        }
    }
    Some(placed)
}

/// The list of entries that name these counters. Where a hex (or a game-turn's entry) holds just
/// what one of the versions has there, its entries are taken as they are, the order of the stack
/// included.
fn rebuild(merged: &Placed, [base, ours, theirs]: [&[Value]; 3]) -> Vec<Value> {
    let mut list: Vec<Value> = Vec::new();
    let in_groups = |list: &[Value]| {
        let mut groups: BTreeMap<String, Vec<Value>> = BTreeMap::new();
        for entry in list {
            groups.entry(group_of(entry)).or_default().push(entry.clone());
        }
        groups
    };
    let mut groups = [base, ours, theirs].map(in_groups);
    let mut merged_groups: BTreeMap<String, Vec<(&str, &Value)>> = BTreeMap::new();
    for (name, state) in merged {
        merged_groups.entry(group_of(state)).or_default().push((id_of(name), state));
    }
    // Whatever stays where it was keeps its place in the list.
    let in_order = |list: &[Value]| {
        let mut seen = BTreeSet::new();
        let groups = list.iter().map(group_of);
        groups.filter(|group| seen.insert(group.clone())).collect::<Vec<_>>()
    };
    let mut order = lists::union(&in_order(ours), &in_order(theirs));
    let known: BTreeSet<String> = order.iter().cloned().collect();
    order.extend(merged_groups.keys().filter(|group| !known.contains(*group)).cloned());
    for group in order {
        let wanted = merged_groups.remove(&group).unwrap_or_default();
        let versions = groups.each_mut().map(|groups| groups.remove(&group).unwrap_or_default());
        let fits = |entries: &[Value]| contents(entries) == sorted(&wanted);
        let [was, mine, others] = versions;
        if fits(&others) && (others != was || !fits(&mine)) {
            list.extend(others);
        } else if fits(&mine) {
            list.extend(mine);
        } else {
            list.extend(pieces(&wanted, &others, &mine));
        }
    }
    list
}

/// Entries for a hex in which counters of both versions meet.
fn pieces(wanted: &[(&str, &Value)], theirs: &[Value], ours: &[Value]) -> Vec<Value> {
    let mut left: Vec<(&str, &Value)> = wanted.to_vec();
    let mut entries: Vec<Value> = Vec::new();
    let mut put = |id: &str, state: &Value| {
        let mut fields = state.as_object().cloned().unwrap_or_default();
        if let Some(Value::Object(last)) = entries.last_mut() {
            let mut same = last.clone();
            same.remove("counters");
            if same == fields
                && let Some(Value::Array(counters)) = last.get_mut("counters")
            {
                counters.push(Value::String(id.to_owned()));
                return;
            }
        }
        fields.insert("counters".to_owned(), Value::Array(vec![Value::String(id.to_owned())]));
        entries.push(Value::Object(fields));
    };
    for entry in theirs.iter().chain(ours) {
        for (id, state) in flat(entry) {
            let found = left.iter().position(|(other, at)| *other == id && **at == state);
            if let Some(at) = found {
                let (id, state) = left.remove(at);
                put(id, state);
            }
        }
    }
    for (id, state) in left {
        put(id, state);
    }
    entries
}

fn flat(entry: &Value) -> Vec<(String, Value)> {
    let mut state: Map<String, Value> = entry.as_object().cloned().unwrap_or_default();
    let counters = state.remove("counters").unwrap_or_default();
    let ids = counters.as_array().cloned().unwrap_or_default();
    ids.into_iter()
        .filter_map(|id| id.as_str().map(|id| (id.to_owned(), Value::Object(state.clone()))))
        .collect()
}

fn contents(entries: &[Value]) -> Vec<(String, String)> {
    let mut all: Vec<(String, String)> =
        entries.iter().flat_map(flat).map(|(id, state)| (id, state.to_string())).collect();
    all.sort_unstable();
    all
}

fn sorted(wanted: &[(&str, &Value)]) -> Vec<(String, String)> {
    let mut all: Vec<(String, String)> =
        wanted.iter().map(|(id, state)| ((*id).to_owned(), state.to_string())).collect();
    all.sort_unstable();
    all
}

/// What holds an entry's counters together: the hex of a stack, or whatever an arrival says of
/// its counters.
fn group_of(entry: &Value) -> String {
    match entry.get("hex").and_then(Value::as_str) {
        Some(hex) => hex.to_owned(),
        None => {
            let mut rest = entry.as_object().cloned().unwrap_or_default();
            rest.remove("counters");
            Value::Object(rest).to_string()
        }
    }
}

/// The id of a counter without the number behind it.
pub fn id_of(name: &str) -> &str {
    name.split_once(" (").map_or(name, |(id, _)| id)
}
