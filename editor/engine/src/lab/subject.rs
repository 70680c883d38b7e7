//! What a run is about: the names that its numbers belong to.

use salient_schema::Id;
use salient_schema::common::{CounterId, HexLabel};
use salient_schema::event::UnitId;
use serde::{Deserialize, Serialize};

/// The scenario of a run, as far as its report speaks of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Subject {
    /// The ruleset's id.
    pub system: Id,
    /// The scenario's id.
    pub scenario: Id,
    /// Its title.
    pub title: String,
    /// The map's id.
    pub map: Id,
    /// A number that two bundles share only if they are the same, in 16 hexadecimal digits.
    pub fingerprint: String,
    /// The sides, in the order of their player-turns.
    pub sides: Vec<SideName>,
    /// The side whose points are counted, where only one side's are.
    pub counted_for: Option<Id>,
    /// The levels of victory, best first.
    pub levels: Vec<LevelName>,
    /// The game-turns.
    pub turns: Vec<TurnName>,
    /// Every unit, in the order of the orders of battle.
    pub units: Vec<UnitName>,
    /// The towns and other places that change hands, in the order of their hexes.
    pub towns: Vec<TownName>,
    /// The columns of the map.
    pub columns: u16,
    /// The rows of the map.
    pub rows: u16,
    /// Every hex as the map prints it, row by row: the order of all lists by hex.
    pub hexes: Vec<HexLabel>,
}

/// A side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SideName {
    /// Its id.
    pub id: Id,
    /// Its name.
    pub name: String,
}

/// A level of victory.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LevelName {
    /// Its name.
    pub level: String,
    /// Who wins.
    pub side: Id,
}

/// A game-turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TurnName {
    /// Its number.
    pub turn: u16,
    /// What it stands for.
    pub label: String,
}

/// A unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnitName {
    /// The unit, as the log names it.
    pub unit: UnitId,
    /// Its counter.
    pub counter: CounterId,
    /// Its side's place in [`Subject::sides`].
    pub side: usize,
    /// What is printed on the counter.
    pub name: String,
    /// The hex that it is set up in, if it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hex: Option<HexLabel>,
    /// Whether it is never set up nor scheduled: it waits in a pool until the rules call for it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub pool: bool,
}

/// A place that changes hands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TownName {
    /// Its hex.
    pub hex: HexLabel,
    /// Its printed name, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}
