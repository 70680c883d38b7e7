//! The data contract of Salient: every file that a designer keeps, as typed data.
//!
//! Five kinds of file ([`FileKind`]): a [`Map`], a [`Ruleset`], an [`OrderOfBattle`], a
//! [`Scenario`] and a [`Bundle`] of all that one scenario needs. Each carries `$schema` and
//! `format_version`; the JSON Schemas in `schema/json/` are generated from the types here. The
//! game log of a test-run ([`event`]) is part of the contract too.
//!
//! This crate knows the shape of the data and the numbers printed on a map. It knows no hex
//! algorithms, no rules and no screens.

pub mod bundle;
pub mod check;
pub mod common;
pub mod diagnostic;
pub mod event;
mod findings;
pub mod generate;
pub mod map;
mod migrate;
pub mod numbering;
pub mod order_of_battle;
mod position;
pub mod project;
pub mod read;
pub mod ruleset;
pub mod scenario;
mod suggest;
mod validate;
pub mod write;

pub use bundle::Bundle;
pub use check::check_references;
pub use common::{
    Colour, CounterId, FORMAT_VERSION, FileKind, HexLabel, Id, Provenance, SideLabel,
};
pub use diagnostic::{Code, Diagnostic, Place, Severity};
pub use generate::json_schemas;
pub use map::Map;
pub use numbering::{HexIndex, Numbering, split_side};
pub use order_of_battle::OrderOfBattle;
pub use position::locate;
pub use project::{
    Disk, Memory, Project, ProjectPaths, ReadError, Source, open_file, open_map, open_project,
};
pub use read::{
    Document, read_bundle, read_map, read_order_of_battle, read_ruleset, read_scenario, read_text,
};
pub use ruleset::Ruleset;
pub use scenario::Scenario;
pub use write::{WriteError, format_text, to_canonical_json, write};
