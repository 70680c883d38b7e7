use proptest::prelude::*;
use salient_hex::sight::{Cover, Crossed, Heights, Sight, Spine, View, Why};
use salient_hex::{CompiledMap, Hex, HexGrid};
use salient_schema::map::{Orientation, Pushed};

use super::sight_oracle;
use super::support::{changed, compiled, fixture, grid, grid_and_two, hex};

fn labels(grid: &HexGrid, from: &str, to: &str) -> Vec<String> {
    let (from, to) = (grid.parse(from).unwrap(), grid.parse(to).unwrap());
    let text = |crossed: Crossed| {
        let hexes: Vec<_> = crossed.hexes().map(|hex| grid.label(hex)).collect();
        match crossed {
            Crossed::Hex(_) => hexes.concat(),
            Crossed::Spine(_, None) => format!("{}|", hexes.concat()),
            Crossed::Spine(..) => hexes.join("|"),
        }
    };
    grid.crossed(from, to).map(text).collect()
}

#[test]
fn straight_along_hexsides_and_in_between() {
    let flat = grid(Orientation::FlatTopped, Pushed::Second, 8, 8);
    assert_eq!(labels(&flat, "0303", "0306"), ["0303", "0304", "0305", "0306"]);
    // Along the spine; at the northern edge one side of it is off the map.
    assert_eq!(labels(&flat, "0303", "0703"), ["0303", "0402|0403", "0503", "0602|0603", "0703"]);
    assert_eq!(labels(&flat, "0101", "0301"), ["0101", "0201|", "0301"]);
    assert_eq!(labels(&flat, "0303", "0402"), ["0303", "0402"]);
    assert_eq!(labels(&flat, "0303", "0303"), ["0303"]);
    // Four along and one across: the line passes a corner and clips nothing there.
    let (a, b) = (flat.parse("0102").unwrap(), flat.parse("0506").unwrap());
    assert_eq!(flat.crossed(a, b).count() as u32, flat.distance(a, b) + 1);
    // A long line next to a row of hexes clips more hexes than it has steps.
    let (a, b) = (flat.parse("0301").unwrap(), flat.parse("0408").unwrap());
    assert!(flat.crossed(a, b).count() as u32 > flat.distance(a, b) + 1);
}

/// IA 8.61 and 8.65, on the fixture: woods, town and field block, a spine suits the viewer.
#[test]
fn limiting_terrain_in_between() {
    let map = compiled("infantry-attacks");
    let (_, ruleset) = fixture("infantry-attacks");
    let blocks =
        |hex: Hex| matches!(ruleset.terrain[map.terrain(hex)].id.as_str(), "woods" | "field");
    let sees = |from: &str, to: &str, spine| {
        let (from, to) = (hex(&map, from), hex(&map, to));
        let there = map.grid().sees(from, to, spine, blocks);
        let back = map.grid().sees(to, from, spine, blocks);
        assert_eq!(there.is_clear(), back.is_clear());
        there
    };
    // Woods at 45/0705, 45/0606 and 45/0706.
    assert_eq!(map.grid().label(Hex(2)), "45/0705");
    let blocked = sees("45/0605", "45/0607", Spine::Both);
    assert_eq!(
        blocked,
        Sight::Blocked { at: Crossed::Hex(hex(&map, "45/0606")), why: Why::Obstacle }
    );
    assert!(sees("45/0605", "45/0606", Spine::Both).is_clear(), "into woods, not through");
    // Between 45/0605 and 45/0606, of which the second is woods.
    assert!(sees("45/0506", "45/0706", Spine::Both).is_clear());
    let at = sees("45/0506", "45/0706", Spine::Either).blocked_at().unwrap();
    assert_eq!(at, Crossed::Spine(hex(&map, "45/0605"), Some(hex(&map, "45/0606"))));
    assert!(sees("45/0507", "45/1007", Spine::Either).is_clear());
}

