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
    grounds: Vec<Ground>,
    rows: Vec<OnceLock<Box<[u64]>>>,
}

/// What a line of sight meets in a hex: side by side, as every line asks for all of it.
#[derive(Clone, Copy, Debug)]
struct Ground {
    level: i32,
    /// Its level with what stands on it (IA 8.72).
    height: i32,
    /// Nobody as high as this, or lower, looks through it (IA 8.61).
    screen: i32,
}

impl Sights {
    /// Nothing traced yet. `blocks` says which hexes cannot be looked through (IA 8.61), `height`
    /// the level of each with what stands on it (IA 8.72).
    pub fn new(
        map: &CompiledMap,
        blocks: impl Fn(Hex) -> bool,
        height: impl Fn(Hex) -> i32,
    ) -> Self {
        let ground = |hex| {
            let height = height(hex);
            let screen = if blocks(hex) { height } else { i32::MIN };
            Ground { level: map.level(hex), height, screen }
        };
        let grounds: Vec<Ground> = map.grid().hexes().map(ground).collect();
        let rows = grounds.iter().map(|_| OnceLock::new()).collect();
        Self { grounds, rows }
    }

    /// IA 8.72: the level of a hex, with its town or woods.
    pub fn height(&self, hex: Hex) -> i32 {
        self.grounds[hex.index()].height
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
        self.is_clear(map, (from, to), smoke)
    }

    /// What blocks the sight of one hex from another, as far as the ground goes: the first of it.
    pub fn obstacle(&self, map: &CompiledMap, from: Hex, to: Hex) -> Option<Blocked> {
        self.blocked(map, (from, to), &[])
    }

    /// The same as [`Self::clear`], traced anew: what one line costs by itself.
    pub fn traces(&self, map: &CompiledMap, ends: (Hex, Hex)) -> bool {
        self.is_clear(map, ends, &[])
    }

    fn trace(&self, map: &CompiledMap, from: Hex) -> Box<[u64]> {
        let mut row = vec![0; map.len().div_ceil(64)];
        for to in map.grid().hexes() {
            // Whoever is seen sees as well.
            let seen = match self.rows[to.index()].get() {
                Some(row) => row[from.index() / 64] >> (from.index() % 64) & 1 == 1,
                None => self.is_clear(map, (from, to), &[]),
            };
            if seen {
                row[to.index() / 64] |= 1 << (to.index() % 64);
            }
        }
        row.into_boxed_slice()
    }

    /// The level of a hex that a line between two ends, the higher of them so high, can run through
    /// (IA 8.61, 8.66).
    #[inline]
    fn open(
        &self,
        hex: Hex,
        (from, to): (Hex, Hex),
        high: i32,
        smoke: &[(Hex, usize)],
    ) -> Option<i32> {
        let Ground { level, screen, .. } = self.grounds[hex.index()];
        let smoked = || smoke.iter().any(|&(at, _)| at == hex);
        (screen < high && !smoked() || hex == from || hex == to).then_some(level)
    }

    /// Whether a line is free: [`Self::blocked`] without the place, and so without the way.
    fn is_clear(&self, map: &CompiledMap, ends: (Hex, Hex), smoke: &[(Hex, usize)]) -> bool {
        let (from, to) = ends;
        let (one, other) = (self.height(from), self.height(to));
        let (low, high) = (one.min(other), one.max(other));
        let Some(mut lines) = Lines::between(low, high) else {
            return self.blocked(map, ends, smoke).is_none();
        };
        let open = |hex: Hex| self.open(hex, ends, high, smoke);
        let mut before: Option<i32> = None;
        let mut beside: Option<[Option<i32>; 2]> = None;
        for crossed in map.grid().crossed(from, to) {
            match crossed {
                Crossed::Hex(hex) => {
                    let Some(level) = open(hex) else { return false };
                    if let Some(mut last) = before {
                        let spine =
                            beside.take().and_then(|sides| easier(sides, (last, level), low));
                        if let Some(spine) = spine {
                            if lines.again(last, spine) {
                                return false;
                            }
                            last = spine;
                        }
                        if lines.again(last, level) {
                            return false;
                        }
                    } else if level > high {
                        return false;
                    }
                    before = Some(level);
                }
                Crossed::Spine(_, None) => {}
                Crossed::Spine(left, Some(right)) => {
                    let sides = [left, right].map(open);
                    if sides == [None; 2] {
                        return false;
                    }
                    beside = Some(sides);
                }
            }
        }
        true
    }

