//! A position: everything that changes in a game but its dice.

use std::hash::Hash;

use salient_hex::{Hex, HexGrid, Span};

use super::{Ask, Formation, Frame, Procedures, UnitDef};
use crate::board::Board;
use crate::fnv::Fnv;
use crate::game::{Outcome, UnitStatus};

/// A unit: its place in [`Compiled::units`](super::Compiled::units).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Unit(pub u16);

impl Unit {
    /// Its place in arrays by unit.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A position. Cloning it costs microseconds.
#[derive(Debug)]
pub struct Position<P: Procedures> {
    /// The game-turn's number; 0 before the first.
    pub turn: u16,
    /// The step of the sequence of play, by its place; none between a turn's beginning and its
    /// first step.
    pub phase: Option<usize>,
    /// The system's own part.
    pub own: P::State,
    pub(super) units: Vec<UnitState>,
    pub(super) board: Board,
    pub(super) frames: Vec<Frame<P>>,
    pub(super) attacks: u32,
    /// Steps and units lost, by side.
    pub(super) losses: Vec<(u32, u32)>,
    pub(super) outcome: Option<Outcome>,
}

impl<P: Procedures> Clone for Position<P> {
    fn clone(&self) -> Self {
        Self {
            turn: self.turn,
            phase: self.phase,
            own: self.own.clone(),
            units: self.units.clone(),
            board: self.board.clone(),
            frames: self.frames.clone(),
            attacks: self.attacks,
            losses: self.losses.clone(),
            outcome: self.outcome.clone(),
        }
    }
}

/// What changes of every unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct UnitState {
    /// Where it stands, if it is on the map.
    pub hex: Option<Hex>,
    /// The other hex of a unit that takes up two; greater than its first.
    pub other: Option<Hex>,
    /// The unit that carries it. It is then where its carrier is, and in no hex of its own.
    pub aboard: Option<Unit>,
    /// The face it shows.
    pub face: u8,
    /// The formation that it is attached to now, wherever it stands: at first the one that the
    /// order of battle gives it.
    pub attached: Option<Formation>,
    /// Where it is if not on the map.
    pub status: UnitStatus,
    /// What the system marks it with: a bit each, cleared by nobody but the system.
    pub flags: u32,
}

impl<P: Procedures> Position<P> {
    /// An empty map before the game.
    pub fn new(rules: &P::Rules) -> Self {
        let compiled = P::compiled(rules);
        let state = |def: &UnitDef| UnitState {
            hex: None,
            other: None,
            aboard: None,
            attached: def.formation,
            face: 0,
            status: UnitStatus::Pool,
            flags: 0,
        };
        let mut units: Vec<UnitState> = compiled.units.iter().map(state).collect();
        for arrival in &compiled.arrivals {
            units[arrival.unit.index()].status = UnitStatus::Expected;
        }
        Self {
            turn: 0,
            phase: None,
            own: P::state(rules),
            board: Board::new(compiled.map.len(), units.len(), compiled.sides.len()),
            units,
            frames: Vec::new(),
            attacks: 0,
            losses: vec![(0, 0); compiled.sides.len()],
            outcome: None,
        }
    }

    /// A unit as it stands.
    pub fn unit(&self, unit: Unit) -> &UnitState {
        &self.units[unit.index()]
    }

    /// What the system marks a unit with.
    pub fn flags_mut(&mut self, unit: Unit) -> &mut u32 {
        &mut self.units[unit.index()].flags
    }

    /// Where a unit is: its own hex, or its carrier's.
    pub fn hex(&self, unit: Unit) -> Option<Hex> {
        let state = self.unit(unit);
        state.hex.or_else(|| self.unit(state.aboard?).hex)
    }

    /// The two hexes of a unit that takes up two.
    pub fn span(&self, grid: &HexGrid, unit: Unit) -> Option<Span> {
        let state = self.unit(unit);
        Span::between(grid, state.hex?, state.other?)
    }

    /// The hexes that a unit takes up: none, one or two.
    pub fn hexes(&self, unit: Unit) -> impl Iterator<Item = Hex> + use<P> {
        self.hex(unit).into_iter().chain(self.unit(unit).other)
    }

