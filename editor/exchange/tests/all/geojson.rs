//! GeoJSON out and in again.

use proptest::prelude::*;
use salient_exchange::{ExportError, Fate, geo};
use salient_schema::map::{Fit, Georeference, Orientation, Pushed};
use salient_schema::{Bundle, to_canonical_json};
use serde_json::{Value, json};

use crate::foreign;

/// Somewhere in France, a little turned.
pub fn georeference() -> Georeference {
    Georeference {
        plane_from_degrees: [30.0, 2.0, -150.0, -1.5, -45.0, 2260.0],
        fit: Fit::Affine,
        rms_hexes: 0.1,
        rotation_degrees: Some(2.0),
        control_points: Vec::new(),
    }
}

fn on_earth(mut bundle: Bundle) -> Bundle {
    bundle.map.georeference.get_or_insert_with(georeference);
    bundle
}

fn written(bundle: &Bundle) -> Value {
    let parcel = geo::write(bundle, geo::Wishes::default()).unwrap();
    serde_json::from_slice(&parcel.files[0].bytes).unwrap()
}

fn sorted(bundle: &Bundle) -> String {
    let mut map = bundle.map.clone();
    map.sort();
    map.ruleset.clone_from(&bundle.ruleset.id);
    to_canonical_json(&map).unwrap()
}

/// Other programs and other versions of maps are compared with what is written: it stays the same
/// to the last byte.
#[test]
fn the_text_stays_as_it_is() {
    let parcel = geo::write(&foreign::small(), geo::Wishes { plane: true }).unwrap();
    let [file] = parcel.files.as_slice() else { panic!("one file") };
    assert_eq!(file.name, "kaisers-battle-fixture.geojson");
    let golden = include_str!("../golden/kaisers-battle-fixture.geojson");
    foreign::same_text("golden", golden, std::str::from_utf8(&file.bytes).unwrap());
}

/// Members may stand in any order, and of two of a name the last one counts.
#[test]
fn members_stand_in_any_order() {
    let bundle = foreign::small();
    let document = {
        let parcel = geo::write(&bundle, geo::Wishes { plane: true }).unwrap();
        serde_json::from_slice::<Value>(&parcel.files[0].bytes).unwrap()
    };
    let [ours, features] = ["salient", "features"].map(|member| document[member].to_string());
    let kind = "\"FeatureCollection\"";
    for text in [
        format!("{{\"features\":{features},\"salient\":{ours},\"type\":{kind}}}"),
        format!(
            "{{\"type\":0,\"features\":[7],\"salient\":{{\"map\":[]}},\"features\":{features},\"type\":{kind},\"salient\":{ours}}}"
        ),
    ] {
        let back = geo::read("x", text.as_bytes(), Some(bundle.ruleset.clone()));
        let back = back.unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(to_canonical_json(&back.map).unwrap(), sorted(&bundle));
    }
    let text = format!("{{\"features\":{features},\"features\":0,\"type\":{kind}}}");
    assert!(geo::read("x", text.as_bytes(), None).unwrap_err().what.contains("no features"));
    let error =
        geo::read("x", b"{\"type\":\"FeatureCollection\",\n \"features\":[{}, 1e999]}", None);
    assert_eq!(error.unwrap_err().place, "x:2:22");
}

#[test]
fn every_map_comes_back_whole() {
    for (name, bundle) in foreign::bundles() {
        let bundle = on_earth(bundle);
        let parcel = geo::write(&bundle, geo::Wishes::default()).unwrap();
        let ruleset = Some(bundle.ruleset.clone());
        let back =
            geo::read(&name, &parcel.files[0].bytes, ruleset).unwrap_or_else(|e| panic!("{e}"));
        foreign::same_text(&name, &sorted(&bundle), &to_canonical_json(&back.map).unwrap());
        let stacks = bundle.scenario.setup.placements.len();
        assert_eq!(back.losses.losses.len(), stacks, "{name}: {}", back.losses);
        let told = parcel.losses.losses.iter().filter(|loss| loss.fate == Fate::Changed);
        assert_eq!(told.count(), stacks, "each stack is told of");
    }
}

