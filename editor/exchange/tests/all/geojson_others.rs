//! Others' GeoJSON: hexagons twice, over the date line, cut, bent by the earth, several in one feature.

use salient_exchange::{Imported, geo};
use salient_hex::earth::within_turn;
use salient_schema::map::Georeference;
use serde_json::{Value, json};

/// The earth, for Mercator's projection.
const EARTH: f64 = 6_378_137.0;
const RADIUS: f64 = 5_000.0;

/// The ring of a flat-topped hexagon in degrees, in Mercator's projection about a place.
fn ring([longitude, latitude]: [f64; 2], column: i32, row: i32) -> Vec<[f64; 2]> {
    let north = |latitude: f64| latitude.to_radians().tan().asinh() * EARTH;
    let push = if column.rem_euclid(2) == 1 { 0.5 } else { 0.0 };
    let x = longitude.to_radians() * EARTH + f64::from(column) * 1.5 * RADIUS;
    let y = north(latitude) - (f64::from(row) + push) * RADIUS * 3.0_f64.sqrt();
    let corner = |at: i32| {
        let angle = f64::from((at % 6) * 60).to_radians();
        let (x, y) = (x + RADIUS * angle.cos(), y + RADIUS * angle.sin());
        [(x / EARTH).to_degrees(), (y / EARTH).sinh().atan().to_degrees()]
    };
    (0..=6).map(corner).collect()
}

fn polygon(ring: &[[f64; 2]]) -> Value {
    json!({ "type": "Polygon", "coordinates": [ring] })
}

fn feature(geometry: &Value, properties: &Value) -> Value {
    json!({ "type": "Feature", "geometry": geometry, "properties": properties })
}

/// What the hex in a column and row is of.
fn kind(column: i32, row: i32) -> &'static str {
    ["clear", "woods", "marsh", "sea"][(column * 3 + row * row).rem_euclid(4) as usize]
}

/// A map of so many columns and rows about a place, each hexagon as `made` makes it of its ring.
fn grid(
    place: [f64; 2],
    [columns, rows]: [i32; 2],
    made: impl Fn(i32, i32, Vec<[f64; 2]>) -> Value,
) -> Vec<Value> {
    let all = (0..columns).flat_map(|column| (0..rows).map(move |row| (column, row)));
    let hexagon = |(at, (column, row)): (i32, (i32, i32))| {
        let properties = json!({ "fid": at + 1, "terrain": kind(column, row) });
        feature(&made(column, row, ring(place, column, row)), &properties)
    };
    (0..).zip(all).map(hexagon).collect()
}

fn plain(_: i32, _: i32, ring: Vec<[f64; 2]>) -> Value {
    polygon(&ring)
}

fn read(features: &[Value]) -> Imported {
    let text = json!({ "type": "FeatureCollection", "features": features }).to_string();
    let read = geo::read("theirs.geojson", text.as_bytes(), None);
    let read = read.unwrap_or_else(|error| panic!("{error}"));
    let count = read.losses.counts.of("features");
    assert!(count.agrees(), "{count}: {}", read.losses);
    read
}

/// Every hex is of its kind, whatever hexagons became.
fn is_whole(read: &Imported, [columns, rows]: [i32; 2]) {
    let map = &read.map;
    let found = [i32::from(map.grid.columns), i32::from(map.grid.rows)];
    assert_eq!(found, [columns, rows], "{}", read.losses);
    for (row, glyphs) in (0..).zip(&map.terrain.rows) {
        for (column, glyph) in (0..).zip(glyphs.chars()) {
            let found = map.terrain.palette[&glyph.to_string()].as_str();
            assert_eq!(found, kind(column, row), "{column}, {row}: {}", read.losses);
        }
    }
}

/// Where a place lies on a map's plane, its longitude counted from -180 to 180 in the map's turn.
fn on_plane(georeference: &Georeference, [longitude, latitude]: [f64; 2]) -> [f64; 2] {
    let [a, b, c, d, e, f] = georeference.plane_from_degrees;
    [a * longitude + b * latitude + c, d * longitude + e * latitude + f]
}

