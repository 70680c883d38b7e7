//! IA 9.1: what guns, mortars and factors off the map have to do, as a side writes it down.

use std::cmp::Ordering;

use salient_hex::Hex;
use salient_rules::play::Unit;
use salient_rules::words::list;
use salient_schema::Id;
use serde::{Deserialize, Serialize};

/// What a gun, a mortar or a factor off the map has to do.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Task {
    /// It fires by plan, in the order of the turns (IA 9.11).
    Planned(Vec<Shot>),
    /// It fires at what it sees (IA 9.12).
    OpenSights,
    /// It goes to a hex (IA 9.13).
    Move(Hex),
    /// It never fires again (IA 9.14).
    Aborted,
}

/// The words of the missions, in the order of [`Task`].
const WORDS: [&str; 4] = ["planned-fire", "open-sights", "move", "abort"];

impl Task {
    /// Its word in files.
    pub fn word(&self) -> &'static str {
        let [planned, open_sights, moves, aborted] = WORDS;
        match self {
            Self::Planned(_) => planned,
            Self::OpenSights => open_sights,
            Self::Move(_) => moves,
            Self::Aborted => aborted,
        }
    }
}

/// Fire that is planned for a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Shot {
    /// The turn, by its place in the scenario.
    pub turn: usize,
    /// The hex.
    pub hex: Hex,
    /// Whether it is smoke (IA 9.9).
    pub smoke: bool,
}

/// What a side gives a gun to do, before the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Assignment {
    /// The unit.
    pub unit: Unit,
    /// Its mission: `planned-fire`, `open-sights` or `move`.
    pub mission: Id,
    /// What it fires at by plan; nothing in game-turns that are left out (IA 9.11).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fires: Vec<PlannedFire>,
    /// Where it moves to (IA 9.13).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub destination: Option<Hex>,
}

/// Fire that is planned for a game-turn.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PlannedFire {
    /// The game-turn.
    pub turn: u16,
    /// The hex.
    pub hex: Hex,
    /// What is fired where that is not the usual shell: `smoke`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shell: Option<Id>,
}

impl Ord for Assignment {
    /// By unit, and then as [`Task`]s are.
    fn cmp(&self, other: &Self) -> Ordering {
        let Self { unit, mission, fires, destination } = self;
        let place = |mission: &str| WORDS.iter().position(|word| *word == mission);
        unit.cmp(&other.unit)
            .then_with(|| place(mission).cmp(&place(&other.mission)))
            .then_with(|| fires.cmp(&other.fires))
            .then_with(|| destination.cmp(&other.destination))
            .then_with(|| mission.cmp(&other.mission))
    }
}

impl PartialOrd for Assignment {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// What is fired at by game-turn, in words: turns in a row on one hex are one part.
pub fn by_turns(fires: impl Iterator<Item = (u16, String)>) -> String {
    let mut runs: Vec<(u16, u16, String)> = Vec::new();
    for (turn, what) in fires {
        match runs.last_mut() {
            Some((_, last, before)) if *before == what && *last + 1 == turn => *last = turn,
            _ => runs.push((turn, turn, what)),
        }
    }
    let said = runs.into_iter().map(|(first, last, what)| match first == last {
        true => format!("{what} in game-turn {first}"),
        false => format!("{what} in game-turns {first} to {last}"),
    });
    list(&said.collect::<Vec<_>>())
}

/// What a side has written down.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Plan {
    /// Missions, by rising unit.
    tasks: Vec<(Unit, Task)>,
    /// Who has still to fire in this bombardment phase, and where the fire falls.
    pub due: Vec<(Unit, Hex)>,
}

impl Plan {
    /// The mission of a unit.
    pub fn task(&self, unit: Unit) -> Option<&Task> {
        let place = self.tasks.binary_search_by_key(&unit, |(unit, _)| *unit).ok()?;
        Some(&self.tasks[place].1)
    }

    /// Gives a unit a mission, or another.
    pub fn give(&mut self, unit: Unit, task: Task) {
        match self.tasks.binary_search_by_key(&unit, |(unit, _)| *unit) {
            Ok(place) => self.tasks[place].1 = task,
            Err(place) => self.tasks.insert(place, (unit, task)),
        }
    }
}
