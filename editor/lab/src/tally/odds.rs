//! Attacks whose outcome shows in what follows.

use salient_schema::event::{Attacked, LossOutcome, UnitId};

use crate::tally::Tally;

/// An attack by odds whose losses and retreats are yet to come. The log does not name a winner:
/// the attack has succeeded if none of the defenders is left in the hex.
#[derive(Clone, Debug)]
pub(super) struct Pending {
    combat: u32,
    band: usize,
    attackers: Vec<UnitId>,
    defenders: Vec<UnitId>,
}

impl Pending {
    /// A unit is removed or replaced.
    pub(super) fn lost(&mut self, unit: &UnitId, outcome: &LossOutcome) {
        for units in [&mut self.attackers, &mut self.defenders] {
            match outcome {
                LossOutcome::Reduced { .. } => {}
                LossOutcome::Eliminated => units.retain(|other| other != unit),
                LossOutcome::Replaced { by, .. } => {
                    for other in units.iter_mut().filter(|other| *other == unit) {
                        other.clone_from(by);
                    }
                }
            }
        }
    }

    /// Units retreat.
    pub(super) fn retreat(&mut self, combat: u32, units: &[UnitId]) {
        if combat == self.combat {
            self.defenders.retain(|unit| !units.contains(unit));
        }
    }
}

impl Pending {
    /// What is to be seen of an attack that has just been made.
    pub(super) fn new(attack: &Attacked, band: usize) -> Self {
        Self {
            combat: attack.attack,
            band,
            attackers: attack.units.clone(),
            defenders: attack.targets.clone(),
        }
    }
}

impl Tally<'_> {
    /// Nothing more comes of the last attack by odds.
    pub(super) fn settle(&mut self) {
        let Some(attack) = self.pending.take() else { return };
        let odds = &mut self.odds[attack.band];
        if attack.attackers.is_empty() {
            odds.attacker_eliminated += 1;
        } else if attack.defenders.is_empty() {
            odds.won += 1;
        } else {
            odds.failed += 1;
        }
    }
}
