//! A chart or a number of the designer's own, to begin with.

use salient_schema::Ruleset;
use salient_schema::common::Provenance;
use salient_schema::ruleset::{Constant, Table, TableRow};

use crate::oob::{fresh_chart_id, fresh_constant_id};

/// What the id of a number begins with that has no meaning yet.
pub const NEW_CONSTANT: &str = "new-number";

/// A number of the designer's own, to begin with.
pub fn new_constant(ruleset: &Ruleset) -> Constant {
    Constant {
        id: fresh_constant_id(ruleset, NEW_CONSTANT),
        meaning: "New number".to_owned(),
        value: 0,
        rule: None,
        provenance: Provenance::Invented,
    }
}

/// An empty chart with a row for each number of a die.
pub fn new_table(ruleset: &Ruleset) -> Table {
    let heads = |last: u8| (1..=last).map(|number| number.to_string());
    let columns: Vec<String> = heads(3).collect();
    let cells = vec!["-".to_owned(); columns.len()];
    Table {
        id: fresh_chart_id(ruleset, "new-table"),
        title: "New table".to_owned(),
        rule: None,
        row_axis: "die".to_owned(),
        column_axis: "column".to_owned(),
        columns,
        column_finder: Vec::new(),
        rows: heads(6).map(|head| TableRow { head, cells: cells.clone() }).collect(),
        provenance: Provenance::Invented,
        exceptions: Vec::new(),
        constraints: Vec::new(),
        meanings: std::collections::BTreeMap::new(),
        notes: Vec::new(),
    }
}
