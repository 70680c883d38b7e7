//! Whatever a file says, its picture is made of finite numbers, and nothing panics.

use proptest::prelude::*;
use salient_art::{
    CounterArt, Detail, FrameOptions, Layer, MapArt, Options, PictureError, Scene, Shape, Shown,
};
use salient_hex::grid::{Hex, HexGrid};
use salient_schema::map::{Map, Orientation};
use salient_schema::ruleset::Ruleset;

use crate::common;

const DETAILS: [Detail; 3] = [Detail::Far, Detail::Middle, Detail::Near];

/// Draws everything of a map at every detail and checks each shape.
fn check(map: &Map, ruleset: &Ruleset) {
    let grid = HexGrid::new(&map.grid);
    let art = MapArt::new(map, ruleset, &grid);
    for detail in DETAILS {
        let mut scene = Scene::new();
        art.draw_all(&Layer::ALL, detail, &mut scene);
        for shape in &scene.shapes {
            let alone = Scene { shapes: vec![shape.clone()] };
            assert!(alone.is_sound(), "{detail:?}: {shape:?}");
        }
        let hollow = scene.shapes.iter().find(|shape| !is_convex(shape));
        assert_eq!(hollow, None, "{detail:?}");
    }
    let frame = art.frame(&FrameOptions::default());
    assert!(frame.under.is_sound() && frame.over.is_sound());
}

/// The screen's tessellator fills convex polygons only.
fn is_convex(shape: &Shape) -> bool {
    let Shape::Polygon { points, fill: Some(_), .. } = shape else { return true };
    let corners: Vec<[f32; 2]> = points.clone();
    let count = corners.len();
    let turns: Vec<f32> = (0..count)
        .map(|at| {
            let (a, b, c) = (corners[at], corners[(at + 1) % count], corners[(at + 2) % count]);
            (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])
        })
        .collect();
    let slack = 2e-5;
    turns.iter().all(|turn| *turn >= -slack) || turns.iter().all(|turn| *turn <= slack)
}

#[test]
fn every_mark_draws_in_every_place_with_any_colours() {
    for orientation in [Orientation::FlatTopped, Orientation::PointyTopped] {
        for (fill, ink) in
            [(None, None), (Some("#00000000"), Some("#ffffff")), (Some("no colour"), Some("#12"))]
        {
            let mut map = common::gallery_map(orientation);
            map.elevation = Some(common::elevation(16, 12));
            check(&map, &common::ruleset(fill, ink));
        }
    }
}

#[test]
fn every_mark_but_none_and_label_leaves_a_trace() {
    let ruleset = common::ruleset(None, None);
    let layers = Layer::ALL.into_iter().filter(|layer| {
        !matches!(layer, Layer::Terrain | Layer::Grid | Layer::Numbers | Layer::Labels)
    });
    let layers: Vec<Layer> = layers.collect();
    let count = |map: &Map| {
        let art = MapArt::new(map, &ruleset, &HexGrid::new(&map.grid));
        let mut scene = Scene::new();
        art.draw_all(&layers, Detail::Middle, &mut scene);
        scene.shapes.len()
    };
    for (id, _) in common::MARKS {
        let bare = common::map(3, 3, Orientation::FlatTopped);
        let mut maps = vec![bare.clone(); 5];
        maps[0].terrain.palette.insert(".".to_owned(), id.to_owned());
        maps[1].features.items.push(common::feature("0202", id));
        maps[2].hexsides.items.push(common::hexside("0202:n", id, None));
        maps[3].paths.items = vec![common::path(id, &["0201", "0202"])];
        maps[4].lines.items = vec![common::line(id, &["0202:n"])];
        for (category, map) in maps.iter().enumerate() {
            // A label that has no name is a dot where it stands in a hex.
            let nothing = id == "none" || id == "label" && category != 1;
            assert_eq!(count(map) == count(&bare), nothing, "{id} in category {category}");
        }
    }
}

#[test]
fn what_no_ruleset_defines_shows_as_a_warning() {
    let mut map = common::map(3, 3, Orientation::FlatTopped);
    map.terrain.palette.insert("?".to_owned(), "bog".to_owned());
    map.terrain.rows[0] = "?..".to_owned();
    map.features.items.push(common::feature("0202", "castle"));
    map.hexsides.items.push(common::hexside("0303:n", "brook", None));
    map.features.items.push(common::feature("9999", "town"));
    let ruleset = common::ruleset(None, None);
    check(&map, &ruleset);
    let art = MapArt::new(&map, &ruleset, &HexGrid::new(&map.grid));
    let mut scene = Scene::new();
    art.draw_all(&Layer::ALL, Detail::Near, &mut scene);
    let questions =
        scene.shapes.iter().filter(|shape| matches!(shape, Shape::Text(text) if text.text == "?"));
    assert_eq!(questions.count(), 3);
}