#[test]
fn a_hexagon_that_is_in_the_file_twice_is_one() {
    let size = [8, 6];
    let mut features = grid([9.0, 48.5], size, plain);
    let mut again = features[17].clone();
    again["id"] = json!("again");
    again["properties"]["terrain"] = json!("town");
    features.insert(30, again);
    let once = read(&features);
    is_whole(&once, size);
    let count = once.losses.counts.of("features");
    assert_eq!((count.seen, count.placed, count.told), (49, 48, 1), "{}", once.losses);
    assert!(once.map.georeference.as_ref().unwrap().rms_hexes < 0.002);
    let [loss] = once.losses.losses.iter().filter(|l| l.kind == "hexagon").collect::<Vec<_>>()[..]
    else {
        panic!("{}", once.losses)
    };
    assert_eq!(loss.which, "0306 (id again, features[30] lies on features[17])");
    assert_eq!(loss.place.as_deref(), Some("theirs.geojson: features[30]"));
    // A little askew, all of them twice, and many times over.
    let askew = |by: f64| {
        grid([9.0 + by, 48.5], size, plain).into_iter().map(|mut feature| {
            feature["properties"]["terrain"] = json!("town");
            feature
        })
    };
    for (times, by) in [(1, 0.0), (1, 1e-6), (1, 0.002), (12, 0.0)] {
        let mut features = grid([9.0, 48.5], size, plain);
        (0..times).for_each(|_| features.extend(askew(by)));
        let found = read(&features);
        is_whole(&found, size);
        assert_eq!(found.losses.counts.of("features").told, 48 * times, "{times} {by}");
    }
}

/// The three ways in which a map over the date line is written: longitudes that go on beyond 180,
/// that leap to -180, and hexagons that are cut in two.
#[test]
fn a_map_over_the_date_line_is_whole() {
    let size = [10, 4];
    let begin = [179.8, 65.3];
    let wrap = |ring: Vec<[f64; 2]>| -> Vec<[f64; 2]> {
        ring.into_iter().map(|[x, y]| [within_turn(x), y]).collect()
    };
    let unwrapped = grid(begin, size, plain);
    let westward = grid([begin[0] - 360.0, begin[1]], size, plain);
    let wrapped = grid(begin, size, |_, _, ring| polygon(&wrap(ring)));
    let cut = grid(begin, size, |_, _, ring| cut_in_two(&ring));
    let first = on_plane(read(&wrapped).map.georeference.as_ref().unwrap(), [179.9, 65.2]);
    for features in [unwrapped, westward, wrapped, cut] {
        let found = read(&features);
        is_whole(&found, size);
        let count = found.losses.counts.of("features");
        assert_eq!((count.seen, count.placed, count.told), (40, 40, 0), "{}", found.losses);
        let georeference = found.map.georeference.as_ref().unwrap();
        assert!(georeference.rms_hexes < 0.02, "{georeference:?}");
        // All of them are about the same turn of the earth.
        let [x, y] = on_plane(georeference, [179.9, 65.2]);
        assert!((x - first[0]).abs() < 1e-2 && (y - first[1]).abs() < 1e-2, "{x} {y} {first:?}");
        goes_out_and_comes_back(&found, size);
    }
}

/// A hexagon as RFC 7946 wants it: where it lies over the date line, a part on either side.
fn cut_in_two(ring: &[[f64; 2]]) -> Value {
    if ring.iter().all(|[x, _]| *x <= 180.0) {
        return polygon(ring);
    }
    if ring.iter().all(|[x, _]| *x >= 180.0) {
        return polygon(&ring.iter().map(|[x, y]| [x - 360.0, *y]).collect::<Vec<_>>());
    }
    let part = |is_east: bool| {
        let mut part: Vec<[f64; 2]> = Vec::new();
        for ends in ring.windows(2) {
            let [[ax, ay], [bx, by]] = [ends[0], ends[1]];
            if (ax > 180.0) == is_east {
                part.push([ax, ay]);
            }
            if (ax > 180.0) != (bx > 180.0) {
                part.push([180.0, ay + (by - ay) * (180.0 - ax) / (bx - ax)]);
            }
        }
        part.push(part[0]);
        let by = if is_east { -360.0 } else { 0.0 };
        [part.into_iter().map(|[x, y]| [x + by, y]).collect::<Vec<_>>()]
    };
    json!({ "type": "MultiPolygon", "coordinates": [part(false), part(true)] })
}

