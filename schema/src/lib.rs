//! The data contract of Salient: every file that a designer keeps, as typed data.
//!
//! Seven kinds of file ([`FileKind`]): a [`Map`], the [`Recipe`] that a map is made by, a
//! [`Variant`] of a recipe, a [`Ruleset`], an [`OrderOfBattle`], a [`Scenario`] and a [`Bundle`] of all that one scenario
//! needs. Each carries `$schema` and
//! `format_version`; the JSON Schemas in `schema/json/` are held to the types here by a test. The
//! game log of a test-run ([`event`]) and what a side may do ([`action`]) are part of the
//! contract too.
//!
//! This crate knows the shape of the data and the numbers printed on a map. It knows no hex
//! algorithms, no rules and no screens.
//!
//! # Reading
//!
//! [`read_text`] takes the bytes of a file and gives the document, if there is one, with every
//! finding in its place. [`open_project`] follows a scenario's references and checks its files
//! among one another. Nothing that a file may hold makes either panic.
//!
//! ```
//! use salient_schema::{Code, read_text};
//!
//! let text = r##"{
//!   "$schema": "../schema/json/order-of-battle.schema.json",
//!   "format_version": 1,
//!   "id": "german",
//!   "title": "German order of battle",
//!   "ruleset": "ruleset.json",
//!   "counters": [
//!     { "id": "de-88-3", "designaton": "88/3", "side": "german", "type": "infantry", "faces": [] }
//!   ]
//! }"##;
//! let (document, diagnostics) = read_text("oob.json", text);
//! assert!(document.is_none());
//! assert_eq!(diagnostics[0].code, Code::UnknownField);
//! assert_eq!(diagnostics[0].place.pointer.as_deref(), Some("/counters/0/designaton"));
//! assert_eq!(
//!     diagnostics[0].to_string(),
//!     "oob.json:8:24: error[unknown-field]: there is no field `designaton` here; \
//!      did you mean `designation`?"
//! );
//! ```
//!
//! # Pointers
//!
//! A finding about a file points into that file. A finding about a [`Bundle`] in memory, of
//! [`check_references`] here or of the engine, points into the bundle (`/map/grid/columns`);
//! [`ProjectPaths::localise`] turns that into the part's own file and pointer, and [`locate`]
//! adds line and column.
//!
//! # Writing
//!
//! [`write`](write()) gives a document's canonical form, in which one changed thing is one
//! changed line; [`format_text`] brings a file into it.

pub mod action;
pub mod bundle;
pub mod charts;
pub mod check;
pub mod common;
pub mod defined;
pub mod diagnostic;
mod document;
mod empty;
pub mod event;
mod findings;
#[cfg(feature = "json-schema")]
pub mod generate;
mod look;
pub mod map;
mod migrate;
mod named;
pub mod numbering;
pub mod order_of_battle;
mod paths;
pub mod pictures;
pub mod plain;
mod position;
pub mod project;
mod published;
mod rating_use;
pub mod read;
pub mod recipe;
mod recording;
pub mod results;
pub mod rules_of_play;
pub mod ruleset;
pub mod scenario;
mod split;
mod strict;
mod suggest;
mod symbol;
pub mod terrain_chart;
mod validate;
pub mod variant;
pub mod victory;
pub mod words;
pub mod write;
pub mod zones;

pub use bundle::Bundle;
pub use check::check_references;
pub use common::{
    Colour, CounterId, FORMAT_VERSION, FileKind, HexLabel, Id, Provenance, SideLabel,
};
pub use defined::Defined;
pub use diagnostic::{Code, Diagnostic, Place, Severity};
pub use map::Map;
pub use numbering::{HexIndex, Numbering, split_side};
pub use order_of_battle::OrderOfBattle;
pub use pictures::{Picture, Pictures};
pub use position::locate;
pub use project::{
    Disk, Memory, Project, ProjectPaths, ReadError, Source, open_file, open_map, open_project,
    open_project_and, open_ruleset, open_variant,
};
pub use published::{EVENT_SCHEMA, json_schemas};
pub use read::{
    Document, read_bundle, read_map, read_order_of_battle, read_recipe, read_ruleset,
    read_scenario, read_text, read_text_and,
};
pub use recipe::Recipe;
pub use recording::Recording;
pub use ruleset::Ruleset;
pub use scenario::Scenario;
pub use variant::{Variant, Varied};
pub use write::{WriteError, format_text, to_canonical_json, write};
