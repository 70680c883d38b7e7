//! VASSAL modules as others make them: older roots, pictures of any kind or none, saved games as the
//! engine nests them, set-ups that are damaged, counters that say their side in many ways.

use std::io::Cursor;

use proptest::prelude::*;
use salient_exchange::{Imported, vassal};
use salient_rules::Systems;
use salient_schema::ruleset::RatingUse;

use crate::counts;
use crate::vassal::{bytes_of, read_or_refused, sound, zipped};

const GRID: &str = r#"<x.HexGrid x0="24" y0="24" dx="41.57" dy="48.0" sideways="false"><x.HexGridNumbering first="H" sep="" hType="N" vType="N" hLeading="1" vLeading="1" stagger="false" hOff="1" vOff="1"/></x.HexGrid>"#;

/// A module in the making.
pub struct Made {
    pub root: &'static str,
    /// Attributes of the map, of its board, and what stands in the board.
    pub map: String,
    pub board: String,
    pub grid: String,
    /// In the map, and beside it.
    pub in_map: String,
    pub beside: String,
    pub files: Vec<(String, Vec<u8>)>,
}

impl Default for Made {
    fn default() -> Self {
        Self {
            root: "VASSAL.build.GameModule",
            map: r#"mapName="Main""#.to_owned(),
            board: r#"name="Somme" width="600" height="500""#.to_owned(),
            grid: GRID.to_owned(),
            in_map: String::new(),
            beside: String::new(),
            files: Vec::new(),
        }
    }
}

impl Made {
    fn bytes(&self) -> Vec<u8> {
        let Self { root, map, board, grid, in_map, beside, files } = self;
        let text = format!(
            r#"<{root} name="Somme" version="1.0"><a.Map {map}><a.BoardPicker><a.Board {board}>{grid}</a.Board></a.BoardPicker>{in_map}</a.Map>{beside}</{root}>"#
        );
        let build_file = ("buildFile", text.as_bytes());
        let others = files.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice()));
        zipped(&[build_file].into_iter().chain(others).collect::<Vec<_>>())
    }

    pub fn read(&self) -> Imported {
        let read = vassal::read(&self.bytes(), "somme.mod", None, None);
        let read = read.unwrap_or_else(|error| panic!("{error}"));
        sound(read.clone());
        read
    }

    fn refused(&self) -> String {
        vassal::read(&self.bytes(), "somme.mod", None, None).unwrap_err().to_string()
    }
}

/// A slot with one piece that has a property.
pub fn slot(name: &str, gpid: &str, property: &str, value: &str) -> String {
    format!(
        r#"<a.PieceSlot entryName="{name}" gpid="{gpid}">+/null/mark;{property}	piece;;;{name}.gif;{name}/{value}	null;0;0;{gpid};0</a.PieceSlot>"#
    )
}

fn palette(name: &str, slots: &str) -> String {
    format!(r#"<a.ListWidget entryName="{name}">{slots}</a.ListWidget>"#)
}

fn window(palettes: &str) -> String {
    format!(
        r#"<a.PieceWindow name="Counters"><a.TabWidget entryName="">{palettes}</a.TabWidget></a.PieceWindow>"#
    )
}

fn game(text: &str) -> Vec<u8> {
    zipped(&[("savedGame", text.as_bytes())])
}

/// Where the counters of a set-up stand: hex and counter.
pub fn standing<'i>(read: &'i Imported, title: &str) -> Vec<(&'i str, &'i str)> {
    let scenario = read.scenarios.iter().find(|scenario| scenario.title == title);
    let scenario = scenario.unwrap_or_else(|| panic!("no {title}: {}", read.losses));
    let placements = scenario.setup.placements.iter();
    placements
        .flat_map(|one| one.counters.iter().map(|id| (one.hex.as_str(), id.as_str())))
        .collect()
}

pub fn is_told(read: &Imported, kind: &str, which: &str, why: &str) -> bool {
    let losses = read.losses.losses.iter();
    let mut of_kind = losses.filter(|loss| loss.kind == kind);
    of_kind.any(|loss| loss.which.contains(which) && loss.why.contains(why))
}

