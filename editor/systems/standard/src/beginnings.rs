//! The states that units may begin in, as whoever sets them up is offered them.

use std::sync::{Mutex, PoisonError};

use salient_rules::states::{PlainStates, UnitState};
use salient_schema::ruleset::Ruleset;

use crate::state::{HIDDEN, MOST_STATES, flag_of};
use crate::states::HIDDEN_STATE;

/// A state by id, name, meaning and flag.
type Offered = (String, String, String, u32);

/// What was made so far. The kernel keeps what a system offers for as long as the program runs, and
/// a ruleset is asked for it often: each list is made once.
static MADE: Mutex<Vec<(Vec<Offered>, &'static PlainStates)>> = Mutex::new(Vec::new());

/// The states of a ruleset; none where it has none.
pub fn of(ruleset: &Ruleset) -> Option<&'static PlainStates> {
    let play = ruleset.rules_of_play.as_ref()?;
    let meaning = |name: &str, rule: Option<&String>| {
        let name = salient_schema::words::name_in_a_sentence(name);
        let rule = rule.map(|rule| format!(" ({rule})")).unwrap_or_default();
        format!("It is {name} when play begins{rule}.")
    };
    let hidden = play.hidden.as_ref().map(|_| {
        let meaning = "The enemy does not know where it is.".to_owned();
        (HIDDEN_STATE.to_owned(), "Hidden".to_owned(), meaning, HIDDEN)
    });
    let own = play.states.iter().zip(0..).take(MOST_STATES).map(|(state, place)| {
        let meaning = meaning(&state.name, state.rule.as_ref());
        (state.id.clone(), state.name.clone(), meaning, flag_of(place))
    });
    let supply = play.supply.iter().flat_map(|supply| &supply.states).map(|state| {
        let meaning = meaning(&state.name, state.rule.as_ref());
        (state.id.clone(), state.name.clone(), meaning, 0)
    });
    let all: Vec<Offered> = hidden.into_iter().chain(own).chain(supply).collect();
    if all.is_empty() {
        return None;
    }
    let mut made = MADE.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, states)) = made.iter().find(|(offered, _)| *offered == all) {
        return Some(states);
    }
    let states = all.iter().map(|(id, name, meaning, mark)| {
        let [id, name, meaning] =
            [id, name, meaning].map(|text| &*Box::leak(text.clone().into_boxed_str()));
        UnitState::new(id, name, meaning).marked(*mark)
    });
    let states: Vec<UnitState> = states.collect();
    let plain: &'static PlainStates = Box::leak(Box::new(PlainStates(Vec::leak(states))));
    made.push((all, plain));
    Some(plain)
}
