//! The journal: what a crash cuts off can be had again.

use std::fs;
use std::path::{Path, PathBuf};

use salient_document::{Document, Edit, JournalError, SaveOptions};
use tempfile::tempdir;

use crate::helper::{assert_index, bytes, document, open, write_files};

fn paint(document: &mut Document, hex: &str, kind: &str) {
    document.apply(Edit::SetTerrain { hex: hex.into(), kind: kind.into() }).unwrap();
}

fn journal(scenario: &Path) -> PathBuf {
    scenario.with_file_name(".small-scenario.json.salient-journal")
}

/// Some work, with undo and redo in it. Gives what the document held at the end.
fn work(document: &mut Document) -> String {
    paint(document, "0101", "swamp");
    document.begin("A drag");
    paint(document, "0201", "woods");
    paint(document, "0301", "woods");
    document.commit();
    document.undo();
    document.undo();
    document.redo();
    let from = "0404".to_owned();
    let step = Edit::MoveCounter { counter: "a-2".into(), from, to: "0101".into(), index: None };
    document.apply(step).unwrap();
    bytes(document)
}

#[test]
fn unsaved_work_survives_a_crash() {
    let folder = tempdir().unwrap();
    let path = write_files(folder.path());
    let mut document = open(&path);
    assert!(!journal(&path).exists(), "looking leaves nothing behind");
    let worked = work(&mut document);
    let undo: Vec<_> = document.history().map(|entry| entry.name.to_owned()).collect();
    drop(document);

    let mut again = open(&path);
    assert_eq!(again.unfinished_work(), Some(journal(&path).as_path()));
    let recovery = again.recover().unwrap();
    assert_eq!((recovery.steps, recovery.lost), (6, 0));
    assert_eq!(bytes(&again), worked);
    assert_index(&again);
    assert!(again.dirty());
    assert_eq!(again.unfinished_work(), None);
    let names: Vec<_> = again.history().map(|entry| entry.name.to_owned()).collect();
    assert_eq!(names, undo);

    // It goes on in the same journal, and a second crash loses nothing either.
    paint(&mut again, "0801", "woods");
    let worked = bytes(&again);
    drop(again);
    let mut third = open(&path);
    assert_eq!(third.recover().unwrap().steps, 7);
    assert_eq!(bytes(&third), worked);
    third.save(SaveOptions::default()).unwrap();
    assert!(!journal(&path).exists());
    assert_eq!(bytes(&open(&path)), worked);
}

#[test]
fn work_that_was_all_undone_is_nothing_to_ask_about() {
    let folder = tempdir().unwrap();
    let path = write_files(folder.path());
    type Does = fn(&mut Document);
    let cases: [(&str, bool, Does); 5] = [
        ("undone", true, |document| {
            work(document);
            while document.undo().is_some() {}
        }),
        ("undone and done again", false, |document| {
            paint(document, "0101", "swamp");
            document.undo();
            document.redo();
        }),
        ("an older step undone", false, |document| {
            paint(document, "0101", "swamp");
            document.save(SaveOptions::default()).unwrap();
            document.undo();
        }),
        ("an older step undone and something else done", false, |document| {
            paint(document, "0101", "woods");
            document.save(SaveOptions::default()).unwrap();
            document.undo();
            paint(document, "0201", "swamp");
        }),
        ("an older step undone and done again", true, |document| {
            paint(document, "0301", "swamp");
            document.save(SaveOptions::default()).unwrap();
            document.undo();
            document.redo();
        }),
    ];
    for (what, nothing, does) in cases {
        let mut document = open(&path);
        does(&mut document);
        drop(document);
        let mut again = open(&path);
        assert!(again.unfinished_work().is_some(), "{what}");
        assert_eq!(again.discard_undone_work(), nothing, "{what}");
        assert_eq!(again.unfinished_work().is_none(), nothing, "{what}");
        assert_eq!(journal(&path).exists(), !nothing, "{what}");
        if !nothing {
            again.recover().unwrap();
        }
        again.close();
    }
}

#[test]
fn undoing_past_a_save_survives_too() {
    let folder = tempdir().unwrap();
    let path = write_files(folder.path());
    let mut document = open(&path);
    let before = bytes(&document);
    paint(&mut document, "0101", "woods");
    paint(&mut document, "0201", "swamp");
    document.save(SaveOptions::default()).unwrap();
    document.undo();
    document.undo();
    assert_eq!(bytes(&document), before);
    drop(document);
    let mut again = open(&path);
    assert_eq!(again.recover().unwrap().steps, 2);
    assert_eq!(bytes(&again), before);
    assert!(again.dirty());
}

#[test]
fn closing_and_discarding_remove_the_journal() {
    let folder = tempdir().unwrap();
    let path = write_files(folder.path());
    let mut document = open(&path);
    work(&mut document);
    assert!(journal(&path).exists());
    document.close();
    assert!(!journal(&path).exists());

    let mut document = open(&path);
    work(&mut document);
    drop(document);
    let mut again = open(&path);
    let before = bytes(&again);
    again.discard_unfinished_work().unwrap();
    assert!(!journal(&path).exists());
    assert_eq!(bytes(&again), before);
    assert!(matches!(again.recover(), Err(JournalError::Nothing)));
}

