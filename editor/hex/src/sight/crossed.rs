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
    /// The sides that it may leave a hex over; at most three face its way.
    exits: [Exit; 3],
    next: Next,
}

/// A side over which a line may leave a hex.
#[derive(Clone, Copy, Debug)]
struct Exit {
    /// The step over it.
    step: Step,
    /// V·d.
    forward: i64,
    /// The t at which the line leaves the hex here over it, times all V·d: so that no t is divided
    /// or multiplied on the way.
    due: i64,
    /// By how much that grows when one of the three is taken.
    grows: [i64; 3],
}

/// None: due after all others.
const NO_EXIT: Exit = Exit { step: (0, 0), forward: 0, due: i64::MAX, grows: [0; 3] };

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
        let mut exits = [NO_EXIT; 3];
        let mut count = 0;
        for direction in Direction::ALL {
            let (q, r) = grid.axial_step(direction);
            let step = (i64::from(q), i64::from(r));
            let forward = dot(whole, step);
            if forward > 0
                && let Some(exit) = exits.get_mut(count)
            {
                (exit.step, exit.forward) = (step, forward);
                count += 1;
            }
        }
        let all: i64 = exits.iter().take(count).map(|exit| exit.forward).product();
        let steps = exits.map(|exit| exit.step);
        for exit in exits.iter_mut().take(count) {
            let scale = all / exit.forward;
            exit.due = scale;
            exit.grows = steps.map(|step| dot(step, exit.step) * scale);
        }
        Self { grid, origin, whole, exits, next: Next::Hex((0, 0)) }
    }

    /// How far it is from end to end, on the scale of [`Self::advance`].
    pub(super) fn whole(&self) -> i64 {
        dot(self.whole, self.whole).max(1)
    }

    /// The next stretch, and how far along the line its hex's centre is, or the middle of its
    /// hexside, at right angles to the line.
    #[inline]
    pub(super) fn advance(&mut self) -> Option<(Crossed, i64)> {
        loop {
            match self.next {
                Next::Hex(here) => {
                    self.next = self.leave(here);
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

    /// Where the line goes from a hex: over the exit that is due first, of two alike the one that the
    /// line points at more, and between two that it points at alike.
    #[inline]
    fn leave(&mut self, here: Step) -> Next {
        if here == self.whole {
            return Next::End;
        }
        let [a, b, c] = &self.exits;
        let (mut best, mut first) = (0, a);
        let mut beside = None;
        for (place, exit) in [(1, b), (2, c)] {
            if exit.due < first.due || exit.due == first.due && exit.forward > first.forward {
                (best, first, beside) = (place, exit, None);
            } else if exit.due == first.due && exit.forward == first.forward {
                beside = Some(place);
            }
        }
        let next = match beside {
            Some(other) => Next::Spine(here, first.step, self.exits[other].step),
            None => Next::Hex(plus(here, first.step)),
        };
        for taken in std::iter::once(best).chain(beside) {
            for exit in &mut self.exits {
                exit.due += exit.grows[taken];
            }
        }
        next
    }

    #[inline]
    fn hex(&self, (q, r): Step) -> Option<Hex> {
        // No further out than the ends, which are on the map.
        self.grid.at_axial((self.origin.0 + q as i32, self.origin.1 + r as i32))
    }
}

impl Iterator for Crossings<'_> {
    type Item = Crossed;

    #[inline]
    fn next(&mut self) -> Option<Crossed> {
        self.advance().map(|(crossed, _)| crossed)
    }
}
