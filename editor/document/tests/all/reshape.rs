//! Maps of another size, or with other numbers, and maps begun.

use std::collections::BTreeSet;

use proptest::prelude::*;
use salient_document::reshape::{
    KeepNumbers, LostKind, Margins, NewMap, ReshapeError, Reshaped, new_project, preview, renumber,
    replace, resize, resized, sample,
};
use salient_document::schedule::{Calendar, TurnLength};
use salient_document::{Document, Origin};
use salient_hex::grid::{Hex, HexGrid};
use salient_schema::map::{Grid, Orientation, Path, Pushed};
use salient_schema::numbering::{HorizontalEdge, NumberOrder, Numbering, VerticalEdge};
use salient_schema::scenario::Entry;
use salient_schema::{Bundle, HexIndex};
use serde_json::json;

use crate::SYSTEMS;
use crate::helper::{bundle, bytes, document, open};

/// The small map with a road, a scan and a georeference.
fn furnished() -> Bundle {
    let mut bundle = bundle();
    bundle.ruleset.paths = vec![
        serde_json::from_value(json!(
            { "id": "road", "name": "Road", "look": {} }
        ))
        .unwrap(),
    ];
    bundle.map.paths.items = vec![Path {
        kind: "road".into(),
        name: Some("Route 1".into()),
        tracks: None,
        hexes: ["0103", "0203", "0304", "0403", "0503", "0603"].map(String::from).to_vec(),
    }];
    bundle.map.georeference = Some(
        serde_json::from_value(json!({
            "plane_from_degrees": [70.0, 0.0, -210.0, 0.0, -111.0, 5550.0],
            "fit": "affine", "rms_hexes": 0.1,
            "control_points": [
                { "hex": "0101", "name": "Albert", "latitude": 50.0, "longitude": 3.0 },
                { "hex": "0806", "name": "Roye", "latitude": 49.9, "longitude": 3.1 }
            ]
        }))
        .unwrap(),
    );
    bundle.map.scan = Some(
        serde_json::from_value(json!({
            "file": "scan.png", "size": [800, 600],
            "control_points": [
                { "pixel": [10.0, 10.0], "hex": "0101" },
                { "pixel": [700.0, 500.0], "hex": "0806" }
            ]
        }))
        .unwrap(),
    );
    bundle
}

fn cut(west: i32, east: i32, north: i32, south: i32) -> Margins {
    Margins { west, east, north, south }
}

/// What is lost, in words, sorted by kind.
fn lost(reshaped: &Reshaped) -> Vec<String> {
    reshaped.lost.iter().map(|lost| format!("{:?} {lost}", lost.kind)).collect()
}

#[test]
fn cropping_keeps_what_is_inside_and_lists_the_rest() {
    let old = furnished();
    // Columns 01 and 02 go, and row 06.
    let cropped = resize(&old, cut(-2, 0, 0, -1), KeepNumbers::Yes, "clear").unwrap();
    assert_eq!(
        lost(&cropped),
        [
            "Hexes 18 hexes with their terrain",
            "Feature 0202: town Ham",
            "Feature 0203: redoubt",
            "Path 0103: 2 hexes of road Route 1",
            "Zone 0101: all hexes of zone West, which stays without any",
            "ControlPoint 0101: Albert",
            "ControlPoint 0806: Roye",
            "ScanPoint 0101: control point",
            "ScanPoint 0806: control point",
        ]
    );
    let Reshaped { map, scenario, .. } = cropped;
    assert_eq!((map.grid.columns, map.grid.rows), (6, 5));
    assert_eq!(map.grid.numbering.first_column, 3, "numbers stay");
    assert_eq!(map.terrain.rows, ["......", "w.....", "......", "......", "......"]);
    assert_eq!(map.paths.items[0].hexes, ["0304", "0403", "0503", "0603"]);
    assert_eq!(map.hexsides.items.len(), 2);
    assert_eq!(map.hexsides.items[0].side, "0302:s", "by the first hex row by row");
    assert_eq!(scenario.setup.placements, old.scenario.setup.placements);
    assert_eq!(map.georeference.unwrap().plane_from_degrees[2], -211.732_051);

    let anew = resize(&old, cut(-2, 0, 0, -1), KeepNumbers::No, "clear").unwrap();
    assert_eq!(anew.map.grid.numbering.first_column, 1);
    assert_eq!(anew.scenario.setup.placements[0].hex, "0204");
    assert_eq!(anew.map.paths.items[0].hexes, ["0104", "0203", "0303", "0403"]);
    assert_eq!(anew.scenario.reinforcements[0].entry, Entry::Hexes(vec!["0601".into()]));
}

