//! Where units go: each to the best hex in its reach, one after the other, those nearest to what
//! the side is after first.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use salient_hex::Hex;
use salient_hex::path::Reach;
use salient_rules::play::{Position, Unit};

use super::goals::{self, FAR, Memory};
use super::plan;
use super::weights::{Numbers, Weights};
use crate::acts::Act;
use crate::enemies;
use crate::game::Standard;
use crate::movement;
use crate::rules::Rules;
use crate::sequence::DoesAt;
use crate::stacking;

/// The next move of a side, or that it is done.
pub fn choose(
    rules: &Rules,
    position: &Position<Standard>,
    (side, at): (usize, DoesAt),
    (weights, is_planned): (&Weights, bool),
    memory: &mut Memory,
) -> Act {
    memory.refresh(position, side);
    let mut reach = std::mem::take(&mut memory.reach);
    let act = next(rules, position, (side, at), (weights, is_planned), (memory, &mut reach));
    memory.reach = reach;
    act
}

fn next(
    rules: &Rules,
    position: &Position<Standard>,
    (side, at): (usize, DoesAt),
    (weights, is_planned): (&Weights, bool),
    (memory, reach): (&mut Memory, &mut Reach),
) -> Act {
    let map = &rules.compiled.map;
    if is_planned {
        if memory.orders.is_none() {
            memory.orders = Some(plan::orders(rules, position, (side, at), weights));
        }
        if let Some(act) = ordered(rules, position, at, (memory, reach)) {
            return act;
        }
    }
    let outlook = Outlook::new(rules, position, side);
    let mut units: Vec<Reverse<(u16, Unit)>> = Vec::new();
    for &unit in rules.compiled.units_of(side) {
        let moves = movement::can_move(rules, position, unit, at) && !memory.stays.contains(&unit);
        if let Some(hex) = position.hex(unit).filter(|_| moves) {
            units.push(Reverse((memory.field(rules, position, unit)[hex.index()], unit)));
        }
    }
    // Most often the first of them moves, and no other is looked at.
    let mut units = BinaryHeap::from(units);
    while let Some(Reverse((_, unit))) = units.pop() {
        let Some(start) = position.hex(unit) else { continue };
        if movement::check_exit(rules, position, unit, at).is_ok() {
            return Act::Exit { unit };
        }
        let field = memory.field(rules, position, unit);
        let Some(budget) = movement::find(rules, position, &[unit], at, (0, reach)) else {
            continue;
        };
        let guarded = outlook.guarded(unit, start);
        let judge = |hex: Hex| {
            let left = if hex == start { 0 } else { guarded };
            outlook.worth(&weights.0, (unit, start), hex, field[hex.index()])
                - i64::from(weights.0.guard) * left
        };
        let mut best = (judge(start), start);
        for &hex in reach.reached().iter().skip(1) {
            let may_end = reach.cost(hex).is_some_and(|cost| {
                cost <= budget.max(0).unsigned_abs() || rules.movement.one_hex_always
            });
            if !may_end {
                continue;
            }
            // Room is asked for last: few hexes are better than all before.
            let worth = judge(hex);
            if worth > best.0 && stacking::fits(rules, position, &[unit], hex) {
                best = (worth, hex);
            }
        }
        if best.1 != start {
            let path = reach.path(map, best.1);
            return Act::Move { units: vec![unit], path };
        }
        memory.stays.push(unit);
    }
    Act::Done
}

/// The next move that is ordered and can still be made; whoever stands where he is to stays.
fn ordered(
    rules: &Rules,
    position: &Position<Standard>,
    at: DoesAt,
    (memory, reach): (&mut Memory, &mut Reach),
) -> Option<Act> {
    while let Some((unit, goal)) = memory.orders.as_mut().and_then(Vec::pop) {
        memory.stays.push(unit);
        if position.hex(unit) == Some(goal) {
            continue;
        }
        if movement::find(rules, position, &[unit], at, (0, reach)).is_none() {
            continue;
        }
        if reach.cost(goal).is_some() && stacking::fits(rules, position, &[unit], goal) {
            let path = reach.path(&rules.compiled.map, goal);
            if !path.is_empty() {
                return Some(Act::Move { units: vec![unit], path });
            }
        }
    }
    None
}

