//! MegaMek's boards, in: a line a hex, with its height and what lies in it.
//!
//! ```text
//! size 16 17
//! hex 0101 0 "woods:1" ""              light woods
//! hex 0201 -1 "water:2;bridge:1:9" ""  water of depth 2, with a bridge to the north and the south
//! hex 0301 1 "road:1:36" "grass"       a road to the south-east and the north-west
//! end
//! ```
//!
//! The hexes are flat-topped, and the second, fourth … column lies lower. The lines stand row by
//! row, and their order counts: MegaMek itself passes over their numbers. Of what lies in a hex one
//! thing is its ground, the others stand on it as features; roads become paths by the hexsides that
//! they leave over, and cliffs run along hexsides. Hexsides are bits from north, clockwise.
//!
//! Read from MegaMek's own `Board.java` and `Terrain.java`, and boards of its distribution.

use std::collections::{BTreeMap, BTreeSet};

use salient_hex::grid::{Direction, Hex, HexGrid};
use salient_schema::map::{Hexside, Map, Orientation, Path, Pushed};
use salient_schema::{HexIndex, Id, Ruleset};

use super::tally::Tally;
use super::terrain::TerrainByHex;
use super::{ImportError, Imported, LossReport, chains, draft, tables};

/// What may be the ground of a hex, what decides over what first.
const GROUND: [&str; 20] = [
    "space",
    "sky",
    "magma",
    "hazardous_liquid",
    "water",
    "ultra_sublevel",
    "jungle",
    "woods",
    "swamp",
    "mud",
    "rubble",
    "rough",
    "ice",
    "planted_fields",
    "fields",
    "sand",
    "snow",
    "tundra",
    "heavy_industrial",
    "pavement",
];

/// What its levels are called.
const LEVELS: [(&str, &[&str]); 7] = [
    ("bridge", &["", "light bridge", "medium bridge", "heavy bridge", "hardened bridge"]),
    ("woods", &["", "light woods", "heavy woods", "ultra-heavy woods"]),
    ("jungle", &["", "light jungle", "heavy jungle", "ultra-heavy jungle"]),
    ("rough", &["", "rough", "ultra-rough"]),
    (
        "building",
        &["", "light building", "medium building", "heavy building", "hardened building", "wall"],
    ),
    (
        "rubble",
        &["", "light rubble", "medium rubble", "heavy rubble", "hardened rubble", "wall rubble"],
    ),
    ("planted_fields", &["", "planted fields"]),
];

/// Different things that a board may have; MegaMek knows some eighty.
const MOST_KINDS: usize = 4096;

/// What is counted.
const HEXES: &str = "hexes";
const THINGS: &str = "things in hexes";
const LINES: &str = "other lines";

/// Reads a `.board` file.
///
/// # Errors
/// What is no board, a size that no map may have, heights and things that cannot be understood.
pub fn read(place: &str, bytes: &[u8], ruleset: Option<Ruleset>) -> Result<Imported, ImportError> {
    let mut tally = Tally::default();
    let board = Board::of(place, bytes, &mut tally)?;
    let mut map = draft::empty_map(Orientation::FlatTopped, board.columns, board.rows);
    map.grid.pushed = Pushed::Second;
    let mut losses = LossReport::new("megamek");
    Placing {
        grid: HexGrid::new(&map.grid),
        // MegaMek itself takes what is missing for clear.
        ground: TerrainByHex::of(&map),
        map: &mut map,
        place,
        tally: &mut tally,
        roads: BTreeMap::new(),
        cliffs: BTreeSet::new(),
        themes: BTreeMap::new(),
        details: BTreeMap::new(),
    }
    .board(&board, &mut losses);
    tally.report(&mut losses);
    map.sort();
    let ruleset = draft::given_or(ruleset, || {
        let mut ruleset = draft::ruleset(&map, &[], &[]);
        for kind in ruleset.terrain.iter_mut().chain(&mut ruleset.features) {
            kind.impassable = kind.id == "impassable";
        }
        ruleset
    });
    draft::map_alone(place, map, ruleset, losses)
}

