//! The cheapest ways from a hex over movement costs: Dijkstra's algorithm on flat arrays.
//!
//! Costs are small whole numbers, so the queue is a row of buckets, one a movement point. The
//! arrays are kept between searches and never cleared: an entry counts only if it carries the
//! number of the search.

use crate::grid::{Direction, Hex};
use crate::map::CompiledMap;

/// What a step out of a hex does to a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// It cannot be taken.
    Barred,
    /// It costs this much, and the search goes on from there.
    Through(u32),
    /// It costs this much, and ends there.
    Halt(u32),
}

/// Reusable memory of searches, and the result of the last one.
#[derive(Clone, Debug, Default)]
pub struct Reach {
    entries: Vec<Entry>,
    /// The number of the search. It falls, so that every entry of an earlier search is worse
    /// than any of this one.
    search: u32,
    buckets: Vec<Vec<u32>>,
    reached: Vec<Hex>,
}

/// From the highest bits: the number of the search (32), the cost (16), the direction of the step
/// into the hex, or [`START`] (8), and the state (8). Whether a way is better is one comparison.
#[derive(Clone, Copy, Debug)]
struct Entry(u64);

impl Entry {
    /// Of no search.
    const NONE: Self = Self(u64::MAX);

    #[inline]
    fn new(search: u32, cost: u32, direction: u8, state: u8) -> Self {
        let ahead = u64::from(search) << 16 | u64::from(cost as u16);
        Self(ahead << 16 | u64::from(direction) << 8 | u64::from(state))
    }

    /// Whether it is of this search and costs no more.
    #[inline]
    fn is_as_good(self, search: u32, cost: u32) -> bool {
        self.0 >> 16 <= (u64::from(search) << 16 | u64::from(cost))
    }

    #[inline]
    fn search(self) -> u32 {
        (self.0 >> 32) as u32
    }

    #[inline]
    fn cost(self) -> u32 {
        u32::from((self.0 >> 16) as u16)
    }

    #[inline]
    fn direction(self) -> u8 {
        (self.0 >> 8) as u8
    }

    #[inline]
    fn state(self) -> u8 {
        self.0 as u8
    }
}

const START: u8 = 6;
const OPEN: u8 = 0;
const HALTED: u8 = 1;
const DONE: u8 = 2;

impl Reach {
    /// Finds every hex within `budget` of `start`. `step` says what a step costs, given the hex
    /// it leaves, its direction and the hex it enters; what depends on the mover (paths that it
    /// may follow, its weather, enemies next to it) is for the closure to know.
    ///
    /// A hex is reached in one state, that of the cheapest way; of several that cost the same,
    /// the first found. So whether a step halts should hang on the hex entered, not on the way.
    pub fn search(
        &mut self,
        map: &CompiledMap,
        start: Hex,
        budget: u32,
        step: impl FnMut(Hex, Direction, Hex) -> Step,
    ) {
        self.search_from(map, &[(start, 0)], budget, step);
    }

    /// The same, but it stops as soon as the way to `goal` is found: cost and path of that hex are
    /// those of the whole search, farther hexes are left out.
    pub fn search_to(
        &mut self,
        map: &CompiledMap,
        (start, goal): (Hex, Hex),
        budget: u32,
        step: impl FnMut(Hex, Direction, Hex) -> Step,
    ) {
        self.search_until(map, &[(start, 0)], budget, Some(goal), step);
    }

    /// Finds every hex within `budget` of any of several starts, each with what it costs to be
    /// there already: the halves of a two-hex unit, all sources of a supply net, or the hex where
    /// a move was interrupted with the movement points spent so far. Costs are totals, those
    /// spent counted; a start beyond the budget is left out.
    ///
    /// ```text
    /// allowance 6, interrupted after 4:   search_from(map, &[(here, 4)], 6, …)
    ///   here 4 -> 5 -> 6 |                cost(next) == Some(5), of the whole move
    /// ```
    pub fn search_from(
        &mut self,
        map: &CompiledMap,
        starts: &[(Hex, u32)],
        budget: u32,
        step: impl FnMut(Hex, Direction, Hex) -> Step,
    ) {
        self.search_until(map, starts, budget, None, step);
    }