    /// The units that are attached to a formation, or to one below it, by rising number.
    pub fn attached_to<'a>(
        &'a self,
        rules: &'a P::Rules,
        formation: Formation,
    ) -> impl Iterator<Item = Unit> + 'a {
        let compiled = P::compiled(rules);
        (0..self.units.len() as u16).map(Unit).filter(move |&unit| {
            self.unit(unit).attached.is_some_and(|own| compiled.is_under(own, formation))
        })
    }

    /// The units in a hex, by rising number.
    pub fn stack(&self, hex: Hex) -> impl Iterator<Item = Unit> + Clone + '_ {
        self.board.stack(hex).map(Unit)
    }

    /// The units that a unit carries.
    pub fn carried_by(&self, carrier: Unit) -> impl Iterator<Item = Unit> + '_ {
        (0..self.units.len() as u16)
            .map(Unit)
            .filter(move |&unit| self.unit(unit).aboard == Some(carrier))
    }

    /// Who stands where.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// A side's units on the map, by rising number.
    pub fn on_map<'a>(
        &'a self,
        rules: &'a P::Rules,
        side: usize,
    ) -> impl Iterator<Item = Unit> + 'a {
        let units = &P::compiled(rules).units;
        (0..units.len() as u16)
            .map(Unit)
            .filter(move |&unit| units[unit.index()].side == side && self.hex(unit).is_some())
    }

    /// A rating on the face that a unit shows, by its place in the ruleset's counter layout; 0
    /// where the face has none.
    pub fn rating(&self, rules: &P::Rules, unit: Unit, rating: usize) -> i32 {
        let faces = &P::compiled(rules).units[unit.index()].faces;
        let face = usize::from(self.unit(unit).face).min(faces.len().saturating_sub(1));
        faces.get(face).and_then(|face| face.get(rating)).copied().unwrap_or(0)
    }

    /// The question that waits for an answer, if one does.
    pub fn asked(&self) -> Option<&Ask<P::Decision>> {
        match self.frames.last() {
            Some(Frame::Ask(ask)) if ask.open != 0 => Some(ask),
            _ => None,
        }
    }

    /// The side that decides next.
    pub fn deciding(&self) -> Option<usize> {
        if self.outcome.is_some() { None } else { self.asked()?.side() }
    }

    /// How it ended, once it has.
    pub fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }

    /// Steps and units that a side has lost.
    pub fn losses(&self, side: usize) -> (u32, u32) {
        self.losses.get(side).copied().unwrap_or_default()
    }

    /// A number that two positions share only if they are the same.
    pub fn hash(&self) -> u64 {
        let mut hash = Fnv::default();
        (self.turn, self.phase, self.attacks).hash(&mut hash);
        self.units.hash(&mut hash);
        self.losses.hash(&mut hash);
        for frame in &self.frames {
            match frame {
                Frame::Ask(ask) => (0_u8, ask).hash(&mut hash),
                Frame::Run(step) => (1_u8, step).hash(&mut hash),
                Frame::Walk(walk) => (2_u8, walk).hash(&mut hash),
            }
        }
        self.own.hash(&mut hash);
        self.outcome.as_ref().map(|outcome| (outcome.points, &outcome.side)).hash(&mut hash);
        hash.finish()
    }

    pub(super) fn put(&mut self, rules: &P::Rules, unit: Unit, hex: Hex) {
        let side = P::compiled(rules).units[unit.index()].side;
        let zone = P::zone_of_control(rules, unit, hex);
        self.board.place(unit.0, side, hex, zone.into_iter());
        let state = &mut self.units[unit.index()];
        (state.hex, state.aboard, state.status) = (Some(hex), None, UnitStatus::OnMap);
    }

    pub(super) fn put_on_two(&mut self, rules: &P::Rules, unit: Unit, span: Span) {
        let [first, other] = span.hexes();
        self.put(rules, unit, first);
        let side = P::compiled(rules).units[unit.index()].side;
        let zone = P::zone_of_control(rules, unit, other);
        self.board.place_other(unit.0, side, other, zone.into_iter());
        self.units[unit.index()].other = Some(other);
    }

    pub(super) fn lift(&mut self, rules: &P::Rules, unit: Unit, status: UnitStatus) {
        if let Some(hex) = self.unit(unit).hex {
            let side = P::compiled(rules).units[unit.index()].side;
            let zone = P::zone_of_control(rules, unit, hex);
            self.board.lift(unit.0, side, hex, zone.into_iter());
            if let Some(other) = self.unit(unit).other {
                let zone = P::zone_of_control(rules, unit, other);
                self.board.lift_other(unit.0, side, other, zone.into_iter());
            }
        }
        let state = &mut self.units[unit.index()];
        (state.hex, state.other, state.aboard, state.status) = (None, None, None, status);
    }
}