#[test]
fn a_height_hides_what_is_behind_it() {
    let map = compiled("infantry-attacks");
    let view = View::default();
    let sees = |from: &str, to: &str, obstacle: i32| {
        map.sees(hex(&map, from), hex(&map, to), &view, |_| obstacle)
    };
    // The hill of level 1 between level 0 and level 0, in its own column.
    let over = sees("48/0811", "48/0806", 0);
    assert_eq!(over, Sight::Blocked { at: Crossed::Hex(hex(&map, "48/0809")), why: Why::Ground });
    assert!(sees("48/0811", "48/0809", 0).is_clear(), "up to the top");
    assert!(sees("48/0809", "48/0807", 0).is_clear(), "along the top");
    assert!(sees("48/0809", "48/0806", 0).blocked_by(Why::Ground));
    // Something that stands on it, seen from below.
    assert!(sees("48/0811", "48/0809", 1).blocked_by(Why::Obstacle));
    // Whoever is high enough looks over it: level 1 is 20 m, the viewer's tower 25 m.
    let tower = View { units_per_level: 20, eye: 25, target: 25, ..View::default() };
    let (a, b) = (hex(&map, "48/0811"), hex(&map, "48/0806"));
    assert!(map.sees(a, b, &tower, |_| 0).is_clear());
    assert!(map.sees(a, b, &tower, |_| 5).is_clear(), "touching does not block");
    let strict = View { touching_blocks: true, ..tower };
    assert!(map.sees(a, b, &strict, |_| 5).blocked_by(Why::Obstacle));
    assert!(map.sees(a, b, &tower, |_| 6).blocked_by(Why::Obstacle));
}

trait BlockedBy {
    fn blocked_by(self, by: Why) -> bool;
}

impl BlockedBy for Sight {
    fn blocked_by(self, by: Why) -> bool {
        matches!(self, Self::Blocked { why, .. } if why == by)
    }
}

/// The picture in the documentation of `sees_over`.
#[test]
fn the_line_falls_in_proportion() {
    let grid = grid(Orientation::FlatTopped, Pushed::Second, 1, 5);
    let heights = Heights { eye: 3, target: 0, touching_blocks: false };
    let with = |place: u32, obstacle| {
        let cover =
            |hex| Cover { ground: 0, obstacle: if hex == Hex(place) { obstacle } else { 0 } };
        grid.sees_over(Hex(0), Hex(4), heights, Spine::Both, cover)
    };
    for (place, clear, blocked) in [(1, 2, 3), (2, 1, 2), (3, 0, 1)] {
        assert!(with(place, clear).is_clear(), "{place}");
        let at = Crossed::Hex(Hex(place));
        assert_eq!(with(place, blocked), Sight::Blocked { at, why: Why::Obstacle });
    }
    // The ends' own cover is not asked for.
    assert!(with(0, 99).is_clear() && with(4, 99).is_clear());
}

#[test]
fn of_a_spine_the_lower_side_counts_or_the_higher() {
    let map = changed("infantry-attacks", |map, _| map.elevation = None);
    // Along the spine between 45/0607 and 45/0608.
    let (from, to) = (hex(&map, "45/0508"), hex(&map, "45/0708"));
    let spine = |spine, north, south| {
        let view = View { spine, ..View::default() };
        let high = hex(&map, "45/0607");
        map.sees(from, to, &view, |hex| if hex == high { north } else { south })
    };
    assert!(spine(Spine::Both, 0, 1).is_clear());
    assert!(spine(Spine::Both, 1, 0).is_clear());
    assert!(spine(Spine::Both, 1, 1).blocked_by(Why::Obstacle));
    assert!(spine(Spine::Either, 0, 1).blocked_by(Why::Obstacle));
    assert!(spine(Spine::Either, 1, 0).blocked_by(Why::Obstacle));
    assert!(spine(Spine::Either, 0, 0).is_clear());
    // Ground on one side, woods on the other: the line might have cleared the woods.
    let grid = map.grid();
    let cover = |hex: Hex| {
        let ground = i32::from(hex == grid.parse("45/0607").unwrap());
        Cover { ground, obstacle: 1 - ground }
    };
    let heights = Heights::default();
    assert!(grid.sees_over(from, to, heights, Spine::Both, cover).blocked_by(Why::Obstacle));
}

#[test]
fn the_farthest_corners_of_the_largest_map() {
    let grid = grid(Orientation::PointyTopped, Pushed::First, 4096, 4096);
    let (a, b) = (Hex(0), Hex(4096 * 4096 - 1));
    let crossed: Vec<_> = grid.crossed(a, b).collect();
    assert_eq!(crossed.first(), Some(&Crossed::Hex(a)));
    assert_eq!(crossed.last(), Some(&Crossed::Hex(b)));
    assert!(crossed.len() as u32 > grid.distance(a, b));
    let heights = Heights { eye: i32::MAX, target: i32::MIN, touching_blocks: true };
    let cover = |_| Cover { ground: i32::MIN, obstacle: 0 };
    assert!(grid.sees_over(a, b, heights, Spine::Both, cover).is_clear());
    let cover = |_| Cover { ground: i32::MAX, obstacle: i32::MAX };
    assert!(grid.sees_over(a, b, heights, Spine::Both, cover).blocked_by(Why::Ground));
}

