//! A map in dense arrays, for rules to read.
