//! Lulls on generated scenarios, from both sides of what they bring.

use std::collections::BTreeSet;

use salient_rules::generator::Generator;
use salient_schema::Bundle;
use salient_schema::event::EventKind;
use salient_schema::scenario::{Entry, Reinforcement};

use super::{findings, make, request};
use crate::TrenchGenerator;

fn arrivals(bundle: &Bundle) -> &[Reinforcement] {
    &bundle.scenario.reinforcements
}

fn hexes<'a>(bundle: &'a Bundle, arrival: &Reinforcement) -> &'a [String] {
    let Entry::Zone(id) = &arrival.entry else { panic!("{:?}", arrival.entry) };
    let zone = bundle.map.zones.items.iter().find(|zone| zone.id == *id).unwrap();
    assert_eq!(zone.owner.as_ref(), Some(&arrival.side));
    &zone.hexes
}

/// What the six dice of a lull's reinforcements come to, in pairs.
fn sums(events: &[salient_schema::event::Event]) -> Vec<u8> {
    let dice = events.iter().filter_map(|event| match &event.kind {
        EventKind::Roll(roll) if roll.purpose == "reinforcements" => Some(roll.value),
        _ => None,
    });
    let dice: Vec<u8> = dice.collect();
    dice.chunks(2).map(|pair| pair.iter().sum()).collect()
}

/// The chart has a force of the attacker from 7 on, one of the defender always, and one on his
/// flanks from 5 on.
#[test]
fn who_comes_waits_at_the_edges_of_his_set_up() {
    let made = make(&request("attacker=german defender=french year=1916 attack=push", 3));
    let rows = made.bundle.map.grid.rows;
    let mut seen = BTreeSet::new();
    for seed in 0..40 {
        let after = TrenchGenerator.lull(&made.bundle, "short", seed).unwrap();
        assert_eq!(findings(&after.bundle), [], "{seed}");
        let sums = sums(&after.events);
        assert_eq!(sums.len(), 3);
        let expected = [sums[0] >= 7, true, sums[2] >= 5];
        let come = arrivals(&after.bundle);
        assert_eq!(come.len(), expected.iter().filter(|comes| **comes).count(), "{sums:?}");
        seen.insert(expected);
        let edges = ["attacker", "defender", "flanks"].into_iter().zip(expected);
        let forces = edges.filter(|(_, comes)| *comes).map(|(force, _)| force);
        for (force, arrival) in forces.zip(come) {
            let place = |hex: &String| (hex[..2].to_owned(), hex[2..].parse::<u16>().unwrap());
            let at: Vec<(String, u16)> = hexes(&after.bundle, arrival).iter().map(place).collect();
            assert!(!at.is_empty(), "{force}");
            let side = if force == "attacker" { "attacker" } else { "defender" };
            assert_eq!(arrival.side, side);
            match force {
                // The defender's set-up is above, the attacker's below.
                "attacker" => assert!(at.iter().all(|(_, row)| *row == rows), "{at:?}"),
                "defender" => assert!(at.iter().all(|(_, row)| *row == 1), "{at:?}"),
                _ => {
                    let columns: BTreeSet<&str> =
                        at.iter().map(|(column, _)| column.as_str()).collect();
                    assert_eq!(columns.len(), 2, "both flanks: {columns:?}");
                    assert!(at.iter().all(|(_, row)| *row < rows * 2 / 3), "his own: {at:?}");
                }
            }
            let books = &after.bundle.orders_of_battle;
            let counters = books.iter().flat_map(|book| &book.counters);
            let new: Vec<_> =
                counters.filter(|counter| arrival.counters.contains(&counter.id)).collect();
            assert_eq!(new.len(), arrival.counters.len());
            let nation = if side == "attacker" { "german" } else { "french" };
            assert!(new.iter().all(|counter| counter.nation.as_deref() == Some(nation)));
        }
    }
    assert!(seen.len() >= 3, "of all kinds: {seen:?}");
}

#[test]
fn a_second_lull_brings_others() {
    let made = make(&request("attacker=french defender=german year=1917 armour=yes", 4));
    let once = TrenchGenerator.lull(&made.bundle, "short", 1).unwrap().bundle;
    let twice = TrenchGenerator.lull(&once, "long", 2).unwrap().bundle;
    assert_eq!(findings(&twice), []);
    let all: Vec<&String> = arrivals(&twice).iter().flat_map(|one| &one.counters).collect();
    let different: BTreeSet<&String> = all.iter().copied().collect();
    assert!(all.len() > arrivals(&once).iter().flat_map(|one| &one.counters).count());
    assert_eq!(all.len(), different.len(), "nobody comes twice");
}

/// Only who has armour may exchange infantry for it.
#[test]
fn infantry_is_exchanged_for_tanks_by_who_has_them() {
    let mut both = BTreeSet::new();
    for seed in 0..12 {
        let made = make(&request(
            "attacker=commonwealth defender=german year=1917 armour=yes attack=push sub-units=30,30",
            seed,
        ));
        let after = TrenchGenerator.lull(&made.bundle, "short", seed).unwrap().bundle;
        for arrival in arrivals(&after) {
            let tanks = crate::scenario::level_of(&after, "tank-units", &arrival.side);
            let infantry = arrival.counters.iter().any(|id| {
                id.matches('-').count() == 2
                    && id.split('-').nth(1).is_some_and(|part| part.parse::<u32>().is_ok())
            });
            let may = arrival.condition.is_some();
            assert_eq!(may, infantry && tanks.is_some_and(|tanks| tanks > 0), "{arrival:?}");
            both.insert(may);
        }
    }
    assert_eq!(both.len(), 2, "some have tanks, some have none");
}
