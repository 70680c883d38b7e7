//! IA 5.2, 5.3, 5.8–5.83: what a step costs, and on which bank of a river it leads.

use super::board::{Hex, River};
use super::{Id, Referee};

/// A step that may be taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    pub cost: i32,
    /// IA 5.81: whether the move ends with it.
    pub halts: bool,
    pub banks: Vec<u8>,
}

/// What bars a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bar {
    Apart,
    Terrain,
    River,
    Enemy,
    Full,
    Nearer,
    Night,
    NoEntry,
}

impl Referee<'_> {
    fn banks_of(&self, hex: Hex) -> Vec<u8> {
        let mut banks = self.board.ground[hex].banks.to_vec();
        banks.sort_unstable();
        banks.dedup();
        banks.retain(|&bank| bank != 0);
        banks
    }

    /// Banks of a river hex that lie along land beside banks of the hex before.
    fn along(&self, from: Hex, banks: &[u8], to: Hex) -> Vec<u8> {
        let mut found = Vec::new();
        for way in 0..6 {
            let Some(land) = self.board.next(from, way) else { continue };
            let Some(back) = self.board.way(to, land) else { continue };
            if banks.contains(&self.board.ground[from].banks[way]) {
                found.push(self.board.ground[to].banks[back]);
            }
        }
        found.sort_unstable();
        found.dedup();
        found.retain(|&bank| bank != 0);
        found
    }

    /// The banks on which somebody is who has gone from one hex into another.
    pub fn banks_after(&self, from: Hex, banks: &[u8], to: Hex) -> Vec<u8> {
        let (here, there) = (&self.board.ground[from], &self.board.ground[to]);
        if there.river == River::None {
            return Vec::new();
        }
        if here.river == River::None {
            let back = self.board.way(to, from);
            return back
                .map(|way| there.banks[way])
                .filter(|&bank| bank != 0)
                .into_iter()
                .collect();
        }
        let all = self.banks_of(from);
        let mine = if banks.is_empty() || here.crossing { all.clone() } else { banks.to_vec() };
        let other: Vec<u8> = all.into_iter().filter(|bank| !mine.contains(bank)).collect();
        let on = self.along(from, &mine, to);
        if !on.is_empty() {
            return on;
        }
        let opposite = self.along(from, &other, to);
        self.banks_of(to).into_iter().filter(|bank| !opposite.contains(bank)).collect()
    }

    /// A step over the ground, for a class of units on these banks.
    pub fn ground_step(&self, class: usize, banks: &[u8], from: Hex, to: Hex) -> Result<Step, Bar> {
        let way = self.board.way(from, to).ok_or(Bar::Apart)?;
        let (here, there) = (&self.board.ground[from], &self.board.ground[to]);
        let cost = match there.cost {
            _ if here.roads >> way & 1 == 1 => self.number("road_movement"),
            _ if there.ford && there.river != River::None => self.number("ford_movement"),
            None => return Err(Bar::Terrain),
            Some(costs) => costs[class],
        };
        let mut halts = false;
        let leaves = here.river != River::None && there.river == River::None;
        if leaves && !banks.is_empty() && !here.crossing && !banks.contains(&here.banks[way]) {
            if here.river == River::Major {
                return Err(Bar::River);
            }
            halts = true;
        }
        Ok(Step { cost, halts, banks: self.banks_after(from, banks, to) })
    }

    /// IA 5.82: a step into a major river off bridge and ford is paid in full.
    pub fn must_pay(&self, from: Hex, to: Hex) -> bool {
        let ground = &self.board.ground[to];
        let road = self
            .board
            .way(from, to)
            .is_some_and(|way| self.board.ground[from].roads >> way & 1 == 1);
        ground.river == River::Major && !ground.crossing && !road
    }

    /// A unit has gone from a hex to the next, or from off the map.
    pub fn wade(&mut self, id: Id, from: Option<Hex>, to: Hex) {
        let banks = match from {
            Some(from) if self.board.way(from, to).is_some() => {
                self.banks_after(from, &self.units[id].banks, to)
            }
            _ => Vec::new(),
        };
        self.units[id].banks = banks;
    }

    /// IA 5.83: whether a major river lies between a unit and all of the enemy's in the hex.
    pub fn is_cut_off(&self, hex: Hex, id: Id) -> bool {
        let one = &self.units[id];
        let apart = |other: Id| {
            let other = &self.units[other].banks;
            !one.banks.is_empty()
                && !other.is_empty()
                && !one.banks.iter().any(|bank| other.contains(bank))
        };
        self.board.ground[hex].river == River::Major
            && self.fighters(hex, 1 - one.side).into_iter().all(apart)
    }

    /// IA 5.83: whether it lies between all of one side and all of the other.
    pub fn is_parted(&self, hex: Hex) -> bool {
        self.board.ground[hex].river == River::Major
            && self.fighters(hex, 0).into_iter().all(|id| self.is_cut_off(hex, id))
    }
}
