//! Boards joined: what comes over, what does not fit, and that nothing is lost.

use std::collections::BTreeMap;

use proptest::prelude::*;
use salient_cartography::join::{
    Cell, JoinReport, Joined, arrange, beyond, cut, join, join_file, turned,
};
use salient_hex::{Direction, Hex, HexGrid};
use salient_schema::map::{
    Board, ElevationLayer, Feature, Grid, Hexside, Line, Orientation, Path, Pushed, Zone, ZoneKind,
};
use salient_schema::{Code, Diagnostic, Document, HexIndex, Map, Memory, Provenance, Severity};

use crate::common::root;

/// A board of open ground that is cut through its hexes.
fn open_board(id: &str, columns: u16, rows: u16) -> Map {
    let mut grid = Grid::plain(Orientation::FlatTopped, columns, rows);
    grid.pushed = Pushed::First;
    grid.metres_per_hex = 200.0;
    grid.boards =
        vec![Board { id: id.to_owned(), columns, rows, half_hexes: true, ..Board::default() }];
    let mut map = Map::empty(format!("board-{id}"), format!("Board {id}"), grid);
    map.terrain.palette = [(".".to_owned(), "clear".to_owned())].into();
    map.terrain.rows = vec![".".repeat(columns.into()); rows.into()];
    map
}

fn paint(map: &mut Map, kind: &str, glyph: char, label: &str) {
    let hex = map.grid.parse_hex(label).unwrap();
    map.terrain.palette.insert(glyph.to_string(), kind.to_owned());
    let row = &mut map.terrain.rows[usize::from(hex.row)];
    let mut glyphs: Vec<char> = row.chars().collect();
    glyphs[usize::from(hex.column)] = glyph;
    *row = glyphs.into_iter().collect();
}

fn road(map: &mut Map, hexes: &[&str]) {
    let hexes = hexes.iter().map(|hex| (*hex).to_owned()).collect();
    map.paths.items.push(Path { kind: "road".to_owned(), name: None, tracks: None, hexes });
}

fn river(map: &mut Map, sides: &[&str]) {
    map.hexsides.items.extend(sides.iter().map(|side| Hexside {
        side: (*side).to_owned(),
        kind: "river".to_owned(),
        name: None,
        provenance: None,
    }));
}

/// Boards in rows; one with a true beside it lies upside down.
fn laid(boards: &[(&Map, bool)], across: usize) -> Map {
    let cells: Vec<_> = boards
        .iter()
        .map(|(map, turned)| Some(Cell { file: format!("{}.json", map.id), map, turned: *turned }))
        .collect();
    let grid = arrange(&cells, across).unwrap();
    let mut head = Map::empty("joined", "Joined", grid);
    head.ruleset = "ruleset.json".to_owned();
    head
}

fn joined(boards: &[(&Map, bool)], across: usize) -> (Joined, Vec<Diagnostic>) {
    let head = laid(boards, across);
    let maps: Vec<Map> = boards.iter().map(|(map, _)| (*map).clone()).collect();
    let (joined, found) = join(&head, &maps);
    let joined = joined.unwrap_or_else(|| panic!("{}", shown(&found)));
    adds_up(&joined.report);
    (joined, found)
}

fn adds_up(report: &JoinReport) {
    for board in &report.boards {
        for (name, count) in board.counts() {
            assert!(count.adds_up(), "{}: {name}: {count:?}", board.id);
        }
    }
}

/// Findings, one a line: where, and what.
fn shown(found: &[Diagnostic]) -> String {
    let one = |one: &Diagnostic| {
        let place = &one.place;
        let hex = place.hex.clone().or_else(|| place.side.clone()).unwrap_or_default();
        format!("{} {hex} {}\n", place.pointer.clone().unwrap_or_default(), one.message)
    };
    found.iter().map(one).collect()
}

