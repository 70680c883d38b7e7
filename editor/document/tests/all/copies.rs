//! A scenario that is saved under another name: which parts get files of their own, what stays one
//! for both, and that everything that they name is found from there.

use std::fs;
use std::path::{Path, PathBuf};

use salient_document::{
    Companion, Document, Edit, Origin, OwnParts, SaveOptions, name_files_from, open_beside,
};
use salient_schema::map::{Board, Scan};
use salient_schema::project::Project;
use tempfile::{TempDir, tempdir};

use crate::helper::{self, bytes, open, write_files};

/// A folder with a scenario whose map names a scan and a board, and whose first counter a picture.
fn project() -> (TempDir, PathBuf) {
    let folder = tempdir().unwrap();
    for name in ["maps", "game"] {
        fs::create_dir(folder.path().join(name)).unwrap();
    }
    let scenario = write_files(&folder.path().join("game"));
    fs::write(folder.path().join("maps/scan.png"), "picture").unwrap();
    fs::copy(folder.path().join("game/map.json"), folder.path().join("maps/board.json")).unwrap();
    let picture = salient_schema::Picture::of_pixels([20, 20], [9, 9, 9, 255].repeat(400)).unwrap();
    fs::write(folder.path().join("game/counter.png"), picture.bytes()).unwrap();
    let mut map = read(&folder.path().join("game/map.json"));
    map["$schema"] = "../schemas/map.schema.json".into();
    let scan = Scan { file: "../maps/scan.png".into(), size: [9, 9], control_points: Vec::new() };
    map["scan"] = serde_json::to_value(scan).unwrap();
    let board = corner("../maps/board.json");
    map["grid"]["boards"] = serde_json::to_value([board]).unwrap();
    fs::write(folder.path().join("game/map.json"), map.to_string()).unwrap();
    let mut oob = read(&folder.path().join("game/order-of-battle.json"));
    oob["counters"][0]["faces"][0]["picture"] = "counter.png".into();
    fs::write(folder.path().join("game/order-of-battle.json"), oob.to_string()).unwrap();
    (folder, scenario)
}

/// A board of one hex in the corner: all others keep their numbers.
fn corner(file: &str) -> Board {
    let [column, row] = [7, 5];
    let file = Some(file.to_owned());
    Board { id: "a".into(), column, row, columns: 1, rows: 1, file, ..Board::default() }
}

fn read(path: &Path) -> serde_json::Value {
    serde_json::from_slice(&fs::read(path).unwrap()).unwrap()
}

fn paint(document: &mut Document) {
    document.apply(Edit::SetTerrain { hex: "0101".into(), kind: "woods".into() }).unwrap();
}

fn own(own: OwnParts) -> SaveOptions {
    SaveOptions { own, ..SaveOptions::default() }
}

/// Everything that the scenario at a path names is there.
fn is_whole(path: &Path) {
    let (document, found) = Document::open(crate::SYSTEMS, path);
    let words = found.iter().map(|one| format!("{one}\n")).collect::<String>();
    assert!(document.is_some(), "{words}");
    let missing = found.iter().filter(|one| one.code == salient_schema::Code::Unreadable);
    assert_eq!(missing.count(), 0, "{words}");
}

