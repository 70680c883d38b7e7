//! SK 3: alternating activations, and what the kernel asks of a system.

use std::borrow::Cow;

use salient_hex::Hex;
use salient_hex::path::Reach;
use salient_rules::case::Start;
use salient_rules::dice::SplitMix64;
use salient_rules::game::Spending;
use salient_rules::play::{
    Compiled, Entered, Phase, PlayContext, Position, Procedures, Secret, Stepwise, Unit, View, Walk,
};
use salient_rules::questions::Questions;
use salient_rules::{Bot, Violation};
use salient_schema::{Bundle, Diagnostic};
use serde::Deserialize;

use crate::acts::Act;
use crate::roles::STEPS;
use crate::rules::Rules;
use crate::{bot, fire, movement, opening, victory};

/// The flag of a unit that has been activated in this game-turn (SK 3.1).
pub const ACTIVATED: u32 = 1;
/// The flag of a unit that has fired in this game-turn (SK 6.1).
pub const FIRED: u32 = 2;

/// What the kernel plays.
#[derive(Debug)]
pub struct Skirmish;

/// The system's own part of a position.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// What each side is after (SK 2.1).
    pub plan: Secret<Hex>,
    /// Steps taken, by side.
    pub points: Vec<i32>,
    /// Sides that have passed since the last activation, a bit each.
    pub passed: u8,
    /// The side whose turn it is to activate a unit.
    pub next: usize,
}

/// What a side is asked.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Decision {
    /// Which farm it is after (SK 2.1).
    Plan,
    /// Where a unit is set up (SK 2.2).
    SetUp,
    /// Which unit moves or fires (SK 3.1).
    Activate,
    /// Who fires at a unit that has just entered a hex (SK 5.1).
    React {
        /// The unit.
        mover: Unit,
    },
}

/// Where the game goes on by itself.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// Asks the next side to activate a unit.
    Activations,
}

/// SK 3.1: the sides activate one unit each in turn; a side without any passes, and the step ends
/// when all have passed one after the other.
fn next_activation(cx: &mut PlayContext<'_, Skirmish>) {
    let (rules, sides) = (cx.rules, cx.rules.compiled.sides.len());
    for _ in 0..sides {
        if cx.position.own.passed == rules.compiled.all_sides() {
            return;
        }
        let side = cx.position.own.next;
        cx.position.own.next = (side + 1) % sides;
        let can = |unit: Unit| movement::may_act(rules, cx.position, side, unit).is_ok();
        if cx.position.on_map(rules, side).any(can) {
            cx.then(Step::Activations);
            cx.ask(side, Decision::Activate);
            return;
        }
        cx.position.own.passed |= 1 << side;
    }
}

impl Procedures for Skirmish {
    type Rules = Rules;
    type Position = Position<Self>;
    type Act = Act;
    type Memory = ();
    type Weights = ();

