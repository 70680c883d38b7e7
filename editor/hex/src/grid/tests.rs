use std::collections::VecDeque;

use proptest::prelude::*;
use salient_schema::numbering::{HorizontalEdge, NumberOrder, Numbering, VerticalEdge};

use super::*;

fn grid(orientation: Orientation, pushed: Pushed, columns: u16, rows: u16) -> HexGrid {
    HexGrid::new(&Grid {
        orientation,
        columns,
        rows,
        pushed,
        numbering: Numbering {
            order: NumberOrder::ColumnRow,
            separator: String::new(),
            column_digits: 2,
            row_digits: 2,
            first_column: 1,
            first_row: 1,
            columns_from: HorizontalEdge::West,
            rows_from: VerticalEdge::North,
        },
        metres_per_hex: 1000.0,
        boards: Vec::new(),
    })
}

fn any_grid() -> impl Strategy<Value = HexGrid> {
    let orientation = prop_oneof![Just(Orientation::FlatTopped), Just(Orientation::PointyTopped)];
    let pushed = prop_oneof![Just(Pushed::First), Just(Pushed::Second)];
    (orientation, pushed, 1_u16..20, 1_u16..20).prop_map(|(o, p, c, r)| grid(o, p, c, r))
}

fn grid_and_two() -> impl Strategy<Value = (HexGrid, Hex, Hex)> {
    (any_grid(), any::<prop::sample::Index>(), any::<prop::sample::Index>()).prop_map(
        |(grid, a, b)| {
            let (a, b) = (a.index(grid.len()) as u32, b.index(grid.len()) as u32);
            (grid, Hex(a), Hex(b))
        },
    )
}

/// Steps on the grid by its own neighbours: the witness for `distance`.
fn breadth_first(grid: &HexGrid, from: Hex) -> Vec<u32> {
    let mut steps = vec![u32::MAX; grid.len()];
    steps[from.index()] = 0;
    let mut queue = VecDeque::from([from]);
    while let Some(hex) = queue.pop_front() {
        for next in grid.neighbours(hex).into_iter().flatten() {
            if steps[next.index()] == u32::MAX {
                steps[next.index()] = steps[hex.index()] + 1;
                queue.push_back(next);
            }
        }
    }
    steps
}

proptest! {
    #[test]
    fn the_nearest_is_that_of_a_search_from_each(
        grid in any_grid(),
        from in prop::collection::vec(any::<prop::sample::Index>(), 0..4),
    ) {
        let from: Vec<Hex> = from.iter().map(|at| Hex(at.index(grid.len()) as u32)).collect();
        let searches: Vec<_> = from.iter().map(|&hex| breadth_first(&grid, hex)).collect();
        let nearest = grid.nearest(from.iter().copied(), 999);
        prop_assert_eq!(nearest.len(), grid.len());
        for hex in grid.hexes() {
            let least = searches.iter().map(|steps| steps[hex.index()]).min();
            prop_assert_eq!(u32::from(nearest[hex.index()]), least.unwrap_or(999));
        }
    }

    #[test]
    fn neighbours_are_mutual((grid, hex, _) in grid_and_two()) {
        for direction in Direction::ALL {
            if let Some(other) = grid.neighbour(hex, direction) {
                prop_assert_eq!(grid.neighbour(other, direction.opposite()), Some(hex));
                prop_assert_eq!(grid.direction_to(hex, other), Some(direction));
                prop_assert_eq!(grid.side(hex, direction), grid.side(other, direction.opposite()));
            }
            let side = grid.side(hex, direction);
            prop_assert_eq!(grid.side(side.hex(), side.direction()), side);
        }
    }

    #[test]
    fn distance_counts_the_steps((grid, hex, other) in grid_and_two()) {
        // A staggered rectangle is convex: no shortest way needs to leave it, except along a
        // single line where the only neighbours are in a row.
        prop_assert_eq!(breadth_first(&grid, hex)[other.index()], grid.distance(hex, other));
    }

    #[test]
    fn a_centre_lies_in_its_hex((grid, hex, _) in grid_and_two(), a in 0.0_f32..6.2, r in 0.0_f32..0.49) {
        let [x, y] = grid.centre(hex);
        prop_assert_eq!(grid.hex_at([x, y]), Some(hex));
        prop_assert_eq!(grid.hex_at([x + r * a.cos(), y + r * a.sin()]), Some(hex));
        let [[x0, y0], [x1, y1]] = grid.bounds();
        for [cx, cy] in grid.corners(hex) {
            prop_assert!(x0 - 1e-4 <= cx && cx <= x1 + 1e-4 && y0 - 1e-4 <= cy && cy <= y1 + 1e-4);
        }
    }

    #[test]
    fn adjacent_centres_are_one_apart_and_share_a_side((grid, hex, _) in grid_and_two()) {
        for direction in Direction::ALL {
            let side = grid.side(hex, direction);
            let [[ax, ay], [bx, by]] = grid.side_ends(side);
            let middle = [(ax + bx) / 2.0, (ay + by) / 2.0];
            let (found, distance) = grid.side_at(middle).unwrap();
            prop_assert_eq!(found, side);
            prop_assert!(distance < 1e-3);
            if let Some(other) = grid.neighbour(hex, direction) {
                let ([x, y], [ox, oy]) = (grid.centre(hex), grid.centre(other));
                prop_assert!(((x - ox).hypot(y - oy) - 1.0).abs() < 1e-4);
                prop_assert!(((x + ox) / 2.0 - middle[0]).abs() < 1e-4);
                prop_assert!(((y + oy) / 2.0 - middle[1]).abs() < 1e-4);
            }
        }
    }

    #[test]
    fn a_line_is_connected_and_symmetric((grid, a, b) in grid_and_two()) {
        let there = grid.line(a, b);
        let mut back = grid.line(b, a);
        back.reverse();
        prop_assert_eq!(&there, &back);
        prop_assert_eq!(there.len() as u32, grid.distance(a, b) + 1);
        for pair in there.windows(2) {
            prop_assert_eq!(grid.distance(pair[0], pair[1]), 1);
        }
    }

    #[test]
    fn within_is_what_distance_says((grid, hex, _) in grid_and_two(), radius in 0_u32..8) {
        let expected: Vec<Hex> =
            grid.hexes().filter(|&other| grid.distance(hex, other) <= radius).collect();
        prop_assert_eq!(grid.within(hex, radius), expected);
    }

    #[test]
    fn hexx_agrees((grid, a, b) in grid_and_two()) {
        // hexx counts a pushed odd line as "odd", a pushed even one as "even".
        let mode = if grid.pushed_parity == 1 {
            hexx::OffsetHexMode::Odd
        } else {
            hexx::OffsetHexMode::Even
        };
        let orientation =
            if grid.flat { hexx::HexOrientation::Flat } else { hexx::HexOrientation::Pointy };
        let theirs = |hex: Hex| {
            let index = grid.index(hex);
            hexx::Hex::from_offset_coordinates(
                [i32::from(index.column), i32::from(index.row)], mode, orientation)
        };
        prop_assert_eq!(theirs(a).unsigned_distance_to(theirs(b)), grid.distance(a, b));
    }
}

