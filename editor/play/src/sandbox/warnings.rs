//! What the ruleset says against a position: stacks that are too high, impassable hexes, enemies in
//! one hex. Nothing is refused for it.

use salient_rules::Systems;
use salient_rules::check::{LookupLists, RulesPart, rules};
use salient_schema::{Bundle, Diagnostic};

use super::Sandbox;

impl Sandbox {
    /// What the checks of every set-up say of the position as it stands, as far as the ruleset wants
    /// them.
    pub fn warnings(&self, systems: Systems, bundle: &Bundle) -> Vec<Diagnostic> {
        let mut position = bundle.clone();
        position.scenario = self.keep(bundle).scenario;
        let lists = LookupLists::new(&position.map);
        let lookup = lists.lookup(&position.map, &position.ruleset);
        let mut found = rules(systems, &position, &lookup, RulesPart::General);
        // Whoever is still to come is no part of the position.
        found.retain(|one| {
            let pointer = one.place.pointer.as_deref();
            pointer.is_some_and(|pointer| pointer.starts_with("/scenario/setup/"))
        });
        found
    }
}
