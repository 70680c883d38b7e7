//! Opportunity fire: in the midst of the enemy's moves, hex by hex, one shot at a time.

use std::borrow::Cow;

use salient_hex::Hex;
use salient_hex::path::Reach;
use salient_rules::Violation;
use salient_rules::game::UnderFire;
use salient_rules::play::{Frame, PlayContext, Position, Unit};

use super::shot::{Shot, shoot};
use super::{Bar, FireRules, add_fires, check_all, is_fit, reaches};
use crate::acts::Act;
use crate::game::{Decision, Standard};
use crate::numbers::Case;
use crate::rules::Rules;
use crate::sequence::{DoesAt, Step};
use crate::state::{HALTED, ROUTED};
use crate::{hindrance, movement};

/// Units that have entered a hex, and who may fire at them there.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct React {
    /// The side that may fire.
    pub side: u8,
    /// The kind of fire.
    pub fire: u8,
    /// Who moves.
    pub movers: Vec<Unit>,
    /// The hex that they have entered.
    pub hex: Hex,
    /// Who has fired at them there.
    pub fired: Vec<Unit>,
}

/// Units have entered a hex: whoever may fire at them there is asked, side by side and kind by kind.
/// Afterwards whoever was stopped stays.
pub fn offer(cx: &mut PlayContext<'_, Standard>, movers: &[Unit], hex: Hex) {
    let rules = cx.rules;
    let Some(&first) = movers.first().filter(|_| rules.fires.any_opportunity) else { return };
    let mut asked = Vec::new();
    for side in rules.enemy_sides(rules.side(first)).rev() {
        for (kind, fire) in rules.fires.kinds.iter().zip(0..=u8::MAX).rev() {
            if kind.opportunity.is_zero() {
                continue;
            }
            let (movers, fired) = (movers.to_vec(), Vec::new());
            let react = React { side: side as u8, fire, movers, hex, fired };
            if able(rules, cx.position, kind, &react).next().is_some() {
                asked.push(react);
            }
        }
    }
    if asked.is_empty() {
        return;
    }
    // What is pushed last comes first.
    cx.then(Step::Onward { movers: movers.to_vec(), hex });
    for react in asked {
        cx.then(Step::React(Box::new(react)));
    }
}

/// Whether a unit may fire at who moves.
fn may_react(
    rules: &Rules,
    position: &Position<Standard>,
    fire: &FireRules,
    react: &React,
    unit: Unit,
) -> Result<(), Bar> {
    let case = Case::new(&rules.compiled, position).of(unit);
    let shots = position.own.shots.get(unit.index()).copied().unwrap_or(0);
    if i32::from(shots) >= fire.opportunity.in_case(&case) || react.fired.contains(&unit) {
        return Err(Bar::Fired);
    }
    Ok(())
}

/// Those who may fire at who moves.
fn able<'a>(
    rules: &'a Rules,
    position: &'a Position<Standard>,
    fire: &'a FireRules,
    react: &'a React,
) -> impl Iterator<Item = Unit> + 'a {
    position.on_map(rules, usize::from(react.side)).filter(move |&unit| {
        may_react(rules, position, fire, react, unit).is_ok()
            && is_fit(rules, position, fire, unit).is_ok()
            && reaches(rules, position, fire, unit, react.hex).is_ok()
    })
}

/// The movers who are still where they are fired at.
fn targets(position: &Position<Standard>, react: &React) -> Vec<Unit> {
    let there = |unit: &Unit| position.hex(*unit) == Some(react.hex);
    react.movers.iter().copied().filter(there).collect()
}

/// Asks a side, as long as any of it may fire at who moves.
pub fn step(cx: &mut PlayContext<'_, Standard>, react: React) {
    let rules = cx.rules;
    if targets(cx.position, &react).is_empty() || legal(rules, cx.position, &react).len() < 2 {
        return;
    }
    cx.ask(usize::from(react.side), Decision::React(Box::new(react)));
}