#[test]
fn an_odd_cut_pushes_the_other_columns() {
    let old = furnished();
    let cropped = resize(&old, cut(-1, 0, 0, 0), KeepNumbers::No, "clear").unwrap();
    assert_eq!(cropped.map.grid.pushed, Pushed::First);
    // The road is as unbroken as it was.
    assert_eq!(cropped.map.paths.items.len(), 1);
    let grid = HexGrid::new(&cropped.map.grid);
    let road: Vec<Hex> =
        cropped.map.paths.items[0].hexes.iter().map(|hex| grid.parse(hex).unwrap()).collect();
    assert!(road.windows(2).all(|pair| grid.distance(pair[0], pair[1]) == 1));
}

#[test]
fn growing_paints_the_new_hexes() {
    let old = furnished();
    let grown = resize(&old, cut(1, 2, 1, 0), KeepNumbers::Yes, "swamp").unwrap();
    assert!(grown.lost.is_empty(), "{:?}", grown.lost);
    assert_eq!(grown.map.terrain.rows[0], "sssssssssss");
    assert_eq!(grown.map.terrain.rows[2], "s.ww.....ss");
    assert_eq!(grown.map.terrain.palette["s"], "swamp");
    assert_eq!(grown.map.grid.numbering.first_column, 0);
    assert_eq!(grown.map.features, old.map.features, "all keeps its number");
    let error = resize(&old, cut(3, 0, 0, 0), KeepNumbers::Yes, "swamp").unwrap_err();
    assert_eq!(error, ReshapeError::NumberOutOfRange { what: "column", number: -2 });
    assert!(resize(&old, cut(3, 0, 0, 0), KeepNumbers::No, "swamp").is_ok());
}

#[test]
fn units_and_arrivals_that_lose_their_hex_are_told() {
    let old = furnished();
    let cropped = resize(&old, cut(0, -4, 0, 0), KeepNumbers::Yes, "clear").unwrap();
    let told: Vec<_> = cropped
        .lost
        .iter()
        .filter(|lost| matches!(lost.kind, LostKind::Placement | LostKind::Entry))
        .map(ToString::to_string)
        .collect();
    assert_eq!(told, ["0505: b-1", "0801: an entry hex of game-turn 1"]);
    // The group itself stays, to be given another hex.
    assert_eq!(cropped.scenario.reinforcements.len(), 1);
}

#[test]
fn a_path_cut_in_the_middle_is_two() {
    let mut old = furnished();
    old.map.paths.items[0].hexes =
        ["0303", "0302", "0301", "0401", "0501", "0502", "0503"].map(String::from).to_vec();
    let cropped = resize(&old, cut(0, 0, -1, 0), KeepNumbers::Yes, "clear").unwrap();
    let parts: Vec<_> = cropped.map.paths.items.iter().map(|path| path.hexes.join(" ")).collect();
    assert_eq!(parts, ["0303 0302", "0502 0503"]);
    assert!(lost(&cropped).contains(&"Path 0301: 3 hexes of road Route 1".to_owned()));
}

#[test]
fn impossible_sizes_are_refused_in_words() {
    let grid = bundle().map.grid;
    let refused = |margins| resized(&grid, margins, KeepNumbers::No).unwrap_err();
    assert_eq!(refused(cut(-8, 0, 0, 0)), ReshapeError::Size { columns: 0, rows: 6 });
    assert_eq!(refused(cut(0, 5000, 0, 0)), ReshapeError::Size { columns: 5008, rows: 6 });
    assert_eq!(refused(cut(-9, 5, 0, 0)), ReshapeError::NothingLeft);
    assert_eq!(refused(cut(i32::MIN, i32::MAX, 0, 0)), ReshapeError::NothingLeft);
    let margins = Margins::to_keep(&grid, [2, 5], [1, 1]);
    assert_eq!(margins, cut(-2, -2, -1, -4));
}

fn east() -> Numbering {
    Numbering {
        order: NumberOrder::RowColumn,
        separator: ".".into(),
        column_digits: 3,
        row_digits: 1,
        first_column: 10,
        first_row: 0,
        columns_from: HorizontalEdge::East,
        rows_from: VerticalEdge::South,
    }
}

