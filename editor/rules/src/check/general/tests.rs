//! Each check on both sides of its limit, and whatever else a bundle may be.

use proptest::prelude::*;
use salient_schema::ruleset::SetUpCheck;
use salient_schema::{Bundle, Diagnostic};
use serde_json::{Value, json};

use super::check;
use crate::check::LookupLists;
use crate::system::Systems;

/// What the checks say of a bundle that no system plays: hex, counter and message.
fn found(bundle: &Bundle) -> Vec<Diagnostic> {
    let lists = LookupLists::new(&bundle.map);
    check(Systems::NONE, bundle, &lists.lookup(&bundle.map, &bundle.ruleset))
}

#[track_caller]
fn says(bundle: &Bundle, expected: &[&str]) {
    let found = found(bundle);
    let said: Vec<&str> = found.iter().map(|one| one.message.as_str()).collect();
    assert_eq!(said, expected);
    for one in found {
        let place = &one.place;
        assert!(place.pointer.is_some() && place.hex.is_some(), "{one:?}");
        let help = one.help.unwrap();
        assert!(SetUpCheck::ALL.iter().any(|check| help.contains(check.text())), "{help}");
    }
}

/// ```text
/// 4 columns × 2 rows: clear, sea in 0301, woods in 0401, where tanks and the blue may not go
///    01 02 03 04
/// 01  .  .  s  w
/// 02  .  .  .  .
/// ```
/// Red and green are allies, blue fights both. A division is 4 quarters of a stacking point, a battalion
/// 1; on its back a division is a battalion.
fn value() -> Value {
    let look = json!({});
    let counter = |id: &str, side: &str, kind: &str, size: &str| {
        json!({
            "id": id, "designation": id.to_uppercase(), "side": side, "type": kind, "size": size,
            "faces": [{ "ratings": {} }, { "ratings": {}, "size": "battalion" }]
        })
    };
    let mut bundle = serde_json::to_value(Bundle::empty()).unwrap();
    let ruleset = &mut bundle["ruleset"];
    ruleset["sides"] = json!([
        { "id": "red", "name": "Red", "alliance": "entente" },
        { "id": "blue", "name": "Blue" },
        { "id": "green", "name": "Green", "alliance": "entente" }
    ]);
    ruleset["terrain"] = json!([
        { "id": "clear", "name": "Clear", "movement": 1, "look": look },
        { "id": "sea", "name": "Sea", "impassable": true, "rule": "OWN 3.1", "look": look },
        { "id": "woods", "name": "Woods", "movement": 2, "look": look, "effects": [
            { "when": { "unit": "tank" }, "prohibited": true, "rule": "OWN 3.2" },
            { "when": { "side": "blue", "use": "movement" }, "prohibited": true },
            { "when": { "unit": "guns", "use": "attack" }, "prohibited": true },
            { "when": { "unit": "guns", "weather": "mud" }, "prohibited": true }
        ] }
    ]);
    ruleset["features"] = json!([
        { "id": "town", "name": "Town", "movement": 1, "look": look },
        { "id": "label", "name": "Label", "look": look },
        { "id": "mines", "name": "Mines", "look": look, "effects": [
            { "when": { "unit": "heavy", "use": "movement" }, "prohibited": true }
        ] }
    ]);
    ruleset["paths"] = json!([
        { "id": "road", "name": "Road", "movement": 1, "look": look },
        { "id": "railway", "name": "Railway", "look": look }
    ]);
    ruleset["counters"]["types"] = json!([
        { "id": "foot", "name": "Infantry", "symbol": "infantry" },
        { "id": "tank", "name": "Tank", "symbol": "tank" },
        { "id": "guns", "name": "Guns", "symbol": "artillery" },
        { "id": "plane", "name": "Aeroplane", "symbol": "fighter" },
        { "id": "general", "name": "General", "symbol": "leader" },
        { "id": "marker", "name": "Marker", "symbol": "marker" }
    ]);
    ruleset["counters"]["sizes"] = json!([
        { "id": "battalion", "name": "Battalion", "mark": "II", "stacking": 1 },
        { "id": "division", "name": "Division", "mark": "XX", "stacking": 4 }
    ]);
    ruleset["counters"]["traits"] = json!([{ "id": "heavy", "name": "Heavy" }]);
    ruleset["counters"]["stacking_denominator"] = json!(4);
    let map = &mut bundle["map"];
    map["grid"]["columns"] = json!(4);
    map["grid"]["rows"] = json!(2);
    map["terrain"] = json!({
        "provenance": "invented", "palette": { ".": "clear", "s": "sea", "w": "woods" },
        "rows": ["..sw", "...."]
    });
    let mut tank = counter("t", "red", "tank", "battalion");
    tank["traits"] = json!(["heavy"]);
    let mut off = counter("off", "red", "guns", "division");
    off["traits"] = json!(["off-board"]);
    let book = &mut bundle["orders_of_battle"];
    *book = json!([{
        "$schema": "order-of-battle.schema.json", "format_version": 1, "id": "oob", "title": "OOB",
        "ruleset": "ruleset.json", "counters": [
            counter("r1", "red", "foot", "division"), counter("r2", "red", "foot", "division"),
            counter("r3", "red", "foot", "battalion"), tank, off,
            counter("rp", "red", "plane", "division"), counter("rg", "red", "general", "battalion"),
            counter("rm", "red", "marker", "battalion"), counter("g1", "green", "guns", "division"),
            counter("b1", "blue", "foot", "division"), counter("b2", "blue", "foot", "division")
        ]
    }]);
    bundle["scenario"]["turns"] =
        json!([{ "turn": 1, "label": "First" }, { "turn": 2, "label": "Second" }]);
    bundle
}