#[test]
fn two_boards_become_one_map() {
    let (mut one, mut two) = (open_board("45", 5, 4), open_board("46", 5, 4));
    paint(&mut one, "woods", 'W', "45/0302");
    paint(&mut two, "swamp", 'W', "46/0201");
    paint(&mut two, "woods", 'w', "46/0403");
    road(&mut one, &["45/0502", "45/0403"]);
    road(&mut two, &["46/0502", "46/0403", "46/0402"]);
    let (Joined { map, report }, found) = joined(&[(&one, false), (&two, true)], 2);
    assert_eq!(shown(&found), "");
    assert_eq!((map.grid.columns, map.grid.rows), (9, 4));
    // The first board's glyph for woods stays; the other's for swamp gives way.
    assert_eq!(map.terrain.palette["W"], "woods");
    let swamp = map.terrain.palette.iter().find(|(_, kind)| *kind == "swamp").unwrap().0;
    let rows = [".........", "..W..W...", ".........", ".......s."];
    let rows = rows.map(|row| row.replace('s', swamp));
    assert_eq!(map.terrain.rows, rows);
    let paths: Vec<&Vec<String>> = map.paths.items.iter().map(|path| &path.hexes).collect();
    assert_eq!(paths[0], &["45/0502", "45/0403"]);
    assert_eq!(paths[1], &["45/0502", "46/0403", "46/0402"], "they meet on the cut");
    let seen = [20, 17, 0, 3];
    let hexes = report.boards[0].hexes;
    assert_eq!([hexes.seen, hexes.placed, hexes.shared, hexes.told], seen);
    let hexes = report.boards[1].hexes;
    assert_eq!([hexes.seen, hexes.placed, hexes.shared, hexes.told], [20, 14, 3, 3]);
    assert_eq!(report.off_the_boards, 5);
    assert_eq!(beyond(&map.grid).count(), 5);
    assert_eq!(report.boards[1].ends, ["46/0101", "45/0501"]);
    let told = report.to_string();
    assert!(told.contains("14 placed, 3 on the cut, there already, 3 beyond the cut"), "{told}");
}

#[test]
fn a_board_is_not_joined_to_itself() {
    let one = open_board("45", 5, 4);
    let mut other = open_board("46", 5, 4);
    let refused = |head: &Map, boards: &[Map]| {
        let (joined, found) = join(head, boards);
        assert!(joined.is_none());
        assert_eq!(found[0].code, Code::Duplicate);
        shown(&found)
    };
    let head = laid(&[(&one, false), (&one, true)], 2);
    let twice = [one.clone(), one.clone()];
    assert_eq!(refused(&head, &twice), "/grid/boards/1  the board `45` is joined to itself\n");
    // By another name it is the same file.
    other.id.clone_from(&one.id);
    let head = laid(&[(&one, false), (&other, false)], 2);
    let both = [one.clone(), other.clone()];
    assert_eq!(refused(&head, &both), "/grid/boards/1  the board `46` is joined to itself\n");
    // Two boards that are two are not refused.
    other.id = "board-46".to_owned();
    assert_eq!(shown(&joined(&[(&one, false), (&other, false)], 2).1), "");
    // A reader of the joined map says so, too.
    let mut map = laid(&[(&one, false), (&one, true)], 2);
    map.terrain = one.terrain.clone();
    map.grid.boards[1].id = "46".to_owned();
    let found = salient_schema::check::check_document(&Document::Map(Box::new(map)));
    let twice: Vec<_> = found.iter().filter(|one| one.code == Code::Duplicate).collect();
    assert_eq!(twice.len(), 1);
    assert_eq!(twice[0].place.pointer.as_deref(), Some("/grid/boards/1/file"));
}

#[test]
fn boards_that_cannot_lie_so() {
    let (one, two) = (open_board("45", 5, 4), open_board("46", 5, 4));
    let maps = [one.clone(), two.clone()];
    let refused = |change: &dyn Fn(&mut Map)| {
        let mut head = laid(&[(&one, false), (&two, false)], 2);
        head.grid.columns += 2;
        change(&mut head);
        let (joined, found) = join(&head, &maps);
        assert_eq!(joined.is_none(), found.iter().any(Diagnostic::is_error));
        shown(&found)
    };
    assert_eq!(refused(&|_| {}), "");
    // A column further they do not meet, and their hexes do not fall on the map's.
    assert_eq!(
        refused(&|head| head.grid.boards[1].column = 5),
        "/grid/boards/1  the hexes of the board `46` do not fall on those of the map\n"
    );
    assert_eq!(refused(&|head| head.grid.boards[1].column = 6), "");
    assert_eq!(
        refused(&|head| head.grid.boards[1].column = 2),
        "/grid/boards/1 45/0301 the boards `45` and `46` lie over one another\n"
    );
    assert_eq!(
        refused(&|head| head.grid.boards[1].rows = 3),
        "/grid/boards/1  the board `46` has 5 × 4 hexes cut in half along its edges in its own \
         file, 5 × 3 cut in half along its edges in the list\n"
    );
    assert_eq!(
        refused(&|head| head.grid.metres_per_hex = 201.0).lines().count(),
        2,
        "neither board has hexes of that size"
    );
    let small = open_board("47", 3, 4);
    let cells = [(&one, false), (&small, false)]
        .map(|(map, turned)| Some(Cell { file: "a.json".to_owned(), map, turned }));
    assert_eq!(arrange(&cells, 2).unwrap_err().0, 1);
    assert!(arrange(&[None, None], 2).is_err());
}

