//! What the checks say of the scenarios of 1918: Storm in the West, and of what may be wrong with
//! one.

use salient_rules::{Prepared, check};
use salient_schema::common::Rating;
use salient_schema::order_of_battle::Counter;
use salient_schema::scenario::Override;
use salient_schema::{Bundle, Severity};

use crate::support::{SCENARIOS, SYSTEMS, storm_in_the_west};

/// The campaign with a change is told at a place, by a rule, in words that hold others.
#[track_caller]
fn finds(change: impl FnOnce(&mut Bundle), pointer: &str, rule: &str, message: &str) {
    let mut bundle = storm_in_the_west("campaign");
    change(&mut bundle);
    let found = check(SYSTEMS, &bundle);
    let hit = found.iter().any(|diagnostic| {
        diagnostic.place.pointer.as_deref() == Some(pointer)
            && diagnostic.rule.as_deref() == Some(rule)
            && diagnostic.message.contains(message)
    });
    assert!(hit, "{found:#?}");
}

#[test]
fn the_published_scenarios_are_legal() {
    for name in SCENARIOS {
        let bundle = storm_in_the_west(name);
        let mut found = check(SYSTEMS, &bundle);
        found.retain(|diagnostic| diagnostic.severity <= Severity::Warning);
        assert!(found.is_empty(), "{name}: {found:#?}");
        assert!(Prepared::new(SYSTEMS, &bundle).is_ok(), "{name}");
    }
}

#[test]
fn a_front_with_too_few_to_hold_it() {
    finds(
        |bundle| {
            let french = &mut bundle.scenario.setup.free[2];
            assert_eq!(french.zone, "french-sector");
            french.counters.truncate(5);
        },
        "/scenario/setup/free/2",
        "SW 3.6",
        "the counters of French sector cannot all be placed",
    );
}

#[test]
fn morale_points_that_do_not_add_up() {
    finds(
        |bundle| {
            let items = &mut bundle.map.features.items;
            let mons = items.iter_mut().find(|item| item.hex == "1829" && item.kind == "morale");
            mons.unwrap().value = Some(2);
        },
        "/map/features",
        "SW 4.2",
        "the side German are worth 32 points, not 31",
    );
    finds(
        |bundle| {
            bundle.scenario.overrides.push(Override::Constant {
                constant: "morale_total_allied".to_owned(),
                value: 60,
                reason: None,
            });
        },
        "/map/features",
        "SW 4.2",
        "the side Allied are worth 58 points, not 60",
    );
}

#[test]
fn armies_without_a_source() {
    for (army, rule) in [("german", "SW 7.4"), ("french", "SW 7.6"), ("american", "SW 7.6")] {
        let edge = if army == "german" { "german-supply-edge" } else { "french-supply-edge" };
        finds(
            |bundle| bundle.map.zones.items.retain(|zone| zone.id != edge),
            "/map/zones",
            rule,
            &format!("'{army}' has units, but no supply source"),
        );
    }
    finds(
        |bundle| bundle.map.features.items.retain(|item| item.kind != "port"),
        "/map/zones",
        "SW 7.5",
        "'belgian' has units, but no supply source",
    );
}

#[test]
fn ground_that_nobody_controls() {
    finds(
        |bundle| {
            let zones = &mut bundle.map.zones.items;
            let german = zones.iter_mut().find(|zone| zone.id == "german-side").unwrap();
            german.hexes.retain(|hex| hex != "1829");
        },
        "/scenario/setup/control",
        "SW 3.5",
        "1829 is controlled by nobody",
    );
}

#[test]
fn a_side_without_morale() {
    finds(
        |bundle| bundle.scenario.levels.retain(|level| level.side != "allied"),
        "/scenario/levels",
        "SW 3.2",
        "the morale of the side Allied is missing",
    );
}

/// Where a counter of the campaign stands in its order of battle.
fn place_of(id: &str) -> usize {
    let book = &storm_in_the_west("campaign").orders_of_battle[0];
    book.counters.iter().position(|counter| counter.id == id).unwrap()
}

/// A changed counter is told at a place of it, by a rule, in words that hold others.
#[track_caller]
fn finds_in(id: &str, change: impl FnOnce(&mut Counter), at: &str, rule: &str, message: &str) {
    let place = place_of(id);
    let pointer = format!("/orders_of_battle/0/counters/{place}{at}");
    let change = |bundle: &mut Bundle| change(&mut bundle.orders_of_battle[0].counters[place]);
    finds(change, &pointer, rule, message);
}

#[test]
fn ratings_that_counters_need() {
    fn without(rating: &str) -> impl FnOnce(&mut Counter) {
        move |counter| drop(counter.faces[0].ratings.remove(rating))
    }
    fn with(value: i32) -> impl FnOnce(&mut Counter) {
        move |counter| drop(counter.faces[0].ratings.insert("attack".into(), Rating::Number(value)))
    }
    let at = "/faces/0/ratings";
    finds_in("de-gdr", without("attack"), at, "SW 2.45", "'attack'");
    finds_in("de-gdr", without("movement"), at, "SW 2.45", "'movement'");
    finds_in("de-gdr", with(-1), at, "SW 2.45", "'attack'");
    finds_in("de-gdr", with(1001), at, "SW 2.45", "'attack'");
    finds_in("v-at-1", without("defence"), at, "SW 2.45", "'defence'");
    // An anti-tank unit does not attack (S3.19).
    let mut bundle = storm_in_the_west("plan-1919");
    without("attack")(&mut bundle.orders_of_battle[0].counters[place_of("v-at-1")]);
    assert!(Prepared::new(SYSTEMS, &bundle).is_ok());
}

#[test]
fn steps_and_sizes_that_counters_need() {
    let steps = |count: usize| {
        move |counter: &mut Counter| {
            let face = counter.faces[0].clone();
            counter.faces = vec![face; count];
        }
    };
    finds_in("de-gdr", steps(0), "/faces", "SW 2.47", "one to eight steps");
    finds_in("de-gdr", steps(9), "/faces", "SW 2.47", "one to eight steps");
    finds_in("de-gdr", |counter| counter.size = None, "/size", "SW 9.1", "stacking value");
    let mut bundle = storm_in_the_west("campaign");
    steps(8)(&mut bundle.orders_of_battle[0].counters[place_of("de-gdr")]);
    assert!(Prepared::new(SYSTEMS, &bundle).is_ok());
}

#[test]
fn a_step_that_a_placed_counter_has_not() {
    finds(
        |bundle| bundle.scenario.setup.placements[0].face = Some(2),
        "/scenario/setup/placements/0/counters/0",
        "SW 2.47",
        "has no step on face 2",
    );
}
