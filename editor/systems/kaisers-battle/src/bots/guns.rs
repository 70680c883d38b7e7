//! How the heuristic uses its artillery: plainly, and without sparing anything that the game-turn
//! would let lapse.

use std::collections::VecDeque;

use crate::acts::Act;
use crate::guns::Guns;
use crate::position::Position;
use crate::rules::{ALLIED, GERMAN, Rules, Unit, Weather};
use salient_hex::grid::Hex;

/// Hexes from a German unit within which a stack is soon attacked.
const NEAR: u32 = 2;
/// How much more a stack there is worth to bombard.
const NEAR_WEIGHT: i32 = 4;
/// Steps that a gas marker must promise.
const GAS_STEPS: i32 = 2;

/// Fires at the enemy's guns when they have something to say in this weather.
pub fn counter_battery(position: &Position, rules: &Rules, side: usize) -> Act {
    let unit = rules.constants.artillery.counter_battery_unit.max(1) as u32;
    let left = position.guns[side];
    let wanted = match (side, position.weather) {
        // No barrage falls in fog: the German guns keep theirs for gas, the Allied have no other
        // use for them.
        (GERMAN, Weather::Fog) => 0,
        (GERMAN, Weather::Mist) => 2 * unit,
        (GERMAN, Weather::Clear) => 3 * unit,
        (_, Weather::Fog) => left.total(),
        _ => 0,
    };
    let points = wanted.min(left.total()) / unit * unit;
    // Field artillery has the shorter reach elsewhere.
    let field = points.min(u32::from(left.field));
    Act::CounterBattery(Guns::new(field as u16, (points - field) as u16))
}

/// Gas on the hex where it reaches the most Allied stacks, if it reaches enough, as long as
/// barrages do not need the points.
pub fn gas(position: &Position, rules: &Rules) -> Act {
    let numbers = &rules.constants.artillery;
    let kept = match position.weather {
        Weather::Fog => 0,
        Weather::Mist => numbers.gas_unit,
        Weather::Clear => 2 * numbers.gas_unit,
    };
    if (position.guns[GERMAN].total() as i32) < numbers.gas_unit + kept {
        return Act::Done;
    }
    let mut reached = vec![0; rules.map.len()];
    for hex in held_hexes(position, rules, ALLIED).filter(|&hex| !position.under_gas(hex)) {
        // What stands in a trench or town is likely to stay.
        let worth = if rules.ground(hex).fortified() { 2 } else { 1 };
        for other in rules.map.grid().within(hex, numbers.gas_radius as u32) {
            reached[other.index()] += worth;
        }
    }
    let germans: Vec<Hex> = held_hexes(position, rules, GERMAN).collect();
    let least = numbers.gas_minimum_distance;
    let mut best: Vec<(i32, Hex)> = rules
        .map
        .grid()
        .hexes()
        .map(|hex| (-reached[hex.index()], hex))
        .filter(|&(worth, _)| worth <= -GAS_STEPS)
        .collect();
    best.sort_unstable();
    for (_, hex) in best {
        let away = germans.iter().all(|&german| rules.apart(german, hex) >= least);
        if away
            && let Some(guns) = position.plain_guns(rules, GERMAN, hex, numbers.gas_unit as u32)
            && position.check_gas(rules, hex, guns).is_ok()
        {
            return Act::gas(hex, guns);
        }
    }
    Act::Done
}

/// Drumfire barrages for all points, those that promise most for a point first.
pub fn plan_drumfire(position: &Position, rules: &Rules) -> VecDeque<(Hex, u32)> {
    let grid = rules.map.grid();
    let germans: Vec<Hex> = held_hexes(position, rules, GERMAN).collect();
    let mut plan: Vec<(i32, Hex, u32)> = Vec::new();
    for hex in position.bombardment_targets(rules, GERMAN) {
        let near = germans.iter().any(|&other| grid.distance(other, hex) <= NEAR);
        let weight = if near { NEAR_WEIGHT } else { 1 };
        let best = position
            .drumfire_choices(rules, hex)
            .map(|guns| guns.total())
            .map(|points| {
                let promise = weight * promise(position, rules, hex, points);
                // A promise for a point, in whole numbers.
                (promise * 60 / points as i32, points)
            })
            .max_by_key(|&(value, points)| (value, std::cmp::Reverse(points)));
        if let Some((value, points)) = best.filter(|&(value, _)| value > 0) {
            plan.push((value, hex, points));
        }
    }
    plan.sort_by_key(|&(value, hex, _)| (-value, hex));
    plan.into_iter().map(|(_, hex, points)| (hex, points)).collect()
}

/// Follows the plan of the drumfire.
pub fn drumfire(position: &Position, rules: &Rules, plan: &mut VecDeque<(Hex, u32)>) -> Act {
    while let Some((hex, points)) = plan.pop_front() {
        if let Some(guns) = position.plain_guns(rules, GERMAN, hex, points)
            && position.check_drumfire(rules, hex, guns).is_ok()
        {
            return Act::drumfire(hex, guns);
        }
    }
    Act::Done
}

/// What a bombardment destroys over the six ways of the die, in points of combat strength.
pub fn promise(position: &Position, rules: &Rules, hex: Hex, points: u32) -> i32 {
    let Some((_, column)) = rules.drumfire.column(position.stacking(rules, hex), points) else {
        return 0;
    };
    let morale = position.stack(hex).map(|unit| position.face(rules, unit).morale).max();
    let strength = position.strength(rules, hex);
    let all: i32 = position.stack(hex).map(|unit| position.steps_left(rules, unit)).sum();
    (1..=6)
        .filter_map(|die| rules.drumfire.read(column, die + rules.map.defence(hex))?.result)
        .map(|number| (number - morale.unwrap_or(0)).clamp(0, all.max(1)))
        .map(|steps| strength * steps / all.max(1))
        .sum()
}

/// The strongest rolling barrage that an attack may have.
pub fn rolling(position: &Position, rules: &Rules, units: &[Unit], hexes: &[Hex]) -> Guns {
    position.rolling_choices(rules, units, hexes).pop().unwrap_or(Guns::NONE)
}

/// The strongest SOS barrage, unless the stack is hardly worth it.
pub fn sos(position: &Position, rules: &Rules) -> Act {
    let strength: i32 =
        position.battle.hexes.iter().map(|&hex| position.strength(rules, hex)).sum();
    if strength <= 1 {
        return Act::Done;
    }
    let best = position.sos_choices(rules).into_iter().max_by_key(|&(hex, guns)| {
        (guns.total(), std::cmp::Reverse(guns.heavy), std::cmp::Reverse(hex))
    });
    best.map_or(Act::Done, |(hex, guns)| Act::sos(hex, guns))
}

/// Hexes that a side holds.
fn held_hexes<'a>(
    position: &'a Position,
    rules: &'a Rules,
    side: usize,
) -> impl Iterator<Item = Hex> + use<'a> {
    rules.map.grid().hexes().filter(move |&hex| position.holder(hex) == Some(side))
}
