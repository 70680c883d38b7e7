//! Files that other scenarios use, too: what a save would change for them.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use salient_files::{is_one_place, path_of, project_of, text_of};
use salient_schema::FileKind;
use salient_schema::project::resolve;
use serde::Deserialize;

use crate::document::{Document, Origin};

/// So many files of a project are looked through, and files no larger than this, in bytes.
const MOST_FILES: usize = 2_000;
const MOST_BYTES: u64 = 8 << 20;

/// A file that a save would write and that others use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SharedFile {
    /// The file.
    pub path: PathBuf,
    /// The scenarios that use it, without this one, sorted.
    pub users: Vec<PathBuf>,
}

/// What a scenario file refers to.
#[derive(Deserialize)]
struct References {
    #[serde(rename = "$schema")]
    schema: String,
    ruleset: String,
    map: String,
    #[serde(default)]
    orders_of_battle: Vec<String>,
}

impl Document {
    /// The files that a save would write now, the scenario's first; none for a document without
    /// files.
    pub fn files_to_write(&self) -> Vec<PathBuf> {
        match self.origin() {
            Origin::Embedded => Vec::new(),
            Origin::File(_) => self.dirty_files(),
        }
    }

    /// Those of them that other scenarios of the project use. Looks through the project's files.
    pub fn shared_files_to_write(&self) -> Vec<SharedFile> {
        let Origin::File(scenario) = self.origin() else { return Vec::new() };
        // What is copied goes to new files.
        if self.has_copied_ruleset() {
            return Vec::new();
        }
        let written = self.files_to_write();
        let parts = written.into_iter().filter(|path| !is_one_place(path, scenario));
        let mut shared: Vec<SharedFile> =
            parts.map(|path| SharedFile { path, users: Vec::new() }).collect();
        if shared.is_empty() {
            return shared;
        }
        for other in others_in_project(scenario) {
            let used = files_of(&other);
            for part in &mut shared {
                if used.iter().any(|file| is_one_place(file, &part.path)) {
                    part.users.push(other.clone());
                }
            }
        }
        shared.retain(|part| !part.users.is_empty());
        shared
    }
}

/// The scenarios of a file's project that refer to the file, those in its own folder first. Looks
/// through the project's files.
pub fn users_of(path: &Path) -> Vec<PathBuf> {
    let uses = |other: &PathBuf| files_of(other).iter().any(|file| is_one_place(file, path));
    others_in_project(path).into_iter().filter(uses).collect()
}

/// The files of a file's project without the file itself, those in its own folder first, in case
/// the project's is large, or hides it.
fn others_in_project(path: &Path) -> Vec<PathBuf> {
    let own = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let own = own.unwrap_or(Path::new(".")).to_owned();
    let folders = [own, project_of(path)];
    let found = folders
        .iter()
        .flat_map(|folder| salient_files::walk(std::slice::from_ref(folder), "json").files);
    let mut seen: BTreeSet<PathBuf> = std::fs::canonicalize(path).into_iter().collect();
    let is_new = |other: &PathBuf| {
        let place = std::fs::canonicalize(other).unwrap_or_else(|_| other.clone());
        seen.insert(place)
    };
    found.take(MOST_FILES).filter(is_new).collect()
}

/// What a scenario file refers to; nothing of another file.
fn files_of(path: &Path) -> Vec<PathBuf> {
    let text = salient_files::read_at_most(path, MOST_BYTES).unwrap_or_default();
    let Ok(references) = serde_json::from_slice::<References>(&text) else { return Vec::new() };
    if FileKind::of_schema(&references.schema) != Some(FileKind::Scenario) {
        return Vec::new();
    }
    let home = text_of(path);
    let all = [references.ruleset, references.map].into_iter().chain(references.orders_of_battle);
    all.map(|reference| path_of(&resolve(&home, &reference))).collect()
}
