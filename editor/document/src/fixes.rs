//! What can be done at once about a problem.

use salient_schema::Diagnostic;

use crate::{Document, Edit};

/// A way out of a problem.
#[derive(Clone, Debug, PartialEq)]
pub struct Fix {
    /// What it does, for a button and the undo list: `Move to 4204`.
    pub title: String,
    /// The edits, one step of undo.
    pub edits: Vec<Edit>,
}

/// The ways out of a problem, the best first; none where the designer has to decide.
pub fn fixes_for(_document: &Document, _problem: &Diagnostic) -> Vec<Fix> {
    Vec::new()
}
