//! Several files change together, wherever whoever writes them is killed.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use salient_files::{Cause, Expected, Fingerprint, SettleError, Settled, Transaction, settle};

use crate::cut_off;
use crate::names;

const ANYTHING: Expected = Expected::Anything;

/// A scenario with a map in another folder, a ruleset that is not there yet, and a journal.
fn project() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::create_dir(at("scenarios")).unwrap();
    fs::create_dir(at("maps")).unwrap();
    fs::write(at("scenarios/scenario.json"), "old scenario").unwrap();
    fs::write(at("scenarios/journal"), "edits").unwrap();
    fs::write(at("maps/map.json"), "old map").unwrap();
    folder
}

pub fn record(folder: &Path) -> PathBuf {
    folder.join("scenarios/.record")
}

/// The transaction of the tests, not yet committed.
fn changes(folder: &Path) -> Transaction {
    let mut transaction = Transaction::begin(record(folder)).unwrap();
    let mut put = |name: &str, text: &str| {
        transaction.put(folder.join(name), text, &ANYTHING).unwrap();
    };
    put("scenarios/scenario.json", "new scenario");
    put("maps/map.json", "new map");
    put("scenarios/ruleset.json", "new ruleset");
    transaction.remove(folder.join("scenarios/journal"));
    transaction
}

/// What the files hold, in the order scenario, map, ruleset, journal.
pub fn held(folder: &Path) -> [Option<String>; 4] {
    let names =
        ["scenarios/scenario.json", "maps/map.json", "scenarios/ruleset.json", "scenarios/journal"];
    names.map(|name| fs::read_to_string(folder.join(name)).ok())
}

fn old() -> [Option<String>; 4] {
    [Some("old scenario".into()), Some("old map".into()), None, Some("edits".into())]
}

pub fn new() -> [Option<String>; 4] {
    [Some("new scenario".into()), Some("new map".into()), Some("new ruleset".into()), None]
}

/// No test of its own: what the others start.
#[test]
#[ignore = "it ends its process"]
fn in_a_child() {
    let Some(folder) = crate::place() else { return };
    changes(&folder).commit().unwrap();
}

/// Makes all hidden files and folders old enough to be cleared.
fn age(folder: &Path) {
    for name in names(folder).iter().filter(|name| name.starts_with(".salient-")) {
        let path = folder.join(name);
        let mut paths = vec![path.clone(), path.join("owner")];
        paths.retain(|path| path.exists());
        for path in paths {
            let long_ago = SystemTime::now() - Duration::from_secs(600);
            File::open(path).unwrap().set_modified(long_ago).unwrap();
        }
    }
}

#[test]
fn all_files_change_together_and_nothing_is_left() {
    let folder = project();
    let at = folder.path();
    changes(at).commit().unwrap();
    assert_eq!(held(at), new());
    assert_eq!(names(&at.join("scenarios")), ["ruleset.json", "scenario.json"]);
    assert_eq!(names(&at.join("maps")), ["map.json"]);
    assert_eq!(settle(record(at)).unwrap(), Settled::Nothing);
}

#[test]
fn what_is_not_committed_was_nothing() {
    let folder = project();
    drop(changes(folder.path()));
    assert_eq!(held(folder.path()), old());
    assert_eq!(names(&folder.path().join("scenarios")), ["journal", "scenario.json"]);
    assert_eq!(names(&folder.path().join("maps")), ["map.json"]);
}

#[test]
fn killed_at_any_step_the_next_start_ends_in_all_old_or_all_new() {
    let (mut seen_old, mut carried_out, mut at_end) = (0, 0, 0);
    for steps in 0.. {
        let folder = project();
        let at = folder.path();
        let ended = cut_off("transaction::in_a_child", at, steps);
        let begun = record(at).exists();
        match settle(record(at)).unwrap() {
            Settled::Nothing => {}
            Settled::Done { written, kept } => {
                assert_eq!(kept, [], "after {steps} steps");
                carried_out += usize::from(!written.is_empty());
            }
            Settled::InUse => panic!("the lock of a process that ended is held"),
        }
        if begun || ended {
            assert_eq!(held(at), new(), "after {steps} steps");
            at_end += 1;
        } else if held(at) == old() {
            seen_old += 1;
        } else {
            // Between the end of the work and the end of the process.
            assert_eq!(held(at), new(), "after {steps} steps");
        }
        assert!(!record(at).exists(), "after {steps} steps");
        // What else was left is cleared by the next one who writes here, once it is old enough.
        ["scenarios", "maps"].iter().for_each(|below| age(&at.join(below)));
        salient_files::write(at.join("scenarios/scenario.json"), "x").unwrap();
        salient_files::write(at.join("maps/map.json"), "x").unwrap();
        for below in ["scenarios", "maps"] {
            let left = names(&at.join(below));
            let hidden = left.iter().filter(|name| name.starts_with('.')).count();
            assert_eq!(hidden, 0, "after {steps} steps: {left:?}");
        }
        if ended {
            break;
        }
    }
    assert!(seen_old > 10 && carried_out >= 3 && at_end > 8, "{seen_old} {carried_out} {at_end}");
}

/// A project whose transaction was cut off when the first file was in its place, and no other.
pub fn half_done() -> tempfile::TempDir {
    for steps in 0.. {
        let folder = project();
        assert!(
            !cut_off("transaction::in_a_child", folder.path(), steps),
            "it ended before it was half done"
        );
        let [scenario, map, ..] = held(folder.path());
        if scenario.as_deref() == Some("new scenario") && map.as_deref() == Some("old map") {
            return folder;
        }
    }
    unreachable!()
}

