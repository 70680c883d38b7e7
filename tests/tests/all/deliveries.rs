//! Every way out of Salient and back in, by the program: how it ends, what it says is lost, and
//! whether the same comes back.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use clap::Parser;
use salient::SYSTEMS;
use salient::cli::{Cli, Console, Exit, exit_of, run};
use salient_schema::{Bundle, Disk, Map, open_project, to_canonical_json};
use salient_tests::{FIXTURE_SYSTEMS, files_below, fixtures, name_of, root};
use serde_json::Value;

/// Runs `salient ARGS`: how it ended, what was asked for, and what was complained of.
fn salient(args: &[&str]) -> (Exit, String, String) {
    let cli = Cli::try_parse_from(std::iter::once("salient").chain(args.iter().copied()))
        .unwrap_or_else(|error| panic!("salient {}: {error}", args.join(" ")));
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let mut console =
        Console { out: &mut out, err: &mut err, colour: false, watched: false, systems: SYSTEMS };
    let exit = run(&cli.command.expect("a subcommand"), &mut console).unwrap_or_else(|error| {
        err.extend(format!("{error:#}").into_bytes());
        exit_of(&error)
    });
    let text = |bytes| String::from_utf8(bytes).expect("text is UTF-8");
    (exit, text(out), text(err))
}

