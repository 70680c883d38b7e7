//! 1914 7.4: repulses.

use salient_hex::Hex;
use salient_offensive_1914::event::march::{Checked, Repulsed};
use salient_schema::event::AttackResult;

use super::book::{Sign, halves};
use super::losses::Due;
use super::odds::Sides;
use super::retreat::Owed;
use super::roster::Kind;
use super::{Referee, Stage};

/// A repulse whose checks are still to come.
pub struct Repulse {
    attack: u32,
    won: bool,
    checks: Vec<usize>,
}

impl Referee<'_> {
    /// 1914 7.4.3.
    pub fn repulses(&mut self, told: &Repulsed) {
        self.attacks += 1;
        let core = &told.core;
        let Some(side) = self.side(&core.side) else { return };
        let against = self.side(&core.against);
        self.same("7.4", "the number of the attack", core.attack, self.attacks);
        self.same("7.4", "who is repulsed", against, Some(1 - side));
        self.same("7.4.3", "the rule", core.rule.as_str(), "1914 7.4.3");
        let (units, targets, idle) =
            (self.all(&core.units), self.all(&core.targets), self.all(&core.idle));
        let Some(hex) = core.hexes.first().and_then(|label| self.hex(label)) else { return };
        // Each half repulses out of its hex (1914 19.4).
        let from = |&unit: &usize| self.faces(unit, hex).into_iter().map(move |at| (unit, at));
        let attackers: Vec<(usize, Hex)> = units.iter().flat_map(from).collect();
        let from: Vec<String> = attackers.iter().map(|(_, at)| self.label(*at)).collect();
        for label in &core.from {
            self.must(from.contains(label), "7.4.1", "it is repulsed from elsewhere");
        }
        for &unit in &units {
            let own = self.units[unit].clone();
            let near = attackers.iter().any(|(other, _)| *other == unit);
            self.must(near, "7.4.1", &format!("{} does not stand next to it", own.name));
            let able = !own.is_formation() || own.status < 4;
            self.must(able, "7.4.2", &format!("{} is too far down to repulse", own.name));
        }
        self.must(units.len() <= 2, "7.4.1", "two units repulse at most");
        self.must_be_force(&units);
        let stack = self.with_supply_units(&targets, &idle, hex);
        let odds = self.odds(&Sides {
            attackers: &attackers,
            defenders: &targets,
            stack: &stack,
            hex,
            without: &[],
            prepared: false,
            naval: false,
        });
        self.same("7.4.3", "the strengths", [told.attack, told.defence], odds.strengths);
        self.same("7.4.3", "the strengths", core.strengths, Some(odds.strengths));
        if odds.strengths[0] > 0 {
            self.same("7.4.3", "the odds", told.odds.clone(), self.heading(odds.ratio));
        }
        let mut shifts: Vec<(i32, &str)> =
            told.shifts.iter().map(|it| (it.columns, it.rule.as_str())).collect();
        let mut found = odds.shifts.clone();
        shifts.sort_unstable();
        found.sort_unstable();
        self.same("7.4.3", "the shifts", shifts, found);
        let last = self.book.columns().len() as i32 - 1;
        let column = odds.place.clamp(0, last);
        let heading = self.heading(column);
        if odds.strengths[1] > 0 {
            let shifted = self.heading(odds.place);
            self.same("7.4.3", "the column", told.column.clone(), shifted);
        }
        self.same("7.4.3", "the proficiencies", told.proficiency, odds.proficiency);
        let drm = odds.proficiency[1] - odds.proficiency[0];
        self.same("7.4.3", "what is added", told.modifier, drm);
        let to_one: i32 = heading
            .split_once(":1")
            .filter(|(_, rest)| rest.is_empty())
            .and_then(|(head, _)| head.parse().ok())
            .unwrap_or_default();
        let (certain, least) =
            (self.book.number("repulse_certain"), self.book.number("repulse_odds"));
        let won = if to_one >= certain {
            self.same("7.4.3", "dice where none are thrown", told.dice, None);
            true
        } else if to_one < least {
            self.same("7.4.3", "dice where none are thrown", told.dice, None);
            false
        } else {
            let dice = self.thrown("repulse", side, "1914 7.4.3", 2);
            self.same("7.4.3", "the dice", told.dice.map(Vec::from), Some(dice));
            let [white, black] = told.dice.unwrap_or_default();
            let cell = self.book.result(i32::from(white) + drm, black, column as usize);
            let sign = halves(cell.unwrap_or_default())[1].retreat;
            let black = match sign {
                Some(Sign::Black(hexes)) => hexes,
                _ => 0,
            };
            self.same("7.4.3", "the black retreat", told.retreat, Some(black));
            black > 0
        };
        self.same("7.4.3", "whether it succeeds", told.won, won);
        let result = if won { AttackResult::Won } else { AttackResult::Failed };
        self.same("7.4.3", "how it ended", core.result, Some(result));
        let in_retreat = self.stage == Stage::Attack;
        self.same("7.4", "whether it is tried in retreat", told.in_retreat, in_retreat);
        if !in_retreat {
            let points = self.book.number("repulse_movement");
            for &unit in &units {
                self.units[unit].spent += points;
            }
        }
        let checks: Vec<usize> = if told.won { &targets } else { &units }.clone();
        let checks: Vec<usize> =
            checks.into_iter().filter(|&unit| self.units[unit].in_force()).collect();
        if told.won {
            let hexes = self.book.number("repulse_retreat");
            // Guns that take no part go with the others of their hex.
            let here = self.stack(hex, 1 - side);
            let who: Vec<usize> =
                here.into_iter().filter(|&unit| self.units[unit].in_force()).collect();
            self.owed.push(Owed::new(Some(core.attack), &who, hexes, "7.4.4", hex));
            let lone = targets.iter().all(|&unit| self.units[unit].kind() == Kind::Fortress);
            if lone {
                self.owed.pop();
            }
        }
        self.repulse = Some(Repulse { attack: core.attack, won: told.won, checks });
    }

    /// 1914 7.4.4, 7.4.5: one level at most.
    pub fn checks_repulse(&mut self, told: &Checked) {
        let side = self.side(&told.side).unwrap_or_default();
        let units = self.all(&told.units);
        let Some(mut repulse) = self.repulse.take() else {
            return self.fault("7.4.4", "a check without a repulse");
        };
        self.same("7.4.4", "the attack", told.attack, repulse.attack);
        let rule = if repulse.won { "1914 7.4.4" } else { "1914 7.4.5" };
        self.same("7.4.4", "the rule", told.rule.as_str(), rule);
        self.must_be_force(&units);
        let hex = self.hex(&told.hex);
        let known = units.iter().any(|unit| repulse.checks.contains(unit));
        self.must(known, "7.4.4", "the force has no part in the repulse");
        for &unit in &units {
            let name = self.units[unit].name.clone();
            self.same("7.4.4", &format!("where {name} checks"), hex, self.units[unit].at);
            self.same("7.4.4", "whose unit it is", self.units[unit].side, side);
            repulse.checks.retain(|other| *other != unit);
        }
        let dice = self.thrown("effectiveness check", side, rule, 2);
        self.same("7.4.4", "the dice", told.dice.to_vec(), dice);
        let modifier = i32::from(repulse.won);
        self.same("7.4.4", "what is added", told.modifier, modifier);
        let level = self.level(&units);
        self.same("7.4.4", "the level", told.level, level);
        let sum: i32 = told.dice.iter().map(|&die| i32::from(die)).sum();
        let failed = (sum + modifier - level).max(0);
        self.same("7.4.4", "the failure", told.failed, failed);
        if failed > 0 {
            self.dues.push(Due::levels(self, &units, 1, rule));
        }
        self.repulse = Some(repulse);
    }
}
