//! JSON Schema validation for files that are no valid data, turned into findings that a
//! designer can act on. The only module that knows the `jsonschema` crate.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use jsonschema::error::{ValidationError, ValidationErrorKind as Kind};
use jsonschema::{Draft, Validator};
use serde_json::Value;

use crate::position::escape;
use crate::suggest::{Suggestions, shown};
use crate::{Code, Diagnostic, FileKind, published};

/// Everything that a kind's JSON Schema has against a value, at most `most` findings.
pub(crate) fn faults(kind: FileKind, value: &Value, most: usize) -> Vec<Diagnostic> {
    let Some(schema) = compiled(kind) else { return Vec::new() };
    let reader = Reader { schema: &schema.source, suggestions: Suggestions::default() };
    let mut found = Vec::new();
    for error in schema.validator.iter_errors(value) {
        if found.len() >= most {
            break;
        }
        reader.read(&error, &mut found);
    }
    drop_misspelt(&mut found);
    found
}

/// A misspelt field is one fault: that the right one is missing goes without saying.
fn drop_misspelt(found: &mut Vec<Diagnostic>) {
    let spelt: BTreeSet<(String, String)> = found
        .iter()
        .filter(|one| one.code == Code::UnknownField)
        .filter_map(|one| {
            let (parent, _) = one.place.pointer.as_deref()?.rsplit_once('/')?;
            let (_, rest) = one.help.as_deref()?.split_once("did you mean `")?;
            Some((parent.to_owned(), format!("the field `{}` is missing", rest.split_once('`')?.0)))
        })
        .collect();
    found.retain(|one| {
        one.code != Code::MissingField
            || !spelt
                .contains(&(one.place.pointer.clone().unwrap_or_default(), one.message.clone()))
    });
}

struct Compiled {
    source: Value,
    validator: Validator,
}

/// The kind's schema, compiled once. `None` cannot happen for schemas that tests have compiled,
/// and then serde's message still stands.
fn compiled(kind: FileKind) -> Option<&'static Compiled> {
    const KINDS: usize = FileKind::ALL.len();
    static COMPILED: [OnceLock<Option<Compiled>>; KINDS] = [const { OnceLock::new() }; KINDS];
    let index = FileKind::ALL.iter().position(|other| *other == kind)?;
    COMPILED
        .get(index)?
        .get_or_init(|| {
            let source: Value = serde_json::from_str(published::schema_of(kind)).ok()?;
            let validator =
                jsonschema::options().with_draft(Draft::Draft202012).build(&source).ok()?;
            Some(Compiled { source, validator })
        })
        .as_ref()
}

struct Reader<'s> {
    schema: &'s Value,
    suggestions: Suggestions,
}

