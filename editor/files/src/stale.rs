//! Temporary files that a killed run left behind.

use std::fs::{self, File};
use std::path::Path;
use std::time::{Duration, SystemTime};

use crate::{TEMPORARY_PREFIX, TEMPORARY_SUFFIX};

/// How old a temporary must be: between its making and its lock, nothing shows that it is in use.
const LEAST_AGE: Duration = Duration::from_secs(60);

/// Removes the temporaries in a folder that nobody is writing. Whatever fails here stays: it
/// takes up room, and does no other harm.
pub(crate) fn clear(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let ours = name.to_str().is_some_and(|name| {
            name.starts_with(TEMPORARY_PREFIX) && name.ends_with(TEMPORARY_SUFFIX)
        });
        if ours && is_stale(&entry) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Whether nobody is writing it: its writer would hold a lock, which the system takes away from
/// whoever ends, however he ends.
fn is_stale(entry: &fs::DirEntry) -> bool {
    // Not through a link, which we never make.
    let Ok(data) = entry.metadata() else { return false };
    let age = data.modified().ok().and_then(|then| SystemTime::now().duration_since(then).ok());
    data.is_file()
        && age.is_some_and(|age| age >= LEAST_AGE)
        && File::open(entry.path()).is_ok_and(|file| file.try_lock().is_ok())
}
