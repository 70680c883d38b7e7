//! The hexgrid: which hexes there are, which touch, how far apart they are and where they lie.
//!
//! All of it is exact integer arithmetic except the plane geometry in the `geometry` module,
//! which only screens and pictures use: no rule depends on a float.

mod geometry;
mod nearest;
mod printed;

use std::collections::BTreeSet;

use salient_schema::HexIndex;
use salient_schema::map::{Grid, Orientation, Pushed};
use salient_schema::recipe::MapEdge;
use serde::{Deserialize, Serialize};

pub use self::printed::Printed;

/// A hexgrid of a map: a rectangle of staggered hexes.
///
/// ```text
/// flat-topped, directions       pointy-topped, directions
///        0 n                       5 nw /\ 0 ne
///   5 nw __ 1 ne                       /  \
///       /  \                     4 w  |    |  1 e
///   4 sw\__/2 se                       \  /
///        3 s                       3 sw \/ 2 se
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct HexGrid {
    grid: Grid,
    columns: i32,
    /// 2⁶⁴ through the number of columns, rounded up; 0 for one column. What is multiplied by it
    /// need not be divided: every distance asks for the rows of two hexes.
    per_row: u64,
    rows: i32,
    flat: bool,
    /// 1 where lines with an odd index are pushed, 0 where the even ones are.
    pushed_parity: i32,
    /// The corners of the rectangle around all hexes: of boards that are cut, every hex is asked
    /// for it, and a frame asks several times.
    bounds: [[f32; 2]; 2],
}

/// A hex on the map: its place row by row from the north-west, from 0.
///
/// Hexes sort as a page is read. Arrays with one entry a hex are indexed by it. In an action it
/// stands as the map prints it: [`Names`](salient_schema::plain::Names).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Hex(pub u32);

impl Hex {
    /// Its place in an array with one entry a hex.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

#[cfg(feature = "json-schema")]
impl schemars::JsonSchema for Hex {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Hex".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        salient_schema::action::Name::json_schema(generator)
    }
}

/// One of the six directions, clockwise: `n ne se s sw nw` for a flat-topped grid and
/// `ne e se sw w nw` for a pointy-topped one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Direction(u8);

impl Direction {
    /// All six, clockwise.
    pub const ALL: [Self; 6] = [Self(0), Self(1), Self(2), Self(3), Self(4), Self(5)];

    /// The direction with this number; numbers run on clockwise past 5.
    pub fn new(number: usize) -> Self {
        Self((number % 6) as u8)
    }

    /// Its number, 0 to 5.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The other way.
    #[must_use]
    pub fn opposite(self) -> Self {
        Self((self.0 + 3) % 6)
    }
}

/// A hexside. Two values are equal exactly if they are the same hexside: where it has a hex on
/// either side, it starts at the one that comes first row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Side {
    hex: Hex,
    direction: Direction,
}

impl Side {
    /// No later than any side that starts at a hex: where those of some hexes begin in an
    /// ordered collection. Whether it is a side of the map is not asked.
    pub fn first_of(hex: Hex) -> Self {
        Self { hex, direction: Direction(0) }
    }

    /// The hex that it starts at.
    pub fn hex(self) -> Hex {
        self.hex
    }

    /// Which side of that hex it is.
    pub fn direction(self) -> Direction {
        self.direction
    }
}

/// Compass points of a flat-topped hex, clockwise.
const FLAT: [&str; 6] = ["n", "ne", "se", "s", "sw", "nw"];
/// Compass points of a pointy-topped hex, clockwise.
const POINTY: [&str; 6] = ["ne", "e", "se", "sw", "w", "nw"];

/// Steps in axial coordinates, by direction. Both orientations use axes that make them alike:
/// flat-topped q runs south-east and r south, pointy-topped q runs east and r south-east.
const FLAT_STEPS: [(i32, i32); 6] = [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)];
const POINTY_STEPS: [(i32, i32); 6] = [(1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1)];

