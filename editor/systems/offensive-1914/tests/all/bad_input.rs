//! What is wrong with armies, plans and fortresses of somebody's scenario is told with its place and
//! its rule.

use salient_offensive_1914::Rulebook;
use salient_rules::System;
use salient_schema::common::Rating;
use salient_schema::order_of_battle::{Formation, OrderOfBattle};
use salient_schema::{Bundle, Diagnostic, Severity};

use super::SYSTEMS;

/// What is found wrong with the Battle for Lorraine once it is changed, as `validate` finds it.
fn found(change: impl FnOnce(&mut Bundle)) -> Vec<Diagnostic> {
    let mut bundle = Rulebook.published().bundle(Some("lorraine")).unwrap();
    change(&mut bundle);
    let mut found = salient_schema::check_references(&bundle);
    found.extend(salient_rules::check(SYSTEMS, &bundle));
    found.retain(|it| it.severity < Severity::Note);
    found
}

/// Demands a problem in these words, at a counter or a pointer, by a rule.
fn finds(change: impl FnOnce(&mut Bundle), words: &str, place: &str, rule: Option<&str>) {
    let found = found(change);
    let hit = found.iter().any(|it| {
        let at = [it.place.counter.as_deref(), it.place.pointer.as_deref()];
        it.message.contains(words) && at.contains(&Some(place)) && it.rule.as_deref() == rule
    });
    assert!(hit, "{words} at {place} by {rule:?}: {found:#?}");
}

fn formation<'a>(book: &'a mut OrderOfBattle, id: &str) -> &'a mut Formation {
    book.formations.iter_mut().find(|it| it.id == id).unwrap()
}

fn set_rating(bundle: &mut Bundle, of: &str, rating: &str, value: i32) {
    let book = &mut bundle.orders_of_battle[0];
    let ratings = &mut formation(book, of).ratings;
    let there = ratings.iter_mut().find(|(id, _)| *id == rating).unwrap();
    *there.1 = Rating::Number(value);
}

#[test]
fn a_corps_over_its_limit_and_an_army_with_more_corps_than_boxes_are_told_of() {
    // The corps has two divisions: its limit is in halves.
    let limit =
        |limit| move |bundle: &mut Bundle| set_rating(bundle, "fr-8-corps", "corps-limit", limit);
    let place = |id: &str| {
        let bundle = Rulebook.published().bundle(Some("lorraine")).unwrap();
        let mut formations = bundle.orders_of_battle[0].formations.iter();
        let at = formations.position(|formation| formation.id == id).unwrap();
        format!("/orders_of_battle/0/formations/{at}")
    };
    let corps = "VIII Corps has 2 division-equivalents, and 1½ may belong to it";
    finds(limit(3), corps, &place("fr-8-corps"), Some("1914 5.2.4"));
    assert_eq!(found(limit(4)), []);
    let boxes =
        |boxes| move |bundle: &mut Bundle| set_rating(bundle, "fr-first", "corps-boxes", boxes);
    let army = "First Army has 4 corps, and 3 may belong to it";
    finds(boxes(3), army, &place("fr-first"), Some("1914 5.2.1"));
    assert_eq!(found(boxes(4)), []);
}

#[test]
fn a_formation_without_a_marker_and_a_fortress_without_a_class_are_told_of() {
    finds(
        |bundle| formation(&mut bundle.orders_of_battle[0], "f-fr-15-8").ratings.clear(),
        "no base effectiveness",
        "fr-15-8",
        Some("1914 2.8.2"),
    );
    finds(
        |bundle| {
            let mut counters = bundle.orders_of_battle[0].counters.iter_mut();
            let toul = counters.find(|counter| counter.id == "fr-toul").unwrap();
            for face in &mut toul.faces {
                face.ratings.retain(|id, _| id != "class");
            }
        },
        "has no class",
        "fr-toul",
        Some("1914 2.7.5"),
    );
}

#[test]
fn a_plan_whose_objective_is_off_the_map_and_one_of_no_army_are_told_of() {
    finds(
        |bundle| bundle.scenario.orders[0].objectives[0].hexes[0] = "99.99".into(),
        "99.99",
        "/scenario/orders/0/objectives/0/hexes/0",
        None,
    );
    finds(
        |bundle| bundle.scenario.orders[0].formation = "fr-8-corps".into(),
        "only armies have plans",
        "/scenario/orders/0/formation",
        Some("1914 26.0"),
    );
}

