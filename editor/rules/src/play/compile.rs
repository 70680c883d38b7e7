//! A scenario compiled as far as all systems are alike: map, sides, units, sequence, turns,
//! arrivals, free groups.

use ahash::AHashMap;
use salient_hex::Hex;
use salient_hex::map::CompiledMap;
use salient_schema::order_of_battle::Counter;
use salient_schema::ruleset::Stage;
use salient_schema::scenario::Entry;
use salient_schema::{Bundle, Code, Diagnostic, Id};

use super::Unit;
use crate::board::MOST_SIDES;

/// What of a scenario never changes in a game.
#[derive(Debug)]
pub struct Compiled {
    /// The ruleset's id.
    pub system: Id,
    /// The scenario's id.
    pub scenario: Id,
    /// The map's id.
    pub map_id: Id,
    /// The fingerprint of all that is played by.
    pub fingerprint: String,
    /// The map in dense arrays.
    pub map: CompiledMap,
    /// Printed numbers, by hex.
    pub labels: Vec<String>,
    /// The ids of the sides, in the ruleset's order.
    pub sides: Vec<Id>,
    /// Every unit, in the order of the orders of battle.
    pub units: Vec<UnitDef>,
    /// Every formation, in the order of the orders of battle.
    pub formations: Vec<FormationDef>,
    /// The ids of the ratings, by which a face's numbers stand.
    pub ratings: Vec<Id>,
    /// The steps of the sequence of play in order, headings before their own steps.
    pub phases: Vec<Phase>,
    /// The game-turns.
    pub turns: Vec<TurnDef>,
    /// Who comes in by schedule.
    pub arrivals: Vec<Arrival>,
    /// Units that their owners set up.
    pub groups: Vec<FreeGroup>,
    /// The levels of victory, best first.
    pub levels: Vec<Level>,
}

/// What never changes of a unit.
#[derive(Clone, Debug)]
pub struct UnitDef {
    /// Its name in the log: the counter's id, with `#` and a number where there are several alike.
    pub name: String,
    /// Its counter's id.
    pub counter: Id,
    /// Its side's place in [`Compiled::sides`].
    pub side: usize,
    /// The formation that it belongs to at first.
    pub formation: Option<Formation>,
    /// Its type.
    pub unit_type: Id,
    /// Its traits.
    pub traits: Vec<Id>,
    /// Its ratings by face, in the order of [`Compiled::ratings`]; 0 where a face has none.
    pub faces: Vec<Vec<i32>>,
    /// Faces that are steps, from the front.
    pub steps: u8,
    /// Its stacking points with its front up, in the layout's parts.
    pub stacking: i32,
}

/// A formation: its place in [`Compiled::formations`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Formation(pub u16);

/// A formation of an order of battle: an army, a corps, a division.
#[derive(Clone, Debug)]
pub struct FormationDef {
    /// Its id.
    pub id: Id,
    /// Its name.
    pub name: String,
    /// Its side's place in [`Compiled::sides`].
    pub side: Option<usize>,
    /// Its size, as the ruleset names it.
    pub size: Option<Id>,
    /// The formation that it belongs to.
    pub parent: Option<Formation>,
}

/// A step of the sequence of play.
#[derive(Clone, Debug)]
pub struct Phase {
    /// Its place in [`Compiled::phases`].
    pub place: usize,
    /// Its id.
    pub id: Id,
    /// Its printed name.
    pub name: String,
    /// The phasing side, if it has one.
    pub side: Option<usize>,
    /// The first game-turn that has it; 0 for one before the game.
    pub from_turn: u16,
    /// The last game-turn that has it.
    pub to_turn: u16,
    /// The rule; empty for none.
    pub rule: String,
    /// Whether it is a heading, whose own steps follow.
    pub heading: bool,
}

/// A game-turn.
#[derive(Clone, Debug)]
pub struct TurnDef {
    /// Its number.
    pub turn: u16,
    /// What it stands for.
    pub label: String,
}

/// A unit that comes in by schedule.
#[derive(Clone, Debug)]
pub struct Arrival {
    /// The game-turn.
    pub turn: u16,
    /// The unit.
    pub unit: Unit,
    /// The hexes that it may come in by.
    pub entries: Vec<Hex>,
}

