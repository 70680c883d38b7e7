//! Attacks whose outcome shows in what follows.

use salient_schema::event::{Attacked, TableEntry};

use crate::columns::ColumnKey;
use crate::counts::OddsTally;
use crate::tally::Tally;
use crate::tally::pending::Fought;

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
