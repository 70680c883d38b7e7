//! Maps made from geographic data and from scans.

#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod arithmetic;
mod common;
mod date_line;
mod faults;
mod form;
mod heights;
mod join;
mod own_layer;
mod picardy;
mod pictures;
mod properties;
mod scan_fit;
mod scans;
mod second_theatre;
mod told;
mod variants;
mod western_front;
mod western_front_1914;
