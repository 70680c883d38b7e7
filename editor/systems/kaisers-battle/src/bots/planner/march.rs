//! German marches: whoever is not needed for an assault goes west, by the towns that score, and
//! off the map.

use std::cmp::Reverse;

use salient_schema::event::SupplyState;

use crate::acts::Act;
use crate::bots::planner::Plan;
use crate::bots::planner::assault;
use crate::bots::planner::route::{self, Traveller};
use crate::bots::planner::view::View;
use crate::bots::planner::weights::Weights;
use crate::bots::{has_room, to_enemies};
use crate::position::Position;
use crate::rules::{ALLIED, GERMAN, Rules, Unit};
use salient_hex::grid::Hex;
use salient_hex::path::Reach;

/// The next move of a German segment.
pub fn next(position: &Position, rules: &Rules, plan: &mut Plan, reach: &mut Reach) -> Act {
    let second = position.segment(rules).is_some_and(|(_, second)| second);
    if plan.begins(position) {
        plan.view.update(position, rules);
        plan.ways[GERMAN].update(position, rules, GERMAN);
        plan.queue.clear();
        plan.sent.clear();
        plan.orders.clear();
        if second {
            let mut units: Vec<Unit> = movable(position, rules);
            units.sort_by_key(|&unit| {
                (position.hex(unit).map_or(0, |hex| plan.view.flow.at(hex)), unit)
            });
            plan.queue.extend(units);
        } else {
            first(position, rules, plan, reach);
        }
    }
    while let Some((unit, to)) = plan.sent.pop_front() {
        if position.hex(unit) == Some(to) || position.may_move(rules, unit).is_err() {
            continue;
        }
        plan.ways[GERMAN].find_way(position, rules, (unit, to), reach);
        if reach.cost(to).is_some() {
            return Act::Move { unit, path: reach.path(&rules.map, to), exit: false };
        }
    }
    while let Some(unit) = plan.queue.pop_front() {
        if position.may_move(rules, unit).is_err() {
            continue;
        }
        plan.ways[GERMAN].find_moves(position, rules, unit, reach);
        let act = leave(position, rules, plan, unit, reach).or_else(|| {
            let go = if rules.unit(unit).headquarters { follow } else { march };
            go(position, rules, plan, unit, reach)
        });
        if let Some(act) = act {
            return act;
        }
    }
    super::spread(position, rules, plan, reach).unwrap_or(Act::Done)
}

fn movable(position: &Position, rules: &Rules) -> Vec<Unit> {
    position.on_map(rules, GERMAN).filter(|&unit| position.may_move(rules, unit).is_ok()).collect()
}

/// Plans the first segment: assaults first; then those who would be left standing next to the
/// enemy, those who leave the map, and the headquarters.
fn first(position: &Position, rules: &Rules, plan: &mut Plan, reach: &mut Reach) {
    let view = &mut plan.view;
    view.missed.resize(rules.units.len(), 0);
    // Whoever can run through a gap is not to be spent on a screen.
    plan.danger = to_enemies(position, rules, GERMAN);
    let apart = &plan.danger;
    for unit in movable(position, rules) {
        let Some(hex) = position.hex(unit).filter(|_| !rules.unit(unit).headquarters) else {
            continue;
        };
        let could_attack = i32::from(apart[hex.index()]) <= position.face(rules, unit).movement + 1;
        if could_attack && !position.enemy_controlled(hex, GERMAN) {
            let budget = position.allowance(rules, unit, true).total.max(0) as u32;
            plan.ways[GERMAN].run(rules, (hex, budget), reach);
            let best = reach.reached().iter().map(|&to| view.flow.at(to)).min();
            let best = best.unwrap_or_else(|| view.flow.at(hex));
            view.missed[unit.index()] =
                (view.w.west * (view.flow.at(hex) - best - view.w.near)).clamp(0, view.w.run);
        }
    }
    let looks = (&plan.view, &plan.ways[GERMAN], plan.danger.as_slice());
    let assault = assault::plan(position, rules, looks, GERMAN, reach);
    plan.orders = assault.orders;
    let mut bound = vec![false; rules.units.len()];
    for &(unit, to) in &assault.moves {
        bound[unit.index()] = true;
        plan.sent.push_back((unit, to));
    }
    let mut rest: Vec<Unit> =
        movable(position, rules).into_iter().filter(|unit| !bound[unit.index()]).collect();
    rest.sort_by_key(|&unit| (position.hex(unit).map_or(0, |hex| plan.view.flow.at(hex)), unit));
    let (headquarters, fighters): (Vec<Unit>, Vec<Unit>) =
        rest.into_iter().partition(|&unit| rules.unit(unit).headquarters);
    // The others wait for the second segment, in which they go three times as far.
    for unit in fighters {
        let Some(hex) = position.hex(unit) else { continue };
        let exits = rules.ground(hex).west_edge;
        let touches = rules.map.neighbours(hex).any(|(_, other)| assault.targets.contains(&other));
        let leaves =
            position.enemy_controlled(hex, GERMAN) && !rules.ground(hex).fortified() && !touches;
        // Nor does anybody stay where those who attack need the room.
        let coming: i32 = assault
            .moves
            .iter()
            .filter(|&&(sent, to)| to == hex && position.hex(sent) != Some(hex))
            .map(|&(sent, _)| position.face(rules, sent).stacking)
            .sum();
        let crowded = plan.view.w.room > 0
            && position.enemy_controlled(hex, GERMAN)
            && position.stacking(rules, hex) + coming > rules.constants.stacking_limit;
        if leaves || exits || crowded {
            plan.queue.push_back(unit);
        }
    }
    plan.queue.extend(headquarters);
}

