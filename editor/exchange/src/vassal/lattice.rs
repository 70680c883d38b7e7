//! VASSAL's own arithmetic of hexgrids: where it puts centres, and how it names hexes.
//!
//! The way out uses it to choose a grid and to compare every name with ours; the way in to read
//! what a module's grid means.
//!
//! VASSAL counts raw columns and rows from an origin and rounds each centre down to whole pixels;
//! raw odd columns lie half a hex lower. A sideways grid is reckoned the same way with x and y
//! swapped, so its raw columns are the map's rows.

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

    /// The hex that VASSAL finds at a pixel.
    pub fn hex_at(&self, pixel: [i64; 2]) -> Raw {
        let [x, y] = self.turned(pixel);
        let (x, y) = ((x - self.origin[0]) as f64, (y - self.origin[1]) as f64);
        let column = (x / self.dx + 0.5).floor() as i64;
        let push = if column % 2 == 0 { 0.0 } else { self.dy / 2.0 };
        [column, ((y - push) / self.dy + 0.5).floor() as i64]
    }
}

/// `HexGridNumbering`.
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
    /// Whether odd columns are numbered one higher.
    pub stagger: bool,
}

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
    fn write(self, raw: i64) -> String {
        let number = raw + self.offset;
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
}

impl Names {
    /// The name of a hex on a board (or in a zone) of this size in pixels.
    pub fn name(&self, lattice: &Lattice, size: [i64; 2], [column, row]: Raw) -> String {
        // Both are reckoned from the far side by the width over dy and the height over dx,
        // whichever way the grid lies.
        let [width, height] = size.map(|length| length as f64);
        let across = (width / lattice.dy + 0.5).floor() as i64;
        let down = (height / lattice.dx + 0.5).floor() as i64;
        let (column_back, row_back) = if lattice.sideways {
            (self.from_bottom.then_some(down), self.from_right.then_some(across))
        } else {
            (self.from_right.then_some(across), self.from_bottom.then_some(down))
        };
        let x = column_back.map_or(column, |most| most - column);
        let mut y = row_back.map_or(row, |most| most - row);
        if self.stagger && column % 2 != 0 {
            y += if row_back.is_some() { -1 } else { 1 };
        }
        let (x, y) = (self.column.write(x), self.row.write(y));
        let separator = &self.separator;
        if self.column_first { format!("{x}{separator}{y}") } else { format!("{y}{separator}{x}") }
    }
}
