//! Whatever is gone back over and gone again is as it was, log and dice and all.

use proptest::prelude::*;
use salient_play::{Point, Seat, Session, Stop};
use salient_rules::dice::SplitMix64;
use salient_rules::{Bot, Match, Prepared, System};
use salient_schema::Bundle;
use salient_schema::event::{Event, EventKind};

use crate::support::{InfantryAttacks, SYSTEMS, any_legal, bundles, in_the_midst, of_every_system};

/// The same decisions in a game of its own.
fn played_plainly(prepared: &Prepared, seed: u64, session: &Session) -> Match {
    let mut game = prepared.start(seed);
    for point in session.course().way_to(session.at()) {
        game.apply(&session.course().decision(point).unwrap().action).unwrap();
    }
    game
}

/// A game with these seats, which has begun, and chance for whoever decides in it.
fn begun(bundle: &Bundle, seed: u64, seats: &[Seat]) -> (Prepared, Session, SplitMix64) {
    let prepared = Prepared::new(SYSTEMS, bundle).unwrap();
    let session = Session::new(&prepared, seed, seats);
    (prepared, session, SplitMix64::new(seed))
}

/// Anything that is legal is decided, if anything is.
fn decide_anything(session: &mut Session, chance: &mut SplitMix64) {
    if let Some(action) = any_legal(session.game(), chance) {
        session.decide(&action).unwrap();
    }
}

fn assert_same(session: &Session, plain: &Match) {
    assert_eq!(session.game().state_hash(), plain.state_hash());
    assert_eq!(session.game().events(), plain.events());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, ..ProptestConfig::default() })]

    /// Deciding, going back, forward, to other branches, and handing over to bots, in any order:
    /// the game is always the one that its decisions make.
    #[test]
    fn every_point_of_every_branch_is_the_game_that_leads_there(
        which in 0..3_usize,
        seed in any::<u64>(),
        steps in prop::collection::vec((0..8_u8, any::<prop::sample::Index>()), 30..120),
    ) {
        let (prepared, mut session, mut chance) =
            begun(&bundles()[which], seed, &[Seat::Bot(Bot::HEURISTIC)]);
        let mut points = vec![Point::START];
        for (step, index) in steps {
            match step {
                0..=2 => decide_anything(&mut session, &mut chance),
                3 => {
                    session.let_bot_decide(Stop::Person);
                }
                4 => {
                    for _ in 0..20 {
                        session.let_decide(Bot::HEURISTIC);
                    }
                }
                5 => {
                    session.back();
                }
                6 => {
                    session.forward();
                }
                _ => session.go_to(points[index.index(points.len())]),
            }
            points.push(session.at());
        }
        assert_same(&session, &played_plainly(&prepared, seed, &session));
        for point in session.course().ends().collect::<Vec<_>>() {
            session.go_to(point);
            prop_assert_eq!(session.at(), point);
            assert_same(&session, &played_plainly(&prepared, seed, &session));
        }
    }
}

/// Where a game stands, and all that led there.
fn standing(session: &Session) -> (Point, u64, Vec<Event>) {
    (session.at(), session.game().state_hash(), session.game().events().to_vec())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 18, ..ProptestConfig::default() })]

    /// Whatever was decided, by whom and how often it was taken back: to go forward undoes what
    /// was taken back last, and whether there is anything to take back or to go forward to is told.
    #[test]
    fn forward_undoes_what_was_taken_back(
        which in 0..6_usize,
        seats in prop::collection::vec(any::<bool>(), 3),
        seed in any::<u64>(),
        steps in prop::collection::vec(0..11_u8, 20..60),
    ) {
        let seats: Vec<Seat> = seats
            .into_iter()
            .map(|bot| if bot { Seat::Bot(Bot::HEURISTIC) } else { Seat::Person })
            .collect();
        let (_, mut session, mut chance) = begun(&of_every_system()[which], seed, &seats);
        for step in steps {
            match step {
                0..=2 => decide_anything(&mut session, &mut chance),
                3 => {
                    session.let_bot_decide(Stop::Person);
                }
                4 => session.let_decide(Bot::HEURISTIC),
                5 => {
                    session.let_go_on(Bot::HEURISTIC, 12, |_| false);
                }
                6 | 7 => {
                    let could = session.can_take_back();
                    prop_assert_eq!(session.take_back(), could);
                }
                // The same again, by a person; and the end of another course.
                8 => {
                    let course = session.course();
                    let after = course.after(session.at()).and_then(|point| course.decision(point));
                    if let Some(action) = after.map(|decision| decision.action.clone()) {
                        // Where somebody gave up, nothing is accepted.
                        let _ = session.decide(&action);
                    }
                }
                9 => {
                    let ends: Vec<Point> = session.course().ends().collect();
                    session.go_to(ends[chance.below(ends.len() as u32) as usize]);
                }
                _ => {
                    let (at, could) = (session.at(), session.can_go_forward());
                    prop_assert_eq!(session.forward(), could);
                    prop_assert_eq!(session.at() != at, could);
                }
            }
            let before = standing(&session);
            if session.take_back() {
                prop_assert!(session.can_go_forward() && session.forward());
            }
            prop_assert!(standing(&session) == before, "{:?} after {}", session.at(), step);
        }
    }
}

