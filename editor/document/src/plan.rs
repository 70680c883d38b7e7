//! The artillery plan: what guns do, written down before play, gun by gun and turn by turn.

use salient_hex::grid::Hex;
use salient_rules::missions::{Gun, MissionKind, Missions};
use salient_schema::scenario::{Mission, PlannedFire};
use salient_schema::{HexLabel, Id};

use crate::document::Document;
use crate::edit::{Edit, List};
use crate::words::in_words;

/// Asks what the document's system lets a scenario write down; none where its book plans no fire.
pub fn offered<T>(document: &Document, ask: impl FnOnce(&dyn Missions) -> T) -> Option<T> {
    document.system()?.missions().map(ask)
}

/// A gun that may have a mission.
pub fn gun(document: &Document, counter: &str) -> Option<Gun> {
    let guns = offered(document, |offer| offer.guns(document.bundle()))?;
    guns.into_iter().find(|gun| gun.counter == counter)
}

/// Whether a gun may fire by game-turns.
pub fn fires(document: &Document, gun: &Gun) -> bool {
    let kinds = offered(document, |offer| offer.kinds()).unwrap_or_default();
    kinds.iter().any(|kind| kind.fires && gun.kinds.contains(&kind.id))
}

/// The mission that is written down for a counter.
pub fn mission<'a>(document: &'a Document, counter: &str) -> Option<&'a Mission> {
    place(document, counter).map(|(_, mission)| mission)
}

fn place<'a>(document: &'a Document, counter: &str) -> Option<(usize, &'a Mission)> {
    let missions = document.scenario().setup.missions.iter().enumerate();
    missions.into_iter().find(|(_, mission)| mission.counter == counter)
}

/// What is fired at in a game-turn.
pub fn fire(mission: &Mission, turn: u16) -> Option<&PlannedFire> {
    mission.fires.iter().find(|fire| fire.turn == turn)
}

/// Fire that falls in a game-turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Barrage<'a> {
    /// Who fires.
    pub counter: &'a str,
    /// Where from; none from off the map.
    pub from: Option<Hex>,
    /// Where it falls.
    pub hex: Hex,
    /// What is fired, where that is not the usual shell.
    pub shell: Option<&'a str>,
}

/// All fire that is planned for a game-turn, in the order of the plan.
pub fn barrages(document: &Document, turn: u16) -> Vec<Barrage<'_>> {
    let setup = &document.scenario().setup;
    let grid = document.grid();
    let from = |counter: &String| {
        let placed = setup.placements.iter().find(|at| at.counters.contains(counter));
        placed.and_then(|at| grid.parse(&at.hex))
    };
    let missions = setup.missions.iter();
    let barrages = missions.filter_map(|mission| {
        let fire = fire(mission, turn)?;
        Some(Barrage {
            counter: &mission.counter,
            from: from(&mission.counter),
            hex: grid.parse(&fire.hex)?,
            shell: fire.shell.as_deref(),
        })
    });
    barrages.collect()
}

/// What is written into a cell of the plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// Fire at a hex in a game-turn.
    Fire {
        /// The game-turn.
        turn: u16,
        /// The hex; none for no fire.
        hex: Option<HexLabel>,
        /// What is fired, where that is not the usual shell.
        shell: Option<Id>,
    },
    /// A hex to go to.
    Destination(HexLabel),
}

/// The step that writes something of a gun's mission. A mission of another kind becomes one that it
/// belongs to. Nothing where all is so already.
pub fn write(document: &Document, counter: &str, target: &Target) -> (String, Vec<Edit>) {
    let name = name_of(document, counter);
    let mut to = mission(document, counter).cloned().unwrap_or_else(|| fresh(counter));
    let kinds = offered(document, |offer| offer.kinds()).unwrap_or_default();
    let of_kind = |wanted: fn(&MissionKind) -> bool| {
        let kind = kinds.iter().find(|kind| wanted(kind));
        kind.map(|kind| kind.id.to_owned())
    };
    let step = match target {
        Target::Fire { turn, hex, shell } => {
            to.fires.retain(|fire| fire.turn != *turn);
            match hex {
                Some(hex) => {
                    let (hex, shell) = (hex.clone(), shell.clone());
                    to.fires.push(PlannedFire { turn: *turn, hex, shell });
                    to.fires.sort_by_key(|fire| fire.turn);
                    to.mission = of_kind(|kind| kind.fires).or(to.mission);
                    to.destination = None;
                    format!("Plan fire of {name} in game-turn {turn}")
                }
                None => format!("Plan no fire of {name} in game-turn {turn}"),
            }
        }
        Target::Destination(hex) => {
            to.mission = of_kind(|kind| kind.goes).or(to.mission);
            to.destination = Some(hex.clone());
            to.fires.clear();
            format!("Let {name} go to {hex}")
        }
    };
    (step, edits(document, counter, Some(to)))
}

/// The step that gives a gun another kind of mission, or lets its owner choose it when play
/// begins. What does not belong to the new kind goes.
pub fn set_kind(
    document: &Document,
    counter: &str,
    kind: Option<&MissionKind>,
) -> (String, Vec<Edit>) {
    let name = name_of(document, counter);
    let Some(kind) = kind else {
        return (format!("Leave the mission of {name} open"), edits(document, counter, None));
    };
    let mut to = mission(document, counter).cloned().unwrap_or_else(|| fresh(counter));
    to.mission = Some(kind.id.to_owned());
    if !kind.fires {
        to.fires.clear();
    }
    if !kind.goes {
        to.destination = None;
    }
    let step = format!("Set the mission of {name}: {}", kind.name);
    (step, edits(document, counter, Some(to)))
}

/// The step that lets a gun fire nothing in any game-turn.
pub fn clear(document: &Document, counter: &str) -> (String, Vec<Edit>) {
    let name = name_of(document, counter);
    let to = mission(document, counter).cloned().map(|mut mission| {
        mission.fires.clear();
        mission
    });
    (format!("Clear the fire of {name}"), edits(document, counter, to))
}

/// The edit after which a counter has this mission, or none.
fn edits(document: &Document, counter: &str, to: Option<Mission>) -> Vec<Edit> {
    let count = document.scenario().setup.missions.len();
    let (at, was) = match place(document, counter) {
        Some((at, was)) => (at, Some(was)),
        None => (count, None),
    };
    if was == to.as_ref() {
        return Vec::new();
    }
    let insert: Vec<Mission> = to.into_iter().collect();
    vec![Edit::splice(List::Missions, at, usize::from(was.is_some()), insert)]
}

fn fresh(counter: &str) -> Mission {
    Mission { counter: counter.to_owned(), ..Mission::default() }
}

/// A counter's name in a sentence.
pub fn name_of(document: &Document, counter: &str) -> String {
    let printed = document.counter(counter);
    printed.map_or(counter, |one| in_words(document.ruleset(), one)).to_owned()
}
