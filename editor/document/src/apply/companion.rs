//! The file beside a document's own, which comes and goes by steps of undo.

use std::path::{Path, PathBuf};

use salient_files::{Fingerprint, path_of, text_of};

use super::State;
use crate::edit::{CompanionFile, Edit};

/// A file beside a document's own.
#[derive(Clone, Debug)]
pub struct Companion {
    path: PathBuf,
    pub(crate) text: String,
    /// What it was to hold at first.
    began: String,
    /// What the file held when it was last read or written; none for one that is new.
    pub(crate) held: Option<Fingerprint>,
}

impl Companion {
    /// A file as it was read.
    pub fn read(path: impl Into<PathBuf>, text: String) -> Self {
        let held = Some(Fingerprint::of(text.as_bytes()));
        Self { path: path.into(), began: text.clone(), text, held }
    }

    /// A file that is yet to be written, where none may be.
    pub fn new(path: impl Into<PathBuf>, text: String) -> Self {
        Self { path: path.into(), began: text.clone(), text, held: None }
    }

    /// Where it lies.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What it is to hold.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// What it held when it was last read or written.
    pub(crate) fn held(&self) -> Option<&Fingerprint> {
        self.held.as_ref()
    }

    /// Whether the file does not hold this yet.
    pub fn is_unsaved(&self) -> bool {
        self.held.as_ref() != Some(&Fingerprint::of(self.text.as_bytes()))
    }
}

impl State {
    /// Lays a file beside the document's own, or takes the one that lies there away. One that comes
    /// back is as it was when it went, whatever was written in it since it came first.
    pub(super) fn set_companion(&mut self, to: Option<&CompanionFile>) -> Edit {
        let now = to.map(|to| {
            let path = path_of(&to.path);
            match self.companion_away.take() {
                Some(away) if away.path == path && away.began == to.text => away,
                _ => Companion::new(path, to.text.clone()),
            }
        });
        let old = std::mem::replace(&mut self.companion, now);
        let file = old
            .as_ref()
            .map(|old| CompanionFile { path: text_of(&old.path), text: old.began.clone() });
        if old.is_some() {
            self.companion_away = old;
        }
        Edit::SetCompanion { to: file.map(Box::new) }
    }
}
