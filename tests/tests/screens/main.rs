//! The editor's screens, driven without a window: by labels, keys and mouse, and by pictures.

#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod by_hand;
mod charts;
mod checks;
mod choices;
mod clients;
mod colours;
mod copies;
mod editor;
mod generate;
mod ground;
mod lines;
mod map;
mod oob;
mod own_cases;
mod pictures;
mod plan;
mod recipe;
mod ruleset;
mod sandbox;
mod scenario;
mod set_up;
mod shell;
mod sixth_system;
mod tools;
mod versions;
