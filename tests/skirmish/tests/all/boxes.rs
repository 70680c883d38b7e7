//! Boxes beside the map and the turn track as places of units: who is in them, until when, and how
//! they come back.

use std::marker::PhantomData;

use salient_rules::game::UnitStatus;
use salient_rules::play::{Away, BoxDef, BoxId};
use salient_rules::words::Words;
use salient_rules::{Match, Systems};
use salient_schema::Bundle;
use salient_schema::scenario::{OffMap, OffMapPlace, StartingPoint};
use serde_json::json;

use crate::drill::{Cx, Drill, Drilled, told};

const CHANNEL: BoxId = 0;
const TRAINS: BoxId = 1;

#[derive(Debug)]
struct Crossing;

impl Drilled for Crossing {
    const SETTLES: bool = true;
    const BOXES: &'static [BoxDef] = &[
        BoxDef { id: "channel", title: "Channel box", rule: "D 1" },
        BoxDef { id: "trains", title: "box of trains", rule: "D 2" },
    ];

    fn begin(cx: &mut Cx<'_, Self>, phase: &str) {
        if phase == "plan" {
            drill(cx);
        }
        cx.ask(0, "play on");
    }

    fn settle(cx: &mut Cx<'_, Self>, changes: &[salient_rules::play::Change]) {
        let units = changes.iter().map(|change| cx.rules.unit(change.unit).name.clone());
        let heard: Vec<String> = units.collect();
        cx.position.own.extend(heard);
    }
}

fn drill(cx: &mut Cx<'_, Crossing>) {
    let rules = cx.rules;
    let unit = |name: &str| rules.the_unit(name);
    let red = rules.the_side("red");
    cx.remove(unit("red-gun"), UnitStatus::Pool, "withdrawn", "");
    let hash = cx.position.hash();
    let here = cx.position.hex(unit("red-1")).unwrap();

    // From the map into a box: no hex and no zone of control is left of it.
    cx.to_box(unit("red-1"), CHANNEL, Some(3), "D 1");
    assert_eq!((cx.position.hex(unit("red-1")), cx.position.stack(here).count()), (None, 0));
    assert_eq!(cx.position.state(unit("red-1")).status, UnitStatus::InBox);
    let there = cx.rules.0.map.grid().neighbours(here).into_iter().flatten().next().unwrap();
    assert!(!cx.position.board().controls(there, red));
    assert_ne!(cx.position.hash(), hash);

    // Whoever waits for something else than a game-turn is never due; others from theirs on.
    cx.to_box(unit("red-2"), CHANNEL, None, "D 1");
    let boxed: Vec<_> = cx.position.in_box(CHANNEL).collect();
    assert_eq!(boxed, [unit("red-1"), unit("red-2")]);
    assert_eq!(cx.position.in_box(TRAINS).count(), 0);
    let due = |cx: &Cx<'_, Crossing>, turn| cx.position.due(CHANNEL, turn).collect::<Vec<_>>();
    assert_eq!([2, 3, 4].map(|turn| due(cx, turn).len()), [0, 1, 1]);

    // Another turn is another place, which the hash tells; the same again is nothing.
    let hash = cx.position.hash();
    cx.to_box(unit("red-1"), CHANNEL, Some(4), "D 3");
    assert_ne!(cx.position.hash(), hash);
    assert_eq!(due(cx, 3), []);
    cx.to_box(unit("red-1"), CHANNEL, Some(4), "D 3");

    // From box to box, and back onto the map.
    cx.to_box(unit("red-2"), TRAINS, Some(2), "D 2");
    assert_eq!(cx.position.due(TRAINS, 2).collect::<Vec<_>>(), [unit("red-2")]);
    cx.place(unit("red-1"), here, "reinforcement", "D 4");
    let back = cx.position.state(unit("red-1"));
    assert_eq!((back.status, back.away), (UnitStatus::OnMap, None));
    assert_eq!(cx.position.in_box(CHANNEL).count(), 0);

    // Who is eliminated or withdrawn from a box is in it no more.
    cx.to_box(unit("green-1"), CHANNEL, None, "D 5");
    cx.remove(unit("green-1"), UnitStatus::Exited, "withdrawn", "D 5");
    assert_eq!(cx.position.state(unit("green-1")).away, None);
}

fn bundle() -> Bundle {
    let mut bundle = crate::drill::bundle();
    // None of the drill's rules asks for a role.
    bundle.ruleset.roles.clear();
    bundle.scenario.roles.clear();
    bundle
}

