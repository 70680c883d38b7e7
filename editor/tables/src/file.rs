//! CSV files: a text as rows of cells, and back.

use csv::{Error, ReaderBuilder, Terminator, WriterBuilder};

/// By which spreadsheets know that a file is UTF-8.
pub const BYTE_ORDER_MARK: &str = "\u{feff}";

/// What may stand between cells, the usual first.
pub const SEPARATORS: [char; 4] = [',', ';', '\t', '|'];

/// A row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Its line in the file, from 1.
    pub line: usize,
    /// Where it begins in the text, in bytes.
    pub start: usize,
    /// Its cells.
    pub cells: Vec<String>,
}

/// The separator that a first line `sep=;` tells, which Excel goes by, and where what comes after
/// that line begins, in bytes.
fn told(text: &str) -> Option<(char, usize)> {
    let rest = text.strip_prefix("sep=")?;
    let told = rest.chars().next().filter(|sign| SEPARATORS.contains(sign))?;
    let end = rest.find(['\r', '\n'])?;
    let is_alone = rest.get(..end)?.chars().all(|sign| sign == told);
    let after = rest.get(end..)?;
    let ends = if after.starts_with("\r\n") { 2 } else { 1 };
    is_alone.then_some((told, text.len() - after.len() + ends))
}

/// The separator that a first line `sep=;` tells; else the one that the first line has most of,
/// outside quotation marks.
#[must_use]
pub fn separator(text: &str) -> char {
    if let Some((told, _)) = told(text) {
        return told;
    }
    let mut counts = SEPARATORS.map(|separator| (separator, 0));
    let mut quoted = false;
    for sign in text.chars() {
        match sign {
            '"' => quoted = !quoted,
            '\r' | '\n' if !quoted => break,
            _ if !quoted => {
                for (separator, count) in &mut counts {
                    *count += u32::from(*separator == sign);
                }
            }
            _ => {}
        }
    }
    let mut best = counts[0];
    for other in counts {
        if other.1 > best.1 {
            best = other;
        }
    }
    best.0
}

/// The rows of a text, the heads among them, without a first line `sep=;`. Rows may be of different
/// lengths; lines may end in a line feed, a carriage return or both.
///
/// # Errors
/// Each row that cannot be told apart is one.
pub fn rows(text: &str, separator: char) -> impl Iterator<Item = Result<Row, Error>> {
    let begin = told(text).map_or(0, |(_, begin)| begin);
    let returns = text.split('\r').skip(1).any(|after| !after.starts_with('\n'));
    let reader = ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(u8::try_from(separator).unwrap_or(b','))
        .from_reader(text.get(begin..).unwrap_or_default().as_bytes());
    let (mut line, mut seen) = (1, 0);
    reader.into_records().map(move |record| {
        record.map(|record| {
            // The reader's own place is before the empty lines that come first, and before the line
            // feed of the row before.
            let from = record.position().map_or(0, csv::Position::byte);
            let from = usize::try_from(from).unwrap_or(usize::MAX);
            let from = from.saturating_add(begin).min(text.len());
            let bytes = text.as_bytes().get(from..).unwrap_or_default();
            let ends = bytes.iter().take_while(|byte| matches!(byte, b'\r' | b'\n')).count();
            let start = from + ends;
            line += lines_ended(text.as_bytes().get(seen..start).unwrap_or_default(), returns);
            seen = start;
            Row { line, start, cells: record.iter().map(str::to_owned).collect() }
        })
    })
}

/// How many lines end; `returns` says whether a carriage return alone ends one.
fn lines_ended(bytes: &[u8], returns: bool) -> usize {
    let feeds = bytes.iter().filter(|byte| **byte == b'\n').count();
    if !returns {
        return feeds;
    }
    let after = bytes.iter().skip(1).chain([&0]);
    let alone = bytes.iter().zip(after).filter(|pair| *pair.0 == b'\r' && *pair.1 != b'\n');
    feeds + alone.count()
}

/// Where a cell of a row begins: its line and, in characters, its column, both from 1. That of the
/// row's end where it has no such cell.
#[must_use]
pub fn place_of_cell(text: &str, separator: char, row: &Row, cell: usize) -> [usize; 2] {
    let [mut line, mut column] = [row.line, 1];
    let (mut cells, mut quoted) = (0, false);
    let mut signs = text.get(row.start..).unwrap_or_default().chars().peekable();
    while let Some(sign) = signs.next() {
        if cells == cell || (!quoted && matches!(sign, '\r' | '\n')) {
            break;
        }
        match sign {
            '"' => quoted = !quoted,
            sign if sign == separator && !quoted => cells += 1,
            _ => {}
        }
        column += 1;
        if sign == '\n' || (sign == '\r' && signs.peek() != Some(&'\n')) {
            (line, column) = (line + 1, 1);
        }
    }
    [line, column]
}

