//! Who stands where, kept three ways at once, so that rules read it without searching: a list of
//! units in each hex, the sides that stand in each hex, and for each side the number of units that
//! have each hex in their zone of control.
//!
//! Units and sides are plain numbers here, eight sides at most; what they are, and how far a zone
//! of control reaches, each system knows. Whether units of several sides may stand in one hex is
//! the system's affair too.

use salient_hex::grid::Hex;

/// The most sides that a game may have.
pub const MOST_SIDES: usize = 8;

/// Units on a map.
#[derive(Clone, Debug)]
pub struct Board {
    /// First unit in each hex, by rising number.
    first: Vec<u16>,
    /// What comes next in the same hex, by unit; behind the units, once one of them takes up two
    /// hexes, the same for their other halves.
    next: Vec<u16>,
    /// The side of each unit that is on the map.
    side: Vec<u8>,
    /// The sides in each hex, a bit each.
    sides: Vec<u8>,
    /// Units whose zone of control a hex is in, side by side, hex by hex.
    zoc: Vec<u8>,
}

const NO_UNIT: u16 = u16::MAX;

impl Board {
    /// An empty map of so many hexes, for so many units of so many sides (at most
    /// [`MOST_SIDES`]).
    pub fn new(hexes: usize, units: usize, sides: usize) -> Self {
        debug_assert!(sides <= MOST_SIDES);
        Self {
            first: vec![NO_UNIT; hexes],
            next: vec![NO_UNIT; units],
            side: vec![0; units],
            sides: vec![0; hexes],
            zoc: vec![0; hexes * sides],
        }
    }

    /// The units in a hex, by rising number.
    pub fn stack(&self, hex: Hex) -> Stack<'_> {
        Stack { next: &self.next, units: self.side.len(), half: self.first[hex.index()] }
    }

    /// The side in a hex; of several the first.
    pub fn holder(&self, hex: Hex) -> Option<usize> {
        let sides = self.sides[hex.index()];
        (sides != 0).then(|| sides.trailing_zeros() as usize)
    }

    /// The sides in a hex, a bit each.
    pub fn present(&self, hex: Hex) -> u8 {
        self.sides[hex.index()]
    }

    /// The same by hex, for whoever asks of all.
    pub fn presence(&self) -> &[u8] {
        &self.sides
    }

    /// How many units of `side` have each hex in their zone of control.
    pub fn zone(&self, side: usize) -> &[u8] {
        let hexes = self.sides.len();
        &self.zoc[side * hexes..(side + 1) * hexes]
    }

    /// Whether `side` stands in a hex.
    pub fn holds(&self, hex: Hex, side: usize) -> bool {
        self.sides[hex.index()] >> side & 1 == 1
    }

    /// Whether a hex is in a zone of control of `side`.
    pub fn controls(&self, hex: Hex, side: usize) -> bool {
        self.zoc[side * self.sides.len() + hex.index()] > 0
    }

    /// Puts a unit that is off the map into a hex; its zone of control reaches `zoc`.
    pub fn place(&mut self, unit: u16, side: usize, hex: Hex, zoc: impl Iterator<Item = Hex>) {
        self.side[usize::from(unit)] = side as u8;
        self.place_half(unit, unit, side, hex, zoc);
    }

    /// Puts the other half of a unit that takes up two hexes beside the one that is placed.
    pub fn place_other(
        &mut self,
        unit: u16,
        side: usize,
        hex: Hex,
        zoc: impl Iterator<Item = Hex>,
    ) {
        let units = self.side.len();
        self.next.resize(2 * units, NO_UNIT);
        self.place_half(unit, unit + units as u16, side, hex, zoc);
    }

    fn place_half(
        &mut self,
        unit: u16,
        half: u16,
        side: usize,
        hex: Hex,
        zoc: impl Iterator<Item = Hex>,
    ) {
        // Keep the stack sorted, so that the same units in a hex are the same position.
        let mut before = NO_UNIT;
        let mut after = self.first[hex.index()];
        while after != NO_UNIT && unit_of(after, self.side.len()) < unit {
            before = after;
            after = self.next[usize::from(after)];
        }
        self.next[usize::from(half)] = after;
        if before == NO_UNIT {
            self.first[hex.index()] = half;
        } else {
            self.next[usize::from(before)] = half;
        }
        self.sides[hex.index()] |= 1 << side;
        let zone = side * self.sides.len();
        for other in zoc {
            let count = &mut self.zoc[zone + other.index()];
            *count = count.saturating_add(1);
        }
    }

    /// Takes a unit out of its hex, with the zone of control that it was placed with.
    pub fn lift(&mut self, unit: u16, side: usize, hex: Hex, zoc: impl Iterator<Item = Hex>) {
        self.lift_half(unit, side, hex, zoc);
    }

    /// Takes the other half of a unit that takes up two hexes out of its hex.
    pub fn lift_other(&mut self, unit: u16, side: usize, hex: Hex, zoc: impl Iterator<Item = Hex>) {
        self.lift_half(unit + self.side.len() as u16, side, hex, zoc);
    }

    fn lift_half(&mut self, half: u16, side: usize, hex: Hex, zoc: impl Iterator<Item = Hex>) {
        let Some(&after) = self.next.get(usize::from(half)) else { return };
        if self.first[hex.index()] == half {
            self.first[hex.index()] = after;
        } else {
            let mut before = self.first[hex.index()];
            while before != NO_UNIT && self.next[usize::from(before)] != half {
                before = self.next[usize::from(before)];
            }
            if before != NO_UNIT {
                self.next[usize::from(before)] = after;
            }
        }
        self.next[usize::from(half)] = NO_UNIT;
        let left = self.stack(hex).fold(0, |bits, other| bits | 1 << self.side[usize::from(other)]);
        self.sides[hex.index()] = left;
        let zone = side * self.sides.len();
        for other in zoc {
            let count = &mut self.zoc[zone + other.index()];
            *count = count.saturating_sub(1);
        }
    }
}

