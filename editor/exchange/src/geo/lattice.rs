//! Hexagons of a foreign file as a hexgrid: which touch which, and so where each lies in columns
//! and rows, however the earth's curve has bent them.

use std::collections::{BTreeMap, VecDeque};

use salient_hex::grid::HexGrid;
use salient_schema::HexIndex;
use salient_schema::map::{Fit, Georeference, Grid, Orientation, Pushed};

use crate::draft;

/// A hexagon: which feature it is, and its six corners in degrees.
pub struct Hexagon {
    pub feature: usize,
    pub corners: [[f64; 2]; 6],
}

/// The hexgrid that hexagons make.
pub struct Lattice {
    pub grid: Grid,
    pub georeference: Option<Georeference>,
    /// The hex of each feature that has one.
    pub hexes: BTreeMap<usize, HexIndex>,
    /// Features whose hexagon does not hang together with the others, or lies upon another.
    pub apart: Vec<usize>,
}

/// Metres in a degree of latitude.
const METRES: f64 = 111_194.9;
/// Steps to the six neighbours, clockwise, in axial coordinates.
const FLAT: [(i32, i32); 6] = [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)];
const POINTY: [(i32, i32); 6] = [(1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1)];

/// How much longer the longest way from the middle to a corner may be than the shortest: the earth's
/// curve bends what is regular.
const REGULAR: f64 = 1.6;

