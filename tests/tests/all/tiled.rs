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

/// A map in a folder of its project, with tilesets and templates in others.
const PROJECT: [(&str, &str); 8] = [
    (
        "maps/m.tmx",
        r#"<?xml version="1.0" encoding="UTF-8"?>
<map version="1.8" orientation="hexagonal" renderorder="right-down" width="3" height="2" tilewidth="64" tileheight="56" infinite="0" hexsidelength="32" staggeraxis="x" staggerindex="odd">
 <tileset firstgid="1" source="../sets/land.tsx"/>
 <layer id="1" name="ground" width="3" height="2"><data encoding="csv">1,2,1,1,1,2</data></layer>
 <objectgroup id="2" name="places">
  <object id="1" template="../templates/town.tx" x="32" y="28"/>
  <object id="2" template="../templates/town.tx" name="Guise" x="32" y="84"/>
  <object id="3" template="../templates/town.tx" type="mill" x="80" y="56"/>
  <object id="4" template="../templates/keep.tx" x="48" y="84"/>
  <object id="5" template="../templates/keep.tx" gid="2" x="0" y="112"/>
  <object id="6" template="../templates/tents.tj" x="0" y="56"/>
  <object id="7" template="../templates/label.tj" x="10" y="10"/>
  <object id="8" template="../templates/line.tx" x="0" y="0"/>
 </objectgroup>
</map>"#,
    ),
    (
        "sets/land.tsx",
        r#"<tileset name="land" tilewidth="64" tileheight="56" tilecount="2" columns="2">
 <image source="tiles.png" width="128" height="56"/><tile id="0" type="woods"/><tile id="1" type="clear"/></tileset>"#,
    ),
    (
        "sets/things.tsx",
        r#"<tileset name="things" tilewidth="64" tileheight="56" tilecount="2" columns="2">
 <image source="tiles.png" width="128" height="56"/><tile id="0" type="camp"/><tile id="1" type="fort"/></tileset>"#,
    ),
    (
        "templates/town.tx",
        r#"<template><object name="Ham" type="town"><properties><property name="walls" value="old"/></properties><point/></object></template>"#,
    ),
    (
        "templates/keep.tx",
        r#"<template><tileset firstgid="1" source="../sets/things.tsx"/><object name="Keep" gid="2" width="64" height="56"/></template>"#,
    ),
    (
        "templates/tents.tj",
        r#"{"type": "template", "tileset": {"firstgid": 1, "source": "../sets/things.tsx"},
 "object": {"gid": 1, "name": "Tents", "type": "", "width": 64, "height": 56, "rotation": 0, "visible": true}}"#,
    ),
    (
        "templates/label.tj",
        r#"{"type": "template", "object": {"name": "", "type": "", "width": 40, "height": 19,
 "text": {"text": "Here", "wrap": true}, "rotation": 0, "visible": true}}"#,
    ),
    (
        "templates/line.tx",
        r#"<template><object name="Somme"><polyline points="0,0 30,30"/></object></template>"#,
    ),
];

/// What an object has from its template is what Tiled itself puts in its place.
#[test]
fn templates_say_what_tiled_says_that_they_do() {
    if !is_there() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in PROJECT {
        let file = folder.path().join(name);
        std::fs::create_dir_all(file.parent().expect("a folder")).expect("it is made");
        std::fs::write(file, text).expect("the file is written");
    }
    let tiles = folder.path().join("sets/tiles.png");
    RgbaImage::from_pixel(128, 56, image::Rgba([90, 140, 60, 255])).save(tiles).expect("a picture");
    let read = |name: &str| {
        let file = folder.path().join(name);
        let beside = |name: &str| std::fs::read(file.parent()?.join(name)).ok();
        let bytes = std::fs::read(&file).unwrap_or_else(|error| panic!("{name}: {error}"));
        tiled::read("m.tmx", &bytes, &beside, None).unwrap_or_else(|error| panic!("{error}"))
    };
    let ours = read("maps/m.tmx");
    assert_eq!(ours.map.features.items.len(), 7, "{}", ours.losses);
    for (format, name) in [("tmx", "maps/whole.tmx"), ("json", "maps/whole.tmj")] {
        let [from, to] = ["maps/m.tmx", name].map(|name| folder.path().join(name));
        let words = [
            "--detach-templates",
            "--export-map",
            format,
            &from.to_string_lossy(),
            &to.to_string_lossy(),
        ]
        .map(str::to_owned);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        run("tiled", &words).expect("tiled runs");
        let theirs = read(name);
        let [ours, theirs] =
            [&ours.map, &theirs.map].map(|map| to_canonical_json(map).expect("a map"));
        assert_eq!(ours, theirs, "{format}");
    }
}
