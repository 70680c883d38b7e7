//! 1914 6.2, 10.0, 10.2: checks after combat.

use std::collections::BTreeSet;

use salient_offensive_1914::event::battle::Checked;

use super::Referee;
use super::losses::Due;
use super::retreat::Owed;
use super::roster::Kind;

impl Referee<'_> {
    /// 1914 6.1.2, 5.5.1: the level that a force checks on.
    pub fn level(&self, force: &[usize]) -> i32 {
        let formation = force.iter().find_map(|&unit| self.units[unit].level());
        let base = self.book.one("base-effectiveness");
        let assets = || force.iter().map(|&unit| self.units[unit].rating(base)).max();
        formation.or_else(assets).unwrap_or_default()
    }

    /// Whether units are a force (1914 1.1).
    pub fn must_be_force(&mut self, units: &[usize]) {
        let formations = units.iter().filter(|&&unit| self.units[unit].is_formation()).count();
        let assets = units.len() - formations;
        let all = units.iter().all(|&unit| self.units[unit].in_force());
        let is = all && formations <= 1 && assets <= 2 && !units.is_empty();
        let who = self.named(units);
        self.must(is, "1.1", &format!("these are no force: {who}"));
    }

    pub fn checks(&mut self, told: &Checked) {
        let Some(side) = self.side(&told.side) else { return };
        let units = self.all(&told.units);
        let Some(mut fight) = told.attack.and_then(|attack| self.fight_of(attack)) else {
            return self.fault("10.0", "a check without a combat");
        };
        self.same(
            "10.2",
            "the rule",
            told.rule.as_str(),
            if self.is_wall(&units) { "1914 12.2.1b" } else { "1914 10.2" },
        );
        let at = usize::from(side != fight.side);
        let hex = self.hex(&told.hex).unwrap_or(fight.hex);
        self.who_checks(&mut fight, &units, at, hex);
        // One roll for all of a hex (1914 10.0).
        let dice = match fight.dice.filter(|(rolled, _)| *rolled == hex && self.rolled.is_empty()) {
            Some((_, dice)) => dice.to_vec(),
            None => self.thrown("check", side, "1914 10.2", 2),
        };
        self.same("10.0", "the dice", told.dice.to_vec(), dice);
        fight.dice = Some((hex, told.dice));
        let modifiers = self.modifiers(&fight, at);
        let listed: Vec<(i32, &str)> =
            told.modifiers.iter().map(|it| (it.value, it.rule.as_str())).collect();
        self.same("10.0", "what is added", listed, modifiers.clone());
        let sum: i32 = told.dice.iter().map(|&die| i32::from(die)).sum();
        let added: i32 = modifiers.iter().map(|(value, _)| value).sum();
        if self.is_wall(&units) {
            let level = self.book.number("fortress_effectiveness");
            self.same("12.2.1b", "the level", told.effectiveness, level);
            self.same("12.2.1b", "the failure", told.by, sum + added - level);
        } else {
            self.failure(&mut fight, told, &units, (at, sum + added, hex));
        }
        self.checks_once(&fight, &units, at);
        self.fights.push(fight);
    }

    /// 1914 19.4: a force that defends in two combats checks in the one with the worse modifiers.
    fn checks_once(&mut self, fight: &super::combat::Fight, units: &[usize], at: usize) {
        let sum = |fight: &super::combat::Fight| -> i32 {
            self.modifiers(fight, 1).iter().map(|(value, _)| value).sum()
        };
        let defends = |twin: &&super::combat::Fight| {
            !twin.spared && twin.units[1].iter().any(|(unit, _)| units.contains(unit))
        };
        let Some(twin) = self.fights.iter().find(defends).filter(|_| at == 1) else { return };
        let worst = sum(fight) >= sum(twin);
        let again = units.iter().any(|unit| twin.checked.contains(unit));
        let who = self.named(units);
        self.must(worst, "19.4", &format!("{who} has worse modifiers in the other combat"));
        self.must(!again, "19.4", &format!("{who} checks in both combats"));
    }

    fn is_wall(&self, units: &[usize]) -> bool {
        !units.is_empty() && units.iter().all(|&unit| self.units[unit].kind() == Kind::Fortress)
    }

    /// 1914 10.0, 12.2.1a: who has fought checks once, and the attackers first.
    fn who_checks(
        &mut self,
        fight: &mut super::combat::Fight,
        units: &[usize],
        at: usize,
        hex: salient_hex::Hex,
    ) {
        self.must(at == 0 || !fight.spared, "10.0", "the defender makes no check below 1:4");
        if at == 0 {
            let early = fight.checked.iter().all(|&unit| self.units[unit].side == fight.side);
            self.must(early, "10.0", "the attackers check first");
        }
        for &unit in units {
            let name = self.units[unit].name.clone();
            // Who has attacked out of two hexes checks in the first.
            let stood = fight.units[at].iter().find(|(other, _)| *other == unit);
            let stood = stood.map(|(_, hex)| *hex);
            self.must(fight.checked.insert(unit), "10.0", &format!("{name} checks twice"));
            // By the hex that it has fought in, wherever it stands by now.
            self.same("10.0", &format!("the hex of {name}"), Some(hex), stood);
        }
        if self.is_wall(units) {
            let alone = fight.units[1].iter().all(|(unit, _)| !self.units[*unit].fights());
            self.must(alone, "12.2.1a", "a fortress with combat units makes no check");
        } else {
            self.must_be_force(units);
        }
    }

    /// 1914 10.0.
    fn modifiers(&self, fight: &super::combat::Fight, at: usize) -> Vec<(i32, &'static str)> {
        let guns = fight.fired[1 - at].unwrap_or_default();
        let flank = if at == 1 && fight.flanked { self.book.number("flank_check") } else { 0 };
        let prepared = at == 1 && self.fire.hex == Some(fight.hex);
        let all = [
            (fight.halves[at].added, "1914 9.9.2"),
            (guns, "1914 10.1.2"),
            (if prepared { self.fire.check } else { 0 }, "1914 13.3.4"),
            (flank, "1914 9.5.2"),
        ];
        all.into_iter().filter(|(value, _)| *value != 0).collect()
    }

    /// 1914 10.2.1, 10.2.2.
    fn failure(
        &mut self,
        fight: &mut super::combat::Fight,
        told: &Checked,
        units: &[usize],
        (at, sum, hex): (usize, i32, salient_hex::Hex),
    ) {
        let level = self.level(units);
        self.same("10.2", "the level", told.effectiveness, level);
        let by = sum - level;
        self.same("10.2", "the failure", told.by, by);
        let formation = units.iter().copied().find(|&unit| self.units[unit].is_formation());
        let before = formation.map_or(0, |unit| self.units[unit].status);
        let failure = if by > 0 {
            self.book.failure("check-failure", by, 0)
        } else {
            super::book::Failure::default()
        };
        let (after, reductions) = match formation {
            Some(_) => {
                let after = (before + failure.levels).min(6);
                // What a formation cannot lose in levels it loses in strength.
                (after, failure.reductions + before + failure.levels - after)
            }
            None => (0, failure.reductions + failure.levels),
        };
        let farther = match after {
            _ if by <= 0 => 0,
            4 => self.book.number("ineffective_retreat"),
            5.. => self.book.number("demoralized_retreat"),
            _ => 0,
        };
        let retreat = failure.retreat + farther;
        self.same("6.1.4", "the status before", i32::from(told.before), before);
        self.same("10.2.1", "the status after", i32::from(told.after), after);
        self.same("10.2.1", "strength reductions", i32::from(told.reductions), reductions);
        self.same("10.2.2", "hexes of retreat", i32::from(told.retreat), retreat);
        if let Some(unit) = formation.filter(|_| after > before) {
            self.dues.push(Due::levels(self, &[unit], after - before, "1914 10.2.1"));
        }
        if reductions > 0 {
            self.dues.push(Due::reductions(units, reductions, "1914 10.2.1"));
        }
        if retreat > 0 {
            self.owed.push(Owed::new(Some(fight.attack), units, retreat, "10.2.1", hex));
        }
        if at == 1 {
            fight.obligations.push((units.to_vec(), retreat));
        }
    }

    /// 1914 10.0: whoever has fought and is left has checked.
    pub fn end_fight(&mut self) {
        let fights = std::mem::take(&mut self.fights);
        let checked: BTreeSet<usize> =
            fights.iter().flat_map(|fight| fight.checked.iter().copied()).collect();
        for fight in fights {
            self.ends(&fight, &checked);
        }
    }

    fn ends(&mut self, fight: &super::combat::Fight, checked: &BTreeSet<usize>) {
        for at in [0, 1] {
            if at == 1 && fight.spared {
                continue;
            }
            for (unit, _) in &fight.units[at] {
                let own = &self.units[*unit];
                if own.at.is_some() && own.in_force() && !checked.contains(unit) {
                    let words = format!("{} makes no check", own.name);
                    self.fault("10.0", words);
                }
            }
            if fight.fired[1 - at].is_none() {
                let any = fight.units[at].iter().any(|(unit, _)| fight.checked.contains(unit));
                self.must(!any, "10.1", "no guns were counted");
            }
        }
        self.withheld(fight);
    }
}
