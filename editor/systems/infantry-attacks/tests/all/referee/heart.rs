//! IA 6.6, 14: morale, recovery and flight.

use super::board::Hex;
use super::force::{Kind, Off, Order};
use super::{Id, Referee, Ruling};

impl Referee<'_> {
    /// IA 14.0, 14.3.
    pub fn heart(&self, id: Id) -> i32 {
        let unit = &self.units[id];
        let side = &self.sides[unit.side];
        let role =
            if unit.company && unit.face > 0 { "side-morale-reduced" } else { "side-morale" };
        let morale = match unit.kind.leads() {
            true => unit.printed("morale"),
            false => self.book.level(role, side).unwrap_or(0),
        };
        morale + if unit.broken() { self.number("demoralized_morale") } else { 0 }
    }

    /// IA 12.81: whether a leader counts for another: nobody does across the hexsides of an assault
    /// hex.
    pub fn leads(&self, leader: Id, other: Id) -> bool {
        let parted = match (self.at(leader), self.at(other)) {
            (Some(from), Some(to)) if from != to => {
                let side = self.units[leader].side;
                self.barred(from, side) || self.barred(to, side)
            }
            _ => false,
        };
        !parted && self.commands(leader, other)
    }

    /// IA 12.81: whether a leader in an assault hex brings somebody in from the next hex, who must
    /// not be in another such hex and must be able to come.
    pub fn calls(&self, leader: Id, other: Id) -> Option<Hex> {
        let (from, to) = (self.at(leader)?, self.units[other].hex?);
        let side = self.units[leader].side;
        let fit = from != to
            && self.barred(from, side)
            && !self.barred(to, side)
            && self.commands(leader, other)
            && self.may_come(other, to, &[from]).is_ok();
        fit.then_some(from)
    }

    /// IA 3.12, 6.61–6.64: whether a leader has another within his reach.
    fn commands(&self, leader: Id, other: Id) -> bool {
        let (chief, led) = (&self.units[leader], &self.units[other]);
        if leader == other
            || chief.side != led.side
            || !chief.kind.leads()
            || chief.kind.rides() != led.kind.rides()
            || chief.broken()
            || led.kind.leads() && led.printed("rank") >= chief.printed("rank")
        {
            return false;
        }
        let (Some(from), Some(to)) = (self.at(leader), self.at(other)) else {
            return self.are_together(leader, other);
        };
        self.board.distance(from, to) <= i32::from(chief.good())
    }

    /// IA 6.61, 6.62: the best help of one of some leaders, and who gives it.
    pub fn help(&self, id: Id, may: impl Fn(Id) -> bool) -> (i32, Option<Id>) {
        let mut best = (0, None);
        for leader in self.army(self.units[id].side) {
            let help = self.units[leader].printed("help");
            if help > best.0 && may(leader) && self.leads(leader, id) {
                best = (help, Some(leader));
            }
        }
        best
    }

    /// IA 15.42, 15.52, 16.22: what becomes of somebody's order does to the rest.
    pub fn becomes(&mut self, id: Id, order: Order) {
        let unit = &mut self.units[id];
        unit.order = order;
        if order == Order::Good {
            return;
        }
        unit.digging = false;
        if order == Order::Demoralized && unit.on_foot {
            unit.on_foot = false;
            unit.active = false;
            unit.done = true;
        }
    }

    /// IA 14.4: a try to recover.
    pub fn recover(&mut self, id: Id) -> Ruling {
        let side = self.units[id].side;
        let (bonus, helper) = self.help(id, |leader| {
            let leader = &self.units[leader];
            (leader.active || leader.helped) && !leader.to_fire
        });
        let town = self.at(id).is_some_and(|hex| self.board.ground[hex].town);
        // IA 14.45, 16.33, 16.34: of an entrenchment only those under it have anything.
        let covered = town || self.units[id].entrenched;
        let cover = if covered { self.number("recovery_terrain") } else { 0 };
        let morale = self.heart(id) + bonus + cover;
        let dice = self.two("recovery", side, "IA 14.41")?;
        let total = dice[0] + dice[1];
        let before = self.units[id].order;
        let after = match before {
            Order::Demoralized if total == self.number("full_recovery_roll") => Order::Good,
            Order::Demoralized if total < morale => Order::Disrupted,
            Order::Disrupted if total < morale => Order::Good,
            _ => before,
        };
        self.becomes(id, after);
        self.checked(id, dice, 0, morale, before, "IA 14.41")?;
        self.seen("tries to recover");
        self.has_acted(id);
        self.units[id].tried_heart = self.units[id].in_segment;
        if let Some(helper) = helper {
            self.has_acted(helper);
            self.units[helper].helped = true;
        }
        let deserts = self.units[id].kind.leads()
            && before == Order::Demoralized
            && total == self.number("desertion_roll");
        if deserts {
            self.lose(id, "desertion", None, "IA 14.44")?;
        }
        if after == Order::Demoralized { self.flee(id) } else { Ok(()) }
    }

    /// Where enemies stand who could fire at somebody in a hex (IA 14.31).
    fn threats(&self, id: Id, hex: Hex) -> Vec<Hex> {
        let mut from: Vec<Hex> = Vec::new();
        for enemy in self.army(1 - self.units[id].side) {
            let unit = &self.units[enemy];
            let Some(at) = unit.hex.filter(|_| !unit.hidden && self.can_fire(enemy)) else {
                continue;
            };
            // IA 12.82: who is in an assault hex fires at nobody outside it.
            if self.barred(at, unit.side) {
                continue;
            }
            if self.board.distance(at, hex) <= unit.printed("range") && self.spots_at(at, id, hex) {
                from.push(at);
            }
        }
        from.sort_unstable();
        from.dedup();
        from
    }

    fn is_safe(&self, id: Id, hex: Hex) -> bool {
        !self.is_marked(hex) && !self.shelled.contains(&hex) && self.threats(id, hex).is_empty()
    }

    /// What a step costs in flight, if it may be taken.
    fn flight_step(&self, id: Id, from: Hex, to: Hex) -> Option<(i32, bool)> {
        let unit = &self.units[id];
        let step = self.ground_step(unit.class(), &unit.banks, from, to).ok()?;
        let fits = unit.kind.leads() || self.holds(to, unit.side, &[id], None);
        let open = !self.barred(to, unit.side) && !self.is_marked(to);
        (fits && open).then_some((step.cost, step.halts))
    }

    /// IA 14.31–14.35, 16.33.
    fn flee(&mut self, id: Id) -> Ruling {
        let Some(hex) = self.units[id].hex else { return Ok(()) };
        if !self.units[id].broken() {
            return Ok(());
        }
        let side = self.units[id].side;
        let assaulted = self.barred(hex, side);
        if !assaulted && (self.units[id].entrenched || self.is_safe(id, hex)) {
            return Ok(());
        }
        self.seen("flights");
        if self.units[id].kind.shells() {
            return self.eliminate(id, "flight", "IA 14.34");
        }
        let mut all = vec![id];
        if assaulted || self.allowance(id) > 0 {
            all.extend(self.companion(id, hex)?);
        }
        if assaulted {
            let near = self.board.near(hex);
            let options: Vec<Hex> =
                near.filter(|&to| self.flight_step(id, hex, to).is_some()).collect();
            if options.is_empty() {
                return self.eliminate(id, "flight", "IA 14.35");
            }
            let to = self.chosen(side, &options)?;
            self.left.extend(all.iter().map(|&id| (id, hex)));
            return self.walk(all, vec![to], "IA 14.35");
        }
        let mut left = self.allowance(id);
        let mut first = true;
        while left > 0 {
            let Some(hex) = self.units[id].hex else { return Ok(()) };
            if self.units[id].halted || self.is_safe(id, hex) {
                return Ok(());
            }
            let options = self.flight_options(id, hex, left, first);
            if options.is_empty() {
                return Ok(());
            }
            let to = self.chosen(side, &options)?;
            let (cost, halts) = self.flight_step(id, hex, to).unwrap_or((left, true));
            all.retain(|&one| self.units[one].hex == Some(hex) && !self.units[one].halted);
            self.walk(all.clone(), vec![to], "IA 14.31")?;
            left -= cost;
            first = false;
            if halts {
                return Ok(());
            }
        }
        Ok(())
    }

    /// IA 6.62, 6.65: a leader in its hex who has activated it and done nothing since but help others
    /// may flee with a unit; a disrupted one becomes demoralized by it.
    fn companion(&mut self, id: Id, hex: Hex) -> Ruling<Option<Id>> {
        let side = self.units[id].side;
        let mut leaders = self.there(hex, side);
        leaders.retain(|&leader| {
            let chief = &self.units[leader];
            chief.in_segment
                && !chief.to_fire
                && (chief.active || chief.helped)
                && !self.units[id].kind.leads()
                && self.leads(leader, id)
        });
        if leaders.is_empty() {
            return Ok(None);
        }
        let action = self.action(side)?;
        match self.word(&action, "do")? {
            "done" => return self.only(&action, &[]).map(|()| None),
            "accompany" => self.only(&action, &["leader"])?,
            other => return Err(format!("IA 6.62: nobody does '{other}' now")),
        }
        let leader = self.unit_of(&action, "leader")?;
        super::must(leaders.contains(&leader), "IA 6.62", "he does not go along")?;
        self.has_acted(leader);
        if self.units[leader].order == Order::Disrupted {
            self.becomes(leader, Order::Demoralized);
        }
        self.seen("leaders who flee along");
        Ok(Some(leader))
    }

    /// IA 14.31, 14.33: farther from all who can fire, else as far; of those hexes the nearest to a
    /// safe one.
    fn flight_options(&self, id: Id, hex: Hex, left: i32, first: bool) -> Vec<Hex> {
        let threats = self.threats(id, hex);
        let near: Vec<Hex> = self
            .board
            .near(hex)
            .filter(|&to| {
                let step = self.flight_step(id, hex, to);
                step.is_some_and(|(cost, _)| cost <= left || first)
            })
            .collect();
        let away = |to: Hex, more: i32| {
            let mut all = threats.iter();
            all.all(|&at| self.board.distance(at, to) >= self.board.distance(at, hex) + more)
        };
        let mut options: Vec<Hex> = near.iter().copied().filter(|&to| away(to, 1)).collect();
        if options.is_empty() {
            options = near.into_iter().filter(|&to| away(to, 0)).collect();
        }
        if options.len() < 2 {
            return options;
        }
        let side = self.units[id].side;
        let safe: Vec<Hex> = self
            .board
            .all()
            .filter(|&to| {
                self.board.ground[to].cost.is_some()
                    && !self.barred(to, side)
                    && self.is_safe(id, to)
            })
            .collect();
        let to_go = |to: Hex| safe.iter().map(|&at| self.board.distance(to, at)).min().unwrap_or(0);
        let least = options.iter().map(|&to| to_go(to)).min();
        options.retain(|&to| Some(to_go(to)) == least);
        options
    }

    /// IA 5.1, 14.2.
    pub fn allowance(&self, id: Id) -> i32 {
        let unit = &self.units[id];
        let full = match unit.kind {
            Kind::Leader => self.number("infantry_leader_movement"),
            Kind::CavalryLeader => self.number("cavalry_leader_movement"),
            _ => unit.printed("movement"),
        };
        match unit.order {
            Order::Disrupted => full.min(self.number("disrupted_movement")),
            _ => full,
        }
    }

    /// Whoever has acted is done for the turn.
    pub fn has_acted(&mut self, id: Id) {
        self.units[id].active = false;
        self.units[id].done = true;
    }

    pub fn is_marked(&self, hex: Hex) -> bool {
        self.drumfire.iter().any(|(at, _)| *at == hex)
    }

    /// IA 16.41: whether two wait in one group.
    pub fn are_together(&self, one: Id, other: Id) -> bool {
        let group = |id: Id| self.arrivals.get(&id).map(|arrival| arrival.group);
        self.is_due(one) && self.is_due(other) && group(one) == group(other)
    }

    /// IA 16.41: whether somebody waits who may come in now.
    pub fn is_due(&self, id: Id) -> bool {
        let unit = &self.units[id];
        let now = |arrival: &super::Arrival| arrival.turn <= self.turn && arrival.aboard.is_none();
        unit.hex.is_none() && unit.off == Off::Later && self.arrivals.get(&id).is_some_and(now)
    }
}
