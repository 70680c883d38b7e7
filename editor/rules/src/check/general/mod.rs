//! What a ruleset says by itself of every set-up and schedule, whoever's rules play it: its terrain
//! effects chart, its unit sizes, its stacking limits, its alliances. A file holds a check.
//!
//! A game may be meant otherwise, so all of it are warnings, and each check can be left out: by the
//! ruleset ([`Ruleset::unchecked`](salient_schema::Ruleset::unchecked)), and by a system that makes
//! it by rules of its own ([`System::checks_itself`](crate::System::checks_itself)).

mod entry;
mod finding;
mod impassable;
mod mixed_hex;
mod stacking;
#[cfg(test)]
mod tests;
pub(crate) mod units;

use salient_schema::ruleset::SetUpCheck;
use salient_schema::{Bundle, Diagnostic};

use super::lookup::Lookup;
use crate::system::Systems;
use units::Units;

/// Everything that the ruleset by itself has against set-up and schedule, with pointers into the
/// bundle.
pub(super) fn check(systems: Systems, bundle: &Bundle, lookup: &Lookup<'_>) -> Vec<Diagnostic> {
    let system = systems.of(bundle);
    let by_system = system.as_deref().map_or(&[][..], |system| system.checks_itself());
    let wanted = |check: SetUpCheck| !bundle.ruleset.unchecked.contains(&check);
    let ours = |check: SetUpCheck| wanted(check) && !by_system.contains(&check);
    let units = Units::of(bundle, lookup);
    let mut found = Vec::new();
    if ours(SetUpCheck::Impassable) {
        found.extend(impassable::check(&units));
    }
    if ours(SetUpCheck::Stacking) {
        found.extend(stacking::of_set_up(&units));
    }
    // A system's own check is about the set-up.
    if wanted(SetUpCheck::Stacking) {
        found.extend(stacking::of_schedule(systems, bundle));
    }
    if ours(SetUpCheck::MixedHex) {
        found.extend(mixed_hex::check(&units));
    }
    if ours(SetUpCheck::Entry) {
        found.extend(entry::check(&units));
    }
    found
}
