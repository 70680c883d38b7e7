//! What the heuristic Allied side wants: to hold trenches, towns and river lines, and to stand
//! in the way without being made to attack.

use crate::acts::Act;
use crate::bots::{Field, enemies_next_to, has_room};
use crate::position::Position;
use crate::rules::{ALLIED, GERMAN, Rules, Unit};
use salient_hex::grid::Hex;
use salient_hex::path::Reach;

/// How near the enemy must be, in hexes, for a trench or town to be held whatever else beckons.
const DUG_IN_RANGE: i32 = 5;

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
    // Who is dug in before the enemy stays, unless he is all but surrounded.
    let dug_in = rules.ground(start).fortified() && near <= DUG_IN_RANGE;
    if dug_in
        && has_room(position, rules, unit, start)
        && enemies_next_to(position, rules, start, ALLIED).count() < 4
    {
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

/// What the ground of each hex is worth, whoever stands near.
pub fn hold_values(position: &Position, rules: &Rules) -> Vec<i32> {
    let value = |hex: Hex| {
        let mut value = 5 * rules.map.defence(hex) + river_score(rules, hex);
        // A unit in a trench costs the enemy a point (KB 20.13), a town kept is one he lacks.
        if rules.ground(hex).trench {
            value += 5;
        }
        if let Some(i) = rules.town_at[hex.index()].map(usize::from)
            && rules.towns[i].scores
        {
            let lost = usize::from(position.town_holder[i]) == GERMAN;
            value += if lost { 12 } else { 8 };
        }
        value
    };
    rules.map.grid().hexes().map(value).collect()
}

fn hold_score(position: &Position, rules: &Rules, unit: Unit, field: &Field, hex: Hex) -> i32 {
    let near = i32::from(field.enemy[hex.index()]);
    // Whoever ends his move under gas loses a step (KB 9.34).
    let mut score = field.hold[hex.index()] - if position.under_gas(hex) { 10 } else { 0 };
    if rules.unit(unit).headquarters {
        return score / 2 - (near - 8).abs() * 2 - if near <= 2 { 40 } else { 0 };
    }
    if position.holder(hex).is_some() {
        let own = position.hex(unit) == Some(hex);
        let own = if own { position.face(rules, unit).strength } else { 0 };
        // Together is better than apart, up to a point.
        score += (position.strength(rules, hex) - own).min(10) / 2;
    }
    if near <= 1 {
        let touching = enemies_next_to(position, rules, hex, ALLIED).count() as i32;
        if touching > 0 {
            // Whoever is not dug in must attack next to the enemy (KB 8.12), and mostly dies.
            let fortified = rules.ground(hex).fortified();
            score -= if fortified { 3 * (touching - 1) } else { 24 + 6 * touching };
        }
    }
    // In the way of the enemy, but out of his first reach.
    score - 2 * (near - 3).clamp(0, 12)
}

/// Rivers and excavations on the eastern sides help whoever stands behind them.
fn river_score(rules: &Rules, hex: Hex) -> i32 {
    let here = rules.west_cost[hex.index()];
    rules
        .map
        .neighbours(hex)
        .filter(|(_, other)| rules.west_cost[other.index()] > here)
        .map(|(direction, _)| rules.map.side_defence(hex, direction))
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
