//! What a picture of 27 million pixels costs, of maps of 100², 500² and 1000² hexes: time and
//! peak memory, from the map's file to the PNG's.
//!
//! Each picture is drawn in a process of its own. `--tmx FOLDER` leaves the same hexes there for
//! Tiled's `tmxrasterizer`; `tests/bench/tiled.sh` runs both.

use std::error::Error;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use salient_art::Options;
use salient_schema::map::{Layer, Map};
use salient_schema::{Disk, open_map, open_project, to_canonical_json};

/// The pixels of each picture.
const PIXELS: f32 = 27e6;
/// Columns and rows of the maps.
const EDGES: [u16; 3] = [100, 500, 1000];

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().collect();
    if let Some(at) = args.iter().position(|arg| arg == "--draw") {
        let [map, picture, scale] = args.get(at + 1..at + 4).ok_or("three arguments")? else {
            return Err("three arguments".into());
        };
        return draw(map, picture, scale.parse()?);
    }
    let tmx = args.iter().position(|arg| arg == "--tmx").and_then(|at| args.get(at + 1));
    let folder = tmx.map_or_else(|| std::env::temp_dir().join("salient-picture"), PathBuf::from);
    std::fs::create_dir_all(&folder)?;
    for (plain, what) in [(true, "grounds, grid and numbers"), (false, "all that a map shows")] {
        println!("{what}:");
        for edge in EDGES {
            let map = write(&folder, edge, plain)?;
            if plain && tmx.is_some() {
                write_tmx(&folder, edge, &map)?;
            }
            let path = folder.join("map.json");
            let picture = folder.join(format!("{edge}.png"));
            // Width and height of the hexes together, in hex widths.
            let extent = (f32::from(edge) * 0.866 + 0.29) * (f32::from(edge) + 0.5);
            let scale = (PIXELS / extent).sqrt();
            let output = Command::new(std::env::current_exe()?)
                .args(["--draw".as_ref(), path.as_os_str(), picture.as_os_str()])
                .arg(scale.to_string())
                .output()?;
            if !output.status.success() {
                return Err(String::from_utf8_lossy(&output.stderr).into_owned().into());
            }
            print!("  {edge:>4}²: {}", String::from_utf8_lossy(&output.stdout));
        }
    }
    Ok(())
}

/// Draws a map's file into a PNG, and says what it took.
fn draw(map: &str, picture: &str, scale: f32) -> Result<(), Box<dyn Error>> {
    let start = Instant::now();
    let (parts, _) = open_map(&Disk, map);
    let (map, ruleset) = parts.ok_or("the map does not open")?;
    let read = start.elapsed().as_secs_f64();
    let options = Options { pixels_per_hex: scale, legend: false, ..Options::default() };
    let mut file = std::io::BufWriter::new(std::fs::File::create(picture)?);
    salient_art::write_png_of_map(&map, &ruleset, &options, &mut file)?;
    let all = start.elapsed().as_secs_f64();
    let size = std::fs::metadata(picture)?.len() / 1_000_000;
    println!(
        "{all:.2} s (reading {read:.2} s), {} MB at most, a file of {size} MB",
        peak().unwrap_or_default() / 1000
    );
    Ok(())
}

/// The most memory that the process has had, in kB.
fn peak() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.split_whitespace().next()?.parse().ok()
}

