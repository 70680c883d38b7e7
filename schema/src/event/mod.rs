//! The game log: one event a line (JSON lines), with every number that went into it.
//!
//! An event is an envelope, one of a small set of core kinds that every client understands, and,
//! where the system has more to say, a detail that the system owns:
//!
//! ```json
//! {"seq":7,"turn":1,"phase":"german-combat","event":"attacked","attack":1,"side":"german",
//!  "units":["de-88-3"],"from":["3303"],"hexes":["3203"],"targets":["br-2-7"],"rule":"KB 8.7",
//!  "detail":{"event":"combat","combat":1,"quotient":9}}
//! ```
//!
//! The core is enough to follow a game on the map and to count what happens in it. A detail is
//! the system's own full account of the same event, by a JSON Schema that the system publishes.
//! Whoever has the log, the scenario and the rule book can check each result by hand. Hexes are
//! given as the map prints them and units by the id of their counter; where an order of battle
//! has several alike (`count`), the unit is the counter's id, `#` and its number from 1:
//! `de-regimental-replacement#7`.

mod detail;
mod parts;
mod turn;
mod units;

use serde::{Deserialize, Serialize};

use crate::common::{HexLabel, Id};

pub use detail::{Detail, Fact, Payload, RESOURCES, TableEntry};
pub use parts::*;
pub use turn::*;
pub use units::*;

/// A unit in the log: a counter's id, with `#` and a number where there are several alike.
pub type UnitId = String;

/// One line of the log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Event {
    /// Its number in the game, from 0.
    pub seq: u32,
    /// The game-turn; 0 before the first.
    #[cfg_attr(feature = "json-schema", schemars(range(min = 0, max = 1000)))]
    pub turn: u16,
    /// The step of the sequence of play, as the ruleset names it; empty before the first.
    pub phase: Id,
    /// What happened, in words that every client understands.
    #[serde(flatten)]
    pub kind: EventKind,
    /// What the system says of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<Detail>,
}

/// What happened, in words that every client understands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum EventKind {
    /// The game begins.
    GameStart(GameStart),
    /// A game-turn begins.
    Turn(TurnStart),
    /// A step of the sequence of play begins.
    Phase(PhaseStart),
    /// A side decides something.
    Action(Decided),
    /// A die is rolled. Every roll of the game is such an event.
    Roll(Roll),
    /// A unit comes onto the map.
    Placed(Placed),
    /// Units go from hex to hex.
    Moved(Moved),
    /// A unit leaves the map.
    Removed(Removed),
    /// Other units take the place of one.
    Exchanged(Exchanged),
    /// A counter is turned to another face, or is there otherwise than before.
    Turned(Turned),
    /// A unit is attached to another formation, or a formation put under another.
    Attached(Attached),
    /// Units are attacked. What comes of it follows, under its number.
    Attacked(Attacked),
    /// A unit loses steps or is eliminated.
    Lost(Lost),
    /// Something other than a unit comes to lie somewhere, or is taken away.
    Marker(MarkerChange),
    /// A place changes hands.
    Control(Control),
    /// A level of a side changes: its morale.
    Level(LevelChange),
    /// Something happens that only the system's detail tells in full.
    Noted(Noted),
    /// A game-turn is over.
    TurnEnd(TurnEnd),
    /// The points are counted.
    Score(ScoreCount),
    /// The game ends.
    GameOver(GameOver),
}

impl EventKind {
    /// The rule that it cites; empty for none.
    pub fn rule(&self) -> &str {
        match self {
            Self::GameStart(_) | Self::Turn(_) | Self::Action(_) | Self::TurnEnd(_) => "",
            Self::Phase(phase) => &phase.rule,
            Self::Roll(roll) => &roll.rule,
            Self::Placed(placed) => &placed.rule,
            Self::Moved(moved) => &moved.rule,
            Self::Removed(removed) => &removed.rule,
            Self::Exchanged(exchanged) => &exchanged.rule,
            Self::Turned(turned) => &turned.rule,
            Self::Attached(attached) => &attached.rule,
            Self::Attacked(attacked) => &attacked.rule,
            Self::Lost(lost) => &lost.rule,
            Self::Marker(marker) => &marker.rule,
            Self::Control(control) => &control.rule,
            Self::Level(level) => &level.rule,
            Self::Noted(noted) => &noted.rule,
            Self::Score(score) => &score.rule,
            Self::GameOver(over) => &over.rule,
        }
    }
}

/// A number added to a die, with its reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Modifier {
    /// What is added; below 0 where it is taken off.
    #[cfg_attr(feature = "json-schema", schemars(range(min = -100, max = 100)))]
    pub value: i32,
    /// Why: `fog`, `town`, `river`, `mixed-corps` …
    pub reason: Id,
    /// Where, if it comes from a hex.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hex: Option<HexLabel>,
    /// The rule.
    pub rule: String,
}
