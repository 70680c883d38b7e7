//! How the heuristic uses its aircraft, and when it breaks divisions down.

use crate::acts::Act;
use crate::air::AirPoints;
use crate::bots::guns;
use crate::plan::Planned;
use crate::position::Position;
use crate::rules::{GERMAN, Rules, enemy_of};
use salient_hex::grid::Hex;

/// Air points that observe for the German attacks.
const OBSERVERS: u16 = 2;
/// Hexes that must part a division that breaks down from any enemy.
const UNDISTURBED: u32 = 5;

/// The German side observes for its barrages and attacks with the rest; the Allied side, which
/// seldom attacks, strikes at German divisions with all it has.
pub fn allocate(position: &Position, rules: &Rules, side: usize) -> Act {
    let all = position.air_points(rules, side);
    let observers = if side == GERMAN { OBSERVERS } else { 0 };
    let observation = observers.min(position.observation_limit(rules, side));
    let ground_attack = all - observation;
    Act::AllocateAir(AirPoints { observation, ground_attack, interception: 0 })
}

/// Cuts the enemy's ground attack first.
pub fn intercept(position: &Position, rules: &Rules, side: usize) -> Act {
    let enemy = position.air[enemy_of(side)];
    let limit = position.interception_limit(rules, side);
    let ground_attack = enemy.ground_attack.min(limit);
    let observation = enemy.observation.min(limit - ground_attack);
    Act::Intercept { observation, ground_attack }
}

/// The attack that promises most; none if nothing can come of any.
pub fn ground_attack(position: &Position, rules: &Rules, side: usize) -> Act {
    let best = position
        .ground_attacks(rules, side)
        .map(|(hex, points)| (guns::promise(position, rules, hex, u32::from(points)), points, hex))
        .max_by_key(|&(promise, points, hex)| {
            (promise, std::cmp::Reverse(points), std::cmp::Reverse(hex))
        });
    match best {
        Some((promise, points, hex)) if promise > 0 => Act::GroundAttack { hex, points },
        _ => Act::Done,
    }
}

/// Observes the strongest stack among those to be attacked, as long as there are guns to profit.
pub fn observe<'a>(
    position: &Position,
    rules: &Rules,
    side: usize,
    plan: impl IntoIterator<Item = &'a Planned>,
) -> Act {
    if position.guns[side].is_none() {
        return Act::Done;
    }
    let best = plan
        .into_iter()
        .flat_map(|planned| planned.hexes.iter().copied())
        .filter(|&hex| position.check_observe(rules, side, hex).is_ok())
        .max_by_key(|&hex| (position.strength(rules, hex), std::cmp::Reverse(hex)));
    best.map_or(Act::Done, |hex| Act::Observe { hex })
}

/// Three regiments that leave the map are worth three times a division (KB 20.12). So a division
/// breaks down where they can leave next turn with nobody in the way.
pub fn break_down(position: &Position, rules: &Rules) -> Act {
    if usize::from(position.turn) >= rules.turns.len() {
        return Act::Done;
    }
    let grid = rules.map.grid();
    let enemies: Vec<Hex> = grid.hexes().filter(|&hex| position.enemy_in(hex, GERMAN)).collect();
    let pace = rules.replacements.first().map_or(0, |&unit| rules.unit(unit).faces[0].movement);
    let range = pace * rules.constants.second_segment_multiplier;
    let near_the_edge = |hex: Hex| {
        i32::from(rules.west_cost[hex.index()]) <= range
            && enemies.iter().all(|&enemy| grid.distance(hex, enemy) > UNDISTURBED)
    };
    let division =
        position.breakable(rules).find(|&unit| position.hex(unit).is_some_and(near_the_edge));
    division.map_or(Act::Done, |unit| Act::BreakDown { unit })
}
