//! Writing the spreadsheet.

use super::cells::{Column, Counters};
use crate::document::Document;

/// All counters as CSV with commas and a byte-order mark, by which Excel knows that it is
/// UTF-8. Columns that no counter needs are left out.
pub fn write(document: &Document) -> String {
    let counters = Counters::of(document);
    let columns: Vec<Column> = Column::all(document.bundle())
        .into_iter()
        .filter(|column| {
            let one_file = document.bundle().orders_of_battle.len() < 2;
            column.always(document.bundle())
                || !(one_file && *column == Column::File)
                    && counters.iter().any(|at| !counters.cell(at, column).is_empty())
        })
        .collect();
    let mut writer = csv::Writer::from_writer(Vec::new());
    let mut record = csv::StringRecord::new();
    for column in &columns {
        record.push_field(&column.name());
    }
    let mut sound = writer.write_record(&record).is_ok();
    for at in counters.iter() {
        record.clear();
        for column in &columns {
            record.push_field(&counters.cell(at, column));
        }
        sound &= writer.write_record(&record).is_ok();
    }
    // Nothing can go wrong when writing to memory.
    debug_assert!(sound);
    let bytes = writer.into_inner().unwrap_or_default();
    format!("\u{feff}{}", String::from_utf8_lossy(&bytes))
}
