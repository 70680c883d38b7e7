//! What looks illegal or suspicious in the games.

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
}

/// What kind of thing a fact is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FactKind {
    /// A stack stood too high on the first turn, so that units were removed.
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
    /// Units are removed from stacks that are too high.
    Overstacked,
    /// A game-turn sees no attack in any game.
    QuietTurn,
    /// A step of the sequence of play is passed because the engine lacks its rules.
    PhaseMissing,
}
