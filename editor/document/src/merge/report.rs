//! Differences in a designer's words.

mod counters;
mod map;

use std::collections::{BTreeMap, BTreeSet};

use salient_hex::grid::HexGrid;
use salient_schema::map::Grid;
use serde_json::Value;

use super::change::{Change, ChangeKind, Names};
use super::compare::{Difference, ORDER};
use super::words;

/// The most things that are named where many changed alike.
const NAMED: usize = 12;

/// A change, and with what others it may be told in one breath.
struct Told {
    change: Change,
    alike: Option<Alike>,
}

/// That there were words for a change, and what others may be told with it.
struct Said {
    alike: Option<Alike>,
}

/// What makes several changes one sentence: `terrain of ` 4 ` hexes: clear → forest`.
struct Alike {
    before_number: String,
    behind_number: String,
    /// What this one is called in the list of them.
    member: String,
}

/// Tells differences.
pub struct Reporter<'a> {
    grids: [Option<HexGrid>; 2],
    names: &'a Names,
    /// Both versions, for what the neighbours of something are called.
    values: [&'a Value; 2],
    /// How many parts of a path lead to the files' own top.
    depth: usize,
}

impl<'a> Reporter<'a> {
    pub fn new(
        grids: [Option<&Grid>; 2],
        names: &'a Names,
        values: [&'a Value; 2],
        depth: usize,
    ) -> Self {
        Self { grids: grids.map(|grid| grid.map(HexGrid::new)), names, values, depth }
    }

    pub fn report(&self, found: Vec<Difference>) -> Vec<Change> {
        let found = map::moved(self.come_and_gone(found));
        let told = found.into_iter().map(|one| match one {
            Found::Moved(change) => Told { change: *change, alike: None },
            Found::Plain(difference) => self.one(difference),
        });
        gather(told)
    }

    fn one(&self, difference: Difference) -> Told {
        let Difference { path, before, after } = difference;
        let kind = match (&before, &after) {
            (None, _) => ChangeKind::Added,
            (_, None) => ChangeKind::Removed,
            _ => ChangeKind::Changed,
        };
        let mut change = Change {
            kind,
            text: String::new(),
            path,
            hexes: Vec::new(),
            counters: Vec::new(),
            before,
            after,
        };
        let said = self.on_the_map(&mut change).or_else(|| self.of_counters(&mut change));
        let alike = match said {
            Some(Said { alike }) => alike,
            None => {
                change.text = self.plainly(&change);
                None
            }
        };
        Told { change, alike }
    }

    /// Whatever there is no better way to tell.
    fn plainly(&self, change: &Change) -> String {
        let Some((last, above)) = change.path.split_last() else {
            return "everything".to_owned();
        };
        if last == ORDER {
            return format!("{}: in another order", words::what(above));
        }
        let (was, is) = (words::value(change.before.as_ref()), words::value(change.after.as_ref()));
        if let Some(cell) = self.cell(&change.path) {
            return format!("{cell}: {was} → {is}");
        }
        let verb = match change.kind {
            ChangeKind::Added => "added",
            ChangeKind::Removed => "removed",
            ChangeKind::Moved | ChangeKind::Changed => {
                return format!("{}: {was} → {is}", words::what(&change.path));
            }
        };
        let value = change.after.as_ref().or(change.before.as_ref());
        // A word of a set is its own name.
        let is_word = value.is_some_and(|value| {
            matches!(value, Value::String(_) | Value::Number(_)) && plain(value) == *last
        });
        match above.last().map(String::as_str) {
            Some("notes") if is_word => format!("note {verb}: {}", words::value(value)),
            _ if is_word => format!("{}: {last} {verb}", words::what(above)),
            _ if is_thing(&change.path) => format!("{} {verb}", words::what(&change.path)),
            _ if change.kind == ChangeKind::Added => {
                format!("{}: {is} (not given before)", words::what(&change.path))
            }
            _ => format!("{}: no longer given (was {was})", words::what(&change.path)),
        }
    }

    /// A cell of a chart, or a value of a track, by the head that stands over it.
    fn cell(&self, path: &[String]) -> Option<String> {
        let path: Vec<&str> = path.iter().map(String::as_str).collect();
        let nth = |list: &Value, number: &str| -> Option<Value> {
            list.get(number.parse::<usize>().ok()?.checked_sub(1)?).cloned()
        };
        match path.as_slice() {
            ["ruleset", "tables", id, list @ ("rows" | "column_finder"), head, "cells", column] => {
                let table = item(self.at(&["ruleset", "tables"])?, &[("id", id)])?;
                let over = nth(table.get("columns")?, column)?;
                let row = if *list == "rows" { "row" } else { "heads of" };
                Some(format!("chart {id}: {row} {head}, column {}", words::value(Some(&over))))
            }
            ["scenario", "tracks", key, "values", place] => {
                let turn = nth(self.at(&["scenario", "turns"])?, place)
                    .and_then(|turn| turn.get("turn").cloned())
                    .map_or_else(|| (*place).to_owned(), |turn| turn.to_string());
                Some(format!("track {key}: game-turn {turn}"))
            }
            _ => None,
        }
    }

    /// Something of the newer version by its path from the bundle.
    fn at(&self, path: &[&str]) -> Option<&'a Value> {
        path.iter().skip(self.depth).try_fold(self.values[1], |value, name| value.get(*name))
    }
}

fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// The item of a list with these fields.
fn item<'v>(list: &'v Value, fields: &[(&str, &str)]) -> Option<&'v Value> {
    list.as_array()?.iter().find(|item| {
        fields.iter().all(|(name, value)| item.get(name).and_then(Value::as_str) == Some(value))
    })
}

/// Whether a path ends at a thing that is added and removed, not at a field that is set.
fn is_thing(path: &[String]) -> bool {
    let above = path.len().checked_sub(2).and_then(|at| path.get(at)).map(String::as_str);
    const LISTS: [&str; 26] = [
        "items",
        "tables",
        "constants",
        "counters",
        "formations",
        "turns",
        "tracks",
        "levels",
        "free",
        "control",
        "overrides",
        "replacements",
        "terrain",
        "features",
        "hexsides",
        "paths",
        "lines",
        "sides",
        "nations",
        "ratings",
        "formation_ratings",
        "types",
        "sizes",
        "traits",
        "scores",
        "steps",
    ];
    above.is_some_and(|above| LISTS.contains(&above))
}

/// A difference, or several that are told as one already.
enum Found {
    Plain(Difference),
    Moved(Box<Change>),
}

/// Puts what changed alike into one sentence, where its first stands.
fn gather(told: impl Iterator<Item = Told>) -> Vec<Change> {
    let mut changes: Vec<(Change, Option<Alike>, Vec<String>)> = Vec::new();
    let mut places: BTreeMap<(String, String), usize> = BTreeMap::new();
    for Told { change, alike } in told {
        let Some(alike) = alike else {
            changes.push((change, None, Vec::new()));
            continue;
        };
        let key = (alike.before_number.clone(), alike.behind_number.clone());
        match places.get(&key).and_then(|&at| changes.get_mut(at)) {
            Some((first, _, members)) => {
                first.hexes.extend(change.hexes);
                first.counters.extend(change.counters);
                members.push(alike.member);
            }
            None => {
                places.insert(key, changes.len());
                let member = alike.member.clone();
                changes.push((change, Some(alike), vec![member]));
            }
        }
    }
    changes
        .into_iter()
        .map(|(mut change, alike, members)| {
            if let Some(alike) = alike.filter(|_| members.len() > 1) {
                let Alike { before_number, behind_number, .. } = alike;
                let named = members.iter().take(NAMED).cloned().collect::<Vec<_>>().join(", ");
                let more = if members.len() > NAMED { " …" } else { "" };
                let number = members.len();
                change.text = format!("{before_number}{number}{behind_number} ({named}{more})");
                // The values are those of the first, and the same for all where that has meaning.
            }
            let mut seen = BTreeSet::new();
            change.hexes.retain(|hex| seen.insert(hex.clone()));
            change
        })
        .collect()
}