/// What was read is written within ±180°, read back as ours, and as a stranger's would be.
fn goes_out_and_comes_back(found: &Imported, size: [i32; 2]) {
    let mut bundle = crate::foreign::small();
    bundle.map = found.map.clone();
    bundle.ruleset = found.ruleset.clone();
    bundle.scenario.setup.placements.clear();
    let written = geo::write(&bundle, geo::Wishes::default()).unwrap_or_else(|e| panic!("{e}"));
    let bytes = &written.files[0].bytes;
    let mut document: Value = serde_json::from_slice(bytes).unwrap();
    let bbox: Vec<f64> = serde_json::from_value(document["bbox"].clone()).unwrap();
    assert!(bbox[0] > 179.0 && bbox[2] < -179.0 && bbox[1] < bbox[3], "{bbox:?}");
    fn each(value: &Value, take: &mut impl FnMut(f64)) {
        match value.as_array() {
            Some(list) if list[0].is_number() => take(list[0].as_f64().unwrap()),
            Some(list) => list.iter().for_each(|entry| each(entry, take)),
            None => {}
        }
    }
    let mut cut = 0;
    for feature in document["features"].as_array().unwrap() {
        let geometry = &feature["geometry"];
        if geometry["type"] == "MultiPolygon" {
            assert_eq!(geometry["coordinates"].as_array().unwrap().len(), 2, "{geometry}");
            cut += 1;
        }
        let parts = match geometry["type"].as_str().unwrap() {
            "MultiPolygon" => geometry["coordinates"].as_array().unwrap().clone(),
            _ => vec![geometry["coordinates"].clone()],
        };
        for part in parts {
            let (mut west, mut east) = (f64::MAX, f64::MIN);
            each(&part, &mut |x| (west, east) = (west.min(x), east.max(x)));
            assert!(west >= -180.0 && east <= 180.0 && east - west < 1.0, "{part}");
        }
    }
    assert!((4..=8).contains(&cut), "{cut} hexes are cut");
    let ours = geo::read("ours", bytes, Some(bundle.ruleset.clone())).unwrap();
    assert_eq!(ours.map.terrain.rows, found.map.terrain.rows);
    assert_eq!(ours.map.georeference, found.map.georeference);
    document.as_object_mut().unwrap().remove("salient");
    let features = document["features"].as_array().unwrap().clone();
    let again = read(&features);
    is_whole(&again, size);
    assert!(again.losses.losses.iter().all(|loss| loss.kind != "hexagon"), "{}", again.losses);
}

/// Also in tiles, as some programs write it: each part a feature of its own.
#[test]
fn parts_of_a_hexagon_in_two_features_are_one_hex() {
    let mut features = Vec::new();
    for whole in grid([179.8, 65.3], [10, 4], |_, _, ring| cut_in_two(&ring)) {
        if whole["geometry"]["type"] == "Polygon" {
            features.push(whole);
            continue;
        }
        for part in whole["geometry"]["coordinates"].as_array().unwrap() {
            let geometry = json!({ "type": "Polygon", "coordinates": part });
            features.push(feature(&geometry, &whole["properties"]));
        }
    }
    let found = read(&features);
    is_whole(&found, [10, 4]);
    assert_eq!(found.losses.counts.of("features").placed, 40, "{}", found.losses);
}

/// Hexagons that are clipped at a coast lie where they lie, and are told of by id.
#[test]
fn cut_hexagons_are_read_and_told() {
    let size = [6, 6];
    let place = [2.7, 50.0];
    let coast = place[0] + (5.1 * 1.5 * RADIUS / EARTH).to_degrees();
    let features = grid(place, size, |column, _, ring| {
        let ring = if column == 5 { clipped(&ring, coast) } else { ring };
        polygon(&ring)
    });
    let found = read(&features);
    is_whole(&found, size);
    let cut: Vec<_> = found.losses.losses.iter().filter(|loss| loss.kind == "hexagon").collect();
    assert_eq!(cut.len(), 6, "{}", found.losses);
    assert!(cut[0].which.starts_with("0601 (fid 31, ") && cut[0].which.ends_with("% of it)"));
    assert_eq!(cut[0].place.as_deref(), Some("theirs.geojson: features[30]"));
    assert_eq!(found.losses.counts.of("features").placed, 36);
    // Slivers, and a hex that is cut into a part for each kind of ground: the largest counts.
    let coast = place[0] + (3.45 * 1.5 * RADIUS / EARTH).to_degrees();
    let mut features = grid(place, [6, 6], plain);
    let mut woods = features[21].clone();
    let ring: Vec<[f64; 2]> =
        serde_json::from_value(woods["geometry"]["coordinates"][0].take()).unwrap();
    woods["geometry"] = polygon(&clipped(&ring, coast));
    let mut rest = woods.clone();
    let east: Vec<[f64; 2]> = ring.iter().map(|[x, y]| [-x, *y]).collect();
    let east: Vec<[f64; 2]> = clipped(&east, -coast).iter().map(|[x, y]| [-x, *y]).collect();
    rest["geometry"] = polygon(&east);
    rest["properties"]["terrain"] = json!("lake");
    features[21] = rest;
    features.push(woods);
    let found = read(&features);
    is_whole(&found, [6, 6]);
    assert_eq!(found.losses.counts.of("features").told, 1, "{}", found.losses);
    // An area within a hex, and one over several, are none.
    let [x, y] = ring[0];
    for wide in [0.01, 0.4] {
        let mut features = grid(place, [6, 6], plain);
        let lake = [[x, y], [x - wide, y], [x - wide, y - wide], [x, y - wide], [x, y]];
        let lake = lake.map(|[x, y]| [x - 0.02, y]);
        features.push(feature(&polygon(&lake), &json!({ "name": "Lake", "natural": "water" })));
        let found = read(&features);
        is_whole(&found, [6, 6]);
        let told = found.losses.losses.iter().find(|loss| loss.kind == "feature").unwrap();
        assert_eq!(
            (told.which.as_str(), told.place.as_deref()),
            ("Polygon Lake", Some("theirs.geojson: features[36]"))
        );
    }
}

