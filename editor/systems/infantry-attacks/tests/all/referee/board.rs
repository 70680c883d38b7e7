//! The map as a player sees it: which hexes touch, what lies in them, and what a line between two
//! of them goes through.

use std::collections::BTreeMap;

use salient_schema::map::{Orientation, Pushed};
use salient_schema::ruleset::Kind;
use salient_schema::{Bundle, HexIndex};

use super::book::Book;

/// A hex: its place row by row.
pub type Hex = usize;

/// Ways out of a hex, clockwise from the north, in columns and half rows.
const WAYS: [(i32, i32); 6] = [(0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1)];

/// What a hex has of a river.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum River {
    None,
    Minor,
    Major,
}

/// What lies in a hex.
#[derive(Clone, Debug)]
pub struct Ground {
    /// Movement points on foot, for mounted and for wagons; none where nobody goes.
    pub cost: Option<[i32; 3]>,
    /// Columns of fire, and of who attacks.
    pub shift: [i32; 2],
    pub level: i32,
    /// IA 8.72: with town or woods.
    pub height: i32,
    pub limiting: bool,
    pub blocks: bool,
    pub swamp: bool,
    pub town: bool,
    pub tall: bool,
    pub clear: bool,
    pub works: bool,
    pub river: River,
    pub ford: bool,
    /// A bridge or a ford.
    pub crossing: bool,
    /// IA 8.65: where a road leads, a bit a way.
    pub roads: u8,
    /// By way the bank that lies there (IA 5.83), from 1.
    pub banks: [u8; 6],
}

#[derive(Debug)]
pub struct Board {
    columns: i32,
    rows: i32,
    /// Whether every second column, counted from the first, lies half a hex lower.
    second_low: bool,
    pub labels: Vec<String>,
    read: BTreeMap<String, Hex>,
    pub ground: Vec<Ground>,
    pub objectives: Vec<Hex>,
    pub any_river: bool,
    /// By hex whether it is seen from another over the ground alone, once asked.
    seen: std::cell::RefCell<BTreeMap<(Hex, Hex), bool>>,
}

/// A stretch of a line: through a hex, or along a hexside, where one may choose. A half off the map
/// is left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stretch {
    Through(Hex),
    Along(Hex, Option<Hex>),
}

