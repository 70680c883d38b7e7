//! In which states counters on the map begin, and what carries them.

use std::collections::BTreeMap;

use salient_hex::grid::Hex;
use salient_rules::game::{Marker, MarkerLook};
use salient_rules::states::{Standing, UnitState, UnitStates, is_back, other_side};
use salient_schema::scenario::Placement;
use salient_schema::{CounterId, Id};

use super::op::{Plan, counters_in_words};
use crate::document::Document;
use crate::edit::Edit;
use crate::selection::PlacedCounter;
use crate::words;

/// A state that counters may begin in, or do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateChoice {
    /// As the scenario names it.
    pub id: Id,
    /// What a designer reads; the id where the system knows no such state.
    pub name: String,
    /// What it comes to, in a sentence.
    pub meaning: &'static str,
    /// What it is one way of: a counter begins in one state of each choice at most.
    pub choice: Option<&'static str>,
    /// Whether one of its choice must be said.
    pub needed: bool,
    /// How many of the counters begin in it.
    pub on: usize,
    /// How many of them may, or do.
    pub of: usize,
}

/// The states that some of the counters may begin in or do, in the order of the system.
pub fn state_choices(document: &Document, counters: &[PlacedCounter]) -> Vec<StateChoice> {
    let Some(all) = states_of(document, |states| states.all()) else {
        return unknown(document, counters, &[]);
    };
    let mut choices: Vec<StateChoice> = all.iter().map(choice).collect();
    for placed in counters {
        let Some(here) = Here::find(document, placed) else { continue };
        let fitting = here.fitting();
        for (state, choice) in all.iter().zip(&mut choices) {
            let on = here.begins(state);
            choice.on += usize::from(on);
            choice.of += usize::from(on || fitting.iter().any(|other| other.id == state.id));
        }
    }
    choices.retain(|choice| choice.of > 0);
    choices.extend(unknown(document, counters, all));
    choices
}

/// Whether there is anything to say of how counters begin: the system knows states, or the file
/// has some.
pub fn knows_states(document: &Document, counters: &[PlacedCounter]) -> bool {
    let said = |here: Here<'_>| !here.entry.states.is_empty() || here.entry.carried_by.is_some();
    states_of(document, |_| ()).is_some()
        || counters.iter().filter_map(|placed| Here::find(document, placed)).any(said)
}

