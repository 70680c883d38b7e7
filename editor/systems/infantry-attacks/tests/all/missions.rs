//! Missions that a scenario writes down, and the fire that bots plan.

use std::collections::BTreeMap;

use salient_hex::HexGrid;
use salient_rules::{Bot, Match};
use salient_schema::Bundle;
use salient_schema::scenario::Mission;
use serde_json::{Value, json};

use crate::support::{SYSTEMS, bundle};

/// The scenario with one more mission, or another for a counter that has one.
fn with(mission: &Value) -> Bundle {
    let mut bundle = bundle();
    let mission: Mission = serde_json::from_value(mission.clone()).unwrap();
    let missions = &mut bundle.scenario.setup.missions;
    missions.retain(|other| other.counter != mission.counter);
    missions.insert(0, mission);
    bundle
}

/// A gun of the map, which stands in 0304 and reaches 16 hexes, and what it fires.
fn planned(fires: Value) -> Value {
    json!({ "counter": "de-art-1", "mission": "planned-fire", "fires": fires })
}

#[test]
fn a_mission_with_a_fault_is_told_with_its_place_and_its_rule() {
    let turns = |most: u16| -> Value {
        (1..=most).map(|turn| json!({ "turn": turn, "hex": "1107" })).collect()
    };
    let faults = [
        (planned(json!([{ "turn": 1, "hex": "9999" }])), "fires/0/hex", "IA 9.11", Some("9999")),
        (planned(json!([{ "turn": 11, "hex": "1107" }])), "fires/0/turn", "IA 9.11", Some("1107")),
        (
            planned(json!([{ "turn": 3, "hex": "1107" }, { "turn": 3, "hex": "1108" }])),
            "fires/1/hex",
            "IA 9.11",
            Some("1108"),
        ),
        (planned(turns(9)), "fires/8/hex", "IA 11.1", Some("1107")),
        (
            planned(json!([{ "turn": 1, "hex": "1107", "shell": "gas" }])),
            "fires/0/shell",
            "IA 9.9",
            Some("1107"),
        ),
        (
            json!({ "counter": "ru-art-1", "mission": "planned-fire",
                "fires": [{ "turn": 1, "hex": "0504", "shell": "smoke" }] }),
            "fires/0/shell",
            "IA 16.14",
            Some("0504"),
        ),
        (
            json!({ "counter": "de-mortar-1", "mission": "planned-fire" }),
            "mission",
            "IA 9.15",
            None,
        ),
        (json!({ "counter": "de-off-1", "mission": "open-sights" }), "mission", "IA 9.15", None),
        (json!({ "counter": "de-inf-1", "mission": "open-sights" }), "counter", "IA 9.1", None),
        (json!({ "counter": "de-art-1", "mission": "rest" }), "mission", "IA 9.1", None),
        (
            json!({ "counter": "de-art-1", "fires": [{ "turn": 1, "hex": "1107" }] }),
            "mission",
            "IA 9.1",
            None,
        ),
        (json!({ "counter": "de-art-1", "mission": "move" }), "destination", "IA 9.13", None),
        (
            json!({ "counter": "de-art-1", "mission": "open-sights", "destination": "0404" }),
            "destination",
            "IA 9.13",
            None,
        ),
        (
            json!({ "counter": "de-art-1", "mission": "open-sights",
                "fires": [{ "turn": 1, "hex": "1107" }] }),
            "fires",
            "IA 9.11",
            None,
        ),
        // It is in no hex, and so comes later.
        (json!({ "counter": "de-art-3", "mission": "open-sights" }), "mission", "IA 9.13", None),
    ];
    for (mission, at, rule, hex) in faults {
        let found = salient_rules::check(SYSTEMS, &with(&mission));
        assert_eq!(found.len(), 1, "{mission}: {found:#?}");
        let place = &found[0].place;
        let pointer = format!("/scenario/setup/missions/0/{at}");
        assert_eq!(place.pointer.as_deref(), Some(pointer.as_str()), "{mission}");
        assert_eq!(found[0].rule.as_deref(), Some(rule), "{mission}");
        assert_eq!(place.hex.as_deref(), hex, "{mission}");
        assert_eq!(place.counter.as_deref(), mission["counter"].as_str(), "{mission}");
    }
    // Out of range, by one hex: on a map of another width.
    let ranges = |hex: &str| {
        let mut bundle = with(&planned(json!([{ "turn": 1, "hex": hex }])));
        bundle.orders_of_battle[0].counters.iter_mut().for_each(|counter| {
            if counter.id == "de-art-1" {
                let range = serde_json::from_value(json!(8)).unwrap();
                counter.faces[0].ratings.insert("range".to_owned(), range);
            }
        });
        salient_rules::check(SYSTEMS, &bundle)
    };
    assert!(ranges("1107").is_empty());
    let found = ranges("1207");
    assert_eq!(found.len(), 1, "{found:#?}");
    assert_eq!(found[0].rule.as_deref(), Some("IA 9.11"));
    assert_eq!(found[0].place.pointer.as_deref(), Some("/scenario/setup/missions/0/fires/0/hex"));
    assert!(salient_rules::check(SYSTEMS, &with(&planned(turns(8)))).is_empty());
}

