//! What a run is about: the names that its numbers belong to.

use std::collections::BTreeMap;

use salient_schema::common::{CounterId, HexLabel};
use salient_schema::event::UnitId;
use salient_schema::order_of_battle::Counter;
use salient_schema::rules_of_play::RulesOfPlay;
use salient_schema::{Bundle, Id};
use serde::{Deserialize, Serialize};

use salient_hex::grid::{Hex, HexGrid};
use salient_hex::map::kinds_with_trait;
use salient_rules::game::{Match, UnitStatus};
use salient_rules::odds::OddsBand;
use salient_rules::system::SourceName;
use salient_rules::{Bot, Systems};

/// Nobody: the holder of a hex that no side is the nearest to.
pub(crate) const NOBODY: u8 = u8::MAX;

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
    /// Whether points are what the first side is ahead by, as both sides count.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub lead: bool,
    /// The levels of victory, best first.
    pub levels: Vec<LevelName>,
    /// The game-turns.
    pub turns: Vec<TurnName>,
    /// Every unit, in the order of the orders of battle.
    pub units: Vec<UnitName>,
    /// The towns and other places that change hands, in the order of their hexes.
    pub towns: Vec<TownName>,
    /// What the system's bots are called, by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub bots: BTreeMap<String, String>,
    /// What the rule book says besides, and Salient does not play: in words, with the rule.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub not_played: Vec<String>,
    /// The system's own tables.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tables: Vec<TableHead>,
    /// Where points come from, as far as the system tells.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sources: Vec<SourceHead>,
    /// The bands that attacks are counted in by the odds of their strengths, lowest first.
    #[serde(default = "OddsBand::usual")]
    pub odds: Vec<OddsBand>,
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
    /// Whether it is never set up nor scheduled: it waits in a pool, or among the eliminated,
    /// until the rules call for it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub pool: bool,
    /// Whether its counter has no rating on any face: it neither moves nor fights, whoever plays.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unrated: bool,
}

/// What a system says of one of its own tables.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableHead {
    /// Its id: `support`.
    pub id: Id,
    /// Its title: `Artillery and aircraft`.
    pub title: String,
    /// What a row is: `Used as`.
    pub row: String,
    /// How to read it, in a sentence; empty for none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
    /// Its columns.
    pub columns: Vec<ColumnHead>,
    /// Rows whose names are not their ids in words.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub names: BTreeMap<Id, String>,
}

/// A column of one of the system's own tables.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ColumnHead {
    /// Its id: `field`.
    pub id: Id,
    /// Its heading: `Field points`.
    pub heading: String,
}

impl TableHead {
    fn of(table: &salient_rules::system::FactTable<'_>) -> Self {
        let column = |&(id, heading): &(&str, &str)| ColumnHead {
            id: id.to_owned(),
            heading: heading.to_owned(),
        };
        let name = |&(id, name): &(&str, &str)| (id.to_owned(), name.to_owned());
        Self {
            id: table.id.to_owned(),
            title: table.title.to_owned(),
            row: table.row.to_owned(),
            note: table.note.to_owned(),
            columns: table.columns.iter().map(column).collect(),
            names: table.names.iter().map(name).collect(),
        }
    }

    /// What a row is called.
    pub fn name_of(&self, row: &str) -> String {
        self.names.get(row).cloned().unwrap_or_else(|| {
            let words = row.replace(['-', '_'], " ");
            let mut letters = words.chars();
            let first = letters.next().map(char::to_uppercase);
            first.into_iter().flatten().chain(letters).collect()
        })
    }
}

impl Subject {
    /// What the points of this scenario are called, whose they are first: `German victory points`.
    pub fn points_name(&self, what: &str) -> String {
        let name = |side: &SideName| match self.lead {
            true => format!("{} lead in {what}", side.name),
            false => format!("{} {what}", side.name),
        };
        let mut sides = self.sides.iter();
        // A lead is always the first side's, whichever side's the levels are told by.
        let whose = match &self.counted_for {
            Some(id) if !self.lead => sides.find(|side| side.id == *id),
            _ => sides.next().filter(|_| self.lead),
        };
        whose.map_or_else(|| crate::words::capital(what), name)
    }

    /// What stands over a column of points: `German lead` where both sides count.
    pub fn points_head(&self) -> String {
        let first = self.sides.first().filter(|_| self.lead);
        first.map_or_else(|| "Points".to_owned(), |side| format!("{} lead", side.name))
    }

