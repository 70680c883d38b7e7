//! 1914 3.3, 14.4, 14.5, 18.1.3: whose a hex is, and what lies in it.

use salient_hex::Hex;
use salient_rules::play::{Change, PlayContext, Position, Unit};

use crate::rules::{Offensive, Rules};
use crate::units::Kind;
use crate::{bases, control, marks, plans, rails, victory};

/// A unit enters a hex: a printed position of the enemy's is ruined (1914 14.5); a combat unit takes
/// control of it (3.3), cuts the enemy's railway (18.1.3), and may achieve a plan by it (26.1.1).
pub fn enter(cx: &mut PlayContext<'_, Offensive>, unit: Unit, hex: Hex) {
    let rules = cx.rules;
    let side = rules.side_of(unit);
    let enemy = rules.enemy(side);
    let printed = rules.terrain.hex(hex).position;
    if printed && control::of(cx.position, hex) == Some(enemy) {
        marks::improve(cx, hex, 0, "1914 14.5");
    }
    victory::enters(cx, unit, hex);
    bases::threaten(cx, unit, hex);
    if !rules.is_combat(cx.position, unit) {
        return;
    }
    let by = control::of_occupier(rules, cx.position, side, hex);
    control::set(cx, hex, by, Some(unit));
    rails::lose(cx, enemy, &[hex]);
    plans::passed(rules, cx.position, unit, hex);
}

/// A unit leaves a hex: a position that was built there goes with the last combat unit of its side
/// (1914 14.4), and an enemy fortress has it to itself again (3.3).
pub fn leave(cx: &mut PlayContext<'_, Offensive>, unit: Unit, hex: Hex) {
    let rules = cx.rules;
    let side = rules.side_of(unit);
    if !rules.is_combat(cx.position, unit) || has_combat_unit(rules, cx.position, side, hex) {
        return;
    }
    if !rules.terrain.hex(hex).position {
        marks::improve(cx, hex, 0, "1914 14.4");
    }
    let enemy = rules.enemy(side);
    if control::has_fortress(rules, cx.position, enemy, hex) {
        control::set(cx, hex, Some(enemy), None);
    }
}

/// Whether a combat unit of a side stands in a hex.
pub fn has_combat_unit(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    hex: Hex,
) -> bool {
    let fights = |unit: Unit| rules.side_of(unit) == side && rules.is_combat(position, unit);
    position.board().holds(hex, side) && position.stack(hex).any(fights)
}

/// Remembers where a fortress stood that is destroyed (1914 12.5).
pub fn remember_ruins(cx: &mut PlayContext<'_, Offensive>, change: Change) {
    if cx.rules.piece(change.unit).kind == Kind::Fortress && change.to.is_none() {
        cx.position.own.ruins[change.unit.index()] = change.from;
    }
}
