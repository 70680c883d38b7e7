//! Whether a set-up or a map is legal, beyond what its files can tell by themselves.
//!
//! Only what the rules of a system say and what is likely a slip of the pen is found here:
//! references that lead nowhere and values out of range are for
//! `salient_schema::check_references`, which knows no rules.
//!
//! [`check`] looks at everything. Each of the other functions looks at one thing, so that an
//! editor can check again only what an edit touched; [`check`] calls the same.

mod chains;
pub(crate) mod general;
mod hexes;
mod lookup;
mod paths;

use crate::boxes;
use crate::checker::Checker;
pub use crate::checker::RulesPart;
use crate::limits;
use crate::roles::Roles;
use crate::steps;
use crate::system::Systems;
use ahash::AHashMap;
pub use chains::{
    gap, gaps_beside, gaps_in_line, has_trench, line, missing_piece, missing_trench, stops,
    trench_gap,
};
pub use hexes::{asks_owner, asks_value, hex, is_entry, is_settlement, on_chart, side};
pub use lookup::{Lookup, LookupLists, kind, sides_at_ends};
pub use paths::{LooseEnds, loose_ends, path, path_ends, zone};
use rayon::iter::IntoParallelIterator;
use rayon::iter::ParallelIterator;
use salient_hex::grid::Hex;
use salient_schema::Bundle;
use salient_schema::Code;
use salient_schema::Diagnostic;
use salient_schema::Map;
use salient_schema::Ruleset;
use std::collections::BTreeSet;

/// Checks a scenario's map, set-up and schedule against the rules of its system and against what its
/// ruleset says by itself, which is all there is where the engine does not know the system.
///
/// Diagnostics carry the rule, the hex, the counter and a JSON pointer into the bundle:
/// `/map/…`, `/scenario/…`, `/ruleset/…`, `/orders_of_battle/0/…`.
pub fn check(systems: Systems, bundle: &Bundle) -> Vec<Diagnostic> {
    let lists = LookupLists::new(&bundle.map);
    let lookup = lists.lookup(&bundle.map, &bundle.ruleset);
    let (mut found, of_rules) = rayon::join(
        || whole_map(&lookup),
        || {
            let rules = Rules::of(systems, bundle);
            let parts = RulesPart::ALL.into_par_iter();
            parts.map(|part| rules.check(&lookup, part)).collect::<Vec<_>>()
        },
    );
    found.extend(of_rules.into_iter().flatten());
    found
}

/// Checks a map by itself: places that are likely slips of the pen. Pointers begin with `/map`,
/// as in a bundle.
pub fn check_map(map: &Map, ruleset: &Ruleset) -> Vec<Diagnostic> {
    whole_map(&LookupLists::new(map).lookup(map, ruleset))
}

fn whole_map(lookup: &Lookup<'_>) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    // How many hexes next to one have trenches.
    let mut near_trenches: AHashMap<Hex, u8> = AHashMap::new();
    for here in lookup.features.chunk_by(|one, other| one.0 == other.0) {
        if let Some(&(at, _)) = here.first() {
            found.extend(hex(lookup, at));
            if has_trench(lookup, at) {
                for beside in lookup.grid.neighbours(at).into_iter().flatten() {
                    *near_trenches.entry(beside).or_default() += 1;
                }
            }
        }
    }
    // A line that stops on either side of a hex ends in two hexes next to it.
    let between = near_trenches.into_iter().filter(|&(_, ends)| ends >= 2);
    let between: BTreeSet<Hex> = between.map(|(hex, _)| hex).collect();
    found.extend(between.into_iter().flat_map(|at| trench_gap(lookup, at)));
    for here in lookup.hexsides.chunk_by(|one, other| one.0 == other.0) {
        if let Some(&(at, _)) = here.first() {
            found.extend(side(lookup, at));
        }
    }
    found.extend(stops(lookup).into_iter().flat_map(|at| gap(lookup, at)));
    found.extend((0..lookup.map.paths.items.len()).flat_map(|place| path(lookup, place)));
    found.extend(path_ends(lookup));
    found.extend((0..lookup.map.lines.items.len()).flat_map(|place| line(lookup, place)));
    found.extend((0..lookup.map.zones.items.len()).flat_map(|place| zone(lookup, place)));
    found
}

/// Checks a part of a scenario against the rules of its system; of a system that the engine does not
/// know there are only free placement and [`RulesPart::General`].
pub fn rules(
    systems: Systems,
    bundle: &Bundle,
    lookup: &Lookup<'_>,
    part: RulesPart,
) -> Vec<Diagnostic> {
    Rules::of(systems, bundle).check(lookup, part)
}

/// What the parts of a check share.
struct Rules<'a> {
    systems: Systems,
    bundle: &'a Bundle,
    checker: Option<Box<dyn Checker + 'a>>,
    /// What is wrong with the roles, with the tests that steps of the sequence come by, with the
    /// boxes that counters begin in, and with how much belongs to formations.
    of_data: Vec<Diagnostic>,
}

impl<'a> Rules<'a> {
    fn of(systems: Systems, bundle: &'a Bundle) -> Self {
        let Some(system) = systems.of(bundle) else {
            let of_data = steps::unknown_tests(None, bundle);
            return Self { systems, bundle, checker: None, of_data };
        };
        let (roles, mut of_data) = Roles::of(system.roles(), bundle);
        of_data.extend(steps::unknown_tests(Some(system.tests()), bundle));
        of_data.extend(boxes::unknown(system.boxes(), bundle));
        of_data.extend(limits::check(bundle, system.roles(), system.limits()));
        Self { systems, bundle, checker: Some(system.checker(bundle, roles)), of_data }
    }

    fn check(&self, lookup: &Lookup<'_>, part: RulesPart) -> Vec<Diagnostic> {
        let mut found = match (part, &self.checker) {
            (RulesPart::General, _) => general::check(self.systems, self.bundle, lookup),
            (part, Some(checker)) => checker.check(lookup, part),
            (_, None) => Vec::new(),
        };
        if part == RulesPart::Data {
            // What compiles the rules may have found the same.
            found.retain(|one| !self.of_data.contains(one));
            found.splice(..0, self.of_data.iter().cloned());
        }
        if part == RulesPart::SetUp {
            found.extend(crate::set_up::check(self.bundle, lookup));
        }
        found.retain(|diagnostic| diagnostic.code == Code::Rule);
        found
    }
}