/// Writes a made-up map of the published rules, the same every time. A plain one has terrain
/// only, and that without marks: what Tiled draws of the same hexes.
fn write(folder: &Path, edge: u16, plain: bool) -> Result<Map, Box<dyn Error>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let example = root.join("scenarios/kaisers-battle/kaisers-battle.json");
    let (project, _) = open_project(&Disk, &example.to_string_lossy());
    let mut bundle = project.ok_or("the published scenario does not open")?.bundle;
    let map = &mut bundle.map;
    (map.grid.columns, map.grid.rows) = (edge, edge);
    (map.grid.numbering.column_digits, map.grid.numbering.row_digits) = (4, 4);
    map.ruleset = "ruleset.json".into();
    map.lines = Layer::default();
    map.zones = Layer::default();
    map.hexsides = Layer::default();
    map.paths = Layer::default();
    map.georeference = None;
    if plain {
        map.features = Layer::default();
        for kind in &mut bundle.ruleset.terrain {
            kind.look.mark = salient_schema::ruleset::Mark::None;
        }
    } else {
        let features = std::mem::take(&mut map.features.items);
        let grid = salient_hex::grid::HexGrid::new(&map.grid);
        let every = 10;
        map.features.items = (0..u32::from(edge).pow(2) / every)
            .zip(features.iter().cycle())
            .map(|(number, like)| {
                let mut feature = like.clone();
                feature.hex = grid.label(salient_hex::grid::Hex(number * every));
                feature
            })
            .collect();
    }
    map.terrain.rows = (0..edge)
        .map(|row| (0..edge).map(|column| ground(f32::from(column), f32::from(row))).collect())
        .collect();
    map.sort();
    std::fs::write(folder.join("map.json"), to_canonical_json(map)?)?;
    std::fs::write(folder.join("ruleset.json"), to_canonical_json(&bundle.ruleset)?)?;
    Ok(bundle.map)
}

/// Hills of noise: woods on the heights, swamp in the valleys.
fn ground(x: f32, y: f32) -> char {
    let wave = |f: f32, g: f32, p: f32| ((x * f + p).sin() * (y * g + p * 1.7).cos() + 1.0) / 2.0;
    let height = wave(0.013, 0.017, 1.0) * 2.0 + wave(0.071, 0.059, 2.0) + wave(0.31, 0.27, 3.0);
    match height / 4.0 {
        height if height > 0.62 => 'w',
        height if height < 0.2 => 's',
        _ => '.',
    }
}

/// The same hexes for Tiled, with a tile of 64 × 56 pixels for each terrain.
fn write_tmx(folder: &Path, edge: u16, map: &Map) -> Result<(), Box<dyn Error>> {
    let glyphs: Vec<char> = map.terrain.palette.keys().flat_map(|glyph| glyph.chars()).collect();
    let count = glyphs.len() as u32;
    let tiles = image::RgbaImage::from_fn(64 * count, 56, |x, y| {
        let (tile, x, y) = (x / 64, (x % 64) as f32 + 0.5, y as f32 + 0.5);
        let inside = (x - 32.0).abs() <= 32.0 - (y - 28.0).abs() * 16.0 / 28.0;
        let colour = [[236, 228, 206], [128, 160, 96], [180, 205, 196]][tile as usize % 3];
        let [r, g, b] = colour;
        image::Rgba(if inside { [r, g, b, 255] } else { [0; 4] })
    });
    tiles.save(folder.join("tiles.png"))?;
    let mut text = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<map version=\"1.8\" \
         orientation=\"hexagonal\" renderorder=\"right-down\" width=\"{edge}\" height=\"{edge}\" \
         tilewidth=\"64\" tileheight=\"56\" infinite=\"0\" hexsidelength=\"32\" \
         staggeraxis=\"x\" staggerindex=\"odd\">\n<tileset firstgid=\"1\" name=\"terrain\" \
         tilewidth=\"64\" tileheight=\"56\" tilecount=\"{count}\" columns=\"{count}\"><image \
         source=\"tiles.png\" width=\"{}\" height=\"56\"/></tileset>\n<layer id=\"1\" \
         name=\"terrain\" width=\"{edge}\" height=\"{edge}\"><data encoding=\"csv\">\n",
        64 * count
    );
    for (number, row) in map.terrain.rows.iter().enumerate() {
        for (column, glyph) in row.chars().enumerate() {
            let tile = glyphs.iter().position(|known| *known == glyph).map_or(0, |at| at + 1);
            let last = number + 1 == usize::from(edge) && column + 1 == usize::from(edge);
            let _ = write!(text, "{tile}{}", if last { "" } else { "," });
        }
        text.push('\n');
    }
    text.push_str("</data></layer>\n</map>\n");
    std::fs::write(folder.join(format!("{edge}.tmx")), text)?;
    Ok(())
}
