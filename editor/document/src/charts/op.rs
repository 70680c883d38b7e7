//! Changes of the charts and constants.

use salient_schema::common::Provenance;
use salient_schema::ruleset::{CellProvenance, Table, TableRow};
use salient_schema::scenario::Override;
use salient_schema::words::id_in_words;
use salient_schema::{Bundle, Id, Scenario};

use crate::edit::{Edit, List};
use crate::schedule::{Plan, splice};

/// A change of the charts. Rows and columns are counted from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChartOp {
    /// Writes a cell of the ruleset.
    SetCell {
        /// The chart.
        table: Id,
        /// The row.
        row: usize,
        /// The column.
        column: usize,
        /// What it reads.
        value: String,
    },
    /// Says where a cell of the ruleset comes from.
    SetCellProvenance {
        /// The chart.
        table: Id,
        /// The row.
        row: usize,
        /// The column.
        column: usize,
        /// Where it comes from.
        provenance: Provenance,
    },
    /// Renames a row. Constraints and this scenario's own cells follow.
    SetRowHead {
        /// The chart.
        table: Id,
        /// The row.
        row: usize,
        /// Its head.
        head: String,
    },
    /// Renames a column. Constraints and this scenario's own cells follow.
    SetColumnHead {
        /// The chart.
        table: Id,
        /// The column.
        column: usize,
        /// Its head.
        head: String,
    },
    /// Changes a line over the columns.
    SetFinder {
        /// The chart.
        table: Id,
        /// The line.
        line: usize,
        /// The column; none for the line's head.
        column: Option<usize>,
        /// What it reads.
        value: String,
    },
    /// Adds an empty row before this one, or after the last.
    AddRow {
        /// The chart.
        table: Id,
        /// The place.
        at: usize,
    },
    /// Takes a row away, with what constraints and the scenario say of it.
    RemoveRow {
        /// The chart.
        table: Id,
        /// The row.
        row: usize,
    },
    /// Adds an empty column before this one, or after the last.
    AddColumn {
        /// The chart.
        table: Id,
        /// The place.
        at: usize,
    },
    /// Takes a column away, with what constraints and the scenario say of it.
    RemoveColumn {
        /// The chart.
        table: Id,
        /// The column.
        column: usize,
    },
    /// Rewrites the notes on a chart.
    SetNotes {
        /// The chart.
        table: Id,
        /// The notes, a paragraph each.
        notes: Vec<String>,
    },
    /// Changes a constant of the ruleset.
    SetConstant {
        /// The constant.
        constant: Id,
        /// The number.
        value: i32,
    },
    /// Says where a constant comes from.
    SetConstantProvenance {
        /// The constant.
        constant: Id,
        /// Where it comes from.
        provenance: Provenance,
    },
    /// Lets a cell read otherwise in this scenario. What the ruleset says takes the change back.
    OverrideCell {
        /// The chart.
        table: Id,
        /// The row.
        row: usize,
        /// The column.
        column: usize,
        /// What it reads.
        value: String,
    },
    /// Lets a constant be otherwise in this scenario. The ruleset's value takes the change back.
    OverrideConstant {
        /// The constant.
        constant: Id,
        /// The number.
        value: i32,
    },
    /// Says why this scenario changes a cell.
    SetCellReason {
        /// The chart.
        table: Id,
        /// The row.
        row: usize,
        /// The column.
        column: usize,
        /// Why; none to leave it out.
        reason: Option<String>,
    },
    /// Says why this scenario changes a constant.
    SetConstantReason {
        /// The constant.
        constant: Id,
        /// Why; none to leave it out.
        reason: Option<String>,
    },
    /// Lets a cell read as in the ruleset again.
    RestoreCell {
        /// The chart.
        table: Id,
        /// The row.
        row: usize,
        /// The column.
        column: usize,
    },
    /// Lets a constant be as in the ruleset again.
    RestoreConstant {
        /// The constant.
        constant: Id,
    },
}

/// Why a change of a chart cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChartRefusal {
    /// What it is about is gone.
    #[error("the chart has changed meanwhile; choose again")]
    Gone,
    /// A head that another row or column has.
    #[error("there is a head {0:?} already; rules and constraints find cells by their heads")]
    HeadTaken(String),
    /// An empty head.
    #[error("a row or column needs a head")]
    NoHead,
    /// The last row or column.
    #[error("a chart needs at least one row and one column")]
    Last,
}

