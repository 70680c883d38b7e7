//! A share of a run, and putting the shares together again.

use serde::{Deserialize, Serialize};

use crate::game_report::GameReport;
use crate::options::Options;
use crate::report::Report;
use crate::subject::Subject;
use crate::totals::Totals;

/// The form of shards that this build writes and reads.
pub const SHARD_VERSION: u32 = 5;

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
    /// The version of the shard's form, 4.
    pub shard_version: u32,
    /// Which share.
    pub part: Part,
    /// The options of the whole run.
    pub options: Options,
    /// The seeds whose games are pooled; none where the options' own is the only one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub seeds: Vec<u64>,
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

impl MergeError {
    /// The shards that it is about, where they are there.
    pub fn parts(&self) -> Vec<Part> {
        match self {
            Self::None | Self::Missing(_) => Vec::new(),
            Self::Foreign { part, first, .. } => vec![*part, *first],
            Self::Version(part)
            | Self::Doubled(part)
            | Self::Stopped(part)
            | Self::Broken(part, _) => vec![*part],
        }
    }
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

impl Part {
    /// All of a run.
    pub const WHOLE: Self = Self { number: 1, of: 1 };

    /// Its games, in order.
    pub(crate) fn games(self, of: u32) -> impl Iterator<Item = u32> {
        (self.number.saturating_sub(1)..of).step_by(self.of.max(1) as usize)
    }

    fn is_sound(self) -> bool {
        (1..=self.of).contains(&self.number)
    }
}

impl std::str::FromStr for Part {
    type Err = UnknownPart;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let read = || {
            let (number, of) = text.split_once('/')?;
            let part = Self { number: number.parse().ok()?, of: of.parse().ok()? };
            part.is_sound().then_some(part)
        };
        read().ok_or_else(|| UnknownPart(text.to_owned()))
    }
}

impl Shard {
    pub(crate) fn new(
        part: Part,
        options: Options,
        seeds: Vec<u64>,
        subject: Subject,
        totals: Totals,
        games: Vec<GameReport>,
    ) -> Self {
        Self { shard_version: SHARD_VERSION, part, options, seeds, subject, totals, games }
    }

    /// Whether all of its games were played.
    pub fn is_complete(&self) -> bool {
        self.options.until.is_some()
            || self.games.iter().map(|game| game.game).eq(self.part.games(self.options.games))
    }

    /// A report on its games alone.
    pub fn into_report(self) -> Report {
        Report::new(self.subject, &self.options, &self.seeds, &self.totals, self.games)
    }

    /// Whether what it says of itself hangs together.
    fn check(&self) -> Result<(), MergeError> {
        if self.shard_version != SHARD_VERSION {
            return Err(MergeError::Version(self.part));
        }
        if !self.part.is_sound() {
            return Err(MergeError::Broken(self.part, "there is no such share"));
        }
        if self.totals.games() as usize != self.games.len() {
            return Err(MergeError::Broken(self.part, "its sums are over another number of games"));
        }
        if !self.totals.fits(&self.subject) {
            return Err(MergeError::Broken(self.part, "its sums do not fit its scenario"));
        }
        if !self.is_complete() {
            return Err(MergeError::Stopped(self.part));
        }
        Ok(())
    }
}

/// Puts all shards of a run together, in whatever order they are given: the report is that of
/// one run, byte for byte.
///
/// # Errors
/// Which shards are missing, given twice, of another run or damaged.
pub fn merge(mut shards: Vec<Shard>) -> Result<Report, MergeError> {
    shards.sort_by_key(|shard| shard.part);
    let mut shards = shards.into_iter();
    let mut whole = shards.next().ok_or(MergeError::None)?;
    whole.check()?;
    let first = whole.part;
    let mut missing: Vec<Part> =
        (1..first.number).map(|number| Part { number, of: first.of }).collect();
    let mut last = first.number;
    for shard in shards {
        let part = shard.part;
        shard.check()?;
        if let Some(what) = difference(&whole, &shard) {
            return Err(MergeError::Foreign { part, first, what });
        }
        if part.number == last {
            return Err(MergeError::Doubled(part));
        }
        missing.extend((last + 1..part.number).map(|number| Part { number, of: first.of }));
        last = part.number;
        whole.totals.merge(&shard.totals);
        whole.games.extend(shard.games);
    }
    missing.extend((last + 1..=first.of).map(|number| Part { number, of: first.of }));
    if !missing.is_empty() {
        return Err(MergeError::Missing(missing));
    }
    whole.games.sort_unstable_by_key(|game| game.game);
    whole.part = Part::WHOLE;
    Ok(whole.into_report())
}

/// What keeps two shards from being of one run.
fn difference(one: &Shard, other: &Shard) -> Option<&'static str> {
    let (a, b) = (&one.options, &other.options);
    if one.subject.fingerprint != other.subject.fingerprint || one.subject != other.subject {
        Some("the scenario")
    } else if a.seed != b.seed || one.seeds != other.seeds {
        Some("the seed")
    } else if a.bots != b.bots {
        Some("who plays")
    } else if a.games != b.games {
        Some("the number of games")
    } else if a.until != b.until || one.part.of != other.part.of {
        Some("the number of shards")
    } else {
        None
    }
}
