//! The cheapest ways from a hex over movement costs: Dijkstra's algorithm on flat arrays.
//!
//! Costs are small whole numbers, so the queue is a row of buckets, one a movement point. The
//! arrays are kept between searches. What a step costs a closure says ([`Reach::search`]) or, where
//! many searches ask for the same, a table ([`Reach::search_table`]).

use std::sync::Arc;

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

/// What steps cost, written down: by hex the steps out of it by direction, [`BARRED`] where none
/// can be taken, and with the bit [`HALT`] where the hex entered ends a search.
#[derive(Clone, Copy, Debug)]
pub struct Table<'a> {
    /// The steps out of each hex.
    pub steps: &'a [[u16; 6]],
    /// The steps out of the start.
    pub first: [u16; 6],
    /// Whether a step that ends a search can be taken at all.
    pub halting: bool,
}

/// No step.
pub const BARRED: u16 = u16::MAX;
/// The search ends in the hex entered; the other bits are the cost.
pub const HALT: u16 = 1 << 15;
/// No budget is more in a search by table, and no step costs more.
pub const MOST: u16 = HALT - 2;

/// Reusable memory of searches, and the result of the last one.
#[derive(Clone, Debug, Default)]
pub struct Reach {
    /// What it costs to come to each hex, as far as is known; [`Reach::beyond`] where there is no
    /// way.
    costs: Vec<u16>,
    /// The direction of the step into each hex for which there is a cost, or [`START`], with the
    /// bits [`HALTED`] and [`DONE`].
    into: Vec<u8>,
    /// One more than the budget of the search.
    beyond: u16,
    buckets: Vec<Vec<u32>>,
    reached: Vec<Hex>,
}