/// Where a value comes from once a designer wrote another: what he wrote is printed and surveyed
/// nowhere. None where that stays as it is.
fn of_changed(before: Provenance) -> Option<Provenance> {
    match before {
        Provenance::Printed | Provenance::Surveyed => Some(Provenance::Invented),
        Provenance::Reconstructed | Provenance::Invented => None,
    }
}

impl ChartOp {
    /// What the undo list calls it.
    pub fn name(&self, bundle: &Bundle) -> String {
        let title = |id: &Id| {
            let table = bundle.ruleset.tables.iter().find(|table| table.id == *id);
            table.map_or(id.as_str(), |table| table.title.as_str()).to_owned()
        };
        let words = id_in_words;
        let cell = |table: &Id, row: usize, column: usize| {
            let found = bundle.ruleset.tables.iter().find(|one| one.id == *table);
            let heads = found.and_then(|found| heads(found, row, column).ok());
            let heads = heads.map(|(row, column)| format!(", {row}, {column}"));
            format!("{}{}", title(table), heads.unwrap_or_default())
        };
        match self {
            Self::SetCell { table, row, column, .. } => {
                format!("Change {}", cell(table, *row, *column))
            }
            Self::SetFinder { table, .. } => format!("Change {}", title(table)),
            Self::SetCellProvenance { table, row, column, .. } => {
                format!("Change the source of {}", cell(table, *row, *column))
            }
            Self::SetRowHead { .. } => "Rename a row".into(),
            Self::SetColumnHead { .. } => "Rename a column".into(),
            Self::AddRow { .. } => "Add a row".into(),
            Self::RemoveRow { .. } => "Remove a row".into(),
            Self::AddColumn { .. } => "Add a column".into(),
            Self::RemoveColumn { .. } => "Remove a column".into(),
            Self::SetNotes { table, .. } => format!("Change the notes on {}", title(table)),
            Self::SetConstant { constant, .. } => format!("Change {}", words(constant)),
            Self::SetConstantProvenance { constant, .. } => {
                format!("Change the source of {}", words(constant))
            }
            Self::OverrideCell { table, row, column, .. } => {
                format!("Change {} in this scenario", cell(table, *row, *column))
            }
            Self::OverrideConstant { constant, .. } => {
                format!("Change {} in this scenario", words(constant))
            }
            Self::SetCellReason { .. } | Self::SetConstantReason { .. } => {
                "Change the reason".into()
            }
            Self::RestoreCell { table, row, column } => {
                format!("Restore {}", cell(table, *row, *column))
            }
            Self::RestoreConstant { constant } => format!("Restore {}", words(constant)),
        }
    }

    /// The edits that make the change; none if nothing would change.
    ///
    /// # Errors
    /// Why the change cannot be made.
    pub fn plan(&self, bundle: &Bundle) -> Result<Plan, ChartRefusal> {
        let edits = self.edits(bundle)?;
        Ok(Plan { name: self.name(bundle), edits, at: None })
    }

