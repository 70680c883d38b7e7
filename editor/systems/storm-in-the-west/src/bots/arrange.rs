//! The set-up: first every hex of the front is covered, then the rest goes where it is wanted.

use crate::acts::Act;
use crate::bots::Memory;
use crate::position::Position;
use crate::rules::{GERMAN, GroupDef, Rules, Unit, UnitKind, enemy_of};
use salient_hex::grid::Hex;
use salient_rules::dice::SplitMix64;

/// Sets the next unit up.
pub fn next(
    position: &Position,
    rules: &Rules,
    side: usize,
    chance: &mut SplitMix64,
    memory: &mut Memory,
) -> Act {
    let key = Some((usize::MAX, Some(side)));
    if memory.key != key {
        memory.key = key;
        memory.stands = plan(position, rules, side, chance).into();
    }
    while let Some((unit, hex)) = memory.stands.pop_front() {
        if position.hex(unit) != Some(hex) && position.check_set_up(rules, side, unit, hex).is_ok()
        {
            return Act::Place { unit, hex };
        }
    }
    let is_done =
        position.to_set_up(rules, side).is_empty() && position.open_hex(rules, side).is_none();
    if is_done || position.set_up_is_hopeless(rules) {
        return Act::Done;
    }
    // The plan did not do: whatever is legal, those who do not stand yet first.
    let waiting = position.to_set_up(rules, side);
    let legal = position.legal(rules);
    let first =
        legal.iter().find(|act| matches!(act, Act::Place { unit, .. } if waiting.contains(unit)));
    let any = chance.below(legal.len() as u32) as usize;
    first.or(legal.get(any)).cloned().unwrap_or(Act::Done)
}

/// Where all units of a side are to stand.
fn plan(
    position: &Position,
    rules: &Rules,
    side: usize,
    chance: &mut SplitMix64,
) -> Vec<(Unit, Hex)> {
    let mut after = position.clone();
    let mut out = Vec::new();
    let focus = focus(rules, side, chance);
    let hold = hold(rules, side);
    for group in rules.groups.iter().filter(|group| group.side == side) {
        let mut units: Vec<Unit> = group
            .units
            .iter()
            .flat_map(|&unit| forms(position, rules, unit))
            .filter(|&unit| rules.unit(unit).on_ground() && position.hex(unit).is_none())
            .collect();
        // The weakest attackers hold the line.
        units.sort_by_key(|&unit| (rules.unit(unit).faces[0].attack, unit));
        let mut units = std::collections::VecDeque::from(units);
        cover(&mut after, rules, group, &mut units, &mut out);
        while let Some(unit) = units.pop_back() {
            let best = group
                .hexes
                .iter()
                .copied()
                .filter(|&hex| can_stand(&after, rules, group, unit, hex))
                .map(|hex| (wish(&after, rules, unit, hex, (focus, hold[hex.index()])), hex))
                .max_by_key(|&(wish, _)| (wish, chance.next_u64()))
                .map(|(_, hex)| hex);
            if let Some(hex) = best {
                after.place(rules, unit, hex);
                out.push((unit, hex));
            }
        }
    }
    out
}

/// A unit, or its substitute where dice tell how many there are (SW S3.8).
fn forms(position: &Position, rules: &Rules, unit: Unit) -> Vec<Unit> {
    match (position.stosstruppen, rules.unit(unit).substitute) {
        (Some(_), Some(substitute)) => vec![substitute, unit],
        _ => vec![unit],
    }
}

/// Covers every hex that must be, each time with the unit and hex that cover most.
fn cover(
    after: &mut Position,
    rules: &Rules,
    group: &GroupDef,
    units: &mut std::collections::VecDeque<Unit>,
    out: &mut Vec<(Unit, Hex)>,
) {
    let side = group.side;
    for round in 0..200 {
        // First the hexes that must hold a unit, then those that must be covered.
        let (must, is_open): (_, &dyn Fn(Hex) -> bool) = match round {
            0 => (&group.held, &|hex| !after.friend_in(hex, side)),
            _ => (&group.covered, &|hex| !after.covers(rules, group, hex)),
        };
        let open: Vec<Hex> = must.iter().copied().filter(|&hex| is_open(hex)).collect();
        if open.is_empty() {
            if round == 0 {
                continue;
            }
            return;
        }
        let Some(place) = units.iter().position(|&unit| rules.unit(unit).zoc) else {
            return;
        };
        let gain = |hex: Hex| {
            let here = i32::from(open.contains(&hex));
            let around = rules.map.neighbours(hex).filter(|(direction, other)| {
                open.contains(other) && rules.ground.is_passable(hex, *direction)
            });
            // Who covers may as well stand where there is something to keep.
            let keeps = i32::from(rules.morale_at[hex.index()] > 0);
            let covers = 2 * around.count() as i32 + here;
            if covers > 0 { 2 * covers + 3 * keeps } else { 0 }
        };
        let unit = units[place];
        let best = group
            .hexes
            .iter()
            .copied()
            .filter(|&hex| gain(hex) > 0 && can_stand(after, rules, group, unit, hex))
            .max_by_key(|&hex| (gain(hex), std::cmp::Reverse(hex)));
        let Some(hex) = best.filter(|&hex| gain(hex) > 0) else {
            return;
        };
        units.remove(place);
        after.place(rules, unit, hex);
        out.push((unit, hex));
    }
}

