//! Our own maps, printed, scanned badly and read again: what becomes of the terrain.

use std::collections::BTreeMap;
use std::io::Cursor;
use std::path::Path;

use image::codecs::jpeg::JpegEncoder;
use image::{ImageFormat, RgbImage, RgbaImage};
use salient_art::{Options, drawing_of_map, picture_of_map};
use salient_cartography::plane::Plane;
use salient_cartography::scan::{
    ColourSample, Limits, Progress, Pyramid, ReadError, Reading, Refined, ScanFit, ScanPoint,
    decode, fit_scan, read_off,
};
use salient_hex::{Hex, HexGrid};
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
    let options =
        Options { pixels_per_hex: scanner.pixels_per_hex, counters: false, ..Options::default() };
    let print = picture_of_map(map, ruleset, &options).expect("a picture");
    let sheet = drawing_of_map(map, ruleset, &options).expect("a sheet");
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
    let order: Vec<usize> =
        reading.by_doubt().into_iter().filter(|&at| !told(reading.proposals[at].hex)).collect();
    let doubtful = order.len() / 10;
    Score {
        right: order.iter().filter(|&&at| !wrong(at)).count(),
        of: order.len(),
        wrong_in_doubtful: order[..doubtful].iter().filter(|&&at| wrong(at)).count(),
        doubtful,
    }
}

/// Reads a map off its own scan, and says how that went.
fn read(map: &Map, ruleset: &Ruleset, scanner: &Scanner, each: usize) -> Score {
    let truth = terrain(map);
    let scanned = scan(map, ruleset, scanner);
    let pyramid = Pyramid::new(decode(&scanned.file, &Limits::default()).expect("a picture"));
    let fit = fitted(map, &scanned);
    assert!(fit.rms_hexes < 0.1, "the clicks were good: {fit:?}");
    assert!(fit.suspect.is_none());
    assert!((fit.turned_degrees - scanner.turned).abs() < 0.3, "{fit:?}");
    let samples = examples(map, &truth, each);
    let grid = HexGrid::new(&map.grid);
    let all = |refined| {
        read_off(&pyramid, &fit, &grid, &samples, refined, &Progress::default()).expect("a reading")
    };
    let reading = all(Refined::Yes);
    assert_eq!(reading, all(Refined::Yes), "the same again");
    assert!(reading.outside.is_empty());
    let score = score(&reading, &truth, &samples);
    println!(
        "{} on the {} scanner, {each} examples each: {:.1} % of {} hexes right; of {} wrong, {} \
         among the {} most doubtful",
        map.id,
        scanner.name,
        100.0 * score.right as f64 / score.of as f64,
        score.of,
        score.of - score.right,
        score.wrong_in_doubtful,
        score.doubtful
    );
    score
}

#[test]
fn the_kaisers_battle_is_read_off_its_own_print() {
    let (map, ruleset) = kaisers_battle();
    for scanner in [OFFICE, FORUM] {
        for each in [1, 3] {
            let score = read(&map, &ruleset, &scanner, each);
            // What may be wrong are redoubts that cover their ground, and the designer is shown
            // those first.
            assert!(score.right * 100 >= score.of * 99, "{score:?}");
            assert!(score.of - score.right - score.wrong_in_doubtful <= 2, "{score:?}");
        }
    }
}

/// Other systems' maps are small here, so their kinds are strewn over a larger one.
#[test]
fn the_kinds_of_five_systems_are_told_apart() {
    for system in [
        "storm-in-the-west",
        "offensive-1914",
        "infantry-attacks",
        "kaisers-battle",
        "trench-setup",
    ] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures");
        let file = folder.join(system).join("scenario.json");
        let (project, found) = open_project(&Disk, &file.to_string_lossy());
        let bundle = project.unwrap_or_else(|| panic!("{found:?}")).bundle;
        let map = strewn(&bundle.map, &bundle.ruleset);
        if bundle.ruleset.terrain.len() < 2 {
            continue;
        }
        let score = read(&map, &bundle.ruleset, &OFFICE, 3);
        assert!(score.right * 100 >= score.of * 98, "{system}: {score:?}");
    }
}

