//! Free placement: conditions in every state, placings that are legal, and reasons why not.

use std::collections::BTreeSet;
use std::path::Path;

use salient_rules::check::LookupLists;
use salient_rules::set_up::{Kept, Why, check, place, states};
use salient_schema::Bundle;
use salient_schema::project::{Disk, open_project};
use salient_schema::scenario::{FreePlacement, PlacementCondition};
use serde_json::json;

/// ```text
///    01 02 03 04 05
/// 01  t  t  t  t  t     t trench; the zone is row 01 and row 02; 0503 is the sea
/// 02  .  .  .  .  .
/// 03  .  .  .  .  ~
/// ```
fn bundle(units: usize, conditions: &[serde_json::Value]) -> Bundle {
    let kind = |id: &str| json!({ "id": id, "name": id, "look": {} });
    let row = |row: u8| (1..=5).map(move |column| format!("{column:02}{row:02}"));
    let trenches: Vec<_> = row(1).map(|hex| json!({ "hex": hex, "kind": "trench" })).collect();
    let zone: Vec<String> = row(1).chain(row(2)).collect();
    let counters: Vec<_> = (1..=units)
        .map(|number| {
            json!({
                "id": format!("u-{number}"), "designation": number.to_string(), "side": "red",
                "type": "infantry", "size": "division", "faces": [{ "ratings": {} }]
            })
        })
        .chain([json!({
            "id": "gun", "designation": "G", "side": "red", "type": "gun", "size": "division",
            "faces": [{ "ratings": {} }]
        })])
        .chain([json!({
            "id": "foe", "designation": "F", "side": "blue", "type": "infantry",
            "size": "division", "faces": [{ "ratings": {} }]
        })])
        .collect();
    let group: Vec<String> = (1..=units).map(|number| format!("u-{number}")).collect();
    serde_json::from_value(json!({
        "$schema": "bundle.schema.json", "format_version": 1,
        "ruleset": {
            "$schema": "ruleset.schema.json", "format_version": 1, "id": "small", "title": "Small",
            "citation": "S",
            "sides": [{ "id": "red", "name": "Red" }, { "id": "blue", "name": "Blue" }],
            "nations": [],
            "terrain": [kind("clear"),
                        { "id": "sea", "name": "Sea", "look": {}, "impassable": true }],
            "features": [kind("trench")],
            "hexsides": [{ "id": "cliff", "name": "Cliff", "look": {}, "impassable": true }],
            "counters": {
                "ratings": [], "pattern": "",
                "types": [
                    { "id": "infantry", "name": "Infantry", "symbol": "infantry" },
                    { "id": "gun", "name": "Gun", "symbol": "heavy_artillery" }
                ],
                "sizes": [{ "id": "division", "name": "Division", "mark": "XX", "stacking": 1 }]
            },
            "constants": [{ "id": "stacking_limit", "meaning": "Units a hex.", "value": 2 }],
            "sequence": []
        },
        "map": {
            "$schema": "map.schema.json", "format_version": 1, "id": "small", "title": "Small",
            "ruleset": "r",
            "grid": {
                "orientation": "flat_topped", "columns": 5, "rows": 3, "pushed": "second",
                "numbering": {
                    "order": "column_row", "column_digits": 2, "row_digits": 2,
                    "first_column": 1, "first_row": 1,
                    "columns_from": "west", "rows_from": "north"
                },
                "metres_per_hex": 1000.0
            },
            "terrain": {
                "provenance": "invented", "palette": { ".": "clear", "~": "sea" },
                "rows": [".....", ".....", "....~"]
            },
            "features": { "provenance": "invented", "items": trenches },
            "zones": { "provenance": "invented", "items": [
                { "id": "line", "name": "The line", "kind": "set_up", "hexes": zone }
            ] }
        },
        "orders_of_battle": [{
            "$schema": "order-of-battle.schema.json", "format_version": 1, "id": "armies",
            "title": "Armies", "ruleset": "r", "counters": counters
        }],
        "scenario": {
            "$schema": "scenario.schema.json", "format_version": 1, "id": "small",
            "title": "Small", "ruleset": "r", "map": "m", "orders_of_battle": ["o"],
            "turns": [{ "turn": 1, "label": "1" }],
            "setup": { "placements": [], "free": [
                { "side": "red", "zone": "line", "counters": group, "conditions": conditions,
                  "rule": "S 3.1" }
            ] },
            "victory": {}
        }
    }))
    .unwrap()
}

fn every_trench(kind: &str) -> serde_json::Value {
    json!({ "kind": kind, "feature": "trench" })
}

/// Puts a counter into a hex, out of its group.
fn stand(bundle: &mut Bundle, hex: &str, counter: &str) {
    let setup = &mut bundle.scenario.setup;
    setup.free[0].counters.retain(|id| id != counter);
    let placement = json!({ "hex": hex, "counters": [counter] });
    setup.placements.push(serde_json::from_value(placement).unwrap());
}

