//! What is wrong with the document as it stands, checked again only where an edit touched it.
//!
//! Findings are kept by [`Scope`]: the thing that was looked at. An edit names what it touched,
//! which names the scopes to look at again; everything else stays as it was found. A place in a
//! list is not stored but worked out when it is shown, so that a feature added among a hundred
//! thousand leaves their findings alone.
//!
//! Every scope is checked by the same functions that check a whole file.

mod checker;
mod scope;

pub use scope::{ProblemId, Scope};

use std::collections::BTreeMap;

use salient_hex::grid::{Hex, Side};
use salient_schema::project::ProjectPaths;
use salient_schema::{Diagnostic, Severity};

use crate::apply::State;
use scope::{Found, Pending};

/// All findings by what was looked at, and what is still to be looked at.
#[derive(Debug)]
pub struct Problems {
    found: BTreeMap<Scope, Vec<Found>>,
    count: ProblemCount,
    pending: Pending,
    /// The paths through each hex, while they are known.
    paths_through: Option<Vec<(Hex, u32)>>,
    /// The letters of entry hexes, which the schedule names.
    letters: BTreeMap<Hex, Vec<String>>,
    /// The hexes that somebody arrives in.
    entries: Vec<Hex>,
    /// The last revision whose changes are in `pending`.
    revision: u64,
    /// Goes up whenever the findings change.
    version: u64,
}

/// How many problems there are of each severity.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ProblemCount {
    /// What keeps the scenario from being played.
    pub errors: usize,
    /// What is likely a mistake.
    pub warnings: usize,
    /// What is worth knowing.
    pub notes: usize,
}

impl ProblemCount {
    /// All of them.
    pub fn all(self) -> usize {
        self.errors + self.warnings + self.notes
    }

    fn of(&mut self, severity: Severity) -> &mut usize {
        match severity {
            Severity::Error => &mut self.errors,
            Severity::Warning => &mut self.warnings,
            Severity::Note => &mut self.notes,
        }
    }
}

impl Default for Problems {
    fn default() -> Self {
        Self {
            found: BTreeMap::new(),
            count: ProblemCount::default(),
            pending: Pending::everything(),
            paths_through: None,
            letters: BTreeMap::new(),
            entries: Vec::new(),
            revision: 0,
            version: 0,
        }
    }
}

impl Problems {
    /// How many there are of each severity.
    pub fn count(&self) -> ProblemCount {
        self.count
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.count.all()
    }

    /// Whether nothing was found.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether everything has been looked at since the last change.
    pub fn is_complete(&self) -> bool {
        self.pending.is_empty()
    }

    /// Whether everything has been looked at as it is in a revision.
    pub(crate) fn is_up_to_date(&self, revision: u64) -> bool {
        self.is_complete() && self.revision == revision
    }

    /// Goes up whenever a finding comes or goes, so that a list made of them can be kept.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// Every problem in the order of the scopes: map, orders of battle, scenario, rules. The
    /// findings have hex, hexside and counter; file and pointer are worked out by
    /// [`Document::problem`](crate::Document::problem).
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (ProblemId, &Diagnostic)> {
        self.found.iter().flat_map(|(&scope, found)| {
            let here = found.iter().enumerate();
            here.map(move |(nth, found)| (ProblemId { scope, nth }, &found.diagnostic))
        })
    }

    /// A finding, without file and pointer.
    pub fn get(&self, id: ProblemId) -> Option<&Diagnostic> {
        Some(&self.found.get(&id.scope)?.get(id.nth)?.diagnostic)
    }

    /// The findings about what stands in a hex.
    pub fn of_hex(&self, hex: Hex) -> impl Iterator<Item = (ProblemId, &Diagnostic)> {
        let scopes = [Scope::Features(hex), Scope::TrenchGap(hex)];
        scopes.into_iter().flat_map(|scope| self.of_scope(scope))
    }

    /// The findings about what runs along a hexside.
    pub fn of_side(&self, side: Side) -> impl Iterator<Item = (ProblemId, &Diagnostic)> {
        let scopes = [Scope::Hexsides(side), Scope::Gap(side)];
        scopes.into_iter().flat_map(|scope| self.of_scope(scope))
    }

    fn of_scope(&self, scope: Scope) -> impl Iterator<Item = (ProblemId, &Diagnostic)> {
        let here = self.found.get(&scope).into_iter().flatten().enumerate();
        here.map(move |(nth, found)| (ProblemId { scope, nth }, &found.diagnostic))
    }

    /// A problem with everything that is known of its place.
    pub(crate) fn whole(
        &self,
        id: ProblemId,
        state: &State,
        paths: &ProjectPaths,
    ) -> Option<Diagnostic> {
        let found = self.found.get(&id.scope)?.get(id.nth)?;
        Some(found.whole(id.scope, state, paths))
    }

    /// A problem with a pointer into the bundle.
    pub(crate) fn in_bundle(&self, id: ProblemId, state: &State) -> Option<Diagnostic> {
        Some(self.found.get(&id.scope)?.get(id.nth)?.in_bundle(id.scope, state))
    }

    /// All problems with everything that is known of their places, sorted by it.
    pub(crate) fn all(&self, state: &State, paths: &ProjectPaths) -> Vec<Diagnostic> {
        let whole = |(&scope, found): (&Scope, &Vec<Found>)| -> Vec<Diagnostic> {
            found.iter().map(|found| found.whole(scope, state, paths)).collect()
        };
        let mut all: Vec<Diagnostic> = self.found.iter().flat_map(whole).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// Puts other findings in the place of a scope's.
    fn put(&mut self, scope: Scope, found: Vec<Found>) {
        if found.is_empty() && !self.found.contains_key(&scope) {
            return;
        }
        for one in &found {
            *self.count.of(one.diagnostic.severity) += 1;
        }
        let before = match found.is_empty() {
            true => self.found.remove(&scope),
            false => self.found.insert(scope, found),
        };
        for one in before.into_iter().flatten() {
            *self.count.of(one.diagnostic.severity) -= 1;
        }
        self.version += 1;
    }
}
