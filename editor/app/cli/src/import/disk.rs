//! Foreign files from the disk, no larger than the limits.

use std::path::{Path, PathBuf};

use anyhow::Context;
use salient_exchange::{ImportError, NamedFile, limits};

/// What a folder holds.
pub struct Folder {
    /// The files, in order.
    pub files: Vec<NamedFile>,
    /// The names of those that lie in a folder of results and do not belong to it, unread.
    pub strangers: Vec<String>,
}

/// The files of a folder, without those of folders below it, in order. Where an export left a list
/// of its files, they are those: what lies beside them is left out.
///
/// # Errors
/// What cannot be read, what is over the limits, and a folder that lacks listed files.
pub fn folder(path: &Path) -> anyhow::Result<Folder> {
    let listed = salient_files::files_of(path)?;
    let mut found = salient_files::files_in(path, limits::ENTRIES)?;
    found.retain(|file| name_of(file) != salient_files::LIST);
    let mut strangers = Vec::new();
    if let Some(listed) = listed {
        let has = |name: &str| found.iter().any(|file| name_of(file) == name);
        let below = |name: &str| name.contains('/');
        let lacks: Vec<&String> = listed.iter().filter(|name| !below(name) && !has(name)).collect();
        if let Some(first) = lacks.first() {
            return Err(lacking(path, first, lacks.len() - 1).into());
        }
        let known = |file: &PathBuf| listed.contains(&name_of(file));
        let (ours, others): (Vec<_>, Vec<_>) = found.into_iter().partition(known);
        found = ours;
        strangers.extend(others.iter().map(|file| name_of(file)));
    }
    let mut left = limits::UNPACKED_BYTES;
    let mut files = Vec::new();
    for file in found {
        let bytes = salient_files::read_at_most(&file, limits::FILE_BYTES.min(left))?;
        left = left.checked_sub(bytes.len() as u64).with_context(|| {
            format!("{}: more than {} bytes in all", path.display(), limits::UNPACKED_BYTES)
        })?;
        files.push(NamedFile { name: name_of(&file), bytes });
    }
    Ok(Folder { files, strangers })
}

/// A folder of results without one of its files, and without so many more.
fn lacking(folder: &Path, first: &str, more: usize) -> ImportError {
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    ImportError {
        place: folder.display().to_string(),
        what: format!("{first}{more} of the export is not there"),
        help: format!(
            "bring it back or export anew; to read what is there as it is, remove {}",
            salient_files::LIST
        ),
    }
}

fn name_of(file: &Path) -> String {
    file.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// A file in the folder of another, where it is there and within the limits.
pub fn beside(path: &Path, name: &str) -> Option<Vec<u8>> {
    salient_files::read_referred(path, path.parent()?.join(name)).ok()
}