/// What lies west of a longitude of a convex ring.
fn clipped(ring: &[[f64; 2]], coast: f64) -> Vec<[f64; 2]> {
    let mut left: Vec<[f64; 2]> = Vec::new();
    for ends in ring.windows(2) {
        let [[ax, ay], [bx, by]] = [ends[0], ends[1]];
        if ax <= coast {
            left.push([ax, ay]);
        }
        if (ax > coast) != (bx > coast) {
            left.push([coast, ay + (by - ay) * (coast - ax) / (bx - ax)]);
        }
    }
    left.push(left[0]);
    left
}

/// All hexes of a kind in one feature, and whatever else is in it.
#[test]
fn several_hexagons_in_one_feature_are_as_many_hexes() {
    let size = [9, 7];
    let single = grid([9.0, 48.5], size, plain);
    let features: Vec<Value> = ["clear", "woods", "marsh", "sea"]
        .iter()
        .map(|kind| {
            let own = single.iter().filter(|feature| feature["properties"]["terrain"] == *kind);
            let polygons: Vec<&Value> = own.map(|one| &one["geometry"]["coordinates"]).collect();
            let geometry = json!({ "coordinates": polygons, "type": "MultiPolygon" });
            feature(&geometry, &json!({ "terrain": kind }))
        })
        .collect();
    let found = read(&features);
    is_whole(&found, size);
    let count = found.losses.counts.of("features");
    assert_eq!((count.seen, count.placed), (63, 63), "{}", found.losses);
    // As a collection, and an area among them.
    let mut features = features;
    let lake = json!([[[1.0, 1.0], [1.2, 1.0], [1.2, 1.2], [1.0, 1.0]]]);
    features[0]["geometry"]["coordinates"].as_array_mut().unwrap().insert(0, lake);
    let parts = features[1]["geometry"]["coordinates"].as_array().unwrap().clone();
    let parts: Vec<Value> =
        parts.iter().map(|part| json!({ "type": "Polygon", "coordinates": part })).collect();
    features[1]["geometry"] = json!({ "type": "GeometryCollection", "geometries": parts });
    let found = read(&features);
    is_whole(&found, size);
    let count = found.losses.counts.of("features");
    assert_eq!((count.seen, count.placed, count.told), (64, 63, 1), "{}", found.losses);
}

#[test]
fn several_points_in_one_feature_and_names_in_capitals_are_read() {
    let size = [8, 6];
    let place = [9.0, 48.5];
    let mut features = grid(place, size, plain);
    for feature in &mut features {
        let terrain = feature["properties"]["terrain"].take();
        feature["properties"] = json!({ "FID": 3, "TERRAIN": terrain });
    }
    let middle = |column: i32, row: i32| {
        let ring = ring(place, column, row);
        [0, 1].map(|axis| ring[..6].iter().map(|corner| corner[axis]).sum::<f64>() / 6.0)
    };
    let points = |kind: &str, coordinates: Value, properties: Value| {
        feature(&json!({ "type": kind, "coordinates": coordinates }), &properties)
    };
    let properties = json!({ "NAME": "Ulm", "Kind": "Town" });
    features.push(points("MultiPoint", json!([middle(1, 2), middle(4, 4)]), properties));
    let far = json!([middle(2, 2), [20.0, 20.0]]);
    features.push(points("MultiPoint", far, json!({ "name": "Far", "place": "fort" })));
    let found = read(&features);
    is_whole(&found, size);
    let placed: Vec<String> = found
        .map
        .features
        .items
        .iter()
        .map(|item| format!("{} {} {}", item.hex, item.kind, item.name.as_deref().unwrap_or("-")))
        .collect();
    assert_eq!(placed, ["0203 town Ulm", "0303 fort Far", "0505 town Ulm"]);
    assert_eq!(found.losses.counts.of("features").told, 1, "{}", found.losses);
    assert!(found.losses.to_string().contains("MultiPoint Far"), "{}", found.losses);
}

