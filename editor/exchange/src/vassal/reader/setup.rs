//! Set-ups: scenarios out of what lies where.

use std::collections::{BTreeMap, BTreeSet};

use salient_schema::scenario::{Entry, FreePlacement, Placement, Reinforcement, Scenario, Turn};
use salient_schema::{HexIndex, Provenance};

use super::super::module::MARKER;
use super::super::outline::holds;
use super::super::properties as named;
use super::super::track::{LOST, OUT_OF_PLAY};
use super::draft::{Counters, fresh};
use super::piece::marks;
use super::{Area, Laid, Module};
use crate::{Fate, Loss, draft};

/// A set-up as a scenario.
pub struct Seen {
    /// What lies where.
    pub scenario: Scenario,
    /// What finds no place in it.
    pub losses: Vec<Loss>,
    /// How many pieces those are.
    pub told: usize,
    /// How many pieces mark what every scenario begins with, and need no place.
    pub markers: usize,
}

impl Seen {
    /// How many pieces found a place.
    pub fn placed(&self) -> usize {
        let Scenario { setup, reinforcements, .. } = &self.scenario;
        let on_hexes: usize = setup.placements.iter().map(|one| one.counters.len()).sum();
        let free: usize = setup.free.iter().map(|one| one.counters.len()).sum();
        let late: usize = reinforcements.iter().map(|one| one.counters.len()).sum();
        on_hexes + free + late + setup.eliminated.len() + self.markers
    }
}

/// A scenario of what lies where, and what of it finds no place.
pub fn scenario(
    module: &Module,
    title: &str,
    laid: &[Laid],
    counters: &Counters,
    taken: &mut BTreeSet<String>,
) -> Seen {
    let mut scenario = draft::empty_scenario();
    scenario.id = fresh(&draft::id(title, "scenario"), taken);
    title.clone_into(&mut scenario.title);
    scenario.turns = turns(&module.turns);
    let mut losses = Vec::new();
    let (mut told, mut markers) = (0, 0);
    let mut lost = |count: usize, kind: &str, which: String, why: &str| {
        told += count;
        losses.push(Loss {
            kind: kind.to_owned(),
            which,
            fate: Fate::Dropped,
            why: why.to_owned(),
            place: Some(format!("set-up {title}")),
        })
    };
    let known: BTreeSet<String> = counters.sides().map(str::to_owned).collect();
    let mut placed: BTreeMap<String, u16> = BTreeMap::new();
    let mut on_hexes: Vec<(HexIndex, Placement)> = Vec::new();
    let mut boxes: Vec<(String, Vec<String>)> = Vec::new();
    for stack in laid {
        let hex = module.hex_at(&stack.map, &stack.board, stack.at);
        let on = |area: &&Area| {
            (stack.board.is_empty() || area.board == stack.board) && holds(&area.outline, stack.at)
        };
        let zone = module.boxes.get(&stack.map).and_then(|areas| areas.iter().find(on));
        let zone = zone.map(|area| area.name.clone());
        let whereabouts = match (stack.map.as_str(), stack.board.as_str()) {
            ("" | "null", _) => "on no map".to_owned(),
            (map, "") => format!("on {map}"),
            (map, board) => format!("on {map}, board {board},"),
        };
        // From the top, as we tell them.
        for piece in stack.pieces.iter().rev() {
            let name = piece.basic().map_or("", |basic| basic.field(4)).to_owned();
            let Some((id, face)) = counters.id_of(piece) else {
                // Ours marks the game-turn, which a set-up begins with the first.
                if name == MARKER && module.is_told {
                    markers += 1;
                    continue;
                }
                let why = "it is no counter of an order of battle";
                lost(1, "piece", name, why);
                continue;
            };
            if stack.in_deck {
                let why = format!("it lies in a deck {whereabouts}, and Salient has no decks");
                lost(1, "piece", format!("{id} ({name})"), &why);
                continue;
            }
            let there = placed.entry(id.clone()).or_insert(0);
            *there += 1;
            if *there > counters.count_of(&id) {
                let why = "it is there more often than there are counters of it";
                lost(1, "piece", format!("{id} ({name})"), why);
                continue;
            }
            match (hex, &zone) {
                (Some(hex), _) => {
                    let marks = marks(&piece.traits);
                    let own = |key: &str| marks.get(key).filter(|text| !text.is_empty()).cloned();
                    let states = own(named::STATES).unwrap_or_default();
                    let placement = Placement {
                        hex: module.ground.grid.print_hex(hex),
                        counters: vec![id],
                        face: (face > 0).then_some(face),
                        facing: own(named::FACING),
                        carried_by: own(named::CARRIED_BY),
                        states: states.split_whitespace().map(str::to_owned).collect(),
                    };
                    on_hexes.push((hex, placement));
                }
                (None, Some(zone)) => match boxes.iter_mut().find(|(name, _)| name == zone) {
                    Some((_, held)) => held.push(id),
                    None => boxes.push((zone.clone(), vec![id])),
                },
                (None, None) => {
                    let why = format!("it lies {whereabouts} off all hexes");
                    lost(1, "piece", format!("{id} ({name})"), &why);
                }
            }
        }
    }
    // Neighbours in a stack that differ in nothing else share an entry.
    on_hexes.sort_by_key(|(hex, _)| *hex);
    for (_, next) in on_hexes {
        match scenario.setup.placements.last_mut() {
            Some(last)
                if (&last.hex, last.face, &last.facing, &last.carried_by, &last.states)
                    == (&next.hex, next.face, &next.facing, &next.carried_by, &next.states) =>
            {
                last.counters.extend(next.counters);
            }
            _ => scenario.setup.placements.push(next),
        }
    }
    for (zone, held) in boxes {
        if zone == OUT_OF_PLAY || zone.starts_with(LOST) {
            scenario.setup.eliminated.extend(held);
            continue;
        }
        let (count, which) = (held.len(), format!("{zone}: {}", held.join(", ")));
        match read_box(&zone, held, module, &known) {
            Some(Held::Free(free)) => scenario.setup.free.push(free),
            Some(Held::Arriving(arriving)) => scenario.reinforcements.push(arriving),
            None => {
                let why = "the counters lie in a box; the map has no hexes that it stands for";
                lost(count, "counters off the hexes", which, why);
            }
        }
    }
    scenario.reinforcements.sort_by_key(|arriving| arriving.turn);
    Seen { scenario, losses, told, markers }
}

