//! What the fields say.

/// How wide a line of words is, in points.
pub(super) const WORDS: f32 = 460.0;

/// What the button says that takes something over from the published scenario.
pub(super) const AS_PUBLISHED: &str = "As the ruleset's published scenario has it";
