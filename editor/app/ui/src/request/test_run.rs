//! What can be set about a test-run.

use salient_rules::Bot;

/// A setting of the test-run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TestRunSetting {
    /// Who plays a side, by the side's place in the ruleset.
    Bot(usize, Bot),
    /// The seed.
    Seed(u64),
    /// How many games, at the most.
    Games(u32),
    /// How many seeds have so many games each.
    Seeds(u32),
    /// How many games of each pairing of a skill ladder.
    LadderGames(u32),
    /// Whether a searcher with so many playouts is a rung of the ladder.
    Rung(u32, bool),
    /// When a run ends.
    Ending(Ending),
    /// How fast a game is shown.
    Speed(Speed),
}

/// Something about the runs that are kept by name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KeptRun {
    /// Keeps the last run under a name.
    Keep(String),
    /// Keeps a run no longer.
    LetGo(String),
    /// Holds the last run against it.
    Against(String),
}

/// How fast a game is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Speed {
    /// A few decisions a second, to follow each.
    Slow,
    /// Dozens a second.
    #[default]
    Brisk,
    /// As fast as it goes.
    Full,
}

impl Speed {
    /// All, slowest first.
    pub const ALL: [Self; 3] = [Self::Slow, Self::Brisk, Self::Full];

    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Self::Slow => "Slow",
            Self::Brisk => "Brisk",
            Self::Full => "Full speed",
        }
    }

    /// Decisions a second; none for no limit.
    pub(crate) fn rate(self) -> Option<f64> {
        match self {
            Self::Slow => Some(5.0),
            Self::Brisk => Some(60.0),
            Self::Full => None,
        }
    }
}

/// When a run of games ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// After so many games.
    Games,
    /// Once the shares of the victory levels are known this well: half the width of the widest
    /// interval, in thousandths.
    Within(u16),
}
