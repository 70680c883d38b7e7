//! Something that a designer should look at, and whose doing it may be.

use salient_rules::Bot;
use salient_schema::common::HexLabel;
use salient_schema::event::UnitId;
use salient_schema::{Id, Severity};
use serde::{Deserialize, Serialize};

/// Something a designer should look at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fact {
    /// What kind of thing.
    pub kind: FactKind,
    /// How bad.
    pub severity: Severity,
    /// It in words, without the numbers of games.
    pub words: String,
    /// In how many games.
    pub games: u32,
    /// Of how many.
    pub of: u32,
    /// The hex it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hex: Option<HexLabel>,
    /// The unit it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<UnitId>,
    /// The side it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<Id>,
    /// The game-turn it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<u16>,
    /// Who played, in the order of the sides: of other players nothing is said.
    #[serde(default)]
    pub bots: Vec<Bot>,
}

/// Whose doing a fact may be, so that a bot's blunder is not taken for a fault of the set-up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FactCause {
    /// The set-up's, the schedule's, or the rules'.
    SetUp,
    /// That of the bots that played.
    Bots,
    /// It lies in how games end.
    End,
}

impl FactCause {
    /// Its name in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::SetUp => "set-up",
            Self::Bots => "bots",
            Self::End => "end",
        }
    }
}

/// What kind of thing a fact is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FactKind {
    /// A stack stands too high on the first turn of nearly all games, so that units are removed.
    OverstackedSetUp,
    /// A unit is lost on turn 1 in nearly all games.
    LostAtOnce,
    /// One side wins nearly all games.
    OneSided,
    /// A level of victory is never reached.
    LevelNeverReached,
    /// A unit stands on the map and never moves nor fights.
    UnitNeverUsed,
    /// A unit that is set up or scheduled is never on the map.
    UnitNeverSeen,
    /// A reinforcement finds its entry hex barred and is placed elsewhere.
    ReinforcementDisplaced,
    /// A town is never taken, and no attack is ever made on it.
    TownNeverContested,
    /// Units are removed from stacks that a player made too high.
    Overstacked,
    /// A side attacks where it hardly ever wins and loses far more than it takes.
    HopelessAttacks,
    /// More than a third of what a side could have spent is left over in most games.
    ResourceLeftOver,
    /// A game-turn sees no attack in any game.
    QuietTurn,
    /// A step of the sequence of play is passed because the engine lacks its rules.
    PhaseMissing,
    /// A side takes many of its towns on the last game-turn.
    LastTurnTowns,
    /// Many of the points come, or go, on the last game-turn.
    LastTurnPoints,
}

impl FactKind {
    /// Its name in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::OverstackedSetUp => "overstacked-set-up",
            Self::LostAtOnce => "lost-at-once",
            Self::OneSided => "one-sided",
            Self::LevelNeverReached => "level-never-reached",
            Self::UnitNeverUsed => "unit-never-used",
            Self::UnitNeverSeen => "unit-never-seen",
            Self::ReinforcementDisplaced => "reinforcement-displaced",
            Self::TownNeverContested => "town-never-contested",
            Self::Overstacked => "overstacked",
            Self::HopelessAttacks => "hopeless-attacks",
            Self::ResourceLeftOver => "resource-left-over",
            Self::QuietTurn => "quiet-turn",
            Self::PhaseMissing => "phase-missing",
            Self::LastTurnTowns => "last-turn-towns",
            Self::LastTurnPoints => "last-turn-points",
        }
    }

    /// Whose doing it may be.
    pub fn cause(self) -> FactCause {
        match self {
            Self::OverstackedSetUp
            | Self::LostAtOnce
            | Self::UnitNeverSeen
            | Self::ReinforcementDisplaced
            | Self::PhaseMissing => FactCause::SetUp,
            Self::UnitNeverUsed
            | Self::TownNeverContested
            | Self::Overstacked
            | Self::HopelessAttacks
            | Self::ResourceLeftOver
            | Self::QuietTurn => FactCause::Bots,
            Self::OneSided
            | Self::LevelNeverReached
            | Self::LastTurnTowns
            | Self::LastTurnPoints => FactCause::End,
        }
    }
}

impl Fact {
    pub(crate) fn new(
        kind: FactKind,
        severity: Severity,
        games: u32,
        of: u32,
        words: String,
    ) -> Self {
        Self {
            kind,
            severity,
            words,
            games,
            of,
            hex: None,
            unit: None,
            side: None,
            turn: None,
            bots: Vec::new(),
        }
    }
}

/// Whether something happens in nine games of ten or more.
pub(crate) fn nearly_all(games: u32, of: u32) -> bool {
    u64::from(games) * 10 >= u64::from(of) * 9
}
