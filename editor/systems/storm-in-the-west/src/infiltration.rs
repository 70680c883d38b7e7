//! SW 15.0 Infiltration movement, and the corps of 16.1.

use crate::event::{Detail, Move};

use crate::combat::{FORTRESS_BAN, tank_ban};
use crate::context::Context;
use crate::movement::StepCost;
use crate::position::{Decision, Position, Supply};
use crate::rules::{ALLIED, GERMAN, Rules, Unit, UnitKind, Weather};
use salient_hex::grid::Hex;
use salient_rules::action::Violation;

impl Position {
    pub fn begin_infiltration(&mut self, rules: &Rules, side: usize) {
        for (unit, def) in self.units.iter_mut().zip(&rules.units) {
            if def.side == side {
                unit.infiltrated = 0;
                unit.origin = unit.hex;
            }
        }
        let any = self.on_map(rules, side).any(|unit| self.may_infiltrate(rules, unit).is_ok());
        self.decision = if any { Decision::Infiltrate { side } } else { Decision::None };
    }

    /// Whether a unit may infiltrate (SW 15.1–15.3).
    pub fn may_infiltrate(&self, rules: &Rules, unit: Unit) -> Result<(), Violation> {
        let no = |rule: &'static str, message: &'static str| Err(Violation::new(rule, message));
        let def = rules.unit(unit);
        let state = self.state(unit);
        let Some(hex) = state.hex else { return no("SW 15.1", "the unit is not on the map") };
        if state.supply == Supply::Out {
            return no("SW 15.1", "the unit was out of supply");
        }
        if state.railed {
            return no("SW 11.6", "the unit has used strategic movement");
        }
        if def.side == ALLIED {
            if i32::from(self.turn) < rules.constants.infiltration_turn_allied {
                return no("SW 15.3", "no Allied unit infiltrates yet");
            }
            let capable = def.is_tank()
                || state.with_tanks
                || def.infiltrates
                || self.in_aus_american_corps(rules, unit, state.origin.unwrap_or(hex));
            if !capable {
                return no("SW 15.3", "the unit did not stand with tanks when movement ended");
            }
        } else if !def.infiltrates {
            return no("SW 15.2", "of the German units only Stosstruppen infiltrate");
        }
        Ok(())
    }

    /// Hexes that a unit may infiltrate: one (SW 15.4), a fast tank two in dry weather (S3.21).
    fn infiltration_hexes(&self, rules: &Rules, unit: Unit) -> i32 {
        let numbers = &rules.constants;
        match (rules.unit(unit).kind, self.weather) {
            (UnitKind::FastTank, Weather::Dry) => numbers.fast_tank_infiltration,
            (UnitKind::FastTank, Weather::Wet) => numbers.fast_tank_infiltration_wet,
            _ => numbers.infiltration_hexes,
        }
    }

    /// SW S3.21: fast tanks stop in forest, marsh, mountain and city: where tanks may not attack,
    /// but for open fortresses.
    fn stops_fast_tanks(&self, rules: &Rules, hex: Hex) -> bool {
        tank_ban(rules, self.weather, hex).is_some_and(|rule| rule != FORTRESS_BAN)
    }

    /// Checks an infiltration by one hex or more.
    pub fn check_infiltration(
        &self,
        rules: &Rules,
        unit: Unit,
        path: &[Hex],
    ) -> Result<Vec<StepCost>, Violation> {
        self.may_infiltrate(rules, unit)?;
        let Some(mut from) = self.hex(unit) else {
            return Err(Violation::new("SW 15.1", "the unit is not on the map"));
        };
        if path.is_empty() {
            return Err(Violation::new("SW 15.4", "an infiltration enters at least one hex"));
        }
        let most = self.infiltration_hexes(rules, unit) - i32::from(self.state(unit).infiltrated);
        if path.len() as i32 > most {
            return Err(Violation::new(
                "SW 15.4",
                format!("the unit may infiltrate {most} hexes more"),
            ));
        }
        let def = rules.unit(unit);
        let mover = Self::mover(rules, unit);
        let mut steps = Vec::with_capacity(path.len());
        for (i, &to) in path.iter().enumerate() {
            let label = rules.label(to);
            let direction = rules.map.grid().direction_to(from, to).ok_or_else(|| {
                Violation::new(
                    "SW 15.4",
                    format!("{label} is not adjacent to {}", rules.label(from)),
                )
            })?;
            if self.step(rules, mover, from, direction, to).is_none() {
                return Err(Violation::new(
                    "SW 15.4",
                    format!("no unit goes to {label} from there"),
                ));
            }
            if self.enemy_in(to, def.side) {
                return Err(Violation::new("SW 12.4", format!("an enemy unit is in {label}")));
            }
            if def.kind == UnitKind::FastTank {
                if !rules.ground.tanks_may_cross(self.weather, from, direction) {
                    return Err(Violation::new(
                        "SW S3.21",
                        "fast tanks do not infiltrate across a major river",
                    ));
                }
                if self.stops_fast_tanks(rules, to) && i + 1 < path.len() {
                    return Err(Violation::new("SW S3.21", format!("fast tanks stop in {label}")));
                }
            }
            self.check_stack(rules, &[unit], to)?;
            self.check_corps_together(rules, unit, to)?;
            let controlled = self.in_ezoc(to, def.side);
            steps.push(StepCost { hex: to, terrain: 1, hexside: 0, controlled });
            from = to;
        }
        Ok(steps)
    }

