//! Units that take up two adjacent hexes.

use crate::grid::{Direction, Hex, HexGrid};

/// The two adjacent hexes that a two-hex unit takes up. Two values are equal exactly if they are
/// the same two hexes.
///
/// ```text
///   ____                two hexes on either side of a hexside;
///  /    \____           eight hexes touch them (Span::around)
///  \  1 /    \
///   ----\  2 /
///        ----
/// ```
///
/// The first hex is the one that comes first row by row, as with a hexside; its
/// [`direction`](Self::direction) points to the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    first: Hex,
    second: Hex,
    direction: Direction,
}

/// Where a hex lies as seen from a unit that faces some way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Aspect {
    /// Before it.
    Front,
    /// At its side.
    Flank,
    /// Behind it.
    Rear,
}

/// A wheel of a two-hex unit: one half stays, the other goes round it into a new hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Wheel {
    /// The half that stays.
    pub pivot: Hex,
    /// The hex that the other half leaves.
    pub left: Hex,
    /// The hex that it enters, adjacent to both.
    pub entered: Hex,
    /// Where the unit is then.
    pub span: Span,
}

impl Span {
    /// The span of a hex and the one next to it in a direction; none where the map ends.
    pub fn new(grid: &HexGrid, hex: Hex, direction: Direction) -> Option<Self> {
        let other = grid.neighbour(hex, direction)?;
        Some(if hex < other {
            Self { first: hex, second: other, direction }
        } else {
            Self { first: other, second: hex, direction: direction.opposite() }
        })
    }

    /// The span of two hexes; none where they are not adjacent.
    pub fn between(grid: &HexGrid, one: Hex, other: Hex) -> Option<Self> {
        Self::new(grid, one, grid.direction_to(one, other)?)
    }

    /// Both hexes, the first row by row first.
    pub fn hexes(self) -> [Hex; 2] {
        [self.first, self.second]
    }

    /// The way from the first hex to the second.
    pub fn direction(self) -> Direction {
        self.direction
    }

    /// Whether a hex is one of the two.
    pub fn covers(self, hex: Hex) -> bool {
        self.first == hex || self.second == hex
    }

    /// The other half; none where the hex is not one of the two.
    pub fn other(self, hex: Hex) -> Option<Hex> {
        match hex {
            _ if hex == self.first => Some(self.second),
            _ if hex == self.second => Some(self.first),
            _ => None,
        }
    }

    /// Whether the two spans have a hex in common.
    pub fn overlaps(self, other: Self) -> bool {
        self.covers(other.first) || self.covers(other.second)
    }

    /// The eight hexes that touch it, clockwise from the one straight on beyond the second hex;
    /// none beyond the map. Those with the numbers 2 and 6 touch both halves.
    ///
    /// ```text
    ///       0           first below, second above, direction n:
    ///   7       1
    ///     second        0 beyond the second, 4 beyond the first
    ///   6       2       1 2 3 to the right, 5 6 7 to the left
    ///     first
    ///   5       3
    ///       4
    /// ```
    pub fn around(self, grid: &HexGrid) -> [Option<Hex>; 8] {
        let d = self.direction.index();
        let beyond = |turn: usize| grid.neighbour(self.second, Direction::new(d + turn));
        let behind = |turn: usize| grid.neighbour(self.first, Direction::new(d + turn));
        // A hex between the halves is asked of both, for the map may end beside one of them.
        [
            beyond(0),
            beyond(1),
            beyond(2).or_else(|| behind(1)),
            behind(2),
            behind(3),
            behind(4),
            behind(5).or_else(|| beyond(4)),
            beyond(5),
        ]
    }

    /// The hexes on the map that touch it, clockwise.
    pub fn neighbours(self, grid: &HexGrid) -> impl Iterator<Item = Hex> + use<> {
        self.around(grid).into_iter().flatten()
    }

    /// How far a hex is from the nearer half: a two-hex unit counts ranges from there. 0 for
    /// either of its own hexes.
    pub fn distance(self, grid: &HexGrid, hex: Hex) -> u32 {
        grid.distance(self.first, hex).min(grid.distance(self.second, hex))
    }

