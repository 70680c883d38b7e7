//! Where the Allied line runs: the cheapest row of posts from the northern edge to the southern,
//! by dynamic programming over the rows of the map. Two posts are at most three hexes apart, so
//! that their zones of control meet.

use crate::bots::planner::flow::DIVISION_STRENGTH;
use crate::bots::planner::wall::Line;
use crate::rules::{ALLIED, GERMAN, Rules};
use salient_hex::grid::Hex;

/// No line can run here.
const NEVER: i32 = i32::MAX / 4;
/// Posts at most this far apart bar the way.
const APART: usize = 3;
/// No line has come to a place; what is added to it is still a number.
const NONE: i32 = i32::MAX / 2;
/// Posts are farther apart.
const TOO_FAR: i32 = i32::MAX / 4;
/// No earlier post: the line begins at the edge.
const EDGE: u8 = u8::MAX;

impl Line<'_> {
    /// Where the line runs, from north to south.
    pub fn posts(&self) -> Vec<Hex> {
        let rules = self.rules;
        let grid = rules.map.grid();
        let (columns, rows) = (usize::from(grid.columns()), usize::from(grid.rows()));
        let costs = self.post_costs();
        let lost = self.ground_lost(columns, rows);
        let at = |row: usize, column: usize| row * columns + column;
        // What is lost in all rows above, by column.
        let mut above = vec![0; rules.map.len() + columns];
        for (place, lost) in lost.iter().enumerate() {
            above[place + columns] = above[place] + lost;
        }
        let mut best = vec![NEVER; rules.map.len()];
        let mut before = vec![usize::MAX; rules.map.len()];
        let earlier = Earlier::all(rules, self.w.loose);
        // What the line costs down to each place of an earlier row and on, straight, to the row,
        // with room on both sides; the least of all, and where it comes from.
        let mut so_far = vec![NONE; columns + 2 * APART];
        let mut least = vec![NEVER; columns];
        let mut from = vec![EDGE; columns];
        for row in 0..rows {
            let here = row * columns..(row + 1) * columns;
            from.fill(EDGE);
            if row <= 1 {
                least.copy_from_slice(&above[here.clone()]);
            } else {
                least.fill(NEVER);
            }
            for up in (1..=APART.min(row)).rev() {
                let there = (row - up) * columns;
                let totals = so_far[APART..].iter_mut().zip(&best[there..there + columns]);
                let lost = above[here.clone()].iter().zip(&above[there + columns..]);
                for ((total, &best), (to, from)) in totals.zip(lost) {
                    *total = if best >= NEVER { NONE } else { best + to - from };
                }
                for (place, step) in earlier.iter().enumerate().filter(|(_, step)| step.up == up) {
                    step.improve(row, &so_far, place as u8, (&mut least, &mut from));
                }
            }
            for (column, place) in here.enumerate() {
                if costs[place] < NEVER && least[column] < NEVER {
                    best[place] = least[column] + costs[place] + lost[place];
                    let step = earlier.get(usize::from(from[column]));
                    before[place] = step.map_or(usize::MAX, |step| step.back(place, columns));
                }
            }
        }
        let ends = (rows.saturating_sub(2)..rows)
            .flat_map(|row| (0..columns).map(move |column| (row, column)));
        let end = ends.filter(|&(row, column)| best[at(row, column)] < NEVER).min_by_key(
            |&(row, column)| {
                let rest: i32 = (row + 1..rows).map(|r| lost[at(r, column)]).sum();
                (best[at(row, column)] + rest, row, column)
            },
        );
        let mut posts = Vec::new();
        let mut place = end.map_or(usize::MAX, |(row, column)| at(row, column));
        while place != usize::MAX {
            posts.push(Hex(place as u32));
            place = before[place];
        }
        posts.reverse();
        posts
    }

    /// What a post in each hex costs, ground lost apart.
    fn post_costs(&self) -> Vec<i32> {
        let rules = self.rules;
        let mut supply = vec![0_i32; rules.map.len()];
        for (reach, strength) in &self.reaches {
            for hex in reach.iter() {
                supply[hex.index()] += strength;
            }
        }
        let cost = |hex: Hex| {
            if !self.open[hex.index()] {
                return NEVER;
            }
            let there = self.imagined.strength(rules, hex);
            if there == 0 && supply[hex.index()] == 0 {
                return self.w.post + self.w.unmanned;
            }
            let ground = rules.ground(hex);
            let mut cost = self.w.post
                - self.w.shelter * rules.map.defence(hex)
                - self.w.river * rules.moats[hex.index()];
            if ground.trench {
                cost -= self.w.post_trench;
            }
            let divisions = self.threat[hex.index()] / DIVISION_STRENGTH;
            cost += self.w.threat * divisions.min(6);
            cost -= (there * 3 + supply[hex.index()] / 4).min(30);
            cost
        };
        rules.map.grid().hexes().map(cost).collect()
    }

    /// What a line through each hex gives up in its row: towns east of it, and Germans west of it
    /// that have got through.
    fn ground_lost(&self, columns: usize, rows: usize) -> Vec<i32> {
        let rules = self.rules;
        let mut lost = vec![0; rules.map.len()];
        for row in 0..rows {
            let mut east = 0;
            for column in (0..columns).rev() {
                let place = row * columns + column;
                lost[place] += east + self.w.ground_given * (columns - column) as i32;
                let town = rules.town_at[place].is_some_and(|i| {
                    let i = usize::from(i);
                    rules.towns[i].scores && usize::from(self.imagined.town_holder[i]) == ALLIED
                });
                if town {
                    east += self.w.town_given;
                }
            }
            let mut west = 0;
            for column in 0..columns {
                let place = row * columns + column;
                lost[place] += west;
                let hex = Hex(place as u32);
                if self.imagined.holder(hex) == Some(GERMAN) {
                    let units = self.imagined.stack(hex).count() as i32;
                    west += self.w.leaked * units;
                }
            }
        }
        lost
    }
}

