//! Reports of conflicts: what is not settled stays, whoever is killed and whatever is in the way.

use std::fs;
use std::path::{Path, PathBuf};

use salient_files::faults::CUT_OFF;
use tempfile::{TempDir, tempdir};

use crate::Exit;
use crate::interrupted::disturbed;
use crate::tests::{failing, salient};

/// A map in four versions: what all began with, ours, and theirs, which have other titles than ours;
/// and the path that git names.
struct Versions {
    _folder: TempDir,
    base: String,
    ours: String,
    theirs: String,
    others: String,
    path: PathBuf,
}

impl Versions {
    fn new() -> Self {
        let folder = tempdir().unwrap();
        let fixture = format!(
            "{}/../../../tests/fixtures/kaisers-battle/map.json",
            env!("CARGO_MANIFEST_DIR")
        );
        let text = fs::read_to_string(fixture).unwrap();
        let mut value: serde_json::Value = serde_json::from_str(&text).unwrap();
        let mut version = |name: &str| {
            value["title"] = name.into();
            let path = folder.path().join(format!("{name}.json"));
            fs::write(&path, value.to_string()).unwrap();
            path.to_str().unwrap().to_owned()
        };
        let [base, ours, theirs, others] = ["base", "ours", "theirs", "others"].map(&mut version);
        let path = folder.path().join("map.json");
        Self { _folder: folder, base, ours, theirs, others, path }
    }

    fn path(&self) -> &str {
        self.path.to_str().unwrap()
    }

    /// The driver's arguments for a merge with one of theirs.
    fn git<'a>(&'a self, theirs: &'a str) -> [&'a str; 6] {
        ["merge", "--git", &self.base, &self.ours, theirs, self.path()]
    }

    fn report(&self) -> String {
        format!("{}.conflicts", self.path())
    }

    /// The titles of theirs that wait in the report, the oldest first.
    fn waiting(&self) -> Vec<String> {
        let Ok(text) = fs::read_to_string(self.report()) else { return Vec::new() };
        let value: serde_json::Value = serde_json::from_str(&text).unwrap();
        let later = value["later"].as_array().cloned().unwrap_or_default();
        let all = std::iter::once(value).chain(later);
        all.map(|one| one["theirs"]["title"].as_str().unwrap().to_owned()).collect()
    }

    /// What git does with the merged file.
    fn take_merged(&self) {
        fs::copy(&self.ours, &self.path).unwrap();
    }
}

/// The title of a file.
fn title(path: impl AsRef<Path>) -> String {
    let value: serde_json::Value = serde_json::from_slice(&fs::read(path).unwrap()).unwrap();
    value["title"].as_str().unwrap().to_owned()
}

#[test]
fn an_unsettled_report_stays_whatever_is_merged_next() {
    let versions = Versions::new();
    assert_eq!(salient(&versions.git(&versions.theirs)).0, Exit::Problems);
    assert_eq!(versions.waiting(), ["theirs"]);
    // Nothing that both changed: what waits is told of, and waits.
    let before = fs::read(versions.report()).unwrap();
    let (exit, _, err) = salient(&versions.git(&versions.base));
    assert_eq!(exit, Exit::Clean);
    assert!(err.contains("still to be settled"), "{err}");
    assert_eq!(fs::read(versions.report()).unwrap(), before);
    // The same once more, after it was given up, is no other.
    assert_eq!(salient(&versions.git(&versions.theirs)).0, Exit::Problems);
    assert_eq!(versions.waiting(), ["theirs"]);
    assert_eq!(salient(&versions.git(&versions.others)).0, Exit::Problems);
    assert_eq!(versions.waiting(), ["theirs", "others"]);

    // They are settled one after another.
    versions.take_merged();
    let report = versions.report();
    let (exit, out, _) = salient(&["merge", "--resolve", &report]);
    assert_eq!(exit, Exit::Problems);
    assert!(out.contains("     theirs: "), "{out}");
    assert!(out.contains("1 merge after it") && !out.contains("theirs: others"), "{out}");
    let (exit, out, _) = salient(&["merge", "--resolve", &report, "--take", "none"]);
    assert_eq!(exit, Exit::Problems, "{out}");
    assert!(out.contains(": 1 merge"), "{out}");
    assert_eq!((title(&versions.path), versions.waiting()), ("ours".into(), vec!["others".into()]));
    let (exit, out, _) = salient(&["merge", "--resolve", &report, "--take", "1"]);
    assert_eq!(exit, Exit::Clean, "{out}");
    assert_eq!(title(&versions.path), "others");
    assert!(!Path::new(&report).exists());
}

