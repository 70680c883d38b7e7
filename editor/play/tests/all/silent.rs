//! Decisions that leave nothing behind in the log are told in words, all others by what came of them.

use salient_play::silent::{self, Places};
use salient_rules::words::Words;
use salient_schema::event::{Event, EventKind};

use crate::support::{SYSTEMS, bundles, in_the_midst};

/// The decisions of a log that are told: what is done, and the words.
fn told(events: &[Event], words: &Words) -> Vec<(String, String)> {
    let mut places = Places::default();
    let mut told = Vec::new();
    for (at, event) in events.iter().enumerate() {
        let line = silent::line(events, at, words, &places);
        if let (Some(line), EventKind::Action(decided)) = (line, &event.kind) {
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
    let told = told(session.game().events(), &words);
    let mut of_units = told.iter().filter(|(verb, _)| verb == "activate");
    let (_, line) = of_units.next().expect("an activation");
    let side = session.game().sides().iter().map(|side| words.side(side));
    let mut begins = side.map(|side| format!("{side}: activate "));
    assert!(begins.any(|begin| line.starts_with(&begin)), "{line}");
    assert!(line.contains(" in "), "where: {line}");
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
    let told = told(events, &Words::new(SYSTEMS, bundle));
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
