//! IA 8.1–8.6: who sees whom.

use salient_hex::Hex;
use salient_rules::play::{Position, Unit};

use crate::game::InfantryAttacks;
use crate::rules::Rules;
use crate::state::{SPOTTED, has};

/// Whether whoever stands in a hex can spot a unit or leader (IA 8.4, 8.5, 8.8).
pub fn spots(rules: &Rules, position: &Position<InfantryAttacks>, from: Hex, target: Unit) -> bool {
    let Some(to) = position.hex(target) else { return false };
    let map = &rules.compiled.map;
    let distance = map.grid().distance(from, to) as i32;
    if distance <= 1 {
        return true;
    }
    distance <= spotting_range(rules, position, target, to) && rules.sights.clear(map, from, to)
}

/// From how far away a unit can be spotted in its hex.
fn spotting_range(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    target: Unit,
    hex: Hex,
) -> i32 {
    let numbers = &rules.numbers;
    let night = rules.is_night(position);
    let range = if night { numbers.spotting_night } else { numbers.spotting_range };
    if has(position, target, SPOTTED) {
        range
    } else if rules.swamp[hex.index()] {
        range.min(numbers.spotting_swamp)
    } else if rules.limiting[hex.index()] {
        range.min(numbers.spotting_limiting)
    } else {
        range
    }
}

/// Whether anybody of the enemy in a hex is spotted from another (IA 8.1).
pub fn spots_any(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    side: usize,
    from: Hex,
    hex: Hex,
) -> bool {
    let mut there = position.stack(hex).filter(|&unit| rules.side_of(unit) != side);
    there.any(|unit| spots(rules, position, from, unit))
}
