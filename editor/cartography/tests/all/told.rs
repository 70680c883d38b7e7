//! What a build tells by name: what lies off the map, what stands in the sea, what is to no end.

use salient_cartography::build;
use salient_cartography::fit::residuals;
use salient_cartography::plane::Plane;
use salient_hex::HexGrid;
use salient_schema::map::Fit;
use salient_schema::recipe::{GeoreferencePlan, KnownPoint};
use serde_json::{Value, json};

use crate::common::{RECIPE, built, files, recipe, shown, thing};

fn town(name: &str, longitude: f64, latitude: f64) -> Value {
    thing(json!({ "name": name, "class": "town" }), "Point", json!([longitude, latitude]))
}

/// The sea north of 50.1°, from 2.4° to 3° E.
fn sea() -> Value {
    let rim = json!([[[2.4, 50.1], [3.0, 50.1], [3.0, 50.4], [2.4, 50.4], [2.4, 50.1]]]);
    thing(json!({ "class": "sea" }), "Polygon", rim)
}

fn towns() -> Value {
    json!({ "take": { "layer": "own", "where": { "class": ["town"] } }, "kind": "town" })
}

fn with_sea(rule: Value) -> Value {
    let mut recipe = recipe(json!({
        "features": { "provenance": "invented", "rules": [rule] }
    }));
    recipe["terrain"]["rules"] = json!([{ "kind": "sea", "region": { "areas": {
        "take": { "layer": "own", "where": { "class": ["sea"] } } } } }]);
    recipe
}

#[test]
fn a_town_in_the_sea_is_named() {
    let things =
        [sea(), town("Ys", 2.7, 50.25), town("Lyonesse", 2.8, 50.2), town("Dry", 3.4, 50.0)];
    let files = files(&with_sea(towns()), &things);
    let (built, found) = build(&files, RECIPE);
    let text = shown(&found);
    assert_eq!(found.len(), 1, "{text}");
    assert!(
        text.contains(
            "warning[misplaced]: no unit may enter where these stand: Ys in 0201 (sea), Lyonesse in"
        ),
        "{text}"
    );
    let report = built.unwrap().report;
    assert_eq!(report.features[0].barred.len(), 2);
    let said = report.to_string();
    assert!(said.contains("where no unit may enter: Ys in 0201 (sea)"), "{said}");
    let json = serde_json::to_value(&report).unwrap();
    assert_eq!(json["features"][0]["barred"][0], json!(["Ys", "0201", "sea"]));
}

#[test]
fn what_stands_in_the_sea_by_hand_has_its_reason() {
    let mut rule = towns();
    rule["place"] = json!([{ "name": "Ys", "hex": "0301", "reason": "drowned later" }]);
    built(&with_sea(rule), &[sea(), town("Ys", 2.7, 50.25)]);
}

#[test]
fn what_lies_off_the_map_is_named_with_how_far_and_where() {
    let mut things = vec![town("Here", 3.0, 50.0)];
    things.extend((1..=12).map(|n| town(&format!("North {n}"), 3.0, 50.4 + 0.1 * f64::from(n))));
    things.push(town("Far west", 0.0, 50.0));
    let recipe = recipe(json!({ "features": { "provenance": "invented", "rules": [towns()] } }));
    let built = built(&recipe, &things);
    let told = &built.report.features[0];
    assert_eq!((told.placed, told.off_map, told.beyond.len()), (1, 13, 13));
    assert_eq!((told.beyond[0].name.as_str(), told.beyond[0].edge.as_str()), ("North 1", "north"));
    assert!((1.0..2.0).contains(&told.beyond[0].hexes), "{:?}", told.beyond[0]);
    assert_eq!(told.beyond[12].edge, "west");
    let said = built.report.to_string();
    assert!(said.contains("off the map, by hexes beyond its edge: North 1 1."), "{said}");
    assert!(said.contains(" and 3 more\n"), "{said}");
}

