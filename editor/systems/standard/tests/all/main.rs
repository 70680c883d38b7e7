//! The system `standard` by itself: its options by their cases, and whole games.

#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that fails panics"
)]

mod asked;
mod balance;
mod book;
mod games;
mod random;
mod refereed;
#[path = "../../../../../tests/src/every_system/schemas.rs"]
mod schemas;

use salient_rules::rule_table::{RuleState, examine};
use salient_rules::{Bot, Match, System, Systems};
use salient_standard::Rulebook;

const SYSTEMS: Systems = Systems::new(&[&Rulebook]);

#[test]
fn every_option_is_proven() {
    let (rules, cases) = examine(SYSTEMS, &Rulebook).unwrap();
    let mut wrong = 0;
    for rule in &rules {
        for case in rule.cases.iter().filter(|case| !case.passed) {
            println!("{} {}: {:#?}", rule.number, case.case, case.wrong);
            wrong += 1;
        }
    }
    println!("{} options proven by {cases} cases", rules.len());
    assert_eq!(wrong, 0);
    for rule in &rules {
        assert_eq!(rule.state, RuleState::Proven, "{}", rule.number);
    }
}

#[test]
fn the_scenarios_have_no_problems() {
    for path in Rulebook.published().scenarios {
        let name = path.rsplit('/').next().unwrap().trim_end_matches(".json");
        let bundle = Rulebook.published().bundle(Some(name)).unwrap();
        let found = salient_rules::check(SYSTEMS, &bundle);
        assert!(found.is_empty(), "{name}: {found:#?}");
    }
}

#[test]
fn bots_play_to_the_end_and_repeat() {
    for path in Rulebook.published().scenarios {
        let name = path.rsplit('/').next().unwrap().trim_end_matches(".json");
        let bundle = Rulebook.published().bundle(Some(name)).unwrap();
        for seed in 0..6 {
            for bot in [Bot::RANDOM, Bot::HEURISTIC, Bot::PLANNER] {
                let play = || {
                    let mut game = Match::start(SYSTEMS, &bundle, seed).unwrap();
                    while !game.is_over() {
                        game.advance(&[bot; 3]);
                    }
                    game
                };
                let (one, other) = (play(), play());
                assert_eq!(one.events(), other.events(), "{name} {seed}");
                assert_ne!(one.outcome().unwrap().level, "Unfinished", "{name} {seed}");
            }
        }
    }
}
