//! What is wrong with a recipe or its data is told with file, line and column.

use salient_cartography::build;
use serde_json::{Value, json};

use crate::common::{RECIPE, files, recipe, shown, thing};

/// Builds, and compares what is found with what is expected: each line must begin so.
fn check(recipe: &Value, features: &[Value], expected: &[&str]) {
    check_files(&files(recipe, features), expected);
}

fn check_files(files: &salient_schema::Memory, expected: &[&str]) {
    let (built, found) = build(files, RECIPE);
    let text = shown(&found);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), expected.len(), "{text}");
    for (line, expected) in lines.iter().zip(expected) {
        assert!(line.contains(expected), "expected: {expected}\nfound: {line}");
    }
    for one in &found {
        let place = &one.place;
        assert!(place.file.is_some() && place.line.is_some() && place.column.is_some(), "{one}");
    }
    assert!(built.is_none() || found.iter().all(|one| !one.is_error()));
}

fn point(name: &str) -> Value {
    thing(json!({ "name": name }), "Point", json!([2.5, 50.3]))
}

fn line(name: &str, coordinates: Value) -> Value {
    thing(json!({ "name": name }), "LineString", coordinates)
}

fn georeference(fit: &str, points: Value) -> Value {
    recipe(json!({ "georeference": { "fit": fit, "control_points": points } }))
}

fn known(hex: &str, latitude: f64, longitude: f64) -> Value {
    json!({ "hex": hex, "latitude": latitude, "longitude": longitude })
}

#[test]
fn control_points_must_hold_a_fit() {
    check(
        &georeference("affine", json!([known("0101", 50.0, 3.0), known("0505", 49.0, 3.5)])),
        &[],
        &["recipe.json:5:5: error[schema]: an affine fit needs 3 control points; here are 2"],
    );
    let along = [("0101", 50.0, 3.0), ("0303", 49.9, 3.1), ("0505", 49.8, 3.2)];
    let along: Vec<Value> = along.iter().map(|(hex, a, o)| known(hex, *a, *o)).collect();
    check(
        &georeference("affine", along.into()),
        &[],
        &["recipe.json:5:5: error[schema]: the control points lie all on one line"],
    );
    check(
        &georeference("similarity", json!([known("0101", 50.0, 3.0), known("0505", 50.0, 3.0)])),
        &[],
        &["recipe.json:5:5: error[schema]: the control points lie all in one place"],
    );
    check(
        &georeference("similarity", json!([known("0101", 50.0, 3.0), known("1101", 50.0, 4.0)])),
        &[],
        &["recipe.json:12:9: error[off-map]: there is no hex 1101 on the map"],
    );
    check(
        &georeference("similarity", json!([known("0101", 95.0, 3.0), known("0901", 50.0, 4.0)])),
        &[],
        &["recipe.json:8:9: error[schema]: `latitude` is 95; it must be from -90 to 90"],
    );
    // Two points go through anything: the scale tells.
    check(
        &georeference("similarity", json!([known("0101", 50.0, 3.0), known("0901", 4.0, 50.0)])),
        &[],
        &["recipe.json:5:5: error[schema]: a hex would measure "],
    );
    // An affine fit goes through any three, a mirror image too.
    let mirrored = [("0101", 3.0, 50.0), ("0901", 4.0, 50.0), ("0105", 3.0, 49.0)];
    let mirrored: Vec<Value> = mirrored.iter().map(|(hex, a, o)| known(hex, *a, *o)).collect();
    check(
        &georeference("affine", mirrored.into()),
        &[],
        &["recipe.json:5:5: error[schema]: the map would be a mirror image"],
    );
}

#[test]
fn a_large_claim_is_refused_at_once() {
    let mut large = recipe(json!({}));
    (large["grid"]["columns"], large["grid"]["rows"]) = (4096.into(), 4096.into());
    large["georeference"]["control_points"] =
        json!([known("010001", 50.0, 3.0), known("090001", 50.0, 4.0)]);
    check(&large, &[], &["error[schema]: a map of 16777216 hexes is too large to be built"]);
}