    /// Where an adjacent hex lies when the unit faces in a direction; none for a hex that does
    /// not touch it.
    ///
    /// - Facing straight on beyond either half, it stands in column: the three hexes before the
    ///   leading half are its front, the three behind its rear half its rear, the two between
    ///   its flanks.
    /// - Facing any other way, it stands in line: front and rear are the three hexes on either
    ///   side, the ends its flanks.
    ///
    /// ```text
    ///   column, facing n        line, facing ne
    ///       F                       =
    ///   F       F               R       F
    ///       S                       S
    ///   =       =               R       F
    ///       S                       S
    ///   R       R               R       F
    ///       R                       =
    /// ```
    pub fn aspect(self, grid: &HexGrid, facing: Direction, hex: Hex) -> Option<Aspect> {
        let place = self.around(grid).iter().position(|&other| other == Some(hex))?;
        // By how much the middle of the front is turned round the ring from place 0.
        let front = match (facing.index() + 6 - self.direction.index()) % 6 {
            0 => 0,
            1 | 2 => 2,
            3 => 4,
            _ => 6,
        };
        Some(match (place + 8 - front) % 8 {
            7 | 0 | 1 => Aspect::Front,
            2 | 6 => Aspect::Flank,
            _ => Aspect::Rear,
        })
    }

    /// The same span a hex further in a direction, as a unit moves on with both halves; none
    /// where either would leave the map.
    #[must_use]
    pub fn shifted(self, grid: &HexGrid, direction: Direction) -> Option<Self> {
        let first = grid.neighbour(self.first, direction)?;
        let second = grid.neighbour(self.second, direction)?;
        Self::between(grid, first, second)
    }

    /// The wheels that it can make: either half stays, the other goes to one of the two hexes
    /// that touch both. Four, fewer at the edge of the map.
    ///
    /// ```text
    ///      S            S              S stays, F leaves its hex for the one
    ///   .     .   ->       F           to the right of both
    ///      F            .
    /// ```
    pub fn wheels(self, grid: &HexGrid) -> impl Iterator<Item = Wheel> + use<> {
        let around = self.around(grid);
        let into = |hex: Option<Hex>| {
            [(self.first, self.second), (self.second, self.first)].map(|(pivot, left)| {
                let entered = hex?;
                let span = Self::between(grid, pivot, entered)?;
                Some(Wheel { pivot, left, entered, span })
            })
        };
        let [right, left] = [around[2], around[6]].map(into);
        right.into_iter().chain(left).flatten()
    }
}

/// The hexes that a unit takes up: one, or two that are adjacent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Footprint {
    /// One hex.
    One(Hex),
    /// Two.
    Two(Span),
}

impl Footprint {
    /// A hex, and perhaps another; none where the two do not touch.
    pub fn new(grid: &HexGrid, hex: Hex, other: Option<Hex>) -> Option<Self> {
        match other {
            Some(other) => Span::between(grid, hex, other).map(Self::Two),
            None => Some(Self::One(hex)),
        }
    }

    /// Both halves: of one hex the same twice.
    pub fn halves(self) -> [Hex; 2] {
        match self {
            Self::One(hex) => [hex; 2],
            Self::Two(span) => span.hexes(),
        }
    }

    /// Its hexes, each once.
    pub fn hexes(self) -> impl Iterator<Item = Hex> {
        let [one, other] = self.halves();
        std::iter::once(one).chain((other != one).then_some(other))
    }

    /// The hex that is named first.
    pub fn hex(self) -> Hex {
        self.halves()[0]
    }

    /// The other hex of two.
    pub fn other(self) -> Option<Hex> {
        match self {
            Self::One(_) => None,
            Self::Two(span) => Some(span.hexes()[1]),
        }
    }

    /// How each half may go to come from here to there in one step, as pairs of the hex that it
    /// leaves and the one that it enters: each stays or goes one hex, and not both stay. With that
    /// a unit extends into two hexes, consolidates into one, wheels, moves sideways or straight on.
    /// No way where it is farther; two where the halves may change places.
    pub fn ways_to(self, grid: &HexGrid, to: Self) -> impl Iterator<Item = [(Hex, Hex); 2]> {
        let ([one, two], [first, second]) = (self.halves(), to.halves());
        let near = |(from, to): (Hex, Hex)| grid.distance(from, to) <= 1;
        let straight = [(one, first), (two, second)];
        let crossed = [(one, second), (two, first)];
        let ways = [Some(straight), (crossed != straight).then_some(crossed)]
            .map(|way| way.filter(|way| self != to && way.iter().all(|&half| near(half))));
        ways.into_iter().flatten()
    }

    /// Where it may be after one step, in order.
    pub fn steps(self, grid: &HexGrid) -> Vec<Self> {
        let around = |hex: Hex| grid.neighbours(hex).into_iter().flatten().chain([hex]);
        let [one, two] = self.halves();
        let pairs = around(one).flat_map(|first| around(two).map(move |second| (first, second)));
        let all = pairs.filter_map(|(first, second)| {
            Self::new(grid, first, Some(second).filter(|second| *second != first))
        });
        let mut all: Vec<Self> = all.filter(|to| *to != self).collect();
        all.sort_unstable();
        all.dedup();
        all
    }
}
