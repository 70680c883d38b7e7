//! Hexagons: rings of six corners, in degrees.

use super::geometry::Position;

/// A polygon of the file: its feature, and which of that feature's polygons.
pub type Key = (u32, u32);

/// A hexagon of the file.
pub struct Hexagon {
    /// Which one.
    pub key: Key,
    /// Its corners in degrees, clockwise with north at the top.
    pub corners: [Position; 6],
}

/// How much longer the longest way from the middle to a corner may be than the shortest: the earth's
/// curve bends what is regular.
const REGULAR: f64 = 1.6;
/// How far corners across from each other may be from having the middle between them, in mean ways
/// to a corner: more, and a part is missing.
const ASKEW: f64 = 0.2;
/// How far a place on a straight side may lie from it, in widths of the ring.
const STRAIGHT: f64 = 0.03;
/// Nearer to a pole than this there is no telling what is side by side.
const MOST_NORTH: f64 = 89.0;

/// A ring without the place at its end at which it began, hanging together over the date line.
pub fn open_ring(ring: &mut Vec<Position>) {
    let Some(&[first, _]) = ring.first() else { return };
    for place in ring.iter_mut() {
        place[0] = salient_hex::earth::turned(place[0], first);
    }
    if ring.len() > 1 && ring.first() == ring.last() {
        ring.pop();
    }
}

/// The six corners of an open ring, if it has six: places on its sides are none.
pub fn corners(ring: &[Position]) -> Option<[Position; 6]> {
    let mut corners: [Position; 6] = ring.try_into().ok().or_else(|| {
        let few = (ring.len() <= 16).then(|| ring.to_vec())?;
        thinned(few)?.try_into().ok()
    })?;
    if area(&corners) > 0.0 {
        corners.reverse();
    }
    Some(corners)
}

/// A ring of up to 16 places without those that lie on a side, until six are left.
fn thinned(mut ring: Vec<Position>) -> Option<Vec<Position>> {
    while ring.len() > 6 {
        let count = ring.len();
        let off = |at: &usize| {
            let [before, here, after] = [count - 1, 0, 1].map(|step| ring[(at + step) % count]);
            off_line(here, before, after)
        };
        let least = (0..count).map(|at| (off(&at), at)).min_by(|a, b| a.0.total_cmp(&b.0));
        let (off, at) = least?;
        let wide = |axis: usize| {
            let along = || ring.iter().map(|place| place[axis]);
            along().fold(f64::MIN, f64::max) - along().fold(f64::MAX, f64::min)
        };
        if off > STRAIGHT * wide(0).min(wide(1)) {
            return None;
        }
        ring.remove(at);
    }
    Some(ring)
}

/// How far a place lies from the straight line between two others.
fn off_line([x, y]: Position, [ax, ay]: Position, [bx, by]: Position) -> f64 {
    let (dx, dy) = (bx - ax, by - ay);
    let along = (dx * dx + dy * dy).sqrt();
    if along == 0.0 {
        distance([x, y], [ax, ay])
    } else {
        ((x - ax) * dy - (y - ay) * dx).abs() / along
    }
}

/// Twice the area within a ring, above 0 where it runs counter-clockwise with y up.
pub fn area(ring: &[Position]) -> f64 {
    let next = ring.iter().cycle().skip(1);
    let Some([x, y]) = ring.first() else { return 0.0 };
    // From a corner of its own, that small rings far from 0 keep their digits.
    ring.iter().zip(next).map(|(a, b)| (a[0] - x) * (b[1] - y) - (b[0] - x) * (a[1] - y)).sum()
}

/// Whether a hexagon is whole: regular in metres, and in degrees.
pub fn is_whole(corners: &[Position; 6]) -> [bool; 2] {
    let [x, y] = middle(corners);
    if !(x.is_finite() && y.abs() < MOST_NORTH) {
        return [false; 2];
    }
    let far = |corner: Position| [corner[0] - x, corner[1] - y];
    let ways = corners.map(far);
    let mean = ways.iter().map(|way| way[0].hypot(way[1])).sum::<f64>() / 6.0;
    let is_even = (0..3).all(|at| {
        let (a, b) = (ways[at], ways[at + 3]);
        (a[0] + b[0]).hypot(a[1] + b[1]) <= ASKEW * mean
    });
    let squeeze = y.to_radians().cos();
    [squeeze, 1.0].map(|squeeze| {
        let ways = ways.map(|way| (way[0] * squeeze).hypot(way[1]));
        let [least, most] = [f64::min, f64::max].map(|pick| ways.into_iter().reduce(pick));
        is_even
            && least.zip(most).is_some_and(|(least, most)| least > 0.0 && most <= REGULAR * least)
    })
}

/// The middle of six corners.
pub fn middle(corners: &[Position; 6]) -> Position {
    let sum = corners.iter().fold([0.0, 0.0], |sum, c| [sum[0] + c[0], sum[1] + c[1]]);
    sum.map(|sum| sum / 6.0)
}

/// How far two places are apart.
pub fn distance(a: Position, b: Position) -> f64 {
    (a[0] - b[0]).hypot(a[1] - b[1])
}

/// The middles of a hexagon's sides: the first between its first two corners.
pub fn sides(cell: &[Position; 6]) -> [Position; 6] {
    std::array::from_fn(|side| {
        let (a, b) = (cell[side], cell[(side + 1) % 6]);
        [(a[0] + b[0]) / 2.0, (a[1] + b[1]) / 2.0]
    })
}
