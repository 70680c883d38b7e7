//! Whether a set-up or a map is legal, beyond what its files can tell by themselves.

use salient_schema::{Bundle, Diagnostic, Map, Ruleset};

use crate::systems::kaisers_battle;

/// Checks a scenario's set-up and map against the rules of its system. A system that the engine
/// does not know has nothing to check.
///
/// Diagnostics carry the rule, the hex, the counter and a JSON pointer into the part they are
/// about.
pub fn check(bundle: &Bundle) -> Vec<Diagnostic> {
    let mut found = check_map(&bundle.map, &bundle.ruleset);
    if bundle.ruleset.id == kaisers_battle::INFO.id {
        found.extend(kaisers_battle::check(bundle));
    }
    found
}

/// Checks a map by itself.
pub fn check_map(map: &Map, ruleset: &Ruleset) -> Vec<Diagnostic> {
    let _ = (map, ruleset);
    Vec::new()
}
