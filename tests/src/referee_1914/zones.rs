//! 1914 3.1, 3.2: who stands where, and zones of control.

use salient_hex::Hex;

use super::Referee;
use super::roster::Unit;

/// Who stands in each hex, and how many zones of control of a side reach it.
pub struct Zones {
    pub holds: [Vec<bool>; 2],
    pub zones: [Vec<u8>; 2],
}

impl Zones {
    pub fn controls(&self, hex: Hex, side: usize) -> bool {
        self.zones[side][hex.index()] > 0
    }

    pub fn holds(&self, hex: Hex, side: usize) -> bool {
        self.holds[side][hex.index()]
    }

    /// 1914 3.2.2, 15.3.1: in an enemy zone that no unit of the side in the hex cancels, nor its
    /// zones but so many of them.
    pub fn cut(&self, hex: Hex, side: usize, less: u8) -> bool {
        self.controls(hex, 1 - side)
            && !self.holds(hex, side)
            && self.zones[side][hex.index()] <= less
    }
}

impl Referee<'_> {
    /// The zone of a unit where it stands: not over sea or mountain ridges (1914 3.2.1); of one in two
    /// hexes that of both halves (19.1).
    pub fn zone_of(&self, unit: usize) -> Vec<Hex> {
        let own = &self.units[unit];
        let mut zone = Vec::new();
        for at in own.hexes().filter(|_| own.has_zone()) {
            zone.extend(self.ground.around(at).filter(|&hex| {
                let between = self.ground.between(at, hex);
                !between.sea && !between.ridge
            }));
        }
        zone.sort_unstable();
        zone.dedup();
        zone
    }

    /// Whether a zone of control of a side reaches a hex.
    pub fn is_in_zone(&self, hex: Hex, side: usize) -> bool {
        let reaches = |own: &Unit| {
            own.side == side
                && own.has_zone()
                && own.hexes().any(|at| {
                    self.ground.touch(at, hex) && {
                        let between = self.ground.between(at, hex);
                        !between.sea && !between.ridge
                    }
                })
        };
        self.units.iter().any(reaches)
    }

    pub fn zones(&self) -> Zones {
        let len = self.ground.grid.len();
        let mut zones = Zones {
            holds: [vec![false; len], vec![false; len]],
            zones: [vec![0; len], vec![0; len]],
        };
        for (unit, own) in self.units.iter().enumerate() {
            for at in own.hexes() {
                zones.holds[own.side][at.index()] = true;
            }
            for hex in self.zone_of(unit) {
                zones.zones[own.side][hex.index()] += 1;
            }
        }
        zones
    }

    /// The units of a side in a hex.
    pub fn stack(&self, hex: Hex, side: usize) -> Vec<usize> {
        let here = |unit: &usize| self.units[*unit].side == side && self.units[*unit].is_in(hex);
        (0..self.units.len()).filter(here).collect()
    }

    /// 1914 3.1, 12.1.3: whether enemies keep a side out of a hex; bare fortresses do not.
    pub fn is_held_against(&self, hex: Hex, side: usize) -> bool {
        self.stack(hex, 1 - side).iter().any(|&unit| {
            let own = &self.units[unit];
            own.kind() != super::roster::Kind::Fortress || own.face == 0
        })
    }

    /// Quarters of a division that units are in a hex (1914 19.1.3).
    pub fn size(&self, units: &[usize]) -> i32 {
        units.iter().map(|&unit| self.units[unit].share()).sum()
    }

    /// The hexes of a unit that touch another: those that it may attack it from.
    pub fn faces(&self, unit: usize, hex: Hex) -> Vec<Hex> {
        self.units[unit].hexes().filter(|&own| self.ground.touch(own, hex)).collect()
    }

    /// The sum of something that units have in a hex: what those in two hexes have is added up and
    /// halved, the half up (1914 19.4).
    pub fn halved(&self, units: impl IntoIterator<Item = (usize, i32)>) -> i32 {
        let (mut whole, mut two) = (0, 0);
        for (unit, value) in units {
            *(if self.units[unit].is_two() { &mut two } else { &mut whole }) += value;
        }
        whole + (two + 1) / 2
    }

    /// The army or corps that a unit's formation belongs to.
    pub fn above(&self, unit: usize, size: &str) -> Option<String> {
        let own = &self.units[unit];
        let mut at = own.attached.clone().or(own.formation.clone());
        for _ in 0..9 {
            let id = at?;
            if self.sizes.get(&id).is_some_and(|own| self.book.is(size, own)) {
                return Some(id);
            }
            at = self.parents.get(&id).cloned();
        }
        None
    }
}
