//! Foreign files from the disk, no larger than the limits.

use std::ffi::OsString;
use std::fs;
use std::io::Read as _;
use std::path::Path;

use anyhow::{Context, bail};
use salient_exchange::{ImportError, NamedFile, limits};

/// What a folder holds.
pub struct Folder {
    /// The files, in order.
    pub files: Vec<NamedFile>,
    /// The names of those that lie in a folder of results and do not belong to it, unread.
    pub strangers: Vec<String>,
}

/// The files of a folder, without those of folders below it. Where an export left a list of its
/// files, they are those: what lies beside them is left out.
///
/// # Errors
/// What cannot be read, what is over the limits, and a folder that lacks listed files.
pub fn folder(path: &str) -> anyhow::Result<Folder> {
    let listed = salient_files::files_of(path)?;
    let context = || format!("cannot read {path}");
    let mut names = Vec::new();
    for entry in fs::read_dir(path).with_context(context)? {
        let entry = entry.with_context(context)?;
        if entry.file_type().with_context(context)?.is_file() {
            if entry.file_name() != salient_files::LIST {
                names.push(entry.file_name());
            }
        }
        if names.len() > limits::ENTRIES {
            bail!("{path}: more than {} files; name the folder of the tables", limits::ENTRIES);
        }
    }
    names.sort();
    let mut strangers = Vec::new();
    if let Some(listed) = listed {
        let has = |name: &&String| names.iter().any(|there| there == name.as_str());
        let below = |name: &&String| name.contains('/');
        let lacks: Vec<&String> = listed.iter().filter(|name| !below(name) && !has(name)).collect();
        if let Some(first) = lacks.first() {
            let more = match lacks.len() {
                1 => String::new(),
                count => format!(" and {} more", count - 1),
            };
            return Err(ImportError {
                place: path.to_owned(),
                what: format!("{first}{more} of the export is not there"),
                help: format!(
                    "bring it back or export anew; to read what is there as it is, remove {}",
                    salient_files::LIST
                ),
            }
            .into());
        }
        let known = |name: &OsString| listed.iter().any(|listed| name == listed.as_str());
        let (ours, others): (Vec<_>, Vec<_>) = names.into_iter().partition(known);
        names = ours;
        strangers.extend(others.iter().map(|name| name.to_string_lossy().into_owned()));
    }
    let mut left = limits::UNPACKED_BYTES;
    let mut pieces = Vec::new();
    for name in names {
        let bytes = file(&Path::new(path).join(&name))?;
        left = left.checked_sub(bytes.len() as u64).with_context(|| {
            format!("{path}: more than {} bytes in all", limits::UNPACKED_BYTES)
        })?;
        pieces.push(NamedFile { name: name.to_string_lossy().into_owned(), bytes });
    }
    Ok(Folder { files: pieces, strangers })
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
