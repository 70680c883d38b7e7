//! A chart or a number of the designer's own, to begin with.

use std::collections::BTreeMap;

use salient_rules::roles::statement;
use salient_rules::stacking::{Stacked, Stands, stacking_points, stands};
use salient_schema::common::Provenance;
use salient_schema::ruleset::{Constant, Table, TableRow};
use salient_schema::{Bundle, Ruleset};

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

/// A number that limits stacking, to begin with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewLimit {
    /// The number, by the id that checks know it by.
    pub constant: Constant,
    /// What a hex then holds, in words: `4 units a hex`.
    pub words: String,
}

/// How many units of the usual size a hex holds, where nobody has said yet.
const USUAL_STACK: i32 = 4;

/// The numbers that may limit stacking, to begin with: so many units, or as many stacking points as
/// they have where they are of the usual size. A larger one finds room as well. Where it is stated
/// which number is the limit, or none, there is nothing to begin.
pub fn new_stacking_limits(bundle: &Bundle) -> Vec<NewLimit> {
    let counters = bundle.orders_of_battle.iter().flat_map(|book| &book.counters);
    let units = counters.filter(|counter| stands(bundle, counter, 0) == Stands::AsUnit);
    let mut sizes: BTreeMap<i32, usize> = BTreeMap::new();
    for points in units.map(|unit| stacking_points(bundle, unit)).filter(|points| *points > 0) {
        *sizes.entry(points).or_default() += 1;
    }
    let largest = sizes.keys().next_back().copied();
    let most_units = sizes.into_iter().max_by_key(|&(_, units)| units).map(|(points, _)| points);
    let defined = bundle.ruleset.counters.sizes.iter().map(|size| size.stacking);
    let defined = defined.max().filter(|points| *points > 0);
    let by_points = most_units.or(defined).map(|usual| {
        let most = usual.saturating_mul(USUAL_STACK).max(largest.unwrap_or(0));
        let meaning = "Stacking points that may end their movement in a hex";
        (
            Stacked::Points,
            most,
            meaning,
            format!(", room for {USUAL_STACK} units of the usual size"),
        )
    });
    let meaning = "Units that may end their movement in a hex";
    let by_units = (Stacked::Units, USUAL_STACK, meaning, String::new());
    [Some(by_units), by_points]
        .into_iter()
        .flatten()
        .filter(|(counted, ..)| statement(counted.role(), bundle).is_none())
        .map(|(counted, value, meaning, so)| NewLimit {
            constant: Constant {
                id: counted.role().to_owned(),
                meaning: meaning.to_owned(),
                value,
                rule: None,
                provenance: Provenance::Invented,
            },
            words: format!("{} a hex{so}", counted.words(bundle, value)),
        })
        .collect()
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
        meanings: BTreeMap::new(),
        results: BTreeMap::new(),
        notes: Vec::new(),
    }
}
