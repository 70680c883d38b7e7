//! The game log: one event a line (JSON lines), with every number that went into it.
//!
//! Whoever has the log, the scenario and the rule book can check each result by hand. Hexes are
//! given as the map prints them and units by the id of their counter; where an order of battle
//! has several alike (`count`), the unit is the counter's id, `#` and its number from 1:
//! `de-regimental-replacement#7`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::common::{HexLabel, Id};
use crate::scenario::HalfDay;

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
    /// An attack is resolved. Its losses, retreats and advances follow, under its number.
    Combat(Box<Combat>),
    /// A unit loses a step or is removed.
    Loss(Loss),
    /// A stack retreats.
    Retreat(Retreat),
    /// A stack has nowhere to retreat to.
    NoRetreat(NoRetreat),
    /// A unit advances after combat.
    Advance(Advance),
    /// A place changes hands.
    Control(Control),
    /// The points are counted.
    Score(ScoreCount),
    /// The game ends.
    GameOver(GameOver),
}

/// The game begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
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
}

/// A game-turn begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TurnStart {
    /// What the turn stands for.
    pub label: String,
    /// The half of the day, where that matters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub half: Option<HalfDay>,
}

/// A step of the sequence of play begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Roll {
    /// What for: `weather`, `attack`, `defence`, `advance`, `movement-limit` …
    pub purpose: Id,
    /// Who rolls.
    pub side: Id,
    /// The die's faces.
    #[schemars(range(min = 2, max = 100))]
    pub faces: u8,
    /// What it shows, unmodified.
    #[schemars(range(min = 1, max = 100))]
    pub value: u8,
    /// The rule.
    pub rule: String,
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

/// The weather of the game-turn is settled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Weather {
    /// The weather.
    pub weather: Id,
    /// The die, if one is rolled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub die: Option<u8>,
    /// What is added to it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub modifiers: Vec<Modifier>,
    /// The row of the weather table that is read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = -100, max = 100))]
    pub row: Option<i32>,
    /// The rule.
    pub rule: String,
}

/// The units that may move are limited.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MovementLimit {
    /// Whose units.
    pub side: Id,
    /// The formation whose units are meant; all of the side's if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub formation: Option<Id>,
    /// The die, if one is rolled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub die: Option<u8>,
    /// What is added to it.
    #[schemars(range(min = -100, max = 100))]
    pub plus: i32,
    /// How many units may move besides those that are free to.
    pub units: u16,
    /// The units that are free to move, if the limit names such.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub free: Vec<UnitId>,
    /// The rule.
    pub rule: String,
}

/// A unit comes onto the map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Reinforcement {
    /// The unit.
    pub unit: UnitId,
    /// Its side.
    pub side: Id,
    /// Where it is placed.
    pub hex: HexLabel,
    /// Where the schedule sends it: the letter or hex.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entry: Option<String>,
    /// How far from there it is placed, in hexes, because the entry hex is barred.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub displaced: Option<u32>,
    /// The face it shows.
    pub face: u8,
    /// The rule.
    pub rule: String,
}

/// A step of a move from one hex to the next.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MoveStep {
    /// The hex entered.
    pub hex: HexLabel,
    /// Movement points for the hex.
    #[schemars(range(min = 0, max = 1000))]
    pub terrain: i32,
    /// Movement points for the hexside crossed.
    #[serde(default, skip_serializing_if = "crate::common::is_zero")]
    #[schemars(range(min = 0, max = 1000))]
    pub hexside: i32,
    /// Movement points for leaving an enemy zone of control.
    #[serde(default, skip_serializing_if = "crate::common::is_zero")]
    #[schemars(range(min = 0, max = 1000))]
    pub zoc: i32,
    /// Movement points for the step.
    #[schemars(range(min = 0, max = 3000))]
    pub cost: i32,
    /// Whether the hex entered is in an enemy zone of control.
    #[serde(default, skip_serializing_if = "crate::common::is_false")]
    pub controlled: bool,
}

