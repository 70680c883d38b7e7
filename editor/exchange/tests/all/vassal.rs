//! VASSAL modules out and in again, modules that others wrote, and files that are none.

use std::collections::BTreeMap;
use std::io::{Cursor, Read, Write};
use std::path::{Path, PathBuf};

use proptest::prelude::*;
use salient_exchange::{Imported, vassal};
use salient_rules::Systems;
use salient_schema::map::{Orientation, Pushed};
use salient_schema::order_of_battle::Counter;
use salient_schema::scenario::{Placement, Scenario};
use salient_schema::{Bundle, Disk};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use crate::counts;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn open(path: &str) -> Bundle {
    let path = root().join(path);
    let (project, found) = salient_schema::open_project(&Disk, &path.to_string_lossy());
    project.unwrap_or_else(|| panic!("{}: {found:?}", path.display())).bundle
}

fn module(bundles: &[&Bundle]) -> Vec<u8> {
    let wishes = vassal::Wishes { hex_pixels: Some(16), ..Default::default() };
    let mut parcel = vassal::write(Systems::NONE, bundles, &wishes).unwrap();
    parcel.files.swap_remove(0).bytes
}

/// What stands where, hex by hex from the top.
fn standing(scenario: &Scenario) -> BTreeMap<String, Vec<Placement>> {
    let mut standing: BTreeMap<String, Vec<Placement>> = BTreeMap::new();
    for placement in &scenario.setup.placements {
        for counter in &placement.counters {
            let face = placement.face.filter(|face| *face > 0);
            let counters = vec![counter.clone()];
            let single = Placement { counters, face, ..placement.clone() };
            standing.entry(placement.hex.clone()).or_default().push(single);
        }
    }
    standing
}

/// A counter without what the loss report of the way out names.
fn kept(counter: &Counter) -> Counter {
    let mut counter = counter.clone();
    counter.parts.clear();
    counter.substitute = None;
    counter.provenance = salient_schema::Provenance::Printed;
    counter.notes.clear();
    counter
}

/// A module with its files changed, or left out.
fn changed(module: &[u8], change: impl Fn(&str, Vec<u8>) -> Option<Vec<u8>>) -> Vec<u8> {
    let mut archive = zip::ZipArchive::new(Cursor::new(module)).unwrap();
    let mut files: Vec<(String, Vec<u8>)> = Vec::new();
    for number in 0..archive.len() {
        let mut file = archive.by_index(number).unwrap();
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).unwrap();
        let name = file.name().unwrap().into_owned();
        files.extend(change(&name, bytes).map(|bytes| (name, bytes)));
    }
    let files: Vec<(&str, &[u8])> =
        files.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice())).collect();
    zipped(&files)
}

/// The names of the scenarios among files.
fn scenario_files(files: &salient_schema::Memory) -> impl Iterator<Item = &String> {
    let is_scenario = |text: &String| {
        let (document, _) = salient_schema::read_text("a.json", text);
        matches!(document, Some(salient_schema::Document::Scenario(_)))
    };
    files.0.iter().filter(move |(_, text)| is_scenario(text)).map(|(name, _)| name)
}

/// A module as it was written gives all of what it was written from, and has nothing to report.
fn comes_back_whole(bytes: &[u8], bundles: &[Bundle]) {
    let back = vassal::read(bytes, "a.vmod", None, None).unwrap();
    assert!(back.losses.is_empty(), "{}", back.losses);
    counts::agree("a module of ours", &back);
    let mut bundles = bundles.to_vec();
    for bundle in &mut bundles {
        bundle.name_parts_by_id();
        bundle.map.sort();
        // It lies beside the map's file, and not in the module.
        bundle.map.scan = None;
    }
    assert_eq!(back.ruleset, bundles[0].ruleset);
    assert_eq!(back.map, bundles[0].map);
    assert_eq!(back.orders_of_battle, bundles[0].orders_of_battle);
    assert_eq!(back.scenarios.len(), bundles.len());
    for bundle in &bundles {
        let found = back.scenarios.iter().find(|found| found.id == bundle.scenario.id);
        assert_eq!(found, Some(&bundle.scenario));
    }
    // `salient validate` finds no more to say of the files than of ours.
    let written = back.files("").unwrap();
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    let files: salient_schema::Memory =
        written.iter().map(|file| (file.name.clone(), text(&file.bytes))).collect();
    for name in scenario_files(&files) {
        let (project, found) = salient_schema::open_project(&files, name);
        assert!(project.is_some() && !found.iter().any(|found| found.is_error()), "{found:#?}");
    }
}

