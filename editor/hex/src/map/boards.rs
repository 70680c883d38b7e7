//! Boards joined into one map.

use super::compile::Compiler;
use super::{CompiledMap, NEVER, NOWHERE};
use crate::grid::{Direction, Hex};

/// On no board.
const NONE: u16 = u16::MAX;

impl CompiledMap {
    /// The board that a hex lies on, as its place in the grid's list. `None` on a map that is a
    /// single sheet, and for a hex between boards. Where boards overlap, the first one counts.
    ///
    /// Hexes touch over a join as they do anywhere: the grid goes on, only its numbers change.
    ///
    /// ```text
    ///      45          48, turned
    ///   __/  \__  |  __/  \__
    ///  /  \__/  \_|_/  \__/  \     45/1007 and 48/1010 are adjacent
    /// ```
    pub fn board(&self, hex: Hex) -> Option<usize> {
        let board = *self.boards.get(hex.index())?;
        (board != NONE).then_some(usize::from(board))
    }

    /// Whether a step out of a hex in a direction goes over the join of two boards.
    pub fn crosses_join(&self, hex: Hex, direction: Direction) -> bool {
        self.neighbour(hex, direction).is_some_and(|other| self.board(other) != self.board(hex))
    }
}

impl Compiler<'_> {
    pub(super) fn boards(&mut self) {
        let grid = &self.out.grid;
        if grid.grid().boards.is_empty() {
            return;
        }
        let place = |hex| grid.board(hex).and_then(|place| u16::try_from(place).ok());
        self.out.boards = grid.hexes().map(|hex| place(hex).unwrap_or(NONE)).collect();
        if grid.grid().boards.iter().any(|board| board.half_hexes) {
            self.beyond_the_cut();
        }
    }
    /// Boards that are cut through hexes leave no gaps that units could stand in: the hexes of the
    /// grid's rectangle that are on no board are beyond the map's edge.
    fn beyond_the_cut(&mut self) {
        let out = &mut self.out;
        for place in 0..out.boards.len() {
            let beyond = |hex: u32| out.boards.get(hex as usize) == Some(&NONE);
            let ends = beyond(place as u32);
            if ends {
                out.hex_cost[place] = NEVER;
            }
            for side in 0..6 {
                let other = out.neighbours[place][side];
                if other != NOWHERE && (ends || beyond(other)) {
                    out.neighbours[place][side] = NOWHERE;
                    out.step_cost[place][side] = NEVER;
                }
            }
        }
    }
}
