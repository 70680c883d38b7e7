//! 1914 3.3: who controls a hex, and what lies behind the fronts: what is reached from a side's edges of the
//! map.

use std::collections::VecDeque;

use salient_hex::Hex;
use salient_rules::play::Position;

use crate::rules::{Offensive, Rules};
use crate::state::NOBODY;
use crate::zones;

/// The side that controls a hex, if one does (1914 3.3).
pub fn of(position: &Position<Offensive>, hex: Hex) -> Option<usize> {
    side_of(position.own.control[hex.index()])
}

pub(super) fn side_of(control: u8) -> Option<usize> {
    (control != NOBODY).then_some(usize::from(control))
}

/// By hex, whether it lies behind the fronts of a side (1914 3.3): what a flood from its friendly
/// edges reaches through hexes without enemies, up to unnegated enemy zones of control. Of what the
/// enemy's flood reaches as well only what the side passed last, or, where nobody has, what is
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
pub const FAR: u32 = u32::MAX;

/// By hex, how far it is from a side's friendly edges through hexes without enemies. An unnegated
/// enemy zone of control is entered, not passed: what lies before somebody is not yet behind him.
pub fn flood(rules: &Rules, position: &Position<Offensive>, side: usize) -> Vec<u32> {
    let enemy = rules.enemy(side);
    let board = position.board();
    let may = |hex: Hex| !rules.terrain.hex(hex).barred && !board.holds(hex, enemy);
    let mut far = vec![FAR; rules.compiled.map.len()];
    let edges = rules.edges.get(side).map_or(&[][..], Vec::as_slice);
    let mut open: VecDeque<Hex> = edges.iter().copied().filter(|&hex| may(hex)).collect();
    open.iter().for_each(|hex| far[hex.index()] = 0);
    while let Some(hex) = open.pop_front() {
        if zones::is_cut(rules, position, side, hex, None) {
            continue;
        }
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