/// Twice the area of a ring in degrees; above 0 where it runs counter-clockwise.
fn area(ring: &[Value]) -> f64 {
    let point = |value: &Value| [value[0].as_f64().unwrap(), value[1].as_f64().unwrap()];
    ring.windows(2)
        .map(|w| (point(&w[0]), point(&w[1])))
        .map(|(a, b)| a[0] * b[1] - b[0] * a[1])
        .sum()
}

/// RFC 7946: closed rings by the right-hand rule, within the bounding box, one hexagon a hex.
#[test]
fn the_geometry_is_sound() {
    for (name, bundle) in foreign::bundles() {
        let bundle = on_earth(bundle);
        let document = written(&bundle);
        let bbox: Vec<f64> =
            document["bbox"].as_array().unwrap().iter().map(|v| v.as_f64().unwrap()).collect();
        let mut hexes = 0;
        for feature in document["features"].as_array().unwrap() {
            let geometry = &feature["geometry"];
            let rings: Vec<&Vec<Value>> = match geometry["type"].as_str().unwrap_or_default() {
                "Polygon" => geometry["coordinates"].as_array().unwrap().iter().collect::<Vec<_>>(),
                "MultiPolygon" => {
                    let polygons = geometry["coordinates"].as_array().unwrap();
                    polygons.iter().flat_map(|p| p.as_array().unwrap()).collect()
                }
                _ => continue,
            }
            .into_iter()
            .map(|ring| ring.as_array().unwrap())
            .collect();
            hexes += usize::from(feature["properties"]["layer"] == "hex");
            let is_hex = geometry["type"] == "Polygon";
            for ring in rings {
                assert_eq!(ring.first(), ring.last(), "{name}: closed");
                assert!(ring.len() >= 7);
                assert!(!is_hex || area(ring) > 0.0, "{name}: counter-clockwise");
                for point in ring {
                    let (x, y) = (point[0].as_f64().unwrap(), point[1].as_f64().unwrap());
                    assert!(bbox[0] <= x && x <= bbox[2] && bbox[1] <= y && y <= bbox[3]);
                }
            }
        }
        let grid = &bundle.map.grid;
        assert_eq!(hexes, usize::from(grid.columns) * usize::from(grid.rows), "{name}");
    }
}

/// A map that lies on the earth puts a hex where its georeference says.
#[test]
fn hexes_lie_where_the_georeference_says() {
    let bundle = foreign::bundle("scenarios/kaisers-battle/kaisers-battle.json");
    let georeference = bundle.map.georeference.clone().unwrap();
    let document = written(&bundle);
    let [a, b, c, d, e, f] = georeference.plane_from_degrees;
    let first = &document["features"][0];
    let ring = first["geometry"]["coordinates"][0].as_array().unwrap();
    let mean = |axis: usize| ring[..6].iter().map(|p| p[axis].as_f64().unwrap()).sum::<f64>() / 6.0;
    let (longitude, latitude) = (mean(0), mean(1));
    let x = a * longitude + b * latitude + c;
    let y = d * longitude + e * latitude + f;
    let push = if bundle.map.grid.pushed == Pushed::First { 0.5 } else { 0.0 };
    assert!(x.abs() < 1e-4 && (y - push).abs() < 1e-4, "{x} {y}");
}

