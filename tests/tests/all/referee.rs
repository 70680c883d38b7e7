//! The referee (`salient_tests::referee`) goes through whole games of every pair of bots, and is
//! himself put to the proof: whatever is altered in a log, he notices.

use std::collections::{BTreeMap, BTreeSet};

use salient::SYSTEMS;
use salient_rules::{Bot, Prepared};
use salient_schema::event::Event;
use salient_schema::{Bundle, open_project};
use salient_tests::referee::judge;
use salient_tests::{Folder, root};
use serde_json::Value;

fn published() -> Bundle {
    let name = "scenarios/kaisers-battle/kaisers-battle.json";
    let (project, found) = open_project(&Folder(root()), name);
    project.unwrap_or_else(|| panic!("{name}: {found:?}")).bundle
}

fn game(prepared: &Prepared, seed: u64, bots: [Bot; 2]) -> Vec<Event> {
    let mut game = prepared.start(seed);
    while !game.is_over() {
        game.advance(&bots);
    }
    game.events().to_vec()
}

/// Games of each pair of bots.
const GAMES: u64 = 30;

/// Every kind of event: those of the core and this game's own, by the schemas of the log.
fn kinds() -> BTreeSet<String> {
    let schemas = SYSTEMS.json_schemas();
    let mut found = BTreeSet::new();
    for name in ["event.schema.json", "kaisers-battle.event.schema.json"] {
        let schema: Value = serde_json::from_str(schemas[name]).expect("JSON");
        collect_kinds(&schema, &mut found);
    }
    assert!(found.contains("attacked") && found.contains("combat"), "{found:?}");
    found
}

fn collect_kinds(schema: &Value, found: &mut BTreeSet<String>) {
    match schema {
        Value::Object(fields) => {
            let kind = schema.pointer("/properties/event/const").and_then(Value::as_str);
            found.extend(kind.map(str::to_owned));
            fields.values().for_each(|value| collect_kinds(value, found));
        }
        Value::Array(items) => items.iter().for_each(|item| collect_kinds(item, found)),
        _ => {}
    }
}

fn judge_games(german: Bot) {
    let bundle = published();
    let prepared = Prepared::new(SYSTEMS, &bundle).expect("the published set-up is legal");
    for allied in Bot::USUAL {
        for seed in 0..GAMES {
            let log = game(&prepared, seed, [german, allied]);
            if let Err(fault) = judge(&bundle, &log) {
                let lines: Vec<String> = log[fault.line.saturating_sub(8)..fault.line]
                    .iter()
                    .map(|event| serde_json::to_string(event).expect("JSON"))
                    .collect();
                panic!(
                    "{german} v {allied}, seed {seed}, line {}: {}\n{}",
                    fault.line,
                    fault.words,
                    lines.join("\n")
                );
            }
        }
    }
}

#[test]
fn every_number_is_as_the_rules_ask_when_the_random_bot_attacks() {
    judge_games(Bot::RANDOM);
}

#[test]
fn every_number_is_as_the_rules_ask_when_the_heuristic_attacks() {
    judge_games(Bot::HEURISTIC);
}

#[test]
fn every_number_is_as_the_rules_ask_when_the_planner_attacks() {
    judge_games(Bot::PLANNER);
}

/// Kinds of events that only other systems have; the referee refuses them.
const OF_OTHER_GAMES: [&str; 3] = ["attached", "level", "turned"];

/// Alters one value after the other, of the first few events of each kind, and each time the
/// referee must object. The hash of a position is not for him to reckon: `salient replay` does.
#[test]
fn whatever_is_altered_the_referee_notices() {
    let bundle = published();
    let prepared = Prepared::new(SYSTEMS, &bundle).expect("the published set-up is legal");
    let kinds = kinds();
    let mut altered = 0;
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for seed in 0.. {
        // Whoever plays by chance tries everything; who plans gets somewhere.
        let bots = [[Bot::RANDOM; 2], [Bot::HEURISTIC; 2]][seed as usize % 2];
        let mut log = game(&prepared, seed, bots);
        judge(&bundle, &log).expect("the log is right");
        for i in 0..log.len() {
            let value = serde_json::to_value(&log[i]).expect("JSON");
            let core = value["event"].as_str().unwrap_or_default().to_owned();
            let own = value.pointer("/detail/event").and_then(Value::as_str).map(str::to_owned);
            if own.is_some() {
                *seen.entry(core.clone()).or_default() += 1;
            }
            let kind = own.unwrap_or(core);
            let count = seen.entry(kind.clone()).or_default();
            *count += 1;
            // The kinds that come often are seen in many shapes.
            let enough = if matches!(kind.as_str(), "move" | "combat" | "loss") { 12 } else { 4 };
            if *count > enough {
                continue;
            }
            for path in leaves(&value).iter().filter(|path| !path.ends_with("state_hash")) {
                let mut other = value.clone();
                alter(other.pointer_mut(path).expect("the leaf is there"));
                let Ok(event) = serde_json::from_value::<Event>(other) else { continue };
                let right = std::mem::replace(&mut log[i], event);
                assert!(
                    judge(&bundle, &log).is_err(),
                    "{path} of line {} may be altered: {}",
                    i + 1,
                    serde_json::to_string(&log[i]).expect("JSON")
                );
                log[i] = right;
                altered += 1;
            }
        }
        let unseen: Vec<_> = kinds
            .iter()
            .filter(|kind| !seen.contains_key(*kind) && !OF_OTHER_GAMES.contains(&kind.as_str()))
            .collect();
        if unseen.is_empty() {
            break;
        }
        assert!(seed < 40, "never seen: {unseen:?}");
    }
    assert!(altered > 1000, "only {altered} values were altered");
}

/// JSON pointers to everything that has nothing in it.
fn leaves(value: &Value) -> Vec<String> {
    let below = |key: String, value: &Value| {
        leaves(value).into_iter().map(move |rest| format!("/{key}{rest}")).collect::<Vec<_>>()
    };
    match value {
        Value::Object(fields) => {
            fields.iter().flat_map(|(key, value)| below(key.clone(), value)).collect()
        }
        Value::Array(items) => {
            items.iter().enumerate().flat_map(|(i, value)| below(i.to_string(), value)).collect()
        }
        _ => vec![String::new()],
    }
}

fn alter(leaf: &mut Value) {
    *leaf = match &*leaf {
        Value::Bool(value) => Value::Bool(!value),
        Value::Number(value) => Value::from(value.as_i64().unwrap_or(0) + 1),
        Value::String(text) => Value::from(format!("{text}x")),
        other => other.clone(),
    };
}
