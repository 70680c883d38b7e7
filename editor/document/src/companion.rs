//! A file that belongs to a document without being a part of it, and is saved at the same moment:
//! the recipe that its map is made by.

use std::path::{Path, PathBuf};

use salient_files::Fingerprint;

use crate::document::Document;

/// A file beside a document's own.
#[derive(Clone, Debug)]
pub struct Companion {
    path: PathBuf,
    text: String,
    /// What the file held when it was last read or written; none for one that is new.
    held: Option<Fingerprint>,
}

impl Companion {
    /// A file as it was read.
    pub fn read(path: impl Into<PathBuf>, text: String) -> Self {
        let held = Some(Fingerprint::of(text.as_bytes()));
        Self { path: path.into(), text, held }
    }

    /// A file that is yet to be written, where none may be.
    pub fn new(path: impl Into<PathBuf>, text: String) -> Self {
        Self { path: path.into(), text, held: None }
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

impl Document {
    /// The file that is saved together with this document's own.
    pub fn companion(&self) -> Option<&Companion> {
        self.companion.as_ref()
    }

    /// Gives the document a file beside its own, or takes it away; the file itself stays as it is
    /// until the next save, which writes all or none.
    pub fn set_companion(&mut self, companion: Option<Companion>) {
        self.companion = companion;
    }

    /// Gives the file beside the document's own new contents.
    pub fn set_companion_text(&mut self, text: String) {
        if let Some(companion) = &mut self.companion {
            companion.text = text;
        }
    }

    /// Takes note that the file holds what it is to hold.
    pub(crate) fn companion_was_saved(&mut self) {
        if let Some(companion) = &mut self.companion {
            companion.held = Some(Fingerprint::of(companion.text.as_bytes()));
        }
    }
}
