use serde_json::json;

use super::features::longer_than;
use super::*;

/// What comes of a layer that may take no more than this.
fn read_within(room: Room, file: &str, bytes: &[u8]) -> Result<usize, String> {
    let layer: GeoLayer = serde_json::from_value(json!({
        "id": "own", "file": file, "provenance": "surveyed", "source": "ours",
        "latitude": "n", "longitude": "e",
    }))
    .unwrap();
    let fitted = fitted();
    let reader = Reader { layer: &layer, fitted: &fitted, room };
    let things = if file.ends_with("csv") { reader.csv(bytes) } else { reader.geojson(bytes) };
    things.map(|things| things.len()).map_err(|faults| {
        let [fault] = faults.as_slice() else { panic!("{faults:?}") };
        let line = fault.place.line.unwrap_or(0);
        format!("{line}: {}", fault.message)
    })
}

fn fitted() -> Fitted {
    let grid = json!({
        "orientation": "flat_topped", "columns": 9, "rows": 9, "pushed": "second",
        "numbering": {
            "order": "column_row", "column_digits": 2, "row_digits": 2,
            "first_column": 1, "first_row": 1, "columns_from": "west", "rows_from": "north"
        }
    });
    let georeference = json!({ "fit": "similarity", "control_points": [
        { "hex": "0101", "latitude": 50.0, "longitude": 3.0 },
        { "hex": "0909", "latitude": 49.0, "longitude": 4.0 },
    ] });
    let grid: salient_schema::recipe::GridPlan = serde_json::from_value(grid).unwrap();
    let georeference = serde_json::from_value(georeference).unwrap();
    let plane = crate::plane::Plane::new(salient_hex::HexGrid::new(&grid.grid(1.0)));
    crate::fit::fit(&georeference, &plane, None).unwrap()
}

const POINT: &str =
    r#"{"type":"Feature","properties":{"a":"b"},"geometry":{"type":"Point","coordinates":[3,50]}}"#;

fn collection(features: &[&str]) -> Vec<u8> {
    format!("{{\"features\":[\n{}],\n\"type\":\"FeatureCollection\"}}", features.join(",\n"))
        .into_bytes()
}

#[test]
fn a_layer_of_more_than_there_is_room_for_is_refused() {
    let room = Room { things: 3, positions: 3, text: 300 };
    let file = "l.geojson";
    assert_eq!(read_within(room, file, &collection(&[POINT; 3])), Ok(3));
    let said = read_within(room, file, &collection(&[POINT; 4])).unwrap_err();
    assert!(said.starts_with("5: the layer has more than 3 features"), "{said}");
    // A layer of a line, and one whose collection has its properties once for each geometry.
    let line =
        POINT.replace("Point", "LineString").replace("[3,50]", "[[3,50],[3,50],[3,50],[3,50]]");
    let said = read_within(room, file, &collection(&[&line])).unwrap_err();
    assert!(said.starts_with("2: the layer has more than 3 positions"), "{said}");
    let one = r#"{"type":"Point","coordinates":[3,50]}"#;
    let several = format!(r#"{{"type":"GeometryCollection","geometries":[{one},{one}]}}"#);
    let several =
        POINT.replace(one, &several).replace("\"b\"", &format!("\"{}\"", "b".repeat(200)));
    let said = read_within(room, file, several.as_bytes()).unwrap_err();
    assert!(said.contains("the layer has more than 0 MB of properties"), "{said}");

    let rows = |count: usize| format!("e,n\n{}", "3,50\n".repeat(count)).into_bytes();
    let room = Room { things: 3, ..Room::LAYER };
    assert_eq!(read_within(room, "l.csv", &rows(3)), Ok(3));
    let said = read_within(room, "l.csv", &rows(4)).unwrap_err();
    assert!(said.starts_with("5: the layer has more than 3 features"), "{said}");
}

#[test]
fn what_is_no_geojson_is_told_whatever_comes_first() {
    let say = |text: &str| read_within(Room::LAYER, "l.geojson", text.as_bytes());
    assert_eq!(say(POINT), Ok(1));
    assert_eq!(say("{\"name\":[[1]],\"type\":\"FeatureCollection\",\"features\":[]}"), Ok(0));
    let none = "this is no GeoJSON: GeoJSON is a FeatureCollection, or a Feature";
    for text in ["[]", "7", "{}", "{\"type\":\"Point\"}", "{\"type\":[],\"features\":[]}"] {
        assert!(say(text).unwrap_err().ends_with(none), "{text}: {:?}", say(text));
    }
    for list in ["", ",\"features\":{}", ",\"features\":null", ",\"features\":5"] {
        let said = say(&format!("{{\"type\":\"FeatureCollection\"{list}}}")).unwrap_err();
        assert!(said.ends_with("a collection has a list of `features`"), "{said}");
    }
    assert!(say("{\"features\":5,\"type\":\"FeatureCollection\"}").unwrap_err().contains("list"));
    let said = say(&format!("{{\"features\":[{POINT},{POINT}\n")).unwrap_err();
    assert!(said.starts_with("2: this is no JSON"), "{said}");
    let broken = "{\"features\":[{\"type\":7},\n]}";
    assert!(say(broken).unwrap_err().starts_with("2: this is no JSON"), "{:?}", say(broken));
    let said = say("{\"features\":5,\"type\"").unwrap_err();
    assert!(said.starts_with("1: this is no GeoJSON"), "{said}");
    assert!(say(&format!("{POINT}x")).unwrap_err().contains("this is no JSON"));
}

#[test]
fn a_feature_that_is_longer_than_any_is_refused_before_it_is_parsed() {
    let long = POINT.replace("\"b\"", &format!("\"{}[\\\"]\"", "b".repeat(200)));
    let text = |features: &[&str]| String::from_utf8(collection(features)).unwrap();
    assert!(longer_than(&text(&[POINT; 9]), 100).is_none());
    let fault = longer_than(&text(&[POINT, &long, POINT]), 150).unwrap();
    assert_eq!((fault.place.line, fault.place.column), (Some(3), Some(1)));
    // By itself, and without an end.
    assert!(longer_than(&long, 150).is_some() && longer_than(POINT, 100).is_none());
    let endless = format!("{{\"features\":[{}", "[".repeat(200));
    assert!(longer_than(&endless, 150).is_some());
}
