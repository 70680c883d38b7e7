//! The planner by its results.

use salient_rules::{Bot, Match};
use salient_schema::Bundle;

use crate::support::{SYSTEMS, bundles};

/// Half points of a side's in some games, of twice as many games.
fn half_points(bundle: &Bundle, side: usize, other: Bot, games: u64) -> u64 {
    let mut half = 0;
    for seed in 0..games {
        let mut game = Match::start(SYSTEMS, bundle, seed).unwrap();
        let sides: Vec<String> = game.sides().iter().map(ToString::to_string).collect();
        let bots = if side == 0 { [Bot::PLANNER, other] } else { [other, Bot::PLANNER] };
        while !game.is_over() {
            game.advance(&bots);
        }
        half += match &game.outcome().unwrap().side {
            none if none.is_empty() => 1,
            winner => 2 * u64::from(*winner == sides[side]),
        };
    }
    half
}

/// Over both sides of each scenario, as neither is fair.
#[test]
fn it_beats_the_rules_of_thumb_and_chance() {
    for bundle in bundles() {
        let games = 20;
        let share = |other: Bot| -> u64 {
            (0..2).map(|side| half_points(&bundle, side, other, games)).sum()
        };
        let (thumb, chance) = (share(Bot::HEURISTIC), share(Bot::RANDOM));
        println!("{}: {thumb} and {chance} of {}", bundle.scenario.id, 4 * games);
        // More than half, with room for what an unrelated rule changes in so few games.
        assert!(thumb > 2 * games, "{thumb} of {}", 4 * games);
        assert!(chance >= 4 * games * 9 / 10, "{chance} of {}", 4 * games);
    }
}
