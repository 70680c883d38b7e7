//! Our own maps, printed, scanned badly and read again: what becomes of the terrain.

#![allow(clippy::expect_used, clippy::panic, reason = "a test that fails panics")]

use std::collections::BTreeMap;
use std::io::Cursor;
use std::path::Path;

use image::codecs::jpeg::JpegEncoder;
use image::{ImageFormat, RgbImage, RgbaImage};
use salient_cartography::plane::Plane;
use salient_cartography::scan::{
    ColourSample, Limits, Progress, Pyramid, Reading, Refined, ScanFit, ScanPoint, decode,
    fit_scan, read_off,
};
use salient_engine::{Hex, HexGrid};
use salient_export::{Options, picture_of_map, sheet_of_map};
use salient_schema::project::{Disk, open_project};
use salient_schema::{Map, Ruleset};

/// What happens to a print on its way to the designer's screen.
#[derive(Clone, Copy, Debug)]
struct Scanner {
    name: &'static str,
    pixels_per_hex: f32,
    /// Degrees clockwise.
    turned: f64,
    /// How much a step down goes to the right.
    skew: f64,
    /// The most that a channel is off, of 255.
    noise: i32,
    /// Light lost from one corner to the other, of 255.
    shadow: f64,
    /// JPEG's quality; none for PNG.
    quality: Option<u8>,
}

/// A good office scanner, the page laid on it by hand.
const OFFICE: Scanner = Scanner {
    name: "office",
    pixels_per_hex: 56.0,
    turned: 1.7,
    skew: 0.006,
    noise: 8,
    shadow: 6.0,
    quality: Some(80),
};

/// A photograph from a forum: coarse, crooked, dim in a corner.
const FORUM: Scanner = Scanner {
    name: "forum",
    pixels_per_hex: 30.0,
    turned: -4.0,
    skew: 0.02,
    noise: 16,
    shadow: 16.0,
    quality: Some(55),
};

/// A map as a scanner gives it: the file, and where each hex's centre really is on it.
struct Scanned {
    file: Vec<u8>,
    centres: Vec<[f64; 2]>,
}

fn scan(map: &Map, ruleset: &Ruleset, scanner: &Scanner) -> Scanned {
    let options = Options {
        pixels_per_hex: scanner.pixels_per_hex,
        counters: false,
        ..Options::default()
    };
    let print = picture_of_map(map, ruleset, &options).expect("a picture");
    let sheet = sheet_of_map(map, ruleset, &options).expect("a sheet");
    let (sin, cos) = scanner.turned.to_radians().sin_cos();
    let [wide, high] = [f64::from(print.width()), f64::from(print.height())];
    let (width, height) = ((wide * 1.06) as u32, (high * 1.1) as u32);
    // From the print to the scan: skewed, turned about the middle, moved.
    let onto = |[x, y]: [f64; 2]| {
        let (x, y) = (x - wide / 2.0 + scanner.skew * (y - high / 2.0), y - high / 2.0);
        [cos * x - sin * y + f64::from(width) / 2.0, sin * x + cos * y + f64::from(height) / 2.0]
    };
    let back = |[x, y]: [f64; 2]| {
        let (x, y) = (x - f64::from(width) / 2.0, y - f64::from(height) / 2.0);
        let (x, y) = (cos * x + sin * y, cos * y - sin * x);
        [x - scanner.skew * y + wide / 2.0, y + high / 2.0]
    };
    let mut chance = 0x2545_f491_4f6c_dd1d_u64;
    let mut noise = || {
        chance ^= chance << 13;
        chance ^= chance >> 7;
        chance ^= chance << 17;
        let span = 2 * scanner.noise + 1;
        // Two dice: small errors are more common than great ones.
        ((chance >> 20) as i32 & 0xffff) % span / 2 + ((chance >> 40) as i32 & 0xffff) % span / 2
            - scanner.noise / 2 * 2
    };
    let mut picture = RgbImage::new(width, height);
    for (x, y, pixel) in picture.enumerate_pixels_mut() {
        let colour = between(&print, back([f64::from(x) + 0.5, f64::from(y) + 0.5]));
        let shadow =
            scanner.shadow * (f64::from(x) / f64::from(width) + f64::from(y) / f64::from(height));
        pixel.0 = colour.map(|value| {
            (value - shadow / 2.0 + f64::from(noise())).round().clamp(0.0, 255.0) as u8
        });
    }
    let mut file = Vec::new();
    match scanner.quality {
        Some(quality) => JpegEncoder::new_with_quality(&mut file, quality)
            .encode_image(&picture)
            .expect("a JPEG"),
        None => picture.write_to(&mut Cursor::new(&mut file), ImageFormat::Png).expect("a PNG"),
    }
    let grid = HexGrid::new(&map.grid);
    let plane = Plane::new(grid.clone());
    let least = sheet.bounds[0];
    let scale = f64::from(scanner.pixels_per_hex);
    let centres = grid
        .hexes()
        .map(|hex| {
            let [x, y] = plane.centre(hex);
            onto([(x - f64::from(least[0])) * scale, (y - f64::from(least[1])) * scale])
        })
        .collect();
    Scanned { file, centres }
}

