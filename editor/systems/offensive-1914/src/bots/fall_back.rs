//! Retreats, and cavalry that reacts or retires.

use salient_hex::Hex;
use salient_rules::play::{Position, Unit};

use crate::acts::Act;
use crate::decision::Retiring;
use crate::decision::march::React;
use crate::decision::retreat::Going;
use crate::march::reaction;
use crate::retire;
use crate::retreat;
use crate::rules::{Offensive, Rules};

use super::field::weight;

/// Where units fall back to: among friends and away from the enemy.
pub fn retreat(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    going: &Going,
) -> Option<Act> {
    let acts = retreat::legal(rules, position, side, going);
    // Only who has no way out tries to drive the enemy off.
    let trapped = acts.contains(&Act::Stand);
    acts.into_iter().max_by_key(|act| match act {
        Act::Repulse { .. } => (if trapped { 2 } else { 0 }, 0, None),
        Act::Retreat { hex } => {
            (1, refuge(rules, position, side, *hex), Some(std::cmp::Reverse(*hex)))
        }
        _ => (1, i32::MIN, None),
    })
}

/// How good a hex is to fall back into.
fn refuge(rules: &Rules, position: &Position<Offensive>, side: usize, hex: Hex) -> i32 {
    let enemy = rules.enemy(side);
    let board = position.board();
    let open = board.controls(hex, enemy) && !board.holds(hex, side);
    let (mut friends, mut enemies) = (i32::from(board.holds(hex, side)), 0);
    for (_, near) in rules.map().neighbours(hex) {
        friends += i32::from(board.holds(near, side));
        enemies += i32::from(board.holds(near, enemy));
    }
    friends - 3 * enemies - if open { 20 } else { 0 }
}

/// Cavalry gives way to those who could destroy it, and stays among friends who hold.
pub fn react(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    react: &React,
) -> Option<Act> {
    let waiting = react.waiting.iter().filter(|(unit, _)| position.hex(*unit).is_some());
    for &(unit, second) in waiting {
        let bound = rules.piece(unit).loc;
        if bound || is_outmatched(rules, position, unit) {
            let options = react.options(rules, position, (unit, second)).into_iter();
            if let Some(hex) = best(rules, position, side, unit, options.map(|(hex, _)| hex), bound)
            {
                return Some(Act::FallBack { units: vec![unit], hex });
            }
        }
    }
    let done = Act::Done;
    if reaction::check(rules, position, react, &done).is_ok() {
        return Some(done);
    }
    reaction::legal(rules, position, react).into_iter().next()
}

/// Cavalry next to a stronger enemy retires, if it finds a better place.
pub fn retire(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    asked: &Retiring,
) -> Option<Act> {
    let acts = retire::legal(rules, position, side, asked);
    let better = acts.iter().filter_map(|act| {
        let Act::FallBack { units, hex } = act else { return None };
        let unit = *units.first()?;
        let from = position.hex(unit)?;
        let bound = rules.piece(unit).loc;
        let gain = refuge(rules, position, side, *hex) - refuge(rules, position, side, from);
        (bound || is_outmatched(rules, position, unit) && gain > 0).then_some((gain, act))
    });
    let best = better.max_by_key(|(gain, act)| (*gain, std::cmp::Reverse(*act)));
    let best = best.map(|(_, act)| act.clone());
    best.or_else(|| acts.contains(&Act::Done).then_some(Act::Done)).or(acts.into_iter().next())
}

/// Whether the enemies next to a unit are much stronger than its hex.
fn is_outmatched(rules: &Rules, position: &Position<Offensive>, unit: Unit) -> bool {
    let Some(hex) = position.hex(unit) else { return false };
    let side = rules.side_of(unit);
    let own: i32 = position
        .stack(hex)
        .filter(|&it| rules.side_of(it) == side)
        .map(|it| weight(rules, position, it).defence)
        .sum();
    let around = rules.map().neighbours(hex).flat_map(|(_, near)| position.stack(near));
    let enemies: i32 = around
        .filter(|&it| rules.side_of(it) != side)
        .map(|it| weight(rules, position, it).attack)
        .sum();
    let bonus = rules.terrain.hex(hex).defence;
    enemies > 2 * (own + bonus)
}

/// The best of some hexes, if it is better than the unit's own, or it has to go.
fn best(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    unit: Unit,
    hexes: impl Iterator<Item = Hex>,
    bound: bool,
) -> Option<Hex> {
    let here = position.hex(unit).map(|hex| refuge(rules, position, side, hex));
    let each = hexes.map(|hex| (refuge(rules, position, side, hex), std::cmp::Reverse(hex)));
    let (worth, hex) = each.max()?;
    (bound || here.is_none_or(|here| worth > here)).then_some(hex.0)
}