#[test]
fn closing_a_document_that_was_only_looked_at_keeps_unfinished_work() {
    let folder = tempdir().unwrap();
    let path = write_files(folder.path());
    let mut document = open(&path);
    work(&mut document);
    drop(document);
    open(&path).close();
    assert!(journal(&path).exists());
    // Editing on without asking sets it aside.
    let mut document = open(&path);
    paint(&mut document, "0101", "woods");
    assert!(folder.path().join(".small-scenario.json.salient-journal-1").exists());
    document.close();
    assert!(folder.path().join(".small-scenario.json.salient-journal-1").exists());
}

#[test]
fn a_line_that_was_cut_off_is_left_out() {
    let folder = tempdir().unwrap();
    let path = write_files(folder.path());
    let mut document = open(&path);
    paint(&mut document, "0101", "woods");
    let whole = bytes(&document);
    paint(&mut document, "0201", "woods");
    drop(document);
    let text = fs::read_to_string(journal(&path)).unwrap();
    for cut in [1, 5, 30] {
        fs::write(journal(&path), &text[..text.len() - cut]).unwrap();
        let mut again = open(&path);
        let recovery = again.recover().unwrap();
        assert_eq!((recovery.steps, recovery.lost), (1, 1));
        assert_eq!(bytes(&again), whole);
        // What follows stands on a line of its own.
        paint(&mut again, "0301", "woods");
        let more = bytes(&again);
        drop(again);
        let mut third = open(&path);
        assert_eq!(third.recover().unwrap().steps, 2);
        assert_eq!(bytes(&third), more);
    }
}

#[test]
fn a_journal_of_other_contents_is_refused() {
    let folder = tempdir().unwrap();
    let path = write_files(folder.path());
    let mut document = open(&path);
    work(&mut document);
    drop(document);
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replace("Small scenario", "Other scenario")).unwrap();
    let mut again = open(&path);
    let before = bytes(&again);
    assert!(matches!(again.recover(), Err(JournalError::OtherVersion { .. })));
    assert_eq!(bytes(&again), before);
    assert!(journal(&path).exists());
}

#[test]
fn any_bytes_as_a_journal_do_no_harm() {
    let folder = tempdir().unwrap();
    let path = write_files(folder.path());
    let mut document = open(&path);
    let before = bytes(&document);
    work(&mut document);
    drop(document);
    let good = fs::read(journal(&path)).unwrap();
    let head = good.iter().position(|&byte| byte == b'\n').unwrap() + 1;
    let entry = br#"{"do":{"name":"x","edits":[{"set_glyph":{"hex":"9999","glyph":"w"}}]}}"#;
    let damaged: [&[u8]; 7] = [
        b"",
        b"\n",
        b"not json\n",
        b"{\"salient_journal\":99,\"files\":[]}\n",
        &[0xff; 40],
        &[&good[..head], b"nonsense\n".as_slice(), &good[head..]].concat(),
        &[&good[..head], entry.as_slice(), b"\n"].concat(),
    ];
    for bytes_there in damaged {
        fs::write(journal(&path), bytes_there).unwrap();
        let mut again = open(&path);
        match again.recover() {
            Ok(recovery) => assert_eq!(recovery.steps, 0),
            Err(error) => assert!(matches!(error, JournalError::Unreadable { .. }), "{error}"),
        }
        assert_eq!(bytes(&again), before);
    }
}

#[test]
fn a_journal_of_an_older_version_is_refused_with_a_clear_word() {
    let folder = tempdir().unwrap();
    let path = write_files(folder.path());
    fs::write(journal(&path), "{\"salient_journal\":1,\"files\":[]}\n").unwrap();
    let mut document = open(&path);
    let said = document.recover().unwrap_err().to_string();
    assert!(said.contains("an older Salient wrote it"), "{said}");
    assert!(said.contains("discard it"), "{said}");
    assert!(document.unfinished_work().is_some(), "it is still there");
}

#[test]
fn an_embedded_document_keeps_its_journal_where_it_is_told() {
    let folder = tempdir().unwrap();
    let mut first = document();
    first.set_journal_folder(folder.path());
    let worked = work(&mut first);
    drop(first);
    let mut again = document();
    assert_eq!(again.unfinished_work(), None);
    again.set_journal_folder(folder.path());
    again.recover().unwrap();
    assert_eq!(bytes(&again), worked);
    // Once it has a file, the journal goes there.
    let saved = tempdir().unwrap();
    let path = saved.path().join("small-scenario.json");
    again.save_as(&path, SaveOptions::default()).unwrap();
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    paint(&mut again, "0801", "woods");
    assert!(journal(&path).exists());
}