#[test]
fn a_map_that_lies_nowhere_says_what_to_do() {
    let mut bundle = foreign::small();
    bundle.map.georeference = None;
    let error = geo::write(&bundle, geo::Wishes::default()).unwrap_err();
    let ExportError::Cannot { what, help } = error else { panic!("{error}") };
    assert!(what.contains("no georeference") && help.contains("--plane"), "{what} {help}");
    let parcel = geo::write(&bundle, geo::Wishes { plane: true }).unwrap();
    assert!(parcel.losses.losses.iter().any(|loss| loss.kind == "place on the earth"));

    bundle.map.georeference = Some(Georeference { plane_from_degrees: [0.0; 6], ..georeference() });
    assert!(geo::write(&bundle, geo::Wishes::default()).is_err(), "no inverse");
    bundle.map.georeference = Some(Georeference {
        plane_from_degrees: [0.001, 0.0, 0.0, 0.0, -0.001, 0.0],
        ..georeference()
    });
    assert!(geo::write(&bundle, geo::Wishes::default()).is_err(), "off the earth");
}

/// A designer's hexagons: our own without what only we know of, in another order, some cut out.
#[test]
fn hexagons_from_elsewhere_become_a_grid() {
    for orientation in [Orientation::FlatTopped, Orientation::PointyTopped] {
        for pushed in [Pushed::First, Pushed::Second] {
            let mut bundle = foreign::small();
            bundle.map.grid.orientation = orientation;
            bundle.map.grid.pushed = pushed;
            bundle.map.georeference = Some(georeference());
            let document = written(&bundle);
            let hexes = document["features"].as_array().unwrap().iter();
            let hexes = hexes.filter(|feature| feature["properties"]["layer"] == "hex");
            let mut features: Vec<Value> = hexes
                .map(|feature| {
                    let terrain = &feature["properties"]["terrain"];
                    let properties = json!({ "id": 7, "landuse": terrain, "fid": null });
                    json!({ "type": "Feature", "geometry": feature["geometry"], "properties": properties })
                })
                .collect();
            features.reverse();
            let gone = features.remove(features.len() / 2);
            let centre = &gone["geometry"]["coordinates"][0];
            let middle =
                |axis: usize| (0..6).map(|c| centre[c][axis].as_f64().unwrap()).sum::<f64>() / 6.0;
            features.push(json!({
                "type": "Feature",
                "geometry": { "type": "Point", "coordinates": [middle(0), middle(1)] },
                "properties": { "place": "Large town", "name": "Ham" }
            }));
            features.push(json!({
                "type": "Feature",
                "geometry": { "type": "LineString", "coordinates": [[2.0, 50.0], [2.1, 50.0]] },
                "properties": { "waterway": "river" }
            }));
            let file = json!({ "type": "FeatureCollection", "features": features }).to_string();
            let back = geo::read("qgis", file.as_bytes(), None).unwrap_or_else(|e| panic!("{e}"));
            let (ours, theirs) = (&bundle.map, &back.map);
            assert_eq!(
                (
                    theirs.grid.orientation,
                    theirs.grid.pushed,
                    theirs.grid.columns,
                    theirs.grid.rows
                ),
                (orientation, pushed, ours.grid.columns, ours.grid.rows)
            );
            let kind = |map: &salient_schema::Map, row: usize, column: usize| {
                let glyph = map.terrain.rows[row].chars().nth(column).unwrap();
                map.terrain.palette[&glyph.to_string()].clone()
            };
            let same = (0..usize::from(ours.grid.rows))
                .flat_map(|row| {
                    (0..usize::from(ours.grid.columns)).map(move |column| (row, column))
                })
                .filter(|(row, column)| kind(ours, *row, *column) == kind(theirs, *row, *column))
                .count();
            let size = usize::from(ours.grid.columns) * usize::from(ours.grid.rows);
            assert!(same + 1 >= size, "{same} of {size}");
            assert_eq!(theirs.features.items.len(), 1);
            assert_eq!(theirs.features.items[0].kind, "large-town");
            let fit = theirs.georeference.as_ref().unwrap();
            assert!(fit.rms_hexes < 1e-3);
            for (a, b) in fit.plane_from_degrees.iter().zip(georeference().plane_from_degrees) {
                assert!((a - b).abs() < 1e-2 * b.abs().max(1.0), "{fit:?}");
            }
            let kinds: Vec<&str> =
                back.losses.losses.iter().map(|loss| loss.kind.as_str()).collect();
            assert_eq!(kinds, ["feature", "hex", "property"], "{}", back.losses);
        }
    }
}

