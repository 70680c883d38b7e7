//! Find and replace in several files, each opened, changed and saved as a document.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::replace::plan_among;
use super::{Change, FoundIn, Hit, Query, Refused, Replacement, find_in};
use salient_rules::Systems;

use crate::document::Document;
use crate::edit::Edit;
use crate::save::SaveOptions;

/// What became of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileReport {
    /// The scenario's or bundle's file.
    pub file: PathBuf,
    /// What became of it.
    pub outcome: Outcome,
}

/// What became of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It was only looked at.
    Found(Vec<Hit>),
    /// What a replacement would do, or did.
    Planned {
        /// What changes.
        changes: Vec<Change>,
        /// What cannot be changed so.
        refused: Vec<Refused>,
        /// The files that were written; none while it is only a preview.
        written: Vec<PathBuf>,
    },
    /// It was left alone.
    LeftAlone {
        /// Why.
        reason: String,
    },
}

/// Finds in several files and, with a replacement, replaces; with `save` not set, as a preview.
///
/// A file with errors is left alone, and so is each that `taken` names a reason for, such as
/// being open. Scenarios may share a map or an order of battle: what belongs to those is counted
/// with the first file that has them.
pub fn in_files(
    files: &[PathBuf],
    query: &Query,
    replacement: Option<&Replacement>,
    save: bool,
    taken: impl Fn(&Path) -> Option<String>,
) -> Vec<FileReport> {
    let mut shared = BTreeSet::new();
    let mut reports = Vec::new();
    let mut done = BTreeSet::new();
    for file in files {
        if !done.insert(resolved(file)) {
            continue;
        }
        let outcome = match taken(file) {
            Some(reason) => Outcome::LeftAlone { reason },
            None => in_file(file, query, replacement, save, &taken, &mut shared),
        };
        reports.push(FileReport { file: file.clone(), outcome });
    }
    reports
}

fn in_file(
    file: &Path,
    query: &Query,
    replacement: Option<&Replacement>,
    save: bool,
    taken: &impl Fn(&Path) -> Option<String>,
    shared: &mut BTreeSet<PathBuf>,
) -> Outcome {
    let (document, found) = Document::open(Systems::NONE, file);
    let faults: Vec<_> = found.iter().filter(|found| found.is_error()).collect();
    let Some(document) = document.filter(|_| faults.is_empty()) else {
        let reason = match faults.as_slice() {
            [] => "it cannot be read".to_owned(),
            [only] => format!("it has an error: {}", only.message),
            [first, rest @ ..] => {
                format!("it has {} errors, the first: {}", rest.len() + 1, first.message)
            }
        };
        return Outcome::LeftAlone { reason };
    };
    if document.unfinished_work().is_some() {
        let reason = "it has changes that were not saved when the editor ended; open it first";
        return Outcome::LeftAlone { reason: reason.to_owned() };
    }
    // The parts that a file before this one had are done already.
    let paths = document.paths().clone();
    let path_of = |part: FoundIn| {
        resolved(Path::new(match part {
            FoundIn::Map => &paths.map,
            FoundIn::OrderOfBattle(at) => paths.orders_of_battle.get(at).unwrap_or(&paths.scenario),
            FoundIn::Scenario => &paths.scenario,
        }))
    };
    let books = (0..paths.orders_of_battle.len()).map(FoundIn::OrderOfBattle);
    let parts: Vec<FoundIn> = [FoundIn::Map, FoundIn::Scenario].into_iter().chain(books).collect();
    let seen: BTreeSet<FoundIn> =
        parts.iter().copied().filter(|&part| shared.contains(&path_of(part))).collect();
    let mut blocked = None;
    for &part in &parts {
        let path = path_of(part);
        if blocked.is_none() && !seen.contains(&part) {
            blocked = taken(&path);
        }
        shared.insert(path);
    }
    if let Some(reason) = blocked {
        return Outcome::LeftAlone { reason };
    }
    let fresh = |hit: &Hit| !seen.contains(&hit.place.part());
    let Some(replacement) = replacement else {
        let mut hits = find_in(document.bundle(), document.grid(), query);
        hits.retain(fresh);
        return Outcome::Found(hits);
    };
    let plan = plan_among(&document, query, replacement, fresh);
    let written = match save && !plan.edits.is_empty() {
        true => saved(document, plan.edits),
        false => Ok(Vec::new()),
    };
    match written {
        Ok(written) => Outcome::Planned { changes: plan.changes, refused: plan.refused, written },
        Err(reason) => Outcome::LeftAlone { reason },
    }
}

/// Makes the edits, saves, and leaves no journal behind, whatever happens.
fn saved(mut document: Document, edits: Vec<Edit>) -> Result<Vec<PathBuf>, String> {
    document.begin("Replace");
    let applied = edits.into_iter().try_for_each(|edit| document.apply(edit));
    let result = match applied {
        Ok(()) => document.save(SaveOptions::default()).map_err(|error| error.to_string()),
        Err(error) => Err(error.to_string()),
    };
    document.close();
    result.map(|saved| saved.written)
}

/// The same file by whatever name.
fn resolved(path: &Path) -> PathBuf {
    std::fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf())
}
