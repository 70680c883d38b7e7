//! What is selected: a hex, a group of hexes, counters in a stack, a row of the problems list.

use salient_hex::grid::Hex;
use salient_schema::{CounterId, Diagnostic};

use crate::index::Index;

/// What is selected. It is no part of the files and not undone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    /// The hex whose contents are shown.
    pub hex: Option<Hex>,
    /// The counters on the map that the next move or removal means, in the order of selection.
    pub counters: Vec<PlacedCounter>,
    /// The problem whose place is shown.
    pub problem: Option<Diagnostic>,
    /// The hexes that painting, erasing and copying mean, each once and in order.
    pub hexes: Vec<Hex>,
}

/// A counter on the map.
///
/// Pools hold several counters of one id, so the hex is part of what tells it apart.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PlacedCounter {
    /// The counter.
    pub counter: CounterId,
    /// The hex it stands in.
    pub hex: Hex,
}

impl Selection {
    /// A hex with nothing selected in it.
    pub fn of_hex(hex: Hex) -> Self {
        Self { hex: Some(hex), ..Self::default() }
    }

    /// One counter, and its hex.
    pub fn of_counter(counter: impl Into<CounterId>, hex: Hex) -> Self {
        let counter = PlacedCounter { counter: counter.into(), hex };
        Self { hex: Some(hex), counters: vec![counter], ..Self::default() }
    }

    /// A group of hexes, in any order.
    pub fn of_hexes(hexes: impl IntoIterator<Item = Hex>) -> Self {
        let mut hexes: Vec<Hex> = hexes.into_iter().collect();
        hexes.sort_unstable();
        hexes.dedup();
        Self { hexes, ..Self::default() }
    }

    /// Whether a hex is in the selected group.
    pub fn has_hex(&self, hex: Hex) -> bool {
        self.hexes.binary_search(&hex).is_ok()
    }

    /// Whether nothing is selected.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Forgets counters that no longer stand where they were selected, and hexes that are no
    /// longer on the map.
    pub(crate) fn prune(&mut self, index: &Index, hexes: usize) {
        self.hex = self.hex.filter(|hex| hex.index() < hexes);
        if !self.hexes.is_sorted_by(|a, b| a < b) {
            self.hexes.sort_unstable();
            self.hexes.dedup();
        }
        // They are in order, so those beyond the map are the last.
        self.hexes.truncate(self.hexes.partition_point(|hex| hex.index() < hexes));
        self.counters.retain(|placed| index.is_placed(&placed.counter, placed.hex));
    }
}
