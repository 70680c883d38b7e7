//! A variant of a recipe: what it changes, and what is wrong with it, told in its own file.

use salient_cartography::{Built, build};
use salient_schema::{Diagnostic, Memory};
use serde_json::{Value, json};

use crate::common::{RECIPE, built, files, hexes_of, recipe, shown, thing};

const VARIANT: &str = "maps/later/recipe.json";

/// A country with a stream, a line along it and what lies on both of its sides.
fn base() -> Value {
    recipe(json!({
        "notes": ["Before."],
        "chains": [{ "id": "stream", "take": { "layer": "own", "where": { "name": ["old"] } } }],
        "hexsides": { "provenance": "invented", "rules": [{ "chain": "stream", "kind": "river" }] },
        "lines": { "provenance": "invented", "rules": [
            { "kind": "front-line", "name": "Before", "chains": ["stream"] }
        ] },
        "zones": { "provenance": "invented", "rules": [
            { "id": "west", "name": "West", "kind": "other",
              "regions": [{ "within": { "from": ["0101"], "chains": ["stream"] } }] },
            { "id": "north", "name": "North", "kind": "other",
              "regions": [{ "edge": { "edge": "north" } }] }
        ] },
        "patch": [{ "reason": "a fort", "features": {
            "kind": "fortress", "owner": "allies", "hexes": ["0303"]
        } }]
    }))
}

fn things() -> [Value; 2] {
    let line = |name: &str, east: f64| {
        thing(json!({ "name": name }), "LineString", json!([[east, 50.6], [east, 49.4]]))
    };
    [line("old", 2.9), line("new", 3.2)]
}

fn variant(more: Value) -> Value {
    let mut variant = json!({
        "$schema": "variant.schema.json",
        "format_version": 1,
        "id": "later",
        "title": "Later",
        "variant_of": "../small/recipe.json",
    });
    if let (Value::Object(variant), Value::Object(more)) = (&mut variant, more) {
        variant.extend(more);
    }
    variant
}

fn all(base: &Value, variant: &Value) -> Memory {
    let own = serde_json::to_string_pretty(variant).unwrap();
    let base = files(base, &things());
    let text = |path: &str| {
        let bytes = salient_schema::Source::read(&base, path).unwrap();
        (path.to_owned(), String::from_utf8(bytes).unwrap())
    };
    [text(RECIPE), text("maps/small/own.geojson"), text("maps/small/ruleset.json")]
        .into_iter()
        .chain([(VARIANT.to_owned(), own)])
        .collect()
}

fn told(base: &Value, variant: &Value) -> (Option<Built>, Vec<Diagnostic>) {
    build(&all(base, variant), VARIANT)
}

/// One finding, in the variant's file with its line.
fn fault(variant: &Value, message: &str, pointer: &str) {
    let (built, found) = told(&base(), variant);
    assert!(built.is_none(), "{message}");
    let [one] = found.as_slice() else { panic!("{}", shown(&found)) };
    assert!(one.message.contains(message), "{one}");
    let place = &one.place;
    assert_eq!((place.file.as_deref(), place.pointer.as_deref()), (Some(VARIANT), Some(pointer)));
    assert!(place.line.is_some(), "{one}");
}

#[test]
fn a_variant_leaves_out_replaces_and_adds() {
    let later = variant(json!({
        "notes": ["After."],
        "drop": { "lines": ["front-line"], "zones": ["north"] },
        "chains": [
            { "id": "stream", "take": { "layer": "own", "where": { "name": ["new"] } } }
        ],
        "lines": [{ "kind": "front-line", "name": "After", "chains": ["stream"] }],
        "zones": [
            { "id": "south", "name": "South", "kind": "other",
              "regions": [{ "edge": { "edge": "south" } }] }
        ],
        "patch": [
            { "reason": "the fort is gone", "remove_features": {
                "kind": "fortress", "hexes": ["0303"] } },
            { "reason": "a wood", "terrain": { "kind": "forest", "hexes": ["0505"] } }
        ]
    }));
    let (after, found) = told(&base(), &later);
    assert_eq!(shown(&found), "");
    let (before, after) = (built(&base(), &things()).map, after.unwrap().map);
    assert_eq!((after.id.as_str(), after.title.as_str()), ("later", "Later"));
    assert_eq!(after.notes, ["After."]);
    // Paths of the recipe, seen from the variant.
    assert_eq!(after.ruleset, "../small/ruleset.json");
    assert_eq!(after.schema, "map.schema.json");
    let zones = |map: &salient_schema::Map| -> Vec<String> {
        map.zones.items.iter().map(|zone| zone.id.clone()).collect()
    };
    assert_eq!((zones(&before), zones(&after)), (strings("west north"), strings("west south")));
    // The zone that stayed follows the chain that was replaced, the river too.
    let west = |map: &salient_schema::Map| {
        map.zones.items.iter().find(|zone| zone.id == "west").unwrap().hexes.len()
    };
    assert!(west(&after) > west(&before));
    assert_ne!(before.hexsides, after.hexsides);
    assert_eq!(after.lines.items[0].name.as_deref(), Some("After"));
    assert_eq!(after.lines.items.len(), 1);
    assert_eq!((before.features.items.len(), after.features.items.len()), (1, 0));
    assert_eq!(hexes_of(&after, "forest"), ["0505"]);
}

