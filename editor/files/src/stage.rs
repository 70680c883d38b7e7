//! Hidden folders in which new files wait, each beside the places that they go to.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use crate::read::look_at;
use crate::record::path_of;
use crate::{TEMPORARY_PREFIX, TEMPORARY_SUFFIX, faults, sync};

/// The file in a stage that says whose it is: the path of its transaction's record. It is locked
/// as long as somebody is filling the stage.
pub(crate) const OWNER: &str = "owner";

/// Bytes of a path; no system knows longer ones.
const MOST_BYTES: u64 = 64 << 10;

/// A hidden folder beside files that are to be written. Dropped, it is gone.
#[derive(Debug)]
pub(crate) struct Stage {
    folder: TempDir,
    _owner: File,
    files: usize,
}

impl Stage {
    /// A stage in this folder, for the transaction with this record.
    pub fn new(folder: &Path, record: &Path) -> io::Result<Self> {
        let mut builder = tempfile::Builder::new();
        // Nobody else may put anything there: such folders are their maker's alone.
        builder.prefix(TEMPORARY_PREFIX).suffix(TEMPORARY_SUFFIX);
        faults::step();
        let stage = builder.tempdir_in(folder)?;
        faults::step();
        let mut owner =
            File::options().create_new(true).write(true).open(stage.path().join(OWNER))?;
        // Where files cannot be locked, nothing is cleared either.
        let _ = owner.try_lock();
        let record = std::path::absolute(record)?;
        faults::step();
        io::Write::write_all(&mut owner, record.as_os_str().as_encoded_bytes())?;
        owner.sync_all()?;
        Ok(Self { folder: stage, _owner: owner, files: 0 })
    }

    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// A path in the stage that is not taken.
    pub fn free(&mut self) -> PathBuf {
        self.files += 1;
        self.folder.path().join(self.files.to_string())
    }

    /// Makes what is in the stage last through a power cut.
    pub fn sync(&self) {
        sync(self.folder.path());
    }
}

/// Where what was at a place waits for the transaction's end.
pub(crate) fn kept(staged: &Path) -> PathBuf {
    staged.with_extension("old")
}

/// Whether a path is that of a stage: by its name, and not a link.
pub(crate) fn is_stage(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    name.starts_with(TEMPORARY_PREFIX)
        && name.ends_with(TEMPORARY_SUFFIX)
        && fs::symlink_metadata(path).is_ok_and(|there| there.is_dir())
}

/// The path of the record that a stage belongs to, as far as it says so.
pub(crate) fn record_of(stage: &Path) -> Option<PathBuf> {
    let owner = stage.join(OWNER);
    let is_ours = fs::symlink_metadata(&owner).is_ok_and(|there| there.is_file());
    path_of(is_ours.then(|| look_at(&owner, MOST_BYTES).ok()).flatten()?)
}

/// Whether a stage is that of this record.
pub(crate) fn belongs_to(stage: &Path, record: &Path) -> bool {
    std::path::absolute(record).is_ok_and(|record| record_of(stage) == Some(record))
}
