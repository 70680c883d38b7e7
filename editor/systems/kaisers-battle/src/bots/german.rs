//! What the heuristic German side wants: west, by the towns that score, attacking only where
//! enough divisions can come together.

use crate::acts::Act;
use crate::bots::{Field, enemies_next_to, has_room};
use crate::position::Position;
use crate::rules::{GERMAN, Rules, Unit};
use crate::supply::Supply;
use salient_hex::grid::Hex;
use salient_hex::path::Reach;
use salient_rules::game::UnitStatus;

/// Enemy hexes that the strongest units within reach could beat: twice the strength that the
/// average dice ask for.
pub fn assaults(position: &Position, rules: &Rules) -> Vec<bool> {
    let grid = rules.map.grid();
    let mut targets = vec![false; rules.map.len()];
    let fighters: Vec<(Hex, i32, u32)> = position
        .on_map(rules, GERMAN)
        .filter(|&unit| !rules.unit(unit).headquarters)
        .filter_map(|unit| {
            let hex = position.hex(unit)?;
            let face = position.face(rules, unit);
            // Whoever may not move now only counts where he stands.
            let legs = if position.may_move(rules, unit).is_ok() { face.movement } else { 0 };
            Some((hex, face.strength, legs as u32 + 1))
        })
        .collect();
    for hex in grid.hexes().filter(|&hex| position.enemy_in(hex, GERMAN)) {
        let mut strengths: Vec<i32> = fighters
            .iter()
            .filter(|(from, _, range)| grid.distance(*from, hex) <= *range)
            .map(|(_, strength, _)| *strength)
            .collect();
        strengths.sort_unstable_by(|a, b| b.cmp(a));
        let force: i32 = strengths.iter().take(3).sum();
        targets[hex.index()] = force >= needed(position, rules, hex);
    }
    targets
}

/// The strength that makes success likely with average dice.
fn needed(position: &Position, rules: &Rules, hex: Hex) -> i32 {
    let morale = position.stack(hex).map(|unit| position.face(rules, unit).morale).max();
    let strength = position.strength(rules, hex);
    let shelter = rules.map.defence(hex);
    // (7/2 + fog) A > (morale + 1) (7/2 + shelter) D, in halves; a fifth more to be safe.
    let fog = if position.weather == crate::rules::Weather::Fog {
        rules.constants.fog_attacker_modifier
    } else {
        0
    };
    (morale.unwrap_or(0) + 1) * strength * (7 + 2 * shelter) * 6 / (5 * (7 + 2 * fog))
}

pub fn choose_move(
    position: &Position,
    rules: &Rules,
    unit: Unit,
    field: &Field,
    reach: &mut Reach,
) -> Option<Act> {
    let start = position.hex(unit)?;
    let (_, second) = position.segment(rules)?;
    let def = rules.unit(unit);
    let near = i32::from(field.enemy[start.index()]);
    // Far from the enemy the second segment takes a unit three times as far.
    if !second && !def.headquarters && near > position.face(rules, unit).movement + 1 {
        return None;
    }
    position.find_moves(rules, unit, reach);
    if let Some(act) = leave(position, rules, unit, reach) {
        return Some(act);
    }
    let score = |hex: Hex| {
        if def.headquarters {
            follow_score(position, rules, unit, field, hex)
        } else {
            march_score(position, rules, unit, field, start, hex)
        }
    };
    let here = if has_room(position, rules, unit, start) { score(start) } else { i32::MIN };
    let best = reach
        .reached()
        .iter()
        .copied()
        .filter(|&hex| hex != start && has_room(position, rules, unit, hex))
        .map(|hex| (score(hex), std::cmp::Reverse(hex)))
        .max()?;
    let (value, std::cmp::Reverse(hex)) = best;
    (value > here).then(|| Act::Move { unit, path: reach.path(&rules.map, hex), exit: false })
}

/// Leaves the map if that scores (KB 20.12).
fn leave(position: &Position, rules: &Rules, unit: Unit, reach: &Reach) -> Option<Act> {
    if rules.unit(unit).headquarters {
        // Headquarters keep the others in supply until the last turn.
        let last = usize::from(position.turn) == rules.turns.len();
        let others = rules
            .all_units()
            .any(|other| !position.state(other).moved && is_fighter(position, rules, other));
        if !last || others {
            return None;
        }
    }
    let hex = reach
        .reached()
        .iter()
        .copied()
        .filter(|&hex| position.can_exit(rules, unit, reach, hex))
        .min_by_key(|&hex| (reach.cost(hex), hex))?;
    (position.supply_of(rules, unit, hex) != Supply::Isolated).then(|| Act::Move {
        unit,
        path: reach.path(&rules.map, hex),
        exit: true,
    })
}

