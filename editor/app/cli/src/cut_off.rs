//! Saves that were cut off: a command that only reads tells of them, one that writes files of the
//! project ends them before it reads.

use std::io;
use std::path::Path;

use salient_files::{Kept, Settled, cut_off_about, settle};

use super::{Console, files};

/// Tells of saves that were cut off and that are about some of these files: what was read of them
/// may not fit together. Whether there is any.
///
/// # Errors
/// Nothing can be printed.
pub fn tell(
    read: impl IntoIterator<Item = impl AsRef<Path>>,
    console: &mut Console<'_>,
) -> io::Result<bool> {
    let found = cut_off_about(read);
    for cut_off in &found {
        writeln!(console.err, "{cut_off}")?;
    }
    Ok(!found.is_empty())
}

/// Ends the saves that were cut off and that are about some of these files, before they are read to
/// be written, and tells of it. Files whose save cannot be ended are refused when they are written.
///
/// # Errors
/// Nothing can be printed.
pub fn end(
    files: impl IntoIterator<Item = impl AsRef<Path>>,
    console: &mut Console<'_>,
) -> io::Result<()> {
    for cut_off in cut_off_about(files) {
        end_one(&cut_off.record, console)?;
    }
    Ok(())
}

/// Ends the save with this record, if it was cut off, and tells of it. Whether there was one.
///
/// # Errors
/// Nothing can be printed.
pub fn end_one(record: &Path, console: &mut Console<'_>) -> io::Result<bool> {
    match settle(record) {
        Ok(Settled::Done { written, kept }) => {
            for path in written {
                let path = files::shown(&path);
                writeln!(console.err, "{path}: written, which ends a save that was cut off")?;
            }
            for Kept { place, ours } in kept {
                let [place, ours] = [place, ours].map(|path| files::shown(&path));
                writeln!(
                    console.err,
                    "{place}: changed by somebody else after a save of it was cut off, and left \
                     so; what the save held lies in {ours}"
                )?;
            }
            return Ok(true);
        }
        Ok(Settled::Nothing | Settled::InUse) => {}
        Err(error) => writeln!(console.err, "{error}")?,
    }
    Ok(false)
}

#[cfg(test)]
pub(crate) mod tests {
    use std::fs;

    use clap::Parser;
    use salient_files::faults::child;
    use salient_files::{Expected, Transaction};
    use tempfile::{TempDir, tempdir};

    use super::*;
    use crate::tests::{SYSTEMS, salient};
    use crate::{Cli, Exit};

    const FILES: [&str; 4] = ["scenario.json", "map.json", "order-of-battle.json", "ruleset.json"];

    /// What a save makes of a file.
    fn renamed(text: &str) -> String {
        text.replacen("\"title\": \"", "\"title\": \"New ", 1)
    }

    /// No test of its own: what the others start.
    #[test]
    #[ignore = "it ends its process"]
    fn in_a_child() {
        let Some(task) = child::task() else { return };
        let folder = Path::new(&task.words[0]);
        task.cut_off();
        let record = folder.join(".scenario.json.salient-save");
        let mut transaction = Transaction::begin(record).unwrap();
        for name in ["scenario.json", "map.json"] {
            let file = folder.join(name);
            let text = renamed(&fs::read_to_string(&file).unwrap());
            transaction.put(file, text, &Expected::Anything).unwrap();
        }
        transaction.commit().unwrap();
    }

    fn held(folder: &Path) -> [String; 2] {
        ["scenario.json", "map.json"].map(|name| fs::read_to_string(folder.join(name)).unwrap())
    }

    /// A project whose save was cut off when the scenario was written and the map was not; and what
    /// both are to be.
    pub(crate) fn half_saved() -> (TempDir, [String; 2]) {
        for steps in 0.. {
            let folder = tempdir().unwrap();
            let from = format!("{}/../../../tests/fixtures", env!("CARGO_MANIFEST_DIR"));
            for name in FILES {
                let file = format!("{from}/kaisers-battle/{name}");
                fs::copy(file, folder.path().join(name)).unwrap();
            }
            let [scenario, map] = held(folder.path());
            let after = [&scenario, &map].map(|text| renamed(text));
            let place = folder.path().to_str().unwrap();
            let ended = child::cut_off("cut_off::tests::in_a_child", &[place], steps).unwrap();
            assert!(!ended, "it ended before it was half done");
            if held(folder.path()) == [after[0].clone(), map] {
                return (folder, after);
            }
        }
        unreachable!()
    }