    fn edits(&self, bundle: &Bundle) -> Result<Vec<Edit>, ChartRefusal> {
        let Bundle { ruleset, scenario, .. } = bundle;
        let chart =
            |id: &Id| ruleset.tables.iter().find(|table| table.id == *id).ok_or(ChartRefusal::Gone);
        let known = |id: &Id| {
            ruleset.constants.iter().find(|constant| constant.id == *id).ok_or(ChartRefusal::Gone)
        };
        match self {
            Self::SetCell { table, row, column, value } => {
                let chart = chart(table)?;
                let there = chart.cell(*row, *column).ok_or(ChartRefusal::Gone)?;
                Ok(match there == value {
                    true => Vec::new(),
                    false => vec![Edit::SetCell {
                        table: table.clone(),
                        row: *row,
                        column: *column,
                        value: value.clone(),
                        provenance: of_changed(chart.provenance_of(*row, *column)),
                    }],
                })
            }
            Self::SetCellProvenance { table, row, column, provenance } => {
                let there = chart(table)?;
                let value = there.cell(*row, *column).ok_or(ChartRefusal::Gone)?.to_owned();
                if there.provenance_of(*row, *column) == *provenance {
                    return Ok(Vec::new());
                }
                Ok(vec![Edit::SetCell {
                    table: table.clone(),
                    row: *row,
                    column: *column,
                    value,
                    provenance: Some(*provenance),
                }])
            }
            Self::SetConstant { constant, value } => {
                let there = known(constant)?;
                let edit = || Edit::SetConstant {
                    constant: constant.clone(),
                    value: *value,
                    provenance: of_changed(there.provenance),
                };
                Ok(if there.value == *value { Vec::new() } else { vec![edit()] })
            }
            Self::SetConstantProvenance { constant, provenance } => {
                let there = known(constant)?;
                let edit = || Edit::SetConstant {
                    constant: constant.clone(),
                    value: there.value,
                    provenance: Some(*provenance),
                };
                Ok(if there.provenance == *provenance { Vec::new() } else { vec![edit()] })
            }
            Self::OverrideCell { table, row, column, value } => {
                let there = chart(table)?;
                let (head, column_head) = heads(there, *row, *column)?;
                let printed = there.cell(*row, *column).ok_or(ChartRefusal::Gone)?;
                let old = scenario.cell_override(table, head, column_head);
                let reason = old.and_then(|(at, _)| reason_of(scenario, at));
                let new = (printed != value).then(|| Override::Table {
                    table: table.clone(),
                    row: head.to_owned(),
                    column: column_head.to_owned(),
                    value: value.clone(),
                    reason,
                });
                Ok(changed_overrides(scenario, new, |one| {
                    is_of_cell(one, table, head, column_head)
                }))
            }
            Self::RestoreCell { table, row, column } => {
                let (head, column_head) = heads(chart(table)?, *row, *column)?;
                Ok(changed_overrides(scenario, None, |one| {
                    is_of_cell(one, table, head, column_head)
                }))
            }
            Self::OverrideConstant { constant, value } => {
                let printed = known(constant)?.value;
                let old = scenario.constant_override(constant);
                let reason = old.and_then(|(at, _)| reason_of(scenario, at));
                let new = (printed != *value).then(|| Override::Constant {
                    constant: constant.clone(),
                    value: *value,
                    reason,
                });
                Ok(changed_overrides(scenario, new, |one| is_of_constant(one, constant)))
            }
            Self::RestoreConstant { constant } => {
                Ok(changed_overrides(scenario, None, |one| is_of_constant(one, constant)))
            }
            Self::SetCellReason { table, row, column, reason } => {
                let (head, column_head) = heads(chart(table)?, *row, *column)?;
                let (at, _) =
                    scenario.cell_override(table, head, column_head).ok_or(ChartRefusal::Gone)?;
                Ok(with_reason(scenario, at, reason))
            }
            Self::SetConstantReason { constant, reason } => {
                let (at, _) = scenario.constant_override(constant).ok_or(ChartRefusal::Gone)?;
                Ok(with_reason(scenario, at, reason))
            }
            Self::SetRowHead { table, .. }
            | Self::SetColumnHead { table, .. }
            | Self::SetFinder { table, .. }
            | Self::AddRow { table, .. }
            | Self::RemoveRow { table, .. }
            | Self::AddColumn { table, .. }
            | Self::RemoveColumn { table, .. }
            | Self::SetNotes { table, .. } => {
                let before = chart(table)?;
                let mut draft =
                    Draft { table: before.clone(), overrides: scenario.overrides.clone() };
                draft.change(self)?;
                let mut edits = Vec::new();
                if draft.table != *before {
                    edits.push(Edit::set_table(table.clone(), Box::new(draft.table)));
                }
                edits.extend(splice_overrides(scenario, draft.overrides));
                Ok(edits)
            }
        }
    }
}

fn heads(table: &Table, row: usize, column: usize) -> Result<(&str, &str), ChartRefusal> {
    let row = table.rows.get(row).ok_or(ChartRefusal::Gone)?;
    let column = table.columns.get(column).ok_or(ChartRefusal::Gone)?;
    Ok((&row.head, column))
}

fn reason_of(scenario: &Scenario, at: usize) -> Option<String> {
    match scenario.overrides.get(at)? {
        Override::Table { reason, .. } | Override::Constant { reason, .. } => reason.clone(),
    }
}

fn with_reason(scenario: &Scenario, at: usize, why: &Option<String>) -> Vec<Edit> {
    let mut overrides = scenario.overrides.clone();
    let why = why.as_deref().map(str::trim).filter(|why| !why.is_empty()).map(str::to_owned);
    match overrides.get_mut(at) {
        Some(Override::Table { reason, .. } | Override::Constant { reason, .. }) => *reason = why,
        None => {}
    }
    splice_overrides(scenario, overrides).into_iter().collect()
}

