//! CSV: a scenario as a folder of tables, one row a thing; XLSX: the same as one workbook.
//!
//! ```text
//! hexes.csv      every hex: terrain, level        counters.csv   the counters
//! features.csv   towns, works, entry hexes        faces.csv      their faces with the ratings
//! hexsides.csv   rivers, ridges                   set_up.csv     who stands where
//! paths.csv      roads, with path_hexes.csv       schedule.csv   what arrives later
//! lines.csv      borders, with line_sides.csv     kinds.csv      the terrain effects chart
//! zones.csv      with zone_hexes.csv              …              README.txt lists all with columns
//!
//! map.csv, scenario.csv, books.csv, ruleset.csv   single values by their place in the document
//! ```
//!
//! Everything that a bundle holds is in one table or another. The tables are listed in one place
//! (`layout`; those of orders of battle in [`salient_tables::counters`]); what a column does not hold falls through into the part's table of single values, so
//! that nothing is lost when the data contract grows.
//!
//! CSV by RFC 4180, UTF-8 with a byte order mark. No cell begins a spreadsheet formula: an
//! apostrophe stands before `=`, `+`, `-` and `@` of texts and before what would become a date, and
//! is taken off again. A workbook needs no such guard: what is text in it says so.

mod file;
mod layout;
mod reading;
mod readme;
mod rest;
mod workbook;
mod writing;

pub use reading::{read, read_workbook};
pub(super) use salient_tables::cells::short;
pub use workbook::write as write_workbook;

use salient_schema::Bundle;

use crate::{ExportError, Exported, pictures};

/// Writes a scenario as CSV tables, with the pictures of its counters in a folder beside them.
///
/// # Errors
/// A number that JSON cannot hold.
pub fn write(bundle: &Bundle) -> Result<Exported, ExportError> {
    let mut bundle = bundle.clone();
    let files = pictures::beside(&mut bundle.orders_of_battle, &bundle.pictures);
    let mut tables = writing::write(&bundle)?;
    tables.files.extend(files);
    Ok(tables)
}
