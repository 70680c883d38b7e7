//! 1914 18: which railways are operational, and for whom.
//!
//! | file | rules |
//! |---|---|
//! | `net` | what the map says of them besides their tracks |
//! | `structures` | 1914 18.4, 18.5 bridges and tunnels, demolished and rebuilt |
//! | `nord` | 1914 18.3 the Réseau du Nord |
//! | `bottlenecks` | 1914 18.6 |

pub mod bottlenecks;
pub mod net;
pub mod nord;
pub mod structures;

use salient_hex::path::{Reach, Step};
use salient_hex::{Direction, Hex};
use salient_rules::play::{PlayContext, Position, Unit};

use crate::bases;
use crate::control::flood;
use crate::event::{ALLIED_RAILWAY, GERMAN_RAILWAY};
use crate::rules::{Offensive, Rules};
use crate::state::CLEARED;

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
/// connected to a friendly edge become operational. What is rebuilt by now opens before (1914 18.4.3).
pub fn begin(cx: &mut PlayContext<'_, Offensive>, side: usize) {
    structures::rebuild(cx);
    let before = cx.position.own.rails.clone();
    open(cx.rules, cx.position, side);
    tell(cx, side, &before, "1914 18.2");
}

/// Adds the railways behind a side's fronts to those that are operational for it.
fn open(rules: &Rules, position: &mut Position<Offensive>, side: usize) {
    let floods = flood::Floods::of(rules, position);
    // 1914 18.3.2: what was cleared stays so, whoever's front it lies behind.
    let shut = i32::from(position.turn) < rules.numbers.nord_again;
    for hex in floods.behind(rules, &position.own.control, side) {
        let own = &mut position.own.rails[hex.index()];
        if rules.terrain.hex(hex).rails != 0 && !(shut && *own & CLEARED != 0) {
            *own |= 1 << side;
        }
    }
    connect(rules, position, side);
}

/// 1914 18.1.1: what no operational railway joins to a friendly edge or a base (1914 23.1, 24.3) any more is not operational
/// either, nor is what the enemy stands on.
fn connect(rules: &Rules, position: &mut Position<Offensive>, side: usize) {
    let enemy = rules.enemy(side);
    let may = |hex: Hex| is_operational(position, side, hex) && !position.board().holds(hex, enemy);
    let starts = bases::starts(rules, position, side);
    let starts: Vec<(Hex, u32)> = starts.filter(|&hex| may(hex)).map(|hex| (hex, 0)).collect();
    let mut reach = Reach::default();
    reach.search_from(rules.map(), &starts, 0, |from, direction, to| {
        if leads(rules, position, side, (from, direction)) && may(to) {
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

/// Looks again at what joins the railways of a side to its edges, and tells what no longer is.
pub fn review(cx: &mut PlayContext<'_, Offensive>, side: usize, rule: &str) {
    let before = cx.position.own.rails.clone();
    connect(cx.rules, cx.position, side);
    tell(cx, side, &before, rule);
}

/// A unit comes into a hex: what it has demolished or cleared by that (1914 18.3.1, 18.4.1, 18.6.1).
pub fn come(cx: &mut PlayContext<'_, Offensive>, unit: Unit, hex: Hex) {
    structures::come(cx, unit, hex);
    nord::come(cx, unit, hex);
}

/// Looks again at the railways of both sides, without a word: a start says that something of them is
/// otherwise.
pub fn reconnect(rules: &Rules, position: &mut Position<Offensive>) {
    for side in [rules.allied, rules.german] {
        connect(rules, position, side);
    }
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

/// Whether a railway leads out of a hex in a direction, as far as supply and depots of a side are
/// concerned (1914 18.1, 18.4.2).
pub fn leads(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    (hex, direction): (Hex, Direction),
) -> bool {
    rules.terrain.rails[hex.index()][0] >> direction.index() & 1 == 1
        && structures::passes(rules, position, side, (hex, direction), false)
}

/// 1914 7.7.2, 18.5: whether units of a side go by rail from a hex to one next to it: along double
/// track, the Allies on some single track too.
pub fn carries(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    (hex, direction, to): (Hex, Direction, Hex),
) -> bool {
    let [any, double] = rules.terrain.rails[hex.index()].map(|ways| ways >> direction.index() & 1);
    let track = &rules.net.allied_track;
    let lent = |hex: Hex| track.binary_search(&hex).is_ok();
    let tracks = double == 1 || any == 1 && side == rules.allied && lent(hex) && lent(to);
    tracks && structures::passes(rules, position, side, (hex, direction), true)
}

/// Whether the railways of a hex are operational for a side (1914 18.1.1).
pub fn is_operational(position: &Position<Offensive>, side: usize, hex: Hex) -> bool {
    position.own.rails[hex.index()] >> side & 1 == 1
}