/// The colour of a place of the print, from the four pixels around it; the scanner's lid beyond.
fn between(print: &RgbaImage, [x, y]: [f64; 2]) -> [f64; 3] {
    let (x, y) = (x - 0.5, y - 0.5);
    let (left, top) = (x.floor(), y.floor());
    let mut sum = [0.0; 3];
    for (dx, dy) in [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0)] {
        let (column, row) = (left + dx, top + dy);
        let weight = (1.0 - (x - column).abs()) * (1.0 - (y - row).abs());
        let inside = column >= 0.0
            && row >= 0.0
            && column < f64::from(print.width())
            && row < f64::from(print.height());
        let colour = if inside {
            print.get_pixel(column as u32, row as u32).0
        } else {
            [235, 235, 238, 255]
        };
        for (sum, value) in sum.iter_mut().zip(colour) {
            *sum += weight * f64::from(value);
        }
    }
    sum
}

fn kaisers_battle() -> (Map, Ruleset) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios/kaisers-battle");
    let file = folder.join("kaisers-battle.json");
    let (project, found) = open_project(&Disk, &file.to_string_lossy());
    let bundle = project.unwrap_or_else(|| panic!("{found:?}")).bundle;
    (bundle.map, bundle.ruleset)
}

/// The terrain of each hex.
fn terrain(map: &Map) -> Vec<String> {
    let glyphs = map.terrain.rows.iter().flat_map(|row| row.chars());
    glyphs.map(|glyph| map.terrain.palette[&glyph.to_string()].clone()).collect()
}

/// As many examples of each kind as a designer might click, spread over the map, without towns
/// or trenches in them where there are such.
fn examples(map: &Map, truth: &[String], each: usize) -> Vec<ColourSample> {
    let grid = HexGrid::new(&map.grid);
    let plain = |hex: Hex| {
        let label = grid.label(hex);
        map.features.items.iter().all(|feature| feature.hex != label)
    };
    let mut kinds: BTreeMap<&str, Vec<Hex>> = BTreeMap::new();
    for hex in grid.hexes() {
        kinds.entry(&truth[hex.index()]).or_default().push(hex);
    }
    let mut samples = Vec::new();
    for (kind, hexes) in kinds {
        let mut good: Vec<Hex> = hexes.iter().copied().filter(|&hex| plain(hex)).collect();
        if good.is_empty() {
            good = hexes;
        }
        let step = (good.len() / each).max(1);
        let chosen = good.iter().skip(step / 2).step_by(step).take(each);
        samples.extend(chosen.map(|&hex| ColourSample { hex, kind: kind.to_owned() }));
    }
    samples
}

