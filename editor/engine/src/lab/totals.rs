//! Sums over games, in whole numbers.

use std::collections::BTreeMap;

use salient_schema::Id;
use salient_schema::event::UnitId;
use serde::{Deserialize, Serialize};

use crate::lab::statistics::Sum;

/// Sums over games. Adding is associative and commutative, and a fresh one is its zero: it does
/// not matter in what order and in what groups games are added.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Totals {
    /// Games added.
    pub(crate) games: u32,
    /// By turn.
    pub(crate) turns: Vec<TurnTotals>,
    /// Steps and units lost, by side.
    pub(crate) losses: Vec<LossTotals>,
    /// By town.
    pub(crate) towns: Vec<TownTotals>,
    /// By unit.
    pub(crate) units: Vec<UnitTotals>,
    /// By odds band.
    pub(crate) odds: Vec<OddsTotals>,
    /// By side, then kind.
    pub(crate) support: Vec<BTreeMap<Id, SupportTotals>>,
    /// Times and games by rule.
    pub(crate) rules: BTreeMap<String, Count>,
    /// Phases passed for want of rules, by name.
    pub(crate) missing: BTreeMap<String, Count>,
    /// Reinforcements placed elsewhere, by unit.
    pub(crate) displaced: BTreeMap<UnitId, Count>,
    /// Units removed for stacking on turn 1 (first) and later (second), by hex.
    pub(crate) overstacked: BTreeMap<String, (Count, Count)>,
    /// Attacks, by hex.
    pub(crate) fought: Vec<u32>,
    /// Units entering, by hex.
    pub(crate) entered: Vec<u32>,
    /// Steps lost, by hex.
    pub(crate) lost: Vec<u32>,
    /// Games in which each side held each hex: by turn from 0, by side, by hex.
    pub(crate) held: Vec<Vec<Vec<u32>>>,
    /// Games that came to the end of each turn, from 0.
    pub(crate) reached: Vec<u32>,
}

/// How often, and in how many games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Count {
    pub times: u64,
    pub games: u32,
}

/// A game-turn.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct TurnTotals {
    pub points: Sum,
    pub min: Option<i32>,
    pub max: Option<i32>,
    pub sides: Vec<TurnSideTotals>,
}

/// A side in a game-turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct TurnSideTotals {
    pub steps: Sum,
    pub units: Sum,
    pub towns: Sum,
    pub attacks: Sum,
}

/// A side in the whole game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct LossTotals {
    pub steps: Sum,
    pub units: Sum,
}

/// A town.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct TownTotals {
    pub taken: u32,
    pub changes: u64,
    pub last: Vec<u32>,
    pub first: Sum,
}

/// A unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct UnitTotals {
    pub present: u32,
    pub used: u32,
    pub lost: u32,
    pub lost_at_once: u32,
    pub steps: u64,
    pub moves: u64,
    pub hexes: u64,
    pub attacks: u64,
    pub defences: u64,
    pub exits: u32,
}

/// An odds band.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct OddsTotals {
    pub attacks: u64,
    pub won: u64,
    pub failed: u64,
    pub attacker_eliminated: u64,
    pub attacker_steps: u64,
    pub defender_steps: u64,
}

/// Artillery or aircraft, used in one way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct SupportTotals {
    pub count: Count,
    pub field: u64,
    pub heavy: u64,
    pub air: u64,
    pub steps: u64,
}
