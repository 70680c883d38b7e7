//! The set-up sequence as a game of the kernel: its scenarios are set-ups that are complete, and
//! its rule cases run single steps with dice that are given.

use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};
use std::ops::Deref;

use salient_hex::Hex;
use salient_rules::Violation;
use salient_rules::base::{BaseRules, GameRules};
use salient_rules::case::Start;
use salient_rules::dice::SplitMix64;
use salient_rules::play::{
    Compiled, Phase, PlayContext, Position, Printed, Procedures, Stepwise, Unit,
};
use salient_schema::{Bundle, Diagnostic};
use serde::Deserialize;

use crate::acts::Act;
use crate::brief::{Brief, Party};
use crate::event::{Detail, Number, StepDone, side_of};
use crate::lull;
use crate::outcome::{Outcome, Results};
use crate::procedure::{Procedure, Roller};
use crate::steps::Step;
use crate::tables::Tables;

/// Dice that a rule case rolls for one feature, at most.
const MOST_TRIES: u32 = 99;

/// What the kernel plays.
#[derive(Debug)]
pub struct TrenchSetUp;

/// What never changes.
#[derive(Debug)]
pub struct Rules {
    compiled: Compiled,
    tables: Tables,
    source: Bundle,
    /// The places of both parties among the sides.
    parties: [usize; 2],
}

impl Deref for Rules {
    type Target = BaseRules<Printed, (), ()>;

    fn deref(&self) -> &Self::Target {
        &self.compiled
    }
}

impl GameRules for Rules {
    type Unit = Printed;
    type Procedure = ();
    type Turn = ();

    /// The rules know no zones of control.
    fn zone_of_control(&self, _: Unit, _: u8, _: Hex) -> Option<impl Iterator<Item = Hex>> {
        Some(std::iter::empty())
    }
}

/// How far the sequence is.
#[derive(Clone, Debug, Default)]
pub struct State {
    brief: Option<Brief>,
    results: Results,
    /// The last step that was run.
    last: Option<Step>,
}

impl Hash for State {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.brief.hash(state);
        self.last.hash(state);
        for (_, outcome) in self.results.all() {
            serde_json::to_string(outcome).unwrap_or_default().hash(state);
        }
    }
}

/// What is asked.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Decision {
    /// Which step is next.
    Next,
}

/// The dice and the log of a game.
struct InGame<'a, 'b> {
    cx: &'a mut PlayContext<'b, TrenchSetUp>,
    parties: [usize; 2],
    chance: SplitMix64,
}

impl Roller for InGame<'_, '_> {
    fn d6(&mut self, purpose: &str, party: Party, rule: &str) -> u8 {
        self.cx.roll(purpose, self.parties[usize::from(party == Party::Defender)], rule)
    }

    fn tell(&mut self, detail: Detail) {
        self.cx.emit(|_| detail);
    }

    fn chance(&mut self) -> &mut SplitMix64 {
        &mut self.chance
    }
}

impl Rules {
    fn run(cx: &mut PlayContext<'_, TrenchSetUp>, step: Step) {
        let rules = cx.rules;
        cx.position.own.last = Some(step);
        let Some(brief) = cx.position.own.brief.clone() else { return };
        let results = cx.position.own.results.clone();
        let mut roller = InGame { cx, parties: rules.parties, chance: SplitMix64::new(1) };
        let (tables, roller_of) = (&rules.tables, &mut roller);
        let ran =
            Procedure { tables, brief: &brief, results: &results, roller: roller_of }.run(step);
        match ran {
            Ok(outcome) => {
                let done = StepDone {
                    outcome: outcome.clone(),
                    kept: false,
                    rule: step.rule().to_owned(),
                };
                roller.tell(Detail::Step(done));
                cx.position.own.results.put(outcome);
            }
            Err(found) => {
                for finding in found {
                    roller.tell(Detail::Number(Number {
                        what: "refused".to_owned(),
                        arithmetic: finding.message,
                        rule: finding.rule.unwrap_or_default(),
                        ..Number::default()
                    }));
                }
            }
        }
    }
}

impl Procedures for TrenchSetUp {
    type Rules = Rules;
    type Position = Position<Self>;
    type Act = Act;
    type Memory = ();
    type Weights = ();

    fn begin_phase(cx: &mut PlayContext<'_, Self>, phase: &Phase) {
        // A scenario is a set-up that is complete: it is said so once, in the first step.
        if cx.rules.tables.id(Step::Conditions.role()) == phase.id {
            cx.ask(cx.rules.parties[0], Decision::Next);
        }
    }

    fn end_turn(cx: &mut PlayContext<'_, Self>, last: bool) {
        if last {
            cx.end(None, "complete", "Complete", Step::Conditions.rule());
        }
    }

    fn check(
        rules: &Rules,
        position: &Position<Self>,
        _: usize,
        act: &Act,
    ) -> Result<(), Violation> {
        let own = &position.own;
        match act {
            Act::Step { step } if own.brief.is_none() => {
                Err(Violation::new(step.rule(), "the set-up is complete"))
            }
            Act::Step { step } if own.results.has(*step) => {
                Err(Violation::new(Step::Conditions.rule(), "this step is done"))
            }
            Act::Step { step } if own.last.is_some_and(|last| *step < last) => {
                Err(Violation::new(Step::Conditions.rule(), "a later step has begun"))
            }
            Act::Step { .. } => Ok(()),
            Act::Lull { turn } if *turn == 0 => {
                Err(Violation::new("TS Combat Lulls", "game-turns are counted from 1"))
            }
            Act::Reorganize { lull, .. } if !lull::may_reorganize(&rules.tables, lull.0) => {
                Err(Violation::new("TS Combat Lulls", "nobody is reorganized in such a lull"))
            }
            Act::Regain if own.brief.is_none() => {
                Err(Violation::new("TS Combat Lulls", "nothing says who fights, and when"))
            }
            _ => Ok(()),
        }
    }

