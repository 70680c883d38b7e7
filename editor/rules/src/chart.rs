//! The ruleset's charts and single numbers as rules read them: with what the scenario changes.

use std::collections::BTreeMap;

use salient_schema::ruleset::Table;
use salient_schema::scenario::Override;
use salient_schema::{Bundle, Code, Diagnostic};

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

    /// The finding that something of the table is not as the rules need it.
    pub fn wrong(&self, at: &str, needs: &str) -> Diagnostic {
        let text = format!("the table '{}' needs {needs}", self.table.id);
        Diagnostic::error(Code::Rule, text).pointer(format!("{}{at}", self.pointer)).rule(self.rule)
    }
}

/// The constants of a ruleset with what the scenario makes of them.
#[derive(Clone, Debug)]
pub struct Numbers<'a> {
    values: BTreeMap<&'a str, i32>,
    roles: Option<&'a Roles<'a>>,
}

impl<'a> Numbers<'a> {
    /// The constants of a bundle.
    pub fn of(bundle: &'a Bundle) -> Self {
        let mut values: BTreeMap<&str, i32> =
            bundle.ruleset.constants.iter().map(|c| (c.id.as_str(), c.value)).collect();
        values.extend(overrides(bundle));
        Self { values, roles: None }
    }

    /// The constants of a bundle by the roles that they fill. That nothing fills one, the roles
    /// say.
    pub fn of_roles(bundle: &'a Bundle, roles: &'a Roles<'a>) -> Self {
        Self { roles: Some(roles), ..Self::of(bundle) }
    }

    /// A constant between bounds; if it is missing or out of them, that is found.
    pub fn get(
        &self,
        id: &str,
        (least, most): (i32, i32),
        found: &mut Vec<Diagnostic>,
    ) -> Option<i32> {
        let id = match self.roles {
            Some(roles) => roles.one(id)?,
            None => id,
        };
        let message = match self.values.get(id).copied() {
            Some(value) if (least..=most).contains(&value) => return Some(value),
            Some(value) => format!("the constant '{id}' is {value}; it must be {least} to {most}"),
            None => format!("the constant '{id}' is missing"),
        };
        found.push(Diagnostic::error(Code::Rule, message).pointer("/ruleset/constants"));
        None
    }
}

/// The constants that a scenario changes.
pub fn overrides(bundle: &Bundle) -> impl Iterator<Item = (&str, i32)> {
    bundle.scenario.overrides.iter().filter_map(|change| match change {
        Override::Constant { constant, value, .. } => Some((constant.as_str(), *value)),
        Override::Table { .. } => None,
    })
}
