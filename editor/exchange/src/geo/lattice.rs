//! Hexagons of a foreign file as a hexgrid: which touch which, and so where each lies in columns
//! and rows, however the earth's curve has bent them.

use std::collections::VecDeque;

use salient_hex::earth::turned;
use salient_schema::map::Orientation;

use super::geometry::Position;
use super::hexagon::{Hexagon, distance, is_whole, middle, sides};

/// Steps in axial coordinates.
pub type Axial = (i32, i32);

/// Hexagons on one grid.
pub struct Cells {
    /// All of them, in the order of the file, over the date line as well.
    pub hexagons: Vec<Hexagon>,
    pub frame: Frame,
    pub orientation: Orientation,
    /// How far the grid is turned, in degrees.
    pub turn: f64,
    /// From the middle of a hexagon to its corners, on the frame.
    pub radius: f64,
    /// Where each lies; none for what does not hang together with the others.
    pub places: Vec<Option<Axial>>,
    /// Which other hexagon each lies upon, that comes before it; [`NONE`] for most.
    pub upon: Vec<u32>,
    /// In which direction the first side of each lies.
    directions: Vec<u8>,
    /// Those that touch others which they do not touch on the grid.
    pub torn: Vec<usize>,
}

/// The plane on which hexagons are compared: about the middle of all, in degrees of latitude, y down.
#[derive(Clone, Copy)]
pub struct Frame {
    longitude: f64,
    latitude: f64,
    squeeze: f64,
}

impl Frame {
    /// Where a place in degrees is, in the turn of the earth of the hexagons.
    pub fn place(&self, [x, y]: Position) -> Position {
        [(turned(x, self.longitude) - self.longitude) * self.squeeze, self.latitude - y]
    }

    /// A way in degrees on it.
    pub fn scaled(&self, [x, y]: Position) -> Position {
        [x * self.squeeze, -y]
    }

    fn flat(&self, corners: &[Position; 6]) -> [Position; 6] {
        // A hexagon may reach over the end of a turn.
        corners.map(|[x, y]| [(x - self.longitude) * self.squeeze, self.latitude - y])
    }
}

/// Steps to the six neighbours, clockwise, in axial coordinates.
const FLAT: [Axial; 6] = [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)];
const POINTY: [Axial; 6] = [(1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1)];

/// No hexagon.
pub const NONE: u32 = u32::MAX;

/// Lays whole hexagons on a grid; `None` where there are none.
pub fn find(mut hexagons: Vec<Hexagon>) -> Option<Cells> {
    turn_together(&mut hexagons);
    let count = hexagons.len() as f64;
    let all = || hexagons.iter().flat_map(|hexagon| hexagon.corners);
    let mean = |axis: usize| all().map(|corner| corner[axis]).sum::<f64>() / (6.0 * count);
    let (longitude, latitude) = (mean(0), mean(1));
    // In metres or in degrees, whichever makes more of them regular.
    let regular = |way: usize| hexagons.iter().filter(|h| is_whole(&h.corners)[way]).count();
    let squeeze = if regular(1) > regular(0) { 1.0 } else { latitude.to_radians().cos() };
    let frame = Frame { longitude, latitude, squeeze };
    let cell = |at: usize| frame.flat(&hexagons[at].corners);
    let cells = || (0..hexagons.len()).map(cell);
    let centres: Vec<Position> = cells().map(|cell| middle(&cell)).collect();

    let mut radii: Vec<f64> = cells().zip(&centres).map(|(c, m)| distance(c[0], *m)).collect();
    radii.sort_by(f64::total_cmp);
    let radius = *radii.get(radii.len() / 2)?;
    drop(radii);
    if !(radius.is_finite() && radius > 0.0) {
        return None;
    }
    // The corners' directions, six times over, all point the same way.
    let (mut sin, mut cos) = (0.0, 0.0);
    for (cell, centre) in cells().zip(&centres) {
        for corner in cell {
            let angle = 6.0 * (corner[1] - centre[1]).atan2(corner[0] - centre[0]);
            sin += angle.sin();
            cos += angle.cos();
        }
    }
    let phase = sin.atan2(cos).to_degrees() / 6.0;
    let (orientation, turn) = if phase.abs() <= 15.0 {
        (Orientation::FlatTopped, phase)
    } else {
        (Orientation::PointyTopped, phase - 30.0_f64.copysign(phase))
    };
    let is_flat = orientation == Orientation::FlatTopped;
    let first = if is_flat { 0.0 } else { 30.0 };
    let (touching, upon) = touching(&centres, |at| sides(&cell(at)), radius);
    let mut walk = Walk {
        steps: if is_flat { FLAT } else { POINTY },
        touching,
        places: vec![None; hexagons.len()],
        directions: vec![0; hexagons.len()],
    };
    // Which way the first side of a hexagon looks, by itself.
    let looks = |at: usize| {
        let ([x, y], side) = (centres[at], sides(&cell(at))[0]);
        let clockwise = (side[0] - x).atan2(y - side[1]).to_degrees() - turn - first;
        (clockwise / 60.0).round().rem_euclid(6.0) as u8 % 6
    };
    // From the middle of all, where the earth's curve has turned them least against each other.
    let far = |at: &usize| distance(centres[*at], [0.0; 2]);
    let middle = (0..centres.len()).min_by(|a, b| far(a).total_cmp(&far(b)))?;
    let groups = walk.groups(middle, &upon, looks);
    walk.join(groups, &centres, &cell);
    let torn = walk.torn();
    let Walk { places, directions, .. } = walk;
    Some(Cells { hexagons, frame, orientation, turn, radius, places, directions, upon, torn })
}

