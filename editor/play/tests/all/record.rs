//! Rule cases made of what was decided: each passes, says what came, and fails under other rules.

use std::collections::BTreeMap;

use salient_play::record::{NotRecorded, Recorded, record};
use salient_play::{Point, Seat, Session, Stop};
use salient_rules::case::{self, Case};
use salient_rules::{Bot, Prepared};
use salient_schema::Bundle;

use crate::support::{SYSTEMS, of_every_system};

/// A game of bots for every side, so many decisions on.
fn in_the_midst(bundle: &Bundle, seed: u64, decisions: usize) -> Session {
    let prepared = Prepared::new(SYSTEMS, bundle).expect("it can be played");
    let seats = vec![Seat::Bot(Bot::HEURISTIC); bundle.ruleset.sides.len()];
    let mut session = Session::new(&prepared, seed, &seats);
    for _ in 0..decisions {
        session.let_bot_decide(Stop::Person);
    }
    session
}

fn last(session: &Session, decisions: usize, bundle: &Bundle) -> Result<Recorded, NotRecorded> {
    record(session, session.at(), decisions, SYSTEMS, bundle)
}

fn skirmish() -> Bundle {
    let system = SYSTEMS.find("skirmish").expect("the sixth system");
    system.published().bundle(None).expect("its scenario")
}

#[test]
fn what_was_decided_last_is_a_case_that_passes() {
    // Of games of other systems as well, where their positions can be written down.
    let mut recorded: BTreeMap<String, usize> = BTreeMap::new();
    for bundle in of_every_system() {
        for decisions in [3, 9, 20] {
            let session = in_the_midst(&bundle, 5, decisions);
            let Ok(found) = last(&session, 1, &bundle) else { continue };
            let text = found.case.text();
            let again = Case::read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
            assert_eq!(again, found.case);
            assert_eq!(case::run(SYSTEMS, &again, &bundle), Ok(()), "{text}");
            assert!(!again.actions.is_empty());
            *recorded.entry(bundle.ruleset.id.clone()).or_default() += 1;
        }
    }
    assert_eq!(recorded.get("skirmish"), Some(&3), "{recorded:?}");
    assert!(recorded.len() >= 3, "{recorded:?}");
}

#[test]
fn a_case_has_the_decision_its_dice_and_what_came_of_it() {
    let bundle = skirmish();
    let shots = (5..80).find_map(|decisions| {
        let session = in_the_midst(&bundle, 2, decisions);
        let made = session.decisions().last().map(|made| made.action.verb.to_string())?;
        let found = last(&session, 1, &bundle).ok()?;
        (made.contains("fire") && !found.case.dice.is_empty()).then_some((session, found))
    });
    let (session, found) = shots.expect("a shot with dice");
    let case = &found.case;
    let action = &session.decisions().last().expect("a decision").action;
    assert_eq!(case.actions.last().map(|one| &one.action), Some(action));
    assert!(!found.rules.is_empty(), "the rules that events cite");
    assert!(!case.expect.events.is_empty() && case.expect.deciding.is_some());
    // Other dice, or more, are another case.
    let mut other = case.clone();
    other.dice.push(6);
    assert!(case::run(SYSTEMS, &other, &bundle).is_err());
    // And so is a position in which somebody else ends elsewhere.
    let mut other = case.clone();
    other.expect.turn = Some(99);
    assert!(case::run(SYSTEMS, &other, &bundle).is_err());
}

#[test]
fn several_decisions_are_one_case() {
    let bundle = skirmish();
    let session = in_the_midst(&bundle, 3, 14);
    let one = last(&session, 1, &bundle).expect("a case");
    let three = last(&session, 3, &bundle).expect("a case");
    assert_eq!(three.case.actions.len() - three.before, 3);
    assert_eq!(one.case.actions.len() - one.before, 1);
    assert!(three.case.expect.events.len() >= one.case.expect.events.len());
}

#[test]
fn before_anything_is_decided_there_is_nothing_to_record() {
    let bundle = skirmish();
    let prepared = Prepared::new(SYSTEMS, &bundle).expect("it can be played");
    let session = Session::new(&prepared, 1, &[]);
    assert_eq!(last(&session, 1, &bundle), Err(NotRecorded::Nothing));
}

#[test]
fn a_game_is_looked_at_where_it_stood_without_going_there() {
    let bundle = skirmish();
    let mut session = in_the_midst(&bundle, 7, 40);
    let course: Vec<(Point, u64)> = session
        .course()
        .way_to(session.at())
        .into_iter()
        .map(|point| (point, session.game_at(point).state_hash()))
        .collect();
    let (at, hash) = (session.at(), session.game().state_hash());
    for (point, seen) in course {
        session.go_to(point);
        assert_eq!(session.game().state_hash(), seen);
        assert_eq!(session.game_at(at).state_hash(), hash);
    }
    session.let_decide(Bot::RANDOM);
    session.let_bot_decide(Stop::Person);
    assert_eq!(session.game_at(at).state_hash(), hash);
}
