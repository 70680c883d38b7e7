//! The game of any system that says its rules as [`Procedures`].

use std::sync::Arc;

use salient_hex::HexGrid;
use salient_schema::event::{
    Decided, EventKind, GameStart, LOG_VERSION, PhaseStart, TurnEnd, TurnStart,
};
use salient_schema::{Bundle, Diagnostic, Id};

use super::context::phase_id;
use super::{Compiled, Cx, Entered, Frame, Position, Procedures, bots, place_all};
use crate::action::{Action, Violation};
use crate::bot::Bot;
use crate::case::Start;
use crate::check::{Lookup, RulesPart};
use crate::dice::{Dice, GENERATOR, SplitMix64};
use crate::game::{
    Begin, Game, Marker, Outcome, PointsLeft, SideLosses, SupplyView, UnitStatus, UnitView,
};
use crate::log::Log;
use crate::system::Checker;

/// Frames that are done without anybody being asked before a game is given up as one that never
/// ends: far more than any rule book asks for.
const MOST_STEPS: u32 = 1_000_000;

/// Compiles a bundle and sets its units up.
///
/// # Errors
/// What keeps the scenario from being played.
pub fn prepare<P: Procedures>(bundle: &Bundle) -> Result<Arc<dyn Begin>, Vec<Diagnostic>> {
    let rules = P::compile(bundle, Compiled::new(bundle)?)?;
    let mut position = Position::<P>::new(&rules);
    let found = place_all(&rules, &mut position, bundle);
    if found.is_empty() {
        Ok(Arc::new(Prepared { rules: Arc::new(rules), position }))
    } else {
        Err(found)
    }
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
            (RulesPart::Data, Err(found)) => found.clone(),
            (RulesPart::SetUp, Ok(rules)) => {
                place_all(rules, &mut Position::<P>::new(rules), self.bundle)
            }
            _ => Vec::new(),
        }
    }
}

struct Prepared<P: Procedures> {
    rules: Arc<P::Rules>,
    position: Position<P>,
}

struct Play<P: Procedures> {
    rules: Arc<P::Rules>,
    position: Position<P>,
    /// Beside the position, so that nobody who is shown one sees the dice to come.
    dice: Dice,
}

impl<P: Procedures> Clone for Play<P> {
    fn clone(&self) -> Self {
        Self {
            rules: Arc::clone(&self.rules),
            position: self.position.clone(),
            dice: self.dice.clone(),
        }
    }
}

impl<P: Procedures> Begin for Prepared<P> {
    fn begin(&self, seed: u64, dice: Dice, log: &mut Log) -> Box<dyn Game> {
        let mut play = self.play(dice);
        let cx = &mut play.cx(log);
        cx.emit(|rules| {
            let compiled = P::compiled(rules);
            EventKind::GameStart(GameStart {
                system: compiled.system.clone(),
                scenario: compiled.scenario.clone(),
                map: compiled.map_id.clone(),
                seed,
                generator: GENERATOR.to_owned(),
                fingerprint: compiled.fingerprint.clone(),
                format_version: salient_schema::FORMAT_VERSION,
                log_version: LOG_VERSION,
            })
        });
        go_on(cx);
        Box::new(play)
    }

    fn begin_at(&self, start: &Start, dice: Dice, log: &mut Log) -> Result<Box<dyn Game>, String> {
        let mut play = self.play(dice);
        let cx = &mut play.cx(log);
        let compiled = P::compiled(cx.rules);
        if start.turn > 0 && !compiled.turns.iter().any(|turn| turn.turn == start.turn) {
            return Err(format!("the scenario has no game-turn {}", start.turn));
        }
        cx.position.turn = start.turn;
        for name in &start.eliminated {
            let unit = compiled.unit(name).ok_or_else(|| format!("there is no unit '{name}'"))?;
            cx.position.lift(cx.rules, unit, UnitStatus::Eliminated);
        }
        P::start_case(cx, start)?;
        if let Some(id) = &start.phase {
            let place = compiled.phases.iter().position(|phase| phase.id == *id);
            let place = place.ok_or_else(|| format!("no step of the sequence of play '{id}'"))?;
            begin_phase(cx, place);
        }
        go_on(cx);
        Ok(Box::new(play))
    }
}

