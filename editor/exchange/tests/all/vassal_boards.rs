//! VASSAL modules with several boards on a map, of pieces that are in no palette, and in archives as
//! people make them by hand.
//!
//! Where a stack lies on boards side by side was seen in VASSAL's own engine (`tests/vassal/probe.sh`).

use std::io::Cursor;

use image::{ImageFormat, Rgb, RgbImage};
use salient_exchange::{Imported, vassal};
use salient_schema::map::Board;

use crate::vassal::{sound, zipped};

/// A grid of 10 columns and 8 rows on a board of 520 × 480 pixels, whose columns are counted from a
/// number.
fn grid(first: i32) -> String {
    format!(
        r#"<x.HexGrid x0="30" y0="29" dx="52.0" dy="60.0" sideways="false"><x.HexGridNumbering first="H" sep="" hType="N" vType="N" hLeading="1" vLeading="1" stagger="false" hOff="{first}" vOff="1"/></x.HexGrid>"#
    )
}

fn board(name: &str, grid: &str) -> String {
    format!(r#"<a.Board name="{name}" image="{name}.png" reversible="true">{grid}</a.Board>"#)
}

/// A piece that lies at a place of a board, and in a palette.
fn stack(board: &str, [x, y]: [i64; 2], piece: &str) -> String {
    format!(
        r#"<a.SetupStack name="s" owningBoard="{board}" x="{x}" y="{y}"><a.PieceSlot entryName="" gpid="">{piece}</a.PieceSlot></a.SetupStack>"#
    )
}

fn unit(name: &str) -> String {
    format!("+/null/mark;Side\tpiece;;;;{name}/Red\tnull;0;0;1;0")
}

fn painted([width, height]: [u32; 2], first: [u8; 3]) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    let mut picture = RgbImage::from_pixel(width, height, Rgb([200; 3]));
    picture.put_pixel(0, 0, Rgb(first));
    picture.write_to(&mut bytes, ImageFormat::Png).unwrap();
    bytes.into_inner()
}

/// A module of boards that are laid out so, with files beside.
fn module(boards: &str, laid_out: &str, stacks: &str, files: &[(&str, &[u8])]) -> Vec<u8> {
    let setup = match laid_out {
        "" => "<setup></setup>".to_owned(),
        laid_out => format!("<setup>MainBoardPicker\t{laid_out}</setup>"),
    };
    let text = format!(
        r#"<VASSAL.build.GameModule name="Somme" version="1.0"><a.Map mapName="Main"><a.BoardPicker>{boards}{setup}</a.BoardPicker>{stacks}</a.Map></VASSAL.build.GameModule>"#
    );
    let (north, south) = (painted([520, 480], [255, 0, 0]), painted([520, 480], [0, 0, 255]));
    let own: [(&str, &[u8]); 3] = [
        ("buildFile.xml", text.as_bytes()),
        ("images/North.png", &north),
        ("images/South.png", &south),
    ];
    zipped(&own.into_iter().chain(files.iter().copied()).collect::<Vec<_>>())
}

/// North with columns from 1, South from 11, and a piece on each in the third column, second row.
fn two(laid_out: &str) -> Vec<u8> {
    let boards = board("North", &grid(1)) + &board("South", &grid(11));
    let stacks =
        stack("North", [134, 89], &unit("First")) + &stack("South", [134, 89], &unit("Second"));
    module(&boards, laid_out, &stacks, &[])
}

fn read(bytes: &[u8]) -> Imported {
    asked(bytes, None)
}

fn asked(bytes: &[u8], boards: Option<&str>) -> Imported {
    let read = vassal::read_boards(bytes, "a.vmod", None, None, boards);
    let read = read.unwrap_or_else(|error| panic!("{error}"));
    sound(read.clone());
    read
}

/// Where counters stand in the first set-up.
fn standing(read: &Imported) -> Vec<(&str, &str)> {
    let placements = read.scenarios.first().into_iter().flat_map(|one| &one.setup.placements);
    placements
        .flat_map(|one| one.counters.iter().map(|id| (one.hex.as_str(), id.as_str())))
        .collect()
}

