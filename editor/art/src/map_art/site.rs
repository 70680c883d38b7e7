//! One hex as a place to draw in.

use salient_hex::grid::{Direction, Hex, HexGrid};

use crate::noise;
use crate::scene::Point;

/// A hex, on the map or in the key, with what its surroundings mean for one kind.
#[derive(Clone, Copy, Debug)]
pub struct Site {
    pub centre: Point,
    pub corners: [Point; 6],
    /// Whether the ground runs on over the side in each direction.
    pub open: [bool; 6],
    /// Whether the map ends there: ground reaches the edge, but nothing may stick out.
    pub edge: [bool; 6],
}

impl Site {
    /// A hex of a grid; `open` tells of each neighbour whether the ground runs on into it. It
    /// runs on over the edge of the map.
    pub fn new(grid: &HexGrid, hex: Hex, open: impl Fn(Hex) -> bool) -> Self {
        let edge = Direction::ALL.map(|d| grid.neighbour(hex, d).is_none());
        let open = Direction::ALL.map(|d| grid.neighbour(hex, d).is_none_or(&open));
        Self { centre: grid.centre(hex), corners: grid.corners(hex), open, edge }
    }

    /// A hex by itself.
    pub fn alone(grid: &HexGrid, hex: Hex) -> Self {
        Self {
            centre: grid.centre(hex),
            corners: grid.corners(hex),
            open: [false; 6],
            edge: [false; 6],
        }
    }

    /// The way out over the side in a direction: a vector of length 1.
    pub fn outward(&self, direction: usize) -> Point {
        let [a, b] = self.side(direction);
        let [x, y] = [(a[0] + b[0]) / 2.0 - self.centre[0], (a[1] + b[1]) / 2.0 - self.centre[1]];
        let length = x.hypot(y).max(1e-6);
        [x / length, y / length]
    }

    /// The ends of the side in a direction, clockwise.
    pub fn side(&self, direction: usize) -> [Point; 2] {
        [self.corners[direction % 6], self.corners[(direction + 1) % 6]]
    }

    /// The point at a distance from the centre towards a direction; 0.5 is on the side.
    pub fn towards(&self, direction: usize, distance: f32) -> Point {
        let [x, y] = self.outward(direction);
        [self.centre[0] + x * distance, self.centre[1] + y * distance]
    }

    /// A point by its offset from the centre.
    pub fn at(&self, dx: f32, dy: f32) -> Point {
        [self.centre[0] + dx, self.centre[1] + dy]
    }

    /// How far inside the hex a point lies, and how far from its closed sides (a little more
    /// than that from the edge of the map). Below 0 outside.
    pub fn depths(&self, point: Point) -> (f32, f32) {
        self.depths_by(&self.normals(), point)
    }

    /// The ways out over all six sides.
    fn normals(&self) -> [Point; 6] {
        std::array::from_fn(|direction| self.outward(direction))
    }

    fn depths_by(&self, normals: &[Point; 6], point: Point) -> (f32, f32) {
        let (dx, dy) = (point[0] - self.centre[0], point[1] - self.centre[1]);
        let mut inside = f32::INFINITY;
        let mut from_closed = f32::INFINITY;
        for (direction, [nx, ny]) in normals.iter().enumerate() {
            let depth = 0.5 - (dx * nx + dy * ny);
            inside = inside.min(depth);
            if self.edge[direction] {
                from_closed = from_closed.min(depth + 0.06);
            } else if !self.open[direction] {
                from_closed = from_closed.min(depth);
            }
        }
        (inside, from_closed)
    }

