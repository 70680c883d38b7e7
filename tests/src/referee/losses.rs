//! What comes of an attack: losses, retreats and advances; and losses for other reasons.

use std::collections::{BTreeMap, BTreeSet};

use salient_kaisers_battle::event::{Advance, CombatResult, Loss, LossCause, NoRetreat, Retreat};
use salient_schema::event::LossOutcome;

use super::board::Place;
use super::book::Side;
use super::force::Where;
use super::order::Order;
use super::{Referee, Ruling, must, same, same_set};

/// An attack whose results are being carried out.
#[derive(Debug)]
pub struct Fight {
    pub number: u32,
    pub side: Side,
    pub result: CombatResult,
    pub hexes: BTreeSet<Place>,
    pub stacks: BTreeMap<Place, Stack>,
    /// Steps that the defender still owes.
    pub owed: i32,
    /// The die of the advance, once the defender is gone.
    pub advance: Option<u8>,
    pub advanced: BTreeSet<String>,
}

/// What an attacking stack still has to do after an unsuccessful attack (KB 8.74).
#[derive(Debug)]
pub struct Stack {
    pub units: BTreeSet<String>,
    pub next: Next,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    Lose,
    Retreat,
    LoseAgain,
    Nothing,
}

impl Referee<'_> {
    /// What is owed must be paid before anything new begins.
    pub fn settle(&mut self) -> Ruling {
        if let Some((place, left)) = self.owed.take() {
            must(left <= 0 || self.holder(place).is_none(), "KB 9.45", "steps are still owed")?;
        }
        let Some(fight) = self.fight.take() else { return Ok(()) };
        let gone =
            fight.hexes.iter().all(|&place| self.stack(place).all(|unit| unit.side == fight.side));
        match fight.result {
            CombatResult::AttackerEliminated => {
                let left = fight.stacks.values().any(|stack| !stack.units.is_empty());
                must(!left, "KB 8.71", "all attackers go")
            }
            CombatResult::Unsuccessful => {
                let done = |stack: &Stack| stack.units.is_empty() || stack.next == Next::Nothing;
                let done = fight.stacks.values().all(done);
                must(done, "KB 8.74", "each stack loses a step and retreats")
            }
            CombatResult::Successful => {
                must(fight.owed <= 0 || gone, "KB 8.75", "steps are still owed")?;
                must(gone == fight.advance.is_some(), "KB 8.83", "a die is thrown for the advance")
            }
        }
    }

    pub fn loss(&mut self, loss: &Loss) -> Ruling {
        let Loss {
            unit: name,
            side,
            hex,
            cause,
            combat,
            face,
            strength,
            steps,
            outcome,
            pool,
            rule,
        } = loss;
        let side = Side::of(side)?;
        let place = self.board.read(hex)?;
        let unit = self.unit_in(name, place, side)?.clone();
        same("the face", *face, unit.face)?;
        same("the strength", *strength, unit.printed().strength)?;
        if let Some(Order::Lose { unit: chosen }) =
            self.decision(|_, action| matches!(action, Order::Lose { .. }))
        {
            same("the unit chosen", name.as_str(), chosen.as_str())?;
        }
        let (whole, cited) = self.charge(*cause, &unit.name, place, side)?;
        same("the rule", rule.as_str(), cited)?;
        let number = match cause {
            LossCause::Combat | LossCause::NoRetreat => self.fight.as_ref().map(|f| f.number),
            _ => None,
        };
        same("the number of the combat", *combat, number)?;

        if whole {
            same("the steps", *steps, unit.all_steps())?;
            same("what is left", outcome, &LossOutcome::Eliminated)?;
        } else {
            same("the steps", *steps, 1)?;
            let spare = self.units.iter().any(|unit| unit.replacement && unit.at() == Where::Pool);
            match (unit.next_face(), outcome) {
                (Some((face, strength)), told) => {
                    let reduced = LossOutcome::Reduced { face, strength: Some(strength) };
                    same("what is left", told, &reduced)?;
                }
                (None, LossOutcome::Replaced { .. }) => {
                    must(unit.division, "KB 8.5", "divisions are replaced")?;
                }
                (None, told) => {
                    same("what is left", told, &LossOutcome::Eliminated)?;
                    must(!(unit.division && spare), "KB 13.2", "the division is replaced")?;
                }
            }
        }
        self.suffer(name, place, outcome)?;
        let waiting = |kind: fn(&super::Unit) -> bool| {
            let all = self.units.iter().filter(|unit| unit.at() == Where::Pool && kind(unit));
            Some(all.count() as u16)
        };
        let left = if unit.division || unit.replacement {
            waiting(|unit| unit.replacement)
        } else if unit.service.is_some() {
            waiting(|unit| unit.service.is_some())
        } else {
            None
        };
        same("what is left in the pool", *pool, left)
    }

    /// Who owes the loss, and by which rule: whether the whole unit goes.
    fn charge(
        &mut self,
        cause: LossCause,
        name: &str,
        place: Place,
        side: Side,
    ) -> Result<(bool, &'static str), String> {
        match cause {
            LossCause::Stacking => {
                self.settle()?;
                must(self.too_high(place), "KB 7.21", "the stack is not too high")?;
                same("whose stack", Some(side), self.phasing())?;
                return Ok((true, "KB 7.21"));
            }
            LossCause::Bombardment => {
                let (hex, left) = self.owed.as_mut().ok_or("KB 9.45: nothing is owed")?;
                same("the hex that owes", place, *hex)?;
                must(*left > 0, "KB 9.45", "nothing more is owed")?;
                *left -= 1;
                return Ok((false, "KB 9.45"));
            }
            LossCause::Gas => {
                self.settle()?;
                same("whose stack", Some(side), self.phasing())?;
                must(self.gas_factor(place) > 1, "KB 9.34", "there is no gas")?;
                must(self.gas_paid.insert(place), "KB 9.34", "a stack loses one step")?;
                let high = self.on_map(side).any(|(_, place)| self.too_high(place));
                must(!high, "KB 7.21", "stacks that are too high come first")?;
                return Ok((false, "KB 9.34"));
            }
            LossCause::Combat | LossCause::NoRetreat => {}
        }
        let fight = self.fight.as_mut().ok_or("KB 8.7: there is no combat")?;
        let again = cause == LossCause::NoRetreat;
        match fight.result {
            CombatResult::Successful => {
                must(!again && fight.owed > 0, "KB 8.75", "the defender owes nothing")?;
                must(fight.hexes.contains(&place), "KB 8.75", "it does not defend")?;
                fight.owed -= 1;
                Ok((false, "KB 8.75"))
            }
            result => {
                let stack = fight.stacks.get_mut(&place).ok_or("KB 8.74: it does not attack")?;
                must(stack.units.contains(name), "KB 8.74", "it does not attack")?;
                if result == CombatResult::AttackerEliminated {
                    must(!again, "KB 8.71", "it does not retreat")?;
                    return Ok((true, "KB 8.71"));
                }
                stack.next = match (stack.next, again) {
                    (Next::Lose, false) => Next::Retreat,
                    (Next::LoseAgain, true) => Next::Nothing,
                    _ => return Err("KB 8.74: the stack owes no step".to_owned()),
                };
                Ok((false, "KB 8.74"))
            }
        }
    }

    /// What becomes of a unit that loses a step, or all.
    fn suffer(&mut self, name: &str, place: Place, outcome: &LossOutcome) -> Ruling {
        let unit = self.units.unit_mut(name)?;
        let (attacked, defended) = (unit.attacked, unit.defended);
        let mut replacement = None;
        match outcome {
            LossOutcome::Reduced { face, .. } => {
                unit.face = *face;
                return Ok(());
            }
            // KB 8.5, 13.2.
            LossOutcome::Replaced { by, strength } => {
                self.units.put(name, Where::Gone)?;
                self.units.put_spare(by, place)?;
                let new = self.units.unit_mut(by)?;
                new.attacked = attacked;
                new.defended = defended;
                let printed = Some(new.printed().strength);
                same("the strength of the replacement", *strength, printed)?;
                self.divisions_lost.push(name.to_owned());
                replacement = Some(by.clone());
            }
            // KB 13.23, 15.25: these come into play again.
            LossOutcome::Eliminated => {
                let again = unit.replacement || unit.service.is_some();
                unit.face = unit.service.unwrap_or(unit.face);
                self.units.put(name, if again { Where::Pool } else { Where::Gone })?;
            }
        }
        if let Some(stack) = self.fight.as_mut().and_then(|fight| fight.stacks.get_mut(&place))
            && stack.units.remove(name)
        {
            stack.units.extend(replacement);
        }
        Ok(())
    }

    /// KB 8.74, 6.33: whether a stack can retreat to a hex.
    fn open_to_retreat(&self, place: Place, side: Side) -> bool {
        self.holder(place) != Some(side.enemy()) && !self.zone(place, side.enemy())
    }

    pub fn retreat(&mut self, retreat: &Retreat) -> Ruling {
        let Retreat { combat, side, units, from, to, rule } = retreat;
        let (start, end) = (self.board.read(from)?, self.board.read(to)?);
        let side = self.retreating(*combat, side, units, start, rule)?;
        must(self.board.around(start).any(|near| near == end), "KB 8.74", "hexes touch")?;
        must(self.open_to_retreat(end, side), "KB 8.74", "the hex is barred")?;
        if let Some(Order::Retreat { hex }) =
            self.decision(|_, action| matches!(action, Order::Retreat { .. }))
        {
            same("the hex chosen", to.as_str(), hex.as_str())?;
        }
        for name in units {
            self.units.put(name, Where::Map(end))?;
            self.enter(name, &[end]);
        }
        self.next(start, Next::Nothing)
    }

    pub fn no_retreat(&mut self, stuck: &NoRetreat) -> Ruling {
        let NoRetreat { combat, side, units, hex, rule } = stuck;
        let place = self.board.read(hex)?;
        let side = self.retreating(*combat, side, units, place, rule)?;
        let way = self.board.around(place).find(|&near| self.open_to_retreat(near, side));
        same("a way to retreat", way, None)?;
        self.next(place, Next::LoseAgain)
    }

    /// A stack that has lost its step and retreats if it can.
    fn retreating(
        &self,
        combat: u32,
        side: &str,
        units: &[String],
        place: Place,
        rule: &str,
    ) -> Result<Side, String> {
        same("the rule", rule, "KB 8.74")?;
        let fight = self.fight.as_ref().ok_or("KB 8.74: there is no combat")?;
        same("the number of the combat", combat, fight.number)?;
        same("who retreats", Side::of(side)?, fight.side)?;
        let stack = fight.stacks.get(&place).ok_or("KB 8.74: it did not attack")?;
        same("what the stack does next", stack.next, Next::Retreat)?;
        let found: Vec<String> = stack.units.iter().cloned().collect();
        same_set("the stack", units, &found)?;
        Ok(fight.side)
    }

    fn next(&mut self, place: Place, next: Next) -> Ruling {
        let stack = self.fight.as_mut().and_then(|fight| fight.stacks.get_mut(&place));
        stack.ok_or("KB 8.74: it did not attack")?.next = next;
        Ok(())
    }

    /// KB 8.83: a die once all defenders are gone.
    pub fn begin_advance(&mut self, die: u8) -> Ruling {
        let fight = self.fight.as_ref().ok_or("KB 8.83: there is no combat")?;
        same("the result", fight.result, CombatResult::Successful)?;
        must(fight.advance.is_none(), "KB 8.83", "one die is thrown")?;
        let gone = fight.hexes.iter().all(|&place| self.holder(place).is_none());
        must(gone, "KB 8.83", "defenders are left")?;
        if let Some(fight) = &mut self.fight {
            fight.advance = Some(die);
        }
        Ok(())
    }

    pub fn advance(&mut self, advance: &Advance) -> Ruling {
        let Advance {
            combat,
            unit: name,
            side,
            from,
            steps,
            die,
            multiplier,
            divisor,
            allowance,
            spent,
            rule,
        } = advance;
        let fight = self.fight.as_ref().ok_or("KB 8.83: there is no combat")?;
        let side = Side::of(side)?;
        same("the number of the combat", *combat, fight.number)?;
        same("who advances", side, fight.side)?;
        same("the die", Some(*die), fight.advance)?;
        let start = self.board.read(from)?;
        let unit = self.unit_in(name, start, side)?;
        let fought = fight.stacks.values().any(|stack| stack.units.contains(name));
        must(fought, "KB 8.83", "it did not attack")?;
        must(!fight.advanced.contains(name), "KB 8.84", "it has advanced")?;
        let opening = side == Side::German && self.turn <= 2;
        let (times, by, cited) = match (opening, unit.stosstruppen) {
            (true, true) => (2, 1, "KB 17.3"),
            (true, false) => (1, 1, "KB 17.3"),
            (false, true) => (1, 1, "KB 8.83"),
            (false, false) => (1, 2, "KB 8.83"),
        };
        same("the multiplier and divisor", (*multiplier, *divisor), (times, by))?;
        same("the allowance", *allowance, i32::from(*die) * times / by)?;
        same("the rule", rule.as_str(), cited)?;
        let path = steps.iter().map(|step| step.hex.as_str().into()).collect();
        let chosen = Order::Advance { unit: name.into(), path };
        let storms = unit.stosstruppen;
        let hexes = fight.hexes.clone();
        let told = self.decision(|_, action| matches!(action, Order::Advance { .. }));
        same("the advance decided", told, Some(chosen))?;
        let mut places = vec![start];
        let mut cost = 0;
        let mut halted = false;
        for step in steps {
            must(!halted, "KB 8.84", "it must stop in a zone of control")?;
            let place = self.step(step, places[places.len() - 1], side, 0)?;
            must(places.len() > 1 || hexes.contains(&place), "KB 8.84", "first the vacated hex")?;
            cost += step.cost;
            halted = step.controlled && !storms;
            places.push(place);
        }
        must(places.len() > 1, "KB 8.84", "it goes nowhere")?;
        same("the points spent", *spent, cost)?;
        must(cost <= *allowance, "KB 8.83", "it spends more than it has")?;
        self.units.put(name, Where::Map(places[places.len() - 1]))?;
        if let Some(fight) = &mut self.fight {
            fight.advanced.insert(name.clone());
        }
        self.enter(name, &places[1..]);
        Ok(())
    }
}
