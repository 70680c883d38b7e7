//! What lies near the hexagons of a file: points in them, and hexagons of which a part is missing,
//! as one that is clipped at a coast, or cut in two at the date line.

use std::collections::BTreeMap;

use super::geometry::Position;
use super::hexagon::{Key, area, distance, middle};
use super::lattice::{Axial, Cells, in_steps};

/// Finds the hexagon that is nearest to a place.
pub struct Near {
    cells: Cells,
    /// Those that lie on the grid, by squares of the frame.
    squares: Vec<((i32, i32), u32)>,
    /// The first and the last square that any of them lies near, across and down.
    reach: [[i32; 2]; 2],
}

/// How far from a whole hexagon others are looked for, in squares.
const REACH: i32 = 8;
/// How far the sides of a part may lie from those of its hex, in ways to a corner.
const OFF: f64 = 0.04;

impl Near {
    pub fn new(cells: Cells) -> Self {
        let is_laid = |at: &u32| cells.places[*at as usize].is_some();
        let laid = (0..cells.hexagons.len() as u32).filter(is_laid);
        let mut squares: Vec<((i32, i32), u32)> =
            laid.map(|at| (square(middle(&cells.cell(at as usize)), cells.radius), at)).collect();
        squares.sort_unstable();
        let span = |of: fn(&(i32, i32)) -> i32| {
            let along = || squares.iter().map(|(square, _)| of(square));
            let [least, most] = [along().min(), along().max()].map(Option::unwrap_or_default);
            [least.saturating_sub(REACH), most.saturating_add(REACH)]
        };
        let reach = [span(|square| square.0), span(|square| square.1)];
        Self { cells, squares, reach }
    }

    /// The hexagons.
    pub fn cells(&self) -> &Cells {
        &self.cells
    }

    /// The hexagon nearest to a place on the frame.
    fn nearest(&self, place: Position) -> Option<usize> {
        let (x, y) = square(place, self.cells.radius);
        let is_within = |part: i32, [least, most]: [i32; 2]| (least..=most).contains(&part);
        if !(is_within(x, self.reach[0]) && is_within(y, self.reach[1])) {
            return None;
        }
        let mut best: Option<(f64, u32)> = None;
        let mut last = REACH;
        for ring in 0..=REACH {
            if ring > last {
                break;
            }
            for dx in -ring..=ring {
                let is_end = dx.abs() == ring;
                for dy in (-ring..=ring).step_by(if is_end { 1 } else { 2 * ring as usize }) {
                    let square = (x.saturating_add(dx), y.saturating_add(dy));
                    let from = self.squares.partition_point(|(other, _)| *other < square);
                    let here =
                        self.squares[from..].iter().take_while(|(other, _)| *other == square);
                    for (_, at) in here {
                        let far = distance(middle(&self.cells.cell(*at as usize)), place);
                        if best.is_none_or(|(least, _)| far < least) {
                            best = Some((far, *at));
                            // What lies nearer may be a square further off.
                            last = last.min(ring + 1);
                        }
                    }
                }
            }
        }
        best.map(|(_, at)| at as usize)
    }

    /// The hex that a place on the frame lies in, and its corners, as the nearest hexagon has it.
    fn hex_on_frame(&self, place: Position) -> Option<(Axial, [Position; 6])> {
        let at = self.nearest(place)?;
        let (q, r) = self.cells.places[at]?;
        let (cell, steps) = (self.cells.cell(at), self.cells.steps_at(at));
        let centre = middle(&cell);
        let way = in_steps(steps, [place[0] - centre[0], place[1] - centre[1]]);
        let (dq, dr) = rounded(way).filter(|(q, r)| q.abs().max(r.abs()) < 1000)?;
        let by = |axis: usize| f64::from(dq) * steps[0][axis] + f64::from(dr) * steps[1][axis];
        Some(((q + dq, r + dr), cell.map(|corner| [corner[0] + by(0), corner[1] + by(1)])))
    }

    /// The hex that a place in degrees lies in, on the map or off it.
    pub fn hex(&self, place: Position) -> Option<Axial> {
        let place = self.cells.frame.place(place);
        place
            .iter()
            .all(|part| part.is_finite())
            .then(|| self.hex_on_frame(place))?
            .map(|hex| hex.0)
    }