const DIRECTION: u8 = 7;
const START: u8 = 6;
/// The search ends in the hex.
const HALTED: u8 = 8;
/// The cheapest way to the hex is found.
const DONE: u8 = 16;

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
        self.search_first(map, start, budget, |hex| hex == goal, step);
    }

    /// The same for the nearest of several goals: the hex of the least cost for which `is_goal`
    /// holds, of several the first found; none within the budget.
    pub fn search_first(
        &mut self,
        map: &CompiledMap,
        start: Hex,
        budget: u32,
        is_goal: impl Fn(Hex) -> bool,
        step: impl FnMut(Hex, Direction, Hex) -> Step,
    ) -> Option<Hex> {
        self.search_until(map, &[(start, 0)], budget, is_goal, step)
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
        self.search_until(map, starts, budget, |_| false, step);
    }

    fn search_until(
        &mut self,
        map: &CompiledMap,
        starts: &[(Hex, u32)],
        budget: u32,
        is_goal: impl Fn(Hex) -> bool,
        mut step: impl FnMut(Hex, Direction, Hex) -> Step,
    ) -> Option<Hex> {
        let budget = budget.min(u32::from(u16::MAX - 1));
        self.begin(map.len(), budget);
        let Self { costs, into, buckets, reached, .. } = self;
        for &(start, spent) in starts.iter().filter(|&&(_, spent)| spent <= budget) {
            let known = &mut costs[start.index()];
            if spent < u32::from(*known) {
                *known = spent as u16;
                into[start.index()] = START;
                push(buckets, spent, start.0);
            }
        }
        for cost in 0..=budget {
            if buckets.len() <= cost as usize {
                break;
            }
            // A bucket grows while it is read where a step is free.
            let mut next = 0;
            while let Some(&hex) = buckets[cost as usize].get(next) {
                next += 1;
                let from = Hex(hex);
                if u32::from(costs[from.index()]) != cost {
                    continue;
                }
                reached.push(from);
                let halted = into[from.index()] & HALTED != 0;
                into[from.index()] |= DONE;
                if is_goal(from) {
                    return Some(from);
                }
                if halted {
                    continue;
                }
                for (d, &other) in map.around(from).iter().enumerate() {
                    // Beyond the map there is none.
                    let Some(known) = costs.get_mut(other as usize) else { continue };
                    // No step costs less than nothing, so this way there is no better.
                    if u32::from(*known) <= cost {
                        continue;
                    }
                    let (extra, halts) = match step(from, Direction::new(d), Hex(other)) {
                        Step::Barred => continue,
                        Step::Through(extra) => (extra, 0),
                        Step::Halt(extra) => (extra, HALTED),
                    };
                    let total = cost.saturating_add(extra);
                    if total < u32::from(*known) {
                        *known = total as u16;
                        into[other as usize] = d as u8 | halts;
                        push(buckets, total, other);
                    }
                }
            }
        }
        None
    }

    /// Finds every hex within `budget` of `start`, or all up to `goal`, as [`Reach::search`] and
    /// [`Reach::search_to`] do where the closure says what the table has.
    pub fn search_table(
        &mut self,
        map: &CompiledMap,
        table: Table<'_>,
        (start, goal): (Hex, Option<Hex>),
        budget: u32,
    ) {
        let budget = budget.min(u32::from(MOST));
        self.begin(map.len(), budget);
        if self.buckets.len() <= budget as usize {
            self.buckets.resize_with(budget as usize + 1, Vec::new);
        }
        self.costs[start.index()] = 0;
        self.into[start.index()] = START | DONE;
        self.reached.push(start);
        if goal == Some(start) {
            return;
        }
        if table.halting {
            self.search_steps::<true>(map, table, (start, goal), budget);
        } else {
            self.search_steps::<false>(map, table, (start, goal), budget);
        }
    }

    fn search_steps<const HALTING: bool>(
        &mut self,
        map: &CompiledMap,
        Table { steps, first, .. }: Table<'_>,
        (start, goal): (Hex, Option<Hex>),
        budget: u32,
    ) {
        let Self { costs, into, buckets, reached, .. } = self;
        // Of one length, as far as the compiler knows.
        let len = costs.len();
        let (costs, into) = (&mut costs[..len], &mut into[..len]);
        offer::<HALTING>((costs, into, buckets), map.around(start), &first, 0);
        for cost in 0..=budget {
            let mut bucket = std::mem::take(&mut buckets[cost as usize]);
            let mut next = 0;
            loop {
                while let Some(&hex) = bucket.get(next) {
                    next += 1;
                    let from = Hex(hex);
                    if u32::from(costs[from.index()]) != cost {
                        continue;
                    }
                    reached.push(from);
                    let halted = into[from.index()] & HALTED != 0;
                    into[from.index()] |= DONE;
                    if goal == Some(from) {
                        buckets[cost as usize] = bucket;
                        return;
                    }
                    if !HALTING || !halted {
                        let steps = &steps[from.index()];
                        offer::<HALTING>((costs, into, buckets), map.around(from), steps, cost);
                    }
                }
                // What was found meanwhile by free steps.
                let free = &mut buckets[cost as usize];
                if free.is_empty() {
                    break;
                }
                bucket.append(free);
            }
            buckets[cost as usize] = bucket;
        }
    }

    fn begin(&mut self, len: usize, budget: u32) {
        self.beyond = budget as u16 + 1;
        self.costs.clear();
        self.costs.resize(len, self.beyond);
        self.into.resize(len, START);
        self.reached.clear();
        self.buckets.iter_mut().for_each(Vec::clear);
    }

    /// The steps into all hexes that were found, to be kept when the next search is made.
    pub fn branches(&self) -> Branches {
        let mut into = vec![NOT_FOUND; self.into.len()];
        for &hex in &self.reached {
            into[hex.index()] = self.into[hex.index()] & DIRECTION;
        }
        Branches(into.into())
    }

    /// The hexes found by rising cost: the start first, if there is one.
    pub fn reached(&self) -> &[Hex] {
        &self.reached
    }

    /// The cost of the cheapest way to a hex, if it was found.
    pub fn cost(&self, hex: Hex) -> Option<u32> {
        let cost = *self.costs.get(hex.index())?;
        (cost != self.beyond && self.into[hex.index()] & DONE != 0).then_some(u32::from(cost))
    }

    /// The direction of the step into a hex, if it was found and is no start.
    fn step_into(&self, hex: Hex) -> Option<Direction> {
        self.cost(hex)?;
        let direction = self.into[hex.index()] & DIRECTION;
        (direction != START).then(|| Direction::new(usize::from(direction)))
    }

    /// The cheapest way to a hex that was found: the hexes entered, without the start.
    /// [`Self::start`] says where it begins.
    pub fn path(&self, map: &CompiledMap, to: Hex) -> Vec<Hex> {
        let mut path = Vec::new();
        let mut hex = to;
        while let Some(direction) = self.step_into(hex) {
            path.push(hex);
            match map.neighbour(hex, direction.opposite()) {
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
        match self.path(map, to).first() {
            Some(&first) => map.neighbour(first, self.step_into(first)?.opposite()),
            None => Some(to),
        }
    }
}

/// Looks at all steps out of a hex. Whatever is barred or beyond the budget costs too much to be
/// any better than what is known, so that one comparison is enough.
#[inline(always)]
fn offer<const HALTING: bool>(
    (costs, into, buckets): (&mut [u16], &mut [u8], &mut [Vec<u32>]),
    around: &[u32; 6],
    steps: &[u16; 6],
    cost: u32,
) {
    for d in 0..6 {
        let (other, step) = (around[d], steps[d]);
        let total = cost + u32::from(if HALTING { step & !HALT } else { step });
        // Beyond the map there is none.
        let Some(known) = costs.get_mut(other as usize) else { continue };
        if total < u32::from(*known) {
            *known = total as u16;
            let halts = if HALTING && step & HALT != 0 { HALTED } else { 0 };
            into[other as usize] = d as u8 | halts;
            buckets[total as usize].push(other);
        }
    }
}

/// No step.
const NOT_FOUND: u8 = u8::MAX;

/// The cheapest ways that a search found, kept: the direction of the step into each hex.
#[derive(Clone, Debug)]
pub struct Branches(Arc<[u8]>);

impl Branches {
    /// The cheapest way to a hex, as [`Reach::path`] gives it; none if it was not found.
    pub fn path(&self, map: &CompiledMap, to: Hex) -> Option<Vec<Hex>> {
        let mut path = Vec::new();
        let mut hex = to;
        loop {
            match *self.0.get(hex.index())? {
                NOT_FOUND => return None,
                START => break,
                direction => {
                    path.push(hex);
                    let back = Direction::new(usize::from(direction)).opposite();
                    hex = map.neighbour(hex, back)?;
                }
            }
        }
        path.reverse();
        Some(path)
    }
}
/// Puts a hex into the bucket of its cost. Where a budget is without end, buckets for all of it
/// would cost more than the search: they are made as they are needed.
#[inline]
fn push(buckets: &mut Vec<Vec<u32>>, cost: u32, hex: u32) {
    match buckets.get_mut(cost as usize) {
        Some(bucket) => bucket.push(hex),
        None => push_beyond(buckets, cost as usize, hex),
    }
}

#[cold]
#[inline(never)]
fn push_beyond(buckets: &mut Vec<Vec<u32>>, cost: usize, hex: u32) {
    buckets.resize_with(cost + 1, Vec::new);
    if let Some(bucket) = buckets.last_mut() {
        bucket.push(hex);
    }
}
