//! How a value falls into things that can be told apart: what a merge puts together, and what a
//! comparison tells of.

use serde_json::{Map, Value};

/// What is taken or left as a whole, since half of one and half of the other means nothing.
const WHOLE: [&str; 12] = [
    "entry",
    "condition",
    "georeference",
    "grid",
    "scan",
    "look",
    "battlefield",
    "start",
    "conditions",
    "value",
    "when",
    "columns",
];

/// How a value falls apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Not at all.
    Whole,
    /// Into fields, each by itself.
    Fields,
    /// Into counters: each is followed by itself, whatever entry of the list it stands in.
    Counters,
    /// Into items with names, or the words of a set.
    Items,
    /// Into places, which stay as many as they are.
    Places,
    /// Not at all, but what is between two of its links may change by itself.
    Chain,
}

/// How two or three versions of a value fall apart. What stands at `path` has one shape only if
/// all versions of it have.
pub fn shape(path: &[String], versions: &[&Value]) -> Shape {
    let mut up = path.iter().rev().map(String::as_str);
    let (name, above) = (up.next().unwrap_or_default(), up.nth(1).unwrap_or_default());
    if WHOLE.contains(&name) {
        return Shape::Whole;
    }
    if versions.iter().all(|version| version.is_object()) {
        return if charts_of_two_sizes(path, versions) || maps_of_two_numberings(path, versions) {
            Shape::Whole
        } else {
            Shape::Fields
        };
    }
    let lists: Option<Vec<&Vec<Value>>> =
        versions.iter().map(|version| version.as_array()).collect();
    let Some(lists) = lists else { return Shape::Whole };
    match name {
        "placements" | "reinforcements" | "withdrawals" => Shape::Counters,
        "values" | "cells" | "faces" => {
            let mut lengths = lists.iter().map(|list| list.len());
            let first = lengths.next();
            if lengths.all(|length| Some(length) == first) { Shape::Places } else { Shape::Whole }
        }
        "hexes" | "sides" if matches!(list_of(path), "paths" | "lines") && above == "items" => {
            Shape::Chain
        }
        _ => Shape::Items,
    }
}

/// The list of a map that a path leads into: `paths` of `/map/paths/items/…`.
fn list_of(path: &[String]) -> &str {
    path.get(1).map_or("", String::as_str)
}

/// Whether a list that is left out means the empty list: where another version has one.
pub fn is_list(versions: &[Option<&Value>]) -> bool {
    versions.iter().flatten().all(|version| version.is_array())
}

/// A chart's cells stand under its columns: where those differ, no cell of one is a cell of the
/// other.
fn charts_of_two_sizes(path: &[String], versions: &[&Value]) -> bool {
    let [.., list, _] = path else { return false };
    list == "tables" && differ(versions, "columns")
}

/// Where hexes have other numbers, nothing that names a hex means the same.
fn maps_of_two_numberings(path: &[String], versions: &[&Value]) -> bool {
    let [.., map] = path else { return false };
    map == "map"
        && path.len() == 1
        && ["orientation", "columns", "rows", "pushed", "numbering", "boards"].iter().any(|field| {
            let grids: Vec<Option<&Value>> = versions
                .iter()
                .map(|version| version.get("grid").and_then(|grid| grid.get(field)))
                .collect();
            grids.windows(2).any(|two| two[0] != two[1])
        })
}

fn differ(versions: &[&Value], field: &str) -> bool {
    versions.windows(2).any(|two| two[0].get(field) != two[1].get(field))
}

/// Whether fields are those of a layer with one glyph a hex.
pub fn is_terrain(fields: &Map<String, Value>) -> bool {
    fields.contains_key("palette") && fields.contains_key("rows")
}
