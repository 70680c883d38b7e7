//! What a file held, in a few letters.

use std::fmt;
use std::fs;
use std::io::{self, Read};
use std::path::Path;

use crate::limits;
use crate::read::{ReadError, look_at, open_ordinary};

/// Bytes that are read at a time; whole words.
const BLOCK: usize = 64 << 10;

/// What a file's bytes were, to tell whether they changed. The same in every build, since journals
/// keep it; eight bytes at a time, since every opening waits for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fingerprint(String);

impl Fingerprint {
    /// Of these bytes.
    pub fn of(bytes: &[u8]) -> Self {
        let mut reckoning = Reckoning::default();
        reckoning.take(bytes);
        reckoning.end()
    }

    /// Of what a file holds now; none where it cannot be read.
    pub fn of_file(path: &Path) -> Option<Self> {
        look_at(path, limits::FILE_BYTES).ok().map(|bytes| Self::of(&bytes))
    }

    /// Of what lies at a path, links not followed; none where nothing does. What is no ordinary
    /// file is not read, and is like no file. A file may be of any length: no more than a block of
    /// it is held.
    pub(crate) fn of_place(path: &Path) -> io::Result<Option<Self>> {
        match fs::symlink_metadata(path) {
            Ok(there) if there.is_file() => Self::of_blocks(path).map(Some),
            Ok(_) => Ok(Some(Self("no-file".to_owned()))),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn of_blocks(path: &Path) -> io::Result<Self> {
        let mut file = open_ordinary(path).map_err(|cause| ReadError::new(path, cause))?;
        let mut reckoning = Reckoning::default();
        let mut block = Vec::with_capacity(BLOCK);
        while (&mut file).take(BLOCK as u64).read_to_end(&mut block)? > 0 {
            reckoning.take(&block);
            block.clear();
        }
        Ok(reckoning.end())
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

/// A fingerprint that is being taken, block by block: all but the last are of whole words.
struct Reckoning {
    length: usize,
    hash: u64,
    last: [u8; 8],
}

impl Default for Reckoning {
    fn default() -> Self {
        Self { length: 0, hash: 0xcbf2_9ce4_8422_2325, last: [0; 8] }
    }
}

impl Reckoning {
    fn take(&mut self, block: &[u8]) {
        let (words, rest) = block.as_chunks::<8>();
        self.length += block.len();
        self.hash = words.iter().fold(self.hash, mixed);
        self.last[..rest.len()].copy_from_slice(rest);
    }

    fn end(self) -> Fingerprint {
        Fingerprint(format!("{:x}-{:016x}", self.length, mixed(self.hash, &self.last)))
    }
}

fn mixed(hash: u64, word: &[u8; 8]) -> u64 {
    // Turned, since a product carries only upwards.
    (hash.rotate_left(23) ^ u64::from_le_bytes(*word)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that fails panics")]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_read_in_blocks_has_the_fingerprint_of_its_bytes() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        for length in [0, 1, 8, 9, BLOCK - 1, BLOCK, BLOCK + 3, 3 * BLOCK + 8] {
            let bytes: Vec<u8> = (0..length).map(|at| (at % 251) as u8).collect();
            fs::write(&path, &bytes).unwrap();
            assert_eq!(Fingerprint::of_place(&path).unwrap().unwrap(), Fingerprint::of(&bytes));
        }
        // Journals keep them: they are the same in every build.
        assert_eq!(Fingerprint::of(b"a scenario").as_str(), "a-642f8c1528a1fd76");
    }
}