impl Reader<'_> {
    fn read(&self, error: &ValidationError<'_>, found: &mut Vec<Diagnostic>) {
        let pointer = error.instance_path().as_str();
        let instance = error.instance().as_ref();
        match error.kind() {
            Kind::AdditionalProperties { unexpected } => {
                for key in unexpected {
                    found.push(self.unknown_field(key, pointer, &self.fields_beside(error)));
                }
            }
            Kind::Required { property } => {
                let name = property.as_str().unwrap_or_default();
                found.push(missing_field(&[name], pointer));
            }
            Kind::Type { .. } => {
                let wanted = self.types_at(error);
                found.push(wrong_type(&wanted, instance, pointer));
            }
            Kind::Enum { options } => {
                let options: Vec<&Value> = options.as_array().into_iter().flatten().collect();
                found.push(self.not_among(&options, instance, pointer));
            }
            Kind::Constant { expected_value } => {
                found.push(self.not_among(&[expected_value], instance, pointer));
            }
            Kind::Minimum { .. } | Kind::Maximum { .. } => {
                found.push(self.out_of_range(error, instance, pointer));
            }
            Kind::Pattern { pattern } => found.push(wrong_pattern(pattern, instance, pointer)),
            Kind::PropertyNames { .. } => found.push(
                Diagnostic::error(Code::GridShape, "a palette's keys are single characters")
                    .pointer(pointer),
            ),
            Kind::MinItems { limit } => found.push(
                Diagnostic::error(Code::Schema, format!("at least {limit} must stand here"))
                    .pointer(pointer),
            ),
            Kind::OneOfNotValid { context } | Kind::AnyOf { context } => {
                self.branches(error, context, found);
            }
            // The message would quote the whole value.
            _ => found.push(
                Diagnostic::error(Code::Schema, shown(&error.masked().to_string()))
                    .pointer(pointer),
            ),
        }
    }

    /// The fault of a value that may take one of several shapes: that of the shape which was
    /// meant, if one can tell.
    fn branches(
        &self,
        error: &ValidationError<'_>,
        context: &[Vec<ValidationError<'_>>],
        found: &mut Vec<Diagnostic>,
    ) {
        let pointer = error.instance_path().as_str();
        let instance = error.instance().as_ref();
        let schemas = self.schema.pointer(error.schema_path().as_str()).and_then(Value::as_array);
        let schema_of = |index: usize| {
            let schema = schemas.and_then(|schemas| schemas.get(index))?;
            match schema.get("$ref").and_then(Value::as_str) {
                Some(uri) => self.schema.pointer(uri.strip_prefix('#')?),
                None => Some(schema),
            }
        };
        // An optional value may also be null; that was not meant by anything else.
        let branches: Vec<Branch<'_>> = context
            .iter()
            .enumerate()
            .map(|(index, errors)| Branch { errors, schema: schema_of(index) })
            .filter(|branch| branch.at("type").and_then(Value::as_str) != Some("null"))
            .collect();
        if let [only] = branches.as_slice() {
            only.errors.iter().for_each(|error| self.read(error, found));
            return;
        }

        // A value out of a list of values.
        let here = |error: &&ValidationError<'_>| error.instance_path().as_str() == pointer;
        let constants: Vec<&Value> = branches
            .iter()
            .flat_map(|branch| branch.errors.iter().filter(here))
            .flat_map(constants)
            .collect();
        if !constants.is_empty() {
            found.push(self.not_among(&constants, instance, pointer));
            return;
        }

        // Objects, or values of several types.
        let Value::Object(object) = instance else {
            let mut wanted: Vec<String> = Vec::new();
            let errors = branches.iter().flat_map(|branch| branch.errors.iter().filter(here));
            for name in errors.flat_map(|error| self.types_at(error)) {
                if !wanted.contains(&name) {
                    wanted.push(name);
                }
            }
            found.push(wrong_type(&wanted, instance, pointer));
            return;
        };
        match branches.iter().find_map(Branch::tag) {
            Some(tag) => self.tagged(&branches, tag, object, pointer, found),
            None => self.keyed(&branches, object, pointer, found),
        }
    }

    /// An object whose shape hangs on the value of one field: the faults of the branch with
    /// that value.
    fn tagged(
        &self,
        branches: &[Branch<'_>],
        tag: &str,
        object: &serde_json::Map<String, Value>,
        pointer: &str,
        found: &mut Vec<Diagnostic>,
    ) {
        let Some(value) = object.get(tag) else {
            found.push(missing_field(&[tag], pointer));
            return;
        };
        match branches.iter().find(|branch| branch.tag_value(tag) == Some(value)) {
            Some(branch) => branch.errors.iter().for_each(|error| self.read(error, found)),
            None => {
                let options: Vec<&Value> =
                    branches.iter().filter_map(|branch| branch.tag_value(tag)).collect();
                let tag_pointer = format!("{pointer}/{}", escape(tag));
                found.push(self.not_among(&options, value, &tag_pointer));
            }
        }
    }

    /// An object with one field, whose name tells what it is.
    fn keyed(
        &self,
        branches: &[Branch<'_>],
        object: &serde_json::Map<String, Value>,
        pointer: &str,
        found: &mut Vec<Diagnostic>,
    ) {
        let keys: Vec<&str> = branches.iter().filter_map(Branch::only_key).collect();
        let mut given = branches
            .iter()
            .filter(|branch| branch.only_key().is_some_and(|key| object.contains_key(key)));
        match (given.next(), given.next()) {
            (Some(meant), None) => meant.errors.iter().for_each(|error| self.read(error, found)),
            (Some(_), Some(_)) => {
                let message = format!("only one of {} may stand here", quoted(&keys));
                found.push(Diagnostic::error(Code::Schema, message).pointer(pointer));
            }
            (None, _) if object.is_empty() => found.push(missing_field(&keys, pointer)),
            (None, _) => {
                found.extend(object.keys().map(|key| self.unknown_field(key, pointer, &keys)));
            }
        }
    }

    /// The schema that holds the keyword which an error is about.
    fn parent_schema(&self, error: &ValidationError<'_>) -> Option<&Value> {
        let (parent, _) = error.schema_path().as_str().rsplit_once('/')?;
        self.schema.pointer(parent)
    }

    fn fields_beside(&self, error: &ValidationError<'_>) -> Vec<&str> {
        let properties = self.parent_schema(error).and_then(|schema| schema.get("properties"));
        properties
            .and_then(Value::as_object)
            .into_iter()
            .flatten()
            .map(|(key, _)| key.as_str())
            .collect()
    }

    fn types_at(&self, error: &ValidationError<'_>) -> Vec<String> {
        match self.parent_schema(error).and_then(|schema| schema.get("type")) {
            Some(Value::String(one)) => vec![one.clone()],
            Some(Value::Array(several)) => {
                several.iter().filter_map(Value::as_str).map(str::to_owned).collect()
            }
            _ => Vec::new(),
        }
    }

    fn unknown_field(&self, key: &str, pointer: &str, known: &[&str]) -> Diagnostic {
        let message = format!("there is no field `{}` here", shown(key));
        let found = Diagnostic::error(Code::UnknownField, message)
            .pointer(format!("{pointer}/{}", escape(key)));
        match self.suggestions.help(key, known.iter().copied()) {
            Some(help) => found.help(help),
            None => found,
        }
    }

    fn not_among(&self, options: &[&Value], instance: &Value, pointer: &str) -> Diagnostic {
        let options: Vec<&str> = options.iter().filter_map(|option| option.as_str()).collect();
        let message = match instance {
            Value::String(text) => format!("`{}` is not one of the allowed values", shown(text)),
            other => format!("expected one of the allowed values, found {}", described(other)),
        };
        let found = Diagnostic::error(Code::Schema, message).pointer(pointer);
        let given = instance.as_str().unwrap_or_default();
        let help = match self.suggestions.nearest(given, options.iter().copied()) {
            Some(nearest) => format!("did you mean `{nearest}`?"),
            None => format!("write one of {}", quoted(&options)),
        };
        found.help(help)
    }

    fn out_of_range(
        &self,
        error: &ValidationError<'_>,
        instance: &Value,
        pointer: &str,
    ) -> Diagnostic {
        let schema = self.parent_schema(error);
        let limit = |keyword: &str| schema.and_then(|schema| schema.get(keyword));
        let range = match (limit("minimum"), limit("maximum")) {
            (Some(least), Some(most)) if least == most => format!("it must be {least}"),
            (Some(least), Some(most)) => format!("it must be from {least} to {most}"),
            (Some(least), None) => format!("it must be at least {least}"),
            (_, Some(most)) => format!("it must be at most {most}"),
            (None, None) => "that is out of range".to_owned(),
        };
        let name = match pointer.rsplit('/').next() {
            Some(name) if name.parse::<usize>().is_err() => format!("`{name}`"),
            _ => "the number".to_owned(),
        };
        let message = format!("{name} is {}; {range}", described(instance));
        Diagnostic::error(Code::Schema, message).pointer(pointer)
    }
}

/// One of the shapes that a value may take, with what keeps the value from it.
struct Branch<'e> {
    errors: &'e [ValidationError<'e>],
    schema: Option<&'e Value>,
}

