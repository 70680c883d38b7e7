//! Whatever is opened can grow: a game begun in the window, a new map, a new scenario, and what every
//! kind of import brings, each gets one of every thing that the pages offer, is saved, and is read
//! again without a fault.

use std::path::{Path, PathBuf};

use salient::SYSTEMS;
use salient_document::charts::{new_constant, new_stacking_limits, new_table};
use salient_document::new_game::{Beginning, NewGame, own_ruleset};
use salient_document::oob::{Key, add_counter, add_formation};
use salient_document::reshape::{NewMap, new_project};
use salient_document::schedule::Op;
use salient_document::sequence::{SequenceOp, changed};
use salient_document::{Document, Edit, Item, List, Origin, OwnParts, SaveOptions, template};
use salient_hex::grid::Direction;
use salient_schema::map::{Feature, Grid, Hexside, Line, Orientation, Path as MapPath, Zone};
use salient_schema::ruleset::{Constant, Ruleset};
use salient_schema::scenario::{Reinforcement, Withdrawal};
use salient_schema::{Bundle, Defined, check};
use salient_tests::{fixtures, root};
use serde_json::{Value, json};

/// Runs the program in a folder.
fn run(folder: &Path, words: &[&str]) {
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_salient-in-tests"))
        .args(words)
        .current_dir(folder)
        .output()
        .expect("the program runs");
    let said = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
    assert!(output.status.code().is_some_and(|code| code < 2), "{words:?}: {said}");
}

/// The scenario among the files of an import; a bundle of its map where it has none.
fn imported(folder: &Path) -> PathBuf {
    let files = salient_tests::files_below(folder, ".json");
    let is = |path: &&PathBuf, kind: &str| {
        let text = std::fs::read_to_string(path).expect("a file");
        text.contains(&format!("{kind}.schema.json\""))
    };
    let scenario = files.iter().find(|path| is(path, "scenario"));
    scenario.unwrap_or_else(|| panic!("no scenario in {}", folder.display())).clone()
}

/// What each way of import brings, by its name.
fn imports(folder: &Path) -> Vec<(String, Document)> {
    let small = fixtures().join("kaisers-battle/scenario.json");
    let small = small.to_str().expect("a path");
    let exchange = root().join("editor/exchange/tests/fixtures");
    let mut files = Vec::new();
    for (client, name) in [
        ("bundle", "small-bundle.json"),
        ("csv", "tables"),
        ("geojson", "small.geojson"),
        ("tmx", "small.tmx"),
        ("vassal", "small.vmod"),
        ("xlsx", "small.xlsx"),
    ] {
        // The fixture is of no place on the earth.
        let plane: &[&str] = if client == "geojson" { &["--plane"] } else { &[] };
        let export = ["export", small, "--to", client, "-o", name];
        run(folder, &[&export, plane].concat());
        files.push((client, folder.join(name)));
    }
    files.push(("megamek", exchange.join("small.board")));
    let wesnoth = folder.join("small.map");
    std::fs::write(&wesnoth, "Gg, Gg, Gg, Gg\nGg, Ww, Gs^Fp, Gg\nGg, Gg, Gg, Gg\n").expect("a map");
    files.push(("wesnoth", wesnoth));
    let drawing = folder.join("columns.wxx");
    std::fs::copy(exchange.join("columns.xml"), &drawing).expect("a drawing");
    files.push(("worldographer", drawing));
    let open = |(client, file): (&str, PathBuf)| {
        let out = format!("from-{client}");
        run(folder, &["import", file.to_str().expect("a path"), "-o", &out]);
        let (document, found) = Document::open(SYSTEMS, imported(&folder.join(out)));
        let document = document.unwrap_or_else(|| panic!("{client}: {found:#?}"));
        (client.to_owned(), document)
    };
    files.into_iter().map(open).collect()
}

/// A map of a ruleset with nothing on it.
fn begun(ruleset: &Ruleset) -> Document {
    let new = NewMap {
        title: "Begun here".to_owned(),
        grid: Grid::plain(Orientation::FlatTopped, 6, 5),
        base: ruleset.terrain[0].id.clone(),
        turns: 2,
        calendar: None,
    };
    let project = new_project(&new, ruleset).expect("a map");
    Document::new(SYSTEMS, project, Origin::Embedded)
}

