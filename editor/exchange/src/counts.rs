//! Whether an import forgot anything: what it saw is what it placed and what it told of.
//!
//! ```text
//!   seen    counted where the file is taken apart, before anything is decided
//!   placed  counted where a thing has got into the parts, changed or not; best in the parts themselves
//!   told    counted where a loss says that it is left out
//! ```
//!
//! Each number comes from a place of its own, so that a thing which falls between two steps of a
//! reader is missed by the sum. [`LossReport`](crate::LossReport) carries the counts.

use std::collections::BTreeMap;
use std::fmt;

use serde::Serialize;

use crate::ImportError;

/// How many things of each kind an import saw, placed and told of.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Counts(BTreeMap<String, Count>);

/// The numbers of one kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Count {
    /// In the file.
    pub seen: u64,
    /// In the parts of a bundle that were made of it.
    pub placed: u64,
    /// Left out, with a loss that says so.
    pub told: u64,
}

impl Count {
    /// Whether nothing was forgotten, and nothing counted twice.
    #[must_use]
    pub fn agrees(self) -> bool {
        self.placed.checked_add(self.told) == Some(self.seen)
    }
}

/// `92 seen = 80 placed + 12 told of`
impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { seen, placed, told } = self;
        write!(f, "{seen} seen = {placed} placed + {told} told of")
    }
}

impl Counts {
    /// So many things of a kind (in the plural, in a designer's words) are in the file.
    pub fn see(&mut self, kind: &str, number: usize) {
        let seen = &mut self.of_mut(kind).seen;
        *seen = seen.saturating_add(number as u64);
    }

    /// So many of them are in the parts.
    pub fn place(&mut self, kind: &str, number: usize) {
        let placed = &mut self.of_mut(kind).placed;
        *placed = placed.saturating_add(number as u64);
    }

    /// So many of them are left out, and the losses say so.
    pub fn tell(&mut self, kind: &str, number: usize) {
        let told = &mut self.of_mut(kind).told;
        *told = told.saturating_add(number as u64);
    }

    /// Adds the numbers of another report.
    pub(crate) fn take_in(&mut self, other: &Self) {
        for (kind, more) in other.iter() {
            let count = self.of_mut(kind);
            count.seen = count.seen.saturating_add(more.seen);
            count.placed = count.placed.saturating_add(more.placed);
            count.told = count.told.saturating_add(more.told);
        }
    }

    /// What was told of is in the parts after all, by another way.
    pub(crate) fn all_placed(&mut self) {
        for count in self.0.values_mut() {
            count.placed = count.placed.saturating_add(std::mem::take(&mut count.told));
        }
    }

    /// All kinds with their numbers, in the order of their names.
    pub fn iter(&self) -> impl Iterator<Item = (&str, Count)> {
        self.0.iter().map(|(kind, count)| (kind.as_str(), *count))
    }

    /// The numbers of a kind; none where nothing of it was counted.
    #[must_use]
    pub fn of(&self, kind: &str) -> Count {
        self.0.get(kind).copied().unwrap_or_default()
    }

    /// Whether nothing was counted, as on the way out.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Refuses what does not add up. `place` is where the import began.
    ///
    /// # Errors
    /// The first kind of which something was neither placed nor told of, or counted twice.
    pub fn settle(&self, place: &str) -> Result<(), ImportError> {
        let Some((kind, count)) = self.iter().find(|(_, count)| !count.agrees()) else {
            return Ok(());
        };
        let Count { seen, placed, told } = count;
        Err(ImportError {
            place: place.to_owned(),
            what: format!(
                "{kind} do not add up: {seen} seen, but {placed} placed and {told} told of"
            ),
            help: "nothing is written, as something would be lost without a word; this is a fault \
                   of Salient: report it with the file"
                .to_owned(),
        })
    }

    fn of_mut(&mut self, kind: &str) -> &mut Count {
        self.0.entry(kind.to_owned()).or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_neither_placed_nor_told_of_is_an_error() {
        let mut counts = Counts::default();
        assert_eq!(counts.settle("a.map"), Ok(()));
        counts.see("hexes", 92);
        counts.place("hexes", 80);
        counts.see("boards", 1);
        counts.place("boards", 1);
        let error = counts.settle("a.map").unwrap_err();
        assert_eq!(error.place, "a.map");
        assert_eq!(error.what, "hexes do not add up: 92 seen, but 80 placed and 0 told of");
        counts.tell("hexes", 12);
        assert_eq!(counts.settle("a.map"), Ok(()));
        assert_eq!(counts.of("hexes").to_string(), "92 seen = 80 placed + 12 told of");
        // Twice is no better than never.
        counts.place("boards", 1);
        assert!(counts.settle("a.map").is_err());
        assert!(!Count { seen: 0, placed: u64::MAX, told: 1 }.agrees());
    }
}
