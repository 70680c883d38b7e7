//! The published scenario, as it lies in this repository.

use std::fs;
use std::path::Path;

use salient_document::{Edit, SaveOptions};

use crate::helper::{assert_index, bytes, open};

/// Copies the scenario with its map into a folder of its own, laid out as here.
fn copy(to: &Path) -> std::path::PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for folder in ["scenarios/kaisers-battle", "maps/picardy-1918"] {
        fs::create_dir_all(to.join(folder)).unwrap();
        for entry in fs::read_dir(root.join(folder)).unwrap() {
            let entry = entry.unwrap();
            if entry.path().is_file() {
                fs::copy(entry.path(), to.join(folder).join(entry.file_name())).unwrap();
            }
        }
    }
    to.join("scenarios/kaisers-battle/kaisers-battle.json")
}

#[test]
fn paint_move_undo_save() {
    let folder = tempfile::tempdir().unwrap();
    let path = copy(folder.path());
    let mut document = open(&path);
    let start = bytes(&document);

    let from = document.occupied()[0];
    let counter = document.stack_at(from)[0].counter.clone();
    let to = document.grid().neighbours(from).into_iter().flatten().next().unwrap();
    let label = |hex| document.grid().label(hex);
    let (from, to) = (label(from), label(to));
    let swamp = Edit::SetTerrain { hex: to.clone(), kind: "swamp".into() };
    document.apply(swamp).unwrap();
    let step = Edit::MoveCounter { counter, from, to, index: None };
    document.apply(step).unwrap();
    let end = bytes(&document);
    document.undo();
    document.undo();
    assert_eq!(bytes(&document), start);
    document.redo();
    document.redo();
    assert_eq!(bytes(&document), end);
    assert_index(&document);

    let saved = document.save(SaveOptions::default()).unwrap();
    assert_eq!(saved.written.len(), 2, "the scenario and the map: {saved:?}");
    assert_eq!(bytes(&open(&path)), end);
}

#[test]
fn a_saved_change_is_one_line_of_a_diff() {
    let folder = tempfile::tempdir().unwrap();
    let path = copy(folder.path());
    let map = folder.path().join("maps/picardy-1918/map.json");
    let before = fs::read_to_string(&map).unwrap();
    let mut document = open(&path);
    let town = document.map().features.items.iter().find(|item| item.name.is_some()).unwrap();
    let mut town = town.clone();
    town.name = Some("Elsewhere".into());
    document.apply(Edit::set_feature(town)).unwrap();
    document.save(SaveOptions::default()).unwrap();
    let after = fs::read_to_string(&map).unwrap();
    assert_eq!(before.lines().count(), after.lines().count());
    let differing = before.lines().zip(after.lines()).filter(|(a, b)| a != b).count();
    assert_eq!(differing, 1);
}
