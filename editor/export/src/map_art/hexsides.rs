//! hexsides
