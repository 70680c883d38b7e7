//! Hex numbers: all of a map's are told apart and read back, and nothing else is read.

use proptest::prelude::*;
use salient_schema::map::{Board, Grid, Orientation, Pushed};
use salient_schema::numbering::{HorizontalEdge, NumberOrder, Numbering, VerticalEdge};
use salient_schema::{HexIndex, split_side};

fn grid(columns: u16, rows: u16, numbering: Numbering) -> Grid {
    Grid {
        orientation: Orientation::FlatTopped,
        columns,
        rows,
        pushed: Pushed::Second,
        numbering,
        metres_per_hex: 1000.0,
        boards: Vec::new(),
    }
}

fn from_the_west() -> Numbering {
    Numbering {
        order: NumberOrder::ColumnRow,
        separator: String::new(),
        column_digits: 2,
        row_digits: 2,
        first_column: 1,
        first_row: 1,
        columns_from: HorizontalEdge::West,
        rows_from: VerticalEdge::North,
    }
}

/// Checks a grid's printed numbers against hexes given as (column, row) from 0.
fn check(grid: &Grid, expect: &[(&str, (u16, u16))]) {
    for (label, (column, row)) in expect {
        let hex = HexIndex::new(*column, *row);
        assert_eq!(grid.print_hex(hex), *label);
        assert_eq!(grid.parse_hex(label), Some(hex), "{label}");
    }
}

#[test]
fn the_kaisers_battle() {
    let grid = grid(46, 29, from_the_west());
    check(&grid, &[("0101", (0, 0)), ("4203", (41, 2)), ("4629", (45, 28))]);
    for rubbish in ["", "4", "42", "420", "42031", "04203", "4730", "4200", "0042", "+103", " 4203"]
    {
        assert_eq!(grid.parse_hex(rubbish), None, "{rubbish}");
    }
}

#[test]
fn storm_in_the_west() {
    let numbering = Numbering {
        order: NumberOrder::RowColumn,
        columns_from: HorizontalEdge::East,
        ..from_the_west()
    };
    let grid = grid(40, 35, numbering);
    check(&grid, &[("3120", (20, 30)), ("0101", (39, 0)), ("3540", (0, 34))]);
}

#[test]
fn offensive_1914() {
    let grid = grid(70, 60, Numbering { separator: ".".to_owned(), ..from_the_west() });
    check(&grid, &[("54.49", (53, 48)), ("01.01", (0, 0))]);
    for rubbish in ["5449", "54.4", "54..49", "54.049", "054.49", ".49", "54."] {
        assert_eq!(grid.parse_hex(rubbish), None, "{rubbish}");
    }
}

#[test]
fn infantry_attacks() {
    let board = |id: &str, column, turned| Board {
        id: id.to_owned(),
        column,
        row: 0,
        columns: 11,
        rows: 15,
        turned,
        ..Board::default()
    };
    let boards = vec![board("48", 0, false), board("49", 11, true)];
    let grid = Grid { boards, ..grid(23, 15, from_the_west()) };
    check(
        &grid,
        &[
            ("48/0710", (6, 9)),
            ("48/1115", (10, 14)),
            // Turned, the south-eastern hex is the first.
            ("49/0101", (21, 14)),
            ("49/1115", (11, 0)),
            // On no board, the sheet's own number.
            ("2301", (22, 0)),
        ],
    );
    for rubbish in ["0710", "48/1210", "50/0710", "/0710", "480710", "48/48/0710"] {
        assert_eq!(grid.parse_hex(rubbish), None, "{rubbish}");
    }
}

#[test]
fn more_columns_than_digits() {
    let grid = grid(120, 110, from_the_west());
    // The second number is as wide as its largest, or 11111 could be two hexes.
    check(&grid, &[("01001", (0, 0)), ("111011", (110, 10))]);
    check(&grid, &[("11110", (10, 109)), ("120110", (119, 109))]);
}

#[test]
fn hexsides() {
    assert_eq!(split_side("4203:ne"), Some(("4203", "ne")));
    assert_eq!(split_side("4203"), None);
    assert_eq!(split_side(":ne"), None);
    let grid = grid(46, 29, from_the_west());
    // Column 42 is pushed down, so its north-western side is the south-eastern one of 4103.
    let (hex, direction) = grid.parse_side("4203:nw").unwrap();
    let (canonical, side) = grid.canonical_side(hex, direction);
    assert_eq!(grid.print_side(canonical, side), "4103:se");
    assert_eq!(grid.canonical_side(canonical, side), (canonical, side));
    assert_eq!(grid.parse_side("4203:e"), None);
}

prop_compose! {
    fn any_numbering()(
        column_first in any::<bool>(),
        separator in prop_oneof![Just(""), Just("."), Just("-"), Just("/"), Just(" ")],
        column_digits in 1..=4_u8,
        row_digits in 1..=4_u8,
        first_column in prop_oneof![0..3_u16, 90..110_u16, any::<u16>()],
        first_row in prop_oneof![0..3_u16, 90..110_u16, any::<u16>()],
        east in any::<bool>(),
        south in any::<bool>(),
    ) -> Numbering {
        Numbering {
            order: if column_first { NumberOrder::ColumnRow } else { NumberOrder::RowColumn },
            separator: separator.to_owned(),
            column_digits,
            row_digits,
            first_column,
            first_row,
            columns_from: if east { HorizontalEdge::East } else { HorizontalEdge::West },
            rows_from: if south { VerticalEdge::South } else { VerticalEdge::North },
        }
    }
}

