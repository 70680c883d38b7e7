//! 1914 8.8.1, 15.6.2, 8.5.2: who is alone with the enemy: guns, supply units, forts.

use salient_hex::Hex;
use salient_rules::play::{PlayContext, Position, Unit};

use super::ground::has_combat_unit;
use crate::event::Detail;
use crate::event::retreat::{FortTested, RetreatDetail};
use crate::retreat::{self, Retreat};
use crate::rules::{Offensive, Rules, of};
use crate::state::TESTED;
use crate::units::Kind;
use crate::zones::is_exposed;
use crate::{losses, supply};

/// The units of some hexes that are of a kind and exposed, by hex.
fn exposed(
    rules: &Rules,
    position: &Position<Offensive>,
    hexes: &[Hex],
    is: &dyn Fn(Kind) -> bool,
) -> Vec<Unit> {
    let there = |&hex: &Hex| {
        position.stack(hex).filter(move |&unit| {
            is(rules.piece(unit).kind) && is_exposed(rules, position, rules.side_of(unit), hex)
        })
    };
    hexes.iter().flat_map(there).collect()
}

/// 1914 8.8.1: guns and headquarters that are alone in an enemy zone of control are lost.
pub fn guns(cx: &mut PlayContext<'_, Offensive>, hexes: &[Hex]) {
    for unit in exposed(cx.rules, cx.position, hexes, &Kind::is_artillery) {
        losses::eliminate(cx, unit, "overrun", None, "1914 8.8.1");
    }
}

/// 1914 15.6.2: supply units are never alone in one: depots are displaced, trains fall back.
pub fn supply_units(cx: &mut PlayContext<'_, Offensive>, hexes: &[Hex]) {
    for depot in exposed(cx.rules, cx.position, hexes, &|kind| kind == Kind::Depot) {
        supply::displaced::begin(cx, depot, false);
    }
    let trains = exposed(cx.rules, cx.position, hexes, &|kind| kind == Kind::Train);
    // The first in the order of the hexes goes first.
    for train in trains.into_iter().rev() {
        retreat::begin_train(cx, train);
    }
}

/// 1914 8.5.2: forts without a combat unit of their side in their hex, as an enemy combat unit is next
/// to them for the first time.
pub fn forts(cx: &mut PlayContext<'_, Offensive>, hexes: &[Hex]) {
    let (rules, position) = (cx.rules, &*cx.position);
    let is_alone = |unit: Unit, hex: Hex| {
        let side = rules.side_of(unit);
        let enemy = rules.enemy(side);
        rules.kind(position, unit) == Kind::Fort
            && position.state(unit).flags & TESTED == 0
            && !has_combat_unit(rules, position, side, hex)
            && rules
                .map()
                .neighbours(hex)
                .any(|(_, other)| has_combat_unit(rules, position, enemy, other))
    };
    let there = |&hex: &Hex| position.stack(hex).map(move |unit| (unit, hex));
    let all: Vec<(Unit, Hex)> =
        hexes.iter().flat_map(there).filter(|&(unit, hex)| is_alone(unit, hex)).collect();
    for (unit, hex) in all {
        test(cx, unit, hex);
    }
}

/// One die: above the abandonment number the fort is left.
fn test(cx: &mut PlayContext<'_, Offensive>, unit: Unit, hex: Hex) {
    const RULE: &str = "1914 8.5.2";
    let rules = cx.rules;
    let side = rules.side_of(unit);
    *cx.position.flags_mut(unit) |= TESTED;
    let number = rules.rating(cx.position, unit, of::ABANDONMENT);
    let die = cx.roll("abandonment", side, RULE);
    let abandoned = i32::from(die) > number;
    cx.emit(|rules| {
        let compiled = &rules.compiled;
        Detail::Retreat(RetreatDetail::FortTested(FortTested {
            unit: compiled.unit(unit).name.as_str().into(),
            side: compiled.sides[side].clone(),
            hex: compiled.label(hex).to_owned(),
            die,
            number,
            abandoned,
        }))
    });
    if !abandoned {
        return;
    }
    if rules.compiled.unit(unit).faces.len() < 2 {
        return losses::eliminate(cx, unit, "abandoned", None, RULE);
    }
    cx.turn_over(unit, 1, RULE);
    let left = rules.numbers.fort_retreat.unsigned_abs() as u8;
    let (units, rule) = (vec![unit], RULE.to_owned());
    // It tries no repulse: that is for retreats in an attack phase (1914 7.4).
    let half = false;
    retreat::begin(
        cx,
        Retreat { units, from: hex, left, repulsed: true, attack: None, half, rule },
    );
}
