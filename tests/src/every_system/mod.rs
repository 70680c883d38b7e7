//! What is asked of every system in the same way, among its own tests: with nothing compiled but
//! the system, a mutation of its rules is judged in seconds (`.cargo/mutants.toml`).
//!
//! A system's tests take this folder in by its path, and have `SYSTEMS` in their `support`.

mod cases;
mod counted;
mod limits;
mod schemas;

use crate::support::SYSTEMS;