/// From a post to one in a row further up, near enough.
struct Earlier {
    /// So many rows up.
    up: usize,
    /// So many columns to the east, [`APART`] counting as none.
    aside: usize,
    /// What the step costs besides, by column, in even rows and in odd ones: nothing, or more
    /// where a unit can slip through, or too much.
    extra: [Vec<i32>; 2],
}

impl Earlier {
    /// All steps, the farthest row first, from west to east: of equals the first is taken.
    fn all(rules: &Rules, loose: i32) -> Vec<Self> {
        let grid = rules.map.grid();
        let (columns, rows) = (usize::from(grid.columns()), usize::from(grid.rows()));
        let extra = |up: usize, aside: usize, odd: usize| {
            // Which hexes are how far apart is the same in every second row.
            let row = up + (up + odd) % 2;
            let cost = |column: usize| {
                let west = (column + aside).checked_sub(APART).filter(|&to| to < columns);
                let Some(to) = west.filter(|_| row < rows) else { return TOO_FAR };
                let hex = |row: usize, column: usize| Hex((row * columns + column) as u32);
                match rules.apart(hex(row, column), hex(row - up, to)) as usize {
                    0..APART => 0,
                    APART => loose,
                    _ => TOO_FAR,
                }
            };
            (0..columns).map(cost).collect()
        };
        let steps = (1..=APART).rev().flat_map(|up| (0..=2 * APART).map(move |aside| (up, aside)));
        steps
            .map(|(up, aside)| Self { up, aside, extra: [0, 1].map(|odd| extra(up, aside, odd)) })
            .filter(|step| step.extra.iter().flatten().any(|&cost| cost < TOO_FAR))
            .collect()
    }

    /// Takes the step wherever it is better than what is known. Without a branch, so that it is
    /// done for several columns at once.
    fn improve(
        &self,
        row: usize,
        so_far: &[i32],
        place: u8,
        (least, from): (&mut [i32], &mut [u8]),
    ) {
        let known = least.iter_mut().zip(from);
        let totals = so_far[self.aside..].iter().zip(&self.extra[row % 2]);
        for ((least, from), (total, extra)) in known.zip(totals) {
            let total = total + extra;
            let better = total < *least;
            *least = if better { total } else { *least };
            *from = if better { place } else { *from };
        }
    }

    /// The place in the earlier row that the step leads to.
    fn back(&self, place: usize, columns: usize) -> usize {
        place + self.aside - APART - self.up * columns
    }
}
