//! Who fights on each side of a combat.

use salient_hex::Hex;
use salient_rules::play::{Position, Unit};

use super::odds::attacking_forces;
use crate::decision::battle::{ATTACKER, Fight, Party};
use crate::force::{self, Force};
use crate::rules::{Offensive, Rules};
use crate::units::Kind;

impl Fight {
    /// The units of a side that fight.
    pub fn units(&self, party: Party) -> Vec<Unit> {
        match party {
            ATTACKER => self.clash.attackers.iter().map(|(unit, _)| *unit).collect(),
            _ => self.clash.defenders.clone(),
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
            return attacking_forces(rules, position, &self.clash);
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
