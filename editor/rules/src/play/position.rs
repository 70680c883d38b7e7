//! A position: everything that changes in a game but its dice.

use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::Arc;

use salient_hex::{Footprint, Hex, HexGrid, Span};

use super::compile::upwards;
use super::{Ask, Away, Formation, Frame, Mark, Scheduled, Site, Stepwise, Unit, UnitState};
use crate::base::{BasePosition, GameRules};
use crate::fnv::Fnv;
use crate::model::{Intelligence, Outcome, UnitStatus};

/// A position. Cloning it costs microseconds. What all systems have of it may be read; a change
/// that others can see goes through [`PlayContext`](super::PlayContext).
#[derive(Debug)]
pub struct Position<P: Stepwise> {
    /// The system's own part.
    pub own: P::State,
    pub(super) base: BasePosition<Carried>,
    pub(super) frames: Vec<Frame<P>>,
    pub(super) attacks: u32,
    /// The formation that each belongs to now.
    above: Parents,
    /// The same as the orders of battle have it.
    printed: Parents,
    /// By kind and site, each once and none with the value 0.
    pub(super) marks: Vec<Mark>,
    /// What waits for a later game-turn, in the order in which it was put off.
    pub(super) scheduled: Vec<Scheduled<P::Step>>,
    /// What the system has not heard of yet: nothing whenever a side is asked.
    pub(super) changes: Vec<Change>,
}

impl<P: Stepwise> Clone for Position<P> {
    fn clone(&self) -> Self {
        Self {
            own: self.own.clone(),
            base: self.base.clone(),
            frames: self.frames.clone(),
            attacks: self.attacks,
            above: Arc::clone(&self.above),
            printed: Arc::clone(&self.printed),
            marks: self.marks.clone(),
            scheduled: self.scheduled.clone(),
            changes: self.changes.clone(),
        }
    }
}

impl<P: Stepwise> Deref for Position<P> {
    type Target = BasePosition<Carried>;

    fn deref(&self) -> &Self::Target {
        &self.base
    }
}

/// A formation for each of [`Compiled::formations`](super::Compiled::formations), or none. Most
/// copies of a position share it.
type Parents = Arc<Vec<Option<Formation>>>;

/// What changes of a unit besides its place and face.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
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
    /// How it is there, as the system numbers it: 0 as usual, else entrained, bare of a garrison.
    /// Its zone of control may hang on it ([`has_zone`](Stepwise::has_zone)), so that nothing but
    /// [`set_presence`](super::PlayContext::set_presence) changes it.
    pub presence: u8,
    /// The box that it is in, if it is in one.
    pub away: Option<Away>,
    /// In a view, how much of it whoever is shown it may know; in a game itself everything.
    pub intelligence: Intelligence,
}

impl Hash for Carried {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let Self { other, aboard, attached, flags, presence, away, intelligence } = self;
        (other, aboard, attached, flags).hash(state);
        // The numbers of games that know nothing of it stay what they were.
        if *presence != 0 {
            presence.hash(state);
        }
        if let Some(away) = away {
            away.hash(state);
        }
        if *intelligence != Intelligence::Full {
            intelligence.hash(state);
        }
    }
}

/// A unit stands otherwise than before: what [`settle`](Stepwise::settle) hears of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// The unit. What it carries goes with it, without a change of its own.
    pub unit: Unit,
    /// Where it was, if it was on the map.
    pub from: Option<Hex>,
    /// Where it is. The same as before of a unit that turned its face, went on board in its own
    /// hex or wheeled with its other half.
    pub to: Option<Hex>,
    /// The other hex of a unit that took up two, before and now.
    pub other: [Option<Hex>; 2],
}

impl Change {
    /// The hexes that it has left.
    pub fn left(self) -> impl Iterator<Item = Hex> {
        let [before, now] = self.other;
        let was = [self.from, before].into_iter().flatten();
        was.filter(move |hex| Some(*hex) != self.to && Some(*hex) != now)
    }

