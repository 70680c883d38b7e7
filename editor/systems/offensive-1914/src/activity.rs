//! 1914 1.1, 4.2.1a: who becomes active.

use salient_rules::play::{PlayContext, Unit};

use crate::event::Detail;
use crate::event::armies::{Activated, ArmiesDetail};
use crate::rules::Offensive;
use crate::state::INACTIVE;

/// 1914 4.2.1a: in the Allied player-turn of a game-turn everybody of both sides becomes active who is
/// scheduled for it.
pub fn activate(cx: &mut PlayContext<'_, Offensive>) {
    let rules = cx.rules;
    let turn = i32::from(cx.position.turn);
    let turns = [rules.numbers.first_activation, rules.numbers.second_activation];
    let due = rules.schedule.inactive.iter().zip(turns).filter(|(_, due)| turn >= *due);
    let units: Vec<Unit> = due.flat_map(|(units, _)| units.iter().copied()).collect();
    wake(cx, &units, "1914 4.2.1a");
}

/// Makes units active that are not (1914 1.1): by the schedule, or as they are attacked.
fn wake(cx: &mut PlayContext<'_, Offensive>, units: &[Unit], rule: &str) {
    for side in [cx.rules.allied, cx.rules.german] {
        let inactive = |&unit: &Unit| {
            cx.rules.side_of(unit) == side && cx.position.state(unit).flags & INACTIVE != 0
        };
        let woken: Vec<Unit> = units.iter().copied().filter(inactive).collect();
        for &unit in &woken {
            *cx.position.flags_mut(unit) &= !INACTIVE;
        }
        let woken: Vec<Unit> =
            woken.into_iter().filter(|&unit| cx.position.hex(unit).is_some()).collect();
        if woken.is_empty() {
            continue;
        }
        cx.emit(|rules| {
            Detail::Armies(ArmiesDetail::Activated(Activated {
                side: rules.sides[side].clone(),
                units: rules.names(&woken),
                rule: rule.to_owned(),
            }))
        });
    }
}
