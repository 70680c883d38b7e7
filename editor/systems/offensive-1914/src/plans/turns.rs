//! 1914 4.2.1a, 26.1, 26.3, 26.6.2, 26.6.3, 27.1: plans become active, are achieved, abandoned and end.

use salient_hex::Hex;
use salient_rules::play::{Formation, PlayContext, Position, Unit};

use crate::activity;
use crate::armies;
use crate::control;
use crate::event::Detail;
use crate::event::armies::{ArmiesDetail, PlanChanged, PlanFate};
use crate::rules::{Offensive, Rules};
use crate::schedule::Plan;
use crate::state::PlanState;
use crate::units::Kind;
use crate::victory;

/// How the plan of an army stands.
pub fn state(position: &Position<Offensive>, army: Formation) -> PlanState {
    let place = usize::from(army.0);
    position.own.plans.get(place).copied().unwrap_or(PlanState::None)
}

/// What becomes of plans by itself as the joint preliminary phase in the turn of a side begins (1914
/// 4.2.1a).
pub fn begin(cx: &mut PlayContext<'_, Offensive>, phasing: usize) {
    let rules = cx.rules;
    if phasing == rules.allied {
        activity::activate(cx);
    }
    // 1914 26.1: from the player-turn after the one in which it was achieved.
    for plan in &rules.schedule.plans {
        if state(cx.position, plan.army) == PlanState::Achieved {
            end(cx, plan.army, PlanState::None, "1914 26.1");
        }
    }
    for plan in &rules.schedule.plans {
        if state(cx.position, plan.army) == PlanState::Idle {
            activate(cx, plan, phasing);
        }
    }
}

/// 1914 26.6.2: an idle plan becomes active once the plan that it waits for was abandoned, by a die
/// in its game-turn, and in the Allied player-turn of the next at the latest.
fn activate(cx: &mut PlayContext<'_, Offensive>, plan: &Plan, phasing: usize) {
    let rules = cx.rules;
    let rule = "1914 26.6.2";
    let turn = i32::from(cx.position.turn);
    let (from, until) = (rules.numbers.idle_from, rules.numbers.idle_until);
    let awaited = plan.starts_with;
    if awaited.is_some_and(|army| state(cx.position, army) == PlanState::Abandoned)
        || turn > until
        || turn == until && phasing == rules.allied
    {
        set(cx, plan.army, PlanState::Bound);
        tell(cx, plan.army, PlanFate::Active, rule, |_| {});
        return;
    }
    if turn < from || turn >= until {
        return;
    }
    let side = rules.body(plan.army).side;
    let die = cx.roll("idle-plan", side, rule);
    let active = i32::from(die) <= rules.numbers.idle_roll;
    if active {
        set(cx, plan.army, PlanState::Bound);
    }
    let fate = if active { PlanFate::Active } else { PlanFate::Idle };
    tell(cx, plan.army, fate, rule, |told| told.die = Some(die));
}

/// 1914 26.3, 27.1: abandons a plan, at its cost; the army is free from now on.
pub fn abandon(cx: &mut PlayContext<'_, Offensive>, plan: &Plan) {
    let rules = cx.rules;
    let side = rules.body(plan.army).side;
    let distance = nearest(rules, cx.position, plan);
    tell(cx, plan.army, PlanFate::Abandoned, "1914 26.3", |told| told.distance = distance);
    if let Some(cost) = cost(rules, plan, distance).filter(|cost| *cost != 0) {
        victory::book(cx, (side, -cost), "plan-abandoned", None, "1914 27.1");
    }
    end(cx, plan.army, PlanState::Abandoned, "1914 26.3");
}

/// 1914 27.1: what abandoning a plan would cost its side now.
pub fn price(rules: &Rules, position: &Position<Offensive>, plan: &Plan) -> i32 {
    cost(rules, plan, nearest(rules, position, plan)).unwrap_or_default()
}

/// 1914 27.1: how far the nearest infantry attached to an army is from its primary objective, the
/// nearer of two; none where there is no such infantry.
fn nearest(rules: &Rules, position: &Position<Offensive>, plan: &Plan) -> Option<u32> {
    let grid = rules.map().grid();
    let side = rules.body(plan.army).side;
    let infantry = position.on_map(rules, side).filter(|&unit| {
        rules.kind(position, unit) == Kind::Infantry
            && armies::army(rules, position, unit) == Some(plan.army)
    });
    let hexes = infantry.flat_map(|unit| position.hexes(unit));
    hexes.flat_map(|hex| plan.primary().map(move |to| grid.distance(hex, to))).min()
}

