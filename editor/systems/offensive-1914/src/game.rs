//! What the kernel asks of a system: where each decision, act and step goes.

use std::borrow::Cow;

use salient_hex::{Footprint, Hex};
use salient_rules::account::Considered;
use salient_rules::case::Start;
use salient_rules::dice::SplitMix64;
use salient_rules::keep::Keeping;
use salient_rules::play::{
    BoxDef, Change, Compiled, Entered, MarkDef, Phase, PhaseOf, PlayContext, Position, Procedures,
    Stepwise, Unit, View, Walk,
};
use salient_rules::questions::Questions;
use salient_rules::{Bot, Violation};
use salient_schema::{Bundle, Diagnostic};

use crate::acts::Act;
use crate::answers::Answers;
use crate::arrivals::combine;
use crate::decision::{Decision, Step};
use crate::rules::{Offensive, Rules};
use crate::state::State;
use crate::{
    abreast, armies, arrivals, bases, battle, bots, boxes, east, intelligence, inundation, kept,
    losses, march, marks, opening, plans, remarks, retire, retreat, sequence, settle, stacking,
    supply, victory, voluntary,
};

/// The test of the sequence of play that holds while any plan binds or waits (1914 4.2.1a).
pub const PLANS: &str = "plans";

impl Procedures for Offensive {
    type Rules = Rules;
    type Position = Position<Self>;
    type Act = Act;
    type Memory = bots::Memory;
    type Weights = bots::Weights;

    const POLICY: Bot = Bot::HEURISTIC;

    fn begin_turn(cx: &mut PlayContext<'_, Self>) {
        // Before the first step of the first game-turn.
        if cx.position.turn_place == 0 {
            opening::begin(cx);
        }
    }

    fn begin_phase(cx: &mut PlayContext<'_, Self>, phase: &PhaseOf<Self>) {
        let phase: &Phase = phase;
        sequence::begin(cx, phase);
    }

    fn holds(_rules: &Rules, position: &Position<Self>, test: &str) -> bool {
        test == PLANS && plans::any(position)
    }

    fn end_phase(cx: &mut PlayContext<'_, Self>) {
        sequence::end(cx);
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
        let Some(ask) = position.asked() else {
            return Err(Violation::new("1914 4.0", "the game is over"));
        };
        match &ask.what {
            Decision::Plans => plans::check(rules, position, side, act),
            Decision::Attachment => armies::check(rules, position, side, act),
            Decision::Supply => supply::check(rules, position, side, act),
            Decision::Site(asked) => supply::siting::check(rules, position, *asked, act),
            Decision::Shortage => supply::check_shortage(rules, position, side, act),
            Decision::Displace(asked) => supply::displaced::check(rules, position, asked, act),
            Decision::March(asked) => march::check(rules, position, side, asked, act),
            Decision::Battle(asked) => battle::check(rules, position, side, asked, act),
            Decision::Retreat(retreat) => retreat::check(rules, position, side, retreat, act),
            Decision::Loss(loss) => losses::check(rules, position, side, loss, act),
            Decision::Retire(asked) => retire::check(rules, position, side, asked, act),
            Decision::Withdraw => voluntary::check(rules, position, side, act),
            Decision::Arrivals(asked) => arrivals::check(rules, position, side, asked, act),
            Decision::Combine => combine::check(rules, position, side, act),
            Decision::East => east::check(rules, position, side, act),
            Decision::Bases { attachment } => bases::check(rules, position, *attachment, act),
            Decision::Inundation => inundation::check(act),
            Decision::Capture => victory::check(rules, position, side, act),
        }
    }

