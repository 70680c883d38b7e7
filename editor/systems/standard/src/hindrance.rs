//! What the states of a unit do to it: supply, command and the ruleset's own.

use salient_rules::play::{Position, Unit};
use salient_schema::rules_of_play::Hindrance;

use crate::game::Standard;
use crate::rules::Rules;
use crate::state::{MOST_STATES, OUT_OF_COMMAND, flag_of, supply_state};

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
    let own = play.states.iter().take(MOST_STATES).zip(0..);
    let own = own.filter(move |&(_, place)| flags & flag_of(place) != 0);
    supply
        .map(|state| &state.hinders)
        .into_iter()
        .chain(command.map(|command| &command.without))
        .chain(own.map(|(state, _)| &state.hinders))
}
