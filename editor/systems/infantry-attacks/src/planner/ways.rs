//! No rules: how far every hex is on foot from what draws troops. The ground does not change in a
//! game, so each goal is searched from once.

use std::sync::OnceLock;

use salient_hex::Hex;
use salient_hex::path::{Reach, Step};

use crate::rules::Rules;
use crate::units::Class;

/// Farther than anybody looks.
pub const FAR: u8 = u8::MAX;
/// As many movement points as are searched.
const MOST: u32 = 60;

/// What ways on foot cost, a row for each hex that they lead from.
#[derive(Debug)]
pub struct OnFoot(Vec<OnceLock<Box<[u8]>>>);

impl OnFoot {
    /// Nothing searched yet.
    pub fn new(hexes: usize) -> Self {
        Self((0..hexes).map(|_| OnceLock::new()).collect())
    }

    /// What the ways between a hex and all others cost, or [`FAR`].
    pub fn to(&self, rules: &Rules, goal: Hex) -> &[u8] {
        self.0[goal.index()].get_or_init(|| {
            let map = &rules.compiled.map;
            let mut reach = Reach::default();
            reach.search(map, goal, MOST, |from, direction, to| {
                rules.step(Class::Foot, from, direction, to).map_or(Step::Barred, Step::Through)
            });
            let mut costs = vec![FAR; map.len()];
            for &hex in reach.reached() {
                costs[hex.index()] = reach.cost(hex).unwrap_or(MOST) as u8;
            }
            costs.into_boxed_slice()
        })
    }
}
