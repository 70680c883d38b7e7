//! A small map as SVG, to the letter. `UPDATE_GOLDEN=1 cargo test -p salient-art` writes the
//! file anew; look at it before it is committed.

use std::path::Path;

use salient_art::{Options, drawing_of_map, svg};

use crate::common;

#[test]
fn a_small_map_is_drawn_as_it_was_reviewed() {
    let options = Options { pixels_per_hex: 38.0, ..Options::default() };
    let ruleset = common::ruleset(None, None);
    let sheet = drawing_of_map(&common::small_map(), &ruleset, &options).unwrap();
    let drawn = svg::write(&sheet.scene, sheet.bounds, 38.0, sheet.background).unwrap();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/small-map.svg");
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, &drawn).unwrap();
    }
    let golden = std::fs::read_to_string(&path).unwrap();
    let differs = drawn.lines().zip(golden.lines()).find(|(new, old)| new != old);
    assert_eq!(differs, None, "the first line that differs, new and old");
    assert_eq!(drawn.lines().count(), golden.lines().count());
}

#[test]
fn the_painted_map_shows_what_its_shapes_say() {
    let options = Options { pixels_per_hex: 48.0, legend: false, ..Options::default() };
    let ruleset = common::ruleset(None, None);
    let sheet = drawing_of_map(&common::small_map(), &ruleset, &options).unwrap();
    let picture = salient_art::picture_of_map(&common::small_map(), &ruleset, &options).unwrap();
    let at = |x: f32, y: f32| {
        let [left, top] = sheet.bounds[0];
        let place = |v: f32, from: f32| ((v - from) * 48.0) as u32;
        picture.get_pixel(place(x, left), place(y, top)).0
    };
    // The sheet's margin, and the middle of a woods hex (column 2, row 1, pushed).
    assert_eq!(at(sheet.bounds[0][0] + 0.1, sheet.bounds[0][1] + 0.1), sheet.background);
    let [r, g, b, a] = at(2.0 * 0.866_025_4, 1.0);
    assert!(a == 255 && g > r && g > b, "woods are green: {:?}", [r, g, b, a]);
}
