//! What is so of units is told whoever looks at a stack, in the names that the system gives it.

use salient_play::standing::of_units;
use salient_rules::words::Words;
use salient_rules::{Bot, Prepared};
use salient_schema::Bundle;
use salient_schema::event::SupplyState;

use crate::support::{SYSTEMS, bundles, of_every_system};

/// The bundle with a state of the first placement's first counter, which is told.
fn begun_in(mut bundle: Bundle, state: &str) -> (Bundle, String) {
    let placements = &mut bundle.scenario.setup.placements;
    let placement = placements.iter_mut().find(|one| one.states.is_empty()).expect("a placement");
    placement.states = vec![state.to_owned()];
    let counter = placement.counters[0].clone();
    (bundle, counter)
}

#[test]
fn a_unit_is_told_with_the_states_that_it_begins_in() {
    let [_, storm, infantry_attacks] = bundles();
    for (bundle, state, name) in [
        (storm, "out-of-supply", "Out of supply"),
        (infantry_attacks.clone(), "disrupted", "Disrupted"),
        (infantry_attacks, "dug-in", "Dug in"),
    ] {
        let (bundle, counter) = begun_in(bundle, state);
        let words = Words::new(SYSTEMS, &bundle);
        let game = Prepared::new(SYSTEMS, &bundle).unwrap().start(1);
        let told = of_units(&game, &[], &words);
        let so = told.get(&counter).map(Vec::as_slice).unwrap_or_default();
        assert!(so.iter().any(|one| one == name), "{state} of {counter}: {so:?}");
    }
}

/// Whoever lacks supply is told so once, whichever of the two says it: a state, or the supply lines.
#[test]
fn who_lacks_supply_is_told_so_once() {
    let mut lacking = 0;
    for bundle in of_every_system() {
        let words = Words::new(SYSTEMS, &bundle);
        let mut game = Prepared::new(SYSTEMS, &bundle).unwrap().start(4);
        let bots = vec![Bot::RANDOM; game.sides().len()];
        for decision in 0..2000 {
            if game.is_over() {
                break;
            }
            if decision % 100 == 0 {
                let told = of_units(&game, &[], &words);
                for so in told.values() {
                    let mut once = so.clone();
                    once.sort();
                    once.dedup();
                    assert_eq!(once.len(), so.len(), "{so:?}");
                }
                let lines = (0..game.sides().len()).flat_map(|side| {
                    let of_side = game.known_to(&[]).supplies(side);
                    let all = of_side.into_iter().map(|one| (one.name.to_owned(), one.state));
                    all.collect::<Vec<_>>()
                });
                for (unit, _) in lines.filter(|(_, state)| *state != SupplyState::InSupply) {
                    assert!(told.get(&unit).is_some_and(|so| !so.is_empty()), "{unit}");
                    lacking += 1;
                }
            }
            game.advance(&bots);
        }
    }
    assert!(lacking > 0);
}