/// The small game with counters set up in hexes.
fn set_up(placements: &[(&str, &[&str])], change: impl FnOnce(&mut Value)) -> Bundle {
    let mut value = value();
    let placements = placements.iter().map(|(hex, ids)| json!({ "hex": hex, "counters": ids }));
    value["scenario"]["setup"]["placements"] = placements.collect();
    change(&mut value);
    serde_json::from_value(value).unwrap()
}

/// The small game with one group that arrives.
fn arriving(turn: u16, side: &str, entry: Value, ids: &[&str]) -> Bundle {
    set_up(&[("0102", &["b1"])], |value| {
        value["map"]["features"] = json!({ "provenance": "invented", "items": [
            { "hex": "0301", "kind": "label", "letter": "A" },
            { "hex": "0401", "kind": "label", "letter": "B" },
            { "hex": "0301", "kind": "label", "letter": "C" },
            { "hex": "0302", "kind": "label", "letter": "C" }
        ] });
        value["scenario"]["reinforcements"] =
            json!([{ "turn": turn, "side": side, "entry": entry, "counters": ids }]);
    })
}

fn constant(id: &str, value: i32) -> Value {
    json!({ "id": id, "meaning": "A limit", "value": value, "rule": "OWN 7.1" })
}

#[test]
fn nobody_stands_in_the_sea_and_some_not_in_woods() {
    let all = |_: &mut Value| {};
    says(&set_up(&[("0201", &["r1"]), ("0401", &["r1", "g1"])], all), &[]);
    let sea = set_up(&[("0301", &["r1", "rg", "rp", "rm", "off"])], all);
    let in_sea = "stands in 0301, which no unit may enter: sea is impassable";
    says(&sea, &[&format!("R1 {in_sea}"), &format!("RG {in_sea}")]);
    let one = &found(&sea)[0];
    assert_eq!(one.rule.as_deref(), Some("OWN 3.1"));
    assert_eq!(one.place.counter.as_deref(), Some("r1"));
    assert_eq!(one.place.pointer.as_deref(), Some("/scenario/setup/placements/0/counters/0"));
    let woods = set_up(&[("0401", &["t"])], all);
    says(&woods, &["T stands in 0401, where woods is prohibited to it"]);
    assert_eq!(found(&woods)[0].rule.as_deref(), Some("OWN 3.2"));
    says(
        &set_up(&[("0401", &["b1"])], all),
        &["B1 stands in 0401, where woods is prohibited to it"],
    );
    // Whoever is carried is where its carrier may be.
    let carried = |value: &mut Value| {
        value["scenario"]["setup"]["placements"][0]["carried_by"] = json!("g1");
    };
    says(&set_up(&[("0301", &["r1"])], carried), &[]);
}