/// Units that their owner sets up in a zone.
#[derive(Clone, Debug)]
pub struct FreeGroup {
    /// Whose they are.
    pub side: usize,
    /// The units.
    pub units: Vec<Unit>,
    /// The zone's hexes.
    pub hexes: Vec<Hex>,
    /// The rule; empty for none.
    pub rule: String,
}

/// A level of victory.
#[derive(Clone, Debug)]
pub struct Level {
    /// Its name.
    pub name: String,
    /// Who wins.
    pub side: Id,
    /// From so many points on.
    pub min: Option<i32>,
    /// Up to so many points.
    pub max: Option<i32>,
}

impl Compiled {
    /// Compiles a bundle.
    ///
    /// # Errors
    /// What makes no sense in any system, with JSON pointers into the bundle.
    pub fn new(bundle: &Bundle) -> Result<Self, Vec<Diagnostic>> {
        let map = CompiledMap::new(&bundle.map, &bundle.ruleset)?;
        let mut found = Vec::new();
        let sides: Vec<Id> = bundle.ruleset.sides.iter().map(|side| side.id.clone()).collect();
        if sides.is_empty() || sides.len() > MOST_SIDES {
            let text = format!("a game has one to {MOST_SIDES} sides, this has {}", sides.len());
            found.push(Diagnostic::error(Code::Rule, text).pointer("/ruleset/sides"));
            return Err(found);
        }
        let ratings: Vec<Id> =
            bundle.ruleset.counters.ratings.iter().map(|rating| rating.id.clone()).collect();
        let formations = formations(bundle, &sides);
        let units = units(bundle, &sides, &ratings, &formations, &mut found);
        let by_name: AHashMap<&str, Unit> = units
            .iter()
            .enumerate()
            .map(|(place, unit)| (unit.name.as_str(), Unit(place as u16)))
            .collect();
        let mut phases = Vec::new();
        flatten(&bundle.ruleset.sequence, None, &sides, &mut phases, &mut found);
        let turns = &bundle.scenario.turns;
        if turns.is_empty() {
            let text = "the scenario has no game-turn";
            found.push(Diagnostic::error(Code::Rule, text).pointer("/scenario/turns"));
        }
        let arrivals = arrivals(bundle, &map, &by_name, &mut found);
        let groups = groups(bundle, &map, &sides, &by_name, &mut found);
        if !found.is_empty() {
            return Err(found);
        }
        let grid = map.grid();
        Ok(Self {
            system: bundle.ruleset.id.clone(),
            scenario: bundle.scenario.id.clone(),
            map_id: bundle.map.id.clone(),
            fingerprint: bundle.fingerprint(),
            labels: grid.hexes().map(|hex| grid.label(hex)).collect(),
            turns: turns
                .iter()
                .map(|turn| TurnDef { turn: turn.turn, label: turn.label.clone() })
                .collect(),
            levels: bundle
                .scenario
                .victory
                .levels
                .iter()
                .map(|level| Level {
                    name: level.name.clone(),
                    side: level.side.clone(),
                    min: level.min,
                    max: level.max,
                })
                .collect(),
            sides,
            units,
            formations,
            ratings,
            phases,
            arrivals,
            groups,
            map,
        })
    }

    /// The place of a rating in a face's numbers.
    pub fn rating(&self, id: &str) -> Option<usize> {
        self.ratings.iter().position(|rating| rating == id)
    }

    /// The unit of a name.
    pub fn unit(&self, name: &str) -> Option<Unit> {
        self.units.iter().position(|unit| unit.name == name).map(|place| Unit(place as u16))
    }

    /// What never changes of a unit.
    pub fn def(&self, unit: Unit) -> &UnitDef {
        &self.units[unit.index()]
    }

    /// What never changes of a formation.
    pub fn formation(&self, formation: Formation) -> &FormationDef {
        &self.formations[usize::from(formation.0)]
    }

    /// The formation of an id.
    pub fn formation_of(&self, id: &str) -> Option<Formation> {
        place_of(&self.formations, id)
    }

    /// Whether a formation is another, or belongs to it, through however many between them.
    pub fn is_under(&self, formation: Formation, above: Formation) -> bool {
        let mut next = Some(formation);
        // A chain that bites its own tail is a fault that references tell of.
        for _ in 0..=self.formations.len() {
            match next {
                Some(at) if at == above => return true,
                Some(at) => next = self.formation(at).parent,
                None => return false,
            }
        }
        false
    }