#[test]
fn what_is_no_map_is_refused() {
    for (text, what) in [
        ("", "no JSON"),
        ("[]", "no GeoJSON"),
        (r#"{"type":"FeatureCollection"}"#, "no features"),
        (r#"{"type":"FeatureCollection","features":[]}"#, "no regular hexagons"),
        (r#"{"type":"FeatureCollection","salient":{"map":{}},"features":[]}"#, "missing field"),
    ] {
        let error = geo::read("x", text.as_bytes(), None).unwrap_err();
        assert!(error.what.contains(what), "{error}");
    }
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    assert!(geo::read("x", deep.as_bytes(), None).is_err());
    let huge = serde_json::to_string(&written(&on_earth(foreign::small()))).unwrap();
    let huge = huge.replacen("\"columns\":", "\"columns\":65535,\"x\":", 1);
    assert!(geo::read("x", huge.as_bytes(), None).is_err());
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(48) })]

    #[test]
    fn mangled_files_do_no_harm(edits in foreign::edits()) {
        let mut bytes = geo::write(&on_earth(foreign::small()), geo::Wishes::default()).unwrap().files
            .remove(0).bytes;
        foreign::mangle(&mut bytes, &edits);
        foreign::harmless(&geo::read("mangled", &bytes, None));
    }

    #[test]
    fn any_hexagons_do_no_harm(points in prop::collection::vec((any::<f64>(), -90.0..90.0), 6..60)) {
        let rings: Vec<Value> = points.chunks_exact(6).map(|six| {
            let mut ring: Vec<[f64; 2]> = six.iter().map(|(x, y)| [*x, *y]).collect();
            ring.push(ring[0]);
            json!({ "type": "Feature", "geometry": { "type": "Polygon", "coordinates": [ring] } })
        }).collect();
        let file = json!({ "type": "FeatureCollection", "features": rings }).to_string();
        foreign::harmless(&geo::read("any", file.as_bytes(), None));
    }

    #[test]
    fn any_text_comes_back(name in foreign::texts()) {
        let mut bundle = on_earth(foreign::small());
        bundle.map.features.items[0].name = Some(name);
        let parcel = geo::write(&bundle, geo::Wishes::default()).unwrap();
        let back = geo::read("any", &parcel.files[0].bytes, Some(bundle.ruleset.clone())).unwrap();
        prop_assert_eq!(sorted(&bundle), to_canonical_json(&back.map).unwrap());
    }
}

/// Flat-topped hexagons of a kilometre in metres of some system, three columns of two, and a town.
fn in_metres(crs: &Value, [x, y]: [f64; 2]) -> String {
    let radius = 1000.0 / 3.0_f64.sqrt();
    let mut features = Vec::new();
    for (column, row) in (0..3).flat_map(|column| (0..2).map(move |row| (column, row))) {
        let middle = [
            x + f64::from(column) * 1.5 * radius,
            y - 1000.0 * f64::from(row) - 500.0 * f64::from(column % 2),
        ];
        let corner = |at: usize| {
            let angle = (at as f64 * 60.0).to_radians();
            [middle[0] + radius * angle.cos(), middle[1] + radius * angle.sin()]
        };
        let ring: Vec<[f64; 2]> = (0..7).map(|at| corner(at % 6)).collect();
        let kind = if column == 1 { "woods" } else { "clear" };
        features.push(json!({
            "type": "Feature", "properties": {"terrain": kind},
            "geometry": {"type": "Polygon", "coordinates": [ring]}
        }));
    }
    features.push(json!({
        "type": "Feature", "properties": {"place": "town", "name": "Corbie"},
        "geometry": {"type": "Point", "coordinates": [x + 1.5 * radius, y - 1500.0]}
    }));
    json!({"type": "FeatureCollection", "crs": crs, "features": features}).to_string()
}