    fn legal(_: &Rules, _: &Position<Self>, _: usize) -> Vec<Act> {
        vec![Act::Done]
    }

    fn apply(cx: &mut PlayContext<'_, Self>, side: usize, act: &Act) -> Result<(), Violation> {
        match act {
            Act::Step { step } => Rules::run(cx, *step),
            Act::Lull { turn } => {
                let rule = "TS Combat Lulls";
                let die = cx.roll("lull", side, rule);
                let begins = i32::from(die) == cx.rules.tables.number("lull_die");
                let kind = lull::kind_on_turn(&cx.rules.tables, *turn);
                cx.emit(|_| {
                    Detail::Number(Number {
                        what: if begins { format!("{kind}-lull") } else { "no-lull".to_owned() },
                        side: Some(side_of(Party::Attacker)),
                        dice: vec![die],
                        value: i64::from(begins),
                        rule: rule.to_owned(),
                        ..Number::default()
                    })
                });
            }
            Act::Recover { lull, what, many } => {
                let rules = cx.rules;
                let mut roller = InGame { cx, parties: rules.parties, chance: SplitMix64::new(1) };
                let whose = (Party::Attacker, what.name());
                let many = (*many).min(MOST_TRIES);
                lull::tries(&rules.tables, (*what, lull.0), whose, many, &mut roller);
            }
            Act::Reorganize { left, full, pinned, .. } => {
                let units = left.iter().zip(0..).map(|(&left, place)| lull::Strength {
                    left,
                    full: *full,
                    pinned: pinned.contains(&place),
                });
                let units: Vec<lull::Strength> = units.collect();
                let moves = lull::reorganized(&units);
                let words = moves.iter().map(|(from, into)| format!("{from} into {into}"));
                let words: Vec<String> = words.collect();
                cx.emit(|_| {
                    Detail::Number(Number {
                        what: "sub-units-dissolved".to_owned(),
                        side: Some(side_of(Party::Attacker)),
                        arithmetic: words.join(", "),
                        value: words.len() as i64,
                        rule: "TS Combat Lulls".to_owned(),
                        ..Number::default()
                    })
                });
            }
            Act::Reinforcements => {
                let rules = cx.rules;
                let mut roller = InGame { cx, parties: rules.parties, chance: SplitMix64::new(1) };
                crate::reinforce::roll(&rules.tables, &mut roller);
            }
            Act::Regain => {
                let rules = cx.rules;
                let Some(brief) = cx.position.own.brief.clone() else { return Ok(()) };
                let mut roller = InGame { cx, parties: rules.parties, chance: SplitMix64::new(1) };
                crate::procedure::on_call(&rules.tables, &brief, Party::Attacker, &mut roller);
            }
            Act::Done => cx.answered(side),
        }
        Ok(())
    }

    fn value(_: &Rules, _: &Position<Self>, _: usize) -> i64 {
        0
    }

    fn points(_: &Rules, _: &Position<Self>, _: usize) -> i32 {
        0
    }
}

impl Stepwise for TrenchSetUp {
    type State = State;
    type Decision = Decision;
    type Step = ();

    fn compile(bundle: &Bundle, compiled: Compiled) -> Result<Rules, Vec<Diagnostic>> {
        let tables = Tables::read(bundle)?;
        let parties = Party::BOTH.map(|party| compiled.side(&tables.id(party.role())).unwrap_or(0));
        Ok(Rules { compiled, tables, source: bundle.clone(), parties })
    }

    fn compiled(rules: &Rules) -> &Compiled {
        &rules.compiled
    }

    fn state(_: &Rules) -> State {
        State::default()
    }

    fn may_stand(_: &Rules, _: &Position<Self>, _: Unit, _: Hex) -> Result<(), Violation> {
        Ok(())
    }

    fn run(_: &mut PlayContext<'_, Self>, (): ()) {}

    fn start_case(cx: &mut PlayContext<'_, Self>, start: &Start) -> Result<(), String> {
        let own: CaseStart = start.own()?;
        if own.brief.is_empty() {
            return Ok(());
        }
        let rules = cx.rules;
        let words = |found: Vec<Diagnostic>| {
            let all: Vec<String> = found.iter().map(ToString::to_string).collect();
            all.join("; ")
        };
        let brief = Brief::read(&own.brief, &rules.tables, &rules.source);
        if let Some(rule) = own.refused {
            // The brief itself is what the case is about.
            let found = brief.err().unwrap_or_default();
            let cited = found.iter().any(|finding| finding.rule.as_deref() == Some(&rule));
            let all = words(found);
            return if cited { Ok(()) } else { Err(format!("not refused by {rule}: {all}")) };
        }
        cx.position.own.brief = Some(brief.map_err(words)?);
        for outcome in own.came_to {
            cx.position.own.results.put(outcome);
        }
        Ok(())
    }
}

/// What a case says of the start beyond what all systems know.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct CaseStart {
    /// Answers to the questions of the brief.
    brief: BTreeMap<String, String>,
    /// The rule that refuses the brief, where it is refused.
    refused: Option<String>,
    /// What earlier steps came to.
    came_to: Vec<Outcome>,
}
