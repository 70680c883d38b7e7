//! Heights by recipe.

use salient_cartography::{Built, build};
use salient_schema::Diagnostic;
use serde_json::{Value, json};

use crate::common::{RECIPE, built, files, recipe, shown, thing};

#[test]
fn heights_follow_the_rules_in_order() {
    let elevation = json!({
        "provenance": "invented", "metres_per_level": 20.0, "rules": [
            { "level": 1, "region": { "hexes": ["0101", "0201", "0102"] } },
            { "level": -2, "region": { "hexes": ["0102"] } }
        ]
    });
    let map = built(&recipe(json!({ "layers": [], "elevation": elevation })), &[]).map;
    let layer = map.elevation.unwrap();
    assert_eq!(layer.metres_per_level, Some(20.0));
    let palette: Vec<(&str, i16)> =
        layer.palette.iter().map(|(glyph, level)| (glyph.as_str(), *level)).collect();
    assert_eq!(palette, [("0", 0), ("1", 1), ("a", -2)]);
    assert_eq!(layer.rows.len(), 8);
    assert_eq!(layer.rows[..3], ["1100000000", "a000000000", "0000000000"]);
    assert_eq!(built(&recipe(json!({ "layers": [] })), &[]).map.elevation, None);
}

/// Flat in the west and in the east; between them the ground rises by 400 m over half a degree,
/// from the third column (2.75° E) to the seventh (3.25° E).
const RAMP: &str = "ncols 4\nnrows 4\nxllcorner 2\nyllcorner 49\ncellsize 0.5\n\
                    0 0 400 400\n0 0 400 400\n0 0 400 400\n0 0 400 400\n";

/// Builds the small theatre with a grid of heights; what `more` has comes on top of it.
fn with_heights(grid: &str, more: Value) -> (Option<Built>, Vec<Diagnostic>) {
    let mut recipe = recipe(json!({
        "layers": [{
            "id": "heights", "file": "heights.asc", "provenance": "surveyed", "source": "ours"
        }],
        "elevation": { "provenance": "reconstructed", "rules": [
            { "level": 1, "region": { "heights": {
                "layer": "heights", "bounds": [{ "at_least": 50.0, "below": 250.0 }]
            } } },
            { "level": 2, "region": { "heights": {
                "layer": "heights", "bounds": [{ "at_least": 250.0 }]
            } } }
        ] },
    }));
    if let (Value::Object(recipe), Value::Object(more)) = (&mut recipe, more) {
        recipe.extend(more);
    }
    let mut files = files(&recipe, &[]);
    files.0.insert("maps/small/heights.asc".to_owned(), grid.to_owned());
    build(&files, RECIPE)
}

fn sound((built, found): (Option<Built>, Vec<Diagnostic>)) -> Built {
    assert_eq!(shown(&found), "");
    built.unwrap()
}

fn sides_of(built: &Built, kind: &str) -> Vec<String> {
    let of_kind = built.map.hexsides.items.iter().filter(|item| item.kind == kind);
    of_kind.map(|item| item.side.clone()).collect()
}

#[test]
fn a_grid_of_heights_gives_each_hex_a_level() {
    let built = sound(with_heights(RAMP, json!({})));
    assert_eq!(built.map.elevation.unwrap().rows, ["0001122222"; 8]);
    assert_eq!(built.report.layers[0].heights, Some(16));
    assert!(built.report.to_string().contains("heights: 16 heights, surveyed"));
}

#[test]
fn terrain_follows_from_relief_of_a_hex_or_about_it() {
    let forest = |bounds: Value| {
        let region = json!({ "heights": { "layer": "heights", "bounds": bounds } });
        let terrain = json!({ "provenance": "invented", "base": "clear",
            "palette": { ".": "clear", "f": "forest" },
            "rules": [{ "kind": "forest", "region": region }] });
        let map = sound(with_heights(RAMP, json!({ "terrain": terrain }))).map;
        map.terrain.rows[3].clone()
    };
    assert_eq!(forest(json!([{ "of": "relief", "at_least": 90.0 }])), "...fff....");
    assert_eq!(forest(json!([{ "of": "relief", "within": 1, "at_least": 300.0 }])), "....f.....");
    assert_eq!(forest(json!([{ "of": "greatest", "within": 1, "below": 1.0 }])), "f.........");
    assert_eq!(forest(json!([{ "of": "least", "at_least": 399.0 }])), ".......fff");
    assert_eq!(
        forest(json!([{ "of": "relief", "at_least": 90.0 }, { "at_least": 150.0 }])),
        "....ff....",
        "all bounds must hold"
    );
}

#[test]
fn hexes_without_a_height_are_in_no_region_of_heights() {
    let sea = RAMP.replace("0 0 400 400\n", "0 0 -9999 -9999\n");
    let everywhere = json!({ "elevation": { "provenance": "invented", "rules": [{
        "level": 5,
        "region": { "heights": { "layer": "heights", "bounds": [{ "at_least": -500.0 }] } }
    }] } });
    let rows = sound(with_heights(&sea, everywhere)).map.elevation.unwrap().rows;
    assert_eq!(rows, ["5555500000"; 8]);
}