    /// What is in the way of a line: terrain that is not lower than both ends (IA 8.61, 8.66), or
    /// elevation lines (IA 8.71).
    fn blocked(
        &self,
        map: &CompiledMap,
        (from, to): (Hex, Hex),
        smoke: &[(Hex, usize)],
    ) -> Option<Blocked> {
        let (one, other) = (self.height(from), self.height(to));
        let (low, high) = (one.min(other), one.max(other));
        let open = |hex: Hex| self.open(hex, (from, to), high, smoke);
        let mut levels: Vec<(i32, Crossed)> = Vec::new();
        let mut beside: Option<([Option<i32>; 2], Crossed)> = None;
        for crossed in map.grid().crossed(from, to) {
            match crossed {
                Crossed::Hex(hex) => {
                    let Some(level) = open(hex) else { return Some(Blocked::Terrain(crossed)) };
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
                    let sides = [left, right].map(open);
                    if sides == [None; 2] {
                        return Some(Blocked::Terrain(crossed));
                    }
                    beside = Some((sides, crossed));
                }
            }
        }
        over(&levels, low, high).map(Blocked::Ground)
    }
}

/// The elevation lines between the levels of both ends, and which of them a line has crossed.
struct Lines {
    low: i32,
    high: i32,
    /// A bit for each line, from the one above the lower end.
    crossed: u64,
}

impl Lines {
    /// None crossed yet; nothing where there are too many of them.
    fn between(low: i32, high: i32) -> Option<Self> {
        (high.checked_sub(low)? < 64).then_some(Self { low, high, crossed: 0 })
    }

    /// IA 8.71: goes from one level to the next; whether that is above both ends, or crosses a line
    /// for the second time.
    #[inline]
    fn again(&mut self, before: i32, after: i32) -> bool {
        if after > self.high {
            return true;
        }
        if before == after {
            return false;
        }
        let below = |level: i32| (1_u64 << (level.max(self.low) - self.low)) - 1;
        let lines = below(before.max(after)) & !below(before.min(after));
        let again = self.crossed & lines != 0;
        self.crossed |= lines;
        again
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
#[allow(clippy::unwrap_used, reason = "a test that fails panics")]
mod tests {
    use salient_hex::Hex;
    use salient_rules::dice::Dice;

    use super::{Lines, easier, over};
    use crate::begun::begun;

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

    /// Whether a line is free is found out by another way than where it is blocked, and both ways
    /// along it: they agree, with smoke and without.
    #[test]
    fn a_line_is_free_where_nothing_blocks_it() {
        for scenario in ["goritten", "usdau", "angerapp"] {
            let (rules, _) = begun(scenario, &mut Dice::seeded(1));
            let (map, sights) = (&rules.compiled.map, &rules.sights);
            let smoke: Vec<(Hex, usize)> =
                map.grid().hexes().step_by(113).map(|hex| (hex, 0)).collect();
            let mut seen = [0; 2];
            for from in map.grid().hexes().step_by(41) {
                for to in map.grid().hexes() {
                    for smoke in [&[], smoke.as_slice()] {
                        let clear = sights.is_clear(map, (from, to), smoke);
                        let blocked = sights.blocked(map, (from, to), smoke);
                        assert_eq!(clear, blocked.is_none(), "{from:?} {to:?} {blocked:?}");
                        assert_eq!(clear, sights.is_clear(map, (to, from), smoke));
                        seen[usize::from(clear)] += 1;
                    }
                }
            }
            assert!(seen.iter().all(|&seen| seen > 1000), "{seen:?}");
        }
    }

    /// Over all ways of four levels, and both reckonings.
    #[test]
    fn lines_are_crossed_twice_where_the_way_says_so() {
        for ways in 0..4_usize.pow(5) {
            let level = |place: u32| (ways / 4_usize.pow(place) % 4) as i32;
            let way: Vec<i32> = (0..5).map(level).collect();
            let (low, high) = (way[0].min(way[4]), way[0].max(way[4]));
            let mut lines = Lines::between(low, high).unwrap();
            let again = way.windows(2).any(|two| lines.again(two[0], two[1]));
            assert_eq!(again, is_over(&way, low, high), "{way:?}");
        }
        assert!(Lines::between(0, 64).is_none());
    }

    #[test]
    fn along_a_hexside_the_side_that_suits() {
        assert_eq!(easier([Some(1), Some(0)], (0, 0), 0), Some(0));
        assert_eq!(easier([Some(1), None], (0, 0), 0), Some(1));
        assert_eq!(easier([Some(0), Some(1)], (1, 1), 0), Some(1));
        assert_eq!(easier([Some(3), Some(1)], (0, 2), 0), Some(1));
    }
}