#[test]
fn what_differs_on_the_cut_is_told_with_its_hex() {
    let (mut one, mut two) = (open_board("45", 5, 4), open_board("46", 5, 4));
    let told = |one: &Map, two: &Map| {
        let (_, found) = joined(&[(one, false), (two, false)], 2);
        assert!(found.iter().all(|one| one.severity == Severity::Warning));
        shown(&found)
    };
    paint(&mut one, "woods", 'W', "45/0502");
    let woods = "/grid/boards/1 45/0502 hex 45/0502 = 46/0102 is woods on board `45` and clear on \
                 board `46`\n";
    assert_eq!(told(&one, &two), woods);
    paint(&mut two, "woods", 'W', "46/0102");
    assert_eq!(told(&one, &two), "");
    let heights = |map: &Map, row: &str| ElevationLayer {
        palette: [("0".to_owned(), 0), ("1".to_owned(), 1)].into(),
        rows: map.terrain.rows.iter().map(|_| row.to_owned()).collect(),
        ..ElevationLayer::default()
    };
    one.elevation = Some(heights(&one, "00001"));
    assert!(told(&one, &two).contains("45/0501 = 46/0101 is on level 1 on board `45`"));
    two.elevation = Some(heights(&two, "10000"));
    assert_eq!(told(&one, &two), "");
    let feature = |hex: &str, name: &str| Feature {
        hex: hex.to_owned(),
        kind: "label".to_owned(),
        name: Some(name.to_owned()),
        owner: None,
        value: None,
        letter: None,
        facing: Vec::new(),
        provenance: None,
    };
    one.features.items.push(feature("45/0503", "Mill"));
    two.features.items.push(feature("46/0103", "Mill"));
    let (same, found) = joined(&[(&one, false), (&two, false)], 2);
    assert_eq!((shown(&found).as_str(), same.map.features.items.len()), ("", 1));
    assert_eq!(same.report.boards[1].features.shared, 1);
    two.features.items[0].name = Some("Inn".to_owned());
    let (other, found) = joined(&[(&one, false), (&two, false)], 2);
    assert_eq!(found[0].place.hex.as_deref(), Some("45/0503"));
    assert_eq!(other.map.features.items[0].name.as_deref(), Some("Mill"));
    assert_eq!(other.report.boards[1].told[0].place, "46/0103");
}

#[test]
fn a_road_that_stops_at_the_seam() {
    let (mut one, mut two) = (open_board("45", 5, 4), open_board("46", 5, 4));
    road(&mut one, &["45/0302", "45/0402", "45/0502"]);
    let (_, found) = joined(&[(&one, false), (&two, false)], 2);
    let stops = "/grid/boards/0 45/0502 the road of board `45` stops at the seam in 45/0502: board \
                 `46` has none there\n";
    assert_eq!(shown(&found), stops);
    assert_eq!(found[0].code, Code::Gap);
    // In the row above it nothing meets it.
    road(&mut two, &["46/0101", "46/0201"]);
    assert_eq!(joined(&[(&one, false), (&two, false)], 2).1.len(), 2);
    two.paths.items[0].hexes = vec!["46/0102".to_owned(), "46/0203".to_owned()];
    assert_eq!(joined(&[(&one, false), (&two, false)], 2).1.len(), 0);
    // A hex short of the edge it does not come to the seam at all.
    one.paths.items[0].hexes.pop();
    two.paths.items.clear();
    assert_eq!(joined(&[(&one, false), (&two, false)], 2).1.len(), 0);
}

