//! IA 6.2: leaders are drawn by lot. A placement that says `drawn` of a leader is a place for one of
//! his type and rank; who comes there is drawn from all counters of his side with that type and rank
//! that are not placed otherwise, and flipped to show one of its two sides.
//!
//! IA 3.12, 6.1, 6.6, 6.72: whom leaders direct and help, and when they are shaken themselves.

use salient_hex::Hex;
use salient_rules::game::UnitStatus;
use salient_rules::play::{PlayContext, Position, Unit};

use crate::event::{self, Detail, Drawn};
use crate::rules::{InfantryAttacks, Rules};
use crate::stacking::barred_to;
use crate::state::{DEMORALIZED, DISRUPTED, DRAWN, TURNED, has, of, rating};
use crate::{assault_move, entry};

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

/// IA 6.72: whether a leader must check his morale to be activated.
pub fn is_shocked(rules: &Rules, position: &Position<InfantryAttacks>, leader: Unit) -> bool {
    let kind = rules.piece(leader).kind;
    let shock = position.own.shock[rules.side_of(leader)];
    kind.is_leader()
        && shock.is_some_and(|shock| {
            shock.cavalry == kind.is_cavalry() && position.turn_place <= shock.until
        })
}

/// What a leader's word is worth to somebody who is activated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Led {
    /// No leader of its type directs it (IA 3.11).
    Not,
    /// One in an assault hex does, to come in there and for nothing else (IA 12.81).
    Called,
    /// One does, or it is a leader itself (IA 3.11).
    Fully,
}

/// IA 3.12, 5.51, 6.1, 12.81: what a leader's word is worth to a unit or leader where both stand.
pub fn directs(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    leader: Unit,
    other: Unit,
) -> Led {
    let (kind, led) = (rules.piece(leader).kind, rules.piece(other).kind);
    let side = rules.side_of(leader);
    let alike = side == rules.side_of(other) && kind.is_cavalry() == led.is_cavalry();
    if leader == other || !kind.is_leader() || !alike {
        return Led::Not;
    }
    let reach = match () {
        () if has(position, leader, DEMORALIZED) => return Led::Not,
        () if has(position, leader, DISRUPTED) => 0,
        () => 1,
    };
    let rank = |unit| rating(rules, position, unit, of::RANK);
    if led.is_leader() && rank(other) >= rank(leader) {
        return Led::Not;
    }
    let (Some(from), Some(to)) = (position.hex(leader), position.hex(other)) else {
        // Off the map they are grouped around those who lead them (IA 16.41).
        let together = entry::are_together(rules, position, leader, other);
        return if together { Led::Fully } else { Led::Not };
    };
    match rules.compiled.map.grid().distance(from, to) {
        0 => Led::Fully,
        far if far > reach => Led::Not,
        // IA 12.81: in an assault hex only those who are there count, and they count for nobody
        // beside it but to bring him in.
        _ if barred_to(rules, position, side, to) => Led::Not,
        _ if !barred_to(rules, position, side, from) => Led::Fully,
        _ if assault_move::may_be_called(rules, position, other, from) => Led::Called,
        _ => Led::Not,
    }
}

/// Whether a unit or leader may help another of its side: an undemoralized leader of its type in
/// the hex, or next to it in good order; of lower rank where it is a leader (IA 6.61–6.64). Into an
/// assault hex and out of it nobody helps (IA 12.81).
pub fn leads(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    leader: Unit,
    other: Unit,
) -> bool {
    directs(rules, position, leader, other) == Led::Fully
}
