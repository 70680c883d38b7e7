//! Names keep off counters, rivers, other names and the map's edge; larger places have larger ones.

use salient_art::{Detail, Layer, MapArt, Scene, Shape, Text};
use salient_hex::HexGrid;
use salient_schema::Map;
use salient_schema::map::Orientation::{FlatTopped, PointyTopped};
use salient_schema::map::{Zone, ZoneKind};

use crate::common;

/// A map with names in some hexes: hex, kind and name.
fn map(orientation: salient_schema::map::Orientation, names: &[(&str, &str, &str)]) -> Map {
    let mut map = common::map(8, 6, orientation);
    for (hex, kind, name) in names {
        let mut feature = common::feature(hex, kind);
        feature.name = Some((*name).to_owned());
        map.features.items.push(feature);
    }
    map
}

/// The names of a map as they are written, with counters in some hexes.
fn written(map: &Map, counters: &[&str]) -> Vec<Text> {
    let grid = HexGrid::new(&map.grid);
    let counters: Vec<_> = counters.iter().map(|hex| grid.parse(hex).unwrap()).collect();
    let art = MapArt::new(map, &common::ruleset(None, None), &grid).with_counters(counters);
    let mut scene = Scene::new();
    art.draw_all(&[Layer::Labels], Detail::Near, &mut scene);
    let texts = scene.shapes.into_iter().filter_map(|shape| match shape {
        Shape::Text(text) => Some(text),
        _ => None,
    });
    texts.collect()
}

/// How far below the centre of a hex the middle of the only name lies, and how far to the right.
fn offset(map: &Map, counters: &[&str], hex: &str) -> [f32; 2] {
    let grid = HexGrid::new(&map.grid);
    let [x, y] = grid.centre(grid.parse(hex).unwrap());
    let texts = written(map, counters);
    assert_eq!(texts.len(), 1);
    let middle = texts[0].at[1] - texts[0].face.cap_height() * texts[0].size / 2.0;
    [middle - y, texts[0].at[0] - x]
}

#[test]
fn a_name_stands_under_the_counters_of_its_hex() {
    let town = map(FlatTopped, &[("0303", "town", "Ham")]);
    for counters in [&[][..], &["0303"]] {
        let [down, right] = offset(&town, counters, "0303");
        assert!(down > 0.4 && down < 0.42 && right.abs() < 1e-3, "{down} {right}");
    }
    // A name of the land lies in the middle of it until a counter stands there.
    let land = map(FlatTopped, &[("0303", "label", "Ham")]);
    assert!(offset(&land, &[], "0303")[0].abs() < 1e-3);
    assert!(offset(&land, &["0302"], "0303")[0].abs() < 1e-3);
    assert!(offset(&land, &["0303"], "0303")[0] > 0.4);
}

#[test]
fn a_name_keeps_off_rivers() {
    let mut town = map(FlatTopped, &[("0303", "town", "Ham")]);
    town.hexsides.items.push(common::hexside("0303:s", "river", None));
    assert!(offset(&town, &[], "0303")[0] < 0.3, "over the river");
    // Beside the counter there is neither.
    let [down, right] = offset(&town, &["0303"], "0303");
    assert!(down.abs() < 0.1 && right.abs() > 0.4, "{down} {right}");
    // A hedge is no river.
    town.hexsides.items[0] = common::hexside("0303:s", "hedge", None);
    assert!(offset(&town, &[], "0303")[0] > 0.4);
}

#[test]
fn names_of_neighbours_keep_off_each_other() {
    let long = "Villers-Bretonneux";
    let two = map(PointyTopped, &[("0303", "town", long), ("0403", "town", long)]);
    for counters in [&[][..], &["0303"], &["0303", "0403"]] {
        let texts = written(&two, counters);
        let areas: Vec<_> =
            texts.into_iter().map(|text| Shape::Text(text).bounds().unwrap()).collect();
        let apart = (0..2).any(|axis| {
            areas[0][1][axis] < areas[1][0][axis] || areas[1][1][axis] < areas[0][0][axis]
        });
        assert!(apart || counters.len() == 2, "{counters:?}: {areas:?}");
    }
}

