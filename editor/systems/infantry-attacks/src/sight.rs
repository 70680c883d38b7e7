//! IA 8.6, 8.7: lines of sight over the ground, traced once for each hex that anybody looks out of.

use std::sync::OnceLock;

use salient_hex::Hex;
use salient_hex::map::CompiledMap;
use salient_hex::sight::Crossed;

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

    /// Whether a line is free: of terrain that is not lower than both ends (IA 8.61, 8.66), and of
    /// elevation lines (IA 8.71). `levels` is room to work in.
    fn is_clear(
        &self,
        map: &CompiledMap,
        (from, to): (Hex, Hex),
        smoke: &[(Hex, usize)],
        levels: &mut Vec<i32>,
    ) -> bool {
        let (one, other) = (self.height(from), self.height(to));
        let (low, high) = (one.min(other), one.max(other));
        let open = |hex: Hex| {
            let end = hex == from || hex == to;
            let smoked = smoke.iter().any(|&(at, _)| at == hex);
            end || !smoked && (!self.blocks[hex.index()] || self.height(hex) < high)
        };
        levels.clear();
        let mut beside: Option<[Option<i32>; 2]> = None;
        for crossed in map.grid().crossed(from, to) {
            match crossed {
                Crossed::Hex(hex) if !open(hex) => return false,
                Crossed::Hex(hex) => {
                    let level = map.level(hex);
                    if let (Some(sides), Some(&before)) = (beside.take(), levels.last()) {
                        levels.extend(easier(sides, (before, level), low));
                    }
                    levels.push(level);
                }
                // What is off the map blocks nothing.
                Crossed::Spine(_, None) => {}
                Crossed::Spine(left, Some(right)) => {
                    // IA 8.65: the spotter takes the side that suits him.
                    let sides = [left, right].map(|hex| open(hex).then(|| map.level(hex)));
                    if sides == [None; 2] {
                        return false;
                    }
                    beside = Some(sides);
                }
            }
        }
        !is_over(levels, low, high)
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

/// IA 8.71: whether the ground rises above both ends, or a line crosses an elevation line twice
/// that is above the lower of them.
fn is_over(levels: &[i32], low: i32, high: i32) -> bool {
    let crosses = |line: i32| {
        let above = levels.windows(2).filter(|two| (two[0] < line) != (two[1] < line));
        above.count()
    };
    levels.iter().any(|&level| level > high) || (low + 1..=high).any(|line| crosses(line) > 1)
}

#[cfg(test)]
mod tests {
    use super::{easier, is_over};

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
