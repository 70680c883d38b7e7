//! A small scenario to edit: 8 × 6 hexes, three counters on the map, one on the schedule, a pool.

use std::path::{Path, PathBuf};

use salient_document::{Document, Origin};
use salient_hex::grid::{Hex, Side};
use salient_schema::project::{Project, ProjectPaths};
use salient_schema::{Bundle, to_canonical_json};
use serde_json::{Value, json};

use crate::SYSTEMS;

/// ```text
/// columns 01–08 from the west, rows 01–06 from the north; w woods
///    01 02 03 04 05 06 07 08
/// 01  .  .  .  .  .  .  .  .
/// 02  .  w  w  .  .  .  .  .     0202 town "Ham", 0203 redoubt
/// 03  .  w  .  .  .  .  .  .     river 0303:n, 0303:ne; vp-line 0404:n
/// 04  .  .  .  .  .  .  .  .     0404 a-1 on top of a-2
/// 05  .  .  .  .  .  .  .  .     0505 b-1, turned over
/// 06  .  .  .  .  .  .  .  .
/// ```
pub fn bundle() -> Bundle {
    serde_json::from_value(json!({
        "$schema": "bundle.schema.json",
        "format_version": 1,
        "ruleset": ruleset(),
        "map": map(),
        "orders_of_battle": [order_of_battle()],
        "scenario": scenario(),
    }))
    .unwrap()
}

fn kind(id: &str) -> Value {
    let mut name = id.replace('-', " ");
    name[..1].make_ascii_uppercase();
    json!({ "id": id, "name": name, "look": {} })
}

fn ruleset() -> Value {
    json!({
        "$schema": "ruleset.schema.json",
        "format_version": 1,
        "id": "small-war",
        "title": "Small War",
        "citation": "SW",
        "sides": [{ "id": "red", "name": "Red" }, { "id": "blue", "name": "Blue" }],
        "nations": [
            { "id": "red", "name": "Red", "fill": "#aa0000", "ink": "#000000" },
            { "id": "blue", "name": "Blue", "fill": "#0000aa", "ink": "#ffffff" }
        ],
        "terrain": [kind("clear"), kind("woods"), kind("swamp")],
        "features": [
            kind("town"), kind("redoubt"), kind("hilltop"),
            { "id": "label", "name": "Label", "look": { "mark": "label" } }
        ],
        "hexsides": [kind("river"), kind("excavation")],
        "lines": [kind("vp-line"), kind("front")],
        "paths": [kind("road"), kind("railway")],
        "tables": [{
            "id": "crt", "title": "Combat results", "row_axis": "die", "column_axis": "odds",
            "columns": ["1:1", "2:1"],
            "rows": [
                { "head": "1", "cells": ["A", "-"] },
                { "head": "2", "cells": ["-", "D"] }
            ],
            "provenance": "printed",
            "exceptions": [{ "row": 1, "column": 0, "provenance": "reconstructed" }]
        }],
        "constants": [{ "id": "stacking_limit", "meaning": "Units in a hex.", "value": 3 }],
        "counters": {
            "ratings": [
                { "id": "strength", "name": "Strength", "min": 0, "max": 20 },
                { "id": "movement", "name": "Movement", "min": 0, "max": 20 }
            ],
            "pattern": "{strength}-{movement}",
            "types": [{ "id": "infantry", "name": "Infantry", "symbol": "infantry" }],
            "sizes": []
        },
        "sequence": []
    })
}

