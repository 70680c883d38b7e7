//! What a procedure works with: rules to read, a position to change, dice, and the log to tell.

use salient_hex::{Footprint, Hex, Span};
use salient_schema::event::{
    Attached, AttackResult, Attacked, Control, EventKind, Exchanged, LevelChange, LossOutcome,
    Lost, MarkerChange, Moved, Placed, Removed, ScoreCount, ScoreLine, Turned,
};

use super::{
    Ask, Carried, Change, Formation, Frame, GamePosition, Position, Procedures, Stepwise, Unit,
    UnitState, Walk, lead,
};
use crate::base::Context;
use crate::dice::Dice;
use crate::log::{Log, Telling};
use crate::model::{Outcome, UnitStatus};

/// What a procedure works with. Every change of the position that others can see goes through it
/// and is an event.
pub struct PlayContext<'a, P: Procedures> {
    /// What never changes.
    pub rules: &'a P::Rules,
    /// The position.
    pub position: &'a mut P::Position,
    pub(super) dice: &'a mut Dice,
    pub(super) log: &'a mut Log,
}

impl<'a, P: Procedures> PlayContext<'a, P> {
    /// To play a position on.
    pub fn new(position: &'a mut P::Position, cx: &'a mut Context<'_, P::Rules>) -> Self {
        Self { rules: cx.rules, position, dice: cx.dice, log: cx.log }
    }

    /// The position, and what a change of it needs besides.
    pub fn parts(&mut self) -> (&mut P::Position, Context<'_, P::Rules>) {
        let Self { rules, position, dice, log } = self;
        (position, Context { rules: *rules, dice, log })
    }

    /// Rolls a die with six faces.
    pub fn roll(&mut self, purpose: &str, side: usize, rule: &str) -> u8 {
        self.position.roll_with(self.rules, self.dice, self.log, (purpose, side, rule))
    }

    /// Rolls a die with so many faces.
    pub fn roll_of(&mut self, purpose: &str, side: usize, faces: u8, rule: &str) -> u8 {
        let told = (purpose, side, rule);
        self.position.roll_die_with(self.rules, self.dice, self.log, faces, told)
    }

    /// Tells the log of something. It is not even put into words where nobody reads it.
    pub fn emit<T: Into<Telling>>(&mut self, telling: impl FnOnce(&P::Rules) -> T) {
        let rules = self.rules;
        self.position.tell(rules, self.log, || telling(rules));
    }

    /// Ends the game. `winner` is nobody where it is drawn; the level is the scenario's for the
    /// winner's points, or `fallback`.
    pub fn end(&mut self, winner: Option<usize>, reason: &str, fallback: &str, rule: &str) {
        if self.position.outcome.is_some() {
            return;
        }
        let rules = self.rules;
        let points: Vec<i32> =
            (0..rules.sides.len()).map(|side| P::points(rules, self.position, side)).collect();
        // How good a victory is the winner's own points tell.
        let level = winner.and_then(|side| rules.level(side, points[side]));
        let level = level.map_or(fallback, |level| level.name.as_str());
        self.end_at(winner, reason, level, rule);
    }

    /// Ends the game at a level of victory.
    pub fn end_at(&mut self, winner: Option<usize>, reason: &str, level: &str, rule: &str) {
        if self.position.outcome.is_some() {
            return;
        }
        let rules = self.rules;
        let points: Vec<i32> =
            (0..rules.sides.len()).map(|side| P::points(rules, self.position, side)).collect();
        let outcome = Outcome {
            level: level.to_owned(),
            side: winner.map(|side| rules.sides[side].clone()).unwrap_or_default(),
            points: lead::<P>(rules, self.position),
        };
        for (side, &points) in points.iter().enumerate() {
            self.emit(|rules| {
                EventKind::Score(ScoreCount {
                    side: rules.sides[side].clone(),
                    lines: Vec::<ScoreLine>::new(),
                    points,
                    rule: rule.to_owned(),
                })
            });
        }
        self.position.base_mut().outcome = Some(outcome);
        let (position, dice) = (&*self.position, &*self.dice);
        let told = || (Vec::new(), position.state_hash(dice));
        position.tell_over(rules, self.log, Some(reason), rule, told);
    }
}