/// A file taken apart.
struct Board<'t> {
    columns: u16,
    rows: u16,
    hexes: Vec<HexLine<'t>>,
    notes: Vec<Note<'t>>,
    /// The kind of each different thing.
    kinds: BTreeMap<(&'t str, Option<i32>), Id>,
}

/// A line of a hex.
struct HexLine<'t> {
    /// Its line in the file, from 1.
    line: usize,
    number: &'t str,
    level: i16,
    things: Vec<Thing<'t>>,
    theme: &'t str,
}

/// What lies in a hex: `road:1:36`.
#[derive(Clone, Copy)]
struct Thing<'t> {
    name: &'t str,
    /// None for `*`.
    level: Option<i32>,
    /// The hexsides that it leaves over.
    exits: Option<u8>,
}

/// What a line says that is about no hex, or about one in words.
struct Note<'t> {
    line: usize,
    word: &'t str,
    rest: Vec<&'t str>,
}

impl<'t> Board<'t> {
    fn of(place: &str, bytes: &'t [u8], tally: &mut Tally) -> Result<Self, ImportError> {
        let fault = |line: usize, what: String| ImportError {
            place: if line > 0 { format!("{place}:{line}") } else { place.to_owned() },
            what,
            help: "save the board with MegaMek's editor".to_owned(),
        };
        let text = draft::text_of(bytes).map_err(|what| fault(0, what))?;
        let mut board = Self {
            columns: 0,
            rows: 0,
            hexes: Vec::new(),
            notes: Vec::new(),
            kinds: BTreeMap::new(),
        };
        for (at, line) in text.lines().enumerate() {
            let at = at + 1;
            let words = words(line).map_err(|what| fault(at, what))?;
            let Some((word, rest)) = words.split_first() else { continue };
            match word.to_ascii_lowercase().as_str() {
                "size" => {
                    let side = |at: usize| rest.get(at).and_then(|side| side.parse().ok());
                    let (Some(columns), Some(rows)) = (side(0), side(1)) else {
                        let what = "size is not followed by two numbers".to_owned();
                        return Err(fault(at, what));
                    };
                    (board.columns, board.rows) = (columns, rows);
                    let grid = draft::empty_map(Orientation::FlatTopped, columns, rows).grid;
                    draft::within_limits(&grid, &format!("{place}:{at}"))?;
                    let things = board.hexes.iter().map(|hex| hex.things.len()).sum();
                    let why = format!("another size follows: {MEGAMEK} begins anew with it");
                    for (of, count) in [(HEXES, board.hexes.len()), (THINGS, things)] {
                        let which = || format!("{count} {of} before line {at}");
                        tally.told_of_all((of, count), "board", why.as_str(), which);
                    }
                    board.hexes.clear();
                }
                "hex" => {
                    if board.columns == 0 {
                        return Err(fault(at, "a hex stands before the size".to_owned()));
                    }
                    let hex = board.hex(at, rest).map_err(|what| fault(at, what))?;
                    tally.seen(HEXES, 1);
                    tally.seen(THINGS, hex.things.len());
                    board.hexes.push(hex);
                }
                "end" => break,
                _ => {
                    tally.seen(LINES, 1);
                    let rest = rest.to_vec();
                    board.notes.push(Note { line: at, word, rest });
                }
            }
        }
        if board.columns == 0 {
            return Err(fault(0, "does not say its size".to_owned()));
        }
        Ok(board)
    }

