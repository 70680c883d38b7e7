//! Whatever a bundle says, the engine answers with diagnostics or plays it: it never panics.

use proptest::prelude::*;
use salient_rules::{Bot, Prepared, check};
use salient_schema::Bundle;
use serde_json::{Value, json};

use crate::support::{SYSTEMS, kaisers_battle};

/// The places of all values in a document.
fn places(value: &Value, at: &str, out: &mut Vec<String>) {
    out.push(at.to_owned());
    match value {
        Value::Array(items) => {
            for (i, item) in items.iter().enumerate() {
                places(item, &format!("{at}/{i}"), out);
            }
        }
        Value::Object(fields) => {
            for (key, field) in fields {
                places(field, &format!("{at}/{}", key.replace('~', "~0").replace('/', "~1")), out);
            }
        }
        _ => {}
    }
}

/// A value of the same type that is likely out of place; lists lose an item.
fn odd(there: &Value, pick: usize) -> Value {
    let numbers = [0, -1, 1, 2, 255, 4096, 65_535, i64::from(i32::MAX), i64::from(i32::MIN)];
    let texts = ["", "0101", "0101:n", "town", "woods", "river", "de-88-3", "german", "\u{e9}"];
    match there {
        Value::Number(_) => json!(numbers[pick % numbers.len()]),
        Value::String(_) => json!(texts[pick % texts.len()]),
        Value::Bool(b) => json!(!b),
        Value::Array(items) if !items.is_empty() => {
            let mut items = items.clone();
            let gone = items.remove(pick % items.len());
            if pick.is_multiple_of(2) {
                items.push(gone.clone());
                items.push(gone);
            }
            Value::Array(items)
        }
        Value::Object(fields) if !fields.is_empty() => {
            let mut fields = fields.clone();
            if let Some(key) = fields.keys().nth(pick % fields.len()).cloned() {
                fields.remove(&key);
            }
            Value::Object(fields)
        }
        other => other.clone(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn mutated_bundles_are_played_or_refused(
        changes in prop::collection::vec((any::<prop::sample::Index>(), 0_usize..1000), 1..4),
        seed in 0_u64..1000,
    ) {
        let mut document = serde_json::to_value(kaisers_battle()).unwrap();
        for (place, pick) in changes {
            let mut all = Vec::new();
            for part in ["ruleset", "scenario", "map", "orders_of_battle"] {
                places(&document[part], &format!("/{part}"), &mut all);
            }
            let at = &all[place.index(all.len())];
            if let Some(there) = document.pointer_mut(at) {
                *there = odd(there, pick);
            }
        }
        if let Ok(bundle) = serde_json::from_value::<Bundle>(document) {
            let _ = check(SYSTEMS, &bundle);
            if let Ok(prepared) = Prepared::new(SYSTEMS, &bundle) {
                let mut game = prepared.start(seed);
                let bots = match seed % 3 {
                    0 => [Bot::HEURISTIC, Bot::RANDOM],
                    1 => [Bot::PLANNER, Bot::HEURISTIC],
                    _ => [Bot::RANDOM, Bot::PLANNER],
                };
                for _ in 0..120 {
                    game.advance(&bots);
                    let _ = (game.score(), game.state_hash());
                }
            }
        }
    }
}
