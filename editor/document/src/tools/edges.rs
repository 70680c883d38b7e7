//! The net of hexsides: corners of hexes, and the shortest ways along hexsides between them.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};

use salient_hex::grid::{Direction, Hex, HexGrid, Side};

/// A corner where hexsides meet. Two values are equal exactly if they are the same corner: it is
/// told from the first of the hexes around it, row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Corner {
    hex: Hex,
    number: u8,
}

impl Corner {
    /// A corner of a hex; they count clockwise, and side `d` runs from corner `d` to the next.
    pub fn new(grid: &HexGrid, hex: Hex, number: usize) -> Self {
        let (hex, number) =
            spellings(grid, hex, number).into_iter().flatten().min().unwrap_or((hex, number));
        Self { hex, number: (number % 6) as u8 }
    }

    /// The two ends of a hexside, clockwise round the hex that it starts at.
    pub fn ends(grid: &HexGrid, side: Side) -> [Self; 2] {
        let number = side.direction().index();
        [Self::new(grid, side.hex(), number), Self::new(grid, side.hex(), number + 1)]
    }

    /// The corner nearest to a point on the map.
    pub fn nearest(grid: &HexGrid, at: [f32; 2]) -> Option<Self> {
        let hex = grid.hex_at(at)?;
        let corners = grid.corners(hex);
        let number = (0..6).min_by(|&a, &b| {
            distance(corners[a], at).total_cmp(&distance(corners[b], at)).then(a.cmp(&b))
        })?;
        Some(Self::new(grid, hex, number))
    }

    /// Where it lies on the plane.
    pub fn position(self, grid: &HexGrid) -> [f32; 2] {
        grid.corners(self.hex)[usize::from(self.number)]
    }

    /// The two or three hexsides that meet here, each with its other end.
    pub fn around(self, grid: &HexGrid) -> Vec<(Side, Self)> {
        let mut found: Vec<(Side, Self)> = Vec::with_capacity(3);
        for (hex, number) in
            spellings(grid, self.hex, usize::from(self.number)).into_iter().flatten()
        {
            for (direction, end) in [(number, number + 1), (number + 5, number + 5)] {
                let side = grid.side(hex, Direction::new(direction));
                if found.iter().all(|&(other, _)| other != side) {
                    found.push((side, Self::new(grid, hex, end)));
                }
            }
        }
        found
    }
}

/// What a corner is called from each hex around it that is on the map.
fn spellings(grid: &HexGrid, hex: Hex, number: usize) -> [Option<(Hex, usize)>; 3] {
    let ahead = grid.neighbour(hex, Direction::new(number));
    let behind = grid.neighbour(hex, Direction::new(number + 5));
    [
        Some((hex, number % 6)),
        ahead.map(|hex| (hex, (number + 4) % 6)),
        behind.map(|hex| (hex, (number + 2) % 6)),
    ]
}

/// How much a hexside counts on a way.
const SIDE_COST: u32 = 1000;
/// How far off its guide a way is looked for, in hexsides, at the most.
const MOST_CORNERS: usize = 40_000;

/// The shortest way along hexsides, of several the one nearest to the straight line between two
/// points: the hexsides in order, each with the corner that it leads to. `None` where the ends
/// are too far apart.
pub(super) fn route(
    grid: &HexGrid,
    from: Corner,
    to: Corner,
    guide: [[f32; 2]; 2],
) -> Option<Vec<(Side, Corner)>> {
    let goal = to.position(grid);
    // A hexside is 1/√3 long, so no way is shorter than this; rounded down to stay below.
    let left = |at: [f32; 2]| ((distance(at, goal) * 1.732).floor() as u32) * SIDE_COST;
    let mut best = Found::new();
    let mut queue = BinaryHeap::new();
    best.insert(from, (0, None));
    queue.push(Reverse((left(from.position(grid)), from, 0)));
    while let Some(Reverse((_, corner, cost))) = queue.pop() {
        if corner == to {
            return Some(trace(&best, to));
        }
        if best.len() > MOST_CORNERS {
            return None;
        }
        if best.get(&corner).is_none_or(|&(known, _)| known < cost) {
            continue;
        }
        let here = corner.position(grid);
        for (side, next) in corner.around(grid) {
            let there = next.position(grid);
            let middle = [(here[0] + there[0]) / 2.0, (here[1] + there[1]) / 2.0];
            // Only a nudge: a way that is shorter stays shorter.
            let off = (distance_to_line(middle, guide) * 2.0).min(8.0) as u32;
            let cost = cost + SIDE_COST + off;
            if best.get(&next).is_none_or(|&(known, _)| cost < known) {
                best.insert(next, (cost, Some((side, corner))));
                queue.push(Reverse((cost + left(there), next, cost)));
            }
        }
    }
    None
}