    pub fn do_infiltrate(&mut self, cx: &mut Context<'_>, unit: Unit, steps: &[StepCost]) {
        let rules = cx.rules;
        let (Some(from), Some(last)) = (self.hex(unit), steps.last()) else { return };
        let allowance = self.infiltration_hexes(rules, unit);
        self.emit(cx, || {
            let def = rules.unit(unit);
            Detail::Move(Move {
                unit: def.name.clone(),
                side: rules.sides[def.side].clone(),
                from: rules.label(from).to_owned(),
                steps: steps.iter().map(|step| step.event(rules)).collect(),
                printed_allowance: self.face(rules, unit).movement,
                multiplier: 1,
                allowance,
                spent: steps.len() as i32,
                one_hex_minimum: false,
                exits: false,
                rule: "SW 15.4".to_owned(),
            })
        });
        for step in steps {
            self.take_hex(cx, unit, step.hex);
        }
        self.shift(rules, unit, last.hex);
        // Who stops where fast tanks must has no hex left.
        let stops =
            rules.unit(unit).kind == UnitKind::FastTank && self.stops_fast_tanks(rules, last.hex);
        let done = if stops { allowance.max(0) as u8 } else { steps.len() as u8 };
        let state = self.state_mut(unit);
        state.infiltrated = state.infiltrated.saturating_add(done);
        self.mark_interstacked(rules, last.hex);
    }

    /// SW 16.1: the Australian corps with two American divisions in one hex, in the Allied
    /// player-turn of game-turn 9 or later.
    pub fn is_aus_american_corps(&self, rules: &Rules, hex: Hex) -> bool {
        let numbers = &rules.constants;
        if !rules.options.aus_american || i32::from(self.turn) < numbers.aus_american_turn {
            return false;
        }
        let after = i32::from(self.turn) > numbers.aus_american_turn
            || self.phase_def(rules).is_none_or(|phase| phase.side != Some(GERMAN));
        let divisions =
            self.stack(hex).filter(|&unit| rules.unit(unit).american_division).count() as i32;
        after
            && divisions >= numbers.aus_american_divisions
            && self.stack(hex).any(|unit| rules.unit(unit).australian)
    }

    fn in_aus_american_corps(&self, rules: &Rules, unit: Unit, origin: Hex) -> bool {
        let def = rules.unit(unit);
        let member = def.australian || def.american_division;
        if !member || !rules.options.aus_american {
            return false;
        }
        // Its parts go one by one: those that have gone still count.
        let from_here = |unit: Unit| self.state(unit).origin == Some(origin);
        let parts =
            || rules.all_units().filter(|&unit| self.hex(unit).is_some() && from_here(unit));
        let divisions = parts().filter(|&unit| rules.unit(unit).american_division).count() as i32;
        i32::from(self.turn) >= rules.constants.aus_american_turn
            && divisions >= rules.constants.aus_american_divisions
            && parts().any(|unit| rules.unit(unit).australian)
    }

    /// SW 15.6: all parts of the corps infiltrate to one hex, so that each must be able to.
    fn check_corps_together(&self, rules: &Rules, unit: Unit, to: Hex) -> Result<(), Violation> {
        let parts = self.corps_parts(rules, unit);
        let apart = parts.iter().any(|&part| {
            let state = self.state(part);
            match state.infiltrated {
                0 => self.may_infiltrate(rules, part).is_err(),
                _ => state.hex != Some(to),
            }
        });
        if apart || !parts.is_empty() && self.check_stack(rules, &parts, to).is_err() {
            return Err(Violation::new("SW 15.6", "all parts of the corps infiltrate to one hex"));
        }
        Ok(())
    }

    /// The parts of the Australian-American corps that infiltrates as such and of which a unit is
    /// one: nobody where tanks lead (SW 15.5).
    fn corps_parts(&self, rules: &Rules, unit: Unit) -> Vec<Unit> {
        let state = self.state(unit);
        let def = rules.unit(unit);
        let Some(origin) = state.origin else { return Vec::new() };
        let on_its_own = def.is_tank() || state.with_tanks || def.infiltrates;
        if on_its_own || !self.in_aus_american_corps(rules, unit, origin) {
            return Vec::new();
        }
        let part = |&other: &Unit| {
            let def = rules.unit(other);
            (def.australian || def.american_division)
                && self.hex(other).is_some()
                && self.state(other).origin == Some(origin)
        };
        rules.all_units().filter(part).collect()
    }

    /// Whether the phase may end: not while parts of a corps can still follow one that has gone
    /// (SW 15.6).
    pub fn check_infiltration_done(&self, rules: &Rules, side: usize) -> Result<(), Violation> {
        let torn = |unit: Unit| {
            if self.may_infiltrate(rules, unit).is_err() {
                return false;
            }
            let parts = self.corps_parts(rules, unit);
            let gone = parts.iter().find(|&&part| self.state(part).infiltrated > 0);
            let to = gone.and_then(|&part| self.hex(part));
            to.is_some_and(|to| self.check_infiltration(rules, unit, &[to]).is_ok())
        };
        match self.on_map(rules, side).any(torn) {
            true => Err(Violation::new("SW 15.6", "all parts of the corps infiltrate to one hex")),
            false => Ok(()),
        }
    }
}
