//! What the side to decide may do: kinds of actions, the units that act in them, the hexes that
//! they are about.

use std::collections::{BTreeMap, BTreeSet};

use salient_rules::action::Name;
use salient_rules::words::Words;
use salient_rules::{Action, Match, Violation};
use salient_schema::plain::Value;

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
        Self { legal, kinds, unfinished: game.unfinished() }
    }

    /// Why nobody can be done with this step yet, with the rule that says so; none where one can.
    pub fn unfinished(&self) -> Option<String> {
        self.unfinished.as_ref().map(|why| format!("Not done yet: {why}"))
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
        self.legal.iter().flat_map(actors).collect()
    }
}

/// The units that act.
pub fn actors(action: &Action) -> impl Iterator<Item = &str> {
    action.texts("unit").into_iter().chain(action.texts("units"))
}

/// The hexes that an action is about: where to, or against whom.
pub fn targets(action: &Action) -> impl Iterator<Item = &str> {
    let path = action.texts("path").pop();
    action.texts("hex").into_iter().chain(action.texts("hexes")).chain(path)
}

/// What a kind of action is called: `allocate_air` is "Allocate air".
pub fn kind_name(verb: &str) -> String {
    if verb == "done" {
        return "Done: nothing more in this step".to_owned();
    }
    let words = verb.replace('_', " ");
    let mut letters = words.chars();
    letters.next().map(char::to_uppercase).into_iter().flatten().chain(letters).collect()
}

/// An action in words, short enough for a button.
pub fn in_words(action: &Action, words: &Words) -> String {
    let mut text = kind_name(&action.verb);
    let units: Vec<String> = actors(action).map(|unit| words.unit(&unit.to_owned())).collect();
    if !units.is_empty() {
        text = format!("{text} {}", units.join(", "));
    }
    let path = action.texts("path");
    let target: Vec<&str> = targets(action).collect();
    if !target.is_empty() {
        let to = match (action.verb.as_str(), path.is_empty()) {
            (_, false) => "to",
            ("attack", _) => "on",
            _ => "in",
        };
        text = format!("{text} {to} {}", target.join(", "));
    }
    let known = ["unit", "units", "hex", "hexes", "path"];
    let rest = action.fields.iter().filter(|(name, _)| !known.contains(&name.as_str()));
    let rest: Vec<String> = rest.filter_map(|(name, value)| field(name, value)).collect();
    if !rest.is_empty() {
        text = format!("{text}: {}", rest.join(", "));
    }
    text
}

fn field(name: &str, value: &Value) -> Option<String> {
    let name = name.replace('_', " ");
    match value {
        Value::Bool(false) | Value::List(_) => None,
        Value::Bool(true) => Some(name),
        Value::Text(text) => Some(format!("{name} {text}")),
        Value::Number(number) => Some(format!("{number} {name}")),
        Value::Table(fields) => {
            let parts: Vec<String> = fields.iter().filter_map(|(n, v)| field(n, v)).collect();
            Some(format!("{name} {}", parts.join(", ")))
        }
    }
}