/// How lines end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineEnds {
    /// By RFC 4180.
    CrLf,
    /// As in all other texts.
    Lf,
}

/// A file of heads and rows, with a byte order mark and commas.
///
/// # Errors
/// A row of another length than the heads.
pub fn write<R: IntoIterator<Item: AsRef<[u8]>>>(
    heads: impl IntoIterator<Item = String>,
    rows: impl IntoIterator<Item = R>,
    ends: LineEnds,
) -> Result<Vec<u8>, Error> {
    let terminator = match ends {
        LineEnds::CrLf => Terminator::CRLF,
        LineEnds::Lf => Terminator::Any(b'\n'),
    };
    let mut writer = WriterBuilder::new()
        .terminator(terminator)
        .from_writer(BYTE_ORDER_MARK.as_bytes().to_vec());
    writer.write_record(heads)?;
    for row in rows {
        writer.write_record(row)?;
    }
    writer.into_inner().map_err(|error| error.into_error().into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_and_cells_have_their_place() {
        for end in ["\n", "\r\n", "\r"] {
            let text = ["a;b", "", "ä;\"1;", "2\";3", "", "", "x;y;z"].join(end);
            assert_eq!(separator(&text), ';', "of the first line alone: {end:?}");
            let rows: Vec<Row> = rows(&text, ';').map(Result::unwrap).collect();
            let lines: Vec<usize> = rows.iter().map(|row| row.line).collect();
            assert_eq!(lines, [1, 3, 7], "{end:?}");
            let place = |row: usize, cell| place_of_cell(&text, ';', &rows[row], cell);
            assert_eq!([place(0, 0), place(0, 1)], [[1, 1], [1, 3]]);
            assert_eq!([place(1, 1), place(1, 2)], [[3, 3], [4, 4]], "{end:?}");
            assert_eq!([place(2, 2), place(2, 9)], [[7, 5], [7, 6]]);
        }
    }

    #[test]
    fn a_first_line_may_tell_the_separator() {
        for end in ["\n", "\r\n", "\r"] {
            for first in ["sep=;", "sep=;;;"] {
                let text = [first, "a,b;c,d", "1,2,3;4"].join(end);
                assert_eq!(separator(&text), ';');
                let rows: Vec<Row> = rows(&text, ';').map(Result::unwrap).collect();
                let lines: Vec<usize> = rows.iter().map(|row| row.line).collect();
                assert_eq!((lines, &*rows[0].cells[1]), (vec![2, 3], "c,d"), "{text:?}");
                assert_eq!(place_of_cell(&text, ';', &rows[1], 1), [3, 7]);
            }
        }
        // A head that begins so is a head.
        for text in ["sep=;a\n1;2\n", "sep=\n1\n", "sep=;"] {
            let rows: Vec<Row> = rows(text, separator(text)).map(Result::unwrap).collect();
            assert!(rows[0].cells[0].starts_with("sep="), "{text:?}");
        }
    }

    #[test]
    fn what_is_written_is_read() {
        let rows_of = |text: &[&[&str]]| -> Vec<Vec<String>> {
            text.iter().map(|row| row.iter().map(|cell| (*cell).to_owned()).collect()).collect()
        };
        let lines = rows_of(&[&["a,b", "\"q\""], &["two\nlines", ""]]);
        for ends in [LineEnds::CrLf, LineEnds::Lf] {
            let heads = ["x".to_owned(), "y;z".to_owned()];
            let bytes = write(heads.clone(), lines.clone(), ends).unwrap();
            let text = String::from_utf8(bytes).unwrap();
            let text = text.strip_prefix(BYTE_ORDER_MARK).unwrap();
            assert_eq!(separator(text), ',');
            let back: Vec<Row> = rows(text, ',').map(Result::unwrap).collect();
            assert_eq!(back[0].cells, heads);
            let cells: Vec<_> = back.iter().skip(1).map(|row| row.cells.clone()).collect();
            assert_eq!(cells, lines);
        }
    }
}