#[test]
fn every_symbol_draws_at_every_size() {
    let ruleset = common::ruleset(None, None);
    let oob = common::order_of_battle();
    let art =
        CounterArt::new(&ruleset, std::slice::from_ref(&oob), &salient_schema::Pictures::default());
    for counter in &oob.counters {
        for pixels in [1.0, 8.0, 20.0, 40.0, 200.0] {
            for face in [0, 1, 7] {
                let mut scene = Scene::new();
                let shown = Shown::new(&counter.id, face);
                art.draw(shown, [3.0, 4.0], 0.66, pixels, &mut scene);
                assert!(scene.is_sound() && scene.shapes.len() >= 3, "{}", counter.id);
                art.draw_stack(&[shown; 7], [3.0, 4.0], 0.66, pixels, &mut scene);
                assert!(scene.is_sound() && scene.shapes.iter().all(is_convex), "{}", counter.id);
            }
        }
    }
}

#[test]
fn the_same_hex_looks_the_same_in_every_map_that_it_lies_in() {
    let ruleset = common::ruleset(None, None);
    let mut map = common::small_map();
    let draw = |map: &Map, hex: Hex| {
        let art = MapArt::new(map, &ruleset, &HexGrid::new(&map.grid));
        let mut scene = Scene::new();
        for layer in Layer::ALL {
            art.draw(layer, hex, Detail::Near, &mut scene);
        }
        scene
    };
    let before = draw(&map, Hex(1));
    assert_eq!(before, draw(&map, Hex(1)));
    // An edit further away than MapArt::REACH changes nothing here.
    map.terrain.rows[4] = "wwwwww".to_owned();
    assert_eq!(before, draw(&map, Hex(1)));
}

#[test]
fn absurd_sizes_are_refused() {
    let map = common::map(400, 400, Orientation::PointyTopped);
    let ruleset = common::ruleset(None, None);
    for pixels_per_hex in [0.0, -3.0, f32::NAN, f32::INFINITY, 1e9, 60.0] {
        let options = Options { pixels_per_hex, ..Options::default() };
        let refused = salient_art::picture_of_map(&map, &ruleset, &options);
        assert!(matches!(refused, Err(PictureError::Render(_))), "{pixels_per_hex}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn any_words_and_widths_draw_soundly(
        colour in "\\PC{0,9}",
        width in proptest::option::of(proptest::num::f32::ANY),
        metres in proptest::num::f64::ANY,
        label in "[0-9]{4}|\\PC{0,5}",
        name in "\\PC{0,20}",
        glyphs in "\\PC{0,8}",
        level in any::<i16>(),
    ) {
        let mut ruleset = common::ruleset(Some(&colour), Some(&colour));
        for kinds in [&mut ruleset.hexsides, &mut ruleset.lines, &mut ruleset.features, &mut ruleset.paths] {
            for kind in kinds {
                kind.look.width = width;
            }
        }
        let mut map = common::gallery_map(Orientation::FlatTopped);
        map.grid.metres_per_hex = metres;
        map.title.clone_from(&name);
        map.terrain.rows[5] = glyphs;
        let mut elevation = common::elevation(16, 12);
        elevation.palette.insert("1".to_owned(), level);
        map.elevation = Some(elevation);
        for item in &mut map.features.items {
            item.name = Some(name.clone());
            item.letter = Some(name.clone());
            item.value = Some(i32::from(level) * 60_000);
        }
        map.features.items.push(common::feature(&label, "town"));
        map.hexsides.items.push(common::hexside(&format!("{label}:n"), "river", Some(&name)));
        check(&map, &ruleset);
    }
}

/// Sheets that are cut straight through the hexes at the edge have ground wherever they show any.
#[test]
fn ground_that_bleeds_leaves_no_notch_at_the_edge() {
    let ruleset = common::ruleset(None, None);
    for orientation in [Orientation::FlatTopped, Orientation::PointyTopped] {
        let map = common::map(6, 5, orientation);
        let art = MapArt::new(&map, &ruleset, &HexGrid::new(&map.grid));
        let [[x0, y0], [x1, y1]] = art.grid().bounds();
        let bare = |art: &MapArt| {
            let mut scene = Scene::new();
            art.draw_all(&[Layer::Terrain], Detail::Near, &mut scene);
            // Hexes that are so near their middles that they surely cover it.
            let covers = |at: [f32; 2]| {
                scene.shapes.iter().filter_map(Shape::bounds).any(|[least, most]| {
                    let middle = [0, 1].map(|axis| (least[axis] + most[axis]) / 2.0);
                    (at[0] - middle[0]).hypot(at[1] - middle[1]) <= 0.578
                })
            };
            let along = (0..=40).map(|step| step as f32 / 40.0);
            let edge = along.flat_map(|share| {
                let (x, y) = (x0 + (x1 - x0) * share, y0 + (y1 - y0) * share);
                [[x, y0], [x, y1], [x0, y], [x1, y]]
            });
            edge.filter(|at| !covers(*at)).count()
        };
        assert!(bare(&art) > 10, "{orientation:?}");
        assert_eq!(bare(&art.bleeding()), 0, "{orientation:?}");
    }
}
