//! No rules: what a choice comes to that its own words do not say, for whoever chooses.

use std::iter;

use salient_hex::grid::Hex;
use salient_rules::detail::spent;
use salient_rules::words::plural;

use crate::acts::Act;
use crate::battle::BattleStage;
use crate::combat::Reckoning;
use crate::guns::Guns;
use crate::movement::StepCost;
use crate::position::{Decision, Position};
use crate::rules::{GERMAN, Rules, Unit};
use crate::supply::Supply;
use crate::tables::Counter;

/// The faces of a die.
const FACES: std::ops::RangeInclusive<u8> = 1..=6;

/// What a choice comes to.
pub fn remark(position: &Position, rules: &Rules, act: &Act) -> Option<String> {
    match act {
        Act::Move { unit, path, exit } => movement(position, rules, *unit, path, *exit),
        Act::Attack { units, hexes, barrage } => attack(position, rules, units, hexes, *barrage),
        Act::Sos { field, heavy, .. } => {
            let points = Guns::new(*field, *heavy).total() as i32;
            let plus = points / rules.constants.artillery.sos_barrage_divisor;
            Some(format!("{plus:+} on your die (KB 9.62)"))
        }
        Act::Lose { unit } => loss(position, rules, *unit),
        Act::Retreat { hex } => Some(retreat(position, rules, *hex)),
        Act::Advance { unit, path } => advance(position, rules, *unit, path),
        Act::Place { unit, hex } => Some(placed(position, rules, *unit, *hex)),
        Act::CounterBattery(guns) => counter_battery(rules, *guns),
        Act::Gas { hex, .. } => Some(gas(position, rules, *hex)),
        Act::Drumfire { hex, field, heavy } => {
            bombardment(position, rules, *hex, Guns::new(*field, *heavy).total())
        }
        Act::GroundAttack { hex, points } => bombardment(position, rules, *hex, u32::from(*points)),
        Act::Observe { .. } => {
            let (plain, observed) = position.rolling_limits(rules);
            Some(format!("rolling barrages of up to {observed} points, not {plain} (KB 9.53)"))
        }
        Act::BreakDown { .. } => {
            let regiments = rules.constants.breakdown_regiments;
            Some(format!("{regiments} regiments, which do not move this turn (KB 13.12)"))
        }
        Act::AllocateAir(_) | Act::Intercept { .. } | Act::Done => None,
    }
}

/// What a move costs, and where it ends (KB 5.13, 5.15, 20.12).
fn movement(
    position: &Position,
    rules: &Rules,
    unit: Unit,
    path: &[Hex],
    exit: bool,
) -> Option<String> {
    let trace = position.check_move(rules, unit, path, exit).ok()?;
    let minimum = trace.one_hex_minimum.then_some("KB 5.15");
    let cost = spent(trace.spent, trace.allowance.total, minimum);
    let from = position.hex(unit)?;
    let to = path.last().copied().unwrap_or(from);
    let end = match exit {
        true if position.supply_of(rules, unit, to) == Supply::Isolated => {
            Some("isolated, so for no points (KB 20.12)".to_owned())
        }
        true => Some("for victory points (KB 20.12)".to_owned()),
        false if trace.steps.last().is_some_and(|step| step.controlled) => {
            Some("stops in an enemy zone of control (KB 5.13)".to_owned())
        }
        false => None,
    };
    let joins = (!exit && to != from).then(|| crowded(position, rules, &[unit], to)).flatten();
    let towns = taken(position, rules, unit, &trace.steps);
    Some(told(iter::once(cost).chain(end).chain(towns).chain(joins)))
}

/// What an advance costs, and where it ends (KB 8.84).
fn advance(position: &Position, rules: &Rules, unit: Unit, path: &[Hex]) -> Option<String> {
    let (steps, cost) = position.check_advance(rules, unit, path).ok()?;
    let cost = spent(cost, position.advance_allowance(rules, unit).total, None);
    let to = steps.last()?;
    let controlled = to.controlled.then(|| match rules.unit(unit).stosstruppen {
        true => "in an enemy zone of control".to_owned(),
        false => "stops in an enemy zone of control (KB 8.84)".to_owned(),
    });
    let towns = taken(position, rules, unit, &steps);
    let joins = crowded(position, rules, &[unit], to.hex);
    Some(told(iter::once(cost).chain(controlled).chain(towns).chain(joins)))
}

/// The towns that change hands on a way (KB 20.11).
fn taken(position: &Position, rules: &Rules, unit: Unit, steps: &[StepCost]) -> Option<String> {
    let side = rules.unit(unit).side;
    let changes = steps.iter().filter(|step| position.takes(rules, side, step.hex).is_some());
    match changes.count() {
        0 => None,
        1 => Some("takes a town (KB 20.11)".to_owned()),
        towns => Some(format!("takes {} (KB 20.11)", plural(towns, "town"))),
    }
}

/// That more stand in a hex, once these are there too, than may at the end of their movement phase
/// (KB 7.21).
fn crowded(position: &Position, rules: &Rules, units: &[Unit], hex: Hex) -> Option<String> {
    let there = position.stacking(rules, hex) + stacking(position, rules, units);
    let limit = rules.constants.stacking_limit;
    (there > limit).then(|| format!("{there} stacking points there, {limit} may stay (KB 7.21)"))
}

fn stacking(position: &Position, rules: &Rules, units: &[Unit]) -> i32 {
    units.iter().map(|&unit| position.face(rules, unit).stacking).sum()
}

