//! What of a scenario never changes in a game.

use std::ops::{Deref, DerefMut};

use salient_hex::Hex;
use salient_hex::map::CompiledMap;
use salient_schema::plain::Names;
use salient_schema::scenario::{HalfDay, Turn};
use salient_schema::{Bundle, Id};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::action::{Action, Violation};

/// A unit: its place in [`BaseRules::units`]. In an action it stands by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Unit(pub u16);

impl Unit {
    /// Its place in arrays by unit.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

#[cfg(feature = "json-schema")]
impl schemars::JsonSchema for Unit {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Unit".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        salient_schema::action::Name::json_schema(generator)
    }
}

/// What of a scenario never changes in a game, as far as all systems are alike. `U` is what a
/// system knows of a unit besides, `P` what it does in a step of the sequence of play, `T` what it
/// knows of a game-turn.
#[derive(Debug)]
pub struct BaseRules<U, P, T> {
    /// The ruleset's id.
    pub system: Id,
    /// The scenario's id.
    pub scenario: Id,
    /// The map's id.
    pub map_id: Id,
    /// The map in dense arrays.
    pub map: CompiledMap,
    /// Printed numbers, by hex.
    pub labels: Vec<String>,
    /// The ids of the sides, in the ruleset's order.
    pub sides: Vec<Id>,
    /// Every unit, in the order of the orders of battle.
    pub units: Vec<UnitDef<U>>,
    /// The units of each side, in the same order.
    of_side: Vec<Vec<Unit>>,
    /// The steps of the sequence of play in order, headings before their own steps.
    pub phases: Vec<Phase<P>>,
    /// The game-turns.
    pub turns: Vec<TurnDef<T>>,
    /// The step with which the first game-turn begins, where play begins in the midst of it.
    pub begins_with: Option<usize>,
    /// Hexes whose zone a side controls when play begins, in the order of the scenario.
    pub controlled: Vec<(usize, Hex)>,
    /// Hexes that a side holds where play begins in the midst of a game.
    pub held: Vec<(usize, Hex)>,
    /// The levels of victory, best first.
    pub levels: Vec<Level>,
}

impl<U, P, T> BaseRules<U, P, T> {
    /// Puts the parts of a compiled scenario together.
    pub fn new(
        bundle: &Bundle,
        map: CompiledMap,
        sides: Vec<Id>,
        units: Vec<UnitDef<U>>,
        phases: Vec<Phase<P>>,
        turns: Vec<TurnDef<T>>,
    ) -> Self {
        let grid = map.grid();
        let of_side = |side: usize| {
            let own = units.iter().enumerate().filter(|(_, unit)| unit.side == side);
            own.map(|(place, _)| Unit(place as u16)).collect()
        };
        let held = bundle.scenario.start.iter().flat_map(|start| &start.held);
        let held = held.flat_map(|held| held.hexes.iter().map(move |label| (&held.side, label)));
        let controlled = bundle.scenario.setup.control.iter().flat_map(|control| {
            let zone = bundle.map.zones.items.iter().find(|zone| zone.id == control.zone);
            let hexes = zone.into_iter().flat_map(|zone| &zone.hexes);
            hexes.map(move |label| (&control.side, label))
        });
        let placed = |(id, label): (&Id, &String)| {
            Some((sides.iter().position(|side| side == id)?, grid.parse(label)?))
        };
        Self {
            controlled: controlled.filter_map(placed).collect(),
            held: held.filter_map(placed).collect(),
            of_side: (0..sides.len()).map(of_side).collect(),
            system: bundle.ruleset.system().to_owned(),
            scenario: bundle.scenario.id.clone(),
            map_id: bundle.map.id.clone(),
            labels: grid.hexes().map(|hex| grid.label(hex)).collect(),
            levels: levels(bundle),
            begins_with: bundle.scenario.start.as_ref().and_then(|start| {
                let step = start.step.as_ref()?;
                phases.iter().position(|phase| phase.id == *step)
            }),
            sides,
            units,
            phases,
            turns,
            map,
        }
    }

    /// What never changes of a unit.
    #[inline]
    pub fn unit(&self, unit: Unit) -> &UnitDef<U> {
        &self.units[unit.index()]
    }

    /// The unit of a name.
    pub fn find_unit(&self, name: &str) -> Option<Unit> {
        self.units.iter().position(|unit| unit.name == name).map(|place| Unit(place as u16))
    }

