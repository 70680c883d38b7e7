//! The referee goes through whole games, and is himself put to the proof.

use std::collections::BTreeMap;

use salient_infantry_attacks::Rulebook;
use salient_rules::{Bot, Match, System};
use salient_schema::Bundle;
use salient_schema::event::Event;

use super::{Counts, judge};
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

fn judge_games(games: u64) -> Counts {
    let all = published();
    let mut counts = Counts::new();
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
                            let lines = log
                                [fault.line.saturating_sub(12)..fault.line.min(log.len())]
                                .iter();
                            let lines: Vec<String> =
                                lines.map(|event| serde_json::to_string(event).unwrap()).collect();
                            panic!(
                                "{name}: {one} v {other}, seed {seed}, line {}: {}\n{}",
                                fault.line,
                                fault.words,
                                lines.join("\n")
                            );
                        }
                    }
                }
            }
        }
    }
    counts
}

#[test]
fn every_decision_is_as_the_rules_ask() {
    let games = std::env::var("SALIENT_JUDGED").ok().and_then(|text| text.parse().ok());
    let games = games.unwrap_or(30);
    let counts: BTreeMap<&str, u64> = judge_games(games);
    println!("{games} logs: {counts:#?}");
}