impl<P: Stepwise> PlayContext<'_, P> {
    /// Asks a side. It is answered before anything below goes on.
    pub fn ask(&mut self, side: usize, what: P::Decision) {
        self.position.frames.push(Frame::Ask(Ask { open: 1 << side, hidden: false, what }));
    }

    /// Asks several sides at once, a bit each; what they choose stays hidden.
    pub fn ask_hidden(&mut self, sides: u8, what: P::Decision) {
        self.position.frames.push(Frame::Ask(Ask { open: sides, hidden: true, what }));
    }

    /// Goes on with a step, after all that is pushed later.
    pub fn then(&mut self, step: P::Step) {
        self.position.frames.push(Frame::Run(step));
    }

    /// Goes on with a step that comes whatever the act is that is done now: others that wait for
    /// their turn. It is none of what the act itself brings ([`Match::alone`](crate::Match::alone)).
    pub fn then_as_before(&mut self, step: P::Step) {
        if !self.position.alone || !self.position.frames.is_empty() {
            self.then(step);
        }
    }

    /// Goes on with a step as soon as the walk that is on its way is about to enter its next hex,
    /// after all else that its last one has brought. Without a walk it is done next.
    pub fn before_next_hex(&mut self, step: P::Step) {
        let walk = self.position.frames.iter().rposition(|frame| matches!(frame, Frame::Walk(_)));
        let place = walk.map_or(self.position.frames.len(), |walk| walk + 1);
        self.position.frames.insert(place, Frame::Run(step));
    }

    /// Lets units walk: after each hex the system is asked, and may push what comes in between.
    pub fn walk(&mut self, units: Vec<Unit>, path: Vec<Hex>, rule: &str) {
        let walk = Walk { units, path, beside: Vec::new(), done: 0, rule: rule.to_owned() };
        self.position.frames.push(Frame::Walk(walk));
    }

    /// Lets units that stand together walk from footprint to footprint: they extend into two hexes,
    /// consolidate into one, wheel or go on with both halves. After each step the system is asked.
    pub fn walk_on_two(&mut self, units: Vec<Unit>, path: &[Footprint], rule: &str) {
        let beside = path.iter().map(|step| step.other()).collect();
        let path = path.iter().map(|step| step.hex()).collect();
        let walk = Walk { units, path, beside, done: 0, rule: rule.to_owned() };
        self.position.frames.push(Frame::Walk(walk));
    }

    /// A side has answered the question on top; it is asked no more. The others are.
    pub fn answered(&mut self, side: usize) {
        if let Some(Frame::Ask(ask)) = self.position.frames.last_mut() {
            ask.open &= !(1 << side);
            if ask.open == 0 {
                self.position.frames.pop();
            }
        }
    }

    /// Ends the walk that lies on top, or the first below the frames that lie on it.
    pub fn cut_walk(&mut self) {
        let walk = self.position.frames.iter_mut().rev().find_map(|frame| match frame {
            Frame::Walk(walk) => Some(walk),
            _ => None,
        });
        if let Some(walk) = walk {
            walk.path.truncate(walk.done);
        }
    }

    /// Lets a unit stand otherwise, and remembers it for a system that hears of it.
    pub(super) fn change(&mut self, unit: Unit, change: impl FnOnce(&mut Position<P>, &P::Rules)) {
        let before = P::SETTLES.then(|| (self.position.hex(unit), *self.position.state(unit)));
        change(self.position, self.rules);
        let Some((from, before)) = before else { return };
        let now = self.position.state(unit);
        let stands = |state: &UnitState<Carried>| (state.hex, state.face, state.own);
        if stands(&before) != stands(now) {
            let other = [before.other, now.other];
            let to = self.position.hex(unit);
            self.position.changes.push(Change { unit, from, to, other });
        }
    }

    /// Puts a unit that is off the map into a hex. `by` says how it comes: `set-up`.
    pub fn place(&mut self, unit: Unit, hex: Hex, by: &str, rule: &str) {
        self.change(unit, |position, rules| position.put(rules, unit, hex));
        let face = self.position.state(unit).face;
        self.emit(|rules| {
            let compiled = P::compiled(rules);
            let def = compiled.unit(unit);
            EventKind::Placed(Placed {
                unit: def.name.clone(),
                side: compiled.sides[def.side].clone(),
                hex: compiled.label(hex).to_owned(),
                face,
                by: by.to_owned(),
                displaced: None,
                other: None,
                rule: rule.to_owned(),
            })
        });
    }

    /// Puts a unit that is off the map into two hexes at once.
    pub fn place_on_two(&mut self, unit: Unit, span: Span, by: &str, rule: &str) {
        self.change(unit, |position, rules| position.put_on_two(rules, unit, span));
        let face = self.position.state(unit).face;
        let [hex, other] = span.hexes();
        self.emit(|rules| {
            let compiled = P::compiled(rules);
            let def = compiled.unit(unit);
            EventKind::Placed(Placed {
                unit: def.name.clone(),
                side: compiled.sides[def.side].clone(),
                hex: compiled.label(hex).to_owned(),
                face,
                by: by.to_owned(),
                displaced: None,
                other: Some(compiled.label(other).to_owned()),
                rule: rule.to_owned(),
            })
        });
    }

    /// Takes units that stand together to other hexes in one step: a wheel, a step ahead or back on
    /// two hexes, into two or into one. `by` says how it goes.
    pub fn shift_to(
        &mut self,
        units: &[Unit],
        to: Footprint,
        by: &str,
        attack: Option<u32>,
        rule: &str,
    ) {
        self.shift_on(units, (&[to.hex()], to.other()), (by, rule), attack, false);
    }

    /// Turns a counter to another of its faces: it has then the zone of control of that one.
    pub fn turn_over(&mut self, unit: Unit, face: u8, rule: &str) {
        let last = P::compiled(self.rules).unit(unit).faces.len().saturating_sub(1) as u8;
        let face = face.min(last);
        if self.position.state(unit).face == face {
            return;
        }
        self.turn(unit, |state| state.face = face);
        self.tell_turned(unit, (None, None), rule);
    }

    /// Says how a unit is there, as the system numbers it, and with that whether it has a zone of
    /// control ([`has_zone`](Stepwise::has_zone)): entrained, a fortress without its garrison.
    pub fn set_presence(&mut self, unit: Unit, presence: u8, rule: &str) {
        let before = self.position.state(unit).presence;
        if before == presence {
            return;
        }
        self.turn(unit, |state| state.presence = presence);
        let [had, has] = [before, presence].map(|how| P::has_zone(self.rules, unit, how));
        self.tell_turned(unit, (Some(presence), Some(has).filter(|_| had != has)), rule);
    }

    fn turn(&mut self, unit: Unit, turn: impl FnOnce(&mut UnitState<Carried>)) {
        self.change(unit, |position, rules| position.turn(rules, unit, turn));
    }

    fn tell_turned(
        &mut self,
        unit: Unit,
        (presence, zone): (Option<u8>, Option<bool>),
        rule: &str,
    ) {
        let (hex, face) = (self.position.hex(unit), self.position.state(unit).face);
        self.emit(|rules| {
            let compiled = P::compiled(rules);
            let def = compiled.unit(unit);
            EventKind::Turned(Turned {
                unit: def.name.clone(),
                side: compiled.sides[def.side].clone(),
                hex: hex.map(|hex| compiled.label(hex).to_owned()),
                face,
                presence,
                zone,
                rule: rule.to_owned(),
            })
        });
    }

    /// Attaches a unit to a formation, or to none. It stays where it stands.
    /// [`subordinate`](Self::subordinate) does the same to a formation.
    pub fn attach(&mut self, unit: Unit, to: Option<Formation>, rule: &str) {
        let from = std::mem::replace(&mut self.position.base.state_mut(unit).attached, to);
        if from == to {
            return;
        }
        self.emit(|rules| {
            let compiled = P::compiled(rules);
            let def = compiled.unit(unit);
            let id = |formation| compiled.formation(formation).id.clone();
            EventKind::Attached(Attached {
                unit: Some(def.name.clone()),
                formation: None,
                side: compiled.sides[def.side].clone(),
                from: from.map(id),
                to: to.map(id),
                rule: rule.to_owned(),
            })
        });
    }

    /// Puts a formation under another, or under none, with all that belongs to it: a corps changes
    /// its army. False where the other belongs to it, so that nothing would lead the circle.
    pub fn subordinate(&mut self, formation: Formation, to: Option<Formation>, rule: &str) -> bool {
        if to.is_some_and(|to| self.position.is_under(to, formation)) {
            return false;
        }
        let from = self.position.parent(formation);
        if from == to {
            return true;
        }
        self.position.set_parent(formation, to);
        self.emit(|rules| {
            let compiled = P::compiled(rules);
            let def = compiled.formation(formation);
            let id = |formation| compiled.formation(formation).id.clone();
            EventKind::Attached(Attached {
                unit: None,
                formation: Some(def.id.clone()),
                side: def.side.map(|side| compiled.sides[side].clone()).unwrap_or_default(),
                from: from.map(id),
                to: to.map(id),
                rule: rule.to_owned(),
            })
        });
        true
    }

    /// Takes a unit off the map onto the display of the formation that it is attached to.
    pub fn to_display(&mut self, unit: Unit, rule: &str) {
        self.remove(unit, UnitStatus::OnDisplay, "display", rule);
    }

    /// Takes units that stand together along hexes. `by` says how they go: `move`, `retreat`.
    pub fn shift(
        &mut self,
        units: &[Unit],
        path: &[Hex],
        by: &str,
        attack: Option<u32>,
        rule: &str,
    ) {
        self.shift_on(units, (path, None), (by, rule), attack, false);
    }

    pub(super) fn shift_on(
        &mut self,
        units: &[Unit],
        (path, other): (&[Hex], Option<Hex>),
        (by, rule): (&str, &str),
        attack: Option<u32>,
        continued: bool,
    ) {
        let (Some(&first), Some(&to)) = (units.first(), path.last()) else { return };
        let Some(from) = self.position.hex(first) else { return };
        for &unit in units {
            self.change(unit, |position, rules| {
                position.lift(rules, unit, UnitStatus::OnMap);
                match other.and_then(|other| Span::between(rules.map.grid(), to, other)) {
                    Some(span) => position.put_on_two(rules, unit, span),
                    None => position.put(rules, unit, to),
                }
            });
        }
        self.emit(|rules| {
            let compiled = P::compiled(rules);
            EventKind::Moved(Moved {
                units: compiled.names(units),
                side: compiled.sides[compiled.unit(first).side].clone(),
                from: compiled.label(from).to_owned(),
                path: compiled.labels(path),
                other: other.map(|hex| compiled.label(hex).to_owned()),
                by: by.to_owned(),
                attack,
                aloft: false,
                continued,
                rule: rule.to_owned(),
            })
        });
    }

    /// Takes a unit on board of another, which carries it from now on.
    pub fn embark(&mut self, unit: Unit, carrier: Unit) {
        self.change(unit, |position, rules| {
            position.lift(rules, unit, UnitStatus::OnMap);
            position.base.state_mut(unit).aboard = Some(carrier);
        });
    }

    /// Takes a unit off the map. `by` says how it goes: `exit`, `withdrawn`.
    pub fn remove(&mut self, unit: Unit, status: UnitStatus, by: &str, rule: &str) {
        let from = self.position.hex(unit);
        self.change(unit, |position, rules| position.lift(rules, unit, status));
        self.emit(|rules| {
            let compiled = P::compiled(rules);
            let def = compiled.unit(unit);
            EventKind::Removed(Removed {
                unit: def.name.clone(),
                side: compiled.sides[def.side].clone(),
                from: from.map(|hex| compiled.label(hex).to_owned()),
                by: by.to_owned(),
                into: None,
                due: None,
                rule: rule.to_owned(),
            })
        });
        self.take_marks(unit, rule);
    }

    /// Puts other units into the place of one.
    pub fn exchange(&mut self, unit: Unit, into: &[Unit], rule: &str) {
        let hex = self.position.hex(unit);
        self.change(unit, |position, rules| position.lift(rules, unit, UnitStatus::BrokenDown));
        if let Some(hex) = hex {
            for &other in into {
                self.change(other, |position, rules| position.put(rules, other, hex));
            }
        }
        self.emit(|rules| {
            let compiled = P::compiled(rules);
            let def = compiled.unit(unit);
            EventKind::Exchanged(Exchanged {
                unit: def.name.clone(),
                into: compiled.names(into),
                side: compiled.sides[def.side].clone(),
                hex: hex.map(|hex| compiled.label(hex).to_owned()),
                face: 0,
                rule: rule.to_owned(),
            })
        });
        self.take_marks(unit, rule);
    }

    /// Takes a unit off the map for good and gives its last step to another in its hex, which shows
    /// the face before its own.
    pub fn merge(&mut self, unit: Unit, into: Unit, rule: &str) {
        let hex = self.position.hex(unit);
        self.change(unit, |position, rules| position.lift(rules, unit, UnitStatus::BrokenDown));
        let face = self.position.state(into).face.saturating_sub(1);
        self.turn(into, |state| state.face = face);
        self.emit(|rules| {
            let compiled = P::compiled(rules);
            let def = compiled.unit(unit);
            EventKind::Exchanged(Exchanged {
                unit: def.name.clone(),
                into: compiled.names(&[into]),
                side: compiled.sides[def.side].clone(),
                hex: hex.map(|hex| compiled.label(hex).to_owned()),
                face,
                rule: rule.to_owned(),
            })
        });
        self.take_marks(unit, rule);
    }

    /// A number for the next attack, from 1.
    pub fn next_attack(&mut self) -> u32 {
        self.position.attacks += 1;
        self.position.attacks
    }

    /// Tells of an attack: who attacks what, and how it ended if that is known. A system with more
    /// to say emits its own detail instead, with [`PlayContext::attack_event`] as its core.
    pub fn attack_event(
        rules: &P::Rules,
        position: &Position<P>,
        attack: u32,
        (units, targets): (&[Unit], &[Unit]),
        (result, rule): (Option<AttackResult>, &str),
    ) -> Attacked {
        let compiled = P::compiled(rules);
        let hexes = |units: &[Unit]| {
            let mut hexes: Vec<Hex> = units.iter().filter_map(|&unit| position.hex(unit)).collect();
            hexes.sort_unstable();
            hexes.dedup();
            compiled.labels(&hexes)
        };
        let side = |units: &[Unit]| {
            units
                .first()
                .map_or_else(String::new, |&unit| compiled.sides[compiled.unit(unit).side].clone())
        };
        Attacked {
            attack,
            side: side(units),
            units: compiled.names(units),
            support: Vec::new(),
            from: hexes(units),
            against: side(targets),
            hexes: hexes(targets),
            targets: compiled.names(targets),
            target_support: Vec::new(),
            idle: Vec::new(),
            strengths: None,
            result,
            rule: rule.to_owned(),
        }
    }

    /// A unit loses a step: it shows its next face, or is eliminated with its last.
    pub fn lose_step(&mut self, unit: Unit, cause: &str, attack: Option<u32>, rule: &str) {
        let Some(hex) = self.position.hex(unit) else { return };
        let (def_side, steps) = {
            let def = P::compiled(self.rules).unit(unit);
            (def.side, def.steps)
        };
        let face = self.position.state(unit).face + 1;
        let outcome = if face < steps {
            self.turn(unit, |state| state.face = face);
            LossOutcome::Reduced { face, strength: None }
        } else {
            self.change(unit, |position, rules| {
                position.lift(rules, unit, UnitStatus::Eliminated);
            });
            self.position.base.losses[def_side].1 += 1;
            LossOutcome::Eliminated
        };
        self.position.base.losses[def_side].0 += 1;
        self.emit(|rules| {
            let compiled = P::compiled(rules);
            EventKind::Lost(Lost {
                unit: compiled.unit(unit).name.clone(),
                side: compiled.sides[def_side].clone(),
                hex: compiled.label(hex).to_owned(),
                cause: cause.to_owned(),
                attack,
                steps: 1,
                outcome,
                rule: rule.to_owned(),
            })
        });
        if self.position.hex(unit).is_none() {
            self.take_marks(unit, rule);
        }
    }

    /// Tells of a marker that lies in a hex, or lies there no more, and that the system itself
    /// keeps. What the kernel keeps for it, [`set_mark`](Self::set_mark) tells.
    pub fn marker(&mut self, marker: &str, hex: Hex, placed: bool, rule: &str) {
        self.emit(|rules| {
            EventKind::Marker(MarkerChange {
                marker: marker.to_owned(),
                hex: Some(P::compiled(rules).label(hex).to_owned()),
                placed,
                rule: rule.to_owned(),
                ..MarkerChange::default()
            })
        });
    }

    /// Tells of a place that changes hands.
    pub fn control(&mut self, hex: Hex, side: usize, unit: Option<Unit>, rule: &str) {
        self.emit(|rules| {
            let compiled = P::compiled(rules);
            EventKind::Control(Control {
                hex: compiled.label(hex).to_owned(),
                name: None,
                side: compiled.sides[side].clone(),
                unit: unit.map(|unit| compiled.unit(unit).name.clone()),
                rule: rule.to_owned(),
            })
        });
    }

    /// Tells of a level of a side that changes, and that the system itself keeps: points, morale.
    pub fn level(&mut self, level: &str, side: usize, (from, to): (i32, i32), rule: &str) {
        self.emit(|rules| {
            EventKind::Level(LevelChange {
                level: level.to_owned(),
                side: P::compiled(rules).sides[side].clone(),
                by: to - from,
                from,
                to,
                reason: level.to_owned(),
                hex: None,
                rule: rule.to_owned(),
            })
        });
    }
}
