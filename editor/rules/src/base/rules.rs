//! What of a scenario never changes in a game.

use std::ops::{Deref, DerefMut};

use salient_hex::Hex;
use salient_hex::map::CompiledMap;
use salient_schema::scenario::{HalfDay, Turn};
use salient_schema::{Bundle, Id};

use crate::action::{Name, Violation};

/// A unit: its place in [`BaseRules::units`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Unit(pub u16);

impl Unit {
    /// Its place in arrays by unit.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
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
        Self {
            of_side: (0..sides.len()).map(of_side).collect(),
            system: bundle.ruleset.id.clone(),
            scenario: bundle.scenario.id.clone(),
            map_id: bundle.map.id.clone(),
            labels: grid.hexes().map(|hex| grid.label(hex)).collect(),
            levels: super::levels(bundle),
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

    /// The unit that an action names.
    ///
    /// # Errors
    /// There is none of that name.
    pub fn read_unit(&self, name: &str) -> Result<Unit, Violation> {
        let missing = || Violation::unknown(format!("there is no unit '{name}'"));
        self.find_unit(name).ok_or_else(missing)
    }

    /// The units that an action names.
    ///
    /// # Errors
    /// There is none of one of the names.
    pub fn read_units(&self, names: &[Name]) -> Result<Vec<Unit>, Violation> {
        names.iter().map(|name| self.read_unit(name)).collect()
    }

    /// The hex that an action names.
    ///
    /// # Errors
    /// It is not on the map.
    pub fn read_hex(&self, label: &str) -> Result<Hex, Violation> {
        let missing = || Violation::unknown(format!("'{label}' is not on the map"));
        self.hex(label).ok_or_else(missing)
    }

    /// The hexes that an action names.
    ///
    /// # Errors
    /// One of them is not on the map.
    pub fn read_hexes(&self, labels: &[Name]) -> Result<Vec<Hex>, Violation> {
        labels.iter().map(|label| self.read_hex(label)).collect()
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
    /// The rule; empty for none.
    pub rule: String,
    /// What the system does in it.
    pub procedure: P,
}

impl<P> Phase<P> {
    /// The same step with another procedure.
    pub fn with<Q>(self, procedure: Q) -> Phase<Q> {
        let Self { id, name, side, before, from_turn, to_turn, rule, .. } = self;
        Phase { id, name, side, before, from_turn, to_turn, rule, procedure }
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