#[test]
fn a_river_that_stops_at_the_seam() {
    let (mut one, mut two) = (open_board("45", 5, 4), open_board("46", 5, 4));
    // Over the side that both boards have half of.
    river(&mut one, &["45/0401:se", "45/0502:n"]);
    let beside = |one: &Map, two: &Map| shown(&joined(&[(one, false), (two, false)], 2).1);
    assert!(beside(&one, &two).contains("45/0501:s the river of board `45` stops at the seam"));
    river(&mut two, &["46/0102:n"]);
    assert_eq!(beside(&one, &two), "");
    // From the north it comes to the corner of a half-hex, and goes on from it in the south.
    let (mut one, mut two) = (open_board("45", 5, 4), open_board("46", 5, 4));
    river(&mut one, &["45/0303:sw"]);
    let below = |one: &Map, two: &Map| shown(&joined(&[(one, false), (two, false)], 1).1);
    assert!(below(&one, &two).contains("the river of board `45` stops at the seam"));
    river(&mut two, &["46/0201:se"]);
    assert_eq!(below(&one, &two), "", "it goes on south");
    two.hexsides.items.clear();
    river(&mut two, &["46/0201:sw"]);
    assert_eq!(below(&one, &two).lines().count(), 2, "another corner is no way on");
}

#[test]
fn what_lies_beyond_the_cut_is_told() {
    let mut one = open_board("45", 5, 4);
    river(&mut one, &["45/0204:sw", "45/0203:sw"]);
    one.paths.items.push(Path {
        kind: "road".to_owned(),
        name: None,
        tracks: None,
        hexes: ["45/0203", "0104", "45/0204"].map(str::to_owned).to_vec(),
    });
    let (Joined { map, report }, _) = joined(&[(&one, false)], 1);
    let told: Vec<(&str, &str)> = report.boards[0]
        .told
        .iter()
        .map(|told| (told.what.as_str(), told.place.as_str()))
        .collect();
    assert_eq!(told, [("river", "45/0204:sw"), ("road", "0104")]);
    assert_eq!(map.hexsides.items.len(), 1);
    assert_eq!(map.paths.items.len(), 2, "what is left of the road");
}

/// A map of one's own begins with a copy of the rules: the boards of the published ones fit it.
#[test]
fn boards_fit_a_map_with_a_copy_of_their_rules() {
    let board = open_board("45", 5, 4);
    let mut head = laid(&[(&board, false)], 1);
    head.grid.boards[0].file = Some("../../maps/45/map.json".to_owned());
    let of = |map: &Map, ruleset: &str| {
        let mut map = map.clone();
        map.ruleset = ruleset.to_owned();
        salient_schema::write(&Document::Map(Box::new(map))).unwrap()
    };
    let rules = |change: &dyn Fn(&mut salient_schema::Ruleset)| {
        let mut ruleset = salient_schema::Project::empty().bundle.ruleset;
        ruleset.terrain = (board.terrain.palette.values())
            .map(|id| serde_json::json!({ "id": id, "name": id, "look": {} }))
            .map(|kind| serde_json::from_value(kind).unwrap())
            .collect();
        change(&mut ruleset);
        salient_schema::write(&Document::Ruleset(Box::new(ruleset))).unwrap()
    };
    let join = |copy: String| {
        let files: Memory = [
            ("rules/ruleset.json".to_owned(), rules(&|_| ())),
            ("own/map/ruleset.json".to_owned(), copy),
            ("maps/45/map.json".to_owned(), of(&board, "../../rules/ruleset.json")),
            ("own/map/map.json".to_owned(), of(&head, "ruleset.json")),
        ]
        .into_iter()
        .collect();
        let (joined, found) = join_file(&files, "own/map/map.json");
        (joined.is_some(), shown(&found))
    };
    let (joined, found) = join(rules(&|_| ()));
    assert!(joined, "{found}");
    let (joined, found) = join(rules(&|ruleset| ruleset.id = "another".to_owned()));
    assert!(!joined && found.contains("is made for the ruleset"), "{found}");
    let (joined, _) = join(rules(&|ruleset| ruleset.terrain.clear()));
    assert!(!joined, "a ruleset that does not know the board's ground");
}