fn map() -> Value {
    json!({
        "$schema": "map.schema.json",
        "format_version": 1,
        "id": "small-map",
        "title": "Small map",
        "ruleset": "ruleset.json",
        "grid": {
            "orientation": "flat_topped", "columns": 8, "rows": 6, "pushed": "second",
            "numbering": {
                "order": "column_row", "column_digits": 2, "row_digits": 2,
                "first_column": 1, "first_row": 1, "columns_from": "west", "rows_from": "north"
            },
            "metres_per_hex": 1000.0
        },
        "terrain": {
            "provenance": "invented",
            "palette": { ".": "clear", "w": "woods" },
            "rows": ["........", ".ww.....", ".w......", "........", "........", "........"]
        },
        "features": { "provenance": "invented", "items": [
            { "hex": "0202", "kind": "town", "name": "Ham" },
            { "hex": "0203", "kind": "redoubt", "owner": "blue" }
        ] },
        "hexsides": { "provenance": "invented", "items": [
            { "side": "0303:n", "kind": "river" },
            { "side": "0303:ne", "kind": "river" }
        ] },
        "paths": { "provenance": "invented", "items": [
            { "kind": "road", "hexes": ["0101", "0201", "0302"] }
        ] },
        "lines": { "provenance": "invented", "items": [
            { "kind": "vp-line", "sides": ["0404:n"] }
        ] },
        "zones": { "provenance": "invented", "items": [
            { "id": "west", "name": "West", "kind": "set_up", "hexes": ["0101", "0102"] }
        ] }
    })
}

fn counter(id: &str, side: &str, count: u16) -> Value {
    json!({
        "id": id, "designation": id.to_uppercase(), "side": side, "type": "infantry",
        "count": count,
        "faces": [
            { "ratings": { "strength": 4, "movement": 5 } },
            { "ratings": { "strength": 2, "movement": 5 } }
        ]
    })
}

fn order_of_battle() -> Value {
    json!({
        "$schema": "order-of-battle.schema.json",
        "format_version": 1,
        "id": "small-armies",
        "title": "Small armies",
        "ruleset": "ruleset.json",
        "formations": [
            { "id": "red-1", "name": "First Red", "side": "red" },
            { "id": "red-2", "name": "Second Red", "side": "red", "parent": "red-1" },
            { "id": "blue-1", "name": "First Blue", "side": "blue" }
        ],
        "counters": [
            counter("a-1", "red", 1), counter("a-2", "red", 1), counter("a-3", "red", 1),
            counter("b-1", "blue", 1), counter("b-2", "blue", 1), counter("pool", "blue", 3)
        ]
    })
}

fn scenario() -> Value {
    json!({
        "$schema": "scenario.schema.json",
        "format_version": 1,
        "id": "small-scenario",
        "title": "Small scenario",
        "ruleset": "ruleset.json",
        "map": "map.json",
        "orders_of_battle": ["order-of-battle.json"],
        "turns": [{ "turn": 1, "label": "morning" }, { "turn": 2, "label": "noon" }],
        "setup": { "placements": [
            { "hex": "0404", "counters": ["a-1", "a-2"] },
            { "hex": "0505", "counters": ["b-1"], "face": 1 }
        ] },
        "reinforcements": [
            { "turn": 1, "side": "blue", "entry": { "hexes": ["0801"] }, "counters": ["b-2"] }
        ],
        "victory": {}
    })
}

/// The bundle as an open document without files.
pub fn document() -> Document {
    Document::new(
        SYSTEMS,
        Project { bundle: bundle(), paths: paths(), texts: Default::default() },
        Origin::Embedded,
    )
}

/// Another bundle as an open document without files.
pub fn document_of(bundle: Bundle) -> Document {
    Document::new(
        SYSTEMS,
        Project { bundle, paths: paths(), texts: Default::default() },
        Origin::Embedded,
    )
}

