//! Which numbered rules are built, and where.

/// The rule's number as the rule book prints it, and the function that does it, as
/// `file::function` of this directory.
pub const IMPLEMENTED: &[(&str, &str)] = &[];
