//! Set-ups of 1918: Storm in the West that a designer has begun, or that cannot be: the bots finish
//! the first and do not hang on the second.

use salient_rules::words::Words;
use salient_rules::{Action, Bot, Prepared};
use salient_schema::Bundle;
use salient_schema::scenario::{Placement, PlacementCondition};
use salient_storm_in_the_west::event::Detail;

use crate::support::{SYSTEMS, storm_in_the_west, told};

fn plays_to_the_end(bundle: &Bundle) -> bool {
    let prepared = Prepared::new(SYSTEMS, bundle).unwrap();
    let mut game = prepared.start(7);
    for _ in 0..20_000 {
        if game.is_over() {
            return true;
        }
        game.advance(&[Bot::HEURISTIC, Bot::HEURISTIC]);
    }
    false
}

#[test]
fn a_group_whose_units_have_all_been_placed_keeps_its_front() {
    let mut bundle = storm_in_the_west("campaign");
    // Where a game between bots set them up.
    let mut game = Prepared::new(SYSTEMS, &bundle).unwrap().start(7);
    while game.turn() == 0 {
        game.advance(&[Bot::HEURISTIC, Bot::HEURISTIC]);
    }
    let placed: Vec<(String, String)> = game
        .events()
        .iter()
        .filter_map(|event| match told(event) {
            Some(Detail::SetUp(set_up)) => Some((set_up.unit.clone(), set_up.hex.clone())),
            _ => None,
        })
        .collect();
    let setup = &mut bundle.scenario.setup;
    let line = setup.free.iter_mut().find(|free| free.zone == "german-line").unwrap();
    for counter in std::mem::take(&mut line.counters) {
        let (_, hex) = placed.iter().rfind(|(unit, _)| *unit == counter).unwrap();
        setup.placements.push(Placement {
            hex: hex.clone(),
            counters: vec![counter],
            ..setup.placements[0].clone()
        });
    }
    assert!(plays_to_the_end(&bundle));
}

#[test]
fn a_set_up_that_cannot_be_is_played_as_far_as_it_goes() {
    let mut bundle = storm_in_the_west("campaign");
    let free = bundle.scenario.setup.free.iter_mut().find(|free| free.zone == "british-sector");
    // One corps for some twenty hexes.
    let free = free.unwrap();
    free.counters.truncate(1);
    free.conditions = vec![PlacementCondition::EveryHexHoldsUnit { feature: None }];
    assert!(plays_to_the_end(&bundle));
}

#[test]
fn a_limit_of_a_group_counts_its_other_units_in_the_hex() {
    let mut bundle = storm_in_the_west("campaign");
    let free = bundle.scenario.setup.free.iter_mut().find(|free| free.zone == "british-sector");
    free.unwrap().conditions = vec![PlacementCondition::AtMostPerHex { count: 1 }];
    let mut game = Prepared::new(SYSTEMS, &bundle).unwrap().start(7);
    let mut place = |unit: &str, hex: &str| {
        let action = serde_json::json!({ "do": "place", "unit": unit, "hex": hex });
        game.apply(&serde_json::from_value(action).unwrap()).map_err(|refusal| refusal.rule)
    };
    assert_eq!(place("br-1", "1334"), Ok(()));
    assert_eq!(place("br-2", "1334"), Err("SW 3.6".into()));
    assert_eq!(place("br-2", "1434"), Ok(()));
    assert_eq!(place("br-1", "1334"), Ok(()), "where it stands already");
}

#[test]
fn a_hex_that_must_be_held_and_is_not_is_named() {
    let mut bundle = storm_in_the_west("campaign");
    let setup = &mut bundle.scenario.setup;
    setup.free.retain(|free| free.zone == "british-reserve");
    let ports = PlacementCondition::EveryHexHoldsUnit { feature: Some("port".into()) };
    setup.free[0].conditions = vec![ports];
    let mut game = Prepared::new(SYSTEMS, &bundle).unwrap().start(7);
    let mut act = |action: serde_json::Value| {
        game.apply(&serde_json::from_value(action).unwrap()).map_err(|refusal| refusal.message)
    };
    let place =
        |unit: &str, hex: &str| serde_json::json!({ "do": "place", "unit": unit, "hex": hex });
    act(place("br-cav", "1237")).unwrap();
    act(place("br-rtc", "1339")).unwrap();
    let refusal = act(serde_json::json!({ "do": "done" })).unwrap_err();
    assert!(refusal.contains("1441"), "{refusal}");
}

#[test]
fn of_a_counter_of_which_there_are_two_the_first_is_placed() {
    let mut bundle = storm_in_the_west("campaign");
    let counters = &mut bundle.orders_of_battle[0].counters;
    counters.iter_mut().find(|counter| counter.id == "be-1").unwrap().count = 2;
    let game = Prepared::new(SYSTEMS, &bundle).unwrap().start(7);
    let hex = |name: &str| {
        let units = game.units();
        units.iter().find(|unit| unit.name == name).unwrap().hex.map(|hex| game.grid().label(hex))
    };
    assert_eq!(hex("be-1#1").as_deref(), Some("1135"));
    assert_eq!(hex("be-1#2"), None);
}

/// Why a counter may not be set up in a hex is said: whose the hex is, what stands there, which zone
/// is meant.
#[test]
fn a_hex_that_nobody_may_be_set_up_in_says_why() {
    let bundle = storm_in_the_west("campaign");
    let words = Words::new(SYSTEMS, &bundle);
    let mut game = Prepared::new(SYSTEMS, &bundle).unwrap().start(7);
    let place = |unit: &str, hex: &str| {
        let action = serde_json::json!({ "do": "place", "unit": unit, "hex": hex });
        serde_json::from_value::<Action>(action).unwrap()
    };
    let wanted = [
        (
            "br-cav",
            "1334",
            "1334 is not in the zone of C Cavalry Corps, British reserves: it is in \
          that of others, British sector (SW 3.6)",
        ),
        (
            "br-1",
            "1829",
            "1829 is not in the zone of 1 Infantry Corps (British Empire), British sector: the \
          enemy controls it (SW 3.6)",
        ),
        ("de-agb", "1334", "AGB Heavy artillery is none of the units that are set up now (SW 3.1)"),
    ];
    for (unit, hex, why) in wanted {
        let refused = game.apply(&place(unit, hex)).unwrap_err();
        assert_eq!(words.refusal(&refused), why);
    }
    // So many stand there as may (SW 9.1), and of whom stacks free there is one already (SW 9.4).
    for unit in ["br-1", "br-2", "br-3"] {
        game.apply(&place(unit, "1334")).unwrap();
    }
    let refused = game.apply(&place("br-4", "1334")).unwrap_err();
    assert_eq!(refused.rule, "SW 9.1", "{refused}");
    assert!(words.refusal(&refused).contains("1334 would hold"), "{refused}");
}

/// Whoever is named can be found: by what it is and how large, and whose it is where several bear
/// the same number.
#[test]
fn whoever_is_named_can_be_found() {
    let words = Words::new(SYSTEMS, &storm_in_the_west("campaign"));
    for (counter, name) in [
        ("br-cav", "C Cavalry Corps"),
        ("fr-cav-1", "1C Cavalry Corps"),
        ("br-3", "3 Infantry Corps (British Empire)"),
        ("de-st-3", "3 Stosstruppen Corps"),
        ("us-1", "1 Infantry Division"),
        ("de-agb", "AGB Heavy artillery"),
        ("br-air", "Air unit (British Empire)"),
    ] {
        assert_eq!(words.unit(&counter.to_owned()), name);
    }
}
