//! What the writer promises, on real folders.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that fails panics")]

mod build_figures;
mod cut_off;
#[cfg(unix)]
mod links;
#[cfg(unix)]
mod reading;
mod results;
mod transaction;

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, SystemTime};

use salient_files::faults::child;
use salient_files::{
    Cause, Expected, Results, Transaction, WriteError, prepare, write, write_with,
};

/// In a child that ends after so many steps: where it works. Its steps are counted from here on.
fn place() -> Option<PathBuf> {
    let task = child::task()?;
    task.cut_off();
    task.words.first().map(PathBuf::from)
}

/// Runs a test in such a child; whether it came to its end.
fn cut_off(test: &str, folder: &Path, steps: usize) -> bool {
    child::cut_off(test, &[folder.to_str().unwrap()], steps).unwrap()
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

/// A folder with a file `map.json` that holds `old`.
fn folder() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("map.json");
    fs::write(&path, "old").unwrap();
    (folder, path)
}

fn refused(path: &Path) -> WriteError {
    write(path, "new").unwrap_err()
}

#[test]
fn writes_a_file_and_leaves_nothing_beside_it() {
    let (folder, path) = folder();
    write(&path, "new").unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"new");
    write(folder.path().join("other.json"), "").unwrap();
    assert_eq!(names(folder.path()), ["map.json", "other.json"]);
}

#[test]
fn what_is_prepared_and_not_put_in_its_place_was_nothing() {
    let (folder, path) = folder();
    let one = prepare(&path, "new").unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"old");
    drop(one);
    assert_eq!(fs::read(&path).unwrap(), b"old");
    assert_eq!(names(folder.path()), ["map.json"]);
}

#[test]
fn what_is_written_piece_by_piece_is_whole_or_not_there() {
    let (folder, path) = folder();
    write_with(&path, |out| (0..9).try_for_each(|_| out.write_all(&[b'x'; 30_000]))).unwrap();
    assert_eq!(fs::read(&path).unwrap(), [b'x'; 270_000]);
    let error = write_with(&path, |out| {
        out.write_all(&[b'y'; 100_000])?;
        Err(io::Error::other("the map has no row 7"))
    });
    let error = error.unwrap_err().to_string();
    assert!(error.contains("map.json") && error.contains("the map has no row 7"), "{error}");
    assert_eq!(fs::read(&path).unwrap(), [b'x'; 270_000]);
    assert_eq!(names(folder.path()), ["map.json"]);
    assert!(matches!(write_with(folder.path(), |_| Ok(())).unwrap_err().cause, Cause::Folder));
}

/// No test of its own: what the next one starts.
#[test]
#[ignore = "it ends its process"]
fn pieces_in_a_child() {
    let Some(folder) = place() else { return };
    let pieces = |out: &mut dyn io::Write| {
        (b'a'..=b'e').try_for_each(|letter| out.write_all(&[letter; 70_000]))
    };
    write_with(folder.join("map.json"), pieces).unwrap();
}

#[test]
fn killed_between_two_pieces_the_file_is_as_it_was() {
    let (mut old, mut new) = (0, 0);
    for steps in 0.. {
        let (folder, path) = folder();
        let ended = cut_off("pieces_in_a_child", folder.path(), steps);
        match fs::read(&path).unwrap().len() {
            3 => old += 1,
            length => {
                assert_eq!(length, 350_000, "after {steps} steps");
                new += 1;
            }
        }
        if ended {
            break;
        }
    }
    assert!(old > 5 && new > 0, "{old} {new}");
}

#[test]
fn says_what_is_wrong_where_and_what_to_do() {
    let (folder, path) = folder();
    let error = refused(folder.path());
    assert!(matches!(error.cause, Cause::Folder), "{error}");

    let error = refused(&folder.path().join("no/such/map.json"));
    assert!(matches!(&error.cause, Cause::NoFolder { folder } if folder.ends_with("no/such")));
    let said = error.to_string();
    assert!(said.contains("map.json") && said.contains("make it first"), "{said}");

    let error = refused(Path::new(""));
    assert!(matches!(error.cause, Cause::NoName), "{error}");

    let error = refused(&path.join("map.json"));
    assert!(matches!(error.cause, Cause::System(_)), "{error}");
    assert_eq!(fs::read(&path).unwrap(), b"old");
    assert_eq!(names(folder.path()), ["map.json"]);
}

