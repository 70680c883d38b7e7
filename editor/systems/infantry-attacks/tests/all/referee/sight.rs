//! IA 8, 10.1, 16.5: who sees whom, who is shown, and fire through one's own.

use serde_json::json;

use super::board::{Hex, Stretch};
use super::force::Kind;
use super::{Id, Referee, Ruling};

impl Referee<'_> {
    /// IA 8.5, 16.12.
    fn hides(&self, hex: Hex) -> bool {
        self.board.ground[hex].limiting || self.smoke.iter().any(|(at, _)| *at == hex)
    }

    /// IA 8.4–8.8: whether a unit would be spotted in a hex from another.
    pub fn spots_at(&self, from: Hex, id: Id, hex: Hex) -> bool {
        let far = self.board.distance(from, hex);
        if far <= 1 {
            return true;
        }
        let unit = &self.units[id];
        let (eye, mark) = (&self.board.ground[from], &self.board.ground[hex]);
        // IA 8.73: from above one sees farther, but not at night.
        let mut range = if self.is_night() {
            self.number("spotting_night")
        } else {
            let above = (eye.height - mark.height).max(0);
            self.number("spotting_range") + above * self.number("spotting_per_level")
        };
        if !unit.spotted {
            if mark.swamp {
                range = range.min(self.number("spotting_swamp"));
            } else if self.hides(hex) {
                range = range.min(self.number("spotting_limiting"));
            }
        }
        if unit.hidden {
            let divisor = self.number("hidden_divisor");
            range = (range + divisor - 1) / divisor;
        }
        far <= range && self.board.sees(from, hex, &self.smoke_hexes())
    }

    pub fn spots(&self, from: Hex, id: Id) -> bool {
        self.at(id).is_some_and(|hex| self.spots_at(from, id, hex))
    }

    /// IA 8.52: who fires out of cover is seen.
    pub fn gives_itself_away(&mut self, id: Id) {
        if let Some(hex) = self.at(id) {
            self.units[id].spotted |= self.hides(hex) || self.board.ground[hex].swamp;
        }
    }

    /// IA 8.52: who has gone out of sight, or into cover far from all of the enemy.
    pub fn slips_away(&mut self, id: Id) {
        let Some(hex) = self.at(id).filter(|_| self.units[id].spotted) else { return };
        let mut enemies = self.army(1 - self.units[id].side);
        enemies.retain(|&id| !self.units[id].kind.leads() && !self.units[id].hidden);
        let eyes: Vec<Hex> = enemies.into_iter().filter_map(|id| self.at(id)).collect();
        let near = |&eye: &Hex| self.board.distance(eye, hex) <= self.number("spotting_limiting");
        let smoke = self.smoke_hexes();
        let sees =
            |&eye: &Hex| self.board.distance(eye, hex) <= 1 || self.board.sees(eye, hex, &smoke);
        let covered = self.hides(hex) && !eyes.iter().any(near);
        if covered || !eyes.iter().any(sees) {
            self.units[id].spotted = false;
        }
    }

    /// IA 16.5: whether anybody of the enemy spots a hidden unit.
    fn is_found(&self, id: Id) -> bool {
        let Some(hex) = self.units[id].hex else { return false };
        let enemies = self.army(1 - self.units[id].side);
        let mut eyes = enemies.into_iter().filter_map(|enemy| self.units[enemy].hex);
        eyes.any(|eye| self.spots_at(eye, id, hex))
    }

    /// IA 16.5: shows all who are spotted now; whether anybody was.
    pub fn look_around(&mut self) -> Ruling<bool> {
        let mut any = false;
        for side in 0..2 {
            for id in self.army(side) {
                if self.units[id].hidden && self.is_found(id) {
                    self.show(id)?;
                    any = true;
                }
            }
        }
        Ok(any)
    }

    /// IA 16.5: shows the hidden of a side in a hex.
    pub fn show_in(&mut self, side: usize, hex: Hex) -> Ruling {
        self.there(hex, side).into_iter().try_for_each(|id| self.show(id))
    }

    pub fn show(&mut self, id: Id) -> Ruling {
        if !self.units[id].hidden {
            return Ok(());
        }
        self.units[id].hidden = false;
        let Some(hex) = self.at(id) else { return Ok(()) };
        let (name, side) = (self.name(id), &self.sides[self.units[id].side]);
        let label = self.label(hex);
        let core = json!({ "side": side, "units": [name], "hexes": [label], "rule": "IA 16.5" });
        let own = json!({ "event": "shown", "unit": name, "side": side, "hex": label });
        self.noted(core, own)?;
        self.seen("hidden units shown");
        self.settle(hex)
    }

    /// IA 10.1: whether one's own stand in the line of fire.
    pub fn is_blocked(&self, id: Id, (from, lowest): (Hex, i32), target: Hex) -> bool {
        let side = self.units[id].side;
        let own =
            |hex: Hex| self.there(hex, side).into_iter().any(|id| !self.units[id].kind.leads());
        let low = |hex: Hex| self.board.ground[hex].level < lowest;
        // By stretch between both ends: whether one's own are there, and lower.
        let mut between: Vec<(bool, bool)> = Vec::new();
        for stretch in self.board.line(from, target) {
            match stretch {
                Stretch::Through(hex) if hex == from || hex == target => {}
                Stretch::Through(hex) => between.push((own(hex), low(hex))),
                Stretch::Along(_, None) => between.push((false, false)),
                Stretch::Along(one, Some(other)) => {
                    between.push((own(one) && own(other), low(one) && low(other)));
                }
            }
        }
        let held = || between.iter().filter(|(own, _)| *own);
        if held().all(|(_, low)| *low) {
            return false;
        }
        match self.units[id].kind {
            // IA 10.11: a hex free of one's own before the target.
            Kind::Machine => between.last().is_some_and(|(own, _)| *own),
            kind => !kind.shells(),
        }
    }
}
