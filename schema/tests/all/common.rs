//! Valid files to start from: the fixtures of all five systems.

// Each test binary uses its own part of this.
use std::path::{Path, PathBuf};

use salient_schema::{Disk, FileKind, open_project, to_canonical_json};
use serde_json::{Value, json};

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
    let small = files.iter().filter(|(path, _)| path.contains("fixtures/offensive-1914"));
    let amended: Vec<_> = small.filter_map(|(path, text)| amended(path, text)).collect();
    assert_eq!(amended.len(), 2, "ruleset and order of battle");
    files.extend(amended);
    assert!(files.len() >= 20, "the fixtures have gone");
    files.sort();
    files
}

/// A fixture with what no fixture has.
fn amended(path: &str, text: &str) -> Option<(String, String)> {
    let mut value: Value = serde_json::from_str(text).unwrap();
    match FileKind::of_schema(value["$schema"].as_str().unwrap())? {
        FileKind::Ruleset => {
            value["counters"]["formation_ratings"] =
                json!([{ "id": "limit", "name": "Limit", "min": 0, "max": 9 }]);
            let step = &mut value["sequence"][0];
            (step["from_turn"], step["every"], step["while"]) =
                (json!(3), json!(3), json!("rivers-are-frozen"));
        }
        FileKind::OrderOfBattle => {
            value["formations"][0]["ratings"] = json!({ "limit": 3, "boxes": "A" });
        }
        _ => return None,
    }
    Some((format!("{path} with more"), serde_json::to_string_pretty(&value).unwrap()))
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
