//! Two runs side by side.

use salient_schema::Id;
use salient_schema::common::HexLabel;
use serde::{Deserialize, Serialize};

use crate::lab::statistics::{Estimate, Share};

/// Two runs side by side. Every difference is the second less the first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Comparison {
    /// The first run.
    pub first: Named,
    /// The second run.
    pub second: Named,
    /// Each level of victory that both have.
    pub levels: Vec<LevelDifference>,
    /// How often each side won.
    pub wins: Vec<SideDifference<Share>>,
    /// The points at the end.
    pub points: Option<Compared<Estimate>>,
    /// Steps lost a game, a side.
    pub steps: Vec<SideDifference<Estimate>>,
    /// Units lost a game, a side.
    pub units: Vec<SideDifference<Estimate>>,
    /// Games in which each town changed hands; only towns that both have.
    pub towns: Vec<TownDifference>,
    /// Whether the points or the wins differ by more than chance explains.
    pub distinguishable: bool,
    /// The same in words, for people.
    pub words: Vec<String>,
}

/// One of two runs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Named {
    /// The scenario's id.
    pub scenario: Id,
    /// Its title.
    pub title: String,
    /// The bundle's fingerprint.
    pub fingerprint: String,
    /// The seed.
    pub seed: u64,
    /// Games played.
    pub played: u32,
}

/// Two values and how far they lie apart.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Compared<T> {
    /// In the first run.
    pub first: T,
    /// In the second run.
    pub second: T,
    /// The second less the first; none if there are too few games to say.
    pub difference: Option<Difference>,
}

/// How far two values lie apart, with the 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Difference {
    /// The second less the first.
    pub value: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// Whether the interval lies wholly on one side of 0.
    pub clear: bool,
}

/// A level of victory in two runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LevelDifference {
    /// The level.
    pub level: String,
    /// Who wins.
    pub side: Id,
    /// How often (Newcombe's interval).
    #[serde(flatten)]
    pub share: Compared<Share>,
}

/// A number of a side in two runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SideDifference<T> {
    /// The side.
    pub side: Id,
    /// The number.
    #[serde(flatten)]
    pub value: Compared<T>,
}

/// A town in two runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TownDifference {
    /// Its hex.
    pub hex: HexLabel,
    /// Its printed name, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Games in which it changed hands.
    #[serde(flatten)]
    pub taken: Compared<Share>,
}
