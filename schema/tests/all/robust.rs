//! Whatever a file holds, reading ends with a document or with errors that have a place.

use jsonschema::Validator;
use proptest::prelude::*;
use salient_schema::{Document, FileKind, format_text, json_schemas, read_text, write};
use serde_json::{Value, json};

use crate::common;

/// Reads a text, and checks what holds of every reading.
fn read(text: &[u8]) -> Option<Document> {
    let (document, diagnostics) = read_text("f.json", text);
    for diagnostic in &diagnostics {
        assert_eq!(diagnostic.place.file.as_deref(), Some("f.json"));
        assert!(
            diagnostic.place.line.is_some() && diagnostic.place.column.is_some(),
            "{diagnostic}"
        );
        assert!(!diagnostic.message.is_empty());
    }
    let faulty = diagnostics.iter().any(|one| one.is_error());
    assert!(document.is_some() || faulty, "neither a document nor an error");
    match format_text("f.json", text) {
        Ok(formatted) => {
            assert!(!faulty);
            assert_eq!(format_text("f.json", &formatted).as_ref(), Ok(&formatted));
        }
        Err(refused) => assert!(refused.iter().any(|one| one.is_error())),
    }
    if let Some(document) = &document {
        let written = write(document).unwrap();
        assert_eq!(read_text("f.json", written).0.as_ref(), Some(document));
    }
    document
}

/// What a hand or a bad disk does to a file.
#[derive(Clone, Debug)]
enum Mutation {
    Flip { at: usize, bits: u8 },
    Delete { at: usize, length: usize },
    Duplicate { at: usize, length: usize },
    Insert { at: usize, text: String },
    SwapTokens { one: usize, other: usize },
    Replace { token: usize, text: String },
    Cut { at: usize },
}

fn mutation() -> impl Strategy<Value = Mutation> {
    let at = any::<usize>();
    let piece = prop_oneof![
        Just("null"),
        Just("-1"),
        Just("1e400"),
        Just("99999999999999999999"),
        Just("0.5"),
        Just("[]"),
        Just("{}"),
        Just("[[["),
        Just("\"\""),
        Just("\"\\ud800\""),
        Just("NaN"),
        Just("true"),
        Just("// x\n"),
        Just(","),
        Just("\u{feff}"),
        Just("\"../../..\""),
        Just("65535"),
        Just("4294967295"),
        Just("\"0000000000000000000000000000\""),
        Just("\"é/~:\""),
    ];
    prop_oneof![
        (at, 1..=255_u8).prop_map(|(at, bits)| Mutation::Flip { at, bits }),
        (at, 1..40_usize).prop_map(|(at, length)| Mutation::Delete { at, length }),
        (at, 1..200_usize).prop_map(|(at, length)| Mutation::Duplicate { at, length }),
        (at, piece.clone()).prop_map(|(at, text)| Mutation::Insert { at, text: text.to_owned() }),
        (at, at).prop_map(|(one, other)| Mutation::SwapTokens { one, other }),
        (at, piece).prop_map(|(token, text)| Mutation::Replace { token, text: text.to_owned() }),
        at.prop_map(|at| Mutation::Cut { at }),
    ]
}

/// Where the tokens of JSON text lie.
fn tokens(text: &[u8]) -> Vec<std::ops::Range<usize>> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let start = at;
        match text[at] {
            b'"' => {
                at += 1;
                while at < text.len() && text[at] != b'"' {
                    at += if text[at] == b'\\' { 2 } else { 1 };
                }
                at = (at + 1).min(text.len());
            }
            b'-' | b'0'..=b'9' | b'a'..=b'z' => {
                while at < text.len()
                    && matches!(text[at], b'-' | b'+' | b'.' | b'0'..=b'9' | b'a'..=b'z' | b'E')
                {
                    at += 1;
                }
            }
            _ => {
                at += 1;
                if text[start].is_ascii_whitespace() {
                    continue;
                }
            }
        }
        found.push(start..at);
    }
    found
}