    /// The hexes that it has come into.
    pub fn entered(self) -> impl Iterator<Item = Hex> {
        let [before, now] = self.other;
        let is = [self.to, now].into_iter().flatten();
        is.filter(move |hex| Some(*hex) != self.from && Some(*hex) != before)
    }
}

impl<P: Stepwise> Position<P> {
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
        let parents = compiled.formations.iter().map(|formation| formation.parent);
        let printed: Parents = Arc::new(parents.collect());
        Self {
            own: P::state(rules),
            base,
            frames: Vec::new(),
            attacks: 0,
            above: Arc::clone(&printed),
            printed,
            marks: Vec::new(),
            scheduled: Vec::new(),
            changes: Vec::new(),
        }
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

    /// The footprint of a unit that stands in a hex of its own, or in two.
    pub fn footprint(&self, grid: &HexGrid, unit: Unit) -> Option<Footprint> {
        let state = self.state(unit);
        Footprint::new(grid, state.hex?, state.other)
    }

    /// The hexes that a unit takes up: none, one or two.
    pub fn hexes(&self, unit: Unit) -> impl Iterator<Item = Hex> + use<P> {
        self.hex(unit).into_iter().chain(self.state(unit).other)
    }

    /// The formation that a formation belongs to now: at first the one that the order of battle
    /// gives it.
    pub fn parent(&self, formation: Formation) -> Option<Formation> {
        self.above.get(usize::from(formation.0)).copied().flatten()
    }

    /// Whether a formation is another, or belongs to it now, through however many between them.
    pub fn is_under(&self, formation: Formation, above: Formation) -> bool {
        upwards(formation, self.above.len(), |at| self.parent(at)).any(|at| at == above)
    }