fn placed(bundle: &Bundle, seed: u64) -> Result<Vec<(String, String)>, Why> {
    let lists = LookupLists::new(&bundle.map);
    let lookup = lists.lookup(&bundle.map, &bundle.ruleset);
    match place(bundle, &lookup, 0, seed) {
        Ok(stands) => Ok(stands.into_iter().map(|stand| (stand.counter, stand.hex)).collect()),
        Err(unplaceable) => Err(unplaceable.why),
    }
}

fn kept(bundle: &Bundle) -> Vec<(Kept, usize, usize)> {
    let lists = LookupLists::new(&bundle.map);
    let lookup = lists.lookup(&bundle.map, &bundle.ruleset);
    let states = states(bundle, &lookup, &bundle.scenario.setup.free[0]);
    states.into_iter().map(|state| (state.kept, state.done, state.asked)).collect()
}

fn found(bundle: &Bundle) -> Vec<String> {
    let lists = LookupLists::new(&bundle.map);
    let lookup = lists.lookup(&bundle.map, &bundle.ruleset);
    check(bundle, &lookup).iter().map(|found| found.message.clone()).collect()
}

/// The scenario with its group placed.
fn after(mut bundle: Bundle, seed: u64) -> Bundle {
    for (counter, hex) in placed(&bundle, seed).unwrap() {
        stand(&mut bundle, &hex, &counter);
    }
    bundle
}

#[test]
fn every_trench_hex_is_held() {
    let start = bundle(7, &[every_trench("every_hex_holds_unit")]);
    assert_eq!(kept(&start), [(Kept::NotYet, 0, 5)]);
    assert!(found(&start).is_empty());
    for seed in 0..50 {
        let done = after(start.clone(), seed);
        assert_eq!(kept(&done), [(Kept::Kept, 5, 5)]);
        assert!(found(&done).is_empty());
    }
}

#[test]
fn a_zone_of_control_reaches_where_no_unit_stands() {
    // A unit in the trench controls its neighbours: two hold five hexes.
    let start = bundle(2, &[every_trench("every_hex_holds_unit_or_zoc")]);
    for seed in 0..50 {
        assert_eq!(kept(&after(start.clone(), seed)), [(Kept::Kept, 5, 5)]);
    }
    // Heavy guns hold a hex but control none.
    let mut guns = start.clone();
    stand(&mut guns, "0301", "gun");
    assert_eq!(kept(&guns), [(Kept::NotYet, 1, 5)]);
    stand(&mut guns, "0101", "u-1");
    assert_eq!(kept(&guns), [(Kept::NotYet, 3, 5)]);
    // Nor does anyone across a side that nobody crosses.
    let cliff = json!({ "side": "0101:se", "kind": "cliff" });
    guns.map.hexsides.items.push(serde_json::from_value(cliff).unwrap());
    assert_eq!(kept(&guns), [(Kept::NotYet, 2, 5)]);
}

#[test]
fn a_hex_that_cannot_be_held_is_named() {
    let few = bundle(4, &[every_trench("every_hex_holds_unit")]);
    assert!(matches!(placed(&few, 0), Err(Why::CannotHold { .. })));
    assert!(found(&few)[0].contains("cannot be held with those that there are"));

    // An enemy in the line.
    let mut taken = bundle(7, &[every_trench("every_hex_holds_unit")]);
    stand(&mut taken, "0401", "foe");
    assert_eq!(placed(&taken, 0), Err(Why::CannotHold { hex: "0401".into() }));

    // Ground that nobody enters.
    let mut flooded = bundle(7, &[every_trench("every_hex_holds_unit")]);
    flooded.map.terrain.rows[0] = ".~...".into();
    assert_eq!(placed(&flooded, 0), Err(Why::CannotHold { hex: "0201".into() }));
    // But its neighbour's zone of control is enough where that is asked.
    flooded.scenario.setup.free[0].conditions =
        vec![serde_json::from_value(every_trench("every_hex_holds_unit_or_zoc")).unwrap()];
    assert_eq!(kept(&after(flooded, 3)), [(Kept::Kept, 5, 5)]);
}

#[test]
fn stacks_are_no_higher_than_they_may_be() {
    // Ten hexes of two, and no more.
    let full = after(bundle(20, &[]), 1);
    for hex in ["0101", "0502"] {
        let there = full.scenario.setup.placements.iter().filter(|p| p.hex == hex);
        assert_eq!(there.count(), 2);
    }
    assert!(matches!(placed(&bundle(21, &[]), 1), Err(Why::NoRoom { .. } | Why::TooManyWays)));
    let one = json!({ "kind": "at_most_per_hex", "count": 1 });
    let spread = after(bundle(10, std::slice::from_ref(&one)), 1);
    assert_eq!(kept(&spread), [(Kept::Kept, 10, 10)]);
    assert!(placed(&bundle(11, std::slice::from_ref(&one)), 1).is_err());

    let mut high = bundle(2, &[one]);
    stand(&mut high, "0101", "u-1");
    stand(&mut high, "0101", "u-2");
    assert_eq!(kept(&high), [(Kept::Broken, 9, 10)]);
    assert!(found(&high)[0].contains("0101 is stacked too high"), "{:?}", found(&high));
}

