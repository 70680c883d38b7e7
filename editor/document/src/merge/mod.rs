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
mod conflict;
mod files;
mod lists;
mod report;
mod rows;
mod shape;
mod stacks;
mod three_way;
mod words;

use std::path::PathBuf;
use std::sync::Arc;

use salient_schema::project::{Project, ProjectPaths};
use salient_schema::{Bundle, Diagnostic, Id, Map};

use crate::cut_off;
use crate::document::Document;
use crate::edit::Edit;
pub use change::{Change, ChangeKind, Names};
pub use conflict::{Choice, Conflict};
pub use files::{Comparison, FileError, MergedFile, compare_files, merge_files};
use three_way::Merger;

/// What a document is merged with.
#[derive(Clone, Debug)]
pub struct Sides {
    /// What both began with, if that is known. Without it, all that the two do not share is new in
    /// both: whatever differs is a conflict.
    base: Option<Bundle>,
    /// The other version.
    theirs: Bundle,
    /// Where theirs come from the document's own files, these as they were read.
    files: Option<Project>,
    /// What the step of undo is called.
    name: String,
}

/// A merge that has been looked at, and waits for the choices.
#[derive(Clone, Debug)]
pub struct Merge {
    sides: Arc<Sides>,
    /// What both changed. [`Document::merge`] takes a choice for each.
    pub conflicts: Vec<Conflict>,
    /// Whether the other version holds anything new.
    pub brings_anything: bool,
}

impl Merge {
    /// What was looked at.
    pub fn sides(&self) -> &Arc<Sides> {
        &self.sides
    }
}

impl Sides {
    /// Another version of a scenario, which may have been called otherwise and refer to other
    /// files: a copy, a commit. `ours` is the scenario that it is merged into.
    ///
    /// # Errors
    /// It lies on another map, or has another ruleset or other orders of battle.
    pub fn of_version(
        ours: &Bundle,
        name: &str,
        theirs: Bundle,
        base: Option<Bundle>,
    ) -> Result<Self, MergeError> {
        let theirs = called_as(ours, theirs)?;
        let base = base.map(|base| called_as(ours, base)).transpose()?;
        Ok(Self { base, theirs, files: None, name: format!("Merge with {name}") })
    }

    /// The map that a recipe makes now, and the one that it made before, if that is known: what
    /// differs from that was changed by hand. What a recipe says nothing of stays as it is here.
    pub fn of_recipe(ours: &Bundle, made: Map, before: Option<Map>) -> Self {
        let as_here = |map: Map| {
            let map = Map {
                schema: ours.map.schema.clone(),
                id: ours.map.id.clone(),
                ruleset: ours.map.ruleset.clone(),
                elevation: ours.map.elevation.clone(),
                scan: ours.map.scan.clone(),
                ..map
            };
            Bundle { map, ..ours.clone() }
        };
        let name = "Build the map by its recipe".to_owned();
        Self { base: before.map(as_here), theirs: as_here(made), files: None, name }
    }

    /// Looks at what a merge of a bundle with them would come to.
    ///
    /// # Errors
    /// Why there can be none.
    pub fn look(self: &Arc<Self>, ours: &Bundle) -> Result<Merge, MergeError> {
        let (_, conflicts) = self.put_together(ours, &[])?;
        let brings_anything = match &self.base {
            Some(base) => !same(&self.theirs, base),
            None => !same(&self.theirs, ours),
        };
        Ok(Merge { sides: self.clone(), conflicts, brings_anything })
    }

    fn put_together(
        &self,
        ours: &Bundle,
        choices: &[Choice],
    ) -> Result<(Bundle, Vec<Conflict>), MergeError> {
        let no_fit = |error: serde_json::Error| MergeError::NoFit(error.to_string());
        let value = |bundle: &Bundle| bundle.to_value().map_err(no_fit);
        let base = self.base.as_ref().map(value).transpose()?;
        let (ours, theirs) = (value(ours)?, value(&self.theirs)?);
        let mut merger = Merger::new(Some(&self.theirs.map.grid), choices);
        let merged = merger.merge(base.as_ref(), Some(&ours), Some(&theirs));
        let conflicts = merger.conflicts;
        let bundle = Bundle::from_value(&merged.unwrap_or_default()).map_err(no_fit)?;
        Ok((bundle, conflicts))
    }
}

