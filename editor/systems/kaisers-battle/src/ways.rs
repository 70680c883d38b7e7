//! Ways for the bots to search: all that a step costs a side, in one array.
//!
//! What [`Position::find_moves`] asks of the map, of enemies, their zones of control and gas at
//! every step does not change while a side moves. So it is written down once a segment, and
//! hundreds of searches read it.

use salient_hex::grid::{Direction, Hex};
use salient_hex::map::CompiledMap;
use salient_hex::path::{Reach, Step};

use crate::position::Position;
use crate::rules::{Rules, Unit};

/// What the steps out of each hex cost, by direction.
pub type StepCosts = Vec<[u16; 6]>;

/// No unit takes this step.
pub const BARRED: u16 = u16::MAX;
/// The hex entered is in an enemy zone of control; the other bits are the cost.
const CONTROLLED: u16 = 1 << 15;
/// No step costs more.
const MOST: i32 = CONTROLLED as i32 - 2;

/// What the steps out of each hex cost by the ground alone.
pub fn over_ground(map: &CompiledMap) -> StepCosts {
    let mut costs = vec![[BARRED; 6]; map.len()];
    for hex in map.grid().hexes() {
        for (direction, _) in map.neighbours(hex) {
            if let Some(cost) = map.step_cost(hex, direction) {
                costs[hex.index()][direction.index()] = cost.clamp(0, MOST) as u16;
            }
        }
    }
    costs
}

/// What steps cost a side while it moves.
#[derive(Clone, Debug, Default)]
pub struct Ways {
    costs: StepCosts,
}

impl Ways {
    /// Writes down what steps cost a side now.
    pub fn update(&mut self, position: &Position, rules: &Rules, side: usize) {
        self.costs.clone_from(&rules.steps);
        for hex in rules.map.grid().hexes() {
            let enemy = position.enemy_in(hex, side);
            let controlled = position.enemy_controlled(hex, side);
            let gas = position.gas_to(rules, hex);
            if !enemy && !controlled && gas == 0 {
                continue;
            }
            for (direction, other) in rules.map.neighbours(hex) {
                let cost = &mut self.costs[other.index()][direction.opposite().index()];
                if enemy {
                    *cost = BARRED;
                } else if *cost != BARRED {
                    *cost = (i32::from(*cost) + gas).clamp(0, MOST) as u16;
                    if controlled {
                        *cost |= CONTROLLED;
                    }
                }
            }
        }
    }

    /// Finds where a unit that may move can go, as [`Position::find_moves`] does.
    pub fn find_moves(&self, position: &Position, rules: &Rules, unit: Unit, reach: &mut Reach) {
        let Some(mover) = self.mover(position, rules, unit) else { return };
        let Mover { start, budget, .. } = mover;
        reach.search(&rules.map, start, budget, |from, direction, _| mover.step(from, direction));
    }

    /// Finds the way of a unit that may move to a hex, or that there is none.
    pub fn find_way(
        &self,
        position: &Position,
        rules: &Rules,
        (unit, to): (Unit, Hex),
        reach: &mut Reach,
    ) {
        let Some(mover) = self.mover(position, rules, unit) else { return };
        let Mover { start, budget, .. } = mover;
        let step = |from, direction, _| mover.step(from, direction);
        reach.search_to(&rules.map, (start, to), budget, step);
    }

    fn mover(&self, position: &Position, rules: &Rules, unit: Unit) -> Option<Mover<'_>> {
        let ((side, second), start) = (position.segment(rules)?, position.hex(unit)?);
        let allowance = position.allowance(rules, unit, second);
        let leaves = position.enemy_controlled(start, side);
        Some(Mover {
            costs: &self.costs,
            start,
            budget: allowance.total.max(0) as u32,
            second,
            leaves,
            leaving: if leaves { allowance.zoc_exit.max(0) as u32 } else { 0 },
        })
    }

    /// Finds where a march outside enemy zones of control can lead.
    pub fn run(&self, rules: &Rules, (start, budget): (Hex, u32), reach: &mut Reach) {
        reach.search(&rules.map, start, budget, |from, direction, _| {
            let cost = self.costs[from.index()][direction.index()];
            if cost & CONTROLLED == 0 { Step::Through(u32::from(cost)) } else { Step::Barred }
        });
    }
}

/// A unit that moves.
#[derive(Clone, Copy)]
struct Mover<'a> {
    costs: &'a StepCosts,
    start: Hex,
    budget: u32,
    second: bool,
    /// It begins in an enemy zone of control, and leaving costs this (KB 5.13).
    leaves: bool,
    leaving: u32,
}

impl Mover<'_> {
    #[inline]
    fn step(&self, from: Hex, direction: Direction) -> Step {
        let cost = self.costs[from.index()][direction.index()];
        let first = from == self.start;
        let controlled = cost & CONTROLLED != 0;
        if cost == BARRED || controlled && (self.second || first && self.leaves) {
            return Step::Barred;
        }
        let cost = u32::from(cost & !CONTROLLED);
        // KB 5.15: one hex can always be entered, and then the move is over.
        let cost = if first { (cost + self.leaving).min(self.budget) } else { cost };
        if controlled { Step::Halt(cost) } else { Step::Through(cost) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Table;
    use salient_rules::Bot;

    #[test]
    fn the_ways_written_down_are_those_of_the_rules() {
        let (mut table, mut asked) = (Table::new(7), 0);
        let (mut ways, mut ours, mut theirs) =
            (Ways::default(), Reach::default(), Reach::default());
        while table.play([Bot::PLANNER, Bot::HEURISTIC], 25) {
            let (position, rules) = (&table.position, &table.rules);
            let Some((side, _)) = position.segment(rules) else { continue };
            ways.update(position, rules, side);
            for unit in position.on_map(rules, side) {
                if position.may_move(rules, unit).is_err() {
                    continue;
                }
                asked += 1;
                position.find_moves(rules, unit, &mut theirs);
                ways.find_moves(position, rules, unit, &mut ours);
                assert_eq!(ours.reached(), theirs.reached());
                for &hex in theirs.reached() {
                    assert_eq!(ours.cost(hex), theirs.cost(hex));
                    assert_eq!(ours.path(&rules.map, hex), theirs.path(&rules.map, hex));
                }
                for &hex in theirs.reached().iter().step_by(9) {
                    ways.find_way(position, rules, (unit, hex), &mut ours);
                    assert_eq!(ours.cost(hex), theirs.cost(hex));
                    assert_eq!(ours.path(&rules.map, hex), theirs.path(&rules.map, hex));
                }
            }
        }
        assert!(asked > 100, "{asked} units");
    }
}
