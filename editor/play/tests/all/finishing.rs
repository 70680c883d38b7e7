//! A bot makes all that is left to a side in a step of the sequence of play: the rest of a set-up.

use salient_play::{Seat, Session};
use salient_rules::{Bot, Prepared};

use crate::support::{SYSTEMS, bundles};

#[test]
fn a_bot_sets_up_the_rest_and_nobody_else_s() {
    let [_, storm, _] = bundles();
    let prepared = Prepared::new(SYSTEMS, &storm).unwrap();
    let mut session = Session::new(&prepared, 3, &[Seat::Person, Seat::Person]);
    let (side, phase) = (session.deciding(), session.game().phase().to_owned());
    let waiting = |session: &Session| {
        let side = session.deciding();
        session
            .game()
            .units()
            .iter()
            .filter(|unit| Some(unit.side) == side && unit.hex.is_none())
            .count()
    };
    let before = waiting(&session);
    // The first counter is placed by hand, and stays where it is.
    let first = session.game().legal().into_iter().find(|one| one.verb == "place").unwrap();
    session.decide(&first).unwrap();
    let made = session.let_finish(Bot::STRONGEST);
    assert!(made > 20, "{made} decisions of {before}");
    let unit = first.text("unit").unwrap();
    let units = session.game().units();
    let there = units.iter().find(|one| one.name == unit).unwrap();
    assert!(there.hex.is_some(), "what was placed by hand is on the map");
    let after = (session.deciding(), session.game().phase().to_owned());
    assert_ne!(after, (side, phase), "the side's set-up is over");
    // It is taken back as a whole, and what was placed by hand is not.
    let end = (session.at(), session.game().state_hash());
    assert!(session.take_back());
    assert_eq!(session.deciding(), side);
    assert_eq!(waiting(&session), before - 1);
    assert!(session.forward());
    assert_eq!((session.at(), session.game().state_hash()), end);
    assert!(session.take_back() && session.take_back() && !session.can_take_back());
    assert_eq!(waiting(&session), before);
}