/// Whether a side may fire so at who moves, or hold its fire.
///
/// # Errors
/// The rule that forbids it.
pub fn check(
    rules: &Rules,
    position: &Position<Standard>,
    react: &React,
    act: &Act,
) -> Result<(), Violation> {
    let Some(fire) = rules.fires.of(react.fire) else { return Ok(()) };
    match act {
        Act::Done => Ok(()),
        Act::Fire { units, hex } if *hex == react.hex => {
            let side = usize::from(react.side);
            let may = |unit: Unit| may_react(rules, position, fire, react, unit);
            let found = check_all(rules, position, (side, fire), (units, *hex), may);
            found.map_err(|bar| bar.violation(fire))
        }
        Act::Fire { .. } => {
            Err(Violation::new(fire.rule.clone(), "only those who move are fired at"))
        }
        _ => Err(Violation::new(fire.rule.clone(), "fire at those who move, or be done")),
    }
}

/// The fires that a side may make at who moves.
pub fn legal(rules: &Rules, position: &Position<Standard>, react: &React) -> Vec<Act> {
    let mut acts = Vec::new();
    if let Some(fire) = rules.fires.of(react.fire) {
        let units: Vec<Unit> = able(rules, position, fire, react).collect();
        add_fires(rules, position, fire, (&units, react.hex), &mut acts);
    }
    acts.push(Act::Done);
    acts
}

/// Fires at who moves, as was checked, or holds the fire.
pub fn react(cx: &mut PlayContext<'_, Standard>, mut react: React, act: &Act) {
    cx.answered(usize::from(react.side));
    let Act::Fire { units, hex } = act else { return };
    for &unit in units {
        let shots = &mut cx.position.own.shots[unit.index()];
        *shots = shots.saturating_add(1);
    }
    react.fired.extend(units);
    react.fired.sort_unstable();
    let (fire, targets) = (react.fire, targets(cx.position, &react));
    cx.then(Step::React(Box::new(react)));
    shoot(cx, Shot { fire, units: units.clone(), hex: *hex, targets, opportunity: true });
}

/// All have fired who wanted to: whoever was stopped or driven back stays, and the others go on.
pub fn onward(cx: &mut PlayContext<'_, Standard>, movers: &[Unit], hex: Hex) {
    let rules = cx.rules;
    let stops = |unit: Unit| {
        cx.position.hex(unit) != Some(hex)
            || cx.position.state(unit).flags & ROUTED != 0
            || hindrance::of(rules, cx.position, unit).any(|one| one.no_move)
    };
    let left = movers.iter().copied().filter(|&unit| cx.position.hex(unit).is_some());
    let (stopped, going): (Vec<Unit>, Vec<Unit>) = left.partition(|&unit| stops(unit));
    if stopped.is_empty() {
        return;
    }
    for &unit in &stopped {
        *cx.position.flags_mut(unit) |= HALTED;
    }
    let walk = cx.position.frames().iter().rev().find_map(|frame| match frame {
        Frame::Walk(walk) => Some((walk.path[walk.done..].to_vec(), walk.rule.clone())),
        _ => None,
    });
    let Some((rest, rule)) = walk else { return };
    cx.cut_walk();
    if !going.is_empty() && !rest.is_empty() {
        cx.walk(going, rest, &rule);
    }
}

/// The hexes that a unit may enter in a step of movement in which an enemy may fire at it.
pub fn under_fire(
    rules: &Rules,
    position: &Position<Standard>,
    (unit, at): (Unit, DoesAt),
) -> Vec<UnderFire> {
    let mut reach = Reach::default();
    let moves = rules.fires.any_opportunity
        && movement::find(rules, position, &[unit], at, (0, &mut reach)).is_some();
    if !moves {
        return Vec::new();
    }
    let mut under = Vec::new();
    for &hex in reach.reached().iter().skip(1) {
        let mut from = Vec::new();
        let mut rule = "";
        for (kind, fire) in rules.fires.kinds.iter().zip(0_u8..) {
            for side in rules.enemy_sides(rules.side(unit)) {
                let (movers, fired) = (vec![unit], Vec::new());
                let react = React { side: side as u8, fire, movers, hex, fired };
                let before = from.len();
                let able = able(rules, position, kind, &react);
                from.extend(able.filter_map(|unit| position.hex(unit)));
                if from.len() > before {
                    rule = &kind.rule;
                }
            }
        }
        from.sort_unstable();
        from.dedup();
        if !from.is_empty() {
            under.push(UnderFire { hex, from, rule: Cow::Owned(rule.to_owned()) });
        }
    }
    under.sort();
    under
}
