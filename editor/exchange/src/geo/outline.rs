//! Rings: round a hex, and round a group of hexes.

use std::collections::{BTreeMap, BTreeSet};

use salient_hex::grid::{Direction, Hex, HexGrid};

/// Longitude and latitude.
type Position = [f64; 2];

/// A closed ring that runs counter-clockwise, or clockwise round a hole.
pub fn ring(mut points: Vec<Position>, counter_clockwise: bool) -> Vec<Position> {
    if (area(&points) > 0.0) != counter_clockwise {
        points.reverse();
    }
    points.extend(points.first().copied());
    points
}

/// Twice the area, above 0 where the ring runs counter-clockwise on a plane with y up.
fn area(points: &[Position]) -> f64 {
    let next = points.iter().cycle().skip(1);
    points.iter().zip(next).map(|(a, b)| a[0] * b[1] - b[0] * a[1]).sum()
}

/// The outlines of a group of hexes: polygons, each with its outer ring and the rings of its
/// holes. Three hexsides meet at a corner, so that an outline never touches itself or another.
pub fn polygons(
    grid: &HexGrid,
    hexes: &[Hex],
    place: impl Fn([f32; 2]) -> Position,
) -> Vec<Vec<Vec<Position>>> {
    let group: BTreeSet<Hex> = hexes.iter().copied().collect();
    let mut edges: BTreeMap<(Hex, usize), ()> = BTreeMap::new();
    for &hex in &group {
        for direction in Direction::ALL {
            let outside =
                grid.neighbour(hex, direction).is_none_or(|other| !group.contains(&other));
            if outside {
                edges.insert((hex, direction.index()), ());
            }
        }
    }
    // Clockwise round a hex, side d ends where either side d + 1 of the same hex begins, or, where
    // that is within the group, side d - 1 of the hex beyond it.
    let mut outer: Vec<Vec<[f32; 2]>> = Vec::new();
    // Which of them is round a hex.
    let mut within: BTreeMap<Hex, usize> = BTreeMap::new();
    let mut holes: Vec<(Hex, Vec<[f32; 2]>)> = Vec::new();
    while let Some(((first, side), ())) = edges.pop_first() {
        let mut points = Vec::new();
        let (mut hex, mut side, start) = (first, side, (first, side));
        loop {
            points.push(grid.corners(hex)[side]);
            let next = Direction::new(side + 1);
            match grid.neighbour(hex, next).filter(|other| group.contains(other)) {
                None => side = next.index(),
                Some(other) => (hex, side) = (other, (side + 5) % 6),
            }
            if (hex, side) == start || edges.remove(&(hex, side)).is_none() {
                break;
            }
        }
        // Clockwise on a plane with y down is what surrounds; the others are holes.
        let turned: Vec<Position> =
            points.iter().map(|[x, y]| [f64::from(*x), -f64::from(*y)]).collect();
        if area(&turned) < 0.0 {
            connected(grid, &group, first, |hex| within.insert(hex, outer.len()).is_none());
            outer.push(points);
        } else {
            holes.push((first, points));
        }
    }
    let place = |ring: Vec<[f32; 2]>| -> Vec<Position> { ring.into_iter().map(&place).collect() };
    let mut polygons: Vec<Vec<Vec<Position>>> =
        outer.into_iter().map(|points| vec![ring(place(points), true)]).collect();
    for (hex, hole) in holes {
        if let Some(polygon) = within.get(&hex).and_then(|at| polygons.get_mut(*at)) {
            polygon.push(ring(place(hole), false));
        }
    }
    polygons
}

/// Goes to the hexes of a group that hang together with one, each once: `note` says whether a hex
/// is new.
fn connected(grid: &HexGrid, group: &BTreeSet<Hex>, from: Hex, mut note: impl FnMut(Hex) -> bool) {
    let mut open = vec![from];
    note(from);
    while let Some(hex) = open.pop() {
        for other in grid.neighbours(hex).into_iter().flatten() {
            if group.contains(&other) && note(other) {
                open.push(other);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use salient_schema::map::Orientation;

    use super::*;

    fn outlines(orientation: Orientation, hexes: &[&str]) -> Vec<Vec<Vec<Position>>> {
        let map = crate::draft::empty_map(orientation, 9, 9);
        let grid = HexGrid::new(&map.grid);
        let hexes: Vec<Hex> = hexes.iter().map(|hex| grid.parse(hex).unwrap()).collect();
        polygons(&grid, &hexes, |[x, y]| [f64::from(x), -f64::from(y)])
    }

    fn hex_area(rings: &[Vec<Position>]) -> f64 {
        let hex = 3.0_f64.sqrt() / 2.0;
        rings.iter().map(|ring| area(&ring[..ring.len() - 1]) / 2.0).sum::<f64>() / hex
    }

    /// Many rings side by side: each hole is in the polygon that lies round it.
    #[test]
    fn holes_lie_in_their_own_polygons() {
        let map = crate::draft::empty_map(Orientation::FlatTopped, 60, 60);
        let grid = HexGrid::new(&map.grid);
        let middles = || (0..14).flat_map(|x| (0..14).map(move |y| (2 + 4 * x, 2 + 4 * y)));
        let rings: Vec<Hex> = middles()
            .filter_map(|(column, row)| grid.hex(salient_schema::HexIndex::new(column, row)))
            .flat_map(|middle| grid.neighbours(middle).into_iter().flatten())
            .collect();
        let found = polygons(&grid, &rings, |[x, y]| [f64::from(x), -f64::from(y)]);
        assert_eq!(found.len(), 196);
        for polygon in found {
            let [outer, hole] = polygon.as_slice() else { panic!("{}", polygon.len()) };
            let span = |axis: usize, of: fn(f64, f64) -> f64| {
                let of = |ring: &[Position]| ring.iter().map(|p| p[axis]).reduce(of).unwrap();
                [of(outer), of(hole)]
            };
            for axis in 0..2 {
                let ([least, from], [most, to]) = (span(axis, f64::min), span(axis, f64::max));
                assert!(least < from && to < most);
            }
        }
    }

    #[test]
    fn a_ring_of_hexes_has_a_hole() {
        for orientation in [Orientation::FlatTopped, Orientation::PointyTopped] {
            let map = crate::draft::empty_map(orientation, 9, 9);
            let grid = HexGrid::new(&map.grid);
            let middle = grid.parse("0505").unwrap();
            let around = grid.neighbours(middle).into_iter().flatten();
            let around: Vec<String> = around.map(|hex| grid.label(hex)).collect();
            let mut hexes: Vec<&str> = around.iter().map(String::as_str).collect();
            let found = outlines(orientation, &hexes);
            assert_eq!(found.len(), 1);
            assert_eq!(found[0].len(), 2);
            assert_eq!((found[0][0].len(), found[0][1].len()), (19, 7));
            assert!((hex_area(&found[0]) - 6.0).abs() < 1e-4);
            // Something of its own far off, and in the hole.
            hexes.push("0101");
            hexes.push("0102");
            assert_eq!(outlines(orientation, &hexes).len(), 2);
            hexes.push("0505");
            let found = outlines(orientation, &hexes);
            assert!(found.iter().all(|polygon| polygon.len() == 1));
            let all: f64 = found.iter().map(|polygon| hex_area(polygon)).sum();
            assert!((all - 9.0).abs() < 1e-4);
        }
    }
}
