//! What holds for every fit and every chain.

use std::collections::BTreeSet;

use proptest::prelude::*;
use salient_cartography::build;
use salient_cartography::fit::fit;
use salient_cartography::plane::Plane;
use salient_hex::{HexGrid, Side};
use salient_schema::map::Fit;
use salient_schema::recipe::{GeoreferencePlan, KnownPoint, Recipe};
use serde_json::json;

use crate::common::{self, RECIPE, files, recipe, thing};

/// A plane of forty by forty hexes.
fn plane(pointy: bool) -> Plane {
    let mut recipe: Recipe = serde_json::from_value(recipe(json!({}))).unwrap();
    if pointy {
        recipe.grid.orientation = salient_schema::map::Orientation::PointyTopped;
    }
    (recipe.grid.columns, recipe.grid.rows) = (40, 40);
    Plane::new(HexGrid::new(&recipe.grid.grid(1.0)))
}

/// Control points that a known plane puts exactly on the centres of these hexes.
fn control_points(plane: &Plane, hexes: &[(u32, u32)], known: [f64; 6]) -> Vec<KnownPoint> {
    let [a, b, c, d, e, f] = known;
    hexes
        .iter()
        .map(|(column, row)| {
            let hex = salient_hex::Hex(row * 40 + column);
            let [x, y] = plane.centre(hex);
            let determinant = a * e - b * d;
            let (x, y) = (x - c, y - f);
            KnownPoint {
                hex: plane.grid.label(hex),
                name: None,
                longitude: (x * e - y * b) / determinant,
                latitude: (y * a - x * d) / determinant,
            }
        })
        .collect()
}

fn hexes(least: usize) -> impl Strategy<Value = Vec<(u32, u32)>> {
    prop::collection::btree_set((0..40_u32, 0..40_u32), least..9)
        .prop_map(|set| set.into_iter().collect())
}

