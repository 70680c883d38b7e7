//! Valid files to start from: the fixtures of all five systems.

// Each test binary uses its own part of this.
use std::path::{Path, PathBuf};

use salient_schema::{Disk, FileKind, open_project, to_canonical_json};

/// The repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Every valid file there is: the fixtures, the published system's data, and a bundle of each
/// fixture.
pub fn valid_files() -> Vec<(String, String)> {
    let mut files = Vec::new();
    for folder in ["tests/fixtures", "scenarios", "maps"] {
        collect(&root().join(folder), &mut files);
    }
    let scenarios: Vec<String> = files
        .iter()
        .filter(|(path, text)| path.contains("fixtures") && text.contains("/scenario.schema.json"))
        .map(|(path, _)| path.clone())
        .collect();
    for path in scenarios {
        files.push((format!("{path} as a bundle"), bundle_of(&path)));
    }
    assert!(files.len() >= 20, "the fixtures have gone");
    files.sort();
    files
}

/// The fixtures alone: small files.
pub fn fixtures() -> Vec<(String, String)> {
    valid_files().into_iter().filter(|(path, _)| path.contains("fixtures")).collect()
}

/// The text of a fixture.
pub fn fixture(path: &str) -> String {
    std::fs::read_to_string(root().join("tests/fixtures").join(path)).unwrap()
}

fn collect(folder: &Path, files: &mut Vec<(String, String)>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            // What is wrong on purpose is no valid file.
            if !path.ends_with("faulty") && !path.ends_with("golden") {
                collect(&path, files);
            }
        } else if path.extension().is_some_and(|extension| extension == "json") {
            let text = std::fs::read_to_string(&path).unwrap();
            if FileKind::ALL.iter().any(|kind| text.contains(&format!("/{}", kind.schema_file()))) {
                files.push((path.to_str().unwrap().to_owned(), text));
            }
        }
    }
}

/// A bundle of a scenario, whose parts name each other by their ids.
pub fn bundle_of(path: &str) -> String {
    let (project, diagnostics) = open_project(&Disk, path);
    assert_eq!(diagnostics, [], "{path}");
    let mut bundle = project.unwrap().bundle;
    bundle.name_parts_by_id();
    to_canonical_json(&bundle).unwrap()
}
