//! Commands that are killed or disturbed at any step: what they write is whole, and nobody's work
//! is lost. A child process runs the command; its disk is looked at afterwards.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use clap::Parser;
use salient_files::faults::{self, child};
use salient_files::{Results, cut_off_in, settle};
use tempfile::{TempDir, tempdir};

use super::tests::{SYSTEMS, salient};
use super::{Cli, Console, Exit};

const ANOTHERS: &str = "{\"another\": 1}\n";

fn fixture(path: &str) -> String {
    format!("{}/../../../tests/fixtures/{path}", env!("CARGO_MANIFEST_DIR"))
}

/// No test of its own: what the others start, with a command line. The word before it is a file
/// that somebody else writes meanwhile; where it is empty, the process ends instead.
#[test]
#[ignore = "it ends its process"]
fn in_a_child() {
    let Some(task) = child::task() else { return };
    let [others, line @ ..] = task.words.as_slice() else { return };
    match others.as_str() {
        "" => task.cut_off(),
        _ => {
            let file = others.clone();
            faults::meanwhile(task.steps, move || fs::write(&file, ANOTHERS).unwrap());
        }
    }
    let line = line.iter().map(String::as_str);
    let cli = Cli::try_parse_from(std::iter::once("salient").chain(line)).unwrap();
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let (out, err) = (&mut out, &mut err);
    let mut console = Console { systems: SYSTEMS, out, err, colour: false, watched: false };
    let exit = super::run(&cli.command.unwrap(), &mut console).unwrap_or(Exit::Unreadable);
    std::process::exit(exit as i32);
}

/// Runs a command in a process in which something happens after so many steps; how it ended.
pub(crate) fn disturbed(args: &[&str], steps: usize, others: Option<&Path>) -> i32 {
    let others = others.map_or("", |file| file.to_str().unwrap());
    let words: Vec<&str> = [others].into_iter().chain(args.iter().copied()).collect();
    child::start("interrupted::in_a_child", &words, steps).unwrap()
}

/// What is in a folder and below it, without what hides.
fn held(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut held = BTreeMap::new();
    let Ok(entries) = fs::read_dir(folder) else { return held };
    for entry in entries.map(|entry| entry.unwrap().path()) {
        let name = entry.file_name().unwrap().to_string_lossy().into_owned();
        if name.starts_with('.') {
            continue;
        } else if entry.is_dir() {
            held.extend(self::held(&entry));
        } else {
            held.insert(entry.clone(), fs::read(&entry).unwrap());
        }
    }
    held
}

/// A map that is not in canonical form, as three files.
fn versions() -> (TempDir, [String; 3]) {
    let folder = tempdir().unwrap();
    let text = fs::read(fixture("kaisers-battle/map.json")).unwrap();
    let value: serde_json::Value = serde_json::from_slice(&text).unwrap();
    let files = ["base.json", "ours.json", "theirs.json"].map(|name| {
        let path = folder.path().join(name);
        fs::write(&path, value.to_string()).unwrap();
        path.to_str().unwrap().to_owned()
    });
    (folder, files)
}

#[test]
fn what_others_write_while_a_command_works_is_not_written_over() {
    let (_keep, [base, ours, theirs]) = versions();
    let crowded = fs::read(&ours).unwrap();
    let folder = tempdir().unwrap();
    let schemas = folder.path().to_str().unwrap();
    assert_eq!(salient(&["schema", "--out", schemas]).0, Exit::Clean);
    let lines: [&[&str]; 4] = [
        &["fmt", &ours],
        &["merge", &base, &ours, &theirs, "-o", &ours],
        &["merge", "--git", &base, &ours, &theirs],
        &["schema", "--out", schemas, "--link", &ours],
    ];
    for line in lines {
        let mut refused = 0;
        for steps in 0..5 {
            fs::write(&ours, &crowded).unwrap();
            let exit = disturbed(line, steps, Some(Path::new(&ours)));
            assert_eq!(fs::read_to_string(&ours).unwrap(), ANOTHERS, "{line:?}, step {steps}");
            refused += usize::from(exit != 0);
        }
        assert!(refused > 2, "{line:?}: refused {refused} times");
    }
}

