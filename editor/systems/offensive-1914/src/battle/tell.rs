//! What is told of an attack before it is fought.

use salient_hex::Hex;
use salient_rules::play::{PlayContext, Unit};

use crate::event::Detail;
use crate::event::battle::{BattleDetail, Indicated};
use crate::rules::Offensive;
use crate::stacking;

/// Tells of units and a hex, and whom their side sees there.
pub fn tell(
    cx: &mut PlayContext<'_, Offensive>,
    what: fn(Indicated) -> BattleDetail,
    (side, units, hex, rule): (usize, &[Unit], Hex, &str),
) {
    let rules = cx.rules;
    let top = stacking::order(rules, cx.position, rules.enemy(side), hex).first().copied();
    cx.emit(|rules| {
        Detail::Battle(what(Indicated {
            side: rules.sides[side].clone(),
            units: rules.compiled.names(units),
            hex: rules.compiled.label(hex).to_owned(),
            top: top.map(|unit| rules.unit(unit).name.as_str().into()),
            rule: rule.to_owned(),
        }))
    });
}

/// An attack comes to nothing: nobody may fight in it (1914 9.2).
pub fn void(cx: &mut PlayContext<'_, Offensive>, side: usize, units: &[Unit], hex: Hex) {
    tell(cx, BattleDetail::Void, (side, units, hex, "1914 9.2"));
}
