//! Which zones of a map a scenario has a use for: a map has those of all its scenarios.

use std::collections::BTreeSet;

use crate::Bundle;
use crate::scenario::Entry;
use crate::victory::scoring_zones;

/// The zones in which a scenario sets up or brings on units, and those that score. Who controls what
/// is shown by its line on the map, and not by the whole of either side.
#[must_use]
pub fn zones_in_use(bundle: &Bundle) -> BTreeSet<&str> {
    let scenario = &bundle.scenario;
    let free = scenario.setup.free.iter();
    let free =
        free.flat_map(|free| std::iter::once(free.zone.as_str()).chain(free.front.as_deref()));
    let arrivals = scenario.reinforcements.iter().flat_map(|one| {
        let entry = match &one.entry {
            Entry::Zone(zone) => Some(zone.as_str()),
            Entry::Letter(_) | Entry::Hexes(_) => None,
        };
        let held = one.condition.as_ref().and_then(|one| one.while_holding.as_deref());
        entry.into_iter().chain(held)
    });
    let scoring = scoring_zones(bundle).into_iter().map(|one| one.zone.id.as_str());
    free.chain(arrivals).chain(scoring).collect()
}