#[test]
fn a_railway_into_the_sea_and_one_that_leaves_the_map_where_no_edge_is_are_told_of() {
    let railway = |hexes: &'static [&'static str]| {
        move |bundle: &mut Bundle| {
            let tracks = serde_json::json!({ "kind": "railway", "tracks": 2, "hexes": hexes });
            bundle.map.paths.items.push(serde_json::from_value(tracks).unwrap());
        }
    };
    let words = |found: &[Diagnostic]| -> Vec<String> {
        found
            .iter()
            .map(|it| format!("{}: {}", it.place.hex.as_deref().unwrap(), it.message))
            .collect()
    };
    // The sea is north of Dunkerque.
    let into_the_sea = found(railway(&["31.11", "31.10"]));
    let text = "31.10: a double-track railway leads into 31.10, which is sea";
    assert_eq!(words(&into_the_sea), [text]);
    let outside = |bundle: &mut Bundle| {
        railway(&["02.72", "01.73"])(bundle);
        for zone in &mut bundle.map.zones.items {
            zone.hexes.retain(|hex| hex != "01.73");
        }
    };
    let outside = found(outside);
    let text = "01.73: a railway leaves the map in hex 01.73, which is no friendly edge";
    assert_eq!(words(&outside), [text]);
    assert_eq!(outside[0].rule.as_deref(), Some("1914 18.1.1"));
    assert_eq!(found(railway(&["02.72", "01.73"])), [], "the whole border of France is an edge");
}

#[test]
fn siege_guns_without_headquarters_and_a_camp_without_a_fortress_are_told_of() {
    let of = |id: &str, change: &dyn Fn(&mut Bundle)| {
        let mut bundle = Rulebook.published().bundle(Some(id)).unwrap();
        change(&mut bundle);
        salient_rules::check(SYSTEMS, &bundle)
    };
    let is_kind = |bundle: &Bundle, id: &str, role: &str| {
        let types = bundle.ruleset.roles.get(role).cloned().unwrap_or_default();
        let mut counters = bundle.orders_of_battle.iter().flat_map(|book| &book.counters);
        counters.any(|it| it.id == id && types.contains(&it.unit_type))
    };
    let without = |role: &'static str| {
        move |bundle: &mut Bundle| {
            let whole = bundle.clone();
            let keep = |id: &String| !is_kind(&whole, id, role);
            let setup = &mut bundle.scenario.setup;
            setup.placements.iter_mut().for_each(|it| it.counters.retain(keep));
            setup.placements.retain(|it| !it.counters.is_empty());
            let arrivals = &mut bundle.scenario.reinforcements;
            arrivals.iter_mut().for_each(|it| it.counters.retain(keep));
            arrivals.retain(|it| !it.counters.is_empty());
        }
    };
    let hit = |found: &[Diagnostic], words: &str, rule: &str| {
        let is = |it: &&Diagnostic| it.message.contains(words) && it.rule.as_deref() == Some(rule);
        let hits: Vec<&Diagnostic> = found.iter().filter(is).collect();
        assert!(hits.iter().all(|it| it.place.counter.is_some() && it.help.is_some()));
        !hits.is_empty()
    };
    let guns = "has no siege train headquarters";
    assert!(!hit(&of("antwerpen", &|_| {}), guns, "1914 13.2"));
    assert!(hit(&of("antwerpen", &without("siege-headquarters")), guns, "1914 13.2"));
    let camp = "has no fortress";
    assert!(!hit(&of("lorraine", &|_| {}), camp, "1914 12.0"));
    assert!(hit(&of("lorraine", &without("fortress")), camp, "1914 12.0"));
}

#[test]
fn a_bottleneck_on_no_railway_and_an_arrival_where_no_edge_is_are_told_of() {
    let bottleneck = |hex: &'static str| {
        move |bundle: &mut Bundle| {
            let kind = bundle.ruleset.roles["german-bottleneck"][0].clone();
            let feature = serde_json::json!({ "kind": kind, "hex": hex, "value": 4 });
            bundle.map.features.items.push(serde_json::from_value(feature).unwrap());
        }
    };
    let on_none = found(bottleneck("31.11"));
    assert_eq!(on_none, [], "a railway leads to Dunkerque");
    let on_none = found(bottleneck("45.52"));
    let [one] = on_none.as_slice() else { unreachable!("{on_none:?}") };
    assert_eq!(one.message, "the bottleneck in hex 45.52 lies on no railway");
    assert_eq!((one.place.hex.as_deref(), one.rule.as_deref()), (Some("45.52"), Some("1914 18.6")));
    finds(
        |bundle| {
            let arrival = &mut bundle.scenario.reinforcements[0];
            arrival.entry = salient_schema::scenario::Entry::Zone("nowhere".into());
        },
        "nowhere",
        "/scenario/reinforcements/0/entry/zone",
        None,
    );
}
