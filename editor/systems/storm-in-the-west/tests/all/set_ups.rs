//! Set-ups of 1918: Storm in the West that a designer has begun, or that cannot be: the bots finish
//! the first and do not hang on the second.

use salient_rules::{Bot, Prepared};
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