/// What a box stands for.
enum Held {
    Free(FreePlacement),
    Arriving(Reinforcement),
}

/// Reads the name of a box as the way out writes it.
fn read_box(
    zone: &str,
    counters: Vec<String>,
    module: &Module,
    sides: &BTreeSet<String>,
) -> Option<Held> {
    let mut words = zone.split(", ");
    let (first, side) = (words.next()?, words.next()?);
    if !sides.contains(side) {
        return None;
    }
    let side = side.to_owned();
    let there = |name: &str| module.zone_ids.contains(name);
    if first == "Set-up" {
        let zone = words.next()?.strip_prefix("zone ")?.to_owned();
        let front = words.next().and_then(|word| word.strip_prefix("front ")).map(str::to_owned);
        if !there(&zone) || front.as_deref().is_some_and(|front| !there(front)) {
            return None;
        }
        let conditions = Vec::new();
        return Some(Held::Free(FreePlacement {
            side,
            zone,
            front,
            counters,
            conditions,
            rule: None,
        }));
    }
    let turn = first.strip_prefix("Turn ")?.parse().ok()?;
    let entry = words.next()?;
    let entry = if let Some(hexes) = entry.strip_prefix("hexes ") {
        let hexes: Vec<String> = hexes.split_whitespace().map(str::to_owned).collect();
        let known = hexes.iter().all(|hex| module.ground.grid.parse_hex(hex).is_some());
        (known && !hexes.is_empty()).then_some(Entry::Hexes(hexes))?
    } else if let Some(letter) = entry.strip_prefix("entry ").filter(|_| module.is_told) {
        Entry::Letter(letter.to_owned())
    } else {
        let zone = entry.strip_prefix("zone ").filter(|zone| there(zone))?;
        Entry::Zone(zone.to_owned())
    };
    let provenance = Provenance::Printed;
    let (condition, rule) = (None, None);
    Some(Held::Arriving(Reinforcement { turn, side, entry, counters, condition, rule, provenance }))
}

/// The turns of a module's turn counter: `3: 22 March, morning`.
fn turns(names: &[String]) -> Vec<Turn> {
    let mut turns: Vec<Turn> = Vec::new();
    for (place, name) in names.iter().enumerate() {
        let numbered = name
            .split_once(": ")
            .and_then(|(turn, label)| Some((turn.trim().parse::<u16>().ok()?, label.to_owned())));
        let last = turns.last().map_or(0, |turn| turn.turn);
        let next = u16::try_from(place + 1).unwrap_or(u16::MAX);
        let (turn, label) =
            numbered.filter(|(turn, _)| *turn > last).unwrap_or((next.max(last + 1), name.clone()));
        let provenance = Provenance::Printed;
        turns.push(Turn { turn, label, date: None, half: None, weather: None, provenance });
    }
    if turns.is_empty() {
        let label = "Game-turn 1".to_owned();
        let provenance = Provenance::Invented;
        turns.push(Turn { turn: 1, label, date: None, half: None, weather: None, provenance });
    }
    turns
}
