//! Numbers of the rules with their exceptions, and whom rules are about.

use std::fmt;

use serde::de::value::MapAccessDeserializer;
use serde::de::{MapAccess, Unexpected, Visitor};
use serde::ser::SerializeStruct;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::common::{Id, is_default};

/// A number of the rules, and what changes it: in a file `3`, or
/// `{"number": 3, "except": [{"when": {"weather": "mud"}, "set": 2}]}`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Amount {
    /// The number where no exception holds.
    pub number: i32,
    /// What changes it, one after the other: each exception that holds sets the number or adds to
    /// it.
    pub except: Vec<Exception>,
}

/// What changes a number of the rules.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Exception {
    /// When it holds.
    pub when: When,
    /// What the number is then. Either this or `add` is given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub set: Option<i32>,
    /// What is added to it then, below 0 to take away.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub add: Option<i32>,
    /// The rule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
}

/// When an exception or a modifier holds: every given part must.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct When {
    /// For units of this side.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<Id>,
    /// For units of this group: a type, a trait, a size or a nation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit: Option<Id>,
    /// In a hex with this kind of terrain or feature.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub terrain: Option<Id>,
    /// Across a hexside of this kind.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hexside: Option<Id>,
    /// In this weather.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weather: Option<Id>,
    /// For units in this state, of supply or another.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state: Option<Id>,
    /// In this step of the sequence of play.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step: Option<Id>,
    /// From this game-turn on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from_turn: Option<u16>,
    /// Up to this game-turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to_turn: Option<u16>,
    /// Where the scenario has this optional rule in force.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub optional_rule: Option<Id>,
    /// Not while this holds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unless: Option<Box<When>>,
}

/// Whom a rule is about: units, by what they are known by. Left out or empty: every unit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Group {
    /// Units of any of these types, traits, sizes, nations or sides; all if left out.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub of: Vec<Id>,
    /// Units of none of these.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub but: Vec<Id>,
    /// Nobody at all.
    #[serde(skip_serializing_if = "is_default")]
    pub nobody: bool,
}

impl Group {
    /// Whether a unit that is known by these words belongs to it.
    pub fn has<'a>(&self, mut known_by: impl FnMut(&str) -> bool + 'a) -> bool {
        !self.nobody
            && (self.of.is_empty() || self.of.iter().any(|id| known_by(id)))
            && !self.but.iter().any(|id| known_by(id))
    }

    /// Whether every unit belongs to it.
    pub fn is_everybody(&self) -> bool {
        *self == Self::default()
    }

    /// Whether it is left out of a file.
    pub(crate) fn is_left_out(&self) -> bool {
        self.is_everybody()
    }
}

impl Amount {
    /// A number without exceptions.
    pub const fn of(number: i32) -> Self {
        Self { number, except: Vec::new() }
    }

    /// Whether it is nought whatever happens: files leave it out.
    pub fn is_zero(&self) -> bool {
        self.number == 0 && self.except.is_empty()
    }
}

impl From<i32> for Amount {
    fn from(number: i32) -> Self {
        Self::of(number)
    }
}

impl Serialize for Amount {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.except.is_empty() {
            return serializer.serialize_i32(self.number);
        }
        let mut fields = serializer.serialize_struct("Amount", 2)?;
        fields.serialize_field("number", &self.number)?;
        fields.serialize_field("except", &self.except)?;
        fields.end()
    }
}

/// An amount as it is written in full.
#[derive(Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
struct InFull {
    /// The number where no exception holds.
    number: i32,
    /// What changes it, one after the other.
    #[serde(default)]
    except: Vec<Exception>,
}

// By hand: serde's own would first keep whatever comes, to try one form after the other.
impl<'de> Deserialize<'de> for Amount {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Read;

        impl<'de> Visitor<'de> for Read {
            type Value = Amount;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a whole number, or an object with a number and its exceptions")
            }

            fn visit_i64<E: serde::de::Error>(self, number: i64) -> Result<Amount, E> {
                let small = i32::try_from(number).map(Amount::of);
                small.map_err(|_| E::invalid_value(Unexpected::Signed(number), &self))
            }

            fn visit_u64<E: serde::de::Error>(self, number: u64) -> Result<Amount, E> {
                let small = i32::try_from(number).map(Amount::of);
                small.map_err(|_| E::invalid_value(Unexpected::Unsigned(number), &self))
            }

            fn visit_map<A: MapAccess<'de>>(self, fields: A) -> Result<Amount, A::Error> {
                let InFull { number, except } =
                    InFull::deserialize(MapAccessDeserializer::new(fields))?;
                Ok(Amount { number, except })
            }
        }

        deserializer.deserialize_any(Read)
    }
}

#[cfg(feature = "json-schema")]
impl schemars::JsonSchema for Amount {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Amount".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let in_full = generator.subschema_for::<InFull>();
        schemars::json_schema!({
            "description": "A number of the rules, by itself or with its exceptions.",
            "anyOf": [{ "type": "integer", "minimum": i32::MIN, "maximum": i32::MAX }, in_full]
        })
    }
}
