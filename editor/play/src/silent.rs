//! Decisions that leave nothing behind in the log but themselves: an activation, a pass, the end of
//! a segment; and that a bot was asked to make them. A log that is shown says so in words.

use std::collections::BTreeMap;

use salient_rules::acts::{Acts, kind_name};
use salient_rules::words::{LogLine, Words};
use salient_schema::event::{Decided, Event, EventKind, LossOutcome};
use salient_schema::words::name_in_a_sentence;

use crate::course::{By, Decision};
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

/// A decision of the log in words, by its event's place: that a bot was asked for it, and what it
/// was. `decisions` are all that led to where the game stands, `places` those before it.
pub fn lines(
    events: &[Event],
    at: usize,
    decisions: &[&Decision],
    words: &Words,
    places: &Places,
) -> Vec<LogLine> {
    let made = decisions.binary_search_by_key(&at, |decision| decision.events);
    let made = made.ok().and_then(|place| decisions.get(place)).copied();
    let (before, after) = events.split_at(at.min(events.len()));
    let [event, after @ ..] = after else { return Vec::new() };
    let EventKind::Action(decided) = &event.kind else { return Vec::new() };
    let step = step(before);
    let with = step.map(|step| format!(" with {step}")).unwrap_or_default();
    let side = words.side(&decided.side);
    let asked = made.and_then(|made| match made.by {
        By::Request { goes_on: true } => Some(format!("{side} lets a bot go on{with}")),
        By::Request { goes_on: false } => Some(format!("{side} lets a bot decide")),
        By::Person | By::Bot => None,
    });
    let asked = asked.map(|text| LogLine::plain(text, "", &[]));
    let done = made.map_or("", |made| made.done.as_ref());
    let done = match done {
        "" => format!("{side} is done{with}"),
        done => format!("{side}: {}", name_in_a_sentence(&words.named(done))),
    };
    asked.into_iter().chain(silent(decided, after, done, words, places)).collect()
}

/// The step of the sequence of play that is on behind these events.
fn step(events: &[Event]) -> Option<&str> {
    events.iter().rev().find_map(|event| match &event.kind {
        EventKind::Phase(phase) => Some(phase.name.as_str()),
        _ => None,
    })
}

/// A decision in words; nothing where the events after it tell of it, and of what was chosen in
/// secret. `done` is what is said of whoever is done.
fn silent(
    decided: &Decided,
    after: &[Event],
    done: String,
    words: &Words,
    places: &Places,
) -> Option<LogLine> {
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
    if is_done {
        return Some(LogLine::plain(done, "", &[]));
    }
    let there = acting(&decided.action)
        .filter_map(|unit| Some((unit.to_owned(), places.0.get(unit)?.clone())));
    let there: BTreeMap<String, String> = there.collect();
    let mut hexes: Vec<String> = there.values().cloned().collect();
    hexes.extend(targets(&decided.action).map(str::to_owned));
    let hexes: Vec<&String> = hexes.iter().collect();
    let said = in_a_sentence(Acts::placed(words, there).say(&decided.action), decided);
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