fn round_trip(paths: &[&str]) {
    let bundles: Vec<Bundle> = paths.iter().map(|path| open(path)).collect();
    let all: Vec<&Bundle> = bundles.iter().collect();
    let first = &bundles[0];
    let bytes = module(&all);
    comes_back_whole(&bytes, &bundles);
    // As by another hand: what VASSAL's parts alone tell.
    let bytes = changed(&bytes, |name, bytes| (!name.starts_with("salient/")).then_some(bytes));
    let ruleset = Some(first.ruleset.clone());
    let back = vassal::read(&bytes, "a.vmod", None, ruleset).unwrap();

    let mut grid = back.map.grid.clone();
    assert_eq!(grid.metres_per_hex, 1000.0);
    grid.metres_per_hex = first.map.grid.metres_per_hex;
    assert_eq!(grid, first.map.grid);
    let renumbered = back.losses.losses.iter().find(|loss| loss.kind == "hex numbers");
    assert_eq!(renumbered, None);
    let scan = back.map.scan.as_ref().expect("the board's picture lies under the map");
    assert_eq!(back.pictures[0].name, scan.file);
    assert!(scan.control_points.len() >= 4);

    let by_id = |counters: Vec<Counter>| -> BTreeMap<String, Counter> {
        counters.into_iter().map(|counter| (counter.id.clone(), counter)).collect()
    };
    let books = first.orders_of_battle.iter().flat_map(|book| &book.counters);
    let ours = by_id(books.map(kept).collect());
    let theirs = by_id(back.orders_of_battle.iter().flat_map(|b| b.counters.clone()).collect());
    assert_eq!(theirs, ours);
    for formation in back.orders_of_battle.iter().flat_map(|book| &book.formations) {
        let ours = first.orders_of_battle.iter().flat_map(|book| &book.formations);
        let same = ours.into_iter().find(|ours| ours.id == formation.id).expect("a formation");
        assert_eq!(
            (&same.name, &same.parent, &same.side),
            (&formation.name, &formation.parent, &formation.side)
        );
    }
    assert_eq!(back.scenarios.len(), bundles.len());
    for bundle in &bundles {
        let found = back.scenarios.iter().find(|found| found.title == bundle.scenario.title);
        let found = found.unwrap_or_else(|| panic!("no {}", bundle.scenario.title));
        assert_eq!(standing(found), standing(&bundle.scenario));
        assert_eq!(found.setup.eliminated, bundle.scenario.setup.eliminated);
        // What lies in boxes stands for zones and letters that a module does not have.
        let named = |counter: &String| {
            let of = |loss: &&salient_exchange::Loss| {
                loss.which.split([' ', ',', ':']).any(|word| word == counter)
            };
            back.losses.losses.iter().any(|loss| of(&loss))
                || found.reinforcements.iter().any(|late| late.counters.contains(counter))
        };
        let free = bundle.scenario.setup.free.iter().flat_map(|free| &free.counters);
        let late = bundle.scenario.reinforcements.iter().flat_map(|late| &late.counters);
        for counter in free.chain(late) {
            assert!(named(counter), "{counter} is lost without a word");
        }
    }
    let labels = |scenario: &Scenario| -> Vec<(u16, String)> {
        scenario.turns.iter().map(|turn| (turn.turn, turn.label.clone())).collect()
    };
    assert_eq!(labels(&back.scenarios[0]), labels(&first.scenario));
    sound(back);
}

/// What was read can be opened as files of ours.
pub fn sound(imported: Imported) {
    counts::agree("what was read", &imported);
    let drafted = imported.ruleset_is_drafted;
    let ruleset = salient_schema::to_canonical_json(&imported.ruleset).unwrap();
    let files = imported.files("given.json").unwrap();
    let texts = files.into_iter().filter(|file| file.name.ends_with(".json"));
    let given = (!drafted).then(|| ("given.json".to_owned(), ruleset));
    let files: salient_schema::Memory = texts
        .map(|file| (file.name, String::from_utf8(file.bytes).unwrap()))
        .chain(given)
        .collect();
    for name in scenario_files(&files) {
        let (project, found) = salient_schema::open_project(&files, name);
        assert!(project.is_some(), "{found:#?}");
    }
}

