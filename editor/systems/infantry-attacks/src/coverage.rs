//! What of the book is built, by its numbers: the same as the rule table says.

/// Numbers of rules, each with the function that does it.
pub const IMPLEMENTED: &[(&str, &str)] = &[];
