//! Where boards lie: side by side in rows, or wherever the list says.

use salient_schema::Map;
use salient_schema::map::{Board, Grid, Orientation};

/// A place of a row of boards.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell<'m> {
    /// The board's file, relative to the joined map's.
    pub file: String,
    /// The board.
    pub map: &'m Map,
    /// Whether it lies upside down.
    pub turned: bool,
}

/// The board that a map is by itself: by the name it gives itself in its own grid, or by its id.
pub fn own_board(map: &Map) -> Board {
    let grid = &map.grid;
    match grid.boards.as_slice() {
        [own] if (own.columns, own.rows) == (grid.columns, grid.rows) => own.clone(),
        _ => {
            Board { id: map.id.clone(), columns: grid.columns, rows: grid.rows, ..Board::default() }
        }
    }
}

/// The grid of boards that lie in rows of so many, from the north-west; an empty place is `None`.
///
/// # Errors
/// Why they cannot lie so: the number of the place, from 0, and what is wrong there.
pub fn arrange(cells: &[Option<Cell<'_>>], across: usize) -> Result<Grid, (usize, String)> {
    let across = across.clamp(1, cells.len().max(1));
    let mut there = cells.iter().enumerate().filter_map(|(at, cell)| Some((at, cell.as_ref()?)));
    let Some((_, first)) = there.clone().next() else {
        return Err((0, "there is no board to join".to_owned()));
    };
    let own = own_board(first.map);
    // On the cut, a board shares its hexes with the next.
    let shared = u16::from(own.half_hexes);
    let [wide, high] = [own.columns, own.rows].map(|count| count.saturating_sub(shared).max(1));
    let down = cells.len().div_ceil(across);
    let whole = |count: usize, step: u16| {
        let total = u64::try_from(count).unwrap_or(u64::MAX).saturating_mul(step.into());
        u16::try_from(total + u64::from(shared)).ok().filter(|&total| total <= 4096)
    };
    let (Some(columns), Some(rows)) = (whole(across, wide), whole(down, high)) else {
        return Err((0, "the map would be larger than 4096 × 4096 hexes".to_owned()));
    };
    let mut grid = Grid { columns, rows, boards: Vec::new(), ..first.map.grid.clone() };
    there.try_for_each(|(at, cell)| {
        let board = own_board(cell.map);
        if (board.columns, board.rows, board.half_hexes) != (own.columns, own.rows, own.half_hexes)
        {
            return Err((
                at,
                format!(
                    "the board `{}` has {} × {} hexes{}, the board `{}` {} × {}{}: rows are of \
                     boards of one size",
                    board.id,
                    board.columns,
                    board.rows,
                    cut_in_words(&board),
                    own.id,
                    own.columns,
                    own.rows,
                    cut_in_words(&own)
                ),
            ));
        }
        let step = |count: usize, size: u16| u16::try_from(count).unwrap_or(0).saturating_mul(size);
        grid.boards.push(Board {
            column: step(at % across, wide),
            row: step(at / across, high),
            turned: cell.turned,
            file: Some(cell.file.clone()),
            ..board
        });
        Ok(())
    })?;
    Ok(grid)
}

fn cut_in_words(board: &Board) -> &'static str {
    if board.half_hexes { " cut in half along its edges" } else { "" }
}

/// Whether a board's hexes fall on those of a grid where it is said to lie; otherwise what is
/// wrong, and what helps.
pub(super) fn fits(grid: &Grid, place: &Board, map: &Map) -> Result<(), (String, &'static str)> {
    let own = own_board(map);
    let id = &place.id;
    if map.grid.boards.len() > 1 {
        let message = format!("the board `{id}` is itself joined of boards");
        return Err((message, "join the boards that it is joined of"));
    }
    if (own.columns, own.rows, own.half_hexes) != (place.columns, place.rows, place.half_hexes) {
        let message = format!(
            "the board `{id}` has {} × {} hexes{} in its own file, {} × {}{} in the list",
            own.columns,
            own.rows,
            cut_in_words(&own),
            place.columns,
            place.rows,
            cut_in_words(place)
        );
        return Err((message, "the list says what the file has"));
    }
    let of = &map.grid;
    if (of.orientation, &of.numbering) != (grid.orientation, &grid.numbering)
        || (of.metres_per_hex - grid.metres_per_hex).abs() > f64::EPSILON
    {
        let message = format!("the board `{id}` has hexes of another kind than the map");
        return Err((message, "orientation, numbering and scale of all boards are one"));
    }
    let (lines, at) = match grid.orientation {
        Orientation::FlatTopped => (place.columns, place.column),
        Orientation::PointyTopped => (place.rows, place.row),
    };
    if lines < 1 || (own.half_hexes && lines.is_multiple_of(2)) {
        let message = format!("the board `{id}` is cut through an even number of lines of hexes");
        return Err((message, "give it an odd number"));
    }
    // What was the first line is the last one on a board that lies upside down.
    let first = if place.turned { at.saturating_add(lines - 1) } else { at };
    // Turned, a line that was pushed is not, but where there is half a hex at either end.
    let flips = place.turned && !own.half_hexes;
    if grid.pushed.applies_to(first) != (of.pushed.applies_to(0) != flips) {
        let message = format!("the hexes of the board `{id}` do not fall on those of the map");
        let help = match place.turned {
            true => "move it by one column (of pointy-topped hexes: row), or do not turn it",
            false => "move it by one column (of pointy-topped hexes: row)",
        };
        return Err((message, help));
    }
    Ok(())
}