#[test]
fn names_must_be_known() {
    check(
        &recipe(json!({ "features": { "provenance": "invented", "rules": [
            { "take": { "layer": "owm" }, "kind": "twon" }
        ] } })),
        &[point("Town")],
        &[
            "error[dangling-reference]: there is no feature kind `twon`; did you mean `town`?",
            "error[dangling-reference]: there is no layer `owm`; did you mean `own`?",
        ],
    );
    check(
        &recipe(json!({ "features": { "provenance": "invented", "rules": [{
            "take": { "layer": "own" }, "kind": "town",
            "drop": [{ "names": ["Tuwn"], "reason": "no more" }],
            "place": [{ "name": "Toun", "hex": "0102", "reason": "elsewhere" }]
        }] } })),
        &[point("Town")],
        &[
            "warning[dangling-reference]: none of these things is called `Tuwn`",
            "warning[dangling-reference]: none of these things is called `Toun`",
        ],
    );
    check(
        &recipe(json!({ "hexsides": { "provenance": "invented", "rules": [
            { "chain": "somme", "kind": "river" }
        ] } })),
        &[],
        &["error[dangling-reference]: there is no chain `somme`"],
    );
    check(
        &recipe(json!({ "features": { "provenance": "invented", "rules": [
            { "take": { "layer": "own", "wher": {} }, "kind": "town" }
        ] } })),
        &[],
        &["error[unknown-field]: there is no field `wher` here; did you mean `where`?"],
    );
}

#[test]
fn chains_must_be_possible() {
    let chain = |more: Value| {
        let mut chain = json!({ "id": "brook", "take": { "layer": "own" } });
        chain.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        recipe(json!({ "chains": [chain] }))
    };
    check(&chain(json!({})), &[], &["error[dangling-reference]: no line of the layer `own`"]);
    check(&chain(json!({})), &[point("Town")], &["error[schema]: `Town` is a point, where lines"]);
    let far = line("Far", json!([[9.0, 50.0], [9.5, 50.0]]));
    check(&chain(json!({})), &[far], &["error[off-map]: none of these lines comes near the map"]);
    let two = [
        line("A", json!([[2.6, 50.2], [2.8, 50.2]])),
        line("B", json!([[3.0, 50.0], [3.2, 50.0]])),
    ];
    check(&chain(json!({})), &two, &["error[schema]: these are 2 lines that do not join into one"]);
    check(
        &chain(json!({ "from": { "on": "brook" } })),
        &two[..1],
        &["error[dangling-reference]: the chain `brook` is not made before this one"],
    );
    let walled: Vec<String> =
        ["n", "ne", "se", "s", "sw", "nw"].iter().map(|side| format!("0202:{side}")).collect();
    check(
        &recipe(json!({
            "chains": [{ "id": "brook", "take": { "layer": "own" } }],
            "terrain": { "provenance": "invented", "palette": { ".": "clear", "~": "sea" },
                "base": "clear", "rules": [{ "kind": "sea",
                    "region": { "within": { "from": ["0101"], "chains": ["brook"] } } }] }
        })),
        &two[..1],
        &[
            "warning[schema]: the chain `brook` ends in the middle of the map",
            "warning[schema]: the chain `brook` ends in the middle of the map",
        ],
    );
    let barred = json!({ "barred": [{ "sides": walled, "reason": "a rock" }] });
    // Barring one hex leaves a way round it.
    let (built, found) = build(&files(&chain(barred), &two[..1]), RECIPE);
    assert!(built.is_some(), "{}", shown(&found));
}

