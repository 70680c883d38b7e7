//! 1914 4.2.9, 8.3, 8.7.3: the finishing phase, in which cavalry retires.

use salient_hex::{Footprint, Hex};
use salient_rules::Violation;
use salient_rules::play::{PlayContext, Position, Unit};

use crate::abreast::{self, steps};
use crate::acts::Act;
use crate::decision::{Decision, Retiring as Asked, Step};
use crate::losses;
use crate::march::fall_back::{self, Why};
use crate::rules::{Offensive, Rules};
use crate::state::RETIRED;
use crate::voluntary;

/// Begins the finishing phase: the phasing side's cavalry first (1914 4.2.9).
pub fn begin(cx: &mut PlayContext<'_, Offensive>, phasing: usize) {
    for unit in cx.rules.compiled.all_units() {
        *cx.position.flags_mut(unit) &= !RETIRED;
    }
    // What is pushed first comes last (1914 4.2.9).
    voluntary::begin(cx, phasing);
    let enemy = cx.rules.enemy(phasing);
    cx.then(Step::Retire(Asked { side: enemy, first: false }));
    cx.then(Step::Retire(Asked { side: phasing, first: true }));
}

/// Whether cavalry stands next to an enemy and has not retired yet (1914 8.3).
fn is_eligible(rules: &Rules, position: &Position<Offensive>, unit: Unit) -> bool {
    let enemy = rules.enemy(rules.side_of(unit));
    let near =
        |hex: Hex| rules.map().neighbours(hex).any(|(_, near)| position.board().holds(near, enemy));
    fall_back::is_able(rules, position, unit)
        && position.state(unit).flags & RETIRED == 0
        && position.hexes(unit).any(near)
}

fn options(rules: &Rules, position: &Position<Offensive>, unit: Unit) -> Vec<(Hex, i32)> {
    fall_back::options(rules, position, unit, Why::Retirement)
}

/// A side's cavalry that may retire now.
fn waiting(rules: &Rules, position: &Position<Offensive>, side: usize) -> Vec<Unit> {
    let units = position.on_map(rules, side);
    let may = |unit: &Unit| {
        is_eligible(rules, position, *unit)
            && fall_back::can(rules, position, *unit, Why::Retirement)
    };
    units.filter(may).collect()
}

/// Whether a side may do something that it is asked.
///
/// # Errors
/// The rule that forbids it, and how.
pub fn check(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    asked: &Asked,
    act: &Act,
) -> Result<(), Violation> {
    let _ = asked;
    let name = |unit: Unit| &rules.compiled.unit(unit).name;
    let wrong = |rule: &'static str, text: String| Err(Violation::new(rule, text));
    match act {
        Act::FallBack { units, hex } => {
            let from = units.first().and_then(|&unit| position.hex(unit));
            if from.is_none() || !units.is_sorted_by(|one, next| one < next) {
                return wrong(
                    "1914 8.3",
                    "cavalry retires, each unit once and in order".to_owned(),
                );
            }
            for &unit in units {
                let own = rules.side_of(unit) == side && position.hex(unit) == from;
                if !own || !is_eligible(rules, position, unit) {
                    let text = format!("'{}' is no cavalry next to an enemy", name(unit));
                    return wrong("1914 8.3", text);
                }
                if !options(rules, position, unit).iter().any(|(to, _)| to == hex) {
                    let to = rules.compiled.label(*hex);
                    let text = format!("'{}' does not retire into {to}", name(unit));
                    return wrong("1914 8.3.1", text);
                }
            }
            Ok(())
        }
        Act::Abreast { units, hexes } => {
            let &[unit] = units.as_slice() else {
                return wrong("1914 8.3", "cavalry goes into two hexes one by one".to_owned());
            };
            if rules.side_of(unit) != side || !is_eligible(rules, position, unit) {
                let text = format!("'{}' is no cavalry next to an enemy", name(unit));
                return wrong("1914 8.3", text);
            }
            let to = steps::footprint(rules, hexes)?;
            let may = fall_back::steps(rules, position, unit, Why::Retirement);
            if may.iter().all(|(other, _)| *other != to) {
                return wrong("1914 8.3.1", format!("'{}' does not retire so", name(unit)));
            }
            Ok(())
        }
        Act::Done => {
            let bound = waiting(rules, position, side);
            match bound.into_iter().find(|&unit| rules.piece(unit).loc) {
                Some(unit) => wrong("1914 8.7.3", format!("'{}' must retire", name(unit))),
                None => Ok(()),
            }
        }
        _ => wrong("1914 8.3", "cavalry retires by one hex, or stays".to_owned()),
    }
}

/// What a side may do.
pub fn legal(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    asked: &Asked,
) -> Vec<Act> {
    let mut acts = Vec::new();
    for unit in waiting(rules, position, side) {
        let to = options(rules, position, unit).into_iter();
        acts.extend(to.map(|(hex, _)| Act::FallBack { units: vec![unit], hex }));
        if abreast::is_two(position, unit) {
            let to = fall_back::steps(rules, position, unit, Why::Retirement).into_iter();
            acts.extend(to.map(|(to, _)| steps::act(&[unit], to)));
        }
    }
    if check(rules, position, side, asked, &Act::Done).is_ok() {
        acts.push(Act::Done);
    }
    acts.sort();
    acts
}

/// Does what [`check`] has allowed; the question still stands.
pub fn apply(cx: &mut PlayContext<'_, Offensive>, side: usize, asked: Asked, act: &Act) {
    cx.answered(side);
    if let Act::Abreast { units, hexes } = act
        && let (Some(&unit), Ok(to)) = (units.first(), steps::footprint(cx.rules, hexes))
    {
        cx.then(Step::Retire(asked));
        let options = fall_back::steps(cx.rules, cx.position, unit, Why::Retirement);
        if let Some(option) = options.into_iter().find(|(other, _)| *other == to) {
            *cx.position.flags_mut(unit) |= RETIRED;
            fall_back::go(cx, unit, option, ("retirement", "1914 8.3"));
        }
        return;
    }
    let Act::FallBack { units, hex } = act else { return };
    cx.then(Step::Retire(asked));
    for &unit in units {
        let to = options(cx.rules, cx.position, unit).into_iter().find(|(to, _)| to == hex);
        if let Some((hex, cost)) = to {
            let to = (Footprint::One(hex), cost);
            *cx.position.flags_mut(unit) |= RETIRED;
            fall_back::go(cx, unit, to, ("retirement", "1914 8.3"));
        }
    }
}

/// Asks a side whose cavalry may retire; LOC cavalry that must and cannot is eliminated.
pub fn run(cx: &mut PlayContext<'_, Offensive>, step: Asked) {
    let rules = cx.rules;
    let lost: Vec<Unit> = cx
        .position
        .on_map(rules, step.side)
        .filter(|&unit| rules.piece(unit).loc && is_eligible(rules, cx.position, unit))
        .filter(|&unit| !fall_back::can(rules, cx.position, unit, Why::Retirement))
        .collect();
    if !waiting(rules, cx.position, step.side).is_empty() {
        cx.ask(step.side, Decision::Retire(step));
    }
    for unit in lost {
        losses::eliminate(cx, unit, "retirement", None, "1914 8.7.3");
    }
}
