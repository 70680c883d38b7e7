//! IA 5, 6.4, 16.4, 17.3: who goes where, and what happens to him there.

use serde_json::Value;

use super::board::Hex;
use super::force::{Kind, Mission, Off};
use super::rivers::{Bar, Step};
use super::{Id, Referee, Ruling, must};

impl Referee<'_> {
    /// IA 3.13: it is to move, and has not.
    pub fn may_move(&self, side: usize, id: Id) -> Ruling {
        let unit = &self.units[id];
        must(unit.side == side && unit.active, "IA 3.13", "it is not active")?;
        let aboard = unit.hex.is_none() && matches!(unit.off, Off::Aboard(_));
        must(!aboard, "IA 5.6", "it goes where its wagon goes")?;
        must(!unit.to_fire, "IA 3.13", "it was to fire")
    }

    /// IA 6.4: alone, or a unit with a leader who leads it.
    pub fn together(&self, ids: &[Id]) -> Ruling {
        let fits = match ids {
            [_] => true,
            [one, other] => {
                let (one, other) = (&self.units[*one], &self.units[*other]);
                let alike = one.kind.rides() == other.kind.rides();
                !one.kind.leads() && other.kind.leads() && alike && one.led
            }
            _ => false,
        };
        must(fits, "IA 6.4", "who goes together?")
    }

    /// IA 9.13, 9.62: guns go only by their missions.
    fn mission_lets_go(&self, id: Id) -> Ruling {
        let stays = match self.units[id].mission {
            Mission::Planned(_) | Mission::OpenSights => true,
            Mission::Move(to) => self.at(id) == Some(to),
            _ => false,
        };
        must(!stays, "IA 9.62", "its mission keeps it there")
    }

    /// Whether a way ends among the enemy, of those who are to fire.
    fn is_assault(&self, side: usize, ids: &[Id], path: &[Hex]) -> bool {
        let among = path.last().is_some_and(|&to| self.barred(to, side));
        among && ids.iter().all(|&id| self.units[id].to_fire)
    }

    pub fn may_go(&self, side: usize, ids: &[Id], path: &[Hex]) -> Ruling {
        self.together(ids)?;
        let assaults = self.is_assault(side, ids, path);
        for &id in ids {
            let unit = &self.units[id];
            if assaults {
                must(unit.side == side && unit.active, "IA 3.13", "it is not active")?;
            } else {
                self.may_move(side, id)?;
            }
            must(!unit.broken(), "IA 14.3", "the demoralized only recover")?;
            self.mission_lets_go(id)?;
            if let Some(load) = self.load(id) {
                self.mission_lets_go(load)?;
            }
        }
        must(!path.is_empty(), "IA 5.2", "a move goes somewhere")?;
        let start = self.at(ids[0]);
        must(ids.iter().all(|&id| self.at(id) == start), "IA 6.4", "the leader is elsewhere")?;
        let Some(hex) = start else {
            let one = ids[0];
            must(ids.iter().all(|&id| self.are_together(one, id)), "IA 6.4", "not in one group")?;
            return ids.iter().try_for_each(|&id| self.may_walk(id, None, path));
        };
        for &id in ids {
            if assaults {
                self.may_assault(id, hex, path, ids.len() > 1)?;
                continue;
            }
            let out = path.len() > 1 && self.barred(hex, side);
            must(!out, "IA 5.42", "out of an assault hex it is one hex")?;
            self.may_walk(id, Some(hex), path)?;
        }
        Ok(())
    }

    /// IA 12.2, 12.4, 12.81: into a hex of the enemy's, a leader with a unit or by himself.
    pub fn may_assault(&self, id: Id, start: Hex, path: &[Hex], with: bool) -> Ruling {
        let unit = &self.units[id];
        let to = path[path.len() - 1];
        must(unit.kind.leads() || unit.led, "IA 5.5", "nobody leads it")?;
        if let Some(hex) = unit.called {
            must(path == [hex], "IA 12.81", "it was called into another hex")?;
            let mut chiefs = self.there(hex, unit.side).into_iter().filter(|&chief| {
                let chief = &self.units[chief];
                chief.in_segment && !chief.entered && chief.kind.leads()
            });
            let above = |chief: &super::Unit| {
                chief.kind.rides() == unit.kind.rides()
                    && (!unit.kind.leads() || chief.printed("rank") > unit.printed("rank"))
            };
            let one = chiefs.any(|chief| above(&self.units[chief]));
            must(one, "IA 12.81", "whoever has called it is no more there")?;
        }
        must(!self.stormed.contains(&to), "IA 12.4", "all who enter attack as one")?;
        let company = with || !self.fighters(to, unit.side).is_empty();
        must(!unit.kind.leads() || company, "IA 12.2", "a leader alone attacks nobody")?;
        self.may_come(id, start, path)
    }

    /// IA 5.43, 12.21, 12.22, 12.7: whether somebody may go such a way into a hex of the enemy's.
    pub fn may_come(&self, id: Id, start: Hex, path: &[Hex]) -> Ruling {
        let unit = &self.units[id];
        let side = unit.side;
        must(unit.good(), "IA 5.43", "not in good order")?;
        let company = matches!(unit.kind, Kind::Infantry | Kind::Cavalry) && unit.company;
        must(unit.kind.leads() || company, "IA 5.43", "only companies and leaders")?;
        must(!self.barred(start, side), "IA 12.22", "not from assault to assault")?;
        let to = path[path.len() - 1];
        let class = unit.class();
        match path {
            [_] => {
                let step = self.ground_step(class, &unit.banks, start, to);
                let step = step.map_err(|bar| format!("IA 5.2: {bar:?}"))?;
                let pays = !self.must_pay(start, to) || step.cost <= self.allowance(id);
                must(pays, "IA 5.82", "the river costs too much")?;
            }
            [between, _] => {
                must(unit.kind.rides() && !unit.on_foot, "IA 12.21", "only riders charge")?;
                let one = self.ground_step(class, &unit.banks, start, *between);
                let other = self.ground_step(class, &[], *between, to);
                let cost = one.and_then(|one| Ok(one.cost + other?.cost));
                let cost = cost.map_err(|bar| format!("IA 5.2: {bar:?}"))?;
                must(cost <= self.allowance(id), "IA 5.2", "the charge costs too much")?;
                let empty = [0, 1].into_iter().flat_map(|side| self.there(*between, side));
                let empty = empty.into_iter().all(|id| self.units[id].kind.leads());
                let open = self.board.ground[*between].clear;
                let far = self.board.distance(start, to) == 2;
                must(empty && open && far, "IA 12.73", "nobody charges so")?;
            }
            _ => return Err("IA 12.21: too far for an assault".to_owned()),
        }
        let fits = unit.kind.leads() || self.holds(to, side, &[id], None);
        must(fits, "IA 4.3", "the hex is full")
    }

    /// A step of a move.
    fn step(&self, id: Id, banks: &[u8], from: Hex, to: Hex) -> Result<Step, Bar> {
        let unit = &self.units[id];
        let step = self.ground_step(unit.class(), banks, from, to)?;
        if self.seems_barred(to, unit.side) {
            return Err(Bar::Enemy);
        }
        if unit.kind.leads() {
            return Ok(step);
        }
        if !self.holds(to, unit.side, &[id], None) {
            return Err(Bar::Full);
        }
        if unit.led {
            return Ok(step);
        }
        // IA 5.5: no step nearer without a leader; hidden enemies nobody knows of.
        let nearest = |hex: Hex| {
            let enemies = self.army(1 - unit.side).into_iter();
            let known =
                enemies.filter(|&id| self.units[id].kind.fights() && !self.units[id].hidden);
            let places = known.filter_map(|id| self.units[id].hex);
            places.map(|at| self.board.distance(at, hex)).min().unwrap_or(i32::MAX)
        };
        if nearest(to) < nearest(from) {
            return Err(Bar::Nearer);
        }
        if self.is_night() && self.control[to] != Some(unit.side) {
            return Err(Bar::Night);
        }
        Ok(step)
    }

    /// What a way costs, and whether it must be paid in full.
    pub fn way_cost(&self, id: Id, start: Option<Hex>, path: &[Hex]) -> Ruling<(i32, bool)> {
        let (mut spent, mut full, mut halted) = (0, false, false);
        let mut at = start;
        let mut banks = self.units[id].banks.clone();
        for &to in path {
            must(!halted, "IA 5.81", "beyond a river the move ends")?;
            match at {
                None => {
                    let cost = self.first_step(id, to);
                    spent +=
                        cost.map_err(|bar| format!("IA 16.41: {bar:?} in {}", self.label(to)))?;
                }
                Some(from) => {
                    let step = self.step(id, &banks, from, to);
                    let step =
                        step.map_err(|bar| format!("IA 5: {bar:?} in {}", self.label(to)))?;
                    spent += step.cost;
                    full |= self.must_pay(from, to);
                    (banks, halted) = (step.banks, step.halts);
                }
            }
            at = Some(to);
        }
        Ok((spent, full))
    }

    fn may_walk(&self, id: Id, start: Option<Hex>, path: &[Hex]) -> Ruling {
        let (spent, full) = self.way_cost(id, start, path)?;
        let points = self.allowance(id);
        if spent <= points || path.len() == 1 && points >= 1 && !full {
            return Ok(());
        }
        // IA 17.3: out of sight twice as far.
        let side = self.units[id].side;
        let unseen = |&hex: &Hex| !self.in_view(side, hex);
        let fast = self.book.plays("strategic-movement")
            && spent <= points * self.number("strategic_factor")
            && start.iter().chain(path).all(unseen);
        must(fast, "IA 5.2", &format!("the way costs {spent}, there are {points}"))
    }

    /// IA 17.3: whether anybody of the enemy who is known has a line of sight to a hex.
    fn in_view(&self, side: usize, hex: Hex) -> bool {
        let enemies = self.army(1 - side).into_iter().filter(|&id| !self.units[id].hidden);
        let mut eyes = enemies.filter_map(|id| self.units[id].hex);
        eyes.any(|eye| self.board.distance(eye, hex) <= 1 || self.board.sees(eye, hex, &[]))
    }

    pub fn needs_haste(&self, id: Id, start: Option<Hex>, path: &[Hex]) -> bool {
        let points = self.allowance(id);
        self.book.plays("strategic-movement")
            && path.len() > 1
            && self.way_cost(id, start, path).is_ok_and(|(spent, _)| spent > points)
    }

    /// IA 16.43: hexes at the edge, or where all are taken those next to them.
    pub fn open_edge(&self, side: usize, hexes: &[Hex]) -> Vec<Hex> {
        let free = |hex: &Hex| {
            let enemies = self.there(*hex, 1 - side);
            enemies.into_iter().all(|id| self.units[id].kind.leads() || self.units[id].hidden)
        };
        if hexes.is_empty() || hexes.iter().any(free) {
            return hexes.to_vec();
        }
        let near = hexes.iter().flat_map(|&hex| self.board.near(hex));
        near.filter(|&hex| self.board.on_edge(hex) && free(&hex)).collect()
    }

    /// IA 16.41: the first hex of who comes in.
    fn first_step(&self, id: Id, hex: Hex) -> Result<i32, Bar> {
        let unit = &self.units[id];
        let side = unit.side;
        let entries = self.arrivals.get(&id).map(|arrival| arrival.entries.clone());
        if !self.open_edge(side, &entries.unwrap_or_default()).contains(&hex) {
            return Err(Bar::NoEntry);
        }
        let ground = &self.board.ground[hex];
        let cost = match ground.cost {
            _ if ground.roads.count_ones() == 1 => self.number("road_movement"),
            _ if ground.ford => self.number("ford_movement"),
            None => return Err(Bar::Terrain),
            Some(costs) => costs[unit.class()],
        };
        if self.seems_barred(hex, side) {
            return Err(Bar::Enemy);
        }
        if !unit.kind.leads() && !self.holds(hex, side, &[id], None) {
            return Err(Bar::Full);
        }
        let mut enemies = self.army(1 - side).into_iter().filter(|&id| {
            self.units[id].kind.fights() && self.units[id].hex.is_some() && !self.units[id].hidden
        });
        if !unit.led && !unit.kind.leads() && enemies.next().is_some() {
            return Err(Bar::Nearer);
        }
        Ok(cost)
    }

    /// A move, by a decision.
    pub fn moves(&mut self, side: usize, action: &Value) -> Ruling {
        self.only(action, &["units", "path"])?;
        let (ids, path) = (self.units_of(action, "units")?, self.hexes_of(action, "path")?);
        must(!ids.is_empty(), "IA 5.2", "nobody goes")?;
        self.may_go(side, &ids, &path)?;
        self.go(side, ids, path)?;
        self.catch_up()
    }

    pub fn go(&mut self, side: usize, ids: Vec<Id>, path: Vec<Hex>) -> Ruling {
        let assaults = self.is_assault(side, &ids, &path);
        let start = self.units[ids[0]].hex;
        self.seen("moves");
        for &id in &ids {
            self.show(id)?;
            self.has_acted(id);
            if let Some(load) = self.load(id) {
                self.has_acted(load);
                self.units[load].in_segment = true;
            }
            if assaults {
                let unit = &mut self.units[id];
                (unit.assaults, unit.entered) = (true, true);
                unit.charged |= path.len() > 1;
            } else if self.needs_haste(id, start, &path) {
                self.units[id].fast = true;
            }
        }
        let Some(hex) = start else { return self.enters(ids, path) };
        if self.barred(hex, side) {
            self.left.extend(ids.iter().map(|&id| (id, hex)));
        }
        self.walk(ids, path, if assaults { "IA 5.41" } else { "IA 5.2" })
    }

    fn enters(&mut self, ids: Vec<Id>, path: Vec<Hex>) -> Ruling {
        let hex = path[0];
        for &id in &ids {
            self.units[id].hex = Some(hex);
            self.placed(id, hex, "entry", "IA 16.41")?;
            let loads: Vec<Id> = self
                .arrivals
                .iter()
                .filter(|(load, arrival)| {
                    arrival.aboard == Some(id) && self.units[**load].off == Off::Later
                })
                .map(|(load, _)| *load)
                .collect();
            for load in loads {
                let unit = &mut self.units[load];
                unit.off = Off::Aboard(id);
                (unit.limbered, unit.done, unit.in_segment) = (true, true, true);
            }
        }
        self.cut = false;
        self.arrives(&ids, None, hex, &path[1..])?;
        self.steps(ids, hex, path[1..].to_vec(), "IA 5.2")
    }

    pub fn walk(&mut self, ids: Vec<Id>, path: Vec<Hex>, rule: &str) -> Ruling {
        let Some(hex) = ids.first().and_then(|&id| self.units[id].hex) else { return Ok(()) };
        self.cut = false;
        self.steps(ids, hex, path, rule)
    }

    fn steps(&mut self, mut ids: Vec<Id>, start: Hex, path: Vec<Hex>, rule: &str) -> Ruling {
        let mut from = start;
        for (place, &to) in path.iter().enumerate() {
            ids.retain(|&id| self.at(id).is_some());
            if ids.is_empty() || self.cut {
                return Ok(());
            }
            let event = self.moved(&ids, from, to, "move", rule, place > 0);
            for &id in &ids {
                self.units[id].hex = Some(to);
            }
            self.expect(event)?;
            self.seen("steps");
            self.arrives(&ids, Some(from), to, &path[place + 1..])?;
            from = to;
        }
        Ok(())
    }

    /// Whoever has entered a hex.
    fn arrives(&mut self, ids: &[Id], from: Option<Hex>, hex: Hex, mut rest: &[Hex]) -> Ruling {
        for &id in ids {
            self.wade(id, from, hex);
            self.takes_hold(id)?;
            self.slips_away(id);
            self.leaves_works(id);
        }
        if self.look_around()?
            && let Some(&next) = rest.first()
        {
            // IA 16.5: as far as he still may.
            let stops = ids.iter().any(|&id| {
                let unit = &self.units[id];
                !unit.assaults && self.step(id, &unit.banks, hex, next).is_err()
            });
            if stops {
                self.cut = true;
                rest = &[];
            }
        }
        let before = std::mem::take(&mut self.later);
        self.overrun(hex)?;
        let overrun = std::mem::take(&mut self.later);
        // IA 12.23: whoever is left behind strikes before anybody else.
        if let Some(&(_, out)) = self.left.iter().find(|(id, _)| *id == ids[0]) {
            self.harass(out, self.units[ids[0]].side)?;
        }
        self.later = overrun;
        self.catch_up()?;
        self.drumfire_on(ids, hex, true)?;
        self.reactions(ids)?;
        self.one_goes_on(ids, hex, rest)?;
        self.later = before;
        Ok(())
    }

    /// IA 9.71, 13.14: of a unit and a leader who move together only who fails is stopped. The other
    /// may go on, but no leader by himself among the enemy (IA 12.2).
    fn one_goes_on(&mut self, ids: &[Id], hex: Hex, rest: &[Hex]) -> Ruling {
        let Some(&end) = rest.last() else { return Ok(()) };
        let goes = |&id: &Id| self.units[id].hex.is_some() && !self.units[id].halted;
        let left: Vec<Id> = ids.iter().copied().filter(goes).collect();
        let stopped = ids.iter().any(|&id| self.units[id].halted);
        let ([one], true) = (left.as_slice(), stopped) else { return Ok(()) };
        let unit = &self.units[*one];
        let side = unit.side;
        if unit.kind.leads() && self.barred(end, side) && self.fighters(end, side).is_empty() {
            return Ok(());
        }
        let rule = if unit.assaults { "IA 5.41" } else { "IA 5.2" };
        let action = self.action(side)?;
        self.seen("left to go on alone");
        match self.word(&action, "do")? {
            "done" => return self.only(&action, &[]),
            "go" => self.only(&action, &["hex"])?,
            other => return Err(format!("IA 13.14: nobody does '{other}' now")),
        }
        must(self.hex_of(&action, "hex")? == end, "IA 13.14", "it goes on as it was to go")?;
        self.cut = false;
        self.steps(left, hex, rest.to_vec(), rule)?;
        // Those who were stopped go no farther.
        self.cut = true;
        Ok(())
    }
}
