//! KB 12.4 Interception.

use crate::systems::kaisers_battle::Cx;
use crate::systems::kaisers_battle::position::Position;

impl Position {
    /// Begins the Interception Segment.
    pub fn begin_interception(&mut self, _cx: &mut Cx<'_>) {}
}