    /// What a bot is called.
    pub fn bot_name(&self, bot: Bot) -> String {
        self.bots.get(bot.name()).cloned().unwrap_or_else(|| bot.name().to_owned())
    }
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

/// A subject as a [`Tally`](crate::Tally) reads it: places for names, and the set-up.
#[derive(Clone, Debug)]
pub struct SubjectIndex {
    pub(crate) subject: Subject,
    grid: HexGrid,
    sides: BTreeMap<Id, usize>,
    units: BTreeMap<UnitId, usize>,
    towns: BTreeMap<usize, usize>,
    /// Whether each unit stands on the map when play begins.
    pub(crate) set_up: Vec<bool>,
    /// Who holds each hex when play begins.
    pub(crate) holder: Vec<u8>,
    /// Where units stand then, with their sides.
    stands: Vec<(usize, u8)>,
    /// The hexes that the scenario says who controls, with the side.
    control: Vec<(usize, u8)>,
}

impl SubjectIndex {
    /// The index of a bundle, from a game of it that has just begun.
    pub fn new(systems: Systems, bundle: &Bundle, start: &Match) -> Self {
        let subject = Subject::new(systems, bundle, start);
        let grid = start.grid().clone();
        let units = start.units();
        let set_up = units.iter().map(|unit| unit.hex.is_some()).collect();
        let stands: Vec<(usize, u8)> =
            units.iter().filter_map(|unit| Some((unit.hex?.index(), unit.side as u8))).collect();
        let control = control(bundle, &subject, &grid);
        Self {
            sides: index(subject.sides.iter().map(|side| side.id.clone())),
            units: index(subject.units.iter().map(|unit| unit.unit.clone())),
            towns: index(
                subject.towns.iter().filter_map(|town| grid.parse(&town.hex)).map(Hex::index),
            ),
            holder: held(&grid, &control, &stands),
            stands,
            control,
            subject,
            grid,
            set_up,
        }
    }

    /// What is played.
    pub fn subject(&self) -> &Subject {
        &self.subject
    }

    /// Who holds each hex when play begins and units were set up in these hexes besides.
    pub(crate) fn held_by(&self, placed: &[(usize, u8)]) -> Vec<u8> {
        let stands: Vec<_> = self.stands.iter().chain(placed).copied().collect();
        held(&self.grid, &self.control, &stands)
    }

    /// A side's place.
    pub(crate) fn side(&self, id: &str) -> Option<usize> {
        self.sides.get(id).copied()
    }

    /// A unit's place.
    pub(crate) fn unit(&self, id: &str) -> Option<usize> {
        self.units.get(id).copied()
    }

    /// A hex's place.
    pub(crate) fn hex(&self, label: &str) -> Option<usize> {
        self.grid.parse(label).map(Hex::index)
    }