impl<P: Procedures> Prepared<P> {
    fn play(&self, dice: Dice) -> Play<P> {
        Play { rules: Arc::clone(&self.rules), position: self.position.clone(), dice }
    }
}

/// Goes on until somebody must be asked or the game is over.
fn go_on<P: Procedures>(cx: &mut Cx<'_, P>) {
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
fn step_of<P: Procedures>(cx: &mut Cx<'_, P>, mut walk: super::Walk) {
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
fn next_phase<P: Procedures>(cx: &mut Cx<'_, P>) {
    let compiled = P::compiled(cx.rules);
    let from = cx.position.phase.map_or(0, |place| place + 1);
    let turn = cx.position.turn;
    let next = compiled
        .phases
        .iter()
        .skip(from)
        .find(|phase| !phase.heading && (phase.from_turn..=phase.to_turn).contains(&turn));
    match next {
        Some(phase) => begin_phase(cx, phase.place),
        None => next_turn(cx),
    }
}

fn begin_phase<P: Procedures>(cx: &mut Cx<'_, P>, place: usize) {
    cx.position.phase = Some(place);
    let rules = cx.rules;
    let Some(phase) = P::compiled(rules).phases.get(place) else { return };
    cx.emit(|rules| {
        EventKind::Phase(PhaseStart {
            name: phase.name.clone(),
            side: phase.side.map(|side| P::compiled(rules).sides[side].clone()),
            rule: phase.rule.clone(),
            missing: false,
        })
    });
    P::begin_phase(cx, phase);
}

fn next_turn<P: Procedures>(cx: &mut Cx<'_, P>) {
    let rules = cx.rules;
    let compiled = P::compiled(rules);
    let turns = &compiled.turns;
    let place = match cx.position.turn {
        0 => Some(0),
        turn => {
            let place = turns.iter().position(|def| def.turn == turn);
            let last = place.is_none_or(|place| place + 1 >= turns.len());
            P::end_turn(cx, last);
            let points = P::points(rules, cx.position, 0);
            let hash = cx.position.hash() ^ cx.dice.state();
            if cx.position.outcome.is_none() {
                cx.emit(|_| {
                    EventKind::TurnEnd(TurnEnd {
                        points,
                        levels: Vec::new(),
                        state_hash: format!("{hash:016x}"),
                    })
                });
            }
            if last && cx.position.outcome.is_none() {
                cx.end(None, "last-turn", "Draw", "");
            }
            place.map(|place| place + 1)
        }
    };
    if cx.position.outcome.is_some() {
        return;
    }
    if let Some(def) = place.and_then(|place| turns.get(place)) {
        cx.position.turn = def.turn;
        cx.position.phase = None;
        cx.emit(|_| EventKind::Turn(TurnStart { label: def.label.clone(), half: None }));
    }
}

impl<P: Procedures> Play<P> {
    fn cx<'a>(&'a mut self, log: &'a mut Log) -> Cx<'a, P> {
        Cx { rules: &self.rules, position: &mut self.position, dice: &mut self.dice, log }
    }

    /// Does what the side to decide wants, and tells the log first; a refused act leaves both as
    /// they were.
    fn decide(&mut self, act: &P::Act, log: &mut Log) -> Result<(), Violation> {
        let Some(side) = self.position.deciding() else {
            return Err(Violation::new("", "the game is over"));
        };
        P::check(&self.rules, &self.position, side, act)?;
        let hidden = self.position.asked().is_some_and(|ask| ask.hidden);
        let rules = Arc::clone(&self.rules);
        log.add_in_full(self.position.turn, phase_id::<P>(&rules, &self.position), || {
            EventKind::Action(Decided {
                side: P::compiled(&rules).sides[side].clone(),
                action: P::action(&rules, act),
                hidden,
            })
        });
        let cx = &mut self.cx(log);
        P::apply(cx, side, act);
        go_on(cx);
        Ok(())
    }
}

/// A game played on by a bot in its head: its own dice, no log.
pub(super) struct Imagined<P: Procedures>(Play<P>);

impl<P: Procedures> Imagined<P> {
    pub(super) fn new(rules: &Arc<P::Rules>, view: Position<P>, seed: u64) -> Self {
        Self(Play { rules: Arc::clone(rules), position: view, dice: Dice::seeded(seed) })
    }

    /// Does an act; whether it was allowed.
    pub(super) fn act(&mut self, act: &P::Act) -> bool {
        self.0.decide(act, &mut Log::quiet()).is_ok()
    }

    pub(super) fn position(&self) -> &Position<P> {
        &self.0.position
    }
}

impl<P: Procedures> Game for Play<P> {
    fn clone_box(&self) -> Box<dyn Game> {
        Box::new(self.clone())
    }

    fn sides(&self) -> &[Id] {
        &P::compiled(&self.rules).sides
    }

    fn grid(&self) -> &HexGrid {
        P::compiled(&self.rules).map.grid()
    }

    fn turn(&self) -> u16 {
        self.position.turn
    }

    fn phase(&self) -> &str {
        phase_id::<P>(&self.rules, &self.position)
    }

    fn phase_name(&self) -> &str {
        let phases = &P::compiled(&self.rules).phases;
        let phase = self.position.phase.and_then(|place| phases.get(place));
        phase.map_or("", |phase| phase.name.as_str())
    }

    fn phasing(&self) -> Option<usize> {
        P::compiled(&self.rules).phases.get(self.position.phase?)?.side
    }

    fn deciding(&self) -> Option<usize> {
        self.position.deciding()
    }

    fn outcome(&self) -> Option<&Outcome> {
        self.position.outcome.as_ref()
    }

    fn score(&self) -> i32 {
        P::points(&self.rules, &self.position, 0)
    }

    fn losses(&self) -> Vec<SideLosses> {
        let sides = P::compiled(&self.rules).sides.iter().zip(&self.position.losses);
        sides
            .map(|(side, &(steps, units))| SideLosses { side: side.clone(), steps, units })
            .collect()
    }

    fn units(&self) -> Vec<UnitView<'_>> {
        let defs = P::compiled(&self.rules).units.iter().zip(&self.position.units);
        defs.enumerate()
            .map(|(place, (def, state))| UnitView {
                counter: &def.counter,
                name: &def.name,
                side: def.side,
                hex: self.position.hex(super::Unit(place as u16)),
                face: state.face,
                status: state.status,
            })
            .collect()
    }

    fn markers(&self) -> Vec<Marker> {
        P::markers(&self.rules, &self.position)
    }

    fn points_left(&self) -> Vec<PointsLeft> {
        P::points_left(&self.rules, &self.position)
    }

    fn supplies(&self, _side: usize) -> Vec<SupplyView<'_>> {
        Vec::new()
    }

    fn state_hash(&self) -> u64 {
        self.position.hash() ^ self.dice.state()
    }

    fn legal(&self) -> Vec<Action> {
        let Some(side) = self.position.deciding() else { return Vec::new() };
        let view = P::conceal(&self.rules, &self.position, side);
        let acts = P::legal(&self.rules, &view, side);
        let mut actions: Vec<Action> = acts.iter().map(|act| P::action(&self.rules, act)).collect();
        actions.sort_unstable();
        actions.dedup();
        actions
    }

    fn apply(&mut self, action: &Action, log: &mut Log) -> Result<(), Violation> {
        let act = P::parse(&self.rules, action)?;
        self.decide(&act, log)
    }

    fn play(&mut self, bot: Bot, chance: &mut SplitMix64, log: &mut Log) {
        let Some(side) = self.position.deciding() else { return };
        let view = P::conceal(&self.rules, &self.position, side);
        let own = P::choose(bot, &self.rules, &view, side, chance);
        let act = own.or_else(|| bots::choose(bot, &self.rules, &view, side, chance));
        let done = act.is_some_and(|act| self.decide(&act, log).is_ok());
        if !done {
            // A bot's mistake must not keep a game from ending.
            let legal = P::legal(&self.rules, &self.position, side);
            let done = legal.iter().any(|act| self.decide(act, log).is_ok());
            debug_assert!(done, "nothing that is legal is allowed");
            if !done {
                self.cx(log).end(None, "unfinished", "Unfinished", "");
            }
        }
    }

    fn dice_overrun(&self) -> isize {
        self.dice.overrun()
    }
}