fn boxed(bundle: &mut Bundle, place: OffMapPlace, id: Option<&str>, due: Option<u16>) {
    let counters = vec!["blue-1".to_owned()];
    let in_box = id.map(str::to_owned);
    let off = OffMap { place, in_box, due, counters, face: None, states: Vec::new() };
    let start = StartingPoint { off_map: vec![off], ..StartingPoint::default() };
    bundle.scenario.start = Some(start);
    for placement in &mut bundle.scenario.setup.placements {
        placement.counters.retain(|counter| counter != "blue-1");
    }
    bundle.scenario.setup.placements.retain(|placement| !placement.counters.is_empty());
}

const SYSTEMS: Systems = Systems::new(&[&Drill::<Crossing>(PhantomData)]);

#[test]
fn units_go_into_boxes_and_come_back() {
    let bundle = bundle();
    let game = Match::start(SYSTEMS, &bundle, 1).unwrap();
    let events = game.events();
    let gone = told(events, "D 1");
    assert_eq!(
        (&gone[0]["by"], &gone[0]["into"], &gone[0]["due"]),
        (&json!("box"), &json!("channel"), &json!(3))
    );
    assert_eq!((gone[1]["into"].as_str(), gone[1].get("due")), (Some("channel"), None));
    assert_eq!(told(events, "D 3").len(), 1, "where it is already is nothing to tell");
    let words = Words::new(SYSTEMS, &bundle);
    let lines = events.iter().flat_map(|event| words.lines(event)).map(|line| line.text);
    let lines: Vec<String> = lines.collect();
    for text in [
        "R1 goes into the Channel box until game-turn 3",
        "R2 goes into the Channel box",
        "R2 goes into the box of trains until game-turn 2",
        "R1 arrives in 0101",
    ] {
        assert!(lines.iter().any(|line| line == text), "{text}: {lines:#?}");
    }
    let units = game.units();
    let in_box = units.iter().find(|unit| unit.name == "red-2").unwrap();
    let told = salient_rules::acts::off_map(in_box);
    assert_eq!(told.as_deref(), Some("in the box of trains until game-turn 2"));
}

#[test]
fn a_kept_position_has_its_boxes() {
    let bundle = bundle();
    let mut game = Match::start(SYSTEMS, &bundle, 1).unwrap();
    let play_on = serde_json::from_value(json!({ "do": "drill" })).unwrap();
    game.apply(&play_on).unwrap();
    let kept = game.keep(SYSTEMS, &bundle);
    assert!(kept.refused.is_empty(), "{:#?}", kept.refused);
    let off = &kept.scenario.start.as_ref().unwrap().off_map;
    let trains = off.iter().find(|off| off.place == OffMapPlace::Box).unwrap();
    assert_eq!((trains.in_box.as_deref(), trains.due), (Some("trains"), Some(2)));
    assert_eq!(trains.counters, ["red-2"]);
    let told: Vec<String> = kept.not_kept.iter().map(ToString::to_string).collect();
    assert!(!told.iter().any(|told| told.contains("elsewhere")), "{told:?}");
}

#[test]
fn a_scenario_puts_counters_into_boxes() {
    let mut with = bundle();
    boxed(&mut with, OffMapPlace::Box, Some("trains"), Some(5));
    assert_eq!(salient_rules::check(SYSTEMS, &with), []);
    let game = salient_rules::Prepared::new(SYSTEMS, &with).unwrap();
    let units = game.set_up();
    let in_box = units.iter().find(|unit| unit.name == "blue-1").unwrap();
    assert_eq!(in_box.status, UnitStatus::InBox);
    let place = in_box.in_box.unwrap();
    assert_eq!((place.def.title, place.due), ("box of trains", Some(5)));
    assert_eq!(Away { place: TRAINS, due: place.due }.due, Some(5));

    // A box that the rules do not know keeps it from being played.
    boxed(&mut with, OffMapPlace::Box, Some("attic"), None);
    let found = salient_rules::check(SYSTEMS, &with);
    assert!(
        found.iter().any(|one| one.is_error()
            && one.place.pointer.as_deref() == Some("/scenario/start/off_map/0/box")),
        "{found:#?}"
    );
    assert!(Match::start(SYSTEMS, &with, 1).is_err());

    // A box without a name, and a name or a game-turn without a box.
    for (place, id, due) in [
        (OffMapPlace::Box, None, None),
        (OffMapPlace::Pool, Some("trains"), None),
        (OffMapPlace::Pool, None, Some(3)),
    ] {
        boxed(&mut with, place, id, due);
        let found = salient_schema::check::check_parts(&with);
        let told = found.iter().filter(|one| one.is_error());
        assert_eq!(told.count(), 1, "{place:?}: {found:#?}");
    }
}
