//! 1914 18.1, 18.2: which railways are operational, and for whom.

use salient_hex::path::{Reach, Step};
use salient_hex::{Direction, Hex};
use salient_rules::play::{PlayContext, Position};

use crate::control::flood;
use crate::event::{ALLIED_RAILWAY, GERMAN_RAILWAY};
use crate::rules::{Offensive, Rules};

/// Before the first game-turn: the railways of a side are operational where it controls them, or
/// behind its fronts, as far as they are connected (1914 18.1.1).
pub fn at_start(rules: &Rules, position: &mut Position<Offensive>, side: usize) {
    for hex in rules.map().grid().hexes() {
        if flood::of(position, hex) == Some(side) && rules.terrain.hex(hex).rails != 0 {
            position.own.rails[hex.index()] |= 1 << side;
        }
    }
    open(rules, position, side);
}

/// 1914 18.2: in a side's phase of rail engineering all railways behind its fronts that are
/// connected to a friendly edge become operational.
pub fn begin(cx: &mut PlayContext<'_, Offensive>, side: usize) {
    let before = cx.position.own.rails.clone();
    open(cx.rules, cx.position, side);
    tell(cx, side, &before, "1914 18.2");
}

/// Adds the railways behind a side's fronts to those that are operational for it.
fn open(rules: &Rules, position: &mut Position<Offensive>, side: usize) {
    let floods = flood::Floods::of(rules, position);
    for hex in floods.behind(rules, &position.own.control, side) {
        if rules.terrain.hex(hex).rails != 0 {
            position.own.rails[hex.index()] |= 1 << side;
        }
    }
    connect(rules, position, side);
}

/// 1914 18.1.1: what no operational railway joins to a friendly edge any more is not operational
/// either, nor is what the enemy stands on.
fn connect(rules: &Rules, position: &mut Position<Offensive>, side: usize) {
    let enemy = rules.enemy(side);
    let may = |hex: Hex| is_operational(position, side, hex) && !position.board().holds(hex, enemy);
    let edges = rules.edges.get(side).into_iter().flatten().copied();
    let starts: Vec<(Hex, u32)> = edges.filter(|&hex| may(hex)).map(|hex| (hex, 0)).collect();
    let mut reach = Reach::default();
    reach.search_from(rules.map(), &starts, 0, |from, direction, to| {
        if leads(rules, from, direction, false) && may(to) {
            Step::Through(0)
        } else {
            Step::Barred
        }
    });
    let rails = &mut position.own.rails;
    rails.iter_mut().for_each(|sides| *sides &= !(1 << side));
    reach.reached().iter().for_each(|hex| rails[hex.index()] |= 1 << side);
}

/// 1914 18.1.3: railways that an enemy enters, or that come to lie behind his front, are
/// operational no more, and those beyond with them.
pub fn lose(cx: &mut PlayContext<'_, Offensive>, side: usize, hexes: &[Hex]) {
    if !hexes.iter().any(|&hex| is_operational(cx.position, side, hex)) {
        return;
    }
    let before = cx.position.own.rails.clone();
    for hex in hexes {
        cx.position.own.rails[hex.index()] &= !(1 << side);
    }
    connect(cx.rules, cx.position, side);
    tell(cx, side, &before, "1914 18.1.3");
}

/// Tells of the railheads (1914 18.1.2): each hex that has become operational for a side, or is so
/// no more.
fn tell(cx: &mut PlayContext<'_, Offensive>, side: usize, before: &[u8], rule: &str) {
    let changed = before.iter().zip(&cx.position.own.rails).enumerate();
    let changed: Vec<(Hex, bool)> = changed
        .filter(|(_, (old, new))| (*old ^ *new) >> side & 1 == 1)
        .map(|(place, (_, new))| (Hex(place as u32), new >> side & 1 == 1))
        .collect();
    let name = if side == cx.rules.allied { ALLIED_RAILWAY } else { GERMAN_RAILWAY };
    for (hex, open) in changed {
        cx.marker(name, hex, open, rule);
    }
}

/// Whether a railway leads out of a hex in a direction; with two tracks where that is asked.
pub fn leads(rules: &Rules, hex: Hex, direction: Direction, double: bool) -> bool {
    rules.terrain.rails[hex.index()][usize::from(double)] >> direction.index() & 1 == 1
}

/// Whether the railways of a hex are operational for a side (1914 18.1.1).
pub fn is_operational(position: &Position<Offensive>, side: usize, hex: Hex) -> bool {
    position.own.rails[hex.index()] >> side & 1 == 1
}
