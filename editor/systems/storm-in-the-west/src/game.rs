//! What the kernel asks of a system, and where each of it goes.

use salient_rules::account::Considered;
use salient_rules::base::BasePosition;
use salient_rules::case::Start;
use salient_rules::dice::{Dice, SplitMix64};
use salient_rules::keep::Keeping;
use salient_rules::play::{GamePosition, PhaseOf, PlayContext, Procedures, View};
use salient_rules::questions::Questions;
use salient_rules::search::Plan;
use salient_rules::{Bot, Violation};
use salient_schema::event::{LevelCount, PointSource};
use salient_schema::{Bundle, Diagnostic};

use crate::actions::out_of_turn;
use crate::acts::Act;
use crate::answers::Answers;
use crate::bots;
use crate::context::StormInTheWest;
use crate::position::{Decision, Marks, Position};
use crate::rules::{GERMAN, Rules};

impl Procedures for StormInTheWest {
    type Rules = Rules;
    type Position = Position;
    type Act = Act;
    type Memory = bots::Memory;
    type Weights = bots::ByTime;

    const POLICY: Bot = Bot::PLANNER;
    const PLAYOUTS: u32 = 28;
    const HAS_PLANS: bool = true;
    const WON: i64 = bots::WON;

    fn begin_phase(cx: &mut PlayContext<'_, Self>, phase: &PhaseOf<Self>) {
        let (position, mut cx) = cx.parts();
        position.begin_phase(&mut cx, phase);
    }

    fn end_phase(cx: &mut PlayContext<'_, Self>) {
        let (position, mut cx) = cx.parts();
        position.end_phase(&mut cx);
    }

    fn begin_turn(cx: &mut PlayContext<'_, Self>) {
        let (position, mut cx) = cx.parts();
        position.begin_turn(&mut cx);
    }

    fn finish(cx: &mut PlayContext<'_, Self>) {
        let (position, mut cx) = cx.parts();
        position.end_of_last_turn(&mut cx);
    }

    fn give_up(cx: &mut PlayContext<'_, Self>) {
        cx.position.decision = Decision::None;
    }

    fn legal(rules: &Rules, position: &Position, _side: usize) -> Vec<Act> {
        position.legal(rules)
    }

    fn apply(cx: &mut PlayContext<'_, Self>, _side: usize, act: &Act) -> Result<(), Violation> {
        let (position, mut cx) = cx.parts();
        position.apply(&mut cx, act)
    }

    fn over() -> Violation {
        out_of_turn(&Decision::None)
    }

    fn questions<'a>(view: View<'a, Self>) -> Box<dyn Questions<'a> + 'a> {
        Box::new(Answers(view))
    }

    fn value(rules: &Rules, position: &Position, side: usize) -> i64 {
        bots::value(position, rules, side)
    }

    /// German morale.
    fn points(_rules: &Rules, position: &Position, side: usize) -> i32 {
        if side == GERMAN { position.points() } else { 0 }
    }

    fn sources(rules: &Rules, position: &Position) -> Vec<PointSource> {
        position.sources(rules)
    }

    fn levels(rules: &Rules, position: &Position) -> Vec<LevelCount> {
        position.levels(rules)
    }

    fn choose(
        bot: Bot,
        rules: &Rules,
        view: &Position,
        _side: usize,
        weights: &bots::ByTime,
        chance: &mut SplitMix64,
        memory: &mut bots::Memory,
    ) -> Option<Act> {
        Some(bots::choose(bot, view, rules, weights, chance, memory))
    }

    fn considered(
        bot: Bot,
        rules: &Rules,
        view: &Position,
        _side: usize,
        _weights: &bots::ByTime,
        memory: &mut bots::Memory,
        act: &Act,
    ) -> Considered {
        bots::considered(bot, view, rules, memory, act)
    }

    fn plans(
        _rules: &Rules,
        _view: &Position,
        _side: usize,
        usual: &bots::ByTime,
    ) -> Vec<Plan<bots::ByTime>> {
        bots::plans(usual)
    }

    fn thinks(_rules: &Rules, view: &Position, _side: usize) -> Option<u64> {
        bots::thinks(view)
    }
}

impl GamePosition<StormInTheWest> for Position {
    type Marks = Marks;

    fn set_up(bundle: &Bundle) -> Result<(Rules, Self), Vec<Diagnostic>> {
        let rules = Rules::compile(bundle)?;
        let mut position = Self::new(&rules);
        position.set_up(&rules, bundle)?;
        Ok((rules, position))
    }

    fn base_mut(&mut self) -> &mut BasePosition<Marks> {
        &mut self.base
    }

    fn deciding(&self) -> Option<usize> {
        self.deciding()
    }

    fn proceed(cx: &mut PlayContext<'_, StormInTheWest>) -> bool {
        let (position, mut cx) = cx.parts();
        position.proceed(&mut cx)
    }

    fn start_at(cx: &mut PlayContext<'_, StormInTheWest>, start: &Start) -> Result<(), String> {
        crate::start_at::start_at(cx, start)
    }

    fn keep(&self, rules: &Rules, keeping: &mut Keeping<'_>) {
        self.keep_in(rules, keeping);
    }

    fn state_hash(&self, dice: &Dice) -> u64 {
        self.hash(dice)
    }
}