/// 1914 27.1: what abandoning a plan costs; nothing for one without a primary objective.
fn cost(rules: &Rules, plan: &Plan, distance: Option<u32>) -> Option<i32> {
    plan.primary().next()?;
    let costs = &rules.schedule.abandonment;
    // The farthest where there is no infantry at all, the nearest within the first.
    let reached = |(least, _): &&(i32, i32)| {
        distance.is_none_or(|distance| i64::from(distance) >= i64::from(*least))
    };
    let row = costs.iter().rev().find(reached).or(costs.first());
    row.map(|(_, points)| *points)
}

/// Ends a plan, and with it those that end with it (1914 26.6.3).
fn end(cx: &mut PlayContext<'_, Offensive>, army: Formation, how: PlanState, rule: &str) {
    set(cx, army, how);
    if how == PlanState::None {
        tell(cx, army, PlanFate::Ended, rule, |_| {});
    }
    let rules = cx.rules;
    let others = rules.schedule.plans.iter().filter(|plan| plan.ends_with == Some(army));
    for plan in others {
        if matches!(state(cx.position, plan.army), PlanState::Bound | PlanState::Idle) {
            set(cx, plan.army, PlanState::None);
            tell(cx, plan.army, PlanFate::Ended, "1914 26.6.3", |_| {});
        }
    }
}

fn set(cx: &mut PlayContext<'_, Offensive>, army: Formation, state: PlanState) {
    if let Some(own) = cx.position.own.plans.get_mut(usize::from(army.0)) {
        *own = state;
    }
}

/// 1914 26.1.1: takes note that a unit is in a hex: an infantry division or brigade, in a primary
/// objective of its side.
pub fn passed(rules: &Rules, position: &mut Position<Offensive>, unit: Unit, hex: Hex) {
    let piece = rules.piece(unit);
    if !piece.captures || rules.kind(position, unit) != Kind::Infantry {
        return;
    }
    let side = rules.side_of(unit);
    let mut plans = rules.schedule.plans.iter().filter(|plan| rules.body(plan.army).side == side);
    if plans.any(|plan| plan.primary().any(|primary| primary == hex))
        && let Err(place) = position.own.passed.binary_search(&hex)
    {
        position.own.passed.insert(place, hex);
    }
}

/// 1914 26.1, 26.1.1: at the end of a player-turn plans are achieved whose primary objective was
/// passed and is controlled.
pub fn end_player_turn(cx: &mut PlayContext<'_, Offensive>) {
    let rules = cx.rules;
    for plan in &rules.schedule.plans {
        let side = rules.body(plan.army).side;
        for hex in plan.primary() {
            let there: Vec<Unit> = cx.position.stack(hex).collect();
            let own = there.into_iter().filter(|&unit| rules.side_of(unit) == side);
            own.for_each(|unit| passed(rules, cx.position, unit, hex));
        }
        if state(cx.position, plan.army) != PlanState::Bound || plan.ends_with.is_some() {
            continue;
        }
        let taken = plan.primary().find(|&hex| {
            control::of(cx.position, hex) == Some(side)
                && cx.position.own.passed.binary_search(&hex).is_ok()
        });
        if let Some(hex) = taken {
            set(cx, plan.army, PlanState::Achieved);
            let label = rules.label(hex).to_owned();
            tell(cx, plan.army, PlanFate::Achieved, "1914 26.1", |told| told.hex = Some(label));
        }
    }
}

fn tell(
    cx: &mut PlayContext<'_, Offensive>,
    army: Formation,
    fate: PlanFate,
    rule: &str,
    more: impl FnOnce(&mut PlanChanged),
) {
    cx.emit(|rules| {
        let mut told = PlanChanged {
            side: rules.sides[rules.body(army).side].clone(),
            army: rules.compiled.formation(army).id.clone(),
            fate,
            die: None,
            distance: None,
            hex: None,
            rule: rule.to_owned(),
        };
        more(&mut told);
        Detail::Armies(ArmiesDetail::Plan(told))
    });
}
