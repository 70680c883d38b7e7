//! JSON Schema validation for files that are no valid data, turned into findings that a
//! designer can act on. The only module that knows the `jsonschema` crate.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use jsonschema::error::{ValidationError, ValidationErrorKind as Kind};
use jsonschema::{Draft, Validator};
use serde_json::Value;

use crate::position::escape;
use crate::suggest::{Suggestions, shown};
use crate::{Code, Diagnostic, FileKind, generate};

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

/// The kind's schema, compiled once. `None` cannot happen for schemas that our own types give,
/// and then serde's message still stands.
fn compiled(kind: FileKind) -> Option<&'static Compiled> {
    static COMPILED: [OnceLock<Option<Compiled>>; 5] = [const { OnceLock::new() }; 5];
    let index = FileKind::ALL.iter().position(|other| *other == kind)?;
    COMPILED
        .get(index)?
        .get_or_init(|| {
            let source = generate::schema_of(kind);
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
                self.branches(context, instance, pointer, found);
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
        branches: &[Vec<ValidationError<'_>>],
        instance: &Value,
        pointer: &str,
        found: &mut Vec<Diagnostic>,
    ) {
        // An optional value may also be null; that was not meant by anything else.
        let branches: Vec<&[ValidationError<'_>]> = branches
            .iter()
            .map(Vec::as_slice)
            .filter(|errors| !self.is_only_null(errors, pointer))
            .collect();
        if let [only] = branches.as_slice() {
            only.iter().for_each(|error| self.read(error, found));
            return;
        }

        // A value out of a list of values.
        let here = |error: &&ValidationError<'_>| error.instance_path().as_str() == pointer;
        let constants: Vec<&Value> = branches
            .iter()
            .flat_map(|errors| errors.iter().filter(here))
            .flat_map(constants)
            .collect();
        if !constants.is_empty() {
            found.push(self.not_among(&constants, instance, pointer));
            return;
        }

        // Objects that one field tells apart.
        if let Some(tag) = branches.iter().find_map(|errors| self.tag(errors, pointer)) {
            self.tagged(&branches, &tag, instance, pointer, found);
            return;
        }

        // Objects with one field each, or values of several types.
        let keys: Vec<&str> = branches
            .iter()
            .filter_map(|errors| {
                let object = self.parent_schema(errors.first()?)?;
                match object.get("required")?.as_array()?.as_slice() {
                    [Value::String(key)] => Some(key.as_str()),
                    _ => None,
                }
            })
            .collect();
        match instance {
            Value::Object(object) if !keys.is_empty() => {
                let given: Vec<&&str> =
                    keys.iter().filter(|key| object.contains_key(**key)).collect();
                let meant = branches.iter().find(|errors| {
                    given.len() == 1 && !errors.iter().any(|error| is_missing_here(error, pointer))
                });
                if let Some(errors) = meant {
                    errors.iter().for_each(|error| self.read(error, found));
                } else if given.len() > 1 {
                    let message = format!("only one of {} may stand here", quoted(&keys));
                    found.push(Diagnostic::error(Code::Schema, message).pointer(pointer));
                } else if object.is_empty() {
                    found.push(missing_field(&keys, pointer));
                } else {
                    let unknown = object.keys().map(|key| self.unknown_field(key, pointer, &keys));
                    found.extend(unknown);
                }
            }
            _ => {
                let mut wanted: Vec<String> = branches
                    .iter()
                    .flat_map(|errors| errors.iter().filter(here))
                    .flat_map(|error| self.types_at(error))
                    .collect();
                wanted.dedup();
                found.push(wrong_type(&wanted, instance, pointer));
            }
        }
    }

    /// An object whose shape hangs on a tag: the faults of the branch with its tag.
    fn tagged(
        &self,
        branches: &[&[ValidationError<'_>]],
        tag: &str,
        instance: &Value,
        pointer: &str,
        found: &mut Vec<Diagnostic>,
    ) {
        let tag_pointer = format!("{pointer}/{}", escape(tag));
        let at_tag =
            |error: &&ValidationError<'_>| error.instance_path().as_str() == tag_pointer.as_str();
        let Some(value) = instance.get(tag) else {
            found.push(missing_field(&[tag], pointer));
            return;
        };
        match branches.iter().find(|errors| !errors.iter().any(|error| at_tag(&error))) {
            Some(errors) => errors.iter().for_each(|error| self.read(error, found)),
            None => {
                let options: Vec<&Value> = branches
                    .iter()
                    .flat_map(|errors| errors.iter().filter(at_tag))
                    .flat_map(constants)
                    .collect();
                found.push(self.not_among(&options, value, &tag_pointer));
            }
        }
    }

    /// The field that tells a branch's objects apart from others': one whose value is fixed.
    fn tag(&self, errors: &[ValidationError<'_>], pointer: &str) -> Option<String> {
        errors.iter().find_map(|error| {
            if matches!(error.kind(), Kind::Constant { .. }) {
                let below = error.instance_path().as_str().strip_prefix(pointer)?;
                return below.strip_prefix('/').map(crate::position::unescape);
            }
            let properties = self.parent_schema(error)?.get("properties")?.as_object()?;
            properties
                .iter()
                .find(|(_, schema)| schema.get("const").is_some())
                .map(|(key, _)| key.clone())
        })
    }

    fn is_only_null(&self, errors: &[ValidationError<'_>], pointer: &str) -> bool {
        matches!(errors, [only] if matches!(only.kind(), Kind::Type { .. })
            && only.instance_path().as_str() == pointer
            && self.types_at(only) == ["null"])
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

/// The values that an error would have allowed.
fn constants<'e>(error: &'e ValidationError<'_>) -> Vec<&'e Value> {
    match error.kind() {
        Kind::Constant { expected_value } => vec![expected_value.as_ref()],
        Kind::Enum { options } => options.as_array().into_iter().flatten().collect(),
        _ => Vec::new(),
    }
}

fn is_missing_here(error: &ValidationError<'_>, pointer: &str) -> bool {
    matches!(error.kind(), Kind::Required { .. }) && error.instance_path().as_str() == pointer
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