fn told(read: &Imported, which: &str) -> String {
    let losses = read.losses.losses.iter().filter(|loss| loss.which.contains(which));
    losses.map(|loss| format!("{}: {}: {}\n", loss.kind, loss.which, loss.why)).collect()
}

fn size(read: &Imported) -> (u16, u16) {
    (read.map.grid.columns, read.map.grid.rows)
}

#[test]
fn boards_side_by_side_are_one_map() {
    let read = read(&two("North\t0\t0\tSouth\t1\t0"));
    assert_eq!(size(&read), (20, 8));
    // Its numbers go on from board to board.
    assert!(read.map.grid.boards.is_empty());
    assert_eq!(standing(&read), [("0302", "first"), ("1302", "second")]);
    let boards = read.losses.counts.of("boards");
    assert_eq!((boards.seen, boards.placed, boards.told), (2, 2, 0), "{}", read.losses);
    // Their pictures lie side by side, too.
    let scan = read.map.scan.as_ref().unwrap();
    assert_eq!(scan.size, [1040, 480]);
    let file = read.pictures.iter().find(|file| file.name == scan.file).unwrap();
    let picture = image::load_from_memory(&file.bytes).unwrap().into_rgb8();
    assert_eq!(picture.get_pixel(0, 0).0, [255, 0, 0]);
    assert_eq!(picture.get_pixel(520, 0).0, [0, 0, 255]);
    let last = scan.control_points.iter().find(|point| point.hex == "2001").unwrap();
    assert!((last.pixel[0] - (30.0 + 19.0 * 52.0)).abs() < 0.01, "{last:?}");
}

