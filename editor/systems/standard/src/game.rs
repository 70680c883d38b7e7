//! What the kernel asks of a system, handed to the procedure that a decision or step belongs to.

use std::borrow::Cow;

use salient_hex::Hex;
use salient_rules::case::Start;
use salient_rules::dice::SplitMix64;
use salient_rules::keep::Keeping;
use salient_rules::play::{
    Change, Compiled, Entered, Frame, Phase, PlayContext, Position, Procedures, Stepwise, Unit,
    View, Walk,
};
use salient_rules::questions::Questions;
use salient_rules::weights::Plan;
use salient_rules::{Bot, Violation};
use salient_schema::event::PointSource;
use salient_schema::{Bundle, Diagnostic};

use crate::acts::Act;
use crate::answers::Answers;
use crate::citations::Chapter;
use crate::results::Suffering;
use crate::rules::Rules;
use crate::sequence::{self, DoesAt, Step};
use crate::state::{State, StateRef};
use crate::{
    arrivals, bot, combat, fire, hidden, movement, overrun, recovery, replacements, results, start,
    states, victory,
};

/// What the kernel plays.
#[derive(Debug)]
pub struct Standard;

/// What a side is asked.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Decision {
    /// Where units are set up.
    SetUp,
    /// Where reinforcements come in.
    Enter,
    /// On what replacement points are spent.
    Replace,
    /// Which units move.
    Move {
        /// The step.
        at: DoesAt,
    },
    /// What is attacked next.
    Attack {
        /// The step.
        at: DoesAt,
    },
    /// Something of the combat that is being fought: who supports, loses, retreats, advances.
    Battle(combat::Asked),
    /// What is fired at next.
    Fire {
        /// The step.
        at: DoesAt,
        /// The kind of fire.
        fire: u8,
    },
    /// Whether those who move are fired at.
    React(Box<fire::React>),
    /// Who loses the next step.
    Lose(Box<Suffering>),
    /// Who tries to recover.
    Recover {
        /// The step.
        at: DoesAt,
        /// The state.
        state: u8,
    },
    /// What is activated.
    Activate {
        /// The step.
        phase: u16,
    },
}

impl Procedures for Standard {
    type Rules = Rules;
    type Position = Position<Self>;
    type Act = Act;
    type Memory = bot::Memory;
    type Weights = bot::Weights;

    const POLICY: Bot = Bot::HEURISTIC;
    const HAS_PLANS: bool = true;

    fn begin_phase(cx: &mut PlayContext<'_, Self>, _: &Phase) {
        if let Some(phase) = cx.position.phase {
            sequence::begin(cx, phase);
        }
    }

    fn end_phase(cx: &mut PlayContext<'_, Self>) {
        sequence::end(cx);
    }

    fn begin_turn(cx: &mut PlayContext<'_, Self>) {
        sequence::begin_turn(cx);
    }

    fn end_turn(cx: &mut PlayContext<'_, Self>, _: bool) {
        victory::look(cx);
    }

    fn finish(cx: &mut PlayContext<'_, Self>) {
        victory::finish(cx);
    }

