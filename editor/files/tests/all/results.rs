//! Folders of results appear whole, and know their own files.

use std::fs;
use std::io;
use std::path::Path;

use salient_files::{Cause, Expected, Fingerprint, LIST, Results, files_of, write_if};

use crate::cut_off;
use crate::names;

/// What is in a folder, without what hides.
fn held(folder: &Path) -> Vec<(String, String)> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut held: Vec<_> = entries
        .map(|entry| entry.unwrap())
        .filter(|entry| !entry.file_name().to_string_lossy().starts_with('.'))
        .map(|entry| {
            let name = entry.file_name().into_string().unwrap();
            (name, fs::read_to_string(entry.path()).unwrap())
        })
        .collect();
    held.sort();
    held
}

fn pairs(files: &[(&str, &str)]) -> Vec<(String, String)> {
    files.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect()
}

fn write(folder: &Path, files: &[(&str, &str)]) {
    let mut results = Results::over(folder, "").unwrap();
    for (name, text) in files {
        results.add(name, text.as_bytes()).unwrap();
    }
    results.commit().unwrap();
}

const ONE: [(&str, &str); 3] = [("hexes.csv", "1"), ("map.csv", "1"), ("zones.csv", "1")];
const OTHER: [(&str, &str); 3] = [("boards.csv", "2"), ("hexes.csv", "2"), ("map.csv", "2")];

/// No test of its own: what the others start.
#[test]
#[ignore = "it ends its process"]
fn in_a_child() {
    let Some(folder) = crate::place() else { return };
    write(&folder, &OTHER);
}

#[test]
fn what_belonged_to_earlier_results_goes_and_all_else_stays() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path().join("tables");
    write(&at, &ONE);
    assert_eq!(held(&at), pairs(&ONE));
    assert_eq!(files_of(&at).unwrap().unwrap(), ONE.map(|(name, _)| name.to_owned()));
    fs::write(at.join("notes.txt"), "mine").unwrap();
    write(&at, &OTHER);
    let mut both = pairs(&OTHER);
    both.push(("notes.txt".into(), "mine".into()));
    assert_eq!(held(&at), both);
    assert_eq!(files_of(&at).unwrap().unwrap(), OTHER.map(|(name, _)| name.to_owned()));
    // What somebody worked on is his.
    fs::write(at.join("boards.csv"), "worked on").unwrap();
    write(&at, &ONE);
    assert!(held(&at).contains(&("boards.csv".into(), "worked on".into())));
    assert_eq!(names(folder.path()), ["tables"]);
}

#[test]
fn what_gave_nothing_this_time_stays_and_what_is_the_same_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path().join("pictures");
    write(&at, &ONE);
    let since = |name: &str| fs::metadata(at.join(name)).unwrap().modified().unwrap();
    let was = since("map.csv");
    let mut results = Results::over(&at, "").unwrap();
    results.add("map.csv", b"1").unwrap();
    results.keep("zones.csv");
    results.keep("never.csv");
    assert_eq!(results.commit().unwrap(), [at.join("map.csv")]);
    assert_eq!(held(&at), pairs(&[("map.csv", "1"), ("zones.csv", "1")]));
    assert_eq!(files_of(&at).unwrap().unwrap(), ["map.csv", "zones.csv"]);
    assert_eq!(since("map.csv"), was);
    write(&at, &OTHER);
    assert_eq!(held(&at), pairs(&OTHER), "it belongs to the set as before");

    let nothing = folder.path().join("nothing");
    assert!(Results::over(&nothing, "").unwrap().commit().unwrap().is_empty());
    assert_eq!(names(folder.path()), ["pictures"]);
}

#[test]
fn sets_of_one_folder_keep_out_of_each_others_way() {
    let folder = tempfile::tempdir().unwrap();
    for (set, name) in [("a", "game-1"), ("b", "game-2"), ("a", "game-3")] {
        let mut results = Results::over(folder.path(), set).unwrap();
        results.add(name, b"log").unwrap();
        results.commit().unwrap();
    }
    assert_eq!(held(folder.path()), pairs(&[("game-2", "log"), ("game-3", "log")]));
}

