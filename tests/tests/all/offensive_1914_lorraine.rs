//! The counters of 1914, Offensive à outrance that its rule book shows are as it shows them, and in
//! all scenarios units stand where they may stand.

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

/// Lorraine and Alsace, and all that fights north of them.
const FORCES: [&str; 2] = ["order-of-battle.json", "order-of-battle-north.json"];

fn forces() -> OrderOfBattle {
    read(FORCES[0])
}

fn northern_forces() -> OrderOfBattle {
    read(FORCES[1])
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
fn what_rules_and_samples_name_of_the_other_armies_is_there() {
    let forces = northern_forces();
    for (id, face, name, value) in [
        // 1914 9.1, the comprehensive example: 11/6, and 12/6 beside it.
        ("de-11-6", 0, "defence", 15),
        ("de-11-6", 0, "artillery", 7),
        ("de-11-6", 0, "proficiency", 5),
        ("de-12-6", 0, "artillery", 7),
        // 1914 8.5.2, the example: it leaves on 2 to 6.
        ("fr-fort-montmedy", 0, "abandonment", 1),
        // 1914 13.1, 13.2.4: heavy guns, and how often a marker counts in a preparation.
        ("de-305-5-6", 1, "calibre", 305),
        ("de-42-1k", 1, "calibre", 420),
        ("de-21-metz", 1, "calibre", 210),
        ("de-21-metz", 1, "guns", 4),
    ] {
        assert_eq!(rating(counter(&forces, id), face, name), Some(value), "{id}: {name}");
    }
    // Three French divisions attack with 39 in the same example; each may round by itself.
    let three =
        ["fr-23-12", "fr-3-2", "fr-4-2"].map(|id| rating(counter(&forces, id), 0, "attack"));
    let sum: i32 = three.iter().flatten().sum();
    assert!((36..=40).contains(&sum), "{sum}");
    assert_eq!(effectiveness(formation(&forces, "f-de-11-6")), Some(11));
    for id in ["fr-81t", "fr-82t", "fr-84t", "fr-88t"] {
        // 1914 22.3.4: what stands in for the divisions of the GDT has effectiveness 10.
        assert_eq!(effectiveness(formation(&forces, &format!("f-{id}"))), Some(10), "{id}");
        let before = counter(&forces, &format!("{id}-gdt"));
        assert_eq!(before.substitute.as_deref(), Some(id));
        counter(&forces, &format!("{id}-det"));
    }
    // 1914 22.2.2, 23.3, 24.2.1, 25.3, 25.4.1.
    let many =
        |says: &dyn Fn(&Counter) -> bool| forces.counters.iter().filter(|it| says(it)).count();
    assert_eq!(many(&|it| it.id.starts_with("fr-fortress-paris-")), 6);
    assert_eq!(many(&|it| it.id.starts_with("gb-rnd-")), 3);
    assert_eq!(many(&|it| it.unit_type == "fortress" && it.designation == "Verdun"), 4);
    let belgian = |it: &Counter| it.nation.as_deref() == Some("belgian");
    assert_eq!(many(&|it| belgian(it) && it.size.as_deref() == Some("division")), 6);
    assert!(many(&|it| belgian(it) && it.faces.len() == 4) >= 6, "their second counters");
    let stands_in = counter(&forces, "de-marine-belgien").substitute.as_deref();
    assert_eq!(stands_in, Some("de-marine"));
    // 1914 2.4 to 2.7: only siege guns have a calibre, and only on the face that fires.
    for one in &forces.counters {
        let calibres: Vec<bool> =
            (0..one.faces.len()).map(|face| rating(one, face, "calibre").is_some()).collect();
        let is = one.unit_type == "siege-artillery";
        assert_eq!(
            calibres,
            if is { vec![false, true] } else { vec![false; one.faces.len()] },
            "{}",
            one.id
        );
    }
}

#[test]
fn every_formation_has_its_one_counter_and_its_place() {
    for file in FORCES {
        formations_have_their_counters(&read(file));
    }
}

fn formations_have_their_counters(forces: &OrderOfBattle) {
    let rules: Ruleset = read("ruleset.json");
    let stacking: BTreeMap<&str, i32> =
        rules.counters.sizes.iter().map(|size| (size.id.as_str(), size.stacking)).collect();
    for one in &forces.formations {
        let of = |kind: &str| {
            let own = forces.counters.iter().filter(|it| it.formation.as_ref() == Some(&one.id));
            // Antwerpen has a depot of its own besides its army's (1914 24.4, 24.7).
            let besides = |it: &&Counter| it.traits.iter().any(|it| it.as_str() == "antwerpen-id");
            own.filter(|it| it.unit_type == kind && !besides(it)).count()
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
                let parent = formation(forces, one.parent.as_deref().expect("a parent"));
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

/// What stands in a scenario's hexes at the start, off the map, or arrives later: each counter once,
/// in no hex more than may stack, and no enemies in one hex.
fn set_up(file: &str) -> (Scenario, BTreeSet<String>) {
    let rules: Ruleset = read("ruleset.json");
    let scenario: Scenario = read(file);
    let books: Vec<OrderOfBattle> =
        scenario.orders_of_battle.iter().map(|book| read(book.as_str())).collect();
    let all: BTreeMap<&str, &Counter> =
        books.iter().flat_map(|book| &book.counters).map(|one| (one.id.as_str(), one)).collect();
    let stacking: BTreeMap<&str, i32> =
        rules.counters.sizes.iter().map(|size| (size.id.as_str(), size.stacking)).collect();
    let mut in_hex: BTreeMap<&str, (i32, BTreeSet<&str>)> = BTreeMap::new();
    let mut seen: BTreeSet<String> = BTreeSet::new();
    for placement in &scenario.setup.placements {
        for id in &placement.counters {
            let one = all[id.as_str()];
            let (quarters, sides) = in_hex.entry(placement.hex.as_str()).or_default();
            *quarters += stacking[one.size.as_deref().expect("a size")];
            sides.insert(one.side.as_str());
            assert!(seen.insert(id.clone()), "{file}: {id} stands twice");
        }
    }
    for (hex, (quarters, sides)) in in_hex {
        assert!(quarters <= 14, "1914 3.1.1: {file}, {hex} holds {quarters} quarters");
        assert_eq!(sides.len(), 1, "1914 3.1: {file}, {hex}");
    }
    let later = scenario.reinforcements.iter().flat_map(|arrival| &arrival.counters);
    let off_map = scenario.start.iter().flat_map(|start| &start.off_map);
    for id in later.chain(off_map.flat_map(|place| &place.counters)) {
        assert!(all.contains_key(id.as_str()), "{file}: {id}");
        assert!(seen.insert(id.clone()), "{file}: {id} is in two places");
    }
    (scenario, seen)
}

#[test]
fn the_battle_for_lorraine_is_set_up_within_the_limits() {
    let (scenario, seen) = set_up("lorraine.json");
    let forces = forces();
    // Who is combined of others comes of them (1914 16.3).
    let is_combined = |one: &&Counter| {
        let mut others = forces.counters.iter();
        others.any(|other| other.substitute.as_ref() == Some(&one.id))
    };
    let unplaced: Vec<&Counter> = forces
        .counters
        .iter()
        .filter(|one| !seen.contains(one.id.as_str()) && !is_combined(one))
        .collect();
    assert!(unplaced.is_empty(), "{unplaced:?}");
    assert!(scenario.reinforcements.iter().all(|one| !matches!(one.entry, Entry::Zone(_))));
    assert_eq!(scenario.turns.len(), 6);
}

#[test]
fn the_other_scenarios_are_set_up_within_the_limits() {
    // Where a corps has its divisions, it has its train, and an army that fights its depot.
    for (file, depots) in [
        ("namur.json", 3),
        ("ardennes.json", 10),
        ("marne.json", 11),
        ("antwerpen.json", 2),
        ("liege.json", 2),
    ] {
        let (scenario, seen) = set_up(file);
        let there = seen.iter().filter(|id| id.ends_with("-depot"));
        assert!(there.count() >= depots, "{file}");
        let books = scenario.orders_of_battle.iter().map(|book| read(book));
        let books: Vec<OrderOfBattle> = books.collect();
        for corps in books.iter().flat_map(|book| &book.formations) {
            if corps.size.as_deref() != Some("corps") {
                continue;
            }
            let below = |one: &&Formation| one.parent.as_ref() == Some(&corps.id);
            let divisions = books.iter().flat_map(|book| &book.formations).filter(below);
            let divisions = divisions.filter(|one| {
                let id = one.id.strip_prefix("f-").unwrap_or_default();
                seen.contains(id)
            });
            let train = corps.id.replace("-corps", "-train");
            assert!(divisions.count() < 2 || seen.contains(&train), "{file}: {}", corps.id);
        }
        // The levels of victory leave no gap but the draw, and are ordered from best to worst.
        let levels = &scenario.victory.levels;
        assert!(levels.windows(2).all(|pair| pair[0].min > pair[1].max), "{file}");
    }
}
