//! IA 3.0: initiative, the action segments of both sides, and the end of a turn.

use salient_rules::Violation;
use salient_rules::play::{PlayContext, Position, Unit};

use crate::decision::{Decision, Step};
use crate::event::{Detail, Initiative};
use crate::rules::{InfantryAttacks, Rules};
use crate::state::{
    self, ACTIVE, ASSAULTS, CALLED, DEMORALIZED, DONE, FIRED_ONCE, IN_SEGMENT, OF_SEGMENT, STRUCK,
    State, TO_FIRE, TRIED, has,
};
use crate::{activation, assault, assault_move, drumfire, entry, fog_of_war, saved_segment, smoke};

/// IA 3.0: a side's initiative now: what it began with, less one for so many steps lost.
pub fn initiative(rules: &Rules, position: &Position<InfantryAttacks>, side: usize) -> i32 {
    let fallen = match rules.initiative_losses[side] {
        0 => 0,
        steps => position.own.lost[side] / steps,
    };
    let turn = position.turn_place;
    // IA 6.72: in the turns after the one in which the highest leader was lost.
    let shocked =
        position.own.shock[side].is_some_and(|it| (it.from + 1..=it.until).contains(&turn));
    let shock = if shocked { rules.numbers.decapitation_initiative } else { 0 };
    (rules.initiative[side] - fallen - shock).max(0)
}

/// IA 3.0: segments that the winner has before the other's first: half the difference of the
/// totals, a half alone rounded up, more than that rounded down.
pub fn segments_ahead(difference: i32, divisor: i32) -> i32 {
    (difference / divisor.max(1)).max(1)
}

/// IA 3.0: each side rolls and adds its initiative; ties are rolled again.
pub fn roll_initiative(cx: &mut PlayContext<'_, InfantryAttacks>) {
    let rules = cx.rules;
    entry::look_in(cx);
    let ratings = [0, 1].map(|side| initiative(rules, cx.position, side));
    loop {
        let rolls = [0, 1].map(|side| cx.roll("initiative", side, "IA 3.0"));
        let totals = [0, 1].map(|side| ratings[side] + i32::from(rolls[side]));
        if totals[0] == totals[1] {
            continue;
        }
        let first = usize::from(totals[1] > totals[0]);
        let difference = (totals[0] - totals[1]).abs();
        let ahead = segments_ahead(difference, rules.numbers.initiative_divisor);
        let own = &mut cx.position.own;
        (own.first, own.next, own.ahead, own.passed) = (first, first, ahead, 0);
        let side = rules.compiled.sides[first].clone();
        cx.emit(|_| Detail::Initiative(Initiative { side, rolls, totals, segments: ahead }));
        return;
    }
}

/// IA 3.0: the action phase begins: segments until both sides pass one after the other.
pub fn begin_actions(cx: &mut PlayContext<'_, InfantryAttacks>) {
    cx.position.own.next = cx.position.own.first;
    cx.position.own.segments = [0; 2];
    cx.position.own.volleys.clear();
    cx.then(Step::NextSegment);
    saved_segment::begin(cx);
}

/// Asks the side whose segment it is; a side that can do nothing passes unasked, as often as it has
/// segments.
pub fn next_segment(cx: &mut PlayContext<'_, InfantryAttacks>) {
    let rules = cx.rules;
    while cx.position.own.passed != rules.compiled.all_sides() {
        let side = cx.position.own.next;
        let can = |unit: Unit| {
            activation::may_activate(rules, cx.position, side, unit).is_ok()
                && activation::has_use(rules, cx.position, unit)
        };
        let any = cx.position.on_map(rules, side).any(can);
        if any || entry::due(rules, cx.position, side).any(can) {
            cx.then(Step::NextSegment);
            cx.ask(side, Decision::Segment);
            return;
        }
        pass(cx, side);
    }
}

/// IA 3.0, 3.1: a side passes. A pass is one segment: whoever has others before the other side's
/// first keeps them (IA 17.2).
pub fn pass(cx: &mut PlayContext<'_, InfantryAttacks>, side: usize) {
    let own = &mut cx.position.own;
    own.passed |= 1 << side;
    spend(own, side);
    fog_of_war::segment_over(cx, side);
}

