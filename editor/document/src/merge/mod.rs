//! Two editors on one file: what somebody else saved is put together with what was changed here.
//!
//! ```text
//!            ┌── ours: the document ──┐
//!  base ─────┤                        ├──▶ merged: one step of undo on top of ours
//!            └── theirs: the files ───┘
//! ```
//!
//! What only one of the two changed is taken from that one. What both changed otherwise is a
//! [`Conflict`], told in words, and a [`Choice`] settles it. Whatever is chosen is a step that
//! can be undone, so that nothing is lost by it.

mod chains;
mod change;
mod compare;
mod files;
mod lists;
mod report;
mod rows;
mod shape;
mod stacks;
mod three_way;
mod words;

use std::path::PathBuf;

use salient_schema::project::{Project, ProjectPaths};
use salient_schema::{Bundle, Diagnostic};

use crate::cut_off;
use crate::document::Document;
use crate::edit::Edit;
pub use change::{Change, ChangeKind, Names};
pub use files::{Comparison, FileError, MergedFile, compare_files, merge_files};
use serde::Serialize;
use three_way::Merger;

/// Whose word counts where both changed the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Choice {
    /// What was changed here.
    #[default]
    Ours,
    /// What the files on the disk say.
    Theirs,
}

/// Something that both changed, each in another way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Conflict {
    /// What it is: `town in hex 0304: name`.
    pub what: String,
    /// The same as names of fields and of things in lists, from the bundle down.
    pub path: Vec<String>,
    /// What it is here.
    pub ours: String,
    /// What it is in the files.
    pub theirs: String,
}

/// A merge that has been looked at, and waits for the choices.
#[derive(Clone, Debug)]
pub struct Merge {
    theirs: Project,
    /// What both changed. [`Document::merge`] takes a choice for each.
    pub conflicts: Vec<Conflict>,
    /// Whether the files hold anything that the document does not.
    pub brings_anything: bool,
}

/// Why the files cannot be merged with the document.
#[derive(Debug, thiserror::Error)]
pub enum MergeError {
    /// There are no files.
    #[error("this document has no file yet")]
    NoFile,
    /// The files cannot be read.
    #[error("the files on the disk cannot be read: {}", first(.0))]
    Unreadable(Vec<Diagnostic>),
    /// The scenario refers to other files now.
    #[error(
        "the scenario on the disk refers to other files than before; save this one under \
         another name, and open that one beside it"
    )]
    OtherFiles,
    /// What came out is no scenario.
    #[error("the two versions do not fit together: {0}; keep one of them")]
    NoFit(String),
}

fn first(diagnostics: &[Diagnostic]) -> String {
    diagnostics.first().map_or_else(|| "they hold no scenario".to_owned(), Diagnostic::to_string)
}

impl Document {
    /// The files of this document that are not as it last read or wrote them. It reads them all,
    /// so ask away from the screen's thread, by [`watched_files`](Self::watched_files).
    pub fn changed_on_disk(&self) -> Vec<PathBuf> {
        self.watched_files().changed()
    }

    /// Looks at what a merge with the files on the disk would come to. As whenever they are read
    /// again, a save of them that was cut off is carried out first, and
    /// [`cut_off_save`](Self::cut_off_save) tells how that ended.
    ///
    /// # Errors
    /// Why there can be none.
    pub fn look_at_merge(&mut self) -> Result<Merge, MergeError> {
        let theirs = self.read_again()?;
        let base = self.base()?;
        let (_, conflicts) = self.put_together(&base, &theirs.bundle, &[])?;
        let brings_anything = !same(&theirs.bundle, &base);
        Ok(Merge { theirs, conflicts, brings_anything })
    }

    /// Merges, as one step of undo. The document counts as not saved, unless it came to be just
    /// what the files hold. Conflicts beyond the choices are settled for ours.
    ///
    /// # Errors
    /// The document is as it was.
    pub fn merge(&mut self, merge: &Merge, choices: &[Choice]) -> Result<(), MergeError> {
        self.commit();
        let (merged, _) = self.put_together(&self.base()?, &merge.theirs.bundle, choices)?;
        self.become_merged("Merge with the file", &merge.theirs, &merged)
    }

    /// Takes the files as they are, as one step of undo.
    ///
    /// # Errors
    /// The document is as it was.
    pub fn load_theirs(&mut self) -> Result<(), MergeError> {
        self.commit();
        let theirs = self.read_again()?;
        self.become_merged("Load the changed file", &theirs, &theirs.bundle)
    }

