//! Sets of hexes as outlines, and the line between two of them.
//!
//! A set of a thousand hexes has an outline of perhaps a hundred hexsides, so a page that shows
//! many sets stays small.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use salient_hex::grid::{Direction, Hex, HexGrid};

/// Units of a picture from centre to centre of adjacent hexes.
pub(super) const UNITS_PER_HEX: f32 = 100.0;

/// A corner of the hexgrid. Corners lie on a lattice of quarters of a hex's width, so each has
/// exact whole coordinates, from whichever of its three hexes it is reached.
type Corner = [i32; 2];

/// The lattice of a grid's corners and its place in a picture.
pub(super) struct Lattice<'a> {
    grid: &'a HexGrid,
    /// The point of the plane at the picture's origin.
    origin: [f32; 2],
    /// From one lattice line to the next, on the plane.
    pitch: [f32; 2],
}

impl<'a> Lattice<'a> {
    pub(super) fn new(grid: &'a HexGrid, origin: [f32; 2]) -> Self {
        // The corner at the end of a hexside of a flat-topped grid is a quarter of the width
        // off the centre; of a pointy-topped one half the distance to a neighbour.
        let (quarter, half) = (0.288_675_13, 0.5);
        let flat = grid.compass(Direction::new(0)) == "n";
        let pitch = if flat { [quarter, half] } else { [half, quarter] };
        Self { grid, origin, pitch }
    }

    fn corners(&self, hex: Hex) -> [Corner; 6] {
        self.grid
            .corners(hex)
            .map(|[x, y]| [(x / self.pitch[0]).round() as i32, (y / self.pitch[1]).round() as i32])
    }

    /// Where a corner lies in the picture, in whole units.
    fn place(&self, corner: Corner) -> [i32; 2] {
        let along = |axis: usize| {
            let point = corner[axis] as f32 * self.pitch[axis] - self.origin[axis];
            (point * UNITS_PER_HEX).round() as i32
        };
        [along(0), along(1)]
    }

    /// Where the centre of a hex lies in the picture.
    pub(super) fn centre(&self, hex: Hex) -> [i32; 2] {
        let [x, y] = self.grid.centre(hex);
        [x - self.origin[0], y - self.origin[1]]
            .map(|length| (length * UNITS_PER_HEX).round() as i32)
    }

    /// The outline of a set of hexes as the data of an SVG path, to be filled by the even-odd
    /// rule. Empty for the empty set.
    pub(super) fn region(&self, within: impl Fn(Hex) -> bool) -> String {
        let chains = self.chains(|hex, other| within(hex) && !other.is_some_and(&within));
        let mut data = String::new();
        for (corners, _) in chains {
            // The last corner of a loop is the first once more.
            let Some((first, rest)) = corners.split_first() else { continue };
            let mut at = self.place(*first);
            let _ = write!(data, "M{} {}l", at[0], at[1]);
            for (number, corner) in rest.iter().take(rest.len().saturating_sub(1)).enumerate() {
                let next = self.place(*corner);
                let [dx, dy] = [next[0] - at[0], next[1] - at[1]];
                let gap = if number == 0 || dx < 0 { "" } else { " " };
                let between = if dy < 0 { "" } else { " " };
                let _ = write!(data, "{gap}{dx}{between}{dy}");
                at = next;
            }
            data.push('z');
        }
        data
    }

    /// The line along all hexsides that have a hex of the first set on one side and one of the
    /// second on the other, its corners rounded off, as the data of an SVG path.
    pub(super) fn border(
        &self,
        first: impl Fn(Hex) -> bool,
        second: impl Fn(Hex) -> bool,
    ) -> String {
        let chains = self.chains(|hex, other| first(hex) && other.is_some_and(&second));
        let mut data = String::new();
        for (corners, closed) in chains {
            self.write_smoothly(&corners, closed, &mut data);
        }
        data
    }