#[test]
fn what_others_make_while_an_import_works_is_not_written_over() {
    let folder = tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let bundle = at("all.bundle.json");
    let scenario = fixture("kaisers-battle/scenario.json");
    salient(&["export", &scenario, "--to", "bundle", "-o", &bundle]);
    for steps in (0..30).step_by(5) {
        let place = at("copy");
        let _ = fs::remove_dir_all(&place);
        fs::create_dir(&place).unwrap();
        let map = Path::new(&place).join("map.json");
        let exit = disturbed(&["import", &bundle, "-o", &place], steps, Some(&map));
        assert_eq!(fs::read_to_string(&map).unwrap(), ANOTHERS, "step {steps}");
        assert_eq!(exit, 2, "step {steps}");
        assert_eq!(held(Path::new(&place)).len(), 1, "nothing else is written, step {steps}");
    }
}

#[test]
fn a_command_that_is_killed_leaves_its_files_old_or_new() {
    let (keep, [base, ours, theirs]) = versions();
    let crowded = fs::read(&ours).unwrap();
    let schemas = keep.path().join("schemas").to_str().unwrap().to_owned();
    assert_eq!(salient(&["schema", "--out", &schemas]).0, Exit::Clean);
    let lines: [&[&str]; 3] = [
        &["fmt", &ours],
        &["merge", &base, &ours, &theirs, "-o", &ours],
        &["schema", "--out", &schemas, "--link", &ours],
    ];
    for line in lines {
        fs::write(&ours, &crowded).unwrap();
        assert_eq!(salient(line).0, Exit::Clean);
        let after = fs::read(&ours).unwrap();
        for steps in 0.. {
            fs::write(&ours, &crowded).unwrap();
            let exit = disturbed(line, steps, None);
            let now = fs::read(&ours).unwrap();
            assert!(now == crowded || now == after, "{line:?}, step {steps}");
            if exit != faults::CUT_OFF {
                assert!(now == after);
                break;
            }
        }
    }
}

/// Kills a command that fills a folder, at every so manieth step: the folder is as it was, or as
/// the command makes it.
fn fills_whole(line: &[&str], folder: &Path, every: usize, prepare: impl Fn()) {
    prepare();
    let before = held(folder);
    let ended = disturbed(line, usize::MAX, None);
    assert!(ended < 2, "{line:?}: {ended}");
    let after = held(folder);
    assert!(before != after, "{line:?} does nothing");
    let (mut old, mut new) = (0, 0);
    for steps in (0..).step_by(every) {
        prepare();
        let exit = disturbed(line, steps, None);
        // What whoever writes there next does first.
        for cut_off in cut_off_in(folder) {
            settle(cut_off.record).unwrap();
        }
        let now = held(folder);
        assert!(now == before || now == after, "{line:?}, step {steps}: {:?}", now.keys());
        *(if now == before { &mut old } else { &mut new }) += 1;
        if exit != faults::CUT_OFF {
            assert_eq!(exit, ended);
            break;
        }
    }
    assert!(old > 1 && new > 0, "{line:?}: {old} {new}");
}

