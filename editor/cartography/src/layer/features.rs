//! The features of a GeoJSON text, one at a time: as values, a text takes twenty times its length.

use std::fmt;

use salient_files::limits;
use salient_schema::{Code, Diagnostic};
use serde::de::{DeserializeSeed, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};

use super::{not_geojson, syntax};

/// Takes a feature, with its number in a collection; an error ends the reading.
trait Take: FnMut(Option<usize>, Value) -> Result<(), Box<Diagnostic>> {}

impl<T: FnMut(Option<usize>, Value) -> Result<(), Box<Diagnostic>>> Take for T {}

/// Hands over every feature of a text.
///
/// # Errors
/// It is no JSON, or no GeoJSON; or what `take` says.
pub fn read(
    text: &str,
    take: impl FnMut(Option<usize>, Value) -> Result<(), Box<Diagnostic>>,
) -> Result<(), Box<Diagnostic>> {
    let mut top = Top { take, own: Map::new(), found: Found::None, ended: None };
    let mut reader = serde_json::Deserializer::from_str(text);
    let read = reader.deserialize_any(&mut top).and_then(|()| reader.end());
    let Top { mut take, own, found, ended } = top;
    if let Some(fault) = ended {
        return Err(fault);
    }
    let is_none = "GeoJSON is a FeatureCollection, or a Feature";
    match read {
        Err(error) if !error.is_data() => return Err(Box::new(syntax(&error))),
        Err(_) if found == Found::None => return Err(Box::new(not_geojson(is_none, "/type"))),
        _ => {}
    }
    match (own.get("type").and_then(Value::as_str), found) {
        (Some("FeatureCollection"), Found::List) => Ok(()),
        // Nothing is read behind what should be a list.
        (Some("FeatureCollection"), _) | (None, Found::Other) => {
            Err(Box::new(not_geojson("a collection has a list of `features`", "")))
        }
        (Some("Feature"), _) => take(None, Value::Object(own)),
        _ => Err(Box::new(not_geojson(is_none, "/type"))),
    }
}

/// What stands under `features`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Found {
    None,
    List,
    Other,
}

/// The object that is all of the text.
struct Top<T> {
    take: T,
    /// What a feature by itself says.
    own: Map<String, Value>,
    found: Found,
    ended: Option<Box<Diagnostic>>,
}

impl<'de, T: Take> Visitor<'de> for &mut Top<T> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<(), A::Error> {
        while let Some(field) = fields.next_key::<String>()? {
            match field.as_str() {
                "features" => {
                    self.found = Found::Other;
                    fields.next_value_seed(Features(self))?;
                    self.found = Found::List;
                }
                "type" | "id" | "bbox" | "geometry" | "properties" => {
                    self.own.insert(field, fields.next_value()?);
                }
                _ => {
                    fields.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(())
    }
}

/// The list of features.
struct Features<'a, T>(&'a mut Top<T>);

impl<'de, T: Take> DeserializeSeed<'de> for Features<'_, T> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, reader: D) -> Result<(), D::Error> {
        reader.deserialize_any(self)
    }
}

impl<'de, T: Take> Visitor<'de> for Features<'_, T> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        let mut number = 0;
        while let Some(value) = list.next_element_seed(AnyValue)? {
            if let Err(fault) = (self.0.take)(Some(number), value) {
                self.0.ended = Some(fault);
                return Err(A::Error::custom("no more is taken"));
            }
            number += 1;
        }
        Ok(())
    }
}

/// A value, whatever it is.
struct AnyValue;

impl<'de> DeserializeSeed<'de> for AnyValue {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, reader: D) -> Result<Value, D::Error> {
        Value::deserialize(reader)
    }
}

/// What is wrong with a text of which one feature is longer than any: as a value it would take the
/// memory. Lengths are told by brackets alone.
pub fn too_long(text: &str) -> Option<Diagnostic> {
    longer_than(text, limits::FEATURE_BYTES)
}

/// The same, with another limit.
pub fn longer_than(text: &str, most: usize) -> Option<Diagnostic> {
    let (mut depth, mut in_list, mut begun) = (0_usize, false, None);
    let (mut in_string, mut escaped) = (false, false);
    let too_long = |start: usize| {
        let before = text.get(..start).unwrap_or_default();
        let line = 1 + before.bytes().filter(|byte| *byte == b'\n').count();
        let column = 1 + before.rsplit('\n').next().unwrap_or_default().chars().count();
        let number = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        let message = format!("a feature has more than {} MB, which is the most", most >> 20);
        Diagnostic::error(Code::Unreadable, message)
            .help("take points out of its lines, or part it into several features")
            .at(number(line), number(column))
    };
    for (at, byte) in text.bytes().enumerate() {
        if in_string {
            in_string = escaped || byte != b'"';
            escaped = !escaped && byte == b'\\';
        } else {
            match byte {
                b'"' => in_string = true,
                b'[' | b'{' => {
                    depth += 1;
                    // An entry of a list of the whole, or a part of a feature by itself.
                    if (depth == 3 && in_list) || (depth == 2 && byte == b'{') {
                        begun = Some(at);
                    }
                    in_list = if depth == 2 { byte == b'[' } else { in_list };
                }
                b']' | b'}' => {
                    depth = depth.saturating_sub(1);
                    if depth < 2 || (depth == 2 && in_list) {
                        begun = None;
                    }
                }
                _ => {}
            }
        }
        if let Some(start) = begun.filter(|start| at - start >= most) {
            return Some(too_long(start));
        }
    }
    None
}
