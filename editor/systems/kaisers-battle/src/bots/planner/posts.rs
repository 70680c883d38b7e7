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
        // What the line costs down to each place of the rows above and on, straight, to a row:
        // row by row from the farthest, with room on both sides.
        let wide = columns + 2 * APART;
        let mut so_far = vec![i32::MAX; APART * wide];
        for row in 0..rows {
            let first = row.saturating_sub(APART);
            for earlier in first..row {
                for column in 0..columns {
                    let from = at(earlier, column);
                    so_far[(earlier - first) * wide + APART + column] = if best[from] >= NEVER {
                        i32::MAX
                    } else {
                        best[from] + above[at(row, column)] - above[from + columns]
                    };
                }
            }
            for column in 0..columns {
                let place = at(row, column);
                if costs[place] >= NEVER {
                    continue;
                }
                let mut least = (NEVER, usize::MAX);
                if row <= 1 {
                    least = (above[place], usize::MAX);
                }
                for earlier in first..row {
                    let start = (earlier - first) * wide + column;
                    for (i, &total) in so_far[start..=start + 2 * APART].iter().enumerate() {
                        // Loose or not, it is no better.
                        if total >= least.0 {
                            continue;
                        }
                        let from = at(earlier, column + i - APART);
                        let apart = rules.apart(Hex(from as u32), Hex(place as u32)) as usize;
                        let loose = if apart == APART { self.w.loose } else { 0 };
                        if apart <= APART && total + loose < least.0 {
                            least = (total + loose, from);
                        }
                    }
                }
                if least.0 < NEVER {
                    best[place] = least.0 + costs[place] + lost[place];
                    before[place] = least.1;
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
                - self.w.river * river(rules, hex);
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

/// Rivers and excavations that whoever comes from the east must cross.
fn river(rules: &Rules, hex: Hex) -> i32 {
    let here = rules.west_cost[hex.index()];
    rules
        .map
        .neighbours(hex)
        .filter(|(_, other)| rules.west_cost[other.index()] > here)
        .map(|(direction, _)| rules.map.side_defence(hex, direction))
        .min()
        .unwrap_or(0)
}