#[test]
fn folders_of_killed_commands_are_as_they_were_or_as_they_are_to_be() {
    let folder = tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let scenario = fixture("kaisers-battle/scenario.json");
    let other = fixture("storm-in-the-west/scenario.json");
    let (bundle, place) = (at("all.bundle.json"), at("place"));
    salient(&["export", &scenario, "--to", "bundle", "-o", &bundle]);
    let place_there = Path::new(&place);
    let gone = || drop(fs::remove_dir_all(&place));
    fills_whole(&["import", &bundle, "-o", &place], place_there, 3, gone);
    let export: &[&str] = &["export", &scenario, "--to", "csv", "-o", &place];
    fills_whole(export, place_there, 11, gone);
    // Those of several scenarios appear together.
    let both: &[&str] = &["export", &scenario, &other, "--to", "bundle", "-o", &place];
    fills_whole(both, place_there, 4, gone);
    // Maps are written piece after piece; over those of an earlier run, of which one is the same.
    let maps: &[&str] = &["export", &scenario, &other, "--to", "geojson", "--plane", "-o", &place];
    fills_whole(maps, place_there, 5, gone);
    let changed = at("scenario.json");
    let text = fs::read_to_string(&bundle).unwrap();
    fs::write(&changed, text.replace("\"title\": \"", "\"title\": \"New ")).unwrap();
    fills_whole(maps, place_there, 5, || {
        gone();
        let earlier = ["export", &changed, &other, "--to", "geojson", "--plane", "-o", &place];
        assert_eq!(salient(&earlier).0, Exit::Clean);
    });
    // Over another scenario's tables.
    fills_whole(export, place_there, 17, || {
        gone();
        assert_eq!(salient(&["export", &other, "--to", "csv", "-o", &place]).0, Exit::Clean);
    });
}

#[test]
fn the_files_of_a_folder_are_rewritten_at_one_moment() {
    let folder = tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (place, schemas) = (at("place"), at("schemas"));
    assert_eq!(salient(&["schema", "--out", &schemas]).0, Exit::Clean);
    let text = fs::read(fixture("kaisers-battle/map.json")).unwrap();
    let value: serde_json::Value = serde_json::from_slice(&text).unwrap();
    let crowded = || {
        let _ = fs::remove_dir_all(&place);
        fs::create_dir_all(format!("{place}/sub")).unwrap();
        for name in ["a.json", "b.json", "sub/c.json"] {
            fs::write(Path::new(&place).join(name), value.to_string()).unwrap();
        }
    };
    let lines: [&[&str]; 2] = [&["fmt", &place], &["schema", "--out", &schemas, "--link", &place]];
    for line in lines {
        fills_whole(line, Path::new(&place), 1, crowded);
        // One that somebody else writes meanwhile keeps the others back, or is left out.
        for steps in 0..12 {
            crowded();
            let before = held(Path::new(&place));
            let b = Path::new(&place).join("b.json");
            let exit = disturbed(line, steps, Some(&b));
            let mut now = held(Path::new(&place));
            assert_eq!(now.remove(&b).unwrap(), ANOTHERS.as_bytes(), "{line:?}, step {steps}");
            let old = now.iter().filter(|(path, bytes)| before[*path] == **bytes).count();
            assert!(old == 0 || old == now.len(), "{line:?}, step {steps}: {old}");
            assert!(exit != 0 || old == 0, "{line:?}, step {steps}: {exit}");
        }
    }
    // What cannot be written is told of, and keeps nobody back.
    crowded();
    let b = Path::new(&place).join("b.json");
    let mut rights = fs::metadata(&b).unwrap().permissions();
    rights.set_readonly(true);
    fs::set_permissions(&b, rights).unwrap();
    let (exit, out, err) = salient(&["fmt", &place]);
    assert_eq!(exit, Exit::Unreadable);
    assert!(err.contains("b.json: cannot be written: it is read-only"), "{err}");
    assert!(out.ends_with("3 files, 2 rewritten\n"), "{out}");
}

