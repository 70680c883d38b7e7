//! Zones of control stay right whatever becomes of a counter: turned over, reduced, merged, entrained.

use std::marker::PhantomData;

use salient_hex::{Direction, Hex, Span};
use salient_rules::game::UnitStatus;
use salient_rules::words::Words;
use salient_rules::{Match, Systems};
use serde_json::{Value, json};

use crate::drill::{Cx, Drill, Drilled, bundle, told};

/// Counters that are turned over.
#[derive(Debug)]
struct Turning;

impl Drilled for Turning {
    fn begin(cx: &mut Cx<'_, Self>, _: &str) {
        drill(cx);
        cx.end(None, "drilled", "Drilled", "");
    }
}

/// Whether the board counts the zones that the units have as they stand.
fn counts_right(cx: &Cx<'_, Turning>) {
    let (rules, position) = (cx.rules, &*cx.position);
    let grid = rules.map.grid();
    for side in 0..rules.sides.len() {
        let mut zone = vec![0_u8; grid.len()];
        for &unit in rules.units_of(side) {
            let state = position.state(unit);
            let halves = state.hex.into_iter().chain(state.other);
            for hex in halves.filter(|_| state.face == 0 && state.presence == 0) {
                let around = grid.neighbours(hex).into_iter().flatten();
                around.for_each(|near| zone[near.index()] += 1);
            }
        }
        assert_eq!(position.board().zone(side), zone, "{}", rules.sides[side]);
    }
}

fn drill(cx: &mut Cx<'_, Turning>) {
    let rules = cx.rules;
    let grid = rules.map.grid();
    let unit = |name: &str| rules.the_unit(name);
    let red = rules.the_side("red");
    let controls =
        |cx: &Cx<'_, Turning>, label: &str| cx.position.board().controls(rules.the_hex(label), red);

    // Set up with its other side up, it shows that side.
    assert_eq!(cx.position.state(unit("blue-2")).face, 2);
    counts_right(cx);

    // Turned over it has the zone of the other face; turned back, its own again.
    cx.remove(unit("red-gun"), UnitStatus::Pool, "withdrawn", "");
    cx.remove(unit("red-2"), UnitStatus::Pool, "withdrawn", "");
    assert!(controls(cx, "0102"));
    cx.turn_over(unit("red-1"), 1, "D 1");
    assert!(!controls(cx, "0102"));
    assert_eq!(cx.position.stack(rules.the_hex("0101")).collect::<Vec<_>>(), [unit("red-1")]);
    counts_right(cx);
    cx.turn_over(unit("red-1"), 1, "D 1");
    cx.turn_over(unit("red-1"), 0, "D 1");
    assert!(controls(cx, "0102"));
    counts_right(cx);

    // So it has where it takes up two hexes, and both halves stay where they are.
    let column = unit("red-2");
    let span = Span::new(grid, rules.the_hex("0505"), Direction::ALL[0]).unwrap();
    cx.place_on_two(column, span, "set-up", "D 2");
    cx.turn_over(column, 9, "D 2");
    assert_eq!(cx.position.state(column).face, 1, "no face beyond the last");
    assert_eq!(cx.position.span(grid, column), Some(span));
    counts_right(cx);
    cx.turn_over(column, 0, "D 2");
    assert_eq!(cx.position.span(grid, column), Some(span));
    counts_right(cx);

    // A step lost shows another face, and two that merge show the one before it.
    cx.lose_step(unit("green-1"), "combat", None, "D 3");
    counts_right(cx);
    cx.lose_step(unit("green-gun"), "combat", None, "D 3");
    counts_right(cx);
    cx.merge(unit("green-gun"), unit("green-1"), "D 3");
    assert_eq!(cx.position.state(unit("green-1")).face, 0);
    counts_right(cx);
    cx.lose_step(unit("green-2"), "combat", None, "D 3");
    cx.lose_step(unit("green-2"), "combat", None, "D 3");
    counts_right(cx);

    // Entrained it stands where it is, and has no zone wherever it goes.
    let hash = cx.position.hash();
    cx.set_presence(unit("red-1"), 2, "D 4");
    assert_ne!(cx.position.hash(), hash);
    assert!(!controls(cx, "0102") && cx.position.board().holds(rules.the_hex("0101"), red));
    let to: Vec<Hex> = ["0102", "0103"].map(|label| rules.the_hex(label)).to_vec();
    cx.shift(&[unit("red-1")], &to, "rail", None, "D 4");
    counts_right(cx);
    cx.set_presence(unit("red-1"), 2, "D 4");
    cx.set_presence(unit("red-1"), 0, "D 4");
    assert!(controls(cx, "0104"));
    counts_right(cx);
    cx.shift(&[unit("red-1")], &[rules.the_hex("0101")], "move", None, "D 4");
    assert_eq!(cx.position.hash(), hash, "where it was and as it was it is the same position");

    // Off the map it is turned over as well.
    cx.turn_over(unit("red-3"), 1, "D 5");
    cx.place(unit("red-3"), rules.the_hex("0201"), "set-up", "");
    counts_right(cx);
}

#[test]
fn zones_of_control_stay_right_whatever_becomes_of_a_counter() {
    const SYSTEMS: Systems = Systems::new(&[&Drill::<Turning>(PhantomData)]);
    let mut bundle = bundle();
    // Blue's second patrol begins with the other side of its counter up.
    let counters = &mut bundle.orders_of_battle[0].counters;
    let blue = counters.iter_mut().find(|counter| counter.id == "blue-2").unwrap();
    let mut back = blue.faces[0].clone();
    back.not_a_step = true;
    blue.faces.push(back);
    let placements = &mut bundle.scenario.setup.placements;
    let placed = placements.iter_mut().find(|placed| placed.counters == ["blue-2"]).unwrap();
    placed.face = Some(2);
    let game = Match::start(SYSTEMS, &bundle, 1).unwrap();
    let events = game.events();

    let turned = told(events, "D 1");
    assert_eq!(turned.len(), 2, "turned to the face that it shows is nothing to tell");
    assert_eq!((&turned[0]["event"], &turned[0]["unit"]), (&json!("turned"), &json!("red-1")));
    assert_eq!((&turned[0]["hex"], &turned[0]["face"]), (&json!("0101"), &json!(1)));
    assert_eq!((&turned[0]["presence"], &turned[0]["zone"]), (&Value::Null, &Value::Null));
    let there = told(events, "D 4");
    let zones: Vec<_> = there.iter().filter(|event| event["event"] == "turned").collect();
    assert_eq!(zones.len(), 2);
    assert_eq!((&zones[0]["presence"], &zones[0]["zone"]), (&json!(2), &json!(false)));
    assert_eq!((&zones[1]["presence"], &zones[1]["zone"]), (&json!(0), &json!(true)));
    assert_eq!(told(events, "D 5")[0]["hex"], Value::Null);

    let words = Words::new(SYSTEMS, &bundle);
    let lines = events.iter().flat_map(|event| words.lines(event)).map(|line| line.text);
    let lines: Vec<String> = lines.collect();
    for text in [
        "R1 in 0101 is turned over",
        "R1 in 0101 has no zone of control now",
        "R1 in 0103 has a zone of control again",
        "R3 is turned over",
    ] {
        assert!(lines.iter().any(|line| line == text), "{text}: {lines:#?}");
    }
}