    /// A hex as the map prints it.
    pub fn label(&self, hex: Hex) -> &str {
        &self.labels[hex.index()]
    }

    /// The hex of a printed number.
    pub fn hex(&self, label: &str) -> Option<Hex> {
        self.map.grid().parse(label)
    }

    /// The place of a side.
    pub fn side(&self, id: &str) -> Option<usize> {
        self.sides.iter().position(|side| side == id)
    }

    /// All sides as bits.
    pub fn all_sides(&self) -> u8 {
        ((1_u16 << self.sides.len()) - 1) as u8
    }

    /// All units.
    pub fn all_units(&self) -> impl Iterator<Item = Unit> + use<> {
        (0..self.units.len() as u16).map(Unit)
    }

    /// The level of victory of a side with so many points: the first that fits.
    pub fn level(&self, side: usize, points: i32) -> Option<&Level> {
        self.levels.iter().find(|level| {
            level.side == self.sides[side]
                && level.min.is_none_or(|min| points >= min)
                && level.max.is_none_or(|max| points <= max)
        })
    }
}

fn formations(bundle: &Bundle, sides: &[Id]) -> Vec<FormationDef> {
    let all = || bundle.orders_of_battle.iter().flat_map(|book| &book.formations);
    let mut formations: Vec<FormationDef> = all()
        .take(usize::from(u16::MAX))
        .map(|formation| FormationDef {
            id: formation.id.clone(),
            name: formation.name.clone(),
            side: sides.iter().position(|side| *side == formation.side),
            size: formation.size.clone(),
            parent: None,
        })
        .collect();
    for (place, formation) in all().take(formations.len()).enumerate() {
        formations[place].parent =
            formation.parent.as_ref().and_then(|id| place_of(&formations, id));
    }
    formations
}

fn place_of(formations: &[FormationDef], id: &str) -> Option<Formation> {
    let place = formations.iter().position(|formation| formation.id == id);
    place.map(|place| Formation(place as u16))
}

fn units(
    bundle: &Bundle,
    sides: &[Id],
    ratings: &[Id],
    formations: &[FormationDef],
    found: &mut Vec<Diagnostic>,
) -> Vec<UnitDef> {
    let sizes = &bundle.ruleset.counters.sizes;
    let mut units = Vec::new();
    for (i, book) in bundle.orders_of_battle.iter().enumerate() {
        for (j, counter) in book.counters.iter().enumerate() {
            let pointer = format!("/orders_of_battle/{i}/counters/{j}");
            let Some(side) = sides.iter().position(|side| *side == counter.side) else {
                let text = format!("the ruleset has no side '{}'", counter.side);
                let wrong = Diagnostic::error(Code::DanglingReference, text);
                found.push(wrong.pointer(format!("{pointer}/side")).counter(&counter.id));
                continue;
            };
            let number = |face: &salient_schema::order_of_battle::Face, id: &Id| {
                face.ratings.get(id).and_then(|rating| rating.number()).unwrap_or(0)
            };
            let face = |face| ratings.iter().map(|id| number(face, id)).collect();
            let formation = counter.formation.as_ref();
            let size = counter.size.as_ref();
            let size = size.and_then(|id| sizes.iter().find(|size| size.id == *id));
            for number in 0..counter.count.max(1) {
                units.push(UnitDef {
                    name: name_of(counter, number),
                    counter: counter.id.clone(),
                    side,
                    formation: formation.and_then(|id| place_of(formations, id)),
                    unit_type: counter.unit_type.clone(),
                    traits: counter.traits.clone(),
                    faces: counter.faces.iter().map(face).collect(),
                    steps: counter.faces.iter().filter(|face| !face.not_a_step).count() as u8,
                    stacking: size.map_or(0, |size| size.stacking),
                });
            }
        }
    }
    if units.len() >= usize::from(u16::MAX) {
        let text = format!("a game has at most {} units, this has {}", u16::MAX, units.len());
        found.push(Diagnostic::error(Code::Rule, text).pointer("/orders_of_battle"));
        units.truncate(usize::from(u16::MAX) - 1);
    }
    units
}