    /// The formations that belong to another one than the order of battle gives them, by rising
    /// number.
    pub fn subordinated(&self) -> impl Iterator<Item = Formation> + '_ {
        let all = self.above.iter().zip(self.printed.iter()).zip(0..);
        all.filter(|((now, printed), _)| now != printed).map(|(_, place)| Formation(place))
    }

    pub(super) fn set_parent(&mut self, formation: Formation, parent: Option<Formation>) {
        if let Some(above) = Arc::make_mut(&mut self.above).get_mut(usize::from(formation.0)) {
            *above = parent;
        }
    }

    /// The units that are attached to a formation, or to one below it now, by rising number.
    pub fn attached_to<'a>(
        &'a self,
        rules: &'a P::Rules,
        formation: Formation,
    ) -> impl Iterator<Item = Unit> + 'a {
        let compiled = P::compiled(rules);
        compiled.all_units().filter(move |&unit| {
            self.state(unit).attached.is_some_and(|own| self.is_under(own, formation))
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

    /// The stacking points of a unit with the face that it shows, in the parts of the ruleset's
    /// counter layout.
    pub fn stacking(&self, rules: &P::Rules, unit: Unit) -> i32 {
        P::compiled(rules).units[unit.index()].stacking_of(self.state(unit).face)
    }

    /// All that is still to be done in the step of the sequence of play, the last first.
    pub fn frames(&self) -> &[Frame<P>] {
        &self.frames
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
                Frame::Begin => 3_u8.hash(&mut hash),
            }
        }
        self.own.hash(&mut hash);
        for formation in self.subordinated() {
            (formation, self.parent(formation)).hash(&mut hash);
        }
        if !self.marks.is_empty() {
            self.marks.hash(&mut hash);
        }
        if !self.scheduled.is_empty() {
            self.scheduled.hash(&mut hash);
        }
        self.outcome.as_ref().map(|outcome| (outcome.points, &outcome.side)).hash(&mut hash);
        hash.finish()
    }

    /// Takes a unit out of a view, with whatever it carries and all marks of both, so that whoever
    /// is shown it knows neither where it is nor how it fares. Only
    /// [`conceal`](super::Procedures::conceal) has use for it.
    pub fn conceal(&mut self, rules: &P::Rules, unit: Unit) {
        let loads: Vec<Unit> = self.carried_by(unit).collect();
        for hidden in loads.into_iter().chain([unit]) {
            self.lift(rules, hidden, UnitStatus::Pool);
            let state = self.base.state_mut(hidden);
            (state.face, state.flags, state.presence) = (0, 0, 0);
            self.marks.retain(|mark| mark.site != Site::Unit(hidden));
        }
    }

    /// Leaves a unit in a view where it stands, with its zone of control, and says how much whoever
    /// is shown it may know of it: the system and the screens tell no more. Its marks stay, but for
    /// those that are taken out by themselves ([`conceal_mark`](Self::conceal_mark)). Only
    /// [`conceal`](super::Procedures::conceal) has use for it.
    pub fn cover(&mut self, unit: Unit, intelligence: Intelligence) {
        self.base.state_mut(unit).intelligence = intelligence;
    }

    /// Puts a unit that was taken out of a view into a hex where it might be: a guess, of which
    /// no log is told. Only [`draw_anew`](super::Procedures::draw_anew) has use for it.
    pub fn suppose(&mut self, rules: &P::Rules, unit: Unit, hex: Hex) {
        self.put(rules, unit, hex);
    }

    /// The hexes that a unit as it is now controls from a hex; none for one that holds no hex.
    fn zone<'a>(
        &self,
        rules: &'a P::Rules,
        unit: Unit,
        hex: Hex,
    ) -> Option<impl Iterator<Item = Hex> + use<'a, P>> {
        let state = self.state(unit);
        let has_zone = P::has_zone(rules, unit, state.presence);
        let zone = rules.zone_of_control(unit, state.face, hex)?;
        Some(zone.filter(move |_| has_zone))
    }

    pub(super) fn put(&mut self, rules: &P::Rules, unit: Unit, hex: Hex) {
        debug_assert!(self.state(unit).hex.is_none());
        let zone = self.zone(rules, unit, hex);
        self.base.put(unit, P::compiled(rules).unit(unit).side, hex, zone);
        let state = self.base.state_mut(unit);
        (state.aboard, state.away) = (None, None);
    }

    pub(super) fn put_on_two(&mut self, rules: &P::Rules, unit: Unit, span: Span) {
        let [first, other] = span.hexes();
        self.put(rules, unit, first);
        self.put_half(rules, unit, other);
    }

    fn put_half(&mut self, rules: &P::Rules, unit: Unit, other: Hex) {
        let zone = self.zone(rules, unit, other);
        self.base.put_other(unit, P::compiled(rules).unit(unit).side, other, zone);
        self.base.state_mut(unit).other = Some(other);
    }

    pub(super) fn lift(&mut self, rules: &P::Rules, unit: Unit, status: UnitStatus) {
        let side = P::compiled(rules).unit(unit).side;
        if let Some(other) = self.base.state_mut(unit).other.take() {
            let zone = self.zone(rules, unit, other);
            self.base.take_other(unit, side, other, zone);
        }
        if let Some(hex) = self.state(unit).hex {
            let zone = self.zone(rules, unit, hex);
            self.base.take(unit, side, hex, zone, status);
        }
        let state = self.base.state_mut(unit);
        (state.aboard, state.away, state.status) = (None, None, status);
    }

    /// Changes of a unit what its zone of control hangs on: it is lifted as it was and set again as
    /// it is then, so that the zones stay right.
    pub(super) fn turn(
        &mut self,
        rules: &P::Rules,
        unit: Unit,
        change: impl FnOnce(&mut UnitState<Carried>),
    ) {
        let before = *self.state(unit);
        let Some(hex) = before.hex else { return change(self.base.state_mut(unit)) };
        self.lift(rules, unit, before.status);
        change(self.base.state_mut(unit));
        self.put(rules, unit, hex);
        if let Some(other) = before.other {
            self.put_half(rules, unit, other);
        }
    }
}