    fn hex(&mut self, line: usize, words: &[&'t str]) -> Result<HexLine<'t>, String> {
        let word = |at: usize| words.get(at).copied().unwrap_or_default();
        let level = match word(1) {
            "" => 0,
            level => level
                .parse::<f64>()
                .ok()
                .filter(|level| level.abs() < 1000.0)
                .ok_or_else(|| format!("`{}` is no height", tables::short(level)))?
                .trunc() as i16,
        };
        let mut things = Vec::new();
        for thing in word(2).split(';').map(str::trim).filter(|thing| !thing.is_empty()) {
            let thing = Thing::of(thing)?;
            if !self.kinds.contains_key(&(thing.name, thing.level)) {
                if self.kinds.len() >= MOST_KINDS {
                    return Err(format!("has more than {MOST_KINDS} different things"));
                }
                self.kinds.insert((thing.name, thing.level), thing.kind());
            }
            things.push(thing);
        }
        Ok(HexLine { line, number: word(0), level, things, theme: word(3) })
    }
}

/// The words of a line, without what follows `#`; what stands in quotation marks is one.
fn words(line: &str) -> Result<Vec<&str>, String> {
    let mut words = Vec::new();
    let mut rest = line.trim_start();
    while !rest.is_empty() && !rest.starts_with('#') {
        let (word, after) = match rest.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').ok_or("a quotation mark is not closed")?,
            None => {
                let end = rest.find(|c: char| c.is_whitespace() || c == '"' || c == '#');
                rest.split_at(end.unwrap_or(rest.len()))
            }
        };
        words.push(word);
        rest = after.trim_start();
    }
    Ok(words)
}

impl<'t> Thing<'t> {
    fn of(text: &'t str) -> Result<Self, String> {
        let fault = || format!("`{}` is no name:level or name:level:exits", tables::short(text));
        let mut parts = text.split(':').map(str::trim);
        let name = parts.next().filter(|name| (1..=64).contains(&name.len())).ok_or_else(fault)?;
        let level = match parts.next() {
            None | Some("*") => None,
            Some(level) => Some(level.parse().map_err(|_| fault())?),
        };
        let exits = match parts.next() {
            None | Some("*") => None,
            // Higher bits say other things of a few kinds.
            Some(exits) => {
                Some((exits.parse::<i64>().map_err(|_| fault())? & i64::from(ALL_SIDES)) as u8)
            }
        };
        Ok(Self { name, level, exits })
    }

    fn kind(&self) -> Id {
        let level = self.level.unwrap_or(1);
        let names = LEVELS.iter().find(|(name, _)| *name == self.name);
        let name = names.and_then(|(_, names)| names.get(usize::try_from(level).ok()?));
        let words = match name.filter(|name| !name.is_empty()) {
            Some(name) => (*name).to_owned(),
            None if self.name == "water" => format!("water depth {level}"),
            None if level == 1 => self.name.to_owned(),
            None => format!("{} {level}", self.name),
        };
        draft::id(&words, "terrain")
    }

    /// What says more of another thing in the same hex.
    fn is_detail(&self) -> bool {
        let of = ["bldg_", "bridge_", "fuel_tank_", "incline_"];
        of.iter().any(|start| self.name.starts_with(start))
            || self.name.ends_with("fluff")
            || self.name == "foliage_elev"
    }
}

struct Placing<'p> {
    grid: HexGrid,
    ground: TerrainByHex,
    map: &'p mut Map,
    place: &'p str,
    tally: &'p mut Tally,
    roads: BTreeMap<Hex, Road>,
    cliffs: BTreeSet<String>,
    /// How many hexes have each.
    themes: BTreeMap<String, usize>,
    details: BTreeMap<String, usize>,
}

