//! Who is in the orders of battle, by name, and what is refused.

use std::collections::BTreeMap;

use salient_schema::order_of_battle::{Counter, Formation};
use salient_schema::{Bundle, CounterId};

/// Why something cannot be done, as a sentence for the screen.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Refused(pub String);

impl Refused {
    pub(crate) fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }
}

/// Counters and formations by id, for look-ups while something is worked out.
pub(crate) struct Directory<'a> {
    pub counters: BTreeMap<&'a str, (usize, usize, &'a Counter)>,
    pub formations: BTreeMap<(usize, &'a str), &'a Formation>,
}

impl<'a> Directory<'a> {
    pub fn of(bundle: &'a Bundle) -> Self {
        let mut counters = BTreeMap::new();
        let mut formations = BTreeMap::new();
        for (at, oob) in bundle.orders_of_battle.iter().enumerate() {
            for (place, counter) in oob.counters.iter().enumerate() {
                counters.entry(counter.id.as_str()).or_insert((at, place, counter));
            }
            for formation in &oob.formations {
                formations.entry((at, formation.id.as_str())).or_insert(formation);
            }
        }
        Self { counters, formations }
    }

    /// A counter with the place of its order of battle and its own place there.
    pub fn counter(&self, id: &str) -> Result<(usize, usize, &'a Counter), Refused> {
        let found = self.counters.get(id).copied();
        found.ok_or_else(|| Refused::new(format!("There is no counter {id}.")))
    }

    pub fn formation(&self, oob: usize, id: &str) -> Result<&'a Formation, Refused> {
        let found = self.formations.get(&(oob, id)).copied();
        found.ok_or_else(|| Refused::new(format!("There is no formation {id}.")))
    }

    /// A formation and those above it, the nearest first. Circles end where they close.
    pub fn upward(&self, oob: usize, id: Option<&'a str>) -> Vec<&'a Formation> {
        let mut line: Vec<&'a Formation> = Vec::new();
        let mut next = id;
        while let Some(formation) = next.and_then(|id| self.formations.get(&(oob, id))) {
            if line.iter().any(|seen| seen.id == formation.id) {
                break;
            }
            line.push(formation);
            next = formation.parent.as_deref();
        }
        line
    }
}

/// A counter's name in a sentence: what it prints, else its id.
pub fn name_of(counter: &Counter) -> &str {
    let printed = counter.designation.trim();
    if printed.is_empty() { &counter.id } else { printed }
}

/// How often a scenario speaks of each counter: in its set-up and its reinforcement schedule.
pub(crate) fn use_counts(bundle: &Bundle) -> BTreeMap<&CounterId, usize> {
    let scenario = &bundle.scenario;
    let mut counts = BTreeMap::new();
    let lists = (scenario.setup.placements.iter().map(|entry| &entry.counters))
        .chain(scenario.setup.free.iter().map(|entry| &entry.counters))
        .chain([&scenario.setup.eliminated])
        .chain(scenario.start.iter().flat_map(|start| &start.off_map).map(|off| &off.counters))
        .chain(scenario.reinforcements.iter().map(|entry| &entry.counters));
    for counter in lists.flatten() {
        *counts.entry(counter).or_default() += 1;
    }
    counts
}
