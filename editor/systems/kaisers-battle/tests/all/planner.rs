//! Games of the planner: it never asks for what the rules refuse, plays the same game again from
//! the same seed, and plays better than the other bots.

use salient_rules::dice::game_seed;
use salient_rules::{Bot, Prepared};
use salient_schema::event::EventKind;
use salient_schema::scenario::Scenario;

use crate::support::{SYSTEMS, kaisers_battle};

/// Plays a game to its end. A refused choice of a bot panics in a test build.
fn play(prepared: &Prepared, seed: u64, bots: [Bot; 2]) -> (i32, u64) {
    let mut game = prepared.start_quietly(seed);
    while !game.is_over() {
        game.advance(&bots);
    }
    (game.outcome().unwrap().points, game.state_hash())
}

#[test]
fn no_choice_of_the_planner_is_refused() {
    let prepared = Prepared::new(SYSTEMS, &kaisers_battle()).unwrap();
    let others = [Bot::PLANNER, Bot::HEURISTIC, Bot::RANDOM];
    for seed in 0..50 {
        let other = others[seed as usize % others.len()];
        let bots = if seed % 2 == 0 { [Bot::PLANNER, other] } else { [other, Bot::PLANNER] };
        play(&prepared, game_seed(11, seed), bots);
    }
}

#[test]
fn the_same_seed_is_the_same_game() {
    let prepared = Prepared::new(SYSTEMS, &kaisers_battle()).unwrap();
    let mut points = Vec::new();
    for seed in 0..6 {
        let seed = game_seed(12, seed);
        let first = play(&prepared, seed, [Bot::PLANNER; 2]);
        assert_eq!(first, play(&prepared, seed, [Bot::PLANNER; 2]));
        points.push(first.0);
    }
    points.dedup();
    assert!(points.len() > 1, "every game ends with {points:?}");
}

#[test]
fn the_planner_beats_the_heuristic_both_ways() {
    let prepared = Prepared::new(SYSTEMS, &kaisers_battle()).unwrap();
    let games = 12;
    let better = (0..games)
        .filter(|&game| {
            let seed = game_seed(13, game);
            let ours = play(&prepared, seed, [Bot::PLANNER, Bot::HEURISTIC]).0;
            let theirs = play(&prepared, seed, [Bot::HEURISTIC, Bot::PLANNER]).0;
            ours > theirs
        })
        .count();
    assert!(better >= 10, "{better} of {games}");
}

/// Whoever retreats may find no room, and no way out in his next turn; but nobody goes where
/// there is none.
#[test]
fn no_planner_moves_a_stack_over_the_limit() {
    let prepared = Prepared::new(SYSTEMS, &kaisers_battle()).unwrap();
    for seed in 0..40 {
        let mut game = prepared.start(game_seed(14, seed));
        while !game.is_over() {
            game.advance(&[Bot::PLANNER; 2]);
        }
        let mut entered = Vec::new();
        for event in game.events() {
            match &event.kind {
                EventKind::Moved(moved) if moved.by == "move" => {
                    entered.extend(moved.path.last().map(|hex| (event.turn, hex)));
                }
                EventKind::Lost(lost) if lost.cause == "stacking" => {
                    let own = entered.contains(&(event.turn, &lost.hex));
                    assert!(!own, "game {seed}: {} in {}", lost.unit, lost.hex);
                }
                _ => {}
            }
        }
    }
}

/// Which regiments of a scenario came of a breakdown, wherever they are by now.
fn of_breakdowns(scenario: &Scenario) -> Vec<String> {
    let is = |states: &[String]| states.iter().any(|state| state == "broken-down");
    let placed = scenario.setup.placements.iter().filter(|placed| is(&placed.states));
    let off = scenario.start.iter().flat_map(|start| &start.off_map).filter(|off| is(&off.states));
    let mut all: Vec<String> = placed
        .flat_map(|placed| &placed.counters)
        .chain(off.flat_map(|off| &off.counters))
        .cloned()
        .collect();
    all.sort_unstable();
    all
}

#[test]
fn a_kept_position_knows_which_regiments_came_of_a_breakdown() {
    let mut bundle = kaisers_battle();
    let prepared = Prepared::new(SYSTEMS, &bundle).unwrap();
    let mut kept = Vec::new();
    // Few games see one: so many are played as it takes.
    for seed in 0..60 {
        if kept.len() > 2 {
            break;
        }
        let mut game = prepared.start_quietly(game_seed(15, seed));
        let mut turn = 0;
        while !game.is_over() {
            game.advance(&[Bot::PLANNER; 2]);
            // Once a game-turn is enough.
            if game.turn() > turn {
                turn = game.turn();
                let scenario = game.keep(SYSTEMS, &bundle).scenario;
                if !of_breakdowns(&scenario).is_empty() {
                    kept.push(scenario);
                }
            }
        }
    }
    // Without one it would prove nothing.
    assert!(!kept.is_empty());
    for scenario in kept {
        let before = of_breakdowns(&scenario);
        bundle.scenario = scenario;
        let again =
            Prepared::new(SYSTEMS, &bundle).unwrap().start_quietly(1).keep(SYSTEMS, &bundle);
        assert_eq!(of_breakdowns(&again.scenario), before);
    }
}