/// A unit moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Move {
    /// The unit.
    pub unit: UnitId,
    /// Its side.
    pub side: Id,
    /// Where it starts.
    pub from: HexLabel,
    /// Each hex entered.
    pub steps: Vec<MoveStep>,
    /// The movement allowance on its counter.
    #[schemars(range(min = 0, max = 1000))]
    pub printed_allowance: i32,
    /// What the segment multiplies it by.
    #[schemars(range(min = 1, max = 100))]
    pub multiplier: i32,
    /// Movement points that it may spend.
    #[schemars(range(min = 0, max = 10_000))]
    pub allowance: i32,
    /// Movement points spent.
    #[schemars(range(min = 0, max = 10_000))]
    pub spent: i32,
    /// Whether it may move this one hex although it cannot pay for it.
    #[serde(default, skip_serializing_if = "crate::common::is_false")]
    pub one_hex_minimum: bool,
    /// Whether it leaves the map after the last step; an exit event follows.
    #[serde(default, skip_serializing_if = "crate::common::is_false")]
    pub exits: bool,
    /// The rule.
    pub rule: String,
}

/// How well an attacking unit is supplied.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum SupplyState {
    /// In supply.
    InSupply,
    /// Out of communications.
    OutOfCommunications,
    /// Out of supply.
    OutOfSupply,
    /// Isolated.
    Isolated,
}

/// A unit leaves the map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Exit {
    /// The unit.
    pub unit: UnitId,
    /// Its side.
    pub side: Id,
    /// The mapedge hex that it leaves from.
    pub from: HexLabel,
    /// Movement points for leaving.
    #[schemars(range(min = 0, max = 1000))]
    pub cost: i32,
    /// Movement points spent in the whole move.
    #[schemars(range(min = 0, max = 10_000))]
    pub spent: i32,
    /// Movement points that it may spend.
    #[schemars(range(min = 0, max = 10_000))]
    pub allowance: i32,
    /// Its supply as it leaves.
    pub supply: SupplyState,
    /// The length of its supply line in hexes, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub supply_distance: Option<u32>,
    /// Whether it counts for victory.
    pub scores: bool,
    /// The rule.
    pub rule: String,
}

/// A unit in a combat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Combatant {
    /// The unit.
    pub unit: UnitId,
    /// Where it stands.
    pub hex: HexLabel,
    /// The face it shows.
    pub face: u8,
    /// Its combat strength.
    #[schemars(range(min = 0, max = 1000))]
    pub strength: i32,
    /// Its morale value.
    #[schemars(range(min = 0, max = 1000))]
    pub morale: i32,
    /// The formation that counts for mixed attacks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub corps: Option<Id>,
    /// Its supply, if it attacks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub supply: Option<SupplyState>,
    /// The length of its supply line in hexes, if it attacks and has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub supply_distance: Option<u32>,
}

/// One side of a combat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CombatSide {
    /// The side.
    pub side: Id,
    /// Its units.
    pub units: Vec<Combatant>,
    /// Their combat strength in all.
    #[schemars(range(min = 0, max = 100_000))]
    pub strength: i32,
    /// The die.
    #[schemars(range(min = 1, max = 6))]
    pub die: u8,
    /// What is added to it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub modifiers: Vec<Modifier>,
    /// The die with all that is added.
    #[schemars(range(min = -100, max = 100))]
    pub modified_die: i32,
    /// Strength times modified die.
    #[schemars(range(min = -1_000_000, max = 1_000_000))]
    pub product: i32,
}

/// The outcome of an attack.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum CombatResult {
    /// Every attacking unit is eliminated.
    AttackerEliminated,
    /// The attack fails: each attacking stack loses a step and retreats.
    Unsuccessful,
    /// The attack succeeds: the defender loses steps.
    Successful,
}

/// An attack is resolved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Combat {
    /// Its number in the game, from 1.
    pub combat: u32,
    /// The attacked hexes.
    pub hexes: Vec<HexLabel>,
    /// The phasing side.
    pub attacker: CombatSide,
    /// The other.
    pub defender: CombatSide,
    /// The attacker's product divided by the defender's, fractions dropped.
    #[schemars(range(min = 0, max = 1_000_000))]
    pub quotient: i32,
    /// The morale value it is compared to: the highest among the defending units.
    #[schemars(range(min = 0, max = 1000))]
    pub morale: i32,
    /// The outcome.
    pub result: CombatResult,
    /// Steps that each attacking stack loses at first.
    #[schemars(range(min = 0, max = 1000))]
    pub attacker_steps: i32,
    /// Steps that the defender is to lose.
    #[schemars(range(min = 0, max = 1_000_000))]
    pub defender_steps: i32,
    /// The rule.
    pub rule: String,
}

