//! Changes of the set-up that are more than one edit.

use salient_hex::grid::Hex;
use salient_rules::set_up::{place, place_in};
use salient_schema::scenario::{FreePlacement, PlacementCondition};
use salient_schema::{CounterId, Id};

use super::{begins, control};
use crate::document::Document;
use crate::edit::{Edit, List};
use crate::index::CounterUse;
use crate::selection::PlacedCounter;
use crate::words::in_words;

/// A change of the set-up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Op {
    /// Places all counters of a group legally.
    PlaceGroup {
        /// The group, by its place in the scenario.
        group: usize,
        /// Which of the ways that are as good.
        seed: u64,
    },
    /// Places all counters of a side that have no place yet legally: on the map, in no group and
    /// not on the schedule. Pools and what is set aside stay where they are.
    PlaceUnplaced {
        /// The side.
        side: Id,
        /// Where.
        within: Within,
        /// Which of the ways that are as good.
        seed: u64,
    },
    /// Lets a counter be placed by its owner, wherever it is now.
    ToGroup {
        /// The counter.
        counter: CounterId,
        /// The group, by its place in the scenario.
        group: usize,
    },
    /// Chooses the zone that a group's conditions are about, where that is not the whole of its
    /// own.
    SetFront {
        /// The group, by its place in the scenario.
        group: usize,
        /// The front; none for the zone itself.
        front: Option<Id>,
    },
    /// Lets a counter begin among the eliminated, wherever it is now.
    ToEliminated {
        /// The counter.
        counter: CounterId,
    },
    /// Lets a side, or nobody, control a zone when play begins.
    SetControl {
        /// The zone.
        zone: Id,
        /// The side.
        side: Option<Id>,
    },
    /// Lets a side, or nobody, control hexes when play begins, by what zones they belong to.
    ControlHexes {
        /// The hexes.
        hexes: Vec<Hex>,
        /// The side.
        side: Option<Id>,
    },
    /// Lets counters on the map begin in a state, or no longer. Those that it does not fit stay as
    /// they are.
    SetState {
        /// The counters.
        counters: Vec<PlacedCounter>,
        /// The state, as the system names it.
        state: Id,
        /// Whether they are to begin in it.
        on: bool,
    },
    /// Lets a counter begin on board of another in its hex, or of none.
    Carry {
        /// The counter.
        counter: PlacedCounter,
        /// What carries it.
        by: Option<CounterId>,
    },
    /// Takes a counter from its hex, its group or the eliminated.
    Unplace {
        /// The counter.
        counter: CounterId,
    },
    /// Adds a group.
    AddGroup(Box<FreePlacement>),
    /// Takes a group away; its counters are then not placed.
    RemoveGroup {
        /// The group, by its place in the scenario.
        group: usize,
    },
    /// Changes the conditions of a group.
    SetConditions {
        /// The group, by its place in the scenario.
        group: usize,
        /// The conditions as they are to be.
        conditions: Vec<PlacementCondition>,
    },
}

/// Hexes of the map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Within {
    /// Those of a zone.
    Zone(Id),
    /// These.
    Hexes(Vec<Hex>),
}

/// The edits that a change comes to.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// What the undo list calls it.
    pub name: String,
    /// The edits, in order.
    pub edits: Vec<Edit>,
}

