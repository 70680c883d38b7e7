//! Our maps in Tiled itself: it opens them, writes them again the same, and draws them.
//!
//! Needs Debian's `tiled`. Without it the tests say that they are skipped; with
//! `SALIENT_REQUIRE_TILED=1` that is a failure.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output};

use image::RgbaImage;
use salient_exchange::tiled::{self, Spelling};
use salient_schema::{Bundle, open_project, to_canonical_json};
use salient_tests::{Folder, root};

/// A command of Tiled's, without a screen.
fn run(program: &str, words: &[&str]) -> Option<Output> {
    Command::new(program).args(words).env("QT_QPA_PLATFORM", "offscreen").output().ok()
}

fn is_there() -> bool {
    let there = run("tiled", &["--version"]).is_some_and(|output| output.status.success());
    if !there {
        let required = std::env::var_os("SALIENT_REQUIRE_TILED").is_some_and(|value| value == "1");
        assert!(!required, "tiled is not installed, and SALIENT_REQUIRE_TILED is 1");
        let _ =
            writeln!(std::io::stderr(), "SKIPPED: tiled is not installed (apt-get install tiled)");
    }
    there
}

fn bundle(name: &str) -> Bundle {
    let (project, found) = open_project(&Folder(root()), name);
    project.unwrap_or_else(|| panic!("{name}: {found:?}")).bundle
}

const SCENARIOS: [&str; 4] = [
    "tests/fixtures/kaisers-battle/scenario.json",
    "tests/fixtures/offensive-1914/scenario.json",
    "tests/fixtures/storm-in-the-west/scenario.json",
    "scenarios/kaisers-battle/kaisers-battle.json",
];

/// Writes a map with its pictures; gives the file's path.
fn save(bundle: &Bundle, spelling: Spelling, folder: &Path) -> String {
    let parcel = tiled::write(bundle, spelling).expect("the map is written");
    for file in &parcel.files {
        std::fs::write(folder.join(&file.name), &file.bytes).expect("the file is written");
    }
    folder.join(&parcel.files[0].name).to_string_lossy().into_owned()
}

/// Tiled's exit codes miss most errors: what it writes is read again, and is the same map.
#[test]
fn tiled_writes_our_maps_again_the_same() {
    if !is_there() {
        return;
    }
    for name in SCENARIOS {
        let bundle = bundle(name);
        let mut map = bundle.map.clone();
        map.sort();
        map.ruleset.clone_from(&bundle.ruleset.id);
        let expected = to_canonical_json(&map).expect("a map is written");
        for (spelling, format, ending) in
            [(Spelling::Json, "tmx", "out.tmx"), (Spelling::Xml, "json", "out.tmj")]
        {
            let folder = tempfile::tempdir().expect("a folder");
            let file = save(&bundle, spelling, folder.path());
            let out = folder.path().join(ending);
            let output = run("tiled", &["--export-map", format, &file, &out.to_string_lossy()]);
            let output = output.expect("tiled runs");
            let bytes =
                std::fs::read(&out).unwrap_or_else(|error| panic!("{name}: {error}: {output:?}"));
            let ruleset = Some(bundle.ruleset.clone());
            let back = tiled::read(ending, &bytes, &|_| None, ruleset)
                .unwrap_or_else(|error| panic!("{name}: {error}"));
            let found = to_canonical_json(&back.map).expect("a map is written");
            let first = expected.lines().zip(found.lines()).find(|(a, b)| a != b);
            assert!(expected == found, "{name} by {format}: {first:?}");
        }
    }
}

/// Tiled draws each hex where it belongs: the middle of each hex has the colours of its kind.
#[test]
fn tiled_draws_our_maps() {
    if !is_there() {
        return;
    }
    for name in &SCENARIOS[..3] {
        let bundle = bundle(name);
        let folder = tempfile::tempdir().expect("a folder");
        let file = save(&bundle, Spelling::Xml, folder.path());
        let out = folder.path().join("out.png");
        let words = [
            "--hide-layer",
            "features",
            "--hide-layer",
            "names",
            "--hide-layer",
            "counters",
            "--hide-layer",
            "levels",
            &file,
            &out.to_string_lossy(),
        ];
        let output = run("tmxrasterizer", &words).expect("tmxrasterizer runs");
        let picture =
            image::open(&out).unwrap_or_else(|e| panic!("{name}: {e}: {output:?}")).to_rgba8();
        let tiles = folder.path().join(format!("{}-terrain.png", bundle.map.id));
        let tiles = image::open(tiles).expect("the tileset").to_rgba8();
        let grid = &bundle.map.grid;
        let flat = grid.orientation == salient_schema::map::Orientation::FlatTopped;
        let [width, height] = if flat { [120_u32, 104] } else { [104, 120] };
        let kinds: Vec<&String> = bundle.ruleset.terrain.iter().map(|kind| &kind.id).collect();
        let mut seen = 0;
        for (row, line) in (0_u16..).zip(&bundle.map.terrain.rows) {
            for (column, glyph) in (0_u16..).zip(line.chars()) {
                let kind = &bundle.map.terrain.palette[&glyph.to_string()];
                let tile =
                    kinds.iter().position(|known| *known == kind).expect("a known kind") as u32;
                let push = |line: u16| u32::from(grid.pushed.applies_to(line)) * 52;
                let (column_at, row_at) = (u32::from(column), u32::from(row));
                let (x, y) = if flat {
                    (column_at * 90, row_at * 104 + push(column))
                } else {
                    (column_at * 104 + push(row), row_at * 90)
                };
                let columns = tiles.width() / width;
                let (tx, ty) = (tile % columns * width, tile / columns * height);
                // A patch in the middle, clear of hexsides and what runs along them.
                let middle = [width / 2 - 12, height / 2 - 12];
                let ours = patch(&tiles, [tx + middle[0], ty + middle[1]]);
                let theirs = patch(&picture, [x + middle[0], y + middle[1]]);
                // Paths run through the middle of a few.
                seen += u32::from(ours == theirs);
            }
        }
        let size = u32::from(grid.columns) * u32::from(grid.rows);
        assert!(
            seen * 10 >= size * 8,
            "{name}: {seen} of {size} hexes have the picture of their kind"
        );
    }
}

fn patch(picture: &RgbaImage, [x, y]: [u32; 2]) -> Vec<u8> {
    image::imageops::crop_imm(picture, x, y, 24, 24).to_image().into_raw()
}
