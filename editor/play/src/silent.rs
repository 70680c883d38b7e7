//! Decisions that leave nothing behind in the log but themselves: an activation, a pass, the end of
//! a segment. A log that is shown says them in words.

use std::collections::BTreeMap;

use salient_rules::acts::{Acts, kind_name};
use salient_rules::words::{LogLine, Words};
use salient_schema::event::{Decided, Event, EventKind, LossOutcome};

use crate::offer::{acting, targets};

/// Where units stand, as far as a log has been read.
#[derive(Clone, Debug, Default)]
pub struct Places(BTreeMap<String, String>);

impl Places {
    /// Reads an event.
    pub fn read(&mut self, event: &Event) {
        let Self(places) = self;
        match &event.kind {
            EventKind::Placed(placed) => {
                places.insert(placed.unit.clone(), placed.hex.clone());
            }
            EventKind::Moved(moved) => {
                for unit in &moved.units {
                    places.insert(unit.clone(), moved.to().clone());
                }
            }
            EventKind::Removed(gone) => {
                places.remove(&gone.unit);
            }
            EventKind::Lost(lost) => match &lost.outcome {
                LossOutcome::Eliminated => drop(places.remove(&lost.unit)),
                LossOutcome::Replaced { by, .. } => {
                    places.remove(&lost.unit);
                    places.insert(by.clone(), lost.hex.clone());
                }
                LossOutcome::Reduced { .. } => {}
            },
            _ => {}
        }
    }
}

/// A decision of the log in words, by its event's place; nothing where other events tell of it, and
/// of what was chosen in secret. `places` are those before it.
pub fn line(events: &[Event], at: usize, words: &Words, places: &Places) -> Option<LogLine> {
    let [event, after @ ..] = events.get(at..)? else { return None };
    let EventKind::Action(decided) = &event.kind else { return None };
    let mut after = after
        .iter()
        .map(|event| &event.kind)
        .filter(|kind| !matches!(kind, EventKind::Roll(_)))
        .take_while(|kind| !matches!(kind, EventKind::Action(_)));
    let is_done = decided.action.verb == "done";
    let is_told = after.next().is_some_and(|next| {
        // That a step of the sequence of play is over tells of who is done with it, and of nobody
        // else.
        let steps =
            matches!(next, EventKind::Phase(_) | EventKind::Turn(_) | EventKind::TurnEnd(_));
        is_done || !steps
    });
    if is_told || decided.hidden {
        return None;
    }
    let there = acting(&decided.action)
        .filter_map(|unit| Some((unit.to_owned(), places.0.get(unit)?.clone())));
    let there: BTreeMap<String, String> = there.collect();
    let mut hexes: Vec<String> = there.values().cloned().collect();
    hexes.extend(targets(&decided.action).map(str::to_owned));
    let hexes: Vec<&String> = hexes.iter().collect();
    let said = match is_done {
        true => "done".to_owned(),
        false => in_a_sentence(Acts::placed(words, there).say(&decided.action), decided),
    };
    Some(LogLine::plain(format!("{}: {said}", words.side(&decided.side)), "", &hexes))
}

/// Words that begin with what is done begin with a small letter; a name stays as it is.
fn in_a_sentence(said: String, decided: &Decided) -> String {
    let kind = kind_name(&decided.action.verb);
    let first = kind.split(' ').next().unwrap_or_default();
    match said.strip_prefix(first) {
        Some(rest) => format!("{}{rest}", first.to_lowercase()),
        None => said,
    }
}