#[test]
fn compass_points_name_both_spellings_of_a_side() {
    let grid = grid(Orientation::FlatTopped, Pushed::Second, 46, 29);
    let (hex, north) = (Hex(46 * 3 + 10), Direction::new(0));
    let above = grid.neighbour(hex, north).unwrap();
    assert_eq!(above, Hex(46 * 2 + 10));
    let side = grid.side(hex, north);
    assert_eq!((side.hex(), grid.compass(side.direction())), (above, "s"));
    assert_eq!(grid.side_label(side), format!("{}:s", grid.label(above)));
    if let Some(parsed) = grid.parse_side(&format!("{}:n", grid.label(hex))) {
        assert_eq!(parsed, side);
    }
}

#[test]
fn points_off_the_map_are_in_no_hex() {
    let grid = grid(Orientation::FlatTopped, Pushed::Second, 5, 5);
    for point in [[-5.0, 0.0], [f32::NAN, 0.0], [0.0, f32::INFINITY], [1e30, 1e30]] {
        assert_eq!(grid.hex_at(point), None);
    }
}

proptest! {
    /// Rows and columns are found without a division, on maps of every width.
    #[test]
    fn rows_and_columns_are_what_a_division_gives(columns in any::<u16>(), hex in any::<u32>()) {
        for columns in [1, 2, 3, 64, 1000, u16::MAX, columns.max(1)] {
            let grid = grid(Orientation::FlatTopped, Pushed::First, columns, 1);
            let wide = u32::from(columns);
            for hex in [0, wide - 1, wide, hex % (1 << 31)] {
                let expected = ((hex % wide) as i32, (hex / wide) as i32);
                prop_assert_eq!(grid.column_row(Hex(hex)), expected);
            }
        }
    }
}

#[test]
fn beyond_the_cut_of_boards_there_is_no_map() {
    let whole = grid(Orientation::FlatTopped, Pushed::First, 5, 4);
    let mut cut = whole.grid().clone();
    let board = salient_schema::map::Board {
        id: "45".into(),
        columns: 5,
        rows: 4,
        half_hexes: true,
        ..salient_schema::map::Board::default()
    };
    cut.boards = vec![board];
    let cut = HexGrid::new(&cut);
    // The pushed columns have a hex less.
    let beyond: Vec<Hex> = cut.hexes().filter(|&hex| !cut.is_on_map(hex)).collect();
    assert_eq!(beyond.len(), 3);
    for hex in beyond {
        assert_eq!(whole.hex_at(whole.centre(hex)), Some(hex));
        assert_eq!(cut.hex_at(cut.centre(hex)), None);
        // Of its hexsides those are there that a hex of the map has too.
        let [x, y] = cut.centre(hex);
        let (side, _) = cut.side_at([x, y - 0.4]).unwrap();
        let has = |hex: Option<Hex>| hex.is_some_and(|hex| cut.is_on_map(hex));
        assert!(has(Some(side.hex())) || has(cut.across(side)));
        assert_eq!(cut.side_at([x, y + 2.0]), None);
    }
    assert_eq!(cut.hexes_on_map().count(), 17);
    assert_eq!(whole.hexes_on_map().count(), 20);
    // There is no band of half a hex below.
    let [[_, north], [_, south]] = cut.bounds();
    let [[_, all_north], [_, all_south]] = whole.bounds();
    assert!((north - all_north).abs() < 1e-5 && (all_south - south - 0.5).abs() < 1e-5);
}

#[test]
fn hexes_are_listed_in_runs() {
    let grid = grid(Orientation::FlatTopped, Pushed::Second, 9, 9);
    let ranges = |labels: &[&str]| -> Vec<String> {
        let hexes: Vec<Hex> = labels.iter().filter_map(|label| grid.parse(label)).collect();
        grid.ranges(&hexes)
    };
    assert_eq!(ranges(&["0103", "0102", "0104", "0102", "0301"]), ["0102–0104", "0301"]);
    assert_eq!(ranges(&["0201", "0101", "0301", "0403"]), ["0101–0301", "0403"]);
    assert_eq!(ranges(&["0101", "0102"]), ["0101", "0102"]);
    assert!(ranges(&[]).is_empty());
}
