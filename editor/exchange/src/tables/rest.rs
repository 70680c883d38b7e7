//! What stands in no table of rows: single values by their place, `grid/numbering/order`. An entry
//! of a list is named `#1`, `#2` and so on.

use serde_json::{Map as Object, Value};

use crate::limits;
use salient_tables::cells;

/// All single values in a document, in order, as place and cell.
pub fn flatten(value: &Value) -> Vec<(String, String)> {
    let mut rows = Vec::new();
    walk(value, &mut String::new(), &mut rows);
    rows
}

fn walk(value: &Value, place: &mut String, rows: &mut Vec<(String, String)>) {
    let step = |place: &mut String, step: &str| {
        let length = place.len();
        if !place.is_empty() {
            place.push('/');
        }
        place.push_str(step);
        length
    };
    match value {
        // What tables have taken.
        Value::Null => {}
        Value::Object(fields) if !fields.is_empty() => {
            for (field, value) in fields {
                let length = step(place, &field.replace('~', "~0").replace('/', "~1"));
                walk(value, place, rows);
                place.truncate(length);
            }
        }
        Value::Array(entries) if !entries.is_empty() => {
            for (at, value) in entries.iter().enumerate() {
                let length = step(place, &format!("#{}", at + 1));
                walk(value, place, rows);
                place.truncate(length);
            }
        }
        Value::String(text) => rows.push((place.clone(), text_value(text))),
        other => rows.push((place.clone(), other.to_string())),
    }
}

/// A text that would be read as something else stands in quotation marks.
fn text_value(text: &str) -> String {
    let plain = text.trim();
    let otherwise = cells::as_number(plain).is_some()
        || matches!(plain, "true" | "TRUE" | "false" | "FALSE" | "[]" | "{}")
        || plain.starts_with('"');
    if otherwise { Value::String(text.to_owned()).to_string() } else { cells::text_cell(text) }
}

/// What a cell of single values says.
pub fn value(cell: &str) -> Option<Value> {
    match cell.trim() {
        "[]" => return Some(Value::Array(Vec::new())),
        "{}" => return Some(Value::Object(Object::new())),
        // As a spreadsheet writes them, too.
        "true" | "TRUE" => return Some(Value::Bool(true)),
        "false" | "FALSE" => return Some(Value::Bool(false)),
        quoted if quoted.starts_with('"') => {
            if let Ok(text @ Value::String(_)) = serde_json::from_str(quoted) {
                return Some(text);
            }
        }
        number => {
            if let Some(number) = cells::as_number(number) {
                return Some(Value::Number(number));
            }
        }
    }
    cells::cell_text(cell).map(Value::String)
}

/// Whether a field is what a JSON Pointer leads to, or lies below it, step by step.
pub fn leads_to(field: &[&str], pointer: &[&str]) -> bool {
    let is_one = |(field, step): (&&str, &&str)| {
        let entry = || step.parse::<usize>().ok()?.checked_add(1);
        field == step || field.strip_prefix('#').is_some_and(|at| at.parse().ok() == entry())
    };
    field.len() >= pointer.len() && field.iter().zip(pointer).all(is_one)
}

/// Puts a value at a place, making what leads there.
///
/// # Errors
/// What is wrong with the place, in words.
pub fn set(document: &mut Value, place: &str, value: Value) -> Result<(), String> {
    let mut node = document;
    for (depth, step) in place.split('/').enumerate() {
        if depth > limits::DEPTH {
            return Err(format!("lies more than {} levels deep", limits::DEPTH));
        }
        let number = step
            .strip_prefix('#')
            .filter(|digits| !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()));
        if let Some(digits) = number {
            if node.is_null() {
                *node = Value::Array(Vec::new());
            }
            let entries = node
                .as_array_mut()
                .ok_or_else(|| format!("{step} is an entry of what is no list"))?;
            let at: usize = digits.parse().unwrap_or(0);
            if at == 0 || at > entries.len() + 1 {
                return Err(format!("entry {step} has no entry before it; count from #1"));
            }
            if at > entries.len() {
                entries.push(Value::Null);
            }
            node = entries.get_mut(at - 1).ok_or("no such entry")?;
        } else {
            if node.is_null() {
                *node = Value::Object(Object::new());
            }
            let fields = node.as_object_mut().ok_or_else(|| {
                format!("`{}` is a field of what has no fields", cells::short(step))
            })?;
            let field = step.replace("~1", "/").replace("~0", "~");
            node = fields.entry(field).or_insert(Value::Null);
        }
    }
    // What tables have filled is not emptied again.
    let empty = matches!(&value, Value::Array(list) if list.is_empty())
        || matches!(&value, Value::Object(fields) if fields.is_empty());
    if !empty || node.is_null() {
        *node = value;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_flattened_comes_back() {
        let document = serde_json::json!({
            "title": "1914", "notes": ["a", "true", "-x", "\"q\""], "empty": [], "none": {},
            "palette": {"/": "clear", "~": "woods", "0": "x", "#": "y"},
            "deep": [{"a": [1.5, -2]}, {"b": false}]
        });
        let mut back = Value::Null;
        for (place, cell) in flatten(&document) {
            set(&mut back, &place, value(&cell).unwrap()).unwrap();
        }
        assert_eq!(back, document);
    }

    #[test]
    fn places_that_lead_nowhere_are_refused() {
        let mut document = serde_json::json!({"a": 1});
        for place in ["a/b", "a/#1", "l/#2", "l/#99999999999999999999", &"x/".repeat(300)] {
            assert!(set(&mut document, place, Value::Null).is_err(), "{place}");
        }
    }
}
