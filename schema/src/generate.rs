//! The JSON Schemas, generated from the types. For tests alone, which hold to them what is
//! committed: the program has that, as text ([`json_schemas`](crate::json_schemas)).

use std::collections::BTreeMap;

use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;
use schemars::{JsonSchema, Schema};
use serde_json::Value;

use crate::common::FORMAT_VERSION;
use crate::event::Event;
use crate::published::EVENT_SCHEMA;
use crate::{Bundle, FileKind, Map, OrderOfBattle, Recipe, Ruleset, Scenario, Variant};

/// What [`json_schemas`](crate::json_schemas) must be.
pub fn schemas_of_types() -> BTreeMap<String, String> {
    let event = json_schema_of::<Event>(EVENT_SCHEMA, "Salient game log event");
    FileKind::ALL.into_iter().map(schema_of).chain([event]).collect()
}

/// The JSON Schema of a type, which may be a system's own: the name of its file, which becomes its
/// `$id`, and its text.
pub fn json_schema_of<T: JsonSchema>(file: &str, title: &str) -> (String, String) {
    (file.to_owned(), format!("{:#}\n", generate::<T>(file, title)))
}

/// The JSON Schema of a kind of file.
fn schema_of(kind: FileKind) -> (String, String) {
    let (file, title) = (kind.schema_file(), format!("Salient {}", kind.name().replace('-', " ")));
    match kind {
        FileKind::Map => json_schema_of::<Map>(&file, &title),
        FileKind::Recipe => json_schema_of::<Recipe>(&file, &title),
        FileKind::Variant => json_schema_of::<Variant>(&file, &title),
        FileKind::Ruleset => json_schema_of::<Ruleset>(&file, &title),
        FileKind::OrderOfBattle => json_schema_of::<OrderOfBattle>(&file, &title),
        FileKind::Scenario => json_schema_of::<Scenario>(&file, &title),
        FileKind::Bundle => json_schema_of::<Bundle>(&file, &title),
    }
}

fn generate<T: JsonSchema>(file: &str, title: &str) -> Value {
    let settings = SchemaSettings::draft2020_12().with_transform(RecursiveTransform(state_limits));
    let mut schema = settings.into_generator().into_root_schema_for::<T>();
    schema.insert("$id".to_owned(), file.into());
    schema.insert("title".to_owned(), title.into());
    let mut schema = schema.to_value();
    // A part of a bundle says what it is, as a file of its own would.
    for kind in FileKind::ALL {
        let at_root = kind.schema_file() == file;
        let place = if at_root { String::new() } else { format!("/$defs/{}", type_name(kind)) };
        if let Some(Value::Object(uri)) = schema.pointer_mut(&format!("{place}/properties/$schema"))
        {
            let pattern = format!(r"(^|[/\\]){}$", kind.schema_file().replace('.', r"\."));
            uri.insert("pattern".to_owned(), pattern.into());
        }
    }
    schema
}

fn type_name(kind: FileKind) -> &'static str {
    match kind {
        FileKind::Map => "Map",
        FileKind::Recipe => "Recipe",
        FileKind::Variant => "Variant",
        FileKind::Ruleset => "Ruleset",
        FileKind::OrderOfBattle => "OrderOfBattle",
        FileKind::Scenario => "Scenario",
        FileKind::Bundle => "Bundle",
    }
}

/// States what a type says and schemars leaves out: the range of an integer, and the version
/// that is read.
fn state_limits(schema: &mut Schema) {
    let limits = match schema.get("format").and_then(Value::as_str) {
        Some("uint8") => Some((0, i64::from(u8::MAX))),
        Some("uint16") => Some((0, i64::from(u16::MAX))),
        Some("uint32") => Some((0, i64::from(u32::MAX))),
        Some("int8") => Some((i8::MIN.into(), i8::MAX.into())),
        Some("int16") => Some((i16::MIN.into(), i16::MAX.into())),
        Some("int32") => Some((i32::MIN, i64::from(i32::MAX))),
        _ => None,
    };
    if let Some((least, most)) = limits {
        if schema.get("minimum").is_none() {
            schema.insert("minimum".to_owned(), least.into());
        }
        if schema.get("maximum").is_none() {
            schema.insert("maximum".to_owned(), most.into());
        }
    }
    if let Some(Value::Object(version)) =
        schema.get_mut("properties").and_then(|properties| properties.get_mut("format_version"))
    {
        version.insert("maximum".to_owned(), FORMAT_VERSION.into());
    }
}