/// A saved game as VASSAL 3.7 nests and packs it, in hexadecimal, after its public source
/// (GameState.getRestoreCommand, GameModule.encode): the pieces are commands within an empty one, the
/// stacks within those of pieces. Rifles in hex 0101, two counters in hex 0102.
const NESTED: &str = "\
    fd377a585a000004e6d6b446020021010c0000008f98419ce0015a00c65d003119492a42aab10519d090853126\
    156314444cd1e7a847c38f3ca856340c3464353cdc781fb25ef341de75a78fc4701408babecf0a94f6122e822d\
    a2f136a9524d7b8d2381f23a40e5ddffa4ab5b33e213bbbb261cbcb57528f77ae15e2afabc86fb3170ffd2f4e9\
    35312091ea2e0dcc769f4008dc9b17d3196ffdb9ca8d3744de026bb06ab04517eaffa4150afbb48b378648d4db\
    646d2b005f70168ac1189dffc944821d1e5727e4adb89a710a0b031c5455f6b3c536eb7fe323fbc6ccd935ee89\
    171a7400000000ad12e164ba8bdd1b0001e201db02000012ad6857b1c467fb020000000004595a";

#[test]
fn saves_nest_commands_in_commands() {
    let made = Made {
        files: vec![("start.vsav".to_owned(), zipped(&[("savedGame", &bytes_of(NESTED))]))],
        ..Made::default()
    };
    let read = made.read();
    assert_eq!(standing(&read, "start"), [("0101", "rifles"), ("0102", "lost"), ("0102", "stoss")]);
    let count = read.losses.counts.of("pieces in set-ups");
    assert_eq!((count.seen, count.placed, count.told), (3, 3, 0), "{}", read.losses);
    // The counters' own words say their sides.
    let sides: Vec<&str> = read.ruleset.sides.iter().map(|side| side.name.as_str()).collect();
    assert_eq!(sides, ["British", "German"]);
    // By itself, with its module.
    let module = Made::default().bytes();
    let alone = zipped(&[("savedGame", &bytes_of(NESTED))]);
    let alone = vassal::read(&module, "a.vmod", Some((&alone, "x/evening.sav")), None).unwrap();
    assert_eq!(standing(&alone, "evening").len(), 3);
}

#[test]
fn older_modules_have_another_root() {
    let made = Made { root: "VASSAL.launch.BasicModule", ..Made::default() };
    assert_eq!(made.read().map.grid.columns, 14);
    let extension = Made { root: "VASSAL.build.module.ModuleExtension", ..Made::default() };
    assert!(extension.refused().contains("it is an extension"), "{}", extension.refused());
    let other = Made { root: "html", ..Made::default() };
    assert!(other.refused().contains("outermost element is \"html\""));
}

