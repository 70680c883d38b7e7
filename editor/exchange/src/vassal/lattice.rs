//! VASSAL's own arithmetic of hexgrids: where it puts centres, and how it names hexes.
//!
//! The way out uses it to choose a grid and to compare every name with ours; the way in to read
//! what a module's grid means.
//!
//! VASSAL counts raw columns and rows from an origin and rounds each centre down to whole pixels;
//! raw odd columns lie half a hex lower. A sideways grid is reckoned the same way with x and y
//! swapped, so its raw columns are the map's rows.

use super::format::{self, Part, Want};

/// `HexGrid`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lattice {
    /// The centre of raw column 0, raw row 0, in pixels (swapped where sideways).
    pub origin: [i64; 2],
    /// From column to column, in pixels.
    pub dx: f64,
    /// From row to row, in pixels: from flat to flat of a hex.
    pub dy: f64,
    /// Whether hexes have a corner on top.
    pub sideways: bool,
}

/// A raw column and a raw row.
pub type Raw = [i64; 2];

impl Lattice {
    fn turned(&self, [x, y]: [i64; 2]) -> [i64; 2] {
        if self.sideways { [y, x] } else { [x, y] }
    }

    /// Where VASSAL puts the centre of a hex, in pixels.
    pub fn centre(&self, [column, row]: Raw) -> [i64; 2] {
        let push = if column % 2 == 0 { 0.0 } else { self.dy / 2.0 };
        let x = (column as f64 * self.dx) as i64 + self.origin[0];
        let y = (row as f64 * self.dy + push) as i64 + self.origin[1];
        self.turned([x, y])
    }

    /// Where a piece snaps to in a hex: now and then a pixel from its centre, as VASSAL rounds otherwise
    /// there. Whether that is on the board says whether there is such a hex.
    pub fn snapped(&self, [column, row]: Raw) -> [i64; 2] {
        let push = if column % 2 == 0 { 0.0 } else { (self.dy / 2.0).trunc() };
        let [x, y] = self.origin.map(|at| at as f64);
        let (x, y) = (column as f64 * self.dx + x, row as f64 * self.dy + push + y);
        self.turned([x as i64, y as i64])
    }

    /// The hex that VASSAL finds at a pixel.
    pub fn hex_at(&self, pixel: [i64; 2]) -> Raw {
        let [x, y] = self.turned(pixel);
        let (x, y) = ((x - self.origin[0]) as f64, (y - self.origin[1]) as f64);
        let column = (x / self.dx + 0.5).floor() as i64;
        let push = if column % 2 == 0 { 0.0 } else { self.dy / 2.0 };
        [column, ((y - push) / self.dy + 0.5).floor() as i64]
    }
}

/// `HexGridNumbering`, or `ObliqueHexGridNumbering`.
#[derive(Clone, Debug, PartialEq)]
pub struct Names {
    /// Whether the raw column's number stands first.
    pub column_first: bool,
    /// What stands between the numbers.
    pub separator: String,
    /// How raw columns are numbered: `h…` in the file.
    pub column: Count,
    /// How raw rows are numbered: `v…` in the file.
    pub row: Count,
    /// Whether `hDescend` is set: columns from the far side, or rows where sideways.
    pub from_right: bool,
    /// Whether `vDescend` is set.
    pub from_bottom: bool,
    /// Whether odd columns are numbered one higher. Then the hexes of one number lie half a hex
    /// higher in raw odd columns than in even ones.
    pub stagger: bool,
    /// Of oblique numberings, which way they slant: whether numbers grow from column to column.
    pub slant: Option<bool>,
    /// What is made of both numbers.
    pub format: String,
}

/// The format of the pair of numbers alone.
pub const GRID_LOCATION: &str = "$gridLocation$";
/// A property of formats, without its dollar signs: both numbers.
pub const PAIR: &str = "gridLocation";
/// As [`PAIR`], the number of the raw row.
const ROW: &str = "row";
/// As [`PAIR`], the number of the raw column.
const COLUMN: &str = "column";

/// How one of the two numbers is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    /// Letters instead of figures.
    pub letters: bool,
    /// Zeros before a number below ten; one fewer below a hundred.
    pub leading: u32,
    /// What is added to the raw number.
    pub offset: i64,
}

impl Count {
    fn write(self, number: i64) -> String {
        let mut out = if number < 0 { "-".to_owned() } else { String::new() };
        let mut number = number.unsigned_abs();
        if self.letters {
            // The same letter again and again, as VASSAL has it.
            let letter = char::from(b'A' + (number % 26) as u8);
            let times = (number / 26 + 1).min(64);
            out.extend(std::iter::repeat_n(letter, times as usize));
            return out;
        }
        for power in (1..=self.leading.min(18)).rev() {
            if number >= 10_u64.pow(power) {
                break;
            }
            out.push('0');
        }
        // Nothing is so large, but nothing shall overflow either.
        number = number.min(i64::MAX.unsigned_abs());
        out.push_str(&number.to_string());
        out
    }

    /// What one is to look like where a name is read.
    fn wanted(self) -> Want {
        if self.letters { Want::Letters } else { Want::Number(self.leading as usize + 1) }
    }

    fn read(self, written: &str) -> Option<i64> {
        if !self.letters {
            return written.parse::<i32>().ok().map(i64::from);
        }
        let letters = written.trim_start_matches('-');
        let last = i64::from(letters.bytes().last()? - b'A');
        let number = last + 26 * (letters.len() as i64 - 1);
        Some(if letters == written { number } else { -number })
    }
}