#[test]
fn the_sea_is_open_to_whom_an_effect_gives_a_cost() {
    let ships = |value: &mut Value| {
        let when = json!({ "unit": "guns" });
        value["ruleset"]["terrain"][1]["effects"] = json!([{ "when": when, "movement": 1 }]);
        value["ruleset"]["constants"] = json!([constant("stacking_limit", 8)]);
    };
    let others = "R1 stands in 0301, where sea is prohibited to it";
    says(&set_up(&[("0301", &["g1"])], ships), &[]);
    says(&set_up(&[("0301", &["g1", "r1"])], ships), &[others]);
    // To others it is as it was, for all that stands in it.
    let town = |value: &mut Value| {
        ships(value);
        value["map"]["features"] =
            json!({ "provenance": "invented", "items": [{ "hex": "0301", "kind": "town" }] });
    };
    says(&set_up(&[("0301", &["g1", "r1"])], town), &[others]);
    let coming = |ids: &[&str]| {
        let entry = json!({ "hexes": ["0301"] });
        let mut value = serde_json::to_value(arriving(2, "red", entry, ids)).unwrap();
        ships(&mut value);
        serde_json::from_value::<Bundle>(value).unwrap()
    };
    says(&coming(&["g1"]), &[]);
    says(&coming(&["r1"]), &["R1 cannot come in by 0301, where sea is prohibited to it"]);
}

#[test]
fn a_town_or_road_in_the_woods_counts_in_their_stead() {
    let with = |feature: &'static str, path: &'static str, hex: &'static str| {
        set_up(&[(hex, &["t"])], move |value| {
            value["map"]["features"] = json!({ "provenance": "invented", "items": [
                { "hex": hex, "kind": feature }
            ] });
            value["map"]["paths"] = json!({ "provenance": "invented", "items": [
                { "kind": path, "hexes": ["0302", hex] }
            ] });
        })
    };
    let woods = "T stands in 0401, where woods is prohibited to it";
    says(&with("label", "railway", "0401"), &[woods]);
    says(&with("town", "railway", "0401"), &[]);
    says(&with("label", "road", "0401"), &[]);
    // What stands there may prohibit by itself, and nothing opens the sea.
    says(&with("mines", "road", "0401"), &["T stands in 0401, where mines is prohibited to it"]);
    let sea = "T stands in 0301, which no unit may enter: sea is impassable";
    says(&with("town", "road", "0301"), &[sea]);
}

#[test]
fn a_stack_holds_so_many_points() {
    let limit = |limit: i32| {
        move |value: &mut Value| {
            value["ruleset"]["constants"] = json!([constant("stacking_limit", limit)]);
        }
    };
    let stack: &[(&str, &[&str])] = &[("0201", &["r1", "rp", "rm"]), ("0201", &["g1", "r3"])];
    says(&set_up(stack, |_| {}), &[]);
    says(&set_up(stack, limit(9)), &[]);
    let bundle = set_up(stack, limit(8));
    says(&bundle, &["0201 holds 2¼ stacking points, at most 2 may stand there"]);
    let one = &found(&bundle)[0];
    assert_eq!(one.place.counter.as_deref(), Some("r3"), "the one that breaks the limit");
    assert_eq!(one.rule.as_deref(), Some("OWN 7.1"));
    // Turned over, the division is a battalion.
    let turned = |value: &mut Value| {
        limit(6)(value);
        value["scenario"]["setup"]["placements"][0]["face"] = json!(1);
    };
    says(&set_up(stack, turned), &[]);
    let scenario = |value: &mut Value| {
        limit(8)(value);
        value["scenario"]["overrides"] =
            json!([{ "of": "constant", "constant": "stacking_limit", "value": 9 }]);
    };
    says(&set_up(stack, scenario), &[]);
    // Another constant may be the limit, or none.
    let other = |ids: Value| {
        move |value: &mut Value| {
            let constants = [constant("stacking_limit", 9), constant("stack", 8)];
            value["ruleset"]["constants"] = json!(constants);
            value["ruleset"]["roles"] = json!({ "stacking_limit": ids });
        }
    };
    says(
        &set_up(stack, other(json!(["stack"]))),
        &["0201 holds 2¼ stacking points, at most 2 may stand there"],
    );
    says(&set_up(stack, other(json!([]))), &[]);
}

#[test]
fn a_stack_holds_so_many_units() {
    let limit = |limit: i32| {
        move |value: &mut Value| {
            value["ruleset"]["constants"] = json!([constant("stacking_limit_units", limit)]);
        }
    };
    // A leader, an aeroplane and a marker are no units.
    let stack: &[(&str, &[&str])] = &[("0201", &["r1", "r2", "rg", "rp", "rm", "g1"])];
    says(&set_up(stack, limit(3)), &[]);
    says(&set_up(stack, limit(2)), &["0201 holds 3 units, at most 2 may stand there"]);
    // Enemies have stacks of their own, where they may share a hex at all.
    let mixed: &[(&str, &[&str])] = &[("0201", &["r1", "r2"]), ("0201", &["b1", "b2"])];
    let may = |value: &mut Value| {
        limit(2)(value);
        value["ruleset"]["unchecked"] = json!(["mixed_hex"]);
    };
    says(&set_up(mixed, may), &[]);
}

