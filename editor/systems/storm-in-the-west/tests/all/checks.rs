//! What the checks say of the scenarios of 1918: Storm in the West, and of what may be wrong with
//! one.

use salient_rules::{Prepared, check};
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
        "the counters of french-sector cannot all be placed",
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
        "the side of 'german' are worth 32 points, not 31",
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
        "the side of 'allied' are worth 58 points, not 60",
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
        "the morale of 'allied' is missing",
    );
}
