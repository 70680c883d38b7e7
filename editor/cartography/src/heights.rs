//! Heights: a grid of them over the earth, and what it tells of each hex.
//!
//! The cells of a grid and the hexes of a map have nothing to do with each other: cells may be
//! larger than hexes or much smaller. So a hex is looked at in many places spread evenly over it,
//! and between the middles of cells the ground is taken to be straight.

mod read;

use salient_hex::Hex;
use salient_hex::earth::{Earth, turned};
use salient_schema::recipe::{HeightBound, HeightStatistic};

use crate::fit::Fitted;
use crate::maths::{METRES_PER_DEGREE_NORTH, metres_per_degree_east};
use crate::plane::Plane;

pub use read::read;

/// A grid of heights. Two are not compared: what is not a number is not equal to itself.
#[derive(Clone, Debug)]
pub struct HeightGrid {
    columns: usize,
    rows: usize,
    /// Degrees east and north of the middle of the first cell, in the north-west.
    first: [f64; 2],
    /// The size of a cell, in degrees east and south.
    step: [f64; 2],
    /// Metres above the sea, row by row; not a number where the grid tells none.
    cells: Vec<f32>,
}

impl HeightGrid {
    /// How many cells it has.
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// Whether it has no cell.
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// The height at a place, degrees east and north: between the middles of the four cells about
    /// it. None off the grid, and where the cells that tell none weigh more than the others.
    pub fn at(&self, [longitude, latitude]: [f64; 2]) -> Option<f64> {
        let middle = self.first[0] + self.step[0] * (self.columns.saturating_sub(1) as f64) / 2.0;
        let x = along(turned(longitude, middle) - self.first[0], self.step[0], self.columns)?;
        let y = along(self.first[1] - latitude, self.step[1], self.rows)?;
        let (mut sum, mut weights) = (0.0, 0.0);
        for (row, down) in [(y.0, 1.0 - y.1), (y.0 + 1, y.1)] {
            for (column, right) in [(x.0, 1.0 - x.1), (x.0 + 1, x.1)] {
                let weight = down * right;
                let cell = self.cells.get(row * self.columns + column).copied();
                let height = cell.filter(|height| weight > 0.0 && !height.is_nan());
                if let Some(height) = height {
                    sum += weight * f64::from(height);
                    weights += weight;
                }
            }
        }
        (weights >= 0.5).then(|| sum / weights)
    }
}

/// The cell before a place so many degrees from the middle of the first one, and how far it is from
/// there to the next. Within the outer half of the outer cells nothing is further on.
fn along(degrees: f64, step: f64, count: usize) -> Option<(usize, f64)> {
    /// What a cell's edge may be out by for the digits that a head gives of its size.
    const SLACK: f64 = 1e-3;
    let last = count.checked_sub(1)? as f64;
    let cells = degrees / step;
    if !(-0.5 - SLACK..=last + 0.5 + SLACK).contains(&cells) {
        return None;
    }
    let cells = cells.clamp(0.0, last);
    let before = cells.floor().min((last - 1.0).max(0.0));
    Some((before as usize, cells - before))
}

/// What a grid tells of the heights of each hex; not a number where it tells nothing.
#[derive(Clone, Debug, Default)]
pub struct HexHeights {
    mean: Vec<f32>,
    least: Vec<f32>,
    greatest: Vec<f32>,
}

/// Places of all hexes together that are looked at.
const MOST_PLACES: usize = 48 << 20;

