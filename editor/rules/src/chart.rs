//! The ruleset's charts and single numbers as rules read them: with what the scenario changes.

mod numbers;

use salient_schema::ruleset::Table;
use salient_schema::{Bundle, Code, Diagnostic};

pub use numbers::{MOST, NumberDef, NumberSet, Numbers, all, overrides, without_effect};

use crate::roles::Roles;

/// A table of the ruleset, with the cells that the scenario changes.
#[derive(Clone, Debug)]
pub struct Chart<'a> {
    bundle: &'a Bundle,
    /// The table as the ruleset has it.
    pub table: &'a Table,
    pointer: String,
    rule: &'static str,
}

impl<'a> Chart<'a> {
    /// The table that fills a role; if nothing does, the roles say so.
    pub fn of_role(
        bundle: &'a Bundle,
        roles: &Roles<'_>,
        role: &str,
        rule: &'static str,
        found: &mut Vec<Diagnostic>,
    ) -> Option<Self> {
        roles.one(role).and_then(|id| Self::find(bundle, id, rule, found))
    }

    /// The table of this name; if it is missing, that is found, with the rule that needs it.
    pub fn find(
        bundle: &'a Bundle,
        id: &str,
        rule: &'static str,
        found: &mut Vec<Diagnostic>,
    ) -> Option<Self> {
        let place = bundle.ruleset.tables.iter().position(|table| table.id == id);
        let Some(place) = place else {
            found.push(
                Diagnostic::error(Code::Rule, format!("the table '{id}' is missing"))
                    .pointer("/ruleset/tables")
                    .rule(rule),
            );
            return None;
        };
        let table = &bundle.ruleset.tables[place];
        Some(Self { bundle, table, pointer: format!("/ruleset/tables/{place}"), rule })
    }

    /// What a cell reads, if the table has it.
    pub fn cell(&self, row: usize, column: usize) -> Option<&'a str> {
        let head = &self.table.rows.get(row)?.head;
        let column_head = self.table.columns.get(column)?;
        let changed = self.bundle.scenario.cell_override(&self.table.id, head, column_head);
        changed.map(|(_, value)| value).or_else(|| self.table.cell(row, column))
    }

    /// What the columns are headed, each read by `parse`, in an order that `rises`; nothing where
    /// one cannot be read. If they are not what it `needs`, that is found.
    pub fn heads<T>(
        &self,
        parse: impl Fn(&str) -> Option<T>,
        rises: impl Fn(&[T]) -> bool,
        needs: &str,
        found: &mut Vec<Diagnostic>,
    ) -> Vec<T> {
        let heads: Option<Vec<T>> = self.table.columns.iter().map(|head| parse(head)).collect();
        let heads = heads.unwrap_or_default();
        if heads.is_empty() || !rises(&heads) {
            found.push(self.wrong("/columns", needs));
        }
        heads
    }

    /// All rows by their die, each cell read by `parse`.
    pub fn rows<T>(
        &self,
        columns: usize,
        parse: impl Fn(&str) -> Option<T>,
        found: &mut Vec<Diagnostic>,
    ) -> Vec<(i32, Vec<T>)> {
        let mut rows = Vec::new();
        for (i, row) in self.table.rows.iter().enumerate() {
            let die = row.head.parse().ok().filter(|die| (-100..=100).contains(die));
            let cells: Option<Vec<T>> =
                (0..columns).map(|column| self.cell(i, column).and_then(&parse)).collect();
            match (die, cells) {
                (Some(die), Some(cells)) => rows.push((die, cells)),
                _ => found.push(self.wrong(&format!("/rows/{i}"), "a die and a cell a column")),
            }
        }
        if rows.is_empty() {
            found.push(self.wrong("/rows", "at least one row"));
        }
        rows
    }

    /// What a roll reads, where there is a row for every one from the lowest to the highest.
    pub fn rolls<T>(
        &self,
        columns: usize,
        parse: impl Fn(&str) -> Option<T>,
        found: &mut Vec<Diagnostic>,
    ) -> Option<DieTable<T>> {
        let before = found.len();
        let mut rows = self.rows(columns, parse, found);
        if found.len() > before {
            return None;
        }
        rows.sort_by_key(|(roll, _)| *roll);
        let table = DieTable::new(rows);
        if !table.runs_on {
            found.push(self.wrong("/rows", "a row for every roll in between"));
        }
        table.runs_on.then_some(table)
    }

    /// The finding that something of the table is not as the rules need it.
    pub fn wrong(&self, at: &str, needs: &str) -> Diagnostic {
        self.fault(at, format!("the table '{}' needs {needs}", self.table.id))
    }

    /// A fault in a part of the table, with the rule that reads it.
    pub fn fault(&self, at: &str, text: impl Into<String>) -> Diagnostic {
        Diagnostic::error(Code::Rule, text).pointer(format!("{}{at}", self.pointer)).rule(self.rule)
    }
}

