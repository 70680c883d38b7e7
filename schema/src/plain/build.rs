//! Plain values from whatever can be serialised.

use std::fmt;

use serde::ser::{self, Impossible};
use serde::{Serialize, Serializer};
use smol_str::{SmolStr, ToSmolStr};

use super::names::{self, Names};
use super::{Table, Value};

/// Builds a value from whatever can be serialised; with names for units and hexes where they are
/// given.
#[derive(Clone, Copy)]
pub(super) struct Build<'n>(pub Option<&'n dyn Names>);

impl<'n> Serializer for Build<'n> {
    type Ok = Value;
    type Error = NoValue;
    type SerializeSeq = BuildList<'n>;
    type SerializeTuple = BuildList<'n>;
    type SerializeTupleStruct = BuildList<'n>;
    type SerializeTupleVariant = Impossible<Value, NoValue>;
    type SerializeMap = BuildTable<'n>;
    type SerializeStruct = BuildTable<'n>;
    type SerializeStructVariant = BuildTable<'n>;

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
        Ok(i64::try_from(v).map_or_else(|_| Value::Text(v.to_smolstr()), Value::Number))
    }
    fn serialize_f32(self, v: f32) -> Result<Value, NoValue> {
        Ok(Value::Text(v.to_smolstr()))
    }
    fn serialize_f64(self, v: f64) -> Result<Value, NoValue> {
        Ok(Value::Text(v.to_smolstr()))
    }
    fn serialize_char(self, v: char) -> Result<Value, NoValue> {
        Ok(Value::Text(v.to_smolstr()))
    }
    fn serialize_str(self, v: &str) -> Result<Value, NoValue> {
        Ok(Value::Text(v.into()))
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
        Ok(Value::Text(SmolStr::new_static(variant)))
    }
    fn serialize_newtype_struct<T: ?Sized + Serialize>(
        self,
        newtype: &'static str,
        value: &T,
    ) -> Result<Value, NoValue> {
        let value = value.serialize(self)?;
        let name = match (self.0, &value) {
            (Some(names), Value::Number(number)) => names::name(names, newtype, *number),
            _ => None,
        };
        Ok(name.map_or(value, |name| Value::Text(name.into())))
    }
    fn serialize_newtype_variant<T: ?Sized + Serialize>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<Value, NoValue> {
        Ok(Value::Table(Table::from_iter([(SmolStr::new_static(variant), value.serialize(self)?)])))
    }
    fn serialize_seq(self, len: Option<usize>) -> Result<BuildList<'n>, NoValue> {
        Ok(BuildList { items: Vec::with_capacity(len.unwrap_or(0)), build: self })
    }
    fn serialize_tuple(self, len: usize) -> Result<BuildList<'n>, NoValue> {
        Ok(BuildList { items: Vec::with_capacity(len), build: self })
    }
    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<BuildList<'n>, NoValue> {
        Ok(BuildList { items: Vec::new(), build: self })
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
    fn serialize_map(self, _: Option<usize>) -> Result<BuildTable<'n>, NoValue> {
        Ok(BuildTable::new(self, Table::default(), None))
    }
    fn serialize_struct(self, _: &'static str, len: usize) -> Result<BuildTable<'n>, NoValue> {
        Ok(BuildTable::new(self, Table::with_capacity(len), None))
    }
    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        len: usize,
    ) -> Result<BuildTable<'n>, NoValue> {
        Ok(BuildTable::new(self, Table::with_capacity(len), Some(variant)))
    }
}

pub(super) struct BuildList<'n> {
    items: Vec<Value>,
    build: Build<'n>,
}

impl BuildList<'_> {
    fn add<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<(), NoValue> {
        self.items.push(value.serialize(self.build)?);
        Ok(())
    }
}

impl ser::SerializeSeq for BuildList<'_> {
    type Ok = Value;
    type Error = NoValue;
    fn serialize_element<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<(), NoValue> {
        self.add(value)
    }
    fn end(self) -> Result<Value, NoValue> {
        Ok(Value::List(self.items))
    }
}

impl ser::SerializeTuple for BuildList<'_> {
    type Ok = Value;
    type Error = NoValue;
    fn serialize_element<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<(), NoValue> {
        self.add(value)
    }
    fn end(self) -> Result<Value, NoValue> {
        Ok(Value::List(self.items))
    }
}

impl ser::SerializeTupleStruct for BuildList<'_> {
    type Ok = Value;
    type Error = NoValue;
    fn serialize_field<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<(), NoValue> {
        self.add(value)
    }
    fn end(self) -> Result<Value, NoValue> {
        Ok(Value::List(self.items))
    }
}

pub(super) struct BuildTable<'n> {
    fields: Table,
    key: Option<SmolStr>,
    variant: Option<&'static str>,
    build: Build<'n>,
}

impl<'n> BuildTable<'n> {
    fn new(build: Build<'n>, fields: Table, variant: Option<&'static str>) -> Self {
        Self { fields, key: None, variant, build }
    }

    fn finish(self) -> Value {
        let table = Value::Table(self.fields);
        match self.variant {
            Some(variant) => {
                Value::Table(Table::from_iter([(SmolStr::new_static(variant), table)]))
            }
            None => table,
        }
    }
}

impl ser::SerializeMap for BuildTable<'_> {
    type Ok = Value;
    type Error = NoValue;
    fn serialize_key<T: ?Sized + Serialize>(&mut self, key: &T) -> Result<(), NoValue> {
        match key.serialize(self.build)? {
            Value::Text(key) => self.key = Some(key),
            other => self.key = Some(other.to_smolstr()),
        }
        Ok(())
    }
    fn serialize_value<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<(), NoValue> {
        let key = self.key.take().ok_or_else(|| NoValue("a value without a key".to_owned()))?;
        self.fields.insert(key, value.serialize(self.build)?);
        Ok(())
    }
    fn end(self) -> Result<Value, NoValue> {
        Ok(self.finish())
    }
}

impl ser::SerializeStruct for BuildTable<'_> {
    type Ok = Value;
    type Error = NoValue;
    fn serialize_field<T: ?Sized + Serialize>(
        &mut self,
        key: &'static str,
        value: &T,
    ) -> Result<(), NoValue> {
        self.fields.insert(SmolStr::new_static(key), value.serialize(self.build)?);
        Ok(())
    }
    fn end(self) -> Result<Value, NoValue> {
        Ok(self.finish())
    }
}

impl ser::SerializeStructVariant for BuildTable<'_> {
    type Ok = Value;
    type Error = NoValue;
    fn serialize_field<T: ?Sized + Serialize>(
        &mut self,
        key: &'static str,
        value: &T,
    ) -> Result<(), NoValue> {
        self.fields.insert(SmolStr::new_static(key), value.serialize(self.build)?);
        Ok(())
    }
    fn end(self) -> Result<Value, NoValue> {
        Ok(self.finish())
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
