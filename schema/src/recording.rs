//! The disk, with a note of what was read: whoever only reads is told then of saves that were cut off
//! and that are about those files.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::path::PathBuf;

use salient_files::path_of;

use crate::project::{Disk, ReadError, Source};

/// The [`Disk`], with a note of what was read.
#[derive(Clone, Debug, Default)]
pub struct Recording {
    read: RefCell<BTreeSet<PathBuf>>,
}

impl Recording {
    /// What was read, or was to be, as it was named.
    pub fn into_files(self) -> BTreeSet<PathBuf> {
        self.read.into_inner()
    }

    /// Takes note of a file that was read otherwise.
    pub fn note(&self, path: impl Into<PathBuf>) {
        self.read.borrow_mut().insert(path.into());
    }
}

impl Source for Recording {
    fn read(&self, path: &str) -> Result<Vec<u8>, ReadError> {
        self.note(path_of(path));
        Disk.read(path)
    }

    fn read_referred(&self, first: &str, path: &str) -> Result<Vec<u8>, ReadError> {
        self.note(path_of(path));
        Disk.read_referred(first, path)
    }

    fn hear_of(&self, path: &str) {
        Disk.hear_of(path);
    }

    fn find_referred(&self, first: &str, path: &str) -> Result<(), ReadError> {
        self.note(path_of(path));
        Disk.find_referred(first, path)
    }

    fn is_one_file(&self, one: &str, other: &str) -> bool {
        Disk.is_one_file(one, other)
    }
}
