//! What the sides had to use up, and what of it was left over.

use std::collections::BTreeMap;

use salient_schema::Id;
use salient_schema::event::Fact;
use serde::{Deserialize, Serialize};

use crate::statistics::{Estimate, Share, Sum};
use crate::subject::{Subject, SubjectIndex};

/// What a side had of one kind to use up, a game: replacement steps, artillery points, aircraft.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ResourceReport {
    /// The side.
    pub side: Id,
    /// The kind: `air-points`; with the nation in front, where each has its own:
    /// `british/replacement-steps`.
    pub kind: Id,
    /// It for people, as in the midst of a sentence: `air points`, `British replacement steps`.
    pub name: String,
    /// How much came in the whole game.
    pub received: Estimate,
    /// How much was spent.
    pub spent: Estimate,
    /// How much the enemy took.
    pub taken: Estimate,
    /// How much was neither spent nor taken when the game ended, what had lapsed with it.
    pub left: Estimate,
    /// Games in which more than a third of what could have been spent was left over.
    pub left_over: Share,
}

/// Whether so much left over of what could have been spent is worth a word: more than a third.
fn is_much(left: i64, of: i64) -> bool {
    left > 0 && left * 3 > of
}

/// One game's.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ResourceTally {
    /// By side, then by kind.
    rows: BTreeMap<(usize, String), Used>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Used {
    received: i64,
    spent: i64,
    taken: i64,
}

impl Used {
    /// What could have been spent, and what of it was not.
    fn left(self) -> (i64, i64) {
        let could = (self.received - self.taken).max(0);
        (could, (could - self.spent).max(0))
    }
}

impl ResourceTally {
    /// Something comes, is spent, or is taken from the enemy.
    pub(crate) fn add(&mut self, index: &SubjectIndex, fact: &Fact) {
        let Some(side) = fact.side.as_ref().and_then(|side| index.side(side)) else { return };
        let sides = index.subject().sides.len();
        for &(column, value) in &fact.values {
            match column {
                "received" => self.row(side, &fact.row).received += value,
                "spent" => self.row(side, &fact.row).spent += value,
                // With more than two sides it does not say whose it was.
                "enemy-spent" if sides == 2 => self.row(1 - side, &fact.row).spent += value,
                "taken" if sides == 2 => self.row(1 - side, &fact.row).taken += value,
                _ => {}
            }
        }
    }

    /// Replacement steps come or are spent: `british`, `british/mechanised`. Steps that do not last
    /// lapse by coming in a number below 0, and are left over.
    pub(crate) fn replacements(&mut self, index: &SubjectIndex, fact: &Fact) {
        let Some(side) = fact.side.as_ref().and_then(|side| index.side(side)) else { return };
        // Steps of a kind may be for several nations, which spend them in their own name.
        let kind = match (fact.row.as_ref(), fact.row.split_once('/')) {
            (_, Some((_, pool))) => format!("{pool}-replacement-steps"),
            ("", None) => "replacement-steps".to_owned(),
            (nation, None) => format!("{nation}/replacement-steps"),
        };
        for &(column, value) in &fact.values {
            match column {
                "received" => self.row(side, &kind).received += value.max(0),
                "spent" => self.row(side, &kind).spent += value,
                _ => {}
            }
        }
    }

    fn row(&mut self, side: usize, kind: &str) -> &mut Used {
        self.rows.entry((side, kind.to_owned())).or_default()
    }
}

/// Those of many games, added up.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ResourceTotals {
    /// By side, then by kind. Games in which there was nothing of a kind are not in the sums.
    sides: Vec<BTreeMap<String, UsedTotals>>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct UsedTotals {
    received: Sum,
    spent: Sum,
    taken: Sum,
    left: Sum,
    /// Games in which much was left over.
    left_over: u32,
}

impl ResourceTotals {
    /// The sums over no games.
    pub(crate) fn new(sides: usize) -> Self {
        Self { sides: vec![BTreeMap::new(); sides] }
    }

    /// How many sides it has.
    pub(crate) fn sides(&self) -> usize {
        self.sides.len()
    }

    /// Adds a game.
    pub(crate) fn add(&mut self, tally: &ResourceTally) {
        for ((side, kind), used) in &tally.rows {
            let Some(kinds) = self.sides.get_mut(*side) else { continue };
            let total = kinds.entry(kind.clone()).or_default();
            let (could, left) = used.left();
            total.received.add(used.received);
            total.spent.add(used.spent);
            total.taken.add(used.taken);
            total.left.add(left);
            total.left_over += u32::from(is_much(left, could));
        }
    }

    /// Adds other games.
    pub(crate) fn merge(&mut self, other: &Self) {
        for (kinds, other) in self.sides.iter_mut().zip(&other.sides) {
            for (kind, other) in other {
                let total = kinds.entry(kind.clone()).or_default();
                total.received.merge(&other.received);
                total.spent.merge(&other.spent);
                total.taken.merge(&other.taken);
                total.left.merge(&other.left);
                total.left_over = total.left_over.saturating_add(other.left_over);
            }
        }
    }

    /// The rows of a report over so many games.
    pub(crate) fn report(&self, subject: &Subject, games: u32) -> Vec<ResourceReport> {
        let games = u64::from(games);
        let mean = |sum: Sum| Sum { count: sum.count.max(games), ..sum }.estimate();
        let sides = subject.sides.iter().zip(&self.sides);
        sides
            .flat_map(|(side, kinds)| kinds.iter().map(move |(kind, total)| (side, kind, total)))
            // What nobody was told to have stands to be used by nobody.
            .filter(|(_, _, total)| total.received.sum > 0)
            .map(|(side, kind, total)| ResourceReport {
                side: side.id.clone(),
                kind: kind.clone(),
                name: name_of(kind),
                received: mean(total.received),
                spent: mean(total.spent),
                taken: mean(total.taken),
                left: mean(total.left),
                left_over: Share::new(total.left_over.into(), games),
            })
            .collect()
    }
}

/// A kind for people, as in the midst of a sentence.
fn name_of(kind: &str) -> String {
    let words = |id: &str| id.replace(['-', '_'], " ");
    match kind.split_once('/') {
        Some((nation, kind)) => {
            format!("{} {}", crate::view::words::capital(&words(nation)), words(kind))
        }
        None => words(kind),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_than_a_third_left_over_is_much() {
        assert!(!is_much(0, 0) && !is_much(0, 9));
        assert!(!is_much(3, 9), "a third is not more than a third");
        assert!(is_much(4, 9));
    }

    #[test]
    fn what_the_enemy_took_could_not_have_been_spent() {
        let used = |received, spent, taken| Used { received, spent, taken }.left();
        assert_eq!(used(9, 4, 0), (9, 5));
        assert_eq!(used(9, 4, 5), (4, 0));
        assert_eq!(used(9, 4, 6), (3, 0), "spent before it was taken");
        assert_eq!(used(2, 0, 3), (0, 0));
    }

    #[test]
    fn kinds_are_told_in_words() {
        assert_eq!(name_of("british/replacement-steps"), "British replacement steps");
        assert_eq!(name_of("field-artillery-points"), "field artillery points");
    }
}
