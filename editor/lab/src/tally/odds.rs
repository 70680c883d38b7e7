//! Attacks whose outcome shows in what follows.

use salient_schema::event::{Attacked, LossOutcome, TableEntry, UnitId};

use crate::columns::ColumnKey;
use crate::tally::{OddsTally, Tally};

/// An attack by odds whose losses and retreats are yet to come. The log does not name a winner:
/// the attack has succeeded if none of the defenders is left in the hex.
#[derive(Clone, Debug)]
pub(super) struct Pending {
    combat: u32,
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
    band: Option<usize>,
    /// Where the table was entered.
    column: Option<ColumnKey>,
    attacker: Option<usize>,
}

impl Tally<'_> {
    /// Keeps what comes of an attack belongs to: its odds, and where the table was entered.
    pub(super) fn begin_attack(
        &mut self,
        attack: &Attacked,
        attacker: Option<usize>,
        entry: Option<TableEntry>,
    ) {
        let bands = &self.index.subject.odds;
        let band = attack.strengths.and_then(|[strength, against]| {
            bands.iter().rposition(|band| band.holds(strength, against))
        });
        let column = attacker.zip(entry).map(|(side, entry)| ColumnKey::new(side, band, entry));
        if let Some(key) = &column {
            self.columns.entry(key.clone()).or_default();
        }
        let number = attack.attack as usize;
        if self.combats.len() <= number {
            self.combats.resize(number + 1, Fought::default());
        }
        self.combats[number] = Fought { band, column, attacker };
    }

    /// Who made an attack.
    pub(super) fn attacker(&self, attack: u32) -> Option<usize> {
        self.combats.get(attack as usize)?.attacker
    }

    /// Counts something of an attack: by its odds, and by where the table was entered.
    pub(super) fn count(&mut self, attack: u32, add: impl Fn(&mut OddsTally)) {
        let Some(fought) = self.combats.get(attack as usize) else { return };
        let by_odds = fought.band.and_then(|band| self.odds.get_mut(band));
        let by_column = fought.column.as_ref().and_then(|key| self.columns.get_mut(key));
        by_odds.into_iter().chain(by_column).for_each(add);
    }

    /// Nothing more comes of the last attack by odds.
    pub(super) fn settle(&mut self) {
        let Some(attack) = self.pending.take() else { return };
        self.count(attack.combat, |odds| {
            if attack.attackers.is_empty() {
                odds.attacker_eliminated += 1;
            } else if attack.defenders.is_empty() {
                odds.won += 1;
            } else {
                odds.failed += 1;
            }
        });
    }
}
