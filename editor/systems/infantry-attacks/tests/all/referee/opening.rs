//! IA 6.2, 9.1, 15.1, 16.41: what the scenario says, and what is done before the first turn.

use salient_schema::scenario::Entry;
use serde_json::json;

use super::board::Hex;
use super::force::{Kind, Mission, Off, Order};
use super::{Arrival, Id, Referee, Ruling, must};

impl Referee<'_> {
    pub fn set_up(&mut self) -> Ruling {
        let bundle = self.bundle;
        let setup = &bundle.scenario.setup;
        must(setup.free.is_empty(), "IA 2.3", "the referee knows no free set-up")?;
        for placement in &setup.placements {
            let hex = self.board.hex(&placement.hex)?;
            for counter in &placement.counters {
                let id = self.id(counter)?;
                let carrier =
                    placement.carried_by.as_ref().map(|name| self.id(name)).transpose()?;
                let banks: Vec<u8> = placement
                    .states
                    .iter()
                    .filter_map(|state| state.strip_prefix("bank-"))
                    .filter_map(|way| {
                        ["n", "ne", "se", "s", "sw", "nw"].iter().position(|it| *it == way)
                    })
                    .map(|way| self.board.ground[hex].banks[way])
                    .collect();
                let unit = &mut self.units[id];
                unit.face = usize::from(placement.face.unwrap_or(0));
                unit.hex = Some(hex);
                unit.banks = banks;
                unit.off = Off::Gone;
                for state in &placement.states {
                    match state.as_str() {
                        "moved-fired" => unit.done = true,
                        "fired-once" => unit.once = true,
                        "disrupted" => unit.order = Order::Disrupted,
                        "demoralized" => unit.order = Order::Demoralized,
                        "limbered" => unit.limbered = true,
                        "dismounted" => (unit.on_foot, unit.free_horse) = (true, false),
                        "mounted" => unit.free_horse = false,
                        "spotted" => unit.spotted = true,
                        "digging" => unit.digging = true,
                        "dug-in" => unit.dug_in = true,
                        "entrenched" => unit.entrenched = true,
                        "hidden" => unit.hidden = true,
                        "drawn" => unit.drawn = true,
                        "depleted" => unit.depleted = true,
                        other if other.starts_with("bank-") => {}
                        other => return Err(format!("nobody begins '{other}'")),
                    }
                }
                if let Some(by) = carrier {
                    unit.hex = None;
                    unit.off = Off::Aboard(by);
                    unit.limbered = true;
                }
            }
        }
        for counter in &setup.eliminated {
            let id = self.id(counter)?;
            self.units[id].off = Off::Gone;
        }
        for (group, listed) in bundle.scenario.reinforcements.iter().enumerate() {
            let labels: Vec<String> = match &listed.entry {
                Entry::Hexes(hexes) => hexes.clone(),
                Entry::Zone(zone) => {
                    let zones = bundle.map.zones.items.iter();
                    let zones = zones.filter(|it| it.id == *zone);
                    zones.flat_map(|zone| zone.hexes.clone()).collect()
                }
                Entry::Letter(letter) => {
                    let features = bundle.map.features.items.iter();
                    let lettered = features.filter(|it| it.letter.as_ref() == Some(letter));
                    lettered.map(|it| it.hex.clone()).collect()
                }
            };
            let mut entries: Vec<Hex> = Vec::new();
            for label in labels {
                entries.push(self.board.hex(&label)?);
            }
            let mut before: Option<Id> = None;
            for counter in &listed.counters {
                let id = self.id(counter)?;
                let wagon = before.filter(|&by| self.units[by].kind == Kind::Wagon);
                let aboard = wagon.filter(|_| self.units[id].kind.is_carried());
                self.units[id].off = Off::Later;
                let turn = u64::from(listed.turn);
                self.arrivals.insert(id, Arrival { turn, group, entries: entries.clone(), aboard });
                before = Some(id);
            }
        }
        Ok(())
    }

    pub fn opening(&mut self) -> Ruling {
        self.draw()?;
        for id in 0..self.units.len() {
            let unit = &self.units[id];
            if unit.kind.leads() && (self.at(id).is_some() || unit.off == Off::Later) {
                let (side, rank) = (unit.side, unit.printed("rank"));
                self.highest[side] = self.highest[side].max(rank);
            }
        }
        for hex in self.board.all() {
            self.occupy(hex);
        }
        self.share();
        // IA 1.0: whoever stands nearest; of two as near the first side.
        let stands: Vec<(Hex, usize)> = (0..self.units.len())
            .filter(|&id| self.units[id].kind.fights() && !self.units[id].hidden)
            .filter_map(|id| Some((self.at(id)?, self.units[id].side)))
            .collect();
        for hex in self.board.all() {
            let near = stands.iter().map(|&(at, side)| (self.board.distance(at, hex), side)).min();
            self.control[hex] = near.map(|(_, side)| side);
        }
        self.look_around()?;
        self.plans()?;
        for side in 0..2 {
            self.horses(side)?;
        }
        Ok(())
    }

    /// IA 6.2: leaders by lot.
    fn draw(&mut self) -> Ruling {
        let places: Vec<Id> = (0..self.units.len()).filter(|&id| self.units[id].drawn).collect();
        let alike = |referee: &Self, id: Id| {
            let unit = &referee.units[id];
            (unit.side, unit.kind, unit.front("rank"))
        };
        let mut wanted = Vec::new();
        for &id in &places {
            let hex = self.units[id].hex.ok_or("IA 6.2: a place is in a hex")?;
            wanted.push((hex, self.units[id].hidden, alike(self, id)));
            self.take_off(id, Some(hex), "draw", "IA 6.2")?;
            let unit = &mut self.units[id];
            (unit.off, unit.hidden, unit.drawn) = (Off::Box, false, false);
        }
        for (hex, hidden, like) in wanted {
            let pool: Vec<Id> = (0..self.units.len())
                .filter(|&id| {
                    let unit = &self.units[id];
                    unit.hex.is_none() && unit.off == Off::Box && alike(self, id) == like
                })
                .collect();
            let side = like.0;
            let place = self.one_of(pool.len(), side)?;
            let leader = *pool.get(place).ok_or("IA 6.2: nobody is left to be drawn")?;
            let back = self.units[leader].has_back()
                && self.die("flip", side, "IA 6.2")? > self.number("flip_roll");
            let unit = &mut self.units[leader];
            (unit.hex, unit.off, unit.turned, unit.hidden) = (Some(hex), Off::Gone, back, hidden);
            self.placed(leader, hex, "draw", "IA 6.2")?;
            let (name, whose, label) = (self.name(leader), &self.sides[side], self.label(hex));
            let core =
                json!({ "side": whose, "units": [name], "hexes": [label], "rule": "IA 6.2" });
            let own = json!({
                "event": "drawn", "unit": name, "side": whose, "hex": label, "back": back
            });
            self.noted(core, own)?;
            self.seen("leaders drawn");
        }
        Ok(())
    }

    /// One of so many, each alike, with as many dice as it takes.
    fn one_of(&mut self, count: usize, side: usize) -> Ruling<usize> {
        if count < 2 {
            return Ok(0);
        }
        let mut dice = 1;
        while 6_usize.pow(dice) < count {
            dice += 1;
        }
        let even = 6_usize.pow(dice) / count * count;
        loop {
            let mut place = 0;
            for _ in 0..dice {
                place = place * 6 + self.die("draw", side, "IA 6.2")? as usize - 1;
            }
            if place < even {
                return Ok(place % count);
            }
        }
    }

    /// IA 9.1: missions of the scenario, and those that both sides choose.
    fn plans(&mut self) -> Ruling {
        let bundle = self.bundle;
        for written in &bundle.scenario.setup.missions {
            let id = self.id(&written.counter)?;
            if self.units[id].off_board {
                self.batteries.push(id);
            }
            if written.mission.is_some() {
                let json = serde_json::to_value(written).map_err(|wrong| wrong.to_string())?;
                self.units[id].mission = self.mission(id, &json)?;
            }
        }
        loop {
            let waits = |&id: &Id| {
                let unit = &self.units[id];
                let takes_part = match unit.off_board {
                    true => self.batteries.contains(&id),
                    false => self.at(id).is_some() || unit.off == Off::Later,
                };
                unit.kind.shells() && unit.mission == Mission::None && takes_part
            };
            let open: Vec<Id> = (0..self.units.len()).filter(waits).collect();
            if open.is_empty() {
                break;
            }
            let event = self.peek().cloned().ok_or("a plan is missing")?;
            let action = event["action"].clone();
            must(self.word(&action, "do")? == "plan", "IA 9.1", "a gun waits for its mission")?;
            self.only(&action, &["unit", "mission", "fires", "destination"])?;
            let id = self.unit_of(&action, "unit")?;
            must(open.contains(&id), "IA 9.1", "it waits for no mission")?;
            let side = self.sides[self.units[id].side].clone();
            self.expect(
                json!({ "event": "action", "side": side, "action": action, "hidden": true }),
            )?;
            self.units[id].mission = self.mission(id, &action)?;
            self.seen("missions");
        }
        for unit in &mut self.units {
            unit.limbered |= matches!(unit.mission, Mission::Move(_));
        }
        Ok(())
    }

    /// IA 15.1: which cavalry begins on foot.
    fn horses(&mut self, side: usize) -> Ruling {
        loop {
            let free = |&id: &Id| {
                let unit = &self.units[id];
                unit.kind == Kind::Cavalry
                    && unit.has_back()
                    && unit.free_horse
                    && !unit.on_foot
                    && !unit.broken()
            };
            let may: Vec<Id> = self.army(side).into_iter().filter(free).collect();
            if may.is_empty() {
                return Ok(());
            }
            let action = self.action(side)?;
            match self.word(&action, "do")? {
                "done" => return self.only(&action, &[]),
                "dismount" => {}
                other => return Err(format!("IA 15.1: nobody does '{other}' now")),
            }
            self.only(&action, &["unit"])?;
            let id = self.unit_of(&action, "unit")?;
            must(may.contains(&id), "IA 15.1", "it begins as it is")?;
            self.units[id].on_foot = true;
        }
    }
}
