//! 1914 5.1.1: straight lines over the hexes, along the grain or across it, and boundaries that are
//! made of them.

use salient_hex::{Direction, Hex, HexGrid};
use salient_rules::Violation;
use salient_rules::play::Formation;

use crate::rules::Rules;
use crate::state::{Boundary, Leg};

const RULE: &str = "1914 5.1.1";

/// The ways that a line may run: 0 to 5 along the grain, 6 to 11 across it, each clockwise.
pub const WAYS: u8 = 12;

/// A place or a way in axial coordinates.
pub type Axial = (i64, i64);

/// Where a hex lies.
pub fn place(grid: &HexGrid, hex: Hex) -> Axial {
    let (q, r) = grid.axial(hex);
    (i64::from(q), i64::from(r))
}

/// A step of a way, from a hex that it runs through to the next.
pub fn way_of(grid: &HexGrid, way: u8) -> Axial {
    let step = |number: u8| {
        let (q, r) = grid.axial_step(Direction::new(usize::from(number)));
        (i64::from(q), i64::from(r))
    };
    let one = step(way % 6);
    if way < 6 { one } else { plus(one, step((way + 1) % 6)) }
}

/// Twice the product of both lengths and the cosine between them, in steps.
pub fn along(one: Axial, other: Axial) -> i64 {
    2 * (one.0 * other.0 + one.1 * other.1) + one.0 * other.1 + one.1 * other.0
}

/// How far a place lies to the right of a way, in rows of hexes; 0 on it.
pub fn beside(way: Axial, place: Axial) -> i64 {
    way.0 * place.1 - way.1 * place.0
}

/// From the second to the first.
pub fn minus(one: Axial, other: Axial) -> Axial {
    (one.0 - other.0, one.1 - other.1)
}

fn plus(one: Axial, other: Axial) -> Axial {
    (one.0 + other.0, one.1 + other.1)
}

/// The hex at a place, if it is on the map.
fn hex_at(grid: &HexGrid, (q, r): Axial) -> Option<Hex> {
    grid.at_axial((i32::try_from(q).ok()?, i32::try_from(r).ok()?))
}

/// Whether a way leads away from the enemy, who is ahead (1914 5.1.1).
pub fn leads_back(grid: &HexGrid, way: u8, ahead: Axial) -> bool {
    ahead == (0, 0) || along(way_of(grid, way), ahead) < 0
}

/// A way as people say it: `southwest` along the grain, `south-southwest` across it.
pub fn heading(grid: &HexGrid, way: u8) -> String {
    let point = |number: u8| grid.compass(Direction::new(usize::from(number % 6)));
    let full = |point: &str| -> String {
        let parts = point.chars().map(|part| match part {
            'n' => "north",
            's' => "south",
            'e' => "east",
            _ => "west",
        });
        parts.collect()
    };
    if way < 6 {
        return full(point(way));
    }
    // Between two points either lies one that has a name, or a letter of the one is missing in the
    // other.
    let (one, next) = (point(way), point(way + 1));
    match (one.len(), next.len()) {
        (1, _) => format!("{}-{}", full(one), full(next)),
        (_, 1) => format!("{}-{}", full(next), full(one)),
        _ => full(&one.chars().filter(|part| next.contains(*part)).collect::<String>()),
    }
}

/// The way from a hex straight to another, if there is one.
fn way_between(grid: &HexGrid, from: Hex, to: Hex) -> Option<u8> {
    let between = minus(place(grid, to), place(grid, from));
    (0..WAYS).find(|&way| {
        let way = way_of(grid, way);
        beside(way, between) == 0 && along(way, between) > 0
    })
}

impl Boundary {
    /// Its straight pieces, from the front to the rear.
    pub fn legs(&self) -> impl DoubleEndedIterator<Item = Leg> {
        std::iter::once(self.first).chain(self.bends.into_iter().flatten())
    }

