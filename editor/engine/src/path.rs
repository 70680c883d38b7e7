//! The shortest ways over movement costs.