/// Whatever "New …" begins, by its name.
fn news() -> Vec<(String, Document)> {
    let published = SYSTEMS.find("kaisers-battle").expect("the system").published();
    let published: Bundle = published.bundle(None).expect("a bundle");
    let copy = Box::new(published.ruleset.clone());
    let mut news = Vec::new();
    for (name, beginning) in [
        ("a blank game", Beginning::Blank),
        ("the usual kinds", Beginning::Usual),
        ("a copy without its rules", Beginning::Copy { of: copy.clone(), keeps_rules: false }),
        ("a copy with its rules", Beginning::Copy { of: copy, keeps_rules: true }),
    ] {
        let game = NewGame {
            title: "Anzac landing".to_owned(),
            citation: String::new(),
            publisher: String::new(),
            sides: ["Anzac", "Turkey", "Royal Navy"].map(str::to_owned).to_vec(),
            beginning,
        };
        let ruleset = own_ruleset(&game, SYSTEMS).expect("a ruleset");
        news.push((name.to_owned(), begun(&ruleset)));
    }
    news.push(("a new map".to_owned(), begun(&published.ruleset)));
    let mut project = SYSTEMS.published().next().expect("a scenario");
    project.bundle.scenario = template::on_this_map(SYSTEMS, &project.bundle);
    let document = Document::new(SYSTEMS, project, Origin::Embedded);
    news.push(("a new scenario on this map".to_owned(), document));
    news
}

/// A definition of a sort, with an id that nothing else has.
fn defined(of: Defined) -> Item {
    let (id, name) = ("one-more", "One more");
    fn read<T: serde::de::DeserializeOwned>(value: Value) -> T {
        serde_json::from_value(value).unwrap_or_else(|error| panic!("{error}"))
    }
    let plain = json!({ "id": id, "name": name });
    let rating = json!({ "id": id, "name": name, "min": 0, "max": 9, "optional": true });
    match of {
        Defined::Side => Item::Side(read(plain)),
        Defined::Nation => {
            let nation = json!({ "id": id, "name": name, "fill": "#909090", "ink": "#101010" });
            Item::Nation(read(nation))
        }
        Defined::UnitType => {
            Item::UnitType(read(json!({ "id": id, "name": name, "symbol": "infantry" })))
        }
        Defined::UnitSize => {
            Item::UnitSize(read(json!({ "id": id, "name": name, "mark": "X", "stacking": 1 })))
        }
        Defined::Rating | Defined::FormationRating => Item::Rating(read(rating)),
        Defined::Trait => Item::Trait(read(plain)),
        Defined::OptionalRule => Item::OptionalRule(read(plain)),
        _ => Item::Kind(read(json!({ "id": id, "name": name, "look": {} }))),
    }
}

/// Does it, and says of what game it was where it is refused.
fn apply(name: &str, document: &mut Document, edits: Vec<Edit>) {
    let shown = format!("{edits:?}").chars().take(300).collect::<String>();
    let done = document.apply(Edit::All { edits });
    done.unwrap_or_else(|error| panic!("{name}: {error}: {shown}"));
}

fn schedule(name: &str, document: &mut Document, op: Op) {
    let plan = op.plan(document.scenario()).unwrap_or_else(|error| panic!("{name}: {error}"));
    apply(name, document, plan.edits);
}

