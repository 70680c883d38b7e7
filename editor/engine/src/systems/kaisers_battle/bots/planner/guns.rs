//! Guns.

use crate::systems::kaisers_battle::position::Position;
use crate::systems::kaisers_battle::rules::Rules;

/// What a rolling barrage may be expected to add to an attack this turn.
pub fn barrage_to_expect(_position: &Position, _rules: &Rules) -> i32 {
    0
}
