//! The counters of 1914, Offensive à outrance that its rule book shows are as it shows them, and
//! the Battle for Lorraine stands where units may stand.

use std::collections::{BTreeMap, BTreeSet};

use salient_schema::order_of_battle::{Counter, Formation};
use salient_schema::scenario::Entry;
use salient_schema::{OrderOfBattle, Ruleset, Scenario};
use salient_tests::root;
use serde::de::DeserializeOwned;

fn read<T: DeserializeOwned>(name: &str) -> T {
    let path = root().join("scenarios/offensive-1914").join(name);
    let text = std::fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn forces() -> OrderOfBattle {
    read("order-of-battle.json")
}

fn counter<'a>(forces: &'a OrderOfBattle, id: &str) -> &'a Counter {
    let found = forces.counters.iter().find(|one| one.id == id);
    found.unwrap_or_else(|| panic!("there is no counter {id}"))
}

fn formation<'a>(forces: &'a OrderOfBattle, id: &str) -> &'a Formation {
    let found = forces.formations.iter().find(|one| one.id == id);
    found.unwrap_or_else(|| panic!("there is no formation {id}"))
}

fn rating(counter: &Counter, face: usize, name: &str) -> Option<i32> {
    counter.faces.get(face)?.ratings.get(name)?.number()
}

/// The base effectiveness of a formation: of one that fights, and of no army or corps.
fn effectiveness(formation: &Formation) -> Option<i32> {
    formation.ratings.get("effectiveness")?.number()
}

#[test]
fn counters_of_the_samples_and_examples_are_as_the_book_has_them() {
    let forces = forces();
    for (id, face, name, value) in [
        // 1914 19.4.
        ("fr-14-7", 0, "attack", 12),
        ("fr-14-7", 0, "artillery", 4),
        ("fr-14-7", 0, "proficiency", 5),
        ("fr-66r", 0, "attack", 10),
        ("fr-66r", 0, "artillery", 2),
        ("fr-66r", 0, "proficiency", 4),
        ("de-bodungen", 0, "defence", 6),
        ("de-bodungen", 0, "proficiency", 3),
        // A German division as 11/6 of the comprehensive example.
        ("de-39-15", 0, "defence", 15),
        ("de-39-15", 0, "artillery", 7),
        ("de-39-15", 0, "proficiency", 5),
        // 1914 2.6, 2.7, the samples.
        ("de-sixth-depot", 0, "supply-range", 6),
        ("de-sixth-depot", 1, "supply-range", 9),
        ("de-sixth-depot", 1, "ammo-limit", 8),
        ("de-fortress-metz-2", 0, "artillery", 8),
        ("de-fortress-metz-2", 0, "defence", 11),
        ("de-fortress-metz-2", 0, "class", 3),
        ("de-fortress-metz-2", 0, "steps", 4),
        ("de-fortress-metz-2", 1, "steps", 4),
    ] {
        assert_eq!(rating(counter(&forces, id), face, name), Some(value), "{id}: {name}");
    }
    // Halved and rounded up it is 1 (1914 19.4).
    assert!(matches!(rating(counter(&forces, "de-bodungen"), 0, "artillery"), Some(1 | 2)));
    assert_eq!(rating(counter(&forces, "de-fortress-metz-2"), 1, "defence"), None);
    assert_eq!(effectiveness(formation(&forces, "f-de-39-15")), Some(11));
    assert_eq!(effectiveness(formation(&forces, "f-fr-14-7")), Some(11));
}

