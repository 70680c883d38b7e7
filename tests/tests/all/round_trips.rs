//! Every data file is canonical, and reading what was written gives the same document.

use std::path::{Path, PathBuf};

use salient_schema::{
    Bundle, Diagnostic, Document, FORMAT_VERSION, Project, format_text, open_file, open_project,
    read_text, write,
};
use salient_tests::{FIXTURE_SYSTEMS, Folder, files_below, fixtures, name_of, root};

/// All files that must be sound: the fixtures of the five systems, and the published data.
fn sound_files() -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = FIXTURE_SYSTEMS
        .iter()
        .flat_map(|system| files_below(&fixtures().join(system), ".json"))
        .collect();
    files.extend(files_below(&root().join("maps"), ".json"));
    files.extend(files_below(&root().join("scenarios"), ".json"));
    files
}

fn listed(diagnostics: &[Diagnostic]) -> String {
    diagnostics.iter().map(|diagnostic| format!("\n  {diagnostic}")).collect()
}

/// Reads, writes, reads and writes again: the same document, and the same bytes.
fn assert_round_trip(name: &str, text: &str) -> Document {
    let (document, found) = read_text(name, text);
    let document = document.unwrap_or_else(|| panic!("{name} cannot be read:{}", listed(&found)));
    assert!(found.is_empty(), "{name}:{}", listed(&found));
    let first = write(&document).expect("a document can be written");
    let (again, found) = read_text(name, &first);
    assert!(found.is_empty(), "{name}, written and read:{}", listed(&found));
    let again = again.expect("what was written can be read");
    assert!(again == document, "{name}: not the same document after writing and reading");
    let second = write(&again).expect("a document can be written");
    assert_eq!(first, second, "{name}: the second write differs");
    document
}