fn is_fighter(position: &Position, rules: &Rules, unit: Unit) -> bool {
    let def = rules.unit(unit);
    def.side == GERMAN && !def.headquarters && position.state(unit).status == UnitStatus::OnMap
}

fn march_score(
    position: &Position,
    rules: &Rules,
    unit: Unit,
    field: &Field,
    start: Hex,
    hex: Hex,
) -> i32 {
    let mut score =
        -2 * i32::from(rules.west_cost[hex.index()]) - i32::from(field.town[hex.index()].min(12));
    score += town_score(position, rules, hex);
    // Whoever ends his move under gas loses a step (KB 9.34).
    if position.under_gas(hex) {
        score -= 8;
    }
    // Beyond the range of supply attacks go wrong (KB 14.2).
    let astray = i32::from(field.headquarters[hex.index()]) - rules.constants.supply_range;
    if i32::from(position.turn) + 1 >= rules.constants.german_supply_from_turn {
        score -= (astray - 6).clamp(0, 12);
    }
    if field.enemy[hex.index()] > 1 {
        return score;
    }
    let strength = position.face(rules, unit).strength;
    let mut enemies = 0;
    let mut hope = 0;
    let mut fear = 0;
    for enemy in enemies_next_to(position, rules, hex, GERMAN) {
        enemies += 1;
        // Friends who already stand against it share the work.
        let beside: i32 = rules
            .map
            .neighbours(enemy)
            .map(|(_, other)| other)
            .filter(|&other| other != start && position.holder(other) == Some(GERMAN))
            .map(|other| position.strength(rules, other))
            .sum();
        let needed = needed(position, rules, enemy);
        hope += if beside >= needed {
            // A sure thing needs no more.
            4
        } else if beside + strength >= needed {
            // This is what those who stand there wait for.
            if beside > 0 { 30 } else { 18 }
        } else if field.assault[enemy.index()]
            && beside + strength + still_to_come(position, rules, unit, enemy) >= needed
        {
            12
        } else {
            fear += 20;
            0
        };
    }
    if enemies > 0 && !rules.ground(hex).fortified() {
        score += hope - fear - 6 * (enemies - 1);
    } else if enemies > 0 {
        score += hope / 2;
    }
    score
}

/// The strength of the two best who could still join against an enemy hex.
fn still_to_come(position: &Position, rules: &Rules, unit: Unit, enemy: Hex) -> i32 {
    let grid = rules.map.grid();
    let mut best = [0; 2];
    for other in position.on_map(rules, GERMAN).filter(|&other| other != unit) {
        let Some(from) = position.hex(other) else { continue };
        let face = position.face(rules, other);
        let apart = grid.distance(from, enemy) as i32;
        // Who stands against it is counted already.
        let comes = (2..=face.movement).contains(&apart)
            && face.strength > best[1]
            && !rules.unit(other).headquarters
            && position.may_move(rules, other).is_ok();
        if comes {
            best[1] = face.strength;
            best.sort_unstable_by(|a, b| b.cmp(a));
        }
    }
    best.iter().sum()
}

fn town_score(position: &Position, rules: &Rules, hex: Hex) -> i32 {
    let town = rules.town_at[hex.index()].map(usize::from);
    match town {
        Some(i) if rules.towns[i].scores && usize::from(position.town_holder[i]) != GERMAN => 14,
        _ => 0,
    }
}

/// A headquarters follows its corps, out of the enemy's way.
fn follow_score(position: &Position, rules: &Rules, unit: Unit, field: &Field, hex: Hex) -> i32 {
    let grid = rules.map.grid();
    let corps = rules.unit(unit).corps;
    let mut sum = 0;
    let mut count = 0;
    for other in position.on_map(rules, GERMAN) {
        if rules.unit(other).corps == corps
            && other != unit
            && let Some(there) = position.hex(other)
        {
            sum += grid.distance(hex, there) as i32;
            count += 1;
        }
    }
    let apart = if count == 0 { i32::from(rules.west_cost[hex.index()]) } else { 4 * sum / count };
    let danger = match field.enemy[hex.index()] {
        0 | 1 => 60,
        2 => 8,
        _ => 0,
    };
    -apart - danger
}

/// Victorious units press on west, and into towns.
pub fn advance_score(position: &Position, rules: &Rules, unit: Unit, hex: Hex) -> i32 {
    let room = if has_room(position, rules, unit, hex) { 0 } else { -50 };
    let touching = enemies_next_to(position, rules, hex, GERMAN).count() as i32;
    room - 2 * i32::from(rules.west_cost[hex.index()]) + town_score(position, rules, hex)
        - 2 * touching
}
