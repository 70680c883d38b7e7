//! 1914 3.3: who controls which hex, and where an army's front lies.

mod front;

use std::collections::VecDeque;

use salient_hex::Hex;
use salient_rules::play::{PlayContext, Position, Unit};

use crate::event::Detail;
use crate::event::retreat::{Fronts, RetreatDetail};
use crate::rules::{Offensive, Rules};
use crate::sequence::Stage;
use crate::state::NOBODY;
use crate::units::Kind;
use crate::{rails, zones};

#[expect(unused_imports, reason = "for whoever shows an army's front")]
pub use front::front;

/// The side that controls a hex, if one does (1914 3.3).
pub fn of(position: &Position<Offensive>, hex: Hex) -> Option<usize> {
    side_of(position.own.control[hex.index()])
}

fn side_of(control: u8) -> Option<usize> {
    (control != NOBODY).then_some(usize::from(control))
}

/// The side that controlled a hex when this phase began (1914 7.1.4a).
pub fn at_start(position: &Position<Offensive>, hex: Hex) -> Option<usize> {
    let turned = position.own.turned.iter().find(|(at, _)| *at == hex);
    turned.map_or_else(|| of(position, hex), |(_, before)| side_of(*before))
}

/// A phase begins: what is controlled now is one's territory for its length, and in phases of supply
/// and rail engineering fronts are looked at.
pub fn begin_phase(cx: &mut PlayContext<'_, Offensive>, stage: Stage) {
    if matches!(stage, Stage::Supply | Stage::RailEngineering) {
        review(cx);
    }
    cx.position.own.turned.clear();
}

/// Gives a hex to a side, or to nobody.
pub fn set(cx: &mut PlayContext<'_, Offensive>, hex: Hex, side: Option<usize>, unit: Option<Unit>) {
    if change(cx.position, hex, side)
        && let Some(side) = side
    {
        cx.control(hex, side, unit, "1914 3.3");
    }
}

/// Whether giving a hex to a side changes anything.
fn change(position: &mut Position<Offensive>, hex: Hex, side: Option<usize>) -> bool {
    let own = &mut position.own;
    let after = side.map_or(NOBODY, |side| side as u8);
    let before = std::mem::replace(&mut own.control[hex.index()], after);
    if before == after {
        return false;
    }
    if own.turned.iter().all(|(at, _)| *at != hex) {
        own.turned.push((hex, before));
    }
    true
}

/// 1914 3.3: who controls a hex that a combat unit of a side stands in: it, or nobody where an enemy
/// fortress stands in it too.
pub fn of_occupier(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    hex: Hex,
) -> Option<usize> {
    (!has_fortress(rules, position, rules.enemy(side), hex)).then_some(side)
}

/// Whether a fortress of a side stands in a hex.
pub fn has_fortress(rules: &Rules, position: &Position<Offensive>, side: usize, hex: Hex) -> bool {
    let fortress =
        |unit: Unit| rules.side_of(unit) == side && rules.piece(unit).kind == Kind::Fortress;
    position.stack(hex).any(fortress)
}

/// 1914 3.3: what lies behind a side's fronts is its own, whoever passed there last.
fn review(cx: &mut PlayContext<'_, Offensive>) {
    let rules = cx.rules;
    for side in [rules.allied, rules.german] {
        let behind = behind(rules, cx.position, side);
        let hexes: Vec<Hex> =
            rules.map().grid().hexes().filter(|hex| behind[hex.index()]).collect();
        let gained: Vec<Hex> =
            hexes.into_iter().filter(|&hex| change(cx.position, hex, Some(side))).collect();
        if !gained.is_empty() {
            cx.emit(|rules| {
                Detail::Retreat(RetreatDetail::Fronts(Fronts {
                    side: rules.compiled.sides[side].clone(),
                    hexes: rules.compiled.labels(&gained),
                }))
            });
            rails::lost(cx, rules.enemy(side), &gained);
        }
    }
}

/// By hex, whether it lies behind the fronts of a side (1914 3.3): what a flood from its friendly
/// edges reaches through hexes without enemies, and out of unnegated enemy zones of control. Of what
/// the enemy's flood reaches as well only what the side passed last, or, where nobody has, what is
/// nearer to its own edges.
pub fn behind(rules: &Rules, position: &Position<Offensive>, side: usize) -> Vec<bool> {
    let [own, enemy] = [side, rules.enemy(side)].map(|side| flood(rules, position, side));
    let both = own.iter().zip(&enemy).zip(&position.own.control);
    let ours = |((own, enemy), control): ((&u32, &u32), &u8)| match side_of(*control) {
        _ if *own == FAR => false,
        _ if *enemy == FAR => true,
        Some(by) => by == side,
        None => own < enemy,
    };
    both.map(ours).collect()
}

/// What a flood does not reach.
const FAR: u32 = u32::MAX;

/// By hex, how far it is from a side's friendly edges through hexes without enemies and out of
/// unnegated enemy zones of control.
fn flood(rules: &Rules, position: &Position<Offensive>, side: usize) -> Vec<u32> {
    let enemy = rules.enemy(side);
    let board = position.board();
    let may = |hex: Hex| {
        !rules.terrain.hex(hex).barred
            && !board.holds(hex, enemy)
            && !zones::is_cut(rules, position, side, hex, None)
    };
    let mut far = vec![FAR; rules.compiled.map.len()];
    let edges = rules.edges.get(side).map_or(&[][..], Vec::as_slice);
    let mut open: VecDeque<Hex> = edges.iter().copied().filter(|&hex| may(hex)).collect();
    open.iter().for_each(|hex| far[hex.index()] = 0);
    while let Some(hex) = open.pop_front() {
        for (direction, other) in rules.map().neighbours(hex) {
            let passes = !rules.terrain.side(hex, direction).sea;
            if passes && far[other.index()] == FAR && may(other) {
                far[other.index()] = far[hex.index()] + 1;
                open.push_back(other);
            }
        }
    }
    far
}
