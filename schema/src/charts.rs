//! Charts as they stand: where each cell comes from, what a scenario makes of it, and whether the
//! chart keeps what the rule book says of it.

use crate::common::Provenance;
use crate::ruleset::{CellConstraint, Constraint, Table};
use crate::scenario::{Override, Scenario};

/// What becomes of a constraint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// Every cell that it names reads as it must.
    Kept,
    /// A cell reads otherwise, or is not there.
    Broken,
    /// It is in words only, for people to read.
    InWords,
}

impl Verdict {
    /// The verdict on a constraint by whether each cell that it names reads as it must.
    pub fn of(kept: impl IntoIterator<Item = bool>) -> Self {
        let judge = |so_far, kept| match (so_far, kept) {
            (Self::Broken, _) | (_, false) => Self::Broken,
            _ => Self::Kept,
        };
        kept.into_iter().fold(Self::InWords, judge)
    }
}

/// A cell that a constraint names, beside what stands there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Judged<'a> {
    /// The cell, and what it must read.
    pub wanted: &'a CellConstraint,
    /// What it reads; none where the chart has no such cell.
    pub reads: Option<&'a str>,
}

impl Judged<'_> {
    /// Whether it reads as it must.
    pub fn is_kept(&self) -> bool {
        self.reads == Some(self.wanted.is.as_str())
    }
}

impl Constraint {
    /// Judges each cell that the constraint names. `read` gives what stands under two heads.
    pub fn judge<'a>(
        &'a self,
        read: impl Fn(&str, &str) -> Option<&'a str>,
    ) -> impl Iterator<Item = Judged<'a>> {
        self.cells
            .iter()
            .map(move |wanted| Judged { wanted, reads: read(&wanted.row, &wanted.column) })
    }
}

/// As many results of one meaning are named one by one.
const MOST_LISTED: usize = 4;

/// A result with `#` for each of its numbers: `2X` is `#X`.
fn with_any_number(result: &str) -> String {
    let mut key = String::new();
    for letter in result.chars() {
        match letter.is_ascii_digit() {
            true if key.ends_with('#') => {}
            true => key.push('#'),
            false => key.push(letter),
        }
    }
    key
}

impl Table {
    /// The place of a cell by the heads of its row and column; the first where heads are alike.
    pub fn place(&self, row: &str, column: &str) -> Option<(usize, usize)> {
        let row = self.rows.iter().position(|candidate| candidate.head == row)?;
        Some((row, self.columns.iter().position(|head| head == column)?))
    }

    /// What stands in a cell, rows and columns counted from 0.
    pub fn cell(&self, row: usize, column: usize) -> Option<&str> {
        self.rows.get(row)?.cells.get(column).map(String::as_str)
    }

    /// What stands under two heads.
    pub fn read(&self, row: &str, column: &str) -> Option<&str> {
        let (row, column) = self.place(row, column)?;
        self.cell(row, column)
    }

    /// What stands under two heads once a scenario has changed the chart.
    pub fn read_in<'a>(
        &'a self,
        scenario: &'a Scenario,
        row: &str,
        column: &str,
    ) -> Option<&'a str> {
        let printed = self.read(row, column)?;
        Some(scenario.cell_override(&self.id, row, column).map_or(printed, |(_, value)| value))
    }

    /// What is to be read below the chart: its notes, and what the rule book says of it in words.
    /// What is about single cells is told by the cells.
    pub fn remarks(&self) -> impl Iterator<Item = &str> {
        let in_words = self.constraints.iter().filter(|one| one.cells.is_empty());
        let notes = self.notes.iter().map(String::as_str);
        notes.chain(in_words.map(|constraint| constraint.text.as_str()))
    }

    /// The lines of heads: those by which a column is found, and the columns' own, where none of the
    /// former says the same.
    pub fn heads(&self) -> Vec<(&str, &[String])> {
        let finders =
            self.column_finder.iter().map(|row| (row.head.as_str(), row.cells.as_slice()));
        let own = self.column_finder.iter().all(|row| row.cells != self.columns);
        finders.chain(own.then_some(("", self.columns.as_slice()))).collect()
    }

    /// What the results that occur in the chart mean, in the order in which they are met: the
    /// results, as `M1, M2`, and their meaning. A scenario's own cells stand in for the printed.
    pub fn meanings_in<'a>(&'a self, scenario: Option<&'a Scenario>) -> Vec<(String, &'a str)> {
        let mut met: Vec<(&str, Vec<&str>)> = Vec::new();
        let mut note = |result: &'a str| {
            let Some(key) = self.meaning_key(result) else { return false };
            match met.iter_mut().find(|(known, _)| *known == key) {
                Some((_, results)) if results.contains(&result) => {}
                Some((_, results)) => results.push(result),
                None => met.push((key, vec![result])),
            }
            true
        };
        for row in &self.rows {
            for (column, printed) in self.columns.iter().zip(&row.cells) {
                let own = scenario.and_then(|one| one.cell_override(&self.id, &row.head, column));
                let cell = own.map_or(printed.as_str(), |(_, value)| value).trim();
                if !note(cell) {
                    for word in cell.split_whitespace() {
                        note(word);
                    }
                }
            }
        }
        met.into_iter()
            .filter_map(|(key, mut results)| {
                // 2 before 12.
                results.sort_unstable_by_key(|result| (result.len(), *result));
                let listed = match results.as_slice() {
                    // More of them say no more than the first and the last.
                    [first, .., last] if results.len() > MOST_LISTED => format!("{first} … {last}"),
                    _ => results.join(", "),
                };
                Some((listed, self.meanings.get(key)?.as_str()))
            })
            .collect()
    }

    /// What a result means, where the chart says so.
    pub fn meaning_of(&self, result: &str) -> Option<&str> {
        self.meanings.get(self.meaning_key(result.trim())?).map(String::as_str)
    }

    /// The key under which a result is explained: itself, or with `#` for its numbers.
    fn meaning_key(&self, result: &str) -> Option<&str> {
        let find = |key: &str| self.meanings.get_key_value(key).map(|(key, _)| key.as_str());
        find(result).or_else(|| find(&with_any_number(result)))
    }

    /// Where a cell comes from: its own exception, or what is said of the whole chart.
    pub fn provenance_of(&self, row: usize, column: usize) -> Provenance {
        let of_cell = self.exceptions.iter().find(|exception| {
            usize::from(exception.row) == row && usize::from(exception.column) == column
        });
        of_cell.map_or(self.provenance, |exception| exception.provenance)
    }
}

impl Scenario {
    /// What a cell reads in this scenario instead, with the override's place in the list. Of
    /// several the last counts.
    pub fn cell_override(&self, table: &str, row: &str, column: &str) -> Option<(usize, &str)> {
        let mut all = self.overrides.iter().enumerate().rev();
        all.find_map(|(at, change)| match change {
            Override::Table { table: of, row: at_row, column: at_column, value, .. }
                if of == table && at_row == row && at_column == column =>
            {
                Some((at, value.as_str()))
            }
            _ => None,
        })
    }

    /// What a constant is in this scenario instead, with the override's place in the list.
    pub fn constant_override(&self, constant: &str) -> Option<(usize, i32)> {
        let mut all = self.overrides.iter().enumerate().rev();
        all.find_map(|(at, change)| match change {
            Override::Constant { constant: of, value, .. } if of == constant => Some((at, *value)),
            _ => None,
        })
    }
}
