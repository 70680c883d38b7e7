//! What a side may do, in the words of its map and counters, and how it is refused.

pub use salient_schema::action::{Action, Name};
use std::borrow::Cow;

use salient_schema::plain::Unreadable;
use serde::{Deserialize, Serialize};

/// A refused action: the rule that it breaks, and how.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[error("{message} ({rule})")]
pub struct Violation {
    /// The rule, `KB 5.13`; empty where the action makes no sense in any system.
    pub rule: Cow<'static, str>,
    /// What is wrong, in a sentence. Bots try many actions that are refused: what needs no name
    /// of a unit or hex is not copied.
    pub message: Cow<'static, str>,
}

impl Violation {
    /// A refusal.
    pub fn new(rule: impl Into<Cow<'static, str>>, message: impl Into<Cow<'static, str>>) -> Self {
        Self { rule: rule.into(), message: message.into() }
    }

    /// A refusal of what no rule is asked about: a word that the system does not know.
    pub fn unknown(message: impl Into<Cow<'static, str>>) -> Self {
        Self::new("", message)
    }
}

/// What is wrong, where no rule is asked about.
impl From<Violation> for String {
    fn from(violation: Violation) -> Self {
        violation.message.into_owned()
    }
}

impl From<Unreadable> for Violation {
    fn from(unreadable: Unreadable) -> Self {
        Self::unknown(unreadable.to_string())
    }
}
