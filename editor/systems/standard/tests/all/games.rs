//! Games from where each case ends, and from positions that were kept.

use salient_rules::case::{Case, begin};
use salient_rules::dice::SplitMix64;
use salient_rules::{Bot, Match, System};
use salient_schema::rules_of_play::{Supply, SupplySource, SupplyState};
use salient_standard::Rulebook;

use super::SYSTEMS;

/// More decisions than any game of the drill needs.
const MOST_ACTS: u32 = 20_000;

/// Every option, in whatever a case makes of it: somebody who is asked may do something, what is
/// legal is accepted, and the game comes to its end.
#[test]
fn whatever_the_options_a_game_comes_to_its_end() {
    let bundle = Rulebook.published().bundle(Some("drill")).unwrap();
    let mut chance = SplitMix64::new(7);
    for (name, text) in Rulebook.published().cases {
        let case = Case::read(text).unwrap();
        let mut game = begin(SYSTEMS, &case, &bundle).unwrap();
        for _ in 0..MOST_ACTS {
            if game.is_over() {
                break;
            }
            let legal = game.legal();
            assert!(!legal.is_empty(), "{name}: {} in {}", game.turn(), game.phase());
            let act = &legal[chance.below(legal.len() as u32) as usize];
            if let Err(refused) = game.apply(act) {
                panic!("{name}: {act:?} is legal, and refused: {refused}");
            }
        }
        assert!(game.is_over(), "{name} goes on for ever");
        assert_ne!(game.outcome().unwrap().level, "Unfinished", "{name}");
    }
}

/// A position in the midst of a game as a scenario of its own: it plays on from the same points,
/// losses and supply.
#[test]
fn a_position_is_kept() {
    let mut bundle = Rulebook.published().bundle(Some("drill")).unwrap();
    let play = bundle.ruleset.rules_of_play.as_mut().unwrap();
    let far = |id: &str, after| SupplyState {
        id: id.to_owned(),
        name: id.to_owned(),
        after,
        ..SupplyState::default()
    };
    play.supply = Some(Supply {
        sources: vec![SupplySource {
            features: vec!["depot".to_owned()],
            ..SupplySource::default()
        }],
        states: vec![far("short", 1), far("isolated", 3)],
        ..Supply::default()
    });
    let mut told = 0;
    for seed in 0..4 {
        let mut game = Match::start(SYSTEMS, &bundle, seed).unwrap();
        while !game.is_over() && game.turn() < 3 {
            game.advance(&[Bot::RANDOM; 3]);
        }
        let kept = game.keep(SYSTEMS, &bundle);
        assert!(kept.refused.is_empty(), "{:?}", kept.refused);
        let mut other = bundle.clone();
        other.scenario = kept.scenario;
        let again = Match::start(SYSTEMS, &other, seed).unwrap();
        assert_eq!(again.turn(), game.turn());
        assert_eq!(again.score(), game.score());
        assert_eq!(again.losses(), game.losses());
        let states = |game: &Match| {
            let of = |all: salient_rules::game::StatesOf<'_>| (all.unit.to_owned(), all.states);
            game.known_to(&[]).states().into_iter().map(of).collect::<Vec<_>>()
        };
        assert_eq!(states(&again), states(&game));
        told += states(&game).len();
    }
    assert!(told > 0, "nobody was out of supply");
}
