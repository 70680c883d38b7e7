//! Games by hand: back and forth and on other ways, decisions put together one thing at a time,
//! and what may come of them.

#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod drafts;
mod prospects;
mod sessions;
mod support;