#[test]
fn a_module_comes_back_as_it_was_but_for_what_is_said() {
    round_trip(&["scenarios/kaisers-battle/kaisers-battle.json"]);
    round_trip(&[
        "scenarios/storm-in-the-west/campaign.json",
        "scenarios/storm-in-the-west/the-allied-offensive.json",
    ]);
}

/// A saved game's text.
fn saved_text(vsav: &[u8]) -> String {
    let mut archive = zip::ZipArchive::new(Cursor::new(vsav)).unwrap();
    let mut veiled = Vec::new();
    archive.by_name("savedGame").unwrap().read_to_end(&mut veiled).unwrap();
    let digits = std::str::from_utf8(&veiled[5..]).unwrap();
    let byte = |at: usize| u8::from_str_radix(&digits[at..at + 2], 16).unwrap();
    let plain = (2..digits.len()).step_by(2).map(|at| byte(at) ^ byte(0)).collect();
    String::from_utf8(plain).unwrap()
}

/// A module in whose set-up the first stack was moved onto the second; the set-up's text.
fn with_a_move(whole: &[u8]) -> (Vec<u8>, String) {
    let said = std::cell::RefCell::new(String::new());
    let bytes = changed(whole, |name, bytes| {
        if !name.ends_with(".vsav") {
            return Some(bytes);
        }
        let text = saved_text(&bytes);
        let mut places: Vec<String> = Vec::new();
        for stack in text.split("/stack/Map;").skip(1) {
            let place: Vec<&str> = stack.split(';').take(2).collect();
            places.push(format!("Map;{};{};", place[0], place[1]));
        }
        let text = text.replace(&places[0], &places[1]);
        said.replace(text.clone());
        Some(zipped(&[("savedGame", text.as_bytes())]))
    });
    (bytes, said.into_inner())
}

#[test]
fn what_was_moved_in_vassal_stands_where_it_was_moved() {
    let bundle = open("tests/fixtures/storm-in-the-west/scenario.json");
    let whole = module(&[&bundle]);
    let (moved, text) = with_a_move(&whole);
    let before = vassal::read(&whole, "a.vmod", None, None).unwrap();
    let after = vassal::read(&moved, "a.vmod", None, None).unwrap();
    let hexes = |imported: &Imported| standing(&imported.scenarios[0]);
    let (was, is) = (hexes(&before), hexes(&after));
    let left: Vec<&String> = was.keys().filter(|hex| !is.contains_key(*hex)).collect();
    assert_eq!((left.len(), was.len()), (1, is.len() + 1));
    // Each counter that was moved is named with both hexes, and nothing else is.
    let ids: Vec<&String> = was[left[0]].iter().flat_map(|one| &one.counters).collect();
    assert_eq!(after.losses.losses.len(), ids.len(), "{}", after.losses);
    for id in ids {
        let named = |loss: &&salient_exchange::Loss| {
            loss.which.starts_with(&format!("{id}: hex {} → hex ", left[0]))
        };
        assert!(after.losses.losses.iter().any(|loss| named(&loss)), "{id}: {}", after.losses);
    }
    // The rest is as it was.
    let rest = |imported: &Imported| {
        let mut scenario = imported.scenarios[0].clone();
        scenario.setup.placements.clear();
        (imported.map.clone(), imported.orders_of_battle.clone(), scenario)
    };
    assert_eq!(rest(&after), rest(&before));

    // A game that was saved is a scenario of its own, beside the one that it began with.
    let game = zipped(&[("savedGame", text.as_bytes())]);
    let both = vassal::read(&whole, "a.vmod", Some((&game, "evening.vsav")), None).unwrap();
    assert_eq!(both.scenarios.len(), 2);
    let evening = both.scenarios.iter().find(|scenario| scenario.id == "evening").unwrap();
    assert_eq!(standing(evening), is);
    assert_eq!(evening.victory, bundle.scenario.victory);
    sound(both);
}