#[test]
fn a_read_only_file_is_refused() {
    let (folder, path) = folder();
    let mut rights = fs::metadata(&path).unwrap().permissions();
    rights.set_readonly(true);
    fs::set_permissions(&path, rights).unwrap();
    let error = refused(&path);
    assert!(matches!(error.cause, Cause::ReadOnly), "{error}");
    assert_eq!(error.path, path);
    assert_eq!(fs::read(&path).unwrap(), b"old");
    assert_eq!(names(folder.path()), ["map.json"]);
}

#[test]
fn temporaries_of_a_killed_run_are_cleared_and_those_in_use_are_not() {
    let (folder, path) = folder();
    let long_ago = SystemTime::now() - Duration::from_secs(600);
    let leave = |name: &str| {
        let file = File::create(folder.path().join(name)).unwrap();
        file.set_modified(long_ago).unwrap();
        file
    };
    drop(leave(".salient-killed.tmp"));
    drop(leave(".salient-notes.txt"));
    drop(leave("notes.tmp"));
    let used = leave(".salient-used.tmp");
    used.try_lock().unwrap();
    drop(File::create(folder.path().join(".salient-young.tmp")).unwrap());
    write(&path, "new").unwrap();
    let left = [".salient-notes.txt", ".salient-used.tmp", ".salient-young.tmp", "map.json"];
    assert_eq!(names(folder.path()), [&left[..], &["notes.tmp"]].concat());
}

#[cfg(unix)]
mod unix {
    use std::os::unix::fs::{PermissionsExt, symlink};

    use super::*;

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().permissions().mode() & 0o7777
    }

    #[test]
    fn the_rights_stay() {
        let (folder, path) = folder();
        for wanted in [0o600, 0o640, 0o755] {
            fs::set_permissions(&path, fs::Permissions::from_mode(wanted)).unwrap();
            write(&path, "new").unwrap();
            assert_eq!(mode(&path), wanted);
        }
        // A new file has the rights that any new file has here.
        let (ordinary, ours) = (folder.path().join("ordinary"), folder.path().join("ours"));
        fs::write(&ordinary, "").unwrap();
        write(&ours, "").unwrap();
        assert_eq!(mode(&ours), mode(&ordinary));
    }

    #[test]
    fn a_link_stays_a_link_and_what_it_points_to_is_written() {
        let (folder, path) = folder();
        fs::create_dir(folder.path().join("far")).unwrap();
        let at = |name: &str| folder.path().join(name);
        symlink("../map.json", at("far/one")).unwrap();
        symlink("far/one", at("two")).unwrap();
        write(at("two"), "new").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert!(at("two").is_symlink() && at("far/one").is_symlink());
        // One that points to nothing yet.
        symlink("far/none.json", at("three")).unwrap();
        write(at("three"), "new").unwrap();
        assert!(at("three").is_symlink());
        assert_eq!(fs::read(at("far/none.json")).unwrap(), b"new");
        assert_eq!(names(&at("far")), ["none.json", "one"]);
        // A folder that is a link is a folder.
        symlink("far", at("near")).unwrap();
        write(at("near/none.json"), "newer").unwrap();
        assert_eq!(fs::read(at("far/none.json")).unwrap(), b"newer");

        symlink("round", at("round")).unwrap();
        assert!(matches!(refused(&at("round")).cause, Cause::Links));
    }

    #[test]
    fn what_is_no_ordinary_file_is_left_alone() {
        let error = refused(Path::new("/dev/null"));
        assert!(matches!(error.cause, Cause::Special { what: "a device" }), "{error}");
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        if Command::new("mkfifo").arg(&pipe).status().is_ok_and(|status| status.success()) {
            let error = refused(&pipe);
            assert!(matches!(error.cause, Cause::Special { what: "a pipe" }), "{error}");
        }
        let socket = folder.path().join("socket");
        let _listener = std::os::unix::net::UnixListener::bind(&socket).unwrap();
        let error = refused(&socket);
        assert!(matches!(error.cause, Cause::Special { what: "a socket" }), "{error}");
    }
}

