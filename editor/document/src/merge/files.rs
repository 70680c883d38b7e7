//! Files by themselves: two compared, three merged, as version control hands them over.

use std::collections::BTreeMap;

use salient_schema::map::Grid;
use salient_schema::{CounterId, Document as File, FileKind, HexLabel, OrderOfBattle};
use serde::Serialize;
use serde_json::Value;

use super::Conflict;
use super::compare::differences;
use super::tell::Teller;
use super::three_way::Merger;

/// What was done to something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ChangeKind {
    /// It is there now.
    Added,
    /// It is there no longer.
    Removed,
    /// It is elsewhere: a counter in another hex, a town too.
    Moved,
    /// It is otherwise.
    Changed,
}

/// Something that changed from one file to another, as a designer would tell it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Change {
    /// What was done.
    pub kind: ChangeKind,
    /// In a designer's words: `3/Sx moved 1205 → 1306`.
    pub text: String,
    /// Names of fields and of things in lists, from the bundle down; the first of them, where the
    /// change is of several things alike.
    pub path: Vec<String>,
    /// The hexes where it shows, as printed; from the first to the second where something moved.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hexes: Vec<HexLabel>,
    /// The counters that it is about.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub counters: Vec<CounterId>,
    /// What the file said before; left out of something that was added.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<Value>,
    /// What the file says after; left out of something that was removed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<Value>,
}

/// What two files of one kind differ in.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Comparison {
    /// The kind of both files: `map`, `order-of-battle`.
    #[serde(serialize_with = "name_of_kind")]
    pub kind: FileKind,
    /// Everything that changed: part by part by name, in a list as the file has it.
    pub changes: Vec<Change>,
}

fn name_of_kind<S: serde::Serializer>(kind: &FileKind, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(kind.name())
}

/// What three files of one kind become.
#[derive(Clone, Debug, PartialEq)]
pub struct MergedFile {
    /// The file that comes out; where both changed the same otherwise, as ours has it.
    pub file: File,
    /// What both changed, each in another way.
    pub conflicts: Vec<Conflict>,
}

/// Why files cannot be compared or merged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FileError {
    /// Files of different kinds.
    #[error("one is a {0}, the other a {1}: only files of one kind can be told apart by things")]
    Kinds(FileKind, FileKind),
    /// What came out is no file of the kind.
    #[error("the versions do not fit together: {0}")]
    NoFit(String),
}

/// What counters are called by those who play with them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names {
    designations: BTreeMap<CounterId, String>,
    /// How many counters bear a designation.
    bearers: BTreeMap<String, usize>,
}

impl Names {
    /// The designations of the counters of some orders of battle. The first that names a counter
    /// counts.
    pub fn of<'a>(books: impl IntoIterator<Item = &'a OrderOfBattle>) -> Self {
        let mut names = Self::default();
        for book in books {
            for counter in &book.counters {
                names.add(&counter.id, &counter.designation);
            }
        }
        names
    }

    fn add(&mut self, id: &str, designation: &str) {
        if !self.designations.contains_key(id) {
            self.designations.insert(id.to_owned(), designation.to_owned());
            *self.bearers.entry(designation.to_owned()).or_default() += 1;
        }
    }

    /// What is printed on a counter; with its id, if another bears the same.
    pub fn of_counter(&self, id: &str) -> String {
        match self.designations.get(id) {
            Some(printed) if printed.is_empty() => id.to_owned(),
            Some(printed) if self.bearers.get(printed).is_some_and(|bearers| *bearers > 1) => {
                format!("{printed} ({id})")
            }
            Some(printed) => printed.clone(),
            None => id.to_owned(),
        }
    }
}