impl HexHeights {
    /// Looks at all hexes of a map.
    pub fn of(grid: &HeightGrid, plane: &Plane, fitted: &Fitted) -> Self {
        let Some(earth) = Earth::new(&plane.grid, fitted.georeference.plane_from_degrees) else {
            return Self::default();
        };
        let rings = rings(grid, plane, fitted);
        let mut all = Self::default();
        for hex in plane.grid.hexes() {
            let (mut count, mut sum) = (0_u32, 0.0);
            let (mut least, mut greatest) = (f64::INFINITY, f64::NEG_INFINITY);
            for place in places(plane, hex, rings) {
                if let Some(height) = grid.at(earth.degrees(place)) {
                    count += 1;
                    sum += height;
                    least = least.min(height);
                    greatest = greatest.max(height);
                }
            }
            let known = |number: f64| if count == 0 { f32::NAN } else { number as f32 };
            all.mean.push(known(sum / f64::from(count.max(1))));
            all.least.push(known(least));
            all.greatest.push(known(greatest));
        }
        all
    }

    /// The mean height of a hex.
    pub fn mean(&self, hex: Hex) -> Option<f64> {
        number(&self.mean, hex)
    }

    /// The number that a bound is about. None where nothing is known of the hex itself; of those
    /// about it only those count of which something is.
    pub fn number(&self, plane: &Plane, hex: Hex, bound: &HeightBound) -> Option<f64> {
        let own = self.mean(hex)?;
        let about = || {
            let hexes = match bound.within {
                0 => vec![hex],
                within => plane.grid.within(hex, u32::from(within)),
            };
            hexes.into_iter()
        };
        let least = || {
            let each = about().filter_map(|hex| number(&self.least, hex));
            each.fold(f64::INFINITY, f64::min)
        };
        let greatest = || {
            let each = about().filter_map(|hex| number(&self.greatest, hex));
            each.fold(f64::NEG_INFINITY, f64::max)
        };
        Some(match bound.of {
            HeightStatistic::Mean if bound.within == 0 => own,
            HeightStatistic::Mean => {
                let means: Vec<f64> = about().filter_map(|hex| self.mean(hex)).collect();
                means.iter().sum::<f64>() / means.len().max(1) as f64
            }
            HeightStatistic::Least => least(),
            HeightStatistic::Greatest => greatest(),
            HeightStatistic::Relief => greatest() - least(),
        })
    }
}

fn number(list: &[f32], hex: Hex) -> Option<f64> {
    list.get(hex.index()).filter(|number| !number.is_nan()).map(|number| f64::from(*number))
}

/// How many rings of places about its middle a hex is looked at in: so close that no cell is
/// passed over, as far as there is time for it.
fn rings(grid: &HeightGrid, plane: &Plane, fitted: &Fitted) -> i32 {
    const FEWEST: i32 = 3;
    const MOST: i32 = 16;
    /// From the middle of a hex to a corner, in hexes.
    const RADIUS: f64 = 0.577_350_269_189_625_8;
    let east = grid.step[0] * metres_per_degree_east(fitted.latitude).max(1.0);
    let cell = east.min(grid.step[1] * METRES_PER_DEGREE_NORTH);
    let wanted = (fitted.metres_per_hex * RADIUS / cell).ceil();
    let mut rings = (wanted.clamp(f64::from(FEWEST), f64::from(MOST))) as i32;
    let places = |rings: i32| (3 * rings * (rings + 1) + 1) as usize;
    while rings > 1 && plane.grid.len().saturating_mul(places(rings)) > MOST_PLACES {
        rings -= 1;
    }
    rings
}

/// Places spread evenly over a hex, none of them on its edge.
fn places(plane: &Plane, hex: Hex, rings: i32) -> impl Iterator<Item = [f64; 2]> {
    let [x, y] = plane.centre(hex);
    let [one, two, ..] = plane.corners(hex).map(|corner| {
        let [to_x, to_y] = plane.place(corner);
        let part = f64::from(rings) + 0.5;
        [(to_x - x) / part, (to_y - y) / part]
    });
    (-rings..=rings).flat_map(move |a| {
        let others = (-rings).max(-rings - a)..=rings.min(rings - a);
        others.map(move |b| {
            let (a, b) = (f64::from(a), f64::from(b));
            [x + a * one[0] + b * two[0], y + a * one[1] + b * two[1]]
        })
    })
}

#[cfg(test)]
mod tests;