    fn check(
        rules: &Rules,
        position: &Position<Self>,
        side: usize,
        act: &Act,
    ) -> Result<(), Violation> {
        // Nobody may learn from what is refused where the hidden are.
        let position = &*hidden::conceal(rules, position, side);
        let rule = |chapter: Chapter| rules.cite.rule(chapter).to_owned();
        let Some(ask) = position.asked() else {
            return Err(Violation::new(rule(Chapter::Victory), "the game is over"));
        };
        let no = |chapter: Chapter, text: &'static str| Err(Violation::new(rule(chapter), text));
        match (&ask.what, act) {
            (Decision::SetUp, Act::Place { unit, hex }) => {
                arrivals::check_placing(rules, position, side, (*unit, *hex))
            }
            (Decision::SetUp, Act::Done) => arrivals::check_set_up_done(rules, position, side),
            (Decision::SetUp, _) => no(Chapter::Stacking, "set a unit up"),
            (Decision::Enter, Act::Enter { unit, hex }) => {
                arrivals::check_entering(rules, position, side, (*unit, *hex))
            }
            (Decision::Enter, Act::Done) => Ok(()),
            (Decision::Enter, _) => no(Chapter::Reinforcements, "bring a unit in, or be done"),
            (Decision::Move { at }, Act::Move { units, path }) => {
                own(rules, position, side, units)?;
                movement::check(rules, position, units, path, *at).map(|_| ())
            }
            (Decision::Replace, Act::Replace { unit, hex }) => {
                replacements::check(rules, position, side, (*unit, *hex))
            }
            (Decision::Replace, Act::Done) => Ok(()),
            (Decision::Replace, _) => no(Chapter::Reinforcements, "spend points, or be done"),
            (Decision::Move { at }, Act::Overrun { units, hex }) => {
                own(rules, position, side, units)?;
                overrun::check(rules, position, units, *hex, *at)
            }
            (Decision::Move { at }, Act::Exit { unit }) => {
                own(rules, position, side, &[*unit])?;
                movement::check_exit(rules, position, *unit, *at)
            }
            (Decision::Move { at }, Act::Take { unit, state }) => {
                own(rules, position, side, &[*unit])?;
                match StateRef::find(&rules.play, state) {
                    Some(StateRef::Own(place)) => {
                        states::check_taking(rules, position, *unit, (place, *at)).map(|_| ())
                    }
                    _ => no(Chapter::States, "there is no such state"),
                }
            }
            (Decision::Move { .. }, Act::Done) => Ok(()),
            (Decision::Move { .. }, _) => no(Chapter::Movement, "move a unit, or be done"),
            (Decision::Attack { at }, _) => combat::check(rules, position, side, *at, act),
            (Decision::Battle(asked), _) => combat::check_answer(rules, position, side, asked, act),
            (Decision::Fire { at, fire }, _) => {
                fire::check(rules, position, side, (*fire, *at), act)
            }
            (Decision::React(react), _) => fire::check_reaction(rules, position, react, act),
            (Decision::Lose(of), _) => results::check_loss(rules, position, of, act),
            (Decision::Recover { .. }, Act::Done) => Ok(()),
            (Decision::Recover { at, state }, Act::Recover { unit }) => {
                own(rules, position, side, &[*unit])?;
                recovery::check(rules, position, *unit, (*state, *at))
            }
            (Decision::Recover { .. }, _) => no(Chapter::States, "let a unit recover, or be done"),
            (Decision::Activate { phase }, Act::Activate { unit }) => {
                own(rules, position, side, &[*unit])?;
                sequence::check_activation(rules, position, *phase, *unit)
            }
            (Decision::Activate { phase }, _) => {
                let rule = DoesAt { phase: *phase, part: 0 }.rule(rules).to_owned();
                Err(Violation::new(rule, "activate a unit"))
            }
        }
    }

    fn legal(rules: &Rules, position: &Position<Self>, side: usize) -> Vec<Act> {
        let Some(ask) = position.asked() else { return Vec::new() };
        let mut acts = Vec::new();
        match &ask.what {
            Decision::SetUp => {
                for (unit, hexes) in arrivals::waiting(rules, position, side) {
                    acts.extend(hexes.iter().map(|&hex| Act::Place { unit, hex }));
                }
                acts.push(Act::Done);
            }
            Decision::Enter => {
                for (unit, hexes) in arrivals::due(rules, position, side) {
                    acts.extend(hexes.iter().map(|&hex| Act::Enter { unit, hex }));
                }
                acts.push(Act::Done);
            }
            // The searches have found what is legal.
            Decision::Move { at } => return movement::legal(rules, position, side, *at),
            Decision::Replace => {
                let mut acts = replacements::legal(rules, position, side);
                acts.push(Act::Done);
                return acts;
            }
            Decision::Attack { at } => return combat::legal(rules, position, side, *at),
            Decision::Battle(asked) => {
                return combat::legal_answers(rules, position, side, asked);
            }
            Decision::Fire { at, fire } => {
                return fire::legal(rules, position, side, (*fire, *at));
            }
            Decision::React(react) => return fire::legal_reactions(rules, position, react),
            Decision::Lose(of) => {
                let losers = results::losers(rules, position, of);
                return losers.into_iter().map(|unit| Act::Lose { unit }).collect();
            }
            Decision::Recover { at, state } => {
                let own = position.on_map(rules, side);
                let can = own
                    .filter(|&unit| recovery::check(rules, position, unit, (*state, *at)).is_ok());
                acts.extend(can.map(|unit| Act::Recover { unit }));
                acts.push(Act::Done);
                return acts;
            }
            Decision::Activate { phase } => {
                let own = position.on_map(rules, side);
                let can = own.filter(|&unit| {
                    sequence::check_activation(rules, position, *phase, unit).is_ok()
                });
                acts.extend(can.map(|unit| Act::Activate { unit }));
                return acts;
            }
        }
        acts.retain(|act| Self::check(rules, position, side, act).is_ok());
        acts
    }

