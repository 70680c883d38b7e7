//! The order of battle as a designer works on it: the tree of formations and counters, its
//! totals, what can be done to it, and its exchange with spreadsheets.
//!
//! Everything here reads a [`Bundle`](salient_schema::Bundle) and gives values; what changes anything comes as a list of
//! [`Edit`](crate::Edit)s that are one step of undo.

pub mod change;
pub mod csv;
mod delete;
mod directory;
mod displays;
mod ids;
mod moves;
mod pattern;
mod size;
mod totals;
mod tree;
mod uses;

pub use crate::words::in_words;
pub use change::{Change, Common, FormationChange, change_all, change_formation, common};
pub use delete::{Deletion, delete};
pub(crate) use directory::{Directory, use_counts};
pub use directory::{Refused, name_of};
pub use displays::{Card, Displays, Held};
pub(crate) use ids::fresh;
pub use ids::{
    fresh_chart_id, fresh_constant_id, fresh_counter_id, fresh_definition_id, fresh_formation_id,
    id_from_words, is_id,
};
pub use moves::{
    MoveTo, add_counter, add_formation, duplicate, move_to, new_counter, split_counter,
};
pub use pattern::{
    HELP as PATTERN_HELP, Pattern, PatternError, Series, add_series, leads_series, renumber,
};
pub use size::usual_size;
pub use totals::{RatingTotal, Totals, adds_up, by_type};
pub use tree::{Flaw, Key, Row, Tree};
pub use uses::printed;
