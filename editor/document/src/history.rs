//! The undo list: committed transactions, each step stored with its inverse.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

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

    /// The transaction to undo; the caller applies its inverses, last first.
    pub fn undo(&mut self) -> Option<&Transaction> {
        self.undone.push(self.done.pop()?);
        self.undone.last()
    }

    /// The transaction to redo; the caller applies its edits.
    pub fn redo(&mut self) -> Option<&Transaction> {
        self.done.push(self.undone.pop()?);
        self.done.last()
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

/// A transaction that is being made: a drag, or one edit by itself.
#[derive(Clone, Debug, Default)]
pub(crate) struct OpenTransaction {
    pub name: String,
    /// Palette glyphs come first, so that a coalesced paint finds its glyph on redo.
    glyphs: Vec<Step>,
    steps: Vec<Step>,
    /// Where in `steps` a hex was painted.
    painted: BTreeMap<String, usize>,
    /// What every touched thing was at first.
    before: BTreeMap<Touched, Value>,
}

impl OpenTransaction {
    pub fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), ..Self::default() }
    }

    /// Whether nothing has been done in it.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty() && self.glyphs.is_empty()
    }

    /// Remembers what a thing was, unless it was touched before.
    pub fn remember(&mut self, touched: Touched, value: impl FnOnce() -> Value) {
        self.before.entry(touched).or_insert_with(value);
    }

    /// Everything touched, with what it was at first.
    pub fn before(&self) -> &BTreeMap<Touched, Value> {
        &self.before
    }

    /// Takes up a step that has been applied.
    pub fn push(&mut self, step: Step) {
        match &step.edit {
            Edit::AddGlyph { .. } => self.glyphs.push(step),
            Edit::SetGlyph { hex, .. } => match self.painted.get(hex) {
                // Painted before in this transaction: the first inverse still leads back.
                Some(&at) => self.steps[at].edit = step.edit,
                None => {
                    self.painted.insert(hex.clone(), self.steps.len());
                    self.steps.push(step);
                }
            },
            Edit::RemoveGlyph { .. } => {
                // Paints before and after a removal may not be merged over it.
                self.painted.clear();
                let earlier = std::mem::take(&mut self.glyphs);
                self.steps.splice(0..0, earlier);
                self.steps.push(step);
            }
            _ => self.steps.push(step),
        }
    }

    /// Takes out the added glyphs that no paint of this transaction uses after all, as steps to
    /// be taken back. A transaction that only tends the palette keeps them.
    pub fn take_idle_glyphs(&mut self) -> Vec<Step> {
        if self.painted.is_empty() {
            return Vec::new();
        }
        let used: BTreeSet<char> = self
            .steps
            .iter()
            .filter_map(|step| match step.edit {
                Edit::SetGlyph { glyph, .. } => Some(glyph),
                _ => None,
            })
            .collect();
        self.glyphs
            .extract_if(.., |step| match step.edit {
                Edit::AddGlyph { glyph, .. } => !used.contains(&glyph),
                _ => false,
            })
            .collect()
    }

    /// The steps in an order in which they can be applied again.
    pub fn into_steps(mut self) -> (String, Vec<Step>) {
        self.glyphs.append(&mut self.steps);
        (self.name, self.glyphs)
    }
}