#[test]
fn a_copy_has_files_of_its_own_and_leaves_the_others_alone() {
    let (folder, scenario) = project();
    let held = |name: &str| fs::read(folder.path().join("game").join(name)).unwrap();
    let names = ["map.json", "ruleset.json", "order-of-battle.json", "small-scenario.json"];
    let before = names.map(held);
    is_whole(&scenario);
    let mut document = open(&scenario);
    paint(&mut document);
    let elsewhere = folder.path().join("deep/er");
    fs::create_dir_all(&elsewhere).unwrap();
    let copy = elsewhere.join("own.json");
    let choice = document.choice_for_copy(&copy).unwrap();
    assert_eq!(choice.usual, OwnParts::ALL, "all lies in one folder");
    assert_eq!(choice.changed, OwnParts { map: true, ..OwnParts::default() });
    let saved = document.save_as(&copy, own(choice.usual)).unwrap();
    assert_eq!(saved.written.len(), 4, "{saved:?}");
    assert!(saved.written.iter().all(|path| path.parent() == Some(&elsewhere)), "{saved:?}");
    is_whole(&copy);
    assert_eq!(bytes(&open(&copy)), bytes(&document));
    let map = read(&elsewhere.join("own-map.json"));
    assert_eq!(map["scan"]["file"], "../../maps/scan.png");
    assert_eq!(map["grid"]["boards"][0]["file"], "../../maps/board.json");
    assert_eq!(map["$schema"], "../../schemas/map.schema.json");
    let oob = read(&elsewhere.join("own-order-of-battle.json"));
    assert_eq!(oob["counters"][0]["faces"][0]["picture"], "../../game/counter.png");

    // What is painted from now on is painted there alone.
    document.apply(Edit::SetTerrain { hex: "0201".into(), kind: "woods".into() }).unwrap();
    let saved = document.save(SaveOptions::default()).unwrap();
    assert_eq!(saved.written, [elsewhere.join("own-map.json")]);
    assert_eq!(names.map(held), before);
}

#[test]
fn what_is_shared_stays_one_file() {
    let (folder, scenario) = project();
    let mut document = open(&scenario);
    let copy = folder.path().join("own.json");
    // The map alone: it names the ruleset that stays.
    let map = OwnParts { map: true, ..OwnParts::default() };
    let saved = document.save_as(&copy, own(map)).unwrap();
    assert_eq!(saved.written, [copy.clone(), folder.path().join("own-map.json")]);
    assert_eq!(document.map().ruleset, "game/ruleset.json");
    assert_eq!(document.scenario().map, "own-map.json");
    assert_eq!(document.scenario().orders_of_battle, ["game/order-of-battle.json"]);
    is_whole(&copy);

    // A ruleset of its own takes along what is made for it.
    let mut document = open(&scenario);
    let second = folder.path().join("second.json");
    let ruleset = OwnParts { ruleset: true, ..OwnParts::default() };
    let paths = document.paths_of_copy(&second, ruleset).unwrap();
    let saved = document.save_as(&second, own(ruleset)).unwrap();
    assert_eq!(saved.written.len(), 4);
    assert_eq!(*document.paths(), paths, "as was told before");
    is_whole(&second);

    // Where the parts lie in other folders, as those of a project do, they are there to be shared.
    let mut moved = open(&second);
    let apart = folder.path().join("game/apart.json");
    moved.save_as(&apart, own(OwnParts::default())).unwrap();
    let choice = moved.choice_for_copy(folder.path().join("maps/third.json")).unwrap();
    assert_eq!(choice.usual, OwnParts::default());
    assert_eq!(moved.choice_for_copy(&apart), None, "in its own place nothing is asked");
    assert_eq!(helper::document().choice_for_copy(&apart), None);
}

#[test]
fn nothing_is_renamed_where_a_copy_cannot_be_written() {
    let (folder, scenario) = project();
    let mut document = open(&scenario);
    let before = bytes(&document);
    let nowhere = folder.path().join("not/there/own.json");
    document.save_as(&nowhere, own(OwnParts::ALL)).unwrap_err();
    assert_eq!(bytes(&document), before);
}

