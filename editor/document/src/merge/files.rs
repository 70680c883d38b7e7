//! Files by themselves: two compared, three merged, as version control hands them over.

use salient_schema::map::Grid;
use salient_schema::{Document as File, FileKind, OrderOfBattle};
use serde::Serialize;
use serde_json::Value;

use super::change::{Change, ChangeKind, Names};
use super::compare::differences;
use super::report::Reporter;
use super::three_way::Merger;
use super::{Choice, Conflict};

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
    /// The file that comes out; where both changed the same otherwise, as was chosen.
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
    for oob in [&new, &old].into_iter().flat_map(orders_of_battle_of) {
        for counter in &oob.counters {
            names.add(&counter.id, &counter.designation);
        }
    }
    let grids = [grid_of(&old), grid_of(&new)];
    let (was, is) = (value(&old)?, value(&new)?);
    let path = path_to(&new);
    let found = differences(path.clone(), &was, &is, grids);
    let mut changes = Reporter::new(grids, &names, [&was, &is], path.len()).report(found);
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
/// changed the same, there is a conflict to be told of, and the choice at its place counts; beyond
/// the choices ours stays.
///
/// Without a base everything that the two do not share is new in both.
///
/// # Errors
/// The files are of different kinds, or what comes out is no file.
pub fn merge_files(
    base: Option<&File>,
    ours: &File,
    theirs: &File,
    choices: &[Choice],
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
    let mut merger = Merger::new(grid_of(&others), choices);
    merger.path = path_to(&mine);
    let merged = merger.merge(began.as_ref(), Some(&was), Some(&is)).unwrap_or_default();
    let conflicts = merger.conflicts;
    Ok(MergedFile { file: read(kind, &merged)?, conflicts })
}

fn sorted(file: &File) -> File {
    let mut file = file.clone();
    file.sort();
    file
}

fn orders_of_battle_of(file: &File) -> &[OrderOfBattle] {
    match file {
        File::OrderOfBattle(oob) => std::slice::from_ref(oob),
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
        File::OrderOfBattle(oob) => &["orders_of_battle", &oob.id],
        File::Scenario(_) => &["scenario"],
        File::Bundle(_) => &[],
    };
    path.iter().map(|part| (*part).to_owned()).collect()
}

fn value(file: &File) -> Result<Value, FileError> {
    file.to_value().map_err(|error| FileError::NoFit(error.to_string()))
}

fn read(kind: FileKind, value: &Value) -> Result<File, FileError> {
    File::from_value(kind, value).map_err(|error| FileError::NoFit(error.to_string()))
}
