//! A change from one file to another, in a designer's words.

use std::collections::BTreeMap;

use salient_schema::{CounterId, HexLabel, OrderOfBattle};
use serde::Serialize;
use serde_json::Value;

/// What was done to something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ChangeKind {
    /// It is there now.
    Added,
    /// It is there no longer.
    Removed,
    /// It is elsewhere: a counter in another hex, a town too.
    Moved,
    /// It is otherwise.
    Changed,
}

/// Something that changed from one file to another, as a designer would tell it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Change {
    /// What was done.
    pub kind: ChangeKind,
    /// In a designer's words: `3/Sx moved 1205 → 1306`.
    pub text: String,
    /// Names of fields and of things in lists, from the bundle down; the first of them, where the
    /// change is of several things alike.
    pub path: Vec<String>,
    /// The hexes where it shows, as printed; from the first to the second where something moved.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hexes: Vec<HexLabel>,
    /// The counters that it is about.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub counters: Vec<CounterId>,
    /// What the file said before; left out of something that was added.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<Value>,
    /// What the file says after; left out of something that was removed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<Value>,
}

/// What counters are called by those who play with them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names {
    designations: BTreeMap<CounterId, String>,
    /// How many counters bear a designation.
    bearers: BTreeMap<String, usize>,
}

impl Names {
    /// The designations of the counters of some orders of battle. The first that names a counter
    /// counts.
    pub fn of<'a>(orders_of_battle: impl IntoIterator<Item = &'a OrderOfBattle>) -> Self {
        let mut names = Self::default();
        for order_of_battle in orders_of_battle {
            for counter in &order_of_battle.counters {
                names.add(&counter.id, &counter.designation);
            }
        }
        names
    }

    pub(super) fn add(&mut self, id: &str, designation: &str) {
        if !self.designations.contains_key(id) {
            self.designations.insert(id.to_owned(), designation.to_owned());
            *self.bearers.entry(designation.to_owned()).or_default() += 1;
        }
    }

    /// What is printed on a counter; with its id, if another bears the same.
    pub fn of_counter(&self, id: &str) -> String {
        match self.designations.get(id) {
            Some(printed) if printed.is_empty() => id.to_owned(),
            Some(printed) if self.bearers.get(printed).is_some_and(|bearers| *bearers > 1) => {
                format!("{printed} ({id})")
            }
            Some(printed) => printed.clone(),
            None => id.to_owned(),
        }
    }
}