    #[test]
    fn commands_that_read_tell_of_a_save_that_was_cut_off() {
        let (folder, _) = half_saved();
        let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
        let (scenario, map) = (at("scenario.json"), at("map.json"));
        let before = held(folder.path());
        let (picture, bundle, merged) = (at("p.svg"), at("b.bundle.json"), at("merged.json"));
        // Two versions elsewhere, which are shown on the map here.
        let elsewhere = tempdir().unwrap();
        let [old, new] = ["old.json", "new.json"].map(|name| elsewhere.path().join(name));
        fs::write(&old, &before[0]).unwrap();
        fs::write(&new, before[0].replacen("\"counters\": [", "\"counters\": [\"x-1\", ", 1))
            .unwrap();
        let [old, new] = [old, new].map(|path| path.to_str().unwrap().to_owned());
        let lines: [&[&str]; 10] = [
            &["validate", &scenario],
            &["validate", &map],
            &["render", &map, "-o", &picture],
            &["export", &scenario, "--to", "bundle", "-o", &bundle],
            &["diff", &map, &map],
            &["diff", &old, &new, "--path", &scenario, "--picture", &picture],
            &["diff", "--git", "map.json", "/dev/null", ".", ".", &map, "1", "100644"],
            &["merge", &map, &map, &map, "-o", &merged],
            &["fmt", "--check", &map],
            &["test-run", &scenario, "--games", "1"],
        ];
        for line in lines {
            let (exit, _, err) = salient(line);
            assert_eq!(err.matches("was cut off").count(), 1, "{line:?}: {err}");
            assert!(err.contains("not written yet: ") && err.contains("salient fmt"), "{err}");
            assert!(line[0] != "validate" || exit == Exit::Problems, "{line:?}");
        }
        let (_, _, err) = salient(&["validate", &at("ruleset.json")]);
        assert!(!err.contains("cut off"), "it is not about that file: {err}");
        assert_eq!(held(folder.path()), before, "a reader changes nothing");
    }

    #[test]
    fn commands_that_write_end_a_save_that_was_cut_off() {
        let lines: [&[&str]; 3] = [
            &["fmt", "map.json"],
            &["schema", "--out", "schemas", "--link", "scenario.json"],
            &["merge", "map.json", "map.json", "map.json", "-o", "map.json"],
        ];
        for line in lines {
            let (folder, after) = half_saved();
            let at = |word: &&str| match *word {
                word if word.ends_with(".json") || word == "schemas" => {
                    folder.path().join(word).to_str().unwrap().to_owned()
                }
                word => word.to_owned(),
            };
            let line: Vec<String> = line.iter().map(at).collect();
            let line: Vec<&str> = line.iter().map(String::as_str).collect();
            let (exit, _, err) = salient(&line);
            assert_eq!(exit, Exit::Clean, "{line:?}: {err}");
            assert!(err.contains("map.json: written, which ends a save"), "{line:?}: {err}");
            let [scenario, map] = held(folder.path());
            assert!(scenario.contains("\"New ") && map.contains("\"New "), "{line:?}");
            assert!(map == after[1] || line[0] != "schema", "{line:?}");
            assert!(cut_off_about([folder.path().join("map.json")]).is_empty());
        }
    }

    #[test]
    fn what_a_save_was_cut_off_of_is_not_written_over() {
        let (folder, _) = half_saved();
        let before = held(folder.path());
        let map = folder.path().join("map.json").display().to_string();
        // Another's, since what is exported is not written over either.
        let scenario = "../../../tests/fixtures/kaisers-battle/scenario.json";
        let scenario = format!("{}/{scenario}", env!("CARGO_MANIFEST_DIR"));
        let line = ["salient", "export", &scenario, "--to", "bundle", "-o", &map];
        let cli = Cli::try_parse_from(line).unwrap();
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let (out, err) = (&mut out, &mut err);
        let mut console = Console { systems: SYSTEMS, out, err, colour: false, watched: false };
        let error = crate::run(&cli.command.unwrap(), &mut console).unwrap_err();
        assert!(format!("{error:#}").contains("was cut off"), "{error:#}");
        assert_eq!(held(folder.path()), before);
    }
}
