//! The referee goes through whole games, and is himself put to the proof.

use std::collections::{BTreeMap, BTreeSet};

use salient_infantry_attacks::Rulebook;
use salient_rules::{Bot, Match, System};
use salient_schema::Bundle;
use salient_schema::event::Event;

use serde_json::Value;

use super::{Counts, judge, judge_told};
use crate::SYSTEMS;

const BOTS: [Bot; 3] = [Bot::RANDOM, Bot::HEURISTIC, Bot::PLANNER];

/// Every scenario that the crate has, and each once more with all optional rules.
fn published() -> Vec<(String, Bundle)> {
    let all = Rulebook.published();
    let mut found = Vec::new();
    for path in all.scenarios {
        let file = path.rsplit('/').next().unwrap();
        let name = file.trim_end_matches(".json").to_owned();
        let bundle = all.bundle(Some(&name)).unwrap();
        let mut full = bundle.clone();
        full.scenario.optional_rules =
            bundle.ruleset.optional_rules.iter().map(|option| option.id.clone()).collect();
        found.push((name.clone(), bundle));
        found.push((format!("{name} with all optional rules"), full));
    }
    found
}

fn game(bundle: &Bundle, seed: u64, bots: [Bot; 2]) -> Vec<Event> {
    let mut game = Match::start(SYSTEMS, bundle, seed).unwrap();
    while !game.is_over() {
        game.advance(&bots);
    }
    game.events().to_vec()
}

/// What an event is: its kind, and the system's own, and the verb of a decision.
fn kinds_of(event: &Value) -> impl Iterator<Item = String> {
    let words = [&event["event"], &event["detail"]["event"], &event["action"]["do"]];
    let prefixes = ["", "", "do "];
    let named = words.into_iter().zip(prefixes);
    let all: Vec<String> =
        named.filter_map(|(word, prefix)| Some(format!("{prefix}{}", word.as_str()?))).collect();
    all.into_iter()
}

/// Every kind of event and of decision, by the schemas.
fn all_kinds() -> BTreeSet<String> {
    let schemas = SYSTEMS.json_schemas();
    let mut found = BTreeSet::new();
    for (name, text) in &schemas {
        let (own, core) = (name.starts_with("infantry-attacks"), name == "event.schema.json");
        if own || core {
            collect(&serde_json::from_str(text).unwrap(), &mut found);
        }
    }
    assert!(found.contains("attacked") && found.contains("drawn"), "{found:?}");
    assert!(found.contains("do bombard"), "{found:?}");
    found
}

fn collect(schema: &Value, found: &mut BTreeSet<String>) {
    match schema {
        Value::Object(fields) => {
            for (field, prefix) in [("event", ""), ("do", "do ")] {
                let kind = schema.pointer(&format!("/properties/{field}/const"));
                found.extend(kind.and_then(Value::as_str).map(|kind| format!("{prefix}{kind}")));
            }
            fields.values().for_each(|value| collect(value, found));
        }
        Value::Array(items) => items.iter().for_each(|item| collect(item, found)),
        _ => {}
    }
}

/// Kinds of the core that only other systems have; the referee refuses them.
const OF_OTHER_GAMES: [&str; 2] = ["attached", "level"];

fn judge_games(games: u64) -> (Counts, BTreeSet<String>) {
    let all = published();
    let (mut counts, mut seen) = (Counts::new(), BTreeSet::new());
    let mut judged = 0;
    'games: for seed in 0.. {
        for one in BOTS {
            for other in BOTS {
                for (name, bundle) in &all {
                    if judged == games {
                        break 'games;
                    }
                    judged += 1;
                    let log = game(bundle, seed, [one, other]);
                    match judge(bundle, &log) {
                        Ok(found) => found.into_iter().for_each(|(what, count)| {
                            *counts.entry(what).or_default() += count;
                        }),
                        Err(fault) => {
                            let told = told(&log);
                            let before =
                                &told[fault.line.saturating_sub(12)..told.len().min(fault.line)];
                            let lines: Vec<String> = before.iter().map(Value::to_string).collect();
                            panic!(
                                "{name}: {one} v {other}, seed {seed}, line {}: {}\n{}",
                                fault.line,
                                fault.words,
                                lines.join("\n")
                            );
                        }
                    }
                    told(&log).iter().for_each(|event| seen.extend(kinds_of(event)));
                }
            }
        }
    }
    (counts, seen)
}

fn told(log: &[Event]) -> Vec<Value> {
    log.iter().map(|event| serde_json::to_value(event).unwrap()).collect()
}

/// More games by an environment variable: `SALIENT_JUDGED=200`.
#[test]
fn every_decision_is_as_the_rules_ask() {
    let games = std::env::var("SALIENT_JUDGED").ok().and_then(|text| text.parse().ok());
    let games = games.unwrap_or(36);
    let (counts, seen) = judge_games(games);
    let unseen: Vec<String> = all_kinds()
        .into_iter()
        .filter(|kind| !seen.contains(kind) && !OF_OTHER_GAMES.contains(&kind.as_str()))
        .collect();
    println!("{games} logs: {counts:#?}");
    println!("never seen: {unseen:?}");
}

/// Alters one value after the other of the first events of each shape, and each time the referee
/// must object. The hash of a position is not his to reckon: `salient replay` does.
#[test]
fn whatever_is_altered_the_referee_notices() {
    let mut shapes: BTreeMap<String, usize> = BTreeMap::new();
    let (mut altered, mut unnoticed) = (0, BTreeMap::new());
    for (name, bundle) in published() {
        for seed in 0..3 {
            let log = game(&bundle, seed, [BOTS[seed as usize % 3], Bot::RANDOM]);
            let mut told = told(&log);
            judge_told(&bundle, &told).unwrap();
            for line in 0..told.len() {
                let count = shapes.entry(shape(&told[line])).or_default();
                *count += 1;
                if *count > 3 {
                    continue;
                }
                for path in leaves(&told[line]) {
                    if path.ends_with("state_hash") {
                        continue;
                    }
                    let right = told[line].clone();
                    alter(told[line].pointer_mut(&path).unwrap());
                    altered += 1;
                    if judge_told(&bundle, &told).is_ok() {
                        let what = format!("{} {path}", shape(&right));
                        unnoticed
                            .entry(what)
                            .or_insert_with(|| format!("{name} {seed} {line} {right}"));
                    }
                    told[line] = right;
                }
            }
        }
    }
    println!("{altered} values altered in events of {} shapes: {:#?}", shapes.len(), shapes.keys());
    assert!(unnoticed.is_empty(), "{unnoticed:#?}");
    assert!(altered > 4000, "only {altered}");
}

/// What an event is, with all words that tell it apart.
fn shape(event: &Value) -> String {
    let words = [
        "/event",
        "/detail/event",
        "/action/do",
        "/purpose",
        "/by",
        "/cause",
        "/marker",
        "/rule",
        "/detail/how",
        "/detail/strike",
        "/detail/opportunity",
        "/detail/after",
        "/detail/lost",
        "/action/mission",
        "/action/fires",
        "/action/cold_steel",
    ];
    let found = words.iter().filter_map(|word| event.pointer(word));
    let found = found.filter(|value| value.is_string() || value.is_boolean());
    found.map(|value| value.to_string().replace('"', "")).collect::<Vec<String>>().join(" ")
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
