//! Numbers of hexes, added up over many set-ups whose boards differ.

use std::collections::BTreeMap;

use salient_rules::generator::Generated;
use salient_schema::numbering::HexIndex;
use serde::Serialize;

/// What happened where. Boards are laid one upon the other at their anchors, and the heat's own
/// board reaches as far as any of them; a hex that only some boards have is told of those alone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Heat {
    /// Columns of the board.
    pub columns: u16,
    /// Its rows.
    pub rows: u16,
    /// The column and the row in which the anchor of every board lies.
    pub anchor: [u16; 2],
    /// How many set-ups have each hex, row by row.
    pub boards: Vec<u32>,
    /// What was counted.
    pub layers: Vec<HeatLayer>,
}

/// One number of every hex.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct HeatLayer {
    /// What it counts, with its side: `defender: positions`.
    pub name: String,
    /// Its sum over all set-ups by hex, row by row.
    pub sums: Vec<u64>,
}

/// Sums as they grow, by column and row from the anchor.
#[derive(Default)]
pub(super) struct Sums {
    /// How many boards have this anchor, so many columns and so many rows.
    boards: BTreeMap<(HexIndex, [u16; 2]), u32>,
    layers: Vec<(String, BTreeMap<[i32; 2], u64>)>,
}

impl Sums {
    pub(super) fn add(&mut self, set_up: &Generated) {
        let grid = &set_up.bundle.map.grid;
        *self.boards.entry((set_up.anchor, [grid.columns, grid.rows])).or_default() += 1;
        let anchor = [set_up.anchor.column, set_up.anchor.row].map(i32::from);
        for counts in &set_up.hexes {
            let layer = self.layer(&counts.name);
            for (hex, count) in &counts.hexes {
                let at = [i32::from(hex.column) - anchor[0], i32::from(hex.row) - anchor[1]];
                *layer.entry(at).or_default() += u64::from(*count);
            }
        }
    }

    pub(super) fn merge(&mut self, other: Self) {
        for (board, count) in other.boards {
            *self.boards.entry(board).or_default() += count;
        }
        for (name, sums) in other.layers {
            let layer = self.layer(&name);
            for (at, sum) in sums {
                *layer.entry(at).or_default() += sum;
            }
        }
    }

    fn layer(&mut self, name: &str) -> &mut BTreeMap<[i32; 2], u64> {
        let place = self.layers.iter().position(|(known, _)| known == name);
        let place = place.unwrap_or_else(|| {
            self.layers.push((name.to_owned(), BTreeMap::new()));
            self.layers.len() - 1
        });
        &mut self.layers[place].1
    }
}

impl Heat {
    /// The sums on one board; none where nothing is counted.
    pub(super) fn of(sums: &Sums) -> Option<Self> {
        if sums.layers.is_empty() {
            return None;
        }
        // How far boards reach before the anchor, and from it on.
        let mut before = [0_u16; 2];
        let mut after = [0_u16; 2];
        for (anchor, size) in sums.boards.keys() {
            let anchor = [anchor.column, anchor.row];
            for axis in 0..2 {
                before[axis] = before[axis].max(anchor[axis]);
                after[axis] = after[axis].max(size[axis].saturating_sub(anchor[axis]));
            }
        }
        // Anchors are even, so the widest reach is: hexes keep their neighbours.
        let [columns, rows] = [0, 1].map(|axis| before[axis].saturating_add(after[axis]));
        let mut boards = vec![0; usize::from(columns) * usize::from(rows)];
        for ((anchor, size), count) in &sums.boards {
            let first = [before[0] - anchor.column, before[1] - anchor.row];
            for row in first[1]..first[1] + size[1] {
                for column in first[0]..first[0] + size[0] {
                    let place = HexIndex::new(column, row).dense(columns);
                    if let Some(board) = boards.get_mut(place) {
                        *board += count;
                    }
                }
            }
        }
        let layers = sums.layers.iter().map(|(name, hexes)| {
            let mut all = vec![0; boards.len()];
            for ([column, row], sum) in hexes {
                let place = |at: i32, before: u16, most: u16| {
                    u16::try_from(at + i32::from(before)).ok().filter(|at| *at < most)
                };
                let hex = place(*column, before[0], columns).zip(place(*row, before[1], rows));
                if let Some((column, row)) = hex {
                    all[HexIndex::new(column, row).dense(columns)] += sum;
                }
            }
            HeatLayer { name: name.clone(), sums: all }
        });
        Some(Self { columns, rows, anchor: before, layers: layers.collect(), boards })
    }

    /// The mean of a layer by hex, of the set-ups whose boards have the hex; row by row.
    pub fn means<'a>(&'a self, layer: &'a HeatLayer) -> impl Iterator<Item = f64> + 'a {
        let both = layer.sums.iter().zip(&self.boards);
        both.map(|(sum, of)| if *of == 0 { 0.0 } else { *sum as f64 / f64::from(*of) })
    }

    /// Where a hex of a board that has its anchor there lies among the means; none beyond the
    /// widest board.
    #[must_use]
    pub fn place(&self, anchor: HexIndex, hex: HexIndex) -> Option<usize> {
        let along = |at: u16, own: u16, theirs: u16, most: u16| {
            let at = i32::from(at) - i32::from(own) + i32::from(theirs);
            u16::try_from(at).ok().filter(|at| *at < most)
        };
        let column = along(hex.column, anchor.column, self.anchor[0], self.columns)?;
        let row = along(hex.row, anchor.row, self.anchor[1], self.rows)?;
        Some(HexIndex::new(column, row).dense(self.columns))
    }
}
