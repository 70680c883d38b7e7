//! Printed hex numbers, read and written.

use serde::{Deserialize, Serialize};

use crate::map::{Board, Grid, Orientation, Pushed};

/// A hex by its place in the grid: column and row from 0, counted from the north-west.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HexIndex {
    /// Row from the north, from 0. First, so that hexes sort as they are read.
    pub row: u16,
    /// Column from the west, from 0.
    pub column: u16,
}

impl HexIndex {
    /// The hex in this column and row.
    pub fn new(column: u16, row: u16) -> Self {
        Self { row, column }
    }

    /// Its place in an array with one entry a hex, row by row.
    pub fn dense(self, columns: u16) -> usize {
        usize::from(self.row) * usize::from(columns) + usize::from(self.column)
    }

    /// The hex at a place of such an array. `columns` must not be 0.
    pub fn from_dense(index: usize, columns: u16) -> Self {
        let columns = usize::from(columns.max(1));
        Self { row: (index / columns) as u16, column: (index % columns) as u16 }
    }
}

/// How a map prints its hex numbers.
///
/// | printed | order | column digits | row digits | separator | columns from |
/// |---|---|---|---|---|---|
/// | `4203` (The Kaiser's Battle) | column first | 2 | 2 | none | west |
/// | `3120` (Storm in the West) | row first | 2 | 2 | none | east |
/// | `54.49` (1914) | column first | 2 | 2 | `.` | west |
/// | `48/0710` (Infantry Attacks) | column first | 2 | 2 | none, boards | west |
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Numbering {
    /// Which number comes first.
    pub order: NumberOrder,
    /// What stands between the two numbers; empty for none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub separator: String,
    /// The least digits of a column number, filled with zeros; 1 to 4.
    #[cfg_attr(feature = "json-schema", schemars(range(min = 1, max = 4)))]
    pub column_digits: u8,
    /// The least digits of a row number, filled with zeros; 1 to 4.
    #[cfg_attr(feature = "json-schema", schemars(range(min = 1, max = 4)))]
    pub row_digits: u8,
    /// The number of the first column.
    pub first_column: u16,
    /// The number of the first row.
    pub first_row: u16,
    /// The side from which columns are counted.
    pub columns_from: HorizontalEdge,
    /// The side from which rows are counted.
    pub rows_from: VerticalEdge,
}

/// Which number of a printed pair comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum NumberOrder {
    /// The column, then the row.
    ColumnRow,
    /// The row, then the column.
    RowColumn,
}

/// West or east.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum HorizontalEdge {
    /// The left edge of the map.
    West,
    /// The right edge.
    East,
}

/// North or south.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum VerticalEdge {
    /// The top edge of the map.
    North,
    /// The bottom edge.
    South,
}

/// The longest label worth reading; a longer one is no hex number.
const LONGEST_LABEL: usize = 256;

/// Splits a hexside into its hex and its compass point: `4203:ne` into `4203` and `ne`.
pub fn split_side(label: &str) -> Option<(&str, &str)> {
    label.rsplit_once(':').filter(|(hex, compass)| !hex.is_empty() && !compass.is_empty())
}

impl Orientation {
    /// The hexsides' compass points, clockwise from the north (or the first after it).
    pub fn compass(self) -> [&'static str; 6] {
        match self {
            Self::FlatTopped => ["n", "ne", "se", "s", "sw", "nw"],
            Self::PointyTopped => ["ne", "e", "se", "sw", "w", "nw"],
        }
    }

    /// Which of the six hexsides a compass point names, as an index into [`Self::compass`].
    pub fn direction(self, compass: &str) -> Option<usize> {
        self.compass().iter().position(|point| *point == compass)
    }
}

impl Grid {
    /// Reads a printed hex number, exactly as [`Self::print_hex`] would write it. `None` when it
    /// is no number of this map.
    ///
    /// Where boards overlap, each board's number is read; the first board's is printed.
    pub fn parse_hex(&self, label: &str) -> Option<HexIndex> {
        if label.len() > LONGEST_LABEL {
            return None;
        }
        let on_board = self.boards.iter().find_map(|board| {
            let numbers = label.strip_prefix(board.id.as_str())?.strip_prefix('/')?;
            let hex = Frame::board(self, board).parse(&self.numbering, numbers)?;
            self.contains(hex).then_some(hex)
        });
        on_board.or_else(|| {
            let hex = Frame::grid(self).parse(&self.numbering, label)?;
            // A hex of a board is known by its board's number only.
            self.board_of(hex).is_none().then_some(hex)
        })
    }

    /// Prints a hex's number. For a hex outside the grid, the number it would have.
    pub fn print_hex(&self, hex: HexIndex) -> String {
        match self.board_of(hex) {
            Some(board) => self.print_on(board, hex),
            None => Frame::grid(self).print(&self.numbering, hex),
        }
    }