fn is_of_cell(one: &Override, table: &str, row: &str, column: &str) -> bool {
    matches!(one, Override::Table { table: of, row: at_row, column: at_column, .. }
        if of == table && at_row == row && at_column == column)
}

fn is_of_constant(one: &Override, constant: &str) -> bool {
    matches!(one, Override::Constant { constant: of, .. } if of == constant)
}

/// The edit that puts one override in place of all that are about the same.
fn changed_overrides(
    scenario: &Scenario,
    new: Option<Override>,
    same: impl Fn(&Override) -> bool,
) -> Vec<Edit> {
    let mut overrides = scenario.overrides.clone();
    let place = overrides.iter().position(&same).unwrap_or(overrides.len());
    overrides.retain(|one| !same(one));
    if let Some(new) = new {
        overrides.insert(place, new);
    }
    splice_overrides(scenario, overrides).into_iter().collect()
}

fn splice_overrides(scenario: &Scenario, overrides: Vec<Override>) -> Option<Edit> {
    splice(&scenario.overrides, overrides, |at, remove, insert| {
        Edit::splice(List::Overrides, at, remove, insert)
    })
}

/// A chart that is being changed, with what the scenario makes of it.
struct Draft {
    table: Table,
    overrides: Vec<Override>,
}

impl Draft {
    fn change(&mut self, op: &ChartOp) -> Result<(), ChartRefusal> {
        match op {
            ChartOp::SetRowHead { row, head, .. } => {
                let head = free_head(head, self.table.rows.iter().map(|row| &row.head), *row)?;
                let there = self.table.rows.get_mut(*row).ok_or(ChartRefusal::Gone)?;
                let old = std::mem::replace(&mut there.head, head.clone());
                self.rename(|row, _| row, &old, &head);
            }
            ChartOp::SetColumnHead { column, head, .. } => {
                let head = free_head(head, self.table.columns.iter(), *column)?;
                let there = self.table.columns.get_mut(*column).ok_or(ChartRefusal::Gone)?;
                let old = std::mem::replace(there, head.clone());
                self.rename(|_, column| column, &old, &head);
            }
            ChartOp::SetFinder { line, column, value, .. } => {
                let line = self.table.column_finder.get_mut(*line).ok_or(ChartRefusal::Gone)?;
                match column {
                    None => line.head = value.trim().to_owned(),
                    Some(column) => {
                        let cell = line.cells.get_mut(*column).ok_or(ChartRefusal::Gone)?;
                        *cell = value.trim().to_owned();
                    }
                }
            }
            ChartOp::AddRow { at, .. } => {
                let at = (*at).min(self.table.rows.len());
                let heads: Vec<&str> =
                    self.table.rows.iter().map(|row| row.head.as_str()).collect();
                let head = next_head(&heads, at);
                let cells = vec!["-".to_owned(); self.table.columns.len()];
                self.table.rows.insert(at, TableRow { head, cells });
                self.shift(|cell| &mut cell.row, at, true);
                for column in 0..self.table.columns.len() {
                    self.mark_invented(at, column);
                }
            }
            ChartOp::RemoveRow { row, .. } => {
                if self.table.rows.len() <= 1 {
                    return Err(ChartRefusal::Last);
                }
                if *row >= self.table.rows.len() {
                    return Err(ChartRefusal::Gone);
                }
                let gone = self.table.rows.remove(*row).head;
                self.shift(|cell| &mut cell.row, *row, false);
                self.forget(|row, _| row, &gone);
            }
            ChartOp::AddColumn { at, .. } => {
                let at = (*at).min(self.table.columns.len());
                let heads: Vec<&str> = self.table.columns.iter().map(String::as_str).collect();
                let head = next_head(&heads, at);
                self.table.columns.insert(at, head);
                let lines = self.table.column_finder.iter_mut().chain(&mut self.table.rows);
                for line in lines.filter(|line| line.cells.len() >= at) {
                    line.cells.insert(at, "-".to_owned());
                }
                self.shift(|cell| &mut cell.column, at, true);
                for row in 0..self.table.rows.len() {
                    self.mark_invented(row, at);
                }
            }
            ChartOp::RemoveColumn { column, .. } => {
                if self.table.columns.len() <= 1 {
                    return Err(ChartRefusal::Last);
                }
                if *column >= self.table.columns.len() {
                    return Err(ChartRefusal::Gone);
                }
                let gone = self.table.columns.remove(*column);
                let lines = self.table.column_finder.iter_mut().chain(&mut self.table.rows);
                for line in lines.filter(|line| line.cells.len() > *column) {
                    line.cells.remove(*column);
                }
                self.shift(|cell| &mut cell.column, *column, false);
                self.forget(|_, column| column, &gone);
            }
            ChartOp::SetNotes { notes, .. } => self.table.notes.clone_from(notes),
            _ => {}
        }
        Ok(())
    }

