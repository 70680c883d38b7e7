//! The schedule: what arrives, leaves and is replaced on which game-turn, as a chart, and the
//! changes that a designer makes of it.
//!
//! [`Board`] is the chart, ready to be drawn; an [`Op`] is a change, whose
//! [`plan`](Op::plan) gives the edits.

mod board;
mod calendar;
mod op;
mod plan;
mod words;

pub use board::{Board, Column, Grouping, Item, ItemOf, Lane, LaneKind, TrackRow, TrackSource};
pub use calendar::{Calendar, TurnLength, turns};
pub use op::{Hanging, Op};
pub(crate) use plan::splice;
pub use plan::{Plan, Refusal};
pub use salient_schema::words::{arrival_in_words as condition_in_words, entry_in_words};
pub use words::{arrivals_in_words, hanging_on};
