//! Steps that are put off to a later game-turn.

use std::marker::PhantomData;

use salient_rules::{Match, Systems};
use salient_schema::Bundle;
use salient_schema::event::EventKind;
use salient_schema::ruleset::SequenceStep;
use serde_json::json;

use crate::drill::{Cx, Drill, Drilled};

/// What comes when is told by the names of markers.
#[derive(Debug)]
struct Waiting;

impl Drilled for Waiting {
    fn begin(cx: &mut Cx<'_, Self>, phase: &str) {
        say(cx, &format!("{phase} begins"));
        if cx.position.turn == 1 && phase == "move" {
            let hash = cx.position.hash();
            for (turn, phase, step) in [
                (3, "move", "trains"),
                (3, "move", "asks"),
                (4, "odd", "late"),
                (1, "move", "at once"),
            ] {
                cx.later(turn, phase, step);
            }
            assert_ne!(cx.position.hash(), hash);
            cx.later(2, "move", "never");
            cx.position.call_off(|waiting| waiting.step == "never");
            let waiting = cx.position.scheduled();
            let steps: Vec<(u16, &str)> = waiting.iter().map(|it| (it.turn, it.step)).collect();
            assert_eq!(steps, [(3, "trains"), (3, "asks"), (4, "late"), (1, "at once")]);
        }
    }

    fn run(cx: &mut Cx<'_, Self>, step: &'static str) {
        say(cx, step);
        if step == "asks" {
            cx.ask(0, "go on");
        }
    }

    fn answer(cx: &mut Cx<'_, Self>, _: usize) {
        say(cx, "answered");
    }
}

fn say(cx: &mut Cx<'_, Waiting>, what: &str) {
    let hex = cx.rules.the_hex("0101");
    cx.marker(what, hex, true, "");
}

fn bundle() -> Bundle {
    let mut bundle = crate::drill::bundle();
    let step = |id: &str, every| SequenceStep {
        id: id.to_owned(),
        name: format!("The {id}"),
        every,
        ..SequenceStep::default()
    };
    bundle.ruleset.sequence = vec![step("move", None), step("odd", Some(2))];
    bundle.ruleset.roles.clear();
    bundle.scenario.roles.clear();
    bundle
}

#[test]
fn steps_wait_for_their_game_turn() {
    const SYSTEMS: Systems = Systems::new(&[&Drill::<Waiting>(PhantomData)]);
    let bundle = bundle();
    let mut game = Match::start(SYSTEMS, &bundle, 1).unwrap();
    assert_eq!((game.turn(), game.phase()), (3, "move"), "what waited asks before its step begins");
    let kept = game.keep(SYSTEMS, &bundle);
    let told: Vec<String> = kept.not_kept.iter().map(ToString::to_string).collect();
    assert!(told.iter().any(|told| told == "effects that wait for a later game-turn"), "{told:?}");
    game.apply(&serde_json::from_value(json!({ "do": "drill" })).unwrap()).unwrap();
    assert!(game.is_over());
    let diary: Vec<(u16, String)> = game
        .events()
        .iter()
        .filter_map(|event| match &event.kind {
            EventKind::Marker(marker) => Some((event.turn, marker.marker.clone())),
            _ => None,
        })
        .collect();
    let diary: Vec<(u16, &str)> = diary.iter().map(|(turn, what)| (*turn, what.as_str())).collect();
    let expected = [
        (1, "move begins"),
        (1, "odd begins"),
        (2, "at once"),
        (2, "move begins"),
        (3, "trains"),
        (3, "asks"),
        (3, "answered"),
        (3, "move begins"),
        (3, "odd begins"),
        (4, "move begins"),
        (5, "move begins"),
        (5, "late"),
        (5, "odd begins"),
        (6, "move begins"),
    ];
    assert_eq!(diary, expected);
}