impl Board {
    pub fn new(bundle: &Bundle, book: &Book) -> Result<Self, String> {
        let map = &bundle.map;
        let grid = &map.grid;
        if grid.orientation != Orientation::FlatTopped {
            return Err("the referee knows only flat-topped hexes".to_owned());
        }
        let (columns, rows) = (i32::from(grid.columns), i32::from(grid.rows));
        let mut board = Self {
            columns,
            rows,
            second_low: grid.pushed == Pushed::Second,
            labels: Vec::new(),
            read: BTreeMap::new(),
            ground: Vec::new(),
            objectives: Vec::new(),
            any_river: false,
            seen: std::cell::RefCell::default(),
        };
        for hex in 0..(columns * rows) as usize {
            let index = HexIndex::from_dense(hex, grid.columns);
            board.labels.push(grid.print_hex(index));
            for label in grid.print_all(index) {
                board.read.insert(label, hex);
            }
        }
        let glyph = |rows: &[String], hex: Hex| {
            let (column, row) = (hex % columns as usize, hex / columns as usize);
            rows.get(row).and_then(|row| row.chars().nth(column)).map(String::from)
        };
        for hex in 0..board.labels.len() {
            let kind = glyph(&map.terrain.rows, hex)
                .and_then(|glyph| map.terrain.palette.get(&glyph))
                .and_then(|id| bundle.ruleset.terrain.iter().find(|kind| kind.id == *id))
                .ok_or_else(|| format!("no terrain in {}", board.labels[hex]))?;
            let level = map.elevation.as_ref().and_then(|layer| {
                glyph(&layer.rows, hex).and_then(|glyph| layer.palette.get(&glyph).copied())
            });
            let ground = Ground::of(kind, i32::from(level.unwrap_or(0)), book);
            board.any_river |= ground.river != River::None;
            board.ground.push(ground);
        }
        for feature in &map.features.items {
            let hex = board.hex(&feature.hex)?;
            let kind = bundle.ruleset.features.iter().find(|kind| kind.id == feature.kind);
            let ground = &mut board.ground[hex];
            let trait_of = |role: &str| {
                kind.is_some_and(|kind| kind.traits.iter().any(|it| book.is(role, it)))
            };
            ground.limiting |= trait_of("limiting");
            ground.blocks |= trait_of("blocks-sight");
            ground.works |= book.is("entrenchment", &feature.kind);
            ground.ford |= book.is("ford", &feature.kind);
            ground.crossing |= book.is("ford", &feature.kind) | book.is("bridge", &feature.kind);
        }
        for path in map.paths.items.iter().filter(|path| book.is("road", &path.kind)) {
            let hexes: Result<Vec<Hex>, String> =
                path.hexes.iter().map(|label| board.hex(label)).collect();
            for pair in hexes?.windows(2) {
                for (one, other) in [(pair[0], pair[1]), (pair[1], pair[0])] {
                    if let Some(way) = board.way(one, other) {
                        board.ground[one].roads |= 1 << way;
                    }
                }
            }
        }
        for ground in &mut board.ground {
            ground.crossing |= ground.roads.count_ones() > 1;
        }
        for hex in 0..board.labels.len() {
            board.ground[hex].banks = board.banks_around(hex);
        }
        for zone in map.zones.items.iter().filter(|zone| book.is("objective", &zone.id)) {
            for label in &zone.hexes {
                board.objectives.push(board.hex(label)?);
            }
        }
        board.objectives.sort_unstable();
        board.objectives.dedup();
        Ok(board)
    }

    /// A hex by its printed number.
    pub fn hex(&self, label: &str) -> Result<Hex, String> {
        self.read.get(label).copied().ok_or_else(|| format!("'{label}' is no hex"))
    }

    pub fn all(&self) -> std::ops::Range<Hex> {
        0..self.labels.len()
    }

    /// Column from 0, and twice the row, with a half hex more where the column lies lower.
    fn place(&self, hex: Hex) -> (i32, i32) {
        let (column, row) = (hex as i32 % self.columns, hex as i32 / self.columns);
        let low = (column % 2 == 1) == self.second_low;
        (column, 2 * row + i32::from(low))
    }

    /// The next hex in a way, if it is on the map.
    pub fn next(&self, hex: Hex, way: usize) -> Option<Hex> {
        let (column, height) = self.place(hex);
        let (column, height) = (column + WAYS[way].0, height + WAYS[way].1);
        let low = i32::from((column.rem_euclid(2) == 1) == self.second_low);
        let row = (height - low).div_euclid(2);
        let on = (0..self.columns).contains(&column) && (0..self.rows).contains(&row);
        on.then_some((row * self.columns + column) as usize)
    }

