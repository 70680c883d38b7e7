//! From a changed copy of the lists to the edits that make it so.

use salient_schema::Scenario;
use salient_schema::scenario::{Reinforcement, Replacement, Track, Turn, Withdrawal};

use crate::edit::{Edit, List};

/// Edits that are one step of undo.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// What the undo list calls it.
    pub name: String,
    /// The edits; none if nothing would change.
    pub edits: Vec<Edit>,
    /// Where the group, withdrawal or replacement that it is about stands afterwards.
    pub at: Option<usize>,
}

/// Why a change cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// What it is about is gone.
    #[error("the schedule has changed meanwhile; choose again")]
    Gone,
    /// There is no such game-turn.
    #[error("the scenario has no game-turn {0}")]
    NoSuchTurn(u16),
    /// The last game-turn.
    #[error("a scenario needs at least one game-turn")]
    LastTurn,
    /// No counters.
    #[error("choose at least one unit")]
    NoUnits,
    /// Too many game-turns.
    #[error("a scenario can have no more game-turns")]
    TooManyTurns,
    /// Two groups that differ in more than their units.
    #[error("only groups of one side that come in alike on one game-turn can be joined")]
    NotAlike,
    /// The track is there already.
    #[error("there is a track {0:?} of this side already; give this one another name")]
    TrackThere(String),
    /// A name without a letter or digit.
    #[error("give it a name with at least one letter")]
    NoName,
}

/// The lists that a change of the schedule may touch.
#[derive(Clone, Debug)]
pub(super) struct Lists {
    pub turns: Vec<Turn>,
    pub reinforcements: Vec<Reinforcement>,
    pub withdrawals: Vec<Withdrawal>,
    pub replacements: Vec<Replacement>,
    pub tracks: Vec<Track>,
}

impl Lists {
    pub fn of(scenario: &Scenario) -> Self {
        Self {
            turns: scenario.turns.clone(),
            reinforcements: scenario.reinforcements.clone(),
            withdrawals: scenario.withdrawals.clone(),
            replacements: scenario.replacements.clone(),
            tracks: scenario.tracks.clone(),
        }
    }

    /// The edits that make a scenario's lists these.
    pub fn edits(self, scenario: &Scenario) -> Vec<Edit> {
        let Self { turns, reinforcements, withdrawals, replacements, tracks } = self;
        [
            splice(&scenario.turns, turns, |at, remove, insert| {
                Edit::splice(List::Turns, at, remove, insert)
            }),
            splice(&scenario.reinforcements, reinforcements, |at, remove, insert| {
                Edit::splice(List::Reinforcements, at, remove, insert)
            }),
            splice(&scenario.withdrawals, withdrawals, |at, remove, insert| {
                Edit::splice(List::Withdrawals, at, remove, insert)
            }),
            splice(&scenario.replacements, replacements, |at, remove, insert| {
                Edit::splice(List::Replacements, at, remove, insert)
            }),
            splice(&scenario.tracks, tracks, |at, remove, insert| {
                Edit::splice(List::Tracks, at, remove, insert)
            }),
        ]
        .into_iter()
        .flatten()
        .collect()
    }
}

/// The splice from an old list to a new one, without what they have in common at either end; none
/// where they are alike.
pub(crate) fn splice<T: PartialEq>(
    old: &[T],
    mut new: Vec<T>,
    edit: impl FnOnce(usize, usize, Vec<T>) -> Edit,
) -> Option<Edit> {
    let head = old.iter().zip(&new).take_while(|(old, new)| old == new).count();
    let tail =
        old[head..].iter().rev().zip(new[head..].iter().rev()).take_while(|(o, n)| o == n).count();
    let remove = old.len() - head - tail;
    let insert: Vec<T> = new.drain(head..new.len() - tail).collect();
    (remove > 0 || !insert.is_empty()).then(|| edit(head, remove, insert))
}
