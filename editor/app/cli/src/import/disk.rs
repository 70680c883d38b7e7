//! Foreign files from the disk, no larger than the limits.

use std::fs;
use std::io::Read as _;
use std::path::Path;

use anyhow::{Context, bail};
use salient_exchange::{NamedFile, limits};

/// The files of a folder, without those of folders below it, in order.
///
/// # Errors
/// What cannot be read, and what is over the limits.
pub fn folder(path: &str) -> anyhow::Result<Vec<NamedFile>> {
    let context = || format!("cannot read {path}");
    let mut names = Vec::new();
    for entry in fs::read_dir(path).with_context(context)? {
        let entry = entry.with_context(context)?;
        if entry.file_type().with_context(context)?.is_file() {
            names.push(entry.file_name());
        }
        if names.len() > limits::ENTRIES {
            bail!("{path}: more than {} files; name the folder of the tables", limits::ENTRIES);
        }
    }
    names.sort();
    let mut left = limits::UNPACKED_BYTES;
    let mut pieces = Vec::new();
    for name in names {
        let bytes = file(&Path::new(path).join(&name))?;
        left = left.checked_sub(bytes.len() as u64).with_context(|| {
            format!("{path}: more than {} bytes in all", limits::UNPACKED_BYTES)
        })?;
        pieces.push(NamedFile { name: name.to_string_lossy().into_owned(), bytes });
    }
    Ok(pieces)
}

/// A file.
///
/// # Errors
/// One that cannot be read, or is over the limit.
pub fn file(path: &Path) -> anyhow::Result<Vec<u8>> {
    let context = || format!("cannot read {}", path.display());
    let mut bytes = Vec::new();
    let file = fs::File::open(path).with_context(context)?;
    file.take(limits::FILE_BYTES + 1).read_to_end(&mut bytes).with_context(context)?;
    if bytes.len() as u64 > limits::FILE_BYTES {
        bail!("{}: is larger than {} bytes", path.display(), limits::FILE_BYTES);
    }
    Ok(bytes)
}

/// A file in the folder of another, where it is there and within the limits.
pub fn beside(path: &str, name: &str) -> Option<Vec<u8>> {
    file(&Path::new(path).parent()?.join(name)).ok()
}
