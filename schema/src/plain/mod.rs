//! Plain values: what an action is made of, and what a rule case compares events with.
//!
//! They are made in great numbers, an action for each thing that a side may do: a name or the
//! number of a hex takes no memory of its own, and a table is a sorted list.

mod any;
mod build;
mod names;
pub(crate) mod read;

use std::collections::BTreeMap;
use std::fmt;

use litemap::LiteMap;
use serde::{Deserialize, Serialize, Serializer};
use smol_str::SmolStr;

pub(crate) use any::ANY;
pub use build::NoValue;
pub use names::{Names, Texts};
pub use read::Unreadable;

/// Anything that a log holds, but for fractions.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Value {
    /// True or false.
    Bool(bool),
    /// A whole number.
    Number(i64),
    /// A text.
    Text(SmolStr),
    /// A list.
    List(Vec<Value>),
    /// A table.
    Table(Table),
}

/// Plain values by name, sorted by name.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(from = "BTreeMap<SmolStr, Value>")]
pub struct Table(LiteMap<SmolStr, Value>);

impl Value {
    /// The plain value of anything in the log.
    pub fn of(thing: &impl Serialize) -> Self {
        Self::built(thing, build::Build(None))
    }

    /// The same, with names where the thing holds numbers of units and hexes.
    pub fn named(thing: &impl Serialize, names: &dyn Names) -> Self {
        Self::built(thing, build::Build(Some(names)))
    }

    fn built(thing: &impl Serialize, build: build::Build<'_>) -> Self {
        thing.serialize(build).unwrap_or_else(|error| Self::Text(error.to_string().into()))
    }

    /// Whether this has everything that `part` has: tables by the fields of `part`, all else
    /// exactly. A field that is not there is as good as an empty list or `false`.
    pub fn contains(&self, part: &Self) -> bool {
        match (self, part) {
            (Self::Table(all), Self::Table(part)) => {
                part.iter().all(|(key, part)| match all.get(key) {
                    Some(whole) => whole.contains(part),
                    // What is empty or false the log leaves out.
                    None => matches!(part, Self::Bool(false)) || *part == Self::List(Vec::new()),
                })
            }
            (Self::List(all), Self::List(part)) => {
                all.len() == part.len() && all.iter().zip(part).all(|(a, b)| a.contains(b))
            }
            (a, b) => a == b,
        }
    }

    fn absent() -> Self {
        Self::Table(Table::default())
    }

    fn says_nothing(&self) -> bool {
        match self {
            Self::List(items) => items.is_empty(),
            Self::Table(fields) => fields.is_empty(),
            Self::Bool(_) | Self::Number(_) | Self::Text(_) => false,
        }
    }

    fn pruned(self) -> Self {
        match self {
            Self::List(items) => Self::List(items.into_iter().map(Self::pruned).collect()),
            Self::Table(fields) => Self::Table(fields.pruned()),
            plain => plain,
        }
    }

    fn with_names(self, name: &dyn Fn(&str) -> Option<SmolStr>) -> Option<Self> {
        Some(match self {
            Self::Text(text) => Self::Text(name(&text)?),
            Self::List(items) => {
                Self::List(items.into_iter().filter_map(|item| item.with_names(name)).collect())
            }
            Self::Table(fields) => {
                let all = fields.into_iter();
                let named =
                    all.filter_map(|(key, value)| Some((name(&key)?, value.with_names(name)?)));
                Self::Table(named.collect())
            }
            plain => plain,
        })
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bool(value) => write!(f, "{value}"),
            Self::Number(value) => write!(f, "{value}"),
            Self::Text(value) => write!(f, "{value:?}"),
            Self::List(items) => {
                f.write_str("[")?;
                for (i, item) in items.iter().enumerate() {
                    write!(f, "{}{item}", if i == 0 { "" } else { ", " })?;
                }
                f.write_str("]")
            }
            Self::Table(fields) => {
                f.write_str("{")?;
                for (i, (key, field)) in fields.iter().enumerate() {
                    write!(f, "{} {key} = {field}", if i == 0 { "" } else { "," })?;
                }
                f.write_str(" }")
            }
        }
    }
}

impl Table {
    /// An empty table with room for so many values.
    pub fn with_capacity(len: usize) -> Self {
        Self(LiteMap::with_capacity(len))
    }

    /// The value of a name.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.0.get(name)
    }

    /// Gives a name a value; the one that it had.
    pub fn insert(&mut self, name: SmolStr, value: Value) -> Option<Value> {
        self.0.insert(name, value)
    }

    /// Takes a name's value out.
    pub fn remove(&mut self, name: &str) -> Option<Value> {
        self.0.remove(name)
    }

    /// Whether it holds nothing.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// It without what says nothing: empty lists and tables, however deep.
    #[must_use]
    pub fn pruned(self) -> Self {
        let all = self.into_iter().map(|(name, value)| (name, value.pruned()));
        all.filter(|(_, value)| !value.says_nothing()).collect()
    }

    /// It with other names of counters or formations, none for one that is gone: of texts, and of
    /// what tables below this one tell of.
    #[must_use]
    pub fn with_names(self, name: &dyn Fn(&str) -> Option<SmolStr>) -> Self {
        self.into_iter()
            .filter_map(|(field, value)| Some((field, value.with_names(name)?)))
            .collect()
    }

    /// The values by name.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&SmolStr, &Value)> {
        self.0.iter()
    }
}

impl FromIterator<(SmolStr, Value)> for Table {
    fn from_iter<I: IntoIterator<Item = (SmolStr, Value)>>(values: I) -> Self {
        Self(values.into_iter().collect())
    }
}

impl Extend<(SmolStr, Value)> for Table {
    fn extend<I: IntoIterator<Item = (SmolStr, Value)>>(&mut self, values: I) {
        for (name, value) in values {
            self.0.insert(name, value);
        }
    }
}

impl IntoIterator for Table {
    type Item = (SmolStr, Value);
    type IntoIter = <LiteMap<SmolStr, Value> as IntoIterator>::IntoIter;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl From<BTreeMap<SmolStr, Value>> for Table {
    fn from(values: BTreeMap<SmolStr, Value>) -> Self {
        values.into_iter().collect()
    }
}

impl Serialize for Table {
    // By itself an empty list map would become a list.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

#[cfg(feature = "json-schema")]
impl schemars::JsonSchema for Table {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Table".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        BTreeMap::<SmolStr, Value>::json_schema(generator)
    }
}
