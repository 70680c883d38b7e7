//! VASSAL's numberings, and stacks that are set up by the names of places. What VASSAL's engine makes
//! of any grid is in `tests/tests/all/vassal/`; here is what that cannot tell: classes that it does not
//! know, and what is said of what is not read.

use salient_exchange::Imported;
use salient_schema::HexIndex;
use salient_schema::map::Pushed;

use crate::vassal_others::{Made, is_told, slot, standing};

/// 600 by 480 pixels, hexes of 52 by 60.
fn grid(y0: i64, class: &str, numbering: &str) -> String {
    let first = if numbering.contains("hType") { "" } else { r#"hType="N" hLeading="1" hOff="1""# };
    format!(
        r#"<a.HexGrid x0="30" y0="{y0}" dx="52.0" dy="60.0" sideways="false"><{class} first="H" sep="" vType="N" vLeading="1" vOff="1" {first} {numbering}/></a.HexGrid>"#
    )
}

fn board(grid: String, in_map: String) -> Made {
    let board = r#"name="Map" width="600" height="480""#.to_owned();
    Made { board, grid, in_map, ..Made::default() }
}

fn stack(name: &str, place: &str) -> String {
    let slot = slot(name, name, "Side", "Red");
    format!(r#"<a.SetupStack name="{name}" owningBoard="Map" {place}>{slot}</a.SetupStack>"#)
}

fn named(name: &str, location: &str) -> String {
    stack(name, &format!(r#"useGridLocation="true" location="{location}" x="0" y="0""#))
}

fn is_off_map(read: &Imported, hex: HexIndex) -> bool {
    let row = &read.map.terrain.rows[usize::from(hex.row)];
    let glyph = row.chars().nth(usize::from(hex.column)).unwrap();
    read.map.terrain.palette[&glyph.to_string()] == "off-map"
}

/// The hexes that are on the map.
fn hexes(read: &Imported) -> usize {
    let grid = &read.map.grid;
    let all = usize::from(grid.columns) * usize::from(grid.rows);
    (0..all).filter(|at| !is_off_map(read, HexIndex::from_dense(*at, grid.columns))).count()
}

/// As VASSAL itself numbers a new grid: the second column begins half a hex higher, whatever row its
/// numbers begin with at the margin, and all 88 hexes with their counters are there.
#[test]
fn columns_that_stagger_keep_their_numbers_and_counters() {
    for (y0, first_row) in [(59, 1), (100, 0)] {
        let mut stacks = String::new();
        let mut places = Vec::new();
        for column in 0..11 {
            for row in 0..8 {
                let raised = if column % 2 == 1 { 30 } else { 0 };
                let (x, y) = (30 + 52 * column, y0 + 60 * (row + first_row - 1) - raised);
                let name = format!("u{column}-{row}");
                stacks += &stack(&name, &format!(r#"x="{x}" y="{y}""#));
                places.push((format!("{:02}{:02}", column + 1, row + first_row), name));
            }
        }
        let read = board(grid(y0, "a.HexGridNumbering", r#"stagger="true""#), stacks).read();
        let own = &read.map.grid;
        assert_eq!((own.columns, own.rows, own.pushed), (11, 8, Pushed::First), "{y0}");
        assert_eq!(hexes(&read), 88, "{}", read.losses);
        assert!(
            !read.losses.losses.iter().any(|loss| loss.kind == "hex numbers"),
            "{}",
            read.losses
        );
        let mut placed = standing(&read, "At the start");
        placed.sort_unstable();
        places.sort_unstable();
        let places: Vec<_> =
            places.iter().map(|(hex, name)| (hex.as_str(), name.as_str())).collect();
        assert_eq!(placed, places, "{y0}");
    }
}

/// Where half-hexes lie along the edges, those are there whose centres are on the board.
#[test]
fn half_hexes_at_the_edge_are_there_where_vassal_has_them() {
    let half = |x0: i64, y0: i64, row: i64| {
        let grid = format!(
            r#"<a.HexGrid x0="{x0}" y0="{y0}" dx="56.25" dy="64.5"><a.HexGridNumbering first="H" sep="" hType="A" hLeading="0" hOff="0" vType="N" vLeading="0" vOff="{row}" stagger="true"/></a.HexGrid>"#
        );
        let at = |x: i64, y: i64| stack(&format!("p{x}-{y}"), &format!(r#"x="{x}" y="{y}""#));
        let in_map = at(x0 + 168, y0 + 161) + &at(x0, y0 + 64);
        let board = r#"name="Map" width="1800" height="645""#.to_owned();
        Made { board, grid, in_map, ..Made::default() }.read()
    };
    // VASSAL calls them D3 and A1, D4 and A2, D4 and A2.
    for (x0, y0, row, count, hexes_of) in [
        (0, 0, 0, 320, ["0403", "0101"]),
        (0, 32, 1, 336, ["0404", "0102"]),
        (38, 65, 1, 320, ["0404", "0102"]),
    ] {
        let read = half(x0, y0, row);
        let mut placed: Vec<&str> =
            standing(&read, "At the start").into_iter().map(|(hex, _)| hex).collect();
        placed.sort_unstable_by(|one, other| other.cmp(one));
        assert_eq!(placed, hexes_of, "{x0}, {y0}: {}", read.losses);
        assert_eq!(hexes(&read), count, "{x0}, {y0}");
    }
}

#[test]
fn stacks_stand_where_their_names_are() {
    let numbers = "a.HexGridNumbering";
    let letters = r#"hType="A" hLeading="0" hOff="0" stagger="false""#;
    for (y0, numbering, location, hex) in [
        (29, letters, "C02", "0302"),
        (29, letters, "CC02", "2902"),
        (29, r#"stagger="false" locationFormat="Hex $gridLocation$""#, "Hex 0302", "0302"),
        (29, r#"stagger="false" locationFormat="$row$ in $column$""#, "02 in 03", "02 in 03"),
        (59, r#"stagger="true""#, "0403", "0403"),
        (59, r#"stagger="true" vDescend="true""#, "0403", "0403"),
    ] {
        let read = board(grid(y0, numbers, numbering), named("a", location)).read();
        if hex == "2902" {
            assert!(is_told(&read, "piece", "a (a)", "off all hexes"), "{}", read.losses);
            continue;
        }
        assert_eq!(standing(&read, "At the start"), [(hex, "a")], "{numbering}: {}", read.losses);
    }
}

/// A name that VASSAL does not find leaves the stack at its pixels, and is told of.
#[test]
fn names_of_no_place_are_told_of() {
    let plain = || grid(29, "a.HexGridNumbering", r#"stagger="false""#);
    let lost = |x, y| {
        let place = format!(r#"useGridLocation="true" location="Paris" x="{x}" y="{y}""#);
        board(plain(), stack("a", &place)).read()
    };
    let read = lost(134, 89);
    assert_eq!(standing(&read, "At the start"), [("0302", "a")]);
    let why = r#"no hex is called "Paris"; it is put where the module has its pixels, 134, 89"#;
    assert!(is_told(&read, "stack at the start", "a", why), "{}", read.losses);
    for (x, y) in [(0, 0), (-90, 2000)] {
        let read = lost(x, y);
        assert!(is_told(&read, "stack at the start", "a", r#"no hex is called "Paris""#));
        assert_eq!(read.losses.counts.of("pieces in set-ups").told, 1, "{}", read.losses);
    }
}

/// VASSAL 3.8 has oblique numberings of its own; other classes of that name are a module's.
#[test]
fn oblique_numbers_are_read_where_the_class_is_known() {
    let own = "VASSAL.build.module.map.boardPicker.board.mapgrid.ObliqueHexGridNumbering";
    for (slant, example) in
        [("true", "the module's 0302 is 0301 here"), ("false", "the module's 0102 is 0101 here")]
    {
        let numbering = format!(r#"stagger="{slant}""#);
        let read = board(grid(29, own, &numbering), named("a", "0302")).read();
        assert!(is_told(&read, "hex numbers", "oblique", "slant"), "{}", read.losses);
        assert!(is_told(&read, "hex numbers", " hexes", example), "{}", read.losses);
        // VASSAL finds names as if they did not slant.
        assert_eq!(standing(&read, "At the start"), [("0302", "a")], "{}", read.losses);
    }
    let other = "wgtex.ObliqueHexGridNumbering";
    let place = r#"useGridLocation="true" location="B7" x="134" y="90""#;
    let stacks = named("a", "B7") + &stack("b", place);
    let read = board(grid(30, other, r#"stagger="true""#), stacks).read();
    assert!(is_told(&read, "hex numbers", other, "a class of the module's own"), "{}", read.losses);
    let why = format!("where \"B7\" is, a class of the module's own ({other}) says");
    assert!(is_told(&read, "stack at the start", "a", &why), "{}", read.losses);
    assert!(is_told(&read, "stack at the start", "b", "its pixels, 134, 90"), "{}", read.losses);
    assert_eq!(standing(&read, "At the start"), [("0302", "b")]);
}

fn zone(name: &str, format: &str, [x0, x1]: [i64; 2], inside: &str) -> String {
    format!(
        r#"<a.Zone name="{name}" locationFormat="{format}" path="{x0},0;{x1},0;{x1},480;{x0},480" useParentGrid="false">{inside}</a.Zone>"#
    )
}

/// Zones with grids of their own keep all their hexes where these lie in one grid.
#[test]
fn zones_side_by_side_are_one_map() {
    let own = || grid(29, "a.HexGridNumbering", r#"stagger="false""#);
    let shifted = || own().replace(r#"hOff="1""#, r#"hOff="21""#);
    let inset = own().replace("52.0", "40.0");
    let zones = [
        zone("West", "$gridLocation$", [0, 320], &own()),
        zone("East", "$gridLocation$", [320, 500], &shifted()),
        zone("Inset", "$gridLocation$", [500, 600], &inset),
    ];
    let grids = format!("<a.ZonedGrid>{}</a.ZonedGrid>", zones.concat());
    let stacks = named("w", "0302") + &named("e", "2802");
    let read = board(grids, stacks).read();
    // Six columns and four, 8 hexes each.
    assert_eq!(hexes(&read), 80, "{}", read.losses);
    assert_eq!(standing(&read, "At the start"), [("0302", "w"), ("0802", "e")]);
    let why = "the module's 2701 is 0701 here";
    assert!(is_told(&read, "hex numbers", "32 hexes of the zone East", why), "{}", read.losses);
    assert!(is_told(&read, "hexgrid", "Inset", "another grid"), "{}", read.losses);
    // Names that zones give to hexes around them.
    let zone = zone("East", "$name$ $gridLocation$", [320, 600], "").replace("false", "true");
    let grids = format!("<a.ZonedGrid>{zone}{}</a.ZonedGrid>", own());
    let read = board(grids, named("e", "East 0802")).read();
    assert_eq!(standing(&read, "At the start"), [("0802", "e")]);
    let why = "the module's East 0701 is 0701 here";
    assert!(is_told(&read, "hex numbers", "40 hexes", why), "{}", read.losses);
}

/// Squares of a track and regions have no hexes: what is named so lies in its zone.
#[test]
fn squares_and_regions_have_names_too() {
    let squares = r#"<a.SquareGrid x0="524" y0="20" dx="40" dy="40"><a.SquareGridNumbering first="H" sep="-" hType="A" hOff="0" vLeading="0" hLeading="0"/></a.SquareGrid>"#;
    let grid = grid(29, "a.HexGridNumbering", r#"stagger="false""#);
    let track = zone("Track", "$name$ $gridLocation$", [500, 600], squares);
    let grids = format!("<a.ZonedGrid>{track}{grid}</a.ZonedGrid>");
    let read = board(grids, named("a", "Track B-3") + &named("b", "Track Q-3")).read();
    assert!(
        is_told(&read, "counters off the hexes", "Track: a", "lie in a box"),
        "{}",
        read.losses
    );
    assert!(is_told(&read, "stack at the start", "b", r#"no hex is called "Track Q-3""#));
}
