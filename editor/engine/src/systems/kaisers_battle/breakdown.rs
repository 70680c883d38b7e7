//! KB 13.1 Breakdown of German divisions.

use crate::systems::kaisers_battle::Cx;
use crate::systems::kaisers_battle::position::Position;

impl Position {
    /// Begins the German Breakdown Phase.
    pub fn begin_breakdown(&mut self, _cx: &mut Cx<'_>) {}
}
