//! Finding the way along a line: from corner to corner of hexes, or from hex to hex.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};

use salient_hex::{Direction, Hex, HexGrid, Side};

use crate::plane::{Corner, Plane, Point, middle, square, square_to_line};

/// How much dearer a step becomes with the square of its distance from the line, in hexes. At
/// one hex from the line, one step costs as much as fifteen on it.
const STRAYING: f64 = 14.0;

/// Nodes and the hexsides between them. A link runs along a hexside (from corner to corner) or
/// across it (from hex to hex); either way the middle of the hexside is its middle too.
#[derive(Clone, Debug)]
pub struct Net {
    places: Vec<Point>,
    links: Vec<Vec<Link>>,
    rim: Vec<bool>,
    sides: usize,
}

#[derive(Clone, Copy, Debug)]
struct Link {
    to: u32,
    side: Side,
    /// The hexside's number, for what is remembered of it.
    number: u32,
}

impl Net {
    /// The corners of all hexes, with the hexsides between them. Also gives the corners by
    /// their numbers.
    pub fn of_corners(plane: &Plane) -> (Self, Vec<Corner>) {
        let mut corners: Vec<Corner> =
            plane.grid.hexes().flat_map(|hex| plane.corners(hex)).collect();
        corners.sort_unstable();
        corners.dedup();
        let number = |corner: Corner| corners.binary_search(&corner).unwrap_or_default() as u32;
        let mut links = vec![Vec::new(); corners.len()];
        let sides = all_sides(&plane.grid);
        for (index, &side) in sides.iter().enumerate() {
            let [a, b] = plane.side_ends(side.hex(), side.direction()).map(number);
            for (from, to) in [(a, b), (b, a)] {
                links[from as usize].push(Link { to, side, number: index as u32 });
            }
        }
        let mut touching = vec![0; corners.len()];
        for corner in plane.grid.hexes().flat_map(|hex| plane.corners(hex)) {
            touching[number(corner) as usize] += 1;
        }
        let places = corners.iter().map(|&corner| plane.place(corner)).collect();
        let rim = touching.into_iter().map(|hexes| hexes < 3).collect();
        (Self { places, links, rim, sides: sides.len() }, corners)
    }

    /// All hexes, with the hexsides that they share.
    pub fn of_hexes(plane: &Plane) -> Self {
        let grid = &plane.grid;
        let mut links = vec![Vec::new(); grid.len()];
        let sides = all_sides(grid);
        for (index, &side) in sides.iter().enumerate() {
            let Some(other) = grid.across(side) else { continue };
            for (from, to) in [(side.hex(), other), (other, side.hex())] {
                links[from.index()].push(Link { to: to.0, side, number: index as u32 });
            }
        }
        let places = grid.hexes().map(|hex| plane.centre(hex)).collect();
        let rim = links.iter().map(|links: &Vec<Link>| links.len() < 6).collect();
        Self { places, links, rim, sides: sides.len() }
    }

    /// Where a node lies.
    pub fn place(&self, node: u32) -> Point {
        self.places[node as usize]
    }

    /// Whether a node lies on the rim of the map: a corner that fewer than three hexes touch, a
    /// hex with fewer than six around it.
    pub fn is_rim(&self, node: u32) -> bool {
        self.rim[node as usize]
    }

    /// The nodes, by number.
    pub fn nodes(&self) -> std::ops::Range<u32> {
        0..self.places.len() as u32
    }

    /// The node nearest to a point among some, and the square of how far it is.
    pub fn nearest(
        &self,
        point: Point,
        nodes: impl IntoIterator<Item = u32>,
    ) -> Option<(u32, f64)> {
        let mut best: Option<(u32, f64)> = None;
        for node in nodes {
            let far = square(self.place(node), point);
            if best.is_none_or(|(_, least)| far < least) {
                best = Some((node, far));
            }
        }
        best
    }

    /// The hexside between two adjacent nodes.
    pub fn side(&self, from: u32, to: u32) -> Option<Side> {
        self.links[from as usize].iter().find(|link| link.to == to).map(|link| link.side)
    }

    /// The hexsides of a way from node to node.
    pub fn sides(&self, way: &[u32]) -> Vec<Side> {
        way.windows(2).filter_map(|ends| self.side(ends[0], ends[1])).collect()
    }

    /// The cheapest way from one node to another that keeps near a line, both ends counted.
    /// `None` where what is barred leaves no way.
    pub fn route(
        &self,
        line: &[Point],
        from: u32,
        to: u32,
        barred: &BTreeSet<Side>,
        taken: &BTreeSet<u32>,
    ) -> Option<Vec<u32>> {
        let mut cost = vec![f64::INFINITY; self.places.len()];
        let mut before: Vec<Option<u32>> = vec![None; self.places.len()];
        let mut prices = vec![f64::NAN; self.sides];
        let mut queue = BinaryHeap::from([Reverse((0_u64, from))]);
        cost[from as usize] = 0.0;
        while let Some(Reverse((bits, node))) = queue.pop() {
            // No cost is negative, so their bits are in the order of their values.
            let so_far = f64::from_bits(bits);
            if so_far > cost[node as usize] {
                continue;
            }
            if node == to {
                break;
            }
            for link in &self.links[node as usize] {
                if barred.contains(&link.side) || (taken.contains(&link.to) && link.to != to) {
                    continue;
                }
                let price = &mut prices[link.number as usize];
                if price.is_nan() {
                    let centre = middle(self.place(node), self.place(link.to));
                    *price = 1.0 + STRAYING * square_to_line(centre, line);
                }
                let total = so_far + *price;
                if total < cost[link.to as usize] {
                    cost[link.to as usize] = total;
                    before[link.to as usize] = Some(node);
                    queue.push(Reverse((total.to_bits(), link.to)));
                }
            }
        }
        let mut way = vec![to];
        let mut node = to;
        while node != from {
            node = before[node as usize]?;
            way.push(node);
        }
        way.reverse();
        Some(way)
    }
}

/// Every hexside of a map once, in order.
fn all_sides(grid: &HexGrid) -> Vec<Side> {
    let of_hex = |hex: Hex| Direction::ALL.map(|direction| grid.side(hex, direction));
    let mut sides: Vec<Side> = grid.hexes().flat_map(of_hex).collect();
    sides.sort_unstable();
    sides.dedup();
    sides
}
