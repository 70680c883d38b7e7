//! Why a bot decided as it did: what it weighed, what it expected, and what it took.
//!
//! An account is made for whoever asks; a game that nobody watches makes none.

use serde::Serialize;

use crate::action::Action;
use crate::bot::Bot;

/// Why a bot decided as it did.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Account {
    /// The game-turn.
    pub turn: u16,
    /// The step of the sequence of play in words.
    pub phase: String,
    /// The side's place in [`Match::sides`](crate::Match::sides).
    pub side: usize,
    /// Who decided.
    pub bot: Bot,
    /// What it did.
    pub action: Action,
    /// What it weighed by its own lights, best first; nothing where it goes by chance or by a
    /// rule of thumb that weighs nothing.
    #[serde(skip_serializing_if = "Considered::is_empty")]
    pub weighed: Considered,
    /// The plan that a searcher holds to, and what else it played out when it took it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plan: Option<Thought>,
    /// Whether the plan was taken at this very decision.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub planned_now: bool,
}

impl Account {
    /// Whether there is anything to tell besides what was done: by a plan that was taken before, a
    /// bot may do what it need not weigh.
    pub fn is_empty(&self) -> bool {
        self.weighed.is_empty() && !self.planned_now
    }
}

/// What a bot weighed against each other.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Considered {
    /// What the choice is between: `attacks of the phase`.
    pub between: &'static str,
    /// What the values are counted in: `hundredths of a victory point`.
    pub unit: &'static str,
    /// The choices, best first.
    pub choices: Vec<Choice>,
}

impl Considered {
    /// Whether nothing was weighed.
    pub fn is_empty(&self) -> bool {
        self.choices.is_empty()
    }

    /// Puts the choices in order, the best first, and leaves out all but so many and what was
    /// taken. Of equals what was taken comes first, then what was thought of first.
    #[must_use]
    pub fn best(mut self, most: usize) -> Self {
        self.choices.sort_by_key(|choice| (std::cmp::Reverse(choice.value), !choice.taken));
        let mut kept = 0;
        self.choices.retain(|choice| {
            kept += 1;
            kept <= most || choice.taken
        });
        self
    }
}

/// One of the ways that a bot weighed.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Choice {
    /// What would be done.
    pub action: Action,
    /// What it is for, where the action does not say: `to attack 3204`; empty where it does.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub aim: String,
    /// What it is worth to the bot, in [`Considered::unit`]; none where it goes by something else.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<i64>,
    /// What may come of it, if dice are rolled.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub chances: Vec<Chance>,
    /// Whether it is what the bot did.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub taken: bool,
}

/// How likely something is.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Chance {
    /// What: `no defender is left`.
    pub of: &'static str,
    /// How likely, from 0 to 1.
    pub share: f64,
}

/// What a searcher thought at a decision.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Thought {
    /// The game-turn.
    pub turn: u16,
    /// The step of the sequence of play in words.
    pub phase: String,
    /// The side's place in [`Match::sides`](crate::Match::sides).
    pub side: usize,
    /// What it weighed, in the order in which it was thought of.
    pub options: Vec<Weighed>,
    /// The place of what it took among them.
    pub taken: usize,
    /// How many game-turns each playout looked ahead.
    pub turns_ahead: u16,
}

/// One of the ways that a searcher weighed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Weighed {
    /// What a person reads.
    pub name: String,
    /// How often it was played out.
    pub playouts: u32,
    /// The values of the playouts, added up.
    pub value: i64,
    /// How many of the playouts the side had won when they ended.
    pub won: u32,
}

impl Weighed {
    /// The value of a playout on the mean, in the system's own unit; 0 without any.
    pub fn mean(&self) -> f64 {
        if self.playouts == 0 { 0.0 } else { self.value as f64 / f64::from(self.playouts) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choice(verb: &str, value: i64, taken: bool) -> Choice {
        let (action, value) = (Action::plain(verb), Some(value));
        Choice { action, aim: String::new(), value, chances: Vec::new(), taken }
    }

    #[test]
    fn the_best_stand_first_and_what_was_taken_stays() {
        let choices = vec![
            choice("poor", 1, true),
            choice("good", 9, false),
            choice("as-good", 9, false),
            choice("fair", 5, false),
        ];
        let weighing = Considered { between: "acts", unit: "points", choices }.best(2);
        let verbs: Vec<&str> =
            weighing.choices.iter().map(|choice| choice.action.verb.as_str()).collect();
        assert_eq!(verbs, ["good", "as-good", "poor"]);
        assert!(Considered::default().best(3).is_empty());
    }
}
