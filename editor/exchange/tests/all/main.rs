//! Other clients' formats, out and in, and the report's page.

#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod book;
mod counts;
mod displays;
mod foreign;
mod geojson;
mod geojson_others;
mod lorraine;
mod megamek;
mod memory;
mod page;
mod print;
mod public;
mod tables;
mod tabletop;
mod tiled;
mod vassal;
mod vassal_boards;
mod vassal_others;
mod vassal_places;
mod vassal_tools;
mod wesnoth;
mod worldographer;
