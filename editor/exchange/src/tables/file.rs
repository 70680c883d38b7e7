//! One CSV file as rows of cells under heads.

use std::borrow::Cow;
use std::collections::BTreeMap;

use salient_tables::Column;
pub use salient_tables::file::Row;
use salient_tables::file::{place_of_cell, rows, separator};
use salient_tables::text::{Coding, decoded};

use crate::{Fate, ImportError, LossReport, NamedFile};

/// A file's rows under their heads.
pub struct TableFile<'t> {
    /// The file as messages name it.
    pub place: String,
    source: Source<'t>,
    /// Which cell of a row stands under which head.
    heads: BTreeMap<String, usize>,
    /// The rows that are not empty, each with its line.
    pub rows: Vec<Row>,
}

/// What a table was read from.
enum Source<'t> {
    Text {
        text: Cow<'t, str>,
        separator: char,
    },
    /// A sheet of a workbook, in which cells have names.
    Sheet,
}

impl<'t> TableFile<'t> {
    /// A sheet of a workbook, the row of its heads first.
    pub fn of_sheet(place: String, rows: impl Iterator<Item = Row>) -> Self {
        let mut file =
            Self { place, source: Source::Sheet, heads: BTreeMap::new(), rows: Vec::new() };
        for (at, row) in rows.enumerate() {
            file.add(at, row);
        }
        file
    }

    /// Takes a row: that of the heads, or one that is not empty.
    fn add(&mut self, at: usize, row: Row) {
        if at == 0 {
            for (at, head) in row.cells.iter().enumerate() {
                self.heads.entry(head.trim().to_owned()).or_insert(at);
            }
        } else if row.cells.iter().any(|cell| !cell.is_empty()) {
            self.rows.push(row);
        }
    }

    /// Reads a file. Commas, semicolons, tabs or bars stand between the cells, whichever its first
    /// line tells or has most of. Letters that are not UTF-8 are told of.
    ///
    /// # Errors
    /// Rows that cannot be told apart.
    pub fn read(
        folder: &str,
        piece: &'t NamedFile,
        losses: &mut LossReport,
    ) -> Result<Self, ImportError> {
        let place = format!("{folder}/{}", piece.name);
        let (text, coding) = decoded(&piece.bytes);
        if let Some(note) = coding.note().filter(|_| coding != Coding::Utf16) {
            losses.add(Fate::Changed, "file", &piece.name, note, None);
        }
        let separator = separator(&text);
        let rows: Result<Vec<Row>, _> = rows(&text, separator).collect();
        let rows = rows.map_err(|error| ImportError {
            place: place.clone(),
            what: error.to_string(),
            help: "save it as CSV by RFC 4180".to_owned(),
        })?;
        let source = Source::Text { text, separator };
        let mut file = Self { place, source, heads: BTreeMap::new(), rows: Vec::new() };
        for (at, row) in rows.into_iter().enumerate() {
            file.add(at, row);
        }
        Ok(file)
    }

    /// The cell under a head; empty where there is none.
    pub fn cell<'r>(&self, row: &'r Row, head: &str) -> &'r str {
        let at = self.heads.get(head);
        at.and_then(|at| row.cells.get(*at)).map_or("", String::as_str)
    }

    /// Whether there is a column with this head.
    pub fn has(&self, head: &str) -> bool {
        self.heads.contains_key(head)
    }

    /// The heads that begin so, without it.
    pub fn heads_after<'s>(&'s self, start: &str) -> Vec<&'s str> {
        self.heads.keys().filter_map(|head| head.strip_prefix(start)).collect()
    }

    /// Where a row is.
    pub fn place_of(&self, row: &Row) -> String {
        match self.source {
            Source::Text { .. } => format!("{}:{}", self.place, row.line),
            Source::Sheet => format!("{}!{}", self.place, row.line),
        }
    }

    /// Where the cell of a row under a head is; where the row is if there is no such column.
    pub fn place_of_cell(&self, row: &Row, head: &str) -> String {
        let Some(&cell) = self.heads.get(head) else { return self.place_of(row) };
        match &self.source {
            Source::Text { text, separator } => {
                let [line, column] = place_of_cell(text, *separator, row, cell);
                format!("{}:{line}:{column}", self.place)
            }
            Source::Sheet => {
                let column = letters(u32::try_from(cell).unwrap_or(u32::MAX));
                format!("{}!{column}{}", self.place, row.line)
            }
        }
    }

    /// A fault of a cell.
    pub fn cell_fault(
        &self,
        row: &Row,
        head: &str,
        what: impl Into<String>,
        help: &str,
    ) -> ImportError {
        ImportError { place: self.place_of_cell(row, head), ..self.fault(row, what, help) }
    }

    /// A fault of a row.
    pub fn fault(&self, row: &Row, what: impl Into<String>, help: &str) -> ImportError {
        ImportError { place: self.place_of(row), what: what.into(), help: help.to_owned() }
    }

    /// Names the columns that nothing is known of.
    pub fn report_unknown(
        &self,
        known: &[Column],
        more: &[&str],
        open: Option<&str>,
        losses: &mut LossReport,
    ) {
        for head in self.heads.keys().filter(|head| !head.is_empty()) {
            let is_open = open.is_some_and(|open| head.starts_with(&format!("{open}.")));
            let is_known = known.iter().any(|column| column.name == head);
            if !(is_known || is_open || more.contains(&head.as_str())) {
                losses.add(
                    Fate::Dropped,
                    "column",
                    head,
                    "Salient's tables have no such column; README.txt of an export lists them",
                    Some(self.place.clone()),
                );
            }
        }
    }
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

/// A table that is there twice: small and large letters are no difference.
pub fn twice(place: String, other: &str) -> ImportError {
    let what = format!("is the same table as {other}");
    ImportError { place, what, help: "keep one of the two".to_owned() }
}
