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
        for object in save["ObjectStates"].as_array().unwrap() {
            assert!(ids.insert(object["GUID"].as_str().unwrap()), "{name}: a GUID twice");
            assert_eq!(object["Name"], "Custom_Tile");
            let image = &object["CustomImage"];
            for field in ["ImageURL", "ImageSecondaryURL"] {
                let url = image[field].as_str().unwrap();
                let file = url.strip_prefix(BASE).unwrap_or_else(|| panic!("{url}"));
                assert!(pictures.contains(file), "{name}: {file}");
            }
            for field in
                ["posX", "posY", "posZ", "rotX", "rotY", "rotZ", "scaleX", "scaleY", "scaleZ"]
            {
                assert!(object["Transform"][field].as_f64().unwrap().is_finite(), "{field}");
            }
        }
        assert!(parcel.losses.losses.iter().any(|loss| loss.why.contains("not tried in Tabletop")));
    }
}

/// Counters lie in the hexes of the set-up, the first of each stack on top, and none twice.
#[test]
fn counters_lie_on_their_hexes() {
    for (name, bundle) in foreign::bundles().into_iter().take(5) {
        let parcel = tabletop::write(&bundle, BASE).unwrap();
        let save: Value = serde_json::from_slice(&parcel.files[0].bytes).unwrap();
        let objects = save["ObjectStates"].as_array().unwrap();
        let at = |object: &Value| {
            ["posX", "posY", "posZ"].map(|f| object["Transform"][f].as_f64().unwrap())
        };
        let grid = HexGrid::new(&bundle.map.grid);
        let offset = &save["Grid"]["PosOffset"];
        let (x0, z0) = (offset["x"].as_f64().unwrap(), offset["z"].as_f64().unwrap());
        let first = grid.centre(salient_hex::grid::Hex(0)).map(f64::from);
        for placement in &bundle.scenario.setup.placements {
            let Some(hex) = grid.parse(&placement.hex) else { continue };
            let mut above = f64::INFINITY;
            for counter in &placement.counters {
                let here: Vec<&Value> =
                    objects.iter().filter(|object| object["GMNotes"] == counter.as_str()).collect();
                assert_eq!(here.len(), 1, "{name}: {counter}");
                let [x, y, z] = at(here[0]);
                assert!(y < above, "{name}: {counter} lies under the ones before it");
                above = y;
                let down = placement.face.unwrap_or(0) > 0;
                assert_eq!(here[0]["Transform"]["rotZ"], if down { 180.0 } else { 0.0 });
                // Back to the map's plane.
                let plane = [(x - x0) / 1.5 + first[0], first[1] - (z - z0) / 1.5];
                assert_eq!(
                    grid.hex_at(plane.map(|part| part as f32)),
                    Some(hex),
                    "{name}: {counter}"
                );
            }
        }
        let counters = bundle.orders_of_battle.iter().flat_map(|book| &book.counters);
        let all: usize = counters
            .map(|c| {
                let placed =
                    bundle.scenario.setup.placements.iter().any(|p| p.counters.contains(&c.id));
                if placed { 1 } else { usize::from(c.count) }
            })
            .sum();
        assert_eq!(objects.len(), all + 1, "{name}: all counters and the board");
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
