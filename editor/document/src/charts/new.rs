//! A chart or a number of the designer's own, to begin with.

use salient_rules::stacking::STACKING_LIMIT;
use salient_schema::Ruleset;
use salient_schema::common::Provenance;
use salient_schema::ruleset::{Constant, Table, TableRow};

use crate::oob::{fresh_chart_id, fresh_constant_id};

/// What the id of a number begins with that has no meaning yet.
pub const NEW_CONSTANT: &str = "new-number";

/// What the id of a chart begins with that has no title yet.
pub const NEW_TABLE: &str = "new-table";

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

/// The number that limits stacking (the role `stacking_limit`), to begin with: room for one unit of
/// the size with the most stacking points, in the same parts of a point.
pub fn new_stacking_limit(ruleset: &Ruleset) -> Constant {
    let layout = &ruleset.counters;
    let most = layout.sizes.iter().map(|size| size.stacking).max().unwrap_or(1).max(1);
    Constant {
        id: STACKING_LIMIT.to_owned(),
        meaning: "Stacking points that may end their movement in a hex".to_owned(),
        value: most,
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
        id: fresh_chart_id(ruleset, NEW_TABLE),
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
