//! What the states of a unit do to it: supply, command and the ruleset's own.

use salient_rules::play::{PlayContext, Position, Unit};
use salient_schema::rules_of_play::Hindrance;

use crate::game::Standard;
use crate::rules::Rules;
use crate::state::{OUT_OF_COMMAND, flag_of, supply_state};

/// What hinders a unit now.
pub fn of<'a>(
    rules: &'a Rules,
    position: &Position<Standard>,
    unit: Unit,
) -> impl Iterator<Item = &'a Hindrance> {
    let flags = position.state(unit).flags;
    let supply = supply_state(position, unit);
    let play = &rules.play;
    let supply = supply.and_then(|place| play.supply.as_ref()?.states.get(usize::from(place)));
    let command = play.command.as_ref().filter(|_| flags & OUT_OF_COMMAND != 0);
    let own = play.states.iter().zip(0..);
    let own = own.filter(move |&(_, place)| flags & flag_of(place) != 0);
    supply
        .map(|state| &state.hinders)
        .into_iter()
        .chain(command.map(|command| &command.without))
        .chain(own.map(|(state, _)| &state.hinders))
}

/// A unit moves: states that end by it do.
pub fn moves(cx: &mut PlayContext<'_, Standard>, unit: Unit) {
    let ending = cx.rules.play.states.iter().zip(0..).filter(|(state, _)| state.ends_by_moving);
    let flags = ending.fold(0, |flags, (_, place)| flags | flag_of(place));
    *cx.position.flags_mut(unit) &= !flags;
}

/// What a unit is in has changed: its zone of control is there or gone with it.
pub fn renew_zone(cx: &mut PlayContext<'_, Standard>, unit: Unit, rule: &str) {
    let without = of(cx.rules, cx.position, unit).any(|one| one.no_zone);
    cx.set_presence(unit, u8::from(without), rule);
}