    /// Whether a place lies on the side of the army before it. Its first piece runs on ahead, its
    /// last one to the rear, as far as the map goes.
    pub fn is_before(&self, grid: &HexGrid, at: Axial) -> bool {
        let right = |leg: Leg| beside(way_of(grid, leg.way), minus(at, place(grid, leg.hex))) >= 0;
        let mut behind: Option<(Axial, bool)> = None;
        for leg in self.legs().rev() {
            let way = way_of(grid, leg.way);
            let is_right = match behind {
                // Where it turns to the right, only what is right of both is; where it turns to the
                // left, whatever is right of either.
                Some((next, rest)) if beside(way, next) >= 0 => right(leg) && rest,
                Some((_, rest)) => right(leg) || rest,
                None => right(leg),
            };
            behind = Some((way, is_right));
        }
        behind.is_some_and(|(_, is_right)| is_right)
    }

    /// The hexes that it is drawn by: where it begins and bends, and the last one on the map.
    pub fn hexes(&self, grid: &HexGrid) -> Vec<Hex> {
        let mut hexes: Vec<Hex> = self.legs().map(|leg| leg.hex).collect();
        if let Some(leg) = self.legs().last() {
            let way = way_of(grid, leg.way);
            let mut last = leg.hex;
            while let Some(next) = hex_at(grid, plus(place(grid, last), way)) {
                last = next;
            }
            if last != leg.hex {
                hexes.push(last);
            }
        }
        hexes
    }

    /// Where it runs, in words: `to the south, from 51.53 to the southwest`.
    pub fn course(&self, rules: &Rules) -> String {
        let grid = rules.map().grid();
        let piece = |(nth, leg): (usize, Leg)| {
            let heading = heading(grid, leg.way);
            match nth {
                0 => format!("to the {heading}"),
                _ => format!("from {} to the {heading}", rules.label(leg.hex)),
            }
        };
        self.legs().enumerate().map(piece).collect::<Vec<_>>().join(", ")
    }

    /// One between two armies, through hexes from the front to the rear: straight from each to the
    /// next, and from the last on.
    ///
    /// # Errors
    /// No such line runs through them.
    pub fn new(
        rules: &Rules,
        (near, far): (Formation, Formation),
        hexes: &[Hex],
    ) -> Result<Self, Violation> {
        let grid = rules.map().grid();
        let mut legs: Vec<Leg> = Vec::new();
        for (&hex, &next) in hexes.iter().zip(hexes.iter().skip(1)) {
            let way = way_between(grid, hex, next).ok_or_else(|| {
                let (from, to) = (rules.label(hex), rules.label(next));
                let text = format!(
                    "no straight line runs from {from} to {to}, along the grain of the hexes or \
                     across it"
                );
                Violation::new(RULE, text)
            })?;
            if legs.last().is_none_or(|leg| leg.way != way) {
                legs.push(Leg { hex, way });
            }
        }
        let most = rules.numbers.boundary_bends;
        match legs[..] {
            [first, ref bends @ ..] if bends.len() as i32 <= most => {
                let bends = [bends.first().copied(), bends.get(1).copied()];
                Ok(Self { near, far, first, bends })
            }
            [] => Err(Violation::new(RULE, "name the hexes that the boundary runs through")),
            _ => Err(Violation::new(RULE, format!("a boundary has {most} bends at most"))),
        }
    }

    /// It again, through other hexes; by one hex it is shifted as it is, to begin there.
    ///
    /// # Errors
    /// No such line runs through them.
    pub fn through(&self, rules: &Rules, hexes: &[Hex]) -> Result<Self, Violation> {
        let &[hex] = hexes else { return Self::new(rules, (self.near, self.far), hexes) };
        let grid = rules.map().grid();
        let by = minus(place(grid, hex), place(grid, self.first.hex));
        let shifted = |leg: Leg| {
            let text = "its bend would lie off the map: name the hexes that it runs through";
            let hex = hex_at(grid, plus(place(grid, leg.hex), by));
            hex.map(|hex| Leg { hex, ..leg }).ok_or_else(|| Violation::new(RULE, text))
        };
        let [one, other] = self.bends.map(|bend| bend.map(shifted).transpose());
        Ok(Self { first: shifted(self.first)?, bends: [one?, other?], ..*self })
    }
}

#[cfg(test)]
mod tests {
    use salient_hex::HexGrid;
    use salient_rules::play::Formation;
    use salient_schema::map::Orientation;

