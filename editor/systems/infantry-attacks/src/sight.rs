//! IA 8.6, 8.7: lines of sight over the ground, traced once for each hex that anybody looks out of.

use std::sync::OnceLock;

use salient_hex::Hex;
use salient_hex::map::CompiledMap;
use salient_hex::sight::Crossed;

/// What blocks a line of sight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blocked {
    /// What stands there, or smoke (IA 8.61, 8.66).
    Terrain(Crossed),
    /// Ground that is higher than both ends, or rises to the higher of them between dips
    /// (IA 8.71).
    Ground(Crossed),
}

/// Lines of sight between hexes: a row of bits for each hex, traced when it is first asked for.
#[derive(Debug)]
pub struct Sights {
    /// Hexes that cannot be looked through (IA 8.61).
    blocks: Vec<bool>,
    /// Levels of the hexes with what stands on them (IA 8.72).
    heights: Vec<i32>,
    rows: Vec<OnceLock<Box<[u64]>>>,
}

impl Sights {
    /// Nothing traced yet.
    pub fn new(blocks: Vec<bool>, heights: Vec<i32>) -> Self {
        let rows = blocks.iter().map(|_| OnceLock::new()).collect();
        Self { blocks, heights, rows }
    }

    /// IA 8.72: the level of a hex, with its town or woods.
    pub fn height(&self, hex: Hex) -> i32 {
        self.heights[hex.index()]
    }

    /// Whether the ground lets one hex see another, however far they are apart.
    pub fn clear(&self, map: &CompiledMap, from: Hex, to: Hex) -> bool {
        let row = self.rows[from.index()].get_or_init(|| self.trace(map, from));
        row[to.index() / 64] >> (to.index() % 64) & 1 == 1
    }

    /// Whether one hex sees another through smoke: by the ground, and round every marker that lies
    /// between them, however high they are (IA 8.61, 16.12).
    pub fn clear_of(&self, map: &CompiledMap, from: Hex, to: Hex, smoke: &[(Hex, usize)]) -> bool {
        // Smoke opens nothing.
        if !self.clear(map, from, to) {
            return false;
        }
        let grid = map.grid();
        let between = |hex: Hex| grid.distance(from, hex) + grid.distance(hex, to);
        let most = grid.distance(from, to) + 1;
        if !smoke.iter().any(|&(hex, _)| hex != from && hex != to && between(hex) <= most) {
            return true;
        }
        self.is_clear(map, (from, to), smoke, &mut Vec::new())
    }

    /// What blocks the sight of one hex from another, as far as the ground goes: the first of it.
    pub fn obstacle(&self, map: &CompiledMap, from: Hex, to: Hex) -> Option<Blocked> {
        self.blocked(map, (from, to), &[], &mut Vec::new())
    }

    /// The same as [`Self::clear`], traced anew: what one line costs by itself.
    pub fn traces(&self, map: &CompiledMap, ends: (Hex, Hex)) -> bool {
        self.is_clear(map, ends, &[], &mut Vec::new())
    }

    fn trace(&self, map: &CompiledMap, from: Hex) -> Box<[u64]> {
        let mut row = vec![0; map.len().div_ceil(64)];
        let mut levels = Vec::new();
        for to in map.grid().hexes() {
            if self.is_clear(map, (from, to), &[], &mut levels) {
                row[to.index() / 64] |= 1 << (to.index() % 64);
            }
        }
        row.into_boxed_slice()
    }

    /// Whether a line is free.
    fn is_clear(
        &self,
        map: &CompiledMap,
        ends: (Hex, Hex),
        smoke: &[(Hex, usize)],
        levels: &mut Vec<(i32, Crossed)>,
    ) -> bool {
        self.blocked(map, ends, smoke, levels).is_none()
    }

