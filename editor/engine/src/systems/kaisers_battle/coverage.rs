//! Which numbered rules are built, and where.

/// The rule's number as the rule book prints it, and the function that does it.
pub const IMPLEMENTED: &[(&str, &str)] = &[];
