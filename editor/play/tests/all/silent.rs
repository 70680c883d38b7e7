//! Decisions that leave nothing behind in the log are told in words, all others by what came of them.

use std::collections::BTreeSet;

use salient_play::silent::{self, Places};
use salient_play::{Seat, Session};
use salient_rules::words::Words;
use salient_rules::{Bot, Prepared};
use salient_schema::event::{Event, EventKind};

use crate::support::{SYSTEMS, bundles, in_the_midst, of_every_system};

/// The decisions of a game that are told: what is done, and the words.
fn told(session: &Session, words: &Words) -> Vec<(String, String)> {
    let (events, decisions) = (session.game().events(), session.decisions());
    let mut places = Places::default();
    let mut told = Vec::new();
    for (at, event) in events.iter().enumerate() {
        for line in silent::lines(events, at, &decisions, words, &places) {
            let EventKind::Action(decided) = &event.kind else { panic!("{}", line.text) };
            assert!(!decided.hidden, "{}", line.text);
            told.push((decided.action.verb.to_string(), line.text));
        }
        places.read(event);
    }
    told
}

#[test]
fn who_is_activated_is_told_with_his_hex_and_a_move_by_the_move() {
    let bundle = &bundles()[2];
    let session = in_the_midst(bundle, 4, 400);
    let words = Words::new(SYSTEMS, bundle);
    let told = told(&session, &words);
    let mut of_units = told.iter().filter(|(verb, _)| verb == "activate");
    let (_, line) = of_units.next().expect("an activation");
    let side = session.game().sides().iter().map(|side| words.side(side));
    let mut begins = side.map(|side| format!("{side}: "));
    assert!(begins.any(|begin| line.starts_with(&begin)), "{line}");
    assert!(line.contains(" in "), "where: {line}");
    let what = ["to move", "to fire", "to assault"];
    assert!(what.iter().any(|what| line.ends_with(what)), "what for: {line}");
    for (verb, line) in &told {
        assert!(!["move", "fire", "recover", "plan"].contains(&verb.as_str()), "{line}");
    }
}

#[test]
fn what_is_done_with_is_told_by_the_next_step() {
    // Each step of The Kaiser's Battle is over when its sides are done with it.
    let bundle = &bundles()[0];
    let session = in_the_midst(bundle, 4, 200);
    let events = session.game().events();
    let told = told(&session, &Words::new(SYSTEMS, bundle));
    let steps = events.windows(2).filter(|two| {
        let is_done = |event: &Event| {
            matches!(&event.kind, EventKind::Action(decided) if decided.action.verb == "done")
        };
        is_done(&two[0]) && matches!(two[1].kind, EventKind::Phase(_))
    });
    let done = told.iter().filter(|(verb, _)| verb == "done").count();
    let all = events.iter().filter(
        |event| matches!(&event.kind, EventKind::Action(decided) if decided.action.verb == "done"),
    );
    assert!(done + steps.count() <= all.count());
}

#[test]
fn who_is_done_is_told_with_what() {
    for bundle in of_every_system() {
        let words = Words::new(SYSTEMS, &bundle);
        let session = in_the_midst(&bundle, 4, 400);
        let steps = session.game().events().iter().filter_map(|event| match &event.kind {
            EventKind::Phase(phase) => Some(format!(" is done with {}", phase.name)),
            _ => None,
        });
        let steps: BTreeSet<String> = steps.collect();
        let sides: Vec<String> = session.game().sides().iter().map(|id| words.side(id)).collect();
        for (verb, line) in told(&session, &words) {
            let side = sides.iter().find(|side| line.starts_with(side.as_str())).expect("a side");
            let said = &line[side.len()..];
            assert!(verb != "done" || said.starts_with(": ") || steps.contains(said), "{line}");
            assert!(!said.ends_with(": done"), "{line}");
        }
    }
}

#[test]
fn that_a_bot_was_asked_is_told_before_what_it_did() {
    let [_, storm, _] = bundles();
    let words = Words::new(SYSTEMS, &storm);
    let prepared = Prepared::new(SYSTEMS, &storm).unwrap();
    let mut session = Session::new(&prepared, 3, &[Seat::Person; 2]);
    let (side, step) = (session.game().deciding().unwrap(), session.game().phase_name());
    let (side, step) = (words.side(side), step.to_owned());
    session.let_decide(Bot::HEURISTIC);
    session.let_finish(Bot::HEURISTIC);
    let asked: Vec<String> = told(&session, &words).into_iter().map(|(_, line)| line).collect();
    let wanted =
        [format!("{side} lets a bot decide"), format!("{side} lets a bot go on with {step}")];
    assert_eq!(asked[..2], wanted);
}

#[test]
fn what_lies_on_the_map_from_the_start_is_in_no_line() {
    let mut there = 0;
    for bundle in of_every_system() {
        let words = Words::new(SYSTEMS, &bundle);
        let game = Prepared::new(SYSTEMS, &bundle).unwrap().start(1);
        let first = game.events().iter().position(|event| !event.phase.is_empty());
        let before = &game.events()[..first.unwrap_or(game.events().len())];
        let marks = before.iter().filter(|event| matches!(event.kind, EventKind::Marker(_)));
        for mark in marks {
            assert_eq!(words.lines(mark), []);
            there += 1;
        }
    }
    assert!(there > 3, "{there}");
}
