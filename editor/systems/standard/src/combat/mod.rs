//! Combat between adjacent hexes: attacks, their odds and results, losses, retreat and advance.

pub mod chart;
pub mod modifiers;

use salient_rules::Violation;
use salient_rules::play::{PlayContext, Position};

use crate::acts::Act;
use crate::citations::{Chapter, Citations};
use crate::game::Standard;
use crate::numbers::Reader;
use crate::results::{self, Aftermath, Retreating};
use crate::rules::{Ratings, Rules};
use crate::sequence::DoesAt;

/// The kinds of combat, compiled.
#[derive(Debug, Default)]
pub struct Combats {
    aftermath: Vec<Aftermath>,
}

impl Combats {
    /// Those of a ruleset.
    pub fn read(reader: &mut Reader<'_>, ratings: Ratings, cite: &Citations) -> Self {
        let play = reader.play;
        let aftermath = play.combat.iter().enumerate().map(|(place, one)| {
            let rule = results::rule_of(one.rule.as_ref(), cite, Chapter::Combat);
            let parts = (&*one.losses, one.leaders.as_ref(), one.morale.as_ref());
            Aftermath::read(reader, ratings, parts, (&format!("/combat/{place}"), rule))
        });
        Self { aftermath: aftermath.collect() }
    }

    /// How the results of a kind of combat are carried out.
    pub fn aftermath(&self, place: u8) -> Option<&Aftermath> {
        self.aftermath.get(usize::from(place))
    }
}

/// A combat that is being fought.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Battle {}

/// What is next in a combat.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Stage {
    /// The results are carried out.
    Results,
}

/// What is asked in a combat.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Asked {
    /// Who loses a step.
    Lose,
}

/// A side's combat begins.
pub fn begin(_cx: &mut PlayContext<'_, Standard>, _side: usize, _at: DoesAt) {}

/// Goes on with a combat.
pub fn run(_cx: &mut PlayContext<'_, Standard>, _stage: Stage) {}

/// Whether an attack may be made, or a side may be done with attacking.
pub fn check(
    rules: &Rules,
    _position: &Position<Standard>,
    _side: usize,
    _at: DoesAt,
    act: &Act,
) -> Result<(), Violation> {
    match act {
        Act::Done => Ok(()),
        _ => Err(Violation::new(rules.cite.rule(Chapter::Combat).to_owned(), "attack, or be done")),
    }
}

/// The attacks that a side may make.
pub fn legal(
    _rules: &Rules,
    _position: &Position<Standard>,
    _side: usize,
    _at: DoesAt,
) -> Vec<Act> {
    vec![Act::Done]
}

/// Makes an attack, or ends the attacking.
pub fn apply(cx: &mut PlayContext<'_, Standard>, side: usize, _at: DoesAt, _act: &Act) {
    cx.answered(side);
}

/// Whether something may be answered in a combat.
pub fn check_answer(
    _rules: &Rules,
    _position: &Position<Standard>,
    _side: usize,
    _asked: &Asked,
    _act: &Act,
) -> Result<(), Violation> {
    Ok(())
}

/// What may be answered in a combat.
pub fn legal_answers(
    _rules: &Rules,
    _position: &Position<Standard>,
    _side: usize,
    _asked: &Asked,
) -> Vec<Act> {
    vec![Act::Done]
}

/// Answers in a combat.
pub fn answer(cx: &mut PlayContext<'_, Standard>, side: usize, _asked: &Asked, _act: &Act) {
    cx.answered(side);
}

/// Units retreat, as a result demands.
pub fn retreat(_cx: &mut PlayContext<'_, Standard>, _now: Retreating) {}
