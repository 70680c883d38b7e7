//! The five games are games: no side walks over the other, and whoever plans beats chance.

use salient_rules::{Bot, Prepared, System};
use salient_standard::Rulebook;

use super::SYSTEMS;

/// Seeds that nobody has tuned a game on.
const FIRST_SEED: u64 = 70_000;

#[test]
fn each_game_can_be_won_by_either_side() {
    for name in names() {
        let won = won(name, 30, [Bot::PLANNER; 2]);
        let share = 100 * won[0] / (won[0] + won[1]);
        assert!((20..=80).contains(&share), "{name}: the first side wins {share} % ({won:?})");
    }
}

#[test]
fn a_plan_beats_chance_from_either_side() {
    for name in names() {
        let first = won(name, 10, [Bot::PLANNER, Bot::RANDOM]);
        assert!(first[0] >= 9, "{name}, the first side plans: {first:?}");
        let second = won(name, 10, [Bot::RANDOM, Bot::PLANNER]);
        assert!(second[1] >= 9, "{name}, the second side plans: {second:?}");
    }
}

/// The scenarios that people play; the last one is what rule cases are played by.
fn names() -> impl Iterator<Item = &'static str> {
    let paths = Rulebook.published().scenarios.iter().filter(|path| path.starts_with("scenarios/"));
    paths.filter_map(|path| path.rsplit('/').next()?.strip_suffix(".json"))
}

/// How many games each side wins.
fn won(name: &str, games: u64, bots: [Bot; 2]) -> [u32; 2] {
    let bundle = Rulebook.published().bundle(Some(name)).unwrap();
    let prepared = Prepared::new(SYSTEMS, &bundle).unwrap();
    let mut won = [0; 2];
    for seed in FIRST_SEED..FIRST_SEED + games {
        let mut game = prepared.start_quietly(seed);
        while !game.is_over() {
            game.advance(&bots);
        }
        let outcome = game.outcome().unwrap();
        if let Some(side) = game.sides().iter().position(|side| *side == outcome.side) {
            won[side] += 1;
        }
    }
    won
}
