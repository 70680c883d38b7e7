//! The key of a map: a line for each thing on it, in the colours in which the map has it.

use salient_art::{MapArt, Rgba, Scene, Shape};
use salient_hex::HexGrid;
use salient_schema::Map;

use crate::common;

fn art(map: &Map) -> MapArt {
    MapArt::new(map, &common::ruleset(None, None), &HexGrid::new(&map.grid))
}

fn words(scene: &Scene) -> Vec<String> {
    let texts = scene.shapes.iter().filter_map(|shape| match shape {
        Shape::Text(text) => Some(text.text.clone()),
        _ => None,
    });
    texts.collect()
}

/// The colours of all that is filled or drawn.
fn inks(scene: &Scene) -> Vec<Rgba> {
    let inks = scene.shapes.iter().filter_map(|shape| match shape {
        Shape::Line { stroke, .. } => Some(stroke.colour),
        Shape::Polygon { fill, .. } => *fill,
        _ => None,
    });
    inks.collect()
}

#[test]
fn works_are_in_the_colours_of_their_sides() {
    let mut map = common::small_map();
    let mut other = common::feature("0505", "fieldwork");
    other.owner = Some("allied".to_owned());
    map.features.items.push(other);
    let art = art(&map);
    let (key, _) = art.key_within(40.0);
    let told = words(&key);
    let sides = common::ruleset(None, None).sides;
    for side in &sides[..2] {
        let name = format!("fieldwork, {}", side.name);
        assert!(told.iter().any(|word| word.eq_ignore_ascii_case(&name)), "{name}: {told:?}");
    }
    for number in 0..2 {
        let ink = art.theme().side(number);
        assert!(inks(&key).contains(&ink), "side {number} is not in the key");
    }
    // Of a redoubt there is one side's alone.
    let redoubts = told.iter().filter(|word| word.to_lowercase().starts_with("redoubt"));
    assert_eq!(redoubts.count(), 1, "{told:?}");
}

#[test]
fn heights_have_a_line_where_there_are_any() {
    let mut map = common::small_map();
    let has_heights =
        |map: &Map| words(&art(map).key_within(40.0).0).contains(&"Heights".to_owned());
    assert!(!has_heights(&map));
    map.elevation = Some(common::elevation(6, 5));
    assert!(has_heights(&map));
}

#[test]
fn what_lies_together_in_a_hex_has_a_line() {
    let told = |map: &Map| words(&art(map).key_within(40.0).0);
    let has = |told: &[String], end: &str| told.iter().any(|word| word.ends_with(end));
    let mut map = common::small_map();
    assert!(!has(&told(&map), " on a height"), "{:?}", told(&map));
    map.elevation = Some(common::elevation(6, 5));
    assert!(told(&map).contains(&"Woods or Swamp on a height".to_owned()), "{:?}", told(&map));
    // Of ground that is nowhere but low nothing is said.
    map.terrain.rows = ["...w..", "...w..", "......", "s.....", "s....."].map(str::to_owned).into();
    assert!(told(&map).contains(&"Woods on a height".to_owned()), "{:?}", told(&map));

    let mut ruleset = common::ruleset(None, None);
    for kind in &mut ruleset.terrain {
        kind.movement = (kind.id == "woods").then_some(3);
    }
    for kind in &mut ruleset.features {
        kind.movement = (kind.id == "town").then_some(1);
    }
    map.features.items.push(common::feature("0401", "town"));
    let art = MapArt::new(&map, &ruleset, &HexGrid::new(&map.grid));
    let told = words(&art.key_within(40.0).0);
    assert!(told.contains(&"Town on woods".to_owned()), "{told:?}");
}

/// A road that ends in the open at the edge of the map runs off it; one that ends in a town does not.
#[test]
fn roads_run_off_the_edge() {
    use salient_art::{Detail, Layer};
    let west = |town: bool| {
        let mut map = common::small_map();
        if town {
            map.features.items.push(common::feature("0102", "town"));
        }
        let art = art(&map);
        let hex = art.grid().parse("0102").unwrap();
        let mut scene = Scene::new();
        art.draw(Layer::Paths, hex, Detail::Near, &mut scene);
        let least = scene.shapes.iter().filter_map(Shape::bounds).map(|[[x, _], _]| x);
        least.fold(f32::INFINITY, f32::min) - art.grid().centre(hex)[0]
    };
    assert!(west(false) < -0.35, "{}", west(false));
    assert!(west(true) > -0.15, "{}", west(true));
}