#[test]
fn hexsides_lie_on_slopes_between_levels() {
    let slope = |slope: Value| {
        let hexsides = json!({ "provenance": "invented", "rules": [
            { "kind": "river", "slope": slope }
        ] });
        sides_of(&sound(with_heights(RAMP, json!({ "hexsides": hexsides }))), "river")
    };
    // The third column lies at 13 m, the fourth at 100, the fifth at 200, the sixth at 300.
    let gradual = slope(json!({ "layer": "heights", "below": 95.0 }));
    assert_eq!(gradual.len(), 15);
    assert!(gradual.iter().all(|side| side.starts_with("03") || side.starts_with("04")));
    let steep = slope(json!({ "layer": "heights", "at_least": 95.0 }));
    assert_eq!(steep.len(), 15);
    assert!(steep.iter().all(|side| side.starts_with("05") || side.starts_with("06")));
    assert_eq!(slope(json!({ "layer": "heights" })).len(), 30);
    assert_eq!(slope(json!({ "layer": "heights", "levels": [0, 1] })), gradual);
}

#[test]
fn a_hand_corrects_levels_and_slopes_follow() {
    let more = |hexes: Value| {
        json!({
            "hexsides": { "provenance": "invented", "rules": [
                { "kind": "river", "slope": { "layer": "heights" } }
            ] },
            "patch": [{
                "reason": "The gorge is narrower than a cell",
                "elevation": { "level": 0, "hexes": hexes }
            }]
        })
    };
    let corrected = sound(with_heights(RAMP, more(json!(["0401", "0501"]))));
    let rows = corrected.map.elevation.as_ref().unwrap().rows.clone();
    assert_eq!(rows[..2], ["0000022222", "0001122222"]);
    assert_eq!(corrected.report.corrections[0].set, 2);
    let sides = sides_of(&corrected, "river");
    // Beside the gorge there are slopes where there were none.
    assert!(sides.contains(&"0401:s".to_owned()) && sides.contains(&"0501:s".to_owned()));
    assert!(!sides.contains(&"0301:se".to_owned()));

    let told = shown(&with_heights(RAMP, more(json!(["1101"]))).1);
    assert!(told.contains("1101"), "{told}");
    let flat = recipe(json!({
        "patch": [{ "reason": "none", "elevation": { "level": 1, "hexes": ["0101"] } }]
    }));
    let told = shown(&build(&files(&flat, &[]), RECIPE).1);
    assert!(told.contains("levels are set by hand, and the recipe has no `elevation`"), "{told}");
}

#[test]
fn hexsides_lie_in_areas_that_cover_enough_of_them() {
    // Ends east of the middle of the slanting hexsides between the third and the fourth column.
    let wood = thing(
        json!({ "class": "wood" }),
        "Polygon",
        json!([[[2.0, 49.0], [2.82, 49.0], [2.82, 51.0], [2.0, 51.0], [2.0, 49.0]]]),
    );
    let covered = |share: Option<f64>| {
        let mut areas = json!({ "take": { "layer": "own", "where": { "class": ["wood"] } } });
        if let Some(share) = share {
            areas["share"] = share.into();
        }
        let hexsides = json!({ "provenance": "invented", "rules": [
            { "kind": "river", "areas": areas }
        ] });
        let recipe = recipe(json!({ "hexsides": hexsides }));
        sides_of(&built(&recipe, std::slice::from_ref(&wood)), "river")
    };
    let (by_middle, most, all) = (covered(None), covered(Some(0.6)), covered(Some(0.75)));
    assert_eq!(by_middle, most);
    assert_eq!(by_middle.len() - all.len(), 17, "{all:?}");
    assert!(all.iter().all(|side| by_middle.contains(side)));
    assert!(all.contains(&"0303:s".to_owned()) && !all.contains(&"0403:s".to_owned()));
}

#[test]
fn what_is_wrong_with_heights_is_told_with_its_place() {
    let faults = |grid: &str, more: Value| shown(&with_heights(grid, more).1);
    let told = faults(&RAMP.replace("400\n0 0", "400\n0 x"), json!({}));
    assert!(told.contains("heights.asc:7:3") && told.contains("`x` is no number"), "{told}");

    let rule = |region: Value| {
        json!({ "elevation": { "provenance": "invented", "rules": [
            { "level": 1, "region": region }
        ] } })
    };
    let bounds =
        |bounds: Value| rule(json!({ "heights": { "layer": "heights", "bounds": bounds } }));
    for (more, expected) in [
        (bounds(json!([])), "at least one bound"),
        (bounds(json!([{ "of": "relief" }])), "one of the fields `at_least` and `below`"),
        (bounds(json!([{ "at_least": 5.0, "below": 5.0 }])), "nothing is at least 5 and below 5"),
        (bounds(json!([{ "at_least": 5.0, "within": 9 }])), "within"),
        (rule(json!({ "areas": { "take": { "layer": "heights" } } })), "is a grid of heights"),
        (
            json!({ "hexsides": { "provenance": "invented", "rules": [
                { "kind": "river", "slope": { "layer": "heights" }, "chain": "meuse" }
            ] } }),
            "only one of `chain`, `areas` and `slope`",
        ),
        (
            json!({ "hexsides": { "provenance": "invented", "rules": [{ "kind": "river" }] } }),
            "one of the fields `chain`, `areas` and `slope` is missing",
        ),
    ] {
        let told = faults(RAMP, more.clone());
        assert!(told.contains(expected) && told.contains("recipe.json:"), "{more}: {told}");
    }
    let flat = recipe(json!({
        "elevation": { "provenance": "invented", "rules": [{ "level": 1, "region": {
            "heights": { "layer": "own", "bounds": [{ "at_least": 5.0 }] }
        } }] },
    }));
    let told = shown(&build(&files(&flat, &[]), RECIPE).1);
    assert!(told.contains("the layer `own` is no grid of heights"), "{told}");
}