impl Names {
    /// How many columns and rows VASSAL counts back from on a board (or in a zone) of this size in
    /// pixels, where it counts so. The width is reckoned by dy and the height by dx, whichever way
    /// the grid lies.
    fn back(&self, lattice: &Lattice, size: [i64; 2]) -> [Option<i64>; 2] {
        let [width, height] = size.map(|length| length as f64);
        let across = self.from_right.then_some((width / lattice.dy + 0.5).floor() as i64);
        let down = self.from_bottom.then_some((height / lattice.dx + 0.5).floor() as i64);
        if lattice.sideways { [down, across] } else { [across, down] }
    }

    /// The numbers of a hex's column and row on a board (or in a zone) of this size, before they
    /// slant.
    pub fn numbers(&self, lattice: &Lattice, size: [i64; 2], [column, row]: Raw) -> [i64; 2] {
        let [column_back, row_back] = self.back(lattice, size);
        let x = column_back.map_or(column, |most| most - column);
        let mut y = row_back.map_or(row, |most| most - row);
        if self.stagger && column % 2 != 0 {
            y += if row_back.is_some() { -1 } else { 1 };
        }
        [x + self.column.offset, y + self.row.offset]
    }

    /// The name of a hex on a board (or in a zone) of this size.
    pub fn name(&self, lattice: &Lattice, size: [i64; 2], at: Raw) -> String {
        let [x, mut y] = self.numbers(lattice, size, at);
        if let Some(grows) = self.slant {
            let half = (x - self.column.offset) / 2;
            y += if grows { half } else { 1 - half };
        }
        let (x, y) = (self.column.write(x), self.row.write(y));
        let separator = &self.separator;
        let pair = || match self.column_first {
            true => format!("{x}{separator}{y}"),
            false => format!("{y}{separator}{x}"),
        };
        if self.format == GRID_LOCATION {
            return pair();
        }
        format::print(&self.format, |property| match property {
            PAIR => pair(),
            ROW => y.clone(),
            COLUMN => x.clone(),
            _ => String::new(),
        })
    }

    /// Whether the column's number stands first in a whole name, and what stands between both.
    pub fn order(&self) -> (bool, String) {
        let (mut number, mut between) = (None, String::new());
        for part in format::parts(&self.format) {
            match part {
                Part::Text(text) if number.is_some() => between.push_str(&text),
                Part::Property(one) if one == ROW || one == COLUMN => match number {
                    None => number = Some(one),
                    Some(first) if first != one => return (first == COLUMN, between),
                    Some(_) => break,
                },
                Part::Property(one) if one == PAIR => break,
                _ => {}
            }
        }
        (self.column_first, self.separator.clone())
    }

    /// The numbers of column and row in a name; `None` where it is no name of this kind.
    pub fn read(&self, name: &str) -> Option<[i64; 2]> {
        let mut wanted = Vec::new();
        // Which parts the numbers are; the last of each counts.
        let [mut column, mut row] = [None; 2];
        for part in format::parts(&self.format) {
            match part {
                Part::Text(text) => wanted.push(Want::Text(text)),
                Part::Property(one) if one == PAIR => {
                    let at = wanted.len();
                    let counts = [self.column, self.row].map(Count::wanted);
                    let [x, y] = counts;
                    let separator = Want::Text(self.separator.clone());
                    let pair =
                        if self.column_first { [x, separator, y] } else { [y, separator, x] };
                    wanted.extend(pair);
                    let (first, second) = (Some(at), Some(at + 2));
                    [column, row] =
                        if self.column_first { [first, second] } else { [second, first] };
                }
                Part::Property(one) if one == ROW => {
                    row = Some(wanted.len());
                    wanted.push(self.row.wanted());
                }
                Part::Property(one) if one == COLUMN => {
                    column = Some(wanted.len());
                    wanted.push(self.column.wanted());
                }
                Part::Property(_) => {}
            }
        }
        let (column, row) = (column?, row?);
        let spans = format::found(&wanted, name)?;
        let number = |part: usize, count: Count| {
            let [from, to] = *spans.get(part)?;
            count.read(name.get(from..to)?)
        };
        Some([number(column, self.column)?, number(row, self.row)?])
    }

    /// Where VASSAL looks for the hex of two numbers on a board (or in a zone) of this size, in pixels.
    /// That is not always the hex that it calls by them: it does not think of a slant, and takes the
    /// column for odd by its number where it counts back.
    pub fn place(&self, lattice: &Lattice, size: [i64; 2], numbers: [i64; 2]) -> [i64; 2] {
        let [column, mut row] = [numbers[0] - self.column.offset, numbers[1] - self.row.offset];
        let [column_back, row_back] = self.back(lattice, size);
        if self.stagger && column % 2 != 0 {
            row += if row_back.is_some() { 1 } else { -1 };
        }
        let column = column_back.map_or(column, |most| most - column);
        lattice.centre([column, row_back.map_or(row, |most| most - row)])
    }

    /// As [`place`](Self::place), on a grid of squares.
    pub fn square(&self, grid: &Lattice, size: [i64; 2], numbers: [i64; 2]) -> [i64; 2] {
        let at = [numbers[0] - self.column.offset, numbers[1] - self.row.offset];
        let (pitch, back) = ([grid.dx, grid.dy], [self.from_right, self.from_bottom]);
        [0, 1].map(|axis| {
            let most = (size[axis] as f64 / pitch[axis] + 0.5) as i64;
            let line = if back[axis] { most - at[axis] } else { at[axis] };
            (line as f64 * pitch[axis] + grid.origin[axis] as f64) as i64
        })
    }
}
