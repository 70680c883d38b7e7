//! Everything of the whole program that needs no window.

#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod bad_input;
mod briefs;
mod circles;
mod command_line;
mod deliveries;
mod documents;
mod exits;
mod faulty_files;
mod gallipoli;
mod git;
mod grows;
mod hostile;
mod lab;
#[cfg(unix)]
mod links;
mod little_board;
mod many_set_ups;
mod module_in_play;
mod names;
mod offensive_1914_lorraine;
mod offensive_1914_rules;
mod offensive_1914_tables;
mod offered;
mod output_is_input;
mod own_checks;
mod play;
mod reading;
mod referee;
mod replay;
mod roles;
mod rooms;
mod round_trips;
mod rule_cases;
mod scan_exports;
mod sixth_system;
mod storm_as_data;
mod storm_in_the_west_data;
mod tiled;
mod vassal;
#[cfg(unix)]
mod watching;
mod web_page;