    /// Takes note of the files as they are and keeps this document: the next save writes over
    /// them.
    ///
    /// # Errors
    /// There are no files that could be read.
    pub fn keep_ours(&mut self) -> Result<(), MergeError> {
        self.commit();
        let theirs = self.read_again()?;
        let ours = self.bundle().clone();
        self.rebase(&theirs, &ours);
        Ok(())
    }

    /// What the files held when the document last agreed with them.
    fn base(&self) -> Result<Bundle, MergeError> {
        self.files.read_base().ok_or(MergeError::NoFile)
    }

    fn read_again(&mut self) -> Result<Project, MergeError> {
        self.cut_off_save = None;
        let Some(main) = self.files.main() else { return Err(MergeError::NoFile) };
        let name = main.to_string_lossy().into_owned();
        let (project, found, ended) = cut_off::open_ended(&main, &name);
        self.cut_off_save = ended;
        let Some(project) = project else {
            return Err(MergeError::Unreadable(found));
        };
        if same_paths(&project.paths, self.paths()) {
            Ok(project)
        } else {
            Err(MergeError::OtherFiles)
        }
    }

    fn put_together(
        &self,
        base: &Bundle,
        theirs: &Bundle,
        choices: &[Choice],
    ) -> Result<(Bundle, Vec<Conflict>), MergeError> {
        let no_fit = |error: serde_json::Error| MergeError::NoFit(error.to_string());
        let value = |bundle: &Bundle| bundle.to_value().map_err(no_fit);
        let (base, ours, other) = (value(base)?, value(self.bundle())?, value(theirs)?);
        let mut merger = Merger::new(Some(&theirs.map.grid), choices);
        let merged = merger.merge(Some(&base), Some(&ours), Some(&other));
        let conflicts = merger.conflicts;
        let bundle = Bundle::from_value(&merged.unwrap_or_default()).map_err(no_fit)?;
        Ok((bundle, conflicts))
    }

    /// Goes from what is here to something merged, and takes note of what is on the disk.
    fn become_merged(
        &mut self,
        name: &str,
        theirs: &Project,
        merged: &Bundle,
    ) -> Result<(), MergeError> {
        if merged.orders_of_battle.len() != self.bundle().orders_of_battle.len() {
            return Err(MergeError::OtherFiles);
        }
        let edits = edits_between(self.bundle(), merged);
        if !edits.is_empty() {
            self.replay(name, &edits).map_err(|error| MergeError::NoFit(error.to_string()))?;
        }
        self.rebase(theirs, merged);
        Ok(())
    }

    /// From now on the files are as `theirs`, and `now` is what the document holds.
    fn rebase(&mut self, theirs: &Project, now: &Bundle) {
        let edits = edits_between(&theirs.bundle, now);
        self.files_were_read_again(theirs.texts.clone(), edits.is_empty());
        if !edits.is_empty() {
            // A crash from here on begins with the files as they are now.
            self.note_in_journal("Merge with the file", &edits);
        }
    }
}

/// The edits that make one bundle of another, part by part.
fn edits_between(from: &Bundle, to: &Bundle) -> Vec<Edit> {
    let mut edits = Vec::new();
    if from.ruleset != to.ruleset {
        edits.push(Edit::ReplaceRuleset { ruleset: Box::new(to.ruleset.clone()) });
    }
    for (at, (from, to)) in from.orders_of_battle.iter().zip(&to.orders_of_battle).enumerate() {
        if from != to {
            edits.push(Edit::ReplaceOrderOfBattle { at, to: Box::new(to.clone()) });
        }
    }
    if from.map != to.map {
        edits.push(Edit::ReplaceMap {
            map: Box::new(to.map.clone()),
            scenario: Box::new(to.scenario.clone()),
        });
    } else if from.scenario != to.scenario {
        edits.push(Edit::ReplaceScenario { scenario: Box::new(to.scenario.clone()) });
    }
    edits
}

fn same(one: &Bundle, other: &Bundle) -> bool {
    edits_between(one, other).is_empty()
}

/// Whether two sets of paths lead to the same files, however they are spelled.
fn same_paths(one: &ProjectPaths, other: &ProjectPaths) -> bool {
    let full = |path: &String| std::fs::canonicalize(path).unwrap_or_else(|_| path.into());
    one.is_bundle == other.is_bundle
        && full(&one.map) == full(&other.map)
        && full(&one.ruleset) == full(&other.ruleset)
        && one.orders_of_battle.iter().map(full).eq(other.orders_of_battle.iter().map(full))
}