/// Hexagons that are regular in degrees, as QGIS makes them in EPSG:4326, lie on a straight map of
/// degrees, however far north.
#[test]
fn a_grid_in_degrees_is_read_far_in_the_north() {
    let size = [8, 6];
    for latitude in [0.0, 55.0, 70.0, 82.0] {
        let features = grid([20.0, 0.0], size, |column, row, _| {
            let push = if column % 2 == 1 { 0.5 } else { 0.0 };
            let (x, y) = (
                20.0 + f64::from(column) * 0.15,
                latitude - (f64::from(row) + push) * 0.3_f64.sqrt() * 0.316_227_766,
            );
            let corner = |at: i32| {
                let angle = f64::from((at % 6) * 60).to_radians();
                [x + 0.1 * angle.cos(), y + 0.1 * angle.sin()]
            };
            polygon(&(0..=6).map(corner).collect::<Vec<_>>())
        });
        let found = read(&features);
        is_whole(&found, size);
        let georeference = found.map.georeference.as_ref().unwrap();
        assert!(georeference.rms_hexes < 1e-3, "{latitude}: {georeference:?}");
    }
}

/// Hexagons over half a continent hang together, and no straight map has them where they are.
#[test]
fn what_no_straight_map_of_degrees_holds_has_no_georeference() {
    // A flat grid round the pole of an azimuthal map, far enough off that its cells turn by a third.
    let size = [40, 60];
    let features = grid([0.0, 0.0], size, |column, row, _| {
        let push = if column % 2 == 1 { 0.5 } else { 0.0 };
        let (step, x0, y0) = (0.01, -0.17, 0.25);
        let (x, y) = (
            x0 + f64::from(column) * step * 3.0_f64.sqrt() / 2.0,
            y0 + (f64::from(row) + push) * step,
        );
        let corner = |at: i32| {
            let angle = f64::from((at % 6) * 60).to_radians();
            let radius = step / 3.0_f64.sqrt();
            let (x, y) = (x + radius * angle.cos(), y + radius * angle.sin());
            [x.atan2(y).to_degrees(), 90.0 - x.hypot(y).to_degrees()]
        };
        polygon(&(0..=6).map(corner).collect::<Vec<_>>())
    });
    let mut with_town = features.clone();
    let ring: Vec<[f64; 2]> =
        serde_json::from_value(features[61]["geometry"]["coordinates"][0].clone()).unwrap();
    let middle = [0, 1].map(|axis| ring[..6].iter().map(|corner| corner[axis]).sum::<f64>() / 6.0);
    let point = json!({ "type": "Point", "coordinates": middle });
    with_town.push(feature(&point, &json!({ "place": "town" })));
    for features in [features, with_town] {
        let found = read(&features);
        is_whole(&found, size);
        assert_eq!(found.map.georeference, None);
        let told = found.losses.to_string();
        assert!(
            told.contains("hexes (root mean square)") && told.contains("0.5 is the most"),
            "{told}"
        );
        let towns: Vec<&str> =
            found.map.features.items.iter().map(|item| item.hex.as_str()).collect();
        assert!(towns.is_empty() || towns == ["0202"], "{towns:?}");
    }
}

#[test]
fn a_byte_order_mark_is_no_fault() {
    let mut text =
        json!({ "type": "FeatureCollection", "features": grid([9.0, 48.5], [3, 3], plain) })
            .to_string();
    text.insert(0, '\u{feff}');
    assert!(geo::read("theirs.geojson", text.as_bytes(), None).is_ok());
    let bundle = crate::foreign::small();
    let mut ours = geo::write(&bundle, geo::Wishes { plane: true }).unwrap().files.remove(0).bytes;
    ours.splice(0..0, "\u{feff}".bytes());
    assert_eq!(
        geo::read("ours.geojson", &ours, None).unwrap().map.terrain.rows,
        bundle.map.terrain.rows
    );
}
