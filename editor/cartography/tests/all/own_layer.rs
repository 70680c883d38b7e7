//! A designer's own GeoJSON as a layer: points, lines and areas, with kinds told by a property.

use salient_cartography::build;
use salient_schema::Provenance;
use serde_json::{Value, json};

use crate::common::{self, built, features, hexes_of, recipe, thing};

/// A square about a hex's centre, with half a side in degrees.
fn square(longitude: f64, latitude: f64, half: f64) -> Value {
    let (w, e) = (longitude - half, longitude + half);
    let (s, n) = (latitude - half, latitude + half);
    json!([[[w, s], [e, s], [e, n], [w, n], [w, s]]])
}

#[test]
fn points_become_features_by_a_property() {
    let recipe = recipe(json!({
        "features": { "provenance": "invented", "rules": [{
            "take": { "layer": "own" },
            "kind_by": { "property": "what", "kinds": { "village": "town", "fort": "fortress" } },
            "first_by": "people", "value_from": "worth", "owner": "allies",
            "drop": [{ "names": ["Gone"], "reason": "burnt down" }],
            "place": [{ "name": "Moved", "hex": "0303", "reason": "by its bridge" }]
        }] }
    }));
    let things = [
        thing(
            json!({ "what": "village", "name": "Small", "people": 10 }),
            "Point",
            json!([2.5, 50.3]),
        ),
        thing(
            json!({ "what": "village", "name": "Great", "people": 900 }),
            "Point",
            json!([2.51, 50.3]),
        ),
        thing(json!({ "what": "fort", "name": "Fort", "worth": 3 }), "Point", json!([2.5, 50.3])),
        thing(json!({ "what": "village", "name": "Gone" }), "Point", json!([3.0, 50.0])),
        thing(json!({ "what": "village", "name": "Moved" }), "Point", json!([3.0, 50.0])),
        thing(json!({ "what": "village", "name": "Far" }), "Point", json!([9.0, 50.0])),
        thing(json!({ "what": "windmill" }), "Point", json!([3.0, 50.0])),
    ];
    let built = built(&recipe, &things);
    let expected = ["0101 fortress Fort", "0101 town Great", "0303 town Moved"];
    assert_eq!(features(&built.map), expected);
    let fort = &built.map.features.items[0];
    assert_eq!((fort.value, fort.owner.as_deref()), (Some(3), Some("allies")));
    let report = &built.report.features[0];
    assert_eq!((report.placed, report.off_map, report.of_no_kind), (2, 1, 1));
    assert_eq!(report.dropped, ["Gone"]);
    assert_eq!(report.clashing, [("Small".into(), "0101".into(), "Great".into())]);
}

#[test]
fn areas_become_terrain_by_centre_or_by_share() {
    let with = |share: Option<f64>, half: f64| {
        let mut areas = json!({ "take": { "layer": "own", "where": { "what": ["wood"] } } });
        if let Some(share) = share {
            areas["share"] = share.into();
        }
        let recipe = recipe(json!({
            "terrain": { "provenance": "invented", "palette": { ".": "clear", "f": "forest" },
                "base": "clear",
                "rules": [{ "kind": "forest", "region": { "areas": areas } }] }
        }));
        let wood = thing(json!({ "what": "wood" }), "Polygon", square(2.5, 50.3, half));
        let (built, found) = build(&common::files(&recipe, &[wood]), common::RECIPE);
        assert!(found.iter().all(|one| one.message == "this region holds no hex"), "{found:?}");
        let hexes = hexes_of(&built.unwrap().map, "forest");
        assert_eq!(hexes.is_empty(), !found.is_empty());
        hexes
    };
    // A hex is about 0.144° wide from corner to corner.
    assert_eq!(with(None, 0.01), ["0101"]);
    assert_eq!(with(Some(0.5), 0.01), Vec::<String>::new());
    assert_eq!(with(Some(0.02), 0.01), ["0101"]);
    assert_eq!(with(Some(0.9), 0.1), ["0101"]);
    assert_eq!(with(None, 0.18).len(), 4);
}

#[test]
fn an_ellipse_is_a_point_with_axes() {
    let recipe = recipe(json!({
        "terrain": { "provenance": "invented", "palette": { ".": "clear", "m": "marsh" },
            "base": "clear", "cleared_by": ["town"],
            "rules": [{ "kind": "marsh", "region": { "areas": { "take": { "layer": "own" } } } }] },
        "labels": [{ "take": { "layer": "own" }, "kind": "town", "on": ["marsh"] }],
    }));
    let marsh = |bearing: i32| {
        let properties =
            json!({ "name": "Bog", "length_m": 42_000, "width_m": 4_000, "bearing": bearing });
        let thing = thing(properties, "Point", json!([3.0, 50.0226]));
        hexes_of(&built(&recipe, &[thing]).map, "marsh")
    };
    // North and south it stays in one column; a hex is 10.3 km from side to side.
    let upright = marsh(0);
    assert_eq!(upright.len(), 5, "{upright:?}");
    assert!(upright.iter().all(|hex| hex.starts_with("05")), "{upright:?}");
    let level = marsh(90);
    assert!(level.len() < 4 && !level.iter().all(|hex| hex.starts_with("05")), "{level:?}");
    assert_eq!(marsh(180), upright);
}

