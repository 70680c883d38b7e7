//! What the whole-program tests share: where the data lies, and how it is read.

pub mod browser;
pub mod referee;
pub mod renaming;
pub mod sources;
pub mod storm_as_data;

use std::path::{Path, PathBuf};

use salient_schema::{ReadError, Source};

/// The checkout.
pub fn root() -> PathBuf {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
    tests.parent().unwrap_or(tests).to_path_buf()
}

/// `tests/fixtures`.
pub fn fixtures() -> PathBuf {
    root().join("tests/fixtures")
}

/// The five systems that the data contract was made for; each has a fixture by its name.
pub const FIXTURE_SYSTEMS: [&str; 5] =
    ["kaisers-battle", "storm-in-the-west", "offensive-1914", "infantry-attacks", "trench-setup"];

/// A copy of a system's fixture in a folder, since the editor keeps its journal beside what is
/// edited. Gives the scenario's file.
///
/// # Errors
/// What keeps the files from being copied.
pub fn copy_of_fixture(system: &str, folder: &Path) -> std::io::Result<PathBuf> {
    for entry in std::fs::read_dir(fixtures().join(system))? {
        let entry = entry?;
        std::fs::copy(entry.path(), folder.join(entry.file_name()))?;
    }
    Ok(folder.join("scenario.json"))
}

/// The files below a folder with this ending, by path, sorted. None where there is no folder.
pub fn files_below(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_path_buf()];
    while let Some(folder) = open.pop() {
        let Ok(entries) = std::fs::read_dir(&folder) else { continue };
        for entry in entries.flatten() {
            let path = entry.path();
            if path.is_dir() {
                open.push(path);
            } else if path.to_string_lossy().ends_with(ending) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// A folder as a [`Source`]: its files are named from it, so that what a test expects holds on
/// every machine.
#[derive(Clone, Debug)]
pub struct Folder(pub PathBuf);

impl Source for Folder {
    fn read(&self, path: &str) -> Result<Vec<u8>, ReadError> {
        std::fs::read(self.0.join(path)).map_err(|error| ReadError {
            path: path.to_owned(),
            // The system's own words differ from one system to the next.
            reason: match error.kind() {
                std::io::ErrorKind::NotFound => "no such file".to_owned(),
                kind => kind.to_string(),
            },
        })
    }
}

/// A path below the checkout with `/` between its parts, as diagnostics name it.
pub fn name_of(path: &Path, base: &Path) -> String {
    path.strip_prefix(base).unwrap_or(path).to_string_lossy().replace('\\', "/")
}
