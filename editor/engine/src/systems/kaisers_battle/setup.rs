//! KB 18.0 The set-up: units in hexes as a scenario gives them, legal or not. Only a legal one
//! becomes a [`Position`].

use salient_schema::{Bundle, Code, Diagnostic};

use crate::dice::Dice;
use crate::grid::Hex;
use crate::systems::kaisers_battle::position::Position;
use crate::systems::kaisers_battle::rules::{Rules, Unit};

/// A set-up, not necessarily legal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Setup {
    pub placed: Vec<Placed>,
}

/// A unit in a hex, and where the scenario says so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed {
    pub counter: String,
    pub hex: String,
    pub face: u8,
    /// States it begins in: `moved`, `free` (KB 17.12).
    pub states: Vec<String>,
    /// Place among the scenario's placements, and within it.
    pub at: (usize, usize),
}

/// Why a set-up is not legal.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// The hex is not there.
    #[error("'{}' is not on the map", .0.hex)]
    OffMap(Placed),
    /// The counter is not there.
    #[error("no order of battle has the counter '{}'", .0.counter)]
    UnknownCounter(Placed),
    /// The counter stands in two places.
    #[error("'{}' is placed twice", .0.counter)]
    PlacedTwice(Placed),
    /// The counter arrives later.
    #[error("'{}' is placed, and arrives as a reinforcement too", .0.counter)]
    PlacedAndArriving(Placed),
    /// The face is not there, or is another unit.
    #[error("'{}' has no step on face {}", .0.counter, .0.face)]
    NoSuchFace(Placed),
    /// No unit may be there.
    #[error("no unit enters {}", .0.hex)]
    Impassable(Placed),
    /// Both sides stand in one hex.
    #[error("'{}' stands in {} with an enemy", .0.counter, .0.hex)]
    EnemyInHex(Placed),
    /// The stack is too high.
    #[error("{} has {stacking} stacking points, {limit} at most", .placed.hex)]
    StackTooHigh {
        /// The unit that breaks the limit.
        placed: Placed,
        /// Stacking points in the hex.
        stacking: i32,
        /// The most there may be.
        limit: i32,
    },
}

impl SetupError {
    fn placed(&self) -> &Placed {
        match self {
            Self::OffMap(placed)
            | Self::UnknownCounter(placed)
            | Self::PlacedTwice(placed)
            | Self::PlacedAndArriving(placed)
            | Self::NoSuchFace(placed)
            | Self::Impassable(placed)
            | Self::EnemyInHex(placed)
            | Self::StackTooHigh { placed, .. } => placed,
        }
    }

    /// The finding, with a pointer into the bundle.
    pub fn diagnostic(&self) -> Diagnostic {
        let placed = self.placed();
        let (i, j) = placed.at;
        let placement = format!("/scenario/setup/placements/{i}");
        let (code, pointer, rule) = match self {
            Self::OffMap(_) => (Code::OffMap, format!("{placement}/hex"), None),
            Self::UnknownCounter(_) => {
                (Code::DanglingReference, format!("{placement}/counters/{j}"), None)
            }
            Self::PlacedTwice(_) | Self::PlacedAndArriving(_) => {
                (Code::Duplicate, format!("{placement}/counters/{j}"), Some("KB 18.0"))
            }
            Self::NoSuchFace(_) => (Code::Rule, format!("{placement}/face"), Some("KB 8.5")),
            Self::Impassable(_) => (Code::Rule, format!("{placement}/hex"), Some("KB 5.31")),
            Self::EnemyInHex(_) => {
                (Code::Rule, format!("{placement}/counters/{j}"), Some("KB 5.12"))
            }
            Self::StackTooHigh { .. } => {
                (Code::Rule, format!("{placement}/counters/{j}"), Some("KB 7.21"))
            }
        };
        let mut found = Diagnostic::error(code, self.to_string())
            .pointer(pointer)
            .hex(&placed.hex)
            .counter(&placed.counter);
        if let Some(rule) = rule {
            found = found.rule(rule);
        }
        found
    }
}