#[test]
fn the_list_in_the_file_is_followed() {
    let (one, two) = (open_board("45", 5, 4), open_board("46", 5, 4));
    let text = |map: &Map| {
        let mut map = map.clone();
        map.ruleset = "../ruleset.json".to_owned();
        salient_schema::write(&Document::Map(Box::new(map))).unwrap()
    };
    let mut head = laid(&[(&one, false), (&two, true)], 2);
    head.grid.boards[0].file = Some("../45/map.json".to_owned());
    head.grid.boards[1].file = Some("../46/map.json".to_owned());
    let files = |head: &Map| -> Memory {
        [
            ("maps/45/map.json".to_owned(), text(&one)),
            ("maps/46/map.json".to_owned(), text(&two)),
            ("maps/joined/map.json".to_owned(), text(head)),
        ]
        .into_iter()
        .collect()
    };
    let (joined, found) = join_file(&files(&head), "maps/joined/map.json");
    assert_eq!(shown(&found), "");
    let joined = joined.unwrap().map;
    assert_eq!((joined.id.as_str(), joined.terrain.rows.len()), ("joined", 4));
    assert_eq!(join_file(&files(&joined), "maps/joined/map.json").0.unwrap().map, joined);
    let wrong = |change: &dyn Fn(&mut Map)| {
        let mut head = head.clone();
        change(&mut head);
        let (joined, found) = join_file(&files(&head), "maps/joined/map.json");
        assert!(joined.is_none());
        assert!(found[0].place.line.is_some(), "{found:?}");
        (found[0].place.pointer.clone().unwrap(), found[0].code)
    };
    let file = |at: usize| format!("/grid/boards/{at}/file");
    let gone = wrong(&|head| head.grid.boards[1].file = Some("../47/map.json".to_owned()));
    assert_eq!(gone, (file(1), Code::Unreadable));
    let none = wrong(&|head| head.grid.boards[0].file = None);
    assert_eq!(none.1, Code::MissingField);
    let empty = wrong(&|head| head.grid.boards.clear());
    assert_eq!(empty, ("/grid".to_owned(), Code::MissingField));
}

// Any boards whatever.

/// A chance that is the same on every machine.
struct Chance(u64);

impl Chance {
    fn below(&mut self, most: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % most.max(1)
    }

    fn of<T: Clone>(&mut self, all: &[T]) -> Option<T> {
        all.get(self.below(all.len())).cloned()
    }
}

#[derive(Clone, Debug)]
struct Shape {
    orientation: Orientation,
    pushed: Pushed,
    half: bool,
    /// Lines of hexes, and hexes a line.
    size: [u16; 2],
}

impl Shape {
    fn grid(&self, id: &str) -> Grid {
        let [lines, along] = self.size;
        let (columns, rows) = match self.orientation {
            Orientation::FlatTopped => (lines, along),
            Orientation::PointyTopped => (along, lines),
        };
        let board =
            Board { id: id.to_owned(), columns, rows, half_hexes: self.half, ..Board::default() };
        Grid {
            pushed: self.pushed,
            boards: vec![board],
            ..Grid::plain(self.orientation, columns, rows)
        }
    }
}

