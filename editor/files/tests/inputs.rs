//! What was read is not written over.
//!
//! A program of its own, one test after the other: a thread that holds nothing reads for all who
//! hold then, other tests among them.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that fails panics")]

use std::fs;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use salient_files::{
    Cause, Expected, Fingerprint, Inputs, Results, WriteError, check_output, note_input, read,
    read_head, read_referred, update_in_place, write, write_if, write_with,
};

fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

fn is_kept(written: Result<(), WriteError>) {
    let error = written.unwrap_err();
    assert!(matches!(error.cause, Cause::Input), "{error}");
}

#[test]
fn what_was_read_is_kept_under_every_name() {
    let _alone = alone();
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::create_dir(at("sub")).unwrap();
    for name in ["map.json", "scan.png", "board.json", "other.json", "seen.json"] {
        fs::write(at(name), "old").unwrap();
    }
    fs::hard_link(at("map.json"), at("hard.json")).unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink(at("map.json"), at("link.json")).unwrap();
    {
        let _kept = Inputs::hold();
        read(at("map.json")).unwrap();
        read_referred(at("map.json"), at("scan.png")).unwrap();
        note_input(at("board.json"));
        note_input(at("not-there.json"));
        read_head(at("seen.json"), 10).unwrap();
        let mut names = vec!["map.json", "sub/../map.json", "scan.png", "board.json"];
        if cfg!(unix) {
            names.extend(["link.json", "hard.json"]);
        }
        for name in names {
            is_kept(write(at(name), "new"));
            is_kept(write_with(at(name), |out| out.write_all(b"new")));
            is_kept(check_output(at(name)));
            assert_eq!(fs::read_to_string(at(name)).unwrap(), "old", "{name}");
        }
        // Where somebody has put another file meanwhile, his is kept.
        fs::write(at("his"), "his").unwrap();
        fs::rename(at("his"), at("map.json")).unwrap();
        is_kept(write(at("map.json"), "new"));
        let was = Expected::Was(Some(Fingerprint::of(b"his")));
        write_if(at("map.json"), "new", &was).expect("in place");
        update_in_place(at("scan.png"));
        write(at("scan.png"), "new").expect("it goes on from it");
        for name in ["other.json", "not-there.json", "seen.json"] {
            check_output(at(name)).unwrap();
            write(at(name), "new").unwrap();
        }
    }
    write(at("board.json"), "new").expect("it is nobody's input any more");
}

#[test]
fn results_leave_what_they_are_made_of() {
    let _alone = alone();
    let folder = tempfile::tempdir().unwrap();
    let put = |name: &str, text: &str| {
        let mut results = Results::over(folder.path(), "")?;
        results.add(name, text.as_bytes())?;
        results.commit().map(drop)
    };
    put("map.json", "old").unwrap();
    let _kept = Inputs::hold();
    read(folder.path().join("map.json")).unwrap();
    is_kept(put("map.json", "new"));
    is_kept(put("tables.csv", "new"));
    put("map.json", "old").expect("nothing is lost");
    assert_eq!(fs::read_to_string(folder.path().join("map.json")).unwrap(), "old");
    // What was changed since would stay anyway.
    fs::write(folder.path().join("map.json"), "changed").unwrap();
    put("tables.csv", "new").unwrap();
    assert_eq!(fs::read_to_string(folder.path().join("map.json")).unwrap(), "changed");
}

/// A command reads with many threads.
#[test]
fn what_other_threads_read_for_it_is_kept_and_each_command_has_its_own() {
    let _alone = alone();
    let folder = tempfile::tempdir().unwrap();
    let [one, other] = ["one", "other"].map(|name| folder.path().join(name));
    for path in [&one, &other] {
        fs::write(path, "old").unwrap();
        // What is written over stays there under another name, so that its number is given to no
        // other file within a tick of the clock.
        fs::hard_link(path, path.with_extension("old")).unwrap();
    }
    let reads = |path: &Path| drop(read(path).unwrap());
    let _kept = Inputs::hold();
    // One after the other: a thread that holds nothing reads for all who hold then.
    std::thread::scope(|scope| scope.spawn(|| reads(&one)).join().unwrap());
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let _kept = Inputs::hold();
            reads(&other);
            write(&one, "new").expect("another command's input");
            is_kept(write(&other, "new"));
        });
    });
    write(&other, "new").unwrap();
    is_kept(write(&one, "new"));
    {
        let _inner = Inputs::hold();
        reads(&other);
        is_kept(write(&other, "new"));
    }
    write(&other, "new").unwrap();
    is_kept(write(&one, "new"));
}

/// A window reads and writes all sorts of files; those of its documents it writes only as such.
#[test]
fn files_of_open_documents_are_kept_on_every_thread() {
    let _alone = alone();
    let folder = tempfile::tempdir().unwrap();
    let [document, other] = ["document", "other"].map(|name| folder.path().join(name));
    for path in [&document, &other] {
        fs::write(path, "old").unwrap();
    }
    let kept = Inputs::these([&document]);
    read(&other).unwrap();
    write(&other, "new").unwrap();
    is_kept(write(&document, "new"));
    std::thread::scope(|scope| {
        scope.spawn(|| is_kept(write(&document, "new")));
    });
    let was = Expected::Was(Some(Fingerprint::of(b"old")));
    write_if(&document, "saved", &was).unwrap();
    is_kept(write(&document, "new"));
    drop(kept);
    write(&document, "new").unwrap();
}
