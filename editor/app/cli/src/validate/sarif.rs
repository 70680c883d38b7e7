//! Findings as SARIF 2.1.0, the OASIS format that code hosts and editors read.

use salient_schema::{Code, Diagnostic, Severity};
use serde::Serialize;
use serde_json::{Value, json};

/// A SARIF log of one run. Files are named relative to the folder that the program runs in.
pub fn log(found: &[Diagnostic]) -> Value {
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "Salient",
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "rules": Code::ALL.map(rule),
            }},
            // Ours are counted in characters, not in UTF-16 units as elsewhere.
            "columnKind": "unicodeCodePoints",
            "results": found.iter().map(result).collect::<Vec<_>>(),
        }],
    })
}

fn rule(code: Code) -> Value {
    let [what, help] = code.meaning();
    json!({
        "id": code.name(),
        "name": name(code),
        "shortDescription": { "text": what },
        "help": { "text": help },
    })
}

/// A rule's name as SARIF wants it, `DanglingReference`.
fn name(code: Code) -> String {
    let words = code.name().split('-').map(|word| {
        let mut letters = word.chars();
        letters.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(letters).collect()
    });
    words.collect::<Vec<String>>().concat()
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Location {
    #[serde(skip_serializing_if = "Option::is_none")]
    physical_location: Option<Value>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    logical_locations: Vec<Value>,
}

fn result(diagnostic: &Diagnostic) -> Value {
    let level = match diagnostic.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    };
    let index = Code::ALL.iter().position(|code| *code == diagnostic.code);
    let mut message = diagnostic.message.clone();
    if let Some(rule) = &diagnostic.rule {
        message = format!("{message} ({rule})");
    }
    if let Some(help) = &diagnostic.help {
        message = format!("{message}\n{help}");
    }
    let mut result = json!({
        "ruleId": diagnostic.code.name(),
        "ruleIndex": index,
        "level": level,
        "message": { "text": message },
    });
    let place = &diagnostic.place;
    let physical_location = place.file.as_ref().map(|file| {
        let mut physical = json!({ "artifactLocation": { "uri": uri(file) } });
        if let Some(line) = place.line.filter(|line| *line > 0) {
            physical["region"] = json!({
                "startLine": line,
                "startColumn": place.column.unwrap_or(1).max(1),
            });
        }
        physical
    });
    let logical = [
        (&place.pointer, "member"),
        (&place.hex, "hex"),
        (&place.counter, "counter"),
        (&place.side, "hexside"),
    ];
    let logical_locations = logical
        .into_iter()
        .filter_map(|(name, kind)| {
            let name = name.as_ref().filter(|name| !name.is_empty())?;
            Some(json!({ "fullyQualifiedName": name, "kind": kind }))
        })
        .collect();
    let location = Location { physical_location, logical_locations };
    if location.physical_location.is_some() || !location.logical_locations.is_empty() {
        result["locations"] = json!([location]);
    }
    result
}

/// A path as a URI reference: what may not stand in one, in hundredths.
fn uri(path: &str) -> String {
    use std::fmt::Write;
    let mut uri = String::new();
    if path.starts_with('/') {
        uri.push_str("file://");
    }
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"/-._~!$&'()*+,;=@".contains(&byte) {
            uri.push(char::from(byte));
        } else {
            // Writing to a string cannot fail.
            let _ = write!(uri, "%{byte:02X}");
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_names_its_rule_its_region_and_its_hex() {
        let found = [
            Diagnostic::error(Code::OffMap, "hex 9999 is not on the map")
                .file("maps/a map.json")
                .at(3, 7)
                .pointer("/features/items/0/hex")
                .hex("9999")
                .help("the last is 4030"),
            Diagnostic::warning(Code::Rule, "too many").rule("KB 7.21"),
        ];
        let log = log(&found);
        let run = &log["runs"][0];
        let result = &run["results"][0];
        assert_eq!(result["level"], "error");
        assert_eq!(result["message"]["text"], "hex 9999 is not on the map\nthe last is 4030");
        let place = &result["locations"][0]["physicalLocation"];
        assert_eq!(place["artifactLocation"]["uri"], "maps/a%20map.json");
        assert_eq!(place["region"], json!({ "startLine": 3, "startColumn": 7 }));
        assert_eq!(run["results"][1].get("locations"), None);
        assert_eq!(run["results"][1]["message"]["text"], "too many (KB 7.21)");
        for result in run["results"].as_array().unwrap() {
            let index = result["ruleIndex"].as_u64().unwrap() as usize;
            assert_eq!(run["tool"]["driver"]["rules"][index]["id"], result["ruleId"]);
        }
    }

    #[test]
    fn rules_are_named_and_explained() {
        let mut seen = std::collections::BTreeSet::new();
        for code in Code::ALL {
            let rule = rule(code);
            assert!(seen.insert(rule["id"].to_string()), "{code} twice");
            assert_eq!(serde_json::to_value(code).unwrap(), rule["id"]);
            for text in ["/shortDescription/text", "/help/text"] {
                let text = rule.pointer(text).and_then(Value::as_str).unwrap();
                assert!(text.ends_with('.') && text.len() > 10, "{code}: {text}");
            }
        }
        assert_eq!(name(Code::DanglingReference), "DanglingReference");
    }
}