#[test]
fn waiting_files_are_not_cleared_before_the_transaction_is_settled() {
    let folder = half_done();
    let at = folder.path();
    ["scenarios", "maps"].iter().for_each(|below| age(&at.join(below)));
    salient_files::write(at.join("maps/other.json"), "x").unwrap();
    settle(record(at)).unwrap();
    assert_eq!(held(at), new());
}

#[test]
fn what_others_wrote_meanwhile_stays_and_ours_is_laid_beside_it() {
    let folder = half_done();
    let at = folder.path();
    fs::write(at.join("maps/map.json"), "another's map").unwrap();
    let Settled::Done { kept, .. } = settle(record(at)).unwrap() else { panic!("none") };
    assert_eq!(kept.len(), 1);
    assert!(kept[0].place.ends_with("maps/map.json"));
    assert_eq!(fs::read_to_string(&kept[0].ours).unwrap(), "new map");
    assert_eq!(fs::read_to_string(at.join("maps/map.json")).unwrap(), "another's map");
    assert_eq!(held(at)[2].as_deref(), Some("new ruleset"));
}

#[test]
fn the_next_transaction_settles_the_one_before() {
    let folder = half_done();
    let at = folder.path();
    let mut next = Transaction::begin(record(at)).unwrap();
    assert_eq!(held(at), new());
    next.put(at.join("maps/map.json"), "newer map", &ANYTHING).unwrap();
    next.commit().unwrap();
    assert_eq!(held(at)[1].as_deref(), Some("newer map"));
}

#[test]
fn a_record_of_strangers_has_no_power_over_files_elsewhere() {
    let folder = half_done();
    let at = folder.path();
    // A copy of the scenario's folder, as an archive would bring it: what waits there is another
    // file than the one that the record was made for, and its map lies elsewhere.
    let text = fs::read_to_string(record(at)).unwrap();
    let waiting = text.lines().find(|line| line.contains("map.json")).unwrap();
    let waiting = waiting.split('\t').nth(2).unwrap();
    let bytes = fs::read(waiting).unwrap();
    fs::remove_file(waiting).unwrap();
    fs::write(waiting, bytes).unwrap();
    let before = held(at);
    assert!(matches!(settle(record(at)), Err(SettleError::Foreign { .. })));
    assert_eq!(held(at), before);
    let error = Transaction::begin(record(at)).unwrap_err();
    assert!(matches!(error.cause, Cause::Unsettled(_)), "{error}");

    for nonsense in ["", "salient-transaction 1\n", "salient-transaction 2\nend\n"] {
        fs::write(record(at), nonsense).unwrap();
        let error = settle(record(at)).unwrap_err();
        assert!(matches!(error, SettleError::Unreadable { .. }), "{error}");
    }
}

#[test]
fn a_file_that_changed_since_it_was_read_is_left_alone() {
    let folder = project();
    let at = folder.path();
    let map = at.join("maps/map.json");
    let was = Expected::Was(Some(Fingerprint::of(b"older map")));
    let mut transaction = Transaction::begin(record(at)).unwrap();
    let error = transaction.put(&map, "new", &was).unwrap_err();
    assert!(matches!(error.cause, Cause::Changed), "{error}");
    let error = transaction.put(&map, "new", &Expected::Was(None)).unwrap_err();
    assert!(matches!(error.cause, Cause::Changed), "{error}");
    drop(transaction);

    let transaction = changes(at);
    fs::write(&map, "another's map").unwrap();
    let error = transaction.commit().unwrap_err();
    assert!(matches!(error.cause, Cause::Changed), "{error}");
    assert_eq!(error.path, map);
    fs::write(&map, "old map").unwrap();
    assert_eq!(held(at), old());
}

#[test]
fn a_file_that_cannot_get_to_its_place_takes_the_others_back() {
    let folder = project();
    let at = folder.path();
    let transaction = changes(at);
    // What waits for the ruleset is gone: scenario and map are in their places by then.
    let stage = names(&at.join("scenarios"));
    let stage = stage.iter().find(|name| name.starts_with(".salient-")).unwrap();
    fs::remove_file(at.join("scenarios").join(stage).join("2")).unwrap();
    transaction.commit().unwrap_err();
    assert_eq!(held(at), old());
    assert_eq!(names(&at.join("scenarios")), ["journal", "scenario.json"]);
    assert_eq!(settle(record(at)).unwrap(), Settled::Nothing);
}

#[test]
fn what_was_changed_after_it_was_in_its_place_is_nothing_to_settle() {
    for steps in 0.. {
        let folder = project();
        let at = folder.path();
        assert!(!cut_off("transaction::in_a_child", at, steps), "it ended before that");
        if held(at)[..3] != new()[..3] {
            continue;
        }
        fs::write(at.join("maps/map.json"), "worked on since").unwrap();
        let settled = settle(record(at)).unwrap();
        assert!(
            matches!(settled, Settled::Done { ref kept, .. } if kept.is_empty()),
            "{settled:?}"
        );
        assert_eq!(held(at)[1].as_deref(), Some("worked on since"));
        assert_eq!(settle(record(at)).unwrap(), Settled::Nothing);
        return;
    }
}
