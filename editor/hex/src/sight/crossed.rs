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
    next: Next,
    /// The hex that the line is in or has just left, and its last one; axial.
    here: (i32, i32),
    end: (i32, i32),
    /// The sides that it may leave a hex over, the one that it points at most first: where two are
    /// due alike, that one is left over.
    exits: [Exit; 3],
    /// The t at which the line leaves the hex here over each of them, times all V·d: so that no t
    /// is divided or multiplied on the way.
    due: [i64; 3],
    /// V·C of the hex here.
    along: i64,
    /// V·V.
    whole: i64,
    /// It points between its first two exits, and runs along every hexside that they have between
    /// them.
    spines: bool,
}

/// A side over which a line may leave a hex.
#[derive(Clone, Copy, Debug, Default)]
struct Exit {
    /// The step over it.
    step: (i32, i32),
    /// V·d.
    forward: i64,
    /// By how much the three are due later when this one is taken.
    later: [i64; 3],
}

#[derive(Clone, Copy, Debug)]
enum Next {
    /// The hex here.
    Hex,
    /// The hexside before the hex here, where the line runs along it.
    Spine,
    End,
}

fn dot((aq, ar): (i32, i32), (bq, br): (i32, i32)) -> i64 {
    let [aq, ar, bq, br] = [aq, ar, bq, br].map(i64::from);
    aq * bq + ar * br + (aq + ar) * (bq + br)
}

fn plus((aq, ar): (i32, i32), (bq, br): (i32, i32)) -> (i32, i32) {
    (aq + bq, ar + br)
}

impl<'a> Crossings<'a> {
    #[inline]
    pub(super) fn new(grid: &'a HexGrid, from: Hex, to: Hex) -> Self {
        let (here, end) = (grid.axial(from), grid.axial(to));
        let vector = (end.0 - here.0, end.1 - here.1);
        // Of two opposite sides one faces the line's way, or neither does.
        let [north, second, third, ..] = Direction::ALL;
        let mut exits = [north, second, third].map(|direction| {
            let (q, r) = grid.axial_step(direction);
            let forward = dot(vector, (q, r));
            let step = if forward < 0 { (-q, -r) } else { (q, r) };
            Exit { step, forward: forward.abs(), later: [0; 3] }
        });
        for (one, other) in [(0, 1), (1, 2), (0, 1)] {
            if exits[one].forward < exits[other].forward {
                exits.swap(one, other);
            }
        }
        let [a, b, c] = exits.map(|exit| exit.forward);
        let due = [b * c, a * c, a * b];
        let steps = exits.map(|exit| exit.step);
        for exit in &mut exits {
            let taken = exit.step;
            for ((later, scale), step) in exit.later.iter_mut().zip(due).zip(steps) {
                *later = dot(taken, step) * scale;
            }
        }
        let whole = dot(vector, vector);
        // It is at right angles to the third.
        let spines = c == 0 && whole > 0;
        Self { grid, next: Next::Hex, here, end, exits, due, along: 0, whole, spines }
    }

    /// How far it is from end to end, on the scale of [`Self::advance`].
    pub(super) fn whole(&self) -> i64 {
        self.whole.max(1)
    }

    /// The next stretch, and how far along the line its hex's centre is, or the middle of its
    /// hexside, at right angles to the line.
    #[inline]
    pub(super) fn advance(&mut self) -> Option<(Crossed, i64)> {
        loop {
            match self.next {
                Next::Hex => {
                    let (here, along) = (self.here, self.along);
                    if here == self.end {
                        self.next = Next::End;
                    } else if self.spines {
                        self.next = Next::Spine;
                    } else {
                        self.leave();
                    }
                    // No further out than the ends, which are on the map.
                    if let Some(hex) = self.grid.at_axial(here) {
                        return Some((Crossed::Hex(hex), along));
                    }
                }
                Next::Spine => {
                    let [one, other, _] = self.exits;
                    let (left, right) = (plus(self.here, one.step), plus(self.here, other.step));
                    let along = self.along + one.forward;
                    (self.here, self.along) = (plus(left, other.step), along + other.forward);
                    self.next = Next::Hex;
                    let mut sides = [left, right].map(|at| self.grid.at_axial(at));
                    if sides[0].is_none() || sides[1].is_some_and(|hex| Some(hex) < sides[0]) {
                        sides.swap(0, 1);
                    }
                    if let [Some(hex), beside] = sides {
                        return Some((Crossed::Spine(hex, beside), along));
                    }
                }
                Next::End => return None,
            }
        }
    }

    /// Over the exit that is due first into the next hex. Without a branch: which of the three it is
    /// no processor guesses.
    #[inline]
    fn leave(&mut self) {
        let [a, b, c] = self.due;
        let sooner = usize::from(b < a);
        let taken = if c < a.min(b) { 2 } else { sooner };
        let exit = &self.exits[taken];
        self.here = plus(self.here, exit.step);
        self.along += exit.forward;
        for (due, later) in self.due.iter_mut().zip(exit.later) {
            *due += later;
        }
    }
}

impl Iterator for Crossings<'_> {
    type Item = Crossed;

    #[inline]
    fn next(&mut self) -> Option<Crossed> {
        self.advance().map(|(crossed, _)| crossed)
    }
}