#[test]
fn a_mission_twice_is_told_and_one_of_nobody_is_a_reference() {
    let mut bundle = bundle();
    let first = bundle.scenario.setup.missions[0].clone();
    bundle.scenario.setup.missions.push(first);
    let found = salient_rules::check(SYSTEMS, &bundle);
    let rules: Vec<_> = found.iter().map(|one| one.rule.as_deref().unwrap_or_default()).collect();
    assert_eq!(rules, ["IA 9.1"]);
    let nobody = with(&json!({ "counter": "nobody", "mission": "open-sights" }));
    assert!(salient_rules::check(SYSTEMS, &nobody).is_empty());
    let found = salient_schema::check_references(&nobody);
    assert!(
        found.iter().any(|one| {
            one.place.pointer.as_deref() == Some("/scenario/setup/missions/0/counter")
        }),
        "{found:#?}"
    );
}

/// Whoever has all his missions written down is not asked for them.
#[test]
fn a_side_whose_plan_is_written_is_not_asked() {
    let mut bundle = bundle();
    let written = |counter: &str, mission: &str| Mission {
        counter: counter.to_owned(),
        mission: Some(mission.to_owned()),
        ..Mission::default()
    };
    let missions = &mut bundle.scenario.setup.missions;
    missions.retain(|mission| mission.counter.starts_with("ru-"));
    missions.extend([
        written("de-art-1", "open-sights"),
        written("de-art-2", "planned-fire"),
        written("de-mortar-1", "open-sights"),
    ]);
    let game = Match::start(SYSTEMS, &bundle, 1).unwrap();
    assert_eq!(game.deciding().map(String::as_str), Some("russian"));
    assert_eq!(game.phase(), "artillery-plan");
}

/// Fire by rules of thumb falls on the enemy, and seldom on one's own; that of chance on both.
#[test]
fn rules_of_thumb_plan_ahead_of_their_own() {
    let mut fallen: BTreeMap<(Bot, bool), u32> = BTreeMap::new();
    for solitaire in [false, true] {
        let mut bundle = bundle();
        if solitaire {
            bundle.scenario.optional_rules.push("solitaire".to_owned());
        }
        for bot in [Bot::RANDOM, Bot::HEURISTIC] {
            for seed in 0..10 {
                let mut game = Match::start(SYSTEMS, &bundle, seed).unwrap();
                while !game.is_over() {
                    game.advance(&[bot, bot]);
                }
                assert_ne!(game.outcome().unwrap().level, "Unfinished");
                for event in game.events() {
                    let event = serde_json::to_value(event).unwrap();
                    let detail = &event["detail"];
                    let by_plan =
                        ["planned", "friendly_fire"].iter().any(|how| detail["how"] == *how);
                    let is_fire = detail["event"] == "bombardment" && by_plan;
                    if is_fire && !solitaire {
                        let own = event["side"] == event["against"];
                        *fallen.entry((bot, own)).or_default() += 1;
                    }
                }
            }
        }
    }
    let of = |bot, own| fallen.get(&(bot, own)).copied().unwrap_or(0);
    println!("{fallen:?}");
    assert!(of(Bot::HEURISTIC, false) >= 40, "{fallen:?}");
    assert!(of(Bot::HEURISTIC, true) * 20 <= of(Bot::HEURISTIC, false), "{fallen:?}");
    assert!(of(Bot::RANDOM, true) > 0, "{fallen:?}");
}

/// Both bots that plan fire where none of their companies can be by then: one that holds a village
/// stays, any other may have gone three hexes a turn.
#[test]
fn planned_fire_keeps_clear_of_its_own() {
    for bot in [Bot::HEURISTIC, Bot::PLANNER] {
        keeps_clear(bot);
    }
}

fn keeps_clear(bot: Bot) {
    let bundle = bundle();
    let grid = HexGrid::new(&bundle.map.grid);
    let villages = &bundle.map.zones.items[0].hexes;
    let mut game = Match::start(SYSTEMS, &bundle, 1).unwrap();
    while game.phase() == "artillery-plan" {
        game.advance(&[bot, bot]);
    }
    let mut seen = 0;
    for event in game.events() {
        let event = serde_json::to_value(event).unwrap();
        for fire in event["action"]["fires"].as_array().into_iter().flatten() {
            let at = grid.parse(fire["hex"].as_str().unwrap()).unwrap();
            let turns = fire["turn"].as_u64().unwrap() as u32 - 1;
            let own = bundle.scenario.setup.placements.iter().filter(|placement| {
                let prefix = if event["side"] == "german" { "de-" } else { "ru-" };
                let company = |id: &String| {
                    ["inf", "cav-1"].iter().any(|kind| id.starts_with(&format!("{prefix}{kind}")))
                };
                placement.counters.iter().any(company)
            });
            for placement in own {
                let from = grid.parse(&placement.hex).unwrap();
                let way = if villages.contains(&placement.hex) { 0 } else { 3 * turns };
                assert!(grid.distance(from, at) > way + 1, "{event}: {}", placement.hex);
            }
            seen += 1;
        }
    }
    assert!(seen > 8, "{seen}");
}
