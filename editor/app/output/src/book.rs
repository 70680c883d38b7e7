//! The rule book that a system writes out of a ruleset, as a file.

use std::path::Path;

use salient_exchange::print::Wishes;
use salient_exchange::{ExportError, Exported, LossReport, NamedFile, book};
use salient_rules::Systems;
use salient_rules::book::Book;
use salient_schema::Bundle;

use crate::OutputError;

/// What a rule book is written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A page of HTML.
    Html,
    /// Pages to print.
    Pdf,
    /// Plain text.
    Text,
}

impl Kind {
    /// What the ending of a file's name says.
    ///
    /// # Errors
    /// It says nothing.
    pub fn of(path: &Path) -> Result<Self, OutputError> {
        let ending = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
        match ending.as_str() {
            "html" | "htm" => Ok(Self::Html),
            "pdf" => Ok(Self::Pdf),
            "txt" => Ok(Self::Text),
            _ => {
                let reason = "a rule book's name ends in .html, .pdf or .txt";
                Err(OutputError::Name { path: path.to_owned(), reason })
            }
        }
    }

    /// A rule book as this. Of how a kit is printed, paper and margin count.
    ///
    /// # Errors
    /// A margin that no page has.
    pub fn write(self, of: &Book, name: &str, wishes: &Wishes) -> Result<Exported, ExportError> {
        match self {
            Self::Html => Ok(book::html(of, name)),
            Self::Pdf => book::pdf(of, name, wishes),
            Self::Text => {
                let file = NamedFile { name: format!("{name}.txt"), bytes: of.to_string().into() };
                Ok(Exported { files: vec![file], losses: LossReport::new("book-text") })
            }
        }
    }
}

/// The rule book of a scenario.
///
/// # Errors
/// Its system has its rules built in, and no book of them.
pub fn book_of(systems: Systems, bundle: &Bundle) -> Result<Book, ExportError> {
    systems.book(bundle).ok_or_else(|| no_book(&bundle.ruleset.title))
}

/// Why there is no rule book of a game.
pub fn no_book(game: &str) -> ExportError {
    ExportError::Cannot {
        what: format!("{game} does not state its rules of play, so no rule book can be written"),
        help: "rule books are for games that are played by the system `standard`".to_owned(),
    }
}
