//! IA 8.1–8.9: who sees whom.

use salient_hex::Hex;
use salient_rules::play::{PlayContext, Position, Unit};

use crate::constants::Constants;
use crate::rules::{InfantryAttacks, Rules};
use crate::state::{self, HIDDEN, SPOTTED, has};

/// Whether whoever stands in a hex can spot a unit or leader (IA 8.4, 8.5, 8.8).
pub fn spots(rules: &Rules, position: &Position<InfantryAttacks>, from: Hex, target: Unit) -> bool {
    position.hex(target).is_some_and(|to| spots_at(rules, position, from, (target, to)))
}

/// Whether it could be spotted where it stands, or where it might go.
pub fn spots_at(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    from: Hex,
    (target, to): (Unit, Hex),
) -> bool {
    let map = &rules.compiled.map;
    let distance = map.grid().distance(from, to) as i32;
    if distance <= 1 {
        return true;
    }
    distance <= spotting_range(rules, position, from, (target, to))
        && rules.sights.clear_of(map, from, to, &position.own.smoke)
}

/// IA 8.5, 16.12: whether a hex hides those in it: by its terrain, or by smoke.
fn is_limiting(rules: &Rules, position: &Position<InfantryAttacks>, hex: Hex) -> bool {
    rules.limiting[hex.index()] || state::has_smoke(position, hex)
}

/// From how far away a unit can be spotted in a hex.
fn spotting_range(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    from: Hex,
    (target, hex): (Unit, Hex),
) -> i32 {
    let cover = match () {
        // IA 8.52: whoever has shown himself is seen as in the open.
        () if has(position, target, SPOTTED) => Cover::None,
        () if rules.swamp[hex.index()] => Cover::Swamp,
        () if is_limiting(rules, position, hex) => Cover::Limiting,
        () => Cover::None,
    };
    let above = rules.sights.height(from) - rules.sights.height(hex);
    let range = range(&rules.numbers, above, rules.is_night(position), cover);
    match has(position, target, HIDDEN) {
        true => range_to_hidden(&rules.numbers, range),
        false => range,
    }
}

/// What hides whoever is in a hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cover {
    /// Nothing, or he has shown himself (IA 8.52).
    None,
    /// IA 8.5
    Limiting,
    /// IA 8.8
    Swamp,
}

/// From how far away one spots a hex that lies lower by some levels.
pub fn range(numbers: &Constants, above: i32, night: bool, cover: Cover) -> i32 {
    // IA 8.73: looking down one sees farther, but not at night.
    let range = match night {
        true => numbers.spotting_night,
        false => numbers.spotting_range + above.max(0) * numbers.spotting_per_level,
    };
    match cover {
        Cover::None => range,
        Cover::Limiting => range.min(numbers.spotting_limiting),
        Cover::Swamp => range.min(numbers.spotting_swamp),
    }
}

/// IA 16.5, 1.0: of the hidden a quarter, rounded up, and so never less than one.
pub fn range_to_hidden(numbers: &Constants, range: i32) -> i32 {
    (range + numbers.hidden_divisor - 1) / numbers.hidden_divisor
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

/// IA 8.52: whoever fires out of cover shows himself.
pub fn shows(cx: &mut PlayContext<'_, InfantryAttacks>, unit: Unit) {
    let Some(hex) = cx.position.hex(unit) else { return };
    if is_limiting(cx.rules, cx.position, hex) || cx.rules.swamp[hex.index()] {
        *cx.position.flags_mut(unit) |= SPOTTED;
    }
}

/// IA 8.52: whoever has moved out of everybody's sight, or into cover far from all of the enemy,
/// is hidden again.
pub fn hides(cx: &mut PlayContext<'_, InfantryAttacks>, unit: Unit) {
    let rules = cx.rules;
    let Some(hex) = cx.position.hex(unit).filter(|_| has(cx.position, unit, SPOTTED)) else {
        return;
    };
    let map = &rules.compiled.map;
    let enemies: Vec<Hex> = cx
        .position
        .on_map(rules, 1 - rules.side_of(unit))
        .filter(|&enemy| !rules.piece(enemy).kind.is_leader() && !has(cx.position, enemy, HIDDEN))
        .filter_map(|enemy| cx.position.hex(enemy))
        .collect();
    let near =
        |&from: &Hex| map.grid().distance(from, hex) as i32 <= rules.numbers.spotting_limiting;
    let covered = is_limiting(rules, cx.position, hex) && !enemies.iter().any(near);
    let seen = |&from: &Hex| {
        map.grid().distance(from, hex) <= 1
            || rules.sights.clear_of(map, from, hex, &cx.position.own.smoke)
    };
    if covered || !enemies.iter().any(seen) {
        *cx.position.flags_mut(unit) &= !SPOTTED;
    }
}