/// A board of 11 columns, which fits below another when it lies upside down.
fn wide(name: &str) -> String {
    let grid = grid(1);
    format!(r#"<a.Board name="{name}" width="572" height="480" reversible="true">{grid}</a.Board>"#)
}

#[test]
fn a_board_that_lies_upside_down_keeps_its_numbers() {
    let boards = wide("South") + &wide("North");
    let stacks = stack("North", [134, 89], &unit("First"));
    let read = read(&module(&boards, "South\t0\t0\tNorth/rev\t0\t1", &stacks, &[]));
    assert_eq!(size(&read), (11, 16), "{}", read.losses);
    let board = |board: &Board| (board.id.clone(), board.row, board.turned);
    let boards: Vec<_> = read.map.grid.boards.iter().map(board).collect();
    assert_eq!(boards, [("South".to_owned(), 0, false), ("North".to_owned(), 8, true)]);
    // VASSAL counts a stack's place from the corner of the board as it lies.
    assert_eq!(standing(&read), [("North/0907", "first")], "{}", read.losses);
}

/// An even number of columns does not fit upside down: half a hex is missing.
#[test]
fn a_board_that_does_not_fit_upside_down_is_told_of() {
    let read = read(&two("North/rev\t0\t0\tSouth\t1\t0"));
    assert_eq!((size(&read), read.map.id.as_str()), ((10, 8), "north"));
    // As VASSAL's engine has it.
    assert_eq!(standing(&read), [("0807", "first")], "{}", read.losses);
    assert!(
        told(&read, "South of Main").contains("its 80 hexes do not fall on"),
        "{}",
        read.losses
    );
}

#[test]
fn boards_below_each_other_are_one_map() {
    let read = read(&two("North\t0\t0\tSouth\t0\t1"));
    assert_eq!(size(&read), (10, 16));
    assert_eq!(standing(&read), [("0302", "first"), ("0310", "second")]);
    assert!(told(&read, "South, 80 hexes").contains("its 1101 is 0109 here"), "{}", read.losses);
}

/// Geomorphic boards, all with the same numbers: each keeps its own behind its name.
#[test]
fn boards_with_the_same_numbers_keep_them_behind_their_names() {
    let boards = board("North", &grid(1)) + &board("South", &grid(1));
    let stacks = stack("South", [134, 89], &unit("Second"));
    let read = read(&module(&boards, "South\t0\t0\tNorth\t1\t0", &stacks, &[]));
    assert_eq!(size(&read), (20, 8));
    let board = |board: &Board| (board.id.clone(), board.column, board.turned);
    let boards: Vec<_> = read.map.grid.boards.iter().map(board).collect();
    assert_eq!(boards, [("South".to_owned(), 0, false), ("North".to_owned(), 10, false)]);
    assert_eq!(standing(&read), [("South/0302", "second")]);
    assert_eq!(told(&read, "hexes"), "", "{}", read.losses);
}

#[test]
fn only_boards_that_are_laid_out_are_on_the_map() {
    let read = read(&two("South\t0\t0"));
    assert_eq!((size(&read), read.map.id.as_str()), ((10, 8), "south"));
    assert_eq!(standing(&read), [("1302", "second")]);
    assert!(told(&read, "North of Main").contains("(--boards)"), "{}", read.losses);
    assert!(told(&read, "first").contains("on Main, board North, off all hexes"));
}

#[test]
fn what_the_players_choose_is_asked_for() {
    let bytes = two("");
    let read = read(&bytes);
    assert_eq!((size(&read), read.map.id.as_str()), ((10, 8), "north"));
    assert!(told(&read, "North").contains("leaves it to the players"), "{}", read.losses);
    let choice = read.boards.unwrap();
    assert_eq!(choice.laid_out, "North");
    assert_eq!(choice.others, ["South", "North, South"]);
    let both = asked(&bytes, Some("North, South"));
    assert_eq!((size(&both), both.boards.unwrap().laid_out.as_str()), ((20, 8), "North, South"));
    let stacked = asked(&bytes, Some("South; North"));
    assert_eq!(size(&stacked), (10, 16));
    let refused = vassal::read_boards(&bytes, "a.vmod", None, None, Some("East")).unwrap_err();
    assert!(refused.to_string().contains("with a hexgrid are North, South"), "{refused}");
}

#[test]
fn a_saved_game_says_which_boards_it_lies_on() {
    let bytes = two("North\t0\t0");
    let text = "begin_save\u{1b}MainBoardPicker\tSouth\t0\t0\tNorth\t1\t0\u{1b}+/1/mark;Side\tpiece;;;;Second/Red\tMain;654;89;1;0";
    let game = zipped(&[("savedGame", text.as_bytes())]);
    let read = vassal::read(&bytes, "a.vmod", Some((&game, "evening.vsav")), None).unwrap();
    assert_eq!(size(&read), (20, 8));
    let evening = read.scenarios.iter().find(|one| one.title == "evening").unwrap();
    // It lies in 0302 of North, which is the second board: numbers are those of the first.
    assert_eq!(evening.setup.placements[0].hex, "2302", "{}", read.losses);
}

#[test]
fn boards_whose_hexes_do_not_meet_are_told_of() {
    let other = grid(11).replace("x0=\"30\"", "x0=\"4\"");
    let boards = board("North", &grid(1)) + &board("South", &other);
    let read = read(&module(&boards, "North\t0\t0\tSouth\t1\t0", "", &[]));
    assert_eq!(size(&read), (10, 8));
    let told = told(&read, "South of Main");
    assert!(told.contains("hexes do not fall on those of North"), "{told}");
    let small = grid(11).replace("dy=\"60.0\"", "dy=\"30.0\"");
    let boards = board("North", &grid(1)) + &board("South", &small);
    let read = self::read(&module(&boards, "North\t0\t0\tSouth\t1\t0", "", &[]));
    assert!(self::told(&read, " of Main").contains("of another size"), "{}", read.losses);
}

/// Three divisions that lie on the map and nowhere else, as in small modules by hand.
fn in_no_palette() -> Vec<u8> {
    let roster = "<a.PlayerRoster><entry>Red</entry><entry>Blue</entry></a.PlayerRoster>";
    let flip = |name: &str| {
        format!(
            "emb2;Flip;;130;;;;;;;;;;false;0;0;u.png,back.png;,;true;;;;false;;1.0\\\tpiece;;;u.png;{name}"
        )
    };
    let pieces = [
        "+/null/piece;;;u.png;1st Division/null;0;0;1;0".to_owned(),
        format!("+/null/{}/1\\\tnull;0;0;2;0", flip("2nd Division")).replace("\\\t", "\t"),
        format!(
            "+/null/obs;72,130;back.png;Hide;?;sides:Blue\t{}/null\t1\\\tnull;0;0;3;0",
            flip("3rd Division")
        ),
        "+/null/piece;;;blue-flag.png;Hussars/null;0;0;4;0".to_owned(),
        "+/null/piece;;;u.png;Red HQ/null;0;0;5;0".to_owned(),
        "+/null/piece;;;u.png;Game Turn/null;0;0;6;0".to_owned(),
    ];
    let stacks = (0..).zip(&pieces).map(|(at, piece)| stack("North", [30 + 104 * at, 89], piece));
    let stacks: String = stacks.collect();
    let text = format!(
        r#"<VASSAL.build.GameModule name="Somme" version="1.0">{roster}<a.Map mapName="Main"><a.BoardPicker><a.Board name="North" width="620" height="480">{}</a.Board></a.BoardPicker>{stacks}</a.Map></VASSAL.build.GameModule>"#,
        grid(1)
    );
    zipped(&[("buildFile.xml", text.as_bytes())])
}

#[test]
fn pieces_in_no_palette_are_units_with_sides_and_types() {
    let read = read(&in_no_palette());
    let book = &read.orders_of_battle[0];
    let counters: Vec<(&str, &str, &str, usize)> = book
        .counters
        .iter()
        .map(|one| (one.id.as_str(), one.side.as_str(), one.unit_type.as_str(), one.faces.len()))
        .collect();
    assert_eq!(
        counters,
        [
            ("1st-division", "red", "unit", 1),
            ("2nd-division", "red", "unit", 2),
            // Its mask says whose it is, a flag, its name.
            ("3rd-division", "blue", "unit", 2),
            ("hussars", "blue", "cavalry", 1),
            ("red-hq", "red", "headquarters", 1),
        ],
        "{}",
        read.losses
    );
    assert_eq!(standing(&read).len(), 5, "{}", read.losses);
    assert!(told(&read, "1st-division (").contains("a side by guess"), "{}", read.losses);
    assert!(told(&read, "Game Turn").contains("nothing says that it is a unit"));
}

#[test]
fn a_given_ruleset_gives_its_own_types() {
    let mut ruleset = read(&in_no_palette()).ruleset;
    for kind in &mut ruleset.counters.types {
        kind.id = format!("my-{}", kind.id);
    }
    let read = vassal::read(&in_no_palette(), "a.vmod", None, Some(ruleset)).unwrap();
    let hussars = read.orders_of_battle[0].counters.iter().find(|one| one.id == "hussars");
    assert_eq!(hussars.unwrap().unit_type, "my-cavalry");
}

/// The same files under other names.
fn repacked(bytes: &[u8], name: impl Fn(&str) -> String) -> Vec<u8> {
    let files = vassal::files_in(bytes, "a.vmod").unwrap();
    let files: Vec<(String, &[u8])> =
        files.iter().map(|file| (name(&file.name), file.bytes.as_slice())).collect();
    zipped(&files.iter().map(|(name, bytes)| (name.as_str(), *bytes)).collect::<Vec<_>>())
}

#[test]
fn archives_by_hand_are_opened() {
    let bytes = two("North\t0\t0\tSouth\t1\t0");
    let plain = read(&bytes);
    let same = |bytes: &[u8]| {
        let other = read(bytes);
        assert_eq!((other.map, other.scenarios), (plain.map.clone(), plain.scenarios.clone()));
        assert_eq!(other.pictures.len(), plain.pictures.len());
    };
    same(&repacked(&bytes, |name| format!("My game/{name}")));
    same(&repacked(&bytes, |name| format!("a/b/{name}")));
    same(&repacked(&bytes, |name| name.replace('/', "\\")));
    same(&repacked(&bytes, |name| format!("game\\{}", name.replace('/', "\\"))));
    // With what a Mac adds.
    let mut files = vassal::files_in(&bytes, "a").unwrap();
    for file in files.clone() {
        files.push(salient_exchange::NamedFile {
            name: format!("__MACOSX/g/{}", file.name),
            ..file
        });
    }
    for file in files.iter_mut().filter(|file| !file.name.starts_with("__")) {
        file.name.insert_str(0, "g/");
    }
    same(&vassal::pack(&files).unwrap());
    // A saved game likewise.
    let text = "begin_save\u{1b}+/1/mark;Side\tpiece;;;;First/Red\tMain;134;89;1;0";
    let game = zipped(&[("saves\\savedGame", text.as_bytes())]);
    let with = vassal::read(&bytes, "a.vmod", Some((&game, "evening.vsav")), None).unwrap();
    assert!(with.scenarios.iter().any(|one| one.title == "evening"), "{}", with.losses);
}

#[test]
fn archives_that_are_something_else_are_told_truly() {
    let bytes = two("");
    let refused = |files: &[(&str, &[u8])]| {
        vassal::read(&zipped(files), "a.vmod", None, None).unwrap_err().to_string()
    };
    let several = refused(&[("one/buildFile.xml", b"<a/>"), ("two/buildFile.xml", b"<a/>")]);
    assert!(several.contains("in one/, in two/"), "{several}");
    let parcel = refused(&[("read me.txt", b"hello"), ("game/Somme.vmod", &bytes)]);
    assert!(parcel.contains("a parcel with game/Somme.vmod in it; unpack it"), "{parcel}");
    let game = refused(&[("savedGame", b"begin_save")]);
    assert!(game.contains("it is a saved game, and no module"), "{game}");
    for name in ["..\\buildFile.xml", "g/../../a", "\\etc\\passwd", "C:\\a"] {
        let out = refused(&[("g/buildFile.xml", b"<a/>"), (name, b"x")]);
        assert!(out.contains("leads out of the archive"), "{name}: {out}");
    }
}

/// Zones that each hold all hexes of a large board, and grids of their own that reach far, are some
/// hundred bytes in a module and would be millions of hexes.
#[test]
fn zones_that_cover_too_much_are_left_out() {
    let hexes = r#"<x.HexGrid x0="4" y0="4" dx="8.0" dy="9.0" sideways="false"/>"#;
    let zone = |number: usize, [width, height]: [u32; 2], own: &str| {
        format!(
            r#"<x.Zone name="z{number}" locationFormat="$gridLocation$" useParentGrid="{}" path="0,0;{width},0;{width},{height};0,{height}">{own}</x.Zone>"#,
            own.is_empty()
        )
    };
    let read = |zones: String| {
        let grid = format!("<x.ZonedGrid>{zones}{hexes}</x.ZonedGrid>");
        let board = format!(r#"<a.Board name="Large" width="4096" height="4608">{grid}</a.Board>"#);
        read(&module(&board, "", "", &[]))
    };
    let whole = [4096, 4608];
    let all = read((0..6).map(|number| zone(number, whole, "")).collect());
    let kept: usize = all.map.zones.items.iter().map(|zone| zone.hexes.len()).sum();
    assert!((900_000..=1 << 20).contains(&kept), "{kept} hexes in zones");
    let told = all.losses.losses.iter().filter(|loss| loss.why.contains("more hexes in all"));
    assert!(told.count() >= 2, "{}", all.losses);
    let all = read(zone(0, whole, hexes) + &zone(1, [90_000, 90_000], hexes));
    let told = all.losses.losses.iter().filter(|loss| loss.why.contains("too many hexes"));
    assert_eq!(told.map(|loss| loss.which.as_str()).collect::<Vec<_>>(), ["z1"], "{}", all.losses);
}
