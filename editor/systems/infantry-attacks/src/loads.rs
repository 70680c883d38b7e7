//! IA 5.63–5.65: what is on board is set down.

use salient_hex::Hex;
use salient_rules::play::{PlayContext, Unit};

use crate::decision::Step;
use crate::rules::InfantryAttacks;
use crate::state::{BANKS, load_of};
use crate::{casualties, control, event, missions, morale_check};

/// IA 5.64, 5.65: a wagon has been shaken: so is what it carries, which is set down at once,
/// limbered, and loses no activation by it.
pub fn shaken(cx: &mut PlayContext<'_, InfantryAttacks>, transport: Unit) {
    let (Some(load), Some(hex)) = (load_of(cx.position, transport), cx.position.hex(transport))
    else {
        return;
    };
    let order = event::Order::of(cx.position.state(transport).flags);
    if order == event::Order::Good {
        return;
    }
    set_down(cx, load, hex, "IA 5.65");
    morale_check::become_order(cx.position, load, order);
    cx.then(Step::Unstack(hex, cx.rules.side_of(transport)));
}

pub fn set_down(cx: &mut PlayContext<'_, InfantryAttacks>, load: Unit, hex: Hex, rule: &str) {
    let carrier = cx.position.state(load).aboard;
    cx.place(load, hex, "unload", rule);
    if let Some(carrier) = carrier {
        // It stands on the bank on which its wagon does.
        let banks = cx.position.state(carrier).flags & BANKS;
        let flags = cx.position.flags_mut(load);
        *flags = *flags & !BANKS | banks;
    }
    missions::unloaded(cx, load, hex);
    control::settle(cx, hex);
    casualties::overrun(cx, hex);
}
