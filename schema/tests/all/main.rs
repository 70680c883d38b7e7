//! The data contract: reading and writing every kind of file, numbering, the published schemas.

#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod charts;
mod common;
mod defined;
mod named;
mod names_in_play;
mod numbering;
mod orders;
mod plain;
mod rating_use;
mod reading;
mod results;
mod robust;
mod round_trip;
mod schemas;
mod victory;
