//! The searcher: the same game from the same seed, what it thought can be read, and it plays
//! better than chance.

use salient_rules::bot::strongest;
use salient_rules::game::Prepared;
use salient_rules::{Bot, Match, Systems};
use salient_schema::Bundle;

use crate::support::{SYSTEMS, kaisers_battle, storm_in_the_west};

fn prepared(bundle: &Bundle) -> Prepared {
    Prepared::new(SYSTEMS, bundle).unwrap()
}

/// Plays to the end of a game-turn.
fn play_turns(mut game: Match, bots: &[Bot], turns: u16) -> Match {
    while !game.is_over() && game.turn() <= turns {
        game.advance(bots);
    }
    game
}

/// Plays until somebody has thought, and some decisions more.
fn play_on(mut game: Match, bots: &[Bot], decisions: usize) -> Match {
    while !game.is_over() && (0..2).all(|side| game.thought(side).is_none()) {
        game.advance(bots);
    }
    for _ in 0..decisions {
        game.advance(bots);
    }
    game
}

#[test]
fn the_same_seed_gives_the_same_game_whoever_listens() {
    for bundle in [kaisers_battle(), storm_in_the_west("the-allied-offensive")] {
        let prepared = prepared(&bundle);
        let bots = [Bot::SEARCHER.with_playouts(1); 2];
        let loud = play_on(prepared.start(5), &bots, 120);
        let quiet = play_on(prepared.start_quietly(5), &bots, 120);
        assert_eq!(loud.state_hash(), quiet.state_hash());
        // It thought aloud, and spent a playout on each way at least.
        let thoughts: Vec<_> = (0..2).filter_map(|side| loud.thought(side)).collect();
        assert!(!thoughts.is_empty());
        for thought in thoughts {
            assert!(thought.options.len() > 1 && thought.taken < thought.options.len());
            assert!(thought.options.iter().all(|option| option.playouts > 0));
            let taken = &thought.options[thought.taken];
            assert!(thought.options.iter().all(|other| other.playouts <= taken.playouts));
        }
    }
}

#[test]
fn more_playouts_are_more_thought() {
    let prepared = prepared(&storm_in_the_west("the-allied-offensive"));
    let playouts = |budget: u32| {
        let bots = [Bot::SEARCHER.with_playouts(budget); 2];
        let game = play_on(prepared.start_quietly(7), &bots, 0);
        let thought = (0..2).find_map(|side| game.thought(side)).unwrap();
        thought.options.iter().map(|option| option.playouts).sum::<u32>()
    };
    let (few, many) = (playouts(1), playouts(40));
    assert!(few < many && many <= 40, "{few}, {many}");
}

#[test]
fn nobody_searches_where_nobody_is_named() {
    for system in SYSTEMS.iter() {
        let bots = system.bots();
        // 1914 does not say yet what a searcher would play out, and offers none.
        let searches = bots.iter().any(|info| info.bot.is(Bot::SEARCHER));
        assert_eq!(searches, system.info().id != "offensive-1914", "{system:?}");
        assert!(!strongest(bots).is(Bot::SEARCHER), "{system:?}");
    }
    assert!(Systems::NONE.bots(&kaisers_battle()).len() == 1);
}

#[test]
fn weights_are_taken_within_their_bounds_and_change_what_is_played() {
    let prepared = prepared(&kaisers_battle());
    let mut game = prepared.start_quietly(3);
    let usual = game.weights(0);
    assert!(usual.iter().all(|(def, value)| (def.least..=def.most).contains(value)));
    let beyond = vec![i32::MAX; usual.len() + 3];
    game.weigh_by(0, &beyond);
    for ((def, value), (before, _)) in game.weights(0).into_iter().zip(&usual) {
        assert_eq!((def.id, value), (before.id, def.most));
    }
    // Nobody at the other side of the table is touched.
    assert_eq!(game.weights(1), prepared.start_quietly(3).weights(1));
    let bots = [Bot::PLANNER; 2];
    let changed = play_turns(game, &bots, 2).state_hash();
    assert_ne!(changed, play_turns(prepared.start_quietly(3), &bots, 2).state_hash());
}
