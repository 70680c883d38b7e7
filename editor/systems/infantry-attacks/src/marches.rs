//! No rules: how far it is on foot from hexes that are fought for, which no game changes.

use std::sync::OnceLock;

use salient_hex::Hex;
use salient_hex::path::{Reach, Step};

use crate::rules::Rules;
use crate::units::Class;

/// Movement points beyond which nobody looks.
const FARTHEST: u32 = 60;

/// Movement points on foot from a hex to all others, searched for when they are first asked for.
#[derive(Debug)]
pub struct Marches(Vec<OnceLock<Row>>);

/// By hex of the map: how far it is; none where nobody looks or comes.
type Row = Box<[Option<u8>]>;

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
