//! Draws every mark and every symbol, or a scenario, for the eye to judge.
//!
//! ```text
//! cargo run -p salient-art --example gallery -- /tmp/gallery
//! cargo run -p salient-art --example gallery -- /tmp/gallery SCENARIO.json PIXELS_PER_HEX [X,Y,W,H …]
//! ```

#[path = "../tests/all/common.rs"]
#[allow(dead_code, reason = "the tests use the rest")]
mod common;

use std::error::Error;

use salient_art::{CounterArt, Options, Scene, Shown, png};
use salient_schema::map::Orientation;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().unwrap_or_else(|| "gallery".to_owned());
    std::fs::create_dir_all(&folder)?;
    if let Some(path) = arguments.next() {
        let pixels_per_hex = arguments.next().map_or(Ok(60.0), |text| text.parse())?;
        let parts: Vec<String> = arguments.collect();
        let (project, diagnostics) = salient_schema::open_project(&salient_schema::Disk, &path);
        let project = project.ok_or_else(|| format!("{diagnostics:?}"))?;
        let options = Options { pixels_per_hex, ..Options::default() };
        for counters in [true, false] {
            let options = Options { counters, ..options.clone() };
            let name = if counters { "scenario" } else { "map" };
            let begun = std::time::Instant::now();
            let sheet = salient_art::drawing_of_scenario(&project.bundle, &options)?;
            let laid_out = begun.elapsed();
            let picture =
                png::render(&sheet.scene, sheet.bounds, pixels_per_hex, sheet.background)?;
            let shapes = sheet.scene.shapes.len();
            println!("{name}: {shapes} shapes in {laid_out:?}, painted in {:?}", begun.elapsed());
            picture.save(format!("{folder}/{name}-{pixels_per_hex}.png"))?;
            for (number, part) in parts.iter().enumerate() {
                let numbers: Vec<u32> =
                    part.split(',').map(str::parse).collect::<Result<_, _>>()?;
                let &[x, y, width, height] = numbers.as_slice() else { continue };
                image::imageops::crop_imm(&picture, x, y, width, height)
                    .to_image()
                    .save(format!("{folder}/{name}-part{number}.png"))?;
            }
        }
        return Ok(());
    }
    let options = Options { pixels_per_hex: 100.0, ..Options::default() };
    let ruleset = common::ruleset(None, None);
    let pictures = [
        ("small", common::small_map()),
        ("flat", common::gallery_map(Orientation::FlatTopped)),
        ("pointy", common::gallery_map(Orientation::PointyTopped)),
    ];
    for (name, map) in pictures {
        salient_art::picture_of_map(&map, &ruleset, &options)?
            .save(format!("{folder}/{name}.png"))?;
    }
    counters(&ruleset)?.save(format!("{folder}/counters.png"))?;
    Ok(())
}

/// All types at several sizes, reduced faces, and a stack.
fn counters(
    ruleset: &salient_schema::Ruleset,
) -> Result<image::RgbaImage, salient_art::png::RenderError> {
    let oob = common::order_of_battle();
    let art =
        CounterArt::new(ruleset, std::slice::from_ref(&oob), &salient_schema::Pictures::default());
    let types = common::type_ids();
    let mut scene = Scene::new();
    let mut y = 0.0;
    // Sizes in pixels: the plane's unit is a pixel here.
    for (nation, size, face) in [
        ("german", 120.0, 0),
        ("british", 120.0, 1),
        ("french", 70.0, 0),
        ("german", 44.0, 0),
        ("british", 24.0, 0),
        ("german", 10.0, 0),
    ] {
        let in_a_row = ((2300.0 / (size * 1.15)) as usize).max(1);
        for row in types.chunks(in_a_row) {
            y += size * 0.62;
            for (at, id) in row.iter().enumerate() {
                let x = size * 0.7 + at as f32 * size * 1.15;
                let counter = format!("{nation}-{id}");
                art.draw(Shown::new(&counter, face), [x, y], size, size, &mut scene);
            }
            y += size * 0.55;
        }
    }
    let stack: Vec<Shown<'_>> =
        oob.counters.iter().take(6).map(|counter| Shown::new(&counter.id, 0)).collect();
    art.draw_stack(&stack, [150.0, y + 140.0], 200.0, 200.0, &mut scene);
    art.draw(Shown::new("nobody", 0), [400.0, y + 140.0], 120.0, 120.0, &mut scene);
    png::render(&scene, [[0.0, 0.0], [2400.0, y + 280.0]], 1.0, [226, 216, 190, 255])
}
