//! The save of Tabletop Simulator: by the rules that are known of its format.

use std::collections::BTreeSet;

use salient_exchange::{ExportError, tabletop};
use salient_hex::grid::HexGrid;
use serde_json::Value;

use crate::foreign;

const BASE: &str = "https://example.org/kb/";

#[test]
fn the_save_has_what_the_format_wants_and_every_picture_is_there() {
    for (name, bundle) in foreign::bundles().into_iter().take(5) {
        let parcel = tabletop::write(&bundle, BASE).unwrap();
        let save: Value = serde_json::from_slice(&parcel.files[0].bytes).unwrap();
        for field in [
            "SaveName",
            "GameMode",
            "Gravity",
            "PlayArea",
            "Date",
            "Table",
            "Sky",
            "Rules",
            "XmlUI",
            "LuaScript",
            "LuaScriptState",
            "Grid",
            "Lighting",
            "Hands",
            "Turns",
            "ObjectStates",
            "DecalPallet",
            "TabStates",
            "VersionNumber",
        ] {
            assert!(save.get(field).is_some(), "{name}: {field}");
        }
        let pictures: BTreeSet<&str> = parcel.files.iter().map(|file| file.name.as_str()).collect();
        assert_eq!(pictures.len(), parcel.files.len(), "each file once");
        let mut ids = BTreeSet::new();
        for object in all(&save) {
            assert!(ids.insert(object["GUID"].as_str().unwrap()), "{name}: a GUID twice");
            for field in
                ["posX", "posY", "posZ", "rotX", "rotY", "rotZ", "scaleX", "scaleY", "scaleZ"]
            {
                assert!(object["Transform"][field].as_f64().unwrap().is_finite(), "{field}");
            }
            if object["Name"] != "Custom_Tile" {
                assert!(["Bag", "Die_6"].contains(&object["Name"].as_str().unwrap()), "{object}");
                continue;
            }
            let image = &object["CustomImage"];
            for field in ["ImageURL", "ImageSecondaryURL"] {
                let url = image[field].as_str().unwrap();
                let file = url.strip_prefix(BASE).unwrap_or_else(|| panic!("{url}"));
                assert!(pictures.contains(file), "{name}: {file}");
            }
        }
        assert!(parcel.losses.losses.iter().any(|loss| loss.why.contains("not tried in Tabletop")));
    }
}

/// All objects, with what is in bags.
fn all(save: &Value) -> Vec<&Value> {
    let objects = save["ObjectStates"].as_array().unwrap();
    let within = objects.iter().filter_map(|object| object["ContainedObjects"].as_array());
    objects.iter().chain(within.flatten()).collect()
}

fn place(object: &Value) -> [f64; 3] {
    ["posX", "posY", "posZ"].map(|field| object["Transform"][field].as_f64().unwrap())
}

/// Whatever does not stay by itself has something below it: it falls out of the world otherwise.
#[test]
fn everything_lies_on_something_that_is_locked() {
    for (name, bundle) in foreign::bundles() {
        let parcel = tabletop::write(&bundle, BASE).unwrap();
        let save: Value = serde_json::from_slice(&parcel.files[0].bytes).unwrap();
        assert_eq!(save["Table"], "Table_RPG");
        let objects = save["ObjectStates"].as_array().unwrap();
        let (locked, loose): (Vec<_>, Vec<_>) =
            objects.iter().partition(|object| object["Locked"] == true);
        for object in loose {
            let [x, y, z] = place(object);
            let over = locked.iter().any(|tile| {
                let [at_x, at_y, at_z] = place(tile);
                let scale = |field: &str| tile["Transform"][field].as_f64().unwrap();
                (x - at_x).abs() <= scale("scaleX")
                    && (z - at_z).abs() <= scale("scaleZ")
                    && y > at_y
            });
            assert!(over, "{name}: {} at {x} {z}", object["Nickname"]);
        }
    }
}

/// A point of the board for each hex, where the counters of the set-up lie.
#[test]
fn the_board_has_a_snap_point_on_each_hex() {
    for (name, bundle) in foreign::bundles().into_iter().take(5) {
        let parcel = tabletop::write(&bundle, BASE).unwrap();
        let save: Value = serde_json::from_slice(&parcel.files[0].bytes).unwrap();
        let board = &save["ObjectStates"][0];
        let points = board["AttachedSnapPoints"].as_array().unwrap();
        let grid = HexGrid::new(&bundle.map.grid);
        assert_eq!(points.len(), grid.len(), "{name}");
        let scale = board["Transform"]["scaleX"].as_f64().unwrap();
        assert_eq!(board["Transform"]["rotY"], 180.0);
        for placement in &bundle.scenario.setup.placements {
            let Some(hex) = grid.parse(&placement.hex) else { continue };
            let point = &points[hex.0 as usize]["Position"];
            let at = |field: &str| -point[field].as_f64().unwrap() * scale;
            for counter in &placement.counters {
                let mut here = save["ObjectStates"].as_array().unwrap().iter();
                let Some(object) = here.find(|one| one["GMNotes"] == counter.as_str()) else {
                    panic!("{name}: {counter} is not on the board")
                };
                let [x, _, z] = place(object);
                assert!(
                    (x - at("x")).abs() < 0.01 && (z - at("z")).abs() < 0.01,
                    "{name}: {counter}"
                );
            }
        }
        let kind = save["Grid"]["Type"].as_u64().unwrap();
        let flat = bundle.map.grid.orientation == salient_schema::map::Orientation::FlatTopped;
        assert_eq!(kind, if flat { 1 } else { 2 }, "{name}: 0 is for squares");
    }
}

