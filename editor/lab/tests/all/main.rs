//! The lab on two games that are not alike.

#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod digest;
mod lab;
mod ledger;
mod log_contract;
mod misleading;
mod searcher;
mod seeds;
mod set_ups;
mod skill;
mod sources;
mod support;
mod text;
mod why;
