//! Replacements.

use serde::{Deserialize, Serialize};

use salient_schema::common::{HexLabel, Id};
use salient_schema::event::UnitId;

/// A side receives replacements.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Replacements {
    /// The side.
    pub side: Id,
    /// The nation whose units they rebuild; any if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nation: Option<Id>,
    /// The kind, where there are several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pool: Option<Id>,
    /// Steps received; below 0 where they lapse.
    #[cfg_attr(feature = "json-schema", schemars(range(min = -10_000, max = 10_000)))]
    pub received: i32,
    /// Steps at hand now.
    #[cfg_attr(feature = "json-schema", schemars(range(min = 0, max = 100_000)))]
    pub left: i32,
    /// The rule.
    pub rule: String,
}

/// Replacement steps lie ready when the game begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Stock {
    /// The side.
    pub side: Id,
    /// The nation whose units they rebuild.
    pub nation: Id,
    /// How many.
    #[cfg_attr(feature = "json-schema", schemars(range(min = 1, max = 100_000)))]
    pub steps: i32,
    /// The rule.
    pub rule: String,
}

/// A unit is brought back to strength, or back into play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Rebuilt {
    /// The unit.
    pub unit: UnitId,
    /// Its side.
    pub side: Id,
    /// Where it stands, or is placed.
    pub hex: HexLabel,
    /// The face it shows now.
    pub face: u8,
    /// Whether it comes from among the eliminated.
    #[serde(default, skip_serializing_if = "salient_schema::common::is_false")]
    pub from_deadpile: bool,
    /// The nation whose replacements are spent.
    pub nation: Id,
    /// The kind of replacements, where there are several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pool: Option<Id>,
    /// Steps spent in all.
    #[cfg_attr(feature = "json-schema", schemars(range(min = 1, max = 100)))]
    pub steps: i32,
    /// Steps left now: of the kind if one is named, else of the nation.
    #[cfg_attr(feature = "json-schema", schemars(range(min = 0, max = 100_000)))]
    pub left: i32,
    /// What the nation added to a kind that did not suffice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub added: Option<AddedSteps>,
    /// The rule.
    pub rule: String,
}

/// Steps of the nation's own beside those of a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct AddedSteps {
    /// How many of the steps spent.
    #[cfg_attr(feature = "json-schema", schemars(range(min = 1, max = 100)))]
    pub steps: i32,
    /// Steps that the nation has left.
    #[cfg_attr(feature = "json-schema", schemars(range(min = 0, max = 100_000)))]
    pub left: i32,
}
