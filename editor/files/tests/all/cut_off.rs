//! A change of several files that was cut off is told to readers, and ended before a file that it
//! is about is written.

use std::fs;

use salient_files::{
    Cause, Expected, Settled, Transaction, cut_off_about, cut_off_in, is_one_place, settle, write,
    write_if,
};

use crate::names;
use crate::transaction::{half_done, held, new, record};

#[test]
fn whoever_looks_at_a_file_is_told_what_is_missing() {
    let folder = half_done();
    let at = folder.path();
    let before = held(at);
    // The map lies in another folder than the record.
    for below in ["maps", "scenarios"] {
        let found = cut_off_in(at.join(below));
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!(found[0].files.len(), 3);
        assert!(found[0].is_about(at.join("maps/map.json")));
        assert!(found[0].is_about(at.join("maps/../scenarios/scenario.json")));
        assert!(!found[0].is_about(at.join("maps/other.json")));
        let said = found[0].to_string();
        let (_, waiting) = said.split_once("not written yet: ").unwrap();
        assert!(waiting.contains("map.json") && !waiting.contains("scenario.json;"), "{said}");
        assert!(said.contains("not removed yet: ") && said.contains("salient fmt"), "{said}");
    }
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("maps/map.json", at.join("link.json")).unwrap();
        let about = cut_off_about([at.join("link.json"), at.join("maps/map.json")]);
        assert_eq!(about.len(), 1, "{about:?}");
    }
    assert_eq!(held(at), before, "a look changes nothing");
    settle(record(at)).unwrap();
    assert_eq!(cut_off_in(at.join("maps")), []);
}

#[test]
fn no_file_is_written_that_a_change_waits_for() {
    let folder = half_done();
    let at = folder.path();
    let before = held(at);
    let map = at.join("maps/map.json");
    let refused = |cause: &Cause| assert!(matches!(cause, Cause::CutOff(_)), "{cause:?}");
    refused(&write(&map, "mine").unwrap_err().cause);
    refused(&write_if(&map, "mine", &Expected::Anything).unwrap_err().cause);
    let mut other = Transaction::begin(at.join("maps/.record")).unwrap();
    refused(&other.put(&map, "mine", &Expected::Anything).unwrap_err().cause);
    drop(other);
    write(at.join("maps/other.json"), "mine").unwrap();
    assert_eq!(held(at), before);

    // Whoever is about to write it ends the change first.
    let about = cut_off_about([&map]);
    assert_eq!(about.len(), 1);
    assert!(matches!(settle(&about[0].record).unwrap(), Settled::Done { .. }));
    assert_eq!(held(at), new());
    assert_eq!(cut_off_about([&map]), []);
    write(&map, "mine").unwrap();
    assert_eq!(names(&at.join("maps")), ["map.json", "other.json"]);
}

#[test]
fn a_strangers_folder_leads_to_no_change_elsewhere() {
    let folder = half_done();
    let at = folder.path();
    let stranger = tempfile::tempdir().unwrap();
    let stage = stranger.path().join(".salient-x.tmp");
    fs::create_dir(&stage).unwrap();
    for target in [record(at), "/dev/zero".into(), stranger.path().join("none"), at.to_owned()] {
        fs::write(stage.join("owner"), target.as_os_str().as_encoded_bytes()).unwrap();
        assert_eq!(cut_off_in(stranger.path()), []);
        assert_eq!(cut_off_about([stranger.path().join("map.json")]), []);
    }
    assert!(record(at).exists());
}

#[test]
fn a_place_is_known_however_it_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    fs::create_dir(at.join("maps")).unwrap();
    fs::write(at.join("map.json"), "{}").unwrap();
    let round = at.join("maps/../map.json");
    assert!(is_one_place(at.join("map.json"), &round));
    assert!(is_one_place(at.join("not-yet.json"), at.join("maps/../not-yet.json")));
    assert!(!is_one_place(at.join("map.json"), at.join("maps/map.json")));
    assert!(!is_one_place(at.join("none/map.json"), at.join("none/map.json")), "no such place");
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("map.json", at.join("link.json")).unwrap();
        assert!(is_one_place(at.join("link.json"), round));
    }
}
