//! What a side receives and uses up: artillery points (KB 9.8), air points (KB 12.1).

use salient_schema::event::{Fact, RESOURCES};

use super::Detail;
use crate::guns::Guns;

impl Detail {
    /// What it says of points that come, are spent, or are taken from the enemy.
    pub(super) fn resources(&self, add: &mut dyn FnMut(Fact)) {
        let mut points = |side: &str, column: &'static str, [field, heavy, air]: [u16; 3]| {
            let rows = [
                ("field-artillery-points", field),
                ("heavy-artillery-points", heavy),
                ("air-points", air),
            ];
            for (row, number) in rows.into_iter().filter(|&(_, number)| number > 0) {
                let side = Some(side.to_owned());
                let values = vec![(column, i64::from(number))];
                add(Fact { table: RESOURCES, side, row: row.into(), values });
            }
        };
        match self {
            Self::ArtilleryPoints(of) => points(&of.side, "received", [of.field, of.heavy, 0]),
            Self::AirPoints(of) => points(&of.side, "received", [0, 0, of.points]),
            Self::CounterBattery(fire) => {
                points(&fire.side, "spent", [fire.field, fire.heavy, 0]);
                let lost = |of: fn(Guns) -> u16| {
                    of(fire.enemy_before).saturating_sub(of(fire.enemy_after))
                };
                points(&fire.side, "taken", [lost(|guns| guns.field), lost(|guns| guns.heavy), 0]);
            }
            Self::Gas(gas) => points(&gas.side, "spent", [gas.field, gas.heavy, 0]),
            Self::Interception(cut) => {
                points(&cut.side, "spent", [0, 0, cut.points]);
                points(&cut.side, "taken", [0, 0, cut.observation + cut.ground_attack]);
            }
            Self::AirObservation(seen) => points(&seen.side, "spent", [0, 0, 1]),
            Self::Bombardment(fire) => {
                points(&fire.side, "spent", [fire.field, fire.heavy, fire.air]);
            }
            Self::Combat(combat) => {
                for side in [&combat.attacker, &combat.defender] {
                    if let Some(barrage) = &side.barrage {
                        points(&side.side, "spent", [barrage.field, barrage.heavy, 0]);
                    }
                }
            }
            _ => {}
        }
    }
}