/// A file that is written piece by piece is a result as any other.
#[test]
fn what_is_written_piece_by_piece_is_one_of_the_results() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path().join("maps");
    let long = |letter: u8| {
        move |out: &mut dyn io::Write| (0..9).try_for_each(|_| out.write_all(&[letter; 30_000]))
    };
    // First the folder is new, then it is there.
    for letter in [b'a', b'a', b'b'] {
        let before = fs::metadata(at.join("long")).ok();
        let mut results = Results::over(&at, "").unwrap();
        results.add("short", b"short").unwrap();
        results.add_with("long", long(letter)).unwrap();
        let outside = results.add_with("../long", long(letter)).unwrap_err();
        assert!(matches!(outside.cause, Cause::Outside));
        if let Some(before) = &before {
            assert_ne!(fs::read(at.join("long")).unwrap(), [b'b'; 270_000]);
            assert_eq!(before.len(), 270_000);
        }
        results.commit().unwrap();
        assert_eq!(fs::read(at.join("long")).unwrap(), [letter; 270_000]);
        assert_eq!(files_of(&at).unwrap().unwrap(), ["long", "short"]);
        #[cfg(unix)]
        if let Some(before) = before {
            use std::os::unix::fs::MetadataExt;
            let now = fs::metadata(at.join("long")).unwrap();
            assert_eq!(before.ino() == now.ino(), letter == b'a', "the very same is left alone");
        }
    }
    let mut results = Results::over(&at, "").unwrap();
    let failed = results.add_with("long", |out| {
        out.write_all(b"half")?;
        Err(io::Error::other("the map has no row 7"))
    });
    assert!(failed.unwrap_err().to_string().contains("no row 7"));
    drop(results);
    assert_eq!(fs::read(at.join("long")).unwrap(), [b'b'; 270_000]);
    // What is there is not written over by results that must be new.
    let mut results = Results::fresh(&at).unwrap();
    let refused = results.add_with("long", long(b'c')).unwrap_err();
    assert!(matches!(refused.cause, Cause::Changed), "{refused}");
}

#[test]
fn killed_at_any_step_a_folder_holds_one_set_of_results_or_the_other() {
    for there in [false, true] {
        let (mut old, mut new) = (0, 0);
        for steps in 0.. {
            let folder = tempfile::tempdir().unwrap();
            let at = folder.path().join("tables");
            if there {
                write(&at, &ONE);
            }
            let ended = cut_off("results::in_a_child", &at, steps);
            if !there {
                // A new folder needs nobody to look after it.
                assert!(held(&at) == pairs(&OTHER) || !at.exists(), "after {steps} steps");
            }
            let listed = files_of(&at).unwrap();
            let before = if there { pairs(&ONE) } else { Vec::new() };
            if held(&at) == before {
                old += 1;
            } else {
                assert_eq!(held(&at), pairs(&OTHER), "after {steps} steps");
                new += 1;
            }
            let named: Vec<_> = held(&at).into_iter().map(|(name, _)| name).collect();
            assert_eq!(listed.unwrap_or_default(), named, "after {steps} steps");
            if ended {
                break;
            }
        }
        assert!(old > 5 && new > 1, "{old} {new}");
    }
}

#[test]
fn fresh_results_go_over_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    fs::write(at.join("map.json"), "mine").unwrap();
    let mut results = Results::fresh(at).unwrap();
    results.add("ruleset.json", b"new").unwrap();
    let error = results.add("map.json", b"new").unwrap_err();
    assert!(matches!(error.cause, Cause::Changed), "{error}");
    drop(results);
    for bad in ["../map.json", "/map.json", "a/../../b", "", "c:x"] {
        let mut results = Results::fresh(at).unwrap();
        let error = results.add(bad, b"new").unwrap_err();
        assert!(matches!(error.cause, Cause::Outside), "{error}");
    }
    assert_eq!(names(at), ["map.json"]);
}

#[test]
fn a_list_of_strangers_removes_nothing_elsewhere() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path().join("tables");
    write(&at, &ONE);
    fs::write(folder.path().join("mine"), "1").unwrap();
    let print = Fingerprint::of(b"1");
    fs::write(at.join(LIST), format!("salient-files 1\n{print}\t../mine\n")).unwrap();
    write(&at, &OTHER);
    assert!(folder.path().join("mine").exists());
    fs::write(at.join(LIST), "nonsense").unwrap();
    assert!(files_of(&at).is_err());
}

#[test]
fn what_changed_since_it_was_read_is_not_written_over() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("map.json");
    let was = Expected::Was(Some(Fingerprint::of(b"old")));
    let refused = |expected: &Expected| write_if(&path, "new", expected).unwrap_err();
    assert!(matches!(refused(&was).cause, Cause::Changed), "it is gone");
    fs::write(&path, "another's").unwrap();
    assert!(matches!(refused(&was).cause, Cause::Changed));
    assert!(matches!(refused(&Expected::Was(None)).cause, Cause::Changed));
    assert_eq!(fs::read(&path).unwrap(), b"another's");
    fs::write(&path, "old").unwrap();
    write_if(&path, "new", &was).unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"new");
    assert_eq!(names(folder.path()), ["map.json"]);
}

#[test]
fn no_result_has_the_name_of_a_device() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["con.csv", "pictures/AUX", "nul/x.csv", "Com1.tar.gz", "lpt9 .x"] {
        let mut results = Results::over(folder.path(), "").unwrap();
        let error = results.add(name, b"").unwrap_err();
        assert!(matches!(error.cause, Cause::Reserved { .. }), "{name}: {error}");
        let error = results.add_with(name, |_| Ok(())).unwrap_err();
        assert!(error.to_string().contains("Windows keeps the name"), "{name}: {error}");
    }
}