#[test]
fn types_are_counted() {
    let guns = json!({ "kind": "at_least", "type": "gun", "count": 1 });
    let mut none = bundle(2, &[guns]);
    assert_eq!(kept(&none), [(Kept::Broken, 0, 1)]);
    assert!(matches!(placed(&none, 0), Err(Why::TooFew { there: 0, .. })));
    none.scenario.setup.free[0].counters.push("gun".into());
    assert_eq!(kept(&none), [(Kept::NotYet, 0, 1)]);
    assert_eq!(kept(&after(none, 0)), [(Kept::Kept, 1, 1)]);
}

#[test]
fn what_is_broken_for_good_is_an_error() {
    let mut left = bundle(1, &[every_trench("every_hex_holds_unit")]);
    stand(&mut left, "0101", "u-1");
    assert_eq!(kept(&left), [(Kept::Broken, 1, 5)]);
    assert_eq!(found(&left), ["in The line, 0201 and 3 more hexes are held by nobody"]);
}

#[test]
fn the_same_seed_places_the_same_and_another_differs() {
    let start = bundle(8, &[every_trench("every_hex_holds_unit")]);
    assert_eq!(placed(&start, 7), placed(&start, 7));
    assert!((0..20).any(|seed| placed(&start, seed) != placed(&start, 7)));
}

#[test]
fn the_fixtures_groups_can_be_placed() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests/fixtures");
    for system in ["storm-in-the-west", "trench-setup"] {
        let path = root.join(system).join("scenario.json");
        let mut bundle = open_project(&Disk, path.to_str().unwrap()).0.unwrap().bundle;
        let count = bundle.scenario.setup.free.len();
        for group in 0..count {
            let FreePlacement { conditions, .. } = bundle.scenario.setup.free[group].clone();
            let stands = {
                let lists = LookupLists::new(&bundle.map);
                place(&bundle, &lists.lookup(&bundle.map, &bundle.ruleset), group, 5)
            };
            for stand in stands.unwrap() {
                let setup = &mut bundle.scenario.setup;
                setup.free[group].counters.retain(|id| *id != stand.counter);
                let placement = json!({ "hex": stand.hex, "counters": [stand.counter] });
                setup.placements.push(serde_json::from_value(placement).unwrap());
            }
            let lists = LookupLists::new(&bundle.map);
            let lookup = lists.lookup(&bundle.map, &bundle.ruleset);
            let free = &bundle.scenario.setup.free[group];
            for (state, condition) in states(&bundle, &lookup, free).iter().zip(&conditions) {
                assert_eq!(state.kept, Kept::Kept, "{system}: {condition:?} {state:?}");
            }
        }
        let at_most = |c: &PlacementCondition| matches!(c, PlacementCondition::AtMostPerHex { .. });
        assert!(bundle.scenario.setup.free.iter().any(|f| f.conditions.iter().any(at_most)));
    }
}

#[test]
fn a_front_is_held_from_the_area_behind_it() {
    // The group may stand in both rows; only the front, two hexes of row 02, must be held.
    let mut start = bundle(3, &[json!({ "kind": "every_hex_holds_unit" })]);
    let front = json!({
        "id": "front", "name": "The front", "kind": "set_up", "hexes": ["0202", "0402"]
    });
    start.map.zones.items.push(serde_json::from_value(front).unwrap());
    start.scenario.setup.free[0].front = Some("front".into());
    assert_eq!(kept(&start), [(Kept::NotYet, 0, 2)]);
    for seed in 0..20 {
        assert_eq!(kept(&after(start.clone(), seed)), [(Kept::Kept, 2, 2)]);
    }
    let mut first_row = BTreeSet::new();
    for seed in 0..20 {
        first_row.extend(placed(&start, seed).unwrap().into_iter().map(|(_, hex)| hex));
    }
    assert!(first_row.iter().any(|hex| hex.ends_with("01")), "{first_row:?}");
}

#[test]
fn a_hard_set_up_is_given_up_in_time() {
    // One unit too few for a long line, in every order.
    let mut hard = bundle(9, &[every_trench("every_hex_holds_unit")]);
    hard.map.features.items.clear();
    hard.scenario.setup.free[0].conditions =
        vec![PlacementCondition::EveryHexHoldsUnit { feature: None }];
    assert!(placed(&hard, 0).is_err());
}
