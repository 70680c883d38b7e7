use salient_hex::HexGrid;
use salient_schema::map::Board;
use salient_schema::numbering::{HorizontalEdge, NumberOrder, VerticalEdge};

use super::support::{compiled, fixture, hex, step};

#[test]
fn hexes_touch_over_the_join_and_numbers_turn() {
    let map = compiled("infantry-attacks");
    let west = hex(&map, "45/1007");
    let (board_45, board_48) = (map.board(west).unwrap(), map.board(hex(&map, "48/1010")).unwrap());
    assert_eq!((board_45, board_48), (0, 1));
    assert_eq!(map.grid().grid().boards[board_48].id, "48");

    let around: Vec<_> = map.neighbours(west).map(|(_, other)| map.grid().label(other)).collect();
    assert_eq!(
        around,
        ["45/1006", "48/1010", "48/1009", "45/1008", "45/0908", "45/0907"],
        "board 48 lies upside down: its rows count from the south"
    );
    let (west, over) = step(&map, "45/1007:ne");
    assert!(map.crosses_join(west, over));
    let (east, back) = step(&map, "48/1010:sw");
    assert_eq!(map.neighbour(east, back), Some(west));
    assert!(map.crosses_join(east, back));
    let (west, along) = step(&map, "45/1007:n");
    assert!(!map.crosses_join(west, along));
    // The edge of the map is no join.
    let (corner, out) = step(&map, "45/0505:nw");
    assert!(!map.crosses_join(corner, out));
}

#[test]
fn distances_and_sides_run_on_over_the_join() {
    let map = compiled("infantry-attacks");
    let (a, b) = (hex(&map, "45/0907"), hex(&map, "48/0910"));
    assert_eq!(map.grid().distance(a, b), 3);
    let grid = map.grid();
    assert_eq!(grid.parse_side("45/1007:ne"), grid.parse_side("48/1010:sw"));
}

#[test]
fn a_single_sheet_has_no_boards() {
    let map = compiled("offensive-1914");
    assert!(map.grid().hexes().all(|hex| map.board(hex).is_none()));
    let printed = map.grid().printed(hex(&map, "55.49"));
    assert_eq!((printed.board, printed.column, printed.row), (None, 55, 49));
}

/// What the label says, put together from the printed numbers.
fn label_of(grid: &HexGrid, hex: salient_hex::Hex) -> String {
    let printed = grid.printed(hex);
    let board: Option<&Board> = printed.board.map(|place| &grid.grid().boards[place]);
    let (columns, rows) = grid.grid().number_digits(board);
    let column = format!("{:0columns$}", printed.column);
    let row = format!("{:0rows$}", printed.row);
    let numbering = &grid.grid().numbering;
    let (first, second) = match numbering.order {
        NumberOrder::ColumnRow => (column, row),
        NumberOrder::RowColumn => (row, column),
    };
    let board = board.map_or(String::new(), |board| format!("{}/", board.id));
    format!("{board}{first}{}{second}", numbering.separator)
}

#[test]
fn printed_numbers_are_those_of_the_label() {
    let systems = [
        "kaisers-battle",
        "storm-in-the-west",
        "offensive-1914",
        "infantry-attacks",
        "trench-setup",
    ];
    for system in systems {
        let (map, _) = fixture(system);
        for (from_east, from_south) in [(false, false), (true, false), (false, true)] {
            let mut description = map.grid.clone();
            if from_east {
                description.numbering.columns_from = HorizontalEdge::East;
            }
            if from_south {
                description.numbering.rows_from = VerticalEdge::South;
            }
            let grid = HexGrid::new(&description);
            for hex in grid.hexes() {
                assert_eq!(label_of(&grid, hex), grid.label(hex), "{system}");
            }
        }
    }
}

#[test]
fn overlapping_boards_and_gaps() {
    let (mut map, ruleset) = fixture("infantry-attacks");
    // Nothing else names a hex by its board.
    map.features.items.clear();
    map.hexsides.items.clear();
    map.paths.items.clear();
    map.lines.items.clear();
    map.grid.boards[1].column = 5;
    map.grid.boards[1].columns = 6;
    let map = salient_hex::CompiledMap::new(&map, &ruleset).unwrap();
    let shared = hex(&map, "45/1007");
    assert_eq!(map.grid().parse("48/1010"), Some(shared), "either board's number is read");
    assert_eq!(map.board(shared), Some(0), "the first counts");
    // The easternmost column lies on neither.
    let off = hex(&map, "1605");
    assert_eq!(map.board(off), None);
    assert!(map.crosses_join(off, map.grid().parse_compass("sw").unwrap()));
    for hex in map.grid().hexes() {
        assert_eq!(map.board(hex), map.grid().board(hex));
        assert_eq!(label_of(map.grid(), hex), map.grid().label(hex));
    }
}

#[test]
fn there_is_no_map_beyond_the_cut() {
    let (mut map, ruleset) = fixture("infantry-attacks");
    map.features.items.clear();
    map.hexsides.items.clear();
    map.paths.items.clear();
    map.lines.items.clear();
    map.zones.items.clear();
    map.grid.numbering.first_column = 1;
    map.grid.numbering.first_row = 1;
    // Seven columns, of which the pushed ones have four hexes and the others four and two halves.
    let board = |id: &str, column, turned| Board {
        id: id.to_owned(),
        column,
        row: 0,
        columns: 7,
        rows: 5,
        turned,
        half_hexes: true,
        file: None,
    };
    map.grid.boards = vec![board("45", 0, false), board("46", 6, true)];
    let cut = salient_hex::CompiledMap::new(&map, &ruleset).unwrap();
    let shared = hex(&cut, "46/0705");
    assert_eq!(cut.board(shared), Some(0));
    assert_eq!(cut.grid().boards(shared).collect::<Vec<_>>(), [0, 1]);
    assert_eq!(cut.grid().label(shared), "45/0701");
    // Both of its columns go on over the cut.
    let around = |label: &str| -> Vec<String> {
        let hexes = cut.neighbours(hex(&cut, label));
        hexes.map(|(_, other)| cut.grid().label(other)).collect()
    };
    assert_eq!(
        around("45/0704"),
        ["45/0703", "46/0602", "46/0601", "45/0705", "45/0604", "45/0603"]
    );
    assert_eq!(around("45/0604"), ["45/0603", "45/0704", "45/0705", "45/0505", "45/0504"]);
    // Half a hex in the south: what would lie below it is not there.
    assert_eq!(around("45/0505"), ["45/0504", "45/0604", "45/0404"]);
    for hex in cut.grid().hexes().filter(|&hex| cut.board(hex).is_none()) {
        assert_eq!((cut.hex_cost(hex), cut.neighbours(hex).count()), (None, 0));
    }
    // Boards with whole hexes leave the sheet as it is.
    for board in &mut map.grid.boards {
        board.half_hexes = false;
    }
    let whole = salient_hex::CompiledMap::new(&map, &ruleset).unwrap();
    assert_eq!(whole.neighbours(hex(&whole, "45/0505")).count(), 6);
}
