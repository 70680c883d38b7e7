//! IA 1.0: who controls which hex.

use salient_hex::Hex;
use salient_rules::play::{PlayContext, Position, Unit};

use crate::rules::{InfantryAttacks, Rules};
use crate::state::{HIDDEN, NOBODY, has};
use crate::works;

/// At first a hex is controlled by whoever stands nearest, unless the scenario says otherwise of its
/// zone. Of two as near it is the first in the order of the sides, who sets up first.
pub fn at_start(rules: &Rules, position: &Position<InfantryAttacks>) -> Vec<u8> {
    let grid = rules.compiled.map.grid();
    let mut stands: Vec<(Hex, usize)> = Vec::new();
    for unit in rules.compiled.all_units().filter(|&unit| rules.piece(unit).kind.is_combat()) {
        // The hidden are not on the board (IA 16.5).
        if !has(position, unit, HIDDEN) {
            stands.extend(position.hex(unit).map(|hex| (hex, rules.side_of(unit))));
        }
    }
    let nearest = |hex: Hex| {
        let near = stands.iter().map(|&(from, side)| (grid.distance(hex, from), side)).min();
        near.map_or(NOBODY, |(_, side)| side as u8)
    };
    let mut control: Vec<u8> = grid.hexes().map(nearest).collect();
    for &(side, hex) in &rules.compiled.controlled {
        control[hex.index()] = side as u8;
    }
    control
}

/// As play begins in the midst of a game: who holds what besides, and nobody a hex in which both
/// sides stand.
pub fn resume(cx: &mut PlayContext<'_, InfantryAttacks>) {
    let rules = cx.rules;
    for &(side, hex) in &rules.compiled.held {
        cx.position.own.control[hex.index()] = side as u8;
    }
    for hex in rules.compiled.map.grid().hexes() {
        if both_stand(rules, cx.position, hex) {
            cx.position.own.control[hex.index()] = NOBODY;
        }
    }
}

/// Whether combat units of both sides stand in a hex, and are seen.
pub fn both_stand(rules: &Rules, position: &Position<InfantryAttacks>, hex: Hex) -> bool {
    let stands = |side: usize| {
        position.stack(hex).any(|unit| {
            rules.side_of(unit) == side
                && rules.piece(unit).kind.is_combat()
                && !has(position, unit, HIDDEN)
        })
    };
    stands(0) && stands(1)
}

/// Who controls a hex now: whoever has combat units there alone; nobody where both have; and
/// whoever did where neither has.
pub fn settle(cx: &mut PlayContext<'_, InfantryAttacks>, hex: Hex) {
    let rules = cx.rules;
    let there = cx
        .position
        .stack(hex)
        .find(|&unit| rules.piece(unit).kind.is_combat() && !has(cx.position, unit, HIDDEN));
    if let Some(unit) = there {
        stands(cx, unit);
    }
    works::occupy(cx, hex);
}

/// A combat unit that is alone with its own in a hex controls it; where both sides stand, nobody
/// does.
pub fn stands(cx: &mut PlayContext<'_, InfantryAttacks>, unit: Unit) {
    let rules = cx.rules;
    let Some(hex) = cx.position.state(unit).hex else { return };
    if !rules.piece(unit).kind.is_combat() || has(cx.position, unit, HIDDEN) {
        return;
    }
    let side = rules.side_of(unit);
    let contested = crate::stacking::barred_to(rules, cx.position, side, hex);
    let now = if contested { NOBODY } else { side as u8 };
    let before = std::mem::replace(&mut cx.position.own.control[hex.index()], now);
    if before != now && !contested {
        cx.control(hex, side, Some(unit), "IA 1.0");
    }
}
