//! Saves of several files that are cut off: the next start ends with all that was done.

use std::fs;
use std::path::{Path, PathBuf};

use salient_document::{Document, Edit, SaveOptions, SettledSave, open_beside};
use salient_files::faults::child;
use tempfile::{TempDir, tempdir};

use crate::helper::{bytes, open, write_files};

const FILES: [&str; 4] =
    ["map.json", "order-of-battle.json", "ruleset.json", "small-scenario.json"];

/// Changes the scenario, the map and the order of battle.
fn work(document: &mut Document) {
    let title = Edit::SetScenarioTitle { title: "Mine".into() };
    document.apply(title).unwrap();
    document.apply(Edit::SetTerrain { hex: "0101".into(), kind: "woods".into() }).unwrap();
    let renamed = Edit::SetDesignation { counter: "a-1".into(), designation: "9/9".into() };
    document.apply(renamed).unwrap();
}

/// No test of its own: what the others start.
#[test]
#[ignore = "it ends its process"]
fn in_a_child() {
    let Some(task) = child::task() else { return };
    let mut document = open(Path::new(&task.words[0]));
    work(&mut document);
    task.cut_off();
    match task.words.get(1) {
        None => document.save(SaveOptions::default()).unwrap(),
        Some(target) => document.save_as(target, SaveOptions::default()).unwrap(),
    };
    // As a crash, which leaves what is there.
    drop(document);
}

/// Works on the scenario and saves it, under another name if there is one, in a process that ends
/// after so many steps of the save; whether it came to its end.
fn cut_off(path: &Path, target: Option<&Path>, steps: usize) -> bool {
    let words: Vec<_> = [path].into_iter().chain(target).map(|at| at.to_str().unwrap()).collect();
    child::cut_off("cut_off::in_a_child", &words, steps).unwrap()
}

fn held(folder: &Path) -> [Vec<u8>; 4] {
    FILES.map(|name| fs::read(folder.join(name)).unwrap())
}

/// What the files hold before the work and after it, and what the document does then.
fn before_and_after() -> ([Vec<u8>; 4], [Vec<u8>; 4], String) {
    let folder = tempdir().unwrap();
    let path = write_files(folder.path());
    let before = held(folder.path());
    let mut document = open(&path);
    work(&mut document);
    assert_eq!(document.save(SaveOptions::default()).unwrap().written.len(), 3);
    (before, held(folder.path()), bytes(&document))
}

/// A save that was cut off when the files were partly old and partly new.
fn half_done() -> (TempDir, PathBuf) {
    let (before, after, _) = before_and_after();
    for steps in 0.. {
        let folder = tempdir().unwrap();
        let path = write_files(folder.path());
        assert!(!cut_off(&path, None, steps), "it ended before it was half done");
        let now = held(folder.path());
        if now != before && now != after {
            return (folder, path);
        }
    }
    unreachable!()
}

#[test]
fn killed_at_any_step_of_a_save_of_three_files_nothing_is_lost() {
    let (before, after, worked) = before_and_after();
    let (mut old, mut new, mut carried_out) = (0, 0, 0);
    for steps in 0.. {
        let folder = tempdir().unwrap();
        let path = write_files(folder.path());
        let ended = cut_off(&path, None, steps);
        let mut document = open(&path);
        let now = held(folder.path());
        if now == before {
            // The edits are still to be had.
            document.recover().unwrap();
            old += 1;
        } else {
            assert!(now == after, "after {steps} steps some files are old and some new");
            let question = document.unfinished_work();
            assert_eq!(question, None, "all is saved after {steps} steps");
            assert!(!Document::has_unfinished_work(&path));
            new += 1;
        }
        carried_out += usize::from(
            matches!(document.cut_off_save(), Some(Ok(SettledSave::Done { written, .. })) if !written.is_empty()),
        );
        assert_eq!(bytes(&document), worked, "after {steps} steps");
        // And it can be saved again, as ever.
        document.apply(Edit::SetTerrain { hex: "0201".into(), kind: "woods".into() }).unwrap();
        document.save(SaveOptions::default()).unwrap();
        if ended {
            break;
        }
    }
    assert!(old > 10 && new > 10 && carried_out >= 3, "{old} {new} {carried_out}");
}

#[test]
fn killed_at_any_step_of_a_save_under_another_name_nothing_is_lost() {
    let (_, _, worked) = before_and_after();
    for steps in 0.. {
        let folder = tempdir().unwrap();
        let path = write_files(folder.path());
        let target = folder.path().join("other.json");
        let ended = cut_off(&path, Some(&target), steps);
        // Whoever starts looks at both: the new name may be known already.
        let asked = Document::has_unfinished_work(&target);
        assert!(!asked, "after {steps} steps");
        if target.exists() {
            assert_eq!(bytes(&open(&target)), worked, "after {steps} steps");
            assert_eq!(open(&path).unfinished_work(), None, "after {steps} steps");
        } else {
            let mut document = open(&path);
            document.recover().unwrap();
            assert_eq!(bytes(&document), worked, "after {steps} steps");
        }
        if ended {
            break;
        }
    }
}