/// A map of 30 × 24 hexes with all terrain kinds of a ruleset in patches.
fn strewn(map: &Map, ruleset: &Ruleset) -> Map {
    let mut map = map.clone();
    map.grid.columns = 30;
    map.grid.rows = 24;
    map.grid.boards.clear();
    map.features.items.clear();
    map.hexsides.items.clear();
    map.paths.items.clear();
    map.lines.items.clear();
    map.zones.items.clear();
    map.elevation = None;
    map.georeference = None;
    let glyphs: Vec<char> = ('a'..='z').collect();
    map.terrain.palette = ruleset
        .terrain
        .iter()
        .zip(&glyphs)
        .map(|(kind, glyph)| (glyph.to_string(), kind.id.clone()))
        .collect();
    let kinds = ruleset.terrain.len().min(glyphs.len());
    map.terrain.rows = (0..24_usize)
        .map(|row| {
            (0..30_usize)
                .map(|column| {
                    // Patches of two by two hexes, in no order.
                    let patch = (column / 2) * 7919 + (row / 2) * 104_729;
                    glyphs[(patch ^ (patch >> 5)) % kinds]
                })
                .collect()
        })
        .collect();
    map
}

#[test]
fn a_reading_can_be_stopped_and_asks_for_what_it_needs() {
    let (map, ruleset) = kaisers_battle();
    let coarse = Scanner { pixels_per_hex: 12.0, quality: None, ..FORUM };
    let scanned = scan(&map, &ruleset, &coarse);
    let picture = decode(&scanned.file, &Limits::default()).expect("a picture");
    let (width, height) = (picture.width, picture.height);
    let pyramid = Pyramid::new(picture);
    let grid = HexGrid::new(&map.grid);
    let fit = fitted(&map, &scanned);
    let read = |samples: &[ColourSample], progress: &Progress| {
        read_off(&pyramid, &fit, &grid, samples, Refined::Yes, progress)
    };
    let sample = |hex: u32, kind: &str| ColourSample { hex: Hex(hex), kind: kind.to_owned() };

    let progress = Progress::default();
    assert!(read(&[sample(0, "clear"), sample(99, "woods")], &progress).is_ok());
    assert!(progress.fraction() > 0.99);
    progress.stop();
    let stopped = read(&[sample(0, "clear"), sample(99, "woods")], &progress);
    assert_eq!(stopped, Err(ReadError::Stopped));
    let progress = Progress::default();
    assert_eq!(read(&[], &progress), Err(ReadError::TooFewKinds));
    let one_kind = read(&[sample(0, "clear"), sample(9, "clear")], &progress);
    assert_eq!(one_kind, Err(ReadError::TooFewKinds));
    let twice = read(&[sample(0, "clear"), sample(0, "woods")], &progress);
    assert!(matches!(twice, Err(ReadError::Contradiction { .. })), "{twice:?}");

    // A scan of the western half only: what it does not show stays as it is.
    let half = decode(&scanned.file, &Limits::default()).expect("a picture");
    let half = image::imageops::crop_imm(
        &RgbImage::from_raw(width, height, half.rgb).expect("pixels"),
        0,
        0,
        width / 2,
        height,
    )
    .to_image();
    let mut file = Vec::new();
    half.write_to(&mut Cursor::new(&mut file), ImageFormat::WebP).expect("a WebP");
    let half = Pyramid::new(decode(&file, &Limits::default()).expect("a picture"));
    let samples = [sample(0, "clear"), sample(6, "woods")];
    let reading = read_off(&half, &fit, &grid, &samples, Refined::No, &Progress::default())
        .expect("a reading");
    assert!(reading.outside.len() > grid.len() / 3, "{}", reading.outside.len());
    assert_eq!(reading.outside.len() + reading.proposals.len(), grid.len());
    let beyond = [sample(0, "clear"), sample(grid.columns() as u32 - 1, "woods")];
    let refused = read_off(&half, &fit, &grid, &beyond, Refined::No, &Progress::default());
    assert!(matches!(refused, Err(ReadError::SampleOutside { .. })), "{refused:?}");
}