/// The counter's id, with a number where there are several alike.
fn name_of(counter: &Counter, number: u16) -> String {
    if counter.count > 1 { format!("{}#{}", counter.id, number + 1) } else { counter.id.clone() }
}

fn flatten(
    stages: &[Stage],
    above: Option<usize>,
    sides: &[Id],
    phases: &mut Vec<Phase>,
    found: &mut Vec<Diagnostic>,
) {
    for stage in stages {
        let side = match &stage.side {
            None => above,
            Some(id) => {
                let place = sides.iter().position(|side| side == id);
                if place.is_none() {
                    let text = format!("the ruleset has no side '{id}'");
                    let wrong = Diagnostic::error(Code::DanglingReference, text);
                    found.push(wrong.pointer("/ruleset/sequence"));
                }
                place
            }
        };
        phases.push(Phase {
            place: phases.len(),
            id: stage.id.clone(),
            name: stage.name.clone(),
            side,
            from_turn: stage.from_turn.unwrap_or(1),
            to_turn: stage.to_turn.unwrap_or(u16::MAX),
            rule: stage.rule.clone().unwrap_or_default(),
            heading: !stage.steps.is_empty(),
        });
        flatten(&stage.steps, side, sides, phases, found);
    }
}

fn arrivals(
    bundle: &Bundle,
    map: &CompiledMap,
    units: &AHashMap<&str, Unit>,
    found: &mut Vec<Diagnostic>,
) -> Vec<Arrival> {
    let mut arrivals = Vec::new();
    for (i, group) in bundle.scenario.reinforcements.iter().enumerate() {
        let labels = crate::schedule::entry_hexes(bundle, &group.entry);
        let entries: Vec<Hex> = labels.iter().filter_map(|label| map.grid().parse(label)).collect();
        let pointer = format!("/scenario/reinforcements/{i}");
        if entries.is_empty() {
            let printed = match &group.entry {
                Entry::Letter(text) | Entry::Zone(text) => text.clone(),
                Entry::Hexes(hexes) => hexes.join(", "),
            };
            let text = format!("the map has no entry hex '{printed}'");
            let wrong = Diagnostic::error(Code::DanglingReference, text);
            found.push(wrong.pointer(format!("{pointer}/entry")));
        }
        for (j, counter) in group.counters.iter().enumerate() {
            match units.get(counter.as_str()) {
                Some(&unit) => {
                    arrivals.push(Arrival { turn: group.turn, unit, entries: entries.clone() });
                }
                None => found.push(no_counter(counter, format!("{pointer}/counters/{j}"))),
            }
        }
    }
    arrivals
}

fn groups(
    bundle: &Bundle,
    map: &CompiledMap,
    sides: &[Id],
    units: &AHashMap<&str, Unit>,
    found: &mut Vec<Diagnostic>,
) -> Vec<FreeGroup> {
    let mut groups = Vec::new();
    for (i, free) in bundle.scenario.setup.free.iter().enumerate() {
        let pointer = format!("/scenario/setup/free/{i}");
        let zone = bundle.map.zones.items.iter().find(|zone| zone.id == free.zone);
        let side = sides.iter().position(|side| *side == free.side);
        let (Some(zone), Some(side)) = (zone, side) else {
            let text = format!("there is no zone '{}' or no side '{}'", free.zone, free.side);
            found.push(Diagnostic::error(Code::DanglingReference, text).pointer(pointer));
            continue;
        };
        let mut members = Vec::new();
        for (j, counter) in free.counters.iter().enumerate() {
            match units.get(counter.as_str()) {
                Some(&unit) => members.push(unit),
                None => found.push(no_counter(counter, format!("{pointer}/counters/{j}"))),
            }
        }
        groups.push(FreeGroup {
            side,
            units: members,
            hexes: zone.hexes.iter().filter_map(|hex| map.grid().parse(hex)).collect(),
            rule: free.rule.clone().unwrap_or_default(),
        });
    }
    groups
}

fn no_counter(counter: &str, pointer: String) -> Diagnostic {
    let text = format!("no order of battle has the counter '{counter}'");
    Diagnostic::error(Code::DanglingReference, text).pointer(pointer).counter(counter)
}