/// Four clicks near the corners, each a pixel or two off.
fn fitted(map: &Map, scanned: &Scanned) -> ScanFit {
    let grid = HexGrid::new(&map.grid);
    let (columns, rows) = (grid.columns(), grid.rows());
    let corners = [(2, 2), (columns - 3, 1), (1, rows - 3), (columns - 2, rows - 2)];
    let clicks = [[0.8, -1.2], [-1.5, 0.4], [0.9, 1.1], [-0.2, -0.9]];
    let points: Vec<ScanPoint> = corners
        .iter()
        .zip(clicks)
        .map(|(&(column, row), [dx, dy])| {
            let hex = grid.hex(salient_schema::HexIndex::new(column, row)).expect("a hex");
            let [x, y] = scanned.centres[hex.index()];
            ScanPoint { pixel: [x + dx, y + dy], hex: grid.label(hex) }
        })
        .collect();
    fit_scan(&grid, &points).expect("a fit")
}

/// How a reading compares with the truth.
#[derive(Debug)]
struct Score {
    right: usize,
    of: usize,
    /// Of the wrong ones, how many are among the most doubtful tenth.
    wrong_in_doubtful: usize,
    doubtful: usize,
}

fn score(reading: &Reading, truth: &[String], samples: &[ColourSample]) -> Score {
    let told = |hex: Hex| samples.iter().any(|sample| sample.hex == hex);
    let wrong = |at: usize| {
        let proposal = &reading.proposals[at];
        proposal.kind != truth[proposal.hex.index()]
    };
    let order: Vec<usize> = reading
        .by_doubt()
        .into_iter()
        .filter(|&at| !told(reading.proposals[at].hex))
        .collect();
    let doubtful = order.len() / 10;
    Score {
        right: order.iter().filter(|&&at| !wrong(at)).count(),
        of: order.len(),
        wrong_in_doubtful: order[..doubtful].iter().filter(|&&at| wrong(at)).count(),
        doubtful,
    }
}

#[test]
fn measure() {
    let (map, ruleset) = kaisers_battle();
    let truth = terrain(&map);
    let grid = HexGrid::new(&map.grid);
    for scanner in [OFFICE, FORUM] {
        let scanned = scan(&map, &ruleset, &scanner);
        if let Ok(folder) = std::env::var("SCAN_OUT") {
            std::fs::write(format!("{folder}/{}.jpg", scanner.name), &scanned.file).expect("ok");
            let p = decode(&scanned.file, &Limits::default()).expect("a picture");
            let img = RgbImage::from_raw(p.width, p.height, p.rgb).expect("x");
            img.save(format!("{folder}/{}.png", scanner.name)).expect("x");
        }
        let picture = decode(&scanned.file, &Limits::default()).expect("a picture");
        let size = (picture.width, picture.height);
        let pyramid = Pyramid::new(picture);
        let fit = fitted(&map, &scanned);
        println!("{} {size:?} {} kB, rms {:.3}", scanner.name, scanned.file.len() / 1000, fit.rms_hexes);
        for each in [1, 2, 3, 5] {
            let samples = examples(&map, &truth, each);
            for refined in [Refined::No, Refined::Yes] {
                let start = std::time::Instant::now();
                let reading =
                    read_off(&pyramid, &fit, &grid, &samples, refined, &Progress::default())
                        .expect("a reading");
                let time = start.elapsed();
                let score = score(&reading, &truth, &samples);
                println!(
                    "  {each} each ({}), {refined:?}: {:.2} % right; wrong {} of which {} in the doubtful {}; {time:?}",
                    samples.len(),
                    100.0 * score.right as f64 / score.of as f64,
                    score.of - score.right,
                    score.wrong_in_doubtful,
                    score.doubtful
                );
                if each == 3 && refined == Refined::Yes {
                    let mut confusion: BTreeMap<(String, String), usize> = BTreeMap::new();
                    for p in &reading.proposals {
                        let t = &truth[p.hex.index()];
                        if *t != p.kind {
                            *confusion.entry((t.clone(), p.kind.clone())).or_default() += 1;
                        }
                    }
                    println!("{confusion:?}");
                }
            }
        }
    }
}