/// A compass point in words: `north-east` for `ne`. What is none stays as it is.
pub fn compass_in_words(point: &str) -> &str {
    match point {
        "n" => "north",
        "ne" => "north-east",
        "e" => "east",
        "se" => "south-east",
        "s" => "south",
        "sw" => "south-west",
        "w" => "west",
        "nw" => "north-west",
        other => other,
    }
}

impl HexGrid {
    /// The grid that a map describes.
    pub fn new(grid: &Grid) -> Self {
        let mut this = Self {
            grid: grid.clone(),
            columns: i32::from(grid.columns),
            per_row: (u64::MAX / u64::from(grid.columns.max(1))).wrapping_add(1),
            rows: i32::from(grid.rows),
            flat: grid.orientation == Orientation::FlatTopped,
            pushed_parity: i32::from(grid.pushed == Pushed::Second),
            bounds: [[0.0; 2]; 2],
        };
        this.bounds = this.find_bounds();
        this
    }

    /// The map's own description.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// Hexes from west to east.
    pub fn columns(&self) -> u16 {
        self.grid.columns
    }

    /// Hexes from north to south.
    pub fn rows(&self) -> u16 {
        self.grid.rows
    }

    /// The number of hexes.
    pub fn len(&self) -> usize {
        self.columns as usize * self.rows as usize
    }

    /// Whether there is no hex at all.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All hexes, row by row.
    pub fn hexes(&self) -> impl ExactSizeIterator<Item = Hex> + use<> {
        (0..self.columns as u32 * self.rows as u32).map(Hex)
    }

    /// The hex in a column and row, if it is on the map.
    pub fn hex(&self, index: HexIndex) -> Option<Hex> {
        self.at(i32::from(index.column), i32::from(index.row))
    }

    /// The column and row of a hex.
    pub fn index(&self, hex: Hex) -> HexIndex {
        HexIndex::from_dense(hex.index(), self.grid.columns)
    }

    /// Reads a hex number as the map prints it.
    pub fn parse(&self, label: &str) -> Option<Hex> {
        self.grid.parse_hex(label).and_then(|index| self.hex(index))
    }

    /// A hex's number as the map prints it.
    pub fn label(&self, hex: Hex) -> String {
        self.grid.print_hex(self.index(hex))
    }

