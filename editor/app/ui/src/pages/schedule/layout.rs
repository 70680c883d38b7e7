//! Where columns, lanes and items lie on the chart.

use egui::{Rect, Vec2, pos2, vec2};
use salient_document::schedule::{Board, Item};

/// The side of a counter.
pub const COUNTER: f32 = 38.0;
/// Between counters.
pub const BETWEEN: f32 = 3.0;
/// Around the counters of an item.
pub const PAD: f32 = 5.0;
/// The width of the lanes' heads.
pub const HEAD: f32 = 186.0;
/// The height of a condition's line.
const LINE: f32 = 17.0;
/// A column with counters, one without, at the least.
const WIDE: f32 = 140.0;
const NARROW: f32 = 88.0;
/// The height of an item without counters.
const CHIP: f32 = 28.0;
/// The least height of a lane.
const LANE: f32 = 46.0;

/// The places of everything, from the upper left corner of the chart.
#[derive(Debug)]
pub struct ChartLayout {
    /// The left edge of each column, and the right edge of the last.
    pub columns: Vec<f32>,
    /// The upper edge of each lane, and the lower edge of the last.
    pub lanes: Vec<f32>,
    /// The rectangle of each item of each lane.
    pub items: Vec<Vec<Rect>>,
}

impl ChartLayout {
    /// The layout of a board that fills at least this width.
    pub fn new(board: &Board, width: f32) -> Self {
        let mut busy = vec![false; board.columns.len()];
        for item in board.lanes.iter().flat_map(|lane| &lane.items) {
            if let Some(busy) = busy.get_mut(item.column) {
                *busy |= item.units.len() > 1 || item.condition.is_some();
            }
        }
        let least: f32 = busy.iter().map(|busy| if *busy { WIDE } else { NARROW }).sum();
        let spare = (width - least).max(0.0) / busy.len().max(1) as f32;
        let mut columns = vec![0.0];
        let mut x = 0.0;
        for busy in &busy {
            x += spare + if *busy { WIDE } else { NARROW };
            columns.push(x.round());
        }
        let mut lanes = vec![0.0];
        let mut items = Vec::with_capacity(board.lanes.len());
        let mut y = 0.0_f32;
        for lane in &board.lanes {
            let mut filled = vec![y + PAD; board.columns.len()];
            let mut places = Vec::with_capacity(lane.items.len());
            for item in &lane.items {
                let at = item.column.min(columns.len().saturating_sub(2));
                let left = columns[at] + PAD;
                let right = columns.get(at + 1).copied().unwrap_or(left);
                let size = vec2(right - PAD - left, height(item, right - PAD - left));
                let top = filled.get(at).copied().unwrap_or(y);
                places.push(Rect::from_min_size(pos2(left, top), size));
                if let Some(filled) = filled.get_mut(at) {
                    *filled = top + size.y + PAD;
                }
            }
            y = filled.into_iter().fold(y + LANE, f32::max);
            lanes.push(y);
            items.push(places);
        }
        Self { columns, lanes, items }
    }

    /// How large the whole is.
    pub fn size(&self) -> Vec2 {
        let last = |edges: &[f32]| edges.last().copied().unwrap_or(0.0);
        vec2(last(&self.columns), last(&self.lanes))
    }

    /// The column at a place from the left; the nearest beyond the ends.
    pub fn column_at(&self, x: f32) -> usize {
        let inner = &self.columns[1..];
        inner.partition_point(|edge| *edge <= x).min(inner.len().saturating_sub(1))
    }

    /// The lane at a place from the top.
    pub fn lane_at(&self, y: f32) -> Option<usize> {
        let inner = &self.lanes[1..];
        let at = inner.partition_point(|edge| *edge <= y);
        (y >= 0.0 && at < inner.len()).then_some(at)
    }
}

/// How many counters stand side by side in an item.
pub fn per_row(width: f32) -> usize {
    let room = (width - 2.0 * PAD + BETWEEN) / (COUNTER + BETWEEN);
    (room.floor() as usize).max(1)
}

fn height(item: &Item, width: f32) -> f32 {
    let line = if item.condition.is_some() { LINE } else { 0.0 };
    let rows = item.units.len().div_ceil(per_row(width));
    let counters = match rows {
        0 => CHIP - 2.0 * PAD,
        rows => rows as f32 * (COUNTER + BETWEEN) - BETWEEN,
    };
    2.0 * PAD + counters + line
}

/// The middle of each counter of an item.
pub fn counter_places(rect: Rect, count: usize) -> impl Iterator<Item = egui::Pos2> {
    let across = per_row(rect.width());
    let first = rect.min + Vec2::splat(PAD + COUNTER / 2.0);
    (0..count).map(move |at| {
        let step = COUNTER + BETWEEN;
        first + vec2((at % across) as f32 * step, (at / across) as f32 * step)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_found_again() {
        let layout = ChartLayout {
            columns: vec![0.0, 100.0, 180.0],
            lanes: vec![0.0, 50.0, 90.0],
            items: Vec::new(),
        };
        assert_eq!([-5.0, 99.0, 100.0, 500.0].map(|x| layout.column_at(x)), [0, 0, 1, 1]);
        assert_eq!(
            [-1.0, 0.0, 50.0, 95.0].map(|y| layout.lane_at(y)),
            [None, Some(0), Some(1), None]
        );
    }

    #[test]
    fn counters_stand_in_rows() {
        assert_eq!(per_row(WIDE - 2.0 * PAD), 3);
        let rect = Rect::from_min_size(pos2(0.0, 0.0), vec2(130.0, 100.0));
        let places: Vec<_> = counter_places(rect, 4).collect();
        assert_eq!(places[3].x, places[0].x);
        assert!(places[3].y > places[0].y);
    }
}
