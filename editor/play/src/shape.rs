//! Which fields a kind of action has, by the JSON Schema of a system's actions.
//!
//! Wherever they mean the same they are called alike ([`Action`](salient_rules::Action)): `unit`,
//! `units`, `hex`, `hexes`, `path`, `face`. All else is told by its type.

use std::collections::BTreeMap;

use salient_rules::Systems;
use salient_rules::system::SchemaOf;
use salient_schema::Bundle;
use serde_json::Value;

/// The kinds of actions of a system, by what is done.
#[derive(Clone, Debug, Default)]
pub struct Shapes(BTreeMap<String, Shape>);

/// A kind of action.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shape {
    /// What it does, in a sentence.
    pub about: String,
    /// Its fields, in the order of the alphabet.
    pub fields: Vec<Field>,
}

/// A field of an action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// Its name.
    pub name: String,
    /// What it says, in a sentence.
    pub about: String,
    /// What it holds.
    pub kind: FieldKind,
    /// Whether it must be there.
    pub required: bool,
}

/// What a field holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FieldKind {
    /// A unit.
    Unit,
    /// Units.
    Units,
    /// A hex.
    Hex,
    /// Hexes.
    Hexes,
    /// Hexes, each next to the one before.
    Path,
    /// Those who do one of several things, of all who take part: who moves, who fires.
    Part,
    /// The face that a unit shows: one of those that are listed.
    Face,
    /// A number from 0.
    Number,
    /// Yes or no.
    Flag,
    /// Fields of its own.
    Group(Vec<Field>),
    /// Something else, as text.
    Text,
}

impl Shapes {
    /// The kinds of actions of a bundle's system; none where its rules are not known.
    pub fn of(systems: Systems, bundle: &Bundle) -> Self {
        let Some(system) = systems.of(bundle) else { return Self::default() };
        let own = system.schemas().into_iter().find(|schema| schema.of == SchemaOf::Action);
        own.and_then(|schema| serde_json::from_str(schema.text).ok())
            .map(|schema| Self::read(&schema))
            .unwrap_or_default()
    }

    /// The kinds of actions of a schema.
    fn read(schema: &Value) -> Self {
        let kinds = schema["oneOf"].as_array().into_iter().flatten();
        let shapes = kinds.filter_map(|kind| {
            let verb = kind.pointer("/properties/do/const")?.as_str()?;
            let fields = fields(schema, kind);
            Some((verb.to_owned(), Shape { about: about(kind), fields }))
        });
        Self(shapes.collect())
    }

    /// A kind of action; one without fields where nobody knows it.
    pub fn of_kind(&self, verb: &str) -> Shape {
        self.0.get(verb).cloned().unwrap_or_default()
    }
}

impl Shape {
    /// Whether a field holds this.
    pub fn has(&self, kind: &FieldKind) -> bool {
        self.fields.iter().any(|field| field.kind == *kind)
    }
}

fn about(of: &Value) -> String {
    of["description"].as_str().unwrap_or_default().replace('\n', " ")
}

fn fields(schema: &Value, of: &Value) -> Vec<Field> {
    let required: Vec<&str> =
        of["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let properties = of["properties"].as_object().into_iter().flatten();
    properties
        .filter(|(name, _)| *name != "do")
        .map(|(name, field)| Field {
            name: name.clone(),
            about: about(field),
            kind: kind(schema, name, field),
            required: required.contains(&name.as_str()),
        })
        .collect()
}

fn kind(schema: &Value, name: &str, field: &Value) -> FieldKind {
    match name {
        "unit" => return FieldKind::Unit,
        "units" => return FieldKind::Units,
        "hex" => return FieldKind::Hex,
        "hexes" => return FieldKind::Hexes,
        "path" => return FieldKind::Path,
        "face" => return FieldKind::Face,
        _ => {}
    }
    let choices = field["anyOf"].as_array().into_iter().flatten();
    let referred = std::iter::once(field).chain(choices).find_map(|one| one["$ref"].as_str());
    let field = match referred.and_then(|to| schema.pointer(to.trim_start_matches('#'))) {
        Some(definition) => definition,
        None => field,
    };
    let is = |wanted: &str| match &field["type"] {
        Value::String(one) => one == wanted,
        Value::Array(several) => several.iter().any(|one| one == wanted),
        _ => false,
    };
    match () {
        () if is("integer") => FieldKind::Number,
        () if is("boolean") => FieldKind::Flag,
        () if is("object") => FieldKind::Group(fields(schema, field)),
        () if is("array") && field["items"]["type"] == "string" => FieldKind::Part,
        () => FieldKind::Text,
    }
}
