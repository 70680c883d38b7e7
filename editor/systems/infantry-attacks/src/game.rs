//! What the kernel asks of a system: decisions, acts, and where each of them goes.

use salient_hex::Hex;
use salient_hex::path::Reach;
use salient_rules::case::Start;
use salient_rules::dice::SplitMix64;
use salient_rules::game::Spending;
use salient_rules::play::{
    Compiled, Entered, Phase, PlayContext, Position, Procedures, Unit, Walk,
};
use salient_rules::{Action, Bot, Violation};
use salient_schema::{Bundle, Diagnostic};

use crate::activation::{self, By};
use crate::order::Order;
use crate::results::{self, Hit};
use crate::roles::STEPS;
use crate::rules::Rules;
use crate::state::{NOBODY, State};
use crate::{
    bot, control, direct_fire, legal, morale, movement, opening, sequence, stacking, victory,
};

/// What the kernel plays.
#[derive(Debug)]
pub struct InfantryAttacks;

/// What a side is asked.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Decision {
    /// Whom it activates in its action segment (IA 3.1).
    Segment,
    /// What one of those who are active does (IA 3.13).
    Act,
    /// Which unit takes the next loss (IA 7.61).
    Lose(Hit),
}

/// Where the game goes on by itself.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// Asks for the next action segment.
    NextSegment,
    /// Goes on with a side's segment.
    Acts(usize),
    /// Goes on with what a fire does.
    Losses(Hit),
}

/// What a side does.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Act {
    /// It activates some, to move and to fire.
    Activate { by: By, moving: Vec<Unit>, firing: Vec<Unit> },
    /// It moves a unit, alone or with a leader.
    Move { units: Vec<Unit>, path: Vec<Hex> },
    /// It fires at a hex.
    Fire { units: Vec<Unit>, target: Hex },
    /// One of its own tries to recover.
    Recover(Unit),
    /// A unit takes a loss.
    Lose(Unit),
    /// It ends its segment.
    Done,
    /// It does without one.
    Pass,
}

impl Procedures for InfantryAttacks {
    type Rules = Rules;
    type State = State;
    type Decision = Decision;
    type Step = Step;
    type Act = Act;

    fn compile(bundle: &Bundle, compiled: Compiled) -> Result<Rules, Vec<Diagnostic>> {
        Rules::compile(bundle, compiled)
    }

    fn compiled(rules: &Rules) -> &Compiled {
        &rules.compiled
    }

    fn state(rules: &Rules) -> State {
        State {
            lost: vec![0; rules.compiled.sides.len()],
            first: 0,
            ahead: 0,
            next: 0,
            passed: 0,
            control: vec![NOBODY; rules.compiled.map.len()],
        }
    }

    fn may_stand(
        rules: &Rules,
        position: &Position<Self>,
        unit: Unit,
        hex: Hex,
    ) -> Result<(), Violation> {
        stacking::may_stand(rules, position, unit, hex)
    }

    fn begin_phase(cx: &mut PlayContext<'_, Self>, phase: &Phase) {
        let steps = cx.rules.steps.iter();
        let step = steps.zip(STEPS).find(|(id, _)| **id == phase.id).map(|(_, role)| role);
        match step.unwrap_or_default() {
            "artillery-plan" => opening::begin(cx),
            "initiative-phase" => sequence::roll_initiative(cx),
            "action-phase" => sequence::begin_actions(cx),
            "marker-removal" => sequence::remove_markers(cx),
            _ => {}
        }
    }

    fn run(cx: &mut PlayContext<'_, Self>, step: Step) {
        match step {
            Step::NextSegment => sequence::next_segment(cx),
            Step::Acts(side) => sequence::go_on(cx, side),
            Step::Losses(hit) => results::go_on(cx, hit),
        }
    }

    fn entered(cx: &mut PlayContext<'_, Self>, walk: &Walk) -> Entered {
        for &unit in &walk.units {
            control::stands(cx, unit);
        }
        Entered::GoOn
    }

    fn end_turn(cx: &mut PlayContext<'_, Self>, last: bool) {
        victory::end_turn(cx, last);
    }

