//! Lists: items are known by what names them, not by their place.

use std::collections::BTreeMap;

use salient_schema::map::Grid;
use serde_json::{Map, Value};

use super::three_way::{Merger, Versions};

/// Merges lists of items that can be told apart; `None` if they cannot.
pub fn merge(merger: &mut Merger<'_>, versions: [&[Value]; 3]) -> Option<Value> {
    let names = name_of_items(&merger.path);
    let grid = merger.grid;
    let keyed = versions.map(|list| keys(list, names, grid));
    let [Some(base), Some(ours), Some(theirs)] = keyed else { return None };
    let [base_order, our_order, their_order] = [&base, &ours, &theirs].map(|list| order(list));
    let find = |list: &[(String, &'_ Value)]| -> BTreeMap<String, Value> {
        list.iter().map(|(key, value)| (key.clone(), (*value).clone())).collect()
    };
    let (in_base, in_ours, in_theirs) = (find(&base), find(&ours), find(&theirs));
    // Whoever left the order of what was there alone leaves it to the other.
    let common = |order: &[String], other: &BTreeMap<String, Value>| -> Vec<String> {
        order.iter().filter(|key| other.contains_key(*key)).cloned().collect()
    };
    let they_reordered = common(&their_order, &in_base) != common(&base_order, &in_theirs);
    let (first, second) =
        if they_reordered { (their_order, our_order) } else { (our_order, their_order) };
    let mut merged: Vec<(String, Value)> = Vec::new();
    for key in union(first, &second) {
        let versions = Versions {
            base: in_base.get(&key),
            ours: in_ours.get(&key),
            theirs: in_theirs.get(&key),
        };
        if let Some(value) = merger.below(&key, versions) {
            merged.push((key, value));
        }
    }
    Some(Value::Array(merged.into_iter().map(|(_, value)| value).collect()))
}

/// One order with what only the other has put behind its predecessor there.
fn union(first: Vec<String>, second: &[String]) -> Vec<String> {
    let mut all = first;
    for (at, key) in second.iter().enumerate() {
        if all.contains(key) {
            continue;
        }
        let before =
            second[..at].iter().rev().find_map(|other| all.iter().position(|there| there == other));
        all.insert(before.map_or(0, |place| place + 1), key.clone());
    }
    all
}

fn order(list: &[(String, &Value)]) -> Vec<String> {
    list.iter().map(|(key, _)| key.clone()).collect()
}

/// The fields that tell the items of a list apart.
fn name_of_items(path: &[String]) -> &'static [&'static str] {
    let mut up = path.iter().rev().map(String::as_str);
    match (up.next().unwrap_or_default(), up.next().unwrap_or_default()) {
        ("items", "features") => &["hex", "kind"],
        ("items", "hexsides") => &["side", "kind"],
        ("items", "paths") => &["kind", "name"],
        ("items", "lines") => &["kind", "name", "owner"],
        ("turns", _) => &["turn"],
        ("reinforcements" | "withdrawals", _) => &["side", "counters"],
        ("replacements", _) => &["turn", "side", "nation", "pool"],
        ("tracks", _) => &["id", "side"],
        ("levels", "victory") => &["name", "side"],
        ("levels", _) => &["id", "side", "nation"],
        ("free", _) => &["side", "zone"],
        ("control", _) => &["zone"],
        ("overrides", _) => &["table", "row", "column", "constant", "id"],
        _ => &["id"],
    }
}

/// Each item with what names it; `None` if two have one name, or one has none.
fn keys<'v>(list: &'v [Value], names: &[&str], grid: &Grid) -> Option<Vec<(String, &'v Value)>> {
    let mut keyed: Vec<(String, &Value)> = Vec::with_capacity(list.len());
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for item in list {
        let key = match item {
            Value::Object(fields) => {
                let parts: Vec<String> =
                    names.iter().filter_map(|name| named(fields, name, grid)).collect();
                if parts.is_empty() {
                    return None;
                }
                parts.join(" ")
            }
            // A list of words or numbers is a set, in which a word may stand more than once.
            Value::String(_) | Value::Number(_) => {
                let word = short(item);
                let count = seen.entry(word.clone()).or_default();
                *count += 1;
                if *count == 1 { word } else { format!("{word} ({count})") }
            }
            _ => return None,
        };
        if item.is_object() {
            let count = seen.entry(key.clone()).or_default();
            *count += 1;
            if *count > 1 {
                return None;
            }
        }
        keyed.push((key, item));
    }
    Some(keyed)
}

/// A field of an item. A hexside has two spellings, of which one counts.
fn named(fields: &Map<String, Value>, name: &str, grid: &Grid) -> Option<String> {
    let word = short(fields.get(name)?);
    if name != "side" {
        return Some(word);
    }
    let side = grid.parse_side(&word).map(|(hex, direction)| grid.canonical_side(hex, direction));
    Some(side.map_or(word, |(hex, direction)| grid.print_side(hex, direction)))
}

fn short(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(items) => items.iter().map(short).collect::<Vec<_>>().join(", "),
        other => other.to_string(),
    }
}