#[test]
fn a_refused_action_changes_nothing() {
    let mut session = in_the_midst(&bundles()[0], 3, 40);
    let (at, hash) = (session.at(), session.game().state_hash());
    let events = session.game().events().len();
    let nonsense = salient_rules::Action::plain("surrender");
    assert!(session.decide(&nonsense).is_err());
    assert_eq!(session.at(), at);
    assert_eq!((session.game().state_hash(), session.game().events().len()), (hash, events));
}

#[test]
fn bots_stop_where_they_are_asked_to() {
    for (stop, bundle) in Stop::ALL.into_iter().flat_map(|stop| bundles().map(|b| (stop, b))) {
        let mut session = in_the_midst(&bundle, 9, 30);
        let (turn, phase) = (session.game().turn(), session.game().phase().to_owned());
        let before = session.game().events().len();
        while !session.let_bot_decide(stop) {}
        let game = session.game();
        let attacks = game.events()[before..]
            .iter()
            .filter(|event| matches!(event.kind, EventKind::Attacked(_)));
        match stop {
            Stop::Person => assert!(game.is_over()),
            Stop::Combat => assert!(attacks.count() > 0 && !game.is_over()),
            Stop::Phase => assert!((game.turn(), game.phase()) != (turn, phase.as_str())),
            Stop::Turn => assert_eq!(game.turn(), turn + 1),
        }
    }
}

#[test]
fn bots_leave_a_persons_side_alone_until_it_is_handed_over() {
    let bundle = &bundles()[0];
    let prepared = Prepared::new(SYSTEMS, bundle).unwrap();
    let seats = [Seat::Person, Seat::Bot(Bot::HEURISTIC)];
    let mut session = Session::new(&prepared, 5, &seats);
    while !session.let_bot_decide(Stop::Person) {}
    assert!(session.waits_for_person());
    let at = session.at();
    assert!(session.let_bot_decide(Stop::Person), "a person decides");
    assert_eq!(session.at(), at);
    session.seat(0, Seat::Bot(Bot::HEURISTIC));
    while !session.let_bot_decide(Stop::Person) {}
    assert!(session.game().is_over());
    assert!(!session.take_back(), "no person decided anything");
}

#[test]
fn a_decision_is_taken_back_with_all_that_bots_did_behind_it() {
    let bundle = &bundles()[0];
    let seats = [Seat::Person, Seat::Bot(Bot::HEURISTIC)];
    let (_, mut session, mut chance) = begun(bundle, 5, &seats);
    let mut before = Vec::new();
    for _ in 0..12 {
        while !session.let_bot_decide(Stop::Person) {}
        before.push((session.at(), session.game().state_hash()));
        decide_anything(&mut session, &mut chance);
    }
    while let Some((at, hash)) = before.pop() {
        assert!(session.take_back());
        assert_eq!((session.at(), session.game().state_hash()), (at, hash));
    }
    assert!(!session.take_back());
}

#[test]
fn what_the_enemy_chose_in_secret_is_not_read() {
    let session = in_the_midst(&bundles()[0], 11, 400);
    let sides = session.game().sides();
    let hidden = session
        .game()
        .events()
        .iter()
        .filter(|event| matches!(&event.kind, EventKind::Action(decided) if decided.hidden));
    let mut seen = 0;
    for event in hidden {
        let EventKind::Action(decided) = &event.kind else { continue };
        for side in sides {
            let may = salient_play::seen::may_read(event, &[side]);
            assert_eq!(may, *side == decided.side);
        }
        let both: Vec<&String> = sides.iter().collect();
        assert!(!salient_play::seen::may_read(event, &both), "two persons at one screen");
        assert!(salient_play::seen::may_read(event, &[]));
        seen += 1;
    }
    assert!(seen > 4, "{seen} secret choices");
}

#[test]
fn the_hidden_are_nowhere_for_whoever_plays_against_them() {
    let bundle = InfantryAttacks.published().bundle(Some("the-ford")).unwrap();
    let prepared = Prepared::new(SYSTEMS, &bundle).unwrap();
    let seen_by = |seats: [Seat; 2]| {
        let session = Session::new(&prepared, 1, &seats);
        let on_map = |unit: &&salient_rules::game::UnitView<'_>| unit.hex.is_some();
        let units = session.units();
        let seen: Vec<String> =
            units.iter().filter(on_map).map(|unit| unit.name.to_owned()).collect();
        seen
    };
    let bot = Seat::Bot(Bot::HEURISTIC);
    let all = seen_by([bot, bot]);
    let (by_german, by_russian) = (seen_by([Seat::Person, bot]), seen_by([bot, Seat::Person]));
    assert_eq!(by_russian, all, "his own are hidden from nobody who leads them");
    assert!(by_german.len() < all.len(), "nobody is hidden");
    let mut session = Session::new(&prepared, 1, &[Seat::Person, bot]);
    assert!(session.directed().len() <= session.game().known_to(&[]).directed().len());
    while !session.game().is_over() {
        session.let_decide(Bot::HEURISTIC);
    }
    assert_eq!(session.units(), session.game().units(), "nothing is hidden when it is over");
}
