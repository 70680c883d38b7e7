//! Faulty files and what is said of them: data in, data out.
//!
//! Each `tests/fixtures/faulty/NAME.json` has its findings beside it in `NAME.expected.txt`, one
//! a line as the command line prints them, each followed by the JSON pointer it points to.
//! `UPDATE=1 cargo test -p salient-tests --test all faulty_files` writes what is found now; read
//! every line of that diff before it is committed.

use std::collections::BTreeSet;
use std::fmt::Write;

use salient::SYSTEMS;
use salient_schema::{
    Code, Diagnostic, Document, locate, open_file, open_map, open_project, write,
};
use salient_tests::{Folder, files_below, fixtures, name_of};
use serde_json::Value;

/// Everything that is found in a fixture: what the reader says, then what the rules say.
fn findings(name: &str) -> Vec<Diagnostic> {
    let source = Folder(fixtures());
    let (document, mut found) = open_file(&source, name);
    if let Some(Document::Scenario(_) | Document::Bundle(_)) = document
        && !found.iter().any(Diagnostic::is_error)
        && let (Some(project), _) = open_project(&source, name)
    {
        let mut rules = salient_rules::check(SYSTEMS, &project.bundle);
        for finding in &mut rules {
            project.paths.localise(finding);
        }
        // The set-up is this file's; what the rules say of the rest is not its fault.
        rules.retain(|finding| finding.place.file.as_deref() == Some(name));
        let text = std::fs::read_to_string(fixtures().join(name)).unwrap_or_default();
        locate(&text, &mut rules);
        found.extend(rules);
    }
    if let Some(Document::Map(_)) = document
        && !found.iter().any(Diagnostic::is_error)
        && let (Some((map, ruleset)), _) = open_map(&source, name)
    {
        let mut slips = salient_rules::check::check_map(&map, &ruleset);
        for slip in &mut slips {
            let pointer = slip.place.pointer.take().unwrap_or_default();
            let rest = pointer.strip_prefix("/map").unwrap_or(&pointer).to_owned();
            slip.place.pointer = Some(rest);
            slip.place.file = Some(name.to_owned());
        }
        let text = std::fs::read_to_string(fixtures().join(name)).unwrap_or_default();
        locate(&text, &mut slips);
        found.extend(slips);
    }
    found.sort();
    found
}

/// The findings as text, with the place that no line shows.
fn rendered(findings: &[Diagnostic]) -> String {
    let mut text = String::new();
    for finding in findings {
        let _ = writeln!(text, "{finding}");
        let mut place = Vec::new();
        if let Some(pointer) = &finding.place.pointer {
            place.push(format!("at {pointer:?}"));
        }
        if let Some(hex) = &finding.place.hex {
            place.push(format!("hex {hex}"));
        }
        if let Some(counter) = &finding.place.counter {
            place.push(format!("counter {counter}"));
        }
        if let Some(side) = &finding.place.side {
            place.push(format!("hexside {side}"));
        }
        if !place.is_empty() {
            let _ = writeln!(text, "    {}", place.join(", "));
        }
    }
    text
}

#[test]
fn every_fault_is_found_where_it_is() {
    let update = std::env::var_os("UPDATE").is_some();
    let folder = fixtures().join("faulty");
    let files = files_below(&folder, ".json");
    assert!(files.len() > 50, "{} faulty files", files.len());
    let mut wrong = String::new();
    for file in files {
        let name = name_of(&file, &fixtures());
        let expected_file = file.with_extension("expected.txt");
        let found = rendered(&findings(&name));
        let expected = std::fs::read_to_string(&expected_file).unwrap_or_default();
        if update {
            std::fs::write(&expected_file, &found).expect("the expected findings are written");
        } else if found != expected || found.is_empty() {
            let _ = writeln!(wrong, "== {name}\n-- expected\n{expected}-- found\n{found}");
        }
    }
    assert!(wrong.is_empty(), "findings differ (UPDATE=1 rewrites them):\n{wrong}");
}

/// A finding of every kind is among them, each from a file of its own, and each has a place.
#[test]
fn every_code_has_a_faulty_file() {
    let mut seen: BTreeSet<Code> = BTreeSet::new();
    for file in files_below(&fixtures().join("faulty"), ".json") {
        let name = name_of(&file, &fixtures());
        for finding in findings(&name) {
            assert!(
                finding.place.line.is_some() && finding.place.column.is_some(),
                "{finding}: without a place"
            );
            assert!(!finding.message.is_empty() && !finding.message.contains('\n'), "{finding:?}");
            seen.insert(finding.code);
        }
    }
    let all = [
        Code::Unreadable,
        Code::JsonSyntax,
        Code::DuplicateKey,
        Code::UnknownFileKind,
        Code::FormatVersion,
        Code::UnknownField,
        Code::MissingField,
        Code::Schema,
        Code::DanglingReference,
        Code::Duplicate,
        Code::OffMap,
        Code::GridShape,
        Code::Rule,
        Code::Gap,
        Code::Unfinished,
        Code::Misplaced,
        // Not `Migrated`: there is no older version yet.
    ];
    let missing: Vec<&str> =
        all.into_iter().filter(|code| !seen.contains(code)).map(Code::name).collect();
    assert!(missing.is_empty(), "no faulty file shows {}", missing.join(", "));
}

/// Whether what a file said is in what is written of it: all but values that mean nothing.
fn is_kept(said: &Value, written: Option<&Value>) -> bool {
    let Some(written) = written else {
        return match said {
            Value::Null | Value::Bool(false) => true,
            Value::Array(items) => items.is_empty(),
            Value::Object(fields) => fields.is_empty(),
            _ => false,
        };
    };
    match (said, written) {
        (Value::Object(said), Value::Object(written)) => {
            said.iter().all(|(key, value)| is_kept(value, written.get(key)))
        }
        (Value::Array(said), Value::Array(written)) => {
            said.len() == written.len()
                && said.iter().zip(written).all(|(one, other)| is_kept(one, Some(other)))
        }
        _ => said == written,
    }
}

/// Whatever is wrong with a file, nothing of what could be read is lost when it is written.
#[test]
fn what_can_be_read_is_kept() {
    let mut kept = 0;
    for file in files_below(&fixtures().join("faulty"), ".json") {
        let name = name_of(&file, &fixtures());
        let (Some(document), _) = open_file(&Folder(fixtures()), &name) else { continue };
        let text = std::fs::read_to_string(&file).expect("what was read is text");
        let said: Value = serde_json::from_str(&text).expect("JSON");
        let written = write(&document).expect("a document can be written");
        let written: Value = serde_json::from_str(&written).expect("JSON");
        assert!(is_kept(&said, Some(&written)), "{name} loses something");
        kept += 1;
    }
    assert!(kept > 40, "{kept} faulty files could be read");
}

/// A file that is not there is a finding too, not a panic.
#[test]
fn a_missing_file_is_unreadable() {
    let (document, found) = open_file(&Folder(fixtures()), "faulty/no-such-file.json");
    assert!(document.is_none());
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0].code, Code::Unreadable);
    assert_eq!(found[0].place.file.as_deref(), Some("faulty/no-such-file.json"));
}