    /// Constraints and overrides find a cell by its heads: they follow.
    fn rename(&mut self, which: fn(bool, bool) -> bool, old: &str, new: &str) {
        let (in_row, in_column) = (which(true, false), which(false, true));
        let follow = |row: &mut String, column: &mut String| {
            if in_row && row == old {
                new.clone_into(row);
            }
            if in_column && column == old {
                new.clone_into(column);
            }
        };
        for cell in self.table.constraints.iter_mut().flat_map(|one| &mut one.cells) {
            follow(&mut cell.row, &mut cell.column);
        }
        for one in &mut self.overrides {
            if let Override::Table { table, row, column, .. } = one
                && *table == self.table.id
            {
                follow(row, column);
            }
        }
    }

    /// What names a cell that is gone goes too. A constraint of which nothing is left for a
    /// machine stays in words.
    fn forget(&mut self, which: fn(bool, bool) -> bool, gone: &str) {
        let (in_row, in_column) = (which(true, false), which(false, true));
        let names =
            |row: &str, column: &str| (in_row && row == gone) || (in_column && column == gone);
        for constraint in &mut self.table.constraints {
            constraint.cells.retain(|cell| !names(&cell.row, &cell.column));
        }
        let id = &self.table.id;
        self.overrides.retain(|one| {
            !matches!(one, Override::Table { table, row, column, .. }
                if table == id && names(row, column))
        });
    }

    /// Cells of another source keep theirs when rows or columns come or go before them.
    fn shift(&mut self, place: fn(&mut CellProvenance) -> &mut u16, at: usize, added: bool) {
        let at = u16::try_from(at).unwrap_or(u16::MAX);
        if !added {
            self.table.exceptions.retain_mut(|cell| *place(cell) != at);
        }
        for cell in &mut self.table.exceptions {
            let place = place(cell);
            if added && *place >= at {
                *place = place.saturating_add(1);
            } else if !added && *place > at {
                *place -= 1;
            }
        }
    }

    /// A cell that was added is the designer's own.
    fn mark_invented(&mut self, row: usize, column: usize) {
        let (Ok(row), Ok(column)) = (u16::try_from(row), u16::try_from(column)) else { return };
        if self.table.provenance != Provenance::Invented {
            let provenance = Provenance::Invented;
            self.table.exceptions.push(CellProvenance { row, column, provenance });
        }
    }
}

/// A head that no other row or column has.
fn free_head<'a>(
    head: &str,
    heads: impl Iterator<Item = &'a String>,
    own: usize,
) -> Result<String, ChartRefusal> {
    let head = head.trim();
    if head.is_empty() {
        return Err(ChartRefusal::NoHead);
    }
    let mut others = heads.enumerate().filter(|(at, _)| *at != own);
    match others.any(|(_, other)| other == head) {
        true => Err(ChartRefusal::HeadTaken(head.to_owned())),
        false => Ok(head.to_owned()),
    }
}

/// A head for a new row or column: the next number where heads are numbers, else `new`.
fn next_head(heads: &[&str], at: usize) -> String {
    let numbers: Option<Vec<i64>> = heads.iter().map(|head| head.parse().ok()).collect();
    let wish = match numbers.as_deref() {
        Some([.., before, last]) if at == heads.len() => {
            let step = last.saturating_sub(*before);
            last.saturating_add(step).to_string()
        }
        Some([last]) if at == heads.len() => last.saturating_add(1).to_string(),
        _ => "new".to_owned(),
    };
    let mut head = wish.clone();
    let mut number = 2u32;
    while heads.contains(&head.as_str()) {
        head = format!("{wish} {number}");
        number = number.saturating_add(1);
    }
    head
}
