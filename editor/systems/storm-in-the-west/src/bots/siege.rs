//! How many steps of the enemy no supply reaches, and what moves change of it.
//!
//! The map would have to be flooded for every move that is thought about. But a move opens or bars
//! a few hexes to supply lines, and nearly always those around each of them hang together without
//! it, so that all others are reached as before: that is looked at first.

use crate::position::{Position, Supply};
use crate::rules::{Rules, Unit};
use crate::supply::SupplyNet;
use salient_hex::grid::Hex;

/// A side that is to be cut off, in a position.
#[derive(Debug)]
pub struct Siege {
    side: usize,
    net: SupplyNet,
    /// Where every unit stands, and with which face.
    units: Vec<(Option<Hex>, u8)>,
    control: Vec<u8>,
    /// Its steps that no supply reaches.
    pub steps: i32,
}

impl Siege {
    pub fn new(position: &Position, rules: &Rules, side: usize) -> Self {
        let net = position.supply_net(rules, side);
        Self {
            side,
            steps: steps_out_of(position, rules, side, &net),
            net,
            units: position.units.iter().map(|unit| (unit.hex, unit.face)).collect(),
            control: position.control.clone(),
        }
    }

    /// Its steps that no supply reaches in another position.
    pub fn steps_in(&self, other: &Position, rules: &Rules) -> i32 {
        if self.is_as_tight(other, rules) {
            return self.steps;
        }
        steps_out_of(other, rules, self.side, &other.supply_net(rules, self.side))
    }

    /// Whether another position can be seen to cut the same units off: of the others some have
    /// moved, but where they bar and open supply lines no unit of the side stands, and all other
    /// hexes are reached as before.
    fn is_as_tight(&self, other: &Position, rules: &Rules) -> bool {
        if self.control != other.control && !self.holds_its_own(other, rules) {
            return false;
        }
        let mut net = self.net.clone();
        let units = self.units.iter().zip(&other.units).zip(&rules.units);
        let moved = units.filter(|(((hex, face), now), _)| (*hex, *face) != (now.hex, now.face));
        for (((before, _), now), def) in moved {
            if def.side == self.side {
                return false;
            }
            for hex in [*before, now.hex].into_iter().flatten() {
                let near = rules.map.neighbours(hex).map(|(_, near)| near);
                let mut all = std::iter::once(hex).chain(near);
                if !all.all(|near| other.redraw_supply(rules, self.side, near, &mut net)) {
                    return false;
                }
            }
        }
        true
    }

    /// Whether the side has the same sources and fortresses.
    fn holds_its_own(&self, other: &Position, rules: &Rules) -> bool {
        let mut hexes = rules.sources.iter().flatten().chain(&rules.ground.fortresses);
        hexes.all(|hex| self.control[hex.index()] == other.control[hex.index()])
    }
}

/// Steps of a side that no supply reaches.
fn steps_out_of(position: &Position, rules: &Rules, side: usize, net: &SupplyNet) -> i32 {
    let out = position.on_map(rules, side).filter(|&unit| {
        let hex = position.hex(unit);
        hex.is_some_and(|hex| position.supply_of(rules, net, unit, hex) == Supply::Out)
    });
    out.map(|unit| i32::from(position.steps(rules, unit))).sum()
}

/// Whether a unit stays in regular supply when it goes to a hex next to its own. `net` is its
/// source's, as it stands now.
pub fn stays_in_supply(
    position: &Position,
    rules: &Rules,
    unit: Unit,
    to: Hex,
    net: &SupplyNet,
) -> bool {
    let mut after = position.clone();
    after.shift(rules, unit, to);
    let def = rules.unit(unit);
    let source = rules.nations[usize::from(def.nation)].source;
    let mut net = net.clone();
    // A unit takes the enemy's zone of control away where it stands, and nowhere else.
    let mut both = [Some(to), position.hex(unit)].into_iter().flatten();
    match both.all(|hex| after.redraw_supply(rules, def.side, hex, &mut net)) {
        true => net.reaches(source, to),
        false => after.supply_from(rules, def.side, source).reaches(source, to),
    }
}