#[test]
fn pictures_pages_and_schemas_of_killed_commands_appear_together() {
    let folder = tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (place, old, new) = (at("place"), at("old"), at("new"));
    let place_there = Path::new(&place);
    let gone = || drop(fs::remove_dir_all(&place));
    fills_whole(&["schema", "--out", &place], place_there, 9, gone);
    fills_whole(&["man", "-o", &place], place_there, 9, gone);
    // Over those of an earlier program, beside another's.
    fills_whole(&["man", "-o", &place], place_there, 13, || {
        gone();
        let mut pages = Results::over(&place, "man").unwrap();
        pages.add("salient-fly.1", b"of old").unwrap();
        pages.add("salient-fmt.1", b"of old").unwrap();
        pages.commit().unwrap();
        fs::write(place_there.join("ls.1"), "another's").unwrap();
    });
    let there = |name: &str| place_there.join(name).exists();
    assert!(there("ls.1") && there("salient-fmt.1") && !there("salient-fly.1"));

    let map = fs::read_to_string(fixture("kaisers-battle/map.json")).unwrap();
    for (folder, names) in [(&old, ["a", "sub/b"]), (&new, ["a", "sub/b"]), (&new, ["c", "a"])] {
        for name in names {
            let file = Path::new(folder).join(format!("{name}.json"));
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(&file, &map).unwrap();
            for copy in [file.parent().unwrap(), Path::new(folder)] {
                let ruleset = fixture("kaisers-battle/ruleset.json");
                fs::copy(ruleset, copy.join("ruleset.json")).unwrap();
            }
        }
    }
    let small = ["-o", &place, "--region", "3801..3902", "--pixels-per-hex", "9"];
    let all = [&["render", &new][..], &small].concat();
    fills_whole(&all, place_there, 5, gone);
    let (one, other) = (format!("{new}/a.json"), format!("{new}/sub/b.json"));
    let two = [&["render", &one, &other][..], &small].concat();
    fills_whole(&two, place_there, 5, || {
        gone();
        assert_eq!(salient(&all).0, Exit::Clean);
        fs::write(place_there.join("mine.png"), "mine").unwrap();
    });
    assert!(there("a.png") && there("b.png") && !there("c.png") && there("mine.png"));
    // What cannot be drawn this time keeps its picture.
    fs::write(&other, "{").unwrap();
    assert_ne!(salient(&two).0, Exit::Clean);
    assert!(there("a.png") && there("b.png"));

    let changed = map.replacen("\"title\": \"", "\"title\": \"New ", 1);
    fs::write(&one, &changed).unwrap();
    fs::write(&other, &changed).unwrap();
    fills_whole(&["diff", &old, &new, "--picture", &place], place_there, 7, gone);
    assert!(there("a.png") && there("sub/b.png"));
    fs::write(&other, &map).unwrap();
    assert_eq!(salient(&["diff", &old, &new, "--picture", &place]).0, Exit::Problems);
    assert!(there("a.png") && !there("sub/b.png"), "it is no difference any more");
}

#[test]
fn logs_of_a_killed_run_appear_together() {
    let folder = tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let place = at("logs");
    let place_there = Path::new(&place);
    let scenario = fixture("kaisers-battle/scenario.json");
    let play = |games: &'static str, seed: &'static str| {
        ["test-run", &scenario, "--games", games, "--seed", seed, "--log", &place]
            .map(str::to_owned)
    };
    let [three, two] = [play("3", "1"), play("2", "7")];
    let [three, two] = [&three, &two].map(|line| line.each_ref().map(String::as_str));
    let gone = || drop(fs::remove_dir_all(&place));
    fills_whole(&two, place_there, 4, gone);
    fills_whole(&two, place_there, 7, || {
        gone();
        assert_eq!(salient(&three).0, Exit::Clean);
    });
    assert_eq!(held(place_there).len(), 2, "the third is of the run before");
}