/// Finds the hexgrid; `None` where there are no regular hexagons that touch, or too many.
pub fn find(hexagons: &[Hexagon]) -> Option<Lattice> {
    let count = hexagons.len() as f64;
    let all = || hexagons.iter().flat_map(|hexagon| hexagon.corners);
    if hexagons.is_empty() || !all().all(|[x, y]| x.abs() <= 360.0 && y.abs() < 89.0) {
        return None;
    }
    let mean = |axis: usize| all().map(|corner| corner[axis]).sum::<f64>() / (6.0 * count);
    let (longitude, latitude) = (mean(0), mean(1));
    let squeeze = latitude.to_radians().cos();
    let flat = |[x, y]: [f64; 2]| [(x - longitude) * squeeze, latitude - y];
    let cells = || hexagons.iter().map(|hexagon| hexagon.corners.map(flat));
    let centres: Vec<[f64; 2]> = cells().map(|cell| middle(&cell)).collect();

    let mut radii: Vec<f64> = cells().zip(&centres).map(|(c, m)| distance(c[0], *m)).collect();
    radii.sort_by(f64::total_cmp);
    let radius = *radii.get(radii.len() / 2)?;
    let is_regular = |(cell, centre): ([[f64; 2]; 6], &[f64; 2])| {
        let ways = cell.map(|corner| distance(corner, *centre));
        let [least, most] = [f64::min, f64::max].map(|pick| ways.into_iter().reduce(pick));
        least.zip(most).is_some_and(|(least, most)| most <= REGULAR * least)
    };
    let regular = cells().zip(&centres).filter(|pair| is_regular((pair.0, pair.1))).count();
    if 2 * regular < hexagons.len() {
        return None;
    }
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
    let steps = if is_flat { FLAT } else { POINTY };

    let sides = |at: usize| sides(&hexagons[at].corners.map(flat));
    let touching = touching(hexagons.len(), sides, radius);
    let step = |from: [f64; 2], to: [f64; 2]| {
        let clockwise = (to[0] - from[0]).atan2(from[1] - to[1]).to_degrees() - turn - first;
        let direction = (clockwise / 60.0).round().rem_euclid(6.0) as usize % 6;
        steps[direction]
    };
    let groups = groups(&centres, &touching, step);
    // Steps in axial coordinates from one hexagon to another that lies further off, by what a step
    // is where they lie: the mean of both, as the earth's curve bends the one against the other.
    let measure = |from: usize, to: usize| {
        let own = [from, to].map(|at| steps_of(&hexagons[at].corners.map(flat), centres[at], step));
        let mean = |of: usize, axis: usize| (own[0][of][axis] + own[1][of][axis]) / 2.0;
        let ([ax, ay], [bx, by]) = ([mean(0, 0), mean(0, 1)], [mean(1, 0), mean(1, 1)]);
        let (dx, dy) = (centres[to][0] - centres[from][0], centres[to][1] - centres[from][1]);
        let area = ax * by - ay * bx;
        [(dx * by - dy * bx) / area, (ax * dy - ay * dx) / area]
    };
    let (axial, apart) = joined(groups, &centres, &touching, measure);
    let least = |of: fn(&(i32, i32)) -> i32| axial.values().map(of).min();
    let (line0, along0) = if is_flat {
        (least(|(q, _)| *q)?, least(|(q, r)| 2 * r + q)?)
    } else {
        (least(|(_, r)| *r)?, least(|(q, r)| 2 * q + r)?)
    };
    let mut pushed = Pushed::Second;
    let mut hexes = BTreeMap::new();
    let mut taken = BTreeMap::new();
    let mut apart: Vec<usize> = apart.into_iter().map(|at| hexagons[at].feature).collect();
    for (at, (q, r)) in &axial {
        let (line, along) = if is_flat { (*q, 2 * r + q) } else { (*r, 2 * q + r) };
        let (line, along) = (line - line0, along - along0);
        let push = along.rem_euclid(2);
        pushed =
            if (line.rem_euclid(2) == 0) == (push == 1) { Pushed::First } else { Pushed::Second };
        let (line, along) = (u16::try_from(line).ok()?, u16::try_from((along - push) / 2).ok()?);
        let hex = if is_flat { HexIndex::new(line, along) } else { HexIndex::new(along, line) };
        if hex.column >= 4096 || hex.row >= 4096 {
            return None;
        }
        if taken.insert(hex, ()).is_some() {
            apart.push(hexagons[*at].feature);
        } else {
            hexes.insert(*at, hex);
        }
    }
    let columns = hexes.values().map(|hex| hex.column).max()? + 1;
    let rows = hexes.values().map(|hex| hex.row).max()? + 1;
    let mut grid = draft::empty_map(orientation, columns, rows).grid;
    grid.pushed = pushed;
    let pitch = radius * 3.0_f64.sqrt();
    grid.metres_per_hex = ((pitch * METRES).clamp(0.1, 1_000_000.0) * 10.0).round() / 10.0;

    let plane = HexGrid::new(&grid);
    let points: Vec<Pair> = hexes
        .iter()
        .filter_map(|(at, hex)| {
            let [x, y] = plane.centre(plane.hex(*hex)?);
            Some((middle(&hexagons[*at].corners), [f64::from(x), f64::from(y)]))
        })
        .collect();
    let georeference = fit(&points, turn);
    let hexes = hexes.into_iter().map(|(at, hex)| (hexagons[at].feature, hex)).collect();
    Some(Lattice { grid, georeference, hexes, apart })
}

fn middle(corners: &[[f64; 2]; 6]) -> [f64; 2] {
    let sum = corners.iter().fold([0.0, 0.0], |sum, c| [sum[0] + c[0], sum[1] + c[1]]);
    sum.map(|sum| sum / 6.0)
}

fn distance(a: [f64; 2], b: [f64; 2]) -> f64 {
    (a[0] - b[0]).hypot(a[1] - b[1])
}

/// The middles of a hexagon's sides.
fn sides(cell: &[[f64; 2]; 6]) -> [[f64; 2]; 6] {
    std::array::from_fn(|side| {
        let (a, b) = (cell[side], cell[(side + 1) % 6]);
        [(a[0] + b[0]) / 2.0, (a[1] + b[1]) / 2.0]
    })
}

/// Of the sides whose middles lie in one square, how many are looked at: hexagons that all lie on
/// one spot are no grid.
const IN_A_SQUARE: usize = 8;