    /// All units.
    pub fn all_units(&self) -> impl Iterator<Item = Unit> + use<U, P, T> {
        (0..self.units.len() as u16).map(Unit)
    }

    /// The units of a side, by rising number; of a side that is not there, none.
    #[inline]
    pub fn units_of(&self, side: usize) -> &[Unit] {
        self.of_side.get(side).map_or(&[], Vec::as_slice)
    }

    /// A hex as the map prints it.
    #[inline]
    pub fn label(&self, hex: Hex) -> &str {
        &self.labels[hex.index()]
    }

    /// The hex of a printed number.
    pub fn hex(&self, label: &str) -> Option<Hex> {
        self.map.grid().parse(label)
    }

    /// An act in the words of map and counters.
    pub fn action(&self, act: &impl Serialize) -> Action {
        Action::of(act, self)
    }

    /// An action's act.
    ///
    /// # Errors
    /// What the system does not know of it: the verb, a field, a unit, a hex.
    pub fn act<A: DeserializeOwned>(&self, action: &Action) -> Result<A, Violation> {
        Ok(action.read(self)?)
    }

    /// The unit of a name, or why there is none.
    ///
    /// # Errors
    /// There is none of that name.
    pub fn read_unit(&self, name: &str) -> Result<Unit, Violation> {
        self.unit_named(name).map(Unit).map_err(Violation::unknown)
    }

    /// The hex of a printed number, or why there is none.
    ///
    /// # Errors
    /// It is not on the map.
    pub fn read_hex(&self, label: &str) -> Result<Hex, Violation> {
        self.hex_named(label).map(Hex).map_err(Violation::unknown)
    }

    /// The side of an id, or why there is none.
    ///
    /// # Errors
    /// There is none of that id.
    pub fn read_side(&self, id: &str) -> Result<usize, Violation> {
        self.side(id).ok_or_else(|| Violation::unknown(format!("there is no side '{id}'")))
    }

    /// Units by name.
    pub fn names<N: for<'a> From<&'a str>>(&self, units: &[Unit]) -> Vec<N> {
        units.iter().map(|&unit| self.unit(unit).name.as_str().into()).collect()
    }

    /// Hexes as the map prints them.
    pub fn labels<N: for<'a> From<&'a str>>(&self, hexes: &[Hex]) -> Vec<N> {
        hexes.iter().map(|&hex| self.label(hex).into()).collect()
    }

    /// The place of a side.
    pub fn side(&self, id: &str) -> Option<usize> {
        self.sides.iter().position(|side| side == id)
    }

    /// The place of a step of the sequence of play.
    pub fn phase(&self, id: &str) -> Option<usize> {
        self.phases.iter().position(|phase| phase.id == id)
    }

    /// The level of victory of a side with so many points: the first that fits.
    pub fn level(&self, side: usize, points: i32) -> Option<&Level> {
        self.levels.iter().find(|level| level.side == self.sides[side] && level.fits(points))
    }
}

impl<U, P, T> Names for BaseRules<U, P, T> {
    fn name_of_unit(&self, unit: u16) -> Option<&str> {
        Some(&self.units.get(usize::from(unit))?.name)
    }

    fn name_of_hex(&self, hex: u32) -> Option<&str> {
        Some(self.labels.get(Hex(hex).index())?)
    }

    fn unit_named(&self, name: &str) -> Result<u16, String> {
        let unit = self.find_unit(name).ok_or_else(|| format!("there is no unit '{name}'"))?;
        Ok(unit.0)
    }

    fn hex_named(&self, name: &str) -> Result<u32, String> {
        let hex = self.hex(name).ok_or_else(|| format!("'{name}' is not on the map"))?;
        Ok(hex.0)
    }
}

/// The rules of a system that embeds [`BaseRules`], as its position needs them.
pub trait GameRules:
    Deref<Target = BaseRules<Self::Unit, Self::Procedure, Self::Turn>> + Send + Sync + 'static
{
    /// What it knows of a unit.
    type Unit: Send + Sync;
    /// What it does in a step of the sequence of play.
    type Procedure: Send + Sync;
    /// What it knows of a game-turn.
    type Turn: Send + Sync;

    /// The hexes that a unit with this face up controls from a hex; none for one that holds no
    /// hex at all, such as aircraft and markers.
    fn zone_of_control(&self, unit: Unit, face: u8, hex: Hex) -> Option<impl Iterator<Item = Hex>>;
}

