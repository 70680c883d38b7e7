//! The Kaiser's Battle played, checked and set up: its rules against the published files, and the
//! kernel with a whole rule book on it.

#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod audit;
mod bad_data;
mod by_hand;
mod checks;
#[path = "../../../../../tests/src/every_system/mod.rs"]
mod every_system;
mod flying;
mod games;
mod gunnery;
mod planner;
#[path = "../../../../../tests/src/renaming.rs"]
mod renaming;
mod roles;
mod set_up;
mod support;
mod worked_example;