#[test]
fn another_numbering_renames_all_places() {
    let old = furnished();
    let anew = renumber(&old, &east(), Pushed::Second).unwrap();
    assert!(anew.lost.is_empty(), "{:?}", anew.lost);
    assert_eq!(anew.map.features.items[0].hex, "4.016");
    assert_eq!(anew.map.hexsides.items[0].side, "3.015:n");
    assert_eq!(anew.map.zones.items[0].hexes, ["5.017", "4.017"]);
    assert_eq!(anew.scenario.setup.placements[0].hex, "2.014");
    assert_eq!(anew.map.georeference.unwrap().control_points[1].hex, "0.010");
    assert_eq!(preview(&anew.map.grid), ["5.017", "5.010", "0.017", "0.010"]);

    let again = Numbering { separator: "5".into(), ..east() };
    assert!(matches!(renumber(&old, &again, Pushed::Second), Err(ReshapeError::Numbering { .. })));
    let high = Numbering { first_row: 65_535, separator: String::new(), ..east() };
    let result = renumber(&old, &high, Pushed::Second);
    assert!(matches!(result, Ok(_) | Err(ReshapeError::Numbering { .. })));
}

#[test]
fn other_columns_pushed_break_what_is_no_longer_joined() {
    let old = furnished();
    let anew = renumber(&old, &old.map.grid.numbering, Pushed::First).unwrap();
    assert_eq!(anew.map.features, old.map.features);
    assert_eq!(anew.map.terrain, old.map.terrain);
    let grid = HexGrid::new(&anew.map.grid);
    for path in &anew.map.paths.items {
        let hexes: Vec<Hex> = path.hexes.iter().map(|hex| grid.parse(hex).unwrap()).collect();
        assert!(hexes.windows(2).all(|pair| grid.distance(pair[0], pair[1]) == 1));
    }
    assert!(lost(&anew).iter().any(|lost| lost.starts_with("Path")), "{:?}", anew.lost);
}

/// The fixtures of five systems, each as a bundle.
fn systems() -> Vec<Bundle> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures");
    ["kaisers-battle", "storm-in-the-west", "offensive-1914", "infantry-attacks", "trench-setup"]
        .map(|system| open(&folder.join(system).join("scenario.json")).bundle().clone())
        .to_vec()
}

#[test]
fn a_new_map_of_any_system_has_no_error() {
    for system in systems() {
        for orientation in [Orientation::FlatTopped, Orientation::PointyTopped] {
            let new = NewMap {
                title: "Verdun, 21 February".into(),
                grid: Grid {
                    orientation,
                    columns: 30,
                    rows: 20,
                    pushed: Pushed::First,
                    numbering: east(),
                    metres_per_hex: 500.0,
                    boards: Vec::new(),
                },
                base: system.ruleset.terrain[0].id.clone(),
                turns: 4,
                calendar: None,
            };
            let project = new_project(&new, &system.ruleset).unwrap();
            assert_eq!(project.bundle.map.id, "verdun-21-february");
            let mut errors = salient_schema::check::check_parts(&project.bundle);
            errors.extend(salient_schema::check_references(&project.bundle));
            errors.retain(|found| found.is_error());
            assert!(errors.is_empty(), "{}: {errors:#?}", system.ruleset.id);
            let document = Document::new(SYSTEMS, project, Origin::Embedded);
            assert_eq!(document.grid().len(), 600);
            // What would be saved can be read.
            let text = bytes(&document);
            let read: Bundle = serde_json::from_str(&text).unwrap();
            assert_eq!(read, *document.bundle());
        }
    }
}

#[test]
fn a_new_map_without_sense_is_refused() {
    let ruleset = bundle().ruleset;
    let new = NewMap {
        title: " ".into(),
        grid: Grid { columns: 0, ..bundle().map.grid },
        base: "clear".into(),
        turns: 0,
        calendar: None,
    };
    assert!(matches!(new_project(&new, &ruleset), Err(ReshapeError::Size { .. })));
    let new = NewMap { grid: bundle().map.grid, ..new };
    let project = new_project(&new, &ruleset).unwrap();
    assert_eq!(
        (project.bundle.map.title.as_str(), project.bundle.map.id.as_str()),
        ("New map", "new-map")
    );
    assert_eq!(project.bundle.scenario.turns.len(), 1);
    let lava = NewMap { base: "lava".into(), ..new.clone() };
    assert!(matches!(new_project(&lava, &ruleset), Err(ReshapeError::UnknownTerrain { .. })));
    let calendar = Calendar { first: "25 April".into(), each: TurnLength::HalfDay };
    let never = NewMap { calendar: Some(calendar), ..new.clone() };
    assert!(matches!(new_project(&never, &ruleset), Err(ReshapeError::NoDay { .. })));
    let mut tiny = new;
    tiny.grid.metres_per_hex = f64::NAN;
    assert!(matches!(new_project(&tiny, &ruleset), Err(ReshapeError::MetresPerHex { .. })));
}