impl Placing<'_> {
    fn board(mut self, board: &Board<'_>, losses: &mut LossReport) {
        let is_flat = board.hexes.iter().all(|hex| hex.level == 0);
        for (at, hex) in board.hexes.iter().enumerate() {
            let index = HexIndex::from_dense(at, board.columns);
            let here = || Some(format!("{}:{}", self.place, hex.line));
            let Some(there) = self.grid.hex(index).filter(|_| at < self.grid.len()) else {
                let why = "the board is not as large as to have it";
                let which = || tables::short(hex.number);
                self.tally.told(HEXES, "hex", why, which, here());
                self.tally.told_of_all((THINGS, hex.things.len()), "things in a hex", why, which);
                continue;
            };
            let label = self.map.grid.print_hex(index);
            let number = format!("{:02}{:02}", index.column + 1, index.row + 1);
            if hex.number != number {
                let why = format!("its line is called otherwise; as in {MEGAMEK} the order counts");
                let which = || format!("{label} (`{}`)", tables::short(hex.number));
                self.tally.changed("hex", why, which, here());
            }
            if !is_flat {
                self.ground.set_level(index, hex.level);
            }
            if !hex.theme.is_empty() {
                *self.themes.entry(tables::short(hex.theme)).or_default() += 1;
            }
            self.tally.placed(HEXES);
            self.things(board, hex, there, &label);
        }
        for (theme, count) in std::mem::take(&mut self.themes) {
            let why = format!("how {MEGAMEK} paints hexes; terrain is drawn by its kind");
            self.tally.changed("theme", why, || format!("{theme}, {count} hexes"), None);
        }
        for (name, count) in std::mem::take(&mut self.details) {
            let why = "it says more of another thing in its hex, and has no place of its own";
            let which = || format!("{name}, {count} hexes");
            self.tally.told_of_all((THINGS, count), "detail", why, which);
        }
        for note in &board.notes {
            self.note(note);
        }
        self.roads();
        for side in std::mem::take(&mut self.cliffs) {
            let (kind, name, provenance) = ("cliff".to_owned(), None, None);
            self.map.hexsides.items.push(Hexside { side, kind, name, provenance });
        }
        self.ground.finish(self.map, "the board has no line for it", losses);
    }

    /// Lays out what is in a hex.
    fn things(&mut self, board: &Board<'_>, line: &HexLine<'_>, hex: Hex, label: &str) {
        let kind = |thing: &Thing<'_>| board.kinds.get(&(thing.name, thing.level)).cloned();
        let rank = |thing: &Thing<'_>| GROUND.iter().position(|name| *name == thing.name);
        let index = self.grid.index(hex);
        let ranked = line.things.iter().enumerate();
        let ranked = ranked.filter_map(|(at, thing)| Some((rank(thing)?, at)));
        let ground = ranked.min().map(|(_, at)| at);
        let mut placed: BTreeSet<Id> = BTreeSet::new();
        if ground.is_none() {
            self.ground.set_kind(index, "clear");
        }
        for (at, thing) in line.things.iter().enumerate() {
            let place = Some(format!("{}:{}", self.place, line.line));
            let kind = kind(thing).unwrap_or_else(|| thing.kind());
            if Some(at) == ground {
                self.ground.set_kind(index, &kind);
            } else if thing.is_detail() {
                *self.details.entry(tables::short(thing.name)).or_default() += 1;
                continue;
            } else if thing.name == "road" {
                let road = self.roads.entry(hex).or_default();
                road.kind.get_or_insert(kind);
                road.exits |= thing.exits.unwrap_or(ALL_SIDES);
            } else if thing.name == "cliff_top" && thing.exits.is_some_and(|exits| exits > 0) {
                let sides = directions(thing.exits.unwrap_or(0));
                let sides = sides.map(|side| self.grid.side_label(self.grid.side(hex, side)));
                self.cliffs.extend(sides);
            } else if placed.insert(kind.clone()) {
                let mut feature = draft::feature(label.to_owned(), kind, None);
                if thing.name == "bridge" {
                    let exits = thing.exits.unwrap_or(0);
                    self.roads.entry(hex).or_default().exits |= exits;
                    let over = directions(exits).map(|side| self.grid.compass(side).to_owned());
                    feature.facing = over.collect();
                }
                self.map.features.items.push(feature);
            } else {
                let why = "its hex has another of its kind";
                self.tally.told(
                    THINGS,
                    "thing",
                    why,
                    || format!("{label}: {}", detail(thing)),
                    place,
                );
                continue;
            }
            self.tally.placed(THINGS);
        }
    }

    /// Roads as paths; over bridges they go on.
    fn roads(&mut self) {
        let roads = std::mem::take(&mut self.roads);
        let mut joined = BTreeSet::new();
        let mut steps: BTreeMap<&str, BTreeSet<(Hex, Hex)>> = BTreeMap::new();
        for (&hex, road) in &roads {
            for side in directions(road.exits) {
                let Some(other) = self.grid.neighbour(hex, side) else { continue };
                let Some(next) = roads.get(&other) else {
                    if road.kind.is_some() && road.exits != ALL_SIDES {
                        let label = self.grid.side_label(self.grid.side(hex, side));
                        let why = "it leaves over a hexside beyond which no road is; a path ends in \
                                   a hex";
                        self.tally.changed("road", why, || label, None);
                    }
                    continue;
                };
                let step = (hex.min(other), hex.max(other));
                let kind = road.kind.as_deref().or(next.kind.as_deref()).unwrap_or("road");
                if joined.insert(step) {
                    steps.entry(kind).or_default().insert(step);
                }
            }
        }
        for (kind, steps) in steps {
            for hexes in chains::of(steps) {
                let hexes = hexes.into_iter().map(|hex| self.grid.label(hex)).collect();
                let kind = kind.to_owned();
                self.map.paths.items.push(Path { kind, name: None, tracks: None, hexes });
            }
        }
        let led_on: BTreeSet<Hex> = joined.into_iter().flat_map(|(a, b)| [a, b]).collect();
        for (hex, road) in roads {
            if let Some(kind) = road.kind.filter(|_| !led_on.contains(&hex)) {
                let label = self.grid.label(hex);
                let why = "no road goes on from there; it is a feature of its hex, not a path";
                self.tally.changed("road", why, || label.clone(), None);
                self.map.features.items.push(draft::feature(label.clone(), kind, None));
            }
        }
    }

    fn note(&mut self, note: &Note<'_>) {
        let place = Some(format!("{}:{}", self.place, note.line));
        let text = || note.rest.join(" ");
        match note.word.to_ascii_lowercase().as_str() {
            "description" => self.map.notes.push(text()),
            "tag" => self.map.notes.push(format!("Tag: {}", text())),
            "note" => {
                let number = note.rest.first().and_then(|number| number.parse::<u32>().ok());
                let hex = number.and_then(|number| {
                    let width = if number > 9999 { 1000 } else { 100 };
                    let part = |number: u32| u16::try_from(number.checked_sub(1)?).ok();
                    let index = HexIndex::new(part(number / width)?, part(number % width)?);
                    self.grid.hex(index)
                });
                let Some(hex) = hex else {
                    let why = "the board has no such hex";
                    self.tally.told(LINES, "note", why, text, place);
                    return;
                };
                let words = note.rest.get(1..).unwrap_or_default().join(" ");
                self.map.notes.push(format!("{}: {words}", self.grid.label(hex)));
            }
            word => {
                let why = match word {
                    "background" => format!("a picture that {MEGAMEK} paints under the board"),
                    "option" => format!("a setting of {MEGAMEK}'s"),
                    _ => "it is no line that a board is known to have".to_owned(),
                };
                let which = || format!("{} {}", tables::short(note.word), tables::short(&text()));
                self.tally.told(LINES, "line", why, which, place);
                return;
            }
        }
        self.tally.placed(LINES);
    }
}

