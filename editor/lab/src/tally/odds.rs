//! Attacks by odds, and what happens between set-up and combat: units that are set up, moved by
//! rail, brought back, taken off.

use salient_schema::event::{Bombing, LossOutcome, Occupy, OddsCombat, OddsSide, UnitId};

use crate::tally::{Tally, odds_band};

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

impl Tally<'_> {
    pub(super) fn odds_combat(&mut self, combat: &OddsCombat) {
        self.settle();
        self.cite(&combat.rule);
        self.cite_all(&combat.modifiers);
        combat.increments.iter().for_each(|increment| self.cite(&increment.rule));
        for (attacks, side) in [(true, &combat.attacker), (false, &combat.defender)] {
            let fighting = side.units.iter().filter(|unit| !unit.idle).map(|unit| &unit.unit);
            for unit in fighting.chain(&side.supported_by) {
                let Some(unit) = self.stage.unit(unit) else { continue };
                let unit = &mut self.units[unit];
                unit.present = true;
                if attacks { unit.attacks += 1 } else { unit.defences += 1 }
            }
            let guns = u16::try_from(side.support).unwrap_or(0);
            self.support(&side.side, "artillery-support", (0, guns, 0), 0);
        }
        if let Some(hex) = self.stage.hex(&combat.hex) {
            self.fought[hex] += 1;
        }
        let attacker = self.stage.side(&combat.attacker.side);
        if let Some(side) = attacker {
            let turn = self.turn;
            self.turns[turn].sides[side].attacks += 1;
        }
        let band = odds_band(combat.attacker.strength, combat.defender.strength);
        self.number(combat.combat, band, attacker);
        let names = |side: &OddsSide| side.units.iter().map(|unit| unit.unit.clone()).collect();
        self.pending = Some(Pending {
            combat: combat.combat,
            band,
            attackers: names(&combat.attacker),
            defenders: names(&combat.defender),
        });
    }

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

    pub(super) fn occupy(&mut self, occupy: &Occupy) {
        self.cite(&occupy.rule);
        if let Some(unit) = self.stage.unit(&occupy.unit) {
            self.units[unit].hexes += 1;
            self.enter(&occupy.to, unit);
        }
    }

    pub(super) fn bombing(&mut self, bombing: &Bombing) {
        self.cite(&bombing.rule);
        self.cite_all(&bombing.modifiers);
        if let Some(unit) = self.stage.unit(&bombing.unit) {
            self.units[unit].present = true;
            self.units[unit].attacks += 1;
        }
        if !bombing.intercepted {
            self.support(&bombing.side, "bombing", (0, 0, 1), bombing.steps);
        }
    }

    /// A unit stands in a hex without having come there: it is set up, or brought back.
    pub(super) fn stand(&mut self, unit: &str, hex: &str) {
        let Some(unit) = self.stage.unit(unit) else { return };
        self.units[unit].present = true;
        if let Some(hex) = self.stage.hex(hex) {
            let side = self.stage.subject.units[unit].side as u8;
            self.holder[hex] = side;
            if self.turn == 0 {
                self.placed.push((hex, side));
            }
        }
    }
}