#[test]
fn a_sample_shows_numbers_and_shape() {
    let grid = bundle().map.grid;
    let hexes = sample(&grid, 3, 2);
    let numbers: Vec<&str> = hexes.iter().map(|(number, _)| number.as_str()).collect();
    assert_eq!(numbers, ["0101", "0201", "0301", "0102", "0202", "0302"]);
    assert_eq!(hexes[1].1, [0.866_025_4, 0.5]);
}

#[test]
fn on_another_map_counters_stay_by_their_numbers() {
    let bundle = bundle();
    let placed = &bundle.scenario.setup.placements;
    let (kept, gone) = (placed[0].hex.clone(), placed.len());
    // The same grid, but for the hexes beyond that of the first counter.
    let at = bundle.map.grid.parse_hex(&kept).unwrap();
    let mut map = bundle.map.clone();
    map.id = "other".to_owned();
    (map.grid.columns, map.grid.rows) = (at.column + 1, at.row + 1);
    let still = |hex: &String| map.grid.parse_hex(hex).is_some();
    let stay = placed.iter().filter(|placed| still(&placed.hex)).count();
    let Reshaped { map: new, scenario, lost } = replace(&bundle, map.clone());
    assert_eq!(new, map, "the map is what was given");
    assert_eq!(scenario.setup.placements.len(), stay);
    assert_eq!(scenario.setup.placements[0].hex, kept);
    let unplaced = lost.iter().filter(|lost| lost.kind == LostKind::Placement).count();
    assert_eq!(unplaced, gone - stay);
    assert_eq!(replace(&bundle, bundle.map.clone()).lost, []);
}

fn margins() -> impl Strategy<Value = Margins> {
    (-9..6_i32, -9..6_i32, -7..6_i32, -7..6_i32)
        .prop_map(|(west, east, north, south)| cut(west, east, north, south))
}

fn numbering() -> impl Strategy<Value = Numbering> {
    (
        prop::bool::ANY,
        prop::sample::select(vec!["", ".", "-", " "]),
        1..=4_u8,
        1..=4_u8,
        0..200_u16,
        0..200_u16,
        prop::bool::ANY,
        prop::bool::ANY,
    )
        .prop_map(|(order, separator, column_digits, row_digits, column, row, east, south)| {
            Numbering {
                order: if order { NumberOrder::ColumnRow } else { NumberOrder::RowColumn },
                separator: separator.to_owned(),
                column_digits,
                row_digits,
                first_column: column,
                first_row: row,
                columns_from: if east { HorizontalEdge::East } else { HorizontalEdge::West },
                rows_from: if south { VerticalEdge::South } else { VerticalEdge::North },
            }
        })
}

