//! 1914 8.2, 8.7.3: cavalry reacts in the midst of the enemy's movement.

use salient_hex::Hex;
use salient_rules::Violation;
use salient_rules::play::{PlayContext, Position, Unit};

use crate::acts::Act;
use crate::decision::march::React;
use crate::losses;
use crate::rules::{Offensive, Rules};

use super::fall_back::{self, Why};
use super::{Asked, Step, ask, then};

impl React {
    fn why(&self, second: bool) -> Why<'_> {
        // 1914 8.2.2.
        Why::Reaction(&self.movers, second.then_some(self.left))
    }

    /// The hexes into which one of them may react, each with what it costs.
    pub fn options(
        &self,
        rules: &Rules,
        position: &Position<Offensive>,
        (unit, second): (Unit, bool),
    ) -> Vec<(Hex, i32)> {
        fall_back::options(rules, position, unit, self.why(second))
    }
}

/// 1914 8.2.1: looks which cavalry a step of the enemy's sets off.
pub fn look(cx: &mut PlayContext<'_, Offensive>, movers: &[Unit], left: Hex, at: Hex) {
    let rules = cx.rules;
    let Some(&mover) = movers.first() else { return };
    let side = rules.enemy(rules.side_of(mover));
    let position = &*cx.position;
    let waiting: Vec<(Unit, bool)> = position
        .on_map(rules, side)
        .filter(|&unit| fall_back::is_able(rules, position, unit))
        .filter_map(|unit| {
            let trigger = trigger(rules, position, unit, (movers, left, at))?;
            Some((unit, trigger))
        })
        .collect();
    if !waiting.is_empty() {
        let movers = movers.to_vec();
        then(cx, Step::React(Box::new(React { side, movers, left, waiting })));
    }
}

/// Which trigger a step is for cavalry, if any: false for the first, true for the second.
fn trigger(
    rules: &Rules,
    position: &Position<Offensive>,
    unit: Unit,
    (movers, left, at): (&[Unit], Hex, Hex),
) -> Option<bool> {
    let hex = position.hex(unit)?;
    let side = rules.side_of(unit);
    let next_to = |one: Hex, other: Hex| rules.direction(one, other).is_some();
    if next_to(left, hex) {
        let board = position.board();
        let near =
            next_to(at, hex) || rules.map().neighbours(at).any(|(_, it)| board.holds(it, side));
        return near.then_some(true);
    }
    let others = rules.map().neighbours(hex).any(|(_, near)| {
        let mut there = position.stack(near);
        there.any(|it| rules.side_of(it) != side && !movers.contains(&it))
    });
    (next_to(at, hex) && !others).then_some(false)
}

/// Asks the owner as long as some of it can react; LOC cavalry that must and cannot is eliminated.
pub fn run(cx: &mut PlayContext<'_, Offensive>, mut react: React) {
    let rules = cx.rules;
    let mut lost = Vec::new();
    let (movers, left) = (react.movers.clone(), react.left);
    react.waiting.retain(|&(unit, second)| {
        let on_map = cx.position.hex(unit).is_some();
        let why = Why::Reaction(&movers, second.then_some(left));
        let can = on_map && !fall_back::options(rules, cx.position, unit, why).is_empty();
        if on_map && !can && rules.piece(unit).loc {
            lost.push(unit);
        }
        can
    });
    let side = react.side;
    if !react.waiting.is_empty() {
        ask(cx, side, Asked::React(Box::new(react)));
    }
    for unit in lost {
        losses::eliminate(cx, unit, "reaction", None, "1914 8.7.3");
    }
}

/// Whether cavalry may react so, or its owner be done.
///
/// # Errors
/// The rule that forbids it, and how.
pub fn check(
    rules: &Rules,
    position: &Position<Offensive>,
    react: &React,
    act: &Act,
) -> Result<(), Violation> {
    let wrong = |rule: &'static str, text: String| Err(Violation::new(rule, text));
    let name = |unit: Unit| &rules.compiled.unit(unit).name;
    match act {
        Act::FallBack { units, hex } => {
            let from = units.first().and_then(|&unit| position.hex(unit));
            if from.is_none() || !units.is_sorted_by(|one, next| one < next) {
                return wrong("1914 8.2", "cavalry reacts, each unit once and in order".to_owned());
            }
            for &unit in units {
                let waiting = react.waiting.iter().find(|(it, _)| *it == unit);
                let Some(&waiting) = waiting.filter(|_| position.hex(unit) == from) else {
                    return wrong("1914 8.2.1", format!("'{}' does not react to this", name(unit)));
                };
                let options = react.options(rules, position, waiting);
                if !options.iter().any(|(to, _)| to == hex) {
                    let to = rules.compiled.label(*hex);
                    let text = format!("'{}' does not react into {to}", name(unit));
                    return wrong("1914 8.2.3", text);
                }
            }
            Ok(())
        }
        Act::Done => match react.waiting.iter().find(|(unit, _)| rules.piece(*unit).loc) {
            Some((unit, _)) => wrong("1914 8.7.3", format!("'{}' must react", name(*unit))),
            None => Ok(()),
        },
        _ => wrong("1914 8.2", "cavalry reacts by one hex, or stays".to_owned()),
    }
}

/// What its owner may do: each unit by itself, or be done.
pub fn legal(rules: &Rules, position: &Position<Offensive>, react: &React) -> Vec<Act> {
    let mut acts = Vec::new();
    for &(unit, second) in &react.waiting {
        for (hex, _) in react.options(rules, position, (unit, second)) {
            acts.push(Act::FallBack { units: vec![unit], hex });
        }
    }
    if check(rules, position, react, &Act::Done).is_ok() {
        acts.push(Act::Done);
    }
    acts
}

/// Reacts, and asks again for the others.
pub fn apply(cx: &mut PlayContext<'_, Offensive>, side: usize, mut react: React, act: &Act) {
    cx.answered(side);
    let Act::FallBack { units, hex } = act else { return };
    let costs: Vec<(Unit, (Hex, i32))> = units
        .iter()
        .filter_map(|&unit| {
            let waiting = react.waiting.iter().find(|(it, _)| *it == unit)?;
            let options = react.options(cx.rules, cx.position, *waiting);
            let option = options.into_iter().find(|(to, _)| to == hex)?;
            Some((unit, option))
        })
        .collect();
    react.waiting.retain(|(unit, _)| !units.contains(unit));
    if !react.waiting.is_empty() {
        then(cx, Step::React(Box::new(react)));
    }
    for (unit, option) in costs {
        fall_back::go(cx, unit, option, ("reaction", "1914 8.2.2"));
    }
}
