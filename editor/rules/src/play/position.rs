//! A position: everything that changes in a game but its dice.

use std::hash::Hash;
use std::ops::Deref;

use salient_hex::{Hex, HexGrid, Span};

use super::{Ask, Formation, Frame, Procedures, Unit};
use crate::base::BasePosition;
use crate::fnv::Fnv;
use crate::game::{Outcome, UnitStatus};

/// A position. Cloning it costs microseconds. What all systems have of it may be read; a change
/// that others can see goes through [`PlayContext`](super::PlayContext).
#[derive(Debug)]
pub struct Position<P: Procedures> {
    /// The system's own part.
    pub own: P::State,
    pub(super) base: BasePosition<Carried>,
    pub(super) frames: Vec<Frame<P>>,
    pub(super) attacks: u32,
}

impl<P: Procedures> Clone for Position<P> {
    fn clone(&self) -> Self {
        Self {
            own: self.own.clone(),
            base: self.base.clone(),
            frames: self.frames.clone(),
            attacks: self.attacks,
        }
    }
}

impl<P: Procedures> Deref for Position<P> {
    type Target = BasePosition<Carried>;

    fn deref(&self) -> &Self::Target {
        &self.base
    }
}

/// What changes of a unit besides its place and face.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Carried {
    /// The other hex of a unit that takes up two; greater than its first.
    pub other: Option<Hex>,
    /// The unit that carries it. It is then where its carrier is, and in no hex of its own.
    pub aboard: Option<Unit>,
    /// The formation that it is attached to now, wherever it stands: at first the one that the
    /// order of battle gives it.
    pub attached: Option<Formation>,
    /// What the system marks it with: a bit each, cleared by nobody but the system.
    pub flags: u32,
}

impl<P: Procedures> Position<P> {
    /// An empty map before the game.
    pub fn new(rules: &P::Rules) -> Self {
        let compiled = P::compiled(rules);
        let mut base = BasePosition::new(compiled, UnitStatus::Pool, Carried::default());
        for (unit, def) in base.units.iter_mut().zip(&compiled.units) {
            unit.attached = def.formation;
        }
        for arrival in &compiled.arrivals {
            base.state_mut(arrival.unit).status = UnitStatus::Expected;
        }
        Self { own: P::state(rules), base, frames: Vec::new(), attacks: 0 }
    }

    /// What the system marks a unit with.
    pub fn flags_mut(&mut self, unit: Unit) -> &mut u32 {
        &mut self.base.state_mut(unit).flags
    }

    /// Where a unit is: its own hex, or its carrier's.
    pub fn hex(&self, unit: Unit) -> Option<Hex> {
        let state = self.state(unit);
        state.hex.or_else(|| self.state(state.aboard?).hex)
    }

    /// The two hexes of a unit that takes up two.
    pub fn span(&self, grid: &HexGrid, unit: Unit) -> Option<Span> {
        let state = self.state(unit);
        Span::between(grid, state.hex?, state.other?)
    }

    /// The hexes that a unit takes up: none, one or two.
    pub fn hexes(&self, unit: Unit) -> impl Iterator<Item = Hex> + use<P> {
        self.hex(unit).into_iter().chain(self.state(unit).other)
    }

    /// The units that are attached to a formation, or to one below it, by rising number.
    pub fn attached_to<'a>(
        &'a self,
        rules: &'a P::Rules,
        formation: Formation,
    ) -> impl Iterator<Item = Unit> + 'a {
        let compiled = P::compiled(rules);
        compiled.all_units().filter(move |&unit| {
            self.state(unit).attached.is_some_and(|own| compiled.is_under(own, formation))
        })
    }

    /// The units that a unit carries.
    pub fn carried_by(&self, carrier: Unit) -> impl Iterator<Item = Unit> + '_ {
        (0..self.units.len() as u16)
            .map(Unit)
            .filter(move |&unit| self.state(unit).aboard == Some(carrier))
    }

    /// A side's units on the map, by rising number.
    pub fn on_map<'a>(
        &'a self,
        rules: &'a P::Rules,
        side: usize,
    ) -> impl Iterator<Item = Unit> + 'a {
        let compiled = P::compiled(rules);
        compiled
            .all_units()
            .filter(move |&unit| compiled.unit(unit).side == side && self.hex(unit).is_some())
    }

    /// A rating on the face that a unit shows, by its place in the ruleset's counter layout; 0
    /// where the face has none.
    pub fn rating(&self, rules: &P::Rules, unit: Unit, rating: usize) -> i32 {
        let faces = &P::compiled(rules).units[unit.index()].faces;
        let face = usize::from(self.state(unit).face).min(faces.len().saturating_sub(1));
        faces.get(face).and_then(|face| face.get(rating)).copied().unwrap_or(0)
    }

    /// The question that waits for an answer, if one does.
    pub fn asked(&self) -> Option<&Ask<P::Decision>> {
        match self.frames.last() {
            Some(Frame::Ask(ask)) if ask.open != 0 => Some(ask),
            _ => None,
        }
    }

    /// How it ended, once it has.
    pub fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }

    /// A number that two positions share only if they are the same.
    pub fn hash(&self) -> u64 {
        let mut hash = Fnv::default();
        (self.begun, self.turn, self.phase, self.attacks).hash(&mut hash);
        for unit in &self.units {
            (unit.hex, unit.face, unit.status, unit.own).hash(&mut hash);
        }
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

    /// Takes a unit out of a view, with whatever it carries, so that whoever is shown it knows
    /// neither where it is nor how it fares. Only [`Procedures::conceal`] has use for it.
    pub fn conceal(&mut self, rules: &P::Rules, unit: Unit) {
        let loads: Vec<Unit> = self.carried_by(unit).collect();
        for hidden in loads.into_iter().chain([unit]) {
            self.lift(rules, hidden, UnitStatus::Pool);
            let state = self.base.state_mut(hidden);
            (state.face, state.flags) = (0, 0);
        }
    }

    /// Puts a unit that was taken out of a view into a hex where it might be: a guess, of which
    /// no log is told. Only [`Procedures::draw_anew`] has use for it.
    pub fn suppose(&mut self, rules: &P::Rules, unit: Unit, hex: Hex) {
        self.put(rules, unit, hex);
    }

    pub(super) fn put(&mut self, rules: &P::Rules, unit: Unit, hex: Hex) {
        self.base.place(rules, unit, hex);
        self.base.state_mut(unit).aboard = None;
    }

    pub(super) fn put_on_two(&mut self, rules: &P::Rules, unit: Unit, span: Span) {
        let [first, other] = span.hexes();
        self.put(rules, unit, first);
        self.base.place_other(rules, unit, other);
        self.base.state_mut(unit).other = Some(other);
    }

    pub(super) fn lift(&mut self, rules: &P::Rules, unit: Unit, status: UnitStatus) {
        if let Some(other) = self.base.state_mut(unit).other.take() {
            self.base.lift_other(rules, unit, other);
        }
        self.base.lift(rules, unit, status);
        let state = self.base.state_mut(unit);
        (state.aboard, state.status) = (None, status);
    }
}