/// Tells what changed from one file to another, thing by thing.
///
/// `names` tells what counters are called that the files only refer to; those that stand in the
/// files themselves are known anyway.
///
/// # Errors
/// The files are of different kinds.
pub fn compare_files(before: &File, after: &File, names: &Names) -> Result<Comparison, FileError> {
    let kind = after.kind();
    if before.kind() != kind {
        return Err(FileError::Kinds(before.kind(), kind));
    }
    let [old, new] = [before, after].map(sorted);
    let mut names = names.clone();
    for book in [&new, &old].into_iter().flat_map(books_of) {
        for counter in &book.counters {
            names.add(&counter.id, &counter.designation);
        }
    }
    let grids = [grid_of(&old), grid_of(&new)];
    let (was, is) = (value(&old)?, value(&new)?);
    let path = path_to(&new);
    let found = differences(path.clone(), &was, &is, grids);
    let mut changes = Teller::new(grids, &names, [&was, &is], path.len()).tell(found);
    if changes.is_empty() && was != is {
        changes.push(Change {
            kind: ChangeKind::Changed,
            text: "the same things in another order".to_owned(),
            path,
            hexes: Vec::new(),
            counters: Vec::new(),
            before: None,
            after: None,
        });
    }
    Ok(Comparison { kind, changes })
}

/// Merges two files that began as one: what only one of them changed is taken from it. Where both
/// changed the same, ours stays, and there is a conflict to be told of.
///
/// Without a base everything that the two do not share is new in both.
///
/// # Errors
/// The files are of different kinds, or what comes out is no file.
pub fn merge_files(
    base: Option<&File>,
    ours: &File,
    theirs: &File,
) -> Result<MergedFile, FileError> {
    let kind = ours.kind();
    for other in [Some(theirs), base].into_iter().flatten() {
        if other.kind() != kind {
            return Err(FileError::Kinds(kind, other.kind()));
        }
    }
    let [mine, others] = [ours, theirs].map(sorted);
    let base = base.map(sorted);
    let began = base.as_ref().map(value).transpose()?;
    let (was, is) = (value(&mine)?, value(&others)?);
    let mut merger = Merger::new(grid_of(&others), &[]);
    merger.path = path_to(&mine);
    let merged = merger.merge(began.as_ref(), Some(&was), Some(&is)).unwrap_or_default();
    let conflicts = merger.conflicts;
    Ok(MergedFile { file: read(kind, merged)?, conflicts })
}

fn sorted(file: &File) -> File {
    let mut file = file.clone();
    file.sort();
    file
}

fn books_of(file: &File) -> &[OrderOfBattle] {
    match file {
        File::OrderOfBattle(book) => std::slice::from_ref(book),
        File::Bundle(bundle) => &bundle.orders_of_battle,
        _ => &[],
    }
}

fn grid_of(file: &File) -> Option<&Grid> {
    match file {
        File::Map(map) => Some(&map.grid),
        File::Bundle(bundle) => Some(&bundle.map.grid),
        _ => None,
    }
}

/// Where a file's contents stand below a bundle.
fn path_to(file: &File) -> Vec<String> {
    let path: &[&str] = match file {
        File::Map(_) => &["map"],
        File::Recipe(_) | File::Variant(_) => &["recipe"],
        File::Ruleset(_) => &["ruleset"],
        File::OrderOfBattle(book) => &["orders_of_battle", &book.id],
        File::Scenario(_) => &["scenario"],
        File::Bundle(_) => &[],
    };
    path.iter().map(|part| (*part).to_owned()).collect()
}

fn value(file: &File) -> Result<Value, FileError> {
    match file {
        File::Map(map) => serde_json::to_value(map),
        File::Recipe(recipe) => serde_json::to_value(recipe),
        File::Variant(variant) => serde_json::to_value(variant),
        File::Ruleset(ruleset) => serde_json::to_value(ruleset),
        File::OrderOfBattle(book) => serde_json::to_value(book),
        File::Scenario(scenario) => serde_json::to_value(scenario),
        File::Bundle(bundle) => serde_json::to_value(bundle),
    }
    .map_err(|error| FileError::NoFit(error.to_string()))
}

fn read(kind: FileKind, value: Value) -> Result<File, FileError> {
    let file = match kind {
        FileKind::Map => serde_json::from_value(value).map(File::Map),
        FileKind::Recipe => serde_json::from_value(value).map(File::Recipe),
        FileKind::Variant => serde_json::from_value(value).map(File::Variant),
        FileKind::Ruleset => serde_json::from_value(value).map(File::Ruleset),
        FileKind::OrderOfBattle => serde_json::from_value(value).map(File::OrderOfBattle),
        FileKind::Scenario => serde_json::from_value(value).map(File::Scenario),
        FileKind::Bundle => serde_json::from_value(value).map(File::Bundle),
    };
    file.map_err(|error| FileError::NoFit(error.to_string()))
}
