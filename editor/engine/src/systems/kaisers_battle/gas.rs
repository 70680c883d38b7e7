//! KB 9.3 Persistent gas.

use crate::systems::kaisers_battle::Cx;
use crate::systems::kaisers_battle::position::Position;
use crate::systems::kaisers_battle::rules::Rules;

impl Position {
    /// Begins the Persistent Gas Fire Phase.
    pub fn begin_gas(&mut self, _rules: &Rules) {}

    /// KB 9.35: rolls for each marker in the Terminal Phase.
    pub fn remove_gas(&mut self, _cx: &mut Cx<'_>) {}
}
