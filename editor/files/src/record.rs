//! What a transaction is about to do, as it stands on the disk.
//!
//! A line for each change, columns parted by tabs. Paths below the record's folder are relative to
//! it, so that a folder that is moved takes its unfinished transaction along; others are whole.

use std::fs::Metadata;
use std::io;
use std::path::{Path, PathBuf};

use crate::{Fingerprint, Place};

/// The first line. The last one is [`END`]: a record is whole or is none.
const HEAD: &str = "salient-transaction 1";
const END: &str = "end";

/// What stands for a file that is not there.
const NOTHING: &str = "-";

/// What a transaction is about to do.
#[derive(Debug, Default)]
pub(crate) struct Record {
    /// The hidden folders that hold the new files.
    pub stages: Vec<PathBuf>,
    pub puts: Vec<Put>,
    pub removals: Vec<Removal>,
}

/// A file that gets new contents.
#[derive(Debug)]
pub(crate) struct Put {
    pub place: PathBuf,
    /// Where the new file waits.
    pub staged: PathBuf,
    /// The waiting file's [seal].
    pub seal: String,
    /// What is at the place; none where nothing is.
    pub old: Option<Fingerprint>,
    pub new: Fingerprint,
    /// Where it was to be written, as that was said; nothing of that stands in a record.
    pub given: Option<Place>,
}

/// A file that goes.
#[derive(Debug)]
pub(crate) struct Removal {
    pub path: PathBuf,
    pub seal: String,
    pub old: Fingerprint,
    /// As of a [`Put`].
    pub given: Option<Place>,
}

impl Record {
    /// The record as text, for a file in this folder.
    pub fn write(&self, folder: &Path) -> io::Result<String> {
        let mut text = format!("{HEAD}\n");
        let mut line = |columns: &[&str]| {
            text.push_str(&columns.join("\t"));
            text.push('\n');
        };
        for stage in &self.stages {
            line(&["stage", &to_text(stage, folder)?]);
        }
        for Put { place, staged, seal, old, new, .. } in &self.puts {
            let (place, staged) = (to_text(place, folder)?, to_text(staged, folder)?);
            let old = old.as_ref().map_or(NOTHING, Fingerprint::as_str);
            line(&["put", &place, &staged, seal, old, new.as_str()]);
        }
        for Removal { path, seal, old, .. } in &self.removals {
            line(&["remove", &to_text(path, folder)?, seal, old.as_str()]);
        }
        line(&[END]);
        Ok(text)
    }

    /// Reads a record that lies in this folder; what is wrong with it where it is none.
    pub fn read(text: &str, folder: &Path) -> Result<Self, &'static str> {
        let mut lines = text.lines();
        if lines.next() != Some(HEAD) {
            return Err("it begins otherwise than those that this Salient writes");
        }
        let mut record = Self::default();
        let path = |text: &str| to_path(text, folder).ok_or("a path in it cannot be read");
        let print = |text: &str| Fingerprint::from(text.to_owned());
        for line in lines {
            match *line.split('\t').collect::<Vec<_>>() {
                ["stage", stage] => record.stages.push(path(stage)?),
                ["put", place, staged, seal, old, new] => record.puts.push(Put {
                    place: path(place)?,
                    staged: path(staged)?,
                    seal: seal.to_owned(),
                    old: (old != NOTHING).then(|| print(old)),
                    new: print(new),
                    given: None,
                }),
                ["remove", gone, seal, old] => record.removals.push(Removal {
                    path: path(gone)?,
                    seal: seal.to_owned(),
                    old: print(old),
                    given: None,
                }),
                [END] => return Ok(record),
                _ => return Err("a line in it is not understood"),
            }
        }
        Err("its end is missing")
    }
}

/// What tells a file from every other that was ever made on this machine, so that a record that
/// came with a stranger's folder has no power over files elsewhere.
#[cfg(unix)]
pub(crate) fn seal(of: &Metadata) -> String {
    use std::os::unix::fs::MetadataExt;
    format!("{}-{}-{}", of.ino(), of.ctime(), of.ctime_nsec())
}

/// What tells a file from every other that was ever made on this machine.
#[cfg(not(unix))]
pub(crate) fn seal(of: &Metadata) -> String {
    let nanoseconds = |time: io::Result<std::time::SystemTime>| {
        let since = time.ok()?.duration_since(std::time::UNIX_EPOCH).ok()?;
        Some(since.as_nanos())
    };
    let numbers = [nanoseconds(of.created()), nanoseconds(of.modified())];
    numbers.map(|number| number.unwrap_or_default().to_string()).join("-")
}

fn to_text(path: &Path, folder: &Path) -> io::Result<String> {
    let whole = std::path::absolute(path)?;
    let shown = whole.strip_prefix(std::path::absolute(folder)?).unwrap_or(&whole);
    Ok(escaped(bytes_of(shown)?))
}

fn to_path(text: &str, folder: &Path) -> Option<PathBuf> {
    Some(folder.join(path_of(unescaped(text)?)?))
}

/// Bytes as a word of plain letters.
pub(crate) fn escaped(bytes: &[u8]) -> String {
    let mut text = String::new();
    for &byte in bytes {
        match byte {
            b'%' | 0..=b' ' | 0x7f.. => text.push_str(&format!("%{byte:02x}")),
            byte => text.push(char::from(byte)),
        }
    }
    text
}

/// The bytes that were [escaped].
pub(crate) fn unescaped(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        if byte == b'%' {
            let (code, after) = rest.split_at_checked(2)?;
            bytes.push(u8::from_str_radix(str::from_utf8(code).ok()?, 16).ok()?);
            rest = after;
        } else {
            bytes.push(byte);
        }
    }
    Some(bytes)
}

#[cfg(unix)]
fn bytes_of(path: &Path) -> io::Result<&[u8]> {
    use std::os::unix::ffi::OsStrExt;
    Ok(path.as_os_str().as_bytes())
}

/// The path that these bytes are.
#[cfg(unix)]
pub(crate) fn path_of(bytes: Vec<u8>) -> Option<PathBuf> {
    use std::os::unix::ffi::OsStringExt;
    Some(std::ffi::OsString::from_vec(bytes).into())
}

#[cfg(not(unix))]
fn bytes_of(path: &Path) -> io::Result<&[u8]> {
    let text = path.to_str().ok_or(io::ErrorKind::InvalidFilename)?;
    Ok(text.as_bytes())
}

/// The path that these bytes are.
#[cfg(not(unix))]
pub(crate) fn path_of(bytes: Vec<u8>) -> Option<PathBuf> {
    String::from_utf8(bytes).ok().map(PathBuf::from)
}
