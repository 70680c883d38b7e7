//! Two editors on one file: what both changed is put together, and nothing is lost.

use std::path::Path;
use std::sync::Arc;

use proptest::prelude::*;
use salient_document::{Choice, Document, Edit, SaveError, SaveOptions, Sides};
use salient_schema::map::Feature;

use crate::SYSTEMS;
use crate::helper::{assert_index, bytes, open, stack, write_files};
use crate::properties::edit;

/// The same file opened by two.
fn two(folder: &Path) -> (Document, Document) {
    let path = write_files(folder);
    (open(&path), open(&path))
}

fn town(hex: &str, name: &str) -> Edit {
    let feature = Feature {
        hex: hex.to_owned(),
        kind: "town".to_owned(),
        name: Some(name.to_owned()),
        owner: None,
        value: None,
        letter: None,
        facing: Vec::new(),
        provenance: None,
    };
    Edit::add_feature(feature, None)
}

fn paint(hex: &str, kind: &str) -> Edit {
    Edit::SetTerrain { hex: hex.to_owned(), kind: kind.to_owned() }
}

fn move_to(counter: &str, from: &str, to: &str) -> Edit {
    Edit::MoveCounter {
        counter: counter.to_owned(),
        from: from.to_owned(),
        to: to.to_owned(),
        index: None,
    }
}

#[test]
fn what_each_changed_is_in_the_merge() {
    let folder = tempfile::tempdir().unwrap();
    let (mut ours, mut theirs) = two(folder.path());
    for edit in [town("0701", "Ours"), paint("0101", "swamp"), move_to("a-1", "0404", "0604")] {
        ours.apply(edit).unwrap();
    }
    for edit in [town("0706", "Theirs"), paint("0102", "swamp"), move_to("b-1", "0505", "0605")] {
        theirs.apply(edit).unwrap();
    }
    let mine = bytes(&ours);
    assert!(ours.changed_on_disk().is_empty());
    theirs.save(SaveOptions::default()).unwrap();
    assert_eq!(ours.changed_on_disk().len(), 2, "map and scenario");
    assert!(matches!(ours.save(SaveOptions::default()), Err(SaveError::ChangedOnDisk { .. })));

    let merge = ours.look_at_merge().unwrap();
    assert_eq!(merge.conflicts, []);
    assert!(merge.brings_anything);
    ours.merge(&merge, &[]).unwrap();
    assert_index(&ours);
    let names: Vec<_> =
        ours.map().features.items.iter().filter_map(|item| item.name.as_deref()).collect();
    assert!(names.contains(&"Ours") && names.contains(&"Theirs"), "{names:?}");
    let grid = ours.grid();
    for hex in ["0101", "0102"] {
        assert_eq!(ours.terrain_at(grid.parse(hex).unwrap()).unwrap(), "swamp", "{hex}");
    }
    assert_eq!((stack(&ours, "0604"), stack(&ours, "0605")), ("a-1".into(), "b-1/1".into()));
    assert_eq!(stack(&ours, "0404"), "a-2");
    assert!(ours.dirty(), "the file does not have what was changed here");
    assert!(ours.changed_on_disk().is_empty(), "the files have been looked at");

    // It is one step.
    let merged = bytes(&ours);
    ours.undo();
    assert_eq!(bytes(&ours), mine);
    assert!(ours.dirty());
    ours.redo();
    assert_eq!(bytes(&ours), merged);
    ours.save(SaveOptions::default()).unwrap();
    assert!(!ours.dirty());
}

