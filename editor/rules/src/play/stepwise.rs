//! What the kernel's own [`Position`] needs of a system: its own part of it, and the steps that
//! its frames go by.

use std::fmt;
use std::hash::Hash;

use salient_hex::{Footprint, Hex};
use salient_schema::{Bundle, Code, Diagnostic};

use super::{
    BoxDef, Carried, Change, Compiled, Entered, Frame, GamePosition, MarkDef, Marked, PlayContext,
    Position, Procedures, Unit, View, Walk, marks, place_all,
};
use crate::action::Violation;
use crate::base::{BasePosition, GameRules};
use crate::case::format::Start;
use crate::check::Lookup;
use crate::checker::{Checker, RulesPart};
use crate::dice::Dice;
use crate::keep::Keeping;
use crate::model::{InBox, Intelligence, UnitStatus};

/// How often a system may settle what it changes itself before the game is given up as one that
/// never ends.
const MOST_ROUNDS: u32 = 10_000;

/// [`Procedures`] that go by the kernel's own [`Position`] and its frames.
pub trait Stepwise:
    Procedures<
        Position = Position<Self>,
        Rules: GameRules<Unit = super::Printed, Procedure = (), Turn = ()>,
    >
{
    /// The system's own part of a position.
    type State: Clone + fmt::Debug + Hash + Send + Sync;
    /// What a side may be asked.
    type Decision: Clone + fmt::Debug + Eq + Hash + Send + Sync;
    /// Where a procedure goes on by itself.
    type Step: Clone + fmt::Debug + Eq + Hash + Send + Sync;

    /// Whether the system hears of every unit that stands otherwise:
    /// [`settle`](Stepwise::settle).
    const SETTLES: bool = false;

    /// The marks and levels that the kernel keeps for it
    /// ([`set_mark`](PlayContext::set_mark)): [`System::marks`](crate::System::marks) says the same
    /// for the words of the log.
    const MARKS: &'static [MarkDef] = &[];

    /// The boxes beside the map that units may be in ([`to_box`](PlayContext::to_box)):
    /// [`System::boxes`](crate::System::boxes) says the same for the words of the log.
    const BOXES: &'static [BoxDef] = &[];

    /// The rule by which units may take up two hexes, where one lets them: a placement's facing is
    /// then where their other hex lies.
    const TWO_HEXES: Option<&'static str> = None;

    /// Adds the system's own tables to a compiled scenario.
    ///
    /// # Errors
    /// Whatever the rules need and the data lacks, with JSON pointers into the bundle.
    fn compile(bundle: &Bundle, compiled: Compiled) -> Result<Self::Rules, Vec<Diagnostic>>;

    /// The compiled scenario in the rules.
    fn compiled(rules: &Self::Rules) -> &Compiled;

    /// The system's part of a position before the game.
    fn state(rules: &Self::Rules) -> Self::State;

    /// Whether a unit that is off the map may stand in a hex, among those who are there: terrain,
    /// stacking, enemies.
    ///
    /// # Errors
    /// The rule that it breaks.
    fn may_stand(
        rules: &Self::Rules,
        position: &Position<Self>,
        unit: Unit,
        hex: Hex,
    ) -> Result<(), Violation>;

    /// Whether a unit that is off the map may take up two hexes at once; by default where it may
    /// stand in both.
    ///
    /// # Errors
    /// The rule that it breaks.
    fn may_span(
        rules: &Self::Rules,
        position: &Position<Self>,
        unit: Unit,
        hexes: Footprint,
    ) -> Result<(), Violation> {
        hexes.hexes().try_for_each(|hex| Self::may_stand(rules, position, unit, hex))
    }

    /// Takes in that a scenario sets a counter up with its other side up, behind the faces of its
    /// steps, where the system keeps that as a state of its own, which [`face`](Procedures::face)
    /// then reads. Gives whether it does; by default the face of the unit is the one that lies up.
    fn turn_over(_rules: &Self::Rules, _position: &mut Position<Self>, _unit: Unit) -> bool {
        false
    }

    /// Whether a unit that is [present](Carried::presence) so has a zone of control at all. By
    /// default it has as long as it is there as usual.
    fn has_zone(_rules: &Self::Rules, _unit: Unit, presence: u8) -> bool {
        presence == 0
    }

    /// What is odd about a set-up that may be played: warnings for whoever makes it. By default
    /// nothing.
    fn remarks(_rules: &Self::Rules, _set_up: &Position<Self>) -> Vec<Diagnostic> {
        Vec::new()
    }

    /// Goes on with a procedure.
    fn run(cx: &mut PlayContext<'_, Self>, step: Self::Step);

    /// The walk on top of the frames has entered its next hex. What is pushed now is done before
    /// it goes on, and before what [`settle`](Stepwise::settle) has pushed; what is to come after
    /// that too, [right before the next hex](PlayContext::before_next_hex).
    fn entered(_cx: &mut PlayContext<'_, Self>, _walk: &Walk) -> Entered {
        Entered::GoOn
    }

    /// Units stand otherwise than when it was last called, in the order in which they changed; one
    /// that changed twice is there twice. It hears of it before the next frame is run, before
    /// anybody is asked and before a step of the sequence of play ends; of a walk after each hex,
    /// before [`entered`](Stepwise::entered). What it pushes lies on top of all that waits, the
    /// walk too. It is called again for what it changes itself.
    fn settle(_cx: &mut PlayContext<'_, Self>, _changes: &[Change]) {}

    /// The states in which a placement lets a unit begin that stands as this one does: those [of its
    /// marks](crate::states::UnitState::of_marks), if nothing else tells of them. None where the
    /// system has no states. What carries it is kept with them.
    fn states(
        _rules: &Self::Rules,
        _position: &Position<Self>,
        _unit: Unit,
    ) -> Option<Vec<String>> {
        None
    }

    /// Whether [`keep`](Stepwise::keep) holds as well what the kernel keeps for the system: flags,
    /// marks and levels, whom formations belong to now, what waits for a later game-turn. Else it is
    /// said not to be kept.
    const KEEPS_MARKS: bool = false;

    /// Writes into a scenario what of a position neither the units on the map nor their states
    /// tell, and says what of it no scenario holds. By default all of the system's own part is said
    /// not to be kept.
    fn keep(_rules: &Self::Rules, _position: &Position<Self>, keeping: &mut Keeping<'_>) {
        keeping.not_kept("what only the rules of this system know of the position", 1_u32);
    }

    /// The system's own part of a rule case's start, before its step of the sequence of play
    /// begins.
    ///
    /// # Errors
    /// In words, what of it makes no sense.
    fn start_case(_cx: &mut PlayContext<'_, Self>, _start: &Start) -> Result<(), String> {
        Ok(())
    }
}

impl<P: Stepwise> GamePosition<P> for Position<P> {
    type Marks = Carried;

    fn set_up(bundle: &Bundle) -> Result<(P::Rules, Self), Vec<Diagnostic>> {
        let rules = P::compile(bundle, Compiled::new(bundle)?)?;
        let mut position = Self::new(&rules);
        let found = place_all(&rules, &mut position, bundle);
        if found.is_empty() { Ok((rules, position)) } else { Err(found) }
    }

    fn base_mut(&mut self) -> &mut BasePosition<Carried> {
        &mut self.base
    }

    fn place_of(&self, unit: Unit) -> Option<Hex> {
        self.hex(unit)
    }

    fn other_place_of(&self, unit: Unit) -> Option<Hex> {
        self.state(unit).other
    }

    fn intelligence_of(&self, unit: Unit) -> Intelligence {
        self.state(unit).intelligence
    }

    fn box_of(&self, unit: Unit) -> Option<InBox> {
        Self::box_of(self, unit)
    }

    fn bring_forward(&mut self) -> bool {
        Self::bring_forward(self)
    }

    fn deciding(&self) -> Option<usize> {
        if self.outcome.is_some() { None } else { self.asked()?.side() }
    }

    fn is_hidden(&self, _act: &P::Act) -> bool {
        self.asked().is_some_and(|ask| ask.hidden)
    }

    fn marked<'a>(view: &View<'a, P>) -> Option<Marked<'a>> {
        marks::marked(view)
    }

    fn forget_what_waits(&mut self) {
        let question = self.frames.len().saturating_sub(1);
        self.frames.drain(..question);
    }

    fn proceed(cx: &mut PlayContext<'_, P>) -> bool {
        match cx.position.frames.pop() {
            // All its sides have chosen.
            Some(Frame::Ask(_)) => {}
            Some(Frame::Run(step)) => P::run(cx, step),
            Some(Frame::Walk(walk)) => step_of(cx, walk),
            Some(Frame::Begin) => cx.begin_procedure(),
            None => return false,
        }
        true
    }

    fn settle(cx: &mut PlayContext<'_, P>) -> bool {
        let before = cx.position.frames.len();
        for _ in 0..MOST_ROUNDS {
            let changes = std::mem::take(&mut cx.position.changes);
            if changes.is_empty() || cx.position.outcome.is_some() {
                return cx.position.frames.len() > before;
            }
            P::settle(cx, &changes);
        }
        cx.end(None, "unfinished", "Unfinished", "");
        false
    }

    fn start_at(cx: &mut PlayContext<'_, P>, start: &Start) -> Result<(), String> {
        let rules = cx.rules;
        let compiled = P::compiled(rules);
        let place = start.turn_place(compiled);
        let phase = start.phase.as_ref().and_then(|id| compiled.phases.get(compiled.phase(id)?));
        let before = start.turn == 0 && place.is_err() || phase.is_some_and(|phase| phase.before);
        let position = &mut *cx.position;
        if !before {
            position.base.turn_place = place?;
        }
        (position.base.begun, position.base.turn) = (!before, start.turn);
        for name in &start.eliminated {
            position.lift(rules, compiled.read_unit(name)?, UnitStatus::Eliminated);
        }
        P::start_case(cx, start)?;
        // A case begins in a position that is settled.
        cx.position.changes.clear();
        if let Some(place) = start.phase_place(compiled)? {
            cx.enter_phase(place);
        }
        Ok(())
    }

    fn keep(&self, rules: &P::Rules, keeping: &mut Keeping<'_>) {
        let compiled = P::compiled(rules);
        let (mut carried, mut marked) = (0, 0);
        for unit in compiled.all_units() {
            let state = self.state(unit);
            match P::states(rules, self, unit) {
                Some(states) => {
                    states.iter().for_each(|name| keeping.mark([unit], name));
                    if let Some(carrier) = state.aboard {
                        keeping.carry(unit, &compiled.unit(carrier).counter);
                    }
                }
                None => {
                    carried += u32::from(state.aboard.is_some());
                    marked += u32::from(state.flags != 0 && !P::KEEPS_MARKS);
                }
            }
        }
        keeping.not_kept("units carried by others: they stand by themselves", carried);
        keeping.not_kept("units that the rules have marked: the marks go", marked);
        let units = compiled.units.iter().zip(&self.units);
        let grid = compiled.map.grid();
        for (at, span) in compiled.all_units().filter_map(|at| Some((at, self.span(grid, at)?))) {
            keeping.face(at, grid.compass(span.direction()));
        }
        if P::TWO_HEXES.is_none() {
            let halved = units.clone().filter(|(_, state)| state.other.is_some()).count();
            keeping.not_kept("units in two hexes: they stand in the first", halved as u32);
        }
        let printed = units.filter(|(def, state)| state.attached != def.formation).count();
        keeping.not_kept("units attached to other formations than printed", printed as u32);
        if !P::KEEPS_MARKS {
            let subordinated = self.subordinated().count();
            keeping.not_kept("formations under others than printed", subordinated as u32);
            let marks = self.marks.len() as u32;
            keeping.not_kept("marks and levels of units, hexes and formations", marks);
            let waiting = self.scheduled.len() as u32;
            keeping.not_kept("effects that wait for a later game-turn", waiting);
        }
        P::keep(rules, self, keeping);
    }

    fn state_hash(&self, dice: &Dice) -> u64 {
        self.hash() ^ dice.state()
    }
}

