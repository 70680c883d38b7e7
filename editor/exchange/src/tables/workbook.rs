//! The same tables as a workbook: a sheet a table, heads in its first row, numbers as numbers and
//! all else as text, so that no spreadsheet makes a date of a designation.

use std::collections::BTreeMap;
use std::io::Cursor;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{SystemTime, UNIX_EPOCH};

use calamine::{DataRef, Reader as _, Xlsx, XlsxError};
use rust_xlsxwriter::{DocProperties, ExcelDateTime, Format, Workbook, Worksheet};
use salient_schema::Bundle;
use salient_tables::cells::{cell_text, text_cell};
use salient_tables::file::{BYTE_ORDER_MARK, Row, rows};
use salient_tables::{Cell, Column};

use super::file::TableFile;
use super::layout::{Child, HEX_COLUMNS, HEXES, Key, Part, TABLES};
use super::writing;
use crate::tables::file::{letters, twice};
use crate::{ExportError, Exported, ImportError, NamedFile, limits, unpack};

/// The sheet that says what the others are.
pub const README: &str = "README";
/// More columns than any table has, and more cells than the largest map.
const MOST_COLUMNS: u32 = 512;
const MOST_CELLS: usize = limits::LAYER_POSITIONS;

/// Writes the tables of a scenario as one workbook.
///
/// # Errors
/// Those of the tables, and more rows than a sheet has.
pub fn write(bundle: &Bundle) -> Result<Exported, ExportError> {
    let tables = writing::write(bundle)?;
    // The package asks for the time, although it is told one, and panics where that is too early.
    if SystemTime::now() < UNIX_EPOCH {
        return Err(ExportError::Cannot {
            what: "the clock of this machine stands before 1970, when no workbook can be written"
                .to_owned(),
            help: "set the clock, or export as CSV (--to csv)".to_owned(),
        });
    }
    let mut book = Workbook::new();
    // The same scenario gives the same bytes, whenever it is written.
    let birth = ExcelDateTime::from_ymd(2000, 1, 1).map_err(refused)?;
    let title = DocProperties::new().set_title(&bundle.scenario.title);
    book.set_properties(&title.set_creation_datetime(&birth));
    let bold = Format::new().set_bold();
    for piece in &tables.files {
        let text = String::from_utf8_lossy(&piece.bytes);
        let text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(&text);
        let (name, ending) = piece.name.rsplit_once('.').unwrap_or((&piece.name, ""));
        let sheet = book.add_worksheet();
        sheet.set_name(name).map_err(refused)?;
        if ending == "csv" {
            table(sheet, &piece.name, text, &bold)?;
        } else {
            for (row, line) in (0..).zip(text.lines()) {
                sheet.write_string(row, 0, line).map_err(refused)?;
            }
        }
    }
    let bytes = book.save_to_buffer().map_err(refused)?;
    let name = format!("{}.xlsx", bundle.scenario.id);
    let mut losses = tables.losses;
    "xlsx".clone_into(&mut losses.format);
    crate::pictures::named_only(&bundle.orders_of_battle, &mut losses);
    Ok(Exported { files: vec![NamedFile { name, bytes }], losses })
}

fn refused(error: rust_xlsxwriter::XlsxError) -> ExportError {
    ExportError::Cannot {
        what: format!("the workbook could not be written: {error}"),
        help: "a sheet has 1,048,576 rows; export larger maps as CSV (--to csv)".to_owned(),
    }
}

fn table(sheet: &mut Worksheet, file: &str, text: &str, bold: &Format) -> Result<(), ExportError> {
    let mut numeric: Vec<bool> = Vec::new();
    for (at, row) in (0..).zip(rows(text, ',')) {
        let row = row.map_err(|error| ExportError::Output(std::io::Error::other(error)))?;
        for (column, cell) in (0..).zip(&row.cells) {
            let written = if at == 0 {
                numeric.push(holds_numbers(file, cell));
                sheet.write_string_with_format(at, column, cell, bold)
            } else if cell.is_empty() {
                continue;
            } else {
                let may = numeric.get(usize::from(column)) == Some(&true);
                // What a spreadsheet would round stays a text, but for a `-26.0`: as a text it would
                // be guarded when it is read, and no number any more.
                let is_whole = |n: &f64| text_cell(cell) != *cell && format!("{n:?}") == *cell;
                let keeps = |n: &f64| n.to_string() == *cell || is_whole(n);
                let number = cell.parse::<f64>().ok().filter(|n| may && keeps(n));
                match number {
                    Some(number) => sheet.write_number(at, column, number),
                    None => sheet.write_string(at, column, shown(cell)),
                }
            };
            written.map_err(refused)?;
        }
    }
    sheet.set_freeze_panes(1, 0).map_err(refused)?;
    Ok(())
}

/// Whether numbers stand under a head of a table, beside texts or alone.
fn holds_numbers(file: &str, head: &str) -> bool {
    let has = |columns: &[Column]| {
        let mut numbers =
            columns.iter().filter(|column| matches!(column.cell, Cell::Number | Cell::Short));
        numbers.any(|column| column.name == head)
    };
    let is_rating = |open: Option<&str>| {
        let rating = open.and_then(|open| head.strip_prefix(open));
        rating.is_some_and(|rest| rest.starts_with('.'))
    };
    let in_child = |child: &Child| has(child.columns) || is_rating(child.open);
    (file == HEXES && has(HEX_COLUMNS))
        || (Part::ALL.iter().any(|part| part.rest() == file) && head == "value")
        || TABLES.iter().any(|table| {
            let is_key = matches!(table.key, Some(Key::Number(name)) if name == head);
            let own = is_key || has(table.columns) || is_rating(table.open);
            let is_here = table.file == file && own;
            is_here || table.children.iter().any(|child| child.file == file && in_child(child))
        })
}