/// Which hexagons share a side, told by the sides' middles.
fn touching(count: usize, sides: impl Fn(usize) -> [[f64; 2]; 6], radius: f64) -> Vec<Vec<u32>> {
    let size = radius / 3.0;
    let square = |[x, y]: [f64; 2]| ((x / size).floor() as i64, (y / size).floor() as i64);
    // A square, and a side in it: which hexagon's, and its number there.
    let mut all: Vec<((i64, i64), u32, u8)> = Vec::with_capacity(6 * count);
    for at in 0..count {
        for (side, middle) in (0..).zip(sides(at)) {
            all.push((square(middle), at as u32, side));
        }
    }
    all.sort_unstable();
    let mut touching = vec![Vec::new(); count];
    for at in 0..count {
        for middle in sides(at) {
            let (x, y) = square(middle);
            for (dx, dy) in (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (dx, dy))) {
                let near = (x.saturating_add(dx), y.saturating_add(dy));
                let from = all.partition_point(|(square, ..)| *square < near);
                let there = all[from..].iter().take_while(|(square, ..)| *square == near);
                for (_, other, side) in there.take(IN_A_SQUARE) {
                    let point = sides(*other as usize)[usize::from(*side)];
                    // Each pair is met twice, and noted once.
                    if (*other as usize) < at && distance(point, middle) < radius / 6.0 {
                        touching[at].push(*other);
                        touching[*other as usize].push(at as u32);
                    }
                }
            }
        }
    }
    touching
}

/// Hexagons by their places in axial coordinates, counted from the first of a group.
type Group = BTreeMap<usize, (i32, i32)>;

/// What hangs together side by side, the largest group first.
fn groups(
    centres: &[[f64; 2]],
    touching: &[Vec<u32>],
    step: impl Fn([f64; 2], [f64; 2]) -> (i32, i32),
) -> Vec<Group> {
    let mut seen = vec![false; centres.len()];
    let mut groups = Vec::new();
    for start in 0..centres.len() {
        if seen[start] {
            continue;
        }
        let mut group = Group::from([(start, (0, 0))]);
        seen[start] = true;
        let mut open = VecDeque::from([start]);
        while let Some(at) = open.pop_front() {
            let (q, r) = group.get(&at).copied().unwrap_or((0, 0));
            for other in touching[at].iter().map(|other| *other as usize) {
                if !seen[other] {
                    seen[other] = true;
                    let (dq, dr) = step(centres[at], centres[other]);
                    group.insert(other, (q + dq, r + dr));
                    open.push_back(other);
                }
            }
        }
        groups.push(group);
    }
    groups.sort_by_key(|group| std::cmp::Reverse(group.len()));
    groups
}

