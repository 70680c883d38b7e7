//! Formations change the formation that they belong to, with all that belongs to them.

use std::marker::PhantomData;

use salient_rules::play::Formation;
use salient_rules::words::Words;
use salient_rules::{Match, Systems};
use salient_schema::Bundle;
use serde_json::json;

use crate::drill::{Cx, Drill, Drilled, told};

/// A corps that changes its army.
#[derive(Debug)]
struct Subordinating;

impl Drilled for Subordinating {
    fn begin(cx: &mut Cx<'_, Self>, phase: &str) {
        if phase == "plan" {
            drill(cx);
        }
        cx.ask(0, "play on");
    }
}

fn drill(cx: &mut Cx<'_, Subordinating>) {
    let rules = cx.rules;
    let formation = |id: &str| rules.0.formation_of(id).unwrap();
    let [first, second] = ["first-army", "second-army"].map(formation);
    let [corps, division] = ["corps", "division"].map(formation);
    let attached = |cx: &Cx<'_, Subordinating>, formation: Formation| {
        let units = cx.position.attached_to(rules, formation);
        units.map(|unit| rules.unit(unit).name.clone()).collect::<Vec<_>>()
    };
    let hash = cx.position.hash();

    // At first as the order of battle has it.
    assert_eq!(cx.position.parent(corps), Some(first));
    assert!(cx.position.is_under(division, first) && !cx.position.is_under(division, second));
    assert_eq!(attached(cx, first), ["blue-1", "blue-2", "blue-3"]);

    // A corps takes along what belongs to it, and what is attached to it.
    assert!(cx.subordinate(corps, Some(second), "D 1"));
    assert_eq!(cx.position.parent(corps), Some(second));
    assert!(cx.position.is_under(division, second) && !cx.position.is_under(division, first));
    assert_eq!(attached(cx, first), ["blue-3"]);
    assert_eq!(attached(cx, second), ["blue-1", "blue-2"]);
    assert_eq!(cx.position.subordinated().collect::<Vec<_>>(), [corps]);
    assert_ne!(cx.position.hash(), hash);
    assert!(rules.0.is_under(division, first), "what is printed stays");

    // Nothing comes under itself.
    for above in [corps, division] {
        assert!(!cx.subordinate(corps, Some(above), "D 2"));
    }
    assert!(!cx.subordinate(second, Some(division), "D 2"));

    // A division leaves its corps, and belongs to nobody.
    assert!(cx.subordinate(division, None, "D 3"));
    assert_eq!(attached(cx, corps), ["blue-2"]);
    assert_eq!(attached(cx, division), ["blue-1"]);

    // As it was it is the same position.
    assert!(cx.subordinate(division, Some(corps), "D 4"));
    assert!(cx.subordinate(corps, Some(first), "D 4"));
    assert!(cx.subordinate(corps, Some(first), "D 4"));
    assert_eq!((cx.position.hash(), cx.position.subordinated().count()), (hash, 0));
    assert!(cx.subordinate(corps, Some(second), "D 5"));
}

fn bundle() -> Bundle {
    let mut bundle = crate::drill::bundle();
    let book = &mut bundle.orders_of_battle[0];
    let formations = json!([
        { "id": "first-army", "name": "First Army", "side": "blue" },
        { "id": "second-army", "name": "Second Army", "side": "blue" },
        { "id": "corps", "name": "XV Corps", "side": "blue", "parent": "first-army" },
        { "id": "division", "name": "39th Division", "side": "blue", "parent": "corps" },
    ]);
    book.formations = serde_json::from_value(formations).unwrap();
    let of = [("blue-1", "division"), ("blue-2", "corps"), ("blue-3", "first-army")];
    for counter in &mut book.counters {
        let own = of.iter().find(|(unit, _)| counter.id == *unit);
        counter.formation = own.map(|(_, formation)| (*formation).to_owned());
    }
    bundle
}

#[test]
fn formations_change_the_formation_that_they_belong_to() {
    const SYSTEMS: Systems = Systems::new(&[&Drill::<Subordinating>(PhantomData)]);
    let bundle = bundle();
    let game = Match::start(SYSTEMS, &bundle, 1).unwrap();
    let events = game.events();

    let moved = told(events, "D 1");
    assert_eq!((&moved[0]["event"], &moved[0]["formation"]), (&json!("attached"), &json!("corps")));
    assert_eq!((&moved[0]["from"], &moved[0]["to"]), (&json!("first-army"), &json!("second-army")));
    assert_eq!((&moved[0]["side"], moved[0].get("unit")), (&json!("blue"), None));
    assert!(told(events, "D 2").is_empty(), "what is refused is not told");
    assert_eq!(told(events, "D 4").len(), 2, "what changes nothing is not told");

    let words = Words::new(SYSTEMS, &bundle);
    let lines = events.iter().flat_map(|event| words.lines(event)).map(|line| line.text);
    let lines: Vec<String> = lines.collect();
    for text in [
        "XV Corps is attached to Second Army",
        "39th Division is attached to no formation now",
        "39th Division is attached to XV Corps",
    ] {
        assert!(lines.iter().any(|line| line == text), "{text}: {lines:#?}");
    }

    // A scenario made of the position says what it does not hold.
    let kept = game.keep(SYSTEMS, &bundle);
    let told: Vec<String> = kept.not_kept.iter().map(ToString::to_string).collect();
    assert!(told.iter().any(|what| what == "formations under others than printed"), "{told:?}");
}