/// A map and what stands on it.
fn covers() -> impl Strategy<Value = (HexGrid, Hex, Hex, Vec<Cover>)> {
    grid_and_two(12).prop_flat_map(|(grid, a, b)| {
        let cover = (-3..4_i32, 0..3_i32).prop_map(|(ground, obstacle)| Cover { ground, obstacle });
        let covers = prop::collection::vec(cover, grid.len());
        (Just(grid), Just(a), Just(b), covers)
    })
}

fn spines() -> impl Strategy<Value = Spine> {
    prop_oneof![Just(Spine::Both), Just(Spine::Either)]
}

proptest! {
    #[test]
    fn plane_geometry_agrees((grid, a, b) in grid_and_two(14)) {
        if a == b {
            return Ok(());
        }
        let walked: Vec<_> = grid.crossed(a, b).collect();
        prop_assert_eq!(walked, sight_oracle::crossed(&grid, a, b));
    }

    #[test]
    fn every_stretch_touches_the_one_before((grid, a, b) in grid_and_two(40)) {
        let walked: Vec<_> = grid.crossed(a, b).collect();
        prop_assert_eq!(walked.first(), Some(&Crossed::Hex(a)));
        prop_assert_eq!(walked.last(), Some(&Crossed::Hex(b)));
        for pair in walked.windows(2) {
            for one in pair[0].hexes() {
                for other in pair[1].hexes() {
                    prop_assert_eq!(grid.distance(one, other), 1);
                }
            }
        }
        for crossed in &walked {
            if let Crossed::Spine(one, Some(other)) = *crossed {
                prop_assert!(one < other && grid.distance(one, other) == 1);
            }
        }
        let mut back: Vec<_> = grid.crossed(b, a).collect();
        back.reverse();
        prop_assert_eq!(walked, back);
    }

    /// The same line elsewhere on the map crosses the same hexes elsewhere.
    #[test]
    fn a_line_may_be_moved((grid, a, b) in grid_and_two(16), by in any::<prop::sample::Index>()) {
        let to = Hex(by.index(grid.len()) as u32);
        let ((aq, ar), (tq, tr)) = (grid.axial(a), grid.axial(to));
        let (dq, dr) = (tq - aq, tr - ar);
        let moved = |hex: Hex| {
            let (q, r) = grid.axial(hex);
            grid.at_axial((q + dq, r + dr))
        };
        if let Some(end) = moved(b) {
            let there: Vec<_> = grid.crossed(to, end).collect();
            let here: Vec<_> = grid.crossed(a, b).collect();
            prop_assert_eq!(here.len(), there.len());
            for (here, there) in here.into_iter().zip(there) {
                prop_assert_eq!(matches!(here, Crossed::Hex(_)), matches!(there, Crossed::Hex(_)));
                let mut expected: Vec<_> = here.hexes().filter_map(moved).collect();
                expected.sort();
                // At the edge of the map, half of a spine may have been off it here.
                let found: Vec<_> = there.hexes().collect();
                prop_assert!(expected.iter().all(|hex| found.contains(hex)));
            }
        }
    }

    /// Both shortest ways along the line, hexx's and our own, keep to the hexes crossed.
    #[test]
    fn hexx_walks_through_the_same_hexes((grid, a, b) in grid_and_two(30)) {
        let flat = grid.grid().orientation == Orientation::FlatTopped;
        let mode = match grid.grid().pushed {
            Pushed::Second => hexx::OffsetHexMode::Odd,
            Pushed::First => hexx::OffsetHexMode::Even,
        };
        let orientation =
            if flat { hexx::HexOrientation::Flat } else { hexx::HexOrientation::Pointy };
        let theirs = |hex: Hex| {
            let index = grid.index(hex);
            hexx::Hex::from_offset_coordinates(
                [i32::from(index.column), i32::from(index.row)], mode, orientation)
        };
        let crossed: Vec<Hex> = grid.crossed(a, b).flat_map(Crossed::hexes).collect();
        for hex in grid.line(a, b) {
            prop_assert!(crossed.contains(&hex));
        }
        let known: Vec<_> = crossed.iter().map(|&hex| theirs(hex)).collect();
        let on_map: Vec<_> = grid.hexes().map(theirs).collect();
        for hex in theirs(a).line_to(theirs(b)).filter(|hex| on_map.contains(hex)) {
            prop_assert!(known.contains(&hex), "{hex:?}");
        }
    }

    #[test]
    fn whoever_is_seen_sees((grid, a, b, covers) in covers(), spine in spines(), touching_blocks: bool) {
        let cover = |hex: Hex| covers[hex.index()];
        let top = |hex: Hex| cover(hex).ground;
        let there = Heights { eye: top(a), target: top(b), touching_blocks };
        let back = Heights { eye: top(b), target: top(a), touching_blocks };
        prop_assert_eq!(
            grid.sees_over(a, b, there, spine, cover).is_clear(),
            grid.sees_over(b, a, back, spine, cover).is_clear()
        );
        let blocks = |hex: Hex| cover(hex).obstacle > 0;
        prop_assert_eq!(
            grid.sees(a, b, spine, blocks).is_clear(),
            grid.sees(b, a, spine, blocks).is_clear()
        );
    }

    /// What blocks, and only that, by the definition: a hex reaches above the line where the
    /// foot of its centre stands on it. Worked out with the distances of plane geometry.
    #[test]
    fn the_proportional_rule_is_what_it_says((grid, a, b, covers) in covers(), spine in spines()) {
        let top = |hex: Hex| f64::from(covers[hex.index()].ground + covers[hex.index()].obstacle);
        let (eye, target) = (covers[a.index()].ground, covers[b.index()].ground);
        let foot = |hex: Hex| {
            let [from, to, at] = [a, b, hex].map(|hex| grid.centre(hex).map(f64::from));
            let line = [to[0] - from[0], to[1] - from[1]];
            let dot = |u: [f64; 2], v: [f64; 2]| u[0] * v[0] + u[1] * v[1];
            dot(line, [at[0] - from[0], at[1] - from[1]]) / dot(line, line)
        };
        let mut near = false;
        let mut reaches = |hex: Hex| {
            if hex == a || hex == b {
                return false;
            }
            let line = f64::from(eye) + f64::from(target - eye) * foot(hex);
            near |= (top(hex) - line).abs() < 1e-3;
            top(hex) > line
        };
        let mut expected = None;
        for crossed in grid.crossed(a, b) {
            let blocked = match crossed {
                Crossed::Hex(hex) => reaches(hex),
                Crossed::Spine(one, other) => {
                    let (one, other) = (reaches(one), other.is_some_and(&mut reaches));
                    if spine == Spine::Both { one && other } else { one || other }
                }
            };
            if blocked && expected.is_none() {
                expected = Some(crossed);
            }
        }
        // Where an obstacle just reaches the line, floats cannot tell.
        if near {
            return Ok(());
        }
        let heights = Heights { eye, target, touching_blocks: false };
        let sight = grid.sees_over(a, b, heights, spine, |hex| covers[hex.index()]);
        prop_assert_eq!(sight.blocked_at(), expected);
    }

    /// Raising what stands in between never opens a line of sight.
    #[test]
    fn more_cover_hides_more((grid, a, b, covers) in covers(), spine in spines()) {
        let heights = Heights { eye: 1, target: 2, touching_blocks: false };
        let sees = |more: i32| {
            let cover = |hex: Hex| {
                let Cover { ground, obstacle } = covers[hex.index()];
                Cover { ground, obstacle: obstacle + more }
            };
            grid.sees_over(a, b, heights, spine, cover)
        };
        if !sees(0).is_clear() {
            prop_assert!(!sees(1).is_clear());
        }
        if grid.distance(a, b) <= 1 {
            prop_assert!(sees(100).is_clear());
        }
    }
}

/// Levels of the map and heights above them come to the same as covers made by hand.
#[test]
fn the_compiled_map_brings_its_levels() {
    let map: CompiledMap = compiled("offensive-1914");
    let view = View { units_per_level: 100, eye: 2, target: 2, ..View::default() };
    let trees = |hex: Hex| (hex.0 % 3 * 15) as i32;
    for from in map.grid().hexes() {
        for to in map.grid().hexes() {
            let heights = Heights {
                eye: map.level(from) * 100 + 2,
                target: map.level(to) * 100 + 2,
                touching_blocks: false,
            };
            let cover = |hex| Cover { ground: map.level(hex) * 100, obstacle: trees(hex) };
            let expected = map.grid().sees_over(from, to, heights, Spine::Both, cover);
            assert_eq!(map.sees(from, to, &view, trees), expected);
        }
    }
}
