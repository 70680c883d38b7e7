//! What is asked about other versions of the scenario.

use std::path::PathBuf;

use salient_document::commits::Commit;

/// A version that the document is compared with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Other {
    /// Its files as they lie on the disk.
    Saved,
    /// Another scenario file.
    File(PathBuf),
    /// What was committed.
    Commit(Commit),
}

impl Other {
    /// What it is called.
    pub fn name(&self) -> String {
        match self {
            Self::Saved => "the last save".to_owned(),
            Self::File(path) => {
                path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
            }
            Self::Commit(commit) => format!("{}, {}", commit.date, commit.subject),
        }
    }
}

/// Something about versions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VersionsRequest {
    /// Show what changed since this version.
    Compare(Other),
    /// Ask for a file, and show what changed from it.
    AskFile,
    /// Offer the commits.
    ListCommits,
    /// Show it no more.
    Stop,
}
