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
use salient_schema::event::PointSource;
use salient_schema::{Bundle, Diagnostic};

use crate::acts::Act;
use crate::answers::Answers;
use crate::bots;
use crate::context::KaisersBattle;
use crate::position::{Decision, Marks, Position};
use crate::prompts::out_of_turn;
use crate::rules::{GERMAN, Rules};
use crate::setup::{Setup, SetupError};

impl Procedures for KaisersBattle {
    type Rules = Rules;
    type Position = Position;
    type Act = Act;
    type Memory = bots::Memory;
    type Weights = bots::Weights;

    const POLICY: Bot = Bot::PLANNER;
    const PLAYOUTS: u32 = 32;
    const HAS_PLANS: bool = true;

    fn begin_phase(cx: &mut PlayContext<'_, Self>, phase: &PhaseOf<Self>) {
        let (position, mut cx) = cx.parts();
        position.begin_phase(&mut cx, phase);
    }

    fn begin_turn(cx: &mut PlayContext<'_, Self>) {
        let (position, mut cx) = cx.parts();
        position.begin_turn(&mut cx);
    }

    fn finish(cx: &mut PlayContext<'_, Self>) {
        let (position, mut cx) = cx.parts();
        position.finish(&mut cx);
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

    /// The enemy is asked again for what he has chosen in secret.
    fn draw_anew(_rules: &Rules, imagined: &mut Position, side: usize, _chance: &mut SplitMix64) {
        imagined.forget_secret(side);
    }

    fn questions<'a>(view: View<'a, Self>) -> Box<dyn Questions<'a> + 'a> {
        Box::new(Answers(view))
    }

    fn value(rules: &Rules, position: &Position, side: usize) -> i64 {
        bots::value(position, rules, side)
    }

    fn won(rules: &Rules, position: &Position, side: usize) -> i64 {
        bots::won(position, rules, side)
    }

    /// The German side's: it alone counts (KB 20.1).
    fn points(rules: &Rules, position: &Position, side: usize) -> i32 {
        if side == GERMAN { position.points(rules) } else { 0 }
    }

    fn sources(rules: &Rules, position: &Position) -> Vec<PointSource> {
        position.sources(rules)
    }

    fn choose(
        bot: Bot,
        rules: &Rules,
        view: &Position,
        _side: usize,
        weights: &bots::Weights,
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
        weights: &bots::Weights,
        memory: &mut bots::Memory,
        act: &Act,
    ) -> Considered {
        bots::considered(bot, view, rules, weights, memory, act)
    }

    fn plans(
        _rules: &Rules,
        view: &Position,
        side: usize,
        usual: &bots::Weights,
    ) -> Vec<Plan<bots::Weights>> {
        bots::plans(view, side, usual)
    }

    fn thinks(rules: &Rules, view: &Position, _side: usize) -> Option<u64> {
        bots::thinks(view, rules)
    }

    fn turns_ahead(rules: &Rules) -> u16 {
        rules.turns.len() as u16
    }
}

impl GamePosition<KaisersBattle> for Position {
    type Marks = Marks;

    fn set_up(bundle: &Bundle) -> Result<(Rules, Self), Vec<Diagnostic>> {
        let rules = Rules::compile(bundle)?;
        let errors =
            |errors: Vec<SetupError>| errors.iter().map(SetupError::diagnostic).collect::<Vec<_>>();
        let position = Setup::of(bundle).position(&rules).map_err(errors)?;
        Ok((rules, position))
    }

    fn base_mut(&mut self) -> &mut BasePosition<Marks> {
        &mut self.base
    }

    fn deciding(&self) -> Option<usize> {
        self.deciding()
    }

    fn is_hidden(&self, act: &Act) -> bool {
        act.is_hidden()
    }

    fn proceed(cx: &mut PlayContext<'_, KaisersBattle>) -> bool {
        let (position, mut cx) = cx.parts();
        position.proceed(&mut cx)
    }

    fn start_at(cx: &mut PlayContext<'_, KaisersBattle>, start: &Start) -> Result<(), String> {
        crate::start_at::start_at(cx, start)
    }

    fn keep(&self, rules: &Rules, keeping: &mut Keeping<'_>) {
        self.keep_in(rules, keeping);
    }

    fn state_hash(&self, dice: &Dice) -> u64 {
        self.hash(dice)
    }
}