/// What never changes of a unit.
#[derive(Clone, Debug)]
pub struct UnitDef<U> {
    /// Its name in the log: the counter's id, with `#` and a number where there are several alike.
    pub name: String,
    /// Its counter's id.
    pub counter: Id,
    /// Its side's place in [`BaseRules::sides`].
    pub side: usize,
    /// What the system knows of it.
    pub own: U,
}

impl<U> Deref for UnitDef<U> {
    type Target = U;

    #[inline]
    fn deref(&self) -> &U {
        &self.own
    }
}

impl<U> DerefMut for UnitDef<U> {
    #[inline]
    fn deref_mut(&mut self) -> &mut U {
        &mut self.own
    }
}

/// A step of the sequence of play.
#[derive(Clone, Debug)]
pub struct Phase<P> {
    /// Its id.
    pub id: Id,
    /// Its printed name.
    pub name: String,
    /// The phasing side, if it has one; a heading's is that of its steps where they name none.
    pub side: Option<usize>,
    /// It comes once, before the first game-turn.
    pub before: bool,
    /// The first game-turn that has it.
    pub from_turn: u16,
    /// The last game-turn that has it.
    pub to_turn: u16,
    /// What it and the steps that it is part of come by, where they do not come in every game-turn.
    pub rhythms: Vec<Rhythm>,
    /// Tests of the system's rules, its own and those of the steps that it is part of: it comes
    /// only while all of them hold ([`Procedures::holds`](crate::play::Procedures::holds)).
    pub holds: Vec<Id>,
    /// The rule; empty for none.
    pub rule: String,
    /// What the system does in it.
    pub procedure: P,
}

impl<P> Phase<P> {
    /// The same step with another procedure.
    pub fn with<Q>(self, procedure: Q) -> Phase<Q> {
        let Self { id, name, side, before, from_turn, to_turn, rhythms, holds, rule, .. } = self;
        Phase { id, name, side, before, from_turn, to_turn, rhythms, holds, rule, procedure }
    }

    /// Whether a game-turn has it, whatever its tests say.
    #[inline]
    pub fn comes_in(&self, turn: u16) -> bool {
        let falls_on = |rhythm: &Rhythm| rhythm.falls_on(turn);
        !self.before
            && (self.from_turn..=self.to_turn).contains(&turn)
            && self.rhythms.iter().all(falls_on)
    }
}

/// Every so many game-turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rhythm {
    /// The game-turn that it is counted from.
    pub first: u16,
    /// Every so many game-turns.
    pub every: u16,
}

impl Rhythm {
    /// Whether it falls on a game-turn.
    #[inline]
    pub fn falls_on(self, turn: u16) -> bool {
        // Every 0th is a slip of the pen that checks tell of.
        turn.checked_sub(self.first).is_some_and(|later| later.is_multiple_of(self.every.max(1)))
    }
}

/// A game-turn.
#[derive(Clone, Debug)]
pub struct TurnDef<T> {
    /// Its number.
    pub turn: u16,
    /// What it stands for.
    pub label: String,
    /// The half of the day, where that matters.
    pub half: Option<HalfDay>,
    /// What the system knows of it.
    pub own: T,
}

impl<T> TurnDef<T> {
    /// A scenario's game-turn.
    pub fn of(turn: &Turn, own: T) -> Self {
        Self { turn: turn.turn, label: turn.label.clone(), half: turn.half, own }
    }
}

impl<T> Deref for TurnDef<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.own
    }
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
    /// What the schedule prints: the letter, zone or hexes.
    pub printed: String,
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

impl Level {
    /// Whether so many points reach it and no more.
    pub fn fits(&self, points: i32) -> bool {
        self.min.is_none_or(|min| points >= min) && self.max.is_none_or(|max| points <= max)
    }
}

/// The levels of victory, best first.
fn levels(bundle: &Bundle) -> Vec<Level> {
    let levels = bundle.scenario.victory.levels.iter();
    let level = |level: &salient_schema::scenario::VictoryLevel| Level {
        name: level.name.clone(),
        side: level.side.clone(),
        min: level.min,
        max: level.max,
    };
    levels.map(level).collect()
}