impl Setup {
    /// The set-up of a scenario.
    pub fn of(bundle: &Bundle) -> Self {
        let mut placed = Vec::new();
        for (i, placement) in bundle.scenario.setup.placements.iter().enumerate() {
            for (j, counter) in placement.counters.iter().enumerate() {
                placed.push(Placed {
                    counter: counter.clone(),
                    hex: placement.hex.clone(),
                    face: placement.face.unwrap_or(0),
                    states: placement.states.clone(),
                    at: (i, j),
                });
            }
        }
        Self { placed }
    }

    /// The position, if the set-up is legal.
    ///
    /// # Errors
    /// Everything that is not legal.
    pub fn position(&self, rules: &Rules, dice: Dice) -> Result<Position, Vec<SetupError>> {
        let mut position = Position::new(rules, dice);
        let mut errors = Vec::new();
        for placed in &self.placed {
            match legal_place(rules, &position, placed) {
                Ok((unit, hex)) => {
                    let state = position.state_mut(unit);
                    state.face = placed.face;
                    state.moved = placed.states.iter().any(|state| state == "moved");
                    state.free = placed.states.iter().any(|state| state == "free");
                    position.place(rules, unit, hex);
                    let stacking = position.stacking(rules, hex);
                    let limit = rules.constants.stacking_limit;
                    if stacking > limit {
                        let placed = placed.clone();
                        errors.push(SetupError::StackTooHigh { placed, stacking, limit });
                    }
                }
                Err(error) => errors.push(error),
            }
        }
        if !errors.is_empty() {
            return Err(errors);
        }
        for (i, town) in rules.towns.iter().enumerate() {
            if let Some(side) = position.holder(town.hex) {
                position.town_holder[i] = side as u8;
            }
        }
        Ok(position)
    }
}

/// Counters that neither stand on the map nor ever come.
pub fn unused(bundle: &Bundle, rules: &Rules, setup: &Setup) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for (b, book) in bundle.orders_of_battle.iter().enumerate() {
        for (c, counter) in book.counters.iter().enumerate() {
            let mut alike = rules.all_units().filter(|&unit| {
                let def = rules.unit(unit);
                def.counter == counter.id && !def.spare && !def.replacement
            });
            let placed = || setup.placed.iter().any(|placed| placed.counter == counter.id);
            let comes = |unit: Unit| rules.arrivals.iter().any(|arrival| arrival.unit == unit);
            if alike.next().is_some_and(|unit| !comes(unit) && !placed()) {
                found.push(
                    Diagnostic::note(
                        Code::Rule,
                        format!("'{}' is neither placed nor a reinforcement", counter.id),
                    )
                    .pointer(format!("/orders_of_battle/{b}/counters/{c}"))
                    .counter(&counter.id)
                    .rule("KB 18.0"),
                );
            }
        }
    }
    found
}

fn legal_place(
    rules: &Rules,
    position: &Position,
    placed: &Placed,
) -> Result<(Unit, Hex), SetupError> {
    let at = || placed.clone();
    let hex = rules.map.grid().parse(&placed.hex);
    let hex = hex.ok_or_else(|| SetupError::OffMap(at()))?;
    // Of several alike, the first that is not placed yet.
    let named = |unit: &Unit| {
        let def = rules.unit(*unit);
        def.counter == placed.counter || def.name == placed.counter
    };
    let mut alike = rules.all_units().filter(named).peekable();
    if alike.peek().is_none() {
        return Err(SetupError::UnknownCounter(at()));
    }
    let unit = alike.find(|&unit| position.hex(unit).is_none());
    let unit = unit.ok_or_else(|| SetupError::PlacedTwice(at()))?;
    if rules.arrivals.iter().any(|arrival| arrival.unit == unit) {
        return Err(SetupError::PlacedAndArriving(at()));
    }
    let def = rules.unit(unit);
    let is_face = usize::from(placed.face) < def.faces.len()
        && (placed.face < def.steps || def.service_face == Some(placed.face));
    if !is_face {
        return Err(SetupError::NoSuchFace(at()));
    }
    if rules.map.hex_cost(hex).is_none() {
        return Err(SetupError::Impassable(at()));
    }
    if position.enemy_in(hex, def.side) {
        return Err(SetupError::EnemyInHex(at()));
    }
    Ok((unit, hex))
}
