//! What a side may know of the log and of the course of the game. What the other side chose in
//! secret is told by the event that shows both choices, and not before: the decision itself it
//! never sees.

use std::borrow::Cow;
use std::collections::BTreeSet;

use salient_rules::Match;
use salient_rules::game::{Intelligence, UnitView};
use salient_rules::words::Words;
use salient_schema::Id;
use salient_schema::event::{Event, EventKind};

use crate::course::Decision;
use crate::offer;

/// Whether all of these may read an event, each being the player of a side; who plays none may
/// read everything.
pub fn may_read(event: &Event, readers: &[&Id]) -> bool {
    match &event.kind {
        EventKind::Action(decided) => may_know(decided.hidden, &decided.side, readers),
        _ => true,
    }
}

/// What a unit is called of which nothing is known but that it is there.
pub const UNKNOWN: &str = "Unknown unit";

/// The same in a game as it stands: of a unit that they do not see on the map, or of which they may
/// not know what it is, they do not read either where it was set up and how it was turned.
pub fn may_read_in(game: &Match, event: &Event, readers: &[&Id]) -> bool {
    may_read(event, readers)
        && match &event.kind {
            EventKind::Placed(placed) => !is_hidden_from(game, &placed.unit, readers),
            EventKind::Turned(turned) => !is_hidden_from(game, &turned.unit, readers),
            _ => true,
        }
}

/// Whether a unit stands on the map where not all of these know what it is.
fn is_hidden_from(game: &Match, unit: &str, readers: &[&Id]) -> bool {
    let is_known = |one: &UnitView<'_>| one.intelligence == Intelligence::Full;
    let stands = |units: &[UnitView<'_>]| {
        units.iter().any(|one| one.name == unit && one.hex.is_some() && is_known(one))
    };
    !readers.is_empty() && stands(&game.units()) && !stands(&game.units_known_to(readers))
}

/// The events of a game as these read them: in moves, whoever they may not know is an unknown unit.
pub fn events_in<'g>(game: &'g Match, readers: &[&Id]) -> Cow<'g, [Event]> {
    let events = game.events();
    let known = if readers.is_empty() { Vec::new() } else { game.units_known_to(readers) };
    let hidden: BTreeSet<&str> = known
        .iter()
        .filter(|unit| unit.intelligence == Intelligence::Presence)
        .map(|unit| unit.name)
        .collect();
    if hidden.is_empty() {
        return Cow::Borrowed(events);
    }
    let mut events = events.to_vec();
    for event in &mut events {
        if let EventKind::Moved(moved) = &mut event.kind {
            for unit in moved.units.iter_mut().filter(|unit| hidden.contains(unit.as_str())) {
                *unit = UNKNOWN.into();
            }
        }
    }
    Cow::Owned(events)
}

/// A decision in words, as far as all of these may know it. `sides` are those of the game.
pub fn in_words(decision: &Decision, sides: &[Id], readers: &[&Id], words: &Words) -> String {
    let known =
        sides.get(decision.side).is_none_or(|side| may_know(decision.hidden, side, readers));
    match known {
        true => offer::in_words(&decision.action, words),
        false => format!("{}, in secret", offer::kind_name(&decision.action.verb)),
    }
}

fn may_know(hidden: bool, side: &Id, readers: &[&Id]) -> bool {
    !hidden || readers.iter().all(|reader| *reader == side)
}
