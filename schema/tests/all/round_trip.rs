//! Read → write → read is the same document, and the second writing the same bytes.

use salient_schema::{format_text, read_text, write};

use crate::common;

#[test]
fn every_valid_file_comes_back_as_it_was() {
    for (path, text) in common::valid_files() {
        let (document, diagnostics) = read_text(&path, &text);
        assert!(!diagnostics.iter().any(|one| one.is_error()), "{path}: {diagnostics:?}");
        let document = document.unwrap();
        let written = write(&document).unwrap();
        let (again, diagnostics) = read_text(&path, &written);
        assert!(!diagnostics.iter().any(|one| one.is_error()), "{path}: {diagnostics:?}");
        assert_eq!(again.as_ref(), Some(&document), "{path}");
        assert_eq!(write(&document).unwrap(), written, "{path}");
    }
}

#[test]
fn formatting_twice_changes_nothing() {
    for (path, text) in common::valid_files() {
        let once = format_text(&path, &text).unwrap();
        assert_eq!(format_text(&path, &once).unwrap(), once, "{path}");
        // Formatting gives its canonical form to whatever form the same data comes in.
        let value: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(format_text(&path, value.to_string()).unwrap(), once, "{path}");
    }
}

#[test]
fn formatting_keeps_the_data() {
    for (path, text) in common::valid_files() {
        let (before, _) = read_text(&path, &text);
        let (after, _) = read_text(&path, format_text(&path, &text).unwrap());
        let mut before = before.unwrap();
        before.sort();
        assert_eq!(before, after.unwrap(), "{path}");
    }
}

#[test]
fn one_thing_is_one_line() {
    let map = r##"{"$schema":"map.schema.json","format_version":1,"id":"m","title":"M",
        "ruleset":"r","grid":{"orientation":"flat_topped","columns":2,"rows":2,"pushed":"second",
        "numbering":{"order":"column_row","column_digits":2,"row_digits":2,"first_column":1,
        "first_row":1,"columns_from":"west","rows_from":"north"},"metres_per_hex":970.5},
        "terrain":{"provenance":"invented","palette":{".":"clear"},"rows":["..",".."]},
        "features":{"provenance":"invented","items":[{"hex":"0102","kind":"town","name":"Ham"},
        {"hex":"0201","kind":"wire"},{"hex":"0101","kind":"town"}]},
        "hexsides":{"provenance":"printed","items":[{"side":"0102:n","kind":"river"}]}}"##;
    let expect = r##"{
  "$schema": "map.schema.json",
  "format_version": 1,
  "id": "m",
  "title": "M",
  "ruleset": "r",
  "grid": {
    "orientation": "flat_topped",
    "columns": 2,
    "rows": 2,
    "pushed": "second",
    "numbering": {
      "order": "column_row",
      "column_digits": 2,
      "row_digits": 2,
      "first_column": 1,
      "first_row": 1,
      "columns_from": "west",
      "rows_from": "north"
    },
    "metres_per_hex": 970.5
  },
  "terrain": {
    "provenance": "invented",
    "palette": { ".": "clear" },
    "rows": [
      "..",
      ".."
    ]
  },
  "features": {
    "provenance": "invented",
    "items": [
      { "hex": "0101", "kind": "town" },
      { "hex": "0201", "kind": "wire" },
      { "hex": "0102", "kind": "town", "name": "Ham" }
    ]
  },
  "hexsides": {
    "provenance": "printed",
    "items": [
      { "side": "0101:s", "kind": "river" }
    ]
  },
  "paths": { "provenance": "invented", "items": [] },
  "lines": { "provenance": "invented", "items": [] },
  "zones": { "provenance": "invented", "items": [] }
}
"##;
    assert_eq!(format_text("m.json", map).unwrap(), expect);
}

#[test]
fn a_number_that_json_lacks_is_refused() {
    let (document, _) = read_text("map.json", common::fixture("kaisers-battle/map.json"));
    let Some(salient_schema::Document::Map(mut map)) = document else { panic!("no map") };
    map.grid.metres_per_hex = f64::NAN;
    assert!(write(&salient_schema::Document::Map(map)).is_err());
}
