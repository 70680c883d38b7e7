//! The cheapest ways from a hex over movement costs: Dijkstra's algorithm on flat arrays.
//!
//! Costs are small whole numbers, so the queue is a row of buckets, one a movement point. The
//! arrays are kept between searches and never cleared: an entry counts only if it carries the
//! number of the search.

use crate::grid::{Direction, Hex};
use crate::map::{CompiledMap, NOWHERE};

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
    search: u32,
    buckets: Vec<Vec<u32>>,
    reached: Vec<Hex>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    search: u32,
    cost: u16,
    /// The direction of the step into the hex, or [`START`].
    direction: u8,
    state: u8,
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
        for &(start, spent) in starts.iter().filter(|&&(_, spent)| spent <= budget) {
            let entry = &mut self.entries[start.index()];
            if entry.search == self.search && u32::from(entry.cost) <= spent {
                continue;
            }
            *entry =
                Entry { search: self.search, cost: spent as u16, direction: START, state: OPEN };
            self.buckets[spent as usize].push(start.0);
        }
        for cost in 0..=budget {
            // A bucket grows while it is read where a step is free.
            let mut next = 0;
            while let Some(&hex) = self.buckets[cost as usize].get(next) {
                next += 1;
                let entry = &mut self.entries[hex as usize];
                if entry.state == DONE || u32::from(entry.cost) != cost {
                    continue;
                }
                let halted = entry.state == HALTED;
                entry.state = DONE;
                self.reached.push(Hex(hex));
                if goal == Some(Hex(hex)) {
                    return;
                }
                if halted {
                    continue;
                }
                self.expand(map, Hex(hex), cost, budget, &mut step);
            }
        }
    }

    fn expand(
        &mut self,
        map: &CompiledMap,
        hex: Hex,
        cost: u32,
        budget: u32,
        step: &mut impl FnMut(Hex, Direction, Hex) -> Step,
    ) {
        for (d, &other) in map.around(hex).iter().enumerate() {
            if other == NOWHERE {
                continue;
            }
            let (direction, other) = (Direction::new(d), Hex(other));
            let entry = &mut self.entries[other.index()];
            // No step costs less than nothing, so this way there is no better.
            if entry.search == self.search && u32::from(entry.cost) <= cost {
                continue;
            }
            let (extra, state) = match step(hex, direction, other) {
                Step::Barred => continue,
                Step::Through(extra) => (extra, OPEN),
                Step::Halt(extra) => (extra, HALTED),
            };
            let total = cost.saturating_add(extra);
            let known = entry.search == self.search && u32::from(entry.cost) <= total;
            if total > budget || known {
                continue;
            }
            *entry = Entry {
                search: self.search,
                cost: total as u16,
                direction: direction.index() as u8,
                state,
            };
            self.buckets[total as usize].push(other.0);
        }
    }

    fn begin(&mut self, len: usize, budget: u32) {
        if self.entries.len() != len || self.search == u32::MAX {
            self.entries.clear();
            self.entries.resize(len, Entry::default());
            self.search = 0;
        }
        self.search += 1;
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
        (entry.search == self.search && entry.state == DONE).then_some(u32::from(entry.cost))
    }

    /// The cheapest way to a hex that was found: the hexes entered, without the start.
    /// [`Self::start`] says where it begins.
    pub fn path(&self, map: &CompiledMap, to: Hex) -> Vec<Hex> {
        let mut path = Vec::new();
        let mut hex = to;
        while let Some(entry) = self.entries.get(hex.index()) {
            if entry.search != self.search || entry.direction == START {
                break;
            }
            path.push(hex);
            let back = Direction::new(usize::from(entry.direction)).opposite();
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
        map.neighbour(first, Direction::new(usize::from(entry.direction)).opposite())
    }
}
