//! Canonical writing: one form for the same data, one line of a diff for one changed thing.

use serde::Serialize;

use crate::Diagnostic;
use crate::read::Document;

/// Why a value could not be written.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// It has no JSON form.
    #[error("cannot be written as JSON: {0}")]
    Json(#[from] serde_json::Error),
    /// A number is infinite or not a number, which JSON cannot hold.
    #[error("a number is infinite or not a number")]
    NotFinite,
}

/// Writes a document in canonical form.
pub fn write(document: &Document) -> Result<String, WriteError> {
    match document {
        Document::Map(value) => to_canonical_json(value),
        Document::Ruleset(value) => to_canonical_json(value),
        Document::OrderOfBattle(value) => to_canonical_json(value),
        Document::Scenario(value) => to_canonical_json(value),
        Document::Bundle(value) => to_canonical_json(value),
    }
}

/// Writes any value in canonical form: keys in the order of the type, two spaces a level, and
/// what fits a line on one line. Ends with a newline.
pub fn to_canonical_json<T: Serialize + ?Sized>(value: &T) -> Result<String, WriteError> {
    let mut text = serde_json::to_string_pretty(value)?;
    text.push('\n');
    Ok(text)
}

/// The canonical form of a file's text. A file with errors is refused with its diagnostics, and
/// stays as it is.
pub fn format_text(file_name: &str, text: impl AsRef<[u8]>) -> Result<String, Vec<Diagnostic>> {
    let (document, diagnostics) = crate::read::read_text(file_name, text);
    match document {
        Some(document) => write(&document).map_err(|_| diagnostics),
        None => Err(diagnostics),
    }
}
