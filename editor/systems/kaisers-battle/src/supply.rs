//! KB 14.0 Supply.

use salient_schema::event::SupplyState;

use crate::position::Position;
use crate::rules::{GERMAN, Rules, Unit};
use salient_hex::grid::Hex;

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
    /// The supply of every unit of a side on the map, by rising number: what
    /// [`Position::supply_of`] says of each, from one search for all.
    pub fn all_supplies(&self, rules: &Rules, side: usize) -> Vec<(Unit, Supply)> {
        let automatic = self.supplied_anyway(rules, side);
        let lengths = if automatic { Vec::new() } else { self.supply_lengths(rules, side) };
        self.on_map(rules, side)
            .filter_map(|unit| {
                let hex = self.hex(unit)?;
                let supply = match lengths.get(hex.index()) {
                    None => Supply::Automatic,
                    Some(&u32::MAX) => Supply::Isolated,
                    Some(&length) => Supply::Line(length),
                };
                Some((unit, supply))
            })
            .collect()
    }

    /// The length of the supply line from each hex with friendly units; `u32::MAX` where there is
    /// none. A line runs as well from the headquarters to the unit: both its ends are friendly.
    fn supply_lengths(&self, rules: &Rules, side: usize) -> Vec<u32> {
        let mut lengths = vec![u32::MAX; rules.map.len()];
        let mut queue: Vec<Hex> =
            rules.headquarters[side].iter().filter_map(|&unit| self.hex(unit)).collect();
        for &hex in &queue {
            lengths[hex.index()] = 0;
        }
        let mut next = 0;
        while let Some(&hex) = queue.get(next) {
            next += 1;
            let length = lengths[hex.index()] + 1;
            for (_, other) in rules.map.neighbours(hex) {
                if lengths[other.index()] == u32::MAX && self.open_to_supply(other, side) {
                    lengths[other.index()] = length;
                    queue.push(other);
                }
            }
        }
        lengths
    }

    /// KB 6.31, 6.32: whether a supply line may pass through a hex.
    fn open_to_supply(&self, hex: Hex, side: usize) -> bool {
        match self.holder(hex) {
            Some(holder) => holder == side,
            None => !self.enemy_controlled(hex, side),
        }
    }

    /// KB 17.5: all Germans are in supply on the first turns.
    fn supplied_anyway(&self, rules: &Rules, side: usize) -> bool {
        side == GERMAN && i32::from(self.turn) < rules.constants.german_supply_from_turn
    }

    /// The supply of a unit that stands in a hex.
    pub fn supply_of(&self, rules: &Rules, unit: Unit, hex: Hex) -> Supply {
        let side = rules.unit(unit).side;
        if self.supplied_anyway(rules, side) {
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
        let headquarters: Vec<Hex> =
            rules.headquarters[side].iter().filter_map(|&unit| self.hex(unit)).collect();
        let straight = |hex: Hex| headquarters.iter().map(|&goal| rules.apart(hex, goal)).min();
        let shortest = straight(from)?;
        // A* search: first those that lead straight on, then those that are one hex out of the
        // way, and so on.
        let mut waiting = vec![vec![(from, 0)]];
        let mut known = vec![i32::MAX; rules.map.len()];
        known[from.index()] = 0;
        let mut detour = 0;
        while detour < waiting.len() {
            while let Some((hex, length)) = waiting[detour].pop() {
                if known[hex.index()] != length {
                    continue;
                }
                if straight(hex) == Some(0) {
                    return Some(length as u32);
                }
                for &other in rules.map.around(hex) {
                    // Beyond the map there is none.
                    let Some(known) = known.get_mut(other as usize) else { continue };
                    let (other, length) = (Hex(other), length + 1);
                    if length >= *known {
                        continue;
                    }
                    if !self.open_to_supply(other, side) {
                        *known = 0;
                        continue;
                    }
                    *known = length;
                    let whole = length + straight(other).unwrap_or(0);
                    let detour = (whole - shortest) as usize;
                    if waiting.len() <= detour {
                        waiting.resize_with(detour + 1, Vec::new);
                    }
                    waiting[detour].push((other, length));
                }
            }
            detour += 1;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use crate::table::Table;
    use salient_rules::Bot;

    #[test]
    fn one_search_for_all_finds_what_a_search_for_each_does() {
        let mut table = Table::new(1);
        while table.play([Bot::HEURISTIC; 2], 50) {
            let (position, rules) = (&table.position, &table.rules);
            for side in 0..2 {
                for (unit, supply) in position.all_supplies(rules, side) {
                    let alone = position.hex(unit).map(|hex| position.supply_of(rules, unit, hex));
                    assert_eq!(alone, Some(supply), "{}", rules.unit(unit).name);
                }
            }
        }
    }
}
