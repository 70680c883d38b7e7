//! KB 8.8 Advance after combat, with KB 17.3 for the opening turns.

use crate::event::{Advance, Detail};

use crate::battle::BattleStage;
use crate::context::Context;
use crate::movement::StepCost;
use crate::position::{Decision, Position};
use crate::rules::{Rules, Unit};
use salient_hex::grid::Hex;
use salient_hex::path::{Reach, Step};
use salient_rules::action::Violation;

/// What a unit may spend in an advance: the die times one number, divided by another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AdvanceAllowance {
    pub multiplier: i32,
    pub divisor: i32,
    pub total: i32,
}

impl Position {
    /// KB 8.83: one die for all victorious units.
    pub fn begin_advance(&mut self, cx: &mut Context<'_>) {
        let side = self.battle.side;
        self.battle.advance_die = self.roll(cx, "advance", side, "KB 8.83");
        self.battle.stage = BattleStage::Advances;
    }

    /// Asks who advances next, if anyone can.
    pub fn offer_advance(&mut self, rules: &Rules) {
        let side = self.battle.side;
        if self.may_advance(rules).next().is_some() {
            self.decision = Decision::Advance { side };
        } else {
            self.battle.stage = BattleStage::None;
        }
    }

    /// Units that could enter a vacated hex, by rising number within each stack.
    pub fn may_advance<'a>(&'a self, rules: &'a Rules) -> impl Iterator<Item = Unit> + 'a {
        let units = self.battle.stacks.iter().flat_map(|(_, units)| units.iter().copied());
        units.filter(|&unit| {
            let Some(from) = self.hex(unit).filter(|_| !self.battle.advanced.contains(&unit))
            else {
                return false;
            };
            let allowance = self.advance_allowance(rules, unit).total;
            self.battle.hexes.iter().any(|&to| {
                self.step_cost(rules, from, to).is_ok_and(|step| step.total() <= allowance)
            })
        })
    }

    /// KB 8.83: stosstruppen the whole die, others half. KB 17.3: on turns 1 and 2 German
    /// stosstruppen twice the die, other Germans the whole.
    pub fn advance_allowance(&self, rules: &Rules, unit: Unit) -> AdvanceAllowance {
        let constants = &rules.constants;
        let def = rules.unit(unit);
        let (multiplier, divisor) = match (self.is_opening(rules, def.side), def.stosstruppen) {
            (true, true) => (constants.early_advance_multiplier, 1),
            (true, false) | (false, true) => (1, 1),
            (false, false) => (1, constants.advance_divisor),
        };
        let total = i32::from(self.battle.advance_die) * multiplier / divisor;
        AdvanceAllowance { multiplier, divisor, total }
    }

    /// Finds where a victorious unit can advance to.
    pub fn find_advances(&self, rules: &Rules, unit: Unit, reach: &mut Reach) {
        self.find_advances_beyond(rules, unit, 0, reach);
    }

    /// The same, with hexes that cost up to so much more than the unit may spend.
    pub fn find_advances_beyond(&self, rules: &Rules, unit: Unit, beyond: u32, reach: &mut Reach) {
        let Some(start) = self.hex(unit) else { return };
        let def = rules.unit(unit);
        let budget = self.advance_allowance(rules, unit).total.max(0) as u32;
        let map = &rules.map;
        reach.search(map, start, budget.saturating_add(beyond), |from, direction, to| {
            let Some(step) = map.step_cost(from, direction) else { return Step::Barred };
            let step = step + self.gas_to(rules, to);
            let first = from == start;
            if self.enemy_in(to, def.side) || (first && !self.battle.hexes.contains(&to)) {
                Step::Barred
            } else if !def.stosstruppen && self.enemy_controlled(to, def.side) {
                Step::Halt(step as u32)
            } else {
                Step::Through(step as u32)
            }
        });
    }

    /// Checks an advance and counts its cost; nothing is changed.
    pub fn check_advance(
        &self,
        rules: &Rules,
        unit: Unit,
        path: &[Hex],
    ) -> Result<(Vec<StepCost>, i32), Violation> {
        let def = rules.unit(unit);
        let takes_part = self.battle.stacks.iter().any(|(_, units)| units.contains(&unit));
        let Some(start) = self.hex(unit).filter(|_| takes_part) else {
            return Err(Violation::new("KB 8.83", "only units of the victorious attack advance"));
        };
        if self.battle.advanced.contains(&unit) {
            return Err(Violation::new("KB 8.84", "the unit has advanced already"));
        }
        let Some(&first) = path.first() else {
            return Err(Violation::new("KB 8.84", "an advance enters at least one hex"));
        };
        if !self.battle.hexes.contains(&first) {
            return Err(Violation::new(
                "KB 8.84",
                "an advance begins with the hex of the eliminated units",
            ));
        }
        let mut steps: Vec<StepCost> = Vec::with_capacity(path.len());
        let mut from = start;
        let mut spent = 0;
        for &to in path {
            let step = self.step_cost(rules, from, to)?;
            if self.enemy_in(to, def.side) {
                return Err(Violation::new(
                    "KB 5.12",
                    format!("an enemy unit is in {}", rules.label(to)),
                ));
            }
            if !def.stosstruppen && steps.last().is_some_and(|step| step.controlled) {
                return Err(Violation::new(
                    "KB 8.84",
                    format!(
                        "the advance ends in {}, in an enemy zone of control",
                        rules.label(from)
                    ),
                ));
            }
            spent += step.total();
            steps.push(StepCost { controlled: self.enemy_controlled(to, def.side), ..step });
            from = to;
        }
        let allowance = self.advance_allowance(rules, unit).total;
        if spent > allowance {
            return Err(Violation::new(
                "KB 8.83",
                format!("the advance costs {spent} movement points of {allowance}"),
            ));
        }
        Ok((steps, spent))
    }

    pub fn do_advance(&mut self, cx: &mut Context<'_>, unit: Unit, steps: &[StepCost], spent: i32) {
        let (Some(from), Some(last)) = (self.hex(unit), steps.last()) else { return };
        let rules = cx.rules;
        self.emit(cx, || {
            let def = rules.unit(unit);
            let allowance = self.advance_allowance(rules, unit);
            Detail::Advance(Advance {
                combat: self.battle.number,
                unit: def.name.clone(),
                side: rules.sides[def.side].clone(),
                from: rules.label(from).to_owned(),
                steps: steps.iter().map(|step| step.event(rules)).collect(),
                die: self.battle.advance_die,
                multiplier: allowance.multiplier,
                divisor: allowance.divisor,
                allowance: allowance.total,
                spent,
                rule: if self.is_opening(rules, def.side) { "KB 17.3" } else { "KB 8.83" }
                    .to_owned(),
            })
        });
        self.shift(rules, unit, last.hex);
        self.battle.advanced.push(unit);
        for step in steps {
            self.take_town(cx, unit, step.hex);
        }
    }
}
