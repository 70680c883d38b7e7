//! The referee (`salient_tests::referee`) goes through whole games of every pair of bots, and is
//! himself put to the proof: whatever is altered in a log, he notices.

#![allow(clippy::expect_used, clippy::panic, reason = "a test that fails panics")]

use std::collections::{BTreeMap, BTreeSet};

use salient_engine::{Bot, Prepared};
use salient_schema::event::Event;
use salient_schema::{Bundle, open_project};
use salient_tests::referee::{Seen, judge};
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

/// What never happens in these games, with the reason.
const UNSEEN: [&str; 0] = [];

/// Every kind of event, by the schema of the log.
fn kinds() -> BTreeSet<String> {
    let schemas = salient_schema::json_schemas();
    let schema: Value = serde_json::from_str(&schemas["event.schema.json"]).expect("JSON");
    let mut found = BTreeSet::new();
    collect_kinds(&schema, &mut found);
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

fn judge_games(german: Bot) -> Seen {
    let bundle = published();
    let prepared = Prepared::new(&bundle).expect("the published set-up is legal");
    let mut seen = Seen::new();
    for allied in Bot::ALL {
        for seed in 0..GAMES {
            let log = game(&prepared, seed, [german, allied]);
            match judge(&bundle, &log) {
                Ok(kinds) => kinds
                    .into_iter()
                    .for_each(|(kind, count)| *seen.entry(kind).or_default() += count),
                Err(fault) => {
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
    seen
}

#[test]
fn every_number_is_as_the_rules_ask_when_the_random_bot_attacks() {
    // Whoever plays by chance tries everything.
    let seen = judge_games(Bot::Random);
    let unseen: Vec<String> = kinds()
        .into_iter()
        .filter(|kind| !seen.contains_key(kind) && !UNSEEN.contains(&kind.as_str()))
        .collect();
    assert!(unseen.is_empty(), "never seen: {unseen:?}");
}

#[test]
fn every_number_is_as_the_rules_ask_when_the_heuristic_attacks() {
    judge_games(Bot::Heuristic);
}

#[test]
fn every_number_is_as_the_rules_ask_when_the_planner_attacks() {
    judge_games(Bot::Planner);
}

/// Alters one value after the other, of the first few events of each kind, and each time the
/// referee must object. The hash of a position is not for him to reckon: `salient replay` does.
#[test]
fn whatever_is_altered_the_referee_notices() {
    let bundle = published();
    let prepared = Prepared::new(&bundle).expect("the published set-up is legal");
    let mut altered = 0;
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for (seed, bots) in [(1, [Bot::Heuristic; 2]), (2, [Bot::Random; 2])] {
        let mut log = game(&prepared, seed, bots);
        judge(&bundle, &log).expect("the log is right");
        for i in 0..log.len() {
            let value = serde_json::to_value(&log[i]).expect("JSON");
            let kind = value["event"].as_str().unwrap_or_default().to_owned();
            let count = seen.entry(kind.clone()).or_default();
            // The kinds that come often are seen in many shapes.
            let enough = if matches!(kind.as_str(), "move" | "combat" | "loss") { 12 } else { 4 };
            *count += 1;
            if *count > enough {
                continue;
            }
            for path in leaves(&value) {
                let mut other = value.clone();
                let leaf = other.pointer_mut(&path).expect("the leaf is there");
                alter(leaf);
                if path.ends_with("state_hash") {
                    continue;
                }
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