    /// The hexes on the map that touch one, clockwise from the north.
    pub fn near(&self, hex: Hex) -> impl Iterator<Item = Hex> + '_ {
        (0..6).filter_map(move |way| self.next(hex, way))
    }

    pub fn way(&self, from: Hex, to: Hex) -> Option<usize> {
        (0..6).find(|&way| self.next(from, way) == Some(to))
    }

    pub fn on_edge(&self, hex: Hex) -> bool {
        (0..6).any(|way| self.next(hex, way).is_none())
    }

    /// How far it is to the northern, southern, western and eastern edge, in rows and columns.
    pub fn to_edges(&self, hex: Hex) -> [i32; 4] {
        let (column, row) = (hex as i32 % self.columns, hex as i32 / self.columns);
        [row, self.rows - 1 - row, column, self.columns - 1 - column]
    }

    /// Going a column aside one moves half a row as well; rows beyond that are gone straight.
    pub fn distance(&self, from: Hex, to: Hex) -> i32 {
        let ((c1, h1), (c2, h2)) = (self.place(from), self.place(to));
        let (columns, halves) = ((c1 - c2).abs(), (h1 - h2).abs());
        columns + (halves - columns).max(0) / 2
    }

    /// The line between two centres, from one end to the other. Every hex is asked for what part of
    /// the line lies within its six sides, which are three pairs of parallels.
    pub fn line(&self, from: Hex, to: Hex) -> Vec<Stretch> {
        let (start, end) = (self.cube(from), self.cube(to));
        let steps = [end[0] - start[0], end[1] - start[1], end[2] - start[2]];
        // Part of the line: where it begins, where it ends, the hex, and whether along its side.
        let mut parts: Vec<(Part, Part, Hex, bool)> = Vec::new();
        let far = self.distance(from, to);
        for hex in self.all() {
            if self.distance(from, hex) + self.distance(hex, to) > far + 1 {
                continue;
            }
            let centre = self.cube(hex);
            let off = [start[0] - centre[0], start[1] - centre[1], start[2] - centre[2]];
            let (mut least, mut most) = (Part(0, 1), Part(1, 1));
            let mut side = false;
            let mut misses = false;
            for (one, other) in [(0, 1), (1, 2), (2, 0)] {
                // Between the two sides of this pair −1 < a + b t < 1.
                let (a, b) = (off[one] - off[other], steps[one] - steps[other]);
                match b {
                    0 => {
                        side |= a.abs() == 1;
                        misses |= a.abs() > 1;
                    }
                    _ => {
                        let (enter, leave) =
                            (Part::of(-b.signum() - a, b), Part::of(b.signum() - a, b));
                        least = least.max(enter);
                        most = most.min(leave);
                    }
                }
            }
            if !misses && least < most {
                parts.push((least, most, hex, side));
            }
        }
        parts.sort();
        let mut line: Vec<Stretch> = Vec::new();
        let mut last: Option<(Part, Part)> = None;
        for (least, most, hex, side) in parts {
            match (side, line.last_mut()) {
                (true, Some(Stretch::Along(_, other))) if last == Some((least, most)) => {
                    *other = Some(hex);
                }
                (true, _) => line.push(Stretch::Along(hex, None)),
                (false, _) => line.push(Stretch::Through(hex)),
            }
            last = Some((least, most));
        }
        line
    }

    fn cube(&self, hex: Hex) -> [i32; 3] {
        let (column, height) = self.place(hex);
        // Where the first column lies lower all of these are odd, and on either side of nought.
        let z = (height - column).div_euclid(2);
        [column, -column - z, z]
    }

    /// IA 8.6, 8.7: whether the ground lets one hex be seen from another, and smoke does.
    pub fn sees(&self, from: Hex, to: Hex, smoke: &[Hex]) -> bool {
        // Seeing is mutual (IA 8.64), as far as the line goes.
        let pair = (from.min(to), from.max(to));
        let known = self.seen.borrow().get(&pair).copied();
        let clear = known.unwrap_or_else(|| self.is_clear(from, to, &[]));
        self.seen.borrow_mut().insert(pair, clear);
        clear && (smoke.is_empty() || self.is_clear(from, to, smoke))
    }

    fn is_clear(&self, from: Hex, to: Hex, smoke: &[Hex]) -> bool {
        let (low, high) = {
            let heights = [self.ground[from].height, self.ground[to].height];
            (heights[0].min(heights[1]), heights[0].max(heights[1]))
        };
        // IA 8.66: over what is lower than one of both one looks.
        let open = |hex: Hex| {
            let ground = &self.ground[hex];
            hex == from
                || hex == to
                || !smoke.contains(&hex) && (!ground.blocks || ground.height < high)
        };
        // Every choice of sides, each with the levels along it.
        let mut ways: Vec<Vec<i32>> = vec![Vec::new()];
        for stretch in self.line(from, to) {
            let choices: Vec<Option<i32>> = match stretch {
                Stretch::Through(hex) if !open(hex) => return false,
                Stretch::Through(hex) => vec![Some(self.ground[hex].level)],
                Stretch::Along(_, None) => vec![None],
                Stretch::Along(one, Some(other)) => {
                    let free = [one, other].into_iter().filter(|&hex| open(hex));
                    free.map(|hex| Some(self.ground[hex].level)).collect()
                }
            };
            let mut next: Vec<Vec<i32>> = Vec::new();
            for way in &ways {
                for choice in &choices {
                    let mut way = way.clone();
                    way.extend(choice);
                    next.push(way);
                }
            }
            next.sort();
            next.dedup();
            ways = next;
        }
        ways.iter().any(|levels| !is_over(levels, low, high))
    }

    /// The runs of land around a river hex.
    fn banks_around(&self, hex: Hex) -> [u8; 6] {
        let mut banks = [0; 6];
        if self.ground[hex].river == River::None {
            return banks;
        }
        let land = [0, 1, 2, 3, 4, 5].map(|way| {
            self.next(hex, way).is_some_and(|near| self.ground[near].river == River::None)
        });
        let mut number = 0;
        for start in 0..6 {
            if land[start] && !land[(start + 5) % 6] {
                number += 1;
                let run = (start..start + 6).take_while(|way| land[way % 6]);
                run.for_each(|way| banks[way % 6] = number);
            }
        }
        if land == [true; 6] {
            banks = [1; 6];
        }
        banks
    }
}

