//! The numbers that a map prints, as numbers: rules count with them.

use salient_schema::map::Board;
use salient_schema::numbering::{HorizontalEdge, VerticalEdge};

use super::{Hex, HexGrid};

/// What a hex's printed number says: `48/0710` is board 48, column 7, row 10.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Printed {
    /// The board, as its place in the grid's list; none on a single sheet and between boards.
    pub board: Option<usize>,
    /// The printed column number.
    pub column: u32,
    /// The printed row number.
    pub row: u32,
}

impl HexGrid {
    /// The first board that a hex lies on, as its place in the grid's list.
    pub fn board(&self, hex: Hex) -> Option<usize> {
        let index = self.index(hex);
        self.grid.boards.iter().position(|board| board.holds(&self.grid, index))
    }

    /// Whether a hex of the grid's rectangle is a hex of the map: of boards that are cut through
    /// hexes, what lies on none is beyond the cut.
    pub fn is_on_map(&self, hex: Hex) -> bool {
        !self.has_cut() || self.board(hex).is_some()
    }

    /// All hexes of the map, row by row.
    pub fn hexes_on_map(&self) -> impl Iterator<Item = Hex> {
        self.hexes().filter(|&hex| self.is_on_map(hex))
    }

    /// Whether boards are cut through hexes.
    pub(super) fn has_cut(&self) -> bool {
        self.grid.boards.iter().any(|board| board.half_hexes)
    }

    /// All boards that a hex lies on, as their places in the grid's list: a hex that is half on one
    /// board and half on another is on both.
    pub fn boards(&self, hex: Hex) -> impl Iterator<Item = usize> {
        let index = self.index(hex);
        let all = self.grid.boards.iter().enumerate();
        all.filter(move |(_, board)| board.holds(&self.grid, index)).map(|(place, _)| place)
    }

    /// The numbers that a hex's label is made of, on its board if it lies on one. They run as
    /// the map counts them: from the east or the south where it does, and from the far corner of
    /// a board that lies upside down.
    pub fn printed(&self, hex: Hex) -> Printed {
        let board = self.board(hex);
        let whole = Board { columns: self.grid.columns, rows: self.grid.rows, ..Board::default() };
        let frame = board.and_then(|place| self.grid.boards.get(place)).unwrap_or(&whole);
        let numbering = &self.grid.numbering;
        let count = |at: u16, from: u16, of: u16, back: bool, first: u16| {
            let at = u32::from(at.saturating_sub(from));
            let place = if back { u32::from(of).saturating_sub(1).saturating_sub(at) } else { at };
            place + u32::from(first)
        };
        let index = self.index(hex);
        let [columns, rows] = frame.size_at(&self.grid, index);
        let from_east = (numbering.columns_from == HorizontalEdge::East) != frame.turned;
        let from_south = (numbering.rows_from == VerticalEdge::South) != frame.turned;
        Printed {
            board,
            column: count(index.column, frame.column, columns, from_east, numbering.first_column),
            row: count(index.row, frame.row, rows, from_south, numbering.first_row),
        }
    }
    /// Hexes as a list has them: runs along a column or along a row, whichever are fewer, from the
    /// first to the last: `1204–1209, 1301`.
    pub fn ranges(&self, hexes: &[Hex]) -> Vec<String> {
        let runs = |across: fn(&Printed) -> [u32; 2]| -> Vec<String> {
            let placed = hexes.iter().map(|&hex| {
                let printed = self.printed(hex);
                (printed.board, across(&printed), hex)
            });
            let mut placed: Vec<(Option<usize>, [u32; 2], Hex)> = placed.collect();
            placed.sort_unstable();
            placed.dedup();
            let run = placed.chunk_by(|one, next| {
                one.0 == next.0 && [one.1[0], one.1[1].saturating_add(1)] == next.1
            });
            let names = run.flat_map(|run| match run {
                [(.., first), _, .., (.., last)] => {
                    vec![format!("{}–{}", self.label(*first), self.label(*last))]
                }
                // A range of two is no shorter.
                few => few.iter().map(|(.., hex)| self.label(*hex)).collect(),
            });
            names.collect()
        };
        let columns = runs(|printed| [printed.column, printed.row]);
        let rows = runs(|printed| [printed.row, printed.column]);
        if rows.len() < columns.len() { rows } else { columns }
    }
}
