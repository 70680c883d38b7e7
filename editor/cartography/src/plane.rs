//! Where hexes and their corners lie on the map's plane.
//!
//! As for [`HexGrid`]: x runs right and y down, adjacent centres are 1 apart, and the origin is
//! the centre of the hex in column 0, row 0, had it not been pushed. Corners are known by exact
//! whole numbers, so that two hexes agree on the corner that they share.

use salient_hex::{Direction, Hex, HexGrid, Side};
use salient_schema::HexIndex;
use salient_schema::map::Orientation;

/// A place on the plane.
pub type Point = [f64; 2];

/// Half of the square root of 3: from one line of hexes to the next.
const PITCH: f64 = 0.866_025_403_784_438_6;

/// A corner of hexes: across the lines in thirds of the pitch, along them in halves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Corner {
    x: i32,
    y: i32,
}

/// A grid with its geometry.
#[derive(Clone, Debug)]
pub struct Plane {
    /// The grid.
    pub grid: HexGrid,
    flat: bool,
}

impl Plane {
    /// The plane of a grid.
    pub fn new(grid: HexGrid) -> Self {
        let flat = grid.grid().orientation == Orientation::FlatTopped;
        Self { grid, flat }
    }

    /// The centre of a hex.
    pub fn centre(&self, hex: Hex) -> Point {
        let (line, along) = self.centre_units(hex);
        self.point(f64::from(line) * PITCH, f64::from(along) / 2.0)
    }

    /// The corners of a hex, clockwise. The side in direction `d` runs from corner `d` to
    /// corner `d + 1`.
    pub fn corners(&self, hex: Hex) -> [Corner; 6] {
        let (line, along) = self.centre_units(hex);
        // Across and along, clockwise on the screen: a pointy-topped hex is a flat-topped one
        // seen in a mirror, so it runs the other way from another start.
        const FLAT: [(i32, i32); 6] = [(-1, -1), (1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0)];
        const POINTY: [(i32, i32); 6] = [(-2, 0), (-1, 1), (1, 1), (2, 0), (1, -1), (-1, -1)];
        let offsets = if self.flat { FLAT } else { POINTY };
        offsets.map(|(across, more)| {
            let (across, along) = (3 * line + across, along + more);
            if self.flat { Corner { x: across, y: along } } else { Corner { x: along, y: across } }
        })
    }

    /// All hexsides of the map, each once.
    pub fn sides(&self) -> impl Iterator<Item = Side> {
        self.grid.hexes().flat_map(|hex| {
            let sides = Direction::ALL.map(|direction| self.grid.side(hex, direction));
            sides.into_iter().filter(move |side| side.hex() == hex)
        })
    }

    /// The two ends of a side of a hex, clockwise.
    pub fn side_ends(&self, hex: Hex, direction: Direction) -> [Corner; 2] {
        let corners = self.corners(hex);
        let first = direction.index();
        [corners[first], corners[(first + 1) % 6]]
    }

    /// Where a corner lies.
    pub fn place(&self, corner: Corner) -> Point {
        let (across, along) = if self.flat { (corner.x, corner.y) } else { (corner.y, corner.x) };
        self.point(f64::from(across) * PITCH / 3.0, f64::from(along) / 2.0)
    }

    /// The hex that a point lies in.
    pub fn hex_at(&self, point: Point) -> Option<Hex> {
        let (hex, _) = self.nearest(point)?;
        // The nearest centre of the endless grid is not that of another hex, off the map.
        let [x, y] = point;
        let (across, along) = if self.flat { (x, y) } else { (y, x) };
        let least = self.distance_to_endless(across, along);
        (square(self.centre(hex), point) <= least + 1e-12 && self.grid.is_on_map(hex))
            .then_some(hex)
    }

    /// The hex of the map whose centre is nearest to a point, and the square of how far it is.
    pub fn nearest(&self, point: Point) -> Option<(Hex, f64)> {
        let [x, y] = point;
        if !x.is_finite() || !y.is_finite() || self.grid.is_empty() {
            return None;
        }
        let (across, along) = if self.flat { (x, y) } else { (y, x) };
        let (lines, places) = self.size();
        let line = (across / PITCH).round().clamp(0.0, f64::from(lines - 1)) as i32;
        let place = along.floor().clamp(0.0, f64::from(places - 1)) as i32;
        let mut best: Option<(Hex, f64)> = None;
        for line in (line - 1).max(0)..=(line + 1).min(lines - 1) {
            for place in (place - 1).max(0)..=(place + 1).min(places - 1) {
                let (column, row) = if self.flat { (line, place) } else { (place, line) };
                let index = HexIndex::new(column as u16, row as u16);
                let Some(hex) = self.grid.hex(index) else { continue };
                let far = square(self.centre(hex), point);
                let better =
                    best.is_none_or(|(other, least)| far < least || (far == least && hex < other));
                if better {
                    best = Some((hex, far));
                }
            }
        }
        best
    }

    /// The least and the greatest corner of a rectangle around all hexes.
    pub fn bounds(&self) -> [Point; 2] {
        let (lines, places) = self.size();
        let across = f64::from(lines) * PITCH;
        let along = f64::from(places) + 0.5;
        [self.point(-PITCH, -0.5), self.point(across, along)]
    }