    fn search_until(
        &mut self,
        map: &CompiledMap,
        starts: &[(Hex, u32)],
        budget: u32,
        goal: Option<Hex>,
        mut step: impl FnMut(Hex, Direction, Hex) -> Step,
    ) {
        let budget = budget.min(u32::from(u16::MAX - 1));
        self.begin(map.len(), budget);
        let Self { entries, search, buckets, reached } = self;
        let search = *search;
        for &(start, spent) in starts.iter().filter(|&&(_, spent)| spent <= budget) {
            let entry = &mut entries[start.index()];
            if !entry.is_as_good(search, spent) {
                *entry = Entry::new(search, spent, START, OPEN);
                buckets[spent as usize].push(start.0);
            }
        }
        for cost in 0..=budget {
            // A bucket grows while it is read where a step is free.
            let mut next = 0;
            while let Some(&hex) = buckets[cost as usize].get(next) {
                next += 1;
                let entry = &mut entries[hex as usize];
                if entry.state() == DONE || entry.cost() != cost {
                    continue;
                }
                let halted = entry.state() == HALTED;
                *entry = Entry::new(search, cost, entry.direction(), DONE);
                reached.push(Hex(hex));
                if goal == Some(Hex(hex)) {
                    return;
                }
                if halted {
                    continue;
                }
                for (d, &other) in map.around(Hex(hex)).iter().enumerate() {
                    // Beyond the map there is none.
                    let Some(entry) = entries.get_mut(other as usize) else { continue };
                    // No step costs less than nothing, so this way there is no better.
                    if entry.is_as_good(search, cost) {
                        continue;
                    }
                    let (extra, state) = match step(Hex(hex), Direction::new(d), Hex(other)) {
                        Step::Barred => continue,
                        Step::Through(extra) => (extra, OPEN),
                        Step::Halt(extra) => (extra, HALTED),
                    };
                    let total = cost.saturating_add(extra);
                    if total <= budget && !entry.is_as_good(search, total) {
                        *entry = Entry::new(search, total, d as u8, state);
                        buckets[total as usize].push(other);
                    }
                }
            }
        }
    }

    fn begin(&mut self, len: usize, budget: u32) {
        if self.entries.len() != len || self.search == 0 {
            self.entries.clear();
            self.entries.resize(len, Entry::NONE);
            self.search = u32::MAX;
        }
        self.search -= 1;
        self.reached.clear();
        self.buckets.iter_mut().for_each(Vec::clear);
        if self.buckets.len() <= budget as usize {
            self.buckets.resize_with(budget as usize + 1, Vec::new);
        }
    }

    /// The hexes found by rising cost: the start first, if there is one.
    pub fn reached(&self) -> &[Hex] {
        &self.reached
    }

    /// The cost of the cheapest way to a hex, if it was found.
    pub fn cost(&self, hex: Hex) -> Option<u32> {
        let entry = self.entries.get(hex.index())?;
        (entry.search() == self.search && entry.state() == DONE).then_some(entry.cost())
    }

    /// The cheapest way to a hex that was found: the hexes entered, without the start.
    /// [`Self::start`] says where it begins.
    pub fn path(&self, map: &CompiledMap, to: Hex) -> Vec<Hex> {
        let mut path = Vec::new();
        let mut hex = to;
        while let Some(entry) = self.entries.get(hex.index()) {
            if entry.search() != self.search || entry.direction() == START {
                break;
            }
            path.push(hex);
            let back = Direction::new(usize::from(entry.direction())).opposite();
            match map.neighbour(hex, back) {
                Some(before) => hex = before,
                None => break,
            }
        }
        path.reverse();
        path
    }

    /// The start from which a hex is reached at the least cost, if it was found.
    pub fn start(&self, map: &CompiledMap, to: Hex) -> Option<Hex> {
        self.cost(to)?;
        let first = self.path(map, to).first().copied();
        let Some(first) = first else { return Some(to) };
        let entry = self.entries.get(first.index())?;
        map.neighbour(first, Direction::new(usize::from(entry.direction())).opposite())
    }
}
