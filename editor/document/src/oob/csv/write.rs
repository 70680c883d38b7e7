//! Writing the spreadsheet.

use salient_tables::cells::guarded;
use salient_tables::file::{self, LineEnds};

use super::cells::Counters;
use super::column::Column;
use crate::document::Document;

/// All counters as CSV with commas and a byte-order mark, by which Excel knows that it is
/// UTF-8. Columns that no counter needs are left out.
pub fn write(document: &Document) -> String {
    let counters = Counters::of(document);
    let bundle = document.bundle();
    let most = bundle.orders_of_battle.iter().flat_map(|oob| &oob.counters);
    let most = most.map(|counter| counter.faces.len()).max().unwrap_or(0);
    let one_file = bundle.orders_of_battle.len() < 2;
    let columns: Vec<Column> = Column::all(bundle, most)
        .into_iter()
        .filter(|column| {
            column.always(bundle)
                || !(one_file && *column == Column::OrderOfBattle)
                    && counters.iter().any(|at| !counters.cell(at, column).is_empty())
        })
        .collect();
    let rows = counters.iter().map(|at| columns.iter().map(move |column| (at, column)));
    let rows = rows.map(|row| row.map(|(at, column)| guarded(&counters.cell(at, column))));
    let bytes = file::write(columns.iter().map(Column::name), rows, LineEnds::Lf);
    // Nothing can go wrong when writing to memory.
    debug_assert!(bytes.is_ok());
    String::from_utf8_lossy(&bytes.unwrap_or_default()).into_owned()
}
