//! Plain tables: what says nothing goes, and names are followed wherever they stand.

use salient_schema::plain::{Table, Value};

fn table(json: &str) -> Table {
    serde_json::from_str(json).unwrap()
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
