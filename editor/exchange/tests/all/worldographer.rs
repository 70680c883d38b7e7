//! Worldographer's maps: as its files are packed, either way up, and nothing that they may hold does
//! harm.

use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;
use proptest::prelude::*;
use salient_exchange::{Count, Imported, worldographer};
use salient_schema::map::{Map, Orientation, Pushed};

use crate::foreign;

/// A small map of the form that Worldographer 2025 writes, before it is packed.
const COLUMNS: &str = include_str!("../fixtures/columns.xml");

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// As Worldographer packs it: UTF-16, the high byte first, within gzip.
fn packed(text: &str) -> Vec<u8> {
    gzip(&text.encode_utf16().flat_map(u16::to_be_bytes).collect::<Vec<u8>>())
}

fn read(text: &str) -> (Imported, Count) {
    let back = worldographer::read("a.wxx", &packed(text), None).unwrap();
    let counted = foreign::counted(&back);
    (back, counted)
}

fn terrain(map: &Map, hex: &str) -> String {
    let index = map.grid.parse_hex(hex).unwrap();
    let row = &map.terrain.rows[usize::from(index.row)];
    let glyph = row.chars().nth(usize::from(index.column)).unwrap();
    map.terrain.palette[&glyph.to_string()].clone()
}

#[test]
fn a_drawing_becomes_a_map() {
    let (back, counted) = read(COLUMNS);
    // 30 tiles and an icy one, 4 features, 2 labels, 4 shapes, a note, 2 informations.
    assert_eq!(counted, Count { seen: 44, placed: 38, told: 6 }, "{}", back.losses);
    foreign::is_clean("columns.xml", &back);
    let map = &back.map;
    assert_eq!((map.grid.columns, map.grid.rows), (6, 5));
    assert_eq!((map.grid.orientation, map.grid.pushed), (Orientation::FlatTopped, Pushed::Second));
    for (hex, kind) in [
        ("00.00", "flat-grassland"),
        ("02.01", "hills-forest-evergreen"),
        ("05.04", "water-sea"),
        ("04.00", "mountain-snowcapped"),
    ] {
        assert_eq!(terrain(map, hex), kind, "{hex}");
    }
    let features: Vec<(&str, &str, Option<&str>)> = map
        .features
        .items
        .iter()
        .map(|item| (item.hex.as_str(), item.kind.as_str(), item.name.as_deref()))
        .collect();
    let expected = [
        ("04.00", "ice", None),
        ("00.01", "settlement-village", None),
        ("01.01", "settlement-city", Some("Rivertown")),
        ("02.03", "label", Some("The & Downs")),
    ];
    assert_eq!(features, expected);
    let sides: Vec<&str> = map.hexsides.items.iter().map(|item| item.side.as_str()).collect();
    assert_eq!(sides, ["01.00:s", "01.01:ne", "01.01:se"]);
    assert!(map.hexsides.items.iter().all(|item| item.kind == "river"));
    let [road] = map.paths.items.as_slice() else { panic!("{:?}", map.paths.items) };
    assert_eq!((road.hexes[0].as_str(), road.hexes.last().unwrap().as_str()), ("00.00", "04.00"));
    let [area] = map.zones.items.as_slice() else { panic!("{:?}", map.zones.items) };
    assert_eq!((area.name.as_str(), area.colour.as_deref()), ("The Marches", Some("#ff0000")));
    assert_eq!(area.hexes, ["03.02"]);
    assert_eq!(map.notes, ["01.01: Landmark. A tall & old tower."]);
    let said = back.losses.to_string();
    for word in ["from -3 to 4000", "Frankholt", "Blue Water Edge", "its colour"] {
        assert!(said.contains(word), "{word}: {said}");
    }
}

/// Rows of pointy-topped hexes: each list of tiles is a column there, too.
#[test]
fn rows_are_pointy_topped() {
    let (back, counted) = read(&COLUMNS.replace("\"COLUMNS\"", "\"ROWS\""));
    assert!(counted.agrees(), "{counted}");
    let map = &back.map;
    let lies = (map.grid.orientation, map.grid.pushed, map.grid.columns, map.grid.rows);
    assert_eq!(lies, (Orientation::PointyTopped, Pushed::Second, 6, 5));
    assert_eq!(terrain(map, "05.04"), "water-sea");
    // 600 down is the third row, which is not pushed: 375 across is nearest to its second hex.
    let town = map.features.items.iter().find(|item| item.kind == "settlement-city").unwrap();
    assert_eq!(town.hex, "01.02");
}

#[test]
fn low_heights_are_levels() {
    let text = COLUMNS.replace("\t1000\t", "\t1\t").replace("\t4000\t", "\t4\t");
    let (back, _) = read(&text);
    let levels: Vec<i16> = back.map.elevation.unwrap().palette.into_values().collect();
    assert!([-3, 1, 4].iter().all(|level| levels.contains(level)), "{levels:?}");
}

