//! Plain values from whatever can be serialised.

use std::fmt;

use serde::ser::{self, Impossible};
use serde::{Serialize, Serializer};
use smol_str::{SmolStr, ToSmolStr};

use super::{Table, Value};

/// Builds a value from whatever can be serialised.
pub(super) struct Build;

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
        Ok(Value::Table(Table::from_iter([(
            SmolStr::new_static(variant),
            value.serialize(Build)?,
        )])))
    }
    fn serialize_seq(self, len: Option<usize>) -> Result<BuildList, NoValue> {
        Ok(BuildList(Vec::with_capacity(len.unwrap_or(0))))
    }
    fn serialize_tuple(self, len: usize) -> Result<BuildList, NoValue> {
        Ok(BuildList(Vec::with_capacity(len)))
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
    fn serialize_struct(self, _: &'static str, len: usize) -> Result<BuildTable, NoValue> {
        Ok(BuildTable { fields: Table::with_capacity(len), ..BuildTable::default() })
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

pub(super) struct BuildList(Vec<Value>);

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
pub(super) struct BuildTable {
    fields: Table,
    key: Option<SmolStr>,
    variant: Option<&'static str>,
}

impl BuildTable {
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

impl ser::SerializeMap for BuildTable {
    type Ok = Value;
    type Error = NoValue;
    fn serialize_key<T: ?Sized + Serialize>(&mut self, key: &T) -> Result<(), NoValue> {
        match key.serialize(Build)? {
            Value::Text(key) => self.key = Some(key),
            other => self.key = Some(other.to_smolstr()),
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
        self.fields.insert(SmolStr::new_static(key), value.serialize(Build)?);
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
        self.fields.insert(SmolStr::new_static(key), value.serialize(Build)?);
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