/// What it costs to each corner, and how it was come to.
type Found = BTreeMap<Corner, (u32, Option<(Side, Corner)>)>;

fn trace(best: &Found, to: Corner) -> Vec<(Side, Corner)> {
    let mut way = Vec::new();
    let mut at = to;
    while let Some(&(_, Some((side, before)))) = best.get(&at) {
        way.push((side, at));
        at = before;
    }
    way.reverse();
    way
}

fn distance(a: [f32; 2], b: [f32; 2]) -> f32 {
    (a[0] - b[0]).hypot(a[1] - b[1])
}

fn distance_to_line([x, y]: [f32; 2], [[ax, ay], [bx, by]]: [[f32; 2]; 2]) -> f32 {
    let (dx, dy) = (bx - ax, by - ay);
    let length = dx.hypot(dy);
    if length < 1e-6 { 0.0 } else { ((x - ax) * dy - (y - ay) * dx).abs() / length }
}

/// A chain of joined hexsides that follows the pointer.
#[derive(Clone, Debug)]
pub(super) struct Chain {
    /// The hex that the pointer was in when the chain began: its hand of the chain is meant
    /// where only one hex is, as for what faces across a hexside.
    own: Option<Hex>,
    /// Where it begins, and the hexsides with the corners that they lead to. There is always one.
    start: Corner,
    steps: Vec<(Side, Corner)>,
    /// The hexside under the pointer, if it goes on from the end and is not passed yet.
    tip: Option<(Side, Corner)>,
    at: [f32; 2],
}

impl Chain {
    /// Begins at a hexside.
    pub fn new(grid: &HexGrid, side: Side, at: [f32; 2]) -> Self {
        let [start, end] = Corner::ends(grid, side);
        Self { own: grid.hex_at(at), start, steps: vec![(side, end)], tip: None, at }
    }

    /// Goes on to a point; `side` is the hexside that it is plainly meant for, if any.
    pub fn follow(&mut self, grid: &HexGrid, to: [f32; 2], side: Option<Side>) {
        let from = std::mem::replace(&mut self.at, to);
        let Some(corner) = Corner::nearest(grid, to) else { return };
        self.tip = None;
        if let [(first, _)] = self.steps[..] {
            self.orient(grid, first, corner, [from, to]);
        }
        self.walk(grid, corner, [from, to]);
        let Some(side) = side else { return };
        if self.steps.last().is_some_and(|&(last, _)| last == side) {
            return;
        }
        if self.steps.last().is_some_and(|&(_, end)| end == corner) {
            self.tip = corner.around(grid).into_iter().find(|&(other, _)| other == side);
        }
    }

    /// As long as there is only one hexside, the chain may go on from either of its ends.
    fn orient(&mut self, grid: &HexGrid, first: Side, to: Corner, guide: [[f32; 2]; 2]) {
        let ends = Corner::ends(grid, first);
        let far = |end: Corner| route(grid, end, to, guide).map_or(usize::MAX, |way| way.len());
        let [a, b] = ends.map(far);
        let (start, end) = if a < b { (ends[1], ends[0]) } else { (ends[0], ends[1]) };
        self.start = start;
        self.steps = vec![(first, end)];
    }

    /// Walks on to a corner. Walking back takes back, so that there are no spurs.
    fn walk(&mut self, grid: &HexGrid, to: Corner, guide: [[f32; 2]; 2]) {
        let Some(&(_, end)) = self.steps.last() else { return };
        for step in route(grid, end, to, guide).unwrap_or_default() {
            match self.steps.last() {
                Some(&(last, _)) if last == step.0 && self.steps.len() > 1 => {
                    self.steps.pop();
                }
                // The first hexside stays; the chain goes on from its other end.
                Some(&(last, _)) if last == step.0 => {
                    self.start = self.steps[0].1;
                    self.steps[0].1 = step.1;
                }
                _ => self.steps.push(step),
            }
        }
    }

