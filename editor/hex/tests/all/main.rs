//! What the compiled map knows and what is worked out over it: on the fixtures of the systems,
//! and on random grids of every shape.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that fails panics"
)]

mod boards;
mod elevation;
mod objectives;
mod paths;
mod reach;
mod sight;
mod sight_oracle;
mod span;
mod support;
