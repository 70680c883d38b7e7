//! Infantry Attacks by itself: its cases, its tables' constraints, and whole games between bots.

#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that fails panics"
)]

use std::collections::BTreeMap;

use salient_infantry_attacks::Rulebook;
use salient_rules::rule_table::{RuleState, RuleTable, examine};
use salient_rules::{Bot, Match, System, Systems};
use salient_schema::Bundle;

const SYSTEMS: Systems = Systems::new(&[&Rulebook]);

fn bundle() -> Bundle {
    Rulebook.published().bundle(None).unwrap()
}

/// All test scenarios: two villages on a hill, and a ford, with whatever else the rules know.
fn bundles() -> [Bundle; 2] {
    ["two-villages", "the-ford"].map(|name| Rulebook.published().bundle(Some(name)).unwrap())
}

#[test]
fn every_case_comes_out_right() {
    let (rules, cases) = examine(SYSTEMS, &Rulebook).unwrap();
    for case in rules.iter().flat_map(|rule| &rule.cases).filter(|case| !case.passed) {
        println!("{}: {:#?}", case.case, case.wrong);
    }
    for rule in &rules {
        assert_ne!(rule.state, RuleState::Failed, "{}", rule.number);
    }
    assert!(rules.len() > 240 && cases > 10, "{} rules, {cases} cases", rules.len());
}

#[test]
fn rows_say_the_same_as_the_engine() {
    let engine: BTreeMap<&str, &str> = Rulebook.info().implemented.iter().copied().collect();
    for row in RuleTable::of(&Rulebook).unwrap().rule {
        let there = engine.get(row.number.as_str()).copied().unwrap_or_default();
        assert_eq!(row.implemented, there, "{}", row.number);
        assert_eq!(row.implemented.is_empty(), row.cases.is_empty(), "{}", row.number);
    }
}

#[test]
fn the_scenarios_have_no_problems() {
    for bundle in bundles() {
        let found = salient_rules::check(SYSTEMS, &bundle);
        assert!(found.is_empty(), "{found:#?}");
    }
}

/// Three combat units of a side in a hex at most, two of them companies (IA 4.1), whatever happens.
fn stacking_holds(bundle: &Bundle, game: &Match) {
    let kinds: BTreeMap<&str, (&str, bool)> = bundle
        .orders_of_battle
        .iter()
        .flat_map(|book| &book.counters)
        .map(|counter| {
            let company = counter.traits.iter().any(|one| one == "company");
            (counter.id.as_str(), (counter.unit_type.as_str(), company))
        })
        .collect();
    let mut stacks: BTreeMap<_, [u32; 3]> = BTreeMap::new();
    for unit in game.units() {
        let (Some(hex), Some((kind, company))) = (unit.hex, kinds.get(unit.counter)) else {
            continue;
        };
        let stack = stacks.entry((hex, unit.side)).or_default();
        match *kind {
            "leader" | "cavalry-leader" => {}
            "transport" => stack[2] += 1,
            _ => {
                stack[0] += 1;
                stack[1] += u32::from(*company);
            }
        }
    }
    for (place, [combat, companies, transports]) in stacks {
        assert!(combat <= 3 && companies <= 2 && transports <= 3, "{place:?}");
    }
}

#[test]
fn games_end_between_all_bots_and_repeat() {
    for bundle in bundles() {
        games_end(&bundle);
    }
}

fn games_end(bundle: &Bundle) {
    let mut winners = BTreeMap::new();
    for seed in 0..12 {
        for bots in [
            [Bot::RANDOM; 2],
            [Bot::HEURISTIC; 2],
            [Bot::HEURISTIC, Bot::RANDOM],
            [Bot::RANDOM, Bot::HEURISTIC],
        ] {
            let play = |look: bool| {
                let mut game = Match::start(SYSTEMS, bundle, seed).unwrap();
                while !game.is_over() {
                    game.advance(&bots);
                    if look {
                        stacking_holds(bundle, &game);
                    }
                }
                game
            };
            let (one, other) = (play(true), play(false));
            assert_eq!(one.events(), other.events());
            assert_eq!(one.state_hash(), other.state_hash());
            let outcome = one.outcome().unwrap();
            assert_ne!(outcome.level, "Unfinished");
            *winners.entry((bots, outcome.side.clone())).or_insert(0) += 1;
        }
    }
    println!("{winners:#?}");
    assert!(winners.len() > 4, "{winners:?}");
}

/// The one predicate: whatever is listed is accepted, and nothing changes when an action is
/// refused.
#[test]
fn what_is_legal_is_accepted() {
    for bundle in bundles() {
        legal_is_accepted(&bundle);
    }
}

fn legal_is_accepted(bundle: &Bundle) {
    let mut game = Match::start(SYSTEMS, bundle, 3).unwrap();
    let mut decisions = 0;
    while !game.is_over() && decisions < 150 {
        for action in game.legal() {
            let mut copy = game.clone();
            let json = serde_json::to_string(&action).unwrap();
            copy.apply(&serde_json::from_str(&json).unwrap()).unwrap_or_else(|wrong| {
                panic!("{json}: {wrong:?}");
            });
        }
        let before = game.state_hash();
        let wrong = serde_json::json!({ "do": "recover", "unit": "de-wagon-1" });
        assert!(game.apply(&serde_json::from_value(wrong).unwrap()).is_err());
        assert_eq!(game.state_hash(), before);
        game.advance(&[Bot::RANDOM]);
        decisions += 1;
    }
    assert!(decisions > 30);
}

/// What the book says of a table, in cells and in columns that lie side by side.
#[test]
fn tables_meet_what_the_book_prints() {
    let ruleset = bundle().ruleset;
    let table = |id: &str| ruleset.tables.iter().find(|table| table.id == id).unwrap();
    let cell = |id: &str, row: &str, column: &str| {
        let table = table(id);
        let row = table.rows.iter().position(|other| other.head == row).unwrap();
        let column = table.columns.iter().position(|other| other == column).unwrap();
        table.cell(row, column).unwrap().to_owned()
    };
    for (row, column, is) in
        [("5", "11", "M"), ("5", "16", "M1"), ("5", "22", "M2"), ("6", "16", "M")]
    {
        assert_eq!(cell("direct-fire", row, column), is, "{row} on {column}");
    }
    assert_eq!(cell("bombardment", "8", "16"), "-");
    assert_eq!(cell("bombardment", "8", "21"), "M");
    let side_by_side = |id: &str, columns: &[&str]| {
        let all: Vec<&str> = table(id).columns.iter().map(String::as_str).collect();
        assert!(all.windows(columns.len()).any(|some| some == columns), "{id}: {all:?}");
        all
    };
    side_by_side("direct-fire", &["4", "7", "11", "16", "22", "30"]);
    // From 5 it is two columns to 12, and then 16 and 21; 34 is resolved on 30.
    let all = side_by_side("bombardment", &["12", "16", "21"]);
    let place = |column: &str| all.iter().position(|other| *other == column).unwrap();
    assert_eq!(place("5") + 2, place("12"));
    let next = all.get(place("30") + 1).map_or(99, |next| next.parse::<i32>().unwrap());
    assert!(next > 34);
}
