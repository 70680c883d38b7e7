//! 1914 8.2, 8.7.3: cavalry reacts in the midst of the enemy's movement.

use salient_hex::{Footprint, Hex};
use salient_rules::Violation;
use salient_rules::play::{PlayContext, Position, Unit};

use crate::abreast::{self, steps};
use crate::acts::Act;
use crate::decision::march::React;
use crate::losses;
use crate::rules::{Offensive, Rules};

use super::fall_back::{self, Why};
use super::{Asked, Step, ask, then};

impl React {
    fn why(&self, second: bool) -> Why<'_> {
        // 1914 8.2.2.
        Why::Reaction(&self.movers, if second { &self.left } else { &[] })
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
pub fn look(cx: &mut PlayContext<'_, Offensive>, movers: &[Unit], halves: &[(Hex, Hex)]) {
    let rules = cx.rules;
    let Some(&mover) = movers.first() else { return };
    let side = rules.enemy(rules.side_of(mover));
    let position = &*cx.position;
    let waiting: Vec<(Unit, bool)> = position
        .on_map(rules, side)
        .filter(|&unit| fall_back::is_able(rules, position, unit))
        .filter_map(|unit| {
            let each = halves
                .iter()
                .filter_map(|&(left, at)| trigger(rules, position, unit, (movers, left, at)));
            Some((unit, each.max()?))
        })
        .collect();
    if !waiting.is_empty() {
        let movers = movers.to_vec();
        let left = halves.iter().map(|(left, _)| *left).collect();
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
    let side = rules.side_of(unit);
    let next_to = |other: Hex| abreast::fronts(rules, position, unit, other).next().is_some();
    if next_to(left) {
        let board = position.board();
        let near = next_to(at) || rules.map().neighbours(at).any(|(_, it)| board.holds(it, side));
        return near.then_some(true);
    }
    if !next_to(at) {
        return None;
    }
    let mut around =
        position.hexes(unit).flat_map(|hex| rules.map().neighbours(hex).map(|(_, near)| near));
    let others = around.any(|near| {
        let mut there = position.stack(near);
        there.any(|it| rules.side_of(it) != side && !movers.contains(&it))
    });
    (!others).then_some(false)
}

/// Asks the owner as long as some of it can react; LOC cavalry that must and cannot is eliminated.
pub fn run(cx: &mut PlayContext<'_, Offensive>, mut react: React) {
    let rules = cx.rules;
    let mut lost = Vec::new();
    let asked = react.clone();
    react.waiting.retain(|&(unit, second)| {
        let on_map = cx.position.hex(unit).is_some();
        let can = on_map && fall_back::can(rules, cx.position, unit, asked.why(second));
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
        Act::Abreast { units, hexes } => {
            let &[unit] = units.as_slice() else {
                return wrong("1914 8.2.3", "cavalry goes into two hexes one by one".to_owned());
            };
            let Some(&(_, second)) = react.waiting.iter().find(|(it, _)| *it == unit) else {
                return wrong("1914 8.2.1", format!("'{}' does not react to this", name(unit)));
            };
            let to = steps::footprint(rules, hexes)?;
            let may = fall_back::steps(rules, position, unit, react.why(second));
            if may.iter().all(|(other, _)| *other != to) {
                return wrong("1914 8.2.3", format!("'{}' does not react so", name(unit)));
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
        if abreast::is_two(position, unit) {
            let to = fall_back::steps(rules, position, unit, react.why(second)).into_iter();
            acts.extend(to.map(|(to, _)| steps::act(&[unit], to)));
        }
    }
    if check(rules, position, react, &Act::Done).is_ok() {
        acts.push(Act::Done);
    }
    acts
}

/// Reacts, and asks again for the others.
pub fn apply(cx: &mut PlayContext<'_, Offensive>, side: usize, mut react: Box<React>, act: &Act) {
    cx.answered(side);
    if let Act::Abreast { units, hexes } = act {
        return go_abreast(cx, react, units, hexes);
    }
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
        then(cx, Step::React(react));
    }
    for (unit, option) in costs {
        let (hex, cost) = option;
        fall_back::go(cx, unit, (Footprint::One(hex), cost), ("reaction", "1914 8.2.2"));
    }
}

/// Reacts by a step into two hexes, or out of them (1914 8.2.3, 19.1.1).
fn go_abreast(
    cx: &mut PlayContext<'_, Offensive>,
    mut react: Box<React>,
    units: &[Unit],
    hexes: &[Hex],
) {
    let (Some(&unit), Ok(to)) = (units.first(), steps::footprint(cx.rules, hexes)) else { return };
    let waiting = react.waiting.iter().find(|(it, _)| *it == unit).copied();
    let Some((_, second)) = waiting else { return };
    let options = fall_back::steps(cx.rules, cx.position, unit, react.why(second));
    react.waiting.retain(|(it, _)| *it != unit);
    if !react.waiting.is_empty() {
        then(cx, Step::React(react));
    }
    if let Some(option) = options.into_iter().find(|(other, _)| *other == to) {
        fall_back::go(cx, unit, option, ("reaction", "1914 8.2.3"));
    }
}