#[test]
fn a_module_changed_in_vassals_editor_keeps_what_it_has_as_data() {
    let bundle = open("tests/fixtures/storm-in-the-west/scenario.json");
    let whole = module(&[&bundle]);
    let edit = |from: &'static str, to: &'static str| {
        let bytes = changed(&whole, |name, bytes| {
            if name != "buildFile.xml" {
                return Some(bytes);
            }
            let text = String::from_utf8(bytes).unwrap();
            assert!(text.contains(from), "{from}");
            Some(text.replace(from, to).into_bytes())
        });
        vassal::read(&bytes, "a.vmod", None, None).unwrap()
    };
    let dice = "<VASSAL.build.module.SpecialDiceButton name=\"Hits\"/><VASSAL.i18n.Language";
    let read = edit("<VASSAL.i18n.Language", dice);
    assert_eq!(read.map.terrain, bundle.map.terrain);
    assert!(read.losses.losses.iter().any(|loss| loss.which == "Hits"), "{}", read.losses);
    // About another hexgrid, our files say nothing of the module's.
    let read = edit("sideways=\"true\"", "sideways=\"false\"");
    assert!(read.losses.losses.iter().any(|loss| loss.kind == "Salient's own files"));
    // All one terrain, but for what lies off the zones.
    assert!(read.map.terrain.palette.len() <= 2);
    sound(read);
}

#[test]
fn unsound_files_of_ours_in_a_module_are_refused() {
    let whole = module(&[&open("tests/fixtures/trench-setup/scenario.json")]);
    let deep = "[".repeat(100_000);
    let huge = r#"{"$schema": "map.schema.json", "format_version": 1, "grid": {"columns": 65535}}"#;
    for (name, text) in [
        ("salient/map.json", "{"),
        ("salient/map.json", deep.as_str()),
        ("salient/map.json", huge),
        ("salient/ruleset.json", "{\"$schema\": \"bundle.schema.json\"}"),
    ] {
        let bytes = changed(&whole, |found, bytes| {
            Some(if found == name { text.as_bytes().to_vec() } else { bytes })
        });
        let refused = vassal::read(&bytes, "bad.vmod", None, None).unwrap_err().to_string();
        assert!(refused.contains(name) && refused.contains("salient/"), "{refused}");
    }
    let bytes = changed(&whole, |name, bytes| (name != "salient/map.json").then_some(bytes));
    let refused = vassal::read(&bytes, "bad.vmod", None, None).unwrap_err().to_string();
    assert!(refused.contains("0 maps"), "{refused}");
}

#[test]
fn boards_and_pushed_first_lines_come_back() {
    for system in ["infantry-attacks", "trench-setup", "storm-in-the-west", "offensive-1914"] {
        round_trip(&[&format!("tests/fixtures/{system}/scenario.json")]);
    }
}

#[test]
fn the_same_scenario_gives_the_same_bytes() {
    let bundle = open("tests/fixtures/infantry-attacks/scenario.json");
    assert_eq!(module(&[&bundle]), module(&[&bundle]));
}

#[test]
fn scenarios_of_two_systems_are_no_module() {
    let one = open("tests/fixtures/infantry-attacks/scenario.json");
    let other = open("tests/fixtures/trench-setup/scenario.json");
    let refused =
        vassal::write(Systems::NONE, &[&one, &other], &vassal::Wishes::default()).unwrap_err();
    assert!(refused.to_string().contains("another system"), "{refused}");
    assert!(vassal::write(Systems::NONE, &[&one, &one], &vassal::Wishes::default()).is_err());
    assert!(vassal::write(Systems::NONE, &[], &vassal::Wishes::default()).is_err());
}

/// A small module of ours without its pictures.
fn small_module() -> &'static [u8] {
    static MODULE: std::sync::LazyLock<Vec<u8>> = std::sync::LazyLock::new(|| {
        let whole = module(&[&open("tests/fixtures/storm-in-the-west/scenario.json")]);
        let kept = |name: &str| !name.ends_with(".png") || name == "images/map.png";
        changed(&whole, |name, bytes| kept(name).then_some(bytes))
    });
    &MODULE
}

