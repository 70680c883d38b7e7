//! IA 17.4, an optional rule: once both sides have had three segments, each that ends may end the
//! turn. A pass counts as a segment (IA 3.1).

use salient_rules::play::PlayContext;

use crate::event::{Detail, Fog};
use crate::rules::InfantryAttacks;

/// A side's segment is over, or it has passed. The first that rolls comes after three of each.
pub fn segment_over(cx: &mut PlayContext<'_, InfantryAttacks>, side: usize) {
    let rules = cx.rules;
    let numbers = &rules.numbers;
    let own = &mut cx.position.own;
    let due = own.segments.iter().all(|&had| i32::from(had) >= numbers.fog_segments);
    own.segments[side] = own.segments[side].saturating_add(1);
    let over = own.passed == rules.compiled.all_sides();
    if !rules.options.fog_of_war || !due || over {
        return;
    }
    let dice = [0; 3].map(|_: u8| cx.roll("fog", side, "IA 17.4"));
    let night = if rules.is_night(cx.position) { numbers.fog_night } else { 0 };
    let total = dice.iter().map(|&die| i32::from(die)).sum::<i32>() + night;
    let ends = total >= numbers.fog_roll;
    cx.emit(|rules| {
        Detail::Fog(Fog { side: rules.compiled.sides[side].clone(), dice, plus: night, ends })
    });
    if ends {
        cx.position.own.passed = rules.compiled.all_sides();
    }
}
