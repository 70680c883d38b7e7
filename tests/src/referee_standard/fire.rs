//! Fire: who may, how far, what is read, and what comes of it.

use std::collections::BTreeSet;

use salient_schema::event::{AttackResult, Attacked, Lost};
use salient_schema::results::{Losses, Outcome};
use salient_schema::rules_of_play::{Does, Fire, FireBy, MoraleCheck};
use salient_schema::ruleset::RatingUse;
use serde_json::Value;

use super::board::Case;
use super::combat::{add_bonus, add_shelter, number, texts};
use super::ground::Hex;
use super::{Due, Referee};

/// A fire of which something may still come.
#[derive(Debug)]
pub struct Shot<'a> {
    pub rules: &'a Fire,
    attack: u32,
    targets: Vec<String>,
    outcome: Outcome,
    owed: i32,
    lost: i32,
    /// Leaders who have rolled for their own loss.
    pub diced: BTreeSet<String>,
    /// Whether checks and states are due already: after the losses.
    is_paid: bool,
}

impl<'a> Referee<'a> {
    pub fn fires(&mut self, attacked: &Attacked, detail: &Value) {
        self.end_shot();
        let opportunity = detail["opportunity"].as_bool() == Some(true);
        let first = attacked.units.first().cloned().unwrap_or_default();
        let Some(rules) = self.kind_of_fire(&first, opportunity) else {
            self.wrong("nobody fires in this step");
            return;
        };
        self.same("the kind of fire", detail["fire"].as_str(), Some(rules.name.as_str()));
        let mut scene = self.attack_told(attacked, detail);
        scene.opportunity = opportunity;
        self.acted("do", Some("fire"));
        let decided = self.action.0.clone();
        self.same("who decided", decided.as_str(), attacked.side.as_str());
        self.same("who was to fire", &attacked.units, &texts(&self.action.1["units"]));
        self.acted("hex", attacked.hexes.first());
        self.same("hexes fired at", attacked.hexes.len(), 1);
        let Some(&hex) = scene.hexes.first() else { return };
        let one = rules.combined || scene.attackers.len() == 1;
        self.must(one, || "several units fire together".to_owned());
        let mut range = 0;
        for unit in &scene.attackers {
            range = range.max(self.may_fire(rules, unit, hex, opportunity));
            self.seen(unit);
        }
        self.same("the range", number(&detail["range"]), Some(range));
        scene.range = Some(range);
        if opportunity {
            let march = self.march.as_mut().map(|march| {
                march.interrupted = true;
                (march.at, march.units.clone())
            });
            let mut told = attacked.targets.clone();
            told.sort();
            let movers = march.as_ref().map(|(_, units)| {
                let mut units = units.clone();
                units.retain(|unit| self.board.at(unit).is_some());
                units.sort();
                units
            });
            self.same("who is fired at", Some(told), movers);
            self.same("where they are", march.map(|(at, _)| at), Some(hex));
        } else {
            self.all_targets(&scene, &attacked.targets);
        }
        let strength = scene.attackers.iter().map(|unit| self.fire_of(rules, unit)).sum();
        self.same("the strength", number(&detail["strength"]), Some(strength));
        self.same("strengths", attacked.strengths, None);
        let Some(table) = self.book.table(&rules.table) else { return };
        let heads = table.columns.iter().map(|head| head.parse().unwrap_or(i32::MAX));
        let column =
            heads.enumerate().filter(|(_, head)| *head <= strength).map(|(at, _)| at).max();
        let Some(column) = column else {
            self.wrong("too weak to fire");
            return;
        };
        let mut change = self.modifiers(&rules.modifiers, &scene);
        let shelter = self.shelter_in(hex, rules.sheltering, "fire", &scene);
        add_shelter(&mut change, rules.terrain, shelter);
        if let Some(leaders) = &rules.leaders {
            let bonus = self.best_bonus(leaders, &scene.side, &scene.from);
            add_bonus(&mut change, leaders, bonus);
        }
        let dice = self.sum("fire", &attacked.side, rules.dice.number.into());
        let code = self.read(table, column, change, dice, detail);
        let outcome = self.outcome(table, &code, detail);
        let result = if outcome.is_no_effect() { AttackResult::Failed } else { AttackResult::Won };
        self.same("the result", attacked.result, Some(result));
        let targets = attacked.targets.clone();
        let left: i32 = self.not_led(&targets).iter().map(|unit| self.steps_left(unit)).sum();
        let owed = match outcome.defender.losses {
            Losses::None => 0,
            Losses::Steps(steps) => i32::from(steps).min(left),
            Losses::Points(_) => {
                self.wrong("strength points that the referee does not know");
                0
            }
            Losses::All => left,
        };
        let odd = !outcome.attacker.is_nothing() || outcome.defender.retreat.is_some();
        self.must(!odd, || "a result of fire that the referee does not know".to_owned());
        let (attack, diced) = (attacked.attack, BTreeSet::new());
        self.shot =
            Some(Shot { rules, attack, targets, outcome, owed, lost: 0, diced, is_paid: false });
        self.paid();
    }

