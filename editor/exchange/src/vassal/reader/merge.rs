//! A set-up as a module has it, put into the scenario that our own files in the module tell.
//!
//! What lies as our files say keeps their words: conditions, rules, how a stack is divided into
//! entries. What was moved in VASSAL stands where VASSAL has it, and is named.

use std::collections::{BTreeMap, BTreeSet};

use salient_schema::map::Grid;
use salient_schema::scenario::{FreePlacement, Placement, Reinforcement, Scenario};
use salient_schema::{HexIndex, OrderOfBattle};

use super::super::track::{OUT_OF_PLAY, arrival_zone, free_zone};
use crate::{Fate, Loss};

/// The scenario `data` with everything where the module has it (`seen`), and what was moved.
pub fn merged(
    data: &Scenario,
    seen: &Scenario,
    grid: &Grid,
    books: &[OrderOfBattle],
) -> (Scenario, Vec<Loss>) {
    let known: BTreeSet<&str> =
        books.iter().flat_map(|book| &book.counters).map(|counter| counter.id.as_str()).collect();
    let mut losses = Vec::new();
    let mut scenario = data.clone();
    let title = &data.title;
    let mut changed = |kind: &str, which: String, why: &str| {
        losses.push(Loss {
            kind: kind.to_owned(),
            which,
            fate: Fate::Changed,
            why: why.to_owned(),
            place: Some(format!("set-up {title}")),
        });
    };

    // Hex by hex.
    let ours = stacks(&data.setup.placements, grid, &known);
    let theirs = stacks(&seen.setup.placements, grid, &known);
    let all: BTreeSet<HexIndex> = ours.keys().chain(theirs.keys()).copied().collect();
    let other: BTreeSet<HexIndex> =
        all.into_iter().filter(|hex| ours.get(hex) != theirs.get(hex)).collect();
    let is_other = |placement: &Placement| {
        grid.parse_hex(&placement.hex).is_some_and(|hex| other.contains(&hex))
    };
    scenario.setup.placements.retain(|placement| !is_other(placement));
    let moved = seen.setup.placements.iter().filter(|placement| is_other(placement));
    scenario.setup.placements.extend(moved.cloned());

    // Box by box.
    boxes(&mut scenario.setup.free, &seen.setup.free, &known);
    boxes(&mut scenario.reinforcements, &seen.reinforcements, &known);
    let listed = |ids: &[String]| -> Vec<String> {
        ids.iter().filter(|id| known.contains(id.as_str())).cloned().collect()
    };
    if listed(&data.setup.eliminated) != seen.setup.eliminated {
        scenario.setup.eliminated.clone_from(&seen.setup.eliminated);
    }

    let (before, after) = (places(data, &known), places(seen, &known));
    let ids: BTreeSet<&str> = before.keys().chain(after.keys()).copied().collect();
    let mut told = BTreeSet::new();
    for id in ids {
        let words = |places: &BTreeMap<&str, Vec<String>>| {
            places.get(id).map_or("nowhere".to_owned(), |places| places.join(" and "))
        };
        let (was, is) = (words(&before), words(&after));
        if was != is {
            told.insert(id);
            let why = "it was moved in VASSAL: the module's set-up counts, not salient/ in it";
            changed("counter's place", format!("{id}: {was} → {is}"), why);
        }
    }
    for hex in other {
        let of = |stacks: &Stacks| stacks.get(&hex).cloned().unwrap_or_default();
        let mut there = of(&ours).into_iter().chain(of(&theirs)).flat_map(|one| one.counters);
        if !there.any(|id| told.contains(id.as_str())) {
            let why = "its counters lie in another order in the module, which counts";
            changed("stack", grid.print_hex(hex), why);
        }
    }
    (scenario, losses)
}

type Stacks = BTreeMap<HexIndex, Vec<Placement>>;

/// What lies in each hex, counter by counter from the top.
fn stacks(placements: &[Placement], grid: &Grid, known: &BTreeSet<&str>) -> Stacks {
    let mut stacks = Stacks::new();
    for placement in placements {
        let Some(hex) = grid.parse_hex(&placement.hex) else { continue };
        for id in placement.counters.iter().filter(|id| known.contains(id.as_str())) {
            stacks.entry(hex).or_default().push(Placement {
                hex: grid.print_hex(hex),
                counters: vec![id.clone()],
                face: placement.face.filter(|face| *face > 0),
                ..placement.clone()
            });
        }
    }
    stacks
}

/// Counters that lie together in a box.
trait Held: Clone {
    /// The box's name.
    fn name(&self) -> String;
    fn counters(&self) -> &[String];
    fn counters_mut(&mut self) -> &mut Vec<String>;
}

impl Held for FreePlacement {
    fn name(&self) -> String {
        free_zone(&self.side, &self.zone, self.front.as_deref())
    }
    fn counters(&self) -> &[String] {
        &self.counters
    }
    fn counters_mut(&mut self) -> &mut Vec<String> {
        &mut self.counters
    }
}

impl Held for Reinforcement {
    fn name(&self) -> String {
        arrival_zone(self.turn, &self.side, &self.entry)
    }
    fn counters(&self) -> &[String] {
        &self.counters
    }
    fn counters_mut(&mut self) -> &mut Vec<String> {
        &mut self.counters
    }
}

/// Puts into each box what the module has in it.
fn boxes<H: Held>(ours: &mut Vec<H>, seen: &[H], known: &BTreeSet<&str>) {
    let in_box = |all: &[H], name: &str| -> Vec<String> {
        let held = all.iter().filter(|held| held.name() == name).flat_map(Held::counters);
        held.filter(|id| known.contains(id.as_str())).cloned().collect()
    };
    let names: BTreeSet<String> = ours.iter().chain(seen).map(Held::name).collect();
    for name in names {
        let (was, is) = (in_box(ours, &name), in_box(seen, &name));
        if was == is {
            continue;
        }
        for held in ours.iter_mut().filter(|held| held.name() == name) {
            held.counters_mut().retain(|id| is.contains(id) || !known.contains(id.as_str()));
        }
        let new: Vec<String> = is.into_iter().filter(|id| !was.contains(id)).collect();
        let first = ours.iter_mut().find(|held| held.name() == name);
        match (first, seen.iter().find(|held| held.name() == name)) {
            (Some(held), _) => held.counters_mut().extend(new),
            (None, Some(seen)) => ours.push(seen.clone()),
            (None, None) => {}
        }
        ours.retain(|held| held.name() != name || !held.counters().is_empty());
    }
}

/// Where each counter is, in words.
fn places<'s>(scenario: &'s Scenario, known: &BTreeSet<&str>) -> BTreeMap<&'s str, Vec<String>> {
    let mut places: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    let mut put = |ids: &'s [String], place: &str| {
        for id in ids.iter().filter(|id| known.contains(id.as_str())) {
            places.entry(id).or_default().push(place.to_owned());
        }
    };
    for placement in &scenario.setup.placements {
        let mut place = format!("hex {}", placement.hex);
        if let Some(face) = placement.face.filter(|face| *face > 0) {
            place.push_str(&format!(", face {}", face + 1));
        }
        put(&placement.counters, &place);
    }
    for free in &scenario.setup.free {
        put(&free.counters, &free.name());
    }
    for late in &scenario.reinforcements {
        put(&late.counters, &late.name());
    }
    put(&scenario.setup.eliminated, OUT_OF_PLAY);
    for list in places.values_mut() {
        list.sort();
    }
    places
}
