//! The game, its turns and its count of points.

use serde::{Deserialize, Serialize};

use crate::action::Action;
use crate::common::{HexLabel, Id};
use crate::event::UnitId;
use crate::scenario::HalfDay;

/// The game begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct GameStart {
    /// The ruleset's id.
    pub system: Id,
    /// The scenario's id.
    pub scenario: Id,
    /// The map's id.
    pub map: Id,
    /// The seed of the dice.
    pub seed: u64,
    /// How dice come from the seed.
    pub generator: String,
    /// The fingerprint of all that the game is played by, as
    /// [`Bundle::fingerprint`](crate::Bundle::fingerprint) gives it.
    pub fingerprint: String,
    /// The version of the data contract.
    pub format_version: u32,
    /// The version of the log: [`LOG_VERSION`]. Logs from before it was counted have none.
    #[serde(default)]
    pub log_version: u32,
}

/// The version of the log that is written and read: an envelope, core kinds and details.
pub const LOG_VERSION: u32 = 2;

impl GameStart {
    /// What is said of a log of another version; none where it can be read.
    pub fn other_version(&self) -> Option<String> {
        let (age, help) = match self.log_version.cmp(&LOG_VERSION) {
            std::cmp::Ordering::Equal => return None,
            std::cmp::Ordering::Less => ("an older", "play the game again with the same seed"),
            std::cmp::Ordering::Greater => ("a newer", "take a newer Salient"),
        };
        Some(format!("the log was written by {age} version of Salient; {help}"))
    }
}

/// A side decides something. What comes of it follows, up to the next decision; whoever plays
/// the same actions with the same seed gets the same log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Decided {
    /// The side.
    pub side: Id,
    /// What it does.
    pub action: Action,
    /// Whether the enemy does not see it before he has made the same choice himself.
    #[serde(default, skip_serializing_if = "crate::common::is_false")]
    pub hidden: bool,
}

/// A game-turn is over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct TurnEnd {
    /// The points as they would be counted now.
    #[cfg_attr(feature = "json-schema", schemars(range(min = -1_000_000, max = 1_000_000)))]
    pub points: i32,
    /// Where the sides' levels stand: morale, hexes held, replacements left.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub levels: Vec<LevelCount>,
    /// What the points are made of, from the beginning of the game on. Those of the side that is
    /// named first add up to the points; those of another side to what it counts itself.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sources: Vec<PointSource>,
    /// The hash of the position, in hexadecimal.
    pub state_hash: String,
}

/// A part of the points, by where it comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PointSource {
    /// Where it comes from: `exits`, `hexes-lost`.
    pub id: Id,
    /// The finer kind, where there are several: `broken-down`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<Id>,
    /// In whose count it is.
    pub side: Id,
    /// How many there are: units that left the map, hexes that were taken.
    #[serde(default, skip_serializing_if = "is_nought")]
    pub count: u32,
    /// The points that they make.
    #[cfg_attr(feature = "json-schema", schemars(range(min = -1_000_000, max = 1_000_000)))]
    pub points: i32,
}

fn is_nought(count: &u32) -> bool {
    *count == 0
}

/// Where a level of a side stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct LevelCount {
    /// The level: `morale`, `hexes`, `replacements`.
    pub id: Id,
    /// The side.
    pub side: Id,
    /// The nation, where each has its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nation: Option<Id>,
    /// Its value.
    #[cfg_attr(feature = "json-schema", schemars(range(min = -1_000_000, max = 1_000_000)))]
    pub value: i32,
}

/// A level of a side changes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct LevelChange {
    /// The level: `morale`.
    pub level: Id,
    /// The side.
    pub side: Id,
    /// What is added by the rules; the level may stop at its bounds before that.
    #[cfg_attr(feature = "json-schema", schemars(range(min = -1000, max = 1000)))]
    pub by: i32,
    /// Its value before.
    #[cfg_attr(feature = "json-schema", schemars(range(min = -1000, max = 1000)))]
    pub from: i32,
    /// Its value now.
    #[cfg_attr(feature = "json-schema", schemars(range(min = -1000, max = 1000)))]
    pub to: i32,
    /// Why: `morale-hex`, `yanks`, `big-bertha`, `paris-gun`.
    pub reason: Id,
    /// The hex, if it comes from one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hex: Option<HexLabel>,
    /// The rule.
    pub rule: String,
}

/// A game-turn begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct TurnStart {
    /// What the turn stands for.
    pub label: String,
    /// The half of the day, where that matters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub half: Option<HalfDay>,
}

/// A step of the sequence of play begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct PhaseStart {
    /// Its name in print.
    pub name: String,
    /// The phasing side, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<Id>,
    /// The rule.
    pub rule: String,
    /// Whether the step is passed with nothing done because the engine lacks its rules.
    #[serde(default, skip_serializing_if = "crate::common::is_false")]
    pub missing: bool,
}

/// A die is rolled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Roll {
    /// What for: `weather`, `attack`, `defence`, `advance`, `movement-limit` …
    pub purpose: Id,
    /// Who rolls.
    pub side: Id,
    /// The die's faces.
    #[cfg_attr(feature = "json-schema", schemars(range(min = 2, max = 100)))]
    pub faces: u8,
    /// What it shows, unmodified.
    #[cfg_attr(feature = "json-schema", schemars(range(min = 1, max = 100)))]
    pub value: u8,
    /// The rule.
    pub rule: String,
}

/// A place changes hands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Control {
    /// The hex.
    pub hex: HexLabel,
    /// Its printed name, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Who holds it now.
    pub side: Id,
    /// The unit that took it, if one did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<UnitId>,
    /// The rule.
    pub rule: String,
}

/// One line of the count of points.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ScoreLine {
    /// The scenario's score.
    pub id: Id,
    /// How many there are.
    pub count: u32,
    /// Points each.
    #[cfg_attr(feature = "json-schema", schemars(range(min = -10_000, max = 10_000)))]
    pub each: i32,
    /// Points.
    #[cfg_attr(feature = "json-schema", schemars(range(min = -1_000_000, max = 1_000_000)))]
    pub points: i32,
    /// The hexes or units counted.
    pub of: Vec<String>,
    /// The rule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
}

/// The points are counted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct ScoreCount {
    /// The side whose points they are.
    pub side: Id,
    /// What they are made of.
    pub lines: Vec<ScoreLine>,
    /// Points in all.
    #[cfg_attr(feature = "json-schema", schemars(range(min = -1_000_000, max = 1_000_000)))]
    pub points: i32,
    /// The rule.
    pub rule: String,
}

/// The game ends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct GameOver {
    /// The level of victory, as the scenario names it.
    pub level: String,
    /// Who wins.
    pub side: Id,
    /// The points that decide it.
    #[cfg_attr(feature = "json-schema", schemars(range(min = -1_000_000, max = 1_000_000)))]
    pub points: i32,
    /// Why it ends: `morale`, `turn-9-check`, `armistice`, `last-turn`; left out where the points
    /// alone decide.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<Id>,
    /// What the points are made of, as at the end of a game-turn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sources: Vec<PointSource>,
    /// The hash of the last position, in hexadecimal.
    pub state_hash: String,
    /// The rule.
    pub rule: String,
}