/// A board with all kinds of things on it. On the cut it is open.
fn any_board(id: &str, shape: &Shape, seed: u64) -> Map {
    let mut chance = Chance(seed);
    let grid = HexGrid::new(&shape.grid(id));
    let mut map = Map::empty(format!("board-{id}"), id, grid.grid().clone());
    let at = |hex: Hex| grid.index(hex);
    let inside: Vec<Hex> = grid.hexes().filter(|&hex| grid.board(hex).is_some()).collect();
    let [lines, along] = shape.size;
    let on_cut = |hex: Hex| {
        let HexIndex { column, row } = at(hex);
        let (line, place) = match shape.orientation {
            Orientation::FlatTopped => (column, row),
            Orientation::PointyTopped => (row, column),
        };
        let ends = !shape.pushed.applies_to(line) && (place == 0 || place + 1 == along);
        shape.half && (line == 0 || line + 1 == lines || ends)
    };
    let whole: Vec<Hex> = inside.iter().copied().filter(|&hex| !on_cut(hex)).collect();
    let sides: Vec<String> = whole
        .iter()
        .flat_map(|&hex| Direction::ALL.map(|way| (hex, way)))
        .filter(|&(hex, way)| grid.neighbour(hex, way).is_some_and(|hex| whole.contains(&hex)))
        .map(|(hex, way)| grid.grid().print_side(at(hex), way.index()))
        .collect();
    let kinds = ["clear", "woods", "swamp", "town"];
    let glyphs = ['.', 'W', 's', 'T'];
    map.terrain.palette = (glyphs.iter().zip(kinds))
        .map(|(glyph, kind)| (glyph.to_string(), kind.to_owned()))
        .collect();
    let mut of = |most: usize| -> Vec<Vec<usize>> {
        let mut cells = vec![vec![0; grid.columns().into()]; grid.rows().into()];
        for &hex in &whole {
            cells[usize::from(at(hex).row)][usize::from(at(hex).column)] = chance.below(most);
        }
        cells
    };
    let text = |cells: Vec<Vec<usize>>, glyphs: &[char]| -> Vec<String> {
        cells.iter().map(|row| row.iter().map(|&cell| glyphs[cell]).collect()).collect()
    };
    map.terrain.rows = text(of(4), &glyphs);
    map.elevation = Some(ElevationLayer {
        palette: [("0".to_owned(), 0), ("1".to_owned(), 1), ("5".to_owned(), 5)].into(),
        rows: text(of(3), &['0', '1', '5']),
        ..ElevationLayer::default()
    });
    let hexes: Vec<String> = whole.iter().map(|&hex| grid.label(hex)).collect();
    for number in 0..chance.below(4) {
        let Some(hex) = chance.of(&hexes) else { break };
        map.features.items.push(Feature {
            hex,
            kind: format!("kind-{number}"),
            name: Some(format!("{id} {number}")),
            owner: None,
            value: Some(3),
            letter: None,
            facing: vec![shape.orientation.compass()[chance.below(6)].to_owned()],
            provenance: None,
        });
    }
    for number in 0..chance.below(6) {
        let (Some(side), Some(other)) = (chance.of(&sides), chance.of(&sides)) else { break };
        let kind = format!("river-{number}");
        map.hexsides.items.push(Hexside { side, kind, name: None, provenance: None });
        let line = Line { kind: "border".to_owned(), name: None, owner: None, sides: vec![other] };
        map.lines.items.push(line);
    }
    for _ in 0..chance.below(3) {
        let mut way: Vec<Hex> = chance.of(&whole).into_iter().collect();
        for _ in 0..3 {
            let Some(&last) = way.last() else { break };
            let next = grid.neighbour(last, Direction::new(chance.below(6)));
            way.extend(next.filter(|hex| whole.contains(hex)));
        }
        if way.len() > 1 {
            let hexes = way.iter().map(|&hex| grid.label(hex)).collect();
            let kind = "road".to_owned();
            map.paths.items.push(Path { kind, name: None, tracks: Some(2), hexes });
        }
    }
    if let Some(hex) = chance.of(&hexes) {
        map.zones.items.push(Zone {
            id: format!("zone-{id}"),
            name: "Zone".to_owned(),
            kind: ZoneKind::Victory,
            owner: None,
            colour: None,
            hexes: vec![hex],
        });
    }
    map.sort();
    map
}

/// What is on a map, whatever its glyphs are.
fn contents(map: &Map) -> impl PartialEq + std::fmt::Debug + use<> {
    let grid = &map.grid;
    let mut hexes: BTreeMap<HexIndex, (String, i16)> = BTreeMap::new();
    let gone: Vec<HexIndex> = beyond(grid).collect();
    for (row, glyphs) in map.terrain.rows.iter().enumerate() {
        let heights = map.elevation.as_ref().map(|layer| (&layer.palette, &layer.rows[row]));
        for (column, glyph) in glyphs.chars().enumerate() {
            let hex = HexIndex::new(column as u16, row as u16);
            let level = heights
                .map_or(0, |(palette, row)| palette[&row.chars().nth(column).unwrap().to_string()]);
            if !gone.contains(&hex) {
                hexes.insert(hex, (map.terrain.palette[&glyph.to_string()].clone(), level));
            }
        }
    }
    let things = (map.features.items.clone(), map.hexsides.items.clone());
    // A hexside of a border line may be named from either hex.
    let mut lines = map.lines.items.clone();
    for side in lines.iter_mut().flat_map(|line| &mut line.sides) {
        let (hex, direction) = grid.parse_side(side).unwrap();
        let (hex, direction) = grid.canonical_side(hex, direction);
        *side = grid.print_side(hex, direction);
    }
    let runs = (map.paths.items.clone(), lines, map.zones.items.clone());
    (hexes, things, runs, grid.clone())
}