#[test]
fn what_is_to_no_end_is_named() {
    let mut idle = recipe(json!({
        "features": { "provenance": "invented", "rules": [towns()] },
        "chains": [{ "id": "brook", "take": { "layer": "own", "where": { "class": ["brook"] } } }]
    }));
    idle["layers"] = json!([
        { "id": "own", "file": "own.geojson", "provenance": "invented", "source": "our own" },
        { "id": "more", "file": "own.geojson", "provenance": "invented", "source": "our own" }
    ]);
    let brook = json!([[2.6, 50.0], [3.2, 50.0]]);
    let things = [town("Far", 9.0, 50.0), thing(json!({ "class": "brook" }), "LineString", brook)];
    let (built, found) = build(&files(&idle, &things), RECIPE);
    let text = shown(&found);
    for expected in [
        "warning[unfinished]: no rule uses the layer `more`",
        "warning[unfinished]: no rule uses the chain `brook`",
        "warning[unfinished]: none of these 1 things lies on the map",
    ] {
        assert!(text.contains(expected), "{expected}: {text}");
    }
    assert_eq!(found.len(), 3, "{text}");
    let report = built.unwrap().report;
    assert_eq!(report.unused_layers, ["more"]);
    assert_eq!(report.unused_rules, ["/chains/0", "/features/rules/0"]);
    let said = report.to_string();
    assert!(said.contains("Layers that no rule uses: more\n"), "{said}");
}

#[test]
fn one_point_a_scale_and_north_are_a_stated_fit() {
    let mut stated = recipe(json!({ "georeference": { "fit": "stated", "control_points": [
        { "hex": "0503", "name": "Middle", "latitude": 50.0, "longitude": 3.0 }
    ] }, "features": { "provenance": "invented", "rules": [towns()] } }));
    stated["grid"]["metres_per_hex"] = json!(10_000.0);
    // 20 km south, and 10 km × cos 30° west.
    let things = [town("South", 3.0, 49.8203), town("West", 2.879, 50.0449)];
    let built = built(&stated, &things);
    let hexes: Vec<&str> = built.map.features.items.iter().map(|item| item.hex.as_str()).collect();
    assert_eq!(hexes, ["0402", "0505"]);
    let georeference = built.map.georeference.as_ref().unwrap();
    assert_eq!((georeference.fit, georeference.rms_hexes), (Fit::Stated, 0.0));
    let said = built.report.to_string();
    assert!(said.contains("Fit: stated, not checked"), "{said}");

    stated["grid"].as_object_mut().unwrap().remove("metres_per_hex");
    let text = shown(&build(&files(&stated, &things), RECIPE).1);
    assert!(
        text.contains("error[missing-field]: a stated fit goes by the field `metres_per_hex`"),
        "{text}"
    );
    stated["grid"]["metres_per_hex"] = json!(10_000.0);
    let point = stated["georeference"]["control_points"][0].clone();
    stated["georeference"]["control_points"].as_array_mut().unwrap().push(point);
    let text = shown(&build(&files(&stated, &things), RECIPE).1);
    assert!(text.contains("a stated fit goes by one control point; here are 2"), "{text}");
}

#[test]
fn residuals_show_the_outlier_where_a_build_refuses_it() {
    let recipe: salient_schema::Recipe = serde_json::from_value(recipe(json!({}))).unwrap();
    let plane = Plane::new(HexGrid::new(&recipe.grid.grid(1.0)));
    let known = |hex: &str, latitude, longitude| KnownPoint {
        hex: hex.to_owned(),
        name: None,
        latitude,
        longitude,
    };
    let mut plan = GeoreferencePlan {
        fit: Fit::Similarity,
        reference_latitude: None,
        control_points: vec![known("0101", 50.3, 2.5)],
    };
    let one = residuals(&plan, &plane, None);
    assert_eq!((one.points.as_slice(), one.rms_hexes), (&[None][..], None));
    assert!(one.refused.is_some());
    plan.control_points.extend([
        known("0901", 50.3, 3.5),
        known("0905", 49.9, 3.5),
        known("0105", 2.5, 49.9),
        known("0505", 49.9, 3.0),
    ]);
    let told = residuals(&plan, &plane, None);
    assert_eq!(told.outlier, Some(3));
    assert!(told.refused.is_some() && told.points[3].unwrap().hexes > 100.0);
    assert!(told.points[4].unwrap().hexes < 1.0, "the fit shown is that of the others");
    plan.control_points.remove(3);
    let told = residuals(&plan, &plane, None);
    assert!(told.outlier.is_none() && told.refused.is_none() && told.rms_hexes.unwrap() < 1.0);
}