/// A cell of a CSV file as text that needs no guard; what begins with an apostrophe all the same
/// stays as it is, so that it can be told what was guarded.
fn shown(cell: &str) -> String {
    let text = cell_text(cell).unwrap_or_default();
    if text.is_empty() || text.starts_with('\'') { cell.to_owned() } else { text }
}

/// The text of a sheet as a cell of a CSV file.
fn hidden(text: &str) -> String {
    if text.is_empty() || text.starts_with('\'') { text.to_owned() } else { text_cell(text) }
}

const SAVE: &str = "save it as a workbook, .xlsx, with a spreadsheet";

/// The sheets of a workbook as tables, by the names of their files.
///
/// # Errors
/// What is no workbook or over the limits, and cells that are days or errors.
pub fn sheets(
    place: &str,
    bytes: &[u8],
) -> Result<BTreeMap<String, TableFile<'static>>, ImportError> {
    let fault = |what: &str| ImportError {
        place: place.to_owned(),
        what: what.to_owned(),
        help: SAVE.to_owned(),
    };
    unpacks(bytes).map_err(|what| fault(&what))?;
    // The package panics at places of cells of thousands of letters.
    let read = catch_unwind(AssertUnwindSafe(|| unpacked(place, bytes)));
    read.unwrap_or_else(|_| Err(fault("cannot be read as a workbook: a cell's place is none")))
}

fn unpacked(
    place: &str,
    bytes: &[u8],
) -> Result<BTreeMap<String, TableFile<'static>>, ImportError> {
    let fault = |what: String| ImportError { place: place.to_owned(), what, help: SAVE.to_owned() };
    let unread = |error: XlsxError| fault(format!("cannot be read as a workbook: {error}"));
    let mut book: Xlsx<_> = Xlsx::new(Cursor::new(bytes)).map_err(unread)?;
    let mut found = BTreeMap::new();
    let mut left = MOST_CELLS;
    for name in book.sheet_names() {
        if name == README {
            continue;
        }
        let mut lines: BTreeMap<u32, Vec<String>> = BTreeMap::new();
        let mut cells = book.worksheet_cells_reader(&name).map_err(unread)?;
        while let Some(cell) = cells.next_cell().map_err(unread)? {
            let (row, column) = cell.get_position();
            let here = || format!("{place}/{name}!{}{}", letters(column), u64::from(row) + 1);
            let refuse = |what: &str, help: &str| ImportError {
                place: here(),
                what: what.to_owned(),
                help: help.to_owned(),
            };
            let text = match cell.get_value() {
                DataRef::Empty => continue,
                DataRef::String(text) => hidden(text),
                DataRef::SharedString(text) => hidden(text),
                DataRef::Bool(true) => "yes".to_owned(),
                DataRef::Bool(false) => String::new(),
                // Its shortest form: a whole number has no point.
                DataRef::Int(number) => number.to_string(),
                DataRef::Float(number) => number.to_string(),
                DataRef::DateTime(_) | DataRef::DateTimeIso(_) | DataRef::DurationIso(_) => {
                    let help = "give the column the format Text, and write anew what was there";
                    return Err(refuse("is a day or a time, which no table has", help));
                }
                DataRef::Error(_) => {
                    let help = "mend its formula, or write what it should say";
                    return Err(refuse("is an error of the spreadsheet's", help));
                }
            };
            if column >= MOST_COLUMNS {
                return Err(refuse("has more than 512 columns before it", "no table has so many"));
            }
            left = left.checked_sub(1).ok_or_else(|| {
                refuse("is one of more than 20,000,000", "no scenario has so many")
            })?;
            let line = lines.entry(row).or_default();
            let at = column as usize;
            if line.len() <= at {
                line.resize(at + 1, String::new());
            }
            if let Some(cell) = line.get_mut(at) {
                *cell = text;
            }
        }
        let rows = lines.into_iter().map(|(row, cells)| {
            let line = usize::try_from(row).unwrap_or(usize::MAX).saturating_add(1);
            Row { line, start: 0, cells }
        });
        let file = TableFile::of_sheet(format!("{place}/{name}"), rows);
        if let Some(other) = found.insert(format!("{}.csv", name.to_lowercase()), file) {
            return Err(twice(format!("{place}/{name}"), &other.place));
        }
    }
    Ok(found)
}

/// Unpacks all that a workbook holds once, so that nobody after unpacks more than may be.
fn unpacks(bytes: &[u8]) -> Result<(), String> {
    let mut zip = zip::ZipArchive::new(Cursor::new(bytes))
        .map_err(|error| format!("is no workbook: {error}"))?;
    if zip.len() > limits::ENTRIES {
        return Err(format!("has {} files in it; at most {}", zip.len(), limits::ENTRIES));
    }
    let mut left = limits::ENTRY_BYTES;
    for at in 0..zip.len() {
        let entry = zip.by_index(at).map_err(|error| format!("is damaged: {error}"))?;
        left -= unpack::at_most(entry, left)?.len() as u64;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_have_letters() {
        for (column, is) in [(0, "A"), (25, "Z"), (26, "AA"), (701, "ZZ"), (702, "AAA")] {
            assert_eq!(letters(column), is);
        }
        letters(u32::MAX);
    }

    #[test]
    fn what_is_guarded_in_csv_is_not_in_a_sheet() {
        for (cell, text) in [
            ("'=1", "=1"),
            ("'28/10/5", "28/10/5"),
            ("'t Zand", "'t Zand"),
            ("'", "'"),
            ("''", "''"),
            ("''=1", "''=1"),
            ("\"5\"", "\"5\""),
            ("5", "5"),
        ] {
            assert_eq!(shown(cell), text);
            assert_eq!(hidden(text), cell);
        }
    }
}
