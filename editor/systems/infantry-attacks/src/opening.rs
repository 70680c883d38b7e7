//! IA 3.0: what the scenario says of its units, put into force before the first turn.

use salient_rules::play::PlayContext;

use crate::game::InfantryAttacks;
use crate::state::{DRAWN, MOUNTED, NOBODY, of, rating};
use crate::{control, hidden, leaders, works};

/// Marks units as the scenario has them, takes loads on board and settles who controls what.
pub fn begin(cx: &mut PlayContext<'_, InfantryAttacks>) {
    let rules = cx.rules;
    // A rule case that begins with the plan comes here twice; leaders are drawn once.
    let again = cx.position.own.control.iter().any(|&side| side != NOBODY);
    for (unit, &(flags, carrier)) in rules.compiled.all_units().zip(&rules.start) {
        if cx.position.state(unit).hex.is_none() {
            continue;
        }
        *cx.position.flags_mut(unit) |= if again { flags & !DRAWN } else { flags };
        if let Some(carrier) = carrier {
            cx.embark(unit, carrier);
        }
    }
    leaders::draw(cx);
    for unit in rules.compiled.all_units().filter(|&unit| rules.piece(unit).kind.is_leader()) {
        let rank = rating(rules, cx.position, unit, of::RANK);
        if cx.position.hex(unit).is_some() {
            let highest = &mut cx.position.own.highest[rules.side_of(unit)];
            *highest = rank.max(*highest);
        }
    }
    for hex in rules.compiled.map.grid().hexes() {
        works::occupy(cx, hex);
    }
    for unit in rules.compiled.all_units() {
        *cx.position.flags_mut(unit) &= !MOUNTED;
    }
    cx.position.own.control = control::at_start(rules, cx.position);
    hidden::look(cx);
}