/// What QGIS writes in Lambert 93, UTM or Web Mercator lies where it belongs.
#[test]
fn a_projected_layer_lies_on_the_earth() {
    let named = |name: &str| json!({"type": "name", "properties": {"name": name}});
    for (crs, place, [longitude, latitude]) in [
        (named("urn:ogc:def:crs:EPSG::2154"), [664_600.0, 6_979_000.0], [2.505, 49.907]),
        (named("EPSG:32631"), [464_500.0, 5_528_400.0], [2.505, 49.907]),
        (
            json!({"type": "EPSG", "properties": {"code": 3857}}),
            [278_855.0, 6_429_900.0],
            [2.505, 49.907],
        ),
    ] {
        let text = in_metres(&crs, place);
        let back = geo::read("metres.geojson", text.as_bytes(), None).unwrap();
        let map = &back.map;
        assert_eq!((map.grid.columns, map.grid.rows), (3, 2), "{crs}");
        assert_eq!(map.features.items[0].name.as_deref(), Some("Corbie"), "{crs}");
        assert_eq!(map.features.items[0].hex, "0202", "{crs}");
        let [a, b, c, d, e, f] = map.georeference.as_ref().unwrap().plane_from_degrees;
        let x = a * longitude + b * latitude + c;
        let y = d * longitude + e * latitude + f;
        assert!(x.abs() < 0.6 && y.abs() < 0.6, "{crs}: {x}, {y}");
    }
}

#[test]
fn an_unknown_system_is_named() {
    let text = in_metres(&json!({"properties": {"name": "EPSG:1"}}), [-740_000.0, -1_050_000.0]);
    let error = geo::read("czech.geojson", text.as_bytes(), None).unwrap_err();
    assert!(error.what.contains("EPSG:1") && error.place.ends_with("crs"), "{error}");
    // Without the member nobody knows, and metres are no degrees.
    let error = geo::read("bare.geojson", in_metres(&Value::Null, [6e5, 5e6]).as_bytes(), None);
    let error = error.unwrap_err();
    assert!(error.what.contains("no degrees") && error.help.contains("EPSG:4326"), "{error}");
}

/// In hexes, wherever the map lies.
#[test]
fn plane_coordinates_are_what_was_asked_for() {
    let flat = foreign::small();
    let lying = on_earth(flat.clone());
    let [flat, lying] = [flat, lying].map(|bundle| {
        let parcel = geo::write(&bundle, geo::Wishes { plane: true }).unwrap();
        assert!(parcel.losses.losses.iter().any(|loss| loss.kind == "place on the earth"));
        serde_json::from_slice::<Value>(&parcel.files[0].bytes).unwrap()
    });
    assert_eq!(flat["features"], lying["features"]);
    assert_eq!(flat["bbox"], lying["bbox"]);
}

/// Each layer in a document of its own, of one kind of geometry; all together are the whole.
#[test]
fn themes_are_documents_of_their_own() {
    let bundle = on_earth(foreign::small());
    let document = geo::Document::of(&bundle, geo::Wishes::default()).unwrap();
    let whole = written(&bundle);
    let mut all = Vec::new();
    for (theme, name) in document.themes().unwrap() {
        let mut bytes = Vec::new();
        document.write_theme(theme, &mut bytes).unwrap();
        let part: Value = serde_json::from_slice(&bytes).unwrap();
        assert_eq!(name, format!("{}-{}.geojson", bundle.map.id, theme.name()));
        assert_eq!(part.get("salient").is_some(), theme == geo::Theme::Hexes);
        let features = part["features"].as_array().unwrap().clone();
        assert!(!features.is_empty() && part["bbox"].is_array(), "{name}");
        let kinds: std::collections::BTreeSet<&str> =
            features.iter().filter_map(|feature| feature["geometry"]["type"].as_str()).collect();
        assert_eq!(kinds.len(), 1, "{name}: {kinds:?}");
        all.extend(features);
    }
    assert_eq!(Value::Array(all), whole["features"]);
}