#[test]
fn every_formation_has_its_one_counter_and_its_place() {
    let (forces, rules): (OrderOfBattle, Ruleset) = (forces(), read("ruleset.json"));
    let stacking: BTreeMap<&str, i32> =
        rules.counters.sizes.iter().map(|size| (size.id.as_str(), size.stacking)).collect();
    for one in &forces.formations {
        let of = |kind: &str| {
            let own = forces.counters.iter().filter(|it| it.formation.as_ref() == Some(&one.id));
            own.filter(|it| it.unit_type == kind).count()
        };
        let size = one.size.as_deref().expect("a size");
        match size {
            "army" => {
                assert_eq!(of("depot"), 1, "{} has a depot", one.id);
                assert!(one.parent.is_none() && one.ratings.contains_key("corps-boxes"));
            }
            "corps" => {
                assert_eq!(of("corps-train"), 1, "{} has a train", one.id);
                // 1914 5.2.4: the divisions that the corps begins with are within its limit.
                let limit = one.ratings.get("corps-limit").and_then(|limit| limit.number());
                let own = forces.formations.iter().filter(|it| it.parent.as_ref() == Some(&one.id));
                let quarters: i32 =
                    own.map(|it| stacking[it.size.as_deref().expect("a size")]).sum();
                assert!(quarters <= 2 * limit.expect("a limit"), "{}", one.id);
            }
            _ => {
                let own =
                    forces.counters.iter().filter(|it| it.formation.as_ref() == Some(&one.id));
                let own: Vec<&Counter> = own.collect();
                assert_eq!(own.len(), 1, "{} has one counter", one.id);
                assert_eq!(own[0].size.as_deref(), Some(size), "{}", one.id);
                assert!(effectiveness(one).is_some(), "{}", one.id);
                // 1914 5.2.5: cavalry is attached to no corps.
                let parent = formation(&forces, one.parent.as_deref().expect("a parent"));
                let in_corps = parent.size.as_deref() == Some("corps");
                assert!(own[0].unit_type != "cavalry" || !in_corps, "{}", one.id);
            }
        }
    }
    for army in forces.formations.iter().filter(|one| one.size.as_deref() == Some("army")) {
        let corps = forces.formations.iter().filter(|one| {
            one.parent.as_ref() == Some(&army.id) && one.size.as_deref() == Some("corps")
        });
        let boxes = army.ratings.get("corps-boxes").and_then(|boxes| boxes.number());
        assert!(
            i32::try_from(corps.count()).is_ok_and(|count| boxes >= Some(count)),
            "1914 5.2.1: {}",
            army.id
        );
    }
}

#[test]
fn the_battle_for_lorraine_is_set_up_within_the_limits() {
    let (forces, rules): (OrderOfBattle, Ruleset) = (forces(), read("ruleset.json"));
    let scenario: Scenario = read("lorraine.json");
    let stacking: BTreeMap<&str, i32> =
        rules.counters.sizes.iter().map(|size| (size.id.as_str(), size.stacking)).collect();
    let mut in_hex: BTreeMap<&str, i32> = BTreeMap::new();
    let mut seen: BTreeSet<&str> = BTreeSet::new();
    for placement in &scenario.setup.placements {
        for id in &placement.counters {
            let size = counter(&forces, id).size.as_deref().expect("a size");
            *in_hex.entry(placement.hex.as_str()).or_default() += stacking[size];
            assert!(seen.insert(id), "{id} stands twice");
        }
    }
    for (hex, quarters) in in_hex {
        assert!(quarters <= 14, "1914 3.1.1: {hex} holds {quarters} quarters");
    }
    let later = scenario.reinforcements.iter().flat_map(|arrival| &arrival.counters);
    let off_map = scenario.start.iter().flat_map(|start| &start.off_map);
    for id in later.chain(off_map.flat_map(|place| &place.counters)) {
        assert!(seen.insert(id), "{id} is in two places");
    }
    let unplaced: Vec<&Counter> =
        forces.counters.iter().filter(|one| !seen.contains(one.id.as_str())).collect();
    assert!(unplaced.is_empty(), "{unplaced:?}");
    assert!(scenario.reinforcements.iter().all(|one| !matches!(one.entry, Entry::Zone(_))));
    assert_eq!(scenario.turns.len(), 6);
}