    /// The hex with its closed sides drawn in by `closed` and its open ones pushed out by
    /// `open`: a convex polygon.
    pub fn inset(&self, closed: f32, open: f32) -> Vec<Point> {
        let mut polygon: Vec<Point> = Vec::with_capacity(12);
        // Large enough to be cut by all six sides.
        let far = 2.0;
        polygon.extend([
            self.at(-far, -far),
            self.at(far, -far),
            self.at(far, far),
            self.at(-far, far),
        ]);
        for direction in 0..6 {
            let normal = self.outward(direction);
            let reach = match (self.edge[direction], self.open[direction]) {
                (true, _) => 0.5,
                (false, true) => 0.5 + open,
                (false, false) => 0.5 - closed,
            };
            polygon = cut(&polygon, self.centre, normal, reach);
        }
        polygon
    }

    /// Calls `place` with the points of a scatter that runs on seamlessly from hex to hex: a
    /// jittered lattice over the whole plane, from the top down.
    pub fn scatter(&self, spacing: f32, purpose: u32, mut place: impl FnMut(Point, (i32, i32))) {
        let reach = 0.58;
        let pitch = spacing * 0.866;
        let normals = self.normals();
        let row0 = ((self.centre[1] - reach) / pitch).floor() as i32 - 1;
        let row1 = ((self.centre[1] + reach) / pitch).ceil() as i32 + 1;
        let column0 = ((self.centre[0] - reach) / spacing).floor() as i32 - 1;
        let column1 = ((self.centre[0] + reach) / spacing).ceil() as i32 + 1;
        for row in row0..=row1 {
            let push = if row & 1 == 0 { 0.0 } else { 0.5 };
            for column in column0..=column1 {
                let dx = noise::signed(column, row, purpose) * 0.3;
                let dy = noise::signed(column, row, purpose ^ 0x5bd1) * 0.3;
                let point = [(column as f32 + push + dx) * spacing, (row as f32 + dy) * pitch];
                if self.depths_by(&normals, point).0 >= 0.0 {
                    place(point, (column, row));
                }
            }
        }
    }

    /// A whole number pair of its own for hashes.
    pub fn seed(&self) -> (i32, i32) {
        noise::key(self.centre)
    }

    /// A number of its own from 0 up to 1.
    pub fn chance(&self, purpose: u32) -> f32 {
        let (x, y) = self.seed();
        noise::unit(x, y, purpose)
    }
}

/// The part of a convex polygon within `reach` of a point along a direction.
fn cut(polygon: &[Point], from: Point, normal: Point, reach: f32) -> Vec<Point> {
    let depth = |p: &Point| reach - ((p[0] - from[0]) * normal[0] + (p[1] - from[1]) * normal[1]);
    let mut kept = Vec::with_capacity(polygon.len() + 1);
    for (at, a) in polygon.iter().enumerate() {
        let Some(b) = polygon.get((at + 1) % polygon.len()) else { continue };
        let (da, db) = (depth(a), depth(b));
        if da >= 0.0 {
            kept.push(*a);
        }
        if (da >= 0.0) != (db >= 0.0) {
            let t = da / (da - db);
            kept.push([a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t]);
        }
    }
    kept
}

/// A point turned about the origin.
pub fn turn([x, y]: Point, angle: f32) -> Point {
    let (sin, cos) = angle.sin_cos();
    [x * cos - y * sin, x * sin + y * cos]
}

/// A rectangle with its middle at a point, turned.
pub fn rectangle(centre: Point, width: f32, height: f32, angle: f32) -> [Point; 4] {
    let (w, h) = (width / 2.0, height / 2.0);
    [[-w, -h], [w, -h], [w, h], [-w, h]].map(|corner| {
        let [x, y] = turn(corner, angle);
        [centre[0] + x, centre[1] + y]
    })
}

/// The points of an arc, clockwise from `from` to `to` radians.
pub fn arc(centre: Point, radius: f32, from: f32, to: f32, pieces: usize) -> Vec<Point> {
    let pieces = pieces.max(1);
    (0..=pieces)
        .map(|at| {
            let angle = from + (to - from) * at as f32 / pieces as f32;
            [centre[0] + radius * angle.cos(), centre[1] + radius * angle.sin()]
        })
        .collect()
}
