//! KB 14.0 Supply.

use salient_schema::event::SupplyState;

use crate::grid::Hex;
use crate::systems::kaisers_battle::position::Position;
use crate::systems::kaisers_battle::rules::{GERMAN, Rules, Unit};

/// How a unit is supplied, with the length of its supply line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Supply {
    /// In supply whatever the distance (KB 17.5).
    Automatic,
    /// By a supply line of this many hexes.
    Line(u32),
    /// By none.
    Isolated,
}

impl Supply {
    /// The state that a supply line of this length gives (KB 14.13).
    pub fn state(self, rules: &Rules) -> SupplyState {
        let constants = &rules.constants;
        match self {
            Self::Automatic => SupplyState::InSupply,
            Self::Line(n) if n as i32 <= constants.supply_range => SupplyState::InSupply,
            Self::Line(n) if n as i32 <= constants.communications_range => {
                SupplyState::OutOfCommunications
            }
            Self::Line(_) => SupplyState::OutOfSupply,
            Self::Isolated => SupplyState::Isolated,
        }
    }

    pub fn distance(self) -> Option<u32> {
        match self {
            Self::Line(n) => Some(n),
            Self::Automatic | Self::Isolated => None,
        }
    }
}

impl Position {
    /// The supply of a unit that stands in a hex.
    pub fn supply_of(&self, rules: &Rules, unit: Unit, hex: Hex) -> Supply {
        let side = rules.unit(unit).side;
        // KB 17.5: all Germans are in supply on the first turns.
        let from = rules.constants.german_supply_from_turn;
        if side == GERMAN && i32::from(self.turn) < from {
            return Supply::Automatic;
        }
        match self.supply_line(rules, side, hex) {
            Some(length) => Supply::Line(length),
            None => Supply::Isolated,
        }
    }

    /// The length of the shortest supply line from a hex to a friendly headquarters (KB 14.12):
    /// no hex of it is enemy-occupied, nor enemy-controlled unless a friendly unit is in it
    /// (KB 6.31, 6.32). The hex it starts from does not count.
    pub fn supply_line(&self, rules: &Rules, side: usize, from: Hex) -> Option<u32> {
        let headquarters = |hex: Hex| {
            self.holder(hex) == Some(side)
                && self.stack(hex).any(|unit| rules.unit(unit).headquarters)
        };
        if headquarters(from) {
            return Some(0);
        }
        let mut seen = vec![false; rules.map.len()];
        seen[from.index()] = true;
        let mut ring = vec![from];
        let mut next = Vec::new();
        let mut length = 0;
        while !ring.is_empty() {
            length += 1;
            for &hex in &ring {
                for (_, other) in rules.map.neighbours(hex) {
                    if seen[other.index()] {
                        continue;
                    }
                    seen[other.index()] = true;
                    let friendly = self.holder(other) == Some(side);
                    let open = friendly
                        || (self.holder(other).is_none() && !self.enemy_controlled(other, side));
                    if open {
                        if friendly && headquarters(other) {
                            return Some(length);
                        }
                        next.push(other);
                    }
                }
            }
            std::mem::swap(&mut ring, &mut next);
            next.clear();
        }
        None
    }
}
