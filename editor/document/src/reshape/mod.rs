//! Maps begun, resized and numbered anew.
//!
//! What stands on a map names its hexes by their printed numbers, so another size or numbering
//! means another name for each: all of them are carried over, and what has no place any more is
//! listed before anybody agrees to it. The whole is one edit, [`Edit::ReplaceMap`](crate::Edit::ReplaceMap).

mod carry;
mod lost;
mod new_map;
mod numbers;
mod reshaped;

pub use lost::{Lost, LostKind};
pub use new_map::{NewMap, new_project};
pub use numbers::{preview, sample};

use salient_schema::Bundle;
use salient_schema::map::{Grid, Map, Orientation, Pushed};
use salient_schema::numbering::{HorizontalEdge, Numbering, VerticalEdge};

pub use reshaped::{KeepNumbers, MOST, Margins, ReshapeError, Reshaped};

/// Adds and cuts columns and rows at the edges of a map. New hexes have the terrain `fill`.
///
/// # Errors
/// Why there is no such map.
pub fn resize(
    bundle: &Bundle,
    margins: Margins,
    numbers: KeepNumbers,
    fill: &str,
) -> Result<Reshaped, ReshapeError> {
    let grid = resized(&bundle.map.grid, margins, numbers)?;
    if !bundle.ruleset.terrain.iter().any(|kind| kind.id == fill) {
        let known = bundle.ruleset.terrain.iter().map(|kind| kind.id.clone()).collect();
        return Err(ReshapeError::UnknownTerrain { kind: fill.to_owned(), known });
    }
    Ok(carry::carry(bundle, grid, [margins.west, margins.north], fill))
}

/// Numbers the hexes of a map in another way, and pushes other columns or rows.
///
/// Hexes stay in their columns and rows. With other lines pushed they have other neighbours, and
/// paths may come apart.
///
/// # Errors
/// Why the numbers would not do.
pub fn renumber(
    bundle: &Bundle,
    numbering: &Numbering,
    pushed: Pushed,
) -> Result<Reshaped, ReshapeError> {
    let grid = Grid { numbering: numbering.clone(), pushed, ..bundle.map.grid.clone() };
    numbers::check(&grid)?;
    Ok(carry::carry(bundle, grid, [0, 0], ""))
}

/// Puts another map, as one that is joined of boards, in place of a bundle's own. The scenario's
/// counters and entry hexes stay where there is a hex of the same number.
pub fn replace(bundle: &Bundle, map: Map) -> Reshaped {
    carry::replace(bundle, map)
}

/// The grid of a map with other edges.
///
/// # Errors
/// Why there is none.
pub fn resized(grid: &Grid, margins: Margins, numbers: KeepNumbers) -> Result<Grid, ReshapeError> {
    let Margins { west, east, north, south } = margins;
    let sum = |size: u16, a: i32, b: i32| i64::from(size) + i64::from(a) + i64::from(b);
    let (columns, rows) = (sum(grid.columns, west, east), sum(grid.rows, north, south));
    let size = |count: i64| u16::try_from(count).ok().filter(|count| (1..=MOST).contains(count));
    let (Some(new_columns), Some(new_rows)) = (size(columns), size(rows)) else {
        return Err(ReshapeError::Size { columns, rows });
    };
    let gone = |cut: i32, size: u16| i64::from(cut) + i64::from(size) <= 0;
    if gone(west, grid.columns)
        || gone(east, grid.columns)
        || gone(north, grid.rows)
        || gone(south, grid.rows)
    {
        return Err(ReshapeError::NothingLeft);
    }
    let mut new = Grid { columns: new_columns, rows: new_rows, ..grid.clone() };
    // What stays keeps its neighbours: the lines that are pushed are still the same ones.
    let lines = match grid.orientation {
        Orientation::FlatTopped => west,
        Orientation::PointyTopped => north,
    };
    if lines % 2 != 0 {
        new.pushed = match grid.pushed {
            Pushed::First => Pushed::Second,
            Pushed::Second => Pushed::First,
        };
    }
    new.boards = carry::boards(&grid.boards, [west, north], &new);
    // Boards have numbers of their own, which go with them.
    if numbers == KeepNumbers::Yes && grid.boards.is_empty() {
        let numbering = &mut new.numbering;
        let first = |number: u16, added: i32, what| {
            let number = i64::from(number) - i64::from(added);
            u16::try_from(number).map_err(|_| ReshapeError::NumberOutOfRange { what, number })
        };
        let west_or_east = if numbering.columns_from == HorizontalEdge::West { west } else { east };
        let north_or_south = if numbering.rows_from == VerticalEdge::North { north } else { south };
        numbering.first_column = first(numbering.first_column, west_or_east, "column")?;
        numbering.first_row = first(numbering.first_row, north_or_south, "row")?;
    }
    numbers::check(&new)?;
    Ok(new)
}
