//! Three versions of a value made one.

use salient_schema::map::Grid;
use serde_json::{Map, Value};

use super::{Choice, Conflict, lists, rows, stacks, words};

/// What is taken or left as a whole, since half of one and half of the other means nothing.
const WHOLE: [&str; 9] = [
    "entry",
    "condition",
    "georeference",
    "grid",
    "scan",
    "look",
    "battlefield",
    "conditions",
    "value",
];

/// The three versions: what both began with, what is here, what is in the files.
#[derive(Clone, Copy, Debug)]
pub struct Versions<'a> {
    pub base: Option<&'a Value>,
    pub ours: Option<&'a Value>,
    pub theirs: Option<&'a Value>,
}

/// A merge under way.
pub struct Merger<'a> {
    pub grid: &'a Grid,
    choices: &'a [Choice],
    /// Names of fields and keys of list items, from the bundle down.
    pub path: Vec<String>,
    pub conflicts: Vec<Conflict>,
}

impl<'a> Merger<'a> {
    pub fn new(grid: &'a Grid, choices: &'a [Choice]) -> Self {
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
        let whole = self.path.last().is_some_and(|name| WHOLE.contains(&name.as_str()));
        match (ours, theirs) {
            (Some(Value::Object(mine)), Some(Value::Object(others))) if !whole => {
                let empty = Map::new();
                let base = base.and_then(Value::as_object).unwrap_or(&empty);
                Some(Value::Object(self.objects(base, mine, others)))
            }
            (Some(Value::Array(mine)), Some(Value::Array(others))) if !whole => {
                let base = base.and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
                let merged = if self.path.last().is_some_and(|name| name == "placements") {
                    stacks::merge(self, [base, mine, others])
                } else {
                    lists::merge(self, [base, mine, others])
                };
                merged.or_else(|| self.clash(versions))
            }
            _ => self.clash(versions),
        }
    }

    fn objects(
        &mut self,
        base: &Map<String, Value>,
        ours: &Map<String, Value>,
        theirs: &Map<String, Value>,
    ) -> Map<String, Value> {
        let mut merged = Map::new();
        let rows = rows::merge(self, [base, ours, theirs]);
        let more = ours.keys().filter(|name| !theirs.contains_key(*name));
        for name in theirs.keys().chain(more) {
            if rows.is_some() && (name == "rows" || name == "palette") {
                continue;
            }
            let versions =
                Versions { base: base.get(name), ours: ours.get(name), theirs: theirs.get(name) };
            if let Some(value) = self.below(name, versions) {
                merged.insert(name.clone(), value);
            }
        }
        merged.extend(rows.into_iter().flatten());
        merged
    }

    /// Both changed it, and only one of them can be right.
    pub fn clash(&mut self, versions: Versions<'_>) -> Option<Value> {
        let Versions { ours, theirs, .. } = versions;
        let conflict = Conflict {
            what: words::what(&self.path),
            ours: words::value(ours),
            theirs: words::value(theirs),
        };
        match self.settle(conflict) {
            Choice::Ours => ours.cloned(),
            Choice::Theirs => theirs.cloned(),
        }
    }
}
