//! What the map shows is what the log's events say of the last decisions, wherever one stands.

use salient_play::happened::{Attack, What};
use salient_play::{Happened, Seat, Session, Stop};
use salient_rules::dice::SplitMix64;
use salient_rules::words::Words;
use salient_rules::{Bot, Prepared};
use salient_schema::Bundle;
use salient_schema::event::{Event, EventKind};

use crate::support::{SYSTEMS, any_legal, bundles, of_every_system};

/// What the log says of an attack, all its lines as one.
fn said_of(event: &Event, words: &Words) -> String {
    words.lines(event).into_iter().map(|line| line.text + "\n").collect()
}

fn begun(bundle: &Bundle, seats: &[Seat]) -> (Session, impl Fn(&Session) -> Happened) {
    let prepared = Prepared::new(SYSTEMS, bundle).unwrap();
    let words = Words::new(SYSTEMS, bundle);
    let session = Session::new(&prepared, 5, seats);
    (session, move |session: &Session| Happened::of(session, &words))
}

/// The events of the last decision.
fn last_events(session: &Session) -> &[Event] {
    let events = session.game().events();
    let decided = |event: &Event| matches!(event.kind, EventKind::Action(_));
    &events[events.iter().rposition(decided).unwrap_or(0)..]
}

fn attack_of(happened: &Happened, number: u32) -> Option<(&Attack, usize)> {
    happened.attacks().find(|(attack, _)| attack.number == number)
}

#[test]
fn moves_attacks_and_losses_of_the_last_decision_are_shown() {
    for bundle in bundles() {
        let (mut session, happened) = begun(&bundle, &[Seat::Bot(Bot::HEURISTIC); 2]);
        let (mut moves, mut attacks, mut losses, mut dice) = (0, 0, 0, 0);
        for _ in 0..500 {
            session.let_bot_decide(Stop::Person);
            let shown = happened(&session);
            let (game, grid) = (session.game(), session.game().grid());
            for event in last_events(&session) {
                match &event.kind {
                    EventKind::Moved(moved) if !moved.path.is_empty() && !moved.aloft => {
                        let to = grid.parse(moved.to());
                        let there = |what: &What| matches!(what, What::Went { way, .. } if to.is_some_and(|to| way.contains(&to)));
                        assert!(
                            shown.shown.iter().any(|one| one.age == 0 && there(&one.what)),
                            "{moved:?}"
                        );
                        moves += 1;
                    }
                    EventKind::Attacked(attack) => {
                        let (told, age) = attack_of(&shown, attack.attack).expect("it is shown");
                        assert_eq!((age, told.from.len()), (0, attack.from.len()));
                        assert_eq!(told.hexes.len(), attack.hexes.len());
                        assert_eq!(game.sides()[told.side], attack.side);
                        assert!(told.odds.is_some() || attack.strengths.is_none());
                        assert!(!told.result.is_empty());
                        dice += told.dice.len();
                        attacks += 1;
                    }
                    EventKind::Lost(lost) => {
                        let hex = grid.parse(&lost.hex).unwrap();
                        let is = |what: &What| matches!(what, What::Loss { hex: at, steps, .. } if *at == hex && *steps as i32 >= lost.steps);
                        assert!(shown.shown.iter().any(|one| one.age == 0 && is(&one.what)));
                        losses += 1;
                    }
                    _ => {}
                }
            }
        }
        assert!(moves > 20 && attacks > 3 && losses > 3, "{moves} {attacks} {losses}");
        assert!(dice >= attacks, "{dice} dice for {attacks} attacks");
    }
}

#[test]
fn an_attack_stays_until_all_that_comes_of_it_is_decided() {
    // Persons decide everything: only what came of the last decision is recent.
    let bundle = &bundles()[0];
    let (mut session, happened) = begun(bundle, &[Seat::Person; 2]);
    let (mut followed, mut chance) = (0, SplitMix64::new(7));
    for _ in 0..700 {
        let legal = session.game().legal();
        let wanted = |verb: &str| legal.iter().find(|action| action.verb == verb);
        let action = ["attack", "lose", "retreat", "advance"].into_iter().find_map(wanted);
        let action = action.cloned().or_else(|| any_legal(session.game(), &mut chance));
        let Some(action) = action else { break };
        session.decide(&action).unwrap();
        let shown = happened(&session);
        for event in last_events(&session) {
            let of = match &event.kind {
                EventKind::Moved(moved) => moved.attack,
                EventKind::Lost(lost) => lost.attack,
                _ => None,
            };
            if let Some(number) = of {
                let (_, age) = attack_of(&shown, number).expect("the attack that it comes of");
                assert_eq!(age, 0);
                followed += usize::from(action.verb != "attack");
            }
        }
    }
    assert!(followed > 5, "{followed}");
}

