//! From bytes to rows: whatever a spreadsheet wrote.

use salient_tables::cells::unguarded;
use salient_tables::file;
use salient_tables::text::decoded;

/// The rows of a file, with what was noticed about it as a whole.
pub(super) struct Spreadsheet {
    pub rows: Vec<Vec<String>>,
    pub notes: Vec<String>,
}

pub(super) fn spreadsheet(bytes: &[u8]) -> Spreadsheet {
    let (text, coding) = decoded(bytes);
    let mut notes: Vec<String> =
        coding.note().map(|note| format!("The file {note}.")).into_iter().collect();
    let separator = file::separator(&text);
    if separator != ',' {
        let name = match separator {
            ';' => "semicolons",
            '\t' => "tabs",
            _ => "bars",
        };
        notes.push(format!("The columns are parted by {name}."));
    }
    if !text.matches('"').count().is_multiple_of(2) {
        notes.push(
            "A quotation mark is not closed. If rows run together, close it, or write two for \
             one."
                .to_owned(),
        );
    }
    let mut rows = Vec::new();
    for row in file::rows(&text, separator) {
        match row {
            Ok(row) => rows.push(row.cells.iter().map(|cell| newlines(&unguarded(cell))).collect()),
            Err(error) => {
                notes.push(format!("The file cannot be read further: {error}."));
                break;
            }
        }
    }
    Spreadsheet { rows, notes }
}

fn newlines(cell: &str) -> String {
    cell.replace("\r\n", "\n").replace('\r', "\n")
}
