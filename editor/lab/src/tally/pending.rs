//! An attack until its outcome shows.

use salient_schema::event::{Attacked, LossOutcome, UnitId};

use crate::columns::ColumnKey;

/// An attack by odds whose losses and retreats are yet to come. The log does not name a winner:
/// the attack has succeeded if none of the defenders is left in the hex.
#[derive(Clone, Debug)]
pub(super) struct Pending {
    pub(super) combat: u32,
    pub(super) attackers: Vec<UnitId>,
    pub(super) defenders: Vec<UnitId>,
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
    pub(super) fn new(attack: &Attacked) -> Self {
        Self {
            combat: attack.attack,
            attackers: attack.units.clone(),
            defenders: attack.targets.clone(),
        }
    }
}

/// What an attack is counted as.
#[derive(Clone, Debug, Default)]
pub(super) struct Fought {
    /// The band of the odds of its strengths.
    pub(super) band: Option<usize>,
    /// Where the table was entered.
    pub(super) column: Option<ColumnKey>,
    pub(super) attacker: Option<usize>,
}