/// Whether a unit may stand in a hex of its group, as far as a plan needs to know.
fn can_stand(after: &Position, rules: &Rules, group: &GroupDef, unit: Unit, hex: Hex) -> bool {
    let def = rules.unit(unit);
    let other = def.substitute.or(def.stands_in_for).filter(|_| after.stosstruppen.is_some());
    let most = after.stosstruppen.filter(|_| def.substitute.is_some());
    let crowd = after.stack(hex).filter(|other| group.units.contains(other)).count();
    other.is_none_or(|other| after.hex(other).is_none())
        && most.is_none_or(|most| after.stosstruppen_placed(rules) < most)
        && group.most_per_hex.is_none_or(|most| crowd < usize::from(most))
        && !after.enemy_in(hex, group.side)
        && rules.ground.is_playable(hex)
        && after.fits(rules, unit, hex)
}

/// What the side will go for: an enemy morale hex near the front, by chance among the best.
fn focus(rules: &Rules, side: usize, chance: &mut SplitMix64) -> Option<Hex> {
    let grid = rules.map.grid();
    let front: Vec<Hex> = rules
        .groups
        .iter()
        .filter(|group| group.side == side)
        .flat_map(|group| group.covered.iter().chain(&group.held).copied())
        .collect();
    let mut goals: Vec<(i32, Hex)> = rules
        .morale_hexes
        .iter()
        .filter(|morale| usize::from(rules.control[morale.hex.index()]) == enemy_of(side))
        .filter_map(|morale| {
            let far = front.iter().map(|&hex| grid.distance(hex, morale.hex)).min()? as i32;
            (far <= 6).then_some((morale.points * 12 / (1 + far), morale.hex))
        })
        .collect();
    goals.sort_by(|a, b| b.cmp(a));
    goals.truncate(5);
    let place = chance.below(goals.len() as u32) as usize;
    goals.get(place).map(|&(_, hex)| hex)
}

/// What own morale hexes near a hex are worth, by hex.
fn hold(rules: &Rules, side: usize) -> Vec<i32> {
    let mut out = vec![0; rules.map.len()];
    for (morale, near) in rules.morale_hexes.iter().zip(&rules.surroundings.morale) {
        if usize::from(rules.control[morale.hex.index()]) != side {
            continue;
        }
        for &(hex, far) in near.iter().filter(|(_, far)| *far <= 3) {
            out[hex.index()] += morale.points * 6 / (1 + far);
        }
    }
    out
}

fn wish(
    after: &Position,
    rules: &Rules,
    unit: Unit,
    hex: Hex,
    (focus, hold): (Option<Hex>, i32),
) -> i32 {
    let def = rules.unit(unit);
    let side = def.side;
    let grid = rules.map.grid();
    let crowd = after.stack(hex).count() as i32;
    let ring = rules.surroundings.second_ring[hex.index()].iter().copied();
    let enemy: i32 = rules
        .map
        .neighbours(hex)
        .map(|(_, near)| near)
        .chain(ring)
        .filter(|&near| after.enemy_in(near, side))
        .flat_map(|near| after.stack(near))
        .map(|unit| after.face(rules, unit).attack)
        .sum();
    let near = focus.map_or(0, |focus| grid.distance(hex, focus) as i32);
    match def.kind {
        UnitKind::Guns => {
            let touches = after.next_to_enemy(rules, hex, side)
                || rules
                    .map
                    .neighbours(hex)
                    .any(|(_, other)| usize::from(rules.control[other.index()]) == enemy_of(side));
            -near * 4 - if touches { 200 } else { 0 }
        }
        _ if side == GERMAN && def.faces[0].attack >= 4 => -3 * near,
        _ => enemy + hold - 6 * crowd,
    }
}
