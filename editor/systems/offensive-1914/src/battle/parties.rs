//! Who fights on each side of a combat.

use salient_hex::Hex;
use salient_rules::play::{Position, Unit};

use super::odds::attacking_forces;
use crate::abreast;
use crate::decision::battle::{ATTACKER, Fight, Party};
use crate::force::{self, Force};
use crate::rules::{Offensive, Rules};
use crate::units::Kind;

impl Fight {
    /// The units of a side that fight.
    pub fn units(&self, party: Party) -> Vec<Unit> {
        match party {
            ATTACKER => {
                let mut units: Vec<Unit> = Vec::with_capacity(self.clash.attackers.len());
                for (unit, _) in &self.clash.attackers {
                    if !units.contains(unit) {
                        units.push(*unit);
                    }
                }
                units
            }
            _ => self.clash.defenders.clone(),
        }
    }

    /// The size of a side that is fired at, in quarters of a division (1914 10.1.2): of a force in
    /// two hexes half out of each (19.1.3).
    pub fn size(&self, rules: &Rules, position: &Position<Offensive>, party: Party) -> i32 {
        let size = |unit: &Unit| abreast::size(rules, position, *unit);
        match party {
            ATTACKER => self.clash.attackers.iter().map(|(unit, _)| size(unit)).sum(),
            _ => self.clash.defenders.iter().map(size).sum(),
        }
    }

    /// The forces of a side that fight, each with the hex that it fights from.
    pub fn forces(
        &self,
        rules: &Rules,
        position: &Position<Offensive>,
        party: Party,
    ) -> Vec<(Force, Hex)> {
        if party == ATTACKER {
            let mut forces = attacking_forces(rules, position, &self.clash);
            // Who attacks out of two hexes is one force.
            let mut seen: Vec<Force> = Vec::new();
            forces.retain(|(force, _)| {
                let is_new = !seen.contains(force);
                seen.extend(is_new.then(|| force.clone()));
                is_new
            });
            return forces;
        }
        let forces = force::group(rules, position, self.clash.defenders.iter().copied());
        forces.into_iter().map(|force| (force, self.hex)).collect()
    }

    /// A fortress among the defenders, if no combat unit is with it (1914 12.2.1b).
    pub fn lone_fortress(&self, rules: &Rules, position: &Position<Offensive>) -> Option<Unit> {
        let units = &self.clash.defenders;
        let is_fortress = |unit: &&Unit| rules.piece(**unit).kind == Kind::Fortress;
        let fortress = units.iter().find(is_fortress).copied()?;
        (!units.iter().any(|&unit| rules.is_combat(position, unit))).then_some(fortress)
    }
}
