//! What changes in every game: where units stand, where in the sequence of play the game is, how
//! it has come out so far; and how the log is told of it.

use std::ops::{Deref, DerefMut};

use salient_hex::Hex;
use salient_schema::event::{
    EventKind, GameOver, LevelCount, PhaseStart, PointSource, Roll, TurnEnd, TurnStart,
};
use salient_schema::scenario::{OffMap, Scenario};

use super::{BaseRules, Context, GameRules, Phase, Unit};
use crate::board::{Board, MOST_SIDES};
use crate::dice::Dice;
use crate::log::{Log, Telling};
use crate::model::{Outcome, UnitStatus};

/// What is told at the end of a game-turn.
#[derive(Clone, Debug, Default)]
pub struct TurnTold {
    /// The points as they would be counted now.
    pub points: i32,
    /// Where the sides' levels stand.
    pub levels: Vec<LevelCount>,
    /// What the points are made of.
    pub sources: Vec<PointSource>,
    /// The hash of the whole state.
    pub hash: u64,
}

/// What of a position every game has. `S` is what a system knows of a unit besides.
///
/// Where units stand, a [`Board`] keeps; placing and lifting are the only functions that change
/// it.
#[derive(Clone, Debug)]
pub struct BasePosition<S> {
    /// The first game-turn has begun. A scenario may well number it 0.
    pub begun: bool,
    /// The game-turn's number; 0 before the first.
    pub turn: u16,
    /// The game-turn's place in [`BaseRules::turns`].
    pub turn_place: usize,
    /// The step of the sequence of play, by its place in [`BaseRules::phases`]; none between a
    /// turn's beginning and its first step.
    pub phase: Option<usize>,
    /// Every unit as it stands.
    pub units: Vec<UnitState<S>>,
    board: Board,
    /// Steps and units lost, by side.
    pub losses: [(u32, u32); MOST_SIDES],
    /// How the game ended, once it has.
    pub outcome: Option<Outcome>,
    /// Whether it goes on with nothing but what the next act brings: a copy of a game on which an
    /// act is tried ([`Match::alone`](crate::Match::alone)).
    pub alone: bool,
}

/// What changes of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnitState<S> {
    /// The hex that it stands in, if it does in one of its own.
    pub hex: Option<Hex>,
    /// The face it shows.
    pub face: u8,
    /// Where it is if not on the map.
    pub status: UnitStatus,
    /// What the system knows of it.
    pub own: S,
}

impl<S> Deref for UnitState<S> {
    type Target = S;

    #[inline]
    fn deref(&self) -> &S {
        &self.own
    }
}

impl<S> DerefMut for UnitState<S> {
    #[inline]
    fn deref_mut(&mut self) -> &mut S {
        &mut self.own
    }
}

impl<S: Copy> BasePosition<S> {
    /// An empty map before the game, of so many hexes: all units are where `status` says.
    pub fn new<U, P, T>(rules: &BaseRules<U, P, T>, status: UnitStatus, own: S) -> Self {
        let state = UnitState { hex: None, face: 0, status, own };
        Self {
            begun: false,
            turn: 0,
            turn_place: 0,
            phase: None,
            units: vec![state; rules.units.len()],
            board: Board::new(rules.map.len(), rules.units.len(), rules.sides.len()),
            losses: [(0, 0); MOST_SIDES],
            outcome: None,
            alone: false,
        }
    }
}