/// Brings hexagons that lie on both sides of the date line together.
fn turn_together(hexagons: &mut [Hexagon]) {
    /// Tenths of degrees of a turn.
    const TENTHS: usize = 3600;
    let longitudes = || hexagons.iter().map(|hexagon| middle(&hexagon.corners)[0]);
    let (least, most) =
        (longitudes().fold(f64::MAX, f64::min), longitudes().fold(f64::MIN, f64::max));
    if most - least <= 180.0 {
        return;
    }
    // They begin where the widest gap ends.
    let mut has_any = [false; TENTHS];
    for longitude in longitudes() {
        has_any[(longitude * 10.0).rem_euclid(TENTHS as f64) as usize % TENTHS] = true;
    }
    let (mut run, mut widest, mut begin) = (0, 0, TENTHS / 2);
    for at in 0..2 * TENTHS {
        if !has_any[at % TENTHS] {
            run += 1;
        } else {
            if run > widest {
                (widest, begin) = (run, at % TENTHS);
            }
            run = 0;
        }
    }
    let half_way = begin as f64 / 10.0 + 180.0;
    for hexagon in hexagons {
        let longitude = middle(&hexagon.corners)[0];
        let by = turned(longitude, half_way) - longitude;
        hexagon.corners.iter_mut().for_each(|corner| corner[0] += by);
    }
}

impl Cells {
    /// The corners of a hexagon on the frame.
    pub fn cell(&self, at: usize) -> [Position; 6] {
        self.frame.flat(&self.hexagons[at].corners)
    }

    /// What the steps (1, 0) and (0, 1) are where a hexagon lies, as its own sides say.
    pub fn steps_at(&self, at: usize) -> [Position; 2] {
        let cell = self.cell(at);
        steps_of(&cell, middle(&cell), self.directions[at], self.steps())
    }

    fn steps(&self) -> [Axial; 6] {
        if self.orientation == Orientation::FlatTopped { FLAT } else { POINTY }
    }
}

/// The steps (1, 0) and (0, 1) on the frame, as a hexagon's own sides say.
fn steps_of(cell: &[Position; 6], centre: Position, first: u8, steps: [Axial; 6]) -> [Position; 2] {
    let mut own = [[0.0; 2]; 2];
    for (side, at) in sides(cell).into_iter().zip(usize::from(first)..) {
        let to = [2.0 * (side[0] - centre[0]), 2.0 * (side[1] - centre[1])];
        let (q, r) = steps[at % 6];
        // Each step is met there and back.
        for (axis, (a, b)) in [(q, r), (r, q)].into_iter().enumerate() {
            if b == 0 {
                let there = f64::from(a) / 2.0;
                own[axis] = [own[axis][0] + there * to[0], own[axis][1] + there * to[1]];
            }
        }
    }
    own
}

/// A way on the frame as so many of two steps.
pub fn in_steps([[ax, ay], [bx, by]]: [Position; 2], [dx, dy]: Position) -> Position {
    let area = ax * by - ay * bx;
    [(dx * by - dy * bx) / area, (ax * dy - ay * dx) / area]
}

/// Of the sides whose middles lie in one square, how many are looked at: hexagons that all lie on
/// one spot are no grid.
const IN_A_SQUARE: usize = 8;