    fn conceal<'a>(
        rules: &Rules,
        position: &'a Position<Self>,
        side: usize,
    ) -> Cow<'a, Position<Self>> {
        intelligence::conceal(rules, position, side)
    }

    fn legal(rules: &Rules, position: &Position<Self>, side: usize) -> Vec<Act> {
        let Some(ask) = position.asked() else { return Vec::new() };
        match &ask.what {
            Decision::Plans => plans::legal(rules, position, side),
            Decision::Attachment => armies::legal(rules, position, side),
            Decision::Supply => supply::legal(rules, position, side),
            Decision::Site(asked) => supply::siting::legal(rules, position, *asked),
            Decision::Shortage => supply::shortage::legal(rules, position, side),
            Decision::Displace(asked) => supply::displaced::legal(rules, position, asked),
            Decision::March(asked) => march::legal(rules, position, side, asked),
            Decision::Battle(asked) => battle::legal(rules, position, side, asked),
            Decision::Retreat(retreat) => retreat::legal(rules, position, side, retreat),
            Decision::Loss(loss) => losses::legal(rules, position, side, loss),
            Decision::Retire(asked) => retire::legal(rules, position, side, asked),
            Decision::Withdraw => voluntary::legal(rules, position, side),
            Decision::Arrivals(asked) => arrivals::legal(rules, position, side, asked),
            Decision::Combine => combine::legal(rules, position, side),
            Decision::East => east::legal(rules, position, side),
            Decision::Bases { attachment } => bases::legal(rules, position, *attachment),
            Decision::Inundation => vec![Act::Done, Act::Inundate],
            Decision::Capture => victory::legal(rules, position, side),
        }
    }

    fn apply(cx: &mut PlayContext<'_, Self>, side: usize, act: &Act) -> Result<(), Violation> {
        let Some(asked) = cx.position.asked().map(|ask| ask.what.clone()) else { return Ok(()) };
        match asked {
            Decision::Plans => plans::apply(cx, side, act),
            Decision::Attachment => armies::apply(cx, side, act),
            Decision::Supply => supply::apply(cx, side, act),
            Decision::Site(asked) => supply::siting::apply(cx, side, asked, act),
            Decision::Shortage => supply::apply_shortage(cx, side, act),
            Decision::Displace(asked) => supply::displaced::apply(cx, side, asked, act),
            Decision::March(asked) => march::apply(cx, side, asked, act),
            Decision::Battle(asked) => battle::apply(cx, side, asked, act),
            Decision::Retreat(retreat) => retreat::apply(cx, side, *retreat, act),
            Decision::Loss(loss) => losses::apply(cx, side, *loss, act),
            Decision::Retire(asked) => retire::apply(cx, side, asked, act),
            Decision::Withdraw => voluntary::apply(cx, side, act),
            Decision::Arrivals(asked) => arrivals::apply(cx, side, asked, act),
            Decision::Combine => combine::apply(cx, side, act),
            Decision::East => east::apply(cx, side, act),
            Decision::Bases { attachment } => bases::apply(cx, side, attachment, act),
            Decision::Inundation => inundation::apply(cx, side, act),
            Decision::Capture => victory::apply(cx, side, act),
        }
        Ok(())
    }

    fn value(rules: &Rules, position: &Position<Self>, side: usize) -> i64 {
        let enemy = rules.enemy(side);
        i64::from(victory::points(position, side) - victory::points(position, enemy))
    }

    fn points(_rules: &Rules, position: &Position<Self>, side: usize) -> i32 {
        victory::points(position, side)
    }

    fn choose(
        bot: Bot,
        rules: &Rules,
        view: &Position<Self>,
        side: usize,
        weights: &bots::Weights,
        _chance: &mut SplitMix64,
        memory: &mut bots::Memory,
    ) -> Option<Act> {
        bots::choose(bot, rules, view, side, weights, memory)
    }

    fn considered(
        bot: Bot,
        rules: &Rules,
        view: &Position<Self>,
        side: usize,
        weights: &bots::Weights,
        _memory: &mut bots::Memory,
        act: &Act,
    ) -> Considered {
        bots::considered(bot, rules, view, side, weights, act)
    }

    fn questions<'a>(view: View<'a, Self>) -> Box<dyn Questions<'a> + 'a> {
        Box::new(Answers(view))
    }
}

impl Stepwise for Offensive {
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
        stacking::may_stand(rules, position, unit, hex)
    }

    const TWO_HEXES: Option<&'static str> = Some("1914 19.0");

    fn may_span(
        rules: &Rules,
        position: &Position<Self>,
        unit: Unit,
        hexes: Footprint,
    ) -> Result<(), Violation> {
        abreast::may_span(rules, position, unit, hexes)
    }

    fn remarks(rules: &Rules, set_up: &Position<Self>) -> Vec<Diagnostic> {
        remarks::remarks(rules, set_up)
    }

    fn run(cx: &mut PlayContext<'_, Self>, step: Step) {
        match step {
            Step::March(step) => march::run(cx, step),
            Step::Battle(step) => battle::run(cx, step),
            Step::Supply(supplying) => supply::run(cx, supplying),
            Step::Displace(displaced) => supply::displaced::run(cx, displaced),
            Step::Retreat(retreat) => retreat::run(cx, *retreat),
            Step::Loss(loss) => losses::run(cx, *loss),
            Step::Retire(asked) => retire::run(cx, asked),
            Step::Combine(side) => combine::run(cx, side),
            Step::Withdraw(side) => voluntary::run(cx, side),
            Step::WithdrawMore(side) => voluntary::more(cx, side),
        }
    }

    const SETTLES: bool = true;
    const BOXES: &'static [BoxDef] = boxes::BOXES;
    const MARKS: &'static [MarkDef] = marks::MARKS;

    fn settle(cx: &mut PlayContext<'_, Self>, changes: &[Change]) {
        settle::settle(cx, changes);
    }

    fn entered(cx: &mut PlayContext<'_, Self>, walk: &Walk) -> Entered {
        march::entered(cx, walk)
    }

    const KEEPS_MARKS: bool = true;

    fn keep(rules: &Rules, position: &Position<Self>, keeping: &mut Keeping<'_>) {
        kept::keep(rules, position, keeping);
    }

    fn start_case(cx: &mut PlayContext<'_, Self>, start: &Start) -> Result<(), String> {
        opening::start_case(cx, start)
    }
}