fn strings(words: &str) -> Vec<String> {
    words.split(' ').map(str::to_owned).collect()
}

#[test]
fn a_variant_that_changes_nothing_is_the_same_map() {
    let (after, found) = told(&base(), &variant(json!({})));
    assert_eq!(shown(&found), "");
    let (mut before, after) = (built(&base(), &things()).map, after.unwrap().map);
    (before.id, before.title) = ("later".to_owned(), "Later".to_owned());
    before.ruleset = "../small/ruleset.json".to_owned();
    assert_eq!(before, after);
}

#[test]
fn what_it_leaves_out_must_be_there_and_not_be_needed() {
    for (field, place) in [("chains", "streem"), ("lines", "border"), ("zones", "south")] {
        fault(
            &variant(json!({ "drop": { field: [place] } })),
            &format!("the recipe has nothing called `{place}` among its {field}"),
            &format!("/drop/{field}/0"),
        );
    }
    // What of the recipe no longer holds is told at the name of the recipe, with its place there.
    let (_, found) = told(
        &base(),
        &variant(json!({ "drop": { "chains": ["stream"], "lines": ["front-line"] } })),
    );
    let messages: Vec<&str> = found.iter().map(|one| one.message.as_str()).collect();
    assert_eq!(messages.len(), 2, "{}", shown(&found));
    for there in ["/hexsides/rules/0/chain", "/zones/rules/0/regions/0/within/chains/0"] {
        let told = format!("(../small/recipe.json at {there})");
        assert!(messages.iter().any(|message| message.ends_with(&told)), "{messages:?}");
    }
    assert!(found.iter().all(|one| one.place.pointer.as_deref() == Some("/variant_of")));
}

#[test]
fn faults_of_its_own_parts_are_told_there() {
    // After the recipe's two zones, and the first in the variant.
    fault(
        &variant(json!({ "zones": [{ "id": "south", "name": "South", "kind": "other",
            "regions": [{ "hexes": ["0101", "1101"] }] }] })),
        "there is no hex 1101 on the map",
        "/zones/0/regions/0/hexes/1",
    );
    fault(
        &variant(json!({ "lines": [{ "kind": "frontline", "chains": ["stream"] }] })),
        "there is no line kind `frontline`",
        "/lines/0/kind",
    );
    fault(
        &variant(json!({ "patch": [{ "reason": "none" }] })),
        "this correction corrects nothing",
        "/patch/0",
    );
    fault(
        &variant(json!({ "layers": [{ "id": "more", "file": "more.geojson",
            "provenance": "invented", "source": "our own" }] })),
        "cannot read",
        "/layers/0/file",
    );
    fault(
        &variant(json!({ "zones": [
            { "id": "south", "name": "South", "kind": "other", "regions": [] },
            { "id": "south", "name": "South", "kind": "other", "regions": [] }
        ] })),
        "south",
        "/zones/1/id",
    );
}

#[test]
fn the_recipe_that_it_varies_must_be_one_and_be_sound() {
    let of = |path: &str| variant(json!({ "variant_of": path }));
    fault(&of("../small/nothing.json"), "cannot read", "/variant_of");
    fault(
        &of("../small/ruleset.json"),
        "this is the path of a file of the kind ruleset, not recipe",
        "/variant_of",
    );
    let mut unsound = base();
    unsound["grid"]["columns"] = 0.into();
    let (built, found) = told(&unsound, &variant(json!({})));
    assert!(built.is_none());
    let own: Vec<_> =
        found.iter().filter(|one| one.place.file.as_deref() == Some(VARIANT)).collect();
    assert_eq!(own.len(), 1, "{}", shown(&found));
    assert!(own[0].message.contains("the recipe that this varies is not sound"));
    assert!(found.iter().any(|one| one.place.file.as_deref() == Some(RECIPE)));
}