    use super::{WAYS, along, beside, heading, place, way_between, way_of};
    use crate::state::{Boundary, Leg};

    fn grid(orientation: Orientation) -> HexGrid {
        HexGrid::new(
            &serde_json::from_value(serde_json::json!({
                "orientation": orientation, "columns": 20, "rows": 20, "pushed": "second",
                "metres_per_hex": 8000.0,
                "numbering": {
                    "order": "column_row", "column_digits": 2, "row_digits": 2, "first_column": 1,
                    "first_row": 1, "columns_from": "west", "rows_from": "north"
                }
            }))
            .unwrap(),
        )
    }

    #[test]
    fn a_turn_of_sixty_degrees_halves_what_lies_along() {
        // Steps of the six directions, clockwise (flat-topped).
        let steps = [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)];
        let along: Vec<i64> = steps.iter().map(|&step| along(steps[0], step)).collect();
        assert_eq!(along, [2, 1, -1, -2, -1, 1]);
    }

    #[test]
    fn whoever_faces_south_has_the_west_on_the_right() {
        assert!(beside((0, 1), (-1, 0)) > 0);
        assert!(beside((0, 1), (1, 0)) < 0);
        assert_eq!(beside((0, 1), (0, 5)), 0);
    }

    #[test]
    fn every_way_is_found_again_and_has_a_name_of_its_own() {
        for (orientation, across) in [
            (Orientation::FlatTopped, ["north-northeast", "east"]),
            (Orientation::PointyTopped, ["east-northeast", "east-southeast"]),
        ] {
            let grid = grid(orientation);
            let from = grid.parse("1010").unwrap();
            let mut names = Vec::new();
            for way in 0..WAYS {
                let ((q, r), (by_q, by_r)) = (place(&grid, from), way_of(&grid, way));
                let at = ((q + 3 * by_q) as i32, (r + 3 * by_r) as i32);
                assert_eq!(way_between(&grid, from, grid.at_axial(at).unwrap()), Some(way));
                names.push(heading(&grid, way));
            }
            assert_eq!(names[6..8], across);
            names.sort();
            names.dedup();
            assert_eq!(names.len(), usize::from(WAYS), "{names:?}");
        }
        let grid = grid(Orientation::FlatTopped);
        let [from, to] = ["1010", "1113"].map(|label| grid.parse(label).unwrap());
        assert_eq!(way_between(&grid, from, to), None);
        assert_eq!(way_between(&grid, from, from), None);
    }

    /// Whether a hex lies west of a line from 1004 to the south that bends at 1010.
    fn is_before(bends: &[(&str, u8)], hex: &str) -> bool {
        let grid = grid(Orientation::FlatTopped);
        let leg = |&(hex, way): &(&str, u8)| Leg { hex: grid.parse(hex).unwrap(), way };
        let [near, far] = [0, 1].map(Formation);
        let bends = [bends.first().map(leg), bends.get(1).map(leg)];
        let line = Boundary { near, far, first: leg(&("1004", 3)), bends };
        line.is_before(&grid, place(&grid, grid.parse(hex).unwrap()))
    }

    #[test]
    fn a_boundary_that_bends_parts_the_map_along_all_its_pieces() {
        // It runs on straight, before and behind; what it runs through lies before it.
        let before = |bends: &[(&str, u8)], hexes: &[&str]| -> Vec<bool> {
            hexes.iter().map(|hex| is_before(bends, hex)).collect()
        };
        let hexes = ["1001", "1101", "0906", "1006", "1106", "0912", "1015", "1115", "1318"];
        let straight = [true, false, true, true, false, true, true, false, false];
        assert_eq!(before(&[], &hexes), straight);
        // To the southeast what lies below the bend is before it, to the southwest it is not.
        let southeast = [true, false, true, true, false, true, true, true, true];
        assert_eq!(before(&[("1010", 2)], &hexes), southeast);
        let southwest = [true, false, true, true, false, false, false, false, false];
        assert_eq!(before(&[("1010", 4)], &hexes), southwest);
        // Back to the south after two hexes.
        let twice = [true, false, true, true, false, true, true, true, false];
        assert_eq!(before(&[("1010", 2), ("1211", 3)], &hexes), twice);
    }
}
