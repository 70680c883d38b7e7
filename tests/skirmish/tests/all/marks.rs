//! Marks and levels that the kernel keeps: of units, hexes, hexsides, formations and sides.

use std::marker::PhantomData;

use salient_hex::Direction;
use salient_rules::game::{Marker, MarkerLook, UnitStatus};
use salient_rules::play::{Mark, MarkDef, Site};
use salient_rules::words::Words;
use salient_rules::{Match, Systems};
use salient_schema::Bundle;
use serde_json::{Value, json};

use crate::drill::{Cx, Drill, Drilled, told};

const EFFECTIVENESS: u8 = 0;
const PREPARED: u8 = 1;
const BLOWN: u8 = 2;
const RAILHEAD: u8 = 3;
const LEAD: u8 = 4;

/// A mark of each kind.
#[derive(Debug)]
struct Marking;

impl Drilled for Marking {
    const MARKS: &'static [MarkDef] = &[
        MarkDef {
            id: "effectiveness",
            name: "Effectiveness",
            meaning: "It fails checks more easily (1914 6.1.2).",
            values: &["-1", "-2", "-3", "CI"],
            look: Some(MarkerLook::State),
            goes: false,
        },
        MarkDef {
            id: "prepared-attack",
            name: "Prepared attack",
            meaning: "It attacks the hex that the mark points at (1914 7.3).",
            values: &[],
            look: Some(MarkerLook::State),
            goes: true,
        },
        MarkDef {
            id: "blown-bridge",
            name: "Blown bridge",
            meaning: "Nobody crosses (1914 18.4).",
            values: &[],
            look: Some(MarkerLook::Hazard),
            goes: false,
        },
        MarkDef {
            id: "railhead",
            name: "Railhead",
            meaning: "Trains go no farther (1914 15.1).",
            values: &[],
            look: Some(MarkerLook::Sight),
            goes: false,
        },
        MarkDef {
            id: "lead",
            name: "Lead",
            meaning: "Who is ahead (1914 27.0).",
            values: &[],
            look: None,
            goes: false,
        },
    ];

    fn begin(cx: &mut Cx<'_, Self>, phase: &str) {
        if phase == "plan" {
            drill(cx);
        }
        cx.ask(0, "play on");
    }
}

fn drill(cx: &mut Cx<'_, Marking>) {
    let rules = cx.rules;
    let grid = rules.map.grid();
    let formation = |id: &str| Site::Formation(rules.0.formation_of(id).unwrap());
    let unit = |name: &str| Site::Unit(rules.the_unit(name));
    let hex = |label: &str| rules.the_hex(label);
    let hash = cx.position.hash();

    // A level of a formation: none at first, and told only when it changes.
    let corps = formation("corps");
    assert_eq!(cx.position.level(EFFECTIVENESS, corps), 0);
    cx.set_mark(EFFECTIVENESS, corps, 0, None, "D 1");
    for level in [1, 1, 4] {
        cx.set_mark(EFFECTIVENESS, corps, level, None, "D 1");
        assert_eq!(cx.position.level(EFFECTIVENESS, corps), level);
    }
    assert_ne!(cx.position.hash(), hash);

    // A mark of a unit points at a hex, and may point at another.
    for towards in ["0102", "0102", "0202"] {
        cx.set_mark(PREPARED, unit("red-1"), 1, Some(hex(towards)), "D 2");
    }
    let mark = cx.position.mark(PREPARED, unit("red-1")).copied();
    let towards = Some(hex("0202"));
    let expected = Mark { kind: PREPARED, site: unit("red-1"), value: 1, towards };
    assert_eq!(mark, Some(expected));

    // A hexside is one and the same from both of its hexes.
    let south = Direction::ALL[3];
    let there = grid.neighbour(hex("0403"), south).unwrap();
    cx.set_mark(BLOWN, Site::Hexside(there, south.opposite()), 1, None, "D 3");
    cx.set_mark(BLOWN, Site::Hexside(hex("0403"), south), 1, None, "D 3");
    assert_eq!(cx.position.marks_of(BLOWN).len(), 1);
    for (hex, way) in [(there, south.opposite()), (hex("0403"), south)] {
        assert!(cx.position.mark(BLOWN, Site::hexside(grid, hex, way)).is_some());
    }

    // Hexes and sides have marks as well, by kind and site.
    for label in ["0504", "0303"] {
        cx.set_mark(RAILHEAD, Site::Hex(hex(label)), 1, None, "D 4");
    }
    cx.set_mark(RAILHEAD, Site::Hex(hex("0504")), 0, None, "D 4");
    cx.set_mark(LEAD, Site::Side(1), 5, None, "D 5");
    let kinds: Vec<u8> = cx.position.marks().iter().map(|mark| mark.kind).collect();
    assert_eq!(kinds, [EFFECTIVENESS, PREPARED, BLOWN, RAILHEAD, LEAD]);
    let heads: Vec<Site> = cx.position.marks_of(RAILHEAD).iter().map(|mark| mark.site).collect();
    assert_eq!(heads, [Site::Hex(hex("0303"))]);
    assert!(cx.position.marks_of(LEAD + 1).is_empty());

    // Some marks go with their unit, others stay.
    for kind in [PREPARED, EFFECTIVENESS] {
        cx.set_mark(kind, unit("red-2"), 1, None, "");
        cx.set_mark(kind, unit("green-2"), 1, None, "");
    }
    cx.remove(rules.the_unit("red-2"), UnitStatus::Pool, "withdrawn", "D 6");
    for _ in 0..2 {
        cx.lose_step(rules.the_unit("green-2"), "combat", None, "D 6");
    }
    for gone in [unit("red-2"), unit("green-2")] {
        assert_eq!(cx.position.level(PREPARED, gone), 0);
        assert_eq!(cx.position.level(EFFECTIVENESS, gone), 1);
        cx.set_mark(EFFECTIVENESS, gone, 0, None, "");
    }

    // In a view without a unit its marks are not either.
    let mut view = cx.position.clone();
    view.conceal(rules, rules.the_unit("red-1"));
    assert!(view.marks_of(PREPARED).is_empty());
}

