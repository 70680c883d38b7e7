//! One CSV file as rows of cells.

use std::collections::BTreeMap;

use super::layout::Column;
use crate::{ImportError, LossReport, Piece};

/// A file's rows under their heads.
pub struct Sheet {
    /// The file as messages name it.
    pub place: String,
    /// Which cell of a row stands under which head.
    heads: BTreeMap<String, usize>,
    /// The rows that are not empty, each with its line.
    pub rows: Vec<Row>,
}

/// A row.
pub struct Row {
    /// Its line in the file, from 1.
    pub line: u64,
    cells: Vec<String>,
}

impl Sheet {
    /// Reads a file. Commas, semicolons or tabs stand between the cells, whichever the first line
    /// has most of.
    ///
    /// # Errors
    /// What is no UTF-8, and rows that cannot be told apart.
    pub fn read(folder: &str, piece: &Piece) -> Result<Self, ImportError> {
        let place = format!("{folder}/{}", piece.name);
        let text = std::str::from_utf8(&piece.bytes).map_err(|error| ImportError {
            place: place.clone(),
            what: format!("is no UTF-8 from byte {} on", error.valid_up_to()),
            help: "save it as CSV UTF-8".to_owned(),
        })?;
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let first = text.lines().next().unwrap_or_default();
        let count = |delimiter: char| first.matches(delimiter).count();
        let delimiter = [',', ';', '\t'].into_iter().rev().max_by_key(|c| count(*c)).unwrap_or(',');
        let mut reader = csv::ReaderBuilder::new()
            .has_headers(false)
            .flexible(true)
            .delimiter(delimiter as u8)
            .from_reader(text.as_bytes());
        let mut sheet = Self { place, heads: BTreeMap::new(), rows: Vec::new() };
        let mut is_first = true;
        for record in reader.records() {
            let record = record.map_err(|error| ImportError {
                place: sheet.place.clone(),
                what: error.to_string(),
                help: "save it as CSV by RFC 4180".to_owned(),
            })?;
            if is_first {
                is_first = false;
                for (at, head) in record.iter().enumerate() {
                    sheet.heads.entry(head.trim().to_owned()).or_insert(at);
                }
            } else if record.iter().any(|cell| !cell.is_empty()) {
                let line = record.position().map_or(0, csv::Position::line);
                sheet.rows.push(Row { line, cells: record.iter().map(str::to_owned).collect() });
            }
        }
        Ok(sheet)
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
        format!("{}:{}", self.place, row.line)
    }

    /// A fault of a row.
    pub fn fault(&self, row: &Row, what: impl Into<String>, help: &str) -> ImportError {
        ImportError { place: self.place_of(row), what: what.into(), help: help.to_owned() }
    }

    /// Names the columns that nothing is known of.
    pub fn tell_unknown(
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
                    crate::Fate::Dropped,
                    "column",
                    head,
                    "Salient's tables have no such column; README.txt of an export lists them",
                    Some(self.place.clone()),
                );
            }
        }
    }
}
