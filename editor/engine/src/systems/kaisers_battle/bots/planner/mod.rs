//! The planner.

use crate::systems::kaisers_battle::actions::Act;
use crate::systems::kaisers_battle::bots::Memory;
use crate::systems::kaisers_battle::position::Position;
use crate::systems::kaisers_battle::rules::Rules;

pub fn choose(position: &Position, rules: &Rules, memory: &mut Memory) -> Act {
    super::heuristic(position, rules, memory)
}
