//! The game of any system that says its rules as [`Procedures`].

use std::borrow::Cow;
use std::sync::Arc;

use salient_hex::Hex;
use salient_hex::path::Reach;
use salient_schema::{Bundle, Diagnostic};

use super::{
    Carried, Compiled, Entered, Frame, PlayContext, Position, Procedures, bots, place_all,
};
use crate::account::Considered;
use crate::action::{Action, Violation};
use crate::base::{Context, TurnTold, Unit};
use crate::bot::Bot;
use crate::case::Start;
use crate::check::{Lookup, RulesPart};
use crate::dice::{Dice, SplitMix64};
use crate::game::{
    Begin, Directed, Marker, Modifier, PointsLeft, Question, Spending, UnderFire, UnitStatus,
};
use crate::host::{Playable, prepared};
use crate::keep::Keeping;
use crate::log::Log;
use crate::search::Plan;
use crate::system::Checker;

/// Frames that are done without anybody being asked before a game is given up as one that never
/// ends: far more than any rule book asks for.
const MOST_STEPS: u32 = 1_000_000;
/// What a game won is worth to a searcher, beside the system's own value of its last position.
const WON: i64 = 1_000_000;

/// Compiles a bundle and sets its units up.
///
/// # Errors
/// What keeps the scenario from being played.
pub fn prepare<P: Procedures>(bundle: &Bundle) -> Result<Arc<dyn Begin>, Vec<Diagnostic>> {
    let rules = P::compile(bundle, Compiled::new(bundle)?)?;
    let mut position = Position::<P>::new(&rules);
    let found = place_all(&rules, &mut position, bundle);
    if found.is_empty() { Ok(prepared(rules, position, bundle.fingerprint())) } else { Err(found) }
}

/// What checks a bundle part by part.
pub fn checker<'a, P: Procedures>(bundle: &'a Bundle) -> Box<dyn Checker + 'a> {
    Box::new(Checks::<P> { bundle, rules: std::sync::OnceLock::new() })
}

struct Checks<'a, P: Procedures> {
    bundle: &'a Bundle,
    rules: std::sync::OnceLock<Result<P::Rules, Vec<Diagnostic>>>,
}

