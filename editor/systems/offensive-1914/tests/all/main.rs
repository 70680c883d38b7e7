//! 1914, Offensive à outrance by itself: its rules by their cases, and whole games.

#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that fails panics"
)]

mod abandoned;
mod abreast;
mod bad_input;
mod kept;
mod marks;
mod played;
mod refereed;
mod repulsed;
#[path = "../../../../../tests/src/every_system/schemas.rs"]
mod schemas;
mod sieges;

use salient_offensive_1914::Rulebook;
use salient_rules::rule_table::{RuleState, examine};
use salient_rules::{Bot, Match, System, Systems};
use salient_schema::Severity;
use salient_schema::event::EventKind;
use salient_schema::scenario::VictoryLevel;

const SYSTEMS: Systems = Systems::new(&[&Rulebook]);

/// Every case passes, and no row names a case that is not there.
#[test]
fn cases_pass() {
    let (rules, cases) = examine(SYSTEMS, &Rulebook).unwrap();
    let mut wrong = 0;
    for rule in &rules {
        for case in rule.cases.iter().filter(|case| !case.passed) {
            println!("{} {}: {:#?}", rule.number, case.case, case.wrong);
            wrong += 1;
        }
    }
    let proven = rules.iter().filter(|rule| rule.state == RuleState::Proven).count();
    println!("{proven} of {} rules proven by {cases} cases", rules.len());
    assert_eq!(wrong, 0);
}

#[test]
fn the_scenarios_have_no_problems() {
    for name in ["lorraine", "drill", "sea", "namur", "ardennes", "marne", "antwerpen", "liege"] {
        let bundle = Rulebook.published().bundle(Some(name)).unwrap();
        let mut found = salient_rules::check(SYSTEMS, &bundle);
        // Railways that end near each other are worth a note, and so they do in the country.
        found.retain(|found| found.severity < Severity::Note);
        assert!(found.is_empty(), "{name}: {found:#?}");
    }
}

/// Games of every bot against every other end and repeat.
#[test]
fn bots_play_to_the_end() {
    let bots = [Bot::HEURISTIC, Bot::PLANNER];
    for name in ["drill", "lorraine"] {
        let bundle = Rulebook.published().bundle(Some(name)).unwrap();
        for (seed, pair) in (0..).zip([[0, 0], [0, 1], [1, 0], [1, 1]]) {
            let play = || {
                let mut game = Match::start(SYSTEMS, &bundle, seed).unwrap();
                while !game.is_over() {
                    game.advance(&pair.map(|bot| bots[bot]));
                }
                game
            };
            let (one, other) = (play(), play());
            assert_eq!(one.state_hash(), other.state_hash(), "{name} {seed}");
            assert_ne!(one.outcome().unwrap().level, "Unfinished", "{name} {seed}");
        }
    }
}

/// The scenarios of the whole front are played to their last game-turn, and have what the book says
/// of them: their game-turns, and the plans of the armies that are there (1914 26.4, 26.6).
#[test]
fn the_whole_front_is_played() {
    for (name, turns, plans) in [
        ("namur", 4..=6, 0),
        ("ardennes", 3..=6, 7),
        ("marne", 10..=13, 0),
        ("antwerpen", 19..=23, 0),
        ("liege", 1..=6, 0),
    ] {
        let bundle = Rulebook.published().bundle(Some(name)).unwrap();
        let there: Vec<u16> = bundle.scenario.turns.iter().map(|turn| turn.turn).collect();
        assert_eq!(there, turns.clone().collect::<Vec<_>>(), "{name}");
        assert_eq!(bundle.scenario.orders.len(), plans, "{name}");
        let mut game = Match::start(SYSTEMS, &bundle, 1).unwrap();
        let mut fought = false;
        while !game.is_over() {
            game.advance(&[Bot::HEURISTIC, Bot::PLANNER]);
        }
        for event in game.events() {
            fought |= matches!(event.kind, EventKind::Attacked(_));
        }
        assert!(fought, "{name}: nobody attacked");
        assert_ne!(game.outcome().unwrap().level, "Unfinished", "{name}");
    }
}

/// Where the lead of one side counts, its lead tells the level, whoever wins by it (1914 27.0).
#[test]
fn the_level_is_by_the_lead_that_counts() {
    let mut bundle = Rulebook.published().bundle(Some("namur")).unwrap();
    let level = |name: &str, min: Option<i32>, max: Option<i32>| VictoryLevel {
        name: name.to_owned(),
        side: "german".into(),
        min,
        max,
    };
    bundle.scenario.victory.levels =
        vec![level("Allies ahead", Some(1), None), level("Germans ahead", None, Some(-1))];
    for bots in [[Bot::PLANNER, Bot::RANDOM], [Bot::RANDOM, Bot::PLANNER]] {
        let mut game = Match::start(SYSTEMS, &bundle, 1).unwrap();
        while !game.is_over() {
            game.advance(&bots);
        }
        let outcome = game.outcome().unwrap();
        assert_ne!(outcome.points, 0);
        let level = if outcome.points > 0 { "Allies ahead" } else { "Germans ahead" };
        assert_eq!((outcome.level.as_str(), outcome.points), (level, outcome.points));
    }
}

/// Rules of thumb beat chance, and whoever plans beats both, from either side.
#[test]
fn the_stronger_bot_wins() {
    let bundle = Rulebook.published().bundle(Some("lorraine")).unwrap();
    let ahead = |first: Bot, second: Bot, games: std::ops::Range<u64>| -> i32 {
        let points = games.map(|seed| {
            let mut game = Match::start(SYSTEMS, &bundle, seed).unwrap();
            while !game.is_over() {
                game.advance(&[first, second]);
            }
            game.outcome().unwrap().points
        });
        points.sum()
    };
    for (bot, other, games) in
        [(Bot::HEURISTIC, Bot::RANDOM, 0..1), (Bot::PLANNER, Bot::HEURISTIC, 0..12)]
    {
        let (won, lost) = (ahead(bot, other, games.clone()), ahead(other, bot, games));
        assert!(won > lost, "{bot} against {other}: {won} and {lost}");
    }
}

/// Whatever is listed is accepted, and games of random moves end and repeat.
#[test]
fn games_end_and_repeat() {
    for (name, seeds) in [("drill", 0..2), ("lorraine", 0..1)] {
        let bundle = Rulebook.published().bundle(Some(name)).unwrap();
        for seed in seeds {
            let play = |check: bool| {
                let mut game = Match::start(SYSTEMS, &bundle, seed).unwrap();
                let mut decisions = 0_usize;
                while !game.is_over() {
                    if check && decisions.is_multiple_of(97) {
                        for action in game.legal() {
                            game.clone().apply(&action).unwrap();
                        }
                    }
                    game.advance(&[Bot::RANDOM; 2]);
                    decisions += 1;
                }
                game
            };
            let one = play(true);
            // A large game is played but once: that games repeat the small ones show.
            if name == "drill" {
                assert_eq!(one.state_hash(), play(false).state_hash(), "{name} {seed}");
            }
            assert_ne!(one.outcome().unwrap().level, "Unfinished", "{name} {seed}");
        }
    }
}
