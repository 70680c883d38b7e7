//! The same tables as a workbook: a sheet a table, heads in its first row, numbers as numbers and
//! all else as text, so that no spreadsheet makes a date of a designation.

use std::collections::BTreeMap;
use std::io::Cursor;

use calamine::{DataRef, Reader as _, Xlsx, XlsxError};
use salient_schema::Bundle;
use salient_tables::cells::{cell_text, text_cell};
use salient_tables::file::{BYTE_ORDER_MARK, Row, rows};
use salient_tables::{Cell, Column};

use super::file::TableFile;
use super::layout::{Child, HEX_COLUMNS, HEXES, Key, Part, TABLES};
use super::reading::twice;
use super::writing;
use super::xlsx::{Book, Said};
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
    let mut book = Book::default();
    for piece in &tables.files {
        let text = String::from_utf8_lossy(&piece.bytes);
        let text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(&text);
        let (name, ending) = piece.name.rsplit_once('.').unwrap_or((&piece.name, ""));
        let added = match ending {
            "csv" => book.add(name, true, table(&piece.name, text)?.into_iter()),
            _ => book.add(name, false, text.lines().map(|line| vec![Said::Text(line.to_owned())])),
        };
        added.map_err(refused)?;
    }
    let bytes = book.pack(&bundle.scenario.title).map_err(|error| refused(error.to_string()))?;
    let name = format!("{}.xlsx", bundle.scenario.id);
    let mut losses = tables.losses;
    "xlsx".clone_into(&mut losses.format);
    crate::pictures::named_only(&bundle.orders_of_battle, &mut losses);
    Ok(Exported { files: vec![NamedFile { name, bytes }], losses })
}

fn refused(what: String) -> ExportError {
    ExportError::Cannot {
        what: format!("the workbook could not be written: {what}"),
        help: "a sheet has 1,048,576 rows; export larger maps with --to csv".to_owned(),
    }
}

/// The rows of a table as cells of a sheet, the heads first.
fn table(file: &str, text: &str) -> Result<Vec<Vec<Said>>, ExportError> {
    let mut numeric: Vec<bool> = Vec::new();
    let mut all = Vec::new();
    for (at, row) in rows(text, ',').enumerate() {
        let row = row.map_err(|error| ExportError::Output(std::io::Error::other(error)))?;
        if at == 0 {
            numeric = row.cells.iter().map(|head| holds_numbers(file, head)).collect();
            all.push(row.cells.into_iter().map(Said::Text).collect());
            continue;
        }
        let said = |(column, cell): (usize, String)| {
            if cell.is_empty() {
                return Said::Nothing;
            }
            let may = numeric.get(column) == Some(&true);
            // What a spreadsheet would round stays a text.
            let number = cell
                .parse::<f64>()
                .ok()
                .filter(|number| may && number.is_finite() && number.to_string() == cell);
            number.map_or_else(|| Said::Text(shown(&cell)), Said::Number)
        };
        all.push(row.cells.into_iter().enumerate().map(said).collect());
    }
    Ok(all)
}

/// Whether numbers stand under a head of a table, beside texts or alone.
fn holds_numbers(file: &str, head: &str) -> bool {
    let has = |columns: &[Column]| {
        let mut numbers =
            columns.iter().filter(|column| matches!(column.cell, Cell::Number | Cell::Short));
        numbers.any(|column| column.name == head)
    };
    let in_child = |child: &Child| {
        let rating = child.open.and_then(|open| head.strip_prefix(open));
        has(child.columns) || rating.is_some_and(|rest| rest.starts_with('.'))
    };
    (file == HEXES && has(HEX_COLUMNS))
        || (Part::ALL.iter().any(|part| part.rest() == file) && head == "value")
        || TABLES.iter().any(|table| {
            let is_key = matches!(table.key, Some(Key::Number(name)) if name == head);
            let is_here = table.file == file && (is_key || has(table.columns));
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

/// The sheets of a workbook as tables, by the names of their files.
///
/// # Errors
/// What is no workbook or over the limits, and cells that are days or errors.
pub fn sheets(
    place: &str,
    bytes: &[u8],
) -> Result<BTreeMap<String, TableFile<'static>>, ImportError> {
    const SAVE: &str = "save it as a workbook, .xlsx, with a spreadsheet";
    let fault = |what: String| ImportError { place: place.to_owned(), what, help: SAVE.to_owned() };
    unpacks(bytes).map_err(fault)?;
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

/// The letters of a column: A, B … Z, AA.
pub fn letters(column: u32) -> String {
    let mut letters = String::new();
    let mut left = u64::from(column) + 1;
    while left > 0 {
        let digit = (left - 1) % 26;
        letters.insert(0, char::from(b'A' + digit as u8));
        left = (left - 1) / 26;
    }
    letters
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