/// Those that are not set up are in a bag of their formation, and say when they arrive.
#[test]
fn bags_hold_the_others_by_formation() {
    for (name, bundle) in foreign::bundles().into_iter().take(5) {
        let parcel = tabletop::write(&bundle, BASE).unwrap();
        let save: Value = serde_json::from_slice(&parcel.files[0].bytes).unwrap();
        let books = || bundle.orders_of_battle.iter();
        for bag in
            save["ObjectStates"].as_array().unwrap().iter().filter(|one| one["Name"] == "Bag")
        {
            let tiles = bag["ContainedObjects"].as_array().unwrap();
            assert!(!tiles.is_empty(), "{name}");
            let mut of = BTreeSet::new();
            for tile in tiles {
                let id = tile["GMNotes"].as_str().unwrap();
                let counter = books().flat_map(|book| &book.counters).find(|one| one.id == id);
                let counter = counter.unwrap();
                of.insert((&counter.side, &counter.formation));
                let arrivals = bundle.scenario.reinforcements.iter();
                for arrival in arrivals.filter(|one| one.counters.contains(&counter.id)) {
                    let said = tile["Description"].as_str().unwrap();
                    assert!(
                        said.contains(&format!("Arrives on game-turn {}", arrival.turn)),
                        "{said}"
                    );
                }
            }
            assert_eq!(of.len(), 1, "{name}: {}", bag["Nickname"]);
        }
    }
}

/// Counters lie in the hexes of the set-up, the first of each stack on top, and none twice.
#[test]
fn counters_lie_on_their_hexes() {
    for (name, bundle) in foreign::bundles().into_iter().take(5) {
        let parcel = tabletop::write(&bundle, BASE).unwrap();
        let save: Value = serde_json::from_slice(&parcel.files[0].bytes).unwrap();
        let objects = save["ObjectStates"].as_array().unwrap();
        let grid = HexGrid::new(&bundle.map.grid);
        let offset = &save["Grid"]["PosOffset"];
        let (x0, z0) = (offset["x"].as_f64().unwrap(), offset["z"].as_f64().unwrap());
        let first = grid.centre(salient_hex::grid::Hex(0)).map(f64::from);
        // From corner to corner it is the side of the hex twice; between hexes, its height.
        let unit = save["Grid"]["xSize"].as_f64().unwrap() * 3f64.sqrt() / 2.0;
        for placement in &bundle.scenario.setup.placements {
            let Some(hex) = grid.parse(&placement.hex) else { continue };
            let mut above = f64::INFINITY;
            for counter in &placement.counters {
                let here: Vec<&Value> =
                    objects.iter().filter(|object| object["GMNotes"] == counter.as_str()).collect();
                assert_eq!(here.len(), 1, "{name}: {counter}");
                let [x, y, z] = place(here[0]);
                assert!(y < above, "{name}: {counter} lies under the ones before it");
                above = y;
                let down = placement.face.unwrap_or(0) > 0;
                assert_eq!(here[0]["Transform"]["rotZ"], if down { 180.0 } else { 0.0 });
                // Back to the map's plane.
                let plane = [(x - x0) / unit + first[0], first[1] - (z - z0) / unit];
                assert_eq!(
                    grid.hex_at(plane.map(|part| part as f32)),
                    Some(hex),
                    "{name}: {counter}"
                );
            }
        }
        // Every counter is there as often as the order of battle says, on the board or in a bag.
        for counter in bundle.orders_of_battle.iter().flat_map(|book| &book.counters) {
            let here = all(&save).into_iter().filter(|one| one["GMNotes"] == counter.id.as_str());
            assert_eq!(here.count(), usize::from(counter.count), "{name}: {}", counter.id);
        }
    }
}

#[test]
fn an_address_is_asked_for() {
    for address in ["", "pictures", "ftp://example.org", "https://a b"] {
        let error = tabletop::write(&foreign::small(), address).unwrap_err();
        let ExportError::Cannot { help, .. } = error else { panic!("{error}") };
        assert!(help.contains("--base-url"));
    }
}
