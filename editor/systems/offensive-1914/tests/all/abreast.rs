//! Games in which forces go into two hexes as often as they may: they end, whatever is listed is
//! accepted, and positions of them are kept (1914 19).

use salient_rules::{Bot, Match, Prepared};
use salient_schema::Bundle;

use crate::played::into_two;
use crate::{SYSTEMS, played};

/// What is seen of a position.
fn seen(game: &Match) -> String {
    let units = game.units();
    let places: Vec<_> = units.iter().map(|unit| (&unit.name, unit.hex, unit.other)).collect();
    let legal: Vec<String> = game.legal().iter().map(|act| format!("{act:?}")).collect();
    format!("{:?}\n{places:?}\n{}", game.phase(), legal.join("\n"))
}

#[test]
fn forces_in_two_hexes_play_whole_games() {
    let bundle = played::bundle("drill");
    let (mut stepped, mut fought, mut kept) = (0, 0, 0);
    for seed in 0..3 {
        let mut game = Match::start(SYSTEMS, &bundle, seed).unwrap();
        let mut decisions = 0_usize;
        while !game.is_over() {
            decisions += 1;
            let moves = game.legal().iter().any(|action| action.verb == "move");
            let pairs =
                if moves && decisions.is_multiple_of(3) { into_two(&game) } else { Vec::new() };
            if let Some(action) = pairs.get(decisions % pairs.len().max(1)) {
                game.apply(action).unwrap();
                stepped += 1;
            } else if decisions.is_multiple_of(29) {
                for action in game.legal() {
                    game.clone().apply(&action).unwrap();
                }
                kept += usize::from(is_kept(&bundle, &game));
            } else {
                game.advance(&[Bot::RANDOM; 2]);
            }
        }
        assert_ne!(game.outcome().unwrap().level, "Unfinished", "{seed}");
        fought += game
            .events()
            .iter()
            .filter(|event| matches!(event.kind, salient_schema::event::EventKind::Attacked(_)))
            .count();
    }
    assert!(stepped > 100 && fought > 10 && kept > 5, "{stepped} {fought} {kept}");
}

/// Whether a position with somebody in two hexes is kept as it is.
fn is_kept(bundle: &Bundle, game: &Match) -> bool {
    if game.units().iter().all(|unit| unit.other.is_none()) {
        return false;
    }
    let kept = game.keep(SYSTEMS, bundle);
    assert!(kept.refused.is_empty(), "{:#?}", kept.refused);
    if kept.not_kept.iter().any(|left| left.what.contains("under way")) {
        return false;
    }
    let new = Bundle { scenario: kept.scenario, ..bundle.clone() };
    let again = Prepared::new(SYSTEMS, &new).unwrap().start(7);
    assert_eq!(seen(game), seen(&again));
    true
}
