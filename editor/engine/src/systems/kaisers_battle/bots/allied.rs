//! What the heuristic Allied side wants: to hold trenches, towns and river lines, and to stand
//! in the way without being made to attack.

use crate::grid::Hex;
use crate::path::Reach;
use crate::systems::kaisers_battle::actions::Act;
use crate::systems::kaisers_battle::bots::{Field, enemies_next_to, has_room};
use crate::systems::kaisers_battle::position::Position;
use crate::systems::kaisers_battle::rules::{ALLIED, GERMAN, Rules, Unit};

pub fn choose_move(
    position: &Position,
    rules: &Rules,
    unit: Unit,
    field: &Field,
    reach: &mut Reach,
) -> Option<Act> {
    let start = position.hex(unit)?;
    let (_, second) = position.segment(rules)?;
    let near = i32::from(field.enemy[start.index()]);
    if !second && !rules.unit(unit).headquarters && near > position.face(rules, unit).movement + 2 {
        return None;
    }
    position.find_moves(rules, unit, reach);
    let score = |hex: Hex| hold_score(position, rules, unit, field, hex);
    let here = if has_room(position, rules, unit, start) { score(start) } else { i32::MIN };
    let best = reach
        .reached()
        .iter()
        .copied()
        .filter(|&hex| hex != start && has_room(position, rules, unit, hex))
        .map(|hex| (score(hex), std::cmp::Reverse(hex)))
        .max()?;
    let (value, std::cmp::Reverse(hex)) = best;
    // Moving for a trifle gives up what is dug in.
    (value > here.saturating_add(2)).then(|| Act::Move {
        unit,
        path: reach.path(&rules.map, hex),
        exit: false,
    })
}

fn hold_score(position: &Position, rules: &Rules, unit: Unit, field: &Field, hex: Hex) -> i32 {
    let ground = rules.ground(hex);
    let near = i32::from(field.enemy[hex.index()]);
    let headquarters = rules.unit(unit).headquarters;
    let mut score = 5 * rules.map.defence(hex) + river_score(rules, hex);
    // A unit in a trench costs the enemy a point (KB 20.13), a town kept is one he does not get.
    if ground.trench {
        score += 5;
    }
    if let Some(i) = rules.town_at[hex.index()].map(usize::from)
        && rules.towns[i].scores
    {
        let lost = usize::from(position.town_holder[i]) == GERMAN;
        score += if lost { 12 } else { 8 };
    }
    let friends = position.strength(rules, hex)
        - if position.hex(unit) == Some(hex) { position.face(rules, unit).strength } else { 0 };
    if headquarters {
        return score / 2 - (near - 8).abs() * 2 - if near <= 2 { 40 } else { 0 };
    }
    // Together is better than apart, up to a point.
    score += friends.min(10) / 2;
    let touching = enemies_next_to(position, rules, hex, ALLIED).count() as i32;
    if touching > 0 {
        // Whoever is not dug in must attack next to the enemy (KB 8.12), and mostly dies of it.
        score -= if ground.fortified() { 3 * (touching - 1) } else { 24 + 6 * touching };
    } else if position.enemy_controlled(hex, ALLIED) {
        score -= 8;
    }
    // In the way of the enemy, but out of his first reach.
    score - 2 * (near - 3).clamp(0, 12)
}

/// Rivers and excavations on the eastern sides help whoever stands behind them.
fn river_score(rules: &Rules, hex: Hex) -> i32 {
    let grid = rules.map.grid();
    let here = rules.west_cost[hex.index()];
    rules
        .map
        .neighbours(hex)
        .filter(|(_, other)| rules.west_cost[other.index()] > here)
        .filter_map(|(_, other)| grid.direction_to(hex, other))
        .map(|direction| rules.map.side_defence(hex, direction))
        .sum()
}

/// Allied victors step forward only into shelter.
pub fn advance_score(position: &Position, rules: &Rules, unit: Unit, hex: Hex) -> i32 {
    let ground = rules.ground(hex);
    let room = if has_room(position, rules, unit, hex) { 0 } else { -50 };
    let town = rules.town_at[hex.index()].is_some();
    let touching = enemies_next_to(position, rules, hex, ALLIED).count() as i32;
    room + 5 * rules.map.defence(hex) + i32::from(town) * 8 + i32::from(ground.trench) * 5
        - 3 * touching
}
