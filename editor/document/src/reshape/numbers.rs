//! Printed numbers before there is a map.

use salient_schema::HexIndex;
use salient_schema::map::{Grid, Orientation};

use super::{MOST, ReshapeError};

/// The numbers of a map's corners: upper left, upper right, lower left, lower right.
pub fn preview(grid: &Grid) -> [String; 4] {
    let (east, south) = (grid.columns.saturating_sub(1), grid.rows.saturating_sub(1));
    [(0, 0), (east, 0), (0, south), (east, south)]
        .map(|(column, row)| grid.print_hex(HexIndex::new(column, row)))
}

/// A corner of the map to draw: hexes with their numbers and centres, in hex widths from the
/// centre of the first one, had it not been pushed.
pub fn sample(grid: &Grid, columns: u16, rows: u16) -> Vec<(String, [f32; 2])> {
    let half_root_3 = 0.866_025_4;
    let (columns, rows) = (columns.min(grid.columns), rows.min(grid.rows));
    let mut hexes = Vec::new();
    for row in 0..rows {
        for column in 0..columns {
            let (across, along) = (f32::from(column), f32::from(row));
            let push = |line: u16| if grid.pushed.applies_to(line) { 0.5 } else { 0.0 };
            let centre = match grid.orientation {
                Orientation::FlatTopped => [across * half_root_3, along + push(column)],
                Orientation::PointyTopped => [across + push(row), along * half_root_3],
            };
            hexes.push((grid.print_hex(HexIndex::new(column, row)), centre));
        }
    }
    hexes
}

/// Whether every hex of a grid has a number that can be read again.
pub(super) fn check(grid: &Grid) -> Result<(), ReshapeError> {
    let size = 1..=MOST;
    if !size.contains(&grid.columns) || !size.contains(&grid.rows) {
        let (columns, rows) = (grid.columns.into(), grid.rows.into());
        return Err(ReshapeError::Size { columns, rows });
    }
    let numbering = &grid.numbering;
    let wrong = |reason: String| Err(ReshapeError::Numbering { reason });
    for digits in [numbering.column_digits, numbering.row_digits] {
        if !(1..=4).contains(&digits) {
            return wrong(format!("a number can have 1 to 4 digits at least, not {digits}"));
        }
    }
    let separator = &numbering.separator;
    if separator.len() > 8 {
        return wrong(format!("{separator:?} is too long to stand between two numbers"));
    }
    if separator.contains(|c: char| c.is_ascii_digit() || c == ':' || c == '/') {
        return wrong(format!(
            "{separator:?} cannot stand between two numbers; take something without digits, \
             colons and slashes"
        ));
    }
    let (east, south) = (grid.columns - 1, grid.rows - 1);
    for (column, row) in [(0, 0), (east, 0), (0, south), (east, south)] {
        let hex = HexIndex::new(column, row);
        let number = grid.print_hex(hex);
        // Boards may lie over one another; then the first one's number stands for both.
        if grid.boards.is_empty() && grid.parse_hex(&number) != Some(hex) {
            return wrong(format!(
                "the number {number} could not be read again; numbers go up to 9999"
            ));
        }
    }
    Ok(())
}
