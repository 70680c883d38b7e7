//! What a side may do, in the words of its map and counters.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::plain::Value;

/// One decision of one side: what it does, and with what.
///
/// ```json
/// {"do": "move", "unit": "br-2-7", "path": ["3203", "3204"]}
/// ```
///
/// Each system publishes a JSON Schema of the actions that it knows. Wherever they mean the same
/// they are called alike: `move`, `attack`, `place`, `lose`, `retreat`, `advance`, `done`; a unit
/// or several in `unit` or `units`, hexes as the map prints them in `hex`, `hexes` or `path`.
#[derive(
    Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
pub struct Action {
    /// What is done.
    #[serde(rename = "do")]
    pub verb: String,
    /// With what, by name.
    #[serde(flatten)]
    pub fields: BTreeMap<String, Value>,
}

impl Action {
    /// An action without fields.
    pub fn plain(verb: &str) -> Self {
        Self { verb: verb.to_owned(), fields: BTreeMap::new() }
    }

    /// An action of a system's own type: an enum tagged by `do`.
    pub fn of(action: &impl Serialize) -> Self {
        let Value::Table(mut fields) = Value::of(action) else { return Self::plain("") };
        let verb = match fields.remove("do") {
            Some(Value::Text(verb)) => verb,
            _ => String::new(),
        };
        Self { verb, fields }
    }

    /// It as a system's own type.
    ///
    /// # Errors
    /// In words, what the system does not know: the verb, a field, a value.
    pub fn read<T: DeserializeOwned>(&self) -> Result<T, String> {
        let json = serde_json::to_value(self).map_err(|error| error.to_string())?;
        serde_json::from_value(json).map_err(|error| error.to_string())
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