/// Where the child writes.
const PLACE: &str = "SALIENT_FILES_TEST_PLACE";

/// What the file holds after the writing with this number: long, and all of one letter.
fn contents(number: usize) -> Vec<u8> {
    vec![b'a' + (number % 26) as u8; 300_000 + 1000 * (number % 26)]
}

/// No test of its own: what [`killed_at_any_time_the_file_is_old_or_new`] starts and kills.
#[test]
#[ignore = "it writes until it is killed"]
fn write_for_ever() {
    let Some(place) = std::env::var_os(PLACE) else { return };
    for number in 0.. {
        write(&place, contents(number)).unwrap();
    }
}

#[test]
fn killed_at_any_time_the_file_is_old_or_new() {
    let (folder, path) = folder();
    fs::write(&path, contents(0)).unwrap();
    let mut seen = std::collections::BTreeSet::new();
    for delay in (5..65).step_by(3) {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["write_for_ever", "--exact", "--ignored"])
            .env(PLACE, &path)
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(delay));
        child.kill().unwrap();
        child.wait().unwrap();
        let held = fs::read(&path).unwrap();
        let number = usize::from(held[0] - b'a');
        assert!(held == contents(number), "{} bytes of {number}", held.len());
        seen.insert(number);
    }
    assert!(seen.len() > 1, "the child was never quick enough to write");
    // What the killed ones left is cleared by the next, once it is old enough.
    for name in names(folder.path()).iter().filter(|name| name.ends_with(".tmp")) {
        let file = File::options().append(true).open(folder.path().join(name)).unwrap();
        file.set_modified(SystemTime::now() - Duration::from_secs(600)).unwrap();
    }
    write(&path, "new").unwrap();
    assert_eq!(names(folder.path()), ["map.json"]);
}

/// No test of its own: what the next one starts, in a process that may write no long files.
#[test]
#[ignore = "it may write no long files"]
fn limited_in_a_child() {
    let Some(child::Task { words, .. }) = child::task() else { return };
    let folder = Path::new(&words[0]);
    let long = [b'x'; 9000];
    let too_long = |error: WriteError| assert!(matches!(error.cause, Cause::TooLong { .. }));
    too_long(write(folder.join("map.json"), long).unwrap_err());
    too_long(write_with(folder.join("map.json"), |out| out.write_all(&long)).unwrap_err());
    let mut both = Transaction::begin(folder.join("record")).unwrap();
    too_long(both.put(folder.join("map.json"), long, &Expected::Anything).unwrap_err());
    drop(both);
    for out in [folder.to_owned(), folder.join("new")] {
        let mut results = Results::over(&out, "").unwrap();
        too_long(results.add("map.json", &long).unwrap_err());
        let mut results = Results::over(&out, "").unwrap();
        too_long(results.add_with("map.json", |out| out.write_all(&long)).unwrap_err());
    }
    let error = write(folder.join("map.json"), long).unwrap_err().to_string();
    assert!(error.contains("ulimit -f"), "{error}");
    write(folder.join("short.json"), "short").unwrap();
}

/// The system would end the process at the first byte too many.
#[cfg(target_os = "linux")]
#[test]
fn a_limit_of_the_process_is_told_and_leaves_nothing_behind() {
    let (folder, path) = folder();
    let program = std::env::current_exe().unwrap();
    let status = Command::new("sh")
        .args(["-c", "ulimit -f 8; exec \"$0\" \"$@\""])
        .arg(program)
        .args(["limited_in_a_child", "--exact", "--ignored"])
        .env("SALIENT_CHILD_WORDS", folder.path())
        .env("SALIENT_CHILD_STEPS", "0")
        .stdout(Stdio::null())
        .status()
        .unwrap();
    assert!(status.success(), "{status}");
    assert_eq!(fs::read(path).unwrap(), b"old");
    assert_eq!(names(folder.path()), ["map.json", "short.json"]);
}