    /// The square of how far a point is from the nearest centre, were the grid endless.
    fn distance_to_endless(&self, across: f64, along: f64) -> f64 {
        let mut least = f64::INFINITY;
        let middle = (across / PITCH).round();
        for line in [middle - 1.0, middle, middle + 1.0] {
            let odd = line.rem_euclid(2.0) == 1.0;
            let push = if odd == self.odd_lines_pushed() { 0.5 } else { 0.0 };
            let place = (along - push).round() + push;
            let (a, b) = (line * PITCH - across, place - along);
            least = least.min(a * a + b * b);
        }
        least
    }

    fn odd_lines_pushed(&self) -> bool {
        self.grid.grid().pushed.applies_to(1)
    }

    /// The number of lines (columns of a flat-topped grid, rows of a pointy-topped one) and of
    /// hexes in each.
    fn size(&self) -> (i32, i32) {
        let (columns, rows) = (i32::from(self.grid.columns()), i32::from(self.grid.rows()));
        if self.flat { (columns, rows) } else { (rows, columns) }
    }

    /// The line of a hex, and twice its place along it.
    fn centre_units(&self, hex: Hex) -> (i32, i32) {
        let index = self.grid.index(hex);
        let (line, place) =
            if self.flat { (index.column, index.row) } else { (index.row, index.column) };
        let push = i32::from(self.grid.grid().pushed.applies_to(line));
        (i32::from(line), 2 * i32::from(place) + push)
    }

    fn point(&self, across: f64, along: f64) -> Point {
        if self.flat { [across, along] } else { [along, across] }
    }
}

/// The square of the distance between two points.
pub fn square([ax, ay]: Point, [bx, by]: Point) -> f64 {
    (ax - bx) * (ax - bx) + (ay - by) * (ay - by)
}

/// The point half-way between two.
pub fn middle([ax, ay]: Point, [bx, by]: Point) -> Point {
    [(ax + bx) / 2.0, (ay + by) / 2.0]
}

/// The square of the distance from a point to a run of straight lines.
pub fn square_to_line(point: Point, line: &[Point]) -> f64 {
    let mut least = line.first().map_or(f64::INFINITY, |&first| square(point, first));
    for ends in line.windows(2) {
        if let [from, to] = *ends {
            least = least.min(square_to_segment(point, from, to));
        }
    }
    least
}

fn square_to_segment(point: Point, from: Point, to: Point) -> f64 {
    let [dx, dy] = [to[0] - from[0], to[1] - from[1]];
    let length = dx * dx + dy * dy;
    if length == 0.0 {
        return square(point, from);
    }
    let t = (((point[0] - from[0]) * dx + (point[1] - from[1]) * dy) / length).clamp(0.0, 1.0);
    square(point, [from[0] + t * dx, from[1] + t * dy])
}

/// The length of a run of straight lines.
pub fn length(line: &[Point]) -> f64 {
    line.windows(2).map(|ends| square(ends[0], ends[1]).sqrt()).sum()
}

#[cfg(test)]
mod tests {
    use salient_schema::map::{Grid, Pushed};
    use salient_schema::numbering::{HorizontalEdge, NumberOrder, Numbering, VerticalEdge};

    use super::*;

    fn planes() -> Vec<Plane> {
        let mut planes = Vec::new();
        for orientation in [Orientation::FlatTopped, Orientation::PointyTopped] {
            for pushed in [Pushed::First, Pushed::Second] {
                planes.push(Plane::new(HexGrid::new(&Grid {
                    orientation,
                    columns: 7,
                    rows: 6,
                    pushed,
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
                    metres_per_hex: 1.0,
                    boards: Vec::new(),
                })));
            }
        }
        planes
    }

    #[test]
    fn agrees_with_the_engine() {
        for plane in planes() {
            for hex in plane.grid.hexes() {
                let [x, y] = plane.centre(hex);
                let [ex, ey] = plane.grid.centre(hex);
                assert!((x - f64::from(ex)).abs() < 1e-5 && (y - f64::from(ey)).abs() < 1e-5);
                let corners = plane.corners(hex).map(|corner| plane.place(corner));
                for (ours, theirs) in corners.iter().zip(plane.grid.corners(hex)) {
                    let apart = (ours[0] - f64::from(theirs[0])).abs()
                        + (ours[1] - f64::from(theirs[1])).abs();
                    assert!(apart < 1e-5, "{ours:?} {theirs:?}");
                }
            }
        }
    }

    #[test]
    fn adjacent_hexes_share_their_corners() {
        for plane in planes() {
            for hex in plane.grid.hexes() {
                for direction in Direction::ALL {
                    let Some(other) = plane.grid.neighbour(hex, direction) else { continue };
                    let [a, b] = plane.side_ends(hex, direction);
                    assert_eq!(plane.side_ends(other, direction.opposite()), [b, a]);
                }
            }
        }
    }

    #[test]
    fn every_point_is_in_the_hex_that_the_engine_says() {
        for plane in planes() {
            for i in -20..90 {
                for j in -20..90 {
                    let point = [f64::from(i) * 0.0937 + 0.001, f64::from(j) * 0.0937 + 0.0007];
                    let engine = plane.grid.hex_at([point[0] as f32, point[1] as f32]);
                    assert_eq!(plane.hex_at(point), engine, "{point:?}");
                }
            }
        }
    }
}
