//! A file that is locked as long as it is held.

use std::fs::{File, TryLockError};
use std::io::{self, Write};

/// A file with a lock on it, which is let go when this is dropped.
///
/// To close the file is not enough: a program that is started at that moment has it open, too,
/// until it is under way, and for so long it would look as if somebody were still at it.
#[derive(Debug)]
pub struct Held(File);

impl Held {
    /// The file, locked for us alone. Where files cannot be locked it is given all the same:
    /// there is one editor or there is luck.
    ///
    /// # Errors
    /// The file as it was: somebody else has a lock on it.
    pub fn claim(file: File) -> Result<Self, File> {
        Self::unless_held(file.try_lock(), file)
    }

    /// The file, locked together with others that only read. Where files cannot be locked it is
    /// given all the same.
    ///
    /// # Errors
    /// The file as it was: somebody has it for himself alone.
    pub fn share(file: File) -> Result<Self, File> {
        Self::unless_held(file.try_lock_shared(), file)
    }

    fn unless_held(lock: Result<(), TryLockError>, file: File) -> Result<Self, File> {
        match lock {
            Err(TryLockError::WouldBlock) => Err(file),
            _ => Ok(Self(file)),
        }
    }

    /// The file.
    pub fn file(&self) -> &File {
        &self.0
    }

    /// Appends bytes, in one call of the system where it takes them in one.
    ///
    /// # Errors
    /// What the system says.
    pub fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.0.write_all(bytes)
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        let _ = self.0.unlock();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As a program that is started just then has the file open, too.
    #[test]
    fn whoever_has_the_file_open_too_does_not_keep_the_lock() {
        let folder = tempfile::tempdir().unwrap();
        let at = folder.path().join("journal");
        let open = || File::options().create(true).append(true).open(&at).unwrap();

        let file = open();
        let too = file.try_clone().unwrap();
        let held = Held::claim(file).unwrap();
        assert!(Held::claim(open()).is_err());
        assert!(Held::share(open()).is_err());
        drop(held);
        assert!(Held::claim(open()).is_ok());

        let (one, other) = (Held::share(open()).unwrap(), Held::share(open()).unwrap());
        assert!(Held::claim(open()).is_err());
        drop((one, other, too));
        assert!(Held::claim(open()).is_ok());
    }
}