fn bundle() -> Bundle {
    let mut bundle = crate::drill::bundle();
    let book = &mut bundle.orders_of_battle[0];
    let formations = json!([
        { "id": "corps", "name": "XV Corps", "side": "blue" },
        { "id": "division", "name": "39th Division", "side": "blue", "parent": "corps" },
    ]);
    book.formations = serde_json::from_value(formations).unwrap();
    let of = [("blue-1", "corps"), ("blue-2", "division")];
    for counter in &mut book.counters {
        let own = of.iter().find(|(unit, _)| counter.id == *unit);
        counter.formation = own.map(|(_, formation)| (*formation).to_owned());
    }
    bundle
}

const SYSTEMS: Systems = Systems::new(&[&Drill::<Marking>(PhantomData)]);

#[test]
fn marks_are_kept_and_told() {
    let bundle = bundle();
    let game = Match::start(SYSTEMS, &bundle, 1).unwrap();
    let events = game.events();

    let levels = told(events, "D 1");
    let of = |event: &Value| (event["from"].clone(), event["to"].clone());
    assert_eq!(
        levels.iter().map(of).collect::<Vec<_>>(),
        [(json!(0), json!(1)), (json!(1), json!(4))]
    );
    assert_eq!(
        (&levels[0]["marker"], &levels[0]["formation"]),
        (&json!("effectiveness"), &json!("corps"))
    );
    assert_eq!((&levels[0]["side"], levels[0].get("hex")), (&json!("blue"), None));
    let prepared = told(events, "D 2");
    assert_eq!(prepared.len(), 2);
    assert_eq!((&prepared[1]["unit"], &prepared[1]["hex"]), (&json!("red-1"), &json!("0101")));
    assert_eq!(prepared[1]["towards"], "0202");
    let blown = told(events, "D 3");
    assert_eq!((blown.len(), &blown[0]["hexside"]), (1, &json!("0403:s")));
    let gone = told(events, "D 6");
    let gone: Vec<_> = gone.iter().filter(|event| event["event"] == "marker").collect();
    assert_eq!(gone.len(), 2);
    assert!(gone.iter().all(|event| event["placed"] == false), "{gone:#?}");

    let words = Words::new(SYSTEMS, &bundle);
    let lines = events.iter().flat_map(|event| words.lines(event)).map(|line| line.text);
    let lines: Vec<String> = lines.collect();
    for text in [
        "Effectiveness of XV Corps: 0 to -1",
        "Effectiveness of XV Corps: -1 to CI",
        "Prepared attack of R1 towards 0202",
        "Prepared attack of R2 is gone",
        "Blown bridge on hexside 0403:s",
        "Railhead in 0504",
        "Railhead in 0504 is gone",
        "Lead of the Green side: 0 to 5",
    ] {
        assert!(lines.iter().any(|line| line == text), "{text}: {lines:#?}");
    }

    let kept = game.keep(SYSTEMS, &bundle);
    let told: Vec<String> = kept.not_kept.iter().map(ToString::to_string).collect();
    let what = "5 marks and levels of units, hexes and formations";
    assert!(told.iter().any(|told| told == what), "{told:?}");
}

#[test]
fn marks_are_shown() {
    let bundle = bundle();
    let game = Match::start(SYSTEMS, &bundle, 1).unwrap();
    let hex = |label: &str| game.grid().parse(label).unwrap();
    let shown = game.known_to(&[]).markers();
    let expected = [
        Marker {
            towards: Some(hex("0202")),
            ..Marker::in_hex(hex("0101"), "Prepared attack", MarkerLook::State)
        },
        Marker::in_hex(hex("0303"), "Railhead", MarkerLook::Sight),
        Marker {
            hexside: Some(Direction::ALL[3]),
            ..Marker::in_hex(hex("0403"), "Blown bridge", MarkerLook::Hazard)
        },
        Marker::in_hex(hex("0307"), "CI", MarkerLook::State),
    ];
    assert_eq!(shown, expected);

    // Of a formation's mark the units tell that are its own, not those below.
    let states = game.known_to(&[]).states();
    let states: Vec<(&str, &[String])> =
        states.iter().map(|of| (of.unit, of.states.as_slice())).collect();
    let expected = [
        ("red-1", &["prepared-attack".to_owned()][..]),
        ("blue-1", &["effectiveness:4".to_owned()][..]),
    ];
    assert_eq!(states, expected);
    let words = Words::new(SYSTEMS, &bundle);
    assert_eq!(words.state("prepared-attack"), "Prepared attack");
    assert_eq!(words.state("effectiveness:4"), "Effectiveness CI");
    assert_eq!(words.state("effectiveness:9"), "Effectiveness 9");
    assert_eq!(words.state("dug-in"), "Dug in");
}