#[test]
fn tables_of_another_scenario_go_and_an_import_reads_what_belongs_together() {
    let folder = tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (tables, alone) = (at("tables"), at("alone"));
    let export = |system: &str, place: &str| {
        let scenario = fixture(&format!("{system}/scenario.json"));
        assert_eq!(salient(&["export", &scenario, "--to", "csv", "-o", place]).0, Exit::Clean);
    };
    export("kaisers-battle", &tables);
    export("storm-in-the-west", &tables);
    export("storm-in-the-west", &alone);
    let names = |folder: &str| -> Vec<String> {
        let whole = held(Path::new(folder)).into_keys();
        whole.map(|path| path.file_name().unwrap().to_string_lossy().into_owned()).collect()
    };
    assert_eq!(names(&tables), names(&alone));

    // A table that somebody laid there is told, and not read.
    fs::write(Path::new(&tables).join("zz.csv"), "hex\n").unwrap();
    let (exit, out, _) = salient(&["import", &tables, "-o", &at("copy")]);
    assert_eq!(exit, Exit::Clean);
    assert!(out.contains("zz.csv"), "{out}");

    // A folder that lacks tables of its own is refused, and nothing is written.
    for name in ["hexsides.csv", "set_up.csv", "schedule.csv"] {
        let lost = Path::new(&alone).join(name);
        let text = fs::read(&lost).unwrap();
        fs::remove_file(&lost).unwrap();
        let copy = at("refused");
        let args = ["salient", "import", &alone, "-o", &copy];
        let cli = Cli::try_parse_from(args).unwrap();
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let (out, err) = (&mut out, &mut err);
        let mut console = Console { systems: SYSTEMS, out, err, colour: false, watched: false };
        let error = super::run(&cli.command.unwrap(), &mut console).unwrap_err();
        assert_eq!(super::exit_of(&error), Exit::Problems);
        assert!(error.to_string().contains(name), "{error}");
        assert!(!Path::new(&copy).exists());
        fs::write(&lost, text).unwrap();
    }
}

#[test]
fn an_import_with_a_bad_id_writes_nothing() {
    let folder = tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (good, bad) = (at("good.bundle.json"), at("bad.bundle.json"));
    let scenario = fixture("kaisers-battle/scenario.json");
    salient(&["export", &scenario, "--to", "bundle", "-o", &good]);
    let mut value: serde_json::Value = serde_json::from_slice(&fs::read(&good).unwrap()).unwrap();
    value["scenario"]["id"] = "../../elsewhere".into();
    fs::write(&bad, value.to_string()).unwrap();
    for there in [false, true] {
        let place = at("place");
        if there {
            fs::create_dir(&place).unwrap();
        }
        assert_ne!(disturbed(&["import", &bad, "-o", &place], usize::MAX, None), 0);
        assert_eq!(Path::new(&place).exists(), there);
        assert_eq!(held(folder.path()).len(), 2, "nothing is written");
    }
}

#[test]
fn a_recipe_that_is_wrong_writes_no_map() {
    let folder = tempdir().unwrap();
    // A project of its own: references lead nowhere else.
    for name in [
        "maps/picardy-1918/recipe.json",
        "maps/picardy-1918/geodata/towns.csv",
        "maps/picardy-1918/geodata/rivers.geojson",
        "maps/picardy-1918/geodata/country.geojson",
        "scenarios/kaisers-battle/ruleset.json",
    ] {
        let copy = folder.path().join(name);
        fs::create_dir_all(copy.parent().unwrap()).unwrap();
        let root = format!("{}/../../..", env!("CARGO_MANIFEST_DIR"));
        fs::copy(Path::new(&root).join(name), copy).unwrap();
    }
    let recipe = folder.path().join("maps/picardy-1918/recipe.json");
    let text = fs::read_to_string(&recipe).unwrap();
    let map = folder.path().join("map.json");
    let args = ["map", "build", recipe.to_str().unwrap(), "-o", map.to_str().unwrap()];
    fs::write(&recipe, text.replace("\"Fayet\"", "\"Fayet\", \"Nowhere\"")).unwrap();
    let (exit, _, err) = salient(&args);
    assert_eq!(exit, Exit::Problems, "{err}");
    assert!(err.contains("Nowhere") && err.contains("nothing is written"), "{err}");
    assert!(!map.exists());
    fs::write(&recipe, text).unwrap();
    let (exit, _, err) = salient(&args);
    assert_eq!(exit, Exit::Clean, "{err}");
    assert!(map.exists());
}
