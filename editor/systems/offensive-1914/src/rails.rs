//! 1914 18.1, 18.2: which railways are operational, and for whom.

use salient_hex::{Direction, Hex};
use salient_rules::play::{PlayContext, Position};

use crate::control;
use crate::rules::{Offensive, Rules};

/// 1914 18.2: in a side's phase of rail engineering all railways behind its fronts that are
/// connected to a friendly edge become operational.
pub fn begin(cx: &mut PlayContext<'_, Offensive>, side: usize) {
    let before = cx.position.own.rails.clone();
    open(cx.rules, cx.position, side);
    tell(cx, side, &before, "1914 18.2");
}

/// Works out anew which railways are operational for a side.
pub fn open(rules: &Rules, position: &mut Position<Offensive>, side: usize) {
    let behind = control::behind(rules, position, side);
    let bit = 1 << side;
    position.own.rails.iter_mut().for_each(|sides| *sides &= !bit);
    let may = |hex: Hex| {
        let ours = behind[hex.index()] || control::of(position, hex) == Some(side);
        ours && rules.terrain.hex(hex).rails != 0 && !position.board().holds(hex, rules.enemy(side))
    };
    let reached = connected(rules, side, &may);
    let sides = position.own.rails.iter_mut().zip(reached);
    sides.filter(|(_, reached)| *reached).for_each(|(sides, _)| *sides |= bit);
}

/// By hex, whether railways lead from it to a side's friendly edges through hexes that serve.
fn connected(rules: &Rules, side: usize, may: &dyn Fn(Hex) -> bool) -> Vec<bool> {
    let edges = rules.edges.get(side).map_or(&[][..], Vec::as_slice);
    let mut open: Vec<Hex> = edges.iter().copied().filter(|&hex| may(hex)).collect();
    let mut reached = vec![false; rules.compiled.map.len()];
    open.iter().for_each(|hex| reached[hex.index()] = true);
    while let Some(hex) = open.pop() {
        for direction in (0..6).map(Direction::new) {
            if !leads(rules, hex, direction, false) {
                continue;
            }
            let Some(other) = rules.map().neighbour(hex, direction) else { continue };
            if !reached[other.index()] && may(other) {
                reached[other.index()] = true;
                open.push(other);
            }
        }
    }
    reached
}

/// Whether a railway leads out of a hex in a direction; with two tracks where that is asked.
pub fn leads(rules: &Rules, hex: Hex, direction: Direction, double: bool) -> bool {
    rules.terrain.rails[hex.index()][usize::from(double)] >> direction.index() & 1 == 1
}

/// Whether the railways of a hex are operational for a side (1914 18.1.1).
pub fn is_operational(position: &Position<Offensive>, side: usize, hex: Hex) -> bool {
    position.own.rails[hex.index()] >> side & 1 == 1
}

/// 1914 18.1.3, 18.1.1: railways that an enemy enters, or that come to lie behind his front, are
/// operational no more for a side, and neither is what they joined to its edges.
pub fn lost(cx: &mut PlayContext<'_, Offensive>, side: usize, hexes: &[Hex]) {
    let rules = cx.rules;
    let bit = 1 << side;
    let before = cx.position.own.rails.clone();
    hexes.iter().for_each(|hex| cx.position.own.rails[hex.index()] &= !bit);
    if cx.position.own.rails == before {
        return;
    }
    let serves = |hex: Hex| is_operational(cx.position, side, hex);
    let reached = connected(rules, side, &serves);
    for (sides, reached) in cx.position.own.rails.iter_mut().zip(reached) {
        if !reached {
            *sides &= !bit;
        }
    }
    tell(cx, side, &before, "1914 18.1.3");
}

/// Tells which railways have become operational for a side, or are so no more.
fn tell(cx: &mut PlayContext<'_, Offensive>, side: usize, before: &[u8], rule: &str) {
    let bit = 1 << side;
    let changed = before.iter().zip(&cx.position.own.rails).enumerate();
    let changed: Vec<(Hex, bool)> = changed
        .filter(|(_, (old, new))| (*old ^ *new) & bit != 0)
        .map(|(place, (_, new))| (Hex(place as u32), new & bit != 0))
        .collect();
    let name = if side == cx.rules.allied { "allied-railway" } else { "german-railway" };
    for (hex, open) in changed {
        cx.marker(name, hex, open, rule);
    }
}
