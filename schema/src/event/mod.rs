//! The game log: one event a line (JSON lines), with every number that went into it.
//!
//! Whoever has the log, the scenario and the rule book can check each result by hand. Hexes are
//! given as the map prints them and units by the id of their counter; where an order of battle
//! has several alike (`count`), the unit is the counter's id, `#` and its number from 1:
//! `de-regimental-replacement#7`.

mod air;
mod artillery;
mod combat;
mod movement;
mod odds;
mod replacement;
mod turn;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::common::{HexLabel, Id};

pub use air::*;
pub use artillery::*;
pub use combat::*;
pub use movement::*;
pub use odds::*;
pub use replacement::*;
pub use turn::*;

/// A unit in the log: a counter's id, with `#` and a number where there are several alike.
pub type UnitId = String;

/// One line of the log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Event {
    /// Its number in the game, from 0.
    pub seq: u32,
    /// The game-turn; 0 before the first.
    #[schemars(range(min = 0, max = 1000))]
    pub turn: u16,
    /// The step of the sequence of play, as the ruleset names it; empty before the first.
    pub phase: Id,
    /// What happened.
    #[serde(flatten)]
    pub kind: EventKind,
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
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
    /// The weather of the game-turn is settled.
    Weather(Weather),
    /// The units that may move are limited.
    MovementLimit(MovementLimit),
    /// A unit comes onto the map.
    Reinforcement(Reinforcement),
    /// A unit moves.
    Move(Move),
    /// A unit leaves the map.
    Exit(Exit),
    /// A side's air points of the game-turn.
    AirPoints(AirPoints),
    /// What a side's aircraft are to do.
    AirAllocation(AirAllocation),
    /// A side's aircraft cut the enemy's missions.
    Interception(Interception),
    /// A stack is observed from the air.
    AirObservation(AirObservation),
    /// A unit is broken down into smaller ones.
    Breakdown(Breakdown),
    /// A side's artillery points of the game-turn.
    ArtilleryPoints(ArtilleryPoints),
    /// A side's counter-battery fire.
    CounterBattery(CounterBattery),
    /// A persistent gas marker is placed.
    Gas(Gas),
    /// A die is rolled for a persistent gas marker.
    GasRemoval(GasRemoval),
    /// A stack is bombarded. Its losses follow.
    Bombardment(Box<Bombardment>),
    /// An attack is resolved. Its losses, retreats and advances follow, under its number.
    Combat(Box<Combat>),
    /// An attack is resolved by odds. Its losses, retreats and advances follow, under its number.
    OddsCombat(Box<OddsCombat>),
    /// A unit loses a step or is removed.
    Loss(Loss),
    /// A stack retreats.
    Retreat(Retreat),
    /// A stack has nowhere to retreat to.
    NoRetreat(NoRetreat),
    /// A unit advances after combat.
    Advance(Advance),
    /// A victorious unit enters the hex that it cleared.
    Occupy(Occupy),
    /// A place changes hands.
    Control(Control),
    /// A level of a side changes: its morale.
    Level(LevelChange),
    /// A unit is set up.
    SetUp(SetUp),
    /// A unit's supply is found wanting, or mended.
    Supply(SupplyCheck),
    /// A unit moves by strategic movement.
    StrategicMove(StrategicMove),
    /// A side receives replacements.
    Replacements(Replacements),
    /// A unit is brought back to strength, or back into play.
    Rebuilt(Rebuilt),
    /// A unit is taken off the map by its side's wish or the rules'.
    Withdrawn(Withdrawn),
    /// A unit takes the place of another.
    Substituted(Substituted),
    /// A marker is put elsewhere.
    Redeployed(Redeployed),
    /// Aircraft bomb.
    Bombing(Bombing),
    /// A game-turn is over.
    TurnEnd(TurnEnd),
    /// The points are counted.
    Score(ScoreCount),
    /// The game ends.
    GameOver(GameOver),
}

/// A number added to a die, with its reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Modifier {
    /// What is added; below 0 where it is taken off.
    #[schemars(range(min = -100, max = 100))]
    pub value: i32,
    /// Why: `fog`, `town`, `river`, `mixed-corps` …
    pub reason: Id,
    /// Where, if it comes from a hex.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hex: Option<HexLabel>,
    /// The rule.
    pub rule: String,
}