/// Why steps are lost.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum LossCause {
    /// As a combat result.
    Combat,
    /// For want of a way to retreat.
    NoRetreat,
    /// For standing in a stack that is too high.
    Stacking,
}

/// What a loss leaves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum LossOutcome {
    /// The unit shows another face.
    Reduced {
        /// The face.
        face: u8,
        /// The strength on it.
        #[schemars(range(min = 0, max = 1000))]
        strength: i32,
    },
    /// Another unit stands in for it.
    Replaced {
        /// The unit that is placed.
        by: UnitId,
        /// Its strength.
        #[schemars(range(min = 0, max = 1000))]
        strength: i32,
    },
    /// Nothing.
    Eliminated,
}

/// A unit loses a step or is removed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Loss {
    /// The unit.
    pub unit: UnitId,
    /// Its side.
    pub side: Id,
    /// Where it stands.
    pub hex: HexLabel,
    /// Why.
    pub cause: LossCause,
    /// The combat's number, if it comes from one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub combat: Option<u32>,
    /// The face it showed.
    pub face: u8,
    /// Its strength before.
    #[schemars(range(min = 0, max = 1000))]
    pub strength: i32,
    /// Steps lost.
    #[schemars(range(min = 1, max = 100))]
    pub steps: i32,
    /// What is left.
    pub outcome: LossOutcome,
    /// Units left in the pool that the loss draws from or adds to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pool: Option<u16>,
    /// The rule.
    pub rule: String,
}

/// A stack retreats.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Retreat {
    /// The combat's number.
    pub combat: u32,
    /// Its side.
    pub side: Id,
    /// The units.
    pub units: Vec<UnitId>,
    /// From here.
    pub from: HexLabel,
    /// To here.
    pub to: HexLabel,
    /// The rule.
    pub rule: String,
}

/// A stack has nowhere to retreat to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NoRetreat {
    /// The combat's number.
    pub combat: u32,
    /// Its side.
    pub side: Id,
    /// The units.
    pub units: Vec<UnitId>,
    /// Where they stand.
    pub hex: HexLabel,
    /// The rule.
    pub rule: String,
}

/// A unit advances after combat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Advance {
    /// The combat's number.
    pub combat: u32,
    /// The unit.
    pub unit: UnitId,
    /// Its side.
    pub side: Id,
    /// Where it starts.
    pub from: HexLabel,
    /// Each hex entered.
    pub steps: Vec<MoveStep>,
    /// The die of the combat's advance.
    #[schemars(range(min = 1, max = 6))]
    pub die: u8,
    /// What the die is multiplied by.
    #[schemars(range(min = 1, max = 100))]
    pub multiplier: i32,
    /// What it is then divided by, fractions dropped.
    #[schemars(range(min = 1, max = 100))]
    pub divisor: i32,
    /// Movement points that it may spend.
    #[schemars(range(min = 0, max = 10_000))]
    pub allowance: i32,
    /// Movement points spent.
    #[schemars(range(min = 0, max = 10_000))]
    pub spent: i32,
    /// The rule.
    pub rule: String,
}

/// A place changes hands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Control {
    /// The hex.
    pub hex: HexLabel,
    /// Its printed name, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Who holds it now.
    pub side: Id,
    /// The unit that took it.
    pub unit: UnitId,
    /// The rule.
    pub rule: String,
}

/// One line of the count of points.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ScoreLine {
    /// The scenario's score.
    pub id: Id,
    /// How many there are.
    pub count: u32,
    /// Points each.
    #[schemars(range(min = -10_000, max = 10_000))]
    pub each: i32,
    /// Points.
    #[schemars(range(min = -1_000_000, max = 1_000_000))]
    pub points: i32,
    /// The hexes or units counted.
    pub of: Vec<String>,
    /// The rule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
}

/// The points are counted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ScoreCount {
    /// The side whose points they are.
    pub side: Id,
    /// What they are made of.
    pub lines: Vec<ScoreLine>,
    /// Points in all.
    #[schemars(range(min = -1_000_000, max = 1_000_000))]
    pub points: i32,
    /// The rule.
    pub rule: String,
}

/// The game ends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct GameOver {
    /// The level of victory, as the scenario names it.
    pub level: String,
    /// Who wins.
    pub side: Id,
    /// The points that decide it.
    #[schemars(range(min = -1_000_000, max = 1_000_000))]
    pub points: i32,
    /// The rule.
    pub rule: String,
}