/// A version that refers to its parts as ours does, wherever its files lay.
fn called_as(ours: &Bundle, mut version: Bundle) -> Result<Bundle, MergeError> {
    let oobs = |bundle: &Bundle| -> Vec<Id> {
        bundle.orders_of_battle.iter().map(|oob| oob.id.clone()).collect()
    };
    let other = |what, ours: &Id, theirs: &Id| MergeError::OtherParts {
        what,
        ours: ours.to_string(),
        theirs: theirs.to_string(),
    };
    if version.map.id != ours.map.id {
        return Err(other("map", &ours.map.id, &version.map.id));
    }
    if version.ruleset.id != ours.ruleset.id {
        return Err(other("ruleset", &ours.ruleset.id, &version.ruleset.id));
    }
    if oobs(&version) != oobs(ours) {
        let list = |bundle| oobs(bundle).iter().map(Id::to_string).collect::<Vec<_>>().join(", ");
        return Err(MergeError::OtherParts {
            what: "order of battle",
            ours: list(ours),
            theirs: list(&version),
        });
    }
    version.schema.clone_from(&ours.schema);
    version.ruleset.schema.clone_from(&ours.ruleset.schema);
    version.map.schema.clone_from(&ours.map.schema);
    version.map.ruleset.clone_from(&ours.map.ruleset);
    for (theirs, ours) in version.orders_of_battle.iter_mut().zip(&ours.orders_of_battle) {
        theirs.schema.clone_from(&ours.schema);
        theirs.ruleset.clone_from(&ours.ruleset);
    }
    let (theirs, ours) = (&mut version.scenario, &ours.scenario);
    theirs.schema.clone_from(&ours.schema);
    theirs.map.clone_from(&ours.map);
    theirs.ruleset.clone_from(&ours.ruleset);
    theirs.orders_of_battle.clone_from(&ours.orders_of_battle);
    Ok(version)
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
    /// The other version is made of other parts.
    #[error(
        "its {what} is {theirs}, and here it is {ours}; only versions with the same map, ruleset \
         and orders of battle can be put together"
    )]
    OtherParts {
        /// Which part.
        what: &'static str,
        /// The part's id here.
        ours: String,
        /// Its id there.
        theirs: String,
    },
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
        let files = self.read_again()?;
        let sides = Sides {
            base: Some(self.base()?),
            theirs: files.bundle.clone(),
            files: Some(files),
            name: "Merge with the file".to_owned(),
        };
        Arc::new(sides).look(self.bundle())
    }

    /// Merges, as one step of undo. A document that is merged with its own files counts as not
    /// saved, unless it came to be just what they hold. Conflicts beyond the choices are settled
    /// for ours.
    ///
    /// # Errors
    /// The document is as it was.
    pub fn merge(&mut self, merge: &Merge, choices: &[Choice]) -> Result<(), MergeError> {
        self.commit();
        let sides = &merge.sides;
        let (merged, _) = sides.put_together(self.bundle(), choices)?;
        self.become_merged(&sides.name, &merged)?;
        if let Some(files) = &sides.files {
            self.rebase(files, &merged);
        }
        Ok(())
    }

    /// Takes the files as they are, as one step of undo.
    ///
    /// # Errors
    /// The document is as it was.
    pub fn load_theirs(&mut self) -> Result<(), MergeError> {
        self.commit();
        let theirs = self.read_again()?;
        self.become_merged("Load the changed file", &theirs.bundle)?;
        self.rebase(&theirs, &theirs.bundle);
        Ok(())
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

    /// Goes from what is here to something merged.
    fn become_merged(&mut self, name: &str, merged: &Bundle) -> Result<(), MergeError> {
        if merged.orders_of_battle.len() != self.bundle().orders_of_battle.len() {
            return Err(MergeError::OtherFiles);
        }
        let edits = edits_between(self.bundle(), merged);
        if !edits.is_empty() {
            self.replay(name, &edits).map_err(|error| MergeError::NoFit(error.to_string()))?;
        }
        Ok(())
    }

    /// From now on the files are as `theirs`, and `now` is what the document holds.
    fn rebase(&mut self, theirs: &Project, now: &Bundle) {
        let edits = edits_between(&theirs.bundle, now);
        // Faces may name pictures that were not there before.
        for (oob, name, picture) in theirs.bundle.pictures.iter() {
            self.bundle_mut().pictures.put(oob, name, Ok(Arc::clone(picture)));
        }
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