    /// All numbers of a hex: on each board that it lies on, the one that is printed first.
    pub fn print_all(&self, hex: HexIndex) -> Vec<String> {
        let on = self.boards.iter().filter(|board| board.holds(self, hex));
        let numbers: Vec<String> = on.map(|board| self.print_on(board, hex)).collect();
        if numbers.is_empty() { vec![self.print_hex(hex)] } else { numbers }
    }

    fn print_on(&self, board: &Board, hex: HexIndex) -> String {
        format!("{}/{}", board.id, Frame::board(self, board).print(&self.numbering, hex))
    }

    /// Whether the hex lies on the map.
    pub fn contains(&self, hex: HexIndex) -> bool {
        hex.column < self.columns && hex.row < self.rows
    }

    /// The least digits of a column number and of a row number, on a board or off all boards.
    /// With no separator, the number that comes second is as wide as the largest of its kind.
    pub fn number_digits(&self, board: Option<&Board>) -> (usize, usize) {
        board
            .map_or_else(|| Frame::grid(self), |board| Frame::board(self, board))
            .widths(&self.numbering)
    }

    /// The first board that the hex lies on.
    pub fn board_of(&self, hex: HexIndex) -> Option<&Board> {
        self.boards.iter().find(|board| board.holds(self, hex))
    }
}

impl Grid {
    /// Reads a hexside, `4203:ne`: its hex, and which of the six sides of
    /// [`Orientation::compass`] it is.
    pub fn parse_side(&self, label: &str) -> Option<(HexIndex, usize)> {
        let (hex, compass) = split_side(label)?;
        Some((self.parse_hex(hex)?, self.orientation.direction(compass)?))
    }

    /// Prints a hexside.
    pub fn print_side(&self, hex: HexIndex, direction: usize) -> String {
        let compass = self.orientation.compass();
        format!("{}:{}", self.print_hex(hex), compass.get(direction).copied().unwrap_or_default())
    }

    /// The canonical spelling of a hexside: from the hex that comes first row by row.
    pub fn canonical_side(&self, hex: HexIndex, direction: usize) -> (HexIndex, usize) {
        match self.across(hex, direction) {
            Some(other) if other < hex => (other, (direction + 3) % 6),
            _ => (hex, direction),
        }
    }

    /// The hex on the other side of a hexside, if it is on the map.
    pub(crate) fn across(&self, hex: HexIndex, direction: usize) -> Option<HexIndex> {
        // Along the staggered axis, a step goes half a hex ahead or half a hex back.
        let stagger = |index: u16, ahead: bool| -> i32 {
            match (self.pushed.applies_to(index), ahead) {
                (true, true) => 1,
                (false, false) => -1,
                _ => 0,
            }
        };
        let (columns, rows) = match self.orientation {
            Orientation::FlatTopped => match direction {
                0 => (0, -1),
                1 => (1, stagger(hex.column, false)),
                2 => (1, stagger(hex.column, true)),
                3 => (0, 1),
                4 => (-1, stagger(hex.column, true)),
                5 => (-1, stagger(hex.column, false)),
                _ => return None,
            },
            Orientation::PointyTopped => match direction {
                0 => (stagger(hex.row, true), -1),
                1 => (1, 0),
                2 => (stagger(hex.row, true), 1),
                3 => (stagger(hex.row, false), 1),
                4 => (-1, 0),
                5 => (stagger(hex.row, false), -1),
                _ => return None,
            },
        };
        let other = HexIndex {
            column: u16::try_from(i32::from(hex.column) + columns).ok()?,
            row: u16::try_from(i32::from(hex.row) + rows).ok()?,
        };
        self.contains(other).then_some(other)
    }
}

/// A rectangle of hexes with numbers of its own: the whole grid, or a board of it.
struct Frame {
    column: i64,
    row: i64,
    columns: i64,
    rows: i64,
    turned: bool,
    /// Which lines are a hex shorter than the others, on a board that is cut through hexes.
    shorter: Option<(Orientation, Pushed)>,
}

impl Frame {
    fn grid(grid: &Grid) -> Self {
        Self {
            column: 0,
            row: 0,
            columns: grid.columns.into(),
            rows: grid.rows.into(),
            turned: false,
            shorter: None,
        }
    }

    fn board(grid: &Grid, board: &Board) -> Self {
        Self {
            column: board.column.into(),
            row: board.row.into(),
            columns: board.columns.into(),
            rows: board.rows.into(),
            turned: board.turned,
            shorter: board.half_hexes.then_some((grid.orientation, grid.pushed)),
        }
    }

