//! Noticing that somebody else wrote a document's files.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::SystemTime;

use salient_files::Fingerprint;

use crate::document::Document;

/// The files of a document as it last read or wrote them: what another thread needs to look
/// after them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WatchedFiles {
    files: BTreeMap<PathBuf, Fingerprint>,
}

/// When files were written and how long they are: cheap to ask, once a second.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stamps(Vec<Option<(SystemTime, u64)>>);

impl WatchedFiles {
    /// Whether there are any.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// Where they lie.
    pub fn paths(&self) -> impl Iterator<Item = &PathBuf> {
        self.files.keys()
    }

    /// When each was written, and how long it is.
    pub fn stamps(&self) -> Stamps {
        let stamp = |path: &PathBuf| {
            let metadata = std::fs::metadata(path).ok()?;
            Some((metadata.modified().ok()?, metadata.len()))
        };
        Stamps(self.files.keys().map(stamp).collect())
    }

    /// Those that hold something else now. A file that is gone is nobody's new version.
    pub fn changed(&self) -> Vec<PathBuf> {
        let changed = |(path, print): &(&PathBuf, &Fingerprint)| {
            Fingerprint::of_file(path).is_some_and(|now| now != **print)
        };
        self.files.iter().filter(changed).map(|(path, _)| path.clone()).collect()
    }
}

impl WatchedFiles {
    /// Those that are there no more.
    pub fn gone(&self) -> Vec<PathBuf> {
        let gone = |path: &&PathBuf| std::fs::symlink_metadata(path).is_err();
        self.files.keys().filter(gone).cloned().collect()
    }
}

impl Document {
    /// The document's files, sorted; none where it has none yet.
    pub fn files(&self) -> Vec<PathBuf> {
        self.files.on_disk().keys().cloned().collect()
    }

    /// The files of this document as it last read or wrote them.
    pub fn watched_files(&self) -> WatchedFiles {
        let held = self.files.on_disk().iter();
        let files = held.map(|(path, held)| (path.clone(), held.print.clone())).collect();
        WatchedFiles { files }
    }
}