const MEGAMEK: &str = "MegaMek";

/// All six hexsides, where a road does not say over which it leaves.
const ALL_SIDES: u8 = 0x3f;

/// The roads of a hex.
#[derive(Default)]
struct Road {
    /// None where there is a bridge only.
    kind: Option<Id>,
    exits: u8,
}

fn directions(bits: u8) -> impl Iterator<Item = Direction> {
    Direction::ALL.into_iter().filter(move |side| bits & (1 << side.index()) != 0)
}

fn detail(thing: &Thing<'_>) -> String {
    let name = tables::short(thing.name);
    thing.level.map_or_else(|| name.clone(), |level| format!("{name}:{level}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOARD: &str = "\
# a comment
size 4 3
option exit_roads_to_pavement false
tag \"Small\"
description \"A board for a test\"
hex 0101 0 \"\" \"\"
hex 0201 1 \"woods:2;foliage_elev:2\" \"\"
hex 0301 -1 \"water:2;bridge:1:9;bridge_cf:90\" \"grass\"
hex 0401 0 \"road:1:20\" \"\"
hex 0102 0 \"road:2\" \"\"
hex 0202 0 \"road:1:18\" \"\"
hex 0302 0 \"rough:1;woods:1;road:1:9\" \"\"
hex 0402 0 \"building:2;bldg_cf:40;bldg_elev:3\" \"\"
hex 0909 2 \"cliff_top:1:1;rubble:6\" \"\"
hex 0203 0 \"pavement:1;fuel_tank:1:0;fuel_tank:1\" \"\"
note 0302 \"Look here\"
hex 0303 0 \"\" \"\"
background \"b.png\"
end
hex 0403 0 \"woods:1\" \"\"
";

    #[test]
    fn a_board_becomes_a_map() {
        let back = read("a.board", BOARD.as_bytes(), None).unwrap();
        let counts: Vec<String> =
            back.losses.counts.iter().map(|(kind, count)| format!("{kind}: {count}")).collect();
        let expected = [
            "hexes: 11 seen = 11 placed + 0 told of",
            "other lines: 5 seen = 3 placed + 2 told of",
            "things in hexes: 19 seen = 14 placed + 5 told of",
        ];
        assert_eq!(counts, expected, "{}", back.losses);
        let map = &back.map;
        let kind = |glyph: char| map.terrain.palette[&glyph.to_string()].clone();
        let kinds: Vec<String> =
            map.terrain.rows.iter().flat_map(|row| row.chars().map(kind)).collect();
        let clear = "clear";
        assert_eq!(kinds[..4], [clear, "heavy-woods", "water-depth-2", clear]);
        assert_eq!(kinds[4..8], [clear, clear, "light-woods", clear]);
        assert_eq!(kinds[8..], ["rubble-6", "pavement", clear, clear]);
        let elevation = map.elevation.as_ref().unwrap();
        let level = |row: usize, at: usize| {
            let glyph = elevation.rows[row].chars().nth(at).unwrap();
            elevation.palette[&glyph.to_string()]
        };
        assert_eq!([level(0, 1), level(0, 2), level(2, 0)], [1, -1, 2]);
        let features: Vec<(&str, &str)> =
            map.features.items.iter().map(|item| (item.hex.as_str(), item.kind.as_str())).collect();
        let expected = [
            ("0301", "light-bridge"),
            ("0302", "rough"),
            ("0402", "medium-building"),
            ("0203", "fuel-tank"),
        ];
        assert_eq!(features, expected);
        let paths: Vec<(&str, Vec<&str>)> = map
            .paths
            .items
            .iter()
            .map(|path| (path.kind.as_str(), path.hexes.iter().map(String::as_str).collect()))
            .collect();
        let road = |hexes: [&'static str; 2]| ("road", hexes.to_vec());
        let fork = [["0301", "0302"], ["0401", "0302"], ["0202", "0302"]].map(road);
        assert_eq!(paths[..3], fork);
        assert_eq!(paths[3..], [("road-2", vec!["0102", "0202"])]);
        assert_eq!(map.hexsides.items[0].side, "0102:s");
        assert_eq!(map.notes, ["Tag: Small", "A board for a test", "0302: Look here"]);
    }

    #[test]
    fn a_second_size_begins_anew() {
        let board = "size 1 2\nhex 0101 0 \"woods:1\" \"\"\nhex 0102 0 \"\" \"\"\nsize 1 1\nhex 0101 1 \"\" \"\"\n";
        let back = read("a.board", board.as_bytes(), None).unwrap();
        assert_eq!((back.map.grid.columns, back.map.grid.rows), (1, 1));
        let told = back.losses.to_string();
        assert!(told.contains("2 hexes before line 4"), "{told}");
        assert!(told.contains("hexes: 3 seen = 1 placed + 2 told of"), "{told}");
    }

    #[test]
    fn what_is_no_board_is_refused() {
        for (text, place, what) in [
            ("", "a.board", "does not say its size"),
            ("size 4\n", "a.board:1", "two numbers"),
            ("hex 0101 0 \"\" \"\"\nsize 1 1\n", "a.board:1", "before the size"),
            ("size 9999 9999\n", "a.board:1", "9999 × 9999"),
            ("size 2 2\nhex 0101 tall\n", "a.board:2", "no height"),
            ("size 2 2\nhex 0101 0 \"woods:x\" \"\"\n", "a.board:2", "woods:x"),
            ("size 2 2\nhex 0101 0 \"woods\n", "a.board:2", "not closed"),
        ] {
            let error = read("a.board", text.as_bytes(), None).unwrap_err();
            assert_eq!(error.place, place, "{error}");
            assert!(error.what.contains(what), "{error}");
        }
        assert!(read("a.board", b"\xff", None).is_err());
    }
}
