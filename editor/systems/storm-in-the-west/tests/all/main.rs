//! 1918: Storm in the West played, checked and set up, by its published scenarios.

#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod checks;
#[path = "../../../../../tests/src/every_system/mod.rs"]
mod every_system;
mod games;
#[path = "../../../../../tests/src/renaming.rs"]
mod renaming;
mod roles;
mod set_ups;
mod support;
