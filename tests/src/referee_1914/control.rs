//! 1914 3.3, 18.1, 18.2: who controls what, and which railways are operational.

use std::collections::VecDeque;

use salient_hex::Hex;
use salient_offensive_1914::event::retreat::Fronts;
use salient_schema::event::{Control, MarkerChange};

use super::roster::{Kind, Unit};
use super::{Referee, Stage};

/// The rules by which railways are lost out of their phase.
const CUTS: [&str; 6] =
    ["1914 18.1.3", "1914 18.3.1", "1914 18.4.2", "1914 23.1.1", "1914 24.3.1", "1914 24.3.2"];

impl Referee<'_> {
    /// The scenario's set-up.
    pub fn set_up(&mut self) -> Result<(), String> {
        let scenario = &self.bundle.scenario;
        for placement in &scenario.setup.placements {
            let hex = self.ground.hex(&placement.hex)?;
            for counter in &placement.counters {
                let unit = self.names.get(counter).copied();
                let unit = unit.ok_or_else(|| format!("there is no counter '{counter}'"))?;
                self.units[unit].at = Some(hex);
                self.units[unit].face = usize::from(placement.face.unwrap_or_default());
            }
        }
        let sides = ["allied", "german"].map(|role| self.book.one(role));
        let side = |id: &str| sides.iter().position(|side| *side == id);
        for zone in &scenario.setup.control {
            for hex in self.ground.zone(&zone.zone) {
                self.control[hex.index()] = side(&zone.side);
            }
        }
        for held in scenario.start.iter().flat_map(|start| &start.held) {
            for label in &held.hexes {
                let hex = self.ground.hex(label)?;
                self.control[hex.index()] = side(&held.side);
            }
        }
        for unit in 0..self.units.len() {
            let own = &self.units[unit];
            if let Some(hex) = own.at.filter(|_| own.fights()) {
                self.control[hex.index()] = self.holder(hex, own.side);
            }
        }
        for side in [0, 1] {
            self.rails[side] = self.control.iter().map(|by| *by == Some(side)).collect();
            self.rails[side] = self.open_rails(side);
        }
        Ok(())
    }

    /// 1914 3.3: a hex with a combat unit is its side's, with an enemy fortress in it nobody's.
    fn holder(&self, hex: Hex, side: usize) -> Option<usize> {
        let wall = |unit: &usize| self.units[*unit].kind() == Kind::Fortress;
        let walled = self.stack(hex, 1 - side).iter().any(wall);
        (!walled).then_some(side)
    }

    /// A unit enters a hex: combat units take it, and cut its railways (1914 3.3, 18.1.3).
    pub fn takes(&mut self, unit: usize, hex: Hex) {
        let side = self.units[unit].side;
        if !self.units[unit].fights() {
            return;
        }
        self.cuts(1 - side, &[hex]);
        match self.holder(hex, side) {
            Some(side) if self.control[hex.index()] != Some(side) => {
                self.taken.insert(hex, side);
            }
            Some(_) => {}
            None => self.control[hex.index()] = None,
        }
    }

    /// 1914 18.1.3, 18.1.1: railways of a side are lost, and what they joined to its edges with them.
    pub fn cuts(&mut self, side: usize, hexes: &[Hex]) {
        let before = self.rails[side].clone();
        hexes.iter().for_each(|hex| self.rails[side][hex.index()] = false);
        if before != self.rails[side] {
            self.loses(side, &before);
        }
    }

    /// 1914 18.4.2: a structure was demolished: what it joined to a side's edges is lost.
    pub fn reconnects(&mut self, side: usize) {
        let before = self.rails[side].clone();
        self.loses(side, &before);
    }

    fn loses(&mut self, side: usize, before: &[bool]) {
        self.rails[side] = self.operational(side);
        let lost = (0..before.len()).filter(|&at| before[at] && !self.rails[side][at]);
        self.cut.extend(lost.map(|at| (side, Hex(at as u32))));
    }

    /// A unit has left a hex: an enemy fortress has it to itself again.
    pub fn leaves(&mut self, unit: usize, hex: Hex) {
        let side = self.units[unit].side;
        let fights = |unit: &usize| self.units[*unit].fights();
        if !self.units[unit].fights() || self.stack(hex, side).iter().any(fights) {
            return;
        }
        let wall = |unit: &usize| self.units[*unit].kind() == Kind::Fortress;
        if self.stack(hex, 1 - side).iter().any(wall) && self.control[hex.index()] != Some(1 - side)
        {
            self.taken.insert(hex, 1 - side);
        }
    }

    /// 1914 3.3: a hex changes hands.
    pub fn controls(&mut self, told: &Control) {
        let Some(hex) = self.hex(&told.hex) else { return };
        let side = self.side(&told.side);
        let due = self.taken.remove(&hex);
        self.same("3.3", &format!("who takes {}", told.hex), side, due);
        if let Some(unit) = &told.unit
            && let Some(unit) = self.unit(unit)
        {
            let own = &self.units[unit];
            let takes = own.fights() && own.is_in(hex) && Some(own.side) == side;
            self.must(takes, "3.3", "it is not taken by that unit");
        }
        self.same("3.3", "the rule", told.rule.as_str(), "1914 3.3");
        self.control[hex.index()] = side;
    }

    /// Hexes that were taken have been told.
    pub fn all_told(&mut self) {
        self.journeys_told();
        self.demolitions_told();
        self.combinations_told();
        let cut = std::mem::take(&mut self.cut);
        let hexes: Vec<String> = cut.iter().map(|(_, hex)| self.label(*hex)).collect();
        self.must(cut.is_empty(), "18.1.3", &format!("railways are lost in {}", hexes.join(", ")));
        let behind = std::mem::take(&mut self.behind).concat();
        let hexes: Vec<String> = behind.iter().map(|&hex| self.label(hex)).collect();
        self.must(behind.is_empty(), "3.3", &format!("fronts enclose {}", hexes.join(", ")));
        let flagging = std::mem::take(&mut self.flagging);
        let still = |unit: &usize| self.units[*unit].at.is_some();
        let keeps: Vec<usize> = flagging.into_iter().filter(still).collect();
        let names = self.named(&keeps);
        self.must(keeps.is_empty(), "7.2.4", &format!("prepared attacks are kept by {names}"));
        let strays = |unit: &usize| {
            let own = &self.units[*unit];
            own.prepared.is_some_and(|(hex, _)| own.at != Some(hex))
        };
        let keeps: Vec<usize> = (0..self.units.len()).filter(strays).collect();
        let names = self.named(&keeps);
        self.must(keeps.is_empty(), "7.3", &format!("prepared attacks are kept by {names}"));
        self.check_positions();
        for (hex, side) in std::mem::take(&mut self.taken) {
            // Who was driven out again at once has taken nothing that lasts.
            if self.control[hex.index()] != Some(side) && !self.stack(hex, side).is_empty() {
                let words = format!("nobody is told to control {}", self.label(hex));
                self.fault("3.3", words);
            }
        }
    }

    /// How far hexes are from a side's edges, through hexes without enemies. A zone that nothing
    /// cancels is entered, and not passed.
    fn flood(&self, side: usize) -> Vec<Option<u32>> {
        let zones = self.zones();
        let may = |hex: Hex| !self.ground.barred(hex) && !zones.holds(hex, 1 - side);
        let mut far = vec![None; self.ground.grid.len()];
        let mut queue: VecDeque<Hex> =
            self.starts(side).into_iter().filter(|&hex| may(hex)).collect();
        queue.iter().for_each(|hex| far[hex.index()] = Some(0));
        while let Some(hex) = queue.pop_front() {
            if zones.cut(hex, side, 0) {
                continue;
            }
            let next = far[hex.index()].map(|length: u32| length + 1);
            for other in self.ground.around(hex) {
                let open = !self.ground.between(hex, other).sea;
                if open && far[other.index()].is_none() && may(other) {
                    far[other.index()] = next;
                    queue.push_back(other);
                }
            }
        }
        far
    }

    /// 1914 3.3: what lies behind a side's fronts; where both floods come, the last passer decides,
    /// and what nobody has passed is the nearer edge's.
    fn behind(&self, side: usize) -> Vec<bool> {
        let (own, enemy) = (self.flood(side), self.flood(1 - side));
        let ours = |at: usize| match (own[at], enemy[at], self.control[at]) {
            (None, _, _) => false,
            (Some(_), None, _) => true,
            (Some(_), Some(_), Some(by)) => by == side,
            (Some(own), Some(enemy), None) => own < enemy,
        };
        (0..own.len()).map(ours).collect()
    }

    /// 1914 3.3, 18.1.3: a phase looks at the fronts. What lies behind a side's is its own, and the
    /// enemy has no railways there.
    pub fn review(&mut self) {
        for side in [0, 1] {
            let behind = self.behind(side);
            let all = (0..behind.len()).filter(|&at| behind[at]).map(|at| Hex(at as u32));
            let all: Vec<Hex> = all.collect();
            self.cuts(1 - side, &all);
            for hex in all {
                if self.control[hex.index()] != Some(side) {
                    self.control[hex.index()] = Some(side);
                    self.behind[side].push(hex);
                }
            }
        }
    }

    /// 1914 3.3: hexes come to lie behind a side's fronts.
    pub fn fronts(&mut self, told: &Fronts) {
        let Some(side) = self.side(&told.side) else { return };
        let reviewed = matches!(self.stage, Stage::Supply | Stage::Rails);
        self.must(reviewed, "3.3", "fronts are looked at in phases of supply and rail engineering");
        let behind = std::mem::take(&mut self.behind[side]);
        let found: Vec<String> = behind.into_iter().map(|hex| self.label(hex)).collect();
        self.same("3.3", "what lies behind the fronts", told.hexes.clone(), found);
    }

    /// 1914 18.2: railways behind a side's fronts that are connected to its edges.
    fn open_rails(&self, side: usize) -> Vec<bool> {
        let behind = self.behind(side);
        let zones = self.zones();
        let may = |hex: Hex| {
            let opens = behind[hex.index()] && !self.is_cleared(hex);
            let ours = opens || self.rails[side][hex.index()];
            ours && self.ground.tracks.contains_key(&hex) && !zones.holds(hex, 1 - side)
        };
        self.connected(side, &may)
    }

    /// 1914 18.4.2, 18.5: whether no demolished structure lies between two hexes, but one with a line
    /// of the Germans around it for them.
    fn is_whole(&self, side: usize, one: Hex, other: Hex) -> bool {
        match self.broken.get(&(one.min(other), one.max(other))).copied().unwrap_or_default() {
            0 => true,
            3 => side == 1,
            _ => false,
        }
    }

    /// The railways that lead to a side's edges through hexes that serve.
    fn connected(&self, side: usize, may: &dyn Fn(Hex) -> bool) -> Vec<bool> {
        let mut open: Vec<Hex> = self.starts(side).into_iter().filter(|&hex| may(hex)).collect();
        let mut reached = vec![false; self.ground.grid.len()];
        open.iter().for_each(|hex| reached[hex.index()] = true);
        while let Some(hex) = open.pop() {
            for other in self.ground.around(hex) {
                let joined = self.ground.joined(hex, other) && self.is_whole(side, hex, other);
                if joined && !reached[other.index()] && may(other) {
                    reached[other.index()] = true;
                    open.push(other);
                }
            }
        }
        reached
    }

    /// 1914 18.1.1: what is operational now: behind the railheads, and still connected.
    pub fn operational(&self, side: usize) -> Vec<bool> {
        let mut held = vec![false; self.ground.grid.len()];
        for hex in self.units.iter().filter(|own| own.side != side).flat_map(Unit::hexes) {
            held[hex.index()] = true;
        }
        let may = |hex: Hex| self.rails[side][hex.index()] && !held[hex.index()];
        self.connected(side, &may)
    }

    /// 1914 18.2: a railhead moves.
    pub fn railway(&mut self, told: &MarkerChange, side: usize) {
        if CUTS.contains(&told.rule.as_str()) {
            let hex = told.hex.as_ref().and_then(|label| self.hex(label));
            let due = hex.is_some_and(|hex| self.cut.remove(&(side, hex)));
            return self.must(due && !told.placed, "18.1.3", "the railway is not lost");
        }
        self.must(self.stage == Stage::Rails, "18.2", "railways open in rail engineering");
        self.same("18.2", "whose railway", side, self.active);
        let hex = told.hex.as_ref().and_then(|label| self.hex(label));
        if let Some(hex) = hex {
            let before = self.rails[side][hex.index()];
            self.same("18.2", "whether the railway changes", told.placed, !before);
            self.rails[side][hex.index()] = told.placed;
        }
    }

    /// 1914 18.2: rail engineering is over: railways are as the rule has them.
    pub fn end_rails(&mut self) {
        let side = self.active;
        let found = self.open_rails(side);
        let wrong: Vec<String> = (0..found.len())
            .filter(|&at| found[at] != self.rails[side][at])
            .map(|at| self.label(Hex(at as u32)))
            .collect();
        self.must(
            wrong.is_empty(),
            "18.2",
            &format!("railways are otherwise in {}", wrong.join(", ")),
        );
        self.rails[side] = found;
    }
}
