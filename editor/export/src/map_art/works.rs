//! works