prop_compose! {
    fn any_grid()(
        numbering in any_numbering(),
        columns in 1..130_u16,
        rows in 1..130_u16,
        flat in any::<bool>(),
        first in any::<bool>(),
        cuts in prop::collection::vec((1..60_u16, any::<bool>()), 0..3),
    ) -> Grid {
        // Boards beside each other from the west; what they leave over is on no board.
        let mut column = 0;
        let mut boards = Vec::new();
        for (index, (width, turned)) in cuts.into_iter().enumerate() {
            let width = width.min(columns - column);
            if width > 0 {
                let id = format!("b{index}");
                boards.push(Board { id, column, row: 0, columns: width, rows, turned, ..Board::default() });
                column += width;
            }
        }
        let orientation = if flat { Orientation::FlatTopped } else { Orientation::PointyTopped };
        let pushed = if first { Pushed::First } else { Pushed::Second };
        Grid { orientation, pushed, boards, ..grid(columns, rows, numbering) }
    }
}

/// Two boards of 5 × 4 hexes that are cut through their hexes: five columns of which the pushed
/// ones have three whole hexes, the others three and a half at each end.
fn cut_through_hexes(pushed: Pushed) -> Grid {
    let board = |id: &str, column, row, turned| Board {
        id: id.to_owned(),
        column,
        row,
        columns: 5,
        rows: 4,
        turned,
        half_hexes: true,
        file: None,
    };
    let boards = vec![board("45", 0, 0, false), board("46", 4, 0, true), board("47", 0, 3, false)];
    Grid { boards, pushed, ..grid(9, 7, from_the_west()) }
}

#[test]
fn half_hexes_are_on_both_boards() {
    let grid = cut_through_hexes(Pushed::First);
    check(
        &grid,
        &[
            ("45/0101", (0, 0)),
            ("45/0103", (0, 2)),
            ("45/0204", (1, 3)),
            // Turned, its first hex is the whole one in the south-east.
            ("46/0101", (8, 2)),
            ("46/0201", (7, 3)),
            ("46/0204", (7, 0)),
            // Of a pushed column, the hex below is the next board's.
            ("47/0101", (0, 3)),
            // Between the boards, the sheet's own number.
            ("0605", (5, 4)),
        ],
    );
    let all = |column, row| grid.print_all(HexIndex::new(column, row));
    assert_eq!(all(4, 0), ["45/0501", "46/0503"]);
    assert_eq!(all(1, 3), ["45/0204", "47/0201"]);
    assert_eq!(all(2, 3), ["47/0301"]);
    assert_eq!(all(5, 5), ["0606"]);
    for (either, shared) in [("46/0503", (4, 0)), ("47/0201", (1, 3))] {
        assert_eq!(grid.parse_hex(either), Some(HexIndex::new(shared.0, shared.1)), "{either}");
    }
    for none in ["45/0104", "46/0104", "45/0205"] {
        assert_eq!(grid.parse_hex(none), None, "{none}");
    }
}

#[test]
fn a_corner_may_be_on_four_boards() {
    let mut grid = cut_through_hexes(Pushed::Second);
    let board = Board { id: "48".to_owned(), column: 4, row: 3, ..grid.boards[1].clone() };
    grid.boards.push(board);
    let corner = grid.print_all(HexIndex::new(4, 3));
    assert_eq!(corner, ["45/0504", "46/0501", "47/0501", "48/0504"]);
    for number in corner {
        assert_eq!(grid.parse_hex(&number), Some(HexIndex::new(4, 3)), "{number}");
    }
}

proptest! {
    #[test]
    fn every_hex_has_a_number_of_its_own(grid in any_grid()) {
        let mut seen = std::collections::BTreeSet::new();
        for row in 0..grid.rows {
            for column in 0..grid.columns {
                let hex = HexIndex::new(column, row);
                let label = grid.print_hex(hex);
                prop_assert_eq!(grid.parse_hex(&label), Some(hex));
                prop_assert!(seen.insert(label));
            }
        }
    }

    #[test]
    fn what_is_read_is_what_would_be_printed(grid in any_grid(), label in "[0-9./b -]{0,9}") {
        if let Some(hex) = grid.parse_hex(&label) {
            prop_assert!(grid.contains(hex));
            prop_assert_eq!(grid.print_hex(hex), label);
        }
    }

    #[test]
    fn any_text_is_a_hex_or_none(grid in any_grid(), label in any::<String>()) {
        if let Some(hex) = grid.parse_hex(&label) {
            prop_assert_eq!(grid.print_hex(hex), label.clone());
        }
        let _side = grid.parse_side(&label);
    }

    #[test]
    fn a_hex_off_the_map_has_a_number_too(grid in any_grid(), column: u16, row: u16) {
        prop_assert!(!grid.print_hex(HexIndex::new(column, row)).is_empty());
    }

    #[test]
    fn a_hexside_has_one_canonical_name(grid in any_grid(), column: u16, row: u16, side in 0..6_usize) {
        let hex = HexIndex::new(column % grid.columns, row % grid.rows);
        let canonical = grid.canonical_side(hex, side);
        prop_assert_eq!(grid.canonical_side(canonical.0, canonical.1), canonical);
        prop_assert!(canonical.0 <= hex);
        let label = grid.print_side(hex, side);
        prop_assert_eq!(grid.parse_side(&label), Some((hex, side)));
    }
}
