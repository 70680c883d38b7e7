//! Somebody who knows no rules, and hears only what every client understands of the log. Where he
//! takes the units to be, they must be.

use std::collections::BTreeMap;

use salient_schema::event::{EventKind, LossOutcome};

use super::board::{Board, Place};
use super::book::Side;
use super::force::Force;
use super::{Ruling, same};

/// The units on the map: hex and face.
#[derive(Debug, Default)]
pub struct Follower {
    units: BTreeMap<String, (Place, u8)>,
}

impl Follower {
    /// Before the log: as the scenario sets them up.
    pub fn new(force: &Force) -> Self {
        Self { units: on_map(force).map(|(name, stand)| (name.to_owned(), stand)).collect() }
    }

    pub fn hear(&mut self, kind: &EventKind, board: &Board) -> Ruling {
        let place = |hex: Option<&String>| hex.map(|hex| board.read(hex)).transpose();
        match kind {
            EventKind::Placed(placed) => {
                let at = board.read(&placed.hex)?;
                self.units.insert(placed.unit.clone(), (at, placed.face));
            }
            EventKind::Moved(moved) => {
                for name in &moved.units {
                    let unit = self.units.get_mut(name).ok_or("who moves is not on the map")?;
                    same("where it starts", board.read(&moved.from)?, unit.0)?;
                    unit.0 = board.read(moved.to())?;
                }
            }
            EventKind::Removed(removed) => {
                let unit = self.units.remove(&removed.unit).map(|unit| unit.0);
                same("where the unit stood", place(removed.from.as_ref())?, unit)?;
            }
            EventKind::Exchanged(exchanged) => {
                let unit = self.units.remove(&exchanged.unit).map(|unit| unit.0);
                same("where the unit stood", place(exchanged.hex.as_ref())?, unit)?;
                for (name, at) in exchanged.into.iter().zip(unit.into_iter().cycle()) {
                    self.units.insert(name.clone(), (at, exchanged.face));
                }
            }
            EventKind::Lost(lost) => {
                let unit = self.units.get_mut(&lost.unit).ok_or("who loses is not on the map")?;
                let at = board.read(&lost.hex)?;
                same("where the unit stands", at, unit.0)?;
                match &lost.outcome {
                    LossOutcome::Reduced { face, .. } => unit.1 = *face,
                    LossOutcome::Replaced { by, .. } => {
                        self.units.remove(&lost.unit);
                        self.units.insert(by.clone(), (at, 0));
                    }
                    LossOutcome::Eliminated => {
                        self.units.remove(&lost.unit);
                    }
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Whether the units are where the rules have put them.
    pub fn agrees(&self, force: &Force) -> Ruling {
        let followed: BTreeMap<&str, _> =
            self.units.iter().map(|(name, stand)| (name.as_str(), *stand)).collect();
        same("the units, to who knows no rules", followed, on_map(force).collect())
    }
}

fn on_map(force: &Force) -> impl Iterator<Item = (&str, (Place, u8))> {
    let units = Side::BOTH.into_iter().flat_map(|side| force.on_map(side));
    units.map(|(unit, place)| (unit.name.as_str(), (place, unit.face)))
}