impl<'e> Branch<'e> {
    fn at(&self, keyword: &str) -> Option<&'e Value> {
        self.schema?.get(keyword)
    }

    /// The field whose value is fixed.
    fn tag(&self) -> Option<&'e str> {
        let properties = self.at("properties")?.as_object()?;
        let (key, _) = properties.iter().find(|(_, schema)| schema.get("const").is_some())?;
        Some(key)
    }

    fn tag_value(&self, tag: &str) -> Option<&'e Value> {
        self.at("properties")?.get(tag)?.get("const")
    }

    /// The field that it must have, if that is one.
    fn only_key(&self) -> Option<&'e str> {
        match self.at("required")?.as_array()?.as_slice() {
            [Value::String(key)] => Some(key),
            _ => None,
        }
    }
}

/// The values that an error would have allowed.
fn constants<'e>(error: &'e ValidationError<'_>) -> Vec<&'e Value> {
    match error.kind() {
        Kind::Constant { expected_value } => vec![expected_value.as_ref()],
        Kind::Enum { options } => options.as_array().into_iter().flatten().collect(),
        _ => Vec::new(),
    }
}

fn missing_field(names: &[&str], pointer: &str) -> Diagnostic {
    let message = match names {
        [one] => format!("the field `{one}` is missing"),
        several => format!("one of the fields {} is missing", quoted(several)),
    };
    Diagnostic::error(Code::MissingField, message).pointer(pointer)
}

fn wrong_type(wanted: &[String], instance: &Value, pointer: &str) -> Diagnostic {
    let words: Vec<&str> = wanted
        .iter()
        .filter(|wanted| wanted.as_str() != "null")
        .map(|wanted| type_in_words(wanted))
        .collect();
    let wanted = if words.is_empty() { "another value".to_owned() } else { words.join(" or ") };
    let message = format!("expected {wanted}, found {}", described(instance));
    Diagnostic::error(Code::Schema, message).pointer(pointer)
}

fn wrong_pattern(pattern: &str, instance: &Value, pointer: &str) -> Diagnostic {
    let what = if pattern == crate::common::ID_PATTERN {
        "is no id: lower-case letters and digits, with single hyphens or underscores between them"
    } else if pattern == crate::common::COLOUR_PATTERN {
        "is no colour: `#` and six or eight of 0-9 and a-f"
    } else {
        "does not have the form that is asked for"
    };
    Diagnostic::error(Code::Schema, format!("{} {what}", described(instance))).pointer(pointer)
}

fn type_in_words(name: &str) -> &str {
    match name {
        "string" => "a text",
        "integer" => "a whole number",
        "number" => "a number",
        "boolean" => "true or false",
        "array" => "a list",
        "object" => "an object",
        other => other,
    }
}

/// A value as a message names it.
fn described(value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(value) => value.to_string(),
        Value::Number(number) => number.to_string(),
        Value::String(text) => format!("the text `{}`", shown(text)),
        Value::Array(_) => "a list".to_owned(),
        Value::Object(_) => "an object".to_owned(),
    }
}

fn quoted(names: &[&str]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}