/// The strengths and what is added to the dice, if the defender fires no SOS barrage.
fn attack(
    position: &Position,
    rules: &Rules,
    units: &[Unit],
    hexes: &[Hex],
    barrage: Guns,
) -> Option<String> {
    position.check_attack(rules, units, hexes).ok()?;
    let Reckoning { attack, defence, attack_plus, defence_plus, morale } =
        position.reckon(rules, units, hexes);
    let ours = Reckoning::sum(&attack_plus) + barrage.total() as i32;
    let theirs = Reckoning::sum(&defence_plus);
    let dice = [("your", ours), ("the defender's", theirs)];
    let dice = dice.into_iter().filter(|(_, plus)| *plus != 0);
    let dice = dice.map(|(whose, plus)| format!("{plus:+} on {whose} die"));
    let strengths = format!("{attack} against {defence}");
    Some(told([strengths, format!("morale {morale}")].into_iter().chain(dice)))
}

/// What a loss comes to besides what it leaves of the unit, which the engine finds out (KB 7.21, 13.23,
/// 20.14).
fn loss(position: &Position, rules: &Rules, unit: Unit) -> Option<String> {
    if matches!(position.decision, Decision::Unstack { .. }) {
        let (there, limit) =
            (position.stacking(rules, position.hex(unit)?), rules.constants.stacking_limit);
        return Some(format!("{there} stacking points there, {limit} may stay (KB 7.21)"));
    }
    let def = rules.unit(unit);
    if !def.division || position.state(unit).face + 1 < def.steps {
        return None;
    }
    match position.spare_replacements(rules).next() {
        None => Some("no regiment is left to take its place (KB 13.23)".to_owned()),
        Some(_) if def.side == GERMAN => Some("counts as a division lost (KB 20.14)".to_owned()),
        Some(_) => None,
    }
}

/// What the stack that retreats finds in a hex (KB 8.74).
fn retreat(position: &Position, rules: &Rules, hex: Hex) -> String {
    let units = match position.battle.stage {
        BattleStage::StackRetreats { stack } => position.battle.stacks.get(stack),
        _ => None,
    };
    let units = units.map_or(&[][..], |(_, units)| units);
    let there = match position.stacking(rules, hex) {
        0 => "nobody there".to_owned(),
        there => format!("joins {}", plural(there.unsigned_abs() as usize, "stacking point")),
    };
    let terrain = rules.map.defence(hex);
    let terrain = (terrain != 0).then(|| format!("{terrain:+} in defence (KB 5.32)"));
    let gas = position.under_gas(hex).then(|| "under gas (KB 9.34)".to_owned());
    let crowded = crowded(position, rules, units, hex);
    told(iter::once(there).chain(terrain).chain(gas).chain(crowded))
}

/// Where an arriving unit would stand (KB 15.13, 15.23).
fn placed(position: &Position, rules: &Rules, unit: Unit, hex: Hex) -> String {
    let arrival = rules.arrivals.iter().find(|arrival| arrival.unit == unit);
    let grid = rules.map.grid();
    let distance = arrival
        .and_then(|arrival| arrival.entries.iter().map(|&entry| grid.distance(entry, hex)).min())
        .filter(|_| matches!(position.decision, Decision::Enter { .. }));
    let distance = distance
        .map(|distance| format!("{} from its entry hex (KB 15.13)", hexes(distance as usize)));
    let there = match position.stacking(rules, hex) {
        0 => "nobody there".to_owned(),
        there => format!("joins {}", plural(there.unsigned_abs() as usize, "stacking point")),
    };
    told(distance.into_iter().chain([there]))
}

fn hexes(number: usize) -> String {
    if number == 1 { "1 hex".to_owned() } else { format!("{number} hexes") }
}

/// How likely the enemy loses artillery points (KB 9.23).
fn counter_battery(rules: &Rules, guns: Guns) -> Option<String> {
    let read = |die| rules.counter_battery.read(guns.total(), die);
    let (column, _) = read(1)?;
    let hits = FACES.filter(|&die| read(die).is_some_and(|(_, cell)| cell != Counter::Nothing));
    Some(format!("column {column}, {} in 6 to silence enemy artillery", hits.count()))
}

/// How many enemy stacks gas reaches (KB 9.34).
fn gas(position: &Position, rules: &Rules, hex: Hex) -> String {
    let radius = rules.constants.artillery.gas_radius.max(0).unsigned_abs();
    let reached = rules.map.grid().within(hex, radius);
    let stacks = reached.into_iter().filter(|&hex| position.enemy_in(hex, GERMAN)).count();
    format!("{} within its reach (KB 9.34)", plural(stacks, "enemy stack"))
}

/// How likely a stack loses steps under a bombardment of so many points, and how many (KB 9.45).
fn bombardment(position: &Position, rules: &Rules, hex: Hex, points: u32) -> Option<String> {
    let (_, column) = rules.drumfire.column(position.stacking(rules, hex), points)?;
    let terrain = rules.map.defence(hex);
    let morale = position.stack(hex).map(|unit| position.face(rules, unit).morale).max()?;
    let steps = |die: u8| {
        let cell = rules.drumfire.read(column, i32::from(die) + terrain)?;
        Some(cell.result? - morale).filter(|steps| *steps > 0)
    };
    let hits: Vec<i32> = FACES.filter_map(steps).collect();
    let Some(most) = hits.iter().max() else { return Some("no effect on any die".to_owned()) };
    let up_to = if *most > 1 { "up to " } else { "" };
    let lost = plural(most.unsigned_abs() as usize, "step");
    Some(format!("{} in 6 for a loss of {up_to}{lost}", hits.len()))
}

fn told(parts: impl IntoIterator<Item = String>) -> String {
    parts.into_iter().collect::<Vec<_>>().join(", ")
}
