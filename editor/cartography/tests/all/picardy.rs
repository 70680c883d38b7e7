//! The committed map of Picardy is what its recipe gives.

use std::collections::{BTreeMap, BTreeSet};

use salient_cartography::{Built, build};
use salient_hex::{HexGrid, Side};
use salient_schema::{Disk, Document, Map, Provenance, write};

use crate::common::{self, hang_together, root};

fn picardy() -> Built {
    let path = root().join("maps/picardy-1918/recipe.json");
    let (built, found) = build(&Disk, path.to_str().unwrap());
    assert_eq!(common::shown(&found), "");
    built.unwrap()
}

fn text(map: &Map) -> String {
    write(&Document::Map(Box::new(map.clone()))).unwrap()
}

#[test]
fn the_recipe_gives_the_committed_map_byte_for_byte() {
    let built = text(&picardy().map);
    let committed = std::fs::read_to_string(root().join("maps/picardy-1918/map.json")).unwrap();
    for (number, (ours, theirs)) in built.lines().zip(committed.lines()).enumerate() {
        assert_eq!(ours, theirs, "line {}", number + 1);
    }
    assert!(built == committed);
    assert!(built == text(&picardy().map), "twice alike");
}

#[test]
fn rivers_and_canals_run_without_a_gap() {
    let Built { map, report } = picardy();
    let grid = HexGrid::new(&map.grid);
    let mut by_name: BTreeMap<&str, Vec<Side>> = BTreeMap::new();
    for item in &map.hexsides.items {
        let side = grid.parse_side(&item.side).unwrap();
        by_name.entry(item.name.as_deref().unwrap()).or_default().push(side);
    }
    let names: Vec<&str> = by_name.keys().copied().collect();
    assert_eq!(names, ["Canal du Nord", "Crozat Canal", "Oise", "Somme"]);
    for (name, sides) in &by_name {
        assert!(hang_together(&grid, sides), "{name}");
    }
    // A chain of n hexsides that never branches passes n + 1 corners.
    for chain in &report.chains {
        assert_eq!(chain.gaps, 0, "{}", chain.id);
        assert!(chain.strays_hexes < 1.3, "{} strays by {}", chain.id, chain.strays_hexes);
    }
    let line = &map.lines.items[0];
    let sides: Vec<Side> = line.sides.iter().map(|side| grid.parse_side(side).unwrap()).collect();
    assert_eq!(sides.iter().collect::<BTreeSet<_>>().len(), sides.len(), "no hexside twice");
    for pair in sides.windows(2) {
        assert!(hang_together(&grid, pair), "the line breaks off");
    }
}

#[test]
fn every_town_stands_in_one_hex() {
    let Built { map, report } = picardy();
    let mut hexes = BTreeMap::new();
    for town in map.features.items.iter().filter(|feature| feature.kind == "town") {
        let name = town.name.clone().expect("towns have names");
        assert_eq!(hexes.insert(name.clone(), town.hex.clone()), None, "{name} stands twice");
    }
    let different: BTreeSet<&String> = hexes.values().collect();
    assert_eq!((hexes.len(), different.len()), (94, 94));
    assert_eq!(report.feature_counts["town"], 94);
    // What is marked as surveyed is where the survey has it; what was moved is not.
    let points = &report.features[0];
    let surveyed =
        |feature: &&salient_schema::map::Feature| feature.provenance == Some(Provenance::Surveyed);
    assert_eq!(map.features.items.iter().filter(surveyed).count(), points.placed);
    assert_eq!((points.placed, points.moved.len(), points.clashing.len()), (36, 12, 0));
}

#[test]
fn the_fit_is_the_one_that_was_decided() {
    let georeference = picardy().report.georeference;
    assert_eq!(georeference.rms_hexes, 0.81);
    assert_eq!(georeference.rotation_degrees, Some(-13.2));
    let residuals: Vec<f64> =
        georeference.control_points.iter().map(|point| point.residual_hexes.unwrap()).collect();
    assert_eq!(residuals, [1.04, 0.79, 0.34, 0.52, 0.98, 0.42, 1.15]);
}

#[test]
fn every_layer_and_correction_says_where_it_comes_from() {
    let path = root().join("maps/picardy-1918/recipe.json");
    let (recipe, _) = salient_schema::read_recipe("recipe.json", std::fs::read(&path).unwrap());
    let recipe = recipe.unwrap();
    let mut bytes = 0;
    for layer in &recipe.layers {
        assert!(layer.source.len() > 20, "{}: {}", layer.id, layer.source);
        bytes += std::fs::metadata(path.with_file_name(&layer.file)).unwrap().len();
    }
    assert!(bytes < 64 * 1024, "{bytes} bytes of geographic data");
    assert!(recipe.patch.iter().all(|correction| correction.reason.len() > 20));
}
