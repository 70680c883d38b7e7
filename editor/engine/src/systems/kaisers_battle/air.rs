//! KB 12.0 Air operations.

use crate::systems::kaisers_battle::Cx;
use crate::systems::kaisers_battle::position::{Fnv, Position};

/// A side's air points, by mission.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AirPoints {
    pub observation: u16,
    pub ground_attack: u16,
    pub interception: u16,
}

impl AirPoints {
    pub fn hash(self, hash: &mut Fnv) {
        let Self { observation, ground_attack, interception } = self;
        let [a, b, c] = [observation, ground_attack, interception].map(u64::from);
        hash.add(a << 32 | b << 16 | c);
    }
}

impl Position {
    /// Begins the Air Allocation Segment.
    pub fn begin_air(&mut self, _cx: &mut Cx<'_>) {}

    /// Offers the observation markers of a side as its combat phase begins (KB 12.22).
    pub fn begin_observing(&mut self, _cx: &mut Cx<'_>, _side: usize) {}
}