fn text_of(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn every_file_is_canonical_and_round_trips() {
    let files = sound_files();
    assert!(files.len() >= 24, "{} data files", files.len());
    for path in files {
        let name = name_of(&path, &root());
        let text = text_of(&path);
        assert_round_trip(&name, &text);
        match format_text(&name, &text) {
            Ok(formatted) => assert!(formatted == text, "{name} is not canonical: salient fmt it"),
            Err(found) => panic!("{name}:{}", listed(&found)),
        }
    }
}

/// `salient fmt` has one form for the same data, however it was written.
#[test]
fn formatting_does_not_depend_on_how_a_file_was_laid_out() {
    for system in FIXTURE_SYSTEMS {
        for path in files_below(&fixtures().join(system), ".json") {
            let name = name_of(&path, &root());
            let text = text_of(&path);
            let value: serde_json::Value = serde_json::from_str(&text).expect("JSON");
            for other in [
                serde_json::to_string(&value).expect("JSON"),
                serde_json::to_string_pretty(&value).expect("JSON"),
                text.replace('\n', "\r\n"),
            ] {
                assert_eq!(format_text(&name, other).as_deref(), Ok(text.as_str()), "{name}");
            }
        }
    }
}

/// One thing changed is one line of a diff.
#[test]
fn one_changed_thing_is_one_changed_line() {
    let path = fixtures().join("kaisers-battle/map.json");
    let text = text_of(&path);
    let (document, _) = read_text("map.json", &text);
    let Some(Document::Map(mut map)) = document else { panic!("the fixture is a map") };
    map.features.items[0].name = Some("Another name".to_owned());
    let changed = write(&Document::Map(map)).expect("a document can be written");
    let (before, after): (Vec<&str>, Vec<&str>) =
        (text.lines().collect(), changed.lines().collect());
    assert_eq!(before.len(), after.len());
    assert_eq!(before.iter().zip(&after).filter(|(a, b)| a != b).count(), 1);
}

fn project(source_root: &Path, name: &str) -> Project {
    let (project, found) = open_project(&Folder(source_root.to_path_buf()), name);
    assert!(found.is_empty(), "{name}:{}", listed(&found));
    project.unwrap_or_else(|| panic!("{name}: no project"))
}

/// The parts of a project as one file has them: each names the others by their ids, and the
/// schemas are those of the bundle's folder.
fn self_contained(mut bundle: Bundle) -> Bundle {
    let ruleset = bundle.ruleset.id.clone();
    bundle.map.ruleset.clone_from(&ruleset);
    bundle.scenario.ruleset.clone_from(&ruleset);
    bundle.scenario.map.clone_from(&bundle.map.id);
    bundle.scenario.orders_of_battle =
        bundle.orders_of_battle.iter().map(|order_of_battle| order_of_battle.id.clone()).collect();
    for order_of_battle in &mut bundle.orders_of_battle {
        order_of_battle.ruleset.clone_from(&ruleset);
    }
    bundle
}

/// Every project as one self-contained file: it opens alone, clean, and round-trips.
#[test]
fn bundles_round_trip() {
    let mut scenarios: Vec<String> = FIXTURE_SYSTEMS
        .iter()
        .map(|system| format!("tests/fixtures/{system}/scenario.json"))
        .collect();
    for path in files_below(&root().join("scenarios"), ".json") {
        let name = name_of(&path, &root());
        let (document, _) = read_text(&name, text_of(&path));
        if matches!(document, Some(Document::Scenario(_))) {
            scenarios.push(name);
        }
    }
    assert!(scenarios.len() > FIXTURE_SYSTEMS.len(), "a published scenario is among them");
    for name in scenarios {
        let bundle = self_contained(project(&root(), &name).bundle);
        let text = write(&Document::Bundle(Box::new(bundle.clone()))).expect("a bundle is written");
        let document = assert_round_trip(&name, &text);
        assert!(document == Document::Bundle(Box::new(bundle.clone())), "{name}");
        let alone = salient_schema::Memory::from_iter([("game.json", text.as_str())]);
        let (opened, found) = open_project(&alone, "game.json");
        assert!(found.is_empty(), "{name} as a bundle:{}", listed(&found));
        assert!(opened.is_some_and(|opened| opened.bundle == bundle), "{name} as a bundle");
    }
}

/// The fixtures ask of the contract what the five systems ask of it; this keeps them from being
/// thinned out.
#[test]
fn the_fixtures_hold_what_the_systems_ask_for() {
    let of = |system: &str| -> Bundle {
        project(&fixtures(), &format!("{system}/scenario.json")).bundle
    };

    let kaiser = of("kaisers-battle");
    assert_eq!(kaiser.map.format_version, FORMAT_VERSION);
    assert!(
        kaiser.orders_of_battle[0].counters.iter().any(|c| c.faces.iter().any(|f| f.not_a_step))
    );
    assert!(kaiser.map.features.items.iter().any(|f| f.letter.as_deref() == Some("A")));

    let storm = of("storm-in-the-west");
    assert_eq!(storm.scenario.turns.len(), 16);
    assert!(!storm.scenario.setup.free.is_empty());
    assert!(storm.scenario.replacements.iter().any(|r| r.nation.as_deref() == Some("belgian")));
    assert!(storm.map.features.items.iter().any(|f| f.kind == "morale" && f.value == Some(2)));
    let belgians = storm.map.grid.parse_hex("1135").expect("row 11, column 35 from the east");
    assert_eq!((belgians.column, belgians.row), (7, 1));

    let offensive = of("offensive-1914");
    assert_eq!(offensive.scenario.turns.len(), 30);
    assert_eq!(offensive.ruleset.counters.stacking_denominator, 4);
    assert_eq!(offensive.map.elevation.as_ref().map(|e| e.palette.len()), Some(6));
    assert!(offensive.orders_of_battle[0].counters.iter().any(|c| c.footprint == 2));
    assert!(offensive.scenario.setup.placements.iter().any(|p| p.carried_by.is_some()));
    assert!(offensive.map.paths.items.iter().any(|path| path.tracks == Some(2)));

    let infantry = of("infantry-attacks");
    assert!(infantry.map.grid.boards.iter().any(|board| board.turned));
    let mill = infantry.map.grid.parse_hex("48/0710").expect("a hex of the turned board");
    assert_eq!(infantry.map.grid.print_hex(mill), "48/0710");
    assert!(infantry.scenario.levels.iter().any(|level| level.id == "morale"));

    let trench = of("trench-setup");
    assert!(trench.scenario.battlefield.is_some());
    assert!(trench.orders_of_battle[0].counters.iter().any(|c| !c.parts.is_empty()));
}

/// A file is followed to everything it names from wherever it is opened.
#[test]
fn every_file_opens_clean_by_itself() {
    for path in sound_files() {
        let name = name_of(&path, &root());
        let (document, found) = open_file(&Folder(root()), &name);
        assert!(document.is_some() && found.is_empty(), "{name}:{}", listed(&found));
    }
}
