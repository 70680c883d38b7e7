//! Edits of the ruleset: charts and constants.

use salient_schema::common::{Id, Provenance};
use salient_schema::ruleset::{CellProvenance, Table};

use super::State;
use crate::edit::{Edit, EditError};

impl State {
    /// A chart's place in the ruleset.
    pub(super) fn table(&self, id: &str) -> Result<usize, EditError> {
        let tables = &self.bundle.ruleset.tables;
        tables.iter().position(|table| table.id == id).ok_or_else(|| EditError::NoSuchTable {
            table: id.to_owned(),
            known: tables.iter().map(|table| table.id.clone()).collect(),
        })
    }

    /// A constant's place in the ruleset.
    pub(super) fn constant(&self, id: &str) -> Result<usize, EditError> {
        let constants = &self.bundle.ruleset.constants;
        let found = constants.iter().position(|constant| constant.id == id);
        found.ok_or_else(|| EditError::NoSuchConstant { constant: id.to_owned() })
    }

    pub(super) fn set_table(&mut self, id: &Id, to: &Table) -> Result<Edit, EditError> {
        let at = self.table(id)?;
        if to.id != *id {
            return Err(EditError::TableId { table: id.clone() });
        }
        let old = std::mem::replace(&mut self.bundle.ruleset.tables[at], to.clone());
        Ok(Edit::SetTable { table: id.clone(), to: Box::new(old) })
    }

    /// Changing a cell, as a change of its chart.
    pub(super) fn cell_edit(
        &self,
        id: &Id,
        row: usize,
        column: usize,
        value: &str,
        provenance: Option<Provenance>,
    ) -> Result<Edit, EditError> {
        let mut table = self.bundle.ruleset.tables[self.table(id)?].clone();
        let no_cell = || EditError::NoSuchCell { table: id.clone(), row, column };
        let cell = table.rows.get_mut(row).and_then(|row| row.cells.get_mut(column));
        *cell.ok_or_else(no_cell)? = value.to_owned();
        if let Some(provenance) = provenance {
            let (row, column) = match (u16::try_from(row), u16::try_from(column)) {
                (Ok(row), Ok(column)) => (row, column),
                _ => return Err(no_cell()),
            };
            let there = table.exceptions.iter().position(|e| (e.row, e.column) == (row, column));
            match there {
                Some(at) if provenance == table.provenance => {
                    table.exceptions.remove(at);
                }
                Some(at) => table.exceptions[at].provenance = provenance,
                None if provenance == table.provenance => {}
                None => {
                    let before = |e: &CellProvenance| (e.row, e.column) < (row, column);
                    let at = table.exceptions.iter().rposition(before).map_or(0, |at| at + 1);
                    table.exceptions.insert(at, CellProvenance { row, column, provenance });
                }
            }
        }
        Ok(Edit::SetTable { table: id.clone(), to: Box::new(table) })
    }

    pub(super) fn set_constant(
        &mut self,
        id: &Id,
        value: i32,
        provenance: Option<Provenance>,
    ) -> Result<Edit, EditError> {
        let at = self.constant(id)?;
        let constant = &mut self.bundle.ruleset.constants[at];
        let old = Edit::SetConstant {
            constant: id.clone(),
            value: constant.value,
            provenance: Some(constant.provenance),
        };
        constant.value = value;
        constant.provenance = provenance.unwrap_or(constant.provenance);
        Ok(old)
    }
}