    fn apply(cx: &mut PlayContext<'_, Self>, side: usize, act: &Act) -> Result<(), Violation> {
        let Some(asked) = cx.position.asked().map(|ask| ask.what.clone()) else { return Ok(()) };
        match (asked, act) {
            (
                Decision::SetUp | Decision::Enter,
                Act::Place { unit, hex } | Act::Enter { unit, hex },
            ) => {
                if !hidden::bars(cx, side, *hex) {
                    arrivals::place(cx, side, *unit, *hex);
                }
            }
            (Decision::Replace, Act::Replace { unit, hex }) => {
                if hex.is_none_or(|hex| !hidden::bars(cx, side, hex)) {
                    replacements::apply(cx, side, (*unit, *hex));
                }
            }
            (Decision::Move { at }, Act::Move { units, path }) => {
                movement::begin_move(cx, units, path, at);
            }
            (Decision::Move { at }, Act::Overrun { units, hex }) => {
                overrun::apply(cx, units, *hex, at);
            }
            (Decision::Move { .. }, Act::Exit { unit }) => movement::exit(cx, *unit),
            (Decision::Move { at }, Act::Take { unit, state }) => {
                if let Some(StateRef::Own(place)) = StateRef::find(&cx.rules.play, state) {
                    states::take_by_will(cx, *unit, (place, at));
                }
            }
            (Decision::Fire { at, fire }, act) => fire::apply(cx, side, (fire, at), act),
            (Decision::React(react), act) => fire::react(cx, *react, act),
            (Decision::Lose(of), Act::Lose { unit }) => results::take_loss(cx, side, *of, *unit),
            (Decision::Recover { at, state }, Act::Recover { unit }) => {
                recovery::attempt(cx, *unit, (state, at));
            }
            (Decision::Attack { at }, act) => combat::apply(cx, side, at, act),
            (Decision::Battle(asked), act) => combat::answer(cx, side, &asked, act),
            (Decision::Activate { phase }, Act::Activate { unit }) => {
                cx.answered(side);
                let units = sequence::to_activate(cx.rules, cx.position, phase, *unit);
                sequence::activate(cx, phase, side, units);
            }
            _ => cx.answered(side),
        }
        Ok(())
    }

    fn conceal<'a>(
        rules: &Rules,
        position: &'a Position<Self>,
        side: usize,
    ) -> Cow<'a, Position<Self>> {
        hidden::conceal(rules, position, side)
    }

    fn draw_anew(
        rules: &Rules,
        concealed: &mut Position<Self>,
        side: usize,
        chance: &mut SplitMix64,
    ) {
        hidden::draw_anew(rules, concealed, side, chance);
    }

    fn questions<'a>(view: View<'a, Self>) -> Box<dyn Questions<'a> + 'a> {
        Box::new(Answers(view))
    }

    fn value(rules: &Rules, position: &Position<Self>, side: usize) -> i64 {
        bot::value(rules, position, side)
    }

    fn points(rules: &Rules, position: &Position<Self>, side: usize) -> i32 {
        victory::points(rules, position, side)
    }

    fn sources(rules: &Rules, position: &Position<Self>) -> Vec<PointSource> {
        victory::point_sources(rules, position)
    }

    fn choose(
        bot: Bot,
        rules: &Rules,
        view: &Position<Self>,
        side: usize,
        weights: &bot::Weights,
        _: &mut SplitMix64,
        memory: &mut bot::Memory,
    ) -> Option<Act> {
        bot::choose(bot, rules, view, (side, weights), memory)
    }

    fn plans(
        _rules: &Rules,
        _view: &Position<Self>,
        _side: usize,
        usual: &bot::Weights,
    ) -> Vec<Plan<bot::Weights>> {
        bot::plans(usual)
    }

    fn thinks(_rules: &Rules, view: &Position<Self>, side: usize) -> Option<u64> {
        // Once a player-turn.
        Some(u64::from(view.turn) << 8 | side as u64)
    }
}

