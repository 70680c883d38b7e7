//! What a file held, in a few letters.

use std::fmt;
use std::fs;
use std::io;
use std::path::Path;

/// What a file's bytes were, to tell whether they changed. The same in every build, since journals
/// keep it; eight bytes at a time, since every opening waits for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fingerprint(String);

impl Fingerprint {
    /// Of these bytes.
    pub fn of(bytes: &[u8]) -> Self {
        let (words, rest) = bytes.as_chunks::<8>();
        let mut last = [0; 8];
        last[..rest.len()].copy_from_slice(rest);
        let hash = words.iter().chain([&last]).fold(0xcbf2_9ce4_8422_2325_u64, |hash, word| {
            // Turned, since a product carries only upwards.
            (hash.rotate_left(23) ^ u64::from_le_bytes(*word)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        });
        Self(format!("{:x}-{hash:016x}", bytes.len()))
    }

    /// Of what a file holds now; none where it cannot be read.
    pub fn of_file(path: &Path) -> Option<Self> {
        fs::read(path).ok().map(|bytes| Self::of(&bytes))
    }

    /// Of what lies at a path, links not followed; none where nothing does. What is no ordinary
    /// file is not read, and is like no file.
    pub(crate) fn of_place(path: &Path) -> io::Result<Option<Self>> {
        match fs::symlink_metadata(path) {
            Ok(there) if there.is_file() => fs::read(path).map(|bytes| Some(Self::of(&bytes))),
            Ok(_) => Ok(Some(Self("no-file".to_owned()))),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// The letters.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<String> for Fingerprint {
    /// Letters that were kept.
    fn from(letters: String) -> Self {
        Self(letters)
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
