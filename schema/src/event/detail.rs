//! What a system says of an event, beyond the core.

use std::any::Any;
use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

use crate::common::Id;
use crate::event::EventKind;

/// A system's own account of an event: a JSON object whose `event` says what it is.
///
/// While a game is played it is the system's own type, so that nothing is put into words that
/// nobody reads; in a log that was read it is JSON. [`Detail::read`] gives the type either way.
#[derive(Clone)]
pub struct Detail(Form);

#[derive(Clone)]
enum Form {
    Typed(Arc<dyn Payload>),
    Json(Value),
}

/// What a system's details are: one enum a system, tagged by `event`.
pub trait Payload: Any + fmt::Debug + Send + Sync + erased_serde::Serialize {
    /// The same event in words that every client understands.
    fn core(&self) -> EventKind;

    /// Rules that it goes by besides the one that the core cites: those of modifiers.
    fn cites(&self, _cite: &mut dyn FnMut(&str)) {}

    /// Whether somebody is fired at or bombed by it although its core is no attack, as no unit makes
    /// it: whoever orders it wants to know what may come of it, even where that is nothing.
    fn is_bombardment(&self) -> bool {
        false
    }

    /// Where the system's table was entered, where it tells of an attack.
    fn entry(&self) -> Option<TableEntry> {
        None
    }

    /// Where it tells of a loss, the strength that the unit had before.
    fn strength_before(&self) -> Option<i32> {
        None
    }

    /// What it adds to the system's own tables of a test-run.
    fn facts(&self, _add: &mut dyn FnMut(Fact)) {}

    /// Itself, to be told apart by its type.
    fn as_any(&self) -> &dyn Any;
}

/// Where the table that settles an attack was entered, after everything that shifts it: supply,
/// terrain, support.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableEntry {
    /// The column as the table prints it, `3:1`; or the last value that the result is read by,
    /// `quotient 4`.
    pub column: Cow<'static, str>,
    /// Its place among the columns, the poorest for the attacker first.
    pub place: i32,
    /// All that was added to the dice, to the attacker's good; none where none was rolled.
    pub added: Option<i32>,
    /// Whether the dice are in it already, so that it settles the attack and says nothing of what was
    /// to be hoped for.
    pub with_dice: bool,
}

/// Numbers for a row of one of a system's own tables of a test-run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// The table's id.
    pub table: &'static str,
    /// The side that the row is about, if it is about one.
    pub side: Option<Id>,
    /// The row's id.
    pub row: Cow<'static, str>,
    /// What is added, by the id of its column.
    pub values: Vec<(&'static str, i64)>,
}

/// The table of what a side has to use up: a row a kind, `field-artillery-points`, with the columns
/// `received`, `spent`, `taken` for what it takes from its enemy, and `enemy-spent` for what its enemy
/// spends against it. A test-run tells what is left over. Replacement steps need not be in it, as they
/// have a table of their own.
pub const RESOURCES: &str = "resources";

impl Detail {
    /// A detail of a system's type.
    pub fn new(payload: impl Payload) -> Self {
        Self(Form::Typed(Arc::new(payload)))
    }

    /// It as a system's type; none where it is another's.
    pub fn read<T: Payload + Clone + DeserializeOwned>(&self) -> Option<Cow<'_, T>> {
        match &self.0 {
            Form::Typed(payload) => payload.as_ref().as_any().downcast_ref().map(Cow::Borrowed),
            Form::Json(value) => T::deserialize(value).ok().map(Cow::Owned),
        }
    }

    /// The system's account, where it was not read from a log.
    pub fn payload(&self) -> Option<&dyn Payload> {
        match &self.0 {
            Form::Typed(payload) => Some(payload.as_ref()),
            Form::Json(_) => None,
        }
    }

    /// It as a system's type, where it was not read from a log.
    pub fn typed<T: Payload>(&self) -> Option<&T> {
        match &self.0 {
            Form::Typed(payload) => payload.as_ref().as_any().downcast_ref(),
            Form::Json(_) => None,
        }
    }

    /// It as JSON.
    pub fn to_json(&self) -> Value {
        match &self.0 {
            Form::Typed(payload) => serde_json::to_value(Erased(payload)).unwrap_or_default(),
            Form::Json(value) => value.clone(),
        }
    }
}

impl fmt::Debug for Detail {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Form::Typed(payload) => payload.fmt(f),
            Form::Json(value) => value.fmt(f),
        }
    }
}

impl PartialEq for Detail {
    fn eq(&self, other: &Self) -> bool {
        self.to_json() == other.to_json()
    }
}

impl Serialize for Detail {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.0 {
            Form::Typed(payload) => Erased(payload).serialize(serializer),
            Form::Json(value) => value.serialize(serializer),
        }
    }
}

struct Erased<'a>(&'a Arc<dyn Payload>);

impl Serialize for Erased<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        erased_serde::serialize(self.0.as_ref(), serializer)
    }
}

impl<'de> Deserialize<'de> for Detail {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Value::deserialize(deserializer).map(|value| Self(Form::Json(value)))
    }
}

#[cfg(feature = "json-schema")]
impl schemars::JsonSchema for Detail {
    fn schema_name() -> Cow<'static, str> {
        "Detail".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "description": "What the system says of it, by the system's own schema.",
            "type": "object",
            "properties": {
                "event": { "type": "string", "description": "What it is." }
            },
            "required": ["event"]
        })
    }
}