/// Hexagons of a grid in Mercator's projection, in degrees: some columns and rows of it.
fn mercator(hexes: &[(i32, i32)]) -> Value {
    let (radius, earth) = (5_000.0_f64, 6_378_137.0_f64);
    let degrees =
        |x: f64, y: f64| json!([(x / earth).to_degrees(), (y / earth).sinh().atan().to_degrees()]);
    let hexagon = |(column, row): &(i32, i32)| {
        let push = if column.rem_euclid(2) == 1 { 0.5 } else { 0.0 };
        let x = 300_000.0 + f64::from(*column) * 1.5 * radius;
        let y = 5_300_000.0 - (f64::from(*row) + push) * radius * 3.0_f64.sqrt();
        let corner = |at: i32| {
            let angle = f64::from(at * 60).to_radians();
            degrees(x + radius * angle.cos(), y + radius * angle.sin())
        };
        json!({
            "type": "Feature",
            "geometry": { "type": "Polygon", "coordinates": [(0..=6).map(corner).collect::<Vec<_>>()] },
            "properties": { "terrain": "land" }
        })
    };
    json!({ "type": "FeatureCollection", "features": hexes.iter().map(hexagon).collect::<Vec<_>>() })
}

#[test]
fn islands_lie_on_one_grid_and_the_sea_between_is_off_the_map() {
    // Two islands far from each other, and a rock alone.
    let block = |columns: std::ops::Range<i32>, rows: std::ops::Range<i32>| {
        columns.flat_map(move |column| rows.clone().map(move |row| (column, row)))
    };
    let mut hexes: Vec<(i32, i32)> = block(0..8, 0..9).chain(block(20..26, 12..19)).collect();
    hexes.push((13, 5));
    let file = mercator(&hexes).to_string();
    let back = geo::read("islands", file.as_bytes(), None).unwrap_or_else(|e| panic!("{e}"));
    let count = back.losses.counts.of("features");
    let all = hexes.len() as u64;
    assert_eq!((count.seen, count.placed, count.told), (all, all, 0));
    let map = &back.map;
    assert_eq!((map.grid.columns, map.grid.rows), (26, 19));
    let kind = |column: i32, row: i32| {
        let glyph = map.terrain.rows[row as usize].chars().nth(column as usize).unwrap();
        map.terrain.palette[&glyph.to_string()].as_str()
    };
    for (column, row) in block(0..26, 0..19) {
        let expected = if hexes.contains(&(column, row)) { "land" } else { "off-map" };
        assert_eq!(kind(column, row), expected, "{column}, {row}");
    }
    let off = back.ruleset.terrain.iter().find(|kind| kind.id == "off-map").unwrap();
    assert!(off.impassable);
    assert!(back.losses.to_string().contains("it is off the map here"), "{}", back.losses);
    // What fits no hex of the grid is told of.
    let mut askew = mercator(&hexes[..hexes.len() - 1]);
    let mut other = mercator(&[(13, 5)]);
    let ring = other["features"][0]["geometry"]["coordinates"][0].as_array_mut().unwrap();
    for corner in ring {
        let moved = corner[0].as_f64().unwrap() + 0.035;
        corner[0] = json!(moved);
    }
    askew["features"].as_array_mut().unwrap().push(other["features"][0].take());
    let back = geo::read("islands", askew.to_string().as_bytes(), None).unwrap();
    assert_eq!(back.losses.counts.of("features").told, 1, "{}", back.losses);
    // With a ruleset that knows no such terrain, it is the commonest there.
    let mut ruleset = salient_schema::Ruleset::empty("own", "Own");
    ruleset.terrain = vec![back.ruleset.terrain.iter().find(|k| k.id == "land").unwrap().clone()];
    let back = geo::read("islands", file.as_bytes(), Some(ruleset)).unwrap();
    assert_eq!(back.map.terrain.palette.len(), 1);
    assert!(back.losses.to_string().contains("it became land, as most are of which"));
}