fn arg(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

fn open(path: &Path) -> Bundle {
    let (project, found) = open_project(&Disk, &arg(path));
    project.unwrap_or_else(|| panic!("{}: {found:?}", path.display())).bundle
}

/// The one scenario among the files of a folder.
fn scenario_in(folder: &Path) -> Bundle {
    let projects = files_below(folder, ".json").into_iter().filter_map(|path| {
        let (project, _) = open_project(&Disk, &arg(&path));
        project.map(|project| project.bundle)
    });
    let mut all: Vec<Bundle> = projects.collect();
    assert_eq!(all.len(), 1, "{}", folder.display());
    all.remove(0)
}

/// A map as text, whatever it calls its ruleset.
fn map_text(mut map: Map) -> String {
    map.sort();
    map.ruleset = "ruleset".to_owned();
    to_canonical_json(&map).expect("a map is written")
}

/// Exports a system's fixture twice, with the loss report as text and as JSON, which must say the
/// same. Gives where it lies and the losses.
fn export(system: &str, to: &str, more: &[&str], folder: &Path) -> (PathBuf, Vec<Value>) {
    let scenario = arg(&fixtures().join(system).join("scenario.json"));
    let output = folder.join(format!("{system}-{to}"));
    let place = arg(&output);
    let mut args = vec!["export", &scenario, "--to", to, "-o", &place];
    args.extend(more);
    let (exit, text, err) = salient(&args);
    assert_eq!(exit, Exit::Clean, "{system} {to}: {err}");
    args.extend(["--format", "json"]);
    let (exit, json, err) = salient(&args);
    assert_eq!(exit, Exit::Clean, "{system} {to}: {err}");
    let report: Value = serde_json::from_str(&json).expect("JSON alone");
    assert_eq!(report["format"], to);
    let losses = report["losses"].as_array().expect("losses").clone();
    if losses.is_empty() {
        assert_eq!(text, format!("{to}: nothing is lost\n"));
    }
    for loss in &losses {
        let said = |key: &str| loss[key].as_str().expect("words").to_owned();
        assert!(!said("why").is_empty() && !said("kind").is_empty(), "{system} {to}: {loss}");
        for words in [said("kind"), said("why"), said("which")] {
            assert!(text.contains(&words), "{system} {to}: {words} is not in\n{text}");
        }
    }
    (output, losses)
}

/// Imports what was exported; gives its folder and the losses.
fn import(file: &Path, more: &[&str], folder: &Path) -> (PathBuf, Vec<Value>) {
    let name = file.file_name().expect("a name").to_string_lossy().into_owned();
    let output = folder.join(format!("{name}-again"));
    let (place, file) = (arg(&output), arg(file));
    let mut args = vec!["import", &file, "-o", &place, "--format", "json"];
    args.extend(more);
    let (exit, json, err) = salient(&args);
    let report: Value = serde_json::from_str(&json).expect("JSON alone");
    // A map alone has a scenario without counters, which rules may miss; nothing else is wrong.
    let problems = report["problems"].as_array().cloned().unwrap_or_default();
    assert!(problems.iter().all(|found| found["code"] == "rule"), "{name}: {err}{problems:#?}");
    let errors = problems.iter().any(|found| found["severity"] == "error");
    assert_eq!(exit, if errors { Exit::Problems } else { Exit::Clean }, "{name}: {err}");
    (output, report["losses"].as_array().expect("losses").clone())
}

#[test]
fn bundles_and_tables_come_back_whole() {
    let folder = tempfile::tempdir().expect("a folder");
    for system in FIXTURE_SYSTEMS {
        let ours = open(&fixtures().join(system).join("scenario.json"));
        for (to, from) in [("bundle", "bundle"), ("csv", "csv")] {
            let (file, losses) = export(system, to, &[], folder.path());
            assert!(losses.is_empty(), "{system} {to}: {losses:?}");
            let (back, losses) = import(&file, &["--from", from], folder.path());
            assert!(losses.is_empty(), "{system} {to}: {losses:?}");
            let mut theirs = scenario_in(&back);
            let mut ours = ours.clone();
            for bundle in [&mut ours, &mut theirs] {
                bundle.name_parts_by_id();
                bundle.map.sort();
            }
            let text = |bundle: &Bundle| to_canonical_json(bundle).expect("a bundle is written");
            assert_eq!(text(&ours), text(&theirs), "{system} {to}");
        }
    }
}

#[test]
fn maps_come_back_from_geojson_and_tiled() {
    let folder = tempfile::tempdir().expect("a folder");
    // What is read again names its ruleset, which has to lie in its project.
    std::fs::create_dir(folder.path().join("maps")).expect("a folder");
    for system in FIXTURE_SYSTEMS {
        let scenario = fixtures().join(system).join("scenario.json");
        let ours = map_text(open(&scenario).map);
        let ruleset = folder.path().join(format!("{system}-ruleset.json"));
        std::fs::copy(fixtures().join(system).join("ruleset.json"), &ruleset).expect("a copy");
        let ruleset = arg(&ruleset);
        for (to, from) in [("geojson", "geojson"), ("tmx", "tiled"), ("tmj", "tiled")] {
            let plane: &[&str] = if to == "geojson" { &["--plane"] } else { &[] };
            let (mut file, losses) = export(system, to, plane, folder.path());
            // The set-up has no place there, and that is said.
            let empty = open(&scenario).scenario.setup.placements.is_empty();
            assert!(!losses.is_empty() || empty, "{system} {to}");
            if from == "tiled" {
                file = files_below(&file, &format!(".{to}")).remove(0);
            }
            let more = ["--from", from, "--ruleset", &ruleset];
            let (back, _) = import(&file, &more, folder.path());
            let text = std::fs::read_to_string(back.join("map.json")).expect("a map");
            let map = salient_schema::read_map("map.json", &text).0.expect("a map");
            assert_eq!(ours, map_text(map), "{system} {to}");
        }
    }
}

#[test]
fn modules_of_vassal_come_back_with_their_map_and_counters() {
    let folder = tempfile::tempdir().expect("a folder");
    for system in ["kaisers-battle", "storm-in-the-west"] {
        let ours = open(&fixtures().join(system).join("scenario.json"));
        let (file, losses) = export(system, "vassal", &[], folder.path());
        assert!(!losses.is_empty(), "{system}: VASSAL itself does not hold all of it");
        let (back, _) = import(&file, &["--from", "vassal"], folder.path());
        let text = std::fs::read_to_string(back.join("map.json")).expect("a map");
        let map = salient_schema::read_map("map.json", &text).0.expect("a map");
        assert_eq!(map.grid.columns, ours.map.grid.columns, "{system}");
        assert_eq!(map.grid.numbering, ours.map.grid.numbering, "{system}");
        assert_eq!(map.terrain, ours.map.terrain, "{system}");
        let theirs = scenario_in(&back);
        let standing = |bundle: &Bundle| -> BTreeSet<(String, Vec<String>)> {
            let placements = bundle.scenario.setup.placements.iter();
            placements.map(|one| (one.hex.clone(), one.counters.clone())).collect()
        };
        assert_eq!(standing(&theirs), standing(&ours), "{system}");
    }
}

#[test]
fn what_only_goes_out_is_there_whole() {
    let folder = tempfile::tempdir().expect("a folder");
    let read = |path: &Path| std::fs::read(path).expect("a file");
    for system in FIXTURE_SYSTEMS {
        let (pdf, losses) = export(system, "pdf", &[], folder.path());
        assert!(!losses.is_empty(), "{system}");
        let bytes = read(&pdf);
        assert!(bytes.starts_with(b"%PDF-1.") && bytes.trim_ascii_end().ends_with(b"%%EOF"));
        let (pages, _) = export(system, "svg", &[], folder.path());
        for page in files_below(&pages, ".svg") {
            assert!(read(&page).trim_ascii_end().ends_with(b"</svg>"), "{}", page.display());
        }
        let (html, _) = export(system, "html", &[], folder.path());
        let page = String::from_utf8(read(&html)).expect("text");
        assert!(page.starts_with("<!DOCTYPE html>") && page.trim_end().ends_with("</html>"));
        let address = "https://example.org/";
        let (save, _) = export(system, "tabletop", &["--base-url", address], folder.path());
        let there: BTreeSet<String> =
            files_below(&save, "").iter().map(|file| name_of(file, &save)).collect();
        let save = files_below(&save, ".json").remove(0);
        let text = String::from_utf8(read(&save)).expect("text");
        for (_, rest) in text.match_indices(address).map(|(at, _)| text.split_at(at)) {
            let file = rest[address.len()..].split('"').next().unwrap_or_default();
            assert!(there.contains(file), "{system}: {file}");
        }
    }
}

/// A map of Wesnoth's is read in; nothing goes out to it.
#[test]
fn maps_of_wesnoth_come_in() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("ford.map");
    std::fs::write(&file, "Gg, Gg, Ww, Gg\nGg, 1 Ke, Ww, Hh\nGg, Gs^Fp, Wwf, Mm\nGg, Gg, Ww, Gg\n")
        .expect("a file");
    let (back, losses) = import(&file, &[], folder.path());
    assert!(!losses.is_empty(), "Wesnoth's border and castle are told of");
    let (exit, out, err) = salient(&["validate", &arg(&back)]);
    assert_eq!(exit, Exit::Clean, "{out}{err}");
}

