//! What a system checks of a bundle, part by part.

use salient_schema::Diagnostic;

use crate::check::Lookup;

/// A part of what a system's rules say of a scenario.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RulesPart {
    /// What the rules need of ruleset, orders of battle and schedule: numbers, charts, stages.
    Data,
    /// Border lines that the rules read.
    Lines,
    /// Who stands where.
    SetUp,
    /// Who comes in where.
    Arrivals,
    /// What the ruleset says by itself of who stands and comes in where, whoever's rules play it. No
    /// system is asked.
    General,
}

impl RulesPart {
    /// All parts.
    pub const ALL: [Self; 5] =
        [Self::Data, Self::Lines, Self::SetUp, Self::Arrivals, Self::General];
}

/// Checks a bundle against the rules of a system, part by part.
pub trait Checker: Send + Sync {
    /// What is wrong with a part.
    fn check(&self, lookup: &Lookup<'_>, part: RulesPart) -> Vec<Diagnostic>;
}
