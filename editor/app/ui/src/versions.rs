//! What changed between another version of the scenario and the document: since it was saved, from
//! another file, since a commit.

use std::path::PathBuf;
use std::sync::Arc;

use egui::Context;
use salient_document::commits::{Commit, at_commit, commits_of};
use salient_document::{Change, ChangeKind, Document, Names, Origin, compare_files, open_beside};
use salient_hex::grid::Hex;
use salient_schema::{Bundle, Document as File};

use crate::look::sentence;
use crate::request::versions::Other;
use crate::work::Work;

/// So many commits are offered.
const COMMITS: usize = 40;

/// The comparison of a document with another version, if one is shown.
#[derive(Debug, Default)]
pub struct Versions {
    other: Option<Other>,
    read: Work<Other, Result<Arc<Bundle>, String>>,
    compared: Work<(Other, u64), Result<Compared, String>>,
    /// Whether the commits are wanted.
    list: bool,
    commits: Work<PathBuf, Result<Vec<Commit>, String>>,
}

/// What changed.
#[derive(Clone, Debug)]
pub struct Compared {
    /// Every change, from the other version to the document.
    pub changes: Vec<Change>,
    /// Where each shows on the map of the document.
    pub marks: Vec<Mark>,
}

/// Where a change shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// What was done.
    pub kind: ChangeKind,
    /// The hexes; from the first to the second where something moved.
    pub hexes: Vec<Hex>,
}

impl Versions {
    /// Compares with another version from now on.
    pub fn compare(&mut self, other: Other) {
        self.list = false;
        self.read = Work::default();
        self.other = Some(other);
    }

    /// Compares no more.
    pub fn stop(&mut self) {
        *self = Self::default();
    }

    /// Offers the commits of the document's files.
    pub fn list_commits(&mut self) {
        self.list = true;
    }

    /// What the document is compared with.
    pub fn other(&self) -> Option<&Other> {
        self.other.as_ref()
    }

    /// What changed, or why that cannot be told; `None` while it is being found out.
    pub fn compared(&self, document: &Document) -> Option<Result<&Compared, &str>> {
        let other = self.other.clone()?;
        if let Err(error) = self.read.made(&other)? {
            return Some(Err(error));
        }
        let found = self.compared.made(&(other, document.revision()));
        // While a change is made, what was found before it is shown on.
        let found = found.or(self.compared.last())?;
        Some(found.as_ref().map_err(String::as_str))
    }

    /// The commits to choose from, once they are wanted and known.
    pub fn commits(&self, document: &Document) -> Option<Result<&[Commit], &str>> {
        let path = file_of(document).filter(|_| self.list)?;
        let commits = self.commits.made(&path)?;
        Some(commits.as_ref().map(Vec::as_slice).map_err(String::as_str))
    }

    /// Sees to what is to be found out, on other threads.
    pub fn tend(&mut self, ctx: &Context, document: &Document) {
        if self.list
            && let Some(path) = file_of(document)
        {
            let mut files = vec![path.clone()];
            files.extend(document.files().into_iter().filter(|file| *file != path));
            self.commits.wish(ctx, &path, move || {
                commits_of(&files, COMMITS).map_err(|error| sentence(&error.to_string()))
            });
        }
        let Some(other) = self.other.clone() else { return };
        let path = file_of(document);
        let of = other.clone();
        self.read.wish(ctx, &other, move || read(&of, path).map(Arc::new));
        if document.in_transaction() {
            return;
        }
        if let Some(Ok(before)) = self.read.made(&other) {
            let wish = (other, document.revision());
            if self.compared.made(&wish).is_none() {
                let before = before.clone();
                let after = document.bundle().clone();
                self.compared.wish(ctx, &wish, move || compare(&before, after));
            }
        }
    }
}

/// The file of a document, if it has one.
fn file_of(document: &Document) -> Option<PathBuf> {
    match document.origin() {
        Origin::File(path) => Some(path.clone()),
        Origin::Embedded => None,
    }
}

/// Reads the other version. `path` is the document's file.
fn read(other: &Other, path: Option<PathBuf>) -> Result<Bundle, String> {
    let opened = |path: &PathBuf| {
        let beside = open_beside(path);
        let first = beside.found.iter().find(|found| found.is_error());
        let why = first.map_or_else(|| "It is no scenario".to_owned(), ToString::to_string);
        beside.project.map(|project| project.bundle).ok_or_else(|| sentence(&why))
    };
    let nowhere = || "The document has no file yet: save it first.".to_owned();
    match other {
        Other::Saved => opened(&path.ok_or_else(nowhere)?),
        Other::File(file) => opened(file),
        Other::Commit(commit) => at_commit(&path.ok_or_else(nowhere)?, &commit.id)
            .map(|project| project.bundle)
            .map_err(|error| sentence(&error.to_string())),
    }
}

fn compare(before: &Bundle, after: Bundle) -> Result<Compared, String> {
    let grid = salient_hex::grid::HexGrid::new(&after.map.grid);
    let names = Names::of(&after.orders_of_battle);
    // Parts go by their ids, wherever their files lie.
    let [before, after] = [before.clone(), after].map(|mut bundle| {
        bundle.name_parts_by_id();
        File::Bundle(Box::new(bundle))
    });
    let found = compare_files(&before, &after, &names).map_err(|e| sentence(&e.to_string()))?;
    let mark = |change: &Change| Mark {
        kind: change.kind,
        hexes: change.hexes.iter().filter_map(|label| grid.parse(label)).collect(),
    };
    let marks = found.changes.iter().map(mark).collect();
    Ok(Compared { changes: found.changes, marks })
}