#[test]
fn enemies_do_not_share_a_hex_and_allies_may() {
    let all = |_: &mut Value| {};
    says(&set_up(&[("0201", &["r1", "g1"]), ("0202", &["b1"])], all), &[]);
    let both = set_up(&[("0201", &["r1", "g1"]), ("0201", &["b1", "b2"])], all);
    says(&both, &["enemies stand in 0201: R1 (Red) and B1 (Blue)"]);
    assert_eq!(
        found(&both)[0].place.pointer.as_deref(),
        Some("/scenario/setup/placements/1/counters/0")
    );
    let alone = |value: &mut Value| value["ruleset"]["sides"][2]["alliance"] = json!(null);
    says(
        &set_up(&[("0201", &["r1", "g1"])], alone),
        &["enemies stand in 0201: R1 (Red) and G1 (Green)"],
    );
    says(&set_up(&[("0201", &["b1", "rg", "rp", "rm"])], all), &[]);
}

#[test]
fn arrivals_come_in_where_they_may() {
    let red = |entry: Value, ids: &[&str]| arriving(2, "red", entry, ids);
    says(&red(json!({ "hexes": ["0202", "0401"] }), &["r1", "t"]), &[]);
    let sea = "nobody can enter 0301, where reinforcements come in";
    let named = red(json!({ "hexes": ["0202", "0301"] }), &["r1"]);
    says(&named, &[sea]);
    assert_eq!(
        found(&named)[0].place.pointer.as_deref(),
        Some("/scenario/reinforcements/0/entry/hexes/1")
    );
    // Of the hexes of a letter, some may be impassable.
    says(&red(json!({ "letter": "A" }), &["r1"]), &[sea]);
    says(&red(json!({ "letter": "C" }), &["r1"]), &[]);
    says(&red(json!({ "letter": "B" }), &["r1", "g1"]), &[]);
    let tank = red(json!({ "letter": "B" }), &["r1", "t"]);
    says(&tank, &["T cannot come in by 0401, where woods is prohibited to it"]);
    assert_eq!(
        found(&tank)[0].place.pointer.as_deref(),
        Some("/scenario/reinforcements/0/counters/1")
    );
    says(&red(json!({ "hexes": ["0301"] }), &["rp"]), &[]);
    // What is not on the map is told elsewhere.
    says(&red(json!({ "hexes": ["9901"] }), &["r1"]), &[]);
    // Enemies who are set up there are in the way before anyone has moved.
    let held = |turn: u16, side: &str, unit: &str, hexes: Value| {
        arriving(turn, side, json!({ "hexes": hexes }), &[unit])
    };
    let enemies = "R1 cannot come in by 0102, where enemies are set up";
    says(&held(1, "red", "r1", json!(["0102"])), &[enemies]);
    says(&held(1, "red", "r1", json!(["0102", "0202"])), &[]);
    says(&held(2, "red", "r1", json!(["0102"])), &[]);
    says(&held(1, "blue", "b2", json!(["0102"])), &[]);
}

#[test]
fn arrivals_find_room() {
    let limited = |role: &str, limit: i32, ids: &[&str]| {
        let mut bundle = arriving(1, "blue", json!({ "hexes": ["0102"] }), ids);
        let constants = vec![constant(role, limit)];
        bundle.ruleset.constants = serde_json::from_value(constants.into()).unwrap();
        bundle
    };
    says(&limited("stacking_limit", 8, &["b2"]), &[]);
    let points = "game-turn 1: 2 stacking points come in by 0102, where 1¾ may stand";
    says(&limited("stacking_limit", 7, &["b2"]), &[points]);
    says(&limited("stacking_limit_units", 2, &["b2"]), &[]);
    let units = "game-turn 1: 2 units come in by 0102, where 1 may stand";
    says(&limited("stacking_limit_units", 1, &["b2"]), &[units]);
}