    /// The hex of which a ring is a part, and how much of it that is; none for an area that is no
    /// part of one hex. Such a part lies within its hex, and somewhere along its sides.
    pub fn hex_of_part(&self, ring: &[Position]) -> Option<(Axial, f64)> {
        let [first, ..] = ring else { return None };
        let begin = self.cells.frame.place(*first);
        let place = |[x, y]: Position| {
            let [dx, dy] = [x - first[0], y - first[1]];
            let [x, y] = self.cells.frame.scaled([dx, dy]);
            [begin[0] + x, begin[1] + y]
        };
        let ring: Vec<Position> = ring.iter().map(|corner| place(*corner)).collect();
        let size = area(&ring).abs();
        let is_far = |corner: &Position| distance(*corner, begin) > 4.0 * self.cells.radius;
        if !(size > 0.0 && size.is_finite()) || ring.iter().any(is_far) {
            return None;
        }
        let (hex, cell) = self.hex_on_frame(centroid(&ring, begin))?;
        let centre = middle(&cell);
        let most = OFF * cell.iter().map(|corner| distance(*corner, centre)).sum::<f64>() / 6.0;
        let mut along = 0;
        for corner in ring {
            let depth = depth(&cell, corner);
            if depth < -most {
                return None;
            }
            along += usize::from(depth <= most);
        }
        (along >= 2).then(|| (hex, size / area(&cell).abs()))
    }
}

fn square([x, y]: Position, radius: f64) -> (i32, i32) {
    let side = 2.0 * radius;
    ((x / side).floor() as i32, (y / side).floor() as i32)
}

/// The hex nearest to a way in steps.
fn rounded([q, r]: Position) -> Option<Axial> {
    let s = -q - r;
    let [a, b, c] = [q, r, s].map(f64::round);
    let [x, y, z] = [(a - q).abs(), (b - r).abs(), (c - s).abs()];
    if !(x.is_finite() && y.is_finite()) {
        return None;
    }
    Some(match (x > y && x > z, y > z) {
        (true, _) => ((-b - c) as i32, b as i32),
        (false, true) => (a as i32, (-a - c) as i32),
        (false, false) => (a as i32, b as i32),
    })
}

/// The centre of gravity of a ring, reckoned from a place near it.
fn centroid(ring: &[Position], [x, y]: Position) -> Position {
    let next = ring.iter().cycle().skip(1);
    let (mut all, mut sum) = (0.0, [0.0; 2]);
    for (a, b) in ring.iter().zip(next) {
        let (a, b) = ([a[0] - x, a[1] - y], [b[0] - x, b[1] - y]);
        let part = a[0] * b[1] - b[0] * a[1];
        all += part;
        sum = [sum[0] + part * (a[0] + b[0]), sum[1] + part * (a[1] + b[1])];
    }
    [x + sum[0] / (3.0 * all), y + sum[1] / (3.0 * all)]
}

/// How deep a place lies within a hexagon: less than nothing outside.
fn depth(cell: &[Position; 6], [x, y]: Position) -> f64 {
    let sides = cell.iter().zip(cell.iter().cycle().skip(1));
    let deep = |([ax, ay], [bx, by]): (&Position, &Position)| {
        let (dx, dy) = (bx - ax, by - ay);
        (dx * (y - ay) - dy * (x - ax)) / dx.hypot(dy)
    };
    sides.map(deep).fold(f64::INFINITY, f64::min)
}

/// The parts of hexagons: for each hex those of each feature, with how much of the hex they are.
#[derive(Default)]
pub struct Parts(BTreeMap<Axial, Vec<(Key, f64)>>);

impl Parts {
    /// Takes a part.
    pub fn add(&mut self, key: Key, hex: Axial, share: f64) {
        self.0.entry(hex).or_default().push((key, share));
    }

    /// The hexes of which there are parts.
    pub fn hexes(&self) -> impl Iterator<Item = Axial> {
        self.0.keys().copied()
    }

    /// Each hex with the feature that has the most of it, how much that is, and all its parts.
    pub fn each(&self) -> impl Iterator<Item = (Axial, u32, f64, &[(Key, f64)])> {
        self.0.iter().filter_map(|(hex, parts)| {
            // The parts of a feature follow each other.
            let of = parts.chunk_by(|(a, _), (b, _)| a.0 == b.0).filter_map(|own| {
                let share: f64 = own.iter().map(|(_, share)| share).sum();
                Some((own.first()?.0.0, share))
            });
            let (feature, share) = of.reduce(|a, b| if b.1 > a.1 { b } else { a })?;
            Some((*hex, feature, share, parts.as_slice()))
        })
    }
}