    /// The fire of the step, or the one in the midst of moves.
    fn kind_of_fire(&mut self, unit: &str, opportunity: bool) -> Option<&'a Fire> {
        if opportunity {
            let is_such = |fire: &&Fire| !fire.opportunity.is_zero();
            return self.book.rules.fire.iter().find(is_such);
        }
        let Some(Does::Fire { fire, who, by }) =
            self.deed(unit, |it| matches!(it, Does::Fire { .. }))
        else {
            return None;
        };
        self.must(*by == FireBy::Phasing, || "fire of the others".to_owned());
        self.must(self.book.belongs(who, unit), || format!("{unit} does not fire in this step"));
        self.book.fire(fire)
    }

    /// Whether a unit may fire at a hex; how far away it is.
    fn may_fire(&mut self, rules: &Fire, unit: &str, hex: Hex, opportunity: bool) -> i32 {
        if opportunity {
            let march = self.march.as_ref();
            let is_enemy = march.is_some_and(|march| march.side != self.book.side(unit));
            self.must(is_enemy, || format!("{unit} fires, and no enemy moves"));
            let most = self.amount(&rules.opportunity, Case::of(unit));
            let fired = self.opportunity.entry(unit.to_owned()).or_default();
            *fired += 1;
            let fired = *fired;
            self.must(fired <= most, || format!("{unit} fires {fired} times at who moves"));
        } else {
            self.deed(unit, |it| matches!(it, Does::Fire { .. }));
            let is_new = self.fired.insert(unit.to_owned());
            self.must(is_new, || format!("{unit} fires twice"));
        }
        let barred = self.is_hindered(unit, |it| it.no_fire);
        self.must(!barred, || format!("{unit} may not fire"));
        let Some(from) = self.board.at(unit) else { return 0 };
        let distance = self.ground.distance(from, hex);
        let printed = self.book.rating(unit, self.board.face(unit), None, &[RatingUse::Range]);
        let range = printed.unwrap_or(0) + self.amount(&rules.range, Case::of(unit));
        self.must(distance <= range, || {
            format!("{unit} fires {distance} hexes far, and reaches {range}")
        });
        let sees = !rules.sight || self.sees(from, hex) || self.is_observed(rules, unit, hex);
        self.must(sees, || format!("{unit} does not see {hex:?}"));
        let strength = self.fire_of(rules, unit);
        self.must(strength > 0, || format!("{unit} has nothing to fire with"));
        distance
    }

    fn is_observed(&self, rules: &Fire, gun: &str, hex: Hex) -> bool {
        let Some(observers) = &rules.observers else { return false };
        self.book.belongs(&observers.guns, gun)
            && self.board.units().any(|(unit, at)| {
                let range = self.amount(&observers.range, Case::of(unit));
                self.book.side(unit) == self.book.side(gun)
                    && self.book.belongs(&observers.who, unit)
                    && (range <= 0 || self.ground.distance(at, hex) <= range)
                    && self.sees(at, hex)
            })
    }

    fn fire_of(&self, rules: &Fire, unit: &str) -> i32 {
        let uses = [RatingUse::Fire, RatingUse::Strength];
        let printed = self.book.rating(unit, self.board.face(unit), rules.rating.as_deref(), &uses);
        self.hindered(unit, printed.unwrap_or(0), |it| it.attack)
    }

    pub fn fire_loss(&mut self, lost: &Lost) {
        let attack = self.shot.as_ref().map(|shot| shot.attack);
        self.same("the fire that it comes from", lost.attack, attack);
        let leader = Due::Loss(lost.unit.clone(), "leader");
        if self.due.contains(&leader) {
            self.done(&leader);
            // Whoever is gone checks nothing.
            self.due.retain(|due| !matches!(due, Due::Check(unit, _) if *unit == lost.unit));
            return;
        }
        let Some(shot) = &mut self.shot else { return };
        shot.lost += lost.steps;
        let is_target = shot.targets.contains(&lost.unit);
        self.must(is_target, || format!("{} is no target", lost.unit));
        self.leaders_risk(&lost.unit, true);
    }

    /// Once its losses are paid, a fire's checks and states are due.
    pub fn paid(&mut self) {
        let Some(shot) = self.shot.as_mut() else { return };
        if shot.is_paid || shot.lost < shot.owed {
            return;
        }
        shot.is_paid = true;
        let (result, targets, rules) =
            (shot.outcome.defender.clone(), shot.targets.clone(), shot.rules);
        // Leaders are no units: they do not check with the others.
        let alive = self.not_led(&targets).into_iter().filter(|unit| self.board.at(unit).is_some());
        for unit in alive.collect::<Vec<_>>() {
            for state in &result.states {
                if !self.board.is_in(&unit, state) {
                    self.due.push(Due::State(unit.clone(), state.clone(), true));
                }
            }
            if let (Some(modifier), Some(morale)) = (result.check, &rules.morale)
                && self.morale_of(morale.rating.as_deref(), &unit).is_some()
            {
                self.due.push(Due::Check(unit.clone(), modifier.into()));
            }
        }
    }

    /// Those of units whom results are about: leaders only where they are by themselves.
    pub fn not_led(&self, units: &[String]) -> Vec<String> {
        let fighting: Vec<String> =
            units.iter().filter(|unit| self.book.counts(unit)).cloned().collect();
        if fighting.is_empty() { units.to_vec() } else { fighting }
    }

    pub fn morale_of(&self, named: Option<&str>, unit: &str) -> Option<i32> {
        self.book.rating(unit, self.board.face(unit), named, &[RatingUse::Morale])
    }

    /// The best bonus of another leader in a unit's hex.
    pub fn led(&self, unit: &str) -> i32 {
        let Some(hex) = self.board.at(unit) else { return 0 };
        let stack = self.board.stack(&self.book, self.book.side(unit), hex);
        let others = stack.into_iter().filter(|other| other != unit);
        others.filter_map(|other| self.bonus_of(&other, None)).max().unwrap_or(0)
    }

    pub fn checked(&mut self, detail: &Value) {
        let unit = detail["unit"].as_str().unwrap_or_default().to_owned();
        let Some(morale) = self.shot.as_ref().and_then(|shot| shot.rules.morale.as_ref()) else {
            self.wrong("nobody checks his morale");
            return;
        };
        let due = self.due.iter().find_map(|due| match due {
            Due::Check(who, modifier) if *who == unit => Some(*modifier),
            _ => None,
        });
        let Some(modifier) = due else {
            self.wrong(format!("{unit} has no check to make"));
            return;
        };
        self.done(&Due::Check(unit.clone(), modifier));
        let added = modifier + self.amount(&morale.die, Case::of(&unit))
            - if morale.with_leaders { self.led(&unit) } else { 0 };
        let passed = self.checks(&unit, morale, added, detail);
        if passed == Some(false) {
            let failed = Outcome::parse(&morale.failed).unwrap_or_default().defender;
            for state in failed.states {
                if !self.board.is_in(&unit, &state) {
                    self.due.push(Due::State(unit.clone(), state, true));
                }
            }
        }
    }

    fn checks(
        &mut self,
        unit: &str,
        morale: &MoraleCheck,
        added: i32,
        detail: &Value,
    ) -> Option<bool> {
        let side = self.book.side(unit);
        let dice = self.sum("morale", side, morale.dice.number.into());
        let rating = self.morale_of(morale.rating.as_deref(), unit)?;
        Some(self.against(unit, dice, added, rating, detail))
    }

    /// Dice against a rating, as the log tells it.
    pub fn against(
        &mut self,
        unit: &str,
        dice: i32,
        added: i32,
        rating: i32,
        detail: &Value,
    ) -> bool {
        self.same("the dice", number(&detail["dice"]), Some(dice));
        self.same("what is added", number(&detail["added"]), Some(added));
        self.same("the rating", number(&detail["rating"]), Some(rating));
        let passed = dice + added <= rating;
        self.same("whether it is passed", detail["passed"].as_bool(), Some(passed));
        self.same("whose it is", detail["side"].as_str(), Some(self.book.side(unit)));
        let hex = detail["hex"].as_str().map(str::to_owned).unwrap_or_default();
        let hex = self.hex(&hex);
        self.same("where it stands", Some(hex), self.board.at(unit));
        passed
    }

    /// All that a fire asks for has happened, but for what is still due.
    pub fn end_shot(&mut self) {
        let Some(shot) = self.shot.take() else { return };
        self.same("steps that the target loses", shot.lost, shot.owed);
    }
}
