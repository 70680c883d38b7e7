//! 1914 12, 13, 24.4: fortresses fall between planners about as in history.

use salient_rules::Bot;
use salient_rules::Match;
use salient_schema::event::{Event, EventKind};

use super::SYSTEMS;
use super::played::bundle;

/// The events of games between planners.
fn games(scenario: &str, seeds: std::ops::Range<u64>) -> Vec<Vec<Event>> {
    let bundle = bundle(scenario);
    let play = |seed| {
        let mut game = Match::start(SYSTEMS, &bundle, seed).unwrap();
        while !game.is_over() {
            game.advance(&[Bot::PLANNER; 2]);
        }
        game.events().to_vec()
    };
    seeds.map(play).collect()
}

/// 1914 24.4. The scenario ends with game-turn 23.
#[test]
fn antwerpen_surrenders_in_most_games() {
    let games = games("antwerpen", 0..24);
    let surrendered = games.iter().filter_map(|events| {
        events.iter().find_map(|event| match &event.kind {
            EventKind::Noted(it) if it.rule == "1914 24.4" => Some(event.turn),
            _ => None,
        })
    });
    let turns: Vec<u16> = surrendered.collect();
    println!("surrendered in game-turns {turns:?} of {} games", games.len());
    assert!(2 * turns.len() > games.len(), "{turns:?}");
    assert!(turns.iter().all(|turn| (20..=24).contains(turn)), "{turns:?}");
}

/// Germans control both hexes of Namur when the third game-turn is over.
#[test]
fn namur_falls_within_three_turns() {
    let games = games("namur", 0..24);
    let fell = games.iter().filter(|events| {
        let mut german = [false; 2];
        for event in *events {
            if let EventKind::Control(it) = &event.kind {
                for (held, hex) in german.iter_mut().zip(["50.27", "51.28"]) {
                    if it.hex.as_str() == hex {
                        *held = it.side.as_str() == "german";
                    }
                }
            }
        }
        german == [true; 2]
    });
    let fell = fell.count();
    println!("Namur fell in {fell} of {} games", games.len());
    assert!(2 * fell > games.len(), "{fell}");
}