/// Whether no triangle of these is worth the name.
fn flat(hexes: &[(u32, u32)]) -> bool {
    let point = |(x, y): (u32, u32)| (f64::from(x), f64::from(y));
    let area = |a, b, c| {
        let ((ax, ay), (bx, by), (cx, cy)) = (point(a), point(b), point(c));
        ((bx - ax) * (cy - ay) - (by - ay) * (cx - ax)).abs()
    };
    let greatest = hexes
        .iter()
        .flat_map(|&a| hexes.iter().flat_map(move |&b| hexes.iter().map(move |&c| area(a, b, c))))
        .fold(0.0, f64::max);
    greatest < 120.0
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn an_affine_fit_recovers_the_plane_that_it_was_made_from(
        hexes in hexes(3),
        pointy: bool,
        (a, b) in (20.0..90.0_f64, -30.0..30.0_f64),
        (d, e) in (-30.0..30.0_f64, -120.0..-40.0_f64),
    ) {
        prop_assume!(!flat(&hexes));
        // A mirror image is refused.
        prop_assume!(b * d - a * e > 1.0);
        // About 3° E, 50° N.
        let known = [a, b, 20.0 - a * 3.0 - b * 50.0, d, e, 20.0 - d * 3.0 - e * 50.0];
        let plane = plane(pointy);
        let plan = GeoreferencePlan {
            fit: Fit::Affine,
            reference_latitude: None,
            control_points: control_points(&plane, &hexes, known),
        };
        let fitted = fit(&plan, &plane, None).unwrap();
        for (ours, theirs) in fitted.georeference.plane_from_degrees.iter().zip(known) {
            prop_assert!((ours - theirs).abs() < 2e-5, "{ours} {theirs}");
        }
        prop_assert_eq!(fitted.georeference.rms_hexes, 0.0);
    }

    #[test]
    fn a_similarity_recovers_scale_and_turn(
        hexes in hexes(2),
        turn in -179.0..179.0_f64,
        metres in 500.0..20_000.0_f64,
    ) {
        let plane = plane(false);
        let latitude = 49.0;
        let east = salient_cartography::maths::metres_per_degree_east(latitude) / metres;
        let south = -salient_cartography::maths::METRES_PER_DEGREE_NORTH / metres;
        let (cos, sin) = (turn.to_radians().cos(), turn.to_radians().sin());
        let [a, b, d, e] = [cos * east, -sin * south, sin * east, cos * south];
        let known = [a, b, 20.0 - a * 3.0 - b * 49.0, d, e, 20.0 - d * 3.0 - e * 49.0];
        let plan = GeoreferencePlan {
            fit: Fit::Similarity,
            reference_latitude: Some(latitude),
            control_points: control_points(&plane, &hexes, known),
        };
        let fitted = fit(&plan, &plane, None).unwrap();
        prop_assert_eq!(fitted.georeference.rms_hexes, 0.0);
        prop_assert!((fitted.metres_per_hex - metres).abs() < 0.06, "{}", fitted.metres_per_hex);
        let rotation = fitted.georeference.rotation_degrees.unwrap();
        prop_assert!((rotation + turn).abs() < 0.06, "{rotation} {turn}");
    }

    /// One point is wrong and all others are right: it is named where it is far enough out to be no
    /// whim of the printed map, and nowhere else.
    #[test]
    fn a_control_point_that_all_others_speak_against_is_named(
        hexes in hexes(5),
        wrong in 0_usize..5,
        turn in -60.0..60.0_f64,
        metres in 500.0..20_000.0_f64,
        (out, direction) in (prop_oneof![0.0..2.8_f64, 3.2..40.0_f64], 0.0..6.3_f64),
    ) {
        prop_assume!(!flat(&hexes));
        let plane = plane(false);
        let east = salient_cartography::maths::metres_per_degree_east(49.0) / metres;
        let south = -salient_cartography::maths::METRES_PER_DEGREE_NORTH / metres;
        let (cos, sin) = (turn.to_radians().cos(), turn.to_radians().sin());
        let [a, b, d, e] = [cos * east, -sin * south, sin * east, cos * south];
        let known = [a, b, 20.0 - a * 3.0 - b * 49.0, d, e, 20.0 - d * 3.0 - e * 49.0];
        let mut plan = GeoreferencePlan {
            fit: Fit::Similarity,
            reference_latitude: Some(49.0),
            control_points: control_points(&plane, &hexes, known),
        };
        let right = plan.control_points[wrong].clone();
        let (x, y) = (direction.cos() * out, direction.sin() * out);
        let determinant = a * e - b * d;
        plan.control_points[wrong].longitude += (x * e - y * b) / determinant;
        plan.control_points[wrong].latitude += (y * a - x * d) / determinant;
        match fit(&plan, &plane, None) {
            Ok(_) => prop_assert!(out < 3.0, "{out} hexes out and nothing is said"),
            Err(found) => {
                prop_assert!(out > 3.0, "{out} hexes out: {}", found[0]);
                prop_assert!(found[0].message.contains(&right.hex), "{}", found[0]);
                let pointer = format!("/georeference/control_points/{wrong}");
                prop_assert_eq!(found[0].place.pointer.as_deref(), Some(pointer.as_str()));
            }
        }
        // The usual mistake is called by its name.
        let exchanged = &mut plan.control_points[wrong];
        (exchanged.longitude, exchanged.latitude) = (right.latitude, right.longitude);
        let found = fit(&plan, &plane, None).unwrap_err();
        prop_assert!(found[0].message.contains(&right.hex), "{}", found[0]);
        prop_assert_eq!(found[0].help.as_deref(), Some("its latitude and longitude are exchanged"));
    }

    #[test]
    fn a_chain_has_no_gap_and_no_hexside_twice(
        points in prop::collection::vec((2.3..3.8_f64, 49.5..50.5_f64), 2..8),
        pointy: bool,
    ) {
        let mut recipe = recipe(json!({
            "chains": [{ "id": "brook", "take": { "layer": "own" }, "several": true }],
            "lines": { "provenance": "invented", "rules": [
                { "kind": "front-line", "chains": ["brook"] }
            ] }
        }));
        if pointy {
            recipe["grid"]["orientation"] = "pointy_topped".into();
        }
        let coordinates: Vec<[f64; 2]> = points.iter().map(|&(x, y)| [x, y]).collect();
        let brook = thing(json!({ "name": "Brook" }), "LineString", json!(coordinates));
        let (built, found) = build(&files(&recipe, &[brook]), RECIPE);
        let Some(built) = built else {
            // It missed the map.
            prop_assert!(common::shown(&found).contains("comes near the map"));
            return Ok(());
        };
        let grid = HexGrid::new(&built.map.grid);
        for line in &built.map.lines.items {
            let sides: Vec<Side> =
                line.sides.iter().map(|side| grid.parse_side(side).unwrap()).collect();
            let different: BTreeSet<&Side> = sides.iter().collect();
            prop_assert_eq!(different.len(), sides.len());
            prop_assert!(sides.windows(2).all(|pair| common::hang_together(&grid, pair)));
        }
        for chain in &built.report.chains {
            prop_assert_eq!(chain.gaps, 0);
        }
    }
}

/// The published recipe with its data, in memory.
fn picardy() -> salient_schema::Memory {
    let folder = common::root().join("maps/picardy-1918");
    let read = |file: &str| std::fs::read_to_string(folder.join(file)).unwrap();
    ["recipe.json", "geodata/towns.csv", "geodata/rivers.geojson", "geodata/country.geojson"]
        .into_iter()
        .map(|file| (format!("maps/picardy-1918/{file}"), read(file)))
        .chain([(
            "scenarios/kaisers-battle/ruleset.json".to_owned(),
            read("../../scenarios/kaisers-battle/ruleset.json"),
        )])
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Whatever the files hold, there is a map or there are errors with a place, and no panic.
    #[test]
    fn changed_files_give_a_map_or_errors(
        file in 0..4_usize,
        changes in prop::collection::vec((any::<prop::sample::Index>(), 0..12_usize), 1..6),
    ) {
        let pieces = ["", "0", "-", "9e9", "\"", "{", "]", ",", "\n", "é", "null", "0.0"];
        let mut files = picardy();
        let path = files.0.keys().nth(file).unwrap().clone();
        let mut text: Vec<char> = files.0[&path].chars().collect();
        for (at, piece) in changes {
            let at = at.index(text.len());
            text.splice(at..=at, pieces[piece].chars());
        }
        files.0.insert(path, text.into_iter().collect());
        let (built, found) = build(&files, "maps/picardy-1918/recipe.json");
        let errors: Vec<_> = found.iter().filter(|one| one.is_error()).collect();
        prop_assert_eq!(built.is_none(), !errors.is_empty());
        for one in errors {
            prop_assert!(one.place.file.is_some() && one.place.line.is_some(), "{one}");
        }
    }
}