    /// The place of the town in a hex.
    pub(crate) fn town(&self, hex: usize) -> Option<usize> {
        self.towns.get(&hex).copied()
    }
}

fn index<T: Ord>(items: impl Iterator<Item = T>) -> BTreeMap<T, usize> {
    items.enumerate().map(|(place, item)| (item, place)).collect()
}

/// The hexes that the set-up says who controls, with the side's place.
fn control(bundle: &Bundle, subject: &Subject, grid: &HexGrid) -> Vec<(usize, u8)> {
    let mut out = Vec::new();
    for control in &bundle.scenario.setup.control {
        let side = subject.sides.iter().position(|side| side.id == control.side);
        let zone = bundle.map.zones.items.iter().find(|zone| zone.id == control.zone);
        let (Some(side), Some(zone)) = (side, zone) else { continue };
        let hexes = zone.hexes.iter().filter_map(|hex| grid.parse(hex));
        out.extend(hexes.map(|hex| (hex.index(), side as u8)));
    }
    out
}

/// Who holds each hex: as the scenario says, and where units stand; where it says nothing at all,
/// the side that stands nearest.
fn held(grid: &HexGrid, control: &[(usize, u8)], stands: &[(usize, u8)]) -> Vec<u8> {
    if control.is_empty() {
        let hexes: Vec<Hex> = grid.hexes().collect();
        let stands: Vec<(Hex, u8)> =
            stands.iter().filter_map(|&(hex, side)| Some((*hexes.get(hex)?, side))).collect();
        return nearest(grid, &stands);
    }
    let mut holder = vec![NOBODY; grid.len()];
    for &(hex, side) in control.iter().chain(stands) {
        holder[hex] = side;
    }
    holder
}

/// The side that stands nearest to each hex, or [`NOBODY`].
fn nearest(grid: &HexGrid, stands: &[(Hex, u8)]) -> Vec<u8> {
    let mut holder: Vec<Option<(u32, u8)>> = vec![None; grid.len()];
    let mut front: Vec<Hex> = Vec::new();
    for &(hex, side) in stands {
        if holder[hex.index()].is_none() {
            front.push(hex);
        }
        holder[hex.index()] = Some((0, side));
    }
    // Ring by ring, so that a hex that two sides reach in one ring is nobody's.
    let mut ring = 0;
    while !front.is_empty() {
        ring += 1;
        let mut next = Vec::new();
        for hex in front {
            let Some((_, side)) = holder[hex.index()] else { continue };
            for other in grid.neighbours(hex).into_iter().flatten() {
                match &mut holder[other.index()] {
                    Some((far, held)) if *far == ring && *held != side => *held = NOBODY,
                    Some(_) => {}
                    empty => {
                        *empty = Some((ring, side));
                        next.push(other);
                    }
                }
            }
        }
        front = next;
    }
    holder.into_iter().map(|held| held.map_or(NOBODY, |(_, side)| side)).collect()
}

impl Subject {
    fn new(systems: Systems, bundle: &Bundle, start: &Match) -> Self {
        let (scenario, ruleset, grid) = (&bundle.scenario, &bundle.ruleset, start.grid());
        let system = systems.of(bundle);
        let side_name = |id: &Id| {
            let side = ruleset.sides.iter().find(|side| side.id == *id);
            side.map_or_else(|| id.clone(), |side| side.name.clone())
        };
        let counters: BTreeMap<&str, &Counter> = bundle
            .orders_of_battle
            .iter()
            .flat_map(|book| &book.counters)
            .map(|counter| (counter.id.as_str(), counter))
            .collect();
        let is_unrated =
            |counter: &Counter| counter.faces.iter().all(|face| face.ratings.is_empty());
        let units = start.units();
        let units = units.iter().map(|unit| UnitName {
            unit: unit.name.to_owned(),
            counter: unit.counter.to_owned(),
            side: unit.side,
            name: match counters.get(unit.counter) {
                Some(counter) if !counter.designation.is_empty() => counter.designation.clone(),
                // A counter on which nothing is written is known by its unit's name.
                _ => unit.name.to_owned(),
            },
            unrated: counters.get(unit.counter).is_some_and(|counter| is_unrated(counter)),
            hex: unit.hex.map(|hex| grid.label(hex)),
            pool: matches!(unit.status, UnitStatus::Pool | UnitStatus::Eliminated),
        });
        Self {
            system: ruleset.system().to_owned(),
            scenario: scenario.id.clone(),
            title: scenario.title.clone(),
            map: bundle.map.id.clone(),
            fingerprint: bundle.fingerprint(),
            sides: start
                .sides()
                .iter()
                .map(|id| SideName { id: id.clone(), name: side_name(id) })
                .collect(),
            counted_for: scenario.victory.counted_for.clone(),
            lead: system.is_some_and(|system| system.both_sides_count()),
            levels: scenario
                .victory
                .levels
                .iter()
                .map(|level| LevelName { level: level.name.clone(), side: level.side.clone() })
                .collect(),
            turns: scenario
                .turns
                .iter()
                .map(|turn| TurnName { turn: turn.turn, label: turn.label.clone() })
                .collect(),
            units: units.collect(),
            towns: towns(bundle, grid),
            bots: systems
                .bots(bundle)
                .iter()
                .map(|info| (info.bot.name().to_owned(), info.name.to_string()))
                .collect(),
            not_played: ruleset
                .rules_of_play
                .iter()
                .flat_map(RulesOfPlay::not_played_in_words)
                .collect(),
            tables: systems.of(bundle).map_or_else(Vec::new, |system| {
                system.tables().iter().map(TableHead::of).collect()
            }),
            sources: systems.of(bundle).map_or_else(Vec::new, |system| {
                system.point_sources().iter().map(SourceHead::of).collect()
            }),
            odds: systems
                .of(bundle)
                .map_or_else(OddsBand::usual, |system| system.odds_bands(bundle)),
            columns: grid.columns(),
            rows: grid.rows(),
            hexes: grid.hexes().map(|hex| grid.label(hex)).collect(),
        }
    }
}

/// The hexes whose features the ruleset calls towns, or that are worth something to whoever
/// holds them.
fn towns(bundle: &Bundle, grid: &HexGrid) -> Vec<TownName> {
    let kinds = &bundle.ruleset.features;
    let bits = kinds_with_trait(kinds, "town");
    let is_town = |id: &str| {
        kinds.iter().take(64).position(|kind| kind.id == id).is_some_and(|at| bits >> at & 1 == 1)
    };
    let mut found: BTreeMap<usize, TownName> = BTreeMap::new();
    for feature in &bundle.map.features.items {
        let counts = is_town(&feature.kind) || (feature.value.is_some() && feature.owner.is_some());
        let Some(hex) = grid.parse(&feature.hex).filter(|_| counts) else { continue };
        let town = found
            .entry(hex.index())
            .or_insert_with(|| TownName { hex: grid.label(hex), name: None });
        if town.name.is_none() {
            town.name.clone_from(&feature.name);
        }
    }
    // A morale hex is called by what else is in it.
    for feature in bundle.map.features.items.iter().filter(|feature| feature.name.is_some()) {
        let hex = grid.parse(&feature.hex).map(Hex::index);
        if let Some(town) = hex.and_then(|hex| found.get_mut(&hex))
            && town.name.is_none()
        {
            town.name.clone_from(&feature.name);
        }
    }
    found.into_values().collect()
}

/// A source of points, or a finer kind of one, as the system names it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourceHead {
    /// The source: `exits`.
    pub id: Id,
    /// The finer kind: `broken-down`; none for the source as a whole.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<Id>,
    /// Its name: `Units that left the map`.
    pub name: String,
    /// It within a sentence, after a number: `exits`; empty where it is no number of things.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub many: String,
}

impl SourceHead {
    pub(crate) fn of(name: &SourceName<'_>) -> Self {
        Self {
            id: name.id.to_owned(),
            kind: (!name.kind.is_empty()).then(|| name.kind.to_owned()),
            name: name.name.to_owned(),
            many: name.many.to_owned(),
        }
    }
}
