//! 1914 22.4, 22.4.1: French reserve formations turn their markers to the higher base effectiveness,
//! all of them at once: by a die in an inter-phase, and in the last of these anyway.

use salient_rules::play::{Formation, PlayContext};

use crate::event::Detail;
use crate::event::armies::{ArmiesDetail, ReservesRolled};
use crate::rules::{Offensive, Rules};
use crate::victory;

/// All reserve formations, on the map or off it. Sorted.
fn reserves(rules: &Rules) -> Vec<Formation> {
    let counters = rules.all_units().map(|unit| rules.piece(unit)).filter(|piece| piece.reserve);
    let mut formations: Vec<Formation> = counters.filter_map(|piece| piece.own).collect();
    formations.sort_unstable();
    formations.dedup();
    formations
}

/// Rolls the die of an inter-phase, unless they have turned theirs already: each inter-phase one more
/// number of it will do.
pub fn roll(cx: &mut PlayContext<'_, Offensive>) {
    let rules = cx.rules;
    let numbers = &rules.numbers;
    let now = victory::number(rules, cx.position.turn);
    if now < numbers.reserves_from {
        return;
    }
    let mut waiting = reserves(rules);
    waiting.retain(|own| cx.position.own.turned_markers.binary_search(own).is_err());
    if waiting.is_empty() {
        return;
    }
    let rule = "1914 22.4.1";
    let die = (now < numbers.reserves_until).then(|| cx.roll("reserves", rules.allied, rule));
    let turned = die.is_none_or(|die| i32::from(die) <= now - numbers.reserves_from + 1);
    if turned {
        let markers = &mut cx.position.own.turned_markers;
        markers.extend(waiting);
        markers.sort_unstable();
    }
    cx.emit(|rules| {
        Detail::Armies(ArmiesDetail::Reserves(ReservesRolled {
            side: rules.sides[rules.allied].clone(),
            die,
            turned,
            rule: rule.to_owned(),
        }))
    });
}