#[test]
fn each_check_can_be_left_out() {
    let stack: &[(&str, &[&str])] = &[("0301", &["r1"]), ("0201", &["r2", "b1"])];
    let wrong = |unchecked: &[&str]| {
        let mut bundle = set_up(stack, |value| {
            value["ruleset"]["constants"] = json!([constant("stacking_limit", 3)]);
            value["ruleset"]["unchecked"] = json!(unchecked);
            value["scenario"]["reinforcements"] = json!([
                { "turn": 2, "side": "red", "entry": { "hexes": ["0301"] }, "counters": ["t"] }
            ]);
        });
        bundle.scenario.title.clear();
        found(&bundle).len()
    };
    assert_eq!(wrong(&[]), 1 + 3 + 1 + 1);
    assert_eq!(wrong(&["impassable"]), 5);
    assert_eq!(wrong(&["stacking"]), 3);
    assert_eq!(wrong(&["mixed_hex"]), 5);
    assert_eq!(wrong(&["entry"]), 5);
    assert_eq!(wrong(&["impassable", "stacking", "mixed_hex", "entry"]), 0);
}

#[test]
fn the_nearest_hex_is_one_that_nothing_is_told_of() {
    let nearest = |limit: i32, enemies: &[&str]| {
        let mut bundle = set_up(&[("0301", &["t"]), ("0202", &["r1"])], |value| {
            value["ruleset"]["constants"] = json!([constant("stacking_limit", limit)]);
        });
        let blue = enemies.iter().map(|hex| json!({ "hex": hex, "counters": ["b1"] }));
        let blue: Vec<_> = blue.map(|one| serde_json::from_value(one).unwrap()).collect();
        bundle.scenario.setup.placements.extend(blue);
        let lists = LookupLists::new(&bundle.map);
        let lookup = lists.lookup(&bundle.map, &bundle.ruleset);
        let from = lookup.grid.parse("0301").unwrap();
        let hex = Systems::NONE.nearest_legal(&bundle, &lookup, (0, 0), from, 9)?;
        Some(lookup.grid.label(hex))
    };
    // Not in the woods of 0401; where 0202 is full or an enemy stands in 0201, farther off.
    let all = ["0101", "0102", "0201", "0202", "0302", "0402"];
    let first = nearest(5, &[]).unwrap();
    assert_ne!(first, "0401");
    let others: Vec<&str> = all.into_iter().filter(|hex| *hex != "0202").collect();
    assert_eq!(nearest(5, &others).as_deref(), Some("0202"));
    assert_eq!(nearest(4, &others), None, "no room beside a division");
    assert_eq!(nearest(5, &all), None);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    /// Names of everything are taken from one short list, so that they fit as often as not.
    #[test]
    fn no_bundle_brings_the_checks_down(
        placements in prop::collection::vec((any::<u8>(), any::<u8>(), any::<u8>()), 0..12),
        groups in prop::collection::vec((any::<u8>(), any::<u8>(), any::<u8>(), 0..3_u16), 0..6),
        (limit, units, denominator) in (any::<i32>(), any::<i32>(), any::<u8>()),
        stacking in any::<i32>(),
    ) {
        let ids = ["r1", "r2#2", "t", "rg", "g1", "b1", "nobody", "", "#"];
        let hexes = ["0101", "0301", "0401", "9999", "", "0102"];
        let of = |list: &[&str], at: u8| list[usize::from(at) % list.len()].to_owned();
        let mut bundle = set_up(&[], |value| {
            value["scenario"]["setup"]["placements"] = placements
                .iter()
                .map(|&(hex, counter, face)| json!({
                    "hex": of(&hexes, hex), "counters": [of(&ids, counter), of(&ids, face)],
                    "face": face % 8
                }))
                .collect();
            value["scenario"]["reinforcements"] = groups
                .iter()
                .map(|&(entry, side, counter, turn)| json!({
                    "turn": turn, "side": of(&["red", "blue", "nobody"], side),
                    "entry": match entry % 3 {
                        0 => json!({ "letter": of(&["A", "Z"], counter) }),
                        1 => json!({ "zone": "nowhere" }),
                        _ => json!({ "hexes": [of(&hexes, entry), of(&hexes, counter)] }),
                    },
                    "counters": [of(&ids, counter), of(&ids, side)]
                }))
                .collect();
            value["ruleset"]["constants"] =
                json!([constant("stacking_limit", limit), constant("stacking_limit_units", units)]);
        });
        bundle.ruleset.counters.stacking_denominator = denominator.into();
        bundle.ruleset.counters.sizes[0].stacking = stacking;
        bundle.map.terrain.rows.truncate(usize::from(denominator % 3));
        found(&bundle);
        bundle.ruleset.sides.truncate(usize::from(denominator % 4));
        bundle.ruleset.terrain.clear();
        found(&bundle);
    }
}