/// IA 3.0, 14.42: nobody passes while somebody demoralized has not tried to recover.
pub fn check_pass(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    side: usize,
) -> Result<(), Violation> {
    let owes = position.on_map(rules, side).find(|&unit| {
        has(position, unit, DEMORALIZED)
            && activation::may_activate(rules, position, side, unit).is_ok()
    });
    owes.map_or(Ok(()), |unit| {
        let text = format!("'{}' is demoralized and must try to recover", rules.unit(unit).name);
        Err(Violation::new("IA 14.42", text))
    })
}

/// A segment begins: whoever acts has not passed, and the side's segments ahead run down.
pub fn begin_segment(position: &mut Position<InfantryAttacks>, side: usize) {
    let own = &mut position.own;
    own.passed = 0;
    spend(own, side);
}

/// A side has one segment less before the other's next.
fn spend(own: &mut State, side: usize) {
    own.ahead = (own.ahead - 1).max(0);
    if own.ahead == 0 {
        own.next = 1 - side;
    }
}

/// Goes on with a segment: whoever is active still acts, and then it is over.
pub fn go_on(cx: &mut PlayContext<'_, InfantryAttacks>, side: usize) {
    let rules = cx.rules;
    let acts = activation::still_to_act(rules, cx.position, side).next().is_some();
    if acts || !assault::pending(rules, cx.position, side).is_empty() {
        cx.then(Step::Acts(side));
        cx.ask(side, Decision::Act);
        return;
    }
    cx.position.own.left.clear();
    for unit in rules.compiled.all_units() {
        let flags = cx.position.flags_mut(unit);
        *flags &= !STRUCK;
        if *flags & IN_SEGMENT != 0 {
            *flags = *flags & !OF_SEGMENT | DONE;
        }
    }
    fog_of_war::segment_over(cx, side);
}

/// IA 12.4, 12.81, 14.42: the segment may not end before the demoralized among the active have tried,
/// and those who go into an assault have done so and attacked.
pub fn check_done(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    side: usize,
) -> Result<(), Violation> {
    // Whoever was to fire, and lost heart by shells of his own side, has no move to do it with.
    let owes = activation::still_to_act(rules, position, side)
        .find(|&unit| has(position, unit, DEMORALIZED) && !has(position, unit, TO_FIRE));
    if let Some(unit) = owes {
        let text = format!("'{}' is demoralized and must try to recover", rules.unit(unit).name);
        return Err(Violation::new("IA 14.42", text));
    }
    // IA 12.81: for that alone the leader in the assault hex may activate it.
    let mut called =
        activation::still_to_act(rules, position, side).filter(|&unit| has(position, unit, CALLED));
    if let Some(unit) = called.find(|&unit| !assault_move::ways(rules, position, unit).is_empty()) {
        let name = &rules.unit(unit).name;
        let text = format!("'{name}' was called into the assault hex, and goes there");
        return Err(Violation::new("IA 12.81", text));
    }
    let hexes = assault::pending(rules, position, side);
    match hexes.iter().find(|&&hex| assault::is_required(rules, position, side, hex)) {
        None => Ok(()),
        Some(&hex) => {
            let text = format!("those who have entered {} attack", rules.compiled.label(hex));
            Err(Violation::new("IA 12.4", text))
        }
    }
}

/// Those who were activated and have not acted do no more in this turn (IA 3.13).
pub fn end_segment(cx: &mut PlayContext<'_, InfantryAttacks>, side: usize) {
    let active: Vec<Unit> = activation::still_to_act(cx.rules, cx.position, side).collect();
    active.into_iter().for_each(|unit| state::acted(cx.position, unit));
    // Whoever has come to help need not attack (IA 12.5).
    for unit in cx.rules.compiled.all_units() {
        *cx.position.flags_mut(unit) &= !ASSAULTS;
    }
}

/// IA 3.0: the markers of the turn are removed, and no others.
pub fn remove_markers(cx: &mut PlayContext<'_, InfantryAttacks>) {
    for unit in cx.rules.compiled.all_units() {
        *cx.position.flags_mut(unit) &= !(DONE | FIRED_ONCE | ACTIVE | OF_SEGMENT | TRIED);
    }
    drumfire::clear(cx);
    smoke::drift(cx);
}

#[cfg(test)]
mod tests {
    use super::segments_ahead;

    #[test]
    fn a_half_alone_is_rounded_up_and_more_than_that_down() {
        let ahead = [1, 2, 3, 4, 5, 6, 7].map(|difference| segments_ahead(difference, 2));
        assert_eq!(ahead, [1, 1, 1, 2, 2, 3, 3]);
    }
}
