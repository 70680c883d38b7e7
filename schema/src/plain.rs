//! Plain values: what an action is made of, and what a rule case compares events with.

use std::collections::BTreeMap;
use std::fmt;

use schemars::JsonSchema;
use serde::ser::{self, Impossible};
use serde::{Deserialize, Serialize, Serializer};

/// Anything that a log holds, but for fractions.
#[derive(
    Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(untagged)]
pub enum Value {
    /// True or false.
    Bool(bool),
    /// A whole number.
    Number(i64),
    /// A text.
    Text(String),
    /// A list.
    List(Vec<Value>),
    /// A table.
    Table(BTreeMap<String, Value>),
}

impl Value {
    /// The plain value of anything in the log.
    pub fn of(thing: &impl Serialize) -> Self {
        thing.serialize(Build).unwrap_or_else(|error| Self::Text(error.0))
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
        Self::Table(BTreeMap::new())
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

/// Something that has no plain value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct NoValue(String);

impl ser::Error for NoValue {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self(message.to_string())
    }
}

/// Builds a value from whatever can be serialised.
struct Build;

impl Serializer for Build {
    type Ok = Value;
    type Error = NoValue;
    type SerializeSeq = BuildList;
    type SerializeTuple = BuildList;
    type SerializeTupleStruct = BuildList;
    type SerializeTupleVariant = Impossible<Value, NoValue>;
    type SerializeMap = BuildTable;
    type SerializeStruct = BuildTable;
    type SerializeStructVariant = BuildTable;

    fn serialize_bool(self, v: bool) -> Result<Value, NoValue> {
        Ok(Value::Bool(v))
    }
    fn serialize_i8(self, v: i8) -> Result<Value, NoValue> {
        Ok(Value::Number(v.into()))
    }
    fn serialize_i16(self, v: i16) -> Result<Value, NoValue> {
        Ok(Value::Number(v.into()))
    }
    fn serialize_i32(self, v: i32) -> Result<Value, NoValue> {
        Ok(Value::Number(v.into()))
    }
    fn serialize_i64(self, v: i64) -> Result<Value, NoValue> {
        Ok(Value::Number(v))
    }
    fn serialize_u8(self, v: u8) -> Result<Value, NoValue> {
        Ok(Value::Number(v.into()))
    }
    fn serialize_u16(self, v: u16) -> Result<Value, NoValue> {
        Ok(Value::Number(v.into()))
    }
    fn serialize_u32(self, v: u32) -> Result<Value, NoValue> {
        Ok(Value::Number(v.into()))
    }
    fn serialize_u64(self, v: u64) -> Result<Value, NoValue> {
        Ok(i64::try_from(v).map_or_else(|_| Value::Text(v.to_string()), Value::Number))
    }
    fn serialize_f32(self, v: f32) -> Result<Value, NoValue> {
        Ok(Value::Text(v.to_string()))
    }
    fn serialize_f64(self, v: f64) -> Result<Value, NoValue> {
        Ok(Value::Text(v.to_string()))
    }
    fn serialize_char(self, v: char) -> Result<Value, NoValue> {
        Ok(Value::Text(v.into()))
    }
    fn serialize_str(self, v: &str) -> Result<Value, NoValue> {
        Ok(Value::Text(v.to_owned()))
    }
    fn serialize_bytes(self, _: &[u8]) -> Result<Value, NoValue> {
        Err(NoValue("bytes".to_owned()))
    }
    fn serialize_none(self) -> Result<Value, NoValue> {
        Ok(Value::absent())
    }
    fn serialize_some<T: ?Sized + Serialize>(self, value: &T) -> Result<Value, NoValue> {
        value.serialize(self)
    }
    fn serialize_unit(self) -> Result<Value, NoValue> {
        Ok(Value::absent())
    }
    fn serialize_unit_struct(self, _: &'static str) -> Result<Value, NoValue> {
        Ok(Value::absent())
    }
    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
    ) -> Result<Value, NoValue> {
        Ok(Value::Text(variant.to_owned()))
    }
    fn serialize_newtype_struct<T: ?Sized + Serialize>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<Value, NoValue> {
        value.serialize(self)
    }
    fn serialize_newtype_variant<T: ?Sized + Serialize>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<Value, NoValue> {
        Ok(Value::Table(BTreeMap::from([(variant.to_owned(), value.serialize(Build)?)])))
    }
    fn serialize_seq(self, _: Option<usize>) -> Result<BuildList, NoValue> {
        Ok(BuildList(Vec::new()))
    }
    fn serialize_tuple(self, _: usize) -> Result<BuildList, NoValue> {
        Ok(BuildList(Vec::new()))
    }
    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<BuildList, NoValue> {
        Ok(BuildList(Vec::new()))
    }
    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleVariant, NoValue> {
        Err(NoValue("a tuple variant".to_owned()))
    }
    fn serialize_map(self, _: Option<usize>) -> Result<BuildTable, NoValue> {
        Ok(BuildTable::default())
    }
    fn serialize_struct(self, _: &'static str, _: usize) -> Result<BuildTable, NoValue> {
        Ok(BuildTable::default())
    }
    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<BuildTable, NoValue> {
        Ok(BuildTable { variant: Some(variant), ..BuildTable::default() })
    }
}

