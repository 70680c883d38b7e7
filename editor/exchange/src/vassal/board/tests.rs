use salient_schema::numbering::{HorizontalEdge, NumberOrder, VerticalEdge};
use salient_schema::{Numbering, Ruleset};

use super::*;
use crate::draft;

fn ruleset() -> Ruleset {
    draft::empty_ruleset()
}

fn sized(hex_pixels: Option<u32>) -> Wishes {
    Wishes { hex_pixels, ..Wishes::default() }
}

fn laid_out(grid: &Grid) -> (Layout, Picture) {
    let mut map = draft::empty_map(grid.orientation, grid.columns, grid.rows);
    map.grid = grid.clone();
    Layout::new(&map, &ruleset(), &sized(Some(30))).unwrap()
}

/// VASSAL's arithmetic once more, written down from what is known of it and with nothing of
/// `lattice.rs`: the name that the grid and numbering of an element give a pixel.
fn reckoned(zone: &roxmltree::Node<'_, '_>, [px, py]: [i64; 2]) -> String {
    let grid = zone.children().find(|n| n.has_tag_name(tag("HexGrid", *zone))).unwrap();
    let numbering = grid.children().find(roxmltree::Node::is_element).unwrap();
    let number = |node: &roxmltree::Node<'_, '_>, key: &str| -> f64 {
        node.attribute(key).unwrap().parse().unwrap()
    };
    let flag = |node: &roxmltree::Node<'_, '_>, key: &str| node.attribute(key).unwrap() == "true";
    let path: Vec<[f64; 2]> = zone
        .attribute("path")
        .unwrap()
        .split(';')
        .map(|p| p.split_once(',').unwrap())
        .map(|(x, y)| [x.parse().unwrap(), y.parse().unwrap()])
        .collect();
    let span = |axis: usize| {
        let all = || path.iter().map(|p| p[axis]);
        all().fold(f64::MIN, f64::max) - all().fold(f64::MAX, f64::min)
    };
    let sideways = flag(&grid, "sideways");
    let (x, y) = if sideways { (py, px) } else { (px, py) };
    let (x, y) = (x as f64 - number(&grid, "x0"), y as f64 - number(&grid, "y0"));
    let (dx, dy) = (number(&grid, "dx"), number(&grid, "dy"));
    let mut column = (x / dx + 0.5).floor() as i64;
    let odd = column.rem_euclid(2) == 1;
    let mut row = ((if odd { y - dy / 2.0 } else { y }) / dy + 0.5).floor() as i64;
    let (most_x, most_y) =
        ((span(0) / dy + 0.5).floor() as i64, (span(1) / dx + 0.5).floor() as i64);
    match (flag(&numbering, "hDescend"), sideways) {
        (true, false) => column = most_x - column,
        (true, true) => row = most_x - row,
        _ => {}
    }
    match (flag(&numbering, "vDescend"), sideways) {
        (true, false) => row = most_y - row,
        (true, true) => column = most_y - column,
        _ => {}
    }
    if odd && flag(&numbering, "stagger") {
        let back = flag(&numbering, if sideways { "hDescend" } else { "vDescend" });
        row += if back { -1 } else { 1 };
    }
    let written = |raw: i64, axis: &str| {
        let value = raw + number(&numbering, &format!("{axis}Off")) as i64;
        let digits = number(&numbering, &format!("{axis}Leading")) as usize + 1;
        format!("{value:0digits$}")
    };
    let (column, row) = (written(column, "h"), written(row, "v"));
    let separator = numbering.attribute("sep").unwrap();
    let name = if numbering.attribute("first") == Some("H") {
        format!("{column}{separator}{row}")
    } else {
        format!("{row}{separator}{column}")
    };
    let format = zone.attribute("locationFormat").unwrap();
    format.replace("$name$", zone.attribute("name").unwrap()).replace("$gridLocation$", &name)
}

fn tag<'a>(class: &str, node: roxmltree::Node<'a, 'a>) -> &'a str {
    let found = node.children().find(|n| n.tag_name().name().ends_with(class));
    found.unwrap().tag_name().name()
}