/// Lets a walk enter its next hex.
fn step_of<P: Stepwise>(cx: &mut PlayContext<'_, P>, mut walk: Walk) {
    // Whoever was eliminated on the way walks no more.
    walk.units.retain(|&unit| cx.position.hex(unit).is_some());
    let Some(&hex) = walk.path.get(walk.done) else { return };
    if walk.units.is_empty() {
        return;
    }
    let units = walk.units.clone();
    walk.done += 1;
    let other = walk.beside(walk.done);
    cx.shift_on(&units, (&[hex], other), ("move", &walk.rule), None, walk.done > 1);
    let place = cx.position.frames.len();
    cx.position.frames.push(Frame::Walk(walk.clone()));
    Position::<P>::settle(cx);
    let left = |unit: &Unit| cx.position.hex(*unit).is_some();
    if cx.position.outcome.is_some() || !walk.units.iter().any(left) {
        return;
    }
    if P::entered(cx, &walk) == Entered::Stop
        && let Some(Frame::Walk(walk)) = cx.position.frames.get_mut(place)
    {
        walk.path.truncate(walk.done);
    }
}

/// What checks a bundle part by part.
pub fn checker<'a, P: Stepwise>(bundle: &'a Bundle) -> Box<dyn Checker + 'a> {
    Box::new(Checks::<P> { bundle, rules: std::sync::OnceLock::new() })
}