/// A unit goes where its place is worth most. `reach` has its moves.
fn march(
    position: &Position,
    rules: &Rules,
    plan: &Plan,
    unit: Unit,
    reach: &mut Reach,
) -> Option<Act> {
    let start = position.hex(unit)?;
    let guard = guards(position, rules, &plan.view, unit);
    let worth = |hex: Hex| worth(rules, &plan.view, hex) + guard.get(hex.index()).unwrap_or(&0);
    let here = if position.enemy_controlled(start, GERMAN) && !rules.ground(start).fortified() {
        i32::MIN
    } else if has_room(position, rules, unit, start) {
        worth(start)
    } else {
        i32::MIN
    };
    // Whether a hex is open is only asked of those that are better than what is known.
    let mut best = None;
    for &hex in reach.reached().iter().filter(|&&hex| hex != start) {
        let town = i32::from(plan.view.town_to_take(position, rules, hex, GERMAN));
        let value = worth(hex);
        let new = Some((value + plan.view.w.town * town, value, Reverse(hex)));
        if new > best
            && has_room(position, rules, unit, hex)
            && !position.enemy_controlled(hex, GERMAN)
        {
            best = new;
        }
    }
    let (_, value, Reverse(to)) = best?;
    let town = i32::from(plan.view.town_to_take(position, rules, to, GERMAN));
    if value + plan.view.w.town * town <= here {
        return None;
    }
    let traveller = Traveller { unit, start, to, worth: value };
    let path = route::by_towns(
        position,
        rules,
        (&plan.view, &plan.ways[GERMAN]),
        traveller,
        &worth,
        reach,
    );
    Some(Act::Move { unit, path, exit: false })
}

/// Where a unit's march may end, and what each hex is worth, its own among them. `reach` has its
/// moves.
pub fn ways(
    position: &Position,
    rules: &Rules,
    plan: &Plan,
    unit: Unit,
    reach: &Reach,
) -> Vec<(Hex, i32)> {
    let guard = guards(position, rules, &plan.view, unit);
    let open = reach.reached().iter().copied().filter(|&hex| {
        position.hex(unit) == Some(hex)
            || has_room(position, rules, unit, hex) && !position.enemy_controlled(hex, GERMAN)
    });
    open.map(|hex| {
        let town = i32::from(plan.view.town_to_take(position, rules, hex, GERMAN));
        (
            hex,
            worth(rules, &plan.view, hex)
                + guard.get(hex.index()).unwrap_or(&0)
                + plan.view.w.town * town,
        )
    })
    .collect()
}

/// What standing in a hex at the end of a march is worth.
fn worth(rules: &Rules, view: &View, hex: Hex) -> i32 {
    // On the last turn nobody goes any further.
    let worth = if view.turns_left > 0 { -view.w.west * view.flow.at(hex) } else { 0 };
    let astray = match view.supply(rules, hex) {
        SupplyState::InSupply | SupplyState::AlliedSupply | SupplyState::FortressSupply => 0,
        SupplyState::OutOfCommunications => view.w.astray / 4,
        SupplyState::OutOfSupply => view.w.astray / 2,
        SupplyState::Isolated => view.w.astray,
    };
    worth - astray
}

