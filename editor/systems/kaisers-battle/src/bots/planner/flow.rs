//! Where the front is thin: the cheapest ways west for the German side, over ground, zones of
//! control and whoever stands in the way.
//!
//! Costs are in movement points. A zone of control ends a march for the day, and whoever makes it
//! must be beaten before the march goes on, so it costs as much as half a turn's march and more the
//! more divisions are needed. Both sides read it: the German looks where it is low, the Allied
//! side fills the gaps.

use crate::bots::planner::weights::Weights;
use crate::position::Position;
use crate::rules::{ALLIED, Rules};
use salient_hex::grid::Hex;

/// No way.
const NEVER: u16 = u16::MAX;

/// No strength is more than this, whatever the data say.
const INVINCIBLE: i32 = 100_000;
/// The main effort is so many times narrower than the map, to either side.
const EFFORT: i32 = 6;
/// The strength of a whole German division.
pub const DIVISION_STRENGTH: i32 = 30;

/// The strength that beats a stack with average dice (KB 8.7): so much more than its own that the
/// quotient passes its morale value.
pub fn needed(position: &Position, rules: &Rules, hex: Hex) -> i32 {
    let mut strength = 0;
    let mut morale = 0;
    for unit in position.stack(hex) {
        let face = position.face(rules, unit);
        strength += face.strength;
        morale = morale.max(face.morale);
    }
    toughness(strength, morale, rules.map.defence(hex))
}

/// The strength that beats a stack of this strength and morale in this shelter.
pub fn toughness(strength: i32, morale: i32, shelter: i32) -> i32 {
    let product = i64::from(strength) * i64::from(morale + 1) * i64::from(7 + 2 * shelter);
    (product / 7).clamp(0, i64::from(INVINCIBLE)) as i32
}

/// What it costs to get past a stack.
pub fn resistance(w: &Weights, needed: i32) -> i32 {
    (w.stop + w.division * needed / DIVISION_STRENGTH).min(w.resistance)
}

/// What each hex resists, by the Allied stacks in it and around it.
pub fn resistances(position: &Position, rules: &Rules, w: &Weights, out: &mut Vec<u8>) {
    out.clear();
    out.resize(rules.map.len(), 0);
    for unit in position.on_map(rules, ALLIED) {
        // A stack goes by the first of its units.
        if let Some(hex) =
            position.hex(unit).filter(|&hex| position.stack(hex).next() == Some(unit))
        {
            resist(position, rules, w, hex, out);
        }
    }
}

/// Enters the resistance of one stack; it never lowers another's.
pub fn resist(position: &Position, rules: &Rules, w: &Weights, hex: Hex, out: &mut [u8]) {
    let value = resistance(w, needed(position, rules, hex)) as u8;
    let here = &mut out[hex.index()];
    *here = (*here).max(value);
    if position.stack(hex).any(|unit| position.face(rules, unit).zoc) {
        for (_, other) in rules.map.neighbours(hex) {
            let there = &mut out[other.index()];
            *there = (*there).max(value);
        }
    }
}

/// What the way west costs from each hex, with the memory of the search.
#[derive(Clone, Debug, Default)]
pub struct Flow {
    /// What the hexes resisted, and the main effort, that the costs were found with.
    resistance: Vec<u8>,
    effort: (i32, i32),
    cost: Vec<u16>,
    /// The same without what the hex itself resists, while they are found.
    before: Vec<i32>,
    buckets: Vec<Vec<u32>>,
    /// What costs less is found.
    found: usize,
}

impl Flow {
    /// Finds the cheapest ways to the western edge: Dijkstra's algorithm with a bucket a point.
    pub fn search(&mut self, rules: &Rules, w: &Weights, resistance: &[u8]) {
        self.begin(rules, w, resistance);
        while self.found < self.buckets.len() {
            self.go_on(rules);
        }
    }

    /// Finds them from some hexes. The search was begun, and goes on where it was left off.
    pub fn search_from(&mut self, rules: &Rules, hexes: impl IntoIterator<Item = Hex>) {
        for hex in hexes {
            while self.cost[hex.index()] == NEVER && self.found < self.buckets.len() {
                self.go_on(rules);
            }
        }
    }

    /// Begins a search, unless nothing has changed since the last.
    pub fn begin(&mut self, rules: &Rules, w: &Weights, resistance: &[u8]) {
        let effort = (w.effort, w.effort_row);
        if self.resistance == resistance && self.effort == effort {
            return;
        }
        self.effort = effort;
        let rows = i32::from(rules.map.grid().rows());
        // Who leaves the map off the main effort has gone a longer way.
        let aside = |hex: Hex| {
            let row = i32::from(rules.map.grid().index(hex).row);
            let off = (row - (rows - 1) * w.effort_row / 100).abs() - rows / EFFORT;
            (w.effort * off.max(0)) as u16
        };
        self.resistance.clear();
        self.resistance.extend_from_slice(resistance);
        self.cost.clear();
        self.cost.resize(rules.map.len(), NEVER);
        self.before.clear();
        self.before.resize(rules.map.len(), i32::from(NEVER));
        self.buckets.iter_mut().for_each(Vec::clear);
        self.found = 0;
        for &hex in &rules.edge {
            if rules.ground(hex).west_edge && rules.map.hex_cost(hex).is_some() {
                let cost = aside(hex);
                self.before[hex.index()] = i32::from(cost) - i32::from(resistance[hex.index()]);
                put(&mut self.buckets, hex.0, usize::from(cost));
            }
        }
    }

    /// Finds whatever costs one point more.
    fn go_on(&mut self, rules: &Rules) {
        let Self { resistance, cost: costs, before, buckets, found, .. } = self;
        let cost = *found;
        *found += 1;
        let mut bucket = std::mem::take(&mut buckets[cost]);
        let mut next = 0;
        loop {
            while let Some(&hex) = bucket.get(next) {
                next += 1;
                let hex = Hex(hex);
                let own = i32::from(resistance[hex.index()]);
                if before[hex.index()] + own != cost as i32 {
                    continue;
                }
                costs[hex.index()] = cost.min(usize::from(NEVER) - 1) as u16;
                let (around, steps) = (rules.map.around(hex), &rules.steps[hex.index()]);
                for (&other, &step) in around.iter().zip(steps) {
                    // Beyond the map there is none; a step that is barred costs too much.
                    let Some(known) = before.get_mut(other as usize) else { continue };
                    let total = cost as i32 + i32::from(step);
                    if total < *known {
                        *known = total;
                        let own = usize::from(resistance[other as usize]);
                        put(buckets, other, total as usize + own);
                    }
                }
            }
            // What was found meanwhile by free steps.
            if buckets[cost].is_empty() {
                break;
            }
            bucket.append(&mut buckets[cost]);
        }
        buckets[cost] = bucket;
    }

    /// The cost from a hex.
    pub fn at(&self, hex: Hex) -> i32 {
        i32::from(self.cost[hex.index()])
    }
}

fn put(buckets: &mut Vec<Vec<u32>>, hex: u32, cost: usize) {
    if buckets.len() <= cost {
        buckets.resize_with(cost + 1, Vec::new);
    }
    buckets[cost].push(hex);
}
