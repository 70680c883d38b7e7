//! Plain tables: what says nothing goes, and names are followed wherever they stand.

use salient_schema::Document;
use salient_schema::plain::{Table, Value};

fn table(json: &str) -> Table {
    serde_json::from_str(json).unwrap()
}

/// Lists, too: what else looks at what comes takes none.
#[test]
fn a_scenario_file_keeps_what_only_its_system_knows() {
    let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../scenarios/kaisers-battle/kaisers-battle.json");
    let text = std::fs::read_to_string(file).unwrap();
    let (read, _) = salient_schema::read_text("scenario.json", text);
    let Some(Document::Scenario(mut scenario)) = read else { panic!("a scenario") };
    let system = r#"{"flags":{"de-33r":["fought",["tested",3]]},"lines":[true,{"a":-1}]}"#;
    let start = serde_json::from_str(&format!(r#"{{"system":{system}}}"#)).unwrap();
    scenario.start = Some(start);
    let written = salient_schema::write(&Document::Scenario(scenario.clone())).unwrap();
    let (again, found) = salient_schema::read_text("scenario.json", written);
    assert!(found.is_empty(), "{found:#?}");
    assert_eq!(again, Some(Document::Scenario(scenario)));
    for wrong in ["1.5", "9223372036854775808"] {
        assert!(serde_json::from_str::<Value>(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn what_says_nothing_is_left_out() {
    let whole = table(r#"{"a":[],"b":{"c":[]},"d":0,"e":false,"f":"","g":[[]],"h":{"i":{}}}"#);
    let said = serde_json::to_string(&whole.pruned()).unwrap();
    assert_eq!(said, r#"{"d":0,"e":false,"f":"","g":[[]]}"#);
    assert!(Table::default().is_empty() && !table(r#"{"d":0}"#).is_empty());
}

/// Fields of the table itself are nobody's names, whatever they are called.
#[test]
fn names_are_followed_in_texts_and_in_tables_below() {
    let own = table(r#"{"one":{"one":3,"two":4},"list":["one",["one","three"]],"text":"one"}"#);
    let other = own.clone().with_names(&|name| Some(if name == "one" { "1" } else { name }.into()));
    let expected = table(r#"{"one":{"1":3,"two":4},"list":["1",["1","three"]],"text":"1"}"#);
    assert_eq!(other, expected);
    let gone = own.with_names(&|name| (name != "one").then(|| name.into()));
    assert_eq!(gone, table(r#"{"one":{"two":4},"list":[["three"]]}"#));
    assert!(matches!(gone.get("list"), Some(Value::List(items)) if items.len() == 1));
}
