//! What the lab lays over the map, from a report.

use egui::Color32;
use salient_document::Document;
use salient_engine::grid::{Direction, Hex, HexGrid};
use salient_engine::lab::FrontTurn;

use super::colours::{self, FIRE, Scale, WATER, WINE};
use super::results::{Record, Results};
use super::view::Overlay;
use crate::ui::map::cover::Cover;

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
    let holders: Vec<Option<(usize, f32)>> = grid.hexes().map(holder).collect();
    let tints = grid
        .hexes()
        .zip(&holders)
        .filter_map(|(hex, holder)| {
            let (side, share) = (*holder)?;
            let colour: Color32 = colours::side_on_map(side);
            Some((hex, colour.gamma_multiply(0.06 + 0.42 * share)))
        })
        .collect();
    let mut line = Vec::new();
    for (hex, here) in grid.hexes().zip(&holders) {
        for direction in Direction::ALL {
            // Each hexside once: from the hex that comes first.
            let Some(next) = grid.neighbour(hex, direction).filter(|next| *next > hex) else {
                continue;
            };
            let there = holders.get(next.index()).copied().flatten();
            let side = |holder: Option<(usize, f32)>| holder.map(|(side, _)| side);
            let (a, b) = (side(*here), side(there));
            // Where nobody holds the ground between, the line runs along the first side's.
            let known = a.is_some() && b.is_some();
            if a != b && (known || a == Some(0) || b == Some(0)) {
                line.push(grid.side(hex, direction));
            }
        }
    }
    Cover { tints, line }
}