prop_compose! {
    fn any_shape()(
        flat in any::<bool>(),
        first in any::<bool>(),
        half in any::<bool>(),
        lines in 2..5_u16,
        along in 2..6_u16,
    ) -> Shape {
        Shape {
            orientation: if flat { Orientation::FlatTopped } else { Orientation::PointyTopped },
            pushed: if first { Pushed::First } else { Pushed::Second },
            half,
            // With half-hexes an odd number, with whole ones an even one: then they can be turned.
            size: [if half { 2 * lines - 1 } else { 2 * lines }, along],
        }
    }
}

proptest! {
    #[test]
    fn joined_and_cut_they_are_what_they_were(
        shape in any_shape(),
        seed in any::<u64>(),
        ways in prop::collection::vec(any::<bool>(), 4..=4),
        across in 1..=4_usize,
    ) {
        let boards: Vec<Map> = (0..4_u64)
            .map(|number| any_board(&format!("{}", 45 + number), &shape, seed ^ (number << 20)))
            .collect();
        let laid: Vec<(&Map, bool)> = boards.iter().zip(ways).collect();
        let (Joined { map, report }, found) = joined(&laid, across);
        prop_assert_eq!(shown(&found), "");
        for (index, board) in boards.iter().enumerate() {
            let again = cut(&map, index).unwrap();
            prop_assert_eq!(contents(&again), contents(board));
            // Every hexside feature is there, and nothing is told of but what lies beyond the cut.
            prop_assert_eq!(report.boards[index].hexsides.placed, board.hexsides.items.len());
            prop_assert!(report.boards[index].told.is_empty());
        }
        let sides: usize = boards.iter().map(|board| board.hexsides.items.len()).sum();
        prop_assert_eq!(map.hexsides.items.len(), sides);
        // Nothing of it is off the map or there twice.
        let found = salient_schema::check::check_document(&Document::Map(Box::new(map)));
        prop_assert_eq!(shown(&found), "");
    }

    #[test]
    fn turned_twice_is_not_turned(shape in any_shape(), seed in any::<u64>()) {
        let board = any_board("45", &shape, seed);
        let once = turned(&board).unwrap();
        prop_assert_eq!(once.hexsides.items.len(), board.hexsides.items.len());
        let twice = turned(&once).unwrap();
        prop_assert_eq!(contents(&twice), contents(&board));
    }
}

// The boards that come with the program.

fn our_boards() -> Vec<Map> {
    let folder = root().join("maps/infantry-attacks-boards");
    let mut boards = Vec::new();
    for number in 45..50 {
        let path = folder.join(format!("{number}/map.json"));
        let text = std::fs::read_to_string(&path).unwrap();
        let (map, found) = salient_schema::read_map("map.json", &text);
        assert_eq!(shown(&found), "");
        boards.push(map.unwrap());
    }
    boards
}

#[test]
fn our_boards_join_on_every_side_either_way_round() {
    let boards = our_boards();
    let mut joins = 0;
    for one in &boards {
        for other in boards.iter().filter(|other| other.id != one.id) {
            for across in [1, 2] {
                for (here, there) in [(false, false), (false, true), (true, false), (true, true)] {
                    let (Joined { map, report }, found) =
                        joined(&[(one, here), (other, there)], across);
                    assert_eq!(shown(&found), "", "{} {}", one.id, other.id);
                    assert!(report.boards.iter().all(|board| board.told.is_empty()));
                    assert_eq!(map.terrain.provenance, Provenance::Invented);
                    joins += 1;
                }
            }
        }
    }
    // Five boards beside and below the four others, each of the two either way round.
    assert_eq!(joins, 5 * 4 * 2 * 4);
}

#[test]
fn board_45_is_what_the_book_says() {
    let boards = our_boards();
    let board = boards.iter().find(|board| board.id == "board-45").unwrap();
    let terrain = |label: &str| {
        let hex = board.grid.parse_hex(label).unwrap();
        let glyph =
            board.terrain.rows[usize::from(hex.row)].chars().nth(hex.column.into()).unwrap();
        board.terrain.palette[&glyph.to_string()].as_str()
    };
    let road = |label: &str| {
        board.paths.items.iter().any(|road| road.hexes.iter().any(|hex| hex == label))
    };
    for (hex, kind) in [
        ("45/0610", "clear"),
        ("45/0710", "clear"),
        ("45/0813", "woods"),
        ("45/0913", "woods"),
        ("45/0412", "swamp"),
        ("45/0512", "swamp"),
    ] {
        assert_eq!(terrain(hex), kind, "{hex}");
    }
    assert!(road("45/0710") && !road("45/0610"));
}