/// Which hexagon lies at each side of each, told by the sides' middles; and which lies upon another,
/// that comes first in the file.
fn touching(
    centres: &[Position],
    sides: impl Fn(usize) -> [Position; 6],
    radius: f64,
) -> (Vec<[u32; 6]>, Vec<u32>) {
    let size = radius / 3.0;
    let square = |[x, y]: Position| ((x / size).floor() as i64, (y / size).floor() as i64);
    let is_upon =
        |a: u32, b: u32| distance(centres[a as usize], centres[b as usize]) < radius / 2.0;
    let mut upon = vec![NONE; centres.len()];
    let mut order: Vec<((i64, i64), u32)> =
        (0..).zip(centres).map(|(at, centre)| (square(*centre), at)).collect();
    order.sort_unstable();
    for same in order.chunk_by(|(a, _), (b, _)| a == b) {
        let Some(((_, first), others)) = same.split_first() else { continue };
        for (_, at) in others.iter().filter(|(_, at)| is_upon(*at, *first)) {
            upon[*at as usize] = *first;
        }
    }
    drop(order);
    // A square, and a side in it: which hexagon's, and its number there.
    let mut all: Vec<((i64, i64), u32, u8)> = Vec::with_capacity(6 * centres.len());
    let alone = |upon: &[u32], at: &u32| upon[*at as usize] == NONE;
    for at in (0..centres.len() as u32).filter(|at| alone(&upon, at)) {
        for (side, middle) in (0..).zip(sides(at as usize)) {
            all.push((square(middle), at, side));
        }
    }
    all.sort_unstable();
    let mut touching = vec![[NONE; 6]; centres.len()];
    let mut met: Vec<(u32, u8, u8)> = Vec::new();
    for at in 0..centres.len() as u32 {
        if !alone(&upon, &at) {
            continue;
        }
        met.clear();
        for (own, middle) in (0..).zip(sides(at as usize)) {
            let (x, y) = square(middle);
            for x in [x.saturating_sub(1), x, x.saturating_add(1)] {
                // Squares of a column follow each other.
                let [first, last] = [(x, y.saturating_sub(1)), (x, y.saturating_add(1))];
                let from = all.partition_point(|(square, ..)| *square < first);
                let count = all[from..].iter().take_while(|(square, ..)| *square <= last).count();
                let squares = all[from..from + count].chunk_by(|a, b| a.0 == b.0);
                for (_, other, side) in squares.flat_map(|same| same.iter().take(IN_A_SQUARE)) {
                    // Each pair is met twice, and noted once.
                    let is_new = *other < at && alone(&upon, other);
                    let point = |at: u32, side: u8| sides(at as usize)[usize::from(side)];
                    if is_new && distance(point(*other, *side), middle) < radius / 6.0 {
                        met.push((*other, own, *side));
                    }
                }
            }
        }
        if let Some((other, ..)) = met.iter().find(|(other, ..)| is_upon(at, *other)) {
            upon[at as usize] = *other;
            continue;
        }
        for (other, own, side) in &met {
            let (own, side) = (usize::from(*own), usize::from(*side));
            let is_free =
                touching[at as usize][own] == NONE && touching[*other as usize][side] == NONE;
            if is_free {
                touching[at as usize][own] = *other;
                touching[*other as usize][side] = at;
            }
        }
    }
    (touching, upon)
}

/// Where hexagons lie, from one to the next over the sides that they share: which side of the one is
/// which of the other tells how these are turned, however far the way leads round the earth.
struct Walk {
    steps: [Axial; 6],
    touching: Vec<[u32; 6]>,
    places: Vec<Option<Axial>>,
    directions: Vec<u8>,
}

/// How far a group may lie from a hex of the grid and still be on it, in steps.
const OFF: f64 = 0.25;
/// How many pairs are compared at most to find which groups are near each other.
const PAIRS: usize = 100_000_000;

impl Walk {
    /// What hangs together side by side, the largest group first, each about a first of its own.
    fn groups(&mut self, first: usize, upon: &[u32], looks: impl Fn(usize) -> u8) -> Vec<Vec<u32>> {
        let mut groups = Vec::new();
        for start in std::iter::once(first).chain(0..self.touching.len()) {
            if self.places[start].is_some() || upon[start] != NONE {
                continue;
            }
            self.places[start] = Some((0, 0));
            self.directions[start] = looks(start);
            let mut group = vec![start as u32];
            let mut open = VecDeque::from([start]);
            while let Some(at) = open.pop_front() {
                let (q, r) = self.places[at].unwrap_or_default();
                for (side, other) in self.touching[at].into_iter().enumerate() {
                    let Some(place) = self.places.get_mut(other as usize).filter(|p| p.is_none())
                    else {
                        continue;
                    };
                    let direction = usize::from(self.directions[at]) + side;
                    let (dq, dr) = self.steps[direction % 6];
                    *place = Some((q + dq, r + dr));
                    let back = self.touching[other as usize].iter().position(|to| *to == at as u32);
                    let turned = (direction + 9 - back.unwrap_or_default()) % 6;
                    self.directions[other as usize] = turned as u8;
                    group.push(other);
                    open.push_back(other as usize);
                }
            }
            groups.push(group);
        }
        groups.sort_by_key(|group| std::cmp::Reverse(group.len()));
        groups
    }

