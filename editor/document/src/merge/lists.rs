//! Lists: items are known by what names them, not by their place.

use std::collections::{BTreeMap, BTreeSet};

use salient_schema::map::Grid;
use serde_json::{Map, Value};

use super::three_way::{Merger, Versions};

/// An item with its name.
pub type Named<'v> = (String, &'v Value);

/// Merges lists of items that can be told apart; `None` if they cannot.
pub fn merge(merger: &mut Merger<'_>, versions: [&[Value]; 3]) -> Option<Value> {
    let [base, ours, theirs] = named(&merger.path, versions, merger.grid)?;
    let [base_order, our_order, their_order] = [&base, &ours, &theirs].map(|list| order(list));
    let find = |list: Vec<Named<'_>>| -> BTreeMap<String, Value> {
        list.into_iter().map(|(key, value)| (key, value.clone())).collect()
    };
    let (in_base, in_ours, in_theirs) = (find(base), find(ours), find(theirs));
    // Whoever left the order of what was there alone leaves it to the other.
    let common = |order: &[String], other: &BTreeMap<String, Value>| -> Vec<String> {
        order.iter().filter(|key| other.contains_key(*key)).cloned().collect()
    };
    let they_reordered = common(&their_order, &in_base) != common(&base_order, &in_theirs);
    let (first, second) =
        if they_reordered { (their_order, our_order) } else { (our_order, their_order) };
    let mut merged: Vec<Value> = Vec::new();
    for key in union(&first, &second) {
        let versions = Versions {
            base: in_base.get(&key),
            ours: in_ours.get(&key),
            theirs: in_theirs.get(&key),
        };
        merged.extend(merger.below(&key, versions));
    }
    Some(Value::Array(merged))
}

/// One order with what only the other has put behind its predecessor there.
pub fn union(first: &[String], second: &[String]) -> Vec<String> {
    let there: BTreeSet<&String> = first.iter().collect();
    let mut behind: BTreeMap<Option<&String>, Vec<&String>> = BTreeMap::new();
    let mut predecessor = None;
    for key in second {
        if there.contains(key) {
            predecessor = Some(key);
        } else {
            behind.entry(predecessor).or_default().push(key);
        }
    }
    let mut all: Vec<String> = Vec::with_capacity(first.len() + second.len());
    for key in std::iter::once(None).chain(first.iter().map(Some)) {
        all.extend(key.cloned());
        all.extend(behind.remove(&key).into_iter().flatten().cloned());
    }
    all
}

pub fn order(list: &[Named<'_>]) -> Vec<String> {
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
        ("replacements", _) => &["turn", "side", "nation", "pool"],
        ("tracks", _) => &["id", "side"],
        ("levels", "victory") => &["name", "side"],
        ("levels", _) => &["id", "side", "nation"],
        ("free", _) => &["side", "zone"],
        ("control", _) => &["zone"],
        ("missions", _) => &["counter"],
        ("orders", _) => &["formation"],
        ("objectives", _) => &["name"],
        ("fires", _) => &["turn"],
        ("overrides", _) => &["table", "row", "column", "constant", "id"],
        ("rows" | "column_finder", _) => &["head"],
        ("exceptions", _) => &["row", "column"],
        ("parts", _) => &["type", "name"],
        _ => &["id"],
    }
}

/// Every version of a list with a name for each item, which is the same wherever the item is the
/// same. `None` if an item has nothing that names it.
///
/// Several items of one name are told apart by their number in the first version; in the others
/// whatever is equal to one of them has its name, then whatever shares most with one of them.
pub fn named<'v, const N: usize>(
    path: &[String],
    versions: [&'v [Value]; N],
    grid: Option<&Grid>,
) -> Option<[Vec<Named<'v>>; N]> {
    let names = name_of_items(path);
    let mut keyed: Vec<Vec<Named<'v>>> = Vec::with_capacity(N);
    let mut shared: BTreeSet<String> = BTreeSet::new();
    for list in versions {
        let list: Vec<Named<'v>> =
            list.iter().map(|item| Some((key(item, names, grid)?, item))).collect::<Option<_>>()?;
        let mut seen: BTreeSet<&str> = BTreeSet::new();
        for (name, _) in &list {
            if !seen.insert(name) {
                shared.insert(name.clone());
            }
        }
        keyed.push(list);
    }
    for name in &shared {
        tell_apart(&mut keyed, name);
    }
    keyed.try_into().ok()
}

/// Gives the items of one name numbers.
fn tell_apart(versions: &mut [Vec<Named<'_>>], name: &str) {
    let mut known: Vec<(String, Value)> = Vec::new();
    for list in versions {
        let mut here: Vec<&mut Named<'_>> =
            list.iter_mut().filter(|(key, _)| key == name).collect();
        let mut free: Vec<usize> = (0..known.len()).collect();
        let mut left: Vec<usize> = Vec::new();
        for (at, item) in here.iter_mut().enumerate() {
            match free.iter().position(|&one| known[one].1 == *item.1) {
                Some(place) => item.0.clone_from(&known[free.remove(place)].0),
                None => left.push(at),
            }
        }
        for at in left {
            let item = &mut here[at];
            let best = free
                .iter()
                .enumerate()
                .map(|(place, &one)| (likeness(&known[one].1, item.1), place))
                .max_by_key(|&(likeness, place)| (likeness, std::cmp::Reverse(place)))
                .filter(|(likeness, _)| *likeness > 0);
            if let Some((_, place)) = best {
                item.0.clone_from(&known[free.remove(place)].0);
                continue;
            }
            let number = known.len() + 1;
            item.0 = if number == 1 { name.to_owned() } else { format!("{name} ({number})") };
            known.push((item.0.clone(), item.1.clone()));
        }
    }
}

/// How much of two items that have one name is the same: the members of their lists.
fn likeness(one: &Value, other: &Value) -> usize {
    let (Some(one), Some(other)) = (one.as_object(), other.as_object()) else { return 0 };
    one.iter()
        .filter_map(|(name, value)| Some((value.as_array()?, other.get(name)?.as_array()?)))
        .map(|(one, other)| one.iter().filter(|item| other.contains(item)).count())
        .sum()
}

/// What names an item: a field or several of an object, a word or number itself.
fn key(item: &Value, names: &[&str], grid: Option<&Grid>) -> Option<String> {
    match item {
        Value::Object(fields) => {
            let parts: Vec<String> =
                names.iter().filter_map(|name| field(fields, name, grid)).collect();
            (!parts.is_empty()).then(|| parts.join(" "))
        }
        Value::String(_) | Value::Number(_) => Some(short(item)),
        _ => None,
    }
}

/// A field of an item. A hexside has two spellings, of which one counts.
fn field(fields: &Map<String, Value>, name: &str, grid: Option<&Grid>) -> Option<String> {
    let word = short(fields.get(name)?);
    let Some(grid) = grid.filter(|_| name == "side") else { return Some(word) };
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