    fn all(&self) -> impl Iterator<Item = (Side, Corner)> + use<'_> {
        self.steps.iter().copied().chain(self.tip)
    }

    /// The hexsides in order, each once.
    pub fn sides(&self) -> Vec<Side> {
        let mut seen = BTreeSet::new();
        self.all().map(|(side, _)| side).filter(|&side| seen.insert(side)).collect()
    }

    /// The hexes on the hand where the pointer began, each with the direction of the hexside that
    /// it has on the chain.
    pub fn facing(&self, grid: &HexGrid) -> Vec<(Hex, Direction)> {
        let mut from = self.start;
        let mut right = None;
        let mut found: Vec<(Hex, Direction)> = Vec::new();
        let mut seen = BTreeSet::new();
        for (side, to) in self.all() {
            let here = (side.hex(), side.direction());
            let there = grid.across(side).map(|hex| (hex, side.direction().opposite()));
            // Clockwise round a hex, the hex is on the right.
            let clockwise = Corner::new(grid, here.0, here.1.index()) == from;
            let [on_right, on_left] =
                if clockwise { [Some(here), there] } else { [there, Some(here)] };
            let is_own = |place: Option<(Hex, Direction)>| {
                place.is_some_and(|(hex, _)| Some(hex) == self.own)
            };
            let right = *right.get_or_insert(!is_own(on_left));
            let meant = if right { on_right } else { on_left };
            found.extend(meant.filter(|&place| seen.insert(place)));
            from = to;
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use salient_schema::map::Grid;

    use super::*;

    fn grid(orientation: &str, pushed: &str) -> HexGrid {
        let grid: Grid = serde_json::from_value(serde_json::json!({
            "orientation": orientation, "columns": 9, "rows": 7, "pushed": pushed,
            "numbering": {
                "order": "column_row", "column_digits": 2, "row_digits": 2,
                "first_column": 1, "first_row": 1, "columns_from": "west", "rows_from": "north"
            },
            "metres_per_hex": 1000.0
        }))
        .unwrap();
        HexGrid::new(&grid)
    }

    fn grids() -> Vec<HexGrid> {
        let shapes = ["flat_topped", "pointy_topped"];
        shapes.iter().flat_map(|shape| ["first", "second"].map(|p| grid(shape, p))).collect()
    }

    #[test]
    fn a_corner_is_one_place_whichever_hex_it_is_told_from() {
        for grid in grids() {
            for hex in grid.hexes() {
                for number in 0..6 {
                    let corner = Corner::new(&grid, hex, number);
                    let given = grid.corners(hex)[number];
                    assert!(distance(corner.position(&grid), given) < 1e-4);
                    for (side, other) in corner.around(&grid) {
                        let ends = Corner::ends(&grid, side);
                        assert!(ends.contains(&corner) && ends.contains(&other));
                        assert_ne!(corner, other);
                    }
                    let sides = corner.around(&grid).len();
                    assert!((2..=3).contains(&sides));
                }
            }
        }
    }

    #[test]
    fn routes_are_joined_and_as_short_both_ways() {
        for grid in grids() {
            let corner = |place: u32, number| Corner::new(&grid, Hex(place), number);
            for (a, b) in [(0, 62), (10, 40), (8, 54), (30, 31)] {
                let (from, to) = (corner(a, 1), corner(b, 4));
                let guide = [from.position(&grid), to.position(&grid)];
                let there = route(&grid, from, to, guide).unwrap();
                let back = route(&grid, to, from, guide).unwrap();
                assert_eq!(there.len(), back.len());
                let mut at = from;
                for (side, next) in there {
                    assert!(at.around(&grid).contains(&(side, next)));
                    at = next;
                }
                assert_eq!(at, to);
            }
        }
    }

    #[test]
    fn any_stroke_is_one_chain_without_spurs() {
        let mut seed = 7_u64;
        let mut random = move || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 40) as f32 / (1_u32 << 24) as f32
        };
        for grid in grids() {
            let [[x0, y0], [x1, y1]] = grid.bounds();
            for _ in 0..40 {
                let mut point = || [x0 + (x1 - x0) * random(), y0 + (y1 - y0) * random()];
                let first = point();
                let Some((side, _)) = grid.side_at(first) else { continue };
                let mut chain = Chain::new(&grid, side, first);
                for _ in 0..12 {
                    let to = point();
                    chain.follow(&grid, to, grid.side_at(to).map(|(side, _)| side));
                    let mut at = chain.start;
                    let mut before = None;
                    for (side, next) in chain.all() {
                        assert!(at.around(&grid).contains(&(side, next)), "a gap");
                        assert_ne!(before, Some(side), "a spur");
                        (at, before) = (next, Some(side));
                    }
                }
            }
        }
    }
}