    /// Runs through the middles of hexsides, bent at the corners.
    fn write_smoothly(&self, corners: &[Corner], closed: bool, data: &mut String) {
        let points: Vec<[i32; 2]> = corners.iter().map(|&corner| self.place(corner)).collect();
        let middle = |a: [i32; 2], b: [i32; 2]| [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
        let (Some(&start), Some(&end)) = (points.first(), points.last()) else { return };
        let Some(&second) = points.get(1) else { return };
        let begin = middle(start, second);
        if closed {
            let _ = write!(data, "M{} {}", begin[0], begin[1]);
        } else {
            let _ = write!(data, "M{} {}L{} {}", start[0], start[1], begin[0], begin[1]);
        }
        for pair in points[1..].windows(2) {
            let to = middle(pair[0], pair[1]);
            let _ = write!(data, "Q{} {} {} {}", pair[0][0], pair[0][1], to[0], to[1]);
        }
        if closed {
            let _ = write!(data, "Q{} {} {} {}z", start[0], start[1], begin[0], begin[1]);
        } else {
            let _ = write!(data, "L{} {}", end[0], end[1]);
        }
    }

    /// Hexsides strung together, each with its hex on the right hand, and whether the string
    /// closes. A closed one ends with the corner that it began with. A corner touches three
    /// hexes, so at most one string runs through it.
    fn chains(&self, is_edge: impl Fn(Hex, Option<Hex>) -> bool) -> Vec<(Vec<Corner>, bool)> {
        let mut next: BTreeMap<Corner, Corner> = BTreeMap::new();
        let mut ends: BTreeSet<Corner> = BTreeSet::new();
        for hex in self.grid.hexes() {
            let neighbours = self.grid.neighbours(hex);
            let corners = self.corners(hex);
            for (number, &neighbour) in neighbours.iter().enumerate() {
                if is_edge(hex, neighbour) {
                    next.insert(corners[number], corners[(number + 1) % 6]);
                    ends.insert(corners[(number + 1) % 6]);
                }
            }
        }
        // Open strings first, from their beginnings; what then is left is closed.
        let begins: Vec<Corner> =
            next.keys().copied().filter(|corner| !ends.contains(corner)).collect();
        let mut chains = Vec::new();
        for begin in begins {
            chains.push((follow(&mut next, begin), false));
        }
        while let Some((&begin, _)) = next.first_key_value() {
            chains.push((follow(&mut next, begin), true));
        }
        chains
    }
}

/// Takes a string of corners out, from its beginning as far as it goes.
fn follow(next: &mut BTreeMap<Corner, Corner>, begin: Corner) -> Vec<Corner> {
    let mut corners = vec![begin];
    let mut at = begin;
    while let Some(to) = next.remove(&at) {
        corners.push(to);
        at = to;
    }
    corners
}

#[cfg(test)]
mod tests {
    use super::*;
    use salient_schema::map::{Grid, Orientation, Pushed};
    use salient_schema::numbering::{HorizontalEdge, NumberOrder, Numbering, VerticalEdge};

    fn grid(orientation: Orientation) -> HexGrid {
        HexGrid::new(&Grid {
            orientation,
            columns: 8,
            rows: 8,
            pushed: Pushed::Second,
            numbering: Numbering {
                order: NumberOrder::ColumnRow,
                separator: String::new(),
                column_digits: 2,
                row_digits: 2,
                first_column: 1,
                first_row: 1,
                columns_from: HorizontalEdge::West,
                rows_from: VerticalEdge::North,
            },
            metres_per_hex: 1000.0,
            boards: Vec::new(),
        })
    }

    #[test]
    fn one_hex_is_a_loop_of_six_corners() {
        for orientation in [Orientation::FlatTopped, Orientation::PointyTopped] {
            let grid = grid(orientation);
            let lattice = Lattice::new(&grid, [0.0, 0.0]);
            let chains = lattice.chains(|hex, _| hex == Hex(20));
            assert_eq!(chains.len(), 1);
            assert_eq!((chains[0].0.len(), chains[0].1), (7, true));
        }
    }

    #[test]
    fn a_ring_of_hexes_has_an_outer_and_an_inner_loop() {
        for orientation in [Orientation::FlatTopped, Orientation::PointyTopped] {
            let grid = grid(orientation);
            let lattice = Lattice::new(&grid, [0.0, 0.0]);
            let middle = grid.parse("0404").unwrap();
            let path = lattice.region(|hex| grid.distance(hex, middle) == 1);
            assert_eq!(path.matches('M').count(), 2, "{path}");
            assert_eq!(path.matches('z').count(), 2, "{path}");
            assert_eq!(lattice.region(|_| false), "");
        }
    }

    #[test]
    fn a_front_across_the_map_is_one_open_line() {
        for orientation in [Orientation::FlatTopped, Orientation::PointyTopped] {
            let grid = grid(orientation);
            let lattice = Lattice::new(&grid, [0.0, 0.0]);
            let east = |hex: Hex| grid.index(hex).column >= 4;
            let front = lattice.border(east, |hex| !east(hex));
            assert_eq!(front.matches('M').count(), 1, "{front}");
            assert!(!front.contains('z'));
            // No front where the sides do not touch.
            assert_eq!(lattice.border(|hex| hex == Hex(0), |hex| hex == Hex(60)), "");
        }
    }
}
