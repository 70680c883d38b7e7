//! 1914 12.5: fortresses regain their garrisons, and camps steps.

use salient_hex::Hex;
use salient_rules::game::UnitStatus;
use salient_rules::play::{PlayContext, Unit};

use super::{fortresses, is_invested};
use crate::event::Detail;
use crate::event::retreat::{Repaired, RetreatDetail};
use crate::rules::Offensive;

/// 1914 12.5: in a side's preliminary phase fortresses regain their garrisons, and each camp that is
/// not invested a step.
pub fn repair(cx: &mut PlayContext<'_, Offensive>, side: usize) {
    for unit in fortresses(cx.rules, side).collect::<Vec<_>>() {
        let bare = cx.position.state(unit).face > 0;
        if bare && cx.position.hex(unit).is_some_and(|hex| regains(cx, side, unit, hex)) {
            cx.turn_over(unit, 0, "1914 12.5");
        }
    }
    let rules = cx.rules;
    for camp in super::camps(rules, side) {
        // 1914 12.3.1.
        if !is_invested(rules, cx.position, camp) {
            repair_step(cx, camp);
        }
    }
}

/// Whether a fortress regains its garrison: with a friend in its hex, or with no enemy in it or next
/// to it.
fn regains(cx: &PlayContext<'_, Offensive>, side: usize, unit: Unit, hex: Hex) -> bool {
    let (rules, board) = (cx.rules, cx.position.board());
    let enemy = rules.enemy(side);
    let mut friends = cx.position.stack(hex).filter(|&other| rules.side_of(other) == side);
    let near = rules.map().neighbours(hex).any(|(_, other)| board.holds(other, enemy));
    friends.any(|other| other != unit) || !near && !board.holds(hex, enemy)
}

/// Gives a step back to that fortress of a camp that lacks most; a destroyed one comes back where it
/// stood if a combat unit of its side is there.
fn repair_step(cx: &mut PlayContext<'_, Offensive>, camp: &[Unit]) {
    let (rules, position) = (cx.rules, &*cx.position);
    let lacks = |unit: Unit| position.own.steps_lost[unit.index()];
    let place = |unit: Unit| match position.hex(unit) {
        Some(hex) => (lacks(unit) > 0).then_some(hex),
        None if position.state(unit).status == UnitStatus::Eliminated => {
            let side = rules.side_of(unit);
            position.own.ruins[unit.index()].filter(|&hex| {
                position
                    .stack(hex)
                    .any(|other| rules.side_of(other) == side && rules.is_combat(position, other))
            })
        }
        None => None,
    };
    let damaged = camp.iter().filter_map(|&unit| Some((unit, place(unit)?)));
    let worst = damaged.max_by_key(|&(unit, _)| (lacks(unit), std::cmp::Reverse(unit)));
    let Some((unit, hex)) = worst else { return };
    let side = rules.side_of(unit);
    if position.hex(unit).is_none() {
        cx.place(unit, hex, "repaired", "1914 12.5");
        crate::control::set(cx, hex, Some(side), None);
    }
    let lacks = &mut cx.position.own.steps_lost[unit.index()];
    *lacks = lacks.saturating_sub(1);
    let lacks = *lacks;
    cx.emit(|rules| {
        let compiled = &rules.compiled;
        Detail::Retreat(RetreatDetail::Repaired(Repaired {
            unit: compiled.unit(unit).name.as_str().into(),
            side: compiled.sides[side].clone(),
            hex: compiled.label(hex).to_owned(),
            lacks,
        }))
    });
}