#[test]
fn names_do_not_run_over_the_edge() {
    let long = "Mesnil-Saint-Laurent";
    for orientation in [FlatTopped, PointyTopped] {
        for hex in ["0101", "0106", "0801", "0806", "0103", "0803"] {
            let town = map(orientation, &[(hex, "town", long)]);
            let [least, most] = HexGrid::new(&town.grid).bounds();
            let [west, east] =
                Shape::Text(written(&town, &[]).remove(0)).bounds().unwrap().map(|[x, _]| x);
            assert!(west >= least[0] && east <= most[0], "{orientation:?} {hex}: {west} {east}");
        }
    }
}

#[test]
fn the_larger_a_place_the_larger_its_name() {
    let size = |kind: &str| written(&map(FlatTopped, &[("0303", kind, "Ham")]), &[])[0].size;
    assert!(size("city") > size("town"));
    assert!(size("town") > size("redoubt"));
    // What has no sign of its own is as large as the houses about it.
    let among = |rows: [&str; 3]| {
        let mut label = map(FlatTopped, &[("0303", "label", "Ham")]);
        label.terrain.palette.insert("t".to_owned(), "town".to_owned());
        for (row, glyphs) in label.terrain.rows.iter_mut().skip(1).zip(rows) {
            glyphs.clone_into(row);
        }
        written(&label, &[])[0].size
    };
    let village = among(["........", "..t.....", "........"]);
    let town = among(["..t.....", ".ttt....", "........"]);
    assert!(town > village, "{town} {village}");
}

#[test]
fn counters_that_come_and_go_move_names_near_by_alone() {
    let town = map(FlatTopped, &[("0303", "label", "Ham")]);
    let grid = HexGrid::new(&town.grid);
    let mut art = MapArt::new(&town, &common::ruleset(None, None), &grid);
    let [here, far] = ["0303", "0803"].map(|hex| grid.parse(hex).unwrap());
    assert!(art.set_counter(here, true), "it moves the name");
    assert!(!art.set_counter(here, true), "it was there before");
    assert!(!art.set_counter(far, true), "no name is near");
    assert!(art.set_counter(here, false));
}

#[test]
fn a_zone_that_is_called_like_a_town_within_is_named_once() {
    let named = |zone: &str| {
        let mut land = map(FlatTopped, &[("0303", "town", "Ham"), ("0703", "town", "Guise")]);
        land.zones.items.push(Zone {
            id: "objective".into(),
            name: zone.into(),
            kind: ZoneKind::Victory,
            owner: None,
            colour: None,
            hexes: ["0202", "0203", "0302", "0303"].map(String::from).to_vec(),
        });
        land
    };
    let written = |art: &MapArt| {
        let mut scene = Scene::new();
        art.draw_all(&[Layer::Zones, Layer::Labels], Detail::Near, &mut scene);
        let texts = scene.shapes.iter().filter_map(|shape| match shape {
            Shape::Text(text) => Some(text.text.to_string()),
            _ => None,
        });
        let mut texts: Vec<String> = texts.collect();
        texts.sort();
        texts
    };
    let grid = HexGrid::new(&named("Ham").grid);
    let art = |map: &Map| MapArt::new(map, &common::ruleset(None, None), &grid);
    assert_eq!(written(&art(&named("Ham"))), ["Guise", "Ham"]);
    // Of another name, or of a town outside, it is written.
    assert_eq!(written(&art(&named("Noyon"))), ["Guise", "Ham", "Noyon"]);
    assert_eq!(written(&art(&named("Guise"))), ["Guise", "Guise", "Ham"]);
    // It follows the town, and says where.
    let mut land = named("Ham");
    let mut art = art(&land);
    let hex = grid.parse("0303").unwrap();
    land.features.items[0].name = Some("Nesle".into());
    let items = |land: &Map| land.features.items[..1].to_vec();
    assert_eq!(art.set_features(hex, items(&land).iter()).len(), 1);
    assert_eq!(written(&art), ["Guise", "Ham", "Nesle"]);
    assert!(art.set_features(hex, items(&land).iter()).is_empty());
    land.features.items[0].name = Some("Ham".into());
    assert_eq!(art.set_features(hex, items(&land).iter()).len(), 1);
    assert_eq!(written(&art), ["Guise", "Ham"]);
}
