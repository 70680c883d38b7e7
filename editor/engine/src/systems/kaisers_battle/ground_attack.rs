//! KB 12.3 Ground attack.

use crate::systems::kaisers_battle::Cx;
use crate::systems::kaisers_battle::position::Position;

impl Position {
    /// Begins the Ground Attack Segment.
    pub fn begin_ground_attack(&mut self, _cx: &mut Cx<'_>) {}

    /// Asks for the next ground attack, if there is any to make.
    pub fn offer_ground_attack(&mut self, _cx: &mut Cx<'_>) {}
}