/// Boards of MegaMek, drawings of Worldographer, and Tiled's JSON under the name of any: known by
/// name or content, read in, and sound.
#[test]
fn maps_from_anywhere_come_in() {
    let folder = tempfile::tempdir().expect("a folder");
    let fixture = |name: &str| {
        let file = root().join("editor/exchange/tests/fixtures").join(name);
        std::fs::read(&file).expect("a fixture")
    };
    let tiled = r#"{"orientation": "hexagonal", "width": 2, "height": 1, "tilewidth": 64,
        "tileheight": 56, "hexsidelength": 32, "staggeraxis": "x", "staggerindex": "odd",
        "tilesets": [], "layers": [{"type": "tilelayer", "name": "ground", "width": 2, "height": 1,
        "data": [1, 2]}]}"#;
    for (name, bytes, columns) in [
        ("small.board", fixture("small.board"), 12),
        ("march.wxx", fixture("columns.xml"), 6),
        ("march.hxm", fixture("columns.xml"), 6),
        ("any.json", tiled.as_bytes().to_vec(), 2),
    ] {
        let file = folder.path().join(name);
        std::fs::write(&file, bytes).expect("a file");
        let out = arg(&folder.path().join(format!("{name}-in")));
        let (exit, said, err) = salient(&["import", &arg(&file), "-o", &out]);
        assert_eq!(exit, Exit::Clean, "{name}: {said}{err}");
        let map = std::fs::read_to_string(Path::new(&out).join("map.json")).expect("a map");
        let map: Map = serde_json::from_str(&map).expect("a map");
        assert_eq!(map.grid.columns, columns, "{name}");
        let (exit, said, err) = salient(&["validate", &out]);
        // The board's road crosses its river on bridges, of which our rules know nothing.
        let crosses = name == "small.board" && format!("{said}{err}").contains("a road runs");
        let is_sound = exit == Exit::Clean || crosses;
        assert!(is_sound, "{name}: {said}{err}");
    }
}

