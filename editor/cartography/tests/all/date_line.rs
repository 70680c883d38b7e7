//! A map over the date line is the same map as anywhere else.

use salient_cartography::build;
use salient_schema::map::Map;
use serde_json::{Value, json};

use crate::common::{RECIPE, files, recipe, shown, thing};

/// How data write longitudes near the date line.
#[derive(Clone, Copy, Debug)]
enum Form {
    /// On beyond 180, or below -180.
    On,
    /// From -180 to 180; lines leap.
    Leaping,
    /// From -180 to 180; lines and areas are cut in two.
    Cut,
}

/// A longitude moved east, and counted from -180 to 180.
fn moved(longitude: f64, by: f64) -> f64 {
    let longitude = longitude + by;
    if longitude > 180.0 {
        longitude - 360.0
    } else if longitude < -180.0 {
        longitude + 360.0
    } else {
        longitude
    }
}

/// A line moved east, in one part or two.
fn line(line: &[[f64; 2]], by: f64, form: Form) -> Vec<Vec<[f64; 2]>> {
    let end = if by > 0.0 { 180.0 } else { -180.0 };
    let on = line.iter().map(|[x, y]| [x + by, *y]);
    let counted = |[x, y]: [f64; 2]| [moved(x, 0.0), y];
    match form {
        Form::On => vec![on.collect()],
        Form::Leaping => vec![on.map(counted).collect()],
        Form::Cut => {
            let on: Vec<[f64; 2]> = on.collect();
            let mut parts = vec![vec![on[0]]];
            for ends in on.windows(2) {
                let [[ax, ay], [bx, by]] = [ends[0], ends[1]];
                if (ax > end) != (bx > end) {
                    let cut = [end, ay + (by - ay) * (end - ax) / (bx - ax)];
                    parts.last_mut().unwrap().push(cut);
                    parts.push(vec![cut]);
                }
                parts.last_mut().unwrap().push([bx, by]);
            }
            for part in &mut parts {
                let is_beyond = part.iter().any(|[x, _]| x.abs() > 180.0);
                for place in part.iter_mut().filter(|_| is_beyond) {
                    place[0] -= 2.0 * end;
                }
            }
            parts
        }
    }
}

/// A rectangle moved east, in one part or two.
fn area([w, s, e, n]: [f64; 4], by: f64, form: Form) -> Value {
    let ring = |w: f64, e: f64| json!([[[w, s], [e, s], [e, n], [w, n], [w, s]]]);
    let end = if by > 0.0 { 180.0 } else { -180.0 };
    match form {
        Form::On => json!([ring(w + by, e + by)]),
        Form::Leaping => json!([ring(moved(w, by), moved(e, by))]),
        Form::Cut if (w + by - end) * (e + by - end) < 0.0 => {
            let other = moved(if by > 0.0 { e } else { w }, by);
            match by > 0.0 {
                true => json!([ring(w + by, end), ring(-end, other)]),
                false => json!([ring(end, e + by), ring(other, -end)]),
            }
        }
        Form::Cut => json!([ring(moved(w, by), moved(e, by))]),
    }
}

