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

    /// IA 16.3, 16.31: under an entrenchment are those of one side: whose units are, or else whose
    /// combat units have the hex to themselves; leaders by themselves where there are none of these.
    pub fn occupy(&mut self, hex: Hex) {
        if !self.board.ground[hex].works {
            return;
        }
        let stands: Vec<Vec<Id>> = [0, 1].map(|side| self.there(hex, side)).into();
        let any = |side: usize, is: &dyn Fn(&super::Unit) -> bool| {
            stands[side].iter().any(|&id| is(&self.units[id]))
        };
        let fits = |unit: &super::Unit| !unit.kind.rides() && unit.kind != Kind::Wagon;
        let only = |is: &dyn Fn(&super::Unit) -> bool| match (any(0, is), any(1, is)) {
            (true, false) => Some(0),
            (false, true) => Some(1),
            _ => None,
        };
        let fought_for = any(0, &|unit| unit.kind.fights()) || any(1, &|unit| unit.kind.fights());
        let holder = only(&|unit| unit.entrenched && !unit.kind.leads())
            .or_else(|| only(&|unit| unit.kind.fights()))
            .or_else(|| only(&|unit| unit.entrenched).filter(|_| !fought_for))
            .or_else(|| only(&|unit| fits(unit) && unit.kind.leads()).filter(|_| !fought_for));
        for (side, ids) in stands.into_iter().enumerate() {
            for id in ids {
                let unit = &mut self.units[id];
                unit.entrenched = fits(unit) && holder == Some(side);
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
