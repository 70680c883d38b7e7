//! IA 5.6: wagons and what they carry.

use serde_json::{Value, json};

use super::board::Hex;
use super::force::{Kind, Mission, Off, Order};
use super::{Id, Later, Referee, Ruling, must};

impl Referee<'_> {
    /// IA 5.62.
    pub fn loads(&mut self, side: usize, action: &Value) -> Ruling {
        self.only(action, &["unit", "transport"])?;
        let (id, wagon) = (self.unit_of(action, "unit")?, self.unit_of(action, "transport")?);
        let fits = self.units[wagon].kind == Kind::Wagon && self.units[id].kind.is_carried();
        must(fits, "IA 5.66", "only wagons carry, and only guns, mortars and machine guns")?;
        self.may_move(side, id)?;
        self.may_move(side, wagon)?;
        let good = self.units[id].good() && self.units[wagon].good();
        must(good, "IA 5.66", "both are in good order")?;
        let hex = self.units[wagon].hex.ok_or("IA 5.62: the wagon is nowhere")?;
        must(self.units[id].hex == Some(hex), "IA 5.62", "both stand in one hex")?;
        must(!self.barred(hex, side), "IA 5.66", "not among the enemy")?;
        if let Some(other) = self.load(wagon) {
            must(self.holds(hex, side, &[other], Some(id)), "IA 4.1", "no room for it")?;
            self.set_down(other, hex, "IA 5.63")?;
        }
        let unit = &mut self.units[id];
        (unit.limbered, unit.hex, unit.off) = (true, None, Off::Aboard(wagon));
        self.leaves_works(id);
        let (name, by) = (self.name(id), self.name(wagon));
        let (whose, label) = (&self.sides[side], self.label(hex));
        let core = json!({ "side": whose, "units": [name], "hexes": [label], "rule": "IA 5.62" });
        let own = json!({ "event": "loaded", "unit": name, "by": by, "side": whose, "hex": label });
        self.noted(core, own)?;
        self.has_acted(id);
        self.has_acted(wagon);
        self.settle(hex)?;
        self.catch_up()
    }

    /// IA 5.63: before its wagon moves.
    pub fn unloads(&mut self, side: usize, action: &Value) -> Ruling {
        self.only(action, &["unit"])?;
        let id = self.unit_of(action, "unit")?;
        let Off::Aboard(wagon) = self.units[id].off else {
            return Err("IA 5.63: it is on no wagon".to_owned());
        };
        let active = |id: Id| self.units[id].active && !self.units[id].to_fire;
        must(self.units[id].side == side, "IA 5.63", "not one's own")?;
        must(active(id) || active(wagon), "IA 3.13", "neither is active")?;
        let hex = self.at(id).ok_or("IA 5.63: its wagon is nowhere")?;
        must(self.holds(hex, side, &[id], None), "IA 4.1", "no room for it")?;
        self.set_down(id, hex, "IA 5.63")?;
        self.catch_up()
    }

    /// IA 5.63: on the way.
    pub fn sets_down(&mut self, side: usize, action: &Value) -> Ruling {
        self.only(action, &["transport", "path", "hex"])?;
        let wagon = self.unit_of(action, "transport")?;
        let (path, hex) = (self.hexes_of(action, "path")?, self.hex_of(action, "hex")?);
        let load = self.load(wagon).ok_or("IA 5.63: it carries nothing")?;
        self.may_go(side, &[wagon], &path)?;
        let place = path.iter().position(|&at| at == hex).ok_or("IA 5.63: not on its way")?;
        must(self.holds(hex, side, &[load], None), "IA 4.1", "no room for it")?;
        let (before, after) = path.split_at(place + 1);
        let fast = self.needs_haste(wagon, self.units[wagon].hex, &path);
        self.units[wagon].fast |= fast;
        self.go(side, vec![wagon], before.to_vec())?;
        if self.units[wagon].hex != Some(hex) {
            return Ok(());
        }
        if let Some(load) = self.load(wagon)
            && self.holds(hex, side, &[load], None)
        {
            self.set_down(load, hex, "IA 5.63")?;
        }
        let goes_on = !after.is_empty() && !self.units[wagon].halted;
        if goes_on {
            // Whoever is overrun by what is set down comes after the rest of the way.
            let later = std::mem::take(&mut self.later);
            self.walk(vec![wagon], after.to_vec(), "IA 5.63")?;
            self.later = later;
        }
        self.catch_up()
    }

    fn set_down(&mut self, id: Id, hex: Hex, rule: &str) -> Ruling {
        if let Off::Aboard(wagon) = self.units[id].off {
            self.units[id].banks = self.units[wagon].banks.clone();
        }
        self.units[id].hex = Some(hex);
        self.placed(id, hex, "unload", rule)?;
        let unit = &mut self.units[id];
        unit.off = Off::Gone;
        if unit.mission == Mission::Move(hex) {
            unit.mission = Mission::OpenSights;
        }
        self.settle(hex)?;
        self.overrun(hex)
    }

    pub fn placed(&mut self, id: Id, hex: Hex, by: &str, rule: &str) -> Ruling {
        let unit = &self.units[id];
        self.expect(json!({
            "event": "placed", "unit": unit.name, "side": self.sides[unit.side],
            "hex": self.label(hex), "face": unit.face, "by": by, "rule": rule
        }))
    }

    /// IA 5.64, 5.65: a wagon that is shaken sets down what it carries, shaken as it is.
    pub fn throw_off(&mut self, wagon: Id) -> Ruling {
        let (Some(load), Some(hex)) = (self.load(wagon), self.at(wagon)) else { return Ok(()) };
        let order = self.units[wagon].order;
        if order == Order::Good {
            return Ok(());
        }
        self.set_down(load, hex, "IA 5.65")?;
        self.becomes(load, order);
        let side = self.units[wagon].side;
        self.later.push(Later::Unstack(hex, side));
        self.seen("loads thrown off");
        Ok(())
    }
}