/// Everything on a map that names one hex: its place counted in the old map, and what it is.
fn places(bundle: &Bundle, shift: [i32; 2]) -> BTreeSet<(i32, i32, String)> {
    let grid = &bundle.map.grid;
    let at = |label: &str| {
        let HexIndex { column, row } = grid.parse_hex(label).unwrap_or_else(|| panic!("{label}"));
        (i32::from(column) - shift[0], i32::from(row) - shift[1])
    };
    let mut places = BTreeSet::new();
    let mut put = |label: &str, what: String| {
        let (column, row) = at(label);
        places.insert((column, row, what));
    };
    for feature in &bundle.map.features.items {
        put(&feature.hex, format!("{} {:?}", feature.kind, feature.name));
    }
    for path in &bundle.map.paths.items {
        if path.hexes.len() > 1 {
            continue;
        }
        path.hexes.iter().for_each(|hex| put(hex, path.kind.clone()));
    }
    for zone in &bundle.map.zones.items {
        zone.hexes.iter().for_each(|hex| put(hex, format!("zone {}", zone.id)));
    }
    for placement in &bundle.scenario.setup.placements {
        put(&placement.hex, placement.counters.join(" "));
    }
    for arrival in &bundle.scenario.reinforcements {
        if let Entry::Hexes(hexes) = &arrival.entry {
            hexes.iter().for_each(|hex| put(hex, format!("turn {}", arrival.turn)));
        }
    }
    let columns = usize::from(grid.columns);
    for (row, glyphs) in bundle.map.terrain.rows.iter().enumerate() {
        for (column, glyph) in glyphs.chars().take(columns).enumerate() {
            let kind = &bundle.map.terrain.palette[&glyph.to_string()];
            places.insert((column as i32 - shift[0], row as i32 - shift[1], kind.clone()));
        }
    }
    places
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, ..ProptestConfig::default() })]

    #[test]
    fn cropped_and_undone_is_the_same(which in 0..6_usize, margins in margins(), keep in any::<bool>()) {
        let mut all = systems();
        all.push(furnished());
        let old = all.swap_remove(which);
        let fill = old.ruleset.terrain[0].id.clone();
        let keep = if keep { KeepNumbers::Yes } else { KeepNumbers::No };
        let Ok(reshaped) = resize(&old, margins, keep, &fill) else { return Ok(()) };
        let new = Bundle {
            map: reshaped.map.clone(),
            scenario: reshaped.scenario.clone(),
            ..old.clone()
        };

        // Nothing outside is kept, nothing inside is lost.
        let inside = |column: i32, row: i32| {
            let (c, r) = (column + margins.west, row + margins.north);
            c >= 0 && r >= 0 && c < i32::from(new.map.grid.columns) && r < i32::from(new.map.grid.rows)
        };
        let was = |column: i32, row: i32| {
            column >= 0 && row >= 0
                && column < i32::from(old.map.grid.columns) && row < i32::from(old.map.grid.rows)
        };
        let mut before = places(&old, [0, 0]);
        let outside = before.iter().filter(|&&(column, row, _)| !inside(column, row)).count();
        before.retain(|&(column, row, _)| inside(column, row));
        let mut after = places(&new, [margins.west, margins.north]);
        after.retain(|&(column, row, _)| was(column, row));
        prop_assert_eq!(before, after);
        prop_assert!(outside == 0 || !reshaped.lost.is_empty());

        // Hexsides and paths are still what they were to one another.
        let mut errors = salient_schema::check::check_parts(&new);
        errors.extend(salient_schema::check_references(&new));
        errors.retain(|found| {
            found.is_error() && !["come in by", "entry hex", "letter"].iter().any(|words| found.message.contains(words))
        });
        prop_assert!(errors.is_empty(), "{:#?}", errors);

        // The document takes it as one step and gives all back.
        let project = salient_schema::project::Project { bundle: old, paths: document().paths().clone(), texts: Default::default() };
        let mut document = Document::new(SYSTEMS, project, Origin::Embedded);
        let text = bytes(&document);
        document.apply(reshaped.into_edit()).unwrap();
        prop_assert_eq!(document.bundle(), &new);
        document.undo();
        prop_assert_eq!(bytes(&document), text);
    }

    #[test]
    fn renumbered_there_and_back_is_the_same(which in 0..6_usize, numbering in numbering()) {
        let mut all = systems();
        all.push(furnished());
        let old = all.swap_remove(which);
        let Ok(there) = renumber(&old, &numbering, old.map.grid.pushed) else { return Ok(()) };
        prop_assert!(there.lost.is_empty(), "{:?}", there.lost);
        let middle = Bundle { map: there.map, scenario: there.scenario, ..old.clone() };
        let back = renumber(&middle, &old.map.grid.numbering, old.map.grid.pushed).unwrap();
        prop_assert!(back.lost.is_empty());
        prop_assert_eq!(back.map, old.map);
        prop_assert_eq!(back.scenario, old.scenario);
    }

    #[test]
    fn cut_off_and_grown_again_is_cut_only(margins in margins()) {
        let old = furnished();
        let grow = |margins: Margins| Margins {
            west: margins.west.max(0), east: margins.east.max(0),
            north: margins.north.max(0), south: margins.south.max(0),
        };
        let margins = grow(margins);
        let Ok(grown) = resize(&old, margins, KeepNumbers::No, "clear") else { return Ok(()) };
        prop_assert!(grown.lost.is_empty());
        let larger = Bundle { map: grown.map, scenario: grown.scenario, ..old.clone() };
        let back = cut(-margins.west, -margins.east, -margins.north, -margins.south);
        let again = resize(&larger, back, KeepNumbers::No, "clear").unwrap();
        let mut expected = old.map.clone();
        expected.sort();
        let mut found = again.map;
        found.sort();
        if let (Some(found), Some(expected)) = (&mut found.georeference, &expected.georeference) {
            let pairs = found.plane_from_degrees.iter().zip(expected.plane_from_degrees);
            prop_assert!(pairs.into_iter().all(|(a, b)| (a - b).abs() < 3e-6));
            found.plane_from_degrees = expected.plane_from_degrees;
        }
        prop_assert_eq!(found, expected);
        prop_assert_eq!(again.scenario, old.scenario);
    }
}
