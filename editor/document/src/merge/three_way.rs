//! Three versions of a value made one.

use salient_hex::grid::HexGrid;
use salient_schema::map::Grid;
use serde_json::{Map, Value};

use super::shape::{self, Shape};
use super::{Choice, Conflict, chains, lists, rows, stacks, words};

/// The fields that a layer of rows tells each hex's terrain by.
const TERRAIN: [&str; 2] = ["palette", "rows"];

/// The three versions: what both began with, what is here, what is in the files.
#[derive(Clone, Copy, Debug)]
pub struct Versions<'a> {
    pub base: Option<&'a Value>,
    pub ours: Option<&'a Value>,
    pub theirs: Option<&'a Value>,
}

/// A merge under way.
pub struct Merger<'a> {
    /// The map's grid, where a map is among what is merged.
    pub grid: Option<&'a Grid>,
    choices: &'a [Choice],
    /// Names of fields and keys of list items, from the bundle down.
    pub path: Vec<String>,
    pub conflicts: Vec<Conflict>,
}

impl<'a> Merger<'a> {
    pub fn new(grid: Option<&'a Grid>, choices: &'a [Choice]) -> Self {
        Self { grid, choices, path: Vec::new(), conflicts: Vec::new() }
    }

    /// Whose word counts in a conflict, which is noted.
    pub fn settle(&mut self, conflict: Conflict) -> Choice {
        let choice = self.choices.get(self.conflicts.len()).copied().unwrap_or_default();
        self.conflicts.push(conflict);
        choice
    }

    /// Merges something below the present path.
    pub fn below(&mut self, name: &str, versions: Versions<'_>) -> Option<Value> {
        self.path.push(name.to_owned());
        let Versions { base, ours, theirs } = versions;
        let merged = self.merge(base, ours, theirs);
        self.path.pop();
        merged
    }

    pub fn merge(
        &mut self,
        base: Option<&Value>,
        ours: Option<&Value>,
        theirs: Option<&Value>,
    ) -> Option<Value> {
        if ours == theirs || base == ours {
            return theirs.cloned();
        }
        if base == theirs {
            return ours.cloned();
        }
        let versions = Versions { base, ours, theirs };
        // A list that is left out is an empty one: what the other put into it stays.
        let none = Value::Array(Vec::new());
        let (Some(mine), Some(others)) = (if shape::is_list(&[base, ours, theirs]) {
            (ours.or(Some(&none)), theirs.or(Some(&none)))
        } else {
            (ours, theirs)
        }) else {
            return self.clash(versions);
        };
        let all: Vec<&Value> = base.into_iter().chain([mine, others]).collect();
        let shape = shape::shape(&self.path, &all);
        if let (Value::Object(mine), Value::Object(others), Shape::Fields) = (mine, others, shape) {
            let empty = Map::new();
            let base = base.and_then(Value::as_object).unwrap_or(&empty);
            return Some(Value::Object(self.objects(base, mine, others)));
        }
        let (Value::Array(mine), Value::Array(others)) = (mine, others) else {
            return self.clash(versions);
        };
        let base = base.and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
        let merged = match shape {
            Shape::Counters => stacks::merge(self, [base, mine, others]),
            Shape::Items => lists::merge(self, [base, mine, others]),
            Shape::Places => Some(self.places([base, mine, others])),
            Shape::Chain => chains::merge(base, mine, others),
            Shape::Fields | Shape::Whole => None,
        };
        merged.or_else(|| self.clash(versions))
    }

    /// Lists of one length, place by place.
    fn places(&mut self, [base, ours, theirs]: [&[Value]; 3]) -> Value {
        let merged = (0..ours.len()).filter_map(|at| {
            let versions =
                Versions { base: base.get(at), ours: ours.get(at), theirs: theirs.get(at) };
            self.below(&(at + 1).to_string(), versions)
        });
        Value::Array(merged.collect())
    }

    fn objects(
        &mut self,
        base: &Map<String, Value>,
        ours: &Map<String, Value>,
        theirs: &Map<String, Value>,
    ) -> Map<String, Value> {
        let mut merged = Map::new();
        let terrain = shape::is_terrain(ours) && shape::is_terrain(theirs);
        let more = ours.keys().filter(|name| !theirs.contains_key(*name));
        for name in theirs.keys().chain(more) {
            if terrain && TERRAIN.contains(&name.as_str()) {
                continue;
            }
            let versions =
                Versions { base: base.get(name), ours: ours.get(name), theirs: theirs.get(name) };
            if let Some(value) = self.below(name, versions) {
                merged.insert(name.clone(), value);
            }
        }
        if terrain {
            let rows = match rows::merge(self, [base, ours, theirs]) {
                Some(rows) => rows,
                None => self.whole_terrain([base, ours, theirs]),
            };
            merged.extend(rows);
        }
        merged
    }

    /// Palette and rows that do not fit hex by hex, as on a map of another size.
    fn whole_terrain(&mut self, versions: [&Map<String, Value>; 3]) -> Map<String, Value> {
        let [base, ours, theirs] = versions.map(|fields| {
            let both = TERRAIN.map(|name| Some((name.to_owned(), fields.get(name)?.clone())));
            both.into_iter().collect::<Option<Map<_, _>>>().map(Value::Object)
        });
        let chosen = if ours == theirs || base == ours {
            theirs
        } else if base == theirs {
            ours
        } else {
            let versions =
                Versions { base: base.as_ref(), ours: ours.as_ref(), theirs: theirs.as_ref() };
            self.clash(versions)
        };
        match chosen {
            Some(Value::Object(fields)) => fields,
            _ => Map::new(),
        }
    }

    /// Where what is being merged shows on the map: the hexes that its names and values speak of.
    fn hexes_of(&self, values: [&str; 2]) -> Vec<String> {
        let path: Vec<&str> = self.path.iter().map(String::as_str).collect();
        let (
            Some(grid),
            ["map", ..] | ["scenario", "setup" | "reinforcements" | "withdrawals", ..],
        ) = (self.grid.map(HexGrid::new), path.as_slice())
        else {
            return Vec::new();
        };
        let mut hexes: Vec<String> = Vec::new();
        for word in path.into_iter().chain(values).flat_map(|text| text.split(is_between)) {
            if grid.parse(word).is_some() && !hexes.iter().any(|hex| hex == word) {
                hexes.push(word.to_owned());
            }
        }
        hexes
    }

    /// Both changed it, and only one of them can be right.
    pub fn clash(&mut self, versions: Versions<'_>) -> Option<Value> {
        let Versions { ours, theirs, .. } = versions;
        let [mine, others] = [ours, theirs].map(words::value);
        let conflict = Conflict {
            what: words::what(&self.path),
            path: self.path.clone(),
            hexes: self.hexes_of([&mine, &others]),
            ours: mine,
            theirs: others,
        };
        match self.settle(conflict) {
            Choice::Ours => ours.cloned(),
            Choice::Theirs => theirs.cloned(),
        }
    }
}

/// Whether a letter stands between words.
fn is_between(letter: char) -> bool {
    !letter.is_alphanumeric()
}
