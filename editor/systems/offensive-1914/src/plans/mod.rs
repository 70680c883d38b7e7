//! 1914 26: strategic plans, their objectives, and what they bind.

mod turns;

use salient_hex::Hex;
use salient_rules::Violation;
use salient_rules::play::{PlayContext, Position, Unit};

use crate::acts::Act;
use crate::armies;
use crate::decision::Decision;
use crate::effectiveness;
use crate::rules::{Offensive, Rules};
use crate::schedule::Plan;
use crate::state::INACTIVE;
use crate::state::PlanState;
use crate::units::Kind;

use turns::state;

pub use turns::{end_player_turn, passed, price};

/// The plan of a unit's army, and how it stands.
fn of_unit<'a>(
    rules: &'a Rules,
    position: &Position<Offensive>,
    unit: Unit,
) -> Option<(&'a Plan, PlanState)> {
    let plan = rules.schedule.plan(armies::army(rules, position, unit)?)?;
    Some((plan, state(position, plan.army)))
}

/// Begins the joint preliminary phase in the turn of a side (1914 4.2.1a).
pub fn begin(cx: &mut PlayContext<'_, Offensive>, phasing: usize) {
    let rules = cx.rules;
    turns::begin(cx, phasing);
    for side in [rules.enemy(phasing), phasing] {
        if legal(rules, cx.position, side).len() > 1 {
            cx.ask(side, Decision::Plans);
        }
    }
}

/// Puts the plans of the scenario into force, before the first game-turn (1914 26.0).
pub fn at_start(cx: &mut PlayContext<'_, Offensive>) {
    for plan in &cx.rules.schedule.plans {
        let state = if plan.idle { PlanState::Idle } else { PlanState::Bound };
        if let Some(own) = cx.position.own.plans.get_mut(usize::from(plan.army.0)) {
            *own = state;
        }
    }
}

/// Whether a joint preliminary phase is held: a plan still binds an army or is idle, or somebody is
/// to become active (1914 4.2.1a).
pub fn any(position: &Position<Offensive>) -> bool {
    use PlanState::{Achieved, Bound, Idle};
    let planned = position.own.plans.iter().any(|plan| matches!(plan, Idle | Bound | Achieved));
    planned || position.units.iter().any(|unit| unit.flags & INACTIVE != 0)
}

/// Whether a unit is an infantry formation that a plan binds now (1914 26.2): one that is neither
/// combat ineffective nor demoralized. An idle plan binds nobody's movement, and one that is achieved
/// still binds in the player-turn in which it is.
pub fn is_bound(rules: &Rules, position: &Position<Offensive>, unit: Unit) -> bool {
    let piece = rules.piece(unit);
    piece.is_formation()
        && piece.kind == Kind::Infantry
        && !effectiveness::is_ineffective(rules, position, unit)
        && of_unit(rules, position, unit)
            .is_some_and(|(_, state)| matches!(state, PlanState::Bound | PlanState::Achieved))
}

/// How far each of the operational objectives of a unit's army is from a hex (1914 26.2.1), in the
/// order of the scenario; the primary ones are among them.
pub fn distance(
    rules: &Rules,
    position: &Position<Offensive>,
    unit: Unit,
    hex: Hex,
) -> Option<Vec<u32>> {
    let (plan, _) = of_unit(rules, position, unit)?;
    let grid = rules.map().grid();
    let each = plan.objectives.iter().filter_map(|objective| {
        objective.hexes.iter().map(|&other| grid.distance(hex, other)).min()
    });
    Some(each.collect())
}

/// Whether a unit may prepare attacks as far as plans go: none of an army whose plan is idle (1914
/// 26.6.2a).
pub fn may_prepare(rules: &Rules, position: &Position<Offensive>, unit: Unit) -> bool {
    of_unit(rules, position, unit).is_none_or(|(_, state)| state != PlanState::Idle)
}

/// 1914 26.6.2a: whether a unit may leave its army as far as plans go: none does while a plan that
/// began idle has not ended.
///
/// # Errors
/// It may not.
pub fn may_leave(
    rules: &Rules,
    position: &Position<Offensive>,
    unit: Unit,
) -> Result<(), Violation> {
    let Some((plan, state)) = of_unit(rules, position, unit) else { return Ok(()) };
    use PlanState::{Achieved, Bound, Idle};
    if !plan.idle || !matches!(state, Idle | Bound | Achieved) {
        return Ok(());
    }
    let name = &rules.compiled.formation(plan.army).name;
    let text = format!("no formation leaves {name} until its plan has ended");
    Err(Violation::new("1914 26.6.2a", text))
}

/// The plan of the army of a side whose depot a unit is.
pub fn of_depot(rules: &Rules, side: usize, depot: Unit) -> Option<&Plan> {
    rules.schedule.plans.iter().find(|plan| {
        let body = rules.body(plan.army);
        body.side == side && body.counter == Some(depot)
    })
}

/// The plan of an army that a side may abandon.
///
/// # Errors
/// The rule that forbids it, and how.
fn abandonable<'a>(
    rules: &'a Rules,
    position: &Position<Offensive>,
    side: usize,
    depot: Unit,
) -> Result<&'a Plan, Violation> {
    let rule = "1914 26.3";
    let Some(plan) = of_depot(rules, side, depot) else {
        let text = format!(
            "'{}' is the depot of no army of this side with a plan",
            rules.unit(depot).name
        );
        return Err(Violation::new(rule, text));
    };
    let name = &rules.compiled.formation(plan.army).name;
    if let Some(other) = plan.ends_with {
        let other = &rules.compiled.formation(other).name;
        let text = format!("the plan of {name} ends with that of {other}, and not by itself");
        return Err(Violation::new("1914 26.6.3", text));
    }
    if state(position, plan.army) != PlanState::Bound {
        let text = format!("no plan of {name} is in force");
        return Err(Violation::new(rule, text));
    }
    let from = rules.numbers.plan_turns + 1;
    if i32::from(position.turn) < from {
        let text = format!("plans are abandoned from game-turn {from} on");
        return Err(Violation::new(rule, text));
    }
    Ok(plan)
}

/// Whether a side may do something that it is asked.
///
/// # Errors
/// The rule that forbids it, and how.
pub fn check(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    act: &Act,
) -> Result<(), Violation> {
    match act {
        Act::Done => Ok(()),
        Act::AbandonPlan { army } => abandonable(rules, position, side, *army).map(drop),
        _ => Err(Violation::new("1914 4.2.1a", "abandon a plan, or be done")),
    }
}

/// What a side may do.
pub fn legal(rules: &Rules, position: &Position<Offensive>, side: usize) -> Vec<Act> {
    let plans = rules.schedule.plans.iter();
    let depots = plans.filter_map(|plan| rules.body(plan.army).counter);
    let abandon = depots.map(|army| Act::AbandonPlan { army });
    let mut acts: Vec<Act> = std::iter::once(Act::Done).chain(abandon).collect();
    acts.retain(|act| check(rules, position, side, act).is_ok());
    acts.sort_unstable();
    acts.dedup();
    acts
}

/// Does what [`check`] has allowed; the question still stands.
pub fn apply(cx: &mut PlayContext<'_, Offensive>, side: usize, act: &Act) {
    if let Act::AbandonPlan { army } = act
        && let Ok(plan) = abandonable(cx.rules, cx.position, side, *army)
    {
        turns::abandon(cx, plan);
        if legal(cx.rules, cx.position, side).len() > 1 {
            return;
        }
    }
    cx.answered(side);
}