/// The units in a hex.
#[derive(Clone, Debug)]
pub struct Stack<'a> {
    next: &'a [u16],
    units: usize,
    half: u16,
}

/// The unit that a half belongs to.
#[inline]
fn unit_of(half: u16, units: usize) -> u16 {
    if usize::from(half) < units { half } else { half - units as u16 }
}

impl Iterator for Stack<'_> {
    type Item = u16;

    #[inline]
    fn next(&mut self) -> Option<u16> {
        let half = self.half;
        (half != NO_UNIT).then(|| {
            self.half = self.next[usize::from(half)];
            unit_of(half, self.units)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stack_is_sorted_whatever_came_first() {
        let mut board = Board::new(4, 5, 2);
        let none = || std::iter::empty();
        for unit in [3, 0, 4, 1] {
            board.place(unit, 1, Hex(2), none());
        }
        assert_eq!(board.stack(Hex(2)).collect::<Vec<_>>(), [0, 1, 3, 4]);
        board.lift(3, 1, Hex(2), none());
        board.lift(0, 1, Hex(2), none());
        assert_eq!(board.stack(Hex(2)).collect::<Vec<_>>(), [1, 4]);
        assert_eq!(board.holder(Hex(2)), Some(1));
        board.lift(1, 1, Hex(2), none());
        board.lift(4, 1, Hex(2), none());
        assert_eq!(board.holder(Hex(2)), None);
    }

    #[test]
    fn a_unit_of_two_hexes_stands_in_both() {
        let mut board = Board::new(4, 3, 2);
        let none = || std::iter::empty();
        board.place(0, 0, Hex(1), none());
        board.place(1, 1, Hex(1), none());
        board.place_other(1, 1, Hex(2), [Hex(3)].into_iter());
        board.place(2, 1, Hex(2), none());
        let stack = |board: &Board, hex| board.stack(Hex(hex)).collect::<Vec<_>>();
        assert_eq!((stack(&board, 1), stack(&board, 2)), (vec![0, 1], vec![1, 2]));
        assert!(board.holds(Hex(2), 1) && board.controls(Hex(3), 1));
        board.lift_other(1, 1, Hex(2), [Hex(3)].into_iter());
        board.lift(1, 1, Hex(1), none());
        assert_eq!((stack(&board, 1), stack(&board, 2)), (vec![0], vec![2]));
        assert!(!board.holds(Hex(1), 1) && !board.controls(Hex(3), 1));
    }

    #[test]
    fn several_sides_may_stand_in_a_hex() {
        let mut board = Board::new(2, 3, 3);
        let none = || std::iter::empty();
        board.place(0, 2, Hex(1), none());
        board.place(1, 0, Hex(1), none());
        board.place(2, 0, Hex(1), none());
        assert_eq!((board.present(Hex(1)), board.holder(Hex(1))), (0b101, Some(0)));
        board.lift(1, 0, Hex(1), none());
        assert!(board.holds(Hex(1), 0) && board.holds(Hex(1), 2) && !board.holds(Hex(1), 1));
        board.lift(2, 0, Hex(1), none());
        assert_eq!((board.present(Hex(1)), board.holder(Hex(1))), (0b100, Some(2)));
    }

    #[test]
    fn zones_of_control_are_counted() {
        let mut board = Board::new(4, 2, 2);
        board.place(0, 0, Hex(0), [Hex(1), Hex(2)].into_iter());
        board.place(1, 0, Hex(3), [Hex(2)].into_iter());
        board.lift(0, 0, Hex(0), [Hex(1), Hex(2)].into_iter());
        assert!(!board.controls(Hex(1), 0));
        assert!(board.controls(Hex(2), 0) && !board.controls(Hex(2), 1));
        assert_eq!((board.zone(0), board.zone(1)), (&[0, 0, 1, 0][..], &[0; 4][..]));
        assert_eq!(board.presence(), [0, 0, 0, 1]);
    }
}