/// What a die reads in a chart: its cells, row by row, as rules look them up in play.
#[derive(Clone, Debug)]
pub struct DieTable<T> {
    /// What the rows are headed.
    heads: Vec<i32>,
    /// Whether each is one more than the one before: then a row is found by counting.
    runs_on: bool,
    /// How many cells a row has.
    columns: usize,
    cells: Vec<T>,
}

/// Without rows.
impl<T> Default for DieTable<T> {
    fn default() -> Self {
        Self::new(Vec::new())
    }
}

impl<T> DieTable<T> {
    /// Of rows by their die, all of as many cells.
    pub fn new(rows: Vec<(i32, Vec<T>)>) -> Self {
        let heads: Vec<i32> = rows.iter().map(|(head, _)| *head).collect();
        Self {
            runs_on: heads.windows(2).all(|two| two[0].checked_add(1) == Some(two[1])),
            heads,
            columns: rows.first().map_or(0, |(_, cells)| cells.len()),
            cells: rows.into_iter().flat_map(|(_, cells)| cells).collect(),
        }
    }

    /// The row of a die, or the nearest that there is: its head, and its cells.
    #[inline]
    pub fn row(&self, die: i32) -> Option<(i32, &[T])> {
        let place = if self.runs_on {
            let last = self.heads.len().checked_sub(1)?;
            die.saturating_sub(self.heads[0]).clamp(0, last as i32) as usize
        } else {
            let far = |(_, head): &(usize, &i32)| head.abs_diff(die);
            self.heads.iter().enumerate().min_by_key(far)?.0
        };
        let cells = self.cells.get(place * self.columns..(place + 1) * self.columns)?;
        Some((self.heads[place], cells))
    }
}

impl<T: Copy + Default> DieTable<T> {
    /// What a die reads in a column; nothing where there is none such.
    #[inline]
    pub fn read(&self, die: i32, column: usize) -> T {
        self.row(die).and_then(|(_, cells)| cells.get(column)).copied().unwrap_or_default()
    }
}

/// The range that a text names: `4-5`, or `6` alone, with one of these signs `between` its ends.
pub fn range(text: &str, between: &[char]) -> Option<(i32, i32)> {
    if let Ok(one) = text.trim().parse() {
        return Some((one, one));
    }
    let (first, last) = text.split_once(between)?;
    let (first, last) = (first.trim().parse().ok()?, last.trim().parse().ok()?);
    (first <= last).then_some((first, last))
}

#[cfg(test)]
mod tests {
    use super::{DieTable, range};

    fn heads(rows: &[i32], dice: &[i32]) -> Vec<Option<i32>> {
        let table = DieTable::new(rows.iter().map(|&row| (row, vec![row])).collect());
        dice.iter().map(|&die| table.row(die).map(|(head, _)| head)).collect()
    }

    #[test]
    fn a_die_reads_its_row_or_the_nearest() {
        assert_eq!(heads(&[2, 3, 4], &[-9, 2, 3, 9]), [2, 2, 3, 4].map(Some));
        assert_eq!(heads(&[1, 4, 9], &[i32::MIN, 3, 4, 8]), [1, 4, 4, 9].map(Some));
        // Of two as near the first counts.
        assert_eq!(heads(&[5, 3, 5], &[4, 5]), [5, 5].map(Some));
        assert_eq!(heads(&[], &[1]), [None]);
        let table = DieTable::new(vec![(1, vec![10, 11]), (2, vec![20, 21])]);
        assert_eq!([0, 1, 2].map(|column| table.read(7, column)), [20, 21, 0]);
    }

    #[test]
    fn ranges_are_read() {
        let read = |text| range(text, &['-', ',']);
        assert_eq!(
            ["4-5", "3 - 6", "10,11", "6"].map(read).map(|it| it.map(|it| it.1)),
            [5, 6, 11, 6].map(Some)
        );
        assert_eq!(read("-2"), Some((-2, -2)));
        assert_eq!(["-", "6-3", "", "x"].map(read), [None; 4]);
    }
}
