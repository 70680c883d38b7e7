//! The rules, one module a system. They share mechanisms, never each other's rules.

pub mod kaisers_battle;
pub mod storm_in_the_west;

use std::sync::Arc;

use salient_schema::map::{Grid, Zone};
use salient_schema::{Bundle, Code, Diagnostic};

use crate::check::{Lookup, RulesPart};
use crate::game::Begin;
use crate::grid::Hex;

/// A system that the engine plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SystemInfo {
    /// The ruleset's id.
    pub id: &'static str,
    /// What a reader calls it.
    pub title: &'static str,
    /// The rules that are built: the number as the rule book prints it, and the path of the
    /// function that does it.
    pub implemented: &'static [(&'static str, &'static str)],
}

/// The systems that the engine plays.
pub fn systems() -> &'static [SystemInfo] {
    &[kaisers_battle::INFO, storm_in_the_west::INFO]
}

/// Compiles a bundle with the rules of its system.
pub(crate) fn prepare(bundle: &Bundle) -> Result<Arc<dyn Begin>, Vec<Diagnostic>> {
    match bundle.ruleset.id.as_str() {
        id if id == kaisers_battle::INFO.id => kaisers_battle::prepare(bundle),
        id if id == storm_in_the_west::INFO.id => storm_in_the_west::prepare(bundle),
        other => Err(vec![no_rules(other)]),
    }
}

/// What several checks of one bundle share.
#[derive(Default)]
pub(crate) struct Shared {
    kaisers_battle: kaisers_battle::Shared,
}

/// Checks a part of a scenario against the rules of its system, if it has any here.
pub(crate) fn check(
    bundle: &Bundle,
    lookup: &Lookup<'_>,
    part: RulesPart,
    shared: &Shared,
) -> Vec<Diagnostic> {
    match bundle.ruleset.id.as_str() {
        id if id == kaisers_battle::INFO.id => {
            kaisers_battle::check(bundle, lookup, part, &shared.kaisers_battle)
        }
        id if id == storm_in_the_west::INFO.id => storm_in_the_west::check(bundle, lookup, part),
        _ => Vec::new(),
    }
}

/// The hex nearest to another, at most `reach` away, in which a counter may be set up instead by
/// the stacking and terrain rules of its system; for a system without rules here, one that may be
/// entered and holds nobody of another side. The counter is named by the places of its entry
/// among the placements and of itself in it.
pub fn nearest_legal(
    bundle: &Bundle,
    lookup: &Lookup<'_>,
    at: (usize, usize),
    from: Hex,
    reach: u32,
) -> Option<Hex> {
    if bundle.ruleset.id == kaisers_battle::INFO.id {
        return kaisers_battle::nearest_legal(bundle, lookup, at, from, reach);
    }
    if bundle.ruleset.id == storm_in_the_west::INFO.id {
        return storm_in_the_west::nearest_legal(bundle, at, from, reach);
    }
    let side = |id: &str| {
        let counters = bundle.orders_of_battle.iter().flat_map(|oob| &oob.counters);
        counters.into_iter().find(|counter| counter.id == id).map(|counter| counter.side.as_str())
    };
    let placements = &bundle.scenario.setup.placements;
    let own = side(placements.get(at.0)?.counters.get(at.1)?);
    let strangers: std::collections::BTreeSet<Hex> = placements
        .iter()
        .filter(|placement| placement.counters.iter().any(|id| side(id) != own))
        .filter_map(|placement| lookup.grid.parse(&placement.hex))
        .collect();
    let mut hexes = lookup.grid.within(from, reach);
    hexes.retain(|hex| *hex != from && lookup.enterable(*hex) && !strangers.contains(hex));
    hexes.into_iter().min_by_key(|&hex| (lookup.grid.distance(from, hex), hex))
}

/// The zones that a system's rules need of a plain map, for a rule case.
pub(crate) fn plain_zones(system: &str, grid: &Grid) -> Vec<Zone> {
    match system {
        id if id == storm_in_the_west::INFO.id => storm_in_the_west::plain_zones(grid),
        _ => Vec::new(),
    }
}

fn no_rules(id: &str) -> Diagnostic {
    let known: Vec<&str> = systems().iter().map(|system| system.id).collect();
    Diagnostic::error(Code::Rule, format!("the engine has no rules for the system '{id}'"))
        .pointer("/id")
        .help(format!("systems with rules: {}", known.join(", ")))
}
