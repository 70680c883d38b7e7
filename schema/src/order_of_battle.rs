//! An order of battle: formations as a tree, and the counters in them.

use litemap::LiteMap;
use serde::{Deserialize, Serialize};

use crate::common::{Colour, CounterId, Id, Provenance, Rating};

/// An order-of-battle file, shared by all of a system's scenarios.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct OrderOfBattle {
    /// Where the JSON Schema is; its last part is `order-of-battle.schema.json`.
    #[serde(rename = "$schema")]
    pub schema: String,
    /// The version of the data contract, 1.
    #[cfg_attr(feature = "json-schema", schemars(range(min = 1)))]
    pub format_version: u32,
    /// The file's own name.
    #[cfg_attr(feature = "json-schema", schemars(regex(pattern = crate::common::ID_PATTERN)))]
    pub id: Id,
    /// What a reader calls it.
    pub title: String,
    /// The ruleset that defines sides, unit types, sizes and ratings: a path relative to this
    /// file.
    pub ruleset: String,
    /// Decisions and sources, a paragraph each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// Armies, corps, divisions: a tree by `parent`.
    #[serde(default)]
    pub formations: Vec<Formation>,
    /// The counters.
    pub counters: Vec<Counter>,
}

/// A formation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Formation {
    /// Its name in references.
    #[cfg_attr(feature = "json-schema", schemars(regex(pattern = crate::common::ID_PATTERN)))]
    pub id: Id,
    /// Its printed name, `III Corps`.
    pub name: String,
    /// The short form on counters, `3`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub short: Option<String>,
    /// The side it fights for.
    pub side: Id,
    /// Its size in the ruleset.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<Id>,
    /// The formation it belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent: Option<Id>,
    /// Its commander.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commander: Option<String>,
    /// The colour of its band on counters, if it has its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "json-schema", schemars(regex(pattern = crate::common::COLOUR_PATTERN)))]
    pub colour: Option<Colour>,
    /// Rating of formations of the ruleset's counter layout → its value.
    #[serde(
        default,
        deserialize_with = "crate::common::unique_keys",
        serialize_with = "crate::common::object",
        skip_serializing_if = "LiteMap::is_empty"
    )]
    #[cfg_attr(feature = "json-schema", schemars(with = "std::collections::BTreeMap<Id, Rating>"))]
    pub ratings: LiteMap<Id, Rating>,
}

/// A counter: a unit, a leader or a marker.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Counter {
    /// Its name in references, `g-88-3`.
    #[cfg_attr(feature = "json-schema", schemars(regex(pattern = crate::common::ID_PATTERN)))]
    pub id: CounterId,
    /// What is printed on it, `88/3`.
    pub designation: String,
    /// The side that plays it.
    pub side: Id,
    /// Its nation, which gives its colour; the side's own if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nation: Option<Id>,
    /// The unit type of the ruleset, which gives its symbol.
    #[serde(rename = "type")]
    pub unit_type: Id,
    /// The size of the ruleset, which gives its size mark and its stacking points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<Id>,
    /// The formation it belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub formation: Option<Id>,
    /// How many alike there are, for pools such as replacements; 1 if left out.
    #[serde(default = "crate::common::one", skip_serializing_if = "crate::common::is_one")]
    #[cfg_attr(feature = "json-schema", schemars(range(min = 1, max = 999)))]
    pub count: u16,
    /// The hexes it covers: 2 for a two-hex unit; 1 if left out.
    #[serde(default = "crate::common::one", skip_serializing_if = "crate::common::is_one")]
    #[cfg_attr(feature = "json-schema", schemars(range(min = 1, max = 7)))]
    pub footprint: u16,
    /// The front, then the back, then any faces of counters that stand for it later.
    #[cfg_attr(feature = "json-schema", schemars(length(min = 1)))]
    pub faces: Vec<Face>,
    /// What the rules know it by besides: `stosstruppen`, `zero-stacker`, `air`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub traits: Vec<Id>,
    /// What it is made of, where sub-units count (trench battles, attachments).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<Part>,
    /// The counter that stands in for it when the rules say so (SW 2.44).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub substitute: Option<CounterId>,
    /// Where its values come from, if not from print.
    #[serde(default, skip_serializing_if = "Provenance::is_printed")]
    pub provenance: Provenance,
    /// Decisions about this counter.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

/// One face of a counter.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Face {
    /// Rating of the ruleset's counter layout → what is printed.
    // A small list in order: an order of battle has thousands of them.
    #[serde(
        deserialize_with = "crate::common::unique_keys",
        serialize_with = "crate::common::object"
    )]
    #[cfg_attr(feature = "json-schema", schemars(with = "std::collections::BTreeMap<Id, Rating>"))]
    pub ratings: LiteMap<Id, Rating>,
    /// A name of its own, where a face is another unit (a battalion's service company).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub designation: Option<String>,
    /// A type of its own.
    #[serde(default, rename = "type", skip_serializing_if = "Option::is_none")]
    pub unit_type: Option<Id>,
    /// A size of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<Id>,
    /// Whether the face is a lower step of the same unit (the default) or another unit that is
    /// only printed there.
    #[serde(default, skip_serializing_if = "crate::common::is_false")]
    pub not_a_step: bool,
    /// A picture of the whole face, which is drawn in place of symbol and figures: a path relative
    /// to this file, with `/`; PNG, JPEG, TIFF or WebP.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picture: Option<String>,
}

/// A part of a unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// The unit type.
    #[serde(rename = "type")]
    pub unit_type: Id,
    /// How many.
    #[cfg_attr(feature = "json-schema", schemars(range(min = 1)))]
    pub count: u16,
    /// A name, where it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}
