//! How far a board reaches: in sixths of the way from line to line, and in quarters of a hex along
//! the lines. Whole numbers, so that what lies on a cut lies on it exactly.
//!
//! ```text
//!   flat-topped: lines are columns     the corner of a hex is 4 from its middle across the lines,
//!      -4 -2  0 +2 +4                  the middle of a slanting hexside 3 across and 1 along
//! ```

use salient_schema::HexIndex;
use salient_schema::map::{Board, Grid, Orientation};

/// A place across the lines and along them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Spot {
    pub across: i64,
    pub along: i64,
}

/// Steps from a hex's middle to that of each hexside, by direction.
const FLAT: [[i64; 2]; 6] = [[0, -2], [3, -1], [3, 1], [0, 2], [-3, 1], [-3, -1]];
const POINTY: [[i64; 2]; 6] = [[-3, 1], [0, 2], [3, 1], [3, -1], [0, -2], [-3, -1]];

/// The line that a hex is in, and its place along the line.
pub(super) fn line_of(grid: &Grid, hex: HexIndex) -> [u16; 2] {
    match grid.orientation {
        Orientation::FlatTopped => [hex.column, hex.row],
        Orientation::PointyTopped => [hex.row, hex.column],
    }
}

/// The middle of a hex.
pub(super) fn centre(grid: &Grid, hex: HexIndex) -> Spot {
    let [line, along] = line_of(grid, hex);
    let pushed = i64::from(grid.pushed.applies_to(line));
    Spot { across: 6 * i64::from(line), along: 4 * i64::from(along) + 2 * pushed }
}

/// The middle of a hexside.
pub(super) fn middle(grid: &Grid, hex: HexIndex, direction: usize) -> Spot {
    let steps = match grid.orientation {
        Orientation::FlatTopped => FLAT,
        Orientation::PointyTopped => POINTY,
    };
    let [across, along] = steps.get(direction).copied().unwrap_or_default();
    let Spot { across: x, along: y } = centre(grid, hex);
    Spot { across: x + across, along: y + along }
}

/// The two corners of a hexside by its middle.
pub(super) fn ends(grid: &Grid, hex: HexIndex, direction: usize) -> [Spot; 2] {
    let of = centre(grid, hex);
    let Spot { across, along } = middle(grid, hex, direction);
    let step = [across - of.across, along - of.along];
    let (one, other) = match step {
        // A hexside across the lines: from corner to corner at the end of the hex.
        [0, y] => ([-2, y], [2, y]),
        [x, y] => ([x.signum() * 2, y * 2], [x.signum() * 4, 0]),
    };
    [one, other].map(|[x, y]| Spot { across: of.across + x, along: of.along + y })
}

/// What a board reaches over, its edge included.
#[derive(Clone, Copy, Debug)]
pub(super) struct Extent {
    across: [i64; 2],
    along: [i64; 2],
}

impl Extent {
    /// Of a board on a map. It is known of boards that are cut through hexes; others have their
    /// hexes whole, and reach as far as these do.
    pub fn of(grid: &Grid, board: &Board) -> Option<Self> {
        let first = HexIndex::new(board.column, board.row);
        let [line, start] = line_of(grid, first).map(i64::from);
        let size = line_of(grid, HexIndex::new(board.columns, board.rows)).map(i64::from);
        board.half_hexes.then_some(Self {
            across: [6 * line, 6 * (line + size[0] - 1)],
            along: [4 * start, 4 * (start + size[1] - 1)],
        })
    }

    pub fn holds(&self, spot: Spot) -> bool {
        let within = |[least, most]: [i64; 2], at: i64| (least..=most).contains(&at);
        within(self.across, spot.across) && within(self.along, spot.along)
    }

    /// Whether a place that it holds lies on its edge.
    pub fn ends_at(&self, spot: Spot) -> bool {
        self.across.contains(&spot.across) || self.along.contains(&spot.along)
    }
}
