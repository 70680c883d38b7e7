//! What is asked about other versions of the scenario.

use std::path::PathBuf;

use salient_document::Choice;
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

/// What two versions that are put together began with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Began {
    /// It is not known: whatever differs is asked.
    Unknown,
    /// The document's files as they lie on the disk.
    Saved,
    /// The last commit that the other one and the present branch have in common.
    Common,
    /// What was committed.
    Commit(Commit),
}

impl Began {
    /// What it is called.
    pub fn name(&self) -> String {
        match self {
            Self::Unknown => "not known: ask about each difference".to_owned(),
            Self::Saved => Other::Saved.name(),
            Self::Common => "the last commit in common".to_owned(),
            Self::Commit(commit) => Other::Commit(commit.clone()).name(),
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
    /// Put the version that is compared with together with the document.
    Merge,
    /// Take both to have begun with this.
    Began(Began),
    /// Decide a conflict, by its path.
    Choose(Vec<String>, Choice),
    /// Decide all conflicts.
    ChooseAll(Choice),
    /// Make one of both, as it is decided.
    PutTogether,
    /// Leave the document as it is.
    EndMerge,
    /// Play the games of the last test-run with the version that is compared with.
    RunBeside,
}
