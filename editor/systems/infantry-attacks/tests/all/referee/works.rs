//! IA 1.0, 16.2, 16.3: who is in works, and who controls a hex.

use super::force::Kind;
use super::{Hex, Id, Referee, Ruling};

impl Referee<'_> {
    /// IA 16.22, 16.31: who moves leaves his works, and occupies an entrenchment.
    pub fn leaves_works(&mut self, id: Id) {
        let unit = &mut self.units[id];
        (unit.digging, unit.dug_in, unit.entrenched) = (false, false, false);
        if let Some(hex) = self.units[id].hex {
            self.occupy(hex);
        }
        self.share();
    }

    /// IA 16.31: an entrenchment is held by the side that is in it, or else by who is there alone.
    pub fn occupy(&mut self, hex: Hex) {
        if !self.board.ground[hex].works {
            return;
        }
        let mut there: Vec<Id> = (0..self.units.len()).collect();
        there.retain(|&id| {
            let unit = &self.units[id];
            unit.hex == Some(hex) && !unit.kind.rides() && unit.kind != Kind::Wagon
        });
        let inside = there.iter().find(|&&id| self.units[id].entrenched);
        let holds = |side: usize| {
            let mut units = there.iter().filter(|&&id| !self.units[id].kind.leads());
            units.any(|&id| self.units[id].side == side)
        };
        let side = match inside {
            Some(&id) => self.units[id].side,
            None if holds(0) != holds(1) => usize::from(holds(1)),
            None => return,
        };
        for id in there {
            if self.units[id].side == side {
                self.units[id].entrenched = true;
            }
        }
    }

    /// IA 16.21, 16.25: infantry leaders share the works of those with whom they stand.
    pub fn share(&mut self) {
        for id in 0..self.units.len() {
            let unit = &self.units[id];
            let (Some(hex), Kind::Leader) = (unit.hex, unit.kind) else { continue };
            let there = self.there(hex, unit.side).into_iter();
            let dug = there.filter(|&id| !self.units[id].kind.leads());
            let dug = dug.into_iter().any(|id| self.units[id].dug_in);
            self.units[id].dug_in = dug;
        }
    }

    /// IA 1.0: a combat unit alone with its own controls its hex; where both are nobody does.
    pub fn takes_hold(&mut self, id: Id) -> Ruling {
        let unit = &self.units[id];
        let Some(hex) = unit.hex.filter(|_| unit.kind.fights() && !unit.hidden) else {
            return Ok(());
        };
        let side = unit.side;
        let now = (!self.barred(hex, side)).then_some(side);
        let before = std::mem::replace(&mut self.control[hex], now);
        if before == now || now.is_none() {
            return Ok(());
        }
        let event = serde_json::json!({
            "event": "control", "hex": self.label(hex), "side": self.sides[side],
            "unit": self.name(id), "rule": "IA 1.0"
        });
        self.seen("hexes that change hands");
        self.expect(event)
    }

    pub fn settle(&mut self, hex: Hex) -> Ruling {
        let first = (0..self.units.len()).find(|&id| {
            let unit = &self.units[id];
            unit.hex == Some(hex) && unit.kind.fights() && !unit.hidden
        });
        if let Some(id) = first {
            self.takes_hold(id)?;
        }
        self.occupy(hex);
        Ok(())
    }
}