/// What the map shows of how counters begin, one marker for each state in a hex.
pub fn markers(document: &Document) -> Vec<Marker> {
    let all = states_of(document, |states| states.all()).unwrap_or_default();
    let grid = document.grid();
    let mut found: BTreeMap<(Hex, MarkerLook, &'static str), usize> = BTreeMap::new();
    for entry in &document.scenario().setup.placements {
        let states = all.iter().filter(|state| entry.states.iter().any(|id| id == state.id));
        for state in states {
            if let Some((hex, look)) = grid.parse(&entry.hex).zip(state.look) {
                *found.entry((hex, look, state.name)).or_default() += entry.counters.len();
            }
        }
    }
    let marker = |((hex, look, name), count): ((Hex, MarkerLook, &'static str), usize)| match count
    {
        1 => Marker::in_hex(hex, name, look),
        _ => Marker::in_hex(hex, format!("{count} {name}"), look),
    };
    found.into_iter().map(marker).collect()
}

/// How counters of an entry begin, for people: `hidden, dug in, carried by Train 3`; empty where
/// there is nothing to say.
pub fn begins_in_words(document: &Document, entry: &Placement) -> String {
    let all = states_of(document, |states| states.all()).unwrap_or_default();
    let states = entry.states.iter().map(|id| name_of(all, id).to_lowercase());
    let carrier = entry.carried_by.as_ref();
    let carried = carrier.map(|carrier| format!("carried by {}", called(document, carrier)));
    states.chain(carried).collect::<Vec<_>>().join(", ")
}

/// The counters that may carry one, and the one that does.
pub fn carriers(
    document: &Document,
    placed: &PlacedCounter,
) -> (Vec<CounterId>, Option<CounterId>) {
    let Some(here) = Here::find(document, placed) else { return Default::default() };
    let now = here.entry.carried_by.clone();
    let mut offered =
        states_of(document, |states| here.standing(|at| states.carriers(&at))).unwrap_or_default();
    offered.extend(now.clone().filter(|now| !offered.contains(now)));
    (offered, now)
}

/// Lets counters begin in a state, or no longer.
pub(super) fn set_state(
    document: &Document,
    counters: &[PlacedCounter],
    id: &str,
    on: bool,
) -> Result<Plan, String> {
    let all = states_of(document, |states| states.all()).unwrap_or_default();
    let state = all.iter().find(|state| state.id == id);
    let mut edits = Vec::new();
    let mut changed = Vec::new();
    for placed in counters {
        let Some(here) = Here::find(document, placed) else { continue };
        let before = edits.len();
        match (state, on) {
            (Some(state), true) => edits.extend(here.begin(document, all, state)),
            (Some(state), false) => edits.extend(here.end(&[state.id], state.back)),
            (None, _) => edits.extend(here.end(&[id], false)),
        }
        if edits.len() > before {
            changed.push(&placed.counter);
        }
    }
    let name = name_of(all, id);
    let what = match changed.as_slice() {
        [] => {
            return Err(format!("nothing changes: none of them may begin {}", name.to_lowercase()));
        }
        [one] => called(document, one).to_owned(),
        several => counters_in_words(several.len()),
    };
    let name = match on {
        true => format!("Let {what} begin: {}", name.to_lowercase()),
        false => format!("Let {what} begin not: {}", name.to_lowercase()),
    };
    Ok(Plan { name, edits })
}

/// Lets a counter begin on board of another, or of none.
pub(super) fn carry(
    document: &Document,
    placed: &PlacedCounter,
    by: Option<&CounterId>,
) -> Result<Plan, String> {
    let here = Here::find(document, placed).ok_or("it is not on the map")?;
    let counter = called(document, &placed.counter);
    let name = match by {
        Some(by) => format!("Let {} carry {counter}", called(document, by)),
        None => format!("Let nobody carry {counter}"),
    };
    Ok(Plan { name, edits: vec![here.set(here.entry.states.clone(), by.cloned())] })
}

/// Asks which states the document's system knows; none where it knows none.
fn states_of<T>(document: &Document, ask: impl FnOnce(&dyn UnitStates) -> T) -> Option<T> {
    document.system()?.states().map(ask)
}

fn choice(state: &UnitState) -> StateChoice {
    let UnitState { id, name, meaning, choice, needed, .. } = *state;
    StateChoice { id: id.to_owned(), name: name.to_owned(), meaning, choice, needed, on: 0, of: 0 }
}

/// States that the counters have in the file and the system does not know.
fn unknown(
    document: &Document,
    counters: &[PlacedCounter],
    known: &[UnitState],
) -> Vec<StateChoice> {
    let mut found: Vec<StateChoice> = Vec::new();
    let entries = counters.iter().filter_map(|placed| Here::find(document, placed));
    for id in entries.flat_map(|here| &here.entry.states) {
        if known.iter().any(|state| state.id == id) {
            continue;
        }
        match found.iter_mut().find(|choice| choice.id == *id) {
            Some(choice) => (choice.on, choice.of) = (choice.on + 1, choice.of + 1),
            None => found.push(StateChoice {
                id: id.clone(),
                name: name_of(known, id),
                meaning: "The rules know no such state.",
                choice: None,
                needed: false,
                on: 1,
                of: 1,
            }),
        }
    }
    found
}

fn name_of(all: &[UnitState], id: &str) -> String {
    let known = all.iter().find(|state| state.id == id);
    known.map_or_else(|| id.replace(['-', '_'], " "), |state| state.name.to_owned())
}

fn called<'d>(document: &'d Document, counter: &'d str) -> &'d str {
    let printed = document.counter(counter);
    printed.map_or(counter, |one| words::in_words(document.ruleset(), one))
}

/// A counter where it is set up.
struct Here<'d> {
    document: &'d Document,
    placed: &'d PlacedCounter,
    entry: &'d Placement,
}

impl<'d> Here<'d> {
    fn find(document: &'d Document, placed: &'d PlacedCounter) -> Option<Self> {
        let stack = document.stack_at(placed.hex);
        let there = stack.into_iter().find(|entry| *entry.counter == placed.counter)?;
        Some(Self { document, placed, entry: there.placement })
    }

    fn standing<T: Default>(&self, of: impl FnOnce(Standing<'_>) -> T) -> T {
        let Some(counter) = self.document.counter(&self.placed.counter) else {
            return T::default();
        };
        let (bundle, hex) = (self.document.bundle(), self.placed.hex);
        of(Standing { bundle, lookup: &self.document.state.lookup(), counter, hex })
    }

    fn fitting(&self) -> Vec<&'static UnitState> {
        let fitting = |states: &dyn UnitStates| self.standing(|at| states.fitting(&at));
        states_of(self.document, fitting).unwrap_or_default()
    }

    fn face(&self) -> u8 {
        self.entry.face.unwrap_or(0)
    }

    /// Whether the counter's other side is up.
    fn lies_on_front(&self) -> bool {
        let printed = self.document.counter(&self.placed.counter);
        !printed.is_some_and(|printed| is_back(printed, self.face()))
    }

    /// Whether it begins in a state: so it is said, or so it lies.
    fn begins(&self, state: &UnitState) -> bool {
        self.entry.states.iter().any(|id| id == state.id)
            || state.back && !self.lies_on_front() && self.is_of(state)
    }

    /// Whether a state of the back is what the back of this counter means.
    fn is_of(&self, state: &UnitState) -> bool {
        self.fitting().iter().any(|fits| fits.id == state.id)
    }

    /// What lets it begin in a state, and in none of the other ways of the same choice.
    fn begin(&self, document: &Document, all: &[UnitState], state: &UnitState) -> Vec<Edit> {
        if self.begins(state) || !self.is_of(state) {
            return Vec::new();
        }
        let others = all.iter().filter(|other| {
            other.id != state.id && other.choice.is_some() && other.choice == state.choice
        });
        let ids: Vec<&str> = others.clone().map(|other| other.id).collect();
        let back = others.clone().any(|other| other.back && self.begins(other));
        let mut edits = self.end(&ids, back);
        let printed = document.counter(&self.placed.counter);
        let other = printed.and_then(|printed| other_side(printed, self.face()));
        match other.filter(|_| state.back && self.lies_on_front()) {
            Some(face) => edits.push(self.turn(face)),
            None => {
                let mut states = self.without(&ids);
                states.push(state.id.to_owned());
                edits.push(self.set(states, self.entry.carried_by.clone()));
            }
        }
        edits
    }

    /// What takes states away from it, and with one of its back turns it to the front.
    fn end(&self, ids: &[&str], back: bool) -> Vec<Edit> {
        let mut edits = Vec::new();
        let rest = self.without(ids);
        if rest != self.entry.states {
            edits.push(self.set(rest, self.entry.carried_by.clone()));
        }
        let printed = self.document.counter(&self.placed.counter);
        let other = printed.and_then(|printed| other_side(printed, self.face()));
        edits.extend(other.filter(|_| back && !self.lies_on_front()).map(|face| self.turn(face)));
        edits
    }

    fn without(&self, ids: &[&str]) -> Vec<Id> {
        let states = self.entry.states.iter();
        states.filter(|id| !ids.contains(&id.as_str())).cloned().collect()
    }

    fn set(&self, states: Vec<Id>, carried_by: Option<CounterId>) -> Edit {
        let (counter, hex) = self.names();
        Edit::SetStates { counter, hex, states, carried_by }
    }

    fn turn(&self, face: u8) -> Edit {
        let (counter, hex) = self.names();
        Edit::TurnCounter { counter, hex, face }
    }

    fn names(&self) -> (CounterId, String) {
        (self.placed.counter.clone(), self.document.grid().label(self.placed.hex))
    }
}