/// Every hex of a grid has our number in VASSAL, at the place where the picture has it.
fn check(grid: &Grid) {
    let (layout, picture) = laid_out(grid);
    assert_eq!(layout.misnamed(), [], "{grid:?}");
    let document = layout.element("board", "map.png").document();
    let read = roxmltree::Document::parse(&document).unwrap();
    let zones: Vec<_> =
        read.descendants().filter(|n| n.tag_name().name().ends_with("mapgrid.Zone")).collect();
    let ours = HexGrid::new(grid);
    let (dx, dy) = (layout.lattice.dx, layout.lattice.dy);
    let stretch = if layout.lattice.sideways { [dy, dx / PITCH] } else { [dx / PITCH, dy] };
    for hex in ours.hexes() {
        let index = ours.index(hex);
        let label = ours.label(hex);
        // Where the picture has the hex, to the pixel.
        let centre = ours.centre(hex);
        let drawn = [0, 1]
            .map(|axis| f64::from(centre[axis]) * stretch[axis] + picture.offset[axis] as f64);
        let pixel = layout.centre(index);
        for axis in 0..2 {
            assert!(
                (drawn[axis] - pixel[axis] as f64).abs() < 0.01,
                "{label}: {drawn:?} {pixel:?}"
            );
        }
        // The centre, and places near it on all sides, are in the hex by its name.
        for offset in [[0, 0], [6, 0], [-6, 0], [0, 6], [0, -6]] {
            let at = [pixel[0] + offset[0], pixel[1] + offset[1]];
            let points = |zone: &roxmltree::Node<'_, '_>| -> Vec<[i64; 2]> {
                let path = zone.attribute("path").unwrap().split(';');
                path.map(|p| p.split_once(',').unwrap())
                    .map(|(x, y)| [x.parse().unwrap(), y.parse().unwrap()])
                    .collect()
            };
            let zone = zones.iter().find(|zone| holds(&points(zone), at)).unwrap();
            assert_eq!(reckoned(zone, at), label, "{grid:?} at {at:?}");
        }
    }
}

#[test]
fn every_hex_of_every_kind_of_grid_has_our_number() {
    for orientation in [Orientation::FlatTopped, Orientation::PointyTopped] {
        for pushed in [Pushed::First, Pushed::Second] {
            for columns_from in [HorizontalEdge::West, HorizontalEdge::East] {
                for rows_from in [VerticalEdge::North, VerticalEdge::South] {
                    for order in [NumberOrder::ColumnRow, NumberOrder::RowColumn] {
                        let (separator, first_column) = match order {
                            NumberOrder::ColumnRow => (String::new(), 7),
                            NumberOrder::RowColumn => (".".to_owned(), 0),
                        };
                        let numbering = Numbering {
                            order,
                            separator,
                            column_digits: 2,
                            row_digits: 2,
                            first_column,
                            first_row: 96,
                            columns_from,
                            rows_from,
                        };
                        let grid = Grid {
                            orientation,
                            columns: 9,
                            rows: 8,
                            pushed,
                            numbering,
                            metres_per_hex: 1000.0,
                            boards: Vec::new(),
                        };
                        check(&grid);
                        let board = |id: &str, column, turned| Board {
                            id: id.to_owned(),
                            column,
                            row: 1,
                            columns: 4,
                            rows: 6,
                            turned,
                            ..Board::default()
                        };
                        let boards = vec![board("45", 0, false), board("48", 4, true)];
                        check(&Grid { boards, ..grid.clone() });
                        // Cut through hexes, they share those on the cut.
                        let half = |id: &str, column, turned| Board {
                            id: id.to_owned(),
                            column,
                            columns: 5,
                            rows: 7,
                            turned,
                            half_hexes: true,
                            ..Board::default()
                        };
                        let boards = vec![half("45", 0, false), half("48", 4, true)];
                        check(&Grid { boards, ..grid });
                    }
                }
            }
        }
    }
}

#[test]
fn a_number_that_vassal_cannot_print_is_known() {
    let mut map = draft::empty_map(Orientation::FlatTopped, 4, 3);
    map.grid.boards.push(Board {
        id: "$4".to_owned(),
        column: 0,
        row: 0,
        columns: 2,
        rows: 3,
        ..Board::default()
    });
    let (layout, _) = laid_out(&map.grid);
    assert_eq!(layout.misnamed().len(), 6);
}

#[test]
fn a_size_that_the_grid_cannot_have_is_refused() {
    let map = draft::empty_map(Orientation::FlatTopped, 4, 3);
    for size in [0, 7, 31] {
        assert!(Layout::new(&map, &ruleset(), &sized(Some(size))).is_err(), "{size}");
    }
    let large = draft::empty_map(Orientation::FlatTopped, 4096, 4096);
    assert!(Layout::new(&large, &ruleset(), &sized(None)).is_err());
}
