//! No rules: what a choice comes to that its own words do not say, for whoever chooses.

use salient_rules::detail::spent;
use salient_rules::game::PointsLeft;
use salient_rules::words::plural;

use crate::acts::Act;
use crate::battle::BattleStage;
use crate::position::{Decision, Position};
use crate::rules::{ALLIED, GERMAN, Rules, Unit};
use salient_hex::grid::Hex;

/// What a choice comes to.
pub fn remark(position: &Position, rules: &Rules, act: &Act) -> Option<String> {
    match act {
        Act::Move { unit, path } => movement(position, rules, &[*unit], path),
        Act::MoveStack { units, path } => movement(position, rules, units, path),
        Act::Attack { units, hexes } => odds(position, rules, units, hexes),
        Act::Retreat { hex } => Some(retreat(position, rules, *hex)),
        _ => None,
    }
}

/// What a move costs, and where it ends (SW 10.4, 12.3). Together units are as slow as the slowest.
fn movement(position: &Position, rules: &Rules, units: &[Unit], path: &[Hex]) -> Option<String> {
    let trace = position.check_move(rules, units, path).ok()?;
    let points = units.iter().map(|&unit| position.points_left(rules, unit)).min()?;
    let cost = spent(trace.cost, points, (trace.cost > points).then_some("SW 12.3"));
    Some(match trace.steps.last()?.controlled {
        true => format!("{cost}, stops in an enemy zone of control (SW 10.4)"),
        false => cost,
    })
}

/// The strengths, the column and all modifiers of an attack, if the defender adds nothing.
fn odds(position: &Position, rules: &Rules, units: &[Unit], hexes: &[Hex]) -> Option<String> {
    let attack = position.check_attack(rules, units, hexes).ok()?;
    let found = position.reckon(rules, &attack, None);
    let (attacker, defender) = (found.attacker.strength, found.defender.strength);
    let strengths = format!("{attacker} to {defender}, {}", found.odds);
    let column = found.column.and_then(|at| rules.crt.columns.get(at));
    Some(match column {
        None => format!("{strengths}, no die is rolled"),
        Some(column) => {
            let on = match column.odds == found.odds {
                true => String::new(),
                false => format!(" on the column {}", column.head),
            };
            format!("{strengths}{on}, {:+} on the die", found.modifier())
        }
    })
}

/// What a retreat takes off the losses, and what it costs (SW 13.30, 10.6).
fn retreat(position: &Position, rules: &Rules, to: Hex) -> String {
    let side = crate::rules::enemy_of(position.battle.side);
    let left = steps_to_lose(position).unwrap_or_default() - 1;
    let left = match left {
        ..=0 => "no step is left to lose".to_owned(),
        left => format!("{} left to lose", plural(left.unsigned_abs() as usize, "step")),
    };
    let cost = rules.constants.retreat_zoc_loss;
    match position.in_open_ezoc(to, side) && cost > 0 {
        true => {
            let cost = plural(cost.unsigned_abs() as usize, "step");
            format!("{left}, besides {cost} for the enemy zone of control")
        }
        false => left,
    }
}

/// How many steps are still to be lost, whoever loses them now.
pub fn steps_to_lose(position: &Position) -> Option<i32> {
    if !matches!(position.decision, Decision::Lose { .. }) {
        return None;
    }
    let battle = &position.battle;
    match battle.stage {
        BattleStage::Defender => Some(battle.defender_left),
        BattleStage::RetreatCost => Some(battle.zoc_left),
        BattleStage::Attacker => Some(battle.attacker_left),
        _ => None,
    }
}

/// What counts in the book: the morale of both sides, that of the Allies where it is tracked.
pub fn morale(position: &Position, rules: &Rules) -> Vec<PointsLeft> {
    let tracked = |side: &usize| *side == GERMAN || rules.constants.track_allied_morale == 1;
    let of = |side: usize| PointsLeft {
        side,
        kind: "morale".into(),
        points: position.morale[side].max(0).unsigned_abs(),
    };
    [GERMAN, ALLIED].into_iter().filter(tracked).map(of).collect()
}
