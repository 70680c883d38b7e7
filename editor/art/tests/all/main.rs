//! Maps and counters as plain shapes, and the files that they become.

#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod badges;
mod common;
mod following;
mod golden;
mod key;
mod names;
mod pictures;
mod soundness;
