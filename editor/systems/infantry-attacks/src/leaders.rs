//! IA 6.2: leaders are drawn by lot. A placement that says `drawn` of a leader is a place for one of
//! his type and rank; who comes there is drawn from all counters of his side with that type and rank
//! that are not placed otherwise, and flipped to show one of its two sides.

use salient_hex::Hex;
use salient_rules::game::UnitStatus;
use salient_rules::play::{PlayContext, Unit};

use crate::event::{self, Detail, Drawn};
use crate::game::InfantryAttacks;
use crate::state::{DRAWN, TURNED, has, of, rating};

/// Draws all who are to be drawn, place by place in the order of the counters.
pub fn draw(cx: &mut PlayContext<'_, InfantryAttacks>) {
    let rules = cx.rules;
    let drawn = |unit: &Unit| has(cx.position, *unit, DRAWN);
    let places: Vec<Unit> = rules.compiled.all_units().filter(drawn).collect();
    if places.is_empty() {
        return;
    }
    let alike = |unit: Unit, cx: &PlayContext<'_, InfantryAttacks>| {
        (rules.side_of(unit), rules.piece(unit).kind, rating(rules, cx.position, unit, of::RANK))
    };
    // All who might be drawn go into the container first.
    let wanted: Vec<(Hex, u32, _)> = places
        .iter()
        .filter_map(|&unit| {
            let flags = cx.position.state(unit).flags & !(DRAWN | TURNED);
            Some((cx.position.state(unit).hex?, flags, alike(unit, cx)))
        })
        .collect();
    for &unit in &places {
        cx.remove(unit, UnitStatus::Pool, "draw", "IA 6.2");
        *cx.position.flags_mut(unit) = 0;
    }
    for (hex, flags, like) in wanted {
        let pool: Vec<Unit> = rules
            .compiled
            .all_units()
            .filter(|&unit| {
                cx.position.state(unit).status == UnitStatus::Pool && alike(unit, cx) == like
            })
            .collect();
        let place = one_of(cx, pool.len(), like.0);
        let Some(&leader) = pool.get(place) else { continue };
        let def = rules.compiled.unit(leader);
        let two = def.faces.len() > usize::from(def.steps);
        let back = two && i32::from(cx.roll("flip", like.0, "IA 6.2")) > rules.numbers.flip_roll;
        cx.place(leader, hex, "draw", "IA 6.2");
        *cx.position.flags_mut(leader) = flags | if back { TURNED } else { 0 };
        cx.emit(|rules| {
            Detail::Drawn(Drawn {
                unit: event::name(rules, leader),
                side: rules.compiled.sides[like.0].clone(),
                hex: rules.compiled.label(hex).into(),
                back,
            })
        });
    }
}

/// One of so many by as many dice as it takes, each alike.
fn one_of(cx: &mut PlayContext<'_, InfantryAttacks>, count: usize, side: usize) -> usize {
    let (mut span, mut dice) = (6, 1);
    while span < count {
        span *= 6;
        dice += 1;
    }
    if count < 2 {
        return 0;
    }
    loop {
        let mut place = 0;
        for _ in 0..dice {
            place = place * 6 + usize::from(cx.roll("draw", side, "IA 6.2")) - 1;
        }
        // What does not come out even is rolled again.
        if place < span / count * count {
            return place % count;
        }
    }
}