    /// How many columns there are in a row, and rows in a column, both from 0.
    fn size_at(&self, column: i64, row: i64) -> (i64, i64) {
        let less = |pushed: Pushed, line: i64| {
            i64::from(u16::try_from(line).is_ok_and(|line| pushed.applies_to(line)))
        };
        match self.shorter {
            None => (self.columns, self.rows),
            Some((Orientation::FlatTopped, pushed)) => {
                (self.columns, self.rows - less(pushed, self.column + column))
            }
            Some((Orientation::PointyTopped, pushed)) => {
                (self.columns - less(pushed, self.row + row), self.rows)
            }
        }
    }

    /// Whether columns are counted from the east, and rows from the south: a board that lies
    /// upside down is counted from its far corner.
    fn counted_back(&self, numbering: &Numbering) -> (bool, bool) {
        (
            (numbering.columns_from == HorizontalEdge::East) != self.turned,
            (numbering.rows_from == VerticalEdge::South) != self.turned,
        )
    }

    fn print(&self, numbering: &Numbering, hex: HexIndex) -> String {
        let (columns_back, rows_back) = self.counted_back(numbering);
        let column = i64::from(hex.column) - self.column;
        let row = i64::from(hex.row) - self.row;
        let (columns, rows) = self.size_at(column, row);
        let column = if columns_back { columns - 1 - column } else { column }
            + i64::from(numbering.first_column);
        let row = if rows_back { rows - 1 - row } else { row } + i64::from(numbering.first_row);
        let (column_width, row_width) = self.widths(numbering);
        let separator = &numbering.separator;
        match numbering.order {
            NumberOrder::ColumnRow => {
                format!("{column:0column_width$}{separator}{row:0row_width$}")
            }
            NumberOrder::RowColumn => {
                format!("{row:0row_width$}{separator}{column:0column_width$}")
            }
        }
    }

    /// The least digits of column and row.
    ///
    /// With no separator, the number that comes second is as wide as the largest of its kind,
    /// or `11111` could be read in two ways.
    fn widths(&self, numbering: &Numbering) -> (usize, usize) {
        let column = usize::from(numbering.column_digits.clamp(1, 4));
        let row = usize::from(numbering.row_digits.clamp(1, 4));
        if !numbering.separator.is_empty() {
            return (column, row);
        }
        let largest = |first: u16, count: i64| digits(i64::from(first) + (count - 1).max(0));
        match numbering.order {
            NumberOrder::ColumnRow => (column, row.max(largest(numbering.first_row, self.rows))),
            NumberOrder::RowColumn => {
                (column.max(largest(numbering.first_column, self.columns)), row)
            }
        }
    }

    fn parse(&self, numbering: &Numbering, label: &str) -> Option<HexIndex> {
        let (column_width, row_width) = self.widths(numbering);
        let (first_width, second_width) = match numbering.order {
            NumberOrder::ColumnRow => (column_width, row_width),
            NumberOrder::RowColumn => (row_width, column_width),
        };
        let (first, second) = if numbering.separator.is_empty() {
            label.split_at_checked(label.len().checked_sub(second_width)?)?
        } else {
            label.split_once(numbering.separator.as_str())?
        };
        let first = printed_number(first, first_width)?;
        let second = printed_number(second, second_width)?;
        let (column, row) = match numbering.order {
            NumberOrder::ColumnRow => (first, second),
            NumberOrder::RowColumn => (second, first),
        };
        let column = column - i64::from(numbering.first_column);
        let row = row - i64::from(numbering.first_row);
        if !(0..self.columns).contains(&column) || !(0..self.rows).contains(&row) {
            return None;
        }
        let (columns_back, rows_back) = self.counted_back(numbering);
        let back = |count: i64, at: i64, is_back: bool| if is_back { count - 1 - at } else { at };
        // The lines are counted first: they say how long each of them is.
        let whole = (back(self.columns, column, columns_back), back(self.rows, row, rows_back));
        let (columns, rows) = self.size_at(whole.0, whole.1);
        if column >= columns || row >= rows {
            return None;
        }
        let (column, row) = (back(columns, column, columns_back), back(rows, row, rows_back));
        Some(HexIndex {
            column: u16::try_from(self.column + column).ok()?,
            row: u16::try_from(self.row + row).ok()?,
        })
    }
}

/// A number as print shows it: filled with zeros to the width, and with none beyond.
fn printed_number(text: &str, width: usize) -> Option<i64> {
    /// No number of a column or a row has more.
    const MOST: usize = 6;
    let length = text.len();
    let canonical = length == width || (length > width && !text.starts_with('0'));
    if !canonical || length > MOST || length == 0 {
        return None;
    }
    text.bytes().try_fold(0, |number, byte| {
        byte.is_ascii_digit().then(|| number * 10 + i64::from(byte - b'0'))
    })
}

fn digits(number: i64) -> usize {
    match number {
        ..10 => 1,
        10..100 => 2,
        100..1000 => 3,
        1000..10_000 => 4,
        _ => number.ilog10() as usize + 1,
    }
}