    /// What is in the way of a line: terrain that is not lower than both ends (IA 8.61, 8.66), or
    /// elevation lines (IA 8.71). `levels` is room to work in.
    fn blocked(
        &self,
        map: &CompiledMap,
        (from, to): (Hex, Hex),
        smoke: &[(Hex, usize)],
        levels: &mut Vec<(i32, Crossed)>,
    ) -> Option<Blocked> {
        let (one, other) = (self.height(from), self.height(to));
        let (low, high) = (one.min(other), one.max(other));
        let open = |hex: Hex| {
            let end = hex == from || hex == to;
            let smoked = smoke.iter().any(|&(at, _)| at == hex);
            end || !smoked && (!self.blocks[hex.index()] || self.height(hex) < high)
        };
        levels.clear();
        let mut beside: Option<([Option<i32>; 2], Crossed)> = None;
        for crossed in map.grid().crossed(from, to) {
            match crossed {
                Crossed::Hex(hex) if !open(hex) => return Some(Blocked::Terrain(crossed)),
                Crossed::Hex(hex) => {
                    let level = map.level(hex);
                    if let (Some((sides, spine)), Some(&(before, _))) =
                        (beside.take(), levels.last())
                    {
                        let level = easier(sides, (before, level), low);
                        levels.extend(level.map(|level| (level, spine)));
                    }
                    levels.push((level, crossed));
                }
                // What is off the map blocks nothing.
                Crossed::Spine(_, None) => {}
                Crossed::Spine(left, Some(right)) => {
                    // IA 8.65: the spotter takes the side that suits him.
                    let sides = [left, right].map(|hex| open(hex).then(|| map.level(hex)));
                    if sides == [None; 2] {
                        return Some(Blocked::Terrain(crossed));
                    }
                    beside = Some((sides, crossed));
                }
            }
        }
        over(levels, low, high).map(Blocked::Ground)
    }
}

/// Of the levels on both sides of a hexside the one that has a line cross the fewest elevation
/// lines twice, between two hexes and above the lower end.
fn easier(sides: [Option<i32>; 2], (before, after): (i32, i32), low: i32) -> Option<i32> {
    let twice = |level: &i32| {
        let above = (level - before.max(after).max(low)).max(0);
        let below = (before.min(after) - low.max(*level)).max(0);
        above + below
    };
    sides.into_iter().flatten().min_by_key(twice)
}

/// IA 8.71: where the ground rises above both ends, or a line crosses an elevation line a second
/// time that is above the lower of them.
fn over<T: Copy>(levels: &[(i32, T)], low: i32, high: i32) -> Option<T> {
    if let Some((_, at)) = levels.iter().find(|(level, _)| *level > high) {
        return Some(*at);
    }
    (low + 1..=high).find_map(|line| {
        let crosses = |two: &&[(i32, T)]| (two[0].0 < line) != (two[1].0 < line);
        let again = levels.windows(2).filter(crosses).nth(1)?;
        // Of a crest its height, of a dip the far edge of it.
        Some(if again[0].0 < again[1].0 { again[1].1 } else { again[0].1 })
    })
}

#[cfg(test)]
mod tests {
    use super::{easier, over};

    fn is_over(levels: &[i32], low: i32, high: i32) -> bool {
        where_over(levels, low, high).is_some()
    }

    fn where_over(levels: &[i32], low: i32, high: i32) -> Option<usize> {
        let levels: Vec<(i32, usize)> =
            levels.iter().enumerate().map(|(place, level)| (*level, place)).collect();
        over(&levels, low, high)
    }

    #[test]
    fn what_blocks_is_the_crest() {
        assert_eq!(where_over(&[0, 1, 2, 0], 0, 0), Some(1));
        assert_eq!(where_over(&[1, 0, 1, 0], 0, 1), Some(2));
        assert_eq!(where_over(&[0, 1, 0, 1], 0, 1), Some(1));
        assert_eq!(where_over(&[0, 0, 1], 0, 1), None);
    }

    #[test]
    fn a_ridge_above_both_blocks_and_one_as_high_as_the_higher_only_between() {
        assert!(is_over(&[0, 1, 0], 0, 0));
        assert!(!is_over(&[0, 0, 0], 0, 0));
        // Up to the plateau, and over a crest as high as oneself down to the plain.
        assert!(!is_over(&[0, 1, 1], 0, 1));
        assert!(is_over(&[1, 0, 1, 0], 0, 1));
        // A valley between two on the same height hides nothing.
        assert!(!is_over(&[1, 0, 1], 1, 1));
        assert!(!is_over(&[2, 1, 0], 0, 2));
        assert!(is_over(&[2, 1, 2, 0], 0, 2));
    }

    #[test]
    fn along_a_hexside_the_side_that_suits() {
        assert_eq!(easier([Some(1), Some(0)], (0, 0), 0), Some(0));
        assert_eq!(easier([Some(1), None], (0, 0), 0), Some(1));
        assert_eq!(easier([Some(0), Some(1)], (1, 1), 0), Some(1));
        assert_eq!(easier([Some(3), Some(1)], (0, 2), 0), Some(1));
    }
}