#[test]
fn what_both_changed_is_asked_in_words() {
    let folder = tempfile::tempdir().unwrap();
    let (mut ours, mut theirs) = two(folder.path());
    ours.apply(move_to("a-1", "0404", "0604")).unwrap();
    ours.apply(paint("0101", "swamp")).unwrap();
    ours.apply(Edit::SetMapTitle { title: "Ours".into() }).unwrap();
    theirs.apply(move_to("a-1", "0404", "0605")).unwrap();
    theirs.apply(paint("0101", "woods")).unwrap();
    theirs.apply(Edit::SetMapTitle { title: "Theirs".into() }).unwrap();
    theirs.save(SaveOptions::default()).unwrap();

    let merge = ours.look_at_merge().unwrap();
    let what: Vec<&str> = merge.conflicts.iter().map(|conflict| conflict.what.as_str()).collect();
    assert_eq!(what, ["terrain of 1 hex (0101)", "the map: title", "where 'a-1' is set up"]);
    assert_eq!(merge.conflicts[0].ours, "swamp");
    assert_eq!(merge.conflicts[0].theirs, "woods");
    assert_eq!(merge.conflicts[2].ours, "hex 0604");

    let choices = [Choice::Theirs, Choice::Ours, Choice::Theirs];
    ours.merge(&merge, &choices).unwrap();
    assert_eq!(ours.terrain_at(ours.grid().parse("0101").unwrap()).unwrap(), "woods");
    assert_eq!(ours.map().title, "Ours");
    assert_eq!((stack(&ours, "0604"), stack(&ours, "0605")), (String::new(), "a-1".into()));
    assert_index(&ours);
}

#[test]
fn theirs_can_be_loaded_and_ours_kept_and_either_undone() {
    let folder = tempfile::tempdir().unwrap();
    let (mut ours, mut theirs) = two(folder.path());
    ours.apply(town("0701", "Ours")).unwrap();
    theirs.apply(town("0706", "Theirs")).unwrap();
    theirs.save(SaveOptions::default()).unwrap();
    let mine = bytes(&ours);
    ours.load_theirs().unwrap();
    assert_eq!(bytes(&ours), bytes(&theirs));
    assert!(!ours.dirty());
    ours.undo();
    assert_eq!(bytes(&ours), mine);
    assert!(ours.dirty(), "the file holds theirs");
    ours.undo();
    assert!(ours.dirty(), "what was opened is not what the file holds");
    ours.redo();

    ours.keep_ours().unwrap();
    assert_eq!(bytes(&ours), mine);
    assert!(ours.dirty());
    ours.save(SaveOptions::default()).unwrap();
    assert_eq!(bytes(&open(&folder.path().join("small-scenario.json"))), mine);
}

#[test]
fn a_crash_after_a_merge_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let (mut ours, mut theirs) = two(folder.path());
    ours.apply(town("0701", "Ours")).unwrap();
    theirs.apply(town("0706", "Theirs")).unwrap();
    theirs.save(SaveOptions::default()).unwrap();
    let merge = ours.look_at_merge().unwrap();
    ours.merge(&merge, &[]).unwrap();
    ours.apply(paint("0101", "swamp")).unwrap();
    let end = bytes(&ours);
    drop(ours);
    let mut again = open(&folder.path().join("small-scenario.json"));
    assert_eq!(again.recover().unwrap().lost, 0);
    assert_eq!(bytes(&again), end);
}

#[test]
fn another_version_is_merged_from_what_both_began_with() {
    let (folder, elsewhere) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let mut ours = open(&write_files(folder.path()));
    let mut theirs = open(&write_files(elsewhere.path()));
    let began = ours.bundle().clone();
    ours.apply(town("0701", "Ours")).unwrap();
    ours.apply(move_to("a-1", "0404", "0604")).unwrap();
    theirs.apply(town("0706", "Theirs")).unwrap();
    theirs.apply(paint("0101", "swamp")).unwrap();
    theirs.apply(move_to("a-1", "0404", "0605")).unwrap();
    let mut copy = theirs.bundle().clone();
    // As a copy whose parts lie elsewhere.
    copy.name_parts_by_id();
    let before = bytes(&ours);

    let sides = |base| {
        Arc::new(Sides::of_version(ours.bundle(), "their.json", copy.clone(), base).unwrap())
    };
    let (known, unknown) = (sides(Some(began)), sides(None));
    let merge = known.look(ours.bundle()).unwrap();
    assert!(merge.brings_anything);
    let what: Vec<&str> = merge.conflicts.iter().map(|conflict| conflict.what.as_str()).collect();
    assert_eq!(what, ["where 'a-1' is set up"], "what one of the two changed is no conflict");
    assert_eq!(merge.conflicts[0].hexes, ["0604", "0605"]);
    // Nothing is known of what they began with: what both have otherwise is asked.
    let without = unknown.look(ours.bundle()).unwrap();
    let what: Vec<&str> = without.conflicts.iter().map(|conflict| conflict.what.as_str()).collect();
    assert_eq!(what, ["terrain of 1 hex (0101)", "where 'a-1' is set up"]);
    assert_eq!(without.conflicts[0].hexes, ["0101"]);

    ours.merge(&merge, &[Choice::Theirs]).unwrap();
    assert_index(&ours);
    assert_eq!(ours.undo_name(), Some("Merge with their.json"));
    let names: Vec<_> =
        ours.map().features.items.iter().filter_map(|item| item.name.as_deref()).collect();
    assert!(names.contains(&"Ours") && names.contains(&"Theirs"), "{names:?}");
    assert_eq!(stack(&ours, "0605"), "a-1");
    assert!(ours.dirty() && ours.changed_on_disk().is_empty());
    ours.undo();
    assert_eq!(bytes(&ours), before);
    ours.redo();
    ours.save(SaveOptions::default()).unwrap();
}

