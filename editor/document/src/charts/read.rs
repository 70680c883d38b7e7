//! Charts as they stand.

use salient_schema::charts::{Judged, Verdict};
use salient_schema::common::Provenance;
use salient_schema::ruleset::{Constant, Constraint, Table};
use salient_schema::scenario::Override;
use salient_schema::{Bundle, Scenario};

/// Whose numbers are meant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Scope {
    /// The ruleset's own, for all scenarios.
    #[default]
    Ruleset,
    /// The ruleset's with what this scenario changes.
    Scenario,
}

/// A cell of a chart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChartCell {
    /// What the ruleset says.
    pub printed: String,
    /// What the scenario says instead, and why.
    pub changed: Option<(String, Option<String>)>,
    /// Where the ruleset's cell comes from.
    pub provenance: Provenance,
}

impl ChartCell {
    /// What the cell reads.
    pub fn reads(&self, scope: Scope) -> &str {
        match (&self.changed, scope) {
            (Some((value, _)), Scope::Scenario) => value,
            _ => &self.printed,
        }
    }
}

/// A cell by its place, from 0; none beyond the chart.
pub fn cell(table: &Table, scenario: &Scenario, row: usize, column: usize) -> Option<ChartCell> {
    let printed = table.cell(row, column)?.to_owned();
    let head = &table.rows.get(row)?.head;
    let changed = scenario.cell_override(&table.id, head, table.columns.get(column)?);
    let changed = changed.map(|(at, value)| (value.to_owned(), reason(scenario, at)));
    Some(ChartCell { printed, changed, provenance: table.provenance_of(row, column) })
}

fn reason(scenario: &Scenario, at: usize) -> Option<String> {
    match scenario.overrides.get(at)? {
        Override::Table { reason, .. } | Override::Constant { reason, .. } => reason.clone(),
    }
}

/// A constraint of a chart, and whether it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConstraintLine {
    /// What must hold, in words.
    pub text: String,
    /// Where the rule book says so.
    pub rule: Option<String>,
    /// Whether it holds.
    pub verdict: Verdict,
    /// The cells that it names.
    pub cells: Vec<JudgedCell>,
}

/// A cell that a constraint names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JudgedCell {
    /// The row's head.
    pub row: String,
    /// The column's head.
    pub column: String,
    /// What it must read.
    pub must: String,
    /// What it reads; none where there is no such cell.
    pub reads: Option<String>,
    /// Whether that is what it must.
    pub kept: bool,
}

/// The constraints of a chart, judged by the ruleset's cells or by those of the scenario.
pub fn constraints(table: &Table, scenario: &Scenario, scope: Scope) -> Vec<ConstraintLine> {
    let line = |constraint: &Constraint| {
        let cell = |judged: Judged<'_>| JudgedCell {
            row: judged.wanted.row.clone(),
            column: judged.wanted.column.clone(),
            must: judged.wanted.is.clone(),
            reads: judged.reads.map(str::to_owned),
            kept: judged.is_kept(),
        };
        let read = |row: &str, column: &str| match scope {
            Scope::Ruleset => table.read(row, column),
            Scope::Scenario => table.read_in(scenario, row, column),
        };
        let cells: Vec<JudgedCell> = constraint.judge(read).map(cell).collect();
        let verdict = Verdict::of(cells.iter().map(|cell| cell.kept));
        let (text, rule) = (constraint.text.clone(), constraint.rule.clone());
        ConstraintLine { text, rule, verdict, cells }
    };
    table.constraints.iter().map(line).collect()
}

/// A constant, with what the scenario makes of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConstantLine {
    /// The constant as the ruleset has it.
    pub constant: Constant,
    /// What the scenario says instead, and why.
    pub changed: Option<(i32, Option<String>)>,
}

/// The constants of a bundle, in the ruleset's order.
pub fn constants(bundle: &Bundle) -> Vec<ConstantLine> {
    let Bundle { ruleset, scenario, .. } = bundle;
    let line = |constant: &Constant| {
        let changed = scenario.constant_override(&constant.id);
        let changed = changed.map(|(at, value)| (value, reason(scenario, at)));
        ConstantLine { constant: constant.clone(), changed }
    };
    ruleset.constants.iter().map(line).collect()
}
