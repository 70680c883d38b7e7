//! The undo list: committed transactions, each step stored with its inverse.

use std::collections::{BTreeMap, BTreeSet};

use crate::changes::Touched;
use crate::edit::Edit;

/// An entry of the undo list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HistoryEntry<'a> {
    /// What the menu calls it.
    pub name: &'a str,
    /// Whether it is undone, so that redo would bring it back.
    pub undone: bool,
}

/// An edit that was applied, and the edit that takes it back.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Step {
    pub edit: Edit,
    pub inverse: Edit,
    /// What both of them touch.
    pub touched: Vec<Touched>,
}

/// A part of the document that is a file of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Part {
    Scenario,
    Map,
    Ruleset,
    OrderOfBattle(usize),
}

/// What one step of undo takes back.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Transaction {
    pub name: String,
    pub steps: Vec<Step>,
    /// The versions of the parts after it.
    versions: Versions,
}

/// Which transaction touched each part last: equal versions mean equal contents.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Versions(BTreeMap<Part, u64>);

impl Versions {
    /// Versions that no document ever has.
    pub fn never() -> Self {
        let parts = [Part::Scenario, Part::Map, Part::Ruleset].into_iter();
        let parts = parts.chain((0..64).map(Part::OrderOfBattle));
        Self(parts.map(|part| (part, u64::MAX)).collect())
    }

    pub fn of(&self, part: Part) -> u64 {
        self.0.get(&part).copied().unwrap_or(0)
    }
}

/// Committed transactions: a line with a cut in it, done before and undone after.
#[derive(Clone, Debug, Default)]
pub(crate) struct History {
    done: Vec<Transaction>,
    /// The next to be redone last.
    undone: Vec<Transaction>,
    /// The number of the last transaction. None is used twice, so that it names what it made.
    last_number: u64,
}

impl History {
    /// Appends a transaction that has been applied. What was undone can then not come back.
    pub fn push(&mut self, name: String, steps: Vec<Step>, parts: BTreeSet<Part>) {
        self.last_number += 1;
        self.undone.clear();
        let mut versions = self.versions();
        versions.0.extend(parts.into_iter().map(|part| (part, self.last_number)));
        self.done.push(Transaction { name, steps, versions });
    }

    /// Takes the transaction to undo; the caller applies its inverses, last first, and gives it
    /// back with [`undone`](Self::undone).
    pub fn take_done(&mut self) -> Option<Transaction> {
        self.done.pop()
    }

    pub fn undone(&mut self, transaction: Transaction) {
        self.undone.push(transaction);
    }

    /// Takes the transaction to redo; the caller applies its edits and gives it back with
    /// [`redone`](Self::redone).
    pub fn take_undone(&mut self) -> Option<Transaction> {
        self.undone.pop()
    }

    pub fn redone(&mut self, transaction: Transaction) {
        self.done.push(transaction);
    }

    pub fn last_done(&self) -> Option<&Transaction> {
        self.done.last()
    }

    pub fn next_undone(&self) -> Option<&Transaction> {
        self.undone.last()
    }

    /// All entries, oldest first.
    pub fn entries(&self) -> impl Iterator<Item = HistoryEntry<'_>> {
        let done = self.done.iter().map(|t| HistoryEntry { name: &t.name, undone: false });
        let undone = self.undone.iter().rev().map(|t| HistoryEntry { name: &t.name, undone: true });
        done.chain(undone)
    }

    /// How many transactions were done when the parts had these versions, if that state can
    /// still be gone to: the nearest such state.
    pub fn place_of(&self, versions: &Versions) -> Option<usize> {
        let now = self.done.len();
        let all = self.done.iter().chain(self.undone.iter().rev());
        let states = all.map(|transaction| &transaction.versions);
        let first = Versions::default();
        std::iter::once(&first)
            .chain(states)
            .enumerate()
            .filter(|(_, other)| *other == versions)
            .map(|(place, _)| place)
            .min_by_key(|place| place.abs_diff(now))
    }

    /// The versions of the parts as they are now.
    pub fn versions(&self) -> Versions {
        self.done.last().map(|transaction| transaction.versions.clone()).unwrap_or_default()
    }
}
