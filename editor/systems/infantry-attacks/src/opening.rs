//! IA 3.0: what the scenario says of its units, put into force before the first turn.

use salient_rules::play::PlayContext;

use crate::control;
use crate::game::InfantryAttacks;

/// Marks units as the scenario has them, takes loads on board and settles who controls what.
pub fn begin(cx: &mut PlayContext<'_, InfantryAttacks>) {
    let rules = cx.rules;
    for (unit, &(flags, carrier)) in rules.compiled.all_units().zip(&rules.start) {
        if cx.position.state(unit).hex.is_none() {
            continue;
        }
        *cx.position.flags_mut(unit) |= flags;
        if let Some(carrier) = carrier {
            cx.embark(unit, carrier);
        }
    }
    cx.position.own.control = control::at_start(rules, cx.position);
}