#[test]
fn pictures_of_any_kind_tell_the_size_of_a_board() {
    let drawn = |format| {
        let mut bytes = Cursor::new(Vec::new());
        image::DynamicImage::new_rgb8(600, 500).write_to(&mut bytes, format).unwrap();
        bytes.into_inner()
    };
    let svg = br#"<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd"><svg xmlns="http://www.w3.org/2000/svg" width="600px" height="500px"/>"#;
    for (name, bytes, scan) in [
        ("map.gif", drawn(image::ImageFormat::Gif), Some("map.png")),
        ("map.bmp", drawn(image::ImageFormat::Bmp), Some("map.png")),
        ("map.jpg", drawn(image::ImageFormat::Jpeg), Some("map.jpg")),
        ("map.gif", drawn(image::ImageFormat::Png), Some("map.png")),
        ("map.svg", svg.to_vec(), None),
    ] {
        let made = Made {
            board: format!(r#"name="Somme" image="{name}""#),
            files: vec![(format!("images/{name}"), bytes)],
            ..Made::default()
        };
        let read = made.read();
        assert_eq!((read.map.grid.columns, read.map.grid.rows), (14, 11), "{name}");
        let file = read.map.scan.as_ref().map(|scan| scan.file.as_str());
        assert_eq!(file, scan, "{name}: {}", read.losses);
        assert_eq!(read.pictures.len(), usize::from(scan.is_some()));
        assert!(scan.is_some() || is_told(&read, "board's picture", name, "is drawn"));
    }
}

#[test]
fn without_a_picture_a_board_reaches_as_far_as_what_lies_on_it() {
    let without = |in_map: &str, grid: String, files| Made {
        board: r#"name="Somme" image="lost.png""#.to_owned(),
        in_map: in_map.to_owned(),
        grid,
        files,
        ..Made::default()
    };
    // A piece in the last column and row; the same by a zone; by a saved game.
    let piece = slot("a", "1", "Side", "British");
    let stack = format!(
        r#"<a.SetupStack name="s" owningBoard="Somme" x="398" y="384">{piece}</a.SetupStack>"#
    );
    let zone = format!(
        r#"<a.ZonedGrid><a.Zone name="All" path="0,0;430,0;430,400;0,400" useParentGrid="true"/>{GRID}</a.ZonedGrid>"#
    );
    let saved = "begin_save\u{1b}+/1/mark;A\tpiece;;;a.gif;a/B\tMain;398;384;1;0\u{1b}end_save";
    let saved = vec![("s.vsav".to_owned(), game(saved))];
    for made in [
        without(&stack, GRID.to_owned(), vec![]),
        without("", zone, vec![]),
        without("", GRID.to_owned(), saved),
    ] {
        let read = made.read();
        assert_eq!((read.map.grid.columns, read.map.grid.rows), (10, 9), "{}", read.losses);
        assert!(is_told(&read, "board", "Somme", "lost.png is not in the module"));
    }
}

#[test]
fn a_refusal_states_the_true_reason() {
    let board = r#"name="Somme" image="lost.png""#.to_owned();
    let missing = Made { board: board.clone(), ..Made::default() }.refused();
    assert!(missing.contains("lost.png is not in the module"), "{missing}");
    let files = vec![("images/lost.png".to_owned(), b"nothing".to_vec())];
    let unreadable = Made { board, files, ..Made::default() }.refused();
    assert!(unreadable.contains("size of its picture lost.png cannot be read"), "{unreadable}");
    let squares = Made { grid: "<a.SquareGrid/>".to_owned(), ..Made::default() }.refused();
    assert!(squares.contains("no board in it has a hexgrid"), "{squares}");
    assert!(squares.contains("squares or areas"), "{squares}");
}

#[test]
fn every_named_set_up_is_read_or_told_of() {
    let text = |at: &str| {
        format!(
            "begin_save\u{1b}+/1/mark;Side\tpiece;;;a.gif;a/British\tMain;{at};1;0\u{1b}end_save"
        )
    };
    let set_up = |name: &str, file: &str, more: &str| {
        format!(r#"<a.PredefinedSetup name="{name}" file="{file}" {more}/>"#)
    };
    let made = Made {
        beside: [
            set_up("Old style", "old.sav", ""),
            set_up("Without an ending", "third", r#"useFile="true""#),
            set_up("Gone", "gone.vsav", ""),
            set_up("Broken", "broken.vsav", ""),
            set_up("Menu", "stale.vsav", r#"useFile="false" isMenu="true""#),
        ]
        .concat(),
        files: vec![
            ("old.sav".to_owned(), game(&text("24;24"))),
            ("third".to_owned(), game(&text("24;72"))),
            ("broken.vsav".to_owned(), b"no zip".to_vec()),
            ("unnamed.vsav".to_owned(), game(&text("24;120"))),
        ],
        ..Made::default()
    };
    let read = made.read();
    assert_eq!(standing(&read, "Old style"), [("0101", "a")]);
    assert_eq!(standing(&read, "Without an ending"), [("0102", "a")]);
    assert_eq!(standing(&read, "unnamed"), [("0103", "a")]);
    assert!(is_told(&read, "set-up", "Gone (gone.vsav)", "the module has no such file"));
    assert!(is_told(&read, "set-up", "Broken (broken.vsav)", "not a zip file"));
    let count = read.losses.counts.of("set-ups");
    assert_eq!((count.seen, count.placed, count.told), (5, 3, 2), "{}", read.losses);
}

/// What lies off the map, in decks and in stacks that cannot be placed has no hex; it is named.
#[test]
fn pieces_off_the_hexes_are_told_of() {
    let piece = |name: &str, gpid: &str| slot(name, gpid, "Side", "British");
    let saved = [
        "begin_save",
        "+/1/mark;Side\tpiece;;;a.gif;a/British\tMain;24;24;1;0",
        "+/2/mark;Side\tpiece;;;b.gif;b/British\tCharts;24;24;2;0",
        "+/3/mark;Side\tpiece;;;c.gif;c/British\tMain;24;24;3;0",
        "+/4/mark;Side\tpiece;;;d.gif;d/British\tnull;0;0;4;0",
        "+/9/deck;false;false/Main;24;72;false;3",
        "+/10/stack/Main;24;24;1;@@0",
        "MainBoardPicker\tSomme\t0\t0",
        "end_save",
    ];
    let unplaced = format!(
        r#"<a.SetupStack name="s" owningBoard="Somme" useGridLocation="true" location="Paris" x="-99" y="0">{}</a.SetupStack>"#,
        piece("e", "5")
    );
    let deck = format!(r#"<a.DrawPile name="Events">{}</a.DrawPile>"#, piece("f", "6"));
    let made = Made {
        in_map: format!("{unplaced}{deck}"),
        beside: window(&["a", "b", "c", "d"].map(|name| piece(name, "")).concat()),
        files: vec![("start.vsav".to_owned(), game(&saved.join("\u{1b}")))],
        ..Made::default()
    };
    let read = made.read();
    assert_eq!(standing(&read, "start"), [("0101", "a")]);
    for (kind, which, why) in [
        ("piece", "b (b)", "it lies on Charts off all hexes"),
        ("piece", "c (c)", "it lies in a deck on Main"),
        ("piece", "d (d)", "it lies on no map off all hexes"),
        ("stack at the start", "s", "no hex is called \"Paris\""),
        ("card", "f", "in the deck \"Events\""),
    ] {
        assert!(is_told(&read, kind, which, why), "{which}: {}", read.losses);
    }
    let count = read.losses.counts.of("pieces in set-ups");
    assert_eq!((count.seen, count.placed, count.told), (6, 1, 5), "{}", read.losses);
}

/// Saved games count pixels from the corner of the window, grids from that of the board.
#[test]
fn an_edge_round_the_board_moves_nothing() {
    let made = Made {
        map: r#"mapName="Main" edgeWidth="100" edgeHeight="50""#.to_owned(),
        files: vec![(
            "start.vsav".to_owned(),
            game(
                "begin_save\u{1b}+/1/mark;Side\tpiece;;;a.gif;a/British\tMain;124;74;1;0\u{1b}MainBoardPicker\tSomme\t0\t0\u{1b}end_save",
            ),
        )],
        ..Made::default()
    };
    assert_eq!(standing(&made.read(), "start"), [("0101", "a")]);
}

#[test]
fn sides_come_from_properties_palettes_and_players_before_any_guess() {
    let roster = "<a.PlayerRoster><entry>Germans</entry><entry>Prussians</entry></a.PlayerRoster>";
    let palettes = [
        palette("German", &slot("corps", "1", "Strength", "3")),
        palette("Markers", &slot("guard", "2", "Unit Side", "Prussia")),
        palette("Markers", &slot("moved", "3", "Strength", "1")),
    ];
    let made =
        Made { beside: format!("{roster}{}", window(&palettes.concat())), ..Made::default() };
    let read = made.read();
    let counters = &read.orders_of_battle[0].counters;
    let side = |id: &str| {
        let counter = counters.iter().find(|counter| counter.id == id).unwrap();
        (counter.side.as_str(), counter.nation.as_deref())
    };
    assert_eq!(side("corps"), ("germans", Some("german")));
    assert_eq!(side("guard"), ("prussians", Some("prussia")));
    assert_eq!(side("moved"), ("germans", None));
    let by_guess = |id: &str| is_told(&read, "counter", id, "a side by guess");
    assert!(by_guess("moved") && !by_guess("corps") && !by_guess("guard"), "{}", read.losses);
}

/// As the modules of VASSAL 2 and 3.0 flip a counter: a layer of one picture over the piece's own.
#[test]
fn a_layer_of_one_picture_flips_a_counter() {
    let layer =
        |command: &str| format!("emb2;{command};2;F;;0;;;0;;;;1;false;0;0;back.svg;;true;;;");
    let piece = |command: &str, level: &str, at: &str| {
        format!("{}\tpiece;;;front.svg;1\\/16\\/1/{level};\t{at}", layer(command))
    };
    let slot = format!(
        r#"<a.PieceSlot entryName="1/16/1">+/null/{}</a.PieceSlot>"#,
        piece("Flip", "-1", "null;29;139")
    );
    let text = format!(
        "begin_save\u{1b}+/1/{}\u{1b}+/2/{}\u{1b}end_save",
        piece("Flip", "1", "Main;24;24"),
        piece("Flip", "-1", "Main;24;72"),
    );
    let made = Made {
        beside: window(&palette("American", &slot)),
        files: vec![("start.vsav".to_owned(), game(&text))],
        ..Made::default()
    };
    let read = made.read();
    let [counter] = read.orders_of_battle[0].counters.as_slice() else { panic!("one counter") };
    assert_eq!((counter.faces.len(), counter.nation.as_deref()), (2, Some("american")));
    let placements = &read.scenarios[0].setup.placements;
    let faces: Vec<(&str, Option<u8>)> =
        placements.iter().map(|one| (one.hex.as_str(), one.face)).collect();
    assert_eq!(faces, [("0101", Some(1)), ("0102", None)]);
    // A mark that is laid over a counter is no face of it.
    let slot = slot.replace("Flip", "Disrupted");
    let marked = Made { beside: window(&slot), ..Made::default() }.read();
    assert_eq!(marked.orders_of_battle[0].counters[0].faces.len(), 1);
    assert!(is_told(&marked, "layer", "Disrupted", "one kind of face"));
}

/// A picture of one colour.
fn plain(side: u32, colour: [u8; 4], format: image::ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    let picture = image::RgbaImage::from_pixel(side, side, image::Rgba(colour));
    picture.write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}

const RED: [u8; 4] = [200, 20, 30, 255];
const BLUE: [u8; 4] = [20, 40, 210, 255];

/// A module of which the counters have pictures: one with two sides, one like it, one of layers that
/// lie over one another, one with a state, one whose picture is missing.
fn pictured() -> Made {
    use image::ImageFormat::{Gif, Png};
    let layer = |images: &str, name: &str, always: bool, off: &str, level: &str| {
        let kind = format!(
            "emb2;;2;F;;0;;;0;;;;1;false;{off};{images};;true;{name};;;false;;1;1;{always};;;;;1.0"
        );
        (kind, level.to_owned())
    };
    let slot = |name: &str, layers: &[(String, String)], base: &str| {
        let mut parts: Vec<(String, String)> = layers.to_vec();
        parts.push((format!("piece;;;{base};{name}"), "null;0;0;;0".to_owned()));
        let (mut kind, mut state) = parts.pop().unwrap();
        while let Some((outer, level)) = parts.pop() {
            kind = format!("{outer}\t{}", kind.replace('\t', "\\\t"));
            state = format!("{level}\t{}", state.replace('\t', "\\\t"));
        }
        format!(r#"<a.PieceSlot entryName="{name}">+/null/{kind}/{state}</a.PieceSlot>"#)
    };
    let flip = layer("front.png,back.png", "Step", true, "0;0", "1");
    let slots = [
        slot("1 Rifles", std::slice::from_ref(&flip), ""),
        slot("2 Rifles", &[layer("disrupted.png", "Disrupted", false, "0;0", "-1"), flip], ""),
        slot("Pile", &[layer("spot.gif", "Spot", true, "10;-10", "1")], "front.png"),
        slot("Ghost", &[], "ghost.png"),
        slot("Drawn", &[], "drawn.svg"),
    ];
    let file = |name: &str, bytes| (format!("images/{name}"), bytes);
    Made {
        beside: window(&palette("American", &slots.concat())),
        files: vec![
            file("front.png", plain(60, RED, Png)),
            file("back.png", plain(60, BLUE, Png)),
            file("disrupted.png", plain(60, [9, 9, 9, 99], Png)),
            file("spot.gif", plain(20, BLUE, Gif)),
            file(
                "drawn.svg",
                b"<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>".to_vec(),
            ),
        ],
        ..Made::default()
    }
}

#[test]
fn pictures_of_counters_come_along_as_pictures_of_their_faces() {
    let read = pictured().read();
    let names = |designation: &str| -> Vec<&str> {
        let mut counters = read.orders_of_battle[0].counters.iter();
        let counter = counters.find(|counter| counter.designation == designation).unwrap();
        counter.faces.iter().map(|face| face.picture.as_deref().unwrap_or("")).collect()
    };
    let sides = ["pictures/front.png", "pictures/back.png"];
    assert_eq!(names("1 Rifles"), sides, "{}", read.losses);
    // What two counters share is one file.
    assert_eq!(names("2 Rifles"), sides);
    assert_eq!(names("Pile"), ["pictures/spot.png"]);
    assert_eq!((names("Ghost"), names("Drawn")), (vec![""], vec![""]));
    let files: Vec<&str> = read.pictures.iter().map(|file| file.name.as_str()).collect();
    assert_eq!(files, ["pictures/front.png", "pictures/back.png", "pictures/spot.png"]);
    let pile = image::load_from_memory(&read.pictures[2].bytes).unwrap().into_rgba8();
    assert_eq!(pile.dimensions(), (60, 60));
    assert_eq!((pile.get_pixel(30, 50).0, pile.get_pixel(40, 20).0), (RED, BLUE));
    assert!(is_told(&read, "counter's picture", "disrupted.png", "state"));
    assert!(is_told(&read, "counter's picture", "ghost.png", "no such picture"));
    assert!(is_told(&read, "counter's picture", "drawn.svg", "is drawn"));
    let count = read.losses.counts.of("pictures of counters");
    assert_eq!((count.seen, count.placed, count.told), (9, 6, 3));
}

#[test]
fn pictures_of_counters_go_out_and_come_back() {
    let read = pictured().read();
    let mut parts = read.clone();
    if parts.scenarios.is_empty() {
        parts.scenarios.push(salient_schema::Scenario::empty(&parts.map.id, "Somme"));
    }
    let pictures = parts.pictures_of_counters();
    assert_eq!(pictures.iter().count(), 3);
    let files = parts.clone();
    let scenario = parts.scenarios.remove(0);
    let bundle = salient_schema::Bundle {
        pictures,
        ..salient_schema::Bundle::new(parts.ruleset, parts.map, parts.orders_of_battle, scenario)
    };
    // The faces that have a picture, with what it holds.
    let shown = |read: &Imported| -> Vec<(String, usize, Vec<u8>)> {
        let mut shown = Vec::new();
        for counter in read.orders_of_battle.iter().flat_map(|book| &book.counters) {
            for (number, face) in counter.faces.iter().enumerate() {
                let Some(name) = &face.picture else { continue };
                let file = read.pictures.iter().find(|file| file.name == *name).unwrap();
                shown.push((counter.id.clone(), number, file.bytes.clone()));
            }
        }
        shown
    };
    let before = shown(&files);
    assert_eq!(before.len(), 5);
    let module = vassal::write(Systems::NONE, &[&bundle], &vassal::Wishes::default()).unwrap();
    let back = vassal::read(&module.files[0].bytes, "back.vmod", None, None).unwrap();
    counts::agree("pictures", &back);
    assert_eq!(shown(&back), before);
    let tables = salient_exchange::tables::write(&bundle).unwrap();
    let is_picture = |name: &str| name.starts_with("pictures/");
    let (pictures, tables): (Vec<_>, Vec<_>) =
        tables.files.into_iter().partition(|file| is_picture(&file.name));
    let mut back = salient_exchange::tables::read("tables", &tables, None).unwrap();
    back.bring_pictures(&mut |name| {
        Some(pictures.iter().find(|file| file.name == name)?.bytes.clone())
    });
    assert_eq!(shown(&back), before);
    let back = Imported::from_bundle(bundle.clone());
    assert_eq!(shown(&back), before);
    // One that is not there is told of, and nothing names it any more.
    let mut lacking = salient_exchange::tables::read("tables", &tables, None).unwrap();
    lacking.bring_pictures(&mut |_| None);
    counts::agree("lacking", &lacking);
    assert!(shown(&lacking).is_empty());
    assert!(is_told(&lacking, "counter's picture", "pictures/back.png", "no such file"));
}

/// A board may show larger than its picture is, by a class of the module's own.
#[test]
fn a_board_that_is_magnified_has_its_pieces_in_their_hexes() {
    let slot = slot("1/16/1", "7", "Side", "American");
    let text = "begin_save\u{1b}+/1/mark;Side\tpiece;;;1.gif;1\\/16\\/1/American\tMain;48;144;7\u{1b}end_save";
    let read = |magnification: &str| {
        let made = Made {
            board: format!(r#"name="Somme" width="600" height="500" {magnification}"#),
            beside: window(&palette("American", &slot)),
            files: vec![("start.vsav".to_owned(), game(text))],
            ..Made::default()
        };
        let read = made.read();
        read.scenarios[0].setup.placements[0].hex.clone()
    };
    assert_eq!((read("").as_str(), read(r#"magnification="2.0""#).as_str()), ("0203", "0102"));
}

/// A palette never runs out: there are as many of a counter as a set-up has of it.
#[test]
fn there_are_enough_of_a_counter_that_lies_often() {
    let one =
        |id: u32, y: u32| format!("+/{id}/mark;Side\tpiece;;;a.gif;a/British\tMain;24;{y};1;0");
    let text = ["begin_save".to_owned(), one(1, 24), one(2, 72), one(3, 72), "end_save".to_owned()];
    let made = Made {
        beside: window(&slot("a", "1", "Side", "British")),
        files: vec![("start.vsav".to_owned(), game(&text.join("\u{1b}")))],
        ..Made::default()
    };
    let read = made.read();
    assert_eq!(standing(&read, "start"), [("0101", "a"), ("0102", "a"), ("0102", "a")]);
    assert_eq!(read.orders_of_battle[0].counters[0].count, 3);
    counts::agree("often", &read);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    /// Any commands, nested anyhow: read or refused, and counted rightly.
    #[test]
    fn any_commands_are_counted(
        parts in prop::collection::vec(prop::sample::select(vec![
            "begin_save", "\u{1b}", "\\", "'", "+/1/", "+/2/", "stack/Main;24;24;1;2", "deck;x/Main;1;2;1,2",
            "mark;Side\tpiece;;;a.gif;a/British\tMain;24;24;1;0", "mark;A\tpiece;;;b;b/x\tnull;;",
            "MainBoardPicker\tSomme\t0\t0", "MainBoardPicker\tSomme\trev\t9\tNo", ";", "/", "\t", "end_save",
        ]), 0..24),
    ) {
        let text = format!("begin_save\u{1b}{}", parts.concat());
        let files = vec![("start.vsav".to_owned(), game(&text))];
        let beside = window(&slot("a", "1", "Side", "British"));
        read_or_refused(&Made { files, beside, ..Made::default() }.bytes());
    }
}

/// Properties as people write them are no ids; markers are no side.
#[test]
fn types_sizes_and_markers_come_from_properties_in_words() {
    let slots = slot("1st Army HQ", "1", "Type,Faction,Echelon", "Combined arms,Reds,Army Group")
        + &slot("2nd Corps", "2", "Type,Faction,Echelon", "Combined arms,Blues,Corps")
        + &slot("Turn", "3", "Faction", "Markers");
    let read = Made { beside: window(&palette("All", &slots)), ..Made::default() }.read();
    let counters = &read.orders_of_battle[0].counters;
    assert_eq!(counters.len(), 2, "{}", read.losses);
    let told: Vec<[&str; 3]> = counters
        .iter()
        .map(|own| {
            [&own.unit_type, &own.side, own.size.as_deref().unwrap_or("")].map(|t| t as &str)
        })
        .collect();
    assert_eq!(
        told,
        [["combined-arms", "reds", "army-group"], ["combined-arms", "blues", "corps"]]
    );
    let names: Vec<&str> = read.ruleset.sides.iter().map(|side| side.name.as_str()).collect();
    assert_eq!(names, ["Blues", "Reds"]);
    let said = read.losses.to_string();
    assert!(said.contains("marker left out"), "{said}");
    assert!(!said.contains("Faction") && !said.contains("type by guess"), "{said}");
    let count = read.losses.counts.of("pieces in palettes");
    assert_eq!((count.seen, count.placed, count.told), (3, 2, 1));
}

#[test]
fn what_is_not_read_of_many_counters_is_told_once() {
    let slots: String =
        (0..30).map(|n| slot(&format!("C{n}"), &n.to_string(), "Mood", "glad")).collect();
    let read = Made { beside: window(&palette("All", &slots)), ..Made::default() }.read();
    let of_kind = read.losses.losses.iter().filter(|loss| loss.kind == "property");
    let which: Vec<&str> = of_kind.map(|loss| loss.which.as_str()).collect();
    assert_eq!(which.len(), 1, "{which:?}");
    assert!(which[0].starts_with("Mood: 30 counters, c0, "), "{which:?}");
}

#[test]
fn the_outermost_level_of_the_turn_counter_is_the_game_turn() {
    let within = r#"<a.ListTurnLevel property="Phase" list="Move,Fight"/>"#;
    let counter = |attributes: &str| {
        let beside = format!(
            "<a.TurnTracker><a.CounterTurnLevel {attributes}>{within}</a.CounterTurnLevel></a.TurnTracker>"
        );
        let in_map = format!(
            r#"<a.SetupStack name="s" owningBoard="Somme" useGridLocation="true" location="0302" x="0" y="0">{}</a.SetupStack>"#,
            slot("C", "1", "Side", "Reds")
        );
        Made { beside, in_map, ..Made::default() }.read()
    };
    let read = counter(r#"property="Turn" start="3" incr="2" loop="true" loopLimit="9""#);
    let turns: Vec<u16> = read.scenarios[0].turns.iter().map(|turn| turn.turn).collect();
    assert_eq!(turns, [3, 5, 7, 9]);
    let said = read.losses.to_string();
    assert!(said.contains("outermost level") && said.contains("Phase"), "{said}");
    let read = counter(r#"property="Turn" start="1" incr="1" loop="false" loopLimit="-1""#);
    assert_eq!(read.scenarios[0].turns.len(), 1);
    assert!(read.losses.to_string().contains("how many turns"), "{}", read.losses);
}

/// Letters are counted from 1, and rows keep their numbers where they can.
#[test]
fn hexes_with_letters_keep_their_rows() {
    let grid = |stagger: bool| {
        GRID.replace(r#"hType="N""#, r#"hType="A""#)
            .replace(r#"y0="24""#, r#"y0="20""#)
            .replace(r#"hLeading="1" vLeading="1""#, r#"hLeading="0" vLeading="0""#)
            .replace(r#"stagger="false" hOff="1""#, &format!(r#"stagger="{stagger}" hOff="0""#))
    };
    for stagger in [false, true] {
        let read = Made { grid: grid(stagger), ..Made::default() }.read();
        let numbering = &read.map.grid.numbering;
        assert_eq!((numbering.first_column, numbering.column_digits), (1, 2), "{stagger}");
        assert_eq!(numbering.first_row, 1, "{stagger}");
        let said = read.losses.to_string();
        assert!(said.contains("the module's A1 is 0101 here"), "{said}");
    }
}

#[test]
fn set_ups_without_a_file_and_stacks_in_regions_are_told_of() {
    let regions = r#"<a.Zone name="Turns" path="500,0;600,0;600,100;500,100" useParentGrid="false"><a.RegionGrid><a.Region name="T1" originx="520" originy="20"/></a.RegionGrid></a.Zone>"#;
    let grid = format!("<a.ZonedGrid>{regions}{GRID}</a.ZonedGrid>");
    let in_map = format!(
        r#"<a.SetupStack name="Turn" owningBoard="Somme" useGridLocation="true" location="T1" x="-99" y="-99">{}</a.SetupStack>"#,
        slot("Turn", "9", "Kind", "clock")
    );
    let beside = r#"<a.PredefinedSetup name="Mortain" isMenu="false" useFile="true"/><a.PredefinedSetup name="All" isMenu="true"/>"#;
    let read = Made { grid, in_map, beside: beside.to_owned(), ..Made::default() }.read();
    let said = read.losses.to_string();
    assert!(said.contains(r#"it stands in the region "T1" of the zone "Turns""#), "{said}");
    assert!(said.contains("it names no file\n  Mortain"), "{said}");
    let count = read.losses.counts.of("set-ups");
    assert_eq!(count.told, 1, "{said}");
}

#[test]
fn figures_that_properties_state_are_ratings() {
    let said = "Side,Strength,Movement Allowance,Turn Entered";
    let palettes = [
        palette("Counters", &slot("rifles", "1", said, "Red,4,5,2")),
        palette("Counters", &slot("lancers", "2", said, "Blue,3,8,2")),
        palette("Counters", &slot("guns", "3", "Side,Strength", "Blue,many")),
    ];
    let read = Made { beside: window(&palettes.concat()), ..Made::default() }.read();
    let ratings = |id: &str| -> Vec<String> {
        let counters = &read.orders_of_battle[0].counters;
        let counter = counters.iter().find(|counter| counter.id == id).unwrap();
        counter.faces[0].ratings.iter().map(|(id, value)| format!("{id} {value}")).collect()
    };
    assert_eq!(ratings("rifles"), ["movement-allowance 5", "strength 4"]);
    assert_eq!(ratings("lancers"), ["movement-allowance 8", "strength 3"]);
    assert_eq!(ratings("guns"), [""; 0], "no figure");
    let uses = read.ruleset.counters.ratings.iter().map(|rating| rating.uses.as_slice());
    assert_eq!(uses.collect::<Vec<_>>(), [[RatingUse::Movement], [RatingUse::Strength]]);
    // What their names do not tell is told as left out; figures are not.
    assert!(is_told(&read, "property", "Turn Entered", "does not know"), "{}", read.losses);
    assert!(!is_told(&read, "property", "Movement", ""), "{}", read.losses);
    assert!(is_told(&read, "property", "Strength", ""), "it says no figure: {}", read.losses);
}
