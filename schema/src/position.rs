//! Where things stand in a text: bytes to lines and columns, JSON pointers to bytes.

use std::borrow::Cow;

use jsonc_parser::ast::{Object, Value};
use jsonc_parser::common::Ranged;
use jsonc_parser::errors::ParseError;
use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};

use crate::Diagnostic;

/// Fills in line and column of every diagnostic that has a pointer into this text and no line
/// yet. A pointer to something that is not there gets the place of what should hold it.
pub fn locate(text: &str, diagnostics: &mut [Diagnostic]) {
    let wanted = |diagnostic: &&mut Diagnostic| {
        diagnostic.place.line.is_none() && diagnostic.place.pointer.is_some()
    };
    if diagnostics.iter_mut().filter(wanted).count() == 0 {
        return;
    }
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let Ok(Some(root)) = parse_strictly(text) else { return };
    let lines = Lines::new(text);
    for diagnostic in diagnostics.iter_mut().filter(wanted) {
        if let Some(pointer) = &diagnostic.place.pointer {
            let (line, column) = lines.at(offset_of(&root, pointer));
            diagnostic.place.line = Some(line);
            diagnostic.place.column = Some(column);
        }
    }
}

/// Strict JSON: every leniency of the parser is switched off.
pub(crate) fn parse_strictly(text: &str) -> Result<Option<Value<'_>>, ParseError> {
    let options = ParseOptions {
        allow_comments: false,
        allow_loose_object_property_names: false,
        allow_trailing_commas: false,
        allow_missing_commas: false,
        allow_single_quoted_strings: false,
        allow_hexadecimal_numbers: false,
        allow_unary_plus_numbers: false,
        allow_bare_decimal_point_numbers: false,
        allow_non_finite_numbers: false,
        allow_extended_string_escapes: false,
    };
    parse_to_ast(text, &CollectOptions::default(), &options).map(|result| result.value)
}

/// The byte at which the value stands that a pointer names; an object's property begins with
/// its key. Of a pointer that leads nowhere, the last part that is there.
fn offset_of(root: &Value<'_>, pointer: &str) -> usize {
    let mut offset = root.start();
    let mut value = root;
    for part in pointer.split('/').skip(1) {
        match value {
            Value::Object(object) => {
                let key = unescape(part);
                let Some(property) = object.get(&key) else { break };
                offset = property.start();
                value = &property.value;
            }
            Value::Array(array) => {
                let Some(item) = part.parse().ok().and_then(|at: usize| array.elements.get(at))
                else {
                    break;
                };
                offset = item.start();
                value = item;
            }
            _ => break,
        }
    }
    offset
}

/// The pointer to the innermost value around a byte.
pub(crate) fn pointer_at(root: &Value<'_>, offset: usize) -> String {
    let mut pointer = String::new();
    let mut value = root;
    loop {
        value = match value {
            Value::Object(object) => {
                let Some(property) = object.properties.iter().find(|p| p.range.end >= offset)
                else {
                    return pointer;
                };
                if property.range.start >= offset {
                    return pointer;
                }
                pointer.push('/');
                pointer.push_str(&escape(property.name.as_str()));
                &property.value
            }
            Value::Array(array) => {
                let found = array.elements.iter().position(|item| item.end() >= offset);
                let Some((index, item)) =
                    found.and_then(|index| array.elements.get(index).map(|item| (index, item)))
                else {
                    return pointer;
                };
                if item.start() >= offset {
                    return pointer;
                }
                pointer.push_str(&format!("/{index}"));
                item
            }
            _ => return pointer,
        };
    }
}

/// A key that stands twice in one object.
pub(crate) struct DuplicateKey {
    /// The pointer to the property.
    pub(crate) pointer: String,
    /// The key.
    pub(crate) key: String,
    /// The byte of the first one.
    pub(crate) first: usize,
    /// The byte of the second.
    pub(crate) second: usize,
}

/// Every key that stands a second time in its object.
pub(crate) fn duplicate_keys(root: &Value<'_>) -> Vec<DuplicateKey> {
    let mut found = Vec::new();
    let mut todo = vec![(String::new(), root)];
    while let Some((pointer, value)) = todo.pop() {
        match value {
            Value::Object(object) => {
                duplicates_of(object, &pointer, &mut found);
                todo.extend(object.properties.iter().filter(|p| is_container(&p.value)).map(
                    |property| {
                        (format!("{pointer}/{}", escape(property.name.as_str())), &property.value)
                    },
                ));
            }
            Value::Array(array) => {
                let items = array.elements.iter().enumerate();
                todo.extend(
                    items
                        .filter(|(_, item)| is_container(item))
                        .map(|(index, item)| (format!("{pointer}/{index}"), item)),
                );
            }
            _ => {}
        }
    }
    found.sort_by_key(|duplicate| duplicate.second);
    found
}

fn is_container(value: &Value<'_>) -> bool {
    matches!(value, Value::Object(_) | Value::Array(_))
}

fn duplicates_of(object: &Object<'_>, pointer: &str, found: &mut Vec<DuplicateKey>) {
    let mut keys: Vec<(&str, usize)> = object
        .properties
        .iter()
        .map(|property| (property.name.as_str(), property.start()))
        .collect();
    keys.sort_unstable();
    for pair in keys.windows(2) {
        if let [(key, first), (same, second)] = pair
            && key == same
        {
            found.push(DuplicateKey {
                pointer: format!("{pointer}/{}", escape(key)),
                key: (*key).to_owned(),
                first: *first,
                second: *second,
            });
        }
    }
}

/// A key as it stands in a JSON pointer.
pub(crate) fn escape(key: &str) -> Cow<'_, str> {
    // Checks ask for every key of a file, right or wrong: most are themselves.
    if key.contains(['~', '/']) {
        Cow::Owned(key.replace('~', "~0").replace('/', "~1"))
    } else {
        Cow::Borrowed(key)
    }
}

/// A part of a JSON pointer as a key.
pub(crate) fn unescape(part: &str) -> String {
    part.replace("~1", "/").replace("~0", "~")
}

/// The lines of a text.
pub(crate) struct Lines<'a> {
    text: &'a str,
    starts: Vec<usize>,
}

impl<'a> Lines<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        let ends = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        Self { text, starts: std::iter::once(0).chain(ends.map(|(at, _)| at + 1)).collect() }
    }

    /// Line and column, each from 1, of a byte; the column in characters.
    pub(crate) fn at(&self, offset: usize) -> (u32, u32) {
        let line = self.starts.partition_point(|start| *start <= offset);
        let start = line.checked_sub(1).and_then(|line| self.starts.get(line)).copied();
        let before = self.text.get(start.unwrap_or(0)..offset.min(self.text.len()));
        let column = before.map_or(0, |before| before.chars().count()) + 1;
        (u32::try_from(line).unwrap_or(u32::MAX), u32::try_from(column).unwrap_or(u32::MAX))
    }

    /// The byte at a line and a column in bytes, as serde_json counts them: each from 1, and a
    /// column of 0 for the end of the line before.
    pub(crate) fn offset(&self, line: usize, column: usize) -> usize {
        let start = line.checked_sub(1).and_then(|line| self.starts.get(line)).copied();
        let mut offset = (start.unwrap_or(0) + column.saturating_sub(1)).min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        offset
    }
}