impl Op {
    /// The edits.
    ///
    /// # Errors
    /// Why it cannot be done, in a sentence.
    pub fn plan(&self, document: &Document) -> Result<Plan, String> {
        let free = &document.scenario().setup.free;
        let the = |group: usize| free.get(group).ok_or("there is no such group");
        let zone_of = |group: &FreePlacement| zone_name(document, &group.zone).to_owned();
        let called = |counter: &CounterId| -> String {
            let printed = document.counter(counter);
            printed.map_or(counter.as_str(), |one| in_words(document.ruleset(), one)).to_owned()
        };
        let replace =
            |group: usize, with: FreePlacement| Edit::splice(List::Free, group, 1, vec![with]);
        match self {
            Self::PlaceGroup { group, seed } => {
                let of = the(*group)?;
                let lookup = document.state.lookup();
                let stands = place(document.bundle(), &lookup, *group, *seed)
                    .map_err(|why| why.to_string())?;
                let name = format!("Place {} in {}", counters_in_words(stands.len()), zone_of(of));
                // All leave the group, also those of which there are more in the pool.
                let mut without = of.clone();
                without.counters.clear();
                let mut edits = vec![replace(*group, without)];
                edits.extend(stands.into_iter().map(|stand| Edit::PlaceCounter {
                    counter: stand.counter,
                    hex: stand.hex,
                    index: None,
                    face: None,
                }));
                Ok(Plan { name, edits })
            }
            Self::PlaceUnplaced { side, within, seed } => {
                place_unplaced(document, side, within, *seed)
            }
            Self::ToGroup { counter, group } => {
                let of = the(*group)?;
                let printed = document.counter(counter).ok_or("there is no such counter")?;
                if printed.side != of.side {
                    let name = called(counter);
                    let sides = &document.ruleset().sides;
                    let side = sides.iter().find(|side| side.id == of.side);
                    let side = side.map_or(&of.side, |side| &side.name);
                    return Err(format!("{name} does not belong to the side {side}"));
                }
                if of.counters.contains(counter) && printed.count == 1 {
                    return Err(format!("{} is in that group already", called(counter)));
                }
                let mut edits = leave(document, counter);
                let mut with = of.clone();
                with.counters.push(counter.clone());
                edits.push(replace(*group, with));
                let name = format!("Let {} be placed in {}", called(counter), zone_of(of));
                Ok(Plan { name, edits })
            }
            Self::SetFront { group, front } => {
                let of = the(*group)?;
                let zones = &document.map().zones.items;
                if let Some(front) = front
                    && !zones.iter().any(|zone| zone.id == *front)
                {
                    return Err(format!("there is no zone {front}"));
                }
                let name = format!("Change the front of {}", zone_of(of));
                let with = FreePlacement { front: front.clone(), ..of.clone() };
                Ok(Plan { name, edits: vec![replace(*group, with)] })
            }
            Self::ToEliminated { counter } => {
                let printed = document.counter(counter).ok_or("there is no such counter")?;
                let eliminated = &document.scenario().setup.eliminated;
                if eliminated.contains(counter) && printed.count == 1 {
                    return Err(format!("{} begins eliminated already", called(counter)));
                }
                let mut edits = leave(document, counter);
                let at = eliminated.len();
                edits.push(Edit::splice(List::Eliminated, at, 0, vec![counter.clone()]));
                Ok(Plan { name: format!("Let {} begin eliminated", called(counter)), edits })
            }
            Self::SetControl { zone, side } => control::of_zone(document, zone, side.as_ref()),
            Self::ControlHexes { hexes, side } => control::of_hexes(document, hexes, side.as_ref()),
            Self::SetState { counters, state, on } => {
                begins::set_state(document, counters, state, *on)
            }
            Self::Carry { counter, by } => begins::carry(document, counter, by.as_ref()),
            Self::Unplace { counter } => {
                let edits = leave(document, counter);
                match edits.is_empty() {
                    true => Err(format!("{} is not placed", called(counter))),
                    false => {
                        Ok(Plan { name: format!("Take {} off the map", called(counter)), edits })
                    }
                }
            }
            Self::AddGroup(group) => {
                let name = format!("Add free placement in {}", zone_of(group));
                let insert = vec![group.as_ref().clone()];
                let edit = Edit::splice(List::Free, free.len(), 0, insert);
                Ok(Plan { name, edits: vec![edit] })
            }
            Self::RemoveGroup { group } => {
                let name = format!("Remove free placement in {}", zone_of(the(*group)?));
                let edit = Edit::cut(List::Free, *group, 1);
                Ok(Plan { name, edits: vec![edit] })
            }
            Self::SetConditions { group, conditions } => {
                let of = the(*group)?;
                let name = format!("Change the conditions of {}", zone_of(of));
                let with = FreePlacement { conditions: conditions.clone(), ..of.clone() };
                Ok(Plan { name, edits: vec![replace(*group, with)] })
            }
        }
    }
}

pub(super) fn counters_in_words(count: usize) -> String {
    format!("{count} counter{}", if count == 1 { "" } else { "s" })
}

