//! What changed between another version of the scenario and the document: since it was saved, from
//! another file, since a commit; and another version that is put together with it.

mod merging;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use egui::Context;
use salient_document::commits::{Commit, at_commit, commits_of};
use salient_document::{
    Beside, Change, ChangeKind, Document, Merge, Names, Origin, compare_files, name_files_from,
    open_beside,
};
use salient_files::CutOff;
use salient_hex::grid::Hex;
use salient_schema::{Bundle, Document as File, Project, ProjectPaths};

use crate::look::sentence;
use crate::request::versions::Other;
use crate::work::Work;
pub use merging::Merging;

/// So many commits are offered.
const COMMITS: usize = 40;

/// The comparison of a document with another version, if one is shown.
#[derive(Debug, Default)]
pub struct Versions {
    other: Option<Other>,
    read: Work<Other, Result<Arc<Version>, String>>,
    compared: Work<(Other, u64), Result<Compared, String>>,
    /// Whether the commits are wanted.
    list: bool,
    commits: Work<PathBuf, Result<Vec<Commit>, String>>,
    /// A version that is put together with the document.
    merging: Option<Merging>,
}

/// Another version, as it was read.
#[derive(Debug)]
pub struct Version {
    /// What it holds.
    pub bundle: Bundle,
    /// Saves of its files that were cut off: what was read may not fit together.
    pub cut_off: Vec<CutOff>,
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
        self.merging = None;
        self.read = Work::default();
        self.other = Some(other);
    }

    /// Compares no more.
    pub fn stop(&mut self) {
        *self = Self::default();
    }

    /// Puts the version that is compared with together with the document.
    pub fn merge(&mut self) {
        self.merging = self.other.clone().map(Merging::with_version);
    }

    /// Puts the document together with its own files, which somebody else saved.
    pub fn merge_files(&mut self, merge: &Merge, saving: bool) {
        self.merging = Some(Merging::with_files(merge, saving));
    }

    /// Gives the merge up, or is done with it.
    pub fn end_merge(&mut self) {
        self.merging = None;
    }

    /// The merge under way.
    pub fn merging(&self) -> Option<&Merging> {
        self.merging.as_ref()
    }

    /// The merge under way, to be decided.
    pub fn merging_mut(&mut self) -> Option<&mut Merging> {
        self.merging.as_mut()
    }

    /// What the map shows: where the conflicts of a merge are, or else what changed.
    pub fn marks(&self, document: &Document) -> &[Mark] {
        match (&self.merging, self.compared(document)) {
            (Some(merging), _) => match merging.looked(document) {
                Some(Ok(looked)) => &looked.marks,
                _ => &[],
            },
            (None, Some(Ok(found))) => &found.marks,
            (None, _) => &[],
        }
    }

    /// Offers the commits of the document's files.
    pub fn list_commits(&mut self) {
        self.list = true;
    }

    /// What the document is compared with.
    pub fn other(&self) -> Option<&Other> {
        self.other.as_ref()
    }

    /// The other version, once it is read.
    pub fn version(&self) -> Option<&Arc<Version>> {
        self.read.made(self.other.as_ref()?)?.as_ref().ok()
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
        let path = file_of(document).filter(|_| self.lists_commits())?;
        let commits = self.commits.made(&path)?;
        Some(commits.as_ref().map(Vec::as_slice).map_err(String::as_str))
    }

    /// A merge may begin with any commit.
    fn lists_commits(&self) -> bool {
        self.list || self.merging.is_some()
    }

    /// Sees to what is to be found out, on other threads.
    pub fn tend(&mut self, ctx: &Context, document: &Document) {
        if self.lists_commits()
            && let Some(path) = file_of(document)
        {
            let mut files = vec![path.clone()];
            files.extend(document.files().into_iter().filter(|file| *file != path));
            self.commits.wish(ctx, &path, move || {
                commits_of(&files, COMMITS).map_err(|error| sentence(&error.to_string()))
            });
        }
        let version = self.version().cloned();
        if let Some(merging) = &mut self.merging {
            merging.tend(ctx, document, version.as_ref());
        }
        let Some(other) = self.other.clone() else { return };
        let path = file_of(document);
        let (of, home) = (other.clone(), document.paths().clone());
        self.read.wish(ctx, &other, move || read(&of, path, &home).map(Arc::new));
        if document.in_transaction() {
            return;
        }
        if let Some(Ok(before)) = self.read.made(&other) {
            let wish = (other, document.revision());
            if self.compared.wants(&wish) {
                let before = before.clone();
                let after = document.bundle().clone();
                self.compared.wish(ctx, &wish, move || compare(&before.bundle, after));
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

/// Reads the other version. `path` is the document's file, `home` are those of its parts.
fn read(other: &Other, path: Option<PathBuf>, home: &ProjectPaths) -> Result<Version, String> {
    let nowhere = || "The document has no file yet: save it first.".to_owned();
    match other {
        Other::Saved => opened(&path.ok_or_else(nowhere)?, home),
        Other::File(file) => opened(file, home),
        Other::Commit(commit) => at_commit(&path.ok_or_else(nowhere)?, &commit.id)
            .map(|project| Version { bundle: project.bundle, cut_off: Vec::new() })
            .map_err(|error| sentence(&error.to_string())),
    }
}

/// A version as it lies on the disk, which names its files as the document does.
fn opened(path: &Path, home: &ProjectPaths) -> Result<Version, String> {
    let Beside { project, found, cut_off } = open_beside(path);
    let first = found.iter().find(|found| found.is_error());
    let why = first.map_or_else(|| "It is no scenario".to_owned(), ToString::to_string);
    let Project { mut bundle, paths, .. } = project.ok_or_else(|| sentence(&why))?;
    name_files_from(&mut bundle, &paths, home);
    Ok(Version { bundle, cut_off })
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