/// The same, out of order and not without faults: every edit must find its way in it.
pub fn untidy() -> Document {
    let mut bundle = bundle();
    let map = &mut bundle.map;
    let item = |text: &str| serde_json::from_str(text).unwrap();
    map.features.items.splice(0..0, [item(r#"{ "hex": "0801", "kind": "town" }"#)]);
    map.features.items.push(item(r#"{ "hex": "0202", "kind": "town", "name": "Ham again" }"#));
    map.features.items.push(item(r#"{ "hex": "nowhere", "kind": "castle" }"#));
    map.features.items.push(item(r#"{ "hex": "0101", "kind": "redoubt" }"#));
    map.hexsides.items.reverse();
    map.lines.items[0].sides.push("0403:s".into());
    map.zones.items[0].hexes.reverse();
    map.terrain.palette.insert(",".into(), "clear".into());
    map.terrain.rows[0] = ",.,.??..".into();
    map.terrain.rows[5] = "..".into();
    let placements = &mut bundle.scenario.setup.placements;
    placements.reverse();
    placements.push(
        serde_json::from_value(json!({ "hex": "0404", "counters": ["a-3", "a-3"] })).unwrap(),
    );
    placements.push(serde_json::from_value(json!({ "hex": "lost", "counters": [] })).unwrap());
    Document::new(
        SYSTEMS,
        Project { bundle, paths: paths(), texts: Default::default() },
        Origin::Embedded,
    )
}

fn paths() -> ProjectPaths {
    ProjectPaths {
        scenario: "small-scenario.json".into(),
        map: "map.json".into(),
        ruleset: "ruleset.json".into(),
        orders_of_battle: vec!["order-of-battle.json".into()],
        is_bundle: false,
    }
}

/// The bundle in files of its own, each in canonical form. Gives the scenario's file.
pub fn write_files(folder: &Path) -> PathBuf {
    let Bundle { ruleset, map, orders_of_battle, scenario, .. } = bundle();
    let write = |name: &str, text: String| std::fs::write(folder.join(name), text).unwrap();
    write("ruleset.json", to_canonical_json(&ruleset).unwrap());
    write("map.json", to_canonical_json(&map).unwrap());
    write("order-of-battle.json", to_canonical_json(&orders_of_battle[0]).unwrap());
    write("small-scenario.json", to_canonical_json(&scenario).unwrap());
    folder.join("small-scenario.json")
}

/// Opens a file without errors.
pub fn open(path: &Path) -> Document {
    let (document, diagnostics) = Document::open(SYSTEMS, path);
    assert!(!diagnostics.iter().any(|found| found.is_error()), "{diagnostics:#?}");
    document.unwrap()
}

/// All that the document's files would hold, in one text.
pub fn bytes(document: &Document) -> String {
    to_canonical_json(document.bundle()).unwrap()
}

pub fn hex(document: &Document, label: &str) -> Hex {
    document.grid().parse(label).unwrap()
}

pub fn side(document: &Document, label: &str) -> Side {
    document.grid().parse_side(label).unwrap()
}

/// A stack in words: `a-1 a-2/1`, with the face where it is not the front.
pub fn stack(document: &Document, label: &str) -> String {
    let entries = document.stack_at(hex(document, label));
    let words = entries.iter().map(|entry| match entry.face {
        0 => entry.counter.clone(),
        face => format!("{}/{face}", entry.counter),
    });
    words.collect::<Vec<_>>().join(" ")
}

/// The index agrees with one that is made afresh.
pub fn assert_index(document: &Document) {
    let project =
        Project { bundle: document.bundle().clone(), paths: paths(), texts: Default::default() };
    let fresh = Document::new(SYSTEMS, project, Origin::Embedded);
    for hex in document.grid().hexes() {
        assert_eq!(document.glyph_at(hex), fresh.glyph_at(hex));
        assert!(document.features_at(hex).eq(fresh.features_at(hex)));
        assert_eq!(document.stack_at(hex), fresh.stack_at(hex));
        for direction in salient_hex::grid::Direction::ALL {
            let side = document.grid().side(hex, direction);
            assert!(document.hexsides_at(side).eq(fresh.hexsides_at(side)));
        }
    }
    assert!(document.unplaced_counters().eq(fresh.unplaced_counters()));
    assert_eq!(document.occupied(), fresh.occupied());
}