/// IA 8.71: one line above both ends, or one above the lower end twice.
fn is_over(levels: &[i32], low: i32, high: i32) -> bool {
    let top = levels.iter().copied().max().unwrap_or(0);
    (low + 1..=top).any(|line| {
        let times = levels.windows(2).filter(|two| (two[0] < line) != (two[1] < line)).count();
        line > high || times > 1
    })
}

/// A part of a line as a fraction with a denominator above 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Part(i32, i32);

impl Part {
    fn of(over: i32, under: i32) -> Self {
        if under < 0 { Self(-over, -under) } else { Self(over, under) }
    }
}

impl Ord for Part {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        (self.0 * other.1).cmp(&(other.0 * self.1))
    }
}

impl PartialOrd for Part {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ground {
    fn of(kind: &Kind, level: i32, book: &Book) -> Self {
        let has = |role: &str| kind.traits.iter().any(|it| book.is(role, it));
        let shift = |usage: &str| {
            let mut all = kind.effects.iter();
            let effect = all.find(|effect| effect.when.usage.as_deref() == Some(usage));
            effect.and_then(|effect| effect.shift).unwrap_or(0)
        };
        let cost = |role: &str| {
            let effect = kind.effects.iter().find(|effect| {
                let of = effect.when.unit.as_deref().is_some_and(|unit| book.is(role, unit));
                of && effect.when.usage.as_deref().is_none_or(|usage| usage == "movement")
            });
            effect.and_then(|effect| effect.movement).or(kind.movement).unwrap_or(1)
        };
        let tall = has("tall");
        Self {
            cost: (!kind.impassable)
                .then(|| [kind.movement.unwrap_or(1), cost("cavalry"), cost("transport")]),
            shift: [shift("fire"), shift("attack")],
            level,
            height: level + if tall { book.number("tall_levels") } else { 0 },
            limiting: has("limiting"),
            blocks: has("blocks-sight"),
            swamp: book.is("swamp", &kind.id),
            town: book.is("town", &kind.id),
            tall,
            clear: book.is("clear", &kind.id),
            works: false,
            river: match () {
                () if book.is("major-river", &kind.id) => River::Major,
                () if book.is("minor-river", &kind.id) => River::Minor,
                () => River::None,
            },
            ford: false,
            crossing: false,
            roads: 0,
            banks: [0; 6],
        }
    }
}