#[test]
fn corrections_must_correct_something() {
    check(
        &recipe(json!({ "patch": [{ "reason": "idle" }] })),
        &[],
        &["error[missing-field]: this correction corrects nothing"],
    );
    check(
        &recipe(json!({ "patch": [
            { "reason": "gone", "remove_features": { "kind": "town", "hexes": ["0101"] } }
        ] })),
        &[],
        &[
            "warning[unfinished]: no rule uses the layer `own`",
            "warning[dangling-reference]: there is no town in hex 0101 to remove",
        ],
    );
    check(
        &recipe(json!({ "patch": [
            { "reason": "a brook", "hexsides": { "kind": "river", "sides": ["0101:e"] } }
        ] })),
        &[],
        &["error[off-map]: a hex of this map has no side `e`"],
    );
    check(
        &recipe(json!({ "patch": [{ "reason": "a gate", "features": {
            "kind": "town", "hexes": ["0101"], "facing": ["n", "w"]
        } }] })),
        &[],
        &["error[off-map]: a hex of this map has no side `w`"],
    );
}

#[test]
fn data_that_cannot_be_read_has_its_own_place() {
    let with = |file: &str, text: &str| {
        let layer = json!([{
            "id": "own", "file": file, "provenance": "invented", "source": "our own"
        }]);
        let mut files = files(&recipe(json!({ "layers": layer })), &[]);
        if !text.is_empty() {
            files.0.insert(format!("maps/small/{file}"), text.to_owned());
        }
        files
    };
    let collection = |feature: &str| {
        format!("{{\"type\":\"FeatureCollection\",\"features\":[\n{feature}\n]}}\n")
    };
    check_files(&with("gone.geojson", ""), &["recipe.json:39:7: error[unreadable]: cannot read"]);
    check_files(
        &with("bad.geojson", "{\"type\":\n\"FeatureCollection\",,"),
        &["maps/small/bad.geojson:2:21: error[json-syntax]: this is no JSON"],
    );
    check_files(
        &with("bad.geojson", "{\"type\":\"Topology\"}"),
        &["maps/small/bad.geojson:1:2: error[schema]: this is no GeoJSON: GeoJSON is"],
    );
    let swapped = r#"{"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":[3.0,150.0]}}"#;
    check_files(
        &with("bad.geojson", &collection(swapped)),
        &["maps/small/bad.geojson:2:62: error[schema]: there is no place at [3, 150] on the earth"],
    );
    let shapeless =
        r#"{"type":"Feature","properties":{},"geometry":{"type":"Blob","coordinates":[]}}"#;
    check_files(
        &with("bad.geojson", &collection(shapeless)),
        &["maps/small/bad.geojson:2:1: error[schema]: this is no GeoJSON"],
    );
    check_files(
        &with("bad.csv", "name,lat,lon\nA,50.0,3.0\nB,fifty,3.0\nC,50.0,3.0,7\n"),
        &[
            "maps/small/bad.csv:3:1: error[schema]: these are no degrees north and east",
            "maps/small/bad.csv:4:1: error[schema]: this line has 4 fields; the first has 3",
        ],
    );
    check_files(
        &with("bad.csv", "name,latitude,lon\nA,50.0,3.0\n"),
        &["maps/small/bad.csv:1:1: error[missing-field]: there is no column `lat`"],
    );
    // A quote that is not closed makes a column of the whole file, which no message repeats.
    let unclosed = format!("name,lat,\"lon\n{}", "A,50.0,3.0\n".repeat(1000));
    check_files(
        &with("bad.csv", &unclosed),
        &["maps/small/bad.csv:1:1: error[missing-field]: there is no column `lon`"],
    );
}

#[test]
fn a_file_of_another_kind_is_refused() {
    let (built, found) = build(&files(&recipe(json!({})), &[]), "maps/small/ruleset.json");
    assert!(built.is_none());
    assert!(shown(&found).contains("this is a ruleset file, where a recipe is asked for"));
    let (built, found) = build(&files(&recipe(json!({})), &[]), "maps/small/nothing.json");
    assert!(built.is_none() && shown(&found).contains("error[unreadable]"));
}
