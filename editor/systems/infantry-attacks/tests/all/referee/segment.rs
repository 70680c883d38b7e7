//! IA 3.1–3.3, 3.13: who is activated, and acts that lead nowhere.

use serde_json::{Value, json};

use super::board::Hex;
use super::force::{Kind, Mission, Off};
use super::{Id, Referee, Ruling, must};

/// Somebody who may be activated: whether a leader of his type directs him, and the assault hex into
/// which he is called if he may do nothing else (IA 12.81).
#[derive(Clone, Copy, Debug)]
struct Directed {
    id: Id,
    led: bool,
    called: Option<Hex>,
}

/// Who activates whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum By {
    One(Id),
    Stack(Hex),
    Leader(Id),
}

impl Referee<'_> {
    /// IA 3.3, 3.14, 6.3, 9.15.
    pub fn may_activate(&self, side: usize, id: Id) -> Ruling {
        let unit = &self.units[id];
        let there = self.at(id).is_some() || self.is_due(id);
        must(unit.side == side && there, "IA 3.1", "not one's own on the map")?;
        let planned = matches!(unit.mission, Mission::Planned(_));
        must(!planned, "IA 9.15", "it fires by plan")?;
        must(!unit.once && !unit.done, "IA 3.3", "it has been activated")
    }

    /// Whether activating it leads to anything.
    pub fn has_use(&self, id: Id) -> bool {
        let unit = &self.units[id];
        if !unit.kind.shells() || unit.shaken() || unit.mission != Mission::None {
            return true;
        }
        if matches!(unit.off, Off::Aboard(_)) && unit.hex.is_none() {
            return true;
        }
        let Some(hex) = unit.hex else { return false };
        let wagon = |id: Id| self.units[id].kind == Kind::Wagon && self.units[id].good();
        unit.limbered || self.there(hex, unit.side).into_iter().any(wagon)
    }

    pub fn can_act_at_all(&self, side: usize) -> bool {
        let all = (0..self.units.len()).filter(|&id| self.units[id].side == side);
        let mut all = all.filter(|&id| self.may_activate(side, id).is_ok());
        all.any(|id| self.has_use(id))
    }

    /// Those who may be activated together (IA 3.2).
    fn directed(&self, side: usize, by: By, named: &[Id]) -> Vec<Directed> {
        let may = |id: Id| self.may_activate(side, id).is_ok();
        let leads = |id: Id| self.units[id].kind.leads();
        let himself = |id: Id| Directed { id, led: leads(id), called: None };
        let mut found: Vec<Directed> = match by {
            By::One(id) | By::Leader(id) => vec![himself(id)],
            By::Stack(hex) => {
                let here = self.army(side).into_iter().filter(|&id| self.at(id) == Some(hex));
                here.map(himself).collect()
            }
        };
        found.retain(|one| may(one.id));
        if matches!(by, By::One(_)) {
            return found;
        }
        let mut next = 0;
        while let Some(&Directed { id: leader, .. }) = found.get(next) {
            next += 1;
            if !leads(leader) || !named.contains(&leader) {
                continue;
            }
            for id in (0..self.units.len()).filter(|&id| may(id)) {
                let called = self.calls(leader, id);
                if called.is_none() && !self.leads(leader, id) {
                    continue;
                }
                let one = Directed { id, led: true, called };
                match found.iter_mut().find(|other| other.id == id) {
                    // Whoever is directed besides is free.
                    Some(known) if known.led && known.called.is_none() => {}
                    Some(known) => *known = one,
                    None => found.push(one),
                }
            }
        }
        found
    }

    /// A segment, from its activation on.
    pub fn segment(&mut self, side: usize, action: &Value) -> Ruling {
        let (by, moving, firing) = match self.word(action, "do")? {
            "activate" => {
                self.only(action, &["unit", "fires"])?;
                let id = self.unit_of(action, "unit")?;
                match action["fires"] == true {
                    true => (By::One(id), vec![], vec![id]),
                    false => (By::One(id), vec![id], vec![]),
                }
            }
            "activate_stack" => {
                self.only(action, &["hex", "moving", "firing"])?;
                let hex = self.hex_of(action, "hex")?;
                let (moving, firing) =
                    (self.units_of(action, "moving")?, self.units_of(action, "firing")?);
                (By::Stack(hex), moving, firing)
            }
            "activate_leader" => {
                self.only(action, &["leader", "moving", "firing"])?;
                let id = self.unit_of(action, "leader")?;
                must(self.units[id].kind.leads(), "IA 3.12", "only leaders activate others")?;
                let (moving, firing) =
                    (self.units_of(action, "moving")?, self.units_of(action, "firing")?);
                (By::Leader(id), moving, firing)
            }
            other => return Err(format!("IA 3.1: nobody does '{other}' now")),
        };
        let mut named: Vec<Id> = moving.iter().chain(&firing).copied().collect();
        named.sort_unstable();
        let count = named.len();
        named.dedup();
        must(count == named.len() && count > 0, "IA 3.13", "each moves or fires")?;
        if let By::One(id) | By::Leader(id) = by {
            must(named.contains(&id), "IA 3.13", "whoever activates acts")?;
        }
        let found = self.directed(side, by, &named);
        for &id in &named {
            self.may_activate(side, id)?;
            let one = found.iter().find(|one| one.id == id);
            let one = one.ok_or_else(|| format!("IA 3.12: {} is not directed", self.name(id)))?;
            let fit = one.called.is_none() || firing.contains(&id);
            must(fit, "IA 12.81", "who is called into an assault does nothing else")?;
        }
        for &id in &firing {
            let unit = &self.units[id];
            must(unit.hex.is_some(), "IA 5.66", "it does not fire from there")?;
            must(!unit.broken(), "IA 14.3", "the demoralized do not fire")?;
            let sights = !unit.kind.shells() || unit.mission == Mission::OpenSights;
            must(sights, "IA 9.62", "its mission is not to fire so")?;
        }
        self.seen("activations");
        self.begins_segment(side);
        // IA 6.72: leaders waver, the highest first.
        let mut tested: Vec<Id> = Vec::new();
        let found = loop {
            let found = self.directed(side, by, &named);
            let mut due: Vec<Id> = found
                .iter()
                .map(|one| one.id)
                .filter(|id| named.contains(id) && !tested.contains(id) && self.wavers(*id))
                .collect();
            due.sort_by_key(|&id| self.seniority(id));
            let Some(&leader) = due.first() else { break found };
            tested.push(leader);
            if self.check(leader, 0, None)? {
                self.units[leader].done = true;
            }
            self.seen("leaders who might waver");
        };
        for Directed { id, led, called } in found {
            if named.contains(&id) {
                if called.is_some() {
                    self.seen("called into an assault");
                }
                let unit = &mut self.units[id];
                (unit.active, unit.in_segment, unit.called) = (true, true, called);
                unit.led |= led;
                unit.to_fire |= firing.contains(&id);
            }
        }
        self.catch_up()?;
        self.acts(side)
    }

    fn wavers(&self, id: Id) -> bool {
        let unit = &self.units[id];
        unit.kind.leads()
            && self.shock[unit.side]
                .is_some_and(|(_, last, rides)| rides == unit.kind.rides() && self.place <= last)
    }

    fn still_active(&self, side: usize) -> Vec<Id> {
        let all = (0..self.units.len()).filter(|&id| self.units[id].side == side);
        all.filter(|&id| self.units[id].active && (self.at(id).is_some() || self.is_due(id)))
            .collect()
    }

    /// Acts until nobody of the active has any left.
    fn acts(&mut self, side: usize) -> Ruling {
        while !self.still_active(side).is_empty() || !self.pending(side).is_empty() {
            let action = self.action(side)?;
            match self.word(&action, "do")?.to_owned().as_str() {
                "move" => self.moves(side, &action)?,
                "fire" => self.fire(side, &action)?,
                "assault" => self.assault(side, &action)?,
                "recover" => self.recovers(side, &action)?,
                "load" => self.loads(side, &action)?,
                "unload" => self.unloads(side, &action)?,
                "set_down" => self.sets_down(side, &action)?,
                "exit" => self.exits(side, &action)?,
                "combine" => self.combine(side, &action)?,
                "dig" => self.dig(side, &action)?,
                "limber" => self.limber(side, &action, true)?,
                "unlimber" => self.limber(side, &action, false)?,
                "mount" => self.mount(side, &action, true)?,
                "dismount" => self.mount(side, &action, false)?,
                "done" => self.done(side, &action)?,
                other => return Err(format!("IA 3.13: nobody does '{other}' now")),
            }
        }
        self.left.clear();
        self.stormed.clear();
        for unit in &mut self.units {
            if unit.in_segment {
                unit.done = true;
                (unit.led, unit.to_fire, unit.in_segment) = (false, false, false);
                (unit.assaults, unit.entered, unit.charged) = (false, false, false);
                (unit.halted, unit.fast, unit.called) = (false, false, None);
                (unit.helped, unit.tried_heart) = (false, false);
            }
        }
        self.fog(side)
    }

    fn done(&mut self, side: usize, action: &Value) -> Ruling {
        self.only(action, &[])?;
        for id in self.still_active(side) {
            let unit = &self.units[id];
            must(!unit.broken() || unit.to_fire, "IA 14.42", "the demoralized try to recover")?;
        }
        for id in self.still_active(side) {
            let unit = &self.units[id];
            let (Some(start), Some(to)) = (unit.hex, unit.called) else { continue };
            let may = self.may_assault(id, start, &[to], false).is_ok() && self.barred(to, side);
            must(!may, "IA 12.81", "who was called into an assault goes there")?;
        }
        for hex in self.pending(side) {
            must(!self.is_required(side, hex), "IA 12.4", "who has entered attacks")?;
        }
        for id in self.still_active(side) {
            self.has_acted(id);
        }
        self.units.iter_mut().for_each(|unit| unit.assaults = false);
        Ok(())
    }

    fn recovers(&mut self, side: usize, action: &Value) -> Ruling {
        self.only(action, &["unit"])?;
        let id = self.unit_of(action, "unit")?;
        let unit = &self.units[id];
        let may = unit.side == side && unit.active && !unit.to_fire && unit.shaken();
        must(may, "IA 14.4", "it does not try to recover")?;
        // IA 14.12: in a hex leaders first, the highest first.
        let own = self.seniority(id);
        let free = unit.kind.leads() && !unit.broken();
        for other in unit.hex.map(|hex| self.there(hex, side)).unwrap_or_default() {
            let (there, before) = (&self.units[other], self.seniority(other) < own);
            let waits = there.active && there.broken() && !there.to_fire && there.kind.leads();
            must(!(waits && before), "IA 14.12", "a leader tries first")?;
            let late = free && there.tried_heart && own < self.seniority(other);
            must(!late, "IA 14.12", "a leader tries before those whom he leads")?;
        }
        self.recover(id)?;
        self.catch_up()
    }

    /// IA 16.2.
    fn dig(&mut self, side: usize, action: &Value) -> Ruling {
        self.only(action, &["unit"])?;
        let id = self.unit_of(action, "unit")?;
        self.may_move(side, id)?;
        let unit = &self.units[id];
        let digs = !unit.kind.leads() && !unit.kind.rides() && unit.kind != Kind::Wagon;
        must(digs, "IA 16.24", "it does not dig")?;
        let ground = unit.hex.map(|hex| &self.board.ground[hex]);
        let open = ground.is_some_and(|ground| !ground.tall && !ground.works);
        must(unit.good() && !unit.dug_in && open, "IA 16.2", "it does not dig in here")?;
        let arrived = matches!(unit.mission, Mission::Move(to) if unit.hex == Some(to));
        must(!arrived, "IA 9.13", "it is to be unlimbered")?;
        let unit = &mut self.units[id];
        (unit.digging, unit.dug_in) = (!unit.digging, unit.digging);
        self.has_acted(id);
        self.share();
        Ok(())
    }

    /// IA 5.61, 9.13.
    fn limber(&mut self, side: usize, action: &Value, limbers: bool) -> Ruling {
        self.only(action, &["unit"])?;
        let id = self.unit_of(action, "unit")?;
        self.may_move(side, id)?;
        let unit = &self.units[id];
        let may = unit.kind.is_carried() && unit.has_back() && !unit.broken();
        must(may && unit.limbered != limbers, "IA 5.61", "it is not turned")?;
        if let Mission::Move(to) = unit.mission
            && !limbers
        {
            let wagons = self.army(side).into_iter();
            let towed = unit.behind("movement") == Some(0);
            let left = wagons.into_iter().any(|id| self.units[id].kind == Kind::Wagon);
            let there = unit.hex == Some(to) || towed && !left;
            must(there, "IA 9.13", "it is still on its way")?;
            self.units[id].mission = Mission::OpenSights;
        }
        self.units[id].limbered = limbers;
        self.has_acted(id);
        Ok(())
    }

    /// IA 15.4, 15.5.
    fn mount(&mut self, side: usize, action: &Value, mounts: bool) -> Ruling {
        self.only(action, &["unit"])?;
        let id = self.unit_of(action, "unit")?;
        self.may_move(side, id)?;
        let unit = &self.units[id];
        let may = unit.kind == Kind::Cavalry && unit.has_back() && !unit.broken();
        must(may && unit.on_foot == mounts, "IA 15.4", "it does not change")?;
        self.units[id].on_foot = !mounts;
        self.has_acted(id);
        Ok(())
    }

    /// IA 17.1.
    fn combine(&mut self, side: usize, action: &Value) -> Ruling {
        self.only(action, &["unit", "with"])?;
        let (id, with) = (self.unit_of(action, "unit")?, self.unit_of(action, "with")?);
        must(self.book.plays("consolidation"), "IA 17.1", "the rule is not played")?;
        self.may_move(side, id)?;
        self.may_move(side, with)?;
        let (one, other) = (&self.units[id], &self.units[with]);
        let alike = one.kind == other.kind && one.nation == other.nation;
        let fit = |unit: &super::Unit| {
            unit.company && unit.face > 0 && unit.good() && unit.led && unit.hex.is_some()
        };
        let may = id != with
            && alike
            && fit(one)
            && fit(other)
            && one.hex == other.hex
            && one.on_foot == other.on_foot;
        must(may, "IA 17.1", "these do not become one")?;
        let hex = one.hex;
        self.has_acted(id);
        self.units[id].face -= 1;
        self.units[with].hex = None;
        self.units[with].off = Off::Gone;
        let face = self.units[id].face;
        let label = hex.map(|hex| self.label(hex));
        self.expect(json!({
            "event": "exchanged", "unit": self.name(with), "into": [self.name(id)],
            "side": self.sides[side], "hex": label, "face": face, "rule": "IA 17.1"
        }))?;
        self.leaves_works(with);
        if let Some(hex) = hex {
            self.settle(hex)?;
        }
        Ok(())
    }
}