fn apply(text: &mut Vec<u8>, mutation: &Mutation) {
    let length = text.len();
    if length == 0 {
        return;
    }
    match mutation {
        Mutation::Flip { at, bits } => text[at % length] ^= bits,
        Mutation::Delete { at, length: count } => {
            let at = at % length;
            text.drain(at..(at + count).min(length));
        }
        Mutation::Duplicate { at, length: count } => {
            let at = at % length;
            let piece = text[at..(at + count).min(length)].to_vec();
            text.splice(at..at, piece);
        }
        Mutation::Insert { at, text: piece } => {
            let at = at % length;
            text.splice(at..at, piece.bytes());
        }
        Mutation::SwapTokens { one, other } => {
            let tokens = tokens(text);
            if tokens.is_empty() {
                return;
            }
            let (one, other) = (one % tokens.len(), other % tokens.len());
            let (first, second) = (&tokens[one.min(other)], &tokens[one.max(other)]);
            if first.end <= second.start {
                let (head, tail) = (text[first.clone()].to_vec(), text[second.clone()].to_vec());
                text.splice(second.clone(), head);
                text.splice(first.clone(), tail);
            }
        }
        Mutation::Replace { token, text: piece } => {
            let tokens = tokens(text);
            if !tokens.is_empty() {
                text.splice(tokens[token % tokens.len()].clone(), piece.bytes());
            }
        }
        Mutation::Cut { at } => text.truncate(at % length),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, ..ProptestConfig::default() })]

    #[test]
    fn mutated_files(file in any::<prop::sample::Index>(), mutations in prop::collection::vec(mutation(), 1..5)) {
        static FILES: std::sync::OnceLock<Vec<(String, String)>> = std::sync::OnceLock::new();
        let files = FILES.get_or_init(common::fixtures);
        let mut text = file.get(files).1.clone().into_bytes();
        for mutation in &mutations {
            apply(&mut text, mutation);
        }
        let _document = read(&text);
    }

    #[test]
    fn random_bytes(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        prop_assert!(read(&bytes).is_none());
    }

    #[test]
    fn random_tokens(pieces in prop::collection::vec(prop_oneof![
        Just("{"), Just("}"), Just("["), Just("]"), Just(":"), Just(","), Just("\"a\""), Just("1"),
        Just("-"), Just("\"$schema\":\"map.schema.json\""), Just("\"format_version\":1"), Just("\\"),
        Just("\""), Just("null"), Just("tru"), Just(" "), Just("\n"), Just("/*"), Just("'"),
    ], 0..40)) {
        let _document = read(pieces.concat().as_bytes());
    }
}

/// Every place in a value, as a pointer.
fn places(value: &Value, pointer: &str, found: &mut Vec<String>) {
    found.push(pointer.to_owned());
    match value {
        Value::Object(object) => {
            for (key, value) in object {
                let key = key.replace('~', "~0").replace('/', "~1");
                places(value, &format!("{pointer}/{key}"), found);
            }
        }
        Value::Array(array) => {
            for (index, value) in array.iter().enumerate() {
                places(value, &format!("{pointer}/{index}"), found);
            }
        }
        _ => {}
    }
}

/// What the published schema refuses, the reader refuses; what it allows, the reader reads.
///
/// Each value of each fixture is taken out and changed in many ways: this is what shows that the
/// typed checks know every range and every form that the schemas state.
#[test]
fn the_reader_agrees_with_the_schemas() {
    let schemas = json_schemas();
    let changes = [
        json!(null),
        json!(-1),
        json!(0),
        json!(1),
        json!(8),
        json!(50),
        json!(5000),
        json!(70_000),
        json!(3_000_000_000_u32),
        json!(5_000_000_000_u64),
        json!(-3_000_000_000_i64),
        json!(0.5),
        json!(1.0),
        json!(-1e300),
        json!(true),
        json!(""),
        json!("x"),
        json!("No Id!"),
        json!("#12345g"),
        json!([]),
        json!({}),
        json!(["a"]),
        json!({ "zz": 1 }),
    ];
    let mut seen = std::collections::BTreeSet::new();
    for (path, text) in common::fixtures() {
        if path.contains("bundle") {
            // Their parts are read one by one, and this would be the same again.
            continue;
        }
        let value: Value = serde_json::from_str(&text).unwrap();
        let kind = FileKind::of_schema(value["$schema"].as_str().unwrap()).unwrap();
        let schema = serde_json::from_str(schemas[&kind.schema_file()]).unwrap();
        let validator = jsonschema::validator_for(&schema).unwrap();
        let mut all = Vec::new();
        places(&value, "", &mut all);
        // The items of a list are of one type: each sort of place once.
        let some = all.iter().filter(|place| {
            let sort = place.split('/').map(|part| part.parse::<usize>().map_or(part, |_| "0"));
            seen.insert((kind, sort.collect::<Vec<&str>>().join("/")))
        });
        for place in some {
            for change in &changes {
                let mut changed = value.clone();
                *changed.pointer_mut(place).unwrap() = change.clone();
                agree(&validator, &changed, &path, place);
            }
            if let Some((parent, key)) = place.rsplit_once('/') {
                let mut changed = value.clone();
                if let Some(Value::Object(object)) = changed.pointer_mut(parent) {
                    object.remove(&key.replace("~1", "/").replace("~0", "~"));
                    agree(&validator, &changed, &path, place);
                }
            }
        }
    }
}

fn agree(validator: &Validator, value: &Value, path: &str, place: &str) {
    let (document, diagnostics) = read_text("f.json", value.to_string());
    let faulty = diagnostics.iter().any(|one| one.is_error());
    let allowed = validator.is_valid(value);
    let at = value.pointer(place);
    assert!(allowed || faulty, "{path}{place}: {at:?} is against the schema, but was read");
    // Serde takes no 1.0 for a whole number; the schema cannot say so.
    let whole = at.is_some_and(|at| at.is_f64());
    assert!(
        !allowed || document.is_some() || whole,
        "{path}{place}: {at:?} is as the schema has it, but was refused: {diagnostics:?}"
    );
    assert!(document.is_some() || faulty);
}
