//! Which hexes a line crosses, by plane geometry in fractions: every hex of the map, and of the
//! ring around it, is cut with the line by itself. It shares nothing with the walk that it
//! checks: no axial coordinates, no neighbours.

use std::cmp::Ordering;

use salient_hex::sight::Crossed;
use salient_hex::{Hex, HexGrid};
use salient_schema::HexIndex;
use salient_schema::map::{Orientation, Pushed};

/// A fraction with a denominator above 0.
#[derive(Clone, Copy, Debug)]
struct Ratio(i64, i64);

impl Ratio {
    fn cmp(self, other: Self) -> Ordering {
        (self.0 * other.1).cmp(&(other.0 * self.1))
    }

    fn min(self, other: Self) -> Self {
        if self.cmp(other) == Ordering::Greater { other } else { self }
    }

    fn max(self, other: Self) -> Self {
        if self.cmp(other) == Ordering::Less { other } else { self }
    }
}

/// The centre of a column and row, on the map or not. Squeezed so that all corners are whole
/// numbers, which bends no line: across the lines of hexes 1 is half a hex's radius, along them
/// half the distance between centres.
fn centre(grid: &HexGrid, column: i64, row: i64) -> [i64; 2] {
    let flat = grid.grid().orientation == Orientation::FlatTopped;
    let (line, place) = if flat { (column, row) } else { (row, column) };
    let is_odd = line.rem_euclid(2) == 1;
    let push = i64::from(is_odd == (grid.grid().pushed == Pushed::Second));
    [line * 3, place * 2 + push]
}

/// The six sides of a hex about the origin: a·x + b·y ≤ c.
const SIDES: [(i64, i64, i64); 6] =
    [(0, 1, 1), (0, -1, 1), (1, 1, 2), (1, -1, 2), (-1, 1, 2), (-1, -1, 2)];

enum Cut {
    Inside,
    Edge,
}

/// What of the line lies in a hex: through its inside or along its edge, from where to where.
fn cut(from: [i64; 2], to: [i64; 2], hex: [i64; 2]) -> Option<(Cut, Ratio, Ratio)> {
    let (mut enters, mut leaves) = (Ratio(0, 1), Ratio(1, 1));
    let mut inside = true;
    for (a, b, c) in SIDES {
        let here = a * (from[0] - hex[0]) + b * (from[1] - hex[1]);
        let there = a * (to[0] - hex[0]) + b * (to[1] - hex[1]);
        let (gap, slope) = (c - here, there - here);
        match slope.cmp(&0) {
            Ordering::Greater => leaves = leaves.min(Ratio(gap, slope)),
            Ordering::Less => enters = enters.max(Ratio(-gap, -slope)),
            Ordering::Equal if gap < 0 => return None,
            Ordering::Equal => inside &= gap > 0,
        }
    }
    let through = enters.cmp(leaves) == Ordering::Less;
    through.then_some((if inside { Cut::Inside } else { Cut::Edge }, enters, leaves))
}

/// The stretches of the line between two different hexes, in order.
pub fn crossed(grid: &HexGrid, from: Hex, to: Hex) -> Vec<Crossed> {
    let at = |hex| {
        let index = grid.index(hex);
        centre(grid, index.column.into(), index.row.into())
    };
    let (from, to) = (at(from), at(to));
    let on_map = |column: i64, row: i64| {
        let (column, row) = (u16::try_from(column).ok()?, u16::try_from(row).ok()?);
        grid.hex(HexIndex::new(column, row))
    };
    let mut stretches: Vec<(Ratio, Crossed)> = Vec::new();
    let mut edges: Vec<(Ratio, Option<Hex>)> = Vec::new();
    for row in -2..=i64::from(grid.rows()) + 1 {
        for column in -2..=i64::from(grid.columns()) + 1 {
            let hex = on_map(column, row);
            match cut(from, to, centre(grid, column, row)) {
                Some((Cut::Inside, enters, _)) => {
                    let hex = hex.expect("no line between centres leaves the map");
                    stretches.push((enters, Crossed::Hex(hex)));
                }
                Some((Cut::Edge, enters, _)) => edges.push((enters, hex)),
                None => {}
            }
        }
    }
    edges.sort_by(|a, b| a.0.cmp(b.0));
    for pair in edges.chunks(2) {
        let [(enters, one), (_, other)] = pair else { panic!("a hexside has two hexes") };
        let mut hexes: Vec<Hex> = [*one, *other].into_iter().flatten().collect();
        hexes.sort();
        stretches.push((*enters, Crossed::Spine(hexes[0], hexes.get(1).copied())));
    }
    stretches.sort_by(|a, b| a.0.cmp(b.0));
    stretches.into_iter().map(|(_, crossed)| crossed).collect()
}
