//! Games by hand: back and forth and on other ways, decisions put together one thing at a time,
//! and what may come of them.

#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod activations;
mod columns;
mod drafts;
mod finishing;
mod happened;
mod helped;
mod kept;
mod more;
mod probe;
mod prospects;
mod record;
mod refusals;
mod remarks;
mod routes;
mod said;
mod sandbox;
mod sessions;
mod silent;
mod standing;
mod support;
mod told_apart;
