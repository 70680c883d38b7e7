//! What readers are told of faulty files, and where.

use salient_schema::{
    Code, Diagnostic, Document, Memory, check_references, locate, open_file, open_map,
    open_project, read_map, read_text,
};

use crate::common;

/// The findings of a text, one a line.
fn findings(text: impl AsRef<[u8]>) -> String {
    shown(&read_text("f.json", text).1)
}

fn shown(diagnostics: &[Diagnostic]) -> String {
    diagnostics.iter().map(|one| format!("{one}\n")).collect()
}

/// A fixture with one thing changed in it.
fn changed(file: &str, from: &str, to: &str) -> String {
    let text = common::fixture(file);
    assert!(text.contains(from), "{file} has no {from}");
    text.replacen(from, to, 1)
}

const MAP: &str = "kaisers-battle/map.json";
const SCENARIO: &str = "kaisers-battle/scenario.json";
const OOB: &str = "kaisers-battle/order-of-battle.json";

/// Checks a fixture with one thing changed: every finding, in full.
fn check(file: &str, from: &str, to: &str, expect: &[&str]) {
    let expect: String = expect.iter().map(|line| format!("f.json:{line}\n")).collect();
    assert_eq!(findings(changed(file, from, to)), expect);
}

#[test]
fn a_slip_in_a_name_is_one_finding_with_the_right_name() {
    check(
        MAP,
        "\"pushed\"",
        "\"pusht\"",
        &["12:5: error[unknown-field]: there is no field `pusht` here; did you mean `pushed`?"],
    );
    check(
        MAP,
        "\"flat_topped\"",
        "\"flat\"",
        &[
            "9:5: error[schema]: `flat` is not one of the allowed values; did you mean `flat_topped`?",
        ],
    );
}

#[test]
fn a_number_out_of_range_is_told_with_the_range() {
    // Typed: the data can be read, and an editor can mend it.
    let (document, found) = read_text("f.json", changed(OOB, "\"strength\": ", "\"strength\": 1"));
    assert!(document.is_some() && found.is_empty());
    check(
        MAP,
        "\"metres_per_hex\": 970.0",
        "\"metres_per_hex\": 0",
        &["22:5: error[schema]: `metres_per_hex` is 0; it must be from 0.1 to 1000000"],
    );
    // Not typed: found by the schema.
    check(
        MAP,
        "\"rows\": 6",
        "\"rows\": -6",
        &["11:5: error[schema]: `rows` is -6; it must be from 1 to 4096"],
    );
    check(
        MAP,
        "\"rows\": 6",
        "\"rows\": 6.0",
        &["11:5: error[schema]: invalid type: floating point `6.0`, expected u16"],
    );
}

#[test]
fn duplicate_keys_are_found_wherever_they_are() {
    // In an object of a type, in a map by glyph, by rating, and in objects that a tag tells.
    check(
        MAP,
        "\"id\":",
        "\"title\": \"\", \"id\":",
        &["5:3: error[duplicate-key]: the key `title` stands twice; the first is in line 4"],
    );
    check(
        MAP,
        "\".\": \"clear\",",
        "\".\": \"clear\", \".\": \"clear\",",
        &["27:32: error[duplicate-key]: the key `.` stands twice; the first is in line 27"],
    );
    let twice = changed(OOB, "\"strength\":", "\"strength\": 1, \"strength\":");
    assert!(findings(twice).contains("error[duplicate-key]: the key `strength` stands twice"));
    let overrides = "\"overrides\": [{ \"of\": \"constant\", \"of\": \"constant\", \
        \"constant\": \"turns\", \"value\": 1, \"value\": 2 }], \"victory\":";
    let twice = findings(changed(SCENARIO, "\"victory\":", overrides));
    assert!(twice.contains("the key `of` stands twice"), "{twice}");
    assert!(twice.contains("the key `value` stands twice"), "{twice}");
}