#[test]
fn a_new_document_whose_journal_was_begun_is_found_again_without_an_edit() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("new.journal");
    let mut first = document();
    first.set_journal_file(&file);
    assert!(!file.exists());
    first.begin_journal();
    let mut other = document();
    other.set_journal_file(&file);
    assert_eq!(other.unfinished_work(), None, "somebody works on it");
    drop(first);

    let mut again = document();
    again.set_journal_file(&file);
    assert_eq!(again.unfinished_work(), Some(file.as_path()));
    let recovery = again.recover().unwrap();
    assert_eq!((recovery.steps, recovery.lost), (0, 0));
    // It goes on there.
    paint(&mut again, "0801", "woods");
    let worked = bytes(&again);
    drop(again);
    let mut third = document();
    third.set_journal_file(&file);
    assert_eq!(third.recover().unwrap().steps, 1);
    assert_eq!(bytes(&third), worked);
}

#[test]
fn a_journal_that_cannot_be_written_does_not_keep_anyone_from_editing() {
    let folder = tempdir().unwrap();
    let mut document = document();
    document.set_journal_folder(folder.path().join("not there"));
    paint(&mut document, "0101", "woods");
    assert!(matches!(document.journal_error(), Some(JournalError::Io { .. })));
    paint(&mut document, "0201", "woods");
    assert_eq!(document.history().count(), 2);
}

#[test]
fn an_open_transaction_reaches_the_journal_within_two_seconds() {
    let folder = tempdir().unwrap();
    let path = write_files(folder.path());
    let mut document = open(&path);
    let start = std::time::Instant::now();
    let after = |tenths: u64| start + std::time::Duration::from_millis(100 * tenths);
    document.begin("A long drag");
    paint(&mut document, "0101", "swamp");
    document.autosave_tick(after(0));
    assert!(!journal(&path).exists());
    // Every second is often enough.
    document.autosave_tick(after(10));
    paint(&mut document, "0201", "swamp");
    document.autosave_tick(after(11));
    document.autosave_tick(after(21));
    let worked = bytes(&document);
    paint(&mut document, "0301", "swamp");
    drop(document);

    let mut again = open(&path);
    let recovery = again.recover().unwrap();
    assert_eq!((recovery.steps, recovery.lost), (1, 0));
    assert_eq!(bytes(&again), worked);
    assert_eq!(again.undo_name(), Some("A long drag"));
    assert_index(&again);

    // What was recovered is a step like any other, for undo and for the next crash.
    again.undo();
    again.redo();
    paint(&mut again, "0401", "swamp");
    let worked = bytes(&again);
    drop(again);
    let mut third = open(&path);
    assert_eq!(third.recover().unwrap().steps, 4);
    assert_eq!(bytes(&third), worked);
}

#[test]
fn the_end_of_a_transaction_stands_in_for_its_parts() {
    for end in ["commit", "cancel"] {
        let folder = tempdir().unwrap();
        let path = write_files(folder.path());
        let mut document = open(&path);
        let start = std::time::Instant::now();
        document.begin("A long drag");
        paint(&mut document, "0101", "swamp");
        document.autosave_tick(start);
        document.autosave_tick(start + std::time::Duration::from_secs(2));
        paint(&mut document, "0101", "woods");
        match end {
            "commit" => assert!(document.commit()),
            _ => document.cancel(),
        }
        paint(&mut document, "0201", "swamp");
        let worked = bytes(&document);
        drop(document);
        let mut again = open(&path);
        let recovery = again.recover().unwrap();
        assert_eq!((recovery.steps, recovery.lost), (1 + usize::from(end == "commit"), 0));
        assert_eq!(bytes(&again), worked);
    }
}

#[test]
fn two_editors_of_one_file_keep_a_journal_each() {
    let folder = tempfile::tempdir().unwrap();
    let path = write_files(folder.path());
    let (mut first, mut second) = (open(&path), open(&path));
    paint(&mut first, "0101", "swamp");
    paint(&mut second, "0102", "swamp");
    let third = open(&path);
    assert_eq!(third.unfinished_work(), None, "both editors are at work");
    assert!(!Document::has_unfinished_work(&path));
    let (one, other) = (bytes(&first), bytes(&second));
    drop(second);
    assert!(Document::has_unfinished_work(&path));
    let mut again = open(&path);
    again.recover().unwrap();
    assert_eq!(bytes(&again), other);
    drop(first);
    let mut again = open(&path);
    again.recover().unwrap();
    assert_eq!(bytes(&again), one);
}

#[cfg(unix)]
#[test]
fn a_link_that_somebody_planted_leads_the_journal_nowhere() {
    let elsewhere = tempdir().unwrap();
    let (none, one) = (elsewhere.path().join("none"), elsewhere.path().join("one"));
    fs::write(&one, "another's").unwrap();
    for target in [&none, &one] {
        let folder = tempdir().unwrap();
        let path = write_files(folder.path());
        std::os::unix::fs::symlink(target, journal(&path)).unwrap();
        let mut document = open(&path);
        assert_eq!(document.unfinished_work(), None);
        let worked = work(&mut document);
        assert_eq!(document.journal_error().map(ToString::to_string), None);
        drop(document);
        assert!(!none.exists());
        assert_eq!(fs::read_to_string(&one).unwrap(), "another's");
        // The work is kept all the same.
        let mut again = open(&path);
        again.recover().unwrap();
        assert_eq!(bytes(&again), worked);
    }
}
