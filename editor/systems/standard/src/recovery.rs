//! Recovery: how units come out of a state in a step of the sequence of play.

use salient_rules::Violation;
use salient_rules::play::{PlayContext, Position, Unit};
use salient_schema::rules_of_play::{Dice, Does, Recovery};

use crate::citations::Chapter;
use crate::event::{Checked, Detail};
use crate::game::{Decision, Standard};
use crate::morale::{self, Rolled};
use crate::numbers::{Case, Number, Reader};
use crate::rules::{Ratings, Rules};
use crate::sequence::DoesAt;
use crate::state::{ROUTED, TRIED, flag_of};
use crate::{enemies, leaders, states};

/// How a state ends, compiled.
#[derive(Clone, Debug)]
pub struct RecoveryRules {
    always: bool,
    dice: Dice,
    rating: Option<usize>,
    die: Number,
    with_leaders: bool,
    not_next_to_enemies: bool,
}

impl RecoveryRules {
    /// Those of a state, at a pointer below the rules of play.
    pub fn read(
        reader: &mut Reader<'_>,
        ratings: Ratings,
        recovery: &Recovery,
        pointer: &str,
    ) -> Self {
        let at = |field: &str| format!("{pointer}/{field}");
        let rating = reader.rating(recovery.rating.as_ref(), ratings.morale, &at("rating"));
        if !recovery.always && rating.is_none() && recovery.rating.is_none() {
            reader.wrong(pointer, "no rating is used for morale".to_owned());
        }
        Self {
            always: recovery.always,
            dice: recovery.dice,
            rating,
            die: reader.bounded(&recovery.die, &at("die"), (-100, 100)),
            with_leaders: recovery.with_leaders,
            not_next_to_enemies: recovery.not_next_to_enemies,
        }
    }
}

/// The state that a step of recovery is about.
pub fn state_of(rules: &Rules, at: DoesAt) -> Option<u8> {
    let doing = at.find(rules)?;
    matches!(doing.does, Does::Recovery { .. }).then_some(doing.place)
}

/// A side's recovery begins: whoever recovers without a roll does, and the others may try.
pub fn begin(cx: &mut PlayContext<'_, Standard>, side: usize, at: DoesAt) {
    let Some(place) = state_of(cx.rules, at) else { return };
    let units: Vec<Unit> = cx.position.on_map(cx.rules, side).collect();
    for &unit in &units {
        *cx.position.flags_mut(unit) &= !TRIED;
    }
    let Some(state) = cx.rules.states.of(place) else { return };
    if state.recovery.as_ref().is_some_and(|recovery| recovery.always) {
        for unit in units {
            if check(cx.rules, cx.position, unit, (place, at)).is_ok() {
                states::end(cx, unit, place, &state.rule);
            }
        }
        return;
    }
    ask(cx, side, (place, at));
}

/// Asks a side as long as one of its units may try.
fn ask(cx: &mut PlayContext<'_, Standard>, side: usize, (place, at): (u8, DoesAt)) {
    let (rules, position) = (cx.rules, &*cx.position);
    if position.on_map(rules, side).any(|unit| check(rules, position, unit, (place, at)).is_ok()) {
        cx.ask(side, Decision::Recover { at, state: place });
    }
}

/// Whether a unit may try to recover now.
///
/// # Errors
/// The rule that forbids it.
pub fn check(
    rules: &Rules,
    position: &Position<Standard>,
    unit: Unit,
    (place, at): (u8, DoesAt),
) -> Result<(), Violation> {
    let Some(state) = rules.states.of(place) else {
        let rule = rules.cite.rule(Chapter::States).to_owned();
        return Err(Violation::new(rule, "there is no such state"));
    };
    let no = |text: &'static str| Err(Violation::new(state.rule.clone(), text));
    let Some(recovery) = &state.recovery else { return no("nobody recovers from this state") };
    let flags = position.state(unit).flags;
    let Some(hex) = position.hex(unit) else { return no("the unit is not on the map") };
    if flags & flag_of(place) == 0 || !at.is_about(rules, position, unit) {
        return no("the unit has nothing to recover from in this step");
    }
    if flags & TRIED != 0 {
        return no("the unit has tried to recover in this step");
    }
    if flags & ROUTED != 0 {
        return no("the unit has routed in this game-turn");
    }
    let side = rules.side(unit);
    if recovery.not_next_to_enemies && enemies::stand_next_to(rules, position, side, hex) {
        return no("no unit recovers from this state next to an enemy");
    }
    Ok(())
}

/// A unit tries to recover, which was checked.
pub fn attempt(cx: &mut PlayContext<'_, Standard>, unit: Unit, (place, at): (u8, DoesAt)) {
    let rules = cx.rules;
    let side = rules.side(unit);
    cx.answered(side);
    *cx.position.flags_mut(unit) |= TRIED;
    let Some(state) = rules.states.of(place) else { return };
    let Some(recovery) = &state.recovery else { return };
    let rating = recovery.rating.map_or(0, |rating| cx.position.rating(rules, unit, rating));
    let case = Case::new(&rules.compiled, cx.position).of(unit);
    let mut added = recovery.die.in_case(&case);
    if recovery.with_leaders {
        added -= leaders::best_of_any(rules, cx.position, unit);
    }
    let dice = morale::roll(cx, recovery.dice, ("recovery", side), &state.rule);
    let passed = Rolled { dice, added, rating }.is_passed();
    let hex = cx.position.hex(unit);
    cx.emit(|rules| {
        Detail::Recovery(Checked {
            unit: rules.compiled.unit(unit).name.clone(),
            side: rules.compiled.sides[side].clone(),
            hex: hex.map(|hex| rules.compiled.label(hex).to_owned()),
            state: rules.play.states.get(usize::from(place)).map(|state| state.id.clone()),
            dice,
            added,
            rating,
            passed,
            rule: state.rule.clone(),
        })
    });
    if passed {
        states::end(cx, unit, place, &state.rule);
    }
    ask(cx, side, (place, at));
}
