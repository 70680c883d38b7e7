//! Where the front is thin: the cheapest ways west for the German side, over ground, zones of
//! control and whoever stands in the way.
//!
//! Costs are in movement points. A zone of control ends a march for the day, and whoever makes it
//! must be beaten before the march goes on, so it costs as much as half a turn's march and more the
//! more divisions are needed. Both sides read it: the German looks where it is low, the Allied
//! side fills the gaps.

use crate::grid::Hex;
use crate::systems::kaisers_battle::position::Position;
use crate::systems::kaisers_battle::rules::{ALLIED, GERMAN, Rules};

/// No way.
pub const NEVER: u16 = u16::MAX;

/// What a zone of control costs at least.
const STOP: i32 = 8;
/// What each division needed to beat its owner costs.
const DIVISION: i32 = 6;
/// Nothing costs more than this: strong stacks are gone round.
const MOST: i32 = 60;
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
    strength * (morale + 1) * (7 + 2 * shelter) / 7
}

/// What it costs to get past a stack.
pub fn resistance(needed: i32) -> i32 {
    (STOP + DIVISION * needed / DIVISION_STRENGTH).min(MOST)
}

/// What each hex resists, by the Allied stacks in it and around it.
pub fn resistances(position: &Position, rules: &Rules, out: &mut Vec<u8>) {
    out.clear();
    out.resize(rules.map.len(), 0);
    for hex in rules.map.grid().hexes() {
        if position.holder(hex) == Some(ALLIED) {
            resist(position, rules, hex, out);
        }
    }
}

/// Enters the resistance of one stack; it never lowers another's.
pub fn resist(position: &Position, rules: &Rules, hex: Hex, out: &mut [u8]) {
    let value = resistance(needed(position, rules, hex)) as u8;
    let here = &mut out[hex.index()];
    *here = (*here).max(value);
    if position.stack(hex).any(|unit| position.face(rules, unit).zoc) {
        for (_, other) in rules.map.neighbours(hex) {
            let there = &mut out[other.index()];
            *there = (*there).max(value);
        }
    }
}

/// Reusable memory of a search.
#[derive(Clone, Debug, Default)]
pub struct Flow {
    cost: Vec<u16>,
    next: Vec<u32>,
    buckets: Vec<Vec<u32>>,
}

impl Flow {
    /// What the way west costs from each hex.
    pub fn to_the_west(&mut self, rules: &Rules, resistance: &[u8]) {
        self.begin(rules);
        for &hex in &rules.edge {
            if rules.ground(hex).west_edge && rules.map.hex_cost(hex).is_some() {
                self.offer(hex.0, 0, u32::MAX);
            }
        }
        self.spread(rules, resistance, |_| false);
    }

    /// The cheapest way from any German unit to the western edge and what it costs, cheapest
    /// hexes first entered first.
    pub fn breakthrough(
        &mut self,
        position: &Position,
        rules: &Rules,
        resistance: &[u8],
        path: &mut Vec<Hex>,
    ) -> u16 {
        path.clear();
        self.begin(rules);
        for unit in position.on_map(rules, GERMAN) {
            if let Some(hex) = position.hex(unit)
                && !rules.unit(unit).headquarters
            {
                self.offer(hex.0, 0, u32::MAX);
            }
        }
        let Some(end) = self.spread(rules, resistance, |hex| rules.ground(hex).west_edge) else {
            return NEVER;
        };
        let mut hex = end.0;
        while hex != u32::MAX {
            path.push(Hex(hex));
            hex = self.next[hex as usize];
        }
        path.reverse();
        self.cost[end.index()]
    }

    /// The cost at a hex.
    pub fn at(&self, hex: Hex) -> i32 {
        i32::from(self.cost[hex.index()])
    }

    fn begin(&mut self, rules: &Rules) {
        self.cost.clear();
        self.cost.resize(rules.map.len(), NEVER);
        self.next.clear();
        self.next.resize(rules.map.len(), u32::MAX);
        self.buckets.iter_mut().for_each(Vec::clear);
    }

    fn offer(&mut self, hex: u32, cost: u16, from: u32) {
        let known = &mut self.cost[hex as usize];
        if cost >= *known {
            return;
        }
        *known = cost;
        self.next[hex as usize] = from;
        if self.buckets.len() <= usize::from(cost) {
            self.buckets.resize_with(usize::from(cost) + 1, Vec::new);
        }
        self.buckets[usize::from(cost)].push(hex);
    }

    /// Dijkstra's algorithm with a bucket a point; stops at the first hex that is an end.
    fn spread(
        &mut self,
        rules: &Rules,
        resistance: &[u8],
        is_end: impl Fn(Hex) -> bool,
    ) -> Option<Hex> {
        let mut cost = 0;
        while cost < self.buckets.len() {
            let mut i = 0;
            while let Some(&hex) = self.buckets[cost].get(i) {
                i += 1;
                if usize::from(self.cost[hex as usize]) != cost {
                    continue;
                }
                if is_end(Hex(hex)) {
                    return Some(Hex(hex));
                }
                for (direction, other) in rules.map.neighbours(Hex(hex)) {
                    let Some(step) = rules.map.step_cost(Hex(hex), direction) else { continue };
                    let step = step + i32::from(resistance[other.index()]);
                    let total = (cost as i32 + step).min(i32::from(NEVER) - 1) as u16;
                    self.offer(other.0, total, hex);
                }
            }
            cost += 1;
        }
        None
    }
}