    fn check(
        rules: &Rules,
        position: &Position<Self>,
        side: usize,
        act: &Act,
    ) -> Result<(), Violation> {
        let Some(ask) = position.asked() else {
            return Err(Violation::new("IA 3.0", "the game is over"));
        };
        match (&ask.what, act) {
            (Decision::Segment, Act::Activate { by, moving, firing }) => {
                activation::check(rules, position, side, *by, moving, firing)
            }
            (Decision::Segment, Act::Pass) => sequence::check_pass(rules, position, side),
            (Decision::Act, Act::Move { units, path }) => {
                movement::check_move(rules, position, side, units, path)
            }
            (Decision::Act, Act::Fire { units, target }) => {
                direct_fire::check_fire(rules, position, side, units, *target)
            }
            (Decision::Act, Act::Recover(unit)) => {
                morale::check_recover(rules, position, side, *unit)
            }
            (Decision::Act, Act::Done) => sequence::check_done(rules, position, side),
            (Decision::Lose(hit), Act::Lose(unit)) => {
                let mut may = hit.combat_units(rules, position);
                let wrong = || Violation::new("IA 7.61", "that unit does not take this loss");
                may.any(|other| other == *unit).then_some(()).ok_or_else(wrong)
            }
            (Decision::Segment, _) => Err(Violation::new("IA 3.1", "activate somebody, or pass")),
            (Decision::Act, _) => {
                Err(Violation::new("IA 3.13", "let one of the active act, or end the segment"))
            }
            (Decision::Lose(_), _) => Err(Violation::new("IA 7.61", "choose who takes the loss")),
        }
    }

    fn legal(rules: &Rules, position: &Position<Self>, side: usize) -> Vec<Act> {
        match position.asked().map(|ask| &ask.what) {
            Some(Decision::Segment) => legal::segments(rules, position, side),
            Some(Decision::Act) => legal::acts(rules, position, side),
            Some(Decision::Lose(hit)) => hit.combat_units(rules, position).map(Act::Lose).collect(),
            None => Vec::new(),
        }
    }

    fn apply(cx: &mut PlayContext<'_, Self>, side: usize, act: &Act) {
        let asked = cx.position.asked().map(|ask| ask.what.clone());
        cx.answered(side);
        match act {
            Act::Activate { by, moving, firing } => {
                sequence::begin_segment(cx.position, side);
                activation::activate(cx, side, *by, moving, firing);
                cx.then(Step::Acts(side));
            }
            Act::Move { units, path } => {
                for &unit in units {
                    activation::acted(cx.position, unit);
                }
                cx.walk(units.clone(), path.clone(), "IA 5.2");
            }
            Act::Fire { units, target } => direct_fire::resolve(cx, units, *target),
            Act::Recover(unit) => morale::recover(cx, *unit),
            Act::Lose(unit) => {
                if let Some(Decision::Lose(hit)) = asked {
                    results::take(cx, hit, *unit);
                }
            }
            Act::Done => sequence::end_segment(cx, side),
            Act::Pass => sequence::pass(cx.position, side),
        }
    }

    fn parse(rules: &Rules, action: &Action) -> Result<Act, Violation> {
        action.read::<Order>()?.act(rules)
    }

    fn action(rules: &Rules, act: &Act) -> Action {
        Action::of(&Order::of(rules, act))
    }

    fn ways(
        rules: &Rules,
        view: &Position<Self>,
        unit: Unit,
        beyond: u32,
        reach: &mut Reach,
    ) -> Option<Spending> {
        view.asked().filter(|ask| ask.what == Decision::Act)?;
        movement::may_move(rules, view, rules.side_of(unit), unit).ok()?;
        movement::find_ways(rules, view, unit, beyond, reach).map(Spending::movement)
    }

    fn value(rules: &Rules, position: &Position<Self>, side: usize) -> i32 {
        bot::value(rules, position, side)
    }

    fn points(rules: &Rules, position: &Position<Self>, side: usize) -> i32 {
        victory::points(rules, position, side)
    }

    fn choose(
        bot: Bot,
        rules: &Rules,
        view: &Position<Self>,
        side: usize,
        _chance: &mut SplitMix64,
    ) -> Option<Act> {
        (bot == Bot::HEURISTIC).then(|| bot::rules_of_thumb(rules, view, side)).flatten()
    }

    fn start_case(cx: &mut PlayContext<'_, Self>, _start: &Start) -> Result<(), String> {
        opening::begin(cx);
        Ok(())
    }
}