impl<P: Procedures> Checker for Checks<'_, P> {
    fn check(&self, _lookup: &Lookup<'_>, part: RulesPart) -> Vec<Diagnostic> {
        let compile = || P::compile(self.bundle, Compiled::new(self.bundle)?);
        match (part, self.rules.get_or_init(compile)) {
            // Compiling finds what is wrong in all parts: each tells of its own.
            (part, Err(found)) => {
                let of_part = |wrong: &&Diagnostic| part_of(wrong) == part;
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

/// The part of a scenario that a problem is looked for with.
fn part_of(wrong: &Diagnostic) -> RulesPart {
    let pointer = wrong.place.pointer.as_deref().unwrap_or_default();
    match () {
        () if pointer.starts_with("/scenario/setup/placements") => RulesPart::SetUp,
        () if pointer.starts_with("/scenario/reinforcements") => RulesPart::Arrivals,
        () => RulesPart::Data,
    }
}

/// Goes on until somebody must be asked or the game is over.
fn go_on<P: Procedures>(cx: &mut PlayContext<'_, P>) {
    for _ in 0..MOST_STEPS {
        if cx.position.outcome.is_some() {
            return;
        }
        match cx.position.frames.pop() {
            Some(Frame::Ask(ask)) if ask.open != 0 => {
                cx.position.frames.push(Frame::Ask(ask));
                return;
            }
            Some(Frame::Ask(_)) => {}
            Some(Frame::Run(step)) => P::run(cx, step),
            Some(Frame::Walk(walk)) => step_of(cx, walk),
            None => next_phase(cx),
        }
    }
    cx.end(None, "unfinished", "Unfinished", "");
}

/// Lets a walk enter its next hex.
fn step_of<P: Procedures>(cx: &mut PlayContext<'_, P>, mut walk: super::Walk) {
    // Whoever was eliminated on the way walks no more.
    walk.units.retain(|&unit| cx.position.hex(unit).is_some());
    let Some(&hex) = walk.path.get(walk.done) else { return };
    if walk.units.is_empty() {
        return;
    }
    let units = walk.units.clone();
    cx.shift_on(&units, &[hex], ("move", &walk.rule), None, walk.done > 0);
    walk.done += 1;
    let place = cx.position.frames.len();
    cx.position.frames.push(Frame::Walk(walk.clone()));
    if P::entered(cx, &walk) == Entered::Stop
        && let Some(Frame::Walk(walk)) = cx.position.frames.get_mut(place)
    {
        walk.path.truncate(walk.done);
    }
}

/// Ends the step of the sequence of play and begins the next that this turn has.
fn next_phase<P: Procedures>(cx: &mut PlayContext<'_, P>) {
    if cx.position.base.next_phase(P::compiled(cx.rules)) {
        begin_phase(cx);
    } else {
        next_turn(cx);
    }
}

fn begin_phase<P: Procedures>(cx: &mut PlayContext<'_, P>) {
    let compiled = P::compiled(cx.rules);
    cx.position.base.tell_phase(compiled, cx.log);
    if let Some(phase) = cx.position.phase_def(compiled) {
        P::begin_phase(cx, phase);
    }
}

fn next_turn<P: Procedures>(cx: &mut PlayContext<'_, P>) {
    let rules = cx.rules;
    let compiled = P::compiled(rules);
    let mut place = 0;
    if cx.position.begun {
        place = cx.position.turn_place + 1;
        let last = place >= compiled.turns.len();
        P::end_turn(cx, last);
        if cx.position.outcome.is_some() {
            return;
        }
        cx.position.base.tell_turn_end(compiled, cx.log, || TurnTold {
            points: lead::<P>(rules, cx.position),
            hash: cx.position.state_hash(cx.dice),
            ..TurnTold::default()
        });
        if last {
            return cx.end(None, "last-turn", "Draw", "");
        }
    }
    cx.position.base.enter_turn(compiled, cx.log, place);
}

/// What the first side is ahead by: its points less those of the best of the others. Where it alone
/// counts, its points.
pub(super) fn lead<P: Procedures>(rules: &P::Rules, position: &Position<P>) -> i32 {
    let points = |side: usize| P::points(rules, position, side);
    let others = (1..P::compiled(rules).sides.len()).map(points).max();
    points(0) - others.unwrap_or(0)
}

impl<'a, P: Procedures> PlayContext<'a, P> {
    fn new(position: &'a mut Position<P>, cx: &'a mut Context<'_, P::Rules>) -> Self {
        Self { rules: cx.rules, position, dice: cx.dice, log: cx.log }
    }
}

/// A game played on by a bot in its head: its own dice, no log.
pub(super) struct Imagined<'a, P: Procedures> {
    rules: &'a P::Rules,
    position: Position<P>,
    dice: Dice,
}

impl<'a, P: Procedures> Imagined<'a, P> {
    pub(super) fn new(rules: &'a P::Rules, view: Position<P>, seed: u64) -> Self {
        Self { rules, position: view, dice: Dice::seeded(seed) }
    }

    /// Does an act; whether it was allowed.
    pub(super) fn act(&mut self, act: &P::Act) -> bool {
        let Self { rules, position, dice } = self;
        position.apply(&mut Context { rules, dice, log: &mut Log::quiet() }, act).is_ok()
    }

    pub(super) fn position(&self) -> &Position<P> {
        &self.position
    }
}

impl<P: Procedures> Playable for Position<P> {
    type Rules = P::Rules;
    type State = Carried;
    type Act = P::Act;
    type Memory = ();
    type Weights = P::Weights;

    const POLICY: Bot = P::POLICY;
    const PLAYOUTS: u32 = P::PLAYOUTS;
    const HAS_PLANS: bool = P::HAS_PLANS;

    fn place_of(&self, unit: Unit) -> Option<Hex> {
        self.hex(unit)
    }

    fn face(&self, rules: &P::Rules, unit: Unit) -> u8 {
        P::face(rules, self, unit)
    }

    fn deciding(&self) -> Option<usize> {
        if self.outcome.is_some() { None } else { self.asked()?.side() }
    }

    fn points(&self, rules: &P::Rules) -> i32 {
        lead::<P>(rules, self)
    }

    fn state_hash(&self, dice: &Dice) -> u64 {
        self.hash() ^ dice.state()
    }

    fn keep(&self, rules: &P::Rules, keeping: &mut Keeping<'_>) {
        let compiled = P::compiled(rules);
        let (mut carried, mut marked) = (0, 0);
        for unit in compiled.all_units() {
            let state = self.state(unit);
            match P::states(rules, self, unit) {
                Some(states) => {
                    states.iter().for_each(|name| keeping.mark(unit, name));
                    if let Some(carrier) = state.aboard {
                        keeping.carry(unit, &compiled.unit(carrier).counter);
                    }
                }
                None => {
                    carried += u32::from(state.aboard.is_some());
                    marked += u32::from(state.flags != 0);
                }
            }
        }
        keeping.not_kept("units carried by others: they stand by themselves", carried);
        keeping.not_kept("units that the rules have marked: the marks go", marked);
        let units = compiled.units.iter().zip(&self.units);
        let halved = units.clone().filter(|(_, state)| state.other.is_some()).count();
        keeping.not_kept("units in two hexes: they stand in the first", halved as u32);
        let printed = units.filter(|(def, state)| state.attached != def.formation).count();
        keeping.not_kept("units attached to other formations than printed", printed as u32);
        P::keep(rules, self, keeping);
    }

    fn begin(&mut self, cx: &mut Context<'_, P::Rules>) {
        go_on(&mut PlayContext::new(self, cx));
    }

    fn begin_at(&mut self, cx: &mut Context<'_, P::Rules>, start: &Start) -> Result<(), String> {
        let compiled = P::compiled(cx.rules);
        let place = compiled.turns.iter().position(|turn| turn.turn == start.turn);
        let phase = start.phase.as_ref().and_then(|id| compiled.phases.get(compiled.phase(id)?));
        let before = start.turn == 0 && place.is_none() || phase.is_some_and(|phase| phase.before);
        if !before {
            let missing = || format!("the scenario has no game-turn {}", start.turn);
            self.base.turn_place = place.ok_or_else(missing)?;
        }
        (self.base.begun, self.base.turn) = (!before, start.turn);
        for name in &start.eliminated {
            let unit =
                compiled.find_unit(name).ok_or_else(|| format!("there is no unit '{name}'"))?;
            self.lift(cx.rules, unit, UnitStatus::Eliminated);
        }
        let cx = &mut PlayContext::new(self, cx);
        P::start_case(cx, start)?;
        if let Some(id) = &start.phase {
            let place = compiled.phase(id);
            let place = place.ok_or_else(|| format!("no step of the sequence of play '{id}'"))?;
            cx.position.base.phase = Some(place);
            begin_phase(cx);
        }
        go_on(cx);
        Ok(())
    }

    fn legal(&self, rules: &P::Rules) -> Vec<P::Act> {
        let Some(side) = self.deciding() else { return Vec::new() };
        P::legal(rules, &P::conceal(rules, self, side), side)
    }

    fn unfinished(&self, rules: &P::Rules) -> Option<Violation> {
        let side = self.deciding()?;
        P::unfinished(rules, &P::conceal(rules, self, side), side)
    }

    fn parse(rules: &P::Rules, action: &Action) -> Result<P::Act, Violation> {
        P::parse(rules, action)
    }

    fn action(rules: &P::Rules, act: &P::Act) -> Action {
        P::action(rules, act)
    }

    fn is_hidden(&self, _act: &P::Act) -> bool {
        self.asked().is_some_and(|ask| ask.hidden)
    }

    fn apply(&mut self, cx: &mut Context<'_, P::Rules>, act: &P::Act) -> Result<(), Violation> {
        let side = self.deciding().ok_or_else(|| Violation::new("", "the game is over"))?;
        P::check(cx.rules, self, side, act)?;
        let cx = &mut PlayContext::new(self, cx);
        P::apply(cx, side, act);
        go_on(cx);
        Ok(())
    }

    fn choose(
        &self,
        rules: &P::Rules,
        bot: Bot,
        weights: &P::Weights,
        chance: &mut SplitMix64,
        _memory: &mut (),
    ) -> Option<P::Act> {
        let side = self.deciding()?;
        let view = P::conceal(rules, self, side);
        let own = P::choose(bot, rules, &view, side, weights, chance);
        own.or_else(|| bots::choose(bot, rules, &view, side, chance))
    }

    fn considered(
        &self,
        rules: &P::Rules,
        bot: Bot,
        weights: &P::Weights,
        _memory: &mut (),
        act: &P::Act,
    ) -> Considered {
        let Some(side) = self.deciding() else { return Considered::default() };
        P::considered(bot, rules, &P::conceal(rules, self, side), side, weights, act)
    }

    fn plans(
        rules: &P::Rules,
        position: &Self,
        side: usize,
        usual: &P::Weights,
    ) -> Vec<Plan<P::Weights>> {
        P::plans(rules, &P::conceal(rules, position, side), side, usual)
    }

    fn thinks(&self, rules: &P::Rules) -> Option<u64> {
        let side = self.deciding()?;
        P::thinks(rules, &P::conceal(rules, self, side), side)
    }

    fn turns_ahead(rules: &P::Rules) -> u16 {
        P::turns_ahead(rules)
    }

    fn imagine(&self, rules: &P::Rules, side: usize, chance: &mut SplitMix64) -> Self {
        let mut imagined = P::conceal(rules, self, side).into_owned();
        P::draw_anew(rules, &mut imagined, side, chance);
        imagined
    }

    fn known_to<'a>(&'a self, rules: &P::Rules, sides: &[usize]) -> Cow<'a, Self> {
        sides.iter().fold(Cow::Borrowed(self), |known, &side| match known {
            Cow::Borrowed(position) => P::conceal(rules, position, side),
            Cow::Owned(position) => Cow::Owned(P::conceal(rules, &position, side).into_owned()),
        })
    }

    fn value(&self, rules: &P::Rules, side: usize) -> i64 {
        let won = self.outcome.as_ref().map_or(0, |outcome| {
            let own = P::compiled(rules).sides.get(side);
            match own == Some(&outcome.side) {
                true => WON,
                false if outcome.side.is_empty() => 0,
                false => -WON,
            }
        });
        won + i64::from(P::value(rules, self, side))
    }

    fn give_up(&mut self, cx: &mut Context<'_, P::Rules>) {
        PlayContext::new(self, cx).end(None, "unfinished", "Unfinished", "");
    }

    fn ways(
        &self,
        rules: &P::Rules,
        unit: Unit,
        beyond: u32,
        reach: &mut Reach,
    ) -> Option<Spending> {
        let side = self.deciding()?;
        P::ways(rules, &P::conceal(rules, self, side), unit, beyond, reach)
    }

    fn question(&self, rules: &P::Rules) -> Option<Question> {
        let side = self.deciding()?;
        let ask = self.asked()?;
        P::question(rules, &P::conceal(rules, self, side), &ask.what)
    }

    fn states(&self, rules: &P::Rules, unit: Unit) -> Vec<String> {
        P::states(rules, self, unit).unwrap_or_default()
    }

    fn under_fire(&self, rules: &P::Rules, unit: Unit) -> Vec<UnderFire> {
        let Some(side) = self.deciding() else { return Vec::new() };
        P::under_fire(rules, &P::conceal(rules, self, side), unit)
    }

    fn modifiers(&self, rules: &P::Rules, act: &P::Act) -> Vec<Modifier> {
        let Some(side) = self.deciding() else { return Vec::new() };
        P::modifiers(rules, &P::conceal(rules, self, side), act)
    }

    fn markers(&self, rules: &P::Rules) -> Vec<Marker> {
        P::markers(rules, self)
    }

    fn directed(&self, rules: &P::Rules) -> Vec<Directed> {
        P::directed(rules, self)
    }

    fn points_left(&self, rules: &P::Rules) -> Vec<PointsLeft> {
        P::points_left(rules, self)
    }
}