/// Adds one of everything.
fn grow(name: &str, document: &mut Document) {
    for of in Defined::ALL {
        apply(name, document, vec![Edit::define(of, defined(of), None)]);
    }
    let ruleset = document.ruleset().clone();
    apply(name, document, vec![Edit::add_table(new_table(&ruleset), None)]);
    let mut numbers = vec![new_constant(&ruleset)];
    let limits = new_stacking_limits(document.bundle()).into_iter().map(|limit| limit.constant);
    let is_new = |one: &Constant| ruleset.constants.iter().all(|constant| constant.id != one.id);
    numbers.extend(limits.filter(is_new));
    for number in numbers {
        let item = number.into();
        apply(name, document, vec![Edit::Add { list: List::Constants, item, at: None }]);
    }
    let sequence = changed(&ruleset.sequence, &SequenceOp::AddAfter(Vec::new()));
    apply(name, document, vec![document.set_sequence(sequence.expect("a step"))]);

    // Units, two to be placed and one to arrive.
    let side = Key::Side("one-more".to_owned());
    let (formation, edits) = add_formation(document.bundle(), &side).expect("a formation");
    apply(name, document, edits);
    let mut units = Vec::new();
    for beside in [&formation, &side, &side] {
        let (id, edits) = add_counter(document.bundle(), beside).expect("a counter");
        apply(name, document, edits);
        units.push(id);
    }
    let labels: Vec<String> =
        document.grid().hexes().take(2).map(|hex| document.grid().label(hex)).collect();
    let [first, second] = labels.as_slice() else { panic!("{name}: a map of one hex") };
    let placed = Edit::PlaceCounter {
        counter: units[0].clone(),
        hex: first.clone(),
        index: None,
        face: None,
    };
    apply(name, document, vec![placed]);

    // The map.
    let kind = || "one-more".to_owned();
    let paint = Edit::SetTerrain { hex: second.clone(), kind: kind() };
    let feature = Feature {
        hex: first.clone(),
        kind: kind(),
        name: Some("Ari Burnu".to_owned()),
        owner: None,
        value: None,
        letter: None,
        facing: Vec::new(),
        provenance: None,
    };
    let hex = document.grid().parse(first).expect("a hex");
    let around = document.grid().neighbours(hex);
    let number = around.iter().position(Option::is_some).expect("a hex beside it");
    let (beside, direction) = (around[number].expect("a hex"), Direction::new(number));
    let side_of_hex = document.grid().side_label(document.grid().side(hex, direction));
    let hexside = Hexside { side: side_of_hex.clone(), kind: kind(), name: None, provenance: None };
    let beside = document.grid().label(beside);
    let path =
        MapPath { kind: kind(), name: None, tracks: None, hexes: vec![first.clone(), beside] };
    let line = Line { kind: kind(), name: None, owner: None, sides: vec![side_of_hex] };
    let zone = json!({ "id": "beach", "name": "Beach", "kind": "other", "hexes": [first, second] });
    let zone: Zone = serde_json::from_value(zone).expect("a zone");
    let elevations = Edit::SetElevations { hexes: vec![second.clone()], level: 2 };
    let edits = [
        paint,
        Edit::add_feature(feature, None),
        Edit::add_hexside(hexside, None),
        Edit::add_path(path, None),
        Edit::add_line(line, None),
        Edit::add_zone(zone, None),
        elevations,
    ];
    for edit in edits {
        apply(name, document, vec![edit]);
    }

    // The schedule, with a game-turn of its own.
    let turns = document.scenario().turns.len();
    schedule(name, document, Op::AddTurn { at: turns });
    let turn = document.scenario().turns[turns].turn;
    schedule(name, document, Op::AddTrack { name: "Ammunition".to_owned(), side: None });
    let group = json!({
        "turn": turn, "side": "one-more", "counters": [units[1]], "entry": { "zone": "beach" }
    });
    let group: Reinforcement = serde_json::from_value(group).expect("a group");
    schedule(name, document, Op::AddGroup(Box::new(group)));
    let leaves = json!({ "turn": turn, "side": "one-more", "counters": [units[0]] });
    let leaves: Withdrawal = serde_json::from_value(leaves).expect("a withdrawal");
    schedule(name, document, Op::AddWithdrawal(Box::new(leaves)));
}

#[test]
fn whatever_is_opened_can_grow() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut all = imports(folder.path());
    all.extend(news());
    assert_eq!(all.len(), 15);
    for (name, mut document) in all {
        let before = document.bundle().clone();
        grow(&name, &mut document);
        let home = folder.path().join("grown").join(name.replace(' ', "-"));
        std::fs::create_dir_all(&home).expect("a folder");
        let path = home.join("grown.json");
        let own = SaveOptions { own: OwnParts::ALL, ..SaveOptions::default() };
        document.save_as(&path, own).unwrap_or_else(|e| panic!("{name}: {e}"));
        let (again, found) = Document::open(SYSTEMS, &path);
        let again = again.unwrap_or_else(|| panic!("{name}: {found:#?}"));
        assert!(again.bundle() == document.bundle(), "{name} is read as it was written");
        let mut faults = check::check_parts(again.bundle());
        faults.extend(check::check_references(again.bundle()));
        faults.retain(|found| found.is_error());
        assert!(faults.is_empty(), "{name}: {faults:#?}");
        let counters = |bundle: &Bundle| -> usize {
            bundle.orders_of_battle.iter().map(|oob| oob.counters.len()).sum()
        };
        assert_eq!(counters(again.bundle()), counters(&before) + 3, "{name}");
        document.close();
        again.close();
    }
}
