//! What is so of units besides where they stand, in words, for whoever looks at a stack: disrupted,
//! dug in, out of supply.

use std::collections::BTreeMap;

use salient_rules::Match;
use salient_rules::words::Words;
use salient_schema::Id;
use salient_schema::event::SupplyState;

/// What is so of every unit, by its name in the log, as far as all of these sides may know it; who
/// plays none may know everything. Units of which nothing is so are left out.
pub fn of_units(game: &Match, readers: &[&Id], words: &Words) -> BTreeMap<String, Vec<String>> {
    let mut all: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for of in game.known_to(readers).states() {
        let names = of.states.iter().map(|id| words.state(id));
        all.entry(of.unit.to_owned()).or_default().extend(names);
    }
    for side in 0..game.sides().len() {
        for supply in game.known_to(&[]).supplies(side) {
            let Some(name) = supply_name(supply.state) else { continue };
            let states = all.entry(supply.name.to_owned()).or_default();
            if !states.iter().any(|known| known == name) {
                states.push(name.to_owned());
            }
        }
    }
    all
}

/// How a unit is supplied, where it lacks something.
pub(crate) fn supply_name(state: SupplyState) -> Option<&'static str> {
    match state {
        SupplyState::InSupply => None,
        SupplyState::OutOfCommunications => Some("Out of communications"),
        SupplyState::OutOfSupply => Some("Out of supply"),
        SupplyState::Isolated => Some("Isolated"),
        SupplyState::AlliedSupply => Some("In an ally's supply"),
        SupplyState::FortressSupply => Some("In a fortress's supply"),
    }
}