#[test]
fn going_back_and_forward_shows_what_was_shown_there() {
    for (bundle, seats) in bundles().iter().flat_map(|bundle| {
        let bot = Seat::Bot(Bot::HEURISTIC);
        [(bundle, [bot, bot]), (bundle, [Seat::Person, bot])]
    }) {
        let (mut session, happened) = begun(bundle, &seats);
        let mut there = Vec::new();
        for _ in 0..160 {
            match session.waits_for_person() {
                true => {
                    let action = session.game().legal().remove(0);
                    session.decide(&action).unwrap();
                }
                false => {
                    session.let_bot_decide(Stop::Person);
                }
            }
            there.push((session.at(), happened(&session)));
        }
        for (at, shown) in there.iter().rev().chain(&there).step_by(7) {
            session.go_to(*at);
            assert_eq!(happened(&session), *shown);
        }
    }
}

#[test]
fn nothing_is_shown_from_before_a_persons_last_decision() {
    let bundle = &bundles()[0];
    let (mut session, happened) = begun(bundle, &[Seat::Person, Seat::Bot(Bot::HEURISTIC)]);
    for _ in 0..300 {
        while !session.waits_for_person() && !session.game().is_over() {
            session.let_bot_decide(Stop::Person);
        }
        let since = {
            let way = session.course().way_to(session.at());
            let mut back = way.iter().rev().filter_map(|&point| session.course().decision(point));
            back.position(|decision| decision.is_a_persons())
        };
        let Some(since) = since else {
            session.let_decide(Bot::HEURISTIC);
            let action = session.game().legal().remove(0);
            if session.waits_for_person() {
                session.decide(&action).unwrap();
            }
            continue;
        };
        let shown = happened(&session);
        assert!(shown.shown.iter().all(|one| one.age <= since), "older than {since}");
        let Some(action) = session.game().legal().into_iter().next_back() else { break };
        session.decide(&action).unwrap();
    }
}

#[test]
fn an_attack_whose_losses_are_being_taken_is_not_said_to_have_no_effect() {
    let bundle = &bundles()[1];
    let (mut session, happened) = begun(bundle, &[Seat::Bot(Bot::HEURISTIC); 2]);
    let mut taken = 0;
    for _ in 0..3000 {
        session.let_bot_decide(Stop::Person);
        let game = session.game();
        let legal = game.legal();
        let forced = |verb: &str| matches!(verb, "lose" | "retreat");
        if game.is_over() || taken > 20 {
            break;
        }
        if legal.is_empty() || !legal.iter().all(|one| forced(&one.verb)) {
            continue;
        }
        let last = game.events().iter().rev().find_map(|event| match &event.kind {
            EventKind::Attacked(attack) => Some(Some(attack.attack)),
            EventKind::Phase(_) => Some(None),
            _ => None,
        });
        let Some(number) = last.flatten() else { continue };
        let shown = happened(&session);
        let (attack, _) = attack_of(&shown, number).expect("it is shown");
        assert!(attack.result.ends_with("losses are being taken"), "{attack:?}");
        taken += 1;
    }
    assert!(taken > 3, "{taken}");
}

#[test]
fn an_attack_is_told_in_the_terms_that_its_result_is_read_by() {
    // A quotient against morale here, a column of odds there.
    let wanted = [" against morale ", ":"];
    for (bundle, wanted) in bundles().iter().zip(wanted) {
        let (mut session, happened) = begun(bundle, &[Seat::Bot(Bot::HEURISTIC); 2]);
        let mut attacks = 0;
        for _ in 0..500 {
            session.let_bot_decide(Stop::Person);
            for (attack, _) in happened(&session).attacks() {
                let odds = attack.odds.as_deref().unwrap_or_default();
                assert!(odds.contains(wanted), "{attack:?}");
                attacks += 1;
            }
        }
        assert!(attacks > 3, "{attacks}");
    }
}

#[test]
fn the_column_of_an_attack_is_the_one_that_the_log_tells() {
    let mut read = 0;
    for bundle in of_every_system() {
        let words = Words::new(SYSTEMS, &bundle);
        let (mut session, happened) = begun(&bundle, &[Seat::Bot(Bot::HEURISTIC); 2]);
        for _ in 0..900 {
            session.let_bot_decide(Stop::Person);
            let shown = happened(&session);
            for event in last_events(&session) {
                let EventKind::Attacked(attack) = &event.kind else { continue };
                let entry = event.detail.as_ref().and_then(|detail| detail.payload()?.entry());
                let Some(entry) = entry.filter(|entry| !entry.with_dice) else { continue };
                let (told, _) = attack_of(&shown, attack.attack).expect("it is shown");
                assert_eq!(told.odds.as_deref(), Some(entry.column.as_ref()));
                let said = said_of(event, &words);
                assert!(entry.added.is_none() || said.contains(entry.column.as_ref()), "{said}");
                read += 1;
            }
        }
    }
    assert!(read > 10, "{read}");
}
