//! IA 5.44, 6.7, 7.6, 14.1: what fire does: losses, checks, and leaders lost.

use serde_json::{Value, json};

use super::board::Hex;
use super::book::Cell;
use super::force::{Kind, Off, Order};
use super::{Id, Later, Referee, Ruling, must};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    Fire,
    Opportunity,
    Bombardment,
    Drumfire,
    Assault,
    Harassing,
}

impl Cause {
    /// The rule of a loss, and its word.
    fn told(self) -> (&'static str, &'static str) {
        match self {
            Self::Fire => ("IA 7.61", "fire"),
            Self::Opportunity => ("IA 7.63", "fire"),
            Self::Bombardment => ("IA 7.61", "bombardment"),
            Self::Drumfire => ("IA 7.63", "bombardment"),
            Self::Assault => ("IA 7.62", "assault"),
            Self::Harassing => ("IA 12.23", "assault"),
        }
    }
}

/// What an attack does to each of those whom it hits.
#[derive(Clone, Debug)]
pub struct Hit {
    pub hex: Hex,
    pub side: usize,
    pub attack: u64,
    pub cause: Cause,
    pub each: Vec<(Id, Cell)>,
}

impl Referee<'_> {
    /// Attacks that were made at once, in the order of their dice, are suffered in that order.
    pub fn suffer(&mut self, hits: Vec<Hit>) -> Ruling {
        for hit in hits {
            if hit.each.iter().any(|(_, cell)| *cell != Cell::Nothing) {
                self.suffer_one(&hit)?;
                self.catch_up()?;
            }
        }
        Ok(())
    }

    /// What has been put off comes now, the last first.
    pub fn catch_up(&mut self) -> Ruling {
        while let Some(later) = self.later.pop() {
            match later {
                Later::Unstack(hex, side) => self.unstack(hex, side)?,
                Later::Overrun(hex, leaders) => self.drive_off(hex, leaders)?,
            }
        }
        Ok(())
    }

    fn suffer_one(&mut self, hit: &Hit) -> Ruling {
        let (rule, word) = hit.cause.told();
        let steps = |cell: &Cell| match cell {
            Cell::Steps(steps) => *steps,
            _ => 0,
        };
        let most = hit.each.iter().map(|(_, cell)| steps(cell)).max().unwrap_or(0);
        let mut lost = 0;
        for number in 0..most {
            self.seen("step losses owed");
            // IA 7.61: a transport, at its owner's choice.
            let wagons = self.payers(hit, number, |kind| kind == Kind::Wagon);
            if !wagons.is_empty() {
                let one = self.payer(hit.side, &wagons)?;
                self.lose(one, word, Some(hit.attack), rule)?;
            }
            let mut units = self.payers(hit, number, Kind::fights);
            if units.is_empty() && self.leaders_pay(hit) {
                units = self.payers(hit, number, Kind::leads);
            }
            if units.is_empty() {
                continue;
            }
            let one = self.payer(hit.side, &units)?;
            let leads = self.units[one].kind.leads();
            lost += i32::from(!leads);
            self.lose(one, word, Some(hit.attack), if leads { "IA 6.71" } else { rule })?;
        }
        let mut due: Vec<(Id, i32)> = Vec::new();
        for (id, cell) in &hit.each {
            match cell {
                Cell::Nothing => {}
                Cell::Check(plus) => due.push((*id, *plus)),
                Cell::Steps(_) => due.push((*id, self.number("loss_check"))),
            }
        }
        due.sort_by_key(|(id, _)| self.seniority(*id));
        for (id, plus) in due {
            if self.at(id).is_none() {
                continue;
            }
            let failed = self.check(id, plus, Some(hit.attack))?;
            if failed && matches!(hit.cause, Cause::Opportunity | Cause::Drumfire) {
                self.units[id].halted = true;
                self.cut = true;
            }
        }
        if lost == 0 {
            return Ok(());
        }
        // IA 6.7: whoever led them.
        for (id, _) in &hit.each {
            if !self.units[*id].kind.leads() || self.at(*id).is_none() {
                continue;
            }
            let dice = self.two("leader", hit.side, "IA 6.7")?;
            let dead = dice[0] + dice[1] - lost <= self.number("leader_casualty_roll");
            self.fate(*id, dice, -lost, dead, "IA 6.7")?;
            if dead {
                self.lose(*id, "fire", Some(hit.attack), "IA 6.7")?;
            }
        }
        Ok(())
    }

    /// Who takes a loss, by a decision if there are several.
    fn payer(&mut self, side: usize, units: &[Id]) -> Ruling<Id> {
        if let [only] = units {
            return Ok(*only);
        }
        let action = self.action(side)?;
        must(self.word(&action, "do")? == "lose", "IA 7.61", "a loss is owed")?;
        self.only(&action, &["unit"])?;
        let one = self.unit_of(&action, "unit")?;
        must(units.contains(&one), "IA 7.61", "another takes this loss")?;
        Ok(one)
    }

    /// IA 7.52, 7.62: who may take a loss: whoever's own result has so many; the first in an assault
    /// those in the best order.
    fn payers(&self, hit: &Hit, number: i32, of: fn(Kind) -> bool) -> Vec<Id> {
        let due = |cell: &Cell| matches!(cell, Cell::Steps(steps) if *steps > number);
        let mut units: Vec<Id> = hit
            .each
            .iter()
            .filter(|(id, cell)| {
                due(cell) && of(self.units[*id].kind) && self.units[*id].hex.is_some()
            })
            .map(|(id, _)| *id)
            .collect();
        if number == 0 && matches!(hit.cause, Cause::Assault | Cause::Harassing) {
            let best = units.iter().map(|&id| self.units[id].order).min();
            units.retain(|&id| Some(self.units[id].order) == best);
        }
        units
    }

    /// IA 6.71: leaders alone.
    fn leaders_pay(&self, hit: &Hit) -> bool {
        match hit.cause {
            Cause::Assault => self.fighters(hit.hex, hit.side).is_empty(),
            _ => !hit.each.iter().any(|(id, _)| self.units[*id].kind.fights()),
        }
    }

    /// IA 14.12: leaders first, the highest first.
    pub fn seniority(&self, id: Id) -> (bool, i32, Id) {
        let unit = &self.units[id];
        (!unit.kind.leads(), -unit.printed("rank"), id)
    }

    /// IA 7.6: a step is lost, with what is carried.
    pub fn lose(&mut self, id: Id, cause: &str, attack: Option<u64>, rule: &str) -> Ruling {
        let Some(hex) = self.at(id) else { return Ok(()) };
        let side = self.units[id].side;
        let load = self.load(id);
        let leads = self.units[id].kind.leads();
        if !leads {
            self.lost[side] += 1;
        }
        let reduced = self.units[id].face + 1 < self.units[id].steps;
        let outcome = if reduced {
            self.units[id].face += 1;
            json!({ "reduced": { "face": self.units[id].face } })
        } else {
            json!("eliminated")
        };
        let mut event = json!({
            "event": "lost", "unit": self.name(id), "side": self.sides[side],
            "hex": self.label(hex), "cause": cause, "steps": 1, "outcome": outcome, "rule": rule
        });
        if let Some(attack) = attack {
            event["attack"] = json!(attack);
        }
        // Whoever is gone is gone before it is told, and his markers after it.
        if !reduced {
            self.units[id].hex = None;
            self.units[id].off = Off::Gone;
        }
        self.expect(event)?;
        self.seen("steps and leaders lost");
        if reduced {
            return Ok(());
        }
        if let Some(load) = load {
            self.lost[side] += 1;
            self.take_off(load, Some(hex), cause, rule)?;
        }
        self.share();
        if leads { self.fallen(id, hex, cause, attack) } else { self.settle(hex) }
    }

    /// Out of the game, without a loss.
    pub fn take_off(&mut self, id: Id, from: Option<Hex>, by: &str, rule: &str) -> Ruling {
        let mut event = json!({
            "event": "removed", "unit": self.name(id), "side": self.sides[self.units[id].side],
            "by": by, "rule": rule
        });
        // What was on a wagon that is gone was in no hex.
        let lost =
            matches!(self.units[id].off, Off::Aboard(wagon) if self.units[wagon].off == Off::Gone);
        if let Some(from) = from.filter(|_| !lost) {
            event["from"] = json!(self.label(from));
        }
        self.units[id].hex = None;
        self.units[id].off = Off::Gone;
        self.expect(event)
    }

    pub fn eliminate(&mut self, id: Id, cause: &str, rule: &str) -> Ruling {
        while self.at(id).is_some() {
            self.lose(id, cause, None, rule)?;
        }
        Ok(())
    }

    /// IA 14.1: a check; whether it was failed.
    pub fn check(&mut self, id: Id, plus: i32, attack: Option<u64>) -> Ruling<bool> {
        let side = self.units[id].side;
        let morale = self.heart(id) + self.help(id, |_| true).0;
        let dice = self.two("morale", side, "IA 14.1")?;
        let by = dice[0] + dice[1] + plus - morale;
        let before = self.units[id].order;
        let bad = by >= self.number("disruption_margin");
        let after = match before {
            _ if by <= 0 => before,
            Order::Good if !bad => Order::Disrupted,
            // IA 14.11: whoever fails again.
            _ => Order::Demoralized,
        };
        self.becomes(id, after);
        self.checked(id, dice, plus, morale, before, "IA 14.1")?;
        self.seen("morale checks");
        self.throw_off(id)?;
        if by > 0 && bad && before == Order::Demoralized {
            self.lose(id, "morale", attack, "IA 14.11")?;
        }
        Ok(by > 0)
    }

    pub fn checked(
        &mut self,
        id: Id,
        dice: [i32; 2],
        plus: i32,
        morale: i32,
        before: Order,
        rule: &str,
    ) -> Ruling {
        let hex = self.at(id).map(|hex| self.label(hex).to_owned()).unwrap_or_default();
        let (name, side) = (self.name(id), &self.sides[self.units[id].side]);
        let what = if rule == "IA 14.1" { "checked" } else { "recovery" };
        let core = json!({ "side": side, "units": [name], "hexes": [hex], "rule": rule });
        let own = json!({
            "event": what, "unit": name, "side": side, "hex": hex, "dice": dice, "plus": plus,
            "morale": morale, "before": before.word(), "after": self.units[id].order.word(),
            "rule": rule
        });
        self.noted(core, own)
    }

    fn fate(&mut self, id: Id, dice: [i32; 2], plus: i32, lost: bool, rule: &str) -> Ruling {
        let hex = self.at(id).map(|hex| self.label(hex).to_owned()).unwrap_or_default();
        let (name, side) = (self.name(id), &self.sides[self.units[id].side]);
        let core = json!({ "side": side, "units": [name], "hexes": [hex], "rule": rule });
        let own = json!({
            "event": "fate", "unit": name, "side": side, "hex": hex, "dice": dice, "plus": plus,
            "lost": lost, "rule": rule
        });
        self.noted(core, own)?;
        self.seen("fates of leaders");
        Ok(())
    }

    /// IA 6.72, 6.73: what the loss of a leader does.
    fn fallen(&mut self, id: Id, hex: Hex, cause: &str, attack: Option<u64>) -> Ruling {
        let unit = self.units[id].clone();
        let side = unit.side;
        if unit.printed("rank") >= self.highest[side] && self.shock[side].is_none() {
            let turns = match cause {
                "morale" | "desertion" => self.number("desertion_turns"),
                _ => self.number("decapitation_turns"),
            };
            let last = self.place + turns.unsigned_abs() as usize;
            self.shock[side] = Some((self.place, last, unit.kind.rides()));
        }
        if !unit.colonel {
            return Ok(());
        }
        let mut near = self.army(side);
        near.retain(|&other| {
            let other = &self.units[other];
            other.kind.rides() == unit.kind.rides()
                && other.hex.is_some_and(|at| self.board.distance(at, hex) <= 1)
        });
        near.sort_by_key(|&id| self.seniority(id));
        for id in near {
            if self.at(id).is_some() {
                self.check(id, unit.printed("help"), attack)?;
            }
        }
        Ok(())
    }

    /// IA 5.44, 6.71: where only one side has combat units the other's wagons are lost, and its
    /// leaders taken or driven off.
    pub fn overrun(&mut self, hex: Hex) -> Ruling {
        for side in 0..2 {
            if self.fighters(hex, side).is_empty() || !self.fighters(hex, 1 - side).is_empty() {
                continue;
            }
            let others = self.there(hex, 1 - side);
            for &id in &others {
                if self.units[id].kind == Kind::Wagon {
                    self.lose(id, "overrun", None, "IA 5.44")?;
                }
            }
            let leaders: Vec<Id> =
                others.into_iter().filter(|&id| self.units[id].kind.leads()).collect();
            if !leaders.is_empty() {
                self.later.push(Later::Overrun(hex, leaders));
            }
        }
        Ok(())
    }

    fn drive_off(&mut self, hex: Hex, mut leaders: Vec<Id>) -> Ruling {
        let leader = leaders.remove(0);
        if !leaders.is_empty() {
            self.later.push(Later::Overrun(hex, leaders));
        }
        if self.units[leader].hex != Some(hex) {
            return Ok(());
        }
        let side = self.units[leader].side;
        let dice = self.two("overrun", 1 - side, "IA 6.71")?;
        let unit = &self.units[leader];
        let options: Vec<Hex> = self
            .board
            .near(hex)
            .filter(|&to| {
                self.ground_step(unit.class(), &unit.banks, hex, to).is_ok()
                    && !self.barred(to, side)
                    && !(unit.broken() && self.is_marked(to))
            })
            .collect();
        let taken = dice[0] + dice[1] >= self.number("leader_capture_roll");
        let lost = taken || options.is_empty();
        self.fate(leader, dice, 0, lost, "IA 6.71")?;
        if lost {
            return self.lose(leader, "overrun", None, "IA 6.71");
        }
        let to = self.chosen(side, &options)?;
        let event = self.moved(&[leader], hex, to, "retreat", "IA 6.71", false);
        self.units[leader].hex = Some(to);
        self.expect(event)?;
        self.wade(leader, Some(hex), to);
        self.leaves_works(leader);
        self.look_around()?;
        self.drumfire_on(&[leader], to, false)
    }

    /// One of several hexes, by a decision if there are several.
    pub fn chosen(&mut self, side: usize, options: &[Hex]) -> Ruling<Hex> {
        if let [only] = options {
            return Ok(*only);
        }
        let action = self.action(side)?;
        must(self.word(&action, "do")? == "go", "IA 14.33", "somebody has to go")?;
        self.only(&action, &["hex"])?;
        let to = self.hex_of(&action, "hex")?;
        must(options.contains(&to), "IA 14.33", "it does not go there")?;
        Ok(to)
    }

    pub fn moved(
        &self,
        ids: &[Id],
        from: Hex,
        to: Hex,
        by: &str,
        rule: &str,
        continued: bool,
    ) -> Value {
        let mut event = json!({
            "event": "moved", "units": self.names(ids),
            "side": self.sides[self.units[ids[0]].side], "from": self.label(from),
            "path": [self.label(to)], "by": by, "rule": rule
        });
        if continued {
            event["continued"] = json!(true);
        }
        event
    }

    /// IA 4.4: a hex with too many.
    fn unstack(&mut self, hex: Hex, side: usize) -> Ruling {
        loop {
            let there = self.there(hex, side);
            let of = |is: &dyn Fn(Id) -> bool| -> Vec<Id> {
                there.iter().copied().filter(|&id| is(id)).collect()
            };
            let fights = |id: Id| self.units[id].kind.fights();
            let companies = of(&|id| fights(id) && self.units[id].company);
            let combat = of(&fights);
            let wagons = of(&|id| self.units[id].kind == Kind::Wagon);
            let may = match () {
                () if companies.len() as i32 > self.number("companies_limit") => companies,
                () if combat.len() as i32 > self.number("combat_units_limit") => combat,
                () if wagons.len() as i32 > self.number("transports_limit") => wagons,
                () => return Ok(()),
            };
            let action = self.action(side)?;
            must(self.word(&action, "do")? == "lose", "IA 4.4", "the hex holds too many")?;
            self.only(&action, &["unit"])?;
            let one = self.unit_of(&action, "unit")?;
            must(may.contains(&one), "IA 4.4", "another goes out of the hex")?;
            self.eliminate(one, "overstacking", "IA 4.4")?;
            self.seen("units too many in a hex");
        }
    }
}
