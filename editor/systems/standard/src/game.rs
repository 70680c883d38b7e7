//! What the kernel asks of a system, handed to the procedure that a decision or step belongs to.

use salient_hex::Hex;
use salient_rules::case::Start;
use salient_rules::play::{
    Compiled, Entered, Frame, Phase, PlayContext, Position, Procedures, Stepwise, Unit, View, Walk,
};
use salient_rules::questions::Questions;
use salient_rules::{Bot, Violation};
use salient_schema::event::PointSource;
use salient_schema::{Bundle, Diagnostic};

use crate::acts::Act;
use crate::answers::Answers;
use crate::citations::Chapter;
use crate::rules::Rules;
use crate::sequence::{self, DoesAt, Step};
use crate::state::State;
use crate::{arrivals, bot, combat, movement, overrun, replacements, start, victory};

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
    type Memory = ();
    type Weights = ();

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

    fn end_turn(cx: &mut PlayContext<'_, Self>, last: bool) {
        victory::look(cx, last);
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
        let rule = |chapter: Chapter| rules.cite.rule(chapter).to_owned();
        let Some(ask) = position.asked() else {
            return Err(Violation::new(rule(Chapter::Victory), "the game is over"));
        };
        let no = |chapter: Chapter, text: &'static str| Err(Violation::new(rule(chapter), text));
        match (&ask.what, act) {
            (Decision::SetUp, Act::Place { unit, hex }) => {
                let among = arrivals::waiting(rules, position, side);
                arrivals::check(rules, position, among, (*unit, *hex))
            }
            (Decision::SetUp, Act::Done) => arrivals::check_set_up_done(rules, position, side),
            (Decision::SetUp, _) => no(Chapter::Stacking, "set a unit up"),
            (Decision::Enter, Act::Enter { unit, hex }) => {
                let among = arrivals::due(rules, position, side);
                arrivals::check(rules, position, among, (*unit, *hex))
            }
            (Decision::Enter, Act::Done) => Ok(()),
            (Decision::Enter, _) => no(Chapter::Reinforcements, "bring a unit in, or be done"),
            (Decision::Move { at }, Act::Move { units, path }) => {
                own(rules, side, units)?;
                movement::check(rules, position, units, path, *at).map(|_| ())
            }
            (Decision::Replace, Act::Replace { unit, hex }) => {
                replacements::check(rules, position, side, (*unit, *hex))
            }
            (Decision::Replace, Act::Done) => Ok(()),
            (Decision::Replace, _) => no(Chapter::Reinforcements, "spend points, or be done"),
            (Decision::Move { at }, Act::Overrun { units, hex }) => {
                own(rules, side, units)?;
                overrun::check(rules, position, units, *hex, *at)
            }
            (Decision::Move { at }, Act::Exit { unit }) => {
                own(rules, side, &[*unit])?;
                movement::check_exit(rules, position, *unit, *at)
            }
            (Decision::Move { .. }, Act::Done) => Ok(()),
            (Decision::Move { .. }, _) => no(Chapter::Movement, "move a unit, or be done"),
            (Decision::Attack { at }, _) => combat::check(rules, position, side, *at, act),
            (Decision::Battle(asked), _) => combat::check_answer(rules, position, side, asked, act),
            (Decision::Activate { phase }, Act::Activate { unit }) => {
                own(rules, side, &[*unit])?;
                sequence::check_activation(rules, position, *phase, *unit)
            }
            (Decision::Activate { .. }, _) => no(Chapter::Sequence, "activate a unit"),
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
                arrivals::place(cx, side, *unit, *hex);
            }
            (Decision::Replace, Act::Replace { unit, hex }) => {
                replacements::apply(cx, side, (*unit, *hex));
            }
            (Decision::Move { at }, Act::Move { units, path }) => {
                movement::begin_move(cx, units, path, at);
            }
            (Decision::Move { at }, Act::Overrun { units, hex }) => {
                overrun::apply(cx, units, *hex, at);
            }
            (Decision::Move { .. }, Act::Exit { unit }) => movement::exit(cx, *unit),
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
        _weights: &(),
        chance: &mut salient_rules::dice::SplitMix64,
        _memory: &mut (),
    ) -> Option<Act> {
        bot::choose(bot, rules, view, side, chance)
    }
}

impl Stepwise for Standard {
    type State = State;
    type Decision = Decision;
    type Step = Step;

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
        match at.map(|at| movement::entered(cx, &walk.units, to, at)) {
            Some(true) => Entered::Stop,
            _ => Entered::GoOn,
        }
    }

    fn start_case(cx: &mut PlayContext<'_, Self>, begins: &Start) -> Result<(), String> {
        start::case(cx, begins)
    }
}

/// Whether units are a side's own.
fn own(rules: &Rules, side: usize, units: &[Unit]) -> Result<(), Violation> {
    if units.iter().all(|&unit| rules.side(unit) == side) {
        return Ok(());
    }
    let rule = rules.cite.rule(Chapter::Sequence).to_owned();
    Err(Violation::new(rule, "a side acts with its own units"))
}