#[test]
fn a_bundle_elsewhere_names_its_files_from_there() {
    let (folder, scenario) = project();
    let (bundle, _) =
        salient_schema::open_project(&salient_schema::Disk, scenario.to_str().unwrap());
    let Project { mut bundle, paths, .. } = bundle.unwrap();
    let first = folder.path().join("first.bundle.json");
    bundle.name_parts_by_id();
    bundle.move_to(&paths, first.to_str().unwrap());
    fs::write(&first, salient_schema::to_canonical_json(&bundle).unwrap()).unwrap();
    is_whole(&first);
    let print = bundle.fingerprint();
    let mut document = open(&first);
    let second = folder.path().join("maps/second.bundle.json");
    document.save_as(&second, SaveOptions::default()).unwrap();
    is_whole(&second);
    assert_eq!(document.map().scan.as_ref().unwrap().file, "scan.png");
    assert_eq!(document.bundle().fingerprint(), print, "a game goes on wherever it lies");
}

#[test]
fn boards_of_a_map_that_is_built_in_are_on_no_disk() {
    let folder = tempdir().unwrap();
    let mut built_in = helper::document();
    let mut map = built_in.map().clone();
    map.grid.boards = vec![corner("../45/map.json")];
    let scenario = built_in.scenario().clone();
    built_in.apply(Edit::ReplaceMap { map: Box::new(map), scenario: Box::new(scenario) }).unwrap();
    assert_eq!(*built_in.origin(), Origin::Embedded);
    let path = folder.path().join("mine.json");
    built_in.save_as(&path, SaveOptions::default()).unwrap();
    assert_eq!(built_in.map().grid.boards[0].file, None);
    is_whole(&path);
}

#[test]
fn the_recipe_goes_along_with_the_map() {
    let (folder, scenario) = project();
    let published = concat!(env!("CARGO_MANIFEST_DIR"), "/../../maps/picardy-1918/recipe.json");
    let ruleset = "../../scenarios/kaisers-battle/ruleset.json";
    let recipe = fs::read_to_string(published).unwrap().replace(ruleset, "ruleset.json");
    let path = folder.path().join("game/recipe.json");
    fs::write(&path, &recipe).unwrap();
    for own_map in [false, true] {
        let mut document = open(&scenario);
        document.set_companion(Some(Companion::read(&path, recipe.clone())));
        let changed = recipe.replacen("\"title\": \"", "\"title\": \"New ", 1);
        document.set_companion_text(changed.clone());
        let copy = folder.path().join(format!("own-{own_map}.json"));
        assert!(document.choice_for_copy(&copy).unwrap().usual.map, "it has changes");
        document.save_as(&copy, own(OwnParts { map: own_map, ..OwnParts::default() })).unwrap();
        let there = fs::read_to_string(&path).unwrap();
        if own_map {
            assert_eq!(there, changed, "as the first one left it");
            let new = document.companion().unwrap().path().to_owned();
            assert_eq!(new, folder.path().join("recipe.json"));
            let text = fs::read_to_string(&new).unwrap();
            assert!(text.contains("New ") && text.contains("\"game/ruleset.json\""), "{text}");
            assert!(text.contains("\"game/geodata/towns.csv\""), "{text}");
        } else {
            assert_eq!(there, changed, "it is the shared map's");
            assert_eq!(document.companion().unwrap().path(), path);
        }
    }
}

#[test]
fn a_version_in_another_folder_names_the_same_files() {
    let (folder, scenario) = project();
    let first = open(&scenario);
    let mut document = open(&scenario);
    fs::create_dir_all(folder.path().join("deep/er")).unwrap();
    let copy = folder.path().join("deep/er/own.json");
    document.save_as(&copy, own(OwnParts::ALL)).unwrap();
    let Project { mut bundle, paths, .. } = open_beside(&copy).project.unwrap();
    assert_ne!(bundle.map.scan, first.map().scan);
    name_files_from(&mut bundle, &paths, first.paths());
    assert_eq!(bundle.map.scan, first.map().scan);
    assert_eq!(bundle.map.grid, first.map().grid);
    let [theirs, ours] = [&bundle, first.bundle()].map(|bundle| &bundle.orders_of_battle[0]);
    assert_eq!(theirs.counters, ours.counters);
    assert_eq!(bundle.fingerprint(), first.bundle().fingerprint());
}