struct Checks<'a, P: Stepwise> {
    bundle: &'a Bundle,
    rules: std::sync::OnceLock<Result<P::Rules, Vec<Diagnostic>>>,
}

impl<P: Stepwise> Checker for Checks<'_, P> {
    fn check(&self, _lookup: &Lookup<'_>, part: RulesPart) -> Vec<Diagnostic> {
        let compile = || P::compile(self.bundle, Compiled::new(self.bundle)?);
        match (part, self.rules.get_or_init(compile)) {
            // Compiling finds what is wrong in all parts: each tells of its own.
            (part, Err(found)) => {
                let is_data = self.bundle.ruleset.rules_of_play.is_some();
                let of_part = |wrong: &&Diagnostic| {
                    part_of(wrong) == part && !(is_data && is_told_elsewhere(wrong))
                };
                found.iter().filter(of_part).cloned().collect()
            }
            (RulesPart::SetUp, Ok(rules)) => {
                let mut position = Position::<P>::new(rules);
                let mut found = place_all(rules, &mut position, self.bundle);
                found.extend(P::remarks(rules, &position));
                found
            }
            _ => Vec::new(),
        }
    }
}

/// Whether the check of references tells of it: that rules of play, or a step, name what is not
/// there.
fn is_told_elsewhere(wrong: &Diagnostic) -> bool {
    let pointer = wrong.place.pointer.as_deref().unwrap_or_default();
    let named = ["/ruleset/rules_of_play", "/ruleset/sequence"];
    wrong.code == Code::DanglingReference && named.iter().any(|at| pointer.starts_with(at))
}

/// The part of a scenario that a problem is looked for with.
fn part_of(wrong: &Diagnostic) -> RulesPart {
    let pointer = wrong.place.pointer.as_deref().unwrap_or_default();
    match () {
        () if pointer.starts_with("/scenario/setup/placements") => RulesPart::SetUp,
        () if pointer.starts_with("/scenario/reinforcements") => RulesPart::Arrivals,
        () => RulesPart::Data,
    }
}