    /// The compass point of a direction: `ne`.
    pub fn compass(&self, direction: Direction) -> &'static str {
        if self.flat { FLAT[direction.index()] } else { POINTY[direction.index()] }
    }

    /// The direction that a compass point names.
    pub fn parse_compass(&self, compass: &str) -> Option<Direction> {
        Direction::ALL.into_iter().find(|&direction| self.compass(direction) == compass)
    }

    /// The hex next to another that lies in a compass direction, or is named by its number.
    pub fn facing(&self, hex: Hex, facing: &str) -> Option<Hex> {
        let way = self.parse_compass(facing).and_then(|way| self.neighbour(hex, way));
        way.or_else(|| self.parse(facing).filter(|other| self.distance(hex, *other) == 1))
    }

    /// Reads a hexside in either of its spellings: `4203:ne`.
    pub fn parse_side(&self, label: &str) -> Option<Side> {
        let (hex, compass) = label.rsplit_once(':')?;
        Some(self.side(self.parse(hex)?, self.parse_compass(compass)?))
    }

    /// A hexside's canonical spelling.
    pub fn side_label(&self, side: Side) -> String {
        format!("{}:{}", self.label(side.hex), self.compass(side.direction))
    }

    /// The adjacent hex in a direction, if it is on the map.
    pub fn neighbour(&self, hex: Hex, direction: Direction) -> Option<Hex> {
        let (column, row) = self.column_row(hex);
        let (dc, dr) = self.step(column, row, direction);
        self.at(column + dc, row + dr)
    }

    /// The six adjacent hexes, by direction; `None` where the map ends.
    pub fn neighbours(&self, hex: Hex) -> [Option<Hex>; 6] {
        Direction::ALL.map(|direction| self.neighbour(hex, direction))
    }

    /// A side of a hex.
    pub fn side(&self, hex: Hex, direction: Direction) -> Side {
        match self.neighbour(hex, direction) {
            Some(other) if other < hex => Side { hex: other, direction: direction.opposite() },
            _ => Side { hex, direction },
        }
    }

    /// The hex on the far side of a hexside, if the map goes on there.
    pub fn across(&self, side: Side) -> Option<Hex> {
        self.neighbour(side.hex, side.direction)
    }

    /// How many hexes lie between two hexes, the second counted: adjacent hexes are 1 apart.
    #[inline]
    pub fn distance(&self, a: Hex, b: Hex) -> u32 {
        let (aq, ar) = self.axial(a);
        let (bq, br) = self.axial(b);
        let (dq, dr) = (aq - bq, ar - br);
        dq.abs().max(dr.abs()).max((dq + dr).abs()) as u32
    }

    /// The direction from a hex to an adjacent one.
    pub fn direction_to(&self, from: Hex, to: Hex) -> Option<Direction> {
        let (aq, ar) = self.axial(from);
        let (bq, br) = self.axial(to);
        self.axial_steps().iter().position(|&step| step == (bq - aq, br - ar)).map(Direction::new)
    }

    /// A hex a step along the straight line between two centres, both ends counted: a shortest
    /// way that keeps to the line. What the line clips besides is in [`Self::crossed`].
    ///
    /// Exact, and the same hexes whichever end comes first: where the line runs along a hexside
    /// the tie is always broken to the same side, unless that side is off the map.
    pub fn line(&self, a: Hex, b: Hex) -> Vec<Hex> {
        let steps = i64::from(self.distance(a, b));
        if steps == 0 {
            return vec![a];
        }
        let (aq, ar) = self.axial(a);
        let (bq, br) = self.axial(b);
        let along = |from: i32, to: i32, i: i64| {
            (i64::from(from) * (steps - i) + i64::from(to) * i) * NUDGE_SCALE
        };
        let mut hexes = Vec::with_capacity(steps as usize + 1);
        for i in 0..=steps {
            let (q, r) = (along(aq, bq, i), along(ar, br, i));
            let denominator = steps * NUDGE_SCALE;
            // The nudge is smaller than any distance between two different points of the line,
            // so it decides ties only.
            let hex = self
                .at_axial(round_axial(q + 1, r + 2, denominator))
                .or_else(|| self.at_axial(round_axial(q - 1, r - 2, denominator)));
            hexes.extend(hex);
        }
        hexes
    }

    /// All hexes at most `radius` away, the hex itself counted, in order.
    pub fn within(&self, hex: Hex, radius: u32) -> Vec<Hex> {
        let (column, row) = self.column_row(hex);
        let reach = radius.min(self.columns.max(self.rows) as u32 * 2) as i32;
        let mut hexes = Vec::new();
        for r in (row - reach).max(0)..=(row + reach).min(self.rows - 1) {
            for c in (column - reach).max(0)..=(column + reach).min(self.columns - 1) {
                if let Some(other) = self.at(c, r)
                    && self.distance(hex, other) <= radius
                {
                    hexes.push(other);
                }
            }
        }
        hexes
    }

    /// The hexes along an edge of the map, from the west or the north.
    pub fn along_edge(&self, edge: MapEdge) -> Vec<Hex> {
        let (columns, rows) = (self.columns(), self.rows());
        let across = |row: u16| (0..columns).map(move |column| HexIndex::new(column, row));
        let down = |column: u16| (0..rows).map(move |row| HexIndex::new(column, row));
        let indices: Vec<HexIndex> = match edge {
            MapEdge::North => across(0).collect(),
            MapEdge::South => across(rows.saturating_sub(1)).collect(),
            MapEdge::West => down(0).collect(),
            MapEdge::East => down(columns.saturating_sub(1)).collect(),
        };
        indices.into_iter().filter_map(|index| self.hex(index)).collect()
    }

    /// Whether each hex can be come to from some without crossing a hexside that is barred.
    pub fn without_crossing(&self, from: Vec<Hex>, barred: &BTreeSet<Side>) -> Vec<bool> {
        let mut reached = vec![false; self.len()];
        let mut todo = from;
        while let Some(hex) = todo.pop() {
            if std::mem::replace(&mut reached[hex.index()], true) {
                continue;
            }
            todo.extend(Direction::ALL.into_iter().filter_map(|direction| {
                let other = self.neighbour(hex, direction)?;
                let open = !reached[other.index()] && !barred.contains(&self.side(hex, direction));
                open.then_some(other)
            }));
        }
        reached
    }

    fn at(&self, column: i32, row: i32) -> Option<Hex> {
        let inside = (0..self.columns).contains(&column) && (0..self.rows).contains(&row);
        inside.then(|| Hex((row * self.columns + column) as u32))
    }

    #[inline]
    fn column_row(&self, hex: Hex) -> (i32, i32) {
        let row = match self.per_row {
            0 => hex.0,
            per_row => ((u128::from(hex.0) * u128::from(per_row)) >> 64) as u32,
        };
        (hex.0 as i32 - row as i32 * self.columns.max(1), row as i32)
    }

    /// How column and row change in a direction. It depends on whether the line is pushed.
    fn step(&self, column: i32, row: i32, direction: Direction) -> (i32, i32) {
        let line = if self.flat { column } else { row };
        // Straight on within a line; across lines, the pushed ones reach further down (east).
        let low = i32::from((line & 1) == self.pushed_parity);
        let (along, across) = match (self.flat, direction.index()) {
            (true, 0) => (-1, 0),
            (true, 1) => (low - 1, 1),
            (true, 2) => (low, 1),
            (true, 3) => (1, 0),
            (true, 4) => (low, -1),
            (true, _) => (low - 1, -1),
            (false, 0) => (low, -1),
            (false, 1) => (1, 0),
            (false, 2) => (low, 1),
            (false, 3) => (low - 1, 1),
            (false, 4) => (-1, 0),
            (false, _) => (low - 1, -1),
        };
        if self.flat { (across, along) } else { (along, across) }
    }

    /// Axial coordinates: the same step everywhere for the same direction. Turning by 60°
    /// clockwise about the origin takes (q, r) to (-r, q + r).
    #[inline]
    pub fn axial(&self, hex: Hex) -> (i32, i32) {
        let (column, row) = self.column_row(hex);
        if self.flat {
            (column, row - self.stagger(column))
        } else {
            (column - self.stagger(row), row)
        }
    }

    /// The steps in axial coordinates, by direction.
    fn axial_steps(&self) -> &'static [(i32, i32); 6] {
        if self.flat { &FLAT_STEPS } else { &POINTY_STEPS }
    }

    /// How axial coordinates change by a step in a direction: the same everywhere.
    pub fn axial_step(&self, direction: Direction) -> (i32, i32) {
        self.axial_steps()[direction.index()]
    }

    /// The hex at axial coordinates, if it is on the map.
    #[inline]
    pub fn at_axial(&self, (q, r): (i32, i32)) -> Option<Hex> {
        if self.flat { self.at(q, r + self.stagger(q)) } else { self.at(q + self.stagger(r), r) }
    }

    /// By how many hexes the offset coordinate runs ahead of the axial one in a line: half the
    /// line's index, rounded so that a pushed line has the smaller share.
    #[inline]
    fn stagger(&self, line: i32) -> i32 {
        let parity = line & 1;
        if self.pushed_parity == 1 { (line - parity) / 2 } else { (line + parity) / 2 }
    }
}

/// How many times finer than a line's own points its nudge is.
const NUDGE_SCALE: i64 = 16;

/// The hex whose centre is nearest to axial (q/d, r/d).
fn round_axial(q: i64, r: i64, d: i64) -> (i32, i32) {
    let s = -q - r;
    let round = |n: i64| (2 * n + d).div_euclid(2 * d);
    let (mut rq, mut rr, rs) = (round(q), round(r), round(s));
    let (eq, er, es) = ((rq * d - q).abs(), (rr * d - r).abs(), (rs * d - s).abs());
    if eq > er && eq > es {
        rq = -rr - rs;
    } else if er > es {
        rr = -rq - rs;
    }
    (rq as i32, rr as i32)
}

#[cfg(test)]
mod tests;
