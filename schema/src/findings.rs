//! Collecting findings: pointers made only when something is wrong, and an end to them.

use crate::suggest::Suggestions;
use crate::{Code, Diagnostic};

/// The most findings of one file or of one check. Whoever has a thousand mends the first ones.
pub(crate) const MOST_FINDINGS: usize = 1000;

/// The findings of a check.
#[derive(Default)]
pub(crate) struct Findings {
    found: Vec<Diagnostic>,
    left_out: usize,
    /// What stands before every pointer.
    prefix: String,
    /// For "did you mean".
    pub(crate) suggestions: Suggestions,
}

impl Findings {
    /// Puts every further pointer under this one: `/map` for the map of a bundle.
    pub(crate) fn under(&mut self, prefix: impl Into<String>) {
        self.prefix = prefix.into();
    }

    /// A pointer as findings state it, for a word on another place.
    pub(crate) fn at(&self, pointer: impl std::fmt::Display) -> String {
        format!("{}{pointer}", self.prefix)
    }

    /// Adds a finding at a pointer.
    pub(crate) fn push(&mut self, pointer: impl std::fmt::Display, diagnostic: Diagnostic) {
        if self.found.len() < MOST_FINDINGS {
            self.found.push(diagnostic.pointer(self.at(pointer)));
        } else {
            self.left_out += 1;
        }
    }

    /// Adds an error.
    pub(crate) fn error(&mut self, pointer: impl std::fmt::Display, code: Code, message: String) {
        self.push(pointer, Diagnostic::error(code, message));
    }

    /// All of them, with a word on those that were too many.
    pub(crate) fn finish(self) -> Vec<Diagnostic> {
        let mut found = self.found;
        if self.left_out > 0 {
            let message = format!("{} more findings are left out", self.left_out);
            found.push(Diagnostic::error(Code::Schema, message).pointer(""));
        }
        found
    }
}
