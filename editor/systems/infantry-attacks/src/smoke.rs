//! IA 16.1: smoke: what puts it down, and what becomes of it. What it does to sight stands in
//! `spotting`.

use salient_hex::Hex;
use salient_rules::play::{PlayContext, Unit};

use crate::rules::InfantryAttacks;
use crate::scatter::scattered;
use crate::state::DONE;
use crate::{results, shells};

/// IA 16.11: a gun fires smoke by plan: a marker, unless the roll is too high. Nobody is hurt, and
/// there is no drumfire (IA 16.14).
pub fn fire(cx: &mut PlayContext<'_, InfantryAttacks>, gun: Unit, hex: Hex) {
    let side = cx.rules.side_of(gun);
    shells::falls(cx, &[gun], hex, true);
    shells::remember(cx, gun, hex, true);
    *cx.position.flags_mut(gun) |= DONE;
    let (_, total) = results::two_dice(cx, "smoke", side, "IA 16.11");
    if total <= cx.rules.numbers.smoke_roll {
        lay(cx, hex, side, "IA 16.11");
    }
}

fn lay(cx: &mut PlayContext<'_, InfantryAttacks>, hex: Hex, side: usize, rule: &str) {
    let smoke = &mut cx.position.own.smoke;
    smoke.push((hex, side));
    smoke.sort_unstable();
    cx.marker("smoke", hex, true, rule);
}

/// IA 16.13: a die for each marker: it stays, drifts to a hex next to it, or is gone. What drifts
/// off the map is gone too.
pub fn drift(cx: &mut PlayContext<'_, InfantryAttacks>) {
    let numbers = &cx.rules.numbers;
    for (hex, side) in std::mem::take(&mut cx.position.own.smoke) {
        let die = i32::from(cx.roll("smoke", side, "IA 16.13"));
        if die <= numbers.smoke_stays {
            cx.position.own.smoke.push((hex, side));
            continue;
        }
        cx.marker("smoke", hex, false, "IA 16.13");
        if die <= numbers.smoke_drifts {
            let way = scattered(cx.roll("scatter", side, "IA 16.13"));
            if let Some(to) = cx.rules.compiled.map.grid().neighbour(hex, way) {
                cx.position.own.smoke.push((to, side));
                cx.marker("smoke", to, true, "IA 16.13");
            }
        }
    }
    cx.position.own.smoke.sort_unstable();
}