#[test]
fn a_version_on_another_map_is_refused() {
    let ours = crate::helper::document();
    let mut other = ours.bundle().clone();
    other.map.id = "elsewhere".to_owned();
    let refused = Sides::of_version(ours.bundle(), "x", other, None).unwrap_err().to_string();
    assert!(refused.starts_with("its map is elsewhere"), "{refused}");
}

#[test]
fn other_files_or_none_are_no_merge() {
    let folder = tempfile::tempdir().unwrap();
    let (mut ours, _) = two(folder.path());
    std::fs::write(folder.path().join("small-scenario.json"), "{").unwrap();
    assert_eq!(ours.changed_on_disk().len(), 1);
    assert!(ours.look_at_merge().is_err());
    assert!(crate::helper::document().look_at_merge().is_err());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn merges_of_any_edits_keep_their_promises(
        mine in prop::collection::vec(edit(), 0..12),
        others in prop::collection::vec(edit(), 0..12),
        theirs_count in any::<bool>(),
    ) {
        let folder = tempfile::tempdir().unwrap();
        let (mut ours, mut theirs) = two(folder.path());
        let start = bytes(&ours);
        for edit in mine {
            let _ = ours.apply(edit);
        }
        for edit in others {
            let _ = theirs.apply(edit);
        }
        let (before, other) = (bytes(&ours), bytes(&theirs));
        theirs.save(SaveOptions::default()).unwrap();
        let merge = match ours.look_at_merge() {
            Ok(merge) => merge,
            // Refused in words is allowed; half a merge is not.
            Err(_) => {
                prop_assert_eq!(bytes(&ours), before);
                return Ok(());
            }
        };
        let choice = if theirs_count { Choice::Theirs } else { Choice::Ours };
        let choices = vec![choice; merge.conflicts.len()];
        prop_assert!(ours.merge(&merge, &choices).is_ok());
        assert_index(&ours);
        let merged = bytes(&ours);
        if other == start {
            prop_assert_eq!(&merged, &before, "nobody else changed anything");
        }
        if before == start {
            prop_assert_eq!(&merged, &other, "nothing was changed here");
        }
        if before == other {
            prop_assert_eq!(&merged, &before);
            prop_assert!(merge.conflicts.is_empty(), "both made the same");
        }
        // Undone and redone, and saved over theirs without a question.
        while ours.undo_name() != Some("Merge with the file") && ours.undo().is_some() {}
        if ours.undo_name().is_some() {
            ours.undo();
            prop_assert_eq!(bytes(&ours), before);
            ours.redo();
            prop_assert_eq!(bytes(&ours), merged.clone());
        } else {
            while ours.redo().is_some() {}
        }
        ours.save(SaveOptions::default()).unwrap();
        prop_assert!(!ours.dirty());
        let (saved, _) = Document::open(SYSTEMS, folder.path().join("small-scenario.json"));
        prop_assert_eq!(bytes(&saved.unwrap()), bytes(&ours));
    }
}
