//! No rules: which hexes are fought for, and how far it is to them, on foot as no game changes it.

use std::sync::OnceLock;

use salient_hex::Hex;
use salient_hex::path::{Reach, Step};
use salient_rules::play::Position;

use crate::rules::{InfantryAttacks, Marches, Row, Rules};
use crate::state::NOBODY;
use crate::units::Class;

/// Movement points beyond which nobody looks.
const FARTHEST: u32 = 60;

impl Marches {
    /// Nothing searched for yet.
    pub fn new(hexes: usize) -> Self {
        Self(std::iter::repeat_with(OnceLock::new).take(hexes).collect())
    }

    /// By hex, how far it is from one.
    pub fn from(&self, rules: &Rules, hex: Hex) -> &[Option<u8>] {
        self.0[hex.index()].get_or_init(|| search(rules, hex))
    }
}

fn search(rules: &Rules, start: Hex) -> Row {
    let map = &rules.compiled.map;
    let mut reach = Reach::default();
    reach.search(map, start, FARTHEST, |from, direction, to| {
        rules.step(Class::Foot, from, direction, to).map_or(Step::Barred, Step::Through)
    });
    let mut row = vec![None; map.len()].into_boxed_slice();
    for &hex in reach.reached() {
        row[hex.index()] = reach.cost(hex).and_then(|cost| u8::try_from(cost).ok());
    }
    row
}

/// Whether a hex is an objective of one's own, which whoever stands there keeps.
pub fn keeps(rules: &Rules, position: &Position<InfantryAttacks>, side: usize, hex: Hex) -> bool {
    usize::from(position.own.control[hex.index()]) == side
        && rules.objectives.binary_search(&hex).is_ok()
}

/// How far a hex is from the nearest objective that a side does not control.
pub fn to_go(rules: &Rules, position: &Position<InfantryAttacks>, side: usize, hex: Hex) -> u32 {
    nearest(rules, goals(rules, position, side), hex)
}

/// The objectives that a side does not control.
pub fn goals<'a>(
    rules: &'a Rules,
    position: &'a Position<InfantryAttacks>,
    side: usize,
) -> impl Iterator<Item = Hex> + 'a {
    rules.objectives.iter().copied().filter(move |goal| {
        let holder = position.own.control[goal.index()];
        holder == NOBODY || usize::from(holder) != side
    })
}

pub fn nearest(rules: &Rules, goals: impl Iterator<Item = Hex>, hex: Hex) -> u32 {
    let grid = rules.compiled.map.grid();
    goals.map(|goal| grid.distance(hex, goal)).min().unwrap_or(0)
}