/// A Tiled map that is named as a file is that file, its tilesets beside it; others' files stay.
#[test]
fn a_tiled_map_has_the_name_that_it_was_given() {
    let folder = tempfile::tempdir().expect("a folder");
    let scenario = arg(&fixtures().join("kaisers-battle/scenario.json"));
    std::fs::write(folder.path().join("mine.txt"), "mine").expect("a file");
    for name in ["x.tmx", "y.tmj", "x.tmx"] {
        let output = folder.path().join(name);
        let to = &name[2..];
        let (exit, out, err) = salient(&["export", &scenario, "--to", to, "-o", &arg(&output)]);
        assert_eq!(exit, Exit::Clean, "{out}{err}");
        assert!(output.is_file(), "{name}");
        let in_folder = folder.path().join(format!("{to}-back"));
        if !in_folder.exists() {
            let (exit, out, err) = salient(&["import", &arg(&output), "-o", &arg(&in_folder)]);
            assert_eq!(exit, Exit::Clean, "{out}{err}");
        }
    }
    let there: BTreeSet<String> =
        files_below(folder.path(), "").iter().map(|file| name_of(file, folder.path())).collect();
    for name in ["x.tmx", "y.tmj", "mine.txt", "kaisers-battle-fixture-terrain.png"] {
        assert!(there.contains(name), "{name}: {there:?}");
    }
}

/// One file a layer, and one workbook of all tables.
#[test]
fn layers_and_workbooks_go_out() {
    let folder = tempfile::tempdir().expect("a folder");
    let scenario = arg(&fixtures().join("kaisers-battle/scenario.json"));
    let layers = folder.path().join("layers");
    let args = ["export", &scenario, "--to", "geojson-layers", "--plane", "-o", &arg(&layers)];
    let (exit, out, err) = salient(&args);
    assert_eq!(exit, Exit::Clean, "{out}{err}");
    let hexes = layers.join("kaisers-battle-fixture-hexes.geojson");
    assert!(hexes.is_file() && files_below(&layers, ".geojson").len() > 2);
    let book = folder.path().join("book.xlsx");
    let (exit, out, err) = salient(&["export", &scenario, "--to", "xlsx", "-o", &arg(&book)]);
    assert_eq!(exit, Exit::Clean, "{out}{err}");
    let back = folder.path().join("back");
    let (exit, out, err) = salient(&["import", &arg(&book), "-o", &arg(&back)]);
    assert_eq!(exit, Exit::Clean, "{out}{err}");
    assert_eq!(map_text(scenario_in(&back).map), map_text(open(Path::new(&scenario)).map));
}

/// Folders in, a file or a folder each out; what is not sound is told of in its place.
#[test]
fn many_scenarios_at_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| arg(&folder.path().join(name));
    let bad = at("broken.json");
    std::fs::write(&bad, "{\"$schema\": \"scenario.schema.json\"").expect("a file");
    let west = arg(&root().join("scenarios/storm-in-the-west"));
    let small = arg(&fixtures().join("trench-setup/scenario.json"));
    let other = arg(&fixtures().join("infantry-attacks/scenario.json"));
    let (exit, json, err) = salient(&[
        "export",
        &west,
        &bad,
        &small,
        &other,
        "--to",
        "geojson",
        "--plane",
        "-o",
        &at("out"),
        "--format",
        "json",
    ]);
    assert_eq!(exit, Exit::Problems, "{err}");
    assert!(err.contains("broken.json:1:"), "{err}");
    let all: Value = serde_json::from_str(&json).expect("JSON alone");
    let all = all.as_array().expect("one of each file");
    assert_eq!(all.len(), 4 + 3, "four scenarios of the west: {json}");
    let outputs: BTreeSet<&str> = all.iter().filter_map(|one| one["output"].as_str()).collect();
    assert_eq!(outputs.len(), 6);
    assert!(outputs.iter().all(|output| Path::new(output).is_file()), "{outputs:?}");
    assert!(outputs.contains(at("out/trench-setup-scenario.geojson").as_str()), "{outputs:?}");
    assert_eq!(all.iter().filter(|one| one["error"].is_string()).count(), 1);

    // And all of them in again, each into a folder.
    let mut args = vec!["import".to_owned(), bad.replace("broken", "none")];
    args.extend(outputs.iter().map(|output| (*output).to_owned()));
    args.extend(["-o".to_owned(), at("in")]);
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let (exit, out, err) = salient(&args);
    assert_eq!(exit, Exit::Unreadable, "{err}");
    assert!(out.contains("campaign.geojson → "), "{out}");
    assert_eq!(files_below(Path::new(&at("in")), "map.json").len(), 6);
}
