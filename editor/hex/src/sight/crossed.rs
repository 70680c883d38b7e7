//! The walk along a straight line, hexside by hexside.

use crate::grid::{Direction, Hex, HexGrid};

/// A stretch of a line between two centres.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Crossed {
    /// Through the inside of a hex.
    Hex(Hex),
    /// Along the hexside between two hexes, through neither. The first one is on the map, and
    /// comes first row by row; the other is `None` where the hexside is the edge of the map.
    Spine(Hex, Option<Hex>),
}

impl Crossed {
    /// The hexes, one or two.
    pub fn hexes(self) -> impl Iterator<Item = Hex> {
        let (one, other) = match self {
            Self::Hex(hex) => (hex, None),
            Self::Spine(one, other) => (one, other),
        };
        std::iter::once(one).chain(other)
    }
}

/// The stretches of a line between two centres, from [`HexGrid::crossed`]. Allocates nothing.
///
/// All positions are in cube coordinates (q, r, -q-r) from the centre where the line starts. The
/// inside of the hex about a centre C is every point P with (P − C)·d < 1 for each of the six
/// steps d, so the line t·V leaves it over the side d with the least t = (1 + C·d) / (V·d).
#[derive(Clone, Debug)]
pub struct Crossings<'a> {
    grid: &'a HexGrid,
    /// Where the line starts, axial.
    origin: (i32, i32),
    /// From one end to the other.
    whole: (i64, i64),
    /// The sides that it may leave a hex over: the step, and V·d. At most three face its way.
    exits: [(Step, i64); 3],
    exit_count: usize,
    next: Next,
}

type Step = (i64, i64);

#[derive(Clone, Copy, Debug)]
enum Next {
    /// The hex here.
    Hex(Step),
    /// The hexside that these two steps from here have between them, then the hex beyond it.
    Spine(Step, Step, Step),
    End,
}

fn dot((aq, ar): Step, (bq, br): Step) -> i64 {
    aq * bq + ar * br + (aq + ar) * (bq + br)
}

fn plus((aq, ar): Step, (bq, br): Step) -> Step {
    (aq + bq, ar + br)
}

impl<'a> Crossings<'a> {
    pub(super) fn new(grid: &'a HexGrid, from: Hex, to: Hex) -> Self {
        let origin = grid.axial(from);
        let end = grid.axial(to);
        let whole = (i64::from(end.0 - origin.0), i64::from(end.1 - origin.1));
        let mut exits = [((0, 0), 0); 3];
        let mut exit_count = 0;
        for direction in Direction::ALL {
            let (q, r) = grid.axial_step(direction);
            let step = (i64::from(q), i64::from(r));
            let forward = dot(whole, step);
            if forward > 0
                && let Some(exit) = exits.get_mut(exit_count)
            {
                *exit = (step, forward);
                exit_count += 1;
            }
        }
        Self { grid, origin, whole, exits, exit_count, next: Next::Hex((0, 0)) }
    }

    /// How far it is from end to end, on the scale of [`Self::advance`].
    pub(super) fn whole(&self) -> i64 {
        dot(self.whole, self.whole).max(1)
    }

    /// The next stretch, and how far along the line its hex's centre is, or the middle of its
    /// hexside, at right angles to the line.
    pub(super) fn advance(&mut self) -> Option<(Crossed, i64)> {
        loop {
            match self.next {
                Next::Hex(here) => {
                    self.next = self.after(here);
                    if let Some(hex) = self.hex(here) {
                        return Some((Crossed::Hex(hex), dot(self.whole, here)));
                    }
                }
                Next::Spine(here, one, other) => {
                    let (left, right) = (plus(here, one), plus(here, other));
                    self.next = Next::Hex(plus(left, other));
                    let (mut left_hex, mut right_hex) = (self.hex(left), self.hex(right));
                    if left_hex.is_none() || right_hex.is_some_and(|hex| Some(hex) < left_hex) {
                        std::mem::swap(&mut left_hex, &mut right_hex);
                    }
                    if let Some(hex) = left_hex {
                        return Some((Crossed::Spine(hex, right_hex), dot(self.whole, left)));
                    }
                }
                Next::End => return None,
            }
        }
    }

    /// Where the line goes from a hex.
    fn after(&self, here: Step) -> Next {
        if here == self.whole {
            return Next::End;
        }
        // The exit with the least t; of two alike the one that the line points at more.
        let mut best: Option<(Step, i64, i64)> = None;
        let mut beside = None;
        for &(step, forward) in self.exits.iter().take(self.exit_count) {
            let left = 1 + dot(here, step);
            if let Some((first, most, least)) = best {
                // t here against t there, without the division.
                match (left * most).cmp(&(least * forward)) {
                    std::cmp::Ordering::Greater => continue,
                    std::cmp::Ordering::Equal if forward < most => continue,
                    std::cmp::Ordering::Equal if forward == most => {
                        beside = Some((first, step));
                        continue;
                    }
                    _ => beside = None,
                }
            }
            best = Some((step, forward, left));
        }
        match (beside, best) {
            (Some((one, other)), _) => Next::Spine(here, one, other),
            (None, Some((step, _, _))) => Next::Hex(plus(here, step)),
            (None, None) => Next::End,
        }
    }

    fn hex(&self, (q, r): Step) -> Option<Hex> {
        // No further out than the ends, which are on the map.
        self.grid.at_axial((self.origin.0 + q as i32, self.origin.1 + r as i32))
    }
}

impl Iterator for Crossings<'_> {
    type Item = Crossed;

    fn next(&mut self) -> Option<Crossed> {
        self.advance().map(|(crossed, _)| crossed)
    }
}