/// The small theatre so far to the east, its data in a form.
fn theatre(by: f64, form: Form) -> Map {
    let point = |hex: &str, longitude: f64| json!({ "hex": hex, "latitude": 50.3, "longitude": moved(longitude, by) });
    let recipe = recipe(json!({
        "georeference": { "fit": "similarity", "control_points": [point("0101", 2.5), point("0901", 3.5)] },
        "chains": [
            { "id": "river", "take": { "layer": "own", "where": { "what": ["river"] } } },
            { "id": "shore", "take": { "layer": "own", "where": { "what": ["island"] } } }
        ],
        "terrain": { "provenance": "invented", "base": "clear",
            "palette": { ".": "clear", "f": "forest", "m": "marsh", "~": "sea" },
            "rules": [
                { "kind": "forest", "region": { "areas": {
                    "take": { "layer": "own", "where": { "what": ["wood"] } }, "share": 0.5 } } },
                { "kind": "marsh", "region": { "areas": {
                    "take": { "layer": "own", "where": { "what": ["bog"] } } } } }
            ] },
        "features": { "provenance": "invented", "rules": [
            { "take": { "layer": "own", "where": { "what": ["town"] } }, "kind": "town" }
        ] },
        "hexsides": { "provenance": "invented", "rules": [
            { "kind": "major-river", "chain": "river" }, { "kind": "sea", "chain": "shore" }
        ] },
        "paths": { "provenance": "invented", "rules": [
            { "kind": "railway", "take": { "layer": "own", "where": { "what": ["rail"] } } }
        ] }
    }));
    let point = |[x, y]: [f64; 2]| match form {
        Form::On => json!([x + by, y]),
        _ => json!([moved(x, by), y]),
    };
    let run = |places: &[[f64; 2]]| json!(line(places, by, form));
    let bog = json!({ "what": "bog", "length_m": 42_000, "width_m": 9_000, "bearing": 80 });
    let things = [
        thing(
            json!({ "what": "river" }),
            "MultiLineString",
            run(&[[2.2, 50.0], [2.9, 50.05], [3.1, 49.9], [3.9, 50.0]]),
        ),
        thing(
            json!({ "what": "rail" }),
            "MultiLineString",
            run(&[[2.5, 50.2], [3.0, 50.25], [3.6, 50.1]]),
        ),
        thing(json!({ "what": "wood" }), "MultiPolygon", area([2.8, 50.1, 3.2, 50.3], by, form)),
        thing(
            json!({ "what": "wood" }),
            "MultiPolygon",
            area([3.31, 49.71, 3.47, 49.88], by, form),
        ),
        thing(
            json!({ "what": "island" }),
            "MultiPolygon",
            area([2.7, 49.55, 3.21, 49.74], by, form),
        ),
        thing(bog, "Point", point([3.0, 49.8])),
        thing(json!({ "what": "town", "name": "West" }), "Point", point([2.7, 50.1])),
        thing(json!({ "what": "town", "name": "East" }), "Point", point([3.4, 50.1])),
    ];
    let mut files = files(&recipe, &things);
    let mut ruleset: Value = serde_json::from_str(&files.0["maps/small/ruleset.json"]).unwrap();
    let look = json!({ "ink": "#222222", "mark": "railway" });
    ruleset["paths"] = json!([{ "id": "railway", "name": "Railway", "look": look }]);
    files.0.insert("maps/small/ruleset.json".into(), ruleset.to_string());
    let (built, found) = build(&files, RECIPE);
    assert_eq!(shown(&found), "", "{by} {form:?}");
    built.unwrap().map
}

#[test]
fn a_map_over_the_date_line_is_the_same_as_elsewhere() {
    let here = theatre(0.0, Form::On);
    assert!(!here.features.items.is_empty() && !here.hexsides.items.is_empty());
    assert!(here.paths.items.len() == 1 && here.terrain.rows.concat().contains('m'));
    // The middle lies on either side of the line; and a map that ends just before it.
    for by in [176.9, 177.1, -183.1, -182.9, 176.05] {
        for form in [Form::On, Form::Leaping, Form::Cut] {
            let there = theatre(by, form);
            let [a, b, c, d, e, f] = there.georeference.as_ref().unwrap().plane_from_degrees;
            // Of the place at the middle of the map.
            let middle = moved(2.5 + 4.5 * 0.125, by);
            let x = a * middle + b * 50.0 + c;
            assert!((x - 3.9).abs() < 0.2, "{by} {form:?}: {x}");
            assert!((d * middle + e * 50.0 + f).is_finite());
            let points = there.georeference.as_ref().unwrap().control_points.iter();
            assert!(points.clone().all(|point| point.longitude.abs() <= 180.0));
            assert!(points.clone().all(|point| point.residual_hexes == Some(0.0)));
            let bare = |map: &Map| Map { georeference: None, ..map.clone() };
            assert_eq!(bare(&there), bare(&here), "{by} {form:?}");
        }
    }
}

/// A layer of all the earth, cut nowhere: what lies near the map is laid on it once.
#[test]
fn areas_of_all_the_earth_cover_both_sides() {
    for by in [0.0, 177.0] {
        let point = |hex: &str, longitude: f64| json!({ "hex": hex, "latitude": 50.3, "longitude": moved(longitude, by) });
        let recipe = recipe(json!({
            "georeference": { "fit": "similarity", "control_points": [point("0101", 2.5), point("0901", 3.5)] },
            "terrain": { "provenance": "invented", "base": "clear",
                "palette": { ".": "clear", "~": "sea" },
                "rules": [{ "kind": "sea", "region": { "areas": { "take": { "layer": "own" }, "share": 0.9 } } }] },
        }));
        let earth = json!([[[-180, -80], [180, -80], [180, 80], [-180, 80], [-180, -80]]]);
        // On the far side of the earth, over the longitude at which the map's turn ends.
        let far = json!([[[-3.5, 49], [-2.5, 49], [-2.5, 51], [-3.5, 51], [-3.5, 49]]]);
        let with = |area: &Value| {
            let things = [thing(json!({}), "Polygon", area.clone())];
            build(&files(&recipe, &things), RECIPE).0.unwrap().map.terrain.rows.concat()
        };
        assert!(!with(&earth).contains('.'), "{by}");
        assert!(!with(&far).contains('~'), "{by}");
    }
}
