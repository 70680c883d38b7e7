//! Heights by recipe.

use serde_json::json;

use crate::common::{built, recipe};

#[test]
fn heights_follow_the_rules_in_order() {
    let elevation = json!({
        "provenance": "invented", "metres_per_level": 20.0, "rules": [
            { "level": 1, "region": { "hexes": ["0101", "0201", "0102"] } },
            { "level": -2, "region": { "hexes": ["0102"] } }
        ]
    });
    let map = built(&recipe(json!({ "layers": [], "elevation": elevation })), &[]).map;
    let layer = map.elevation.unwrap();
    assert_eq!(layer.metres_per_level, Some(20.0));
    let palette: Vec<(&str, i16)> =
        layer.palette.iter().map(|(glyph, level)| (glyph.as_str(), *level)).collect();
    assert_eq!(palette, [("0", 0), ("1", 1), ("a", -2)]);
    assert_eq!(layer.rows.len(), 8);
    assert_eq!(layer.rows[..3], ["1100000000", "a000000000", "0000000000"]);
    assert_eq!(built(&recipe(json!({ "layers": [] })), &[]).map.elevation, None);
}
