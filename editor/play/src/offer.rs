//! What the side to decide may do: kinds of actions, the units that act in them, the hexes that
//! they are about.

use std::collections::{BTreeMap, BTreeSet};

use salient_rules::action::Name;
use salient_rules::acts::Acts;
pub use salient_rules::acts::kind_name;
use salient_rules::words::{Words, plural};
use salient_rules::{Action, Match, Violation};

use crate::losses::left_of;

/// What is legal at one decision.
#[derive(Clone, Debug, Default)]
pub struct Offer {
    legal: Vec<Action>,
    kinds: BTreeMap<Name, usize>,
    unfinished: Option<Violation>,
}

impl Offer {
    /// What is legal in a game as it stands; nothing when it is over.
    pub fn of(game: &Match) -> Self {
        let legal = game.legal();
        let mut kinds: BTreeMap<Name, usize> = BTreeMap::new();
        for action in &legal {
            *kinds.entry(action.verb.clone()).or_default() += 1;
        }
        let unfinished = game.asked().and_then(|asked| asked.unfinished());
        Self { legal, kinds, unfinished }
    }

    /// Takes in what is legal besides what is listed.
    pub fn add(&mut self, more: Vec<Action>) {
        for action in more {
            *self.kinds.entry(action.verb.clone()).or_default() += 1;
            self.legal.push(action);
        }
    }

    /// Why nobody can be done with this step yet, with the rule that says so; none where one can.
    pub fn unfinished(&self, words: &Words) -> Option<String> {
        let why = self.unfinished.as_ref()?;
        Some(format!("Not done yet: {}", words.refusal(why)))
    }

    /// Every legal action, as [`Match::legal`] lists them.
    pub fn legal(&self) -> &[Action] {
        &self.legal
    }

    /// The kinds of actions with how many of each are listed, `done` last.
    pub fn kinds(&self) -> Vec<(&Name, usize)> {
        let mut kinds: Vec<_> = self.kinds.iter().map(|(kind, count)| (kind, *count)).collect();
        kinds.sort_by_key(|(kind, _)| *kind == "done");
        kinds
    }

    /// How many actions of a kind are listed.
    pub fn count(&self, verb: &str) -> usize {
        self.kinds.get(verb).copied().unwrap_or_default()
    }

    /// Every unit that may do anything.
    pub fn actors(&self) -> BTreeSet<&str> {
        self.legal.iter().flat_map(acting).collect()
    }

    /// Each kind of action with how many units may act in it; of those in whose words none acts, how
    /// many are listed: a boundary is that of armies, and not of the depots that stand for them.
    pub fn kinds_in_words(&self, acts: &Acts<'_>) -> Vec<(Name, String)> {
        let mut actors: BTreeMap<&Name, BTreeSet<&str>> = BTreeMap::new();
        for action in &self.legal {
            actors.entry(&action.verb).or_default().extend(acting(action));
        }
        let is_of_units = |kind: &Name| {
            let first = self.legal.iter().find(|action| action.verb == *kind);
            first.is_some_and(|first| {
                let said = acts.say(first);
                acting(first).any(|unit| said.contains(&acts.unit(unit)))
            })
        };
        let say = |(kind, listed): (&Name, usize)| {
            let units = actors.get(kind).map_or(0, BTreeSet::len);
            let many = match is_of_units(kind) {
                true => plural(units, "unit"),
                false => listed.to_string(),
            };
            (kind.clone(), format!("{} ({many})", kind_name(kind)))
        };
        self.kinds().into_iter().map(say).collect()
    }
}

/// The units that act.
pub fn actors(action: &Action) -> impl Iterator<Item = &str> {
    action.texts("unit").into_iter().chain(action.texts("units"))
}

/// The leader who acts, where whoever he directs does what is done.
pub fn leader(action: &Action) -> Option<&str> {
    action.text("leader")
}

/// Those by whom an action is picked: the units that act, and a leader for all whom he directs.
pub fn acting(action: &Action) -> impl Iterator<Item = &str> {
    actors(action).chain(leader(action))
}

/// The hexes that an action is about: where to, or against whom.
pub fn targets(action: &Action) -> impl Iterator<Item = &str> {
    let path = action.texts("path").pop();
    action.texts("hex").into_iter().chain(action.texts("hexes")).chain(path)
}

/// An action in words for whoever chooses, with what it comes to where its words do not say that.
pub fn in_full(action: &Action, acts: &Acts<'_>, game: &Match) -> String {
    let said = acts.say(action);
    match comes_to(action, acts.words(), game) {
        Some(comes_to) => format!("{said}: {}", acts.words().named(&comes_to)),
        None => said,
    }
}

/// What an action comes to that its own words do not say: what it leaves of a unit, and what its
/// system remarks.
pub fn comes_to(action: &Action, words: &Words, game: &Match) -> Option<String> {
    let left = left_of(game, action, words);
    let remark = game.asked().and_then(|asked| asked.remark(action));
    match (left, remark) {
        (Some(left), Some(remark)) if !left.contains(&remark) => Some(format!("{left}; {remark}")),
        (left, remark) => left.or(remark),
    }
}

/// An action in words, wherever units stand. For whoever chooses, [`Acts::of`] a game tells apart
/// those who are called alike.
pub fn in_words(action: &Action, words: &Words) -> String {
    Acts::anywhere(words).say(action)
}
