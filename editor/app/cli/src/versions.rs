//! Versions of a file, as version control hands them over: bytes from one place, with references
//! that lead on from another.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use salient_document::Names;
use salient_schema::project::resolve;
use salient_schema::{
    Diagnostic, Document, OrderOfBattle, Project, ReadError, Recording, Source, read_text,
};

use super::files;

/// A file's contents, and where its references are looked up.
pub struct Version {
    /// What it is called in messages.
    pub name: String,
    /// The path that its references are relative to.
    home: String,
    pub bytes: Vec<u8>,
    /// The disk, which knows what was read with it.
    disk: Recording,
}

impl Version {
    /// Reads a file; its references are relative to `home`, or to where it lies.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn read(path: &Path, home: Option<&Path>) -> anyhow::Result<Self> {
        let name = files::shown(path);
        let bytes = salient_files::read(path)?;
        let home = home.map_or_else(|| name.clone(), files::shown);
        let disk = Recording::default();
        disk.note(path);
        Ok(Self { name, home, bytes, disk })
    }

    /// The files that were read, itself among them.
    pub fn into_files(self) -> BTreeSet<PathBuf> {
        self.disk.into_files()
    }

    /// The file as data, with what is wrong with it.
    pub fn document(&self) -> (Option<Document>, Vec<Diagnostic>) {
        read_text(&self.name, &self.bytes)
    }

    /// The scenario or bundle with all that it refers to, as far as it is there.
    pub fn project(&self) -> Option<Project> {
        salient_schema::open_project(self, &self.home).0
    }

    /// A file that this one refers to.
    pub fn referred(&self, reference: &str) -> Option<Document> {
        let path = resolve(&self.home, reference);
        self.disk.read_referred(&self.home, &path).ok()?;
        salient_schema::open_file(&self.disk, &path).0
    }

    /// What the counters are called that a scenario names. Orders of battle that are not to be
    /// found are no fault here: their counters go by their ids.
    pub fn names(&self, document: &Document) -> Vec<OrderOfBattle> {
        let Document::Scenario(scenario) = document else { return Vec::new() };
        let orders = scenario.orders_of_battle.iter().filter_map(|reference| {
            let path = resolve(&self.home, reference);
            let bytes = self.disk.read_referred(&self.home, &path).ok()?;
            salient_schema::read_order_of_battle(&path, bytes).0
        });
        orders.collect()
    }
}

/// The version stands in its own place, everything else where it is.
impl Source for Version {
    fn read(&self, path: &str) -> Result<Vec<u8>, ReadError> {
        if path == self.home { Ok(self.bytes.clone()) } else { self.disk.read(path) }
    }

    fn read_referred(&self, first: &str, path: &str) -> Result<Vec<u8>, ReadError> {
        if path == self.home {
            Ok(self.bytes.clone())
        } else {
            self.disk.read_referred(first, path)
        }
    }

    fn hear_of(&self, path: &str) {
        self.disk.hear_of(path);
    }

    fn is_one_file(&self, one: &str, other: &str) -> bool {
        self.disk.is_one_file(one, other)
    }
}

/// What the counters of versions are called; the first that knows a counter counts.
pub fn names_of(versions: &[(&Version, &Document)]) -> Names {
    let orders: Vec<OrderOfBattle> =
        versions.iter().flat_map(|(version, document)| version.names(document)).collect();
    Names::of(&orders)
}
