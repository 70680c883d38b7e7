//! A system hears of whoever stands otherwise before anything else happens.

use std::marker::PhantomData;

use salient_rules::game::UnitStatus;
use salient_rules::play::{Change, Walk};
use salient_rules::{Match, Systems};

use crate::drill::{Cx, Drill, Drilled, bundle};

/// A walk that another side answers in its midst, and changes that bring others.
#[derive(Debug)]
struct Settling;

fn note<D: Drilled>(cx: &mut Cx<'_, D>, text: impl Into<String>) {
    cx.position.own.push(text.into());
}

impl Drilled for Settling {
    const SETTLES: bool = true;

    fn begin(cx: &mut Cx<'_, Self>, phase: &str) {
        note(cx, format!("phase {phase}"));
        let rules = cx.rules;
        if phase != "plan" {
            let diary = cx.position.own.join("\n");
            return cx.end(None, "drilled", &diary, "");
        }
        cx.then("after");
        let path = ["0102", "0103", "0104"].map(|label| rules.the_hex(label));
        cx.walk(vec![rules.the_unit("red-1")], path.to_vec(), "D 1");
    }

    fn entered(cx: &mut Cx<'_, Self>, walk: &Walk) {
        let hex = walk.at().map_or("", |hex| cx.rules.label(hex));
        note(cx, format!("entered {hex}"));
        if hex == "0103" {
            cx.then("fire");
        }
    }

    fn answer(cx: &mut Cx<'_, Self>, side: usize) {
        note(cx, format!("{} answers", cx.rules.sides[side]));
        let rules = cx.rules;
        let (unit, to) = (rules.the_unit("green-1"), rules.the_hex("0902"));
        cx.shift(&[unit], &[to], "retreat", None, "D 2");
    }

    fn run(cx: &mut Cx<'_, Self>, step: &'static str) {
        note(cx, step);
        if step == "after" {
            cx.lose_step(cx.rules.the_unit("red-1"), "combat", None, "D 3");
        }
    }

    fn settle(cx: &mut Cx<'_, Self>, changes: &[Change]) {
        let rules = cx.rules;
        let mut parts = Vec::new();
        for change in changes {
            let label = |hex: Option<_>| hex.map_or("-", |hex| rules.label(hex));
            let name = &rules.unit(change.unit).name;
            parts.push(format!("{name} {} {}", label(change.from), label(change.to)));
        }
        note(cx, parts.join(", "));
        let is = |text: &str| parts.iter().any(|part| part == text);
        if is("red-1 0102 0103") {
            // Lies on top of the walk, below what the hex itself brings.
            cx.ask(rules.the_side("green"), "react");
        }
        if is("red-1 0104 0104") {
            // What it changes itself it hears of as well.
            cx.remove(rules.the_unit("red-2"), UnitStatus::Pool, "withdrawn", "D 4");
            cx.remove(rules.the_unit("red-3"), UnitStatus::Exited, "withdrawn", "D 4");
        }
        if is("red-2 - 0201") {
            cx.then("placed");
        }
    }

    fn end(cx: &mut Cx<'_, Self>) {
        note(cx, "end");
        let unit = cx.rules.the_unit("red-2");
        if cx.position.hex(unit).is_none() {
            cx.place(unit, cx.rules.the_hex("0201"), "set-up", "D 5");
            cx.embark(cx.rules.the_unit("red-gun"), unit);
        }
    }
}

#[test]
fn a_system_hears_of_every_change_before_anything_else_happens() {
    const SYSTEMS: Systems = Systems::new(&[&Drill::<Settling>(PhantomData)]);
    let bundle = bundle();
    let mut game = Match::start(SYSTEMS, &bundle, 1).unwrap();
    assert_eq!(game.deciding().unwrap(), "green", "asked in the midst of red's walk");
    let answer = game.legal().remove(0);
    game.apply(&answer).unwrap();
    let outcome = game.outcome().unwrap();
    let diary: Vec<&str> = outcome.level.lines().skip_while(|line| *line != "phase plan").collect();
    assert_eq!(
        diary,
        [
            "phase plan",
            "red-1 0101 0102",
            "entered 0102",
            "red-1 0102 0103",
            "entered 0103",
            "fire",
            "green answers",
            "green-1 0903 0902",
            "red-1 0103 0104",
            "entered 0104",
            "after",
            "red-1 0104 0104",
            "red-2 0201 -",
            "end",
            "red-2 - 0201, red-gun 0101 0201",
            "placed",
            "end",
            "phase set-up",
        ]
    );
}

/// A system that never comes to rest.
#[derive(Debug)]
struct Restless;

impl Drilled for Restless {
    const SETTLES: bool = true;

    fn begin(cx: &mut Cx<'_, Self>, _: &str) {
        let rules = cx.rules;
        cx.shift(&[rules.the_unit("red-1")], &[rules.the_hex("0102")], "move", None, "D 1");
    }

    fn settle(cx: &mut Cx<'_, Self>, changes: &[Change]) {
        let back = changes.iter().filter_map(|change| Some((change.unit, change.from?)));
        for (unit, from) in back {
            cx.shift(&[unit], &[from], "move", None, "D 1");
        }
    }
}

#[test]
fn a_system_that_never_settles_ends_its_game() {
    const SYSTEMS: Systems = Systems::new(&[&Drill::<Restless>(PhantomData)]);
    let game = Match::start(SYSTEMS, &bundle(), 1).unwrap();
    assert_eq!(game.outcome().unwrap().level, "Unfinished");
}
