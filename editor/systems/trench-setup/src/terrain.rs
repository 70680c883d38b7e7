//! The ground of a battlefield: heights, woods, broken ground and villages, by the terrain that the
//! brief asks for. The rules print no map; this is our own.

use salient_hex::grid::HexGrid;
use salient_rules::dice::SplitMix64;
use salient_schema::Numbering;
use salient_schema::map::{Grid, Orientation, Pushed};

use crate::brief::Brief;
use crate::outcome::Conditions;
use crate::tables::Tables;

/// Glyphs of the terrain with the roles of their kinds.
pub(crate) const GLYPHS: [(char, &str); 5] = [
    ('.', "terrain-open"),
    (':', "terrain-broken"),
    ('w', "terrain-woods"),
    ('m', "terrain-marsh"),
    ('v', "terrain-village"),
];

/// Metres of a yard, in ten-thousandths.
const YARD: u32 = 9144;

/// The grid of a brief: a hex is an inch of the table.
pub(crate) fn grid_of(brief: &Brief) -> Grid {
    Grid {
        orientation: Orientation::FlatTopped,
        columns: brief.width as u16,
        rows: brief.depth as u16,
        pushed: Pushed::Second,
        numbering: Numbering::plain(brief.width as u16, brief.depth as u16),
        metres_per_hex: f64::from(brief.yards * YARD) / 10_000.0,
        boards: Vec::new(),
    }
}

/// Lays the ground.
pub(crate) fn lay(tables: &Tables, brief: &Brief, chance: &mut SplitMix64) -> Conditions {
    let grid = HexGrid::new(&grid_of(brief));
    let chart = tables.chart("ground");
    let row = brief.terrain as usize;
    let number = |column| chart.at(row, column).parse::<u32>().unwrap_or_default().min(60);
    let (columns, rows) = (brief.width as usize, brief.depth as usize);
    let mut field = Field { columns, rows, glyphs: vec!['.'; columns * rows] };
    for (column, glyph, size) in [(1, ':', 14), (0, 'w', 20), (2, 'm', 8)] {
        let wanted = columns * rows * number(column) as usize / 100;
        field.scatter(&grid, glyph, wanted, size, chance);
    }
    for _ in 0..number(3) {
        field.patch(&grid, 'v', 3 + chance.below(4) as usize, chance);
    }
    let elevation = heights(columns, rows, number(4), chance);
    let line = |row: usize| field.glyphs[row * columns..(row + 1) * columns].iter().collect();
    Conditions { brief: brief.clone(), terrain: (0..rows).map(line).collect(), elevation }
}

/// Terrain, a glyph a hex.
struct Field {
    columns: usize,
    rows: usize,
    glyphs: Vec<char>,
}

impl Field {
    /// Puts patches of a kind down until so many hexes are of it.
    fn scatter(
        &mut self,
        grid: &HexGrid,
        glyph: char,
        wanted: usize,
        size: u32,
        chance: &mut SplitMix64,
    ) {
        let mut left = wanted;
        while left > 0 {
            let one = (4 + chance.below(size) as usize).min(left);
            self.patch(grid, glyph, one, chance);
            left -= one;
        }
    }

    /// A patch that grows from a hex to its neighbours.
    fn patch(&mut self, grid: &HexGrid, glyph: char, size: usize, chance: &mut SplitMix64) {
        let all = (self.columns * self.rows) as u32;
        let Some(start) = grid.hexes().nth(chance.below(all) as usize) else { return };
        let mut grown = vec![start];
        // Each try either grows or not: it ends on the smallest board too.
        for _ in 0..size * 8 {
            if grown.len() >= size {
                break;
            }
            let from = grown[chance.below(grown.len() as u32) as usize];
            let to = grid.neighbours(from)[chance.below(6) as usize];
            if let Some(to) = to.filter(|to| !grown.contains(to)) {
                grown.push(to);
            }
        }
        grown.into_iter().for_each(|hex| self.glyphs[hex.index()] = glyph);
    }
}

/// Low ridges, mostly across the line of attack: a digit a hex.
fn heights(columns: usize, rows: usize, ridges: u32, chance: &mut SplitMix64) -> Vec<String> {
    let mut levels = vec![0_i32; columns * rows];
    for _ in 0..ridges {
        let centre = (chance.below(columns as u32) as i32, chance.below(rows as u32) as i32);
        let half = 6 + chance.below(columns as u32 / 3 + 1) as i32;
        let slope = chance.below(3) as i32 - 1;
        let peak = 1 + chance.below(3) as i32;
        for (place, level) in levels.iter_mut().enumerate() {
            let (column, row) = ((place % columns) as i32, (place / columns) as i32);
            let along = column - centre.0;
            let beyond = (along.abs() - half).max(0);
            let across = (row - centre.1 - slope * along / 4).abs() + beyond / 2;
            *level = (*level).max(peak - across / 2);
        }
    }
    let digit = |level: &i32| char::from_digit((*level).clamp(0, 9) as u32, 10).unwrap_or('0');
    levels.chunks(columns.max(1)).map(|row| row.iter().map(digit).collect()).collect()
}