#[test]
fn lines_become_paths_from_hex_to_hex() {
    let recipe = recipe(json!({
        "paths": { "provenance": "invented", "rules": [{
            "take": { "layer": "own" }, "kind": "railway", "tracks_from": "tracks"
        }] }
    }));
    let first = thing(
        json!({ "name": "Main line", "tracks": 2 }),
        "LineString",
        json!([[2.5, 50.3], [2.9, 50.2]]),
    );
    let second = thing(json!({ "tracks": 2 }), "LineString", json!([[3.3, 49.9], [2.9, 50.2]]));
    // The fixture's ruleset knows no paths.
    let files = common::files(&recipe, &[first, second]);
    let text = files.0["maps/small/ruleset.json"].clone();
    let mut ruleset: Value = serde_json::from_str(&text).unwrap();
    ruleset["paths"] = json!([{ "id": "railway", "name": "Railway", "look": { "ink": "#222222", "mark": "railway" } }]);
    let mut files = files;
    files.0.insert("maps/small/ruleset.json".into(), ruleset.to_string());
    let (built, found) = salient_cartography::build(&files, common::RECIPE);
    assert_eq!(common::shown(&found), "");
    let map = built.unwrap().map;
    let [path] = map.paths.items.as_slice() else { panic!("{:?}", map.paths.items) };
    assert_eq!((path.tracks, path.name.as_deref()), (Some(2), Some("Main line")));
    assert_eq!(path.hexes.first().map(String::as_str), Some("0101"));
    // That each hex is adjacent to the one before, the reader's checks have seen.
    assert!(path.hexes.len() > 6, "{:?}", path.hexes);
}

#[test]
fn a_loop_of_a_coast_closes_and_keeps_the_sea_out() {
    let recipe = recipe(json!({
        "chains": [{ "id": "shore", "take": { "layer": "own" } }],
        "terrain": { "provenance": "invented", "palette": { ".": "clear", "~": "sea" },
            "base": "clear",
            "rules": [{ "kind": "sea", "region": { "within": { "from": ["0101"], "chains": ["shore"] } } }] },
        "hexsides": { "provenance": "surveyed", "rules": [{ "chain": "shore", "kind": "sea" }] },
    }));
    let island = thing(json!({ "name": "Island" }), "Polygon", square(3.0, 50.0, 0.16));
    let built = built(&recipe, &[island]);
    let land = hexes_of(&built.map, "clear");
    assert!((4..12).contains(&land.len()), "{land:?}");
    assert!(built.map.hexsides.items.iter().all(|item| item.name.as_deref() == Some("Island")));
    // The layer is surveyed, its one source is not.
    let own = Some(Provenance::Invented);
    assert!(built.map.hexsides.items.iter().all(|item| item.provenance == own));
    assert_eq!(built.report.chains[0].from, built.report.chains[0].to);
}

#[test]
fn corrections_have_the_last_word() {
    let recipe = recipe(json!({
        "features": { "provenance": "invented", "rules": [
            { "take": { "layer": "own" }, "kind": "town" }
        ] },
        "patch": [
            { "reason": "burnt down", "remove_features": { "kind": "town", "hexes": ["0101"] } },
            { "reason": "a bog", "terrain": { "kind": "marsh", "hexes": ["0102", "0202"] } },
            { "reason": "a fort", "provenance": "printed",
              "features": { "kind": "fortress", "owner": "allies", "hexes": ["0303"],
                "named": { "0304": "Douaumont" } } },
            { "reason": "a brook", "hexsides": { "kind": "river", "name": "Brook", "sides": ["0303:s"] } }
        ]
    }));
    let built = built(&recipe, &[thing(json!({ "name": "Town" }), "Point", json!([2.5, 50.3]))]);
    assert_eq!(features(&built.map), ["0303 fortress -", "0304 fortress Douaumont"]);
    assert_eq!(built.map.features.items[0].provenance, Some(Provenance::Printed));
    assert_eq!(hexes_of(&built.map, "marsh"), ["0102", "0202"]);
    assert_eq!(built.map.hexsides.items[0].side, "0303:s");
    let counts: Vec<(usize, usize)> =
        built.report.corrections.iter().map(|one| (one.set, one.removed)).collect();
    assert_eq!(counts, [(0, 1), (2, 0), (2, 0), (1, 0)]);
}
