//! Where hexes lie on the plane, for screens and pictures.
//!
//! The plane's x runs right and its y down; the distance between adjacent centres is 1. The
//! origin is the centre of the hex in column 0, row 0, had it not been pushed.

use super::{Direction, Hex, HexGrid, Side};

/// Half of the square root of 3: from one line of hexes to the next.
const PITCH: f64 = 0.866_025_403_784_438_6;
/// From the centre of a hex to a corner.
const RADIUS: f64 = 0.577_350_269_189_625_8;

impl HexGrid {
    /// The centre of a hex.
    pub fn centre(&self, hex: Hex) -> [f32; 2] {
        let [x, y] = self.centre_f64(hex);
        [x as f32, y as f32]
    }

    /// The corners of a hex, clockwise. The side in direction `d` runs from corner `d` to
    /// corner `d + 1`.
    pub fn corners(&self, hex: Hex) -> [[f32; 2]; 6] {
        let [x, y] = self.centre_f64(hex);
        self.corner_offsets().map(|[dx, dy]| [(x + dx) as f32, (y + dy) as f32])
    }

    /// The two ends of a hexside, clockwise round the hex that it starts at.
    pub fn side_ends(&self, side: Side) -> [[f32; 2]; 2] {
        let corners = self.corners(side.hex());
        let first = side.direction().index();
        [corners[first], corners[(first + 1) % 6]]
    }

    /// The hex of the map that a point of the plane lies in.
    pub fn hex_at(&self, point: [f32; 2]) -> Option<Hex> {
        self.at_axial(self.axial_at(point)?).filter(|&hex| self.is_on_map(hex))
    }

    /// The hexside of the map nearest to a point within or just off the map, and how far it is.
    pub fn side_at(&self, point: [f32; 2]) -> Option<(Side, f32)> {
        let (q, r) = self.axial_at(point)?;
        let on_map = |at: (i32, i32)| self.at_axial(at).filter(|&hex| self.is_on_map(hex));
        let here = on_map((q, r));
        let steps = if self.flat { super::FLAT_STEPS } else { super::POINTY_STEPS };
        let mut best: Option<(Side, f32)> = None;
        for direction in Direction::ALL {
            let (dq, dr) = steps[direction.index()];
            let side = match (here, on_map((q + dq, r + dr))) {
                (Some(hex), _) => self.side(hex, direction),
                (None, Some(other)) => self.side(other, direction.opposite()),
                (None, None) => continue,
            };
            let distance = distance_to_segment(point, self.side_ends(side));
            if best.is_none_or(|(_, least)| distance < least) {
                best = Some((side, distance));
            }
        }
        best
    }

    /// The smallest upright rectangle around all hexes of the map: its least and greatest corner.
    pub fn bounds(&self) -> [[f32; 2]; 2] {
        self.bounds
    }

    pub(super) fn find_bounds(&self) -> [[f32; 2]; 2] {
        if self.has_cut() {
            return self.bounds_of_boards();
        }
        let (columns, rows) = (f64::from(self.columns), f64::from(self.rows));
        let (lines, along) = if self.flat { (columns, rows) } else { (rows, columns) };
        // Across the lines a hex reaches a corner, along them half its width. With a single
        // line, only one parity is there.
        let across = [-RADIUS, (lines - 1.0) * PITCH + RADIUS];
        let (first, second) = (self.push(0), self.push(1));
        let (least, most) =
            if lines > 1.0 { (first.min(second), first.max(second)) } else { (first, first) };
        let along = [least - 0.5, most + along - 0.5];
        let corner = |end: usize| {
            let (a, b) = (across[end] as f32, along[end] as f32);
            if self.flat { [a, b] } else { [b, a] }
        };
        [corner(0), corner(1)]
    }

    /// The same of boards that are cut through hexes: hexes beyond the cut are no part of it.
    fn bounds_of_boards(&self) -> [[f32; 2]; 2] {
        let mut around = [[f32::INFINITY; 2], [f32::NEG_INFINITY; 2]];
        for corner in self.hexes_on_map().flat_map(|hex| self.corners(hex)) {
            for axis in 0..2 {
                around[0][axis] = around[0][axis].min(corner[axis]);
                around[1][axis] = around[1][axis].max(corner[axis]);
            }
        }
        if around[0][0] <= around[1][0] { around } else { [[0.0; 2]; 2] }
    }

    fn push(&self, line: i32) -> f64 {
        if (line & 1) == self.pushed_parity { 0.5 } else { 0.0 }
    }

    fn centre_f64(&self, hex: Hex) -> [f64; 2] {
        let (column, row) = self.column_row(hex);
        if self.flat {
            [f64::from(column) * PITCH, f64::from(row) + self.push(column)]
        } else {
            [f64::from(column) + self.push(row), f64::from(row) * PITCH]
        }
    }

    /// From the centre to each corner, in the order of [`HexGrid::corners`].
    fn corner_offsets(&self) -> [[f64; 2]; 6] {
        let half = RADIUS / 2.0;
        if self.flat {
            [[-half, -0.5], [half, -0.5], [RADIUS, 0.0], [half, 0.5], [-half, 0.5], [-RADIUS, 0.0]]
        } else {
            [[0.0, -RADIUS], [0.5, -half], [0.5, half], [0.0, RADIUS], [-0.5, half], [-0.5, -half]]
        }
    }

    /// The axial coordinates of the hex that a point lies in, on the map or not. `None` for
    /// points too far out to be told apart.
    fn axial_at(&self, [x, y]: [f32; 2]) -> Option<(i32, i32)> {
        let far = 20_000.0;
        if !(x.abs() < far && y.abs() < far) {
            return None;
        }
        // Undo the push of line 0, from which axial coordinates count.
        let push = self.push(0);
        let (across, along) = if self.flat { (x, y) } else { (y, x) };
        let line = f64::from(across) / PITCH;
        let offset = f64::from(along) - push - line / 2.0;
        let (q, r) = if self.flat { (line, offset) } else { (offset, line) };
        let s = -q - r;
        let (mut rq, mut rr, rs) = (q.round(), r.round(), s.round());
        let (eq, er, es) = ((rq - q).abs(), (rr - r).abs(), (rs - s).abs());
        if eq > er && eq > es {
            rq = -rr - rs;
        } else if er > es {
            rr = -rq - rs;
        }
        Some((rq as i32, rr as i32))
    }
}

fn distance_to_segment([x, y]: [f32; 2], [[ax, ay], [bx, by]]: [[f32; 2]; 2]) -> f32 {
    let (dx, dy) = (bx - ax, by - ay);
    let length = dx * dx + dy * dy;
    let t = if length > 0.0 { ((x - ax) * dx + (y - ay) * dy) / length } else { 0.0 };
    let t = t.clamp(0.0, 1.0);
    (x - ax - t * dx).hypot(y - ay - t * dy)
}