#[test]
fn every_packing_is_read() {
    let little: Vec<u8> = COLUMNS.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let big: Vec<u8> = COLUMNS.encode_utf16().flat_map(u16::to_be_bytes).collect();
    let marked = |mark: &[u8], text: &[u8]| [mark, text].concat();
    let expected = read(COLUMNS).0.map;
    for bytes in [
        COLUMNS.as_bytes().to_vec(),
        gzip(COLUMNS.as_bytes()),
        gzip(&little),
        gzip(&marked(&[0xff, 0xfe], &little)),
        gzip(&marked(&[0xfe, 0xff], &big)),
        marked(&[0xef, 0xbb, 0xbf], COLUMNS.as_bytes()),
    ] {
        assert_eq!(worldographer::read("a.wxx", &bytes, None).unwrap().map, expected);
    }
}

#[test]
fn what_is_no_such_map_is_refused() {
    let squares = COLUMNS.replace("\"COLUMNS\"", "\"SQUARE\"");
    let wide = COLUMNS.replace("tilesWide=\"6\"", "tilesWide=\"9999\"");
    let tile = COLUMNS.replacen("1\t1000", "one\t1000", 1);
    for (bytes, what) in [
        (packed(&squares), "squares"),
        (packed(&wide), "9999 × 5"),
        (packed(&tile), "is no tile"),
        (packed("<a/>"), "no map of Worldographer's"),
        (packed("<!DOCTYPE a [<!ENTITY b \"c\">]><map/>"), "cannot be read"),
        (gzip(&[0, b'<', 0]), "no UTF-16"),
        (b"\xff\x00".to_vec(), "neither"),
        (gzip(b"<map>")[..12].to_vec(), "cannot be unpacked"),
        // A bomb: zeros that are three hundred megabytes when they are unpacked.
        (gzip(&vec![b' '; 300 << 20]), "more than 268435456 bytes"),
    ] {
        let error = worldographer::read("a.wxx", &bytes, None).unwrap_err();
        assert!(error.what.contains(what), "{what}: {error}");
    }
}

/// A line that is as long as the numbers allow is not walked step by step, and told of.
#[test]
fn endless_lines_are_left_out() {
    let far = "<p x=\"-9000000\" y=\"0\"/><p x=\"9000000\" y=\"900000\"/>".repeat(30_000);
    let text = COLUMNS.replace("<shapes>", &format!("<shapes><shape type=\"Path\">{far}</shape>"));
    let read = worldographer::read("a.wxx", &packed(&text), None).unwrap();
    let told = read.losses.losses.iter().filter(|loss| loss.why.contains("runs through more"));
    assert_eq!(told.count(), 1, "{:?}", read.losses.losses);
}

/// Some hundred bytes of areas, each of them all over a large map, do not become gigabytes.
#[test]
fn areas_that_cover_too_much_are_left_out() {
    let whole = "<p type=\"m\" x=\"0\" y=\"0\"/><p x=\"225000\" y=\"0\"/>\
                 <p x=\"225000\" y=\"300000\"/><p x=\"0\" y=\"300000\"/>";
    let shape = format!("<shape type=\"Polygon\" tags=\"z\">{whole}</shape>");
    let text = format!(
        "<map hexOrientation=\"COLUMNS\" lastViewLevel=\"WORLD\">\
         <tiles viewLevel=\"WORLD\" tilesWide=\"1000\" tilesHigh=\"1000\"></tiles>\
         <shapes>{}</shapes></map>",
        shape.repeat(30)
    );
    let read = worldographer::read("a.wxx", &packed(&text), None).unwrap();
    let zones = &read.map.zones.items;
    let hexes: usize = zones.iter().map(|zone| zone.hexes.len()).sum();
    assert_eq!((zones.len(), hexes), (1, 999_500), "as many as there is room for");
    let told = read.losses.losses.iter().filter(|loss| loss.why.contains("more hexes in all"));
    let told: Vec<&str> = told.map(|loss| loss.which.as_str()).collect();
    assert_eq!(told.len(), 21, "twenty by name: {told:?}");
    assert!(told.contains(&"and 9 more"), "{told:?}");
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(128) })]

    #[test]
    fn mangled_drawings_do_no_harm(edits in foreign::edits()) {
        let mut bytes = COLUMNS.as_bytes().to_vec();
        foreign::mangle(&mut bytes, &edits);
        foreign::harmless(&worldographer::read("mangled", &bytes, None));
        foreign::harmless(&worldographer::read("mangled", &gzip(&bytes), None));
    }

    #[test]
    fn any_bytes_do_no_harm(bytes in prop::collection::vec(any::<u8>(), 0..200), text in foreign::texts()) {
        foreign::harmless(&worldographer::read("any", &bytes, None));
        foreign::harmless(&worldographer::read("any", &gzip(&bytes), None));
        let text = COLUMNS.replace("tags=\"river\"", &format!("tags=\"{}\"", text.replace(['<', '&', '"'], "")));
        foreign::harmless(&worldographer::read("any", text.as_bytes(), None));
    }
}
