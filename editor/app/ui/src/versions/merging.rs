//! Another version that is put together with the document: what both changed, and whose word
//! counts.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use egui::Context;
use salient_document::commits::{at_commit, common};
use salient_document::{ChangeKind, Choice, Conflict, Document, Merge, Sides};
use salient_schema::{Bundle, ProjectPaths};

use super::{Mark, Version, file_of, opened};
use crate::look::sentence;
use crate::request::versions::{Began, Other};
use crate::work::Work;

/// A merge under way. What comes of it is found out anew after each edit, and what was chosen
/// stays.
#[derive(Debug)]
pub struct Merging {
    with: With,
    began: Began,
    sides: Work<Began, Result<Arc<Sides>, String>>,
    looked: Work<(Began, u64), Result<Looked, String>>,
    /// What is chosen, by the paths of the conflicts.
    choices: BTreeMap<Vec<String>, Choice>,
}

/// Where the other version comes from.
#[derive(Debug)]
enum With {
    /// The document's own files, which somebody else saved.
    Files {
        sides: Arc<Sides>,
        /// Whether the document is saved afterwards.
        saving: bool,
    },
    /// A version that is compared with.
    Version(Other),
}

/// What a merge would come to.
#[derive(Debug)]
pub struct Looked {
    /// The merge.
    pub merge: Merge,
    /// Where its conflicts show on the map.
    pub marks: Vec<Mark>,
}

impl Merging {
    /// With the document's own files, as somebody else saved them.
    pub fn with_files(merge: &Merge, saving: bool) -> Self {
        Self::new(With::Files { sides: merge.sides().clone(), saving }, Began::Saved)
    }

    /// With a version that is compared with.
    pub fn with_version(other: Other) -> Self {
        let began = match &other {
            Other::Commit(_) => Began::Common,
            Other::Saved | Other::File(_) => Began::Unknown,
        };
        Self::new(With::Version(other), began)
    }

    fn new(with: With, began: Began) -> Self {
        let (sides, looked, choices) = (Work::default(), Work::default(), BTreeMap::new());
        Self { with, began, sides, looked, choices }
    }

    /// What the other version is called.
    pub fn name(&self) -> String {
        match &self.with {
            With::Files { .. } => "the file".to_owned(),
            With::Version(other) => other.name(),
        }
    }

    /// The version that is merged, if it is not the document's own files.
    pub fn other(&self) -> Option<&Other> {
        match &self.with {
            With::Files { .. } => None,
            With::Version(other) => Some(other),
        }
    }

    /// Whether the document is saved afterwards.
    pub fn saving(&self) -> bool {
        matches!(self.with, With::Files { saving: true, .. })
    }

    /// What both are taken to have begun with.
    pub fn began(&self) -> &Began {
        &self.began
    }

    /// Takes both to have begun with something else.
    pub fn begin_with(&mut self, began: Began) {
        self.began = began;
    }

    /// What it would come to, or why it cannot be done; `None` while it is being found out.
    pub fn looked(&self, document: &Document) -> Option<Result<&Looked, &str>> {
        if let With::Version(_) = self.with
            && let Err(error) = self.sides.made(&self.began)?
        {
            return Some(Err(error));
        }
        let looked = self.looked.made(&(self.began.clone(), document.revision()))?;
        Some(looked.as_ref().map_err(String::as_str))
    }

    /// Whose word counts in a conflict.
    pub fn choice(&self, conflict: &Conflict) -> Choice {
        self.choices.get(&conflict.path).copied().unwrap_or_default()
    }

    /// Decides a conflict.
    pub fn choose(&mut self, path: Vec<String>, choice: Choice) {
        self.choices.insert(path, choice);
    }

    /// Decides all conflicts.
    pub fn choose_all(&mut self, choice: Choice, document: &Document) {
        let paths: Vec<Vec<String>> = match self.looked(document) {
            Some(Ok(looked)) => {
                looked.merge.conflicts.iter().map(|conflict| conflict.path.clone()).collect()
            }
            _ => return,
        };
        self.choices.extend(paths.into_iter().map(|path| (path, choice)));
    }

    /// The merge and the choices, once it is known what it comes to.
    pub fn ready(&self, document: &Document) -> Option<(Merge, Vec<Choice>)> {
        let merge = self.looked(document)?.ok()?.merge.clone();
        let choices = merge.conflicts.iter().map(|conflict| self.choice(conflict)).collect();
        Some((merge, choices))
    }

    /// Sees to what is to be found out, on other threads.
    pub fn tend(&mut self, ctx: &Context, document: &Document, version: Option<&Arc<Version>>) {
        if document.in_transaction() {
            return;
        }
        let sides = match &self.with {
            With::Files { sides, .. } => sides.clone(),
            With::Version(other) => {
                let Some(version) = version else { return };
                if self.sides.wants(&self.began) {
                    let ours = document.bundle().clone();
                    let (version, other) = (version.clone(), other.clone());
                    let (began, path) = (self.began.clone(), file_of(document));
                    let home = document.paths().clone();
                    let read = move || put_beside(&ours, &version, &other, &began, path, &home);
                    self.sides.wish(ctx, &self.began, read);
                }
                let Some(Ok(sides)) = self.sides.made(&self.began) else { return };
                sides.clone()
            }
        };
        let wish = (self.began.clone(), document.revision());
        if self.looked.wants(&wish) {
            let ours = document.bundle().clone();
            self.looked.wish(ctx, &wish, move || look(&sides, &ours));
        }
    }
}

/// The two versions and what they began with. `path` is the document's file, `home` are those of its
/// parts.
fn put_beside(
    ours: &Bundle,
    version: &Version,
    other: &Other,
    began: &Began,
    path: Option<PathBuf>,
    home: &ProjectPaths,
) -> Result<Arc<Sides>, String> {
    let nowhere = || "The document has no file yet: save it first.".to_owned();
    let at = |path: &Path, commit: &str| {
        let project = at_commit(path, commit).map_err(|error| sentence(&error.to_string()))?;
        Ok::<Bundle, String>(project.bundle)
    };
    let base = match (began, other) {
        (Began::Unknown, _) | (Began::Common, Other::Saved | Other::File(_)) => None,
        (Began::Saved, _) => Some(opened(&path.ok_or_else(nowhere)?, home)?.bundle),
        (Began::Commit(commit), _) => Some(at(&path.ok_or_else(nowhere)?, &commit.id)?),
        (Began::Common, Other::Commit(commit)) => {
            let path = path.ok_or_else(nowhere)?;
            let common = common(&path, &commit.id).map_err(|error| sentence(&error.to_string()))?;
            Some(at(&path, &common)?)
        }
    };
    let sides = Sides::of_version(ours, &other.name(), version.bundle.clone(), base);
    sides.map(Arc::new).map_err(|error| sentence(&error.to_string()))
}

fn look(sides: &Arc<Sides>, ours: &Bundle) -> Result<Looked, String> {
    let merge = sides.look(ours).map_err(|error| sentence(&error.to_string()))?;
    let grid = salient_hex::grid::HexGrid::new(&ours.map.grid);
    let marks = merge.conflicts.iter().map(|conflict| Mark {
        kind: ChangeKind::Changed,
        hexes: conflict.hexes.iter().filter_map(|label| grid.parse(label)).collect(),
    });
    Ok(Looked { marks: marks.collect(), merge })
}
