//! Badges on hexsides: several on one hexside stand beside one another along it.

use salient_art::scene::{Point, Shape};
use salient_art::{Detail, Layer, MapArt, Scene};
use salient_hex::grid::HexGrid;
use salient_schema::map::{Feature, Orientation};

use crate::common;

/// Where the letters of a map's badges lie.
fn letters(orientation: Orientation, badges: Vec<Feature>) -> Vec<(String, Point)> {
    let mut map = common::map(4, 4, orientation);
    map.features.items = badges;
    let art = MapArt::new(&map, &common::ruleset(None, None), &HexGrid::new(&map.grid));
    let mut scene = Scene::new();
    art.draw_all(&[Layer::Features], Detail::Near, &mut scene);
    let texts = scene.shapes.iter().filter_map(|shape| match shape {
        Shape::Text(text) => Some((text.text.to_string(), text.at)),
        _ => None,
    });
    texts.collect()
}

fn badge(hex: &str, kind: &str, letter: &str, facing: &[&str]) -> Feature {
    let mut one = common::feature(hex, kind);
    one.letter = Some(letter.to_owned());
    one.facing = facing.iter().map(|&compass| compass.to_owned()).collect();
    one
}

#[test]
fn badges_on_one_hexside_stand_beside_one_another_from_whichever_hex() {
    for (orientation, facing, back, other) in [
        (Orientation::FlatTopped, "n", "s", "0201"),
        (Orientation::FlatTopped, "se", "nw", "0303"),
        (Orientation::PointyTopped, "e", "w", "0302"),
    ] {
        let alone = letters(orientation, vec![badge("0202", "diamond", "A", &[facing])]);
        let all = letters(
            orientation,
            vec![
                badge("0202", "diamond", "A", &[facing]),
                badge("0202", "disc", "B", &[facing]),
                badge(other, "diamond", "C", &[back]),
            ],
        );
        assert_eq!(all.len(), 3, "{orientation:?}");
        for (at, (one, [x, y])) in all.iter().enumerate() {
            for (two, [u, v]) in &all[..at] {
                let apart = (x - u).hypot(y - v);
                assert!(
                    apart > 0.28,
                    "{orientation:?} {facing}: {one} and {two} are {apart} apart"
                );
            }
        }
        // They lie about the middle of the hexside, as a single one does.
        let mean = |axis: usize| all.iter().map(|(_, at)| at[axis]).sum::<f32>() / 3.0;
        let [x, y] = alone[0].1;
        assert!((mean(0) - x).hypot(mean(1) - y) < 1e-3, "{orientation:?} {facing}");
    }
}

#[test]
fn badges_in_the_middle_of_a_hex_stand_side_by_side() {
    let two = [badge("0202", "disc", "A", &[]), badge("0202", "disc", "B", &[])];
    let all = letters(Orientation::FlatTopped, two.into());
    let ([x, y], [u, v]) = (all[0].1, all[1].1);
    assert!((x - u).abs() > 0.28 && (y - v).abs() < 1e-3, "{all:?}");
}

#[test]
fn the_number_of_a_hex_stands_below_a_badge() {
    let number = |badges: Vec<Feature>| {
        let mut map = common::map(4, 4, Orientation::FlatTopped);
        map.features.items = badges;
        let art = MapArt::new(&map, &common::ruleset(None, None), &HexGrid::new(&map.grid));
        let mut scene = Scene::new();
        art.draw_all(&[Layer::Numbers], Detail::Near, &mut scene);
        let own = scene.shapes.iter().find_map(|shape| match shape {
            Shape::Text(text) if text.text == "0202" => Some(text.at[1]),
            _ => None,
        });
        own.unwrap()
    };
    let usual = number(Vec::new());
    assert_eq!(number(vec![badge("0202", "diamond", "A", &["s", "ne"])]), usual);
    for one in [badge("0202", "diamond", "A", &["n"]), badge("0201", "disc", "A", &["s"])] {
        assert!(number(vec![one]) > usual + 0.1);
    }
}