#[test]
fn where_the_report_cannot_be_written_nothing_is() {
    let versions = Versions::new();
    let before = fs::read(&versions.ours).unwrap();
    fs::create_dir(versions.report()).unwrap();
    let error = failing(&versions.git(&versions.theirs));
    assert!(error.contains("conflicts"), "{error}");
    assert_eq!(fs::read(&versions.ours).unwrap(), before);
    fs::remove_dir(versions.report()).unwrap();
    // Nor over something else that lies there.
    fs::write(versions.report(), "mine").unwrap();
    let error = failing(&versions.git(&versions.theirs));
    assert!(error.contains("move ") && error.contains("away"), "{error}");
    assert_eq!(fs::read(&versions.ours).unwrap(), before);
    assert_eq!(fs::read_to_string(versions.report()).unwrap(), "mine");
}

#[test]
fn where_ours_cannot_be_written_the_report_is_as_it_was() {
    let versions = Versions::new();
    let old = fs::read(&versions.ours).unwrap();
    for earlier in [false, true] {
        if earlier {
            assert_eq!(salient(&versions.git(&versions.theirs)).0, Exit::Problems);
            fs::write(&versions.ours, &old).unwrap();
        }
        let before = versions.waiting();
        let mut refused = 0;
        for steps in 0..24 {
            fs::write(&versions.ours, &old).unwrap();
            let line = versions.git(&versions.others);
            if disturbed(&line, steps, Some(Path::new(&versions.ours))) == 2 {
                refused += 1;
                assert_eq!(versions.waiting(), before, "step {steps}");
            } else {
                // Somebody wrote there afterwards: it is merged, and begun anew here.
                let _ = fs::remove_file(versions.report());
                if earlier {
                    fs::write(&versions.ours, &old).unwrap();
                    assert_eq!(salient(&versions.git(&versions.theirs)).0, Exit::Problems);
                }
            }
        }
        assert!(refused > 5, "{refused}");
    }
}

#[test]
fn a_merge_that_is_killed_has_its_report_before_its_file() {
    let versions = Versions::new();
    let old = fs::read(&versions.ours).unwrap();
    assert_eq!(salient(&versions.git(&versions.theirs)).0, Exit::Problems);
    let first = fs::read(versions.report()).unwrap();
    for steps in 0.. {
        fs::write(&versions.ours, &old).unwrap();
        fs::write(versions.report(), &first).unwrap();
        let line = versions.git(&versions.others);
        let exit = disturbed(&line, steps, None);
        let waiting = versions.waiting();
        assert_eq!(waiting[0], "theirs", "step {steps}");
        let merged = fs::read(&versions.ours).unwrap() != old;
        assert!(!merged || waiting == ["theirs", "others"], "step {steps}: {waiting:?}");
        // Git gives it up and is asked once more.
        assert_eq!(salient(&line).0, Exit::Problems);
        assert_eq!(versions.waiting(), ["theirs", "others"], "step {steps}");
        if exit != CUT_OFF {
            break;
        }
    }
}

#[test]
fn a_settlement_that_is_killed_is_carried_out_or_was_none() {
    for several in [false, true] {
        let versions = Versions::new();
        assert_eq!(salient(&versions.git(&versions.theirs)).0, Exit::Problems);
        if several {
            assert_eq!(salient(&versions.git(&versions.others)).0, Exit::Problems);
        }
        let (report, held) = (versions.report(), fs::read(versions.report()).unwrap());
        let folder = Path::new(&report).parent().unwrap();
        let (mut carried_out, mut undone) = (0, 0);
        for steps in 0.. {
            versions.take_merged();
            fs::write(&report, &held).unwrap();
            let exit = disturbed(&["merge", "--resolve", &report, "--take", "all"], steps, None);
            if exit != CUT_OFF {
                break;
            }
            // Whoever comes next chooses otherwise, and must not be told of somebody else.
            let next = ["merge", "--resolve", &report, "--take", "none"];
            let left = usize::from(several);
            let is_over = versions.waiting().len() == left
                && !folder.join(".map.json.conflicts.salient-save").exists();
            if is_over {
                assert_eq!(title(&versions.path), "theirs");
                carried_out += 1;
            } else {
                let (exit, out, err) = salient(&next);
                match title(&versions.path).as_str() {
                    "theirs" => {
                        assert!(err.contains("has been carried out"), "step {steps}: {err}{out}");
                        assert_eq!(exit, Exit::Problems);
                        carried_out += 1;
                    }
                    _ => {
                        assert!(out.contains("1 conflict settled, 0 as theirs"), "{out}{err}");
                        undone += 1;
                    }
                }
                assert_eq!(versions.waiting().len(), left, "step {steps}");
            }
            let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
            let left_behind: Vec<_> = names
                .filter(|name| {
                    let name = name.to_string_lossy();
                    name.contains("settling") || name.ends_with("salient-save")
                })
                .collect();
            assert!(left_behind.is_empty(), "step {steps}: {left_behind:?}");
        }
        assert!(carried_out > 2 && undone > 2, "{carried_out} {undone}");
    }
}