    /// Lays all groups on one grid, islands by their nearest neighbours; what fits none has no place.
    fn join(
        &mut self,
        groups: Vec<Vec<u32>>,
        centres: &[Position],
        cell: &impl Fn(usize) -> [Position; 6],
    ) {
        // Only those at a group's edge can be nearest to another.
        let edge = |walk: &Self, group: &[u32]| -> Vec<u32> {
            let is_edge = |at: &u32| walk.touching[*at as usize].contains(&NONE);
            group.iter().copied().filter(is_edge).collect()
        };
        let mut groups = groups.into_iter();
        let mut fresh = groups.next().map(|laid| edge(self, &laid)).unwrap_or_default();
        // Of each other group: the nearest pair so far, its own hexagon second.
        let mut waiting: Vec<_> = groups
            .map(|group| {
                let own = edge(self, &group);
                (group, own, (f64::INFINITY, 0, 0))
            })
            .collect();
        let mut pairs = 0;
        while !waiting.is_empty() {
            for (_, own, near) in &mut waiting {
                pairs += 1 + fresh.len() * own.len();
                if pairs > PAIRS {
                    break;
                }
                for (from, own) in
                    fresh.iter().flat_map(|from| own.iter().map(move |own| (*from, *own)))
                {
                    let far = distance(centres[from as usize], centres[own as usize]);
                    if far < near.0 {
                        *near = (far, from as usize, own as usize);
                    }
                }
            }
            let next = waiting.iter().enumerate().min_by(|(_, a), (_, b)| a.2.0.total_cmp(&b.2.0));
            let Some(next) = next.map(|(at, _)| at).filter(|_| pairs <= PAIRS) else { break };
            let (group, own, (far, from, to)) = waiting.swap_remove(next);
            let is_laid = far.is_finite() && self.lay(&group, from, to, centres, cell);
            fresh = if is_laid { own } else { Vec::new() };
        }
        for at in waiting.into_iter().flat_map(|(group, ..)| group) {
            self.places[at as usize] = None;
        }
    }

    /// Lays a group on the grid, of which one lies near one that lies on it already. Whether it fits.
    fn lay(
        &mut self,
        group: &[u32],
        from: usize,
        to: usize,
        centres: &[Position],
        cell: &impl Fn(usize) -> [Position; 6],
    ) -> bool {
        // Turned as the one that is laid: by their sides that look the same way.
        let [laid, own] = [from, to].map(|at| {
            let [x, y] = centres[at];
            sides(&cell(at)).map(|side| (side[1] - y).atan2(side[0] - x))
        });
        let first =
            |angles: [f64; 6], at: usize| angles[(6 - usize::from(self.directions[at])) % 6];
        let apart = (first(own, to) - first(laid, from)).to_degrees();
        let by = (apart / 60.0).round().rem_euclid(6.0) as u8 % 6;
        let round = |(q, r): Axial| (0..by).fold((q, r), |(q, r), _| (-r, q + r));
        // Steps from the one to the other, by what a step is where they lie: the mean of both, as the
        // earth's curve bends the one against the other.
        let own = [(from, 0), (to, by)].map(|(at, by)| {
            steps_of(&cell(at), centres[at], (self.directions[at] + by) % 6, self.steps)
        });
        let mean = |of: usize, axis: usize| (own[0][of][axis] + own[1][of][axis]) / 2.0;
        let steps = [0, 1].map(|of| [mean(of, 0), mean(of, 1)]);
        let way = [0, 1].map(|axis| centres[to][axis] - centres[from][axis]);
        let [q, r] = in_steps(steps, way);
        let is_on = |part: f64| (part - part.round()).abs() < OFF && part.abs() < 10_000.0;
        let fits = is_on(q) && is_on(r);
        let at = self.places[from].unwrap_or_default();
        let begun = round(self.places[to].unwrap_or_default());
        let (dq, dr) = (at.0 + q.round() as i32 - begun.0, at.1 + r.round() as i32 - begun.1);
        for hexagon in group {
            let hexagon = *hexagon as usize;
            let (q, r) = round(self.places[hexagon].unwrap_or_default());
            self.places[hexagon] = fits.then_some((q + dq, r + dr));
            self.directions[hexagon] = (self.directions[hexagon] + by) % 6;
        }
        fits
    }

    /// Those that touch others elsewhere than on the grid: round a cell of five sides, as a globe's
    /// grid has twelve, or round a pole.
    fn torn(&self) -> Vec<usize> {
        let is_torn = |at: &usize| {
            let Some((q, r)) = self.places[*at] else { return false };
            self.touching[*at].iter().enumerate().any(|(side, other)| {
                let (dq, dr) = self.steps[(usize::from(self.directions[*at]) + side) % 6];
                let place = self.places.get(*other as usize).copied().flatten();
                place.is_some_and(|place| place != (q + dq, r + dr))
            })
        };
        (0..self.places.len()).filter(is_torn).collect()
    }
}
