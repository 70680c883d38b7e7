//! A share of a run, and putting the shares together again.

use serde::{Deserialize, Serialize};

use crate::lab::report::GameReport;
use crate::lab::run::Options;
use crate::lab::subject::Subject;
use crate::lab::totals::Totals;

/// A share of the games of a run, of `of` equal ones. Part `k` plays every `of`-th game, so that
/// all take about as long.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Part {
    /// Which, from 1.
    pub number: u32,
    /// Of how many.
    pub of: u32,
}

/// What came of a share of a run, in whole numbers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Shard {
    /// The version of the shard's form, 1.
    pub shard_version: u32,
    /// Which share.
    pub part: Part,
    /// The options of the whole run.
    pub options: Options,
    /// What was played.
    pub subject: Subject,
    /// The sums over the share's games.
    pub totals: Totals,
    /// The share's games in order.
    pub games: Vec<GameReport>,
}

/// Why shards do not make a run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MergeError {
    /// There are none.
    #[error("there are no shards to merge")]
    None,
    /// One has another form.
    #[error("shard {0} has a form that this version does not know")]
    Version(Part),
    /// One belongs to another run.
    #[error("shard {part} is of another run: {what} differs from that of shard {first}")]
    Foreign {
        /// The odd one.
        part: Part,
        /// What it is compared to.
        first: Part,
        /// What differs: `the scenario`, `the seed` …
        what: &'static str,
    },
    /// One is there twice.
    #[error("shard {0} is given twice")]
    Doubled(Part),
    /// Some are not there.
    #[error("shards are missing: {}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "))]
    Missing(Vec<Part>),
    /// One was stopped before its end.
    #[error("shard {0} was stopped before its last game: play it again")]
    Stopped(Part),
    /// One does not add up.
    #[error("shard {0} does not add up: {1}")]
    Broken(Part, &'static str),
}

/// A text that names no share.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is no share of a run: write 2/8 for the second of eight")]
pub struct UnknownPart(pub String);

impl std::fmt::Display for Part {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}