impl<S> BasePosition<S> {
    /// Who stands where.
    #[inline]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The units in a hex, by rising number.
    #[inline]
    pub fn stack(&self, hex: Hex) -> impl Iterator<Item = Unit> + Clone + use<'_, S> {
        self.board.stack(hex).map(Unit)
    }

    /// The side in a hex; of several the first.
    #[inline]
    pub fn holder(&self, hex: Hex) -> Option<usize> {
        self.board.holder(hex)
    }

    /// A unit as it stands.
    #[inline]
    pub fn state(&self, unit: Unit) -> &UnitState<S> {
        &self.units[unit.index()]
    }

    /// A unit as it stands.
    #[inline]
    pub fn state_mut(&mut self, unit: Unit) -> &mut UnitState<S> {
        &mut self.units[unit.index()]
    }

    /// The hex that a unit stands in, if it is on the map.
    #[inline]
    pub fn hex(&self, unit: Unit) -> Option<Hex> {
        self.units[unit.index()].hex
    }

    /// Units of a side on the map, by rising number.
    pub fn on_map<'a, U, P, T>(
        &'a self,
        rules: &'a BaseRules<U, P, T>,
        side: usize,
    ) -> impl Iterator<Item = Unit> + use<'a, S, U, P, T> {
        rules.units_of(side).iter().copied().filter(|&unit| self.hex(unit).is_some())
    }

    /// Puts a unit that is off the map into a hex, with the zone of control that it has there;
    /// none for one that holds no hex.
    #[inline]
    pub fn put(
        &mut self,
        unit: Unit,
        side: usize,
        hex: Hex,
        zone: Option<impl Iterator<Item = Hex>>,
    ) {
        if let Some(zone) = zone {
            self.board.place(unit.0, side, hex, zone);
        }
        let state = &mut self.units[unit.index()];
        (state.hex, state.status) = (Some(hex), UnitStatus::OnMap);
    }

    /// Takes a unit off the map, with the zone of control that it was put there with; `status`
    /// says where it is then.
    #[inline]
    pub fn take(
        &mut self,
        unit: Unit,
        side: usize,
        hex: Hex,
        zone: Option<impl Iterator<Item = Hex>>,
        status: UnitStatus,
    ) {
        if let Some(zone) = zone {
            self.board.lift(unit.0, side, hex, zone);
        }
        let state = &mut self.units[unit.index()];
        (state.hex, state.status) = (None, status);
    }

    /// Puts a unit that is off the map into a hex.
    pub fn place<R: GameRules>(&mut self, rules: &R, unit: Unit, hex: Hex) {
        debug_assert!(self.hex(unit).is_none());
        let zone = rules.zone_of_control(unit, self.state(unit).face, hex);
        self.put(unit, rules.unit(unit).side, hex, zone);
    }

    /// Takes a unit off the map; the caller says where it is then.
    pub fn lift<R: GameRules>(&mut self, rules: &R, unit: Unit, status: UnitStatus) {
        let Some(hex) = self.hex(unit) else { return };
        let zone = rules.zone_of_control(unit, self.state(unit).face, hex);
        self.take(unit, rules.unit(unit).side, hex, zone, status);
    }

    /// Puts the other half of a unit that takes up two hexes beside the one that is placed, with
    /// the zone of control that it has there.
    pub fn put_other(
        &mut self,
        unit: Unit,
        side: usize,
        hex: Hex,
        zone: Option<impl Iterator<Item = Hex>>,
    ) {
        if let Some(zone) = zone {
            self.board.place_other(unit.0, side, hex, zone);
        }
    }

    /// Takes the other half of a unit that takes up two hexes out of its hex, with the zone of
    /// control that it was put there with.
    pub fn take_other(
        &mut self,
        unit: Unit,
        side: usize,
        hex: Hex,
        zone: Option<impl Iterator<Item = Hex>>,
    ) {
        if let Some(zone) = zone {
            self.board.lift_other(unit.0, side, hex, zone);
        }
    }

    /// Takes a unit from one hex to another.
    pub fn shift<R: GameRules>(&mut self, rules: &R, unit: Unit, to: Hex) {
        self.lift(rules, unit, UnitStatus::OnMap);
        self.place(rules, unit, to);
    }

    /// The step of the sequence of play that is being played.
    #[inline]
    pub fn phase_def<'a, U, P, T>(&self, rules: &'a BaseRules<U, P, T>) -> Option<&'a Phase<P>> {
        rules.phases.get(self.phase?)
    }

    /// The next step of the sequence of play that this game-turn has, by its place in
    /// [`BaseRules::phases`]; of those that come only while a test holds, the system says whether
    /// it does.
    pub fn next_phase<U, P, T>(
        &self,
        rules: &BaseRules<U, P, T>,
        holds: impl Fn(&str) -> bool,
    ) -> Option<usize> {
        let first = rules.begins_with.filter(|_| self.is_resumed(rules)).unwrap_or(0);
        let from = self.phase.map_or(first, |place| place + 1);
        let mut later = rules.phases.iter().enumerate().skip(from);
        let has = |phase: &Phase<P>| {
            let comes = if self.begun { phase.comes_in(self.turn) } else { phase.before };
            comes && phase.holds.iter().all(|test| holds(test))
        };
        later.find(|(_, phase)| has(phase)).map(|(place, _)| place)
    }

    /// Whether the game-turn that is being played is the one in whose midst play began.
    pub fn is_resumed<U, P, T>(&self, rules: &BaseRules<U, P, T>) -> bool {
        self.begun && self.turn_place == 0 && rules.begins_with.is_some()
    }

    /// Puts counters off the map where the scenario says that they begin: those that are
    /// eliminated, and those of its starting point. `mark` is given what the scenario says of each
    /// of these.
    ///
    /// Of several counters alike it takes the first that nothing was said of yet. Those that stand
    /// on the map stay there.
    pub fn set_aside<U, P, T>(
        &mut self,
        rules: &BaseRules<U, P, T>,
        scenario: &Scenario,
        mut mark: impl FnMut(Unit, &mut UnitState<S>, &OffMap),
    ) {
        let mut taken: Vec<bool> = self.units.iter().map(|unit| unit.hex.is_some()).collect();
        let mut put = |counter: &str, status: UnitStatus, off: Option<&OffMap>| {
            let alike = rules.all_units().find(|unit| {
                let def = rules.unit(*unit);
                (def.counter == counter || def.name == counter) && !taken[unit.index()]
            });
            let Some(unit) = alike else { return };
            taken[unit.index()] = true;
            let state = &mut self.units[unit.index()];
            state.status = status;
            let Some(off) = off else { return };
            state.face = off.face.unwrap_or(state.face);
            mark(unit, state, off);
        };
        for counter in &scenario.setup.eliminated {
            put(counter, UnitStatus::Eliminated, None);
        }
        for off in scenario.start.iter().flat_map(|start| &start.off_map) {
            for counter in &off.counters {
                put(counter, off.place.into(), Some(off));
            }
        }
    }

    /// Tells the log what happened. It is not even put into words where nobody reads it.
    pub fn tell<U, P, T, K: Into<Telling>>(
        &self,
        rules: &BaseRules<U, P, T>,
        log: &mut Log,
        telling: impl FnOnce() -> K,
    ) {
        log.add(self.turn, self.phase_id(rules), telling);
    }

    /// Tells a whole log of a die or a decision.
    pub fn tell_in_full<U, P, T>(
        &self,
        rules: &BaseRules<U, P, T>,
        log: &mut Log,
        kind: impl FnOnce() -> EventKind,
    ) {
        log.add_in_full(self.turn, self.phase_id(rules), kind);
    }

    /// The id of the step of the sequence of play; empty between two.
    pub fn phase_id<'a, U, P, T>(&self, rules: &'a BaseRules<U, P, T>) -> &'a str {
        self.phase_def(rules).map_or("", |phase| phase.id.as_str())
    }

    /// Rolls a die with six faces and tells the log.
    pub fn roll_with<U, P, T>(
        &self,
        rules: &BaseRules<U, P, T>,
        dice: &mut Dice,
        log: &mut Log,
        told: (&str, usize, &str),
    ) -> u8 {
        self.roll_die_with(rules, dice, log, 6, told)
    }

    /// The same with a die of so many faces.
    pub fn roll_die_with<U, P, T>(
        &self,
        rules: &BaseRules<U, P, T>,
        dice: &mut Dice,
        log: &mut Log,
        faces: u8,
        (purpose, side, rule): (&str, usize, &str),
    ) -> u8 {
        let value = dice.die(faces);
        self.tell_in_full(rules, log, || {
            EventKind::Roll(Roll {
                purpose: purpose.to_owned(),
                side: rules.sides[side].clone(),
                faces,
                value,
                rule: rule.to_owned(),
            })
        });
        value
    }

    /// Begins a game-turn, by its place in [`BaseRules::turns`], and tells the log.
    pub fn enter_turn<U, P, T>(&mut self, rules: &BaseRules<U, P, T>, log: &mut Log, place: usize) {
        let Some(def) = rules.turns.get(place) else { return };
        (self.begun, self.turn, self.turn_place, self.phase) = (true, def.turn, place, None);
        self.tell(rules, log, || {
            EventKind::Turn(TurnStart { label: def.label.clone(), half: def.half })
        });
    }

    /// Tells the log of the step of the sequence of play that begins.
    pub fn tell_phase<U, P, T>(&self, rules: &BaseRules<U, P, T>, log: &mut Log) {
        let Some(phase) = self.phase_def(rules) else { return };
        self.tell(rules, log, || {
            EventKind::Phase(PhaseStart {
                name: phase.name.clone(),
                side: phase.side.map(|side| rules.sides[side].clone()),
                rule: phase.rule.clone(),
                missing: false,
            })
        });
    }

    /// Tells the log what happened.
    pub fn emit<R: GameRules, K: Into<Telling>>(
        &self,
        cx: &mut Context<'_, R>,
        telling: impl FnOnce() -> K,
    ) {
        self.tell(cx.rules, cx.log, telling);
    }

    /// Rolls a die with six faces; each is an event.
    pub fn roll<R: GameRules>(
        &self,
        cx: &mut Context<'_, R>,
        purpose: &str,
        side: usize,
        rule: &str,
    ) -> u8 {
        self.roll_with(cx.rules, cx.dice, cx.log, (purpose, side, rule))
    }

    /// Tells the log how a game-turn ended: the points, what else is counted, and the hash of the
    /// whole state.
    pub fn tell_turn_end<U, P, T>(
        &self,
        rules: &BaseRules<U, P, T>,
        log: &mut Log,
        told: impl FnOnce() -> TurnTold,
    ) {
        self.tell(rules, log, || {
            let TurnTold { points, levels, sources, hash } = told();
            let state_hash = format!("{hash:016x}");
            EventKind::TurnEnd(TurnEnd { points, levels, sources, state_hash })
        });
    }

    /// Tells the log how the game has ended, what the points are made of, and the hash of the
    /// whole state.
    pub fn tell_over<U, P, T>(
        &self,
        rules: &BaseRules<U, P, T>,
        log: &mut Log,
        reason: Option<&str>,
        rule: &str,
        told: impl FnOnce() -> (Vec<PointSource>, u64),
    ) {
        let Some(outcome) = &self.outcome else { return };
        self.tell(rules, log, || {
            let (sources, hash) = told();
            EventKind::GameOver(GameOver {
                level: outcome.level.clone(),
                side: outcome.side.clone(),
                points: outcome.points,
                reason: reason.map(str::to_owned),
                sources,
                state_hash: format!("{hash:016x}"),
                rule: rule.to_owned(),
            })
        });
    }
}
