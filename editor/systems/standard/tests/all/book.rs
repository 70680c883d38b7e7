//! The rule book that is written out of a ruleset, held to texts that were read as a reader would.

use std::path::{Path, PathBuf};

use salient_rules::book::Book;
use salient_schema::{Bundle, Disk, open_project};

use super::SYSTEMS;

fn bundle(path: &str) -> Bundle {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
    let path = root.join(path);
    let (project, found) = open_project(&Disk, path.to_str().unwrap());
    project.unwrap_or_else(|| panic!("{}: {found:#?}", path.display())).bundle
}

fn book_of(bundle: &Bundle) -> Book {
    SYSTEMS.book(bundle).expect("a book")
}

fn golden(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name)
}

/// Holds a text to the one that was accepted; `UPDATE_GOLDEN=1` accepts it.
fn hold(name: &str, text: &str) {
    let path = golden(name);
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, text).unwrap();
    }
    let accepted = std::fs::read_to_string(&path).unwrap_or_default();
    let differs = accepted.lines().zip(text.lines()).find(|(one, other)| one != other);
    assert!(accepted == text, "{name} reads otherwise: {differs:#?}");
}

#[test]
fn the_drill_reads_like_a_rule_book() {
    let drill = bundle("tests/fixtures/standard/drill.json");
    hold("drill.txt", &book_of(&drill).to_string());
}

/// The scenarios of the games that ship.
fn games() -> Vec<Bundle> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../scenarios/standard");
    let mut folders: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    folders.sort();
    let name = |folder: &PathBuf| folder.file_name().unwrap().to_str().unwrap().to_owned();
    let games = folders.iter().filter(|folder| folder.is_dir());
    games.map(|folder| bundle(&format!("scenarios/standard/{0}/{0}.json", name(folder)))).collect()
}

#[test]
fn no_book_shows_an_id() {
    for bundle in games() {
        let text = book_of(&bundle).to_string();
        if let Ok(folder) = std::env::var("BOOKS") {
            std::fs::write(format!("{folder}/{}.txt", bundle.scenario.id), &text).unwrap();
        }
    }
}
