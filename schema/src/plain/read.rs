//! Types of their own from plain values.

use std::fmt;

use serde::Deserialize;
use serde::de::value::{
    BorrowedStrDeserializer, EnumAccessDeserializer, MapAccessDeserializer, SeqDeserializer,
    U32Deserializer,
};
use serde::de::{
    self, DeserializeOwned, DeserializeSeed, EnumAccess, IntoDeserializer, MapAccess,
    VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;
use smol_str::SmolStr;

use super::names::{HEX, Names, UNIT};
use super::{Table, Value};

/// What a type does not know of a plain value, in words.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Unreadable(String);

impl de::Error for Unreadable {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self(message.to_string())
    }
}

/// A type of its own from one of its variants, units and hexes by their names.
pub(crate) fn variant<'a, T: DeserializeOwned>(
    name: &'a str,
    fields: &'a Table,
    names: &'a dyn Names,
) -> Result<T, Unreadable> {
    T::deserialize(EnumAccessDeserializer::new(Variant { name, fields, names }))
}

/// A value to be read.
#[derive(Clone, Copy)]
struct Read<'de> {
    value: &'de Value,
    names: &'de dyn Names,
}

impl<'de> de::Deserializer<'de> for Read<'de> {
    type Error = Unreadable;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unreadable> {
        let Self { value, names } = self;
        match value {
            Value::Bool(value) => visitor.visit_bool(*value),
            Value::Number(value) => visitor.visit_i64(*value),
            Value::Text(text) => visitor.visit_borrowed_str(text),
            Value::List(items) => {
                let items = items.iter().map(|value| Self { value, names });
                visitor.visit_seq(SeqDeserializer::new(items))
            }
            Value::Table(table) => visitor.visit_map(Fields::of(table, names)),
        }
    }

    /// What is there is something: there is no plain value for nothing.
    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unreadable> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        newtype: &'static str,
        visitor: V,
    ) -> Result<V::Value, Unreadable> {
        let number = match newtype {
            UNIT => self.names.unit_named(&SmolStr::deserialize(self)?).map(u32::from),
            HEX => self.names.hex_named(&SmolStr::deserialize(self)?),
            _ => return visitor.visit_newtype_struct(self),
        };
        visitor.visit_newtype_struct(U32Deserializer::new(number.map_err(Unreadable)?))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Unreadable> {
        match self.value {
            Value::Text(text) => visitor.visit_enum(text.as_str().into_deserializer()),
            Value::Table(table) => {
                visitor.visit_enum(MapAccessDeserializer::new(Fields::of(table, self.names)))
            }
            other => Err(de::Error::custom(format_args!("invalid value: {other}"))),
        }
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf unit unit_struct
        seq tuple tuple_struct map struct identifier ignored_any
    }
}

impl<'de> IntoDeserializer<'de, Unreadable> for Read<'de> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

/// The values of a table as a visitor is shown them.
struct Fields<'de, I> {
    rest: I,
    next: Option<&'de Value>,
    names: &'de dyn Names,
}

impl<'de> Fields<'de, ()> {
    fn of(
        table: &'de Table,
        names: &'de dyn Names,
    ) -> Fields<'de, impl Iterator<Item = (&'de SmolStr, &'de Value)>> {
        Fields { rest: table.iter(), next: None, names }
    }
}

impl<'de, I: Iterator<Item = (&'de SmolStr, &'de Value)>> MapAccess<'de> for Fields<'de, I> {
    type Error = Unreadable;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Unreadable> {
        let Some((name, value)) = self.rest.next() else { return Ok(None) };
        self.next = Some(value);
        seed.deserialize(BorrowedStrDeserializer::new(name)).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(
        &mut self,
        seed: V,
    ) -> Result<V::Value, Unreadable> {
        match self.next.take() {
            Some(value) => seed.deserialize(Read { value, names: self.names }),
            None => Err(de::Error::custom("a value without a name")),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        self.rest.size_hint().1
    }
}

/// One variant of an enum with its fields: a verb and what it is done with.
struct Variant<'de> {
    name: &'de str,
    fields: &'de Table,
    names: &'de dyn Names,
}

impl<'de> EnumAccess<'de> for Variant<'de> {
    type Error = Unreadable;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(
        self,
        seed: V,
    ) -> Result<(V::Value, Self), Unreadable> {
        Ok((seed.deserialize(BorrowedStrDeserializer::new(self.name))?, self))
    }
}

impl<'de> VariantAccess<'de> for Variant<'de> {
    type Error = Unreadable;

    fn unit_variant(self) -> Result<(), Unreadable> {
        match self.fields.iter().next() {
            Some((name, _)) => Err(de::Error::unknown_field(name, &[])),
            None => Ok(()),
        }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(
        self,
        seed: T,
    ) -> Result<T::Value, Unreadable> {
        seed.deserialize(MapAccessDeserializer::new(Fields::of(self.fields, self.names)))
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, _: V) -> Result<V::Value, Unreadable> {
        Err(de::Error::custom("fields without names"))
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Unreadable> {
        visitor.visit_map(Fields::of(self.fields, self.names))
    }
}