impl Stepwise for Standard {
    type State = State;
    type Decision = Decision;
    type Step = Step;

    const SETTLES: bool = true;

    fn compile(bundle: &Bundle, compiled: Compiled) -> Result<Rules, Vec<Diagnostic>> {
        Rules::compile(bundle, compiled)
    }

    fn compiled(rules: &Rules) -> &Compiled {
        &rules.compiled
    }

    fn state(rules: &Rules) -> State {
        State::new(rules)
    }

    fn may_stand(
        rules: &Rules,
        position: &Position<Self>,
        unit: Unit,
        hex: Hex,
    ) -> Result<(), Violation> {
        arrivals::may_stand(rules, position, unit, hex)
    }

    fn run(cx: &mut PlayContext<'_, Self>, step: Step) {
        match step {
            Step::Do { side, at } => sequence::act(cx, usize::from(side), at),
            Step::Activations { phase, side, passed } => {
                sequence::next_activation(cx, phase, usize::from(side), passed);
            }
            Step::NextOfActive { phase } => sequence::next_of_active(cx, phase),
            Step::Combat(stage) => combat::run(cx, stage),
            Step::Fire { side, at, fire } => fire::go_on(cx, usize::from(side), (fire, at)),
            Step::React(react) => fire::step(cx, *react),
            Step::Onward { movers, hex } => fire::onward(cx, &movers, hex),
            Step::Suffer(now) => results::run(cx, *now),
            Step::Check { of, modifier } => results::check(cx, *of, modifier),
            Step::Retreat(now) => results::retreat(cx, *now),
        }
    }

    fn entered(cx: &mut PlayContext<'_, Self>, walk: &Walk) -> Entered {
        let Some(to) = walk.at() else { return Entered::GoOn };
        for &unit in &walk.units {
            victory::take(cx, unit, to);
        }
        // Below the walk lies the question of the step in which the units move.
        let at = cx.position.frames().iter().rev().find_map(|frame| match frame {
            Frame::Ask(ask) => match ask.what {
                Decision::Move { at } => Some(at),
                _ => None,
            },
            _ => None,
        });
        let ends = at.is_some_and(|at| movement::entered(cx, &walk.units, to, at));
        fire::offer(cx, &walk.units, to);
        // Enemies who were hidden may stand in the way.
        let side = walk.units.first().map(|&unit| cx.rules.side(unit));
        let next = walk.path.get(walk.done).copied();
        let is_barred = side.zip(next).is_some_and(|(side, next)| hidden::bars(cx, side, next));
        if ends || is_barred { Entered::Stop } else { Entered::GoOn }
    }

    fn settle(cx: &mut PlayContext<'_, Self>, changes: &[Change]) {
        hidden::look(cx, changes);
    }

    fn states(rules: &Rules, position: &Position<Self>, unit: Unit) -> Option<Vec<String>> {
        Some(states::names(rules, position, unit))
    }

    const KEEPS_MARKS: bool = true;

    fn keep(rules: &Rules, position: &Position<Self>, keeping: &mut Keeping<'_>) {
        start::keep(rules, position, keeping);
    }

    fn start_case(cx: &mut PlayContext<'_, Self>, begins: &Start) -> Result<(), String> {
        start::case(cx, begins)
    }
}

/// Whether units are a side's own.
fn own(
    rules: &Rules,
    position: &Position<Standard>,
    side: usize,
    units: &[Unit],
) -> Result<(), Violation> {
    if units.iter().all(|&unit| rules.side(unit) == side) {
        return Ok(());
    }
    let phase = position.phase.unwrap_or(0) as u16;
    let rule = DoesAt { phase, part: 0 }.rule(rules).to_owned();
    Err(Violation::new(rule, "a side acts with its own units"))
}
