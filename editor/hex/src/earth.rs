//! How a map lies on the earth: its plane in degrees, and degrees on its plane.
//!
//! A georeference is a straight map, and longitudes are not: they begin anew at the date line. What a
//! map says holds for the turn of the earth in which its middle lies, from -180° to 180°; a longitude
//! counts from there on as far as half a turn to either side, so that a map over the date line
//! hangs together.

use salient_schema::HexIndex;

use crate::HexGrid;

/// A full turn, in degrees.
const TURN: f64 = 360.0;

/// A longitude as it is counted nearest to another: 180.5 for -179.5 where that is 179.
#[must_use]
pub fn turned(longitude: f64, near: f64) -> f64 {
    longitude + TURN * turns(longitude - near)
}

/// A longitude as it is counted from -180° to 180°; both of these stay.
#[must_use]
pub fn within_turn(longitude: f64) -> f64 {
    if (-TURN / 2.0..=TURN / 2.0).contains(&longitude) { longitude } else { turned(longitude, 0.0) }
}

/// How many turns back bring a way in degrees to within half a turn.
fn turns(way: f64) -> f64 {
    if way.abs() <= TURN / 2.0 { 0.0 } else { -(way / TURN).round() }
}

/// A map on the earth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Earth {
    plane_from_degrees: [f64; 6],
    degrees_from_plane: [f64; 6],
    middle: f64,
}

impl Earth {
    /// By the six numbers of a georeference, whichever turn of the earth they are about.
    ///
    /// `None` where they have no inverse.
    #[must_use]
    pub fn new(grid: &HexGrid, plane_from_degrees: [f64; 6]) -> Option<Self> {
        let degrees_from_plane = inverse(plane_from_degrees)?;
        let mut earth = Self { plane_from_degrees, degrees_from_plane, middle: 0.0 };
        let last = HexIndex::new(grid.columns().checked_sub(1)?, grid.rows().checked_sub(1)?);
        let ends = [HexIndex::new(0, 0), last].map(|hex| grid.hex(hex).map(|hex| grid.centre(hex)));
        let [Some(first), Some(last)] = ends else { return None };
        let half = |axis: usize| f64::from(first[axis] + last[axis]) / 2.0;
        let middle = earth.degrees([half(0), half(1)])[0];
        let turns = turns(middle);
        earth.middle = middle + TURN * turns;
        if turns != 0.0 {
            let [a, _, c, d, _, f] = &mut earth.plane_from_degrees;
            // The same place for longitudes that are so many turns more.
            (*c, *f) = (*c - *a * TURN * turns, *f - *d * TURN * turns);
            earth.degrees_from_plane[2] += TURN * turns;
        }
        Some(earth)
    }

    /// The six numbers of a georeference: x and y from degrees east and north, in the turn in which
    /// the map's middle lies.
    #[must_use]
    pub fn plane_from_degrees(&self) -> [f64; 6] {
        self.plane_from_degrees
    }

    /// The longitude of the map's middle, -180 to 180.
    #[must_use]
    pub fn middle(&self) -> f64 {
        self.middle
    }

    /// Degrees east and north of a place on the plane. Over the date line they go on beyond 180.
    #[must_use]
    pub fn degrees(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        let [a, b, c, d, e, f] = self.degrees_from_plane;
        [a * x + b * y + c, d * x + e * y + f]
    }
}

/// The way back through a straight map.
fn inverse([a, b, c, d, e, f]: [f64; 6]) -> Option<[f64; 6]> {
    let determinant = a * e - b * d;
    let [ia, ib, id, ie] = [e, -b, -d, a].map(|part| part / determinant);
    let back = [ia, ib, -(ia * c + ib * f), id, ie, -(id * c + ie * f)];
    (determinant != 0.0 && back.iter().all(|part| part.is_finite())).then_some(back)
}

#[cfg(test)]
mod tests {
    use salient_schema::map::{Grid, Orientation};

    use super::*;

    #[test]
    fn longitudes_are_counted_nearest_to_one() {
        for (longitude, near, expected) in [
            (-179.5, 179.0, 180.5),
            (179.5, -179.0, -180.5),
            (180.5, 0.0, -179.5),
            (2.5, 3.0, 2.5),
            (359.0, 3.0, -1.0),
            (-180.0, 179.0, 180.0),
        ] {
            assert_eq!(turned(longitude, near), expected, "{longitude} near {near}");
        }
        for (longitude, expected) in
            [(180.0, 180.0), (-180.0, -180.0), (180.5, -179.5), (540.5, -179.5)]
        {
            assert_eq!(within_turn(longitude), expected, "{longitude}");
        }
    }

    /// Whichever turn a georeference is about, the map's middle lies within ±180°, and the way there
    /// and back is the same.
    #[test]
    fn the_middle_of_a_map_lies_within_a_turn() {
        let grid = HexGrid::new(&Grid::plain(Orientation::FlatTopped, 41, 21));
        let half = f64::from(grid.centre(grid.hex(HexIndex::new(40, 0)).unwrap())[0]) / 2.0;
        for middle in [179.9, -179.9, 180.1, 3.0, 540.0, -362.0] {
            let numbers =
                [10.0, 0.1, half - 10.0 * middle - 6.5, 0.2, -20.0, 1300.0 - 0.2 * middle];
            let earth = Earth::new(&grid, numbers).unwrap();
            assert!(earth.middle().abs() <= 180.0, "{middle}: {}", earth.middle());
            assert!((turned(earth.middle(), middle) - middle).abs() < 0.1);
            let [a, b, c, d, e, f] = earth.plane_from_degrees();
            for place in [[0.0, 0.0], [7.0, 9.5], [34.0, 20.0]] {
                let [longitude, latitude] = earth.degrees(place);
                let x = a * longitude + b * latitude + c;
                let y = d * longitude + e * latitude + f;
                assert!(
                    (x - place[0]).abs() < 1e-6 && (y - place[1]).abs() < 1e-6,
                    "{middle}: {x} {y}"
                );
            }
        }
        assert_eq!(Earth::new(&grid, [0.0; 6]), None);
    }
}
