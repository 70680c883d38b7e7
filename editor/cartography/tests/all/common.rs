//! A small theatre to build maps of: ten by eight hexes of 10 km about 50° N, 3° E.

// Each test binary uses its own part of this.
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use salient_cartography::{Built, build};
use salient_hex::{HexGrid, Side};
use salient_schema::{Diagnostic, Map, Memory};
use serde_json::{Value, json};

/// The checkout.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Where the small theatre's recipe lies.
pub const RECIPE: &str = "maps/small/recipe.json";

/// A recipe of the small theatre; what `more` has comes on top of it, field by field.
pub fn recipe(more: Value) -> Value {
    let mut recipe = json!({
        "$schema": "recipe.schema.json",
        "format_version": 1,
        "id": "small",
        "title": "A small theatre",
        "ruleset": "ruleset.json",
        "grid": {
            "orientation": "flat_topped", "columns": 10, "rows": 8, "pushed": "second",
            "numbering": {
                "order": "column_row", "column_digits": 2, "row_digits": 2,
                "first_column": 1, "first_row": 1, "columns_from": "west", "rows_from": "north"
            }
        },
        "georeference": {
            "fit": "similarity",
            "control_points": [
                { "hex": "0101", "name": "West", "latitude": 50.3, "longitude": 2.5 },
                { "hex": "0901", "name": "East", "latitude": 50.3, "longitude": 3.5 }
            ]
        },
        "layers": [{
            "id": "own", "file": "own.geojson", "provenance": "invented", "source": "our own"
        }],
        "terrain": { "provenance": "invented", "palette": { ".": "clear", "f": "forest",
            "m": "marsh", "~": "sea" }, "base": "clear" },
    });
    if let (Value::Object(recipe), Value::Object(more)) = (&mut recipe, more) {
        recipe.extend(more);
    }
    recipe
}

/// The small theatre's files, with these features in its layer.
pub fn files(recipe: &Value, features: &[Value]) -> Memory {
    let own = json!({ "type": "FeatureCollection", "features": features });
    let ruleset = root().join("tests/fixtures/storm-in-the-west/ruleset.json");
    let recipe = serde_json::to_string_pretty(recipe).unwrap();
    [
        (RECIPE.to_owned(), recipe),
        ("maps/small/own.geojson".to_owned(), serde_json::to_string_pretty(&own).unwrap()),
        ("maps/small/ruleset.json".to_owned(), std::fs::read_to_string(ruleset).unwrap()),
    ]
    .into_iter()
    .collect()
}

/// A thing of a layer.
pub fn thing(properties: Value, kind: &str, coordinates: Value) -> Value {
    json!({
        "type": "Feature", "properties": properties,
        "geometry": { "type": kind, "coordinates": coordinates }
    })
}

/// Builds the small theatre; there must be nothing to complain of.
pub fn built(recipe: &Value, features: &[Value]) -> Built {
    let (built, found) = build(&files(recipe, features), RECIPE);
    assert_eq!(shown(&found), "");
    built.unwrap()
}

/// Findings, one a line.
pub fn shown(found: &[Diagnostic]) -> String {
    found.iter().map(|one| format!("{one}\n")).collect()
}

/// Features of a map as `hex kind name`.
pub fn features(map: &Map) -> Vec<String> {
    let named = |feature: &salient_schema::map::Feature| {
        let name = feature.name.as_deref().unwrap_or("-");
        format!("{} {} {name}", feature.hex, feature.kind)
    };
    map.features.items.iter().map(named).collect()
}

/// The hexes that have a terrain.
pub fn hexes_of(map: &Map, kind: &str) -> Vec<String> {
    let glyphs: BTreeMap<&str, &str> =
        map.terrain.palette.iter().map(|(glyph, kind)| (glyph.as_str(), kind.as_str())).collect();
    let grid = HexGrid::new(&map.grid);
    let all = map.terrain.rows.iter().flat_map(|row| row.chars());
    grid.hexes()
        .zip(all)
        .filter(|(_, glyph)| glyphs.get(glyph.to_string().as_str()) == Some(&kind))
        .map(|(hex, _)| grid.label(hex))
        .collect()
}

/// Whether hexsides, taken together, hang together: from one, all others are reached over
/// corners that they share.
pub fn hang_together(grid: &HexGrid, sides: &[Side]) -> bool {
    let ends = |side: Side| {
        grid.side_ends(side)
            .map(|[x, y]| ((x * 1000.0).round() as i64, (y * 1000.0).round() as i64))
    };
    let near = |a: (i64, i64), b: (i64, i64)| (a.0 - b.0).abs() < 5 && (a.1 - b.1).abs() < 5;
    let mut reached = vec![false; sides.len()];
    let mut open: Vec<usize> = if sides.is_empty() { Vec::new() } else { vec![0] };
    while let Some(at) = open.pop() {
        if std::mem::replace(&mut reached[at], true) {
            continue;
        }
        for (other, &side) in sides.iter().enumerate() {
            let touch = ends(sides[at]).iter().any(|a| ends(side).iter().any(|b| near(*a, *b)));
            if touch && !reached[other] {
                open.push(other);
            }
        }
    }
    reached.into_iter().all(|reached| reached)
}