/// What a side sees from where its units stand.
struct Outlook<'a> {
    rules: &'a Rules,
    position: &'a Position<Standard>,
    side: usize,
    goals: Vec<goals::Goal>,
    holdings: Vec<goals::Goal>,
}

impl<'a> Outlook<'a> {
    fn new(rules: &'a Rules, position: &'a Position<Standard>, side: usize) -> Self {
        let goals = goals::goals(rules, position, side);
        let holdings = goals::holdings(rules, position, side);
        Self { rules, position, side, goals, holdings }
    }

    /// What it is worth that a unit ends in a hex.
    fn worth(&self, by: &Numbers, (unit, start): (Unit, Hex), hex: Hex, far: u16) -> i64 {
        let (rules, position) = (self.rules, self.position);
        let map = &rules.compiled.map;
        let mut worth = 0_i64;
        worth -= i64::from(by.nearer) * i64::from(if far == FAR { 200 } else { far.min(200) });
        if rules.stacking.is_unit(unit)
            && let Some((_, points)) = self.goals.iter().find(|(goal, _)| *goal == hex)
        {
            worth += i64::from(by.point) * i64::from(*points);
        }
        let enemies = rules.enemies_of(self.side);
        let board = position.board();
        let (mut threat, mut chance, mut friends) = (0, 0, 0);
        let own = goals::strength(rules, position, unit);
        let attack = rules.ratings.attack.map_or(0, |rating| position.rating(rules, unit, rating));
        for (_, next) in map.neighbours(hex) {
            let there = board.present(next);
            if there & enemies != 0 {
                threat += goals::attack_in(rules, position, next);
                let defence = goals::defence_in(rules, position, next).max(1);
                // With those who stand next to the enemy already.
                let beside = map.neighbours(next).filter(|(_, other)| *other != start);
                let beside = beside.filter(|(_, other)| board.holds(*other, self.side));
                let with: i32 =
                    beside.map(|(_, other)| goals::attack_in(rules, position, other)).sum();
                chance = chance.max(100 * (attack + with) / defence);
            } else if next != start && board.holds(next, self.side) {
                friends += 1;
            }
        }
        worth += i64::from(by.company) * i64::from(friends);
        if threat > 0 {
            let company = if hex == start { 0 } else { own };
            let defence = (goals::defence_in(rules, position, hex) + company).max(1);
            worth += i64::from(by.odds) * i64::from(chance.min(500)) / 100;
            worth -= i64::from(by.threat) * i64::from((100 * threat / defence - 100).clamp(0, 500))
                / 100;
            worth += i64::from(by.shelter) * i64::from(map.defence(hex).abs());
            if attack == 0 {
                // Whoever cannot attack has nothing to seek there.
                worth -= i64::from(by.threat);
            }
        }
        worth
    }

    /// The points of what a unit alone holds while an enemy is near: it stays there.
    fn guarded(&self, unit: Unit, start: Hex) -> i64 {
        let (rules, position) = (self.rules, self.position);
        let held = self.holdings.iter().find(|(held, _)| *held == start);
        let others = || position.stack(start).any(|one| one != unit && rules.stacking.is_unit(one));
        match held {
            Some((_, points)) if !others() && self.enemy_within(start, 4) => i64::from(*points),
            _ => 0,
        }
    }

    fn enemy_within(&self, hex: Hex, range: u32) -> bool {
        let (rules, position) = (self.rules, self.position);
        let grid = rules.compiled.map.grid();
        let mut stand = enemies::on_map(rules, position, self.side);
        stand.any(|unit| position.hex(unit).is_some_and(|at| grid.distance(at, hex) <= range))
    }
}