    fn begin_phase(cx: &mut PlayContext<'_, Self>, phase: &Phase) {
        let steps = cx.rules.steps.iter();
        let step = steps.zip(STEPS).find(|(id, _)| **id == phase.id).map(|(_, role)| role);
        match step.unwrap_or_default() {
            "plan" => cx.ask_hidden(cx.rules.compiled.all_sides(), Decision::Plan),
            "set-up" => {
                for side in (0..cx.rules.compiled.sides.len()).rev() {
                    if !opening::waiting(cx.rules, cx.position, side).is_empty() {
                        cx.ask(side, Decision::SetUp);
                    }
                }
            }
            "activations" => {
                for unit in cx.rules.compiled.all_units() {
                    *cx.position.flags_mut(unit) = 0;
                }
                cx.position.own.passed = 0;
                cx.position.own.next = 0;
                cx.then(Step::Activations);
            }
            _ => {}
        }
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
            return Err(Violation::new("SK 7.2", "the game is over"));
        };
        match (&ask.what, act) {
            (Decision::Plan, Act::Plan { hex }) => opening::check_plan(rules, *hex),
            (Decision::SetUp, Act::Place { unit, hex }) => {
                opening::check_place(rules, position, side, *unit, *hex)
            }
            (Decision::Activate, Act::Move { unit, path }) => {
                movement::check_move(rules, position, side, *unit, path)
            }
            (Decision::Activate, Act::Fire { unit, target }) => {
                movement::may_act(rules, position, side, *unit)?;
                fire::check_fire(rules, position, side, *unit, *target)
            }
            (Decision::React { mover }, Act::Fire { unit, target }) if target == mover => {
                fire::check_fire(rules, position, side, *unit, *target)
            }
            (Decision::Activate | Decision::React { .. }, Act::Pass) => Ok(()),
            (Decision::Plan, _) => Err(Violation::new("SK 2.1", "choose an objective")),
            (Decision::SetUp, _) => Err(Violation::new("SK 2.2", "set a unit up")),
            (Decision::Activate, _) => Err(Violation::new("SK 3.1", "move, fire or pass")),
            (Decision::React { .. }, _) => {
                Err(Violation::new("SK 5.1", "fire at the unit that moves, or pass"))
            }
        }
    }

    fn legal(rules: &Rules, position: &Position<Self>, side: usize) -> Vec<Act> {
        let Some(ask) = position.asked() else { return Vec::new() };
        let mut acts = Vec::new();
        let enemies = || {
            let others = (0..rules.compiled.sides.len()).filter(move |&other| other != side);
            others.flat_map(|other| position.on_map(rules, other))
        };
        match &ask.what {
            Decision::Plan => acts.extend(rules.objectives.iter().map(|&hex| Act::Plan { hex })),
            Decision::SetUp => {
                for (unit, hexes) in opening::waiting(rules, position, side) {
                    acts.extend(hexes.into_iter().map(|hex| Act::Place { unit, hex }));
                }
            }
            Decision::Activate => {
                acts.push(Act::Pass);
                for unit in position.on_map(rules, side) {
                    if movement::may_act(rules, position, side, unit).is_err() {
                        continue;
                    }
                    let ways = movement::ways(rules, position, unit).into_iter();
                    acts.extend(ways.map(|path| Act::Move { unit, path }));
                    acts.extend(enemies().map(|target| Act::Fire { unit, target }));
                }
            }
            Decision::React { mover } => {
                acts.push(Act::Pass);
                let target = *mover;
                acts.extend(position.on_map(rules, side).map(|unit| Act::Fire { unit, target }));
            }
        }
        acts.retain(|act| Self::check(rules, position, side, act).is_ok());
        acts
    }

    fn apply(cx: &mut PlayContext<'_, Self>, side: usize, act: &Act) -> Result<(), Violation> {
        let asked = cx.position.asked().map(|ask| ask.what.clone());
        let react = matches!(asked, Some(Decision::React { .. }));
        match act {
            Act::Plan { hex } => {
                cx.position.own.plan.choose(side, *hex);
                cx.answered(side);
            }
            Act::Place { unit, hex } => {
                cx.place(*unit, *hex, "set-up", "SK 2.2");
                if opening::waiting(cx.rules, cx.position, side).is_empty() {
                    cx.answered(side);
                }
            }
            Act::Move { unit, path } => {
                cx.answered(side);
                cx.position.own.passed = 0;
                *cx.position.flags_mut(*unit) |= ACTIVATED;
                cx.walk(vec![*unit], path.clone(), "SK 4.1");
            }
            Act::Fire { unit, target } => {
                cx.answered(side);
                if !react {
                    cx.position.own.passed = 0;
                    *cx.position.flags_mut(*unit) |= ACTIVATED;
                }
                fire::resolve(cx, *unit, *target, react);
            }
            Act::Pass => {
                cx.answered(side);
                if !react {
                    cx.position.own.passed |= 1 << side;
                }
            }
        }
        Ok(())
    }

    fn conceal<'a>(
        _rules: &Rules,
        position: &'a Position<Self>,
        side: usize,
    ) -> Cow<'a, Position<Self>> {
        let mut known = position.clone();
        known.own.plan = position.own.plan.concealed_from(side);
        Cow::Owned(known)
    }

    fn draw_anew(
        rules: &Rules,
        concealed: &mut Position<Self>,
        side: usize,
        chance: &mut SplitMix64,
    ) {
        // Any farm may be another side's objective (SK 2.1).
        for other in (0..rules.compiled.sides.len()).filter(|other| *other != side) {
            let place = chance.below(rules.objectives.len() as u32) as usize;
            if concealed.own.plan.truth(other).is_none()
                && let Some(&hex) = rules.objectives.get(place)
            {
                concealed.own.plan.choose(other, hex);
            }
        }
    }

    fn value(rules: &Rules, position: &Position<Self>, side: usize) -> i64 {
        i64::from(bot::value(rules, position, side))
    }

    fn points(rules: &Rules, position: &Position<Self>, side: usize) -> i32 {
        victory::points(rules, position, side)
    }

    fn choose(
        bot: Bot,
        rules: &Rules,
        view: &Position<Self>,
        side: usize,
        _weights: &(),
        _chance: &mut SplitMix64,
        _memory: &mut (),
    ) -> Option<Act> {
        (bot == crate::SCOUT).then(|| bot::scout(rules, view, side)).flatten()
    }

    fn questions<'a>(view: View<'a, Self>) -> Box<dyn Questions<'a> + 'a> {
        Box::new(Answers(view))
    }
}

impl Stepwise for Skirmish {
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
        let sides = rules.compiled.sides.len();
        State { plan: Secret::new(sides), points: vec![0; sides], passed: 0, next: 0 }
    }

    fn may_stand(
        rules: &Rules,
        position: &Position<Self>,
        unit: Unit,
        hex: Hex,
    ) -> Result<(), Violation> {
        movement::may_stand(rules, position, unit, hex)
    }

    fn run(cx: &mut PlayContext<'_, Self>, step: Step) {
        match step {
            Step::Activations => next_activation(cx),
        }
    }

    fn entered(cx: &mut PlayContext<'_, Self>, walk: &Walk) -> Entered {
        if let Some(&mover) = walk.units.first() {
            fire::offer_opportunity(cx, mover);
        }
        Entered::GoOn
    }

    fn start_case(cx: &mut PlayContext<'_, Self>, start: &Start) -> Result<(), String> {
        let own: CaseStart = start.own()?;
        for (id, label) in &own.plans {
            let hex = cx.rules.compiled.read_hex(label)?;
            cx.position.own.plan.choose(cx.rules.compiled.read_side(id)?, hex);
        }
        Ok(())
    }
}

/// What the screens may ask: where a unit may go.
struct Answers<'a>(View<'a, Skirmish>);

impl<'a> Questions<'a> for Answers<'a> {
    fn reachable(&self, unit: &str, beyond: u32, reach: &mut Reach) -> Option<Spending> {
        let View { rules, position } = &self.0;
        let unit = rules.find_unit(unit)?;
        position.asked().filter(|ask| ask.what == Decision::Activate)?;
        movement::may_act(rules, position, rules.side(unit), unit).ok()?;
        movement::find_ways(rules, position, unit, beyond, reach).map(Spending::movement)
    }
}

/// What a case says of the start beyond what all systems know.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct CaseStart {
    /// The farm that each side is after.
    plans: std::collections::BTreeMap<String, String>,
}