/// The steps (1, 0) and (0, 1) on the plane, as a hexagon's own sides say.
fn steps_of(
    cell: &[[f64; 2]; 6],
    centre: [f64; 2],
    step: impl Fn([f64; 2], [f64; 2]) -> (i32, i32),
) -> [[f64; 2]; 2] {
    let mut own = [[0.0; 2]; 2];
    for side in sides(cell) {
        let to = [2.0 * (side[0] - centre[0]), 2.0 * (side[1] - centre[1])];
        let (q, r) = step(centre, side);
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

/// How far a group may lie from a hex of the grid and still be on it, in steps.
const OFF: f64 = 0.25;
/// How many pairs of hexagons are compared at most to find which groups are near each other.
const PAIRS: usize = 50_000_000;

/// All groups on one grid, islands by their nearest neighbours, and what fits none.
fn joined(
    groups: Vec<Group>,
    centres: &[[f64; 2]],
    touching: &[Vec<u32>],
    measure: impl Fn(usize, usize) -> [f64; 2],
) -> (Group, Vec<usize>) {
    // Only those at a group's edge can be nearest to another.
    let edge = |group: &Group| -> Vec<usize> {
        group.keys().copied().filter(|at| touching[*at].len() < 6).collect()
    };
    let mut groups = groups.into_iter();
    let mut laid = groups.next().unwrap_or_default();
    let mut pairs = 0;
    // Of each other group: the nearest pair so far, its own hexagon second.
    let mut nearest = |near: &mut (f64, usize, usize), from: &[usize], own: &[usize]| {
        pairs += from.len() * own.len();
        if pairs > PAIRS {
            return;
        }
        for (from, own) in from.iter().flat_map(|from| own.iter().map(move |own| (*from, *own))) {
            let far = distance(centres[from], centres[own]);
            if far < near.0 {
                *near = (far, from, own);
            }
        }
    };
    let mut fresh = edge(&laid);
    let mut waiting: Vec<_> = groups
        .map(|group| {
            let own = edge(&group);
            (group, own, (f64::INFINITY, 0, 0))
        })
        .collect();
    let mut apart = Vec::new();
    while !waiting.is_empty() {
        for (_, own, near) in &mut waiting {
            nearest(near, &fresh, own);
        }
        let next = waiting.iter().enumerate().min_by(|(_, a), (_, b)| a.2.0.total_cmp(&b.2.0));
        let Some(next) = next.map(|(at, _)| at) else { break };
        let (group, own, (far, from, to)) = waiting.swap_remove(next);
        let [q, r] = if far.is_finite() { measure(from, to) } else { [f64::NAN; 2] };
        let is_on = |part: f64| (part - part.round()).abs() < OFF && part.abs() < 10_000.0;
        if !(is_on(q) && is_on(r)) {
            apart.extend(group.into_keys());
            fresh.clear();
            continue;
        }
        let (at, begun) = (laid.get(&from).copied(), group.get(&to).copied());
        let (at, begun) = (at.unwrap_or((0, 0)), begun.unwrap_or((0, 0)));
        let (dq, dr) = (at.0 + q.round() as i32 - begun.0, at.1 + r.round() as i32 - begun.1);
        laid.extend(group.into_iter().map(|(hexagon, (q, r))| (hexagon, (q + dq, r + dr))));
        fresh = own;
    }
    apart.sort_unstable();
    (laid, apart)
}

/// A point in degrees, and where it lies on the plane.
type Pair = ([f64; 2], [f64; 2]);

/// The affine map from degrees to the plane with the least squares.
fn fit(points: &[Pair], turn: f64) -> Option<Georeference> {
    let count = points.len() as f64;
    let mean = |of: &dyn Fn(&Pair) -> f64| points.iter().map(of).sum::<f64>() / count;
    let (u, v) = (mean(&|(from, _)| from[0]), mean(&|(from, _)| from[1]));
    let (x, y) = (mean(&|(_, to)| to[0]), mean(&|(_, to)| to[1]));
    let uu = mean(&|(from, _)| (from[0] - u).powi(2));
    let vv = mean(&|(from, _)| (from[1] - v).powi(2));
    let uv = mean(&|(from, _)| (from[0] - u) * (from[1] - v));
    let determinant = uu * vv - uv * uv;
    let row = |axis: usize, middle: f64| {
        let us = mean(&|(from, to)| (from[0] - u) * (to[axis] - middle));
        let vs = mean(&|(from, to)| (from[1] - v) * (to[axis] - middle));
        let a = (us * vv - vs * uv) / determinant;
        let b = (vs * uu - us * uv) / determinant;
        [a, b, middle - a * u - b * v]
    };
    let ([a, b, c], [d, e, f]) = (row(0, x), row(1, y));
    let plane_from_degrees = [a, b, c, d, e, f];
    if !(determinant > 0.0 && plane_from_degrees.iter().all(|part| part.is_finite())) {
        return None;
    }
    let miss = mean(&|(from, to)| {
        let x = a * from[0] + b * from[1] + c - to[0];
        let y = d * from[0] + e * from[1] + f - to[1];
        x * x + y * y
    });
    let round = |number: f64| (number * 1e4).round() / 1e4;
    Some(Georeference {
        plane_from_degrees,
        fit: Fit::Affine,
        rms_hexes: round(miss.sqrt()),
        rotation_degrees: Some(round(turn)),
        control_points: Vec::new(),
    })
}
