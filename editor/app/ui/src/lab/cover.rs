//! What the lab lays over the map, from a report.

use egui::Color32;
use salient_document::Document;
use salient_hex::grid::{Direction, Hex, HexGrid, Side};
use salient_lab::FrontTurn;

use crate::look::colours::{self, FIRE, Scale, WATER, WINE};
use crate::map::cover::Cover;
use crate::request::lab::Overlay;
use crate::test_run::{Record, Results};

/// How many hexes that hang together make terrain that a front can run along.
const FRONT: usize = 6;

/// How many turns the front line has, the set-up included.
pub fn turns(results: &Results) -> usize {
    results.now().map_or(0, |record| record.report.front.len())
}

/// What a turn of the front line is called.
pub fn turn_name(record: &Record, turn: usize) -> String {
    match record.report.front.get(turn) {
        Some(front) if front.turn == 0 => "Set-up".to_owned(),
        Some(front) => format!("Turn {}: {}", front.turn, front.label),
        None => String::new(),
    }
}

/// The colours of a heat map, and its counts by hex.
pub fn heat(record: &Record, overlay: Overlay) -> (Scale, &[u32]) {
    let heat = &record.report.heat;
    match overlay {
        Overlay::Entered => (WATER, &heat.entered),
        Overlay::Lost => (WINE, &heat.lost),
        _ => (FIRE, &heat.fought),
    }
}

/// In which share of the games each side held a hex at the end of a turn.
pub fn held(record: &Record, turn: usize, hex: Hex) -> Option<Vec<f64>> {
    let front = record.report.front.get(turn)?;
    let games = f64::from(front.games.max(1));
    front.held.iter().map(|side| side.get(hex.index()).map(|&n| f64::from(n) / games)).collect()
}

/// The cover of a map.
pub fn of(document: &Document, record: &Record, overlay: Overlay, turn: usize) -> Cover {
    let grid = document.grid();
    if record.report.subject.hexes.len() != grid.len() {
        return Cover::default();
    }
    match overlay {
        Overlay::Nothing => Cover::default(),
        Overlay::Front => {
            record.report.front.get(turn).map(|front| of_front(grid, front)).unwrap_or_default()
        }
        heat => of_heat(grid, record, heat),
    }
}

fn of_heat(grid: &HexGrid, record: &Record, overlay: Overlay) -> Cover {
    let (scale, counts) = heat(record, overlay);
    let most = counts.iter().copied().max().unwrap_or(0);
    let tints = grid
        .hexes()
        .zip(counts)
        .filter(|(_, count)| **count > 0)
        .map(|(hex, &count)| {
            let height = colours::height(count, most);
            // What hardly ever happens hardly hides the map.
            (hex, scale.at(height).gamma_multiply(0.45 + 0.55 * height))
        })
        .collect();
    Cover { tints, line: Vec::new() }
}

fn of_front(grid: &HexGrid, front: &FrontTurn) -> Cover {
    let games = front.games.max(1);
    // Who holds a hex in most games, and by how much.
    let holder = |hex: Hex| {
        let count = |side: &Vec<u32>| side.get(hex.index()).copied().unwrap_or(0);
        let (side, most) = front
            .held
            .iter()
            .map(count)
            .enumerate()
            .max_by_key(|(side, n)| (*n, usize::MAX - side))?;
        let others: u32 = front.held.iter().map(count).sum::<u32>() - most;
        (most > others).then(|| (side, (most - others) as f32 / games as f32))
    };
    // Beyond the cut of boards there is nothing to hold.
    let on_map = |hex: Hex| holder(hex).filter(|_| grid.is_on_map(hex));
    let holders: Vec<Option<(usize, f32)>> = grid.hexes().map(on_map).collect();
    let tints = grid
        .hexes()
        .zip(&holders)
        .filter_map(|(hex, holder)| {
            let (side, share) = (*holder)?;
            let colour: Color32 = colours::side_on_map(side);
            Some((hex, colour.gamma_multiply(0.06 + 0.42 * share)))
        })
        .collect();
    let sides: Vec<Option<usize>> =
        holders.iter().map(|holder| holder.map(|(side, _)| side)).collect();
    Cover { tints, line: line_between(grid, &sides) }
}

/// Where one side's hexes end and the other's begin. Where nobody holds those between,
/// the line runs along the first side's. A few hexes that a side holds among the other's make no
/// front.
fn line_between(grid: &HexGrid, sides: &[Option<usize>]) -> Vec<Side> {
    let sizes = sizes_of_areas(grid, sides);
    let mut line = Vec::new();
    for hex in grid.hexes() {
        for direction in Direction::ALL {
            // Each hexside once: from the hex that comes first.
            let Some(next) = grid.neighbour(hex, direction).filter(|next| *next > hex) else {
                continue;
            };
            let at = |hex: Hex| {
                let side = sides.get(hex.index()).copied().flatten();
                (side, side.is_none() || sizes[hex.index()] >= FRONT)
            };
            let ((a, a_counts), (b, b_counts)) = (at(hex), at(next));
            let known = a.is_some() && b.is_some();
            let parts = a != b && (known || a == Some(0) || b == Some(0));
            if parts && a_counts && b_counts {
                line.push(grid.side(hex, direction));
            }
        }
    }
    line
}

/// For each hex, how many hexes hang together with it that the same side holds.
fn sizes_of_areas(grid: &HexGrid, sides: &[Option<usize>]) -> Vec<usize> {
    let mut sizes = vec![0; sides.len()];
    for start in grid.hexes() {
        if sizes[start.index()] > 0 {
            continue;
        }
        let mut area = vec![start];
        sizes[start.index()] = 1;
        let mut looked_at = 0;
        while let Some(&hex) = area.get(looked_at) {
            looked_at += 1;
            for next in grid.neighbours(hex).into_iter().flatten() {
                if sizes[next.index()] == 0 && sides[next.index()] == sides[hex.index()] {
                    sizes[next.index()] = 1;
                    area.push(next);
                }
            }
        }
        for hex in &area {
            sizes[hex.index()] = area.len();
        }
    }
    sizes
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A grid of 8 columns and 6 rows, in which one side holds the columns before the fifth.
    fn halves() -> (HexGrid, Vec<Option<usize>>) {
        let map = salient_schema::Project::empty().bundle.map;
        let mut grid = map.grid;
        (grid.columns, grid.rows) = (8, 6);
        let grid = HexGrid::new(&grid);
        let sides = grid.hexes().map(|hex| Some(usize::from(grid.index(hex).column >= 4)));
        let sides = sides.collect();
        (grid, sides)
    }

    #[test]
    fn the_front_runs_from_edge_to_edge() {
        let (grid, sides) = halves();
        // Two hexsides for each row, less where the columns are pushed at the edge.
        assert_eq!(line_between(&grid, &sides).len(), 11);
    }

    #[test]
    fn a_pocket_makes_no_front() {
        let (grid, mut sides) = halves();
        let front = line_between(&grid, &sides);
        let lone = grid.hexes().find(|hex| {
            let place = grid.index(*hex);
            (place.column, place.row) == (1, 3)
        });
        sides[lone.expect("a hex").index()] = Some(1);
        assert_eq!(line_between(&grid, &sides), front);
    }
}