#[test]
fn choices_are_judged_by_the_one_that_was_meant() {
    let with = |text: &str| {
        let found = findings(changed(SCENARIO, "\"victory\":", &format!("{text}, \"victory\":")));
        // Without the place.
        found.lines().filter_map(|line| line.split_once("error").map(|(_, rest)| rest)).fold(
            String::new(),
            |all, line| {
                if all.is_empty() { line.to_owned() } else { format!("{all}|{line}") }
            },
        )
    };
    assert_eq!(
        with(r#""overrides": [{ "of": "constant", "constant": "turns" }]"#),
        "[missing-field]: the field `value` is missing"
    );
    assert_eq!(
        with(r#""overrides": [{ "of": "constants", "constant": "turns", "value": 9 }]"#),
        "[schema]: `constants` is not one of the allowed values; did you mean `constant`?"
    );
    assert_eq!(
        with(r#""overrides": [{ "constant": "turns", "value": 9 }]"#),
        "[missing-field]: the field `of` is missing"
    );
    assert_eq!(
        with(
            r#""overrides": [{ "of": "constant", "constant": "turns", "value": 9, "raeson": "" }]"#
        ),
        "[unknown-field]: there is no field `raeson` here; did you mean `reason`?"
    );
    let entry = |entry: &str| {
        let found = findings(changed(SCENARIO, r#"{ "letter": "A" }"#, entry));
        found.split_once("error").map(|(_, rest)| rest.trim().to_owned()).unwrap_or_default()
    };
    assert_eq!(
        entry(r#"{ "leter": "A" }"#),
        "[unknown-field]: there is no field `leter` here; did you mean `letter`?"
    );
    assert_eq!(
        entry(r#"{ "letter": "A", "zone": "z" }"#),
        "[schema]: only one of `letter`, `hexes`, `zone` may stand here"
    );
    assert_eq!(
        entry("{}"),
        "[missing-field]: one of the fields `letter`, `hexes`, `zone` is missing"
    );
    assert_eq!(entry(r#"{ "letter": 1 }"#), "[schema]: expected a text, found 1");
    assert_eq!(entry("\"A\""), "[schema]: expected an object, found the text `A`");
}

#[test]
fn bytes_that_are_no_text_have_a_place() {
    assert_eq!(
        findings(b"{\n \"a\xc3\xa4\": \"\xff\" }"),
        "f.json:2:9: error[json-syntax]: this is not UTF-8 text; save the file as UTF-8\n"
    );
    assert_eq!(
        findings(b"\xff\xfe{\0}\0"),
        "f.json:1:1: error[json-syntax]: this is not UTF-8 text; \
         it looks like UTF-16; save the file as UTF-8\n"
    );
}

#[test]
fn a_byte_order_mark_is_a_warning() {
    let text = format!("\u{feff}{}", common::fixture(MAP));
    let (document, found) = read_text("f.json", &text);
    assert!(document.is_some());
    assert_eq!(found.len(), 1);
    assert!(!found[0].is_error());
    assert!(!salient_schema::format_text("f.json", &text).unwrap().starts_with('\u{feff}'));
}

#[test]
fn what_json_does_not_know_is_refused_in_its_place() {
    for (text, expect) in [
        ("", "1:1: error[json-syntax]: the file is empty"),
        (" \n\t", "1:1: error[json-syntax]: the file is empty"),
        ("{\n  \"a\": NaN }", "2:8: error[json-syntax]: unexpected word"),
        ("{\n  \"a\": 1e999 }", "2:12: error[json-syntax]: number out of range"),
        ("{\n  \"a\": 01 }", "2:9: error[json-syntax]: expected comma"),
        (
            "{\n  \"a\": .5 }",
            "2:8: error[json-syntax]: leading or trailing decimal points on numbers are not allowed",
        ),
        (
            "{ \"a\": 1 } {",
            "1:12: error[json-syntax]: text cannot contain more than one JSON value",
        ),
        ("[1, 2", "1:1: error[json-syntax]: unterminated array"),
        ("{ \"ä\": \"ö\" \"u\" }", "1:11: error[json-syntax]: expected comma"),
    ] {
        assert_eq!(findings(text), format!("f.json:{expect}\n"), "{text:?}");
    }
    let surrogate = findings("{\n  \"a\": \"\\ud800\" }");
    assert!(surrogate.starts_with("f.json:2:"), "{surrogate}");
    assert!(surrogate.contains("error[json-syntax]"), "{surrogate}");
}

#[test]
fn deep_nesting_is_refused() {
    for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
        let deep = format!("{}1{}", open.repeat(100_000), close.repeat(100_000));
        let found = findings(deep);
        assert!(found.starts_with("f.json:1:"), "{found}");
        assert!(found.contains("more than 127 deep"), "{found}");
        assert!(findings(open.repeat(100_000)).starts_with("f.json:1:"));
    }
    let steps = |depth: usize| {
        let stage = "{ \"id\": \"a\", \"name\": \"A\", \"steps\": [";
        let stages = format!("{}{}", stage.repeat(depth), "]}".repeat(depth));
        let text = common::fixture("kaisers-battle/ruleset.json");
        let at = text.find("\"sequence\": [").unwrap() + "\"sequence\": [".len();
        format!("{}{stages}{}{}", &text[..at], ",", &text[at..])
    };
    assert!(read_text("f.json", steps(60)).0.is_some());
    assert!(findings(steps(200)).contains("more than 127 deep"));
}

#[test]
fn kind_and_version_are_asked_for() {
    check(
        MAP,
        "\"format_version\": 1",
        "\"format_version\": 7",
        &[
            "3:3: error[format-version]: the file has version 7; this Salient reads versions up to 1; \
         open it with a newer Salient",
        ],
    );
    check(
        MAP,
        "\"format_version\": 1,",
        "",
        &[
            "1:1: error[format-version]: the file has no `format_version`; this Salient writes version 1",
        ],
    );
    check(
        MAP,
        "json/map.schema",
        "json/maps.schema",
        &[
            "2:3: error[unknown-file-kind]: `../../../schema/json/maps.schema.json` is no kind of file \
         that Salient knows; did you mean `map.schema.json`?",
        ],
    );
    let (map, found) = read_map("f.json", common::fixture(SCENARIO));
    assert!(map.is_none());
    assert_eq!(found[0].code, Code::UnknownFileKind);
    // Whatever it says, the message is a short line that moves no terminal's cursor.
    let long = format!("\\u001b[2J\\u202e\\n{}", "x".repeat(100_000));
    let (_, found) = read_map("f.json", common::fixture(MAP).replace("json/map.schema", &long));
    assert_eq!(found[0].code, Code::UnknownFileKind);
    let message = &found[0].message;
    assert!(message.len() < 300 && message.contains("\\u001b[2J\\u202e\\n"), "{message}");
    assert!(!message.contains(|c: char| c.is_control() || c == '\u{202e}'), "{message:?}");
}

#[test]
fn kind_and_version_may_stand_anywhere() {
    let value: serde_json::Value = serde_json::from_str(&common::fixture(MAP)).unwrap();
    let mut text = String::from("{");
    for (key, value) in value.as_object().unwrap().iter().rev() {
        text.push_str(&format!("{}:{value},", serde_json::Value::from(key.as_str())));
    }
    text.pop();
    text.push('}');
    let (document, found) = read_text("f.json", &text);
    assert!(found.is_empty(), "{found:?}");
    assert_eq!(document, read_text("f.json", common::fixture(MAP)).0);
}

#[test]
fn lines_and_columns_count_characters() {
    let text = "{\r\n  \"ä\": [1, \"öö\", { \"b/c\": 2, \"d~e\": null }]\r\n}";
    for (pointer, line, column) in [
        ("", 1, 1),
        ("/ä", 2, 3),
        ("/ä/0", 2, 9),
        ("/ä/1", 2, 12),
        ("/ä/2", 2, 18),
        ("/ä/2/b~1c", 2, 20),
        ("/ä/2/d~0e", 2, 30),
        // What is not there has the place of what should hold it.
        ("/ä/2/f", 2, 18),
        ("/ä/7", 2, 3),
        ("/ä/0/g", 2, 9),
        ("/z/1", 1, 1),
    ] {
        let mut found = [Diagnostic::error(Code::Schema, "").pointer(pointer)];
        locate(text, &mut found);
        let place = &found[0].place;
        assert_eq!((place.line, place.column), (Some(line), Some(column)), "{pointer}");
    }
    // A place that is known stays, and text that cannot be read has none.
    let mut known = [Diagnostic::error(Code::Schema, "").pointer("/ä").at(9, 9)];
    locate(text, &mut known);
    assert_eq!(known[0].place.line, Some(9));
    let mut unknown = [Diagnostic::error(Code::Schema, "").pointer("/a")];
    locate("{", &mut unknown);
    assert_eq!(unknown[0].place.line, None);
}

/// Every place in a value, as a pointer.
fn pointers(value: &serde_json::Value, pointer: &str, found: &mut Vec<String>) {
    found.push(pointer.to_owned());
    let below: Vec<(String, &serde_json::Value)> = match value {
        serde_json::Value::Object(object) => object
            .iter()
            .map(|(key, value)| (key.replace('~', "~0").replace('/', "~1"), value))
            .collect(),
        serde_json::Value::Array(array) => {
            array.iter().enumerate().map(|(index, value)| (index.to_string(), value)).collect()
        }
        _ => Vec::new(),
    };
    for (part, value) in below {
        pointers(value, &format!("{pointer}/{part}"), found);
    }
}

#[test]
fn every_place_of_a_file_is_found() {
    for (path, text) in common::fixtures() {
        let value: serde_json::Value = serde_json::from_str(&text).unwrap();
        let mut places = Vec::new();
        pointers(&value, "", &mut places);
        let mut found: Vec<Diagnostic> = places
            .iter()
            .map(|place| Diagnostic::error(Code::Schema, "").pointer(place.as_str()))
            .collect();
        locate(&text, &mut found);
        let lines: Vec<&str> = text.lines().collect();
        for (pointer, diagnostic) in places.iter().zip(&found) {
            let place = &diagnostic.place;
            let line = lines[place.line.unwrap() as usize - 1];
            let here: String = line.chars().skip(place.column.unwrap() as usize - 1).collect();
            let last = pointer.rsplit('/').next().unwrap();
            let (parent, _) = pointer.rsplit_once('/').unwrap_or_default();
            // A property begins with its key, anything else with itself.
            let expect = match value.pointer(parent) {
                Some(serde_json::Value::Object(_)) if !pointer.is_empty() => {
                    serde_json::Value::from(last.replace("~1", "/").replace("~0", "~")).to_string()
                }
                _ => match value.pointer(pointer).unwrap() {
                    serde_json::Value::Object(_) => "{".to_owned(),
                    serde_json::Value::Array(_) => "[".to_owned(),
                    scalar => scalar.to_string(),
                },
            };
            assert!(here.starts_with(&expect), "{path}{pointer}: {here} is not {expect}");
        }
    }
}

#[test]
fn an_end_is_put_to_findings() {
    let mut map = changed(MAP, "\"zones\":", "\"zone\":");
    map = map.replacen("\"items\": [", &format!("\"items\": [{}", "{},".repeat(5000)), 1);
    let (_, found) = read_text("f.json", map);
    assert!((1000..1010).contains(&found.len()), "{}", found.len());
}

/// The files of the first fixture, one of them changed.
fn project(file: &str, from: &str, to: &str) -> Memory {
    let names = ["map.json", "ruleset.json", "order-of-battle.json", "scenario.json"];
    names
        .into_iter()
        .map(|name| {
            let path = format!("kaisers-battle/{name}");
            let text = if name == file { changed(&path, from, to) } else { common::fixture(&path) };
            (format!("there/{name}"), text)
        })
        .collect()
}

#[test]
fn a_project_is_its_files() {
    let source = project("", "", "");
    let (opened, found) = open_project(&source, "there/scenario.json");
    assert_eq!(found, []);
    let opened = opened.unwrap();
    assert_eq!(opened.paths.map, "there/map.json");
    assert_eq!(opened.paths.orders_of_battle, ["there/order-of-battle.json"]);
    assert_eq!(check_references(&opened.bundle), []);
    assert!(open_map(&source, "there/map.json").0.is_some());
    assert!(open_map(&source, "there/scenario.json").0.is_none());
    for file in ["map.json", "ruleset.json", "order-of-battle.json", "scenario.json"] {
        let (document, found) = open_file(&source, &format!("there/{file}"));
        assert!(document.is_some() && found.is_empty());
    }
}

#[test]
fn findings_between_files_have_their_own_file_and_place() {
    let open = |file: &str, from: &str, to: &str| {
        let (opened, found) = open_project(&project(file, from, to), "there/scenario.json");
        (opened.is_some(), shown(&found))
    };
    assert_eq!(
        open("map.json", "\"w\": \"woods\"", "\"w\": \"wods\""),
        (
            true,
            "there/map.json:27:46: error[dangling-reference]: there is no terrain kind `wods`; \
             did you mean `woods`?\n"
                .to_owned()
        )
    );
    let (_, found) = open_project(
        &project("scenario.json", "[\"de-88-3\"]", "[\"de-113-3\"]"),
        "there/scenario.json",
    );
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].place.hex.as_deref(), Some("3902"));
    assert_eq!(found[0].place.counter.as_deref(), Some("de-113-3"));
    assert_eq!(found[0].place.pointer.as_deref(), Some("/setup/placements/2/counters/0"));
    let (opened, found) = open("scenario.json", "\"map.json\"", "\"nowhere/../no-map.json\"");
    assert!(!opened);
    assert_eq!(
        found,
        "there/scenario.json:7:3: error[unreadable]: cannot read there/no-map.json: no such file\n"
    );
    let (opened, found) = open("scenario.json", "\"map.json\"", "\"ruleset.json\"");
    assert!(!opened);
    assert!(found.contains("of the kind ruleset, not map"), "{found}");
    let (opened, found) = open("map.json", "\"ruleset.json\"", "\"../other/ruleset.json\"");
    assert!(opened);
    assert!(found.contains("there/map.json:6:3: error[dangling-reference]"), "{found}");
}

#[test]
fn a_bundle_is_a_project_in_one_file() {
    let folder = common::root().join("tests/fixtures/kaisers-battle/scenario.json");
    let text = common::bundle_of(folder.to_str().unwrap());
    let source: Memory = [("b.json", text.as_str())].into_iter().collect();
    let (opened, found) = open_project(&source, "b.json");
    assert_eq!(found, []);
    assert!(opened.unwrap().paths.is_bundle);

    let faulty = text.replacen("\"kind\": \"redoubt\"", "\"kind\": \"redout\"", 1);
    let (document, found) = read_text("b.json", &faulty);
    assert!(matches!(document, Some(Document::Bundle(_))));
    assert_eq!(found.len(), 1, "{}", shown(&found));
    assert_eq!(found[0].place.pointer.as_deref(), Some("/map/features/items/0/kind"));
    assert_eq!(found[0].place.line, Some(line_of(&faulty, "redout\"")));
    let newer = text.replacen(
        "\"format_version\": 1,\n    \"id\"",
        "\"format_version\": 2,\n    \"id\"",
        1,
    );
    let (_, found) = read_text("b.json", &newer);
    assert_eq!(found[0].code, Code::FormatVersion, "{}", shown(&found));
}

fn line_of(text: &str, part: &str) -> u32 {
    let line = text.lines().position(|line| line.contains(part)).unwrap();
    u32::try_from(line).unwrap() + 1
}

/// A georeference that says itself how far it misses is held to it.
#[test]
fn a_georeference_that_misses_by_far_is_told() {
    let with = |rms: &str, points: &str| {
        let georeference = format!(
            "\"georeference\": {{ \"plane_from_degrees\": [30, 0, -60, 0, -45, 2260], \"fit\": \
             \"affine\", \"rms_hexes\": {rms}{points} }}, \"terrain\": {{"
        );
        findings(changed(MAP, "\"terrain\": {", &georeference))
    };
    let point = |residual: f64| {
        format!(
            ", \"control_points\": [{{ \"hex\": \"3801\", \"latitude\": 50, \"longitude\": 2, \
             \"residual_hexes\": {residual} }}]"
        )
    };
    assert_eq!(with("0.5", "") + &with("3.9", &point(3.9)), "");
    let found = with("1.71", "");
    assert!(
        found.contains("warning[misplaced]: the georeference misses its hexes by 1.71"),
        "{found}"
    );
    assert!(found.contains("0.5 is the most"), "{found}");
    for (rms, residual) in [("6.2", 0.1), ("0.1", 6.2)] {
        let found = with(rms, &point(residual));
        let says = "misses its control points by 6.20 hexes (root mean square), and 4 is the most";
        assert!(found.contains(says) && found.lines().count() <= 2, "{found}");
    }
}
