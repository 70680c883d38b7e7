//! What a side may know of the log and of the course of the game. What the other side chose in
//! secret is told by the event that shows both choices, and not before: the decision itself it
//! never sees.

use salient_rules::Match;
use salient_rules::game::UnitView;
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

/// The same in a game as it stands: of a unit that they do not see on the map they do not read
/// either where it was set up.
pub fn may_read_in(game: &Match, event: &Event, readers: &[&Id]) -> bool {
    may_read(event, readers)
        && match &event.kind {
            EventKind::Placed(placed) => !is_hidden_from(game, &placed.unit, readers),
            _ => true,
        }
}

/// Whether a unit stands on the map where not all of these see it.
fn is_hidden_from(game: &Match, unit: &str, readers: &[&Id]) -> bool {
    let stands =
        |units: &[UnitView<'_>]| units.iter().any(|one| one.name == unit && one.hex.is_some());
    !readers.is_empty() && stands(&game.units()) && !stands(&game.units_known_to(readers))
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
