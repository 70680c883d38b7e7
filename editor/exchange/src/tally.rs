//! What becomes of each thing of a map's file, gathered while it is read: the counts, and what there
//! is to tell, all of one reason together.

use std::collections::BTreeMap;

use crate::terrain::Few;
use crate::{Counts, Fate, LossReport};

/// Counts while a file is read, and gathers what there is to tell.
#[derive(Default)]
pub struct Tally {
    counts: Counts,
    told: BTreeMap<(Fate, &'static str, String), Few>,
}

impl Tally {
    /// The file has so many things more of this sort.
    pub fn seen(&mut self, of: &str, count: usize) {
        self.counts.see(of, count);
    }

    /// A thing stands in the map.
    pub fn placed(&mut self, of: &str) {
        self.counts.place(of, 1);
    }

    /// A thing of a sort does not: its kind, why, which it is and where.
    pub fn told(
        &mut self,
        of: &str,
        kind: &'static str,
        why: impl Into<String>,
        which: impl FnOnce() -> String,
        place: Option<String>,
    ) {
        self.counts.tell(of, 1);
        self.tell(Fate::Dropped, kind, why.into(), which, place);
    }

    /// So many things do not, and one line in the report tells of all.
    pub fn told_of_all(
        &mut self,
        (of, count): (&str, usize),
        kind: &'static str,
        why: impl Into<String>,
        which: impl FnOnce() -> String,
    ) {
        if count > 0 {
            self.counts.tell(of, count);
            self.tell(Fate::Dropped, kind, why.into(), which, None);
        }
    }

    /// Something of a thing that is placed is not as it was.
    pub fn changed(
        &mut self,
        kind: &'static str,
        why: impl Into<String>,
        which: impl FnOnce() -> String,
        place: Option<String>,
    ) {
        self.tell(Fate::Changed, kind, why.into(), which, place);
    }

    fn tell(
        &mut self,
        fate: Fate,
        kind: &'static str,
        why: String,
        which: impl FnOnce() -> String,
        place: Option<String>,
    ) {
        let few = self.told.entry((fate, kind, why));
        let few = few.or_insert_with_key(|(fate, kind, why)| Few::new(*fate, kind, why));
        few.note(which, place);
    }

    /// Puts the counts and what there is to tell into the report.
    pub fn report(self, losses: &mut LossReport) {
        losses.counts.take_in(&self.counts);
        self.told.into_values().for_each(|few| few.report(losses));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_neither_placed_nor_told_of_is_an_error() {
        let report = |placed: usize| {
            let mut tally = Tally::default();
            tally.seen("things", 4);
            (0..placed).for_each(|_| tally.placed("things"));
            tally.told("things", "thing", "has no place", || "b".to_owned(), None);
            tally.told_of_all(("things", 2), "thing", "has no place", || "two more".to_owned());
            tally.changed("thing", "has another colour", || "a".to_owned(), None);
            let mut losses = LossReport::new("test");
            tally.report(&mut losses);
            losses
        };
        assert!(report(0).counts.settle("file").is_err());
        assert!(report(1).counts.settle("file").is_ok());
        assert_eq!(report(1).losses.len(), 3);
    }
}