/// What a unit guards after its last march, by hex: the enemy moves once more, and takes towns
/// (KB 20.11) that nobody stands in or next to. Empty before the last turn.
fn guards(position: &Position, rules: &Rules, view: &View, unit: Unit) -> Vec<i32> {
    if view.turns_left > 0 || view.w.garrison == 0 {
        return Vec::new();
    }
    let mut guard = vec![0; rules.map.len()];
    let others = |hex: Hex| {
        position.holder(hex) == Some(GERMAN) && position.stack(hex).any(|other| other != unit)
    };
    let towns = rules.towns.iter().zip(&position.town_holder).filter(|(town, _)| town.scores);
    for (town, &holder) in towns {
        let around = || rules.map.neighbours(town.hex).map(|(_, other)| other);
        let held = usize::from(holder) == GERMAN;
        if others(town.hex) {
            continue;
        }
        if held && around().any(others) {
            // A single step into it is still open to whoever is next to it.
            guard[town.hex.index()] += view.w.garrison / 4;
            continue;
        }
        guard[town.hex.index()] += view.w.garrison;
        if held {
            around().for_each(|hex| guard[hex.index()] += view.w.garrison * 3 / 4);
        }
    }
    guard
}

/// Leaves the map if that scores (KB 20.12).
fn leave(
    position: &Position,
    rules: &Rules,
    plan: &Plan,
    unit: Unit,
    reach: &Reach,
) -> Option<Act> {
    if rules.unit(unit).headquarters && plan.view.turns_left > 0 {
        return None;
    }
    let hex = reach
        .reached()
        .iter()
        .copied()
        .filter(|&hex| rules.ground(hex).west_edge)
        .filter(|&hex| position.can_exit(rules, unit, reach, hex))
        .filter(|&hex| plan.view.supply(rules, hex) != SupplyState::Isolated)
        .min_by_key(|&hex| (reach.cost(hex), hex))?;
    if waits(position, rules, &plan.view.w, unit) {
        return None;
    }
    Some(Act::Move { unit, path: reach.path(&rules.map, hex), exit: true })
}

/// A division that nobody disturbs is worth three times as much if it breaks down next turn and
/// its regiments leave in the turn after (KB 13.12, 20.12).
fn waits(position: &Position, rules: &Rules, w: &Weights, unit: Unit) -> bool {
    let (Some(start), true) = (position.hex(unit), rules.unit(unit).division) else {
        return false;
    };
    let turns_left = rules.turns.len() as i32 - i32::from(position.turn);
    if turns_left < 2 || position.enemy_controlled(start, GERMAN) {
        return false;
    }
    let undisturbed = position
        .on_map(rules, ALLIED)
        .filter_map(|enemy| position.hex(enemy))
        .all(|enemy| rules.apart(enemy, start) > w.left_alone);
    if !undisturbed {
        return false;
    }
    let edge = |hex: Hex| i32::from(rules.west_cost[hex.index()]) < w.at_the_edge;
    let waiting = position
        .on_map(rules, GERMAN)
        .filter(|&other| rules.unit(other).division && position.hex(other).is_some_and(edge))
        .count() as i32;
    let spare = position.spare_replacements(rules).count() as i32;
    spare >= rules.constants.breakdown_regiments * (waiting + 1)
}

/// A headquarters keeps as many as it can in supply, out of the enemy's way. `reach` has its
/// moves.
fn follow(
    position: &Position,
    rules: &Rules,
    plan: &Plan,
    unit: Unit,
    reach: &mut Reach,
) -> Option<Act> {
    let start = position.hex(unit)?;
    let corps = rules.unit(unit).corps;
    let mut fighters: Vec<(Hex, i32)> = position
        .on_map(rules, GERMAN)
        .filter(|&other| !rules.unit(other).headquarters)
        .filter_map(|other| {
            let share = if rules.unit(other).corps == corps { 3 } else { 1 };
            Some((position.hex(other)?, share))
        })
        .collect();
    // Those who stand together count as one.
    fighters.sort_unstable();
    fighters.dedup_by(|next, one| {
        let together = next.0 == one.0;
        if together {
            one.1 += next.1;
        }
        together
    });
    let range = rules.constants.supply_range;
    let worth = |hex: Hex| {
        let astray: i32 = fighters
            .iter()
            .map(|&(other, share)| share * (rules.apart(hex, other) - range + 2).clamp(0, 20))
            .sum();
        let exposed = match plan.danger[hex.index()] {
            0 | 1 => 400,
            2 => 60,
            3 => 20,
            _ => 0,
        };
        -2 * astray - exposed - plan.view.flow.at(hex)
    };
    let here = if has_room(position, rules, unit, start) { worth(start) } else { i32::MIN };
    let (value, Reverse(to)) = reach
        .reached()
        .iter()
        .copied()
        .filter(|&hex| hex != start && has_room(position, rules, unit, hex))
        .map(|hex| (worth(hex), Reverse(hex)))
        .max()?;
    (value > here).then(|| Act::Move { unit, path: reach.path(&rules.map, to), exit: false })
}
