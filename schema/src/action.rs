//! What a side may do, in the words of its map and counters.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use crate::plain::{self, Names, Table, Unreadable, Value};

/// What an action names: a unit as the log does, a hex as the map prints it. One that is as short as
/// they are takes no memory of its own.
pub type Name = SmolStr;

/// One decision of one side: what it does, and with what.
///
/// ```json
/// {"do": "move", "unit": "br-2-7", "path": ["3203", "3204"]}
/// ```
///
/// Each system publishes a JSON Schema of the actions that it knows. Wherever they mean the same
/// they are called alike: `move`, `attack`, `place`, `lose`, `retreat`, `advance`, `done`; a unit
/// or several in `unit` or `units`, hexes as the map prints them in `hex`, `hexes` or `path`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Action {
    /// What is done.
    #[serde(rename = "do")]
    pub verb: Name,
    /// With what, by name.
    #[serde(flatten)]
    pub fields: Table,
}

impl Action {
    /// An action without fields.
    pub fn plain(verb: &str) -> Self {
        Self { verb: verb.into(), fields: Table::default() }
    }

    /// An action of a system's own type: an enum whose variants are the verbs, with named fields,
    /// and units and hexes by their numbers.
    ///
    /// Serde is to write it as it does without being told of a tag, which takes no detour; its
    /// JSON Schema is tagged by `do`, as all actions are in files.
    pub fn of(act: &impl Serialize, names: &dyn Names) -> Self {
        match Value::named(act, names) {
            Value::Text(verb) => Self { verb, fields: Table::default() },
            Value::Table(table) => match table.into_iter().next() {
                Some((verb, Value::Table(fields))) => Self { verb, fields },
                _ => Self::plain(""),
            },
            _ => Self::plain(""),
        }
    }

    /// It as a system's own type, as [`Action::of`] takes it.
    ///
    /// # Errors
    /// In words, what the system does not know: the verb, a field, a value, a unit or a hex.
    pub fn read<T: DeserializeOwned>(&self, names: &dyn Names) -> Result<T, Unreadable> {
        plain::read::variant(&self.verb, &self.fields, names)
    }

    /// A field's text, if it has one of this name.
    pub fn text(&self, field: &str) -> Option<&str> {
        match self.fields.get(field) {
            Some(Value::Text(text)) => Some(text),
            _ => None,
        }
    }

    /// The texts of a field that is a list, or the one of a field that is a text.
    pub fn texts(&self, field: &str) -> Vec<&str> {
        match self.fields.get(field) {
            Some(Value::Text(text)) => vec![text],
            Some(Value::List(items)) => items
                .iter()
                .filter_map(|item| match item {
                    Value::Text(text) => Some(text.as_str()),
                    _ => None,
                })
                .collect(),
            _ => Vec::new(),
        }
    }
}
