//! Foreign files from the disk, no larger than the limits.

use std::path::Path;

use anyhow::Context;
use salient_exchange::{NamedFile, limits};

/// The files of a folder, without those of folders below it, in order.
///
/// # Errors
/// What cannot be read, and what is over the limits.
pub fn folder(path: &Path) -> anyhow::Result<Vec<NamedFile>> {
    let mut left = limits::UNPACKED_BYTES;
    let mut pieces = Vec::new();
    for file in salient_files::files_in(path, limits::ENTRIES)? {
        let bytes = salient_files::read_at_most(&file, limits::FILE_BYTES.min(left))?;
        left = left.checked_sub(bytes.len() as u64).with_context(|| {
            format!("{}: more than {} bytes in all", path.display(), limits::UNPACKED_BYTES)
        })?;
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        pieces.push(NamedFile { name, bytes });
    }
    Ok(pieces)
}

/// A file in the folder of another, where it is there and within the limits.
pub fn beside(path: &Path, name: &str) -> Option<Vec<u8>> {
    salient_files::read_referred(path, path.parent()?.join(name)).ok()
}