#[test]
fn what_others_wrote_after_a_save_was_cut_off_stays() {
    let (before, after, _) = before_and_after();
    let (folder, path) = half_done();
    // Whichever file is still old is written by somebody else.
    let now = held(folder.path());
    let at = (0..FILES.len()).find(|&at| now[at] == before[at] && now[at] != after[at]).unwrap();
    let place = folder.path().join(FILES[at]);
    let others = String::from_utf8(before[at].clone()).unwrap() + "\n";
    fs::write(&place, &others).unwrap();
    let document = open(&path);
    let Some(Ok(SettledSave::Done { kept, .. })) = document.cut_off_save() else {
        panic!("{:?}", document.cut_off_save());
    };
    assert_eq!(kept.len(), 1);
    assert_eq!(kept[0].place, place);
    assert_eq!(fs::read(&kept[0].ours).unwrap(), after[at]);
    assert_eq!(fs::read_to_string(&place).unwrap(), others);
}

#[test]
fn who_opens_another_scenario_with_the_same_map_ends_the_save_first() {
    let (_, after, _) = before_and_after();
    let (folder, path) = half_done();
    let other = folder.path().join("another-scenario.json");
    fs::copy(&path, &other).unwrap();
    let mut document = open(&other);
    assert_eq!(held(folder.path()), after);
    assert!(
        matches!(document.cut_off_save(), Some(Ok(SettledSave::Done { kept, .. })) if kept.is_empty()),
        "{:?}",
        document.cut_off_save()
    );
    let saved: salient_schema::Map = serde_json::from_slice(&after[0]).unwrap();
    assert_eq!(*document.map(), saved, "it was read after that");
    document.apply(Edit::SetTerrain { hex: "0201".into(), kind: "woods".into() }).unwrap();
    document.save(SaveOptions::default()).unwrap();
}

/// Another editor that is open on the same files ended in the middle of saving them.
#[test]
fn who_reads_changed_files_again_ends_their_save_first() {
    let (before, after, _) = before_and_after();
    let saved: salient_schema::Map = serde_json::from_slice(&after[0]).unwrap();
    type Read = fn(&mut Document);
    let load: Read = |document| document.load_theirs().unwrap();
    let merge: Read = |document| {
        let merge = document.look_at_merge().unwrap();
        assert!(merge.conflicts.is_empty() && merge.brings_anything);
        document.merge(&merge, &[]).unwrap();
    };
    for read in [load, merge] {
        let (folder, path) = half_done();
        // As it was opened, before the other one saved.
        let now = held(folder.path());
        let record = salient_files::cut_off_about([&path])[0].record.clone();
        let aside = record.with_extension("aside");
        fs::rename(&record, &aside).unwrap();
        for (name, text) in FILES.iter().zip(&before) {
            fs::write(folder.path().join(name), text).unwrap();
        }
        let mut document = open(&path);
        for (name, text) in FILES.iter().zip(&now) {
            fs::write(folder.path().join(name), text).unwrap();
        }
        fs::rename(&aside, &record).unwrap();

        read(&mut document);
        assert_eq!(held(folder.path()), after);
        let ended = document.cut_off_save();
        assert!(matches!(ended, Some(Ok(SettledSave::Done { .. }))), "{ended:?}");
        assert_eq!(*document.map(), saved);
        document.load_theirs().unwrap();
        assert!(document.cut_off_save().is_none(), "that is told once");
    }
}

#[test]
fn who_compares_with_a_half_saved_scenario_is_told() {
    let (folder, path) = half_done();
    let now = held(folder.path());
    // From another scenario, too, that shares the map.
    let other = folder.path().join("another-scenario.json");
    fs::copy(&path, &other).unwrap();
    for path in [path, other] {
        let beside = open_beside(&path);
        assert!(beside.project.is_some());
        let [cut_off] = beside.cut_off.as_slice() else { panic!("{:?}", beside.cut_off) };
        assert!(cut_off.to_string().contains("was cut off; not written yet: "), "{cut_off}");
        assert_eq!(held(folder.path()), now, "who only looks changes nothing");
    }
}

#[test]
fn a_journal_that_is_longer_than_any_is_not_read() {
    let folder = tempdir().unwrap();
    let path = write_files(folder.path());
    let mut document = open(&path);
    work(&mut document);
    drop(document);
    let journal = open(&path).unfinished_work().unwrap().to_owned();
    let file = fs::File::options().append(true).open(&journal).unwrap();
    // Holes: it takes no room on the disk.
    file.set_len(salient_files::limits::FILE_BYTES + 1).unwrap();
    drop(file);
    let mut document = open(&path);
    let error = document.recover().unwrap_err();
    assert!(error.to_string().contains("larger than"), "{error}");
}
