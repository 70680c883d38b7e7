//! Charts as they stand: where each cell comes from, what a scenario makes of it, and whether the
//! chart keeps what the rule book says of it.

use std::borrow::Cow;
use std::collections::BTreeMap;

use crate::common::Provenance;
use crate::results::{Combat, Outcome, ResultError};
use crate::ruleset::{CellConstraint, Constraint, Ruleset, Table};
use crate::scenario::{Override, Scenario};
use crate::words::state_in_words;

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

/// What a list says of a result: by the result itself, or with `#` for its numbers.
fn said_of<'a>(list: &'a BTreeMap<String, String>, result: &str) -> Option<&'a str> {
    let said = list.get(result).or_else(|| list.get(&with_any_number(result)));
    said.map(String::as_str)
}

/// A text with the numbers of a result for its `#`, in their order.
fn with_numbers_of(result: &str, text: &str) -> String {
    let numbers =
        result.split(|letter: char| !letter.is_ascii_digit()).filter(|number| !number.is_empty());
    // What has no number keeps its sign.
    let numbers = numbers.chain(std::iter::repeat("#"));
    let mut pieces = text.split('#');
    let mut filled = pieces.next().unwrap_or_default().to_owned();
    for (piece, number) in pieces.zip(numbers) {
        filled.push_str(number);
        filled.push_str(piece);
    }
    filled
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
    pub fn meanings_in<'a>(
        &'a self,
        ruleset: &Ruleset,
        scenario: Option<&'a Scenario>,
    ) -> Vec<(String, Cow<'a, str>)> {
        let mut met: Vec<(Cow<'a, str>, Vec<&str>)> = Vec::new();
        let mut note = |result: &'a str, meaning: Option<Cow<'a, str>>| {
            let Some(meaning) = meaning else { return };
            match met.iter_mut().find(|(known, _)| *known == meaning) {
                Some((_, results)) if results.contains(&result) => {}
                Some((_, results)) => results.push(result),
                None => met.push((meaning, vec![result])),
            }
        };
        let stated = |result| said_of(&self.meanings, result).is_some();
        for row in &self.rows {
            for (column, printed) in self.columns.iter().zip(&row.cells) {
                let own = scenario.and_then(|one| one.cell_override(&self.id, &row.head, column));
                let cell = own.map_or(printed.as_str(), |(_, value)| value).trim();
                if !stated(cell) && cell.split_whitespace().any(stated) {
                    for word in cell.split_whitespace() {
                        note(word, self.meaning_of(word, ruleset));
                    }
                } else {
                    note(cell, self.meaning_of(cell, ruleset));
                }
            }
        }
        met.into_iter()
            .map(|(meaning, mut results)| {
                // 2 before 12.
                results.sort_unstable_by_key(|result| (result.len(), *result));
                let listed = match results.as_slice() {
                    // More of them say no more than the first and the last.
                    [first, .., last] if results.len() > MOST_LISTED => format!("{first} … {last}"),
                    _ => results.join(", "),
                };
                (listed, meaning)
            })
            .collect()
    }

    /// What a result means, where the chart says so: in its own words or, if it is a chart of
    /// combat results, in those of their language.
    pub fn meaning_of(&self, result: &str, ruleset: &Ruleset) -> Option<Cow<'_, str>> {
        let result = result.trim();
        if let Some(stated) = said_of(&self.meanings, result) {
            return Some(Cow::Borrowed(stated));
        }
        let combat = self.read_for(ruleset)?;
        let outcome = self.outcome(result).ok()?;
        Some(Cow::Owned(outcome.words(combat, |state| state_in_words(state, ruleset))))
    }

    /// What the chart is read for, if it is one of combat results: rules of play read it so, or it
    /// says what its results do.
    fn read_for(&self, ruleset: &Ruleset) -> Option<Combat> {
        let mut of = (!self.results.is_empty()).then_some(Combat::Attack);
        if let Some(play) = &ruleset.rules_of_play {
            if play.combat.iter().any(|combat| combat.table == self.id) {
                of = Some(Combat::Attack);
            } else if play.fire.iter().any(|fire| fire.table == self.id) {
                of = Some(Combat::Fire);
            }
        }
        of
    }

    /// What a cell does: by the chart's own codes, for the cell or each of its words, or else as
    /// the language of combat results has it.
    ///
    /// # Errors
    /// The cell is not in the language, or contradicts itself.
    pub fn outcome(&self, cell: &str) -> Result<Outcome, ResultError> {
        let own = |code: &str| Some(with_numbers_of(code, said_of(&self.results, code)?));
        if let Some(whole) = own(cell.trim()) {
            return Outcome::parse(&whole);
        }
        let words = cell.split_whitespace();
        if !words.clone().any(|word| said_of(&self.results, word).is_some()) {
            return Outcome::parse(cell);
        }
        let words = words.map(|word| own(word).unwrap_or_else(|| word.to_owned()));
        Outcome::parse(&words.collect::<Vec<_>>().join(" "))
    }

    /// The chart's own codes of which it says what is not in the language of combat results.
    pub fn faulty_results(&self) -> impl Iterator<Item = (&str, ResultError)> {
        self.results.iter().filter_map(|(code, does)| {
            // A number may be any; as many as the code has may stand in what it does.
            let filled = with_numbers_of(&code.replace('#', "1"), does);
            let fault = Outcome::parse(&filled).err()?;
            Some((code.as_str(), ResultError { text: does.clone(), ..fault }))
        })
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