struct BuildList(Vec<Value>);

impl BuildList {
    fn add<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<(), NoValue> {
        self.0.push(value.serialize(Build)?);
        Ok(())
    }
}

impl ser::SerializeSeq for BuildList {
    type Ok = Value;
    type Error = NoValue;
    fn serialize_element<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<(), NoValue> {
        self.add(value)
    }
    fn end(self) -> Result<Value, NoValue> {
        Ok(Value::List(self.0))
    }
}

impl ser::SerializeTuple for BuildList {
    type Ok = Value;
    type Error = NoValue;
    fn serialize_element<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<(), NoValue> {
        self.add(value)
    }
    fn end(self) -> Result<Value, NoValue> {
        Ok(Value::List(self.0))
    }
}

impl ser::SerializeTupleStruct for BuildList {
    type Ok = Value;
    type Error = NoValue;
    fn serialize_field<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<(), NoValue> {
        self.add(value)
    }
    fn end(self) -> Result<Value, NoValue> {
        Ok(Value::List(self.0))
    }
}

#[derive(Default)]
struct BuildTable {
    fields: BTreeMap<String, Value>,
    key: Option<String>,
    variant: Option<&'static str>,
}

impl BuildTable {
    fn finish(self) -> Value {
        let table = Value::Table(self.fields);
        match self.variant {
            Some(variant) => Value::Table(BTreeMap::from([(variant.to_owned(), table)])),
            None => table,
        }
    }
}

impl ser::SerializeMap for BuildTable {
    type Ok = Value;
    type Error = NoValue;
    fn serialize_key<T: ?Sized + Serialize>(&mut self, key: &T) -> Result<(), NoValue> {
        match key.serialize(Build)? {
            Value::Text(key) => self.key = Some(key),
            other => self.key = Some(other.to_string()),
        }
        Ok(())
    }
    fn serialize_value<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<(), NoValue> {
        let key = self.key.take().ok_or_else(|| NoValue("a value without a key".to_owned()))?;
        self.fields.insert(key, value.serialize(Build)?);
        Ok(())
    }
    fn end(self) -> Result<Value, NoValue> {
        Ok(self.finish())
    }
}

impl ser::SerializeStruct for BuildTable {
    type Ok = Value;
    type Error = NoValue;
    fn serialize_field<T: ?Sized + Serialize>(
        &mut self,
        key: &'static str,
        value: &T,
    ) -> Result<(), NoValue> {
        self.fields.insert(key.to_owned(), value.serialize(Build)?);
        Ok(())
    }
    fn end(self) -> Result<Value, NoValue> {
        Ok(self.finish())
    }
}

impl ser::SerializeStructVariant for BuildTable {
    type Ok = Value;
    type Error = NoValue;
    fn serialize_field<T: ?Sized + Serialize>(
        &mut self,
        key: &'static str,
        value: &T,
    ) -> Result<(), NoValue> {
        self.fields.insert(key.to_owned(), value.serialize(Build)?);
        Ok(())
    }
    fn end(self) -> Result<Value, NoValue> {
        Ok(self.finish())
    }
}
