//! Ways for the bots to search: all that a step costs a side, in one array.
//!
//! What [`Position::find_moves`] asks of the map, of enemies, their zones of control and gas at
//! every step does not change while a side moves. So it is written down once a segment, and
//! hundreds of searches read it.

use salient_hex::grid::Hex;
use salient_hex::map::CompiledMap;
pub use salient_hex::path::BARRED;
use salient_hex::path::{self, Reach, Table};

use crate::position::Position;
use crate::rules::{Rules, Unit, enemy_of};

/// What the steps out of each hex cost, by direction.
pub type StepCosts = Vec<[u16; 6]>;

/// The hex entered is in an enemy zone of control; the other bits are the cost.
const CONTROLLED: u16 = path::HALT;
/// No step costs more.
const MOST: i32 = path::MOST as i32;

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
    entered: Vec<Entered>,
}

/// What bears on a unit that enters a hex besides the ground.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Entered {
    enemy: bool,
    controlled: bool,
    gas: i32,
}

impl Ways {
    /// Writes down what steps cost a side now; says whether anything has changed since it last
    /// did, for the same side of the same game.
    pub fn update(&mut self, position: &Position, rules: &Rules, side: usize) -> bool {
        let mut changed = false;
        if self.costs.len() != rules.steps.len() {
            self.costs.clone_from(&rules.steps);
            self.entered.clear();
            self.entered.resize(rules.steps.len(), Entered::default());
            changed = true;
        }
        let board = position.board();
        let stands = board.presence().iter().zip(board.zone(enemy_of(side)));
        let hexes = rules.map.grid().hexes().zip(&mut self.entered);
        for ((hex, known), (sides, controllers)) in hexes.zip(stands) {
            let entered = Entered {
                enemy: sides >> enemy_of(side) & 1 == 1,
                controlled: *controllers > 0,
                gas: position.gas_to(rules, hex),
            };
            if entered == *known {
                continue;
            }
            *known = entered;
            changed = true;
            for (direction, other) in rules.map.neighbours(hex) {
                let (place, back) = (other.index(), direction.opposite().index());
                self.costs[place][back] = entered.cost(rules.steps[place][back]);
            }
        }
        changed
    }

    /// Whether every step out of a hex that leads anywhere costs no more than this.
    pub fn all_within(&self, hex: Hex, budget: u32) -> bool {
        let costs = self.costs[hex.index()].iter();
        costs.filter(|&&cost| cost & CONTROLLED == 0).all(|&cost| u32::from(cost) <= budget)
    }

    /// Finds where a unit that may move can go, as [`Position::find_moves`] does.
    pub fn find_moves(&self, position: &Position, rules: &Rules, unit: Unit, reach: &mut Reach) {
        self.search(position, rules, (unit, None), reach);
    }

    /// Finds the way of a unit that may move to a hex, or that there is none.
    pub fn find_way(
        &self,
        position: &Position,
        rules: &Rules,
        (unit, to): (Unit, Hex),
        reach: &mut Reach,
    ) {
        self.search(position, rules, (unit, Some(to)), reach);
    }

    fn search(
        &self,
        position: &Position,
        rules: &Rules,
        (unit, to): (Unit, Option<Hex>),
        reach: &mut Reach,
    ) {
        let Some((side, second)) = position.segment(rules) else { return };
        let Some(start) = position.hex(unit) else { return };
        let allowance = position.allowance(rules, unit, second);
        let budget = allowance.total.max(0) as u32;
        // It begins in an enemy zone of control, and leaving costs this (KB 5.13).
        let leaves = position.enemy_controlled(start, side);
        let leaving = if leaves { allowance.zoc_exit.max(0) as u32 } else { 0 };
        let first = self.costs[start.index()].map(|cost| {
            let controlled = cost & CONTROLLED;
            if cost == BARRED || controlled != 0 && leaves {
                return BARRED;
            }
            // KB 5.15: one hex can always be entered, and then the move is over.
            let cost = (u32::from(cost & !CONTROLLED) + leaving).min(budget);
            cost.min(MOST as u32) as u16 | controlled
        });
        // KB 5.22: in the second segment no zone of control is entered.
        let table = Table { steps: &self.costs, first, halting: !second };
        reach.search_table(&rules.map, table, (start, to), budget);
    }

    /// Finds where a march outside enemy zones of control can lead.
    pub fn run(&self, rules: &Rules, (start, budget): (Hex, u32), reach: &mut Reach) {
        let first = self.costs[start.index()];
        let table = Table { steps: &self.costs, first, halting: false };
        reach.search_table(&rules.map, table, (start, None), budget);
    }
}

impl Entered {
    /// What a step costs that costs so much by the ground.
    fn cost(self, ground: u16) -> u16 {
        if self.enemy || ground == BARRED {
            return BARRED;
        }
        let cost = (i32::from(ground) + self.gas).clamp(0, MOST) as u16;
        if self.controlled { cost | CONTROLLED } else { cost }
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
        let (mut both, mut ours, mut theirs) =
            ([Ways::default(), Ways::default()], Reach::default(), Reach::default());
        while table.play([Bot::PLANNER, Bot::HEURISTIC], 25) {
            let (position, rules) = (&table.position, &table.rules);
            let Some((side, _)) = position.segment(rules) else { continue };
            let ways = &mut both[side];
            ways.update(position, rules, side);
            assert!(!ways.update(position, rules, side), "nothing has changed since");
            let mut anew = Ways::default();
            anew.update(position, rules, side);
            assert_eq!(ways.costs, anew.costs);
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
