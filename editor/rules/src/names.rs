//! What counters are called, so that whoever reads it finds them on the map.

use std::collections::{BTreeMap, BTreeSet};

use salient_schema::Bundle;
use salient_schema::order_of_battle::Counter;
use salient_schema::ruleset::UnitSize;

/// A number or letters that are no longer say too little by themselves: `C`, `3`, `23R`.
const BARE: usize = 3;

/// The name of every counter, by its id: what is printed on it, where that says enough; else with
/// what it is and how large, `C Cavalry Corps`. Where several armies have one of the same name, with
/// whose it is.
pub(crate) fn of_counters(bundle: &Bundle) -> BTreeMap<String, String> {
    let counters = bundle.orders_of_battle.iter().flat_map(|oob| &oob.counters);
    let named: Vec<(&Counter, String)> =
        counters.map(|counter| (counter, by_itself(bundle, counter))).collect();
    let mut armies: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (counter, name) in &named {
        armies.entry(name).or_default().insert(army(counter));
    }
    // A number is that of an army wherever another bears it: the 1st corps of several.
    let name = |(counter, name): &(&Counter, String)| {
        let several = armies.get(name.as_str()).is_some_and(|armies| armies.len() > 1);
        let name = match several && !counter.designation.trim().is_empty() {
            true => format!("{name} ({})", army_name(bundle, counter)),
            false => name.clone(),
        };
        (counter.id.clone(), name)
    };
    named.iter().map(name).collect()
}

/// What a counter is called, whichever others there are.
fn by_itself(bundle: &Bundle, counter: &Counter) -> String {
    let layout = &bundle.ruleset.counters;
    let kind = layout.types.iter().find(|kind| kind.id == counter.unit_type);
    let kind = kind.map(|kind| kind.name.as_str());
    let printed = counter.designation.trim();
    if printed.is_empty() {
        return kind.unwrap_or(&counter.id).to_owned();
    }
    let Some(kind) = kind.filter(|_| is_bare(printed)) else { return printed.to_owned() };
    let size = layout.sizes.iter().find(|size| Some(&size.id) == counter.size.as_ref());
    let size = size.filter(|size| is_formation(size)).map(|size| size.name.as_str());
    let what = match size {
        Some(size) if has_words(size, kind) => size.to_owned(),
        Some(size) if !has_words(kind, size) => format!("{kind} {size}"),
        _ => kind.to_owned(),
    };
    if has_words(&what, printed) { what } else { format!("{printed} {what}") }
}

/// Whether a designation is a mere number, `3` or `23R`, or a few letters.
fn is_bare(printed: &str) -> bool {
    let number = printed.starts_with(|first: char| first.is_ascii_digit());
    printed.chars().count() <= BARE
        && printed.chars().all(|c| if number { c.is_alphanumeric() } else { c.is_alphabetic() })
}

/// Whether a size is that of a formation, by the mark over its symbol.
fn is_formation(size: &UnitSize) -> bool {
    !size.mark.is_empty() && size.mark.chars().all(|mark| "XI•".contains(mark))
}

/// Whether a name has the words of another in it.
fn has_words(name: &str, other: &str) -> bool {
    let name = name.to_lowercase();
    let words: Vec<&str> = name.split_whitespace().collect();
    other.to_lowercase().split_whitespace().all(|word| words.contains(&word))
}

/// The army of a counter: its nation, else its side.
fn army(counter: &Counter) -> &str {
    counter.nation.as_deref().unwrap_or(&counter.side)
}

fn army_name<'a>(bundle: &'a Bundle, counter: &'a Counter) -> &'a str {
    let id = army(counter);
    let nations = bundle.ruleset.nations.iter().map(|one| (&one.id, &one.name));
    let mut known = nations.chain(bundle.ruleset.sides.iter().map(|one| (&one.id, &one.name)));
    known.find(|(known, _)| *known == id).map_or(id, |(_, name)| name)
}
