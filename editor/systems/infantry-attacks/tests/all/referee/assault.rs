//! IA 6.53, 12: assaults, and fire at those who leave.

use serde_json::{Value, json};

use super::board::Hex;
use super::force::{Kind, Order};
use super::harm::{Cause, Hit};
use super::{Id, Referee, Ruling, must};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Strike {
    Attack,
    Defence,
    Harassing,
}

impl Referee<'_> {
    /// Hexes where those who have entered have not attacked yet.
    pub fn pending(&self, side: usize) -> Vec<Hex> {
        let waits = self.army(side).into_iter().filter(|&id| self.units[id].assaults);
        let mut hexes: Vec<Hex> = waits.filter_map(|id| self.units[id].hex).collect();
        hexes.retain(|&hex| self.barred(hex, side));
        hexes.sort_unstable();
        hexes.dedup();
        hexes
    }

    /// IA 12.4: who found no friends there must attack.
    pub fn is_required(&self, side: usize, hex: Hex) -> bool {
        // None of those who lost heart on their way (IA 9.71, 12.25).
        let fit = |id: Id| self.units[id].assaults && !self.units[id].broken();
        self.pending(side).contains(&hex)
            && self.there(hex, side).into_iter().any(fit)
            && self.there(hex, side).into_iter().all(|id| self.units[id].entered)
    }

    /// IA 12.24, 12.25, 12.32.
    fn weight(&self, id: Id, attacks: bool) -> i32 {
        let unit = &self.units[id];
        if unit.limbered {
            return 0;
        }
        if unit.kind.shells() {
            return i32::from(!attacks);
        }
        let full = unit.printed("fire");
        match unit.order {
            Order::Good => full,
            Order::Disrupted => (full + 1) / 2,
            Order::Demoralized if attacks => 0,
            Order::Demoralized => (full + 3) / 4,
        }
    }

    fn power(&self, ids: &[Id], attacks: bool) -> i32 {
        let sum: i32 = ids.iter().map(|&id| self.weight(id, attacks)).sum();
        let leaders: Vec<Id> =
            ids.iter().copied().filter(|&id| self.units[id].kind.leads()).collect();
        if sum == 0 { 0 } else { sum + self.added(ids, &leaders) }
    }

    /// IA 6.53: one undemoralized leader with an undemoralized unit of his type.
    fn leader_shift(&self, ids: &[Id]) -> i32 {
        let sound = |rides: bool, leads: bool| {
            ids.iter().any(|&id| {
                let unit = &self.units[id];
                let is = if leads { unit.kind.leads() } else { unit.kind.fights() };
                is && !unit.broken() && unit.kind.rides() == rides
            })
        };
        let led = [false, true].into_iter().any(|rides| sound(rides, true) && sound(rides, false));
        if led { self.number("assault_leader_modifier") } else { 0 }
    }

    /// An assault, by a decision.
    pub fn assault(&mut self, side: usize, action: &Value) -> Ruling {
        self.only(action, &["hex", "units", "cold_steel"])?;
        let hex = self.hex_of(action, "hex")?;
        let mut ids = self.units_of(action, "units")?;
        ids.sort_unstable();
        let steel = action["cold_steel"] == true;
        self.may_attack(side, hex, &ids, steel)?;
        if self.is_required(side, hex) {
            self.stormed.push(hex);
        }
        for &id in &ids {
            self.has_acted(id);
            let unit = &mut self.units[id];
            (unit.assaults, unit.in_segment) = (false, true);
            (unit.digging, unit.dug_in) = (false, false);
            self.share();
        }
        self.seen("assaults");
        let mut inside = 0;
        let mut outside = 0;
        for id in self.fighters(hex, 1 - side) {
            if self.weight(id, false) > 0 {
                let unit = &self.units[id];
                *(if unit.dug_in || unit.entrenched { &mut inside } else { &mut outside }) += 1;
            }
        }
        // IA 12.33.
        let (first, works_only) = match (inside, outside) {
            _ if steel => (true, false),
            (0, _) => (false, false),
            (_, 0) => (true, false),
            _ => {
                let action = self.action(1 - side)?;
                let asked = self.word(&action, "do")? == "first_fire";
                must(asked, "IA 12.33", "who fires first?")?;
                self.only(&action, &["works_only"])?;
                let only = action["works_only"].as_bool().ok_or("IA 12.33: yes or no")?;
                (only, only)
            }
        };
        if first {
            let hit = self.defend(side, hex, &ids, steel, works_only)?;
            self.suffer(hit.into_iter().collect())?;
            let hit = self.strike_at(side, hex, &ids, steel)?;
            self.suffer(hit.into_iter().collect())?;
        } else {
            let mut hits: Vec<Hit> = Vec::new();
            hits.extend(self.strike_at(side, hex, &ids, steel)?);
            hits.extend(self.defend(side, hex, &ids, steel, false)?);
            self.suffer(hits)?;
        }
        self.settle(hex)?;
        self.overrun(hex)?;
        self.catch_up()
    }

    fn may_attack(&self, side: usize, hex: Hex, ids: &[Id], steel: bool) -> Ruling {
        must(!ids.is_empty() && self.barred(hex, side), "IA 12.0", "no assault hex")?;
        let here = |id: Id| self.units[id].side == side && self.units[id].hex == Some(hex);
        must(ids.iter().all(|&id| here(id)), "IA 12.0", "they are elsewhere")?;
        let help = ids.iter().any(|&id| self.units[id].assaults);
        for &id in ids {
            let unit = &self.units[id];
            let active = unit.assaults || unit.active && unit.to_fire;
            let joins = help && !unit.active && self.may_activate(side, id).is_ok();
            must(active || joins, "IA 12.5", "somebody is not active")?;
            must(!unit.broken(), "IA 12.25", "somebody is demoralized")?;
            let fights = !unit.kind.shells() && unit.kind != Kind::Wagon;
            must(fights, "IA 12.24", "somebody attacks nobody")?;
        }
        if self.is_required(side, hex) {
            let mut all = self.there(hex, side);
            all.retain(|&id| self.units[id].assaults && !self.units[id].broken());
            must(all.iter().all(|id| ids.contains(id)), "IA 12.4", "all attack")?;
        } else {
            must(self.power(ids, true) > 0, "IA 12.32", "nobody has anything to attack with")?;
        }
        if !steel {
            return Ok(());
        }
        let cut = ids.iter().any(|&id| self.is_cut_off(hex, id));
        must(!cut, "IA 5.83", "no cold steel over the river")?;
        for &id in ids {
            let unit = &self.units[id];
            must(!unit.entered, "IA 12.62", "only those who began there")?;
            if unit.kind.leads() {
                continue;
            }
            let led = ids.iter().any(|&id| {
                let leader = &self.units[id];
                leader.kind.leads() && leader.kind.rides() == unit.kind.rides()
            });
            must(unit.company && led, "IA 12.61", "companies, each with a leader")?;
        }
        Ok(())
    }

    fn defenders(&self, side: usize, hex: Hex, steel: bool) -> Vec<Id> {
        let mut ids = self.there(hex, 1 - side);
        ids.retain(|&id| !(steel && self.is_cut_off(hex, id)));
        ids
    }

    fn strike_at(&mut self, side: usize, hex: Hex, ids: &[Id], steel: bool) -> Ruling<Option<Hit>> {
        let fit = |&id: &Id| self.units[id].hex == Some(hex) && !self.units[id].broken();
        let ids: Vec<Id> = ids.iter().copied().filter(fit).collect();
        let mut fighters = ids.iter().filter(|&&id| self.units[id].kind.fights());
        let charge = fighters.all(|&id| self.units[id].charged);
        let mut shift = self.leader_shift(&ids) + self.board.ground[hex].shift[1];
        if self.is_parted(hex) {
            shift += self.number("river_modifier");
        }
        if charge {
            shift += self.number("charge_modifier");
        }
        if steel {
            shift += self.number("cold_steel_modifier");
        }
        let targets = self.defenders(side, hex, steel);
        self.strike(Strike::Attack, &ids, &targets, hex, shift)
    }

    fn defend(
        &mut self,
        side: usize,
        hex: Hex,
        targets: &[Id],
        steel: bool,
        works_only: bool,
    ) -> Ruling<Option<Hit>> {
        let mut ids = self.defenders(side, hex, steel);
        if works_only {
            ids.retain(|&id| {
                let unit = &self.units[id];
                unit.kind.leads() || unit.dug_in || unit.entrenched
            });
        }
        let steel = if steel { self.number("cold_steel_modifier") } else { 0 };
        let shift = self.leader_shift(&ids) + steel;
        self.strike(Strike::Defence, &ids, targets, hex, shift)
    }

    fn strike(
        &mut self,
        by: Strike,
        ids: &[Id],
        targets: &[Id],
        hex: Hex,
        shift: i32,
    ) -> Ruling<Option<Hit>> {
        let strength = self.power(ids, by == Strike::Attack);
        if strength == 0 || targets.is_empty() {
            return Ok(None);
        }
        let side = self.units[ids[0]].side;
        let die = self.die("assault", side, "IA 12.3")?;
        let (mut columns, mut results) = (Vec::new(), Vec::new());
        for &id in targets {
            let sheltered = by == Strike::Attack && self.units[id].entrenched;
            let works = if sheltered { self.book.works[1] } else { 0 };
            let column = self.book.assault.shifted(strength, shift + works);
            columns.push(column);
            results.push(self.book.assault.cell(die, column)?.to_owned());
        }
        let (word, rule, cause) = match by {
            Strike::Attack => ("attack", "IA 12.3", Cause::Assault),
            Strike::Defence => ("defence", "IA 12.3", Cause::Assault),
            Strike::Harassing => ("harassing", "IA 12.23", Cause::Harassing),
        };
        let core = self.attack(ids, &[], targets, &results, rule);
        let on = self.on(targets, &columns, &results, &self.book.assault.heads);
        let mut event = core.clone();
        event["event"] = json!("attacked");
        event["detail"] = json!({
            "event": "assault", "core": core, "strike": word, "die": die, "strength": strength,
            "shift": shift, "targets": on
        });
        self.expect(event)?;
        self.seen(match by {
            Strike::Attack => "blows in attack",
            Strike::Defence => "blows in defence",
            Strike::Harassing => "harassing fires",
        });
        self.hit(hex, targets, &results, cause).map(Some)
    }

    /// IA 12.23: once all of a side have left a hex.
    pub fn harass(&mut self, hex: Hex, side: usize) -> Ruling {
        self.settle(hex)?;
        if !self.fighters(hex, side).is_empty() {
            return Ok(());
        }
        let mut gone: Vec<Id> = Vec::new();
        let sides: Vec<usize> = self.units.iter().map(|unit| unit.side).collect();
        self.left.retain(|&(id, from)| {
            let one = from == hex && sides[id] == side;
            if one {
                gone.push(id);
            }
            !one
        });
        gone.retain(|&id| self.units[id].hex.is_some());
        gone.sort_unstable();
        let mut by = self.there(hex, 1 - side);
        by.retain(|&id| self.units[id].kind.leads() || self.can_fire(id));
        let mut hit = None;
        if gone.iter().any(|&id| !self.units[id].kind.leads()) {
            let shift = self.leader_shift(&by);
            hit = self.strike(Strike::Harassing, &by, &gone, hex, shift)?;
        }
        // Those who are overrun come before what the blow does.
        let before = std::mem::take(&mut self.later);
        self.overrun(hex)?;
        self.catch_up()?;
        self.suffer(hit.into_iter().collect())?;
        self.later = before;
        Ok(())
    }
}
