//! Temporary files that a killed run left behind.

use std::fs::{self, File};
use std::path::Path;
use std::time::{Duration, SystemTime};

use crate::stage::{OWNER, record_of};
use crate::{TEMPORARY_PREFIX, TEMPORARY_SUFFIX, faults};

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
        if !ours {
            continue;
        }
        // Not through a link, which we never make.
        let Ok(data) = entry.metadata() else { continue };
        if data.is_file() && is_stale(&entry.path(), &data) {
            faults::step();
            let _ = fs::remove_file(entry.path());
        } else if data.is_dir() && is_stale_stage(&entry.path(), &data) {
            faults::step();
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

/// Whether nobody is writing it: its writer would hold a lock, which the system takes away from
/// whoever ends, however he ends.
fn is_stale(path: &Path, data: &fs::Metadata) -> bool {
    is_old(data) && File::open(path).is_ok_and(|file| file.try_lock().is_ok())
}

fn is_old(data: &fs::Metadata) -> bool {
    let age = data.modified().ok().and_then(|then| SystemTime::now().duration_since(then).ok());
    age.is_some_and(|age| age >= LEAST_AGE)
}

/// Whether nobody is filling a stage and no transaction waits to be finished from it.
fn is_stale_stage(stage: &Path, data: &fs::Metadata) -> bool {
    let owner = stage.join(OWNER);
    let Ok(of_owner) = fs::symlink_metadata(&owner) else {
        // Its maker was killed before he could sign it; then nothing else is in it.
        return is_old(data) && fs::read_dir(stage).is_ok_and(|mut files| files.next().is_none());
    };
    if !of_owner.is_file() || !is_stale(&owner, &of_owner) {
        return false;
    }
    match record_of(stage) {
        Some(record) => fs::symlink_metadata(record).is_err(),
        None => false,
    }
}
