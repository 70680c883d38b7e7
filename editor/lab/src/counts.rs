//! What is counted: rows of one game's tally, and of sums over games.

use std::collections::BTreeMap;

use salient_schema::Id;
use salient_schema::event::{Moved, Placed};
use serde::{Deserialize, Serialize};

use crate::statistics::Sum;

/// What last brought a unit into a hex, before units in it are removed for stacking.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Came {
    /// Nothing: it stands as the scenario has it.
    Scenario,
    /// Its player set it up there.
    SetUp,
    /// A move of its own.
    Moved,
    /// A retreat.
    Retreated,
    /// An advance after combat.
    Advanced,
    /// It came in as a reinforcement, or was rebuilt there.
    Arrived,
    /// It was broken down into several.
    BrokenDown,
}

impl Came {
    /// By what a unit is placed.
    pub(crate) fn of_placing(placed: &Placed, turn: usize) -> Self {
        if turn == 0 && placed.by != "reinforcement" { Self::SetUp } else { Self::Arrived }
    }

    /// By what units move.
    pub(crate) fn of_move(moved: &Moved) -> Self {
        match (moved.by.as_str(), moved.attack) {
            ("retreat", _) => Self::Retreated,
            (_, Some(_)) => Self::Advanced,
            (_, None) => Self::Moved,
        }
    }
}

/// A game-turn.
#[derive(Clone, Debug, Default)]
pub(crate) struct TurnTally {
    /// The points at its end.
    pub points: Option<i32>,
    /// By side.
    pub sides: Vec<TurnSideTally>,
}

/// A side in a game-turn.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct TurnSideTally {
    pub steps: u32,
    pub units: u32,
    pub towns: u32,
    pub attacks: u32,
}

/// A town.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct TownTally {
    pub changes: u32,
    pub last: Option<usize>,
    /// The turn's place on which it was taken last.
    pub last_on: usize,
    pub first: Option<usize>,
}

/// A unit.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct UnitTally {
    pub present: bool,
    pub lost: bool,
    pub lost_at_once: bool,
    pub exited: bool,
    pub steps: u32,
    pub moves: u32,
    pub hexes: u32,
    pub attacks: u32,
    pub defences: u32,
}

impl UnitTally {
    pub(crate) fn is_used(&self) -> bool {
        self.moves + self.attacks + self.defences > 0 || self.exited
    }
}

/// An odds band.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct OddsTally {
    pub won: u32,
    pub failed: u32,
    pub attacker_eliminated: u32,
    pub attacker_steps: u32,
    pub defender_steps: u32,
}

/// A row of one of the system's own tables.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct FactKey {
    pub table: String,
    /// The side's place, if the row is about one.
    pub side: Option<usize>,
    pub row: String,
}

impl Count {
    pub(crate) fn add(&mut self, times: u64) {
        self.times += times;
        self.games += u32::from(times > 0);
    }

    pub(crate) fn merge(&mut self, other: Self) {
        self.times = self.times.saturating_add(other.times);
        self.games = self.games.saturating_add(other.games);
    }
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
    pub won: u64,
    pub failed: u64,
    pub attacker_eliminated: u64,
    pub attacker_steps: u64,
    pub defender_steps: u64,
}

impl OddsTotals {
    /// Attacks in all.
    pub(crate) fn attacks(&self) -> u64 {
        self.won.saturating_add(self.failed).saturating_add(self.attacker_eliminated)
    }

    /// Adds a game.
    pub(crate) fn add(&mut self, one: &OddsTally) {
        self.won += u64::from(one.won);
        self.failed += u64::from(one.failed);
        self.attacker_eliminated += u64::from(one.attacker_eliminated);
        self.attacker_steps += u64::from(one.attacker_steps);
        self.defender_steps += u64::from(one.defender_steps);
    }

    /// Adds other games.
    pub(crate) fn merge(&mut self, other: &Self) {
        for (total, other) in [
            (&mut self.won, other.won),
            (&mut self.failed, other.failed),
            (&mut self.attacker_eliminated, other.attacker_eliminated),
            (&mut self.attacker_steps, other.attacker_steps),
            (&mut self.defender_steps, other.defender_steps),
        ] {
            *total = total.saturating_add(other);
        }
    }
}

/// A row of one of the system's own tables.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct FactTotals {
    /// Games that have the row.
    pub games: u32,
    /// By the id of the column.
    pub values: BTreeMap<Id, i64>,
}

impl FactTotals {
    pub(crate) fn add(&mut self, values: &BTreeMap<Id, i64>) {
        for (column, &value) in values {
            let total = entry(&mut self.values, column);
            *total = total.saturating_add(value);
        }
    }
}

/// What a map has by a name, or nothing yet.
pub(crate) fn entry<'a, T: Default>(map: &'a mut BTreeMap<String, T>, name: &str) -> &'a mut T {
    map.entry(name.to_owned()).or_default()
}