/// What the map calls a zone.
pub(super) fn zone_name<'d>(document: &'d Document, id: &'d str) -> &'d str {
    let zones = &document.map().zones.items;
    zones.iter().find(|zone| zone.id == id).map_or(id, |zone| &zone.name)
}

/// The counters of a side that are to get a place on the map: single ones that are neither set up
/// nor scheduled, and not set aside.
pub fn to_place<'d>(document: &'d Document, side: &str) -> Vec<&'d CounterId> {
    let set_aside = document.set_aside();
    let unplaced = document.unplaced_counters().map(|(counter, _)| counter);
    let wanted = unplaced.filter(|counter| {
        counter.side == *side && counter.count == 1 && !set_aside.contains(&counter.id)
    });
    wanted.map(|counter| &counter.id).collect()
}

fn place_unplaced(
    document: &Document,
    side: &str,
    within: &Within,
    seed: u64,
) -> Result<Plan, String> {
    let counters: Vec<CounterId> = to_place(document, side).into_iter().cloned().collect();
    if counters.is_empty() {
        return Err("every counter of that side has its place".to_owned());
    }
    let grid = document.grid();
    let (mut hexes, name) = match within {
        Within::Hexes(hexes) => (hexes.clone(), "the selected hexes"),
        Within::Zone(id) => {
            let zones = &document.map().zones.items;
            let zone = zones.iter().find(|zone| zone.id == *id);
            let zone = zone.ok_or_else(|| format!("there is no zone {id}"))?;
            (zone.hexes.iter().filter_map(|hex| grid.parse(hex)).collect(), zone.name.as_str())
        }
    };
    hexes.sort_unstable();
    hexes.dedup();
    let lookup = document.state.lookup();
    let stands = place_in(document.bundle(), &lookup, (side, counters), &hexes, seed)
        .map_err(|error| format!("they cannot all be placed in {name}: {}", error.why))?;
    let name = format!("Place {} in {name}", counters_in_words(stands.len()));
    let edits = stands.into_iter().map(|stand| Edit::PlaceCounter {
        counter: stand.counter,
        hex: stand.hex,
        index: None,
        face: None,
    });
    Ok(Plan { name, edits: edits.collect() })
}

/// The edit that brings a counter to a hex from wherever it is.
pub fn bring(document: &Document, counter: &str, to: Hex) -> Edit {
    let hex = document.grid().label(to);
    let uses = document.counter_uses(counter);
    let count = document.counter(counter).map_or(1, |counter| usize::from(counter.count));
    let waits = |usage: &CounterUse| {
        matches!(usage, CounterUse::Zone(_) | CounterUse::Eliminated | CounterUse::OffMap)
    };
    let free = uses.len() < count || uses.iter().any(waits);
    let from = uses.iter().find_map(|usage| match usage {
        CounterUse::Hex(from) => *from,
        _ => None,
    });
    let counter = counter.to_owned();
    match from {
        Some(from) if !free => {
            Edit::MoveCounter { counter, from: document.grid().label(from), to: hex, index: None }
        }
        _ => Edit::PlaceCounter { counter, hex, index: None, face: None },
    }
}

/// What takes a counter from where it is.
fn leave(document: &Document, counter: &CounterId) -> Vec<Edit> {
    let setup = &document.scenario().setup;
    let placed = setup.placements.iter().find(|item| item.counters.contains(counter));
    if let Some(placed) = placed {
        return vec![Edit::RemoveCounter { counter: counter.clone(), hex: placed.hex.clone() }];
    }
    if let Some(at) = setup.eliminated.iter().position(|id| id == counter) {
        return vec![Edit::cut(List::Eliminated, at, 1)];
    }
    if let Some(edit) = Edit::onto_map(document.scenario(), counter) {
        return vec![edit];
    }
    let group = setup.free.iter().position(|group| group.counters.contains(counter));
    let without = group.and_then(|at| {
        let mut without = setup.free.get(at)?.clone();
        let place = without.counters.iter().position(|id| id == counter)?;
        without.counters.remove(place);
        Some(Edit::splice(List::Free, at, 1, vec![without]))
    });
    without.into_iter().collect()
}
