//! Skirmish by itself: its cases, and whole games of every pair of bots.

#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that fails panics"
)]

mod boxes;
mod drill;
mod house_rules;
mod later;
mod marks;
mod places;
mod schedule;
#[path = "../../../src/every_system/schemas.rs"]
mod schemas;
mod settles;
mod subordinates;
mod turns_over;
mod two_hexes;

use salient_rules::rule_table::{RuleState, examine};
use salient_rules::{Bot, Match, System, Systems};
use salient_skirmish::{Rulebook, SCOUT};

const SYSTEMS: Systems = Systems::new(&[&Rulebook]);

#[test]
fn every_rule_is_proven() {
    let (rules, cases) = examine(SYSTEMS, &Rulebook).unwrap();
    for rule in &rules {
        for case in rule.cases.iter().filter(|case| !case.passed) {
            println!("{}: {:#?}", case.case, case.wrong);
        }
        assert_eq!(rule.state, RuleState::Proven, "{}", rule.number);
    }
    assert_eq!((rules.len(), cases), (11, 13));
}

#[test]
fn the_scenario_has_no_problems() {
    let bundle = Rulebook.published().bundle(None).unwrap();
    let found = salient_rules::check(SYSTEMS, &bundle);
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn games_end_between_all_bots_and_repeat() {
    let bundle = Rulebook.published().bundle(None).unwrap();
    let mut wins = [0; 4];
    for seed in 0..40 {
        for bots in [[Bot::RANDOM; 3], [Bot::HEURISTIC; 3], [SCOUT, Bot::RANDOM, Bot::HEURISTIC]] {
            let play = || {
                let mut game = Match::start(SYSTEMS, &bundle, seed).unwrap();
                while !game.is_over() {
                    game.advance(&bots);
                }
                game
            };
            let (one, other) = (play(), play());
            assert_eq!(one.events(), other.events());
            assert_eq!(one.state_hash(), other.state_hash());
            let outcome = one.outcome().unwrap();
            assert_ne!(outcome.level, "Unfinished");
            let winner = one.sides().iter().position(|side| *side == outcome.side);
            wins[winner.unwrap_or(3)] += 1;
        }
    }
    assert!(wins.iter().all(|&wins| wins > 0), "{wins:?}");
}

/// What the others have planned changes nothing of what a bot does.
#[test]
fn plans_stay_hidden() {
    let bundle = Rulebook.published().bundle(None).unwrap();
    let farms = ["0303", "0504", "0705"];
    let plan = |hex: &str| {
        serde_json::from_value(serde_json::json!({ "do": "plan", "hex": hex })).unwrap()
    };
    for bot in [Bot::RANDOM, Bot::HEURISTIC, SCOUT] {
        let mut seen = Vec::new();
        for other in farms {
            let mut game = Match::start(SYSTEMS, &bundle, 7).unwrap();
            game.apply(&plan("0303")).unwrap();
            // What red may do after the plan does not tell what green and blue are after.
            game.apply(&plan(other)).unwrap();
            game.apply(&plan(other)).unwrap();
            let from = game.events().len();
            game.advance(&[bot]);
            let told: Vec<_> =
                game.events()[from..].iter().map(|event| event.kind.clone()).collect();
            seen.push(told);
        }
        assert!(seen.windows(2).all(|two| two[0] == two[1]), "{bot}");
    }
}

/// The one predicate: whatever is listed is accepted, and nothing changes when an action is
/// refused.
#[test]
fn what_is_legal_is_accepted() {
    let bundle = Rulebook.published().bundle(None).unwrap();
    let mut game = Match::start(SYSTEMS, &bundle, 3).unwrap();
    let mut decisions = 0;
    while !game.is_over() {
        for action in game.legal() {
            let mut copy = game.clone();
            let json = serde_json::to_string(&action).unwrap();
            copy.apply(&serde_json::from_str(&json).unwrap()).unwrap();
        }
        let before = game.state_hash();
        let wrong = serde_json::json!({ "do": "move", "unit": "red-1", "path": ["0909"] });
        assert!(game.apply(&serde_json::from_value(wrong).unwrap()).is_err());
        assert_eq!(game.state_hash(), before);
        game.advance(&[Bot::RANDOM]);
        decisions += 1;
    }
    assert!(decisions > 30);
}
