//! The set-up: each counter is followed by itself, whatever entry of the list it stands in.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::three_way::{Merger, Versions};

/// A counter that is set up: where, and with what besides.
type Placed = BTreeMap<String, Value>;

/// Merges the lists of placements; `None` if an entry is not as it should be.
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

/// Every counter that is set up, with the hex and the state of its entry. The second counter of
/// an id has a number behind it.
fn counters(list: &[Value]) -> Option<Placed> {
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

/// The list of entries that set these counters up. Where a hex holds just what one of the
/// versions has there, its entries are taken as they are, the order of the stack included.
fn rebuild(merged: &Placed, [base, ours, theirs]: [&[Value]; 3]) -> Vec<Value> {
    let mut list: Vec<Value> = Vec::new();
    let mut done: Vec<&str> = Vec::new();
    let by_hex = |list: &[Value], hex: &str| -> Vec<Value> {
        list.iter().filter(|entry| hex_of(entry) == hex).cloned().collect()
    };
    let merged_hexes = merged.values().map(hex_of);
    let order = theirs.iter().chain(ours).map(hex_of).chain(merged_hexes);
    for hex in order {
        if done.contains(&hex) {
            continue;
        }
        done.push(hex);
        let wanted: Vec<(&str, &Value)> = merged
            .iter()
            .filter(|(_, state)| hex_of(state) == hex)
            .map(|(name, state)| (id_of(name), state))
            .collect();
        let versions = [base, ours, theirs].map(|list| by_hex(list, hex));
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

fn hex_of(entry: &Value) -> &str {
    entry.get("hex").and_then(Value::as_str).unwrap_or_default()
}

/// The id of a counter without the number behind it.
fn id_of(name: &str) -> &str {
    name.split_once(" (").map_or(name, |(id, _)| id)
}
