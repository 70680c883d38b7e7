//! KB 9.2 Counter-battery fire.

use crate::systems::kaisers_battle::Cx;
use crate::systems::kaisers_battle::position::Position;

impl Position {
    /// Begins the Counter-Battery Phase.
    pub fn begin_counter_battery(&mut self, _cx: &mut Cx<'_>) {}
}
