//! IA 6.51, 6.52, 7, 10, 13, 17.6: direct fire, and fire at who moves.

use serde_json::{Value, json};

use super::board::{Hex, Stretch};
use super::book::Cell;
use super::force::Kind;
use super::harm::{Cause, Hit};
use super::{Id, Referee, Ruling, must};

impl Referee<'_> {
    /// IA 7.33: whether it has direct fire to give.
    pub fn can_fire(&self, id: Id) -> bool {
        let unit = &self.units[id];
        unit.printed("fire") > 0 && !unit.limbered && !unit.broken() && unit.hex.is_some()
    }

    /// IA 7.31, 10.4: from where it has a hex in range.
    pub fn in_range(&self, id: Id, target: Hex) -> Ruling<Hex> {
        let unit = &self.units[id];
        let from = self.at(id).ok_or("IA 7.3: it is not on the map")?;
        must(!self.barred(from, unit.side), "IA 10.4", "who is in an assault hex fires not out")?;
        let far = self.board.distance(from, target);
        must(far > 0, "IA 10.4", "one fires not at one's own hex")?;
        must(far <= unit.printed("range"), "IA 7.31", "out of range")?;
        Ok(from)
    }

    fn traced(&self, id: Id, from: Hex, target: Hex) -> Ruling {
        let own = self.there(target, self.units[id].side);
        let own = own.into_iter().any(|id| !self.units[id].kind.leads());
        must(!own, "IA 7.24", "one's own stand in the target hex")?;
        let level = self.board.ground[from].level;
        let blocked = self.is_blocked(id, (from, level), target);
        must(!blocked, "IA 10.1", "one's own stand in the line of fire")
    }

    /// IA 8.1, 10.2: fire of the active at a hex.
    fn may_fire_at(&self, id: Id, target: Hex) -> Ruling {
        must(self.can_fire(id), "IA 7.33", "it has no direct fire to give")?;
        let from = self.in_range(id, target)?;
        let enemies = self.there(target, 1 - self.units[id].side);
        let seen = enemies.into_iter().any(|enemy| self.spots(from, enemy));
        must(seen, "IA 8.1", "nobody is spotted there")?;
        self.traced(id, from, target)
    }

    /// IA 3.14, 13: fire of the inactive at who moves.
    fn may_react(&self, id: Id, movers: &[Id], target: Hex, fired: &[Id]) -> Ruling {
        let unit = &self.units[id];
        let again = unit.kind == Kind::Machine && !unit.done;
        must(!unit.done && (!unit.once || again), "IA 13.0", "it has had its turn")?;
        must(!unit.mounted(), "IA 13.24", "mounted cavalry does not fire at what moves")?;
        must(self.can_fire(id), "IA 13.22", "it has no fire to give")?;
        must(!fired.contains(&id), "IA 13.21", "once at a mover in a hex")?;
        let from = self.in_range(id, target)?;
        let seen = movers.iter().any(|&mover| self.spots(from, mover));
        must(seen, "IA 8.3", "the mover is not spotted")?;
        self.traced(id, from, target)
    }

    /// IA 6.51: whether a leader combines the fire of units in several hexes.
    fn combines(&self, leader: Id, units: &[Id], directed: bool) -> bool {
        let chief = &self.units[leader];
        let Some(own) = self.at(leader).filter(|_| chief.good() && chief.kind.leads()) else {
            return false;
        };
        // IA 12.81.
        if self.barred(own, chief.side) {
            return false;
        }
        let mut beside: Vec<Hex> = Vec::new();
        for &id in units {
            let unit = &self.units[id];
            let Some(hex) = self.at(id) else { return false };
            if unit.kind.rides() != chief.kind.rides()
                || directed && !unit.led
                || self.board.distance(own, hex) > 1
            {
                return false;
            }
            if hex != own {
                beside.push(hex);
            }
        }
        beside.sort_unstable();
        beside.dedup();
        !beside.is_empty() && beside.len() as i32 <= chief.printed("combat")
    }

    /// IA 10.1: "all such friendly-occupied hexes are at a lower elevation than all firing units".
    fn may_fire_over_friends(&self, units: &[Id], target: Hex) -> Ruling {
        let level = |id: &Id| self.at(*id).map(|hex| self.board.ground[hex].level);
        let lowest = units.iter().filter_map(level).min().unwrap_or(0);
        let blocked =
            |&id: &Id| self.at(id).is_some_and(|from| self.is_blocked(id, (from, lowest), target));
        must(!units.iter().any(blocked), "IA 10.1", "some of those who fire are too low")
    }

    fn may_combine(&self, units: &[Id], leaders: &[Id], directed: bool) -> Ruling {
        let mut hexes: Vec<Option<Hex>> = units.iter().map(|&id| self.at(id)).collect();
        hexes.dedup();
        if hexes.len() < 2 {
            return Ok(());
        }
        let any = leaders.iter().any(|&leader| self.combines(leader, units, directed));
        must(any, "IA 6.51", "nobody combines their fire")
    }

    /// IA 6.52: the most that leaders add, each to another unit of his type in his hex.
    pub fn added(&self, units: &[Id], leaders: &[Id]) -> i32 {
        let mut bonuses: Vec<(i32, Id)> = leaders
            .iter()
            .filter(|&&id| !self.units[id].broken())
            .map(|&id| (self.units[id].printed("combat"), id))
            .collect();
        bonuses.sort_by_key(|(bonus, id)| (-bonus, *id));
        let mut free: Vec<Id> = units
            .iter()
            .copied()
            .filter(|&id| {
                let unit = &self.units[id];
                !unit.broken() && !unit.limbered && unit.printed("fire") > 0
            })
            .collect();
        let mut sum = 0;
        for (bonus, leader) in bonuses {
            let fits = free.iter().position(|&id| {
                self.at(id) == self.at(leader)
                    && self.units[id].kind.rides() == self.units[leader].kind.rides()
            });
            if let Some(place) = fits.filter(|_| bonus > 0) {
                free.remove(place);
                sum += bonus;
            }
        }
        sum
    }

    /// IA 16.23, 16.32.
    pub fn shelter(&self, id: Id) -> i32 {
        match &self.units[id] {
            unit if unit.entrenched => self.book.works[0],
            unit if unit.dug_in => self.number("dug_in_modifier"),
            _ => 0,
        }
    }

    /// IA 4.2.
    pub fn crowd(&self, hex: Hex, side: usize) -> i32 {
        let companies = self.fighters(hex, side).into_iter().filter(|&id| self.units[id].company);
        companies.count() as i32 * self.number("company_modifier")
    }

    /// The ways through which fire comes into a hex: two along a hexside.
    fn ways_in(&self, from: Hex, target: Hex) -> Vec<usize> {
        let way = |hex: Hex| self.board.way(target, hex);
        let line = self.board.line(from, target);
        let last = line.iter().rev().find(|stretch| **stretch != Stretch::Through(target));
        match last {
            None => Vec::new(),
            Some(Stretch::Through(hex)) => way(*hex).into_iter().collect(),
            Some(Stretch::Along(one, other)) => {
                [Some(*one), *other].into_iter().flatten().filter_map(way).collect()
            }
        }
    }

    /// IA 17.6.
    fn flank(&self, from: &[Hex], target: Hex, id: Id) -> i32 {
        if !self.book.plays("flanking-fire") || !self.units[id].company {
            return 0;
        }
        let Some((_, front, there)) = self.volleys.iter().find(|(hex, ..)| *hex == target) else {
            return 0;
        };
        let apart = |&from: &Hex| {
            let ways = self.ways_in(from, target);
            let near = |way: &usize| {
                front.iter().any(|other| [0, 1, 5].contains(&((way + 6 - other) % 6)))
            };
            !ways.is_empty() && !ways.iter().any(near)
        };
        if there.contains(&id) && from.iter().any(apart) {
            self.number("flanking_modifier")
        } else {
            0
        }
    }

    /// IA 10.2: fire of the active, by a decision.
    pub fn fire(&mut self, side: usize, action: &Value) -> Ruling {
        self.only(action, &["units", "leaders", "hex"])?;
        let (mut units, mut leaders) =
            (self.units_of(action, "units")?, self.units_of(action, "leaders")?);
        units.sort_unstable();
        leaders.sort_unstable();
        let target = self.hex_of(action, "hex")?;
        must(!units.is_empty(), "IA 10.2", "nobody fires")?;
        for &id in units.iter().chain(&leaders) {
            let unit = &self.units[id];
            let may = unit.side == side && unit.active && unit.to_fire;
            must(may, "IA 3.13", "it was not to fire")?;
            must(unit.called.is_none(), "IA 12.81", "it was to go into an assault")?;
        }
        if units.iter().any(|&id| self.units[id].kind.shells()) {
            let alone = units.len() == 1 && leaders.is_empty();
            must(alone, "IA 9.2", "guns with open sights fire alone")?;
            return self.open_sights(units[0], target);
        }
        units.iter().try_for_each(|&id| self.may_fire_at(id, target))?;
        self.may_combine(&units, &leaders, true)?;
        self.may_fire_over_friends(&units, target)?;
        for &leader in &leaders {
            let helps = self.added(&units, &[leader]) > 0 || self.combines(leader, &units, true);
            must(helps, "IA 6.52", "a leader adds nothing")?;
        }
        self.show_in(1 - side, target)?;
        let from: Vec<Hex> = units.iter().filter_map(|&id| self.at(id)).collect();
        let targets = self.there(target, 1 - side);
        let hit = self.shoot(&units, &leaders, &targets, false)?;
        if self.book.plays("flanking-fire") && !self.volleys.iter().any(|(hex, ..)| *hex == target)
        {
            let ways = from.iter().flat_map(|&hex| self.ways_in(hex, target)).collect();
            let there = (0..self.units.len()).filter(|&id| self.units[id].hex == Some(target));
            let there = there.collect();
            self.volleys.push((target, ways, there));
        }
        self.have_fired(&units, &leaders)?;
        for &id in units.iter().chain(&leaders) {
            self.has_acted(id);
        }
        self.seen("direct fires");
        self.suffer(vec![hit])
    }

    fn have_fired(&mut self, units: &[Id], leaders: &[Id]) -> Ruling {
        for &id in units.iter().chain(leaders) {
            self.show(id)?;
        }
        for &id in units {
            self.gives_itself_away(id);
            self.units[id].digging = false;
        }
        Ok(())
    }

    /// IA 13: the other side fires at who moves, as long as it likes and may.
    pub fn reactions(&mut self, movers: &[Id]) -> Ruling {
        let mut fired: Vec<Id> = Vec::new();
        loop {
            let Some(hex) = movers.iter().find_map(|&id| self.at(id)) else { return Ok(()) };
            let side = 1 - self.units[movers[0]].side;
            // IA 13.23.
            if self.barred(hex, 1 - side) {
                return Ok(());
            }
            self.seen("hexes where movers might be fired at");
            let able = self.army(side).into_iter();
            let able: Vec<Id> =
                able.filter(|&id| self.may_react(id, movers, hex, &fired).is_ok()).collect();
            if able.is_empty() {
                return Ok(());
            }
            let action = self.action(side)?;
            match self.word(&action, "do")? {
                "pass" => return self.only(&action, &[]),
                "fire" => {}
                other => return Err(format!("IA 13.1: nobody does '{other}' now")),
            }
            self.only(&action, &["units", "leaders", "hex"])?;
            let (mut units, mut leaders) =
                (self.units_of(&action, "units")?, self.units_of(&action, "leaders")?);
            units.sort_unstable();
            leaders.sort_unstable();
            must(self.hex_of(&action, "hex")? == hex, "IA 13.0", "only at who moves")?;
            must(!units.is_empty(), "IA 13.1", "nobody fires")?;
            for &id in &units {
                must(self.units[id].side == side, "IA 13.0", "with one's own")?;
                self.may_react(id, movers, hex, &fired)?;
            }
            self.may_combine(&units, &leaders, false)?;
            self.may_fire_over_friends(&units, hex)?;
            for &leader in &leaders {
                let unit = &self.units[leader];
                let may = unit.side == side && !unit.done && self.combines(leader, &units, false);
                must(may, "IA 6.51", "a leader combines nothing")?;
            }
            let targets: Vec<Id> =
                movers.iter().copied().filter(|&id| self.at(id).is_some()).collect();
            let hit = self.shoot(&units, &leaders, &targets, true)?;
            self.have_fired(&units, &leaders)?;
            let machines = units.iter().all(|&id| self.units[id].kind == Kind::Machine);
            for &id in units.iter().chain(&leaders) {
                let unit = &mut self.units[id];
                let again = unit.kind == Kind::Machine || unit.kind.leads() && machines;
                unit.done |= !again || unit.once;
                unit.once = again && !unit.once;
            }
            fired.extend(&units);
            self.seen("opportunity fires");
            self.suffer(vec![hit])?;
        }
    }

    /// IA 7.5, 7.52, 10.2: one roll, and a column for each of those who are hit.
    fn shoot(
        &mut self,
        units: &[Id],
        leaders: &[Id],
        targets: &[Id],
        opportunity: bool,
    ) -> Ruling<Hit> {
        let side = self.units[units[0]].side;
        let any = *targets.first().ok_or("IA 10.2: nobody is fired at")?;
        let target = self.at(any).ok_or("IA 10.2: nobody is there")?;
        let from: Vec<Hex> = units.iter().filter_map(|&id| self.at(id)).collect();
        let mut strength = if opportunity { 0 } else { self.added(units, leaders) };
        for &id in units {
            let unit = &self.units[id];
            let full = unit.printed("fire");
            strength += if unit.shaken() { (full + 1) / 2 } else { full };
        }
        let mut shift = self.board.ground[target].shift[0];
        shift += match opportunity {
            false => self.crowd(target, 1 - side),
            true if targets.iter().any(|&id| self.units[id].company) => {
                self.number("company_modifier")
            }
            true => 0,
        };
        let far = from.iter().map(|&hex| self.board.distance(hex, target)).max().unwrap_or(0);
        if far >= self.number("range_far") {
            shift += self.number("range_modifier");
        }
        if self.is_night() {
            shift += self.number("night_modifier");
        }
        if opportunity {
            shift += self.number("opportunity_modifier");
            let unseen = units.iter().all(|&id| self.units[id].hidden);
            if unseen && targets.iter().any(|&id| self.units[id].fast) {
                shift += self.number("ambush_modifier");
            }
        }
        let own = |referee: &Self, id: Id| {
            let unit = &referee.units[id];
            let kind = match unit.kind {
                Kind::Gun => referee.number("artillery_modifier"),
                _ if unit.mounted() => referee.number("mounted_modifier"),
                _ => 0,
            };
            let flank = if opportunity { 0 } else { referee.flank(&from, target, id) };
            kind + flank + referee.shelter(id)
        };
        let columns: Vec<usize> = targets
            .iter()
            .map(|&id| self.book.direct.shifted(strength, shift + own(self, id)))
            .collect();
        let (purpose, rule) = match opportunity {
            true => ("opportunity-fire", "IA 13.1"),
            false => ("direct-fire", "IA 10.2"),
        };
        let dice = self.two(purpose, side, rule)?;
        let mut results = Vec::new();
        for &column in &columns {
            results.push(self.book.direct.cell(dice[0] + dice[1], column)?.to_owned());
        }
        let core = self.attack(units, leaders, targets, &results, rule);
        let on = self.on(targets, &columns, &results, &self.book.direct.heads);
        let mut event = core.clone();
        event["event"] = json!("attacked");
        event["detail"] = json!({
            "event": "direct_fire", "core": core, "opportunity": opportunity, "dice": dice,
            "strength": strength, "shift": shift, "targets": on
        });
        self.expect(event)?;
        let cause = if opportunity { Cause::Opportunity } else { Cause::Fire };
        self.hit(target, targets, &results, cause)
    }

    /// What every reader is told of an attack.
    pub fn attack(
        &mut self,
        units: &[Id],
        support: &[Id],
        targets: &[Id],
        results: &[String],
        rule: &str,
    ) -> Value {
        self.attacks += 1;
        let hexes = |ids: &[Id]| {
            let mut hexes: Vec<Hex> = ids.iter().filter_map(|&id| self.at(id)).collect();
            hexes.sort_unstable();
            hexes.dedup();
            hexes.into_iter().map(|hex| self.label(hex)).collect::<Vec<&str>>()
        };
        let hurts = results.iter().any(|result| result != "-");
        let mut core = json!({
            "attack": self.attacks,
            "side": self.sides[self.units[units[0]].side],
            "units": self.names(units),
            "against": self.sides[self.units[targets[0]].side],
            "hexes": hexes(targets),
            "targets": self.names(targets),
            "result": if hurts { "won" } else { "failed" },
            "rule": rule
        });
        if !hexes(units).is_empty() {
            core["from"] = json!(hexes(units));
        }
        if !support.is_empty() {
            core["support"] = json!(self.names(support));
        }
        core
    }

    pub fn on(
        &self,
        targets: &[Id],
        columns: &[usize],
        results: &[String],
        heads: &[i32],
    ) -> Vec<Value> {
        let each = targets.iter().zip(columns).zip(results);
        each.map(|((&id, &column), result)| {
            json!({ "unit": self.name(id), "column": heads[column], "result": result })
        })
        .collect()
    }

    /// What an attack does, still to be suffered.
    pub fn hit(
        &mut self,
        hex: Hex,
        targets: &[Id],
        results: &[String],
        cause: Cause,
    ) -> Ruling<Hit> {
        let mut each = Vec::new();
        for (&id, result) in targets.iter().zip(results) {
            each.push((id, Cell::read(result)?));
        }
        Ok(Hit { hex, side: self.units[targets[0]].side, attack: self.attacks, cause, each })
    }
}
