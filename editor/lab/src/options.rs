//! What is to be run.

use salient_rules::Bot;
use serde::{Deserialize, Serialize};

/// What to run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Options {
    /// How many games; with `until`, how many at the most.
    pub games: u32,
    /// The seed of the run. Game `i` is seeded from it and `i`, so that it can be played again
    /// by itself.
    pub seed: u64,
    /// Who plays: one a side, in the order of the ruleset's sides. The heuristic plays where
    /// none is named.
    pub bots: Vec<Bot>,
    /// Go on until the 95 % interval of every level reaches no farther than this to either side:
    /// 0.02 for 2 %.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<f64>,
}