pub fn zipped(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        zip.start_file(*name, SimpleFileOptions::default()).unwrap();
        zip.write_all(bytes).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

/// A module by another hand: a board of 600 × 500 pixels, fractional pitches, origins below 0.
pub fn foreign(grid: &str, more: &str) -> Vec<u8> {
    let build_file = format!(
        r#"<?xml version="1.0" encoding="UTF-8"?>
<VASSAL.build.GameModule name="Somme" version="2.1" VassalVersion="3.5.8">
  <VASSAL.build.module.PlayerRoster><entry>British</entry><entry>German</entry></VASSAL.build.module.PlayerRoster>
  <VASSAL.build.module.Map mapName="Main">
    <VASSAL.build.module.map.BoardPicker>
      <VASSAL.build.module.map.boardPicker.Board name="Somme" image="" width="600" height="500">{grid}</VASSAL.build.module.map.boardPicker.Board>
    </VASSAL.build.module.map.BoardPicker>
    {more}
  </VASSAL.build.module.Map>
  <VASSAL.build.module.SpecialDiceButton name="Hits"/>
</VASSAL.build.GameModule>"#
    );
    zipped(&[("buildFile.xml", build_file.as_bytes())])
}

pub fn hexgrid(attributes: &str, numbering: &str) -> String {
    format!(
        r#"<VASSAL.build.module.map.boardPicker.board.HexGrid {attributes}>
  <VASSAL.build.module.map.boardPicker.board.mapgrid.HexGridNumbering first="H" sep="" hType="N" vType="N" hLeading="1" vLeading="1" stagger="false" {numbering}/>
</VASSAL.build.module.map.boardPicker.board.HexGrid>"#
    )
}

fn numbers_agree(imported: &Imported) {
    let wrong = imported.losses.losses.iter().find(|loss| loss.kind == "hex numbers");
    assert_eq!(wrong, None);
}

#[test]
fn fractional_pitches_and_origins_below_zero_are_read() {
    let grid = hexgrid(
        r#"x0="-12" y0="-7" dx="41.57" dy="48.0" sideways="false""#,
        r#"hOff="1" vOff="1" hDescend="false" vDescend="false""#,
    );
    let read = vassal::read(&foreign(&grid, ""), "somme.vmod", None, None).unwrap();
    let grid = &read.map.grid;
    assert_eq!(grid.orientation, Orientation::FlatTopped);
    // Raw column 0 lies off the picture: our first is VASSAL's raw column 1, which is pushed.
    assert_eq!(grid.pushed, Pushed::First);
    assert_eq!((grid.columns, grid.numbering.first_column), (14, 2));
    numbers_agree(&read);
    let dice = read.losses.losses.iter().find(|loss| loss.kind.contains("SpecialDiceButton"));
    assert_eq!(dice.map(|loss| loss.which.as_str()), Some("Hits"));
    let lost_picture = read.losses.losses.iter().any(|loss| loss.kind == "board's picture");
    assert!(lost_picture);
    sound(read);
}

#[test]
fn sideways_grids_counted_from_the_east_are_read() {
    let grid = hexgrid(
        r#"x0="20" y0="31.0" dx="41.57" dy="48.0" sideways="true""#,
        r#"hOff="10" vOff="31" hDescend="true" vDescend="false""#,
    );
    let zone = format!(
        r#"<VASSAL.build.module.map.boardPicker.board.ZonedGrid>
  <VASSAL.build.module.map.boardPicker.board.mapgrid.Zone name="Reserve area" path="0,0;200,0;200,200;0,200" locationFormat="$name$" useParentGrid="true"/>
  {grid}</VASSAL.build.module.map.boardPicker.board.ZonedGrid>"#
    );
    let read = vassal::read(&foreign(&zone, ""), "somme.vmod", None, None).unwrap();
    assert_eq!(read.map.grid.orientation, Orientation::PointyTopped);
    numbers_agree(&read);
    let zone = &read.map.zones.items[0];
    assert_eq!((zone.id.as_str(), zone.name.as_str()), ("reserve-area", "Reserve area"));
    assert!(zone.hexes.len() > 10);
    sound(read);
}

#[test]
fn letters_are_named_as_lost_and_staggered_numbers_are_not() {
    for numbering in [
        r#"hOff="0" vOff="0" hDescend="false" vDescend="false" vType="A""#,
        r#"hOff="0" vOff="0" hDescend="false" vDescend="false" stagger="true""#,
    ] {
        let key = if numbering.contains("vType") { r#"vType="N" "# } else { r#"stagger="false" "# };
        let grid = hexgrid(r#"x0="24" y0="24" dx="41.57" dy="48.0" sideways="false""#, numbering)
            .replacen(key, "", 1);
        let read = vassal::read(&foreign(&grid, ""), "somme.vmod", None, None).unwrap();
        let is_lost = read.losses.losses.iter().any(|loss| loss.kind == "hex numbers");
        assert_eq!(is_lost, numbering.contains("vType"), "{numbering}: {}", read.losses);
    }
}

#[test]
fn pieces_by_another_hand_become_counters() {
    let grid = hexgrid(
        r#"x0="24" y0="24" dx="41.57" dy="48.0" sideways="false""#,
        r#"hOff="1" vOff="1" hDescend="false" vDescend="false""#,
    );
    let layer = "emb2;Flip;128;F;;128;;;128;;;;1;false;0;0;a.png,b.png;,reduced +;true;Strength;;;false;;1;1;true;70,130;;;;1.0;;";
    let stack = format!(
        "<VASSAL.build.module.map.SetupStack name=\"1\" owningBoard=\"Somme\" useGridLocation=\"true\" location=\"0302\" x=\"0\" y=\"0\"><VASSAL.build.widget.PieceSlot entryName=\"1/Rifles\" gpid=\"7\">+/null/{layer}\trotate;6;;\\\tpiece;;;;1\\/Rifles/2\t0\\\tnull;0;0;7;0</VASSAL.build.widget.PieceSlot></VASSAL.build.module.map.SetupStack>"
    );
    let read = vassal::read(&foreign(&grid, &stack), "somme.vmod", None, None).unwrap();
    let counter = &read.orders_of_battle[0].counters[0];
    assert_eq!((counter.designation.as_str(), counter.faces.len()), ("1/Rifles", 2));
    let placement = &read.scenarios[0].setup.placements[0];
    assert_eq!((placement.hex.as_str(), placement.face), ("0302", Some(1)));
    let named = |kind: &str, what: &str| {
        read.losses.losses.iter().any(|loss| loss.kind == kind && loss.which.contains(what))
    };
    assert!(named("trait", "rotate"));
    assert!(named("counter's picture", "a.png") && named("counter's picture", "b.png"));
    sound(read);
}

fn refused(bytes: &[u8]) -> String {
    vassal::read(bytes, "bad.vmod", None, None).unwrap_err().to_string()
}

/// A saved game as VASSAL 3.7 packs it, in hexadecimal: a piece with a property in hex 0101.
const PACKED: &str = "\
    fd377a585a000004e6d6b4460200210116000000742fe5a3e0004900475d003119492a42aab10519d090\
    85f17a2a79fe255598af554f5aabe21e919b2b55089f923d283de8cefa39a136e53fe471490818b0010a\
    54e31ce89565b56539a174d6c29d0c08000000004cc72d085d3aa1400001634ac1255ff81fb6f37d0100\
    00000004595a";

/// The same, packed so that a gigabyte is needed to unpack it.
const GREEDY: &str = "\
    fd377a585a000004e6d6b44602002101240000005e1fc7f9e0004900475d003119492a42aab10519d090\
    85f17a2a79fe255598af554f5aabe21e919b2b55089f923d283de8cefa39a136e53fe471490818b0010a\
    54e31ce89565b56539a174d6c29d0c08000000004cc72d085d3aa1400001634ac1255ff81fb6f37d0100\
    00000004595a";

/// A megabyte of nothing as XZ packs it.
const ZEROS: &str = "\
    fd377a585a000000ff12d9410200210100000000372797d6efffff00d95d00006ffdffffa3b7ff473e48\
    1572396151b89228e6a38607f9eee41e82d32fc53a3c014bb17ec98a8a4d2fa30dd97fa6e38c231153e0\
    5918c5758ae277f8b6947f0c6ac0de744964e2e95c53b204d8f7440cab5f0d6d46e9e5c37688b79657ac\
    b64de1691d6ffb4b88106c42cb883f5c008fd04eaf262894711f3d8f24e1709ea7235fec28cb85d19598\
    8a7e2a91f22775f719c006984d98fdd8afd5900fc42553f8f591363105a5b0ee6fc1704d470cd19111aa\
    ad601dbaceb127185c5986e9665258bee976ac59e4e55b0508f9c7daadfcfb522af7e495250000000000\
    0001ed01808040008f17faa8a8000afc020000000000595a";

pub fn bytes_of(hexadecimal: &str) -> Vec<u8> {
    let byte = |at| u8::from_str_radix(&hexadecimal[at..at + 2], 16).unwrap();
    (0..hexadecimal.len()).step_by(2).map(byte).collect()
}

#[test]
fn packed_saved_games_are_read() {
    let grid = hexgrid(
        r#"x0="24" y0="24" dx="41.57" dy="48.0" sideways="false""#,
        r#"hOff="1" vOff="1" hDescend="false" vDescend="false""#,
    );
    let module = foreign(&grid, "");
    let read = |game: &[u8]| {
        let game = zipped(&[("savedGame", game)]);
        vassal::read(&module, "somme.vmod", Some((&game, "evening.vsav")), None)
    };
    let packed = bytes_of(PACKED);
    let evening = read(&packed).unwrap();
    let placement = &evening.scenarios[0].setup.placements[0];
    assert_eq!(placement.hex, "0101");
    assert_eq!(evening.orders_of_battle[0].counters[0].designation, "1/Rifles");
    let refused = read(&bytes_of(GREEDY)).unwrap_err().to_string();
    let what = "evening.vsav/savedGame: needs more than the 64 MB of memory";
    assert!(refused.contains(what), "{refused}");
    let bomb = bytes_of(ZEROS).repeat(257);
    assert!(bomb.len() < 1 << 20, "a bomb is small");
    let refused = read(&bomb).unwrap_err().to_string();
    assert!(refused.contains("evening.vsav/savedGame: unpacks to more than 256 MB"), "{refused}");
    for end in 6..packed.len() {
        assert!(read(&packed[..end]).is_err(), "{end}");
    }
}

#[test]
fn hostile_files_are_refused() {
    assert!(refused(b"").contains("not a zip file"));
    assert!(refused(&zipped(&[("readme", b"hello")])).contains("no buildFile.xml"));
    assert!(refused(&zipped(&[("../../etc/cron", b"x")])).contains("leads out"));
    let entities = b"<!DOCTYPE a [<!ENTITY b SYSTEM \"file:///etc/passwd\">]><a>&b;</a>";
    assert!(refused(&zipped(&[("buildFile.xml", entities)])).contains("not sound XML"));
    let deep = "<a>".repeat(50_000);
    assert!(refused(&zipped(&[("buildFile.xml", deep.as_bytes())])).contains("deep"));
    assert!(refused(&zipped(&[("buildFile.xml", b"<a/>")])).contains("outermost element"));
    let squares = foreign("", "");
    assert!(refused(&squares).contains("hexgrid"));
    let tiny = hexgrid(r#"x0="0" y0="0" dx="1" dy="1" sideways="false""#, "");
    let huge = tiny.as_str();
    for [width, height] in [["999999", "999999"], ["20000", "20"]] {
        let build_file = format!(
            r#"<a.GameModule><b.Map mapName="m"><c.BoardPicker><d.Board name="n" width="{width}" height="{height}">{huge}</d.Board></c.BoardPicker></b.Map></a.GameModule>"#
        );
        let said = refused(&zipped(&[("buildFile.xml", build_file.as_bytes())]));
        assert!(said.contains("hexgrid"), "{said}");
    }
}

#[test]
fn a_zip_bomb_is_refused() {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    zip.start_file("buildFile.xml", SimpleFileOptions::default()).unwrap();
    let block = vec![b' '; 1 << 20];
    for _ in 0..260 {
        zip.write_all(&block).unwrap();
    }
    let bomb = zip.finish().unwrap().into_inner();
    assert!(bomb.len() < 1 << 20);
    let said = refused(&bomb);
    let what = "bad.vmod/buildFile.xml: unpacks to more than 256 MB";
    assert!(said.contains(what) && said.contains("zip bomb"), "{said}");
}

/// A picture's head may claim any size.
#[test]
fn a_board_whose_picture_claims_gigabytes_is_refused() {
    let mut picture = Vec::new();
    image::DynamicImage::new_rgb8(1, 1)
        .write_to(&mut Cursor::new(&mut picture), image::ImageFormat::Png)
        .unwrap();
    for side in [16..20, 20..24] {
        picture[side].copy_from_slice(&60_000_u32.to_be_bytes());
    }
    let mut check = flate2::Crc::new();
    check.update(&picture[12..29]);
    picture[29..33].copy_from_slice(&check.sum().to_be_bytes());
    let module = module(&[&open("tests/fixtures/trench-setup/scenario.json")]);
    let files = changed(&module, |name, bytes| {
        Some(if name.starts_with("images/") { picture.clone() } else { bytes })
    });
    let said = refused(&files);
    assert!(said.starts_with("bad.vmod/images/"), "{said}");
    let what = "claims to be 60000 × 60000 pixels; at most 200 million are read";
    assert!(said.contains(what), "{said}");
}

#[test]
fn cut_files_are_refused() {
    let whole = module(&[&open("tests/fixtures/trench-setup/scenario.json")]);
    for part in 1..40 {
        let cut = &whole[..whole.len() * part / 40];
        assert!(vassal::read(cut, "cut.vmod", None, None).is_err(), "{part}/40");
    }
}

/// Whatever is read is sound, and nothing is refused for being miscounted.
pub fn read_or_refused(bytes: &[u8]) {
    match vassal::read(bytes, "any.vmod", None, None) {
        Ok(read) => sound(read),
        Err(error) => assert!(!error.what.contains("add up"), "{error}"),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    /// Whatever stands in a module's grid and pieces, it is read or refused.
    #[test]
    fn any_module_is_read_or_refused(
        numbers in prop::collection::vec(-2000_i32..2000, 6),
        flags in prop::collection::vec(any::<bool>(), 4),
        text in "[+/a-z;,&#\\\\\t' 0-9|$]{0,60}",
    ) {
        let grid = hexgrid(
            &format!(r#"x0="{}" y0="{}" dx="{}" dy="{}" sideways="{}""#,
                numbers[0], numbers[1], f64::from(numbers[2]) / 7.0, f64::from(numbers[3]) / 7.0, flags[0]),
            &format!(r#"hOff="{}" vOff="{}" hDescend="{}" vDescend="{}""#,
                numbers[4], numbers[5], flags[1], flags[2]),
        );
        let text = text.replace('&', "&amp;");
        let slot = format!("<VASSAL.build.widget.PieceSlot>+/null/{text}/{text}</VASSAL.build.widget.PieceSlot>");
        read_or_refused(&foreign(&grid, &slot));
    }

    /// Bytes changed anywhere in one of our own modules do no harm.
    #[test]
    fn changed_bytes_in_a_whole_module_do_no_harm(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
    ) {
        let mut bytes = small_module().to_vec();
        for (at, byte) in changes {
            let place = at.index(bytes.len());
            bytes[place] = byte;
        }
        read_or_refused(&bytes);
    }

    /// The same behind the zip's own checks: in the texts that the module is made of.
    #[test]
    fn changed_bytes_in_its_texts_do_no_harm(
        at in any::<prop::sample::Index>(), byte: u8, cut: bool, which in 0_usize..4,
    ) {
        let of = ["buildFile.xml", "salient/map.json", "salient/buildFile.sha256", ".vsav"][which];
        let bytes = changed(small_module(), |name, mut bytes| {
            if name.ends_with(".vsav") && of == ".vsav" {
                let mut text = saved_text(&bytes).into_bytes();
                let place = at.index(text.len());
                if cut { text.truncate(place) } else { text[place] = byte }
                return Some(zipped(&[("savedGame", &text)]));
            }
            if name == of {
                let place = at.index(bytes.len());
                if cut { bytes.truncate(place) } else { bytes[place] = byte }
            }
            Some(bytes)
        });
        read_or_refused(&bytes);
    }

    /// A byte changed anywhere does no harm.
    #[test]
    fn a_changed_byte_does_no_harm(at in any::<prop::sample::Index>(), byte: u8) {
        let grid = hexgrid(r#"x0="24" y0="24" dx="41.57" dy="48.0" sideways="false""#, "");
        let mut bytes = foreign(&grid, "");
        let place = at.index(bytes.len());
        bytes[place] = byte;
        read_or_refused(&bytes);
    }
}
