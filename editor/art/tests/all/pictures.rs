//! Counters that show a picture of their own: the same in PNG, SVG and PDF.

use std::io::Cursor;
use std::sync::Arc;

use image::{Rgba, RgbaImage};
use salient_art::{CounterArt, PlacedScene, PrintedPage, Scene, Shape, Shown, pdf, png, svg};
use salient_schema::{OrderOfBattle, Picture, Pictures};

use crate::common;

const RED: [u8; 4] = [200, 20, 30, 255];
const BLUE: [u8; 4] = [20, 40, 210, 255];
const SHEET: [u8; 4] = [255, 255, 255, 255];

/// A picture twice as wide as high: red to the left, blue to the right.
fn picture() -> Arc<Picture> {
    let pixels = RgbaImage::from_fn(80, 40, |x, _| Rgba(if x < 40 { RED } else { BLUE }));
    let mut bytes = Cursor::new(Vec::new());
    pixels.write_to(&mut bytes, image::ImageFormat::Png).unwrap();
    Arc::new(Picture::read(bytes.into_inner()).unwrap())
}

/// Two counters of which the fronts show the picture, and the name of a third, which shows none.
fn pictured() -> (CounterArt, [String; 3], OrderOfBattle) {
    let mut oob = common::order_of_battle();
    for counter in oob.counters.iter_mut().take(2) {
        counter.faces[0].picture = Some("pictures/a.png".to_owned());
    }
    // One that is nowhere is drawn as if none was named.
    oob.counters[2].faces[0].picture = Some("pictures/b.png".to_owned());
    let mut pictures = Pictures::default();
    pictures.put(&oob.id, "pictures/a.png", Ok(picture()));
    pictures.put(&oob.id, "pictures/b.png", Err("no such file".to_owned()));
    let ruleset = common::ruleset(None, None);
    let art = CounterArt::new(&ruleset, std::slice::from_ref(&oob), &pictures);
    let ids = [0, 1, 2].map(|at| oob.counters[at].id.clone());
    (art, ids, oob)
}

fn front(art: &CounterArt, counter: &str, at: [f32; 2]) -> Scene {
    let mut scene = Scene::new();
    art.draw(Shown::new(counter, 0), at, 1.0, 60.0, &mut scene);
    scene
}

#[test]
fn a_picture_fills_its_counter_as_wide_to_its_height_as_it_is() {
    let (art, [first, ..], _) = pictured();
    let scene = front(&art, &first, [0.0, 0.0]);
    assert!(scene.is_sound());
    let painted = png::render(&scene, [[-0.5, -0.5], [0.5, 0.5]], 60.0, SHEET).unwrap();
    assert_eq!(painted.get_pixel(10, 30).0, RED);
    assert_eq!(painted.get_pixel(50, 30).0, BLUE);
    for y in [5, 13, 46, 55] {
        assert_eq!(painted.get_pixel(30, y).0, SHEET, "{y}");
    }
    assert_eq!(painted.get_pixel(10, 17).0, RED);
    let again = png::render(&scene, [[-0.5, -0.5], [0.5, 0.5]], 60.0, SHEET).unwrap();
    assert_eq!(painted, again);
}

#[test]
fn other_faces_and_missing_pictures_are_drawn_as_ever() {
    let (art, [first, _, third], mut oob) = pictured();
    let is_picture = |shape: &Shape| matches!(shape, Shape::Picture(_));
    let mut back = Scene::new();
    art.draw(Shown::new(&first, 1), [0.0, 0.0], 1.0, 60.0, &mut back);
    assert!(!back.shapes.iter().any(is_picture));
    let missing = front(&art, &third, [0.0, 0.0]);
    for face in oob.counters.iter_mut().flat_map(|counter| &mut counter.faces) {
        face.picture = None;
    }
    let ruleset = common::ruleset(None, None);
    let plain = CounterArt::new(&ruleset, std::slice::from_ref(&oob), &Pictures::default());
    assert_eq!(missing, front(&plain, &third, [0.0, 0.0]));
}

#[test]
fn what_the_game_adds_lies_over_it() {
    let (art, [first, second, third], _) = pictured();
    let stack = [&first, &third, &second].map(|counter| Shown::new(counter, 0));
    let mut scene = Scene::new();
    art.draw_stack(&stack, [0.0, 0.0], 1.0, 60.0, &mut scene);
    let pictures = scene.shapes.iter().filter(|shape| matches!(shape, Shape::Picture(_)));
    assert_eq!(pictures.count(), 2);
    let last = scene.shapes.last().unwrap();
    assert!(matches!(last, Shape::Text(text) if text.text == "3"), "{last:?}");
}

#[test]
fn svg_and_pdf_hold_a_picture_once_however_often_it_shows() {
    let (art, [first, second, _], _) = pictured();
    let mut scene = front(&art, &first, [0.0, 0.0]);
    scene.append(front(&art, &second, [2.0, 0.0]));
    let markup = svg::write(&scene, [[-1.0, -1.0], [3.0, 1.0]], 60.0, SHEET).unwrap();
    assert_eq!(markup.matches("<image ").count(), 1, "{markup}");
    assert_eq!(markup.matches("<use href=\"#p0\"").count(), 2, "{markup}");
    assert!(markup.contains("href=\"data:image/png;base64,iVBOR"), "{markup}");
    let placed = PlacedScene { scene, scale: 20.0, origin: [40.0, 40.0], window: None };
    let page = PrintedPage {
        name: "Counters".to_owned(),
        parts: vec!["Counters".to_owned()],
        size: [210.0, 297.0],
        scenes: vec![placed],
    };
    let pages = [page.clone(), page];
    let bytes = pdf::write(&pages, "Counters").unwrap();
    let text = String::from_utf8_lossy(&bytes);
    assert_eq!(text.matches("/Subtype /Image").count(), 1);
    assert_eq!(bytes, pdf::write(&pages, "Counters").unwrap());
}
